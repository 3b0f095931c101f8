# SPDX-License-Identifier: MIT
"""Laws that hold between the answers of cq to several queries, whatever the data is.

They need no second evaluator, so they are asked of every type and text that a catalogue has.
"""
from dataclasses import dataclass
from typing import Callable

import refusals
from expressions import Expressions, named
from model import SMALL, Key, Named, Node, Query, Stage
from pipelines import Pipelines

KEEPING = ["filter", "sort", "extend", "rename"]
SHAPING = KEEPING + ["top", "limit", "show", "drop", "distinct", "count", "summarize", "group",
                     "expand", "join", "union"]


@dataclass
class Cut:
    """A query in two statements: its first stages have a name, and the last ones go on from it."""
    query: Query
    form: str
    place: int


def written(query, printer):
    """The text of a query, or of the statements that stand for it; either has one result."""
    if isinstance(query, Query):
        return printer.query(query)
    first = Query(query.query.source, query.query.stages[:query.place])
    rest = query.query.stages[query.place:]
    if query.form == "let":
        return f"let cut = {printer.query(first)}\n{printer.query(Query('cut', rest))}"
    stages = " | ".join(map(printer.stage, rest))
    return f"def cut() = | {stages}\n{printer.query(first)} | apply cut{printer.call()}"


@dataclass
class Law:
    """Queries, and what their results have to do with each other; a result is a list of lines."""
    name: str
    queries: list
    holds: Callable


def equal(first, second):
    return first == second


def parted(whole, first, second):
    """Both parts keep their order, and together they are the whole."""
    first, second = list(first), list(second)
    for line in whole:
        for part in (first, second):
            if part and part[0] == line:
                part.pop(0)
                break
        else:
            return False
    return not first and not second


def joined(whole, first, second):
    return whole == first + second


class Laws:
    """Makes instances of the laws for one catalogue."""

    def __init__(self, random, catalogue):
        self.random = random
        self.catalogue = catalogue
        self.reset()

    def reset(self):
        """A prefix of stages that keep the rows apart, and the columns after it."""
        self.maker = Pipelines(self.random, self.catalogue)
        count = self.random.choice([0, 0, 1, 2])
        self.prefix = [self.maker.stage(KEEPING) for _ in range(count)]

    def query(self, *stages):
        return Query(self.catalogue.reference, tuple(self.prefix) + stages)

    def expressions(self):
        return Expressions(self.random, self.maker.columns)

    def condition(self):
        return self.expressions().condition(self.random.choice([0, 1, 2]))

    def all(self, count):
        makers = [self.negation, self.conjunction, self.disjunction, self.cut, self.top, self.page,
                  self.counting, self.distinct, self.range, self.set, self.stability,
                  self.replacement, self.first_of_group, self.naming]
        made = []
        while len(made) < count:
            self.reset()
            law = self.random.choice(makers)()
            if law is not None and not any(map(_is_refused, law.queries)):
                made.append(law)
        return made

    def negation(self):
        condition = self.condition()
        return Law("a filter and its negation part the rows", [
            self.query(), self.query(_filter(condition)),
            self.query(_filter(Node("not", (condition,))))], parted)

    def conjunction(self):
        one, other = self.condition(), self.condition()
        return Law("`and` is a filter after a filter", [
            self.query(_filter(Node("and", (one, other)))),
            self.query(_filter(one), _filter(other))], equal)

    def disjunction(self):
        one, other = self.condition(), self.condition()
        rest = Node("and", (Node("not", (one,)), other))
        return Law("`or` is the one, and the other without it", [
            self.query(_filter(Node("or", (one, other)))),
            self.query(_filter(one)), self.query(_filter(rest))], parted)

    def cut(self):
        count = self.random.choice([0, 1, 3, 10, 1000])
        return Law("`limit` and `skip` cut the rows in two", [
            self.query(), self.query(Stage("limit", {"count": count})),
            self.query(Stage("skip", {"count": count}))], joined)

    def top(self):
        key, count = self.maker.key(), self.random.choice([0, 1, 3, 10])
        sorting = Key(key.expression, key.descending is not False, key.nulls_first)
        return Law("`top` is `sort` and `limit`", [
            self.query(Stage("top", {"count": count, "keys": [key]})),
            self.query(Stage("sort", {"keys": [sorting]}), Stage("limit", {"count": count})),
        ], equal)

    def page(self):
        number, size = self.random.randint(1, 4), self.random.randint(1, 5)
        return Law("`page` is `skip` and `limit`", [
            self.query(Stage("page", {"number": number, "size": size})),
            self.query(Stage("skip", {"count": (number - 1) * size}),
                       Stage("limit", {"count": size}))], equal)

    def counting(self):
        keys = self.maker.group_keys()
        counted = Named("count", Node("aggregate", value="count", type=SMALL), SMALL)
        by_count = Key(Node("field", value="count", type=SMALL), True)
        return Law("`count by` is `summarize` and `sort`", [
            self.query(Stage("count", {"by": keys})),
            self.query(Stage("summarize", {"aggregates": [counted], "by": keys}),
                       Stage("sort", {"keys": [by_count]}))], equal)

    def distinct(self):
        names = [c.name for c in self.maker.pick()]
        one = Stage("limit", {"count": 1})
        return Law("`distinct` is the first row of each group", [
            self.query(Stage("distinct", {"names": names})),
            self.query(Stage("group", {"names": names, "stages": [one]}), _show(names))], equal)

    def range(self):
        left = self.expressions().number(1)
        low, high = (self.expressions().number_literal() for _ in range(2))
        both = Node("and", (Node(">=", (left, low)), Node("<=", (left, high))))
        return Law("`between` is two comparisons", [
            self.query(_filter(Node("between", (left, low, high)))),
            self.query(_filter(both))], equal)

    def set(self):
        left = self.expressions().text(1)
        if left is None:
            return None
        items = [self.expressions().typed_text(left) for _ in range(3)]
        either = Node("or", tuple(Node("=", (left, item)) for item in items))
        return Law("`in` is one of several equalities", [
            self.query(_filter(Node("in", (left, *items)))), self.query(_filter(either))], equal)

    def stability(self):
        """Rows with equal keys stand in the order of the file; the column `nr` tells it."""
        self.prefix = []
        if self.catalogue.columns[0].name != "nr":
            return None
        self.maker = Pipelines(self.random, self.catalogue)
        key = self.maker.key()
        shown = Stage("show", {"columns": [Named("k0", key.expression), Named("nr")]})
        return Law("`sort` keeps the order of rows with equal keys", [
            self.query(Stage("sort", {"keys": [key]}), shown)], is_stable)

    def replacement(self):
        """What `extend` adds and `drop` takes away again was never there."""
        expression = self.expressions().value()
        column = Named("k0", expression, expression.type)
        return Law("`extend` and `drop` change nothing", [
            self.query(), self.query(Stage("extend", {"columns": [column]}),
                                     Stage("drop", {"names": ["k0"]}))], equal)

    def naming(self):
        """A view or a `def` is what it stands for."""
        stages = [self.maker.stage(SHAPING) for _ in range(self.random.choice([1, 2, 3]))]
        whole = self.query(*stages)
        place = self.random.randint(0, len(whole.stages) - 1)
        form = self.random.choice(["let", "def"])
        return Law(f"`{form}` changes nothing", [whole, Cut(whole, form, place)], equal)

    def first_of_group(self):
        column = self.random.choice(self.maker.columns)
        first = Named("k0", Node("aggregate", (named(column),), "count", SMALL), SMALL)
        present = _filter(Node("is not null", (named(column),)))
        counted = Named("k0", Node("aggregate", value="count", type=SMALL), SMALL)
        return Law("`count(x)` counts the rows that have x", [
            self.query(Stage("summarize", {"aggregates": [first], "by": []})),
            self.query(present, Stage("summarize", {"aggregates": [counted], "by": []}))], equal)


def _is_refused(query):
    return refusals.code(query.query if isinstance(query, Cut) else query) is not None


def is_stable(lines):
    """Each line is `{"k0":KEY,"nr":NUMBER}`; the numbers rise while the key is the same."""
    previous = None
    for line in lines:
        key, _, number = line.rstrip(",}").rpartition(',"nr":')
        if previous and previous[0] == key and previous[1] >= int(number):
            return False
        previous = (key, int(number))
    return True


def _filter(condition):
    return Stage("filter", {"condition": condition})


def _show(names):
    return Stage("show", {"columns": [Named(name) for name in names]})


def lines(text):
    """The rows of a JSON result, one a line."""
    return [line.strip().rstrip(",") for line in text.split("\n")[1:-2]]
