# SPDX-License-Identifier: MIT
"""Writes expressions and pipelines as cq text, in one of the many ways in which they can be typed.

Brackets stand where the precedence of Grammar/cq.ebnf needs them and at some other places; words,
quotes, numbers and line breaks vary. So the parser is judged along with the evaluator.
"""
import random as chances
import re
from decimal import Decimal

import arithmetic
import functions

OR, AND, NOT, TEST, FALLBACK, SUM, PRODUCT, UNARY, POSTFIX = range(1, 10)
RESERVED = set("and or not in is between contains starts ends like matches any all none if then "
               "else true false null exact".split())
LEVELS = {"if": 0, "or": OR, "and": AND, "not": NOT, "??": FALLBACK, "+": SUM, "-": SUM,
          "*": PRODUCT, "/": PRODUCT, "%": PRODUCT, "negate": UNARY}
PRIMARY = {"literal", "field", "member", "index", "qualified", "template", "spelled"}
AFTER_VALUES = {"asc", "desc", "nulls", "by", "as", "on", "size"}
CALLS = {"abs", "round", "floor", "ceil", "len", "count", "lower", "upper", "title", "trim",
         "coalesce", "split", "join", "replace", "sqrt", "exp", "ln", "log", "power", "number",
         "int", "text", "date", "substring", "slice", "reverse", "sorted", "unique", "start_of",
         "extract", "replace pattern", "split pattern", "row_number", "rank", "share", "fill",
         "previous", *functions.PARTS}


def name(text):
    """A name, in backticks where it needs them."""
    plain = re.fullmatch(r"[^\W\d]\w*", text)
    return text if plain and text.lower() not in RESERVED else f"`{text}`"


def quoted(text, mark='"'):
    """A text of the language: the escapes are those of JSON and \\'."""
    escapes = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", mark: "\\" + mark}
    return mark + "".join(
        escapes.get(c) or (f"\\u{ord(c):04x}" if ord(c) < 32 else c) for c in text) + mark


class Printer:
    """Prints with the liberties that a seed chooses; without one, always in the same plain way."""

    def __init__(self, seed=None, values=None):
        self.random = None if seed is None else chances.Random(seed)
        self.values = values or {}
        # The quotes of the template around what is printed.
        self.around = None

    def chance(self, probability):
        return self.random is not None and self.random.random() < probability

    def word(self, text):
        return text.upper() if self.chance(0.02) else text

    def quoted(self, text, mark='"'):
        """A text in quotes; within a template in the other kind, and those of it are escaped."""
        if self.around is None:
            return quoted(text, mark)
        other = {'"': "'", "'": '"'}[self.around]
        return quoted(text, other).replace(self.around, "\\" + self.around)

    def expression(self, node, level=0):
        own = self.level(node)
        text = self.body(node)
        return f"({text})" if own < level or (own < POSTFIX and self.chance(0.05)) else text

    def level(self, node):
        if node.op == "literal" and _is_negative(node.value):
            return UNARY
        if node.op in CALLS or node.op in PRIMARY or node.op.startswith("list "):
            return POSTFIX
        return LEVELS.get(node.op, TEST)

    def body(self, node):
        op, args = node.op, node.args
        if op == "literal" and node.type.flavour == "spelled":
            return node.value
        if op == "literal" and node.type.kind == "date":
            return self.date(node)
        if op == "literal":
            return self.literal(node.value)
        if op == "spelled":
            return self.body(args[0])
        if op == "field":
            return name(node.value)
        if op == "qualified":
            return ".".join(map(name, node.value[:2]))
        if op == "template":
            return self.template(node)
        if op == "member":
            return f"{name(args[0].value)}.{name(node.value)}"
        if op == "index":
            return f"{self.expression(args[0], POSTFIX)}[{arithmetic.text(args[1].value)}]"
        if op == "round" and len(args) == 2:
            return f"round({self.expression(args[0])}, {arithmetic.text(args[1].value)})"
        if op.startswith("list "):
            rest = f", {arithmetic.text(node.value)}" if node.value is not None else ""
            return f"{op.removeprefix('list ')}({self.expression(args[0])}{rest})"
        if op in ("substring", "slice"):
            # Whole numbers, which `100%` is not.
            rest = [arithmetic.text(argument.value) for argument in args[1:]]
            return f"{op}({', '.join([self.expression(args[0])] + rest)})"
        if op in CALLS and node.value is not None:
            return self.special_call(node)
        if op in CALLS:
            return f"{self.word(op)}({', '.join(map(self.expression, args))})"
        if op == "if":
            condition, first, second = map(self.expression, args)
            return (f"{self.word('if')} {condition} {self.word('then')} {first} "
                    f"{self.word('else')} {second}")
        return self.operator(node)

    def date(self, node):
        text = functions.written(node.value)
        return self.quoted(text) if node.type.flavour == "quoted" else text

    def special_call(self, node):
        """One whose further arguments have to be known: a unit, a direction, a pattern."""
        op, value = node.op, node.value
        if isinstance(value, str):
            rest = self.quoted(value)
        else:
            pattern, folds, *others = value
            rest = ", ".join([f"/{pattern}/{'i' if folds else ''}"] + [
                self.quoted(other) if isinstance(other, str) else str(other)
                for other in others if other is not None])
        return f"{op.removesuffix(' pattern')}({self.expression(node.args[0])}, {rest})"

    def template(self, node):
        mark = "'" if self.chance(0.2) else '"'
        texts = [quoted(text, mark)[1:-1].replace("{", "{{").replace("}", "}}")
                 for text in node.value]
        self.around = mark
        values = [f"{{{self.expression(value)}}}" for value in node.args] + [""]
        self.around = None
        return "f" + mark + "".join(text + value for text, value in zip(texts, values)) + mark

    def operator(self, node):
        op, args = node.op, node.args
        if op in ("or", "and"):
            inner = LEVELS[op] + 1
            return f" {self.word(op)} ".join(self.expression(a, inner) for a in args)
        if op == "not":
            return f"{self.word('not')} {self.expression(args[0], NOT)}"
        if op == "negate":
            return f"- {self.expression(args[0], UNARY)}"
        if op in LEVELS:
            left, right = self.expression(args[0], LEVELS[op]), self.right(node)
            space = "" if op == "+" and self.chance(0.1) else " "
            return f"{left}{space}{op}{space}{right}"
        return self.test(node)

    def right(self, node):
        """open: whether a sign or such a word after `5 %` is a value; it is put in brackets."""
        right = self.expression(node.args[1], LEVELS[node.op] + 1)
        word = re.match(r"\w*", right).group()
        is_open = node.op == "%" and (right.startswith("-") or word in AFTER_VALUES)
        return f"({right})" if is_open else right

    def operand(self, node):
        if node.op == "exact":
            return f"{self.word('exact')} {self.expression(node.args[0], FALLBACK)}"
        return self.expression(node, FALLBACK)

    def test(self, node):
        op, left, rest = node.op, node.args[0], node.args[1:]
        if op in ("any", "all", "none"):
            return f"{self.word(op)} {self.listed(left)} {node.value} {self.operand(rest[0])}"
        subject = self.operand(left)
        if op.startswith("is "):
            return f"{subject} {self.word(op)}"
        if op.endswith("matches"):
            expression, folds = node.value
            return f"{subject} {op} /{expression}/{'i' if folds else ''}"
        if op == "between":
            return f"{subject} between {self.operand(rest[0])} and {self.operand(rest[1])}"
        if op in ("in range", "not in range"):
            return f"{subject} {op.removesuffix(' range')} {self.range(*rest)}"
        if op in ("in", "not in"):
            return f"{subject} {op} ({', '.join(map(self.operand, rest))})"
        written = "==" if op == "=" and self.chance(0.1) else op
        return f"{subject} {written} {self.operand(rest[0])}"

    def range(self, first, last):
        if self.chance(0.2):
            return f"({self.operand(first)})..{self.operand(last)}"
        return f"{self.operand(first)}..{self.operand(last)}"

    def listed(self, node):
        """open: a field called as a word that may stand behind a key; it is put in brackets."""
        text = self.expression(node, POSTFIX)
        return f"({text})" if self.chance(0.2) or text in ("asc", "desc", "nulls") else text

    def literal(self, value):
        named = self.values.get((type(value), value))
        if named and self.chance(0.5):
            return "$" + named
        if value is None or isinstance(value, bool):
            return self.word({None: "null", True: "true", False: "false"}[value])
        if isinstance(value, str):
            return self.quoted(value, "'" if self.chance(0.3) else '"')
        plain = arithmetic.text(value)
        if self.chance(0.05) and "." not in plain:
            return plain + ".0"
        if self.chance(0.05) and "." not in plain and len(plain) > 4 and plain[0] != "-":
            return f"{int(plain):_}"
        if self.chance(0.05) and "." not in plain and 0 <= value < 10 ** 9:
            return f"({plain}00%)" if plain != "0" else "(0%)"
        return plain

    # Stages

    def query(self, query):
        stages = [f"from {query.source}"] + [self.stage(stage) for stage in query.stages]
        text = stages[0]
        for stage in stages[1:]:
            text += self.bar() + stage
        return text

    def call(self):
        """The brackets of a call without arguments may be left out."""
        return "()" if self.chance(0.5) else ""

    def bar(self):
        if self.chance(0.04):
            return "\n  | "
        return "\n\n  # A comment. | limit 1\n| " if self.chance(0.01) else " | "

    def stage(self, stage):
        return getattr(self, "stage_" + stage.word.replace(" ", "_"))(stage)

    def keys(self, keys):
        return ", ".join(map(self.key, keys))

    def key(self, key):
        text = self.expression(key.expression)
        if key.descending is not None:
            text += " desc" if key.descending else " asc"
        if key.nulls_first is not None:
            text += " nulls first" if key.nulls_first else " nulls last"
        return text

    def column(self, column):
        if column.expression is None:
            return name(column.name)
        if column.expression.op == "member" and column.name == _path(column.expression):
            return self.expression(column.expression)
        return f"{name(column.spelling or column.name)} = {self.expression(column.expression)}"

    def columns(self, columns):
        return ", ".join(map(self.column, columns))

    def stage_filter(self, stage):
        return f"{self.word('filter')} {self.expression(stage.condition)}"

    def stage_search(self, stage):
        fields = f" in {', '.join(map(name, stage.fields))}" if stage.fields else ""
        return f"search {quoted(stage.text)}{fields}"

    def stage_sort(self, stage):
        return f"sort by {self.keys(stage.keys)}"

    def stage_top(self, stage):
        return f"top {stage.count} by {self.keys(stage.keys)}"

    def stage_limit(self, stage):
        return f"limit {stage.count}"

    def stage_skip(self, stage):
        return f"skip {stage.count}"

    def stage_page(self, stage):
        return f"page {stage.number}" + (f" size {stage.size}" if stage.size else "")

    def stage_sample(self, stage):
        return f"sample {stage.count} seed {stage.seed}"

    def stage_show(self, stage):
        return f"show {self.columns(stage.columns) if stage.columns else 'all'}"

    def stage_extend(self, stage):
        return f"extend {self.columns(stage.columns)}"

    def stage_rename(self, stage):
        return "rename " + ", ".join(f"{name(a)} as {name(b)}" for a, b in stage.names)

    def stage_drop(self, stage):
        return f"drop {', '.join(map(name, stage.names))}"

    def stage_distinct(self, stage):
        return " ".join(["distinct", ", ".join(map(name, stage.names))]).strip()

    def stage_count(self, stage):
        return f"count by {self.columns(stage.by)}" if stage.by else "count"

    def stage_summarize(self, stage):
        by = f" by {self.columns(stage.by)}" if stage.by else ""
        return f"summarize {', '.join(map(self.aggregate, stage.aggregates))}{by}"

    def aggregate(self, named):
        text = self.aggregation(named.expression)
        return text if named.name == own_name(named.expression) and not self.chance(0.1) \
            else f"{name(named.name)} = {text}"

    def aggregation(self, node):
        if node.op == "aggregate":
            return f"{node.value}({', '.join(map(self.expression, node.args))})"
        if node.op in LEVELS:
            left, right = map(self.aggregation, node.args)
            return f"({left}) {node.op} ({right})"
        return self.expression(node)

    def stage_group(self, stage):
        inner = " | ".join(map(self.stage, stage.stages))
        return f"group by {', '.join(map(name, stage.names))} ({inner})"

    def stage_expand(self, stage):
        return f"expand {name(stage.name)}"

    def stage_join(self, stage):
        side = " left" if stage.is_left else ""
        return f"join{side} {stage.source} on {self.expression(stage.condition)}"

    def stage_union(self, stage):
        return f"union {stage.source}"

    def stage_assert(self, stage):
        return f'assert {self.expression(stage.condition)}, "it does not hold"'

    def stage_expect(self, stage):
        return f"expect {stage.text}"


def own_name(node):
    """The name of a call that names itself: `avg(rooms)` is `avg_rooms`, `count()` is `count`."""
    if node.op != "aggregate" or any(
            argument.op != "field" or "." in argument.value for argument in node.args):
        # open: the name of a call with more than a field, such as `percentile(x, 90)`.
        return None
    return "_".join([node.value] + [argument.value for argument in node.args])


def preamble(catalogue):
    """The first lines of a script: the views and the values that its queries name."""
    printer = Printer()
    lines = [f"let {view.name} = {printer.query(view.query)}" for view in catalogue.views.values()]
    lines += [f"let {named} = {printer.literal(value)}"
              for (_, value), named in catalogue.values.items()]
    return "".join(line + "\n" for line in lines)


def _path(member):
    return f"{member.args[0].value}.{member.value}"


def _is_negative(value):
    return isinstance(value, Decimal) and value < 0
