# SPDX-License-Identifier: MIT
"""Generated expressions over the columns of a relation, each of a type that is asked for.

What the documents leave open is not generated; such places are marked by "open:".
"""
import re
from decimal import Decimal

import calls
import catalogues
import functions
from model import (BOOL, DATE, PHRASE, PRICE, QUOTED, SMALL, WILD, WORD, Node, Type, list_of)

COMPARISONS = ["=", "!=", "<", "<=", ">", ">="]
TEXT_TESTS = ["contains", "starts with", "ends with"]


def literal(value, type):
    return Node("literal", value=value, type=type)


def named(column):
    return Node("field", value=column.name, type=column.type)


# A number beside an id is its spelling.
SPELLED = Type("text", "spelled")
NULL = literal(None, Type("null"))


class Expressions(calls.Calls):
    """Makes expressions from one source of chance; `columns` are those in scope."""

    def __init__(self, random, columns):
        self.random = random
        self.columns = columns

    def chance(self, probability):
        return self.random.random() < probability

    def of(self, *kinds):
        return [c for c in self.columns if c.type.kind in kinds]

    def any_of(self, *makers):
        return self.random.choice(makers)()

    # Operands

    def members(self, kind):
        """`record.member` for each member of a kind."""
        return [Node("member", (named(c),), name, member) for c in self.of("record")
                for name, member in c.type.members if member.kind == kind]

    def elements(self, kind):
        """`list[position]` for each list of elements of a kind."""
        positions = [Decimal(p) for p in (-1, 0, 0, 0, 1, 2, 7)]
        return [Node("index", (named(c), literal(self.random.choice(positions), SMALL)),
                     type=c.type.element)
                for c in self.of("list") if c.type.element.kind == kind]

    def leaf(self, kind):
        """A field, a member or an element; None where there is none of the kind."""
        pool = [named(c) for c in self.of(kind)] * 3 + self.members(kind) + self.elements(kind)
        return self.random.choice(pool) if pool else None

    def number_literal(self, near=()):
        """Near the values of the data, so that conditions divide the rows."""
        near = [v for v in near if isinstance(v, Decimal)]
        if near and self.chance(0.7):
            return literal(self.random.choice(near), PRICE)
        make = self.random.choice([catalogues.small] * 5 + [catalogues.price])
        return literal(make(self.random), SMALL)

    def text_literal(self, type, near=()):
        near = [v for v in near if isinstance(v, str)]
        text = self.random.choice(near) if near and self.chance(0.8) else catalogues.value(
            self.random, type if type.kind == "text" and type.flavour else WORD)
        if text and self.chance(0.3):
            text = self.random.choice([text.upper, text.lower, text.swapcase])()
        return literal(text, PHRASE if type == WORD and text.lower() != text else type)

    def samples(self, node):
        """The values of the fields that an expression reads."""
        names = {part.value for part in node.parts() if part.op == "field"}
        return [v for c in self.columns if c.name in names for v in c.samples]

    # Numbers

    def number(self, depth):
        if depth <= 0 or self.chance(0.35):
            return self.leaf("number") or self.number_literal()
        if self.chance(0.25):
            return self.called_number() or self.number_literal()
        return self.any_of(self.sum, self.sum, self.product, self.rounded, self.counted,
                           self.negated, lambda: self.choice(depth, "number"),
                           lambda: self.fallback(depth, "number"))\
            if depth > 1 else self.any_of(self.sum, self.product, self.rounded, self.counted)

    def operand_number(self, depth):
        return self.number_literal() if self.chance(0.4) else self.number(depth)

    def sum(self):
        return Node(self.random.choice("+-"), (self.number(1), self.operand_number(1)), type=PRICE)

    def product(self):
        op = self.random.choice("**/%")
        return Node(op, (self.number(1), self.operand_number(1)), type=PRICE)

    def negated(self):
        return Node("negate", (self.number(1),), type=PRICE)

    def rounded(self):
        if self.chance(0.4):
            op = self.random.choice(["abs", "floor", "ceil"])
            return Node(op, (self.number(1),), type=PRICE)
        places = [literal(Decimal(self.random.randint(-2, 3)), SMALL)] if self.chance(0.5) else []
        return Node("round", (self.number(1), *places), type=PRICE)

    def counted(self):
        lists, texts = self.of("list"), self.leaf("text")
        if lists and (texts is None or self.chance(0.6)):
            op = self.random.choice(["count", "len"])
            return Node(op, (named(self.random.choice(lists)),), type=SMALL)
        return Node("len", (texts,), type=SMALL) if texts else self.number_literal()

    # Text

    def text(self, depth):
        """open: whether a text that is typed inside a larger operand folds; so none is."""
        field = self.leaf("text")
        if field is None or depth <= 0 or self.chance(0.6):
            return field
        if self.chance(0.3):
            return self.rewritten() or field
        if self.chance(0.4):
            return self.called_text() or field
        if self.chance(0.7):
            op = self.random.choice(["lower", "upper", "trim"])
            return Node(op, (self.text(depth - 1),), type=_changed(field, op))
        other = self.leaf("text")
        return Node("??", (field, other), type=wider(field.type, other.type))

    def plain_text(self):
        """A field of texts in which a character is one code point."""
        texts = [c for c in self.of("text") if c.type.flavour in ("word", "phrase")]
        return named(self.random.choice(texts)) if texts else None

    def separator(self):
        return literal(self.random.choice(["a", "b", "1", " ", "", "é", "a", "z"]), PHRASE)

    def rewritten(self):
        """A text that `replace`, `join` or an element of `split` gives."""
        text = self.plain_text()
        lists = [c for c in self.of("list") if c.type.element.kind in ("number", "text")]
        if lists and self.chance(0.3):
            return Node("join", (named(self.random.choice(lists)), self.separator()), type=WILD)
        if text is None:
            return None
        if self.chance(0.5):
            return Node("replace", (text, self.separator(), self.separator()), type=WILD)
        position = literal(Decimal(self.random.randint(0, 2)), SMALL)
        return Node("index", (self.parts_of(text), position), type=WILD)

    def parts_of(self, text):
        return Node("split", (text, self.separator()), type=list_of(text.type))

    def value(self, depth=2):
        """Of any type: for `extend`, `show` and keys."""
        make = self.random.choice(
            ["number"] * 4 + ["text", "text", "bool", "any", "if", "list", "date", "plain date",
                             "called text", "called list", "called list"])
        if make == "date":
            return self.date() or self.number(depth)
        if make == "called text":
            return self.called_text() or self.number(depth)
        if make == "called list":
            return self.called_list() or self.number(depth)
        if make == "text":
            return self.text_value(depth)
        if make == "bool":
            return self.condition(depth - 1)
        if make == "if":
            return self.choice(depth, self.random.choice(["number", "text", "bool"]))
        if make == "list" and self.chance(0.3) and self.plain_text():
            return self.parts_of(self.plain_text())
        if make in ("any", "list"):
            return self.leaf(make) or self.number(depth)
        if make == "plain date":
            return self.leaf("date") or self.number(depth)
        return self.number(depth)

    def template(self):
        values = [self.random.choice([lambda: self.number(1), lambda: self.leaf("text"),
                                      lambda: self.leaf("list"), lambda: self.leaf("bool")])()
                  for _ in range(self.random.randint(1, 3))]
        values = tuple(value for value in values if value is not None)
        texts = [self.random.choice(["", " ", "{", "}", "a: ", '"', "é\n", "\\"])
                 for _ in range(len(values) + 1)]
        return Node("template", values, tuple(texts), WILD)

    def text_value(self, depth):
        """Outside of conditions a typed text is a value as any other."""
        if self.chance(0.15):
            return self.template()
        text = self.text(depth)
        if text is None:
            return self.text_literal(WORD)
        if self.chance(0.2):
            other = self.text_literal(text.type)
            return Node("coalesce", (text, other), type=wider(text.type, WILD))
        return text

    def same(self, kind, depth):
        if kind == "number":
            return self.operand_number(depth)
        if kind == "text":
            return self.text(depth) or self.text_literal(WORD)
        return self.condition(depth)

    def choice(self, depth, kind):
        """`if`; one side can be null."""
        first, second = self.same(kind, depth - 1), self.same(kind, depth - 1)
        type = wider(first.type, second.type)
        if self.chance(0.15):
            second = NULL
        return Node("if", (self.condition(depth - 1), first, second), type=type)

    def fallback(self, depth, kind):
        first, second = self.leaf(kind) or self.same(kind, 0), self.same(kind, depth - 1)
        return Node(self.random.choice(["??", "coalesce"]), (first, second),
                    type=wider(first.type, second.type))

    # Conditions

    def condition(self, depth=2):
        if depth > 0 and self.chance(0.45):
            return self.any_of(lambda: self.joined("and", depth), lambda: self.joined("or", depth),
                               lambda: Node("not", (self.condition(depth - 1),)))
        makers = [self.number_test, self.number_test, self.number_set, self.text_test,
                  self.text_test, self.text_set, self.null_test, self.list_test, self.list_test,
                  self.any_test, self.bool_test, self.id_test, self.like_test, self.matches_test,
                  self.date_test]
        for _ in range(20):
            made = self.random.choice(makers)()
            if made is not None:
                return made
        return self.number_test()

    def joined(self, op, depth):
        count = 2 if self.chance(0.8) else 3
        return Node(op, tuple(self.condition(depth - 1) for _ in range(count)))

    def number_test(self):
        left = self.number(1)
        right = self.number(1) if self.chance(0.3) else self.number_literal(self.samples(left))
        if self.chance(0.03):
            right = NULL
        return Node(self.random.choice(COMPARISONS), (left, right))

    def number_set(self):
        left = self.number(1)
        near = self.samples(left)
        if self.chance(0.5):
            op = self.random.choice(["between", "in range", "not in range"])
            return Node(op, (left, self.number_literal(near), self.number_literal(near)))
        some = [self.number_literal(near) for _ in range(self.random.randint(1, 4))]
        if self.chance(0.1):
            some.append(NULL)
        return Node(self.random.choice(["in", "not in"]), (left, *some))

    def typed_text(self, left):
        """A text as a person types it; `exact` before it switches folding off."""
        text = self.text_literal(left.type, self.samples(left))
        return Node("exact", (text,), type=text.type) if self.chance(0.25) else text

    def text_test(self):
        left = self.text(1)
        if left is None:
            return None
        right = self.text(0) if self.chance(0.15) else self.typed_text(left)
        choice = self.random.random()
        if choice < 0.4:
            return Node(self.random.choice(["=", "!="]), (left, right))
        if choice < 0.75:
            op = self.random.choice(TEXT_TESTS)
            return Node(self.random.choice(["", "not "]) + op, (left, self.part(right)))
        right = self.text_literal(left.type, self.samples(left))
        if not (left.type.ordered and right.type.ordered):
            return None
        if choice < 0.9:
            return Node(self.random.choice(COMPARISONS[2:]), (left, right))
        return Node("between", (left, right, self.text_literal(left.type, self.samples(left))))

    def part(self, right):
        """A piece of a typed text; of a mark that stands apart from its letter no piece is cut."""
        text = right.args[0] if right.op == "exact" else right
        if text.op != "literal" or len(text.value) < 2 or text.type.flavour == "wild":
            return right
        start = self.random.randrange(len(text.value))
        piece = literal(text.value[start:start + self.random.randint(1, 3)], text.type)
        return Node("exact", (piece,), type=text.type) if right.op == "exact" else piece

    def like_test(self):
        """open: how many characters of a text that folds `?` stands for; words alone have it."""
        left = self.plain_text()
        if left is None:
            return None
        marks = "*?" if left.type.flavour == "word" else "*"
        text = self.text_literal(left.type, self.samples(left)).value
        pattern = "".join(self.random.choice(marks) if self.chance(0.4) else c for c in text)
        pattern = literal(self.random.choice(["", "*"]) + pattern + self.random.choice(["", "*"]),
                          PHRASE)
        right = Node("exact", (pattern,), type=PHRASE) if self.chance(0.25) else pattern
        return Node(self.random.choice(["like", "not like"]), (left, right))

    def matches_test(self):
        """Expressions that mean the same to every engine."""
        words = [c for c in self.of("text") if c.type.flavour == "word"]
        if not words:
            return None
        atoms = ["a", "b", "z", "0", ".", "[a-c]", "[^a]", "\\d", "(ab|c)", "A"]
        pieces = [self.random.choice(atoms) + self.random.choice(["", "", "*", "+", "?"])
                  for _ in range(self.random.randint(1, 3))]
        pattern = self.random.choice(["", "^"]) + "".join(pieces) + self.random.choice(["", "$"])
        return Node(self.random.choice(["matches", "not matches"]),
                    (named(self.random.choice(words)),), (pattern, self.chance(0.5)))

    def date_literal(self, near=()):
        """A date stands as it is, or as the text that it is."""
        near = [v for v in near if v is not None]
        value = self.random.choice(near) if near and self.chance(0.8) else catalogues.day(
            self.random)
        return literal(value, self.random.choice([DATE, QUOTED]))

    def date_test(self):
        """A date goes with dates, and with texts in the tests of text."""
        left = self.leaf("date")
        if left is None:
            return None
        near = [v for v in self.samples(left) if not isinstance(v, (str, Decimal, bool))]
        choice = self.random.random()
        if choice < 0.4:
            return Node(self.random.choice(COMPARISONS), (left, self.date_literal(near)))
        if choice < 0.5:
            return Node("between", (left, self.date_literal(near), self.date_literal(near)))
        if choice < 0.65:
            some = [self.date_literal(near) for _ in range(self.random.randint(1, 4))]
            return Node(self.random.choice(["in", "not in"]), (left, *some))
        text = functions.written(self.date_literal(near).value)
        start = self.random.randrange(len(text))
        piece = literal(text[start:start + self.random.randint(1, 5)], WILD)
        op = self.random.choice(TEXT_TESTS)
        spelled = Node("spelled", (left,), type=WILD)
        return Node(self.random.choice(["", "not "]) + op, (spelled, piece))

    def text_set(self):
        left = self.text(1)
        if left is None:
            return None
        some = [self.typed_text(left) for _ in range(self.random.randint(1, 4))]
        if self.chance(0.1):
            some.append(NULL)
        return Node(self.random.choice(["in", "not in"]), (left, *some))

    def null_test(self):
        column = self.random.choice(self.columns)
        tests = ["is null", "is not null"]
        if column.type.kind in ("text", "list"):
            tests += ["is empty", "is not empty"]
        node = self.number(1) if self.chance(0.2) else named(column)
        test = self.random.choice(tests if node.op == "field" else tests[:2])
        return Node(test, (node,))

    def list_test(self):
        lists = self.of("list")
        if not lists:
            return None
        column = self.random.choice(lists)
        return self.list_condition(column)

    def element_of(self, column):
        """A typed value to look for among the elements."""
        node = named(column)
        if column.type.element.kind == "number":
            return self.number_literal(column.samples)
        if column.type.element.kind == "bool":
            return literal(self.chance(0.5), BOOL)
        if column.type.element.kind == "date":
            return self.date_literal(column.samples)
        return self.typed_text(Node("field", value=node.value, type=column.type.element))

    def list_condition(self, column):
        element = self.element_of(column)
        if self.chance(0.05):
            element = NULL
        if self.chance(0.4):
            return Node(self.random.choice(["contains", "not contains"]), (named(column), element))
        ordered = column.type.element.ordered and element.op == "literal" and element is not NULL
        op = self.random.choice(COMPARISONS if ordered else COMPARISONS[:2])
        return Node(self.random.choice(["any", "all", "none"]), (named(column), element), op)

    def any_test(self):
        columns = self.of("any")
        if not columns:
            return None
        left = named(self.random.choice(columns))
        if self.chance(0.4):
            return self.any_equality(left)
        if self.chance(0.5):
            return Node(self.random.choice(COMPARISONS), (left, self.number_literal(left.args)))
        right = self.text_literal(WORD, self.samples(left))
        return Node(self.random.choice(COMPARISONS), (left, right))

    def any_equality(self, left):
        """With values of another field, some of which are null; among elements and in a set too."""
        others = [named(c) for c in self.of("number", "text", "bool", "any")]
        lists = [c for c in self.of("list") if c.type.element.kind in ("number", "text")]
        if lists and self.chance(0.4):
            column = named(self.random.choice(lists))
            if self.chance(0.5):
                return Node("contains", (column, left))
            word = self.random.choice(["any", "all", "none"])
            return Node(word, (column, left), self.random.choice(COMPARISONS[:2]))
        right = self.random.choice(others)
        if self.chance(0.2):
            return Node(self.random.choice(["in", "not in"]), (left, right, NULL))
        pair = (left, right) if self.chance(0.5) else (right, left)
        return Node(self.random.choice(["=", "!="]), pair)

    def bool_test(self):
        leaf = self.leaf("bool")
        if self.chance(0.02):
            return self.bool_order(leaf)
        if leaf is None:
            return None
        if self.chance(0.4):
            return leaf
        right = literal(self.chance(0.5), BOOL) if self.chance(0.6) else (
            self.leaf("bool") if self.chance(0.5) else NULL)
        return Node(self.random.choice(["=", "!="]), (leaf, right))

    def bool_order(self, leaf):
        """Refused; one side is true or false whatever the file holds."""
        certain = literal(self.chance(0.5), BOOL) if self.chance(0.7) else self.number_test()
        other = leaf or self.number_test()
        if self.chance(0.3):
            some = (other, literal(False, BOOL), certain)
            return Node(self.random.choice(["between", "in range", "not in range"]), some)
        pair = (other, certain) if self.chance(0.7) else (certain, other)
        return Node(self.random.choice(COMPARISONS[2:]), pair)

    def id_test(self):
        """An id compares with a number by its spelling, and it does not fold."""
        ids = self.of("id")
        if not ids:
            return None
        left = named(self.random.choice(ids))
        if self.chance(0.5):
            return Node(self.random.choice(COMPARISONS), (left, self.id_literal(left)))
        some = [self.id_literal(left) for _ in range(self.random.randint(1, 3))]
        return Node(self.random.choice(["in", "not in"]), (left, *some))

    def id_literal(self, left):
        text = self.random.choice(self.samples(left) or ["7"])
        if self.chance(0.2):
            text = text.swapcase()
        is_number = re.fullmatch(r"(0|[1-9]\d*)(\.\d+)?", text) and self.chance(0.7)
        return literal(text, SPELLED if is_number else WILD)


def _changed(node, op):
    """open: the collation of letters that `upper` makes of others, such as SS of ß."""
    if op == "trim" or node.type.flavour != "word":
        return node.type if op == "trim" else WILD
    return Type("text", "phrase")


def wider(first, second):
    """The flavour that covers both."""
    order = ["word", "phrase", "wild", "small", "price", "long"]
    if first.kind == second.kind and first.flavour in order and second.flavour in order:
        return max(first, second, key=lambda t: order.index(t.flavour))
    return first
