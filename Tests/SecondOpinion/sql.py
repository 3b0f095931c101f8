# SPDX-License-Identifier: MIT
"""Translates pipelines to SQL where both languages can say the same, for SQLite and DuckDB.

SQL knows three truth values and no order of rows. So each comparison is closed with `coalesce` or
`is not distinct from`, and each relation carries the position of its rows in the column `_n`.
Not translated: folding, the root collation, division and rounding, values of no certain type.
"""
from dataclasses import dataclass

import arithmetic
from model import Type

TRUE, FALSE = "true", "false"
LARGEST = 10 ** 17


class Untranslatable(Exception):
    """The pipeline leaves the common subset."""


@dataclass
class Value:
    """The SQL of an expression; of a number also its largest size and its places."""
    sql: str
    type: Type
    bound: int = 0
    places: int = 0


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def text_literal(text):
    return "'" + text.replace("'", "''") + "'"


def require(condition):
    if not condition:
        raise Untranslatable


def is_plain(text):
    """Whether folding changes nothing but the case of A to Z."""
    return text.isascii() and (text == "" or text.isalnum())


class Expressions:
    """Expressions over columns, in the words of one database."""

    def __init__(self, columns, is_duckdb):
        self.columns = columns
        self.is_duckdb = is_duckdb

    # Values

    def value(self, node):
        method = self.METHODS.get(node.op)
        if method:
            return method(self, node)
        return Value(self.condition(node), node.type)

    def field(self, node):
        column = self.columns[node.value]
        return Value(quoted(node.value), column.type, column.bound, column.places)

    def qualified(self, node):
        name = node.value[-1]
        column = self.columns[name]
        return Value(quoted(name), column.type, column.bound, column.places)

    def literal(self, node):
        value = node.value
        require(value is not None)
        if isinstance(value, bool):
            return Value(TRUE if value else FALSE, node.type)
        if isinstance(value, str):
            require("\0" not in value)
            return Value(text_literal(value), node.type)
        plain = arithmetic.text(value)
        places = len(plain.partition(".")[2])
        require(self.is_duckdb or not places)
        bound = int(abs(value)) + 1
        require(bound < LARGEST and places <= 4)
        sql = f"cast('{plain}' as decimal(22,{places}))" if places else plain
        return Value(f"({sql})", Type("number", "small"), bound, places)

    def number(self, sql, bound, places=0):
        require(bound < LARGEST)
        return Value(sql, Type("number", "small"), bound, places)

    def numbers(self, node):
        values = [self.value(argument) for argument in node.args]
        require(all(v.type.kind == "number" for v in values))
        return values

    def sum(self, node):
        left, right = self.numbers(node)
        return self.number(f"({left.sql} {node.op} {right.sql})", left.bound + right.bound,
                           max(left.places, right.places))

    def product(self, node):
        left, right = self.numbers(node)
        require(not left.places and not right.places)
        bound = left.bound * right.bound if node.op == "*" else left.bound
        return self.number(f"({left.sql} {node.op} {right.sql})", bound)

    def sign(self, node):
        [only] = self.numbers(node)
        function = "abs" if node.op == "abs" else "-"
        return Value(f"({function}({only.sql}))", only.type, only.bound, only.places)

    def length(self, node):
        only = self.value(node.args[0])
        if only.type.kind == "list":
            return self.number(f"len({only.sql})", 1000)
        function = "length_grapheme" if self.is_duckdb else "length"
        require(self.is_duckdb or only.type.flavour != "wild")
        return self.number(f"{function}({only.sql})", 1000)

    def cased(self, node):
        only = self.value(node.args[0])
        require(only.type.flavour == "word" and only.type.kind == "text")
        return Value(f"{node.op}({only.sql})", Type("text", "phrase"))

    def fallback(self, node):
        values = [self.value(argument) for argument in node.args]
        return self.union(f"coalesce({', '.join(v.sql for v in values)})", values)

    def choice(self, node):
        first, second = self.value(node.args[1]), self.value(node.args[2])
        condition = self.condition(node.args[0])
        return self.union(f"(case when {condition} then {first.sql} else {second.sql} end)",
                          [first, second])

    def union(self, sql, values):
        """A value that can be any of several; texts keep a flavour that covers all."""
        first = values[0]
        require(all(v.type.kind == first.type.kind for v in values))
        require(first.type.kind != "list")
        same = all(v.type == first.type for v in values)
        type = first.type if same or first.type.kind != "text" else Type("text", "wild")
        return Value(sql, type, max(v.bound for v in values), max(v.places for v in values))

    def index(self, node):
        items, position = self.value(node.args[0]), int(node.args[1].value)
        element = items.type.element
        sql = f"{items.sql}[{position + 1}]" if position >= 0 else "null"
        require(position >= 0 and element is not None)
        return Value(f"({sql})", element, items.bound, items.places)

    # Conditions

    def condition(self, node):
        """SQL that is true or false, never null."""
        method = self.CONDITIONS.get(node.op)
        if method:
            return method(self, node)
        require(node.op in self.METHODS)
        value = self.value(node)
        require(value.type.kind == "bool")
        return f"coalesce({value.sql}, false)"

    def joined(self, node):
        return "(" + f" {node.op} ".join(map(self.condition, node.args)) + ")"

    def negation(self, node):
        return f"(not {self.condition(node.args[0])})"

    def operand(self, node, left):
        """The right side of a test; a text that folds is taken where folding is lowering."""
        inner = node.args[0] if node.op == "exact" else node
        value = self.value(inner)
        require(value.type.kind == left.type.kind)
        if value.type.kind == "text" and node.op == "literal":
            require(left.type.flavour == "word" and is_plain(node.value))
            return Value(text_literal(node.value.lower()), value.type)
        return value

    def comparison(self, node):
        require(node.args[0].op != "literal" or node.args[0].type.kind != "text")
        left = self.value(node.args[0])
        if node.value == "partners" and node.op == "=":
            require(left.type.kind in ("number", "text"))
            return f"coalesce({left.sql} = {self.operand(node.args[1], left).sql}, false)"
        if node.op in ("=", "!="):
            return self.equality(left, node.args[1], node.op)
        right = self.value(node.args[1])
        return self.order(left, node.op, right, node.args[1])

    def equality(self, left, node, op="="):
        if node.op == "literal" and node.value is None:
            return f"({left.sql} is {'not ' if op == '!=' else ''}null)"
        require(left.type.kind in ("number", "text", "bool"))
        word = "is distinct from" if op == "!=" else "is not distinct from"
        return f"({left.sql} {word} {self.operand(node, left).sql})"

    def order(self, left, op, right, node):
        """Of texts only those whose collation is the order of their characters."""
        require(left.type.kind == right.type.kind and left.type.kind in ("number", "text"))
        if left.type.kind == "text":
            require(left.type.flavour == "word")
            is_word = node.op == "literal" and is_plain(node.value)
            is_word = is_word and node.value.lower() == node.value
            is_field = node.op in ("field", "qualified")
            require(is_word or (is_field and right.type.flavour == "word"))
        return f"coalesce({left.sql} {op} {right.sql}, false)"

    def within(self, node):
        left, low, high = [self.value(argument) for argument in node.args]
        inside = (f"({self.order(left, '>=', low, node.args[1])} and "
                  f"{self.order(left, '<=', high, node.args[2])})")
        return f"(not {inside})" if node.op.startswith("not") else inside

    def among(self, node):
        left = self.value(node.args[0])
        found = " or ".join(self.equality(left, item) for item in node.args[1:])
        return f"(not ({found}))" if node.op == "not in" else f"({found})"

    def null_test(self, node):
        value = self.value(node.args[0])
        found = f"({value.sql} is null)"
        if node.op.endswith("empty"):
            require(value.type.kind in ("list", "text"))
            empty = f"len({value.sql}) = 0" if value.type.kind == "list" else f"{value.sql} = ''"
            found = f"({value.sql} is null or {empty})"
        return f"(not {found})" if " not " in node.op else found

    def part(self, node):
        left = self.value(node.args[0])
        if left.type.kind == "list":
            found = self.element_test(node, left)
        else:
            found = self.text_part(node, left, self.operand(node.args[1], left).sql)
        return f"(not {found})" if node.op.startswith("not ") else found

    def text_part(self, node, left, part):
        test = node.op.removeprefix("not ")
        if self.is_duckdb:
            function = test.replace("s with", "s_with")
            return f"coalesce({function}({left.sql}, {part}), false)"
        if test == "contains":
            return f"coalesce(instr({left.sql}, {part}) > 0, false)"
        start = "1" if test == "starts with" else f"length({left.sql}) - length({part}) + 1"
        return (f"coalesce(length({part}) <= length({left.sql}) and "
                f"substr({left.sql}, {start}, length({part})) = {part}, false)")

    def element_test(self, node, left):
        require(self.is_duckdb)
        element = Value("e", left.type.element, left.bound, left.places)
        return self.counted(left, self.equality(element, node.args[1])) + " > 0"

    def counted(self, items, condition):
        return f"coalesce(len(list_filter({items.sql}, lambda e: {condition})), 0)"

    def quantified(self, node):
        require(self.is_duckdb)
        items = self.value(node.args[0])
        element = Value("e", items.type.element, items.bound, items.places)
        if node.value in ("=", "!="):
            test = self.equality(element, node.args[1], node.value)
        else:
            test = self.order(element, node.value, self.value(node.args[1]), node.args[1])
        count = self.counted(items, test)
        tests = {"any": f"{count} > 0", "none": f"{count} = 0",
                 "all": f"{count} = len({items.sql})"}
        return f"coalesce({items.sql} is not null and {tests[node.op]}, false)"


def _refuse(self, node):
    raise Untranslatable


_E = Expressions
Expressions.METHODS = {
    "field": _E.field, "qualified": _E.qualified, "literal": _E.literal,
    "+": _E.sum, "-": _E.sum, "*": _E.product, "%": _E.product, "negate": _E.sign,
    "abs": _E.sign, "len": _E.length, "count": _E.length,
    "lower": _E.cased, "upper": _E.cased, "??": _E.fallback, "coalesce": _E.fallback,
    "if": _E.choice, "index": _E.index,
} | {op: _refuse for op in ("/", "round", "trim", "member")}

Expressions.CONDITIONS = {
    "and": _E.joined, "or": _E.joined, "not": _E.negation, "between": _E.within,
    "in range": _E.within, "not in range": _E.within, "in": _E.among, "not in": _E.among,
    "any": _E.quantified, "all": _E.quantified, "none": _E.quantified,
} | {op: _E.comparison for op in ("=", "!=", "<", "<=", ">", ">=")
} | {f"is {negation}{what}": _E.null_test for what in ("null", "empty") for negation in ("", "not ")
} | {negation + op: _E.part for op in ("contains", "starts with", "ends with")
     for negation in ("", "not ")}
