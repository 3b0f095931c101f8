# SPDX-License-Identifier: MIT
"""Generated calls of functions, whose arguments are fields and small numbers.

open: what a function of null and of a calculation that overflows is; so no argument calculates.
"""
from decimal import Decimal

import functions
from model import DATE, PRICE, SMALL, WILD, Node, list_of

REALS = ["sqrt", "exp", "ln", "log"]
ATOMS = ["a", "b", "z", "0", ".", "[a-c]", "[^a]", "\\d", "(ab|c)", "(a)(b)?", "A"]


def _number(value):
    return Node("literal", value=Decimal(value), type=SMALL)


def _named(column):
    return Node("field", value=column.name, type=column.type)


class Calls:
    """The part of `Expressions` that calls functions; each gives None where no field fits."""

    def field_of(self, fits):
        """A field of a type that fits."""
        columns = [column for column in self.columns if fits(column.type)]
        return _named(self.random.choice(columns)) if columns else None

    def call(self, op, field, *others, type, value=None):
        return None if field is None else Node(op, (field, *others), value, type)

    # Numbers

    def called_number(self):
        return self.any_of(self.real, self.real, self.power, self.cast_number, self.date_part,
                           self.date_part, self.aggregated_list)

    def plain_number(self):
        """A number of few digits; of long ones other libraries know no roots."""
        return self.field_of(lambda t: t.kind == "number" and t.flavour in ("small", "price"))

    def real(self):
        op = self.random.choice(REALS)
        base = [_number(self.random.choice([2, 3, 10]))] if op == "log" and self.chance(0.5) else []
        return self.call(op, self.plain_number(), *base, type=PRICE)

    def power(self):
        """open: powers that are nearly half of the last digit; whole exponents are exact."""
        exponent = _number(self.random.choice([-3, -1, 0, 1, 2, 3, 7]))
        return self.call("power", self.plain_number(), exponent, type=PRICE)

    def cast_number(self):
        """A text whose like holds numbers, or a value of any type."""
        field = self.field_of(lambda t: t.kind == "any" or (
            t.kind == "text" and t.flavour in ("word", "wild", "dated")))
        return self.call(self.random.choice(["number", "int"]), field, type=PRICE)

    def date_part(self):
        return self.call(self.random.choice(functions.PARTS), self.date(), type=SMALL)

    def aggregated_list(self):
        field = self.field_of(lambda t: t.kind == "list" and t.element.kind == "number")
        name = self.random.choice(
            ["sum", "min", "max", "avg", "variance", "stddev", "percentile"])
        share = Decimal(self.random.choice([0, 10, 50, 75, 100])) if name == "percentile" else None
        return self.call("list " + name, field, type=PRICE, value=share)

    # Dates

    def date(self):
        field = self.field_of(lambda t: t.kind == "date" or t.flavour == "dated")
        moment = self.call("date", field, type=DATE)
        if moment is None or self.chance(0.6):
            return moment
        return self.call("start_of", moment, type=DATE, value=self.random.choice(functions.UNITS))

    # Texts

    def called_text(self):
        return self.any_of(self.substring, self.substring, self.reversed_text, self.cast_text,
                           self.extract, self.pattern_replace, self.date_text, self.title)

    def title(self):
        """open: where a word begins beside other signs; so of single words."""
        return self.call("title", self.word_field(), type=WILD)

    def date_text(self):
        """A part of a date, as it is written."""
        field = self.field_of(lambda t: t.kind == "date")
        spelled = field and Node("spelled", (field,), type=WILD)
        return self.call("substring", spelled, *self.bounds(), type=WILD)

    def word_field(self):
        return self.field_of(lambda t: t.kind == "text" and t.flavour == "word")

    def bounds(self):
        start = _number(self.random.choice([-9, -2, -1, 0, 0, 1, 2, 9]))
        return [start, _number(self.random.choice([-1, 0, 1, 2, 9]))][:self.random.choice([1, 2])]

    def substring(self):
        return self.call("substring", self.plain_text(), *self.bounds(), type=WILD)

    def reversed_text(self):
        return self.call("reverse", self.plain_text(), type=WILD)

    def cast_text(self):
        field = self.field_of(lambda t: t.kind in ("number", "bool", "date"))
        return self.call("text", field, type=WILD)

    def pattern(self, may_be_empty):
        """One that means the same to every engine; matches of nothing are counted otherwise."""
        marks = ["", "", "+"] + (["*", "?"] if may_be_empty else [])
        atoms = [self.random.choice(ATOMS) for _ in range(self.random.randint(1, 2))]
        # Nothing repeats what may be missing already.
        return "".join(atom if atom.endswith("?") else atom + self.random.choice(marks)
                       for atom in atoms)

    def extract(self):
        pattern = self.pattern(may_be_empty=True)
        group = self.random.choice([None, None, 0] + ([1] if "(" in pattern else []))
        return self.call("extract", self.word_field(), type=WILD,
                         value=(pattern, self.chance(0.3), group))

    def pattern_replace(self):
        pattern = self.pattern(may_be_empty=False)
        new = self.random.choice(["", "-", "<$0>", "$$", "$0$0"] + (["[$1]"] * 2 if "(" in pattern
                                                                    else []))
        return self.call("replace pattern", self.word_field(), type=WILD,
                         value=(pattern, self.chance(0.3), new))

    # Lists

    def called_list(self):
        if self.chance(0.25):
            return self.call("split pattern", self.word_field(), type=list_of(WILD),
                             value=(self.pattern(may_be_empty=False), self.chance(0.3)))
        field = self.field_of(
            lambda t: t.kind == "list" and t.element.kind in ("number", "text", "date"))
        if field is None:
            return None
        makers = ["slice", "reverse", "unique"] + (["sorted"] if field.type.element.ordered else [])
        op = self.random.choice(makers)
        bounds = self.bounds() if op == "slice" else []
        return self.call(op, field, *bounds, type=field.type)

    # Functions of the rows

    def of_rows(self):
        """They stand alone, for they are of all rows."""
        op = self.random.choice(["row_number", "rank", "rank", "share", "fill", "previous"])
        if op == "row_number":
            return Node(op, type=SMALL)
        if op == "rank":
            field = self.field_of(lambda t: t.ordered and t.kind != "bool")
            return self.call(op, field, type=SMALL, value=self.random.choice([None, "desc"]))
        if op == "share":
            return self.call(op, self.plain_number(), type=PRICE)
        field = self.field_of(lambda t: t.kind in ("number", "text", "bool", "date"))
        return field and Node(op, (field,), type=field.type)
