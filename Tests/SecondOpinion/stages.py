# SPDX-License-Identifier: MIT
"""The rows of a pipeline, stage by stage, as Documentation/Language.md says; plain and slow."""
from dataclasses import dataclass
from decimal import Decimal

import arithmetic
import characters
import functions
import refusals
from arithmetic import Overflow
from model import Node
from naive import FAULT, Evaluator, identity, needed, order_key

CUTS = {"limit", "skip", "page", "top", "sample"}


class CheckFailed(Exception):
    """`assert` or `expect` is false."""

    def __init__(self, code):
        self.code = code


@dataclass
class Relation:
    """Rows and their fields in order; `visible` are those that `show` chose, None for all."""
    fields: list
    visible: list | None
    rows: list

    @property
    def shown(self):
        return self.fields if self.visible is None else self.visible

    def with_rows(self, rows):
        return Relation(self.fields, self.visible, rows)

    def adding(self, names):
        fields = self.fields + [n for n in names if n not in self.fields]
        visible = self.visible
        if visible is not None:
            visible = visible + [n for n in names if n not in visible]
        return Relation(fields, visible, self.rows)


@dataclass
class Answer:
    """What a query gives: columns and rows, nothing at all (`expect`), or an error's code.

    `tolerated` are codes that the documents allow beside that: of a calculation whose value nobody
    needs. An answer is `open` where a limit may or may not keep a fault from being reached.
    """
    columns: list | None = None
    rows: list | None = None
    code: str | None = None
    tolerated: tuple = ()
    is_open: bool = False


def answer(query, catalogue):
    """What cq has to give for a query."""
    if refused := refusals.code(query):
        return Answer(code=refused)
    evaluator = Evaluator(lambda name: base(catalogue, name))
    cuts = any(stage.word in CUTS for stage in _all_stages(query.stages))
    try:
        relation = run(query.stages, base(catalogue, query.source), evaluator)
        shown = relation.shown if relation else None
        rows = relation and [[needed(row[name]) for name in shown] for row in relation.rows]
    except Overflow:
        return Answer(code="CQ0405", is_open=cuts or _asserts(query.stages))
    except CheckFailed as failure:
        return Answer(code=failure.code, is_open=cuts or evaluator.has_faulted)
    return Answer(shown, rows, tolerated=("CQ0405",) if evaluator.has_faulted else ())


def faults_eagerly(query, catalogue):
    """Whether some calculation overflows when operands are calculated that decide nothing."""
    evaluator = Evaluator(lambda name: base(catalogue, name), eager=True)
    try:
        run(query.stages, base(catalogue, query.source), evaluator)
    except (Overflow, CheckFailed):
        return True
    return evaluator.has_faulted


def base(catalogue, source):
    """The rows of a source that the script can name."""
    if source in catalogue.views:
        query = catalogue.views[source].query
        evaluator = Evaluator(lambda name: base(catalogue, name))
        return run(query.stages, base(catalogue, query.source), evaluator)
    known = catalogue if source == catalogue.reference else catalogue.partner
    return Relation([c.name for c in known.columns], None, known.rows)


def _asserts(stages):
    """open: which comes first, a row that fails or one that overflows."""
    return any(stage.word == "assert" for stage in _all_stages(stages))


def _all_stages(stages):
    for stage in stages:
        yield stage
        if stage.word == "group":
            yield from _all_stages(stage.stages)


def run(stages, relation, evaluator):
    for stage in stages:
        relation = _STAGES[stage.word](stage, relation, evaluator)
    return relation


def _filter(stage, relation, evaluator):
    return relation.with_rows(
        [row for row in relation.rows if evaluator.holds(stage.condition, row)])


def _search(stage, relation, evaluator):
    words = [characters.folded(word) for word in stage.text.split()]

    def is_found(row):
        texts = [functions.text(needed(row[name])) for name in stage.searched]
        texts = [characters.folded(text) for text in texts if text is not None]
        return all(any(word in text for text in texts) for word in words)
    return relation.with_rows([row for row in relation.rows if is_found(row)])


def _sorted(rows, keys, descends, evaluator):
    """Stable: the last key first. Null stands last in both directions, unless told otherwise."""
    for key in reversed(keys):
        kind = key.expression.type.kind
        pairs = [(needed(evaluator.value(key.expression, row)), row) for row in rows]
        nulls = [row for value, row in pairs if value is None]
        others = [pair for pair in pairs if pair[0] is not None]
        others.sort(key=lambda pair: order_key(pair[0], kind),
                    reverse=descends if key.descending is None else key.descending)
        others = [row for _, row in others]
        rows = nulls + others if key.nulls_first else others + nulls
    return rows


def _sort(stage, relation, evaluator):
    return relation.with_rows(_sorted(relation.rows, stage.keys, False, evaluator))


def _top(stage, relation, evaluator):
    return relation.with_rows(_sorted(relation.rows, stage.keys, True, evaluator)[:stage.count])


def _limit(stage, relation, evaluator):
    return relation.with_rows(relation.rows[:stage.count])


def _skip(stage, relation, evaluator):
    return relation.with_rows(relation.rows[stage.count:])


def _page(stage, relation, evaluator):
    size = stage.size or 10
    return relation.with_rows(relation.rows[(stage.number - 1) * size:stage.number * size])


def _sample(stage, relation, evaluator):
    """Algorithm R, with the numbers of SplitMix64."""
    state, wanted = stage.seed, stage.count
    chosen = list(range(min(wanted, len(relation.rows))))
    for number in range(wanted, len(relation.rows)) if wanted else ():
        state = (state + 0x9E3779B97F4A7C15) % 2 ** 64
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2 ** 64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2 ** 64
        place = (mixed ^ mixed >> 31) * (number + 1) >> 64
        if place < wanted:
            chosen[place] = number
    return relation.with_rows([relation.rows[number] for number in sorted(chosen)])


def _computed(columns, rows, evaluator):
    """Each column can use those before it."""
    rows = [dict(row) for row in rows]
    for column in columns:
        if column.expression is None:
            continue
        over_rows = _OF_ROWS.get(column.expression.op)
        values = over_rows(column.expression, rows, evaluator) if over_rows else [
            evaluator.value(column.expression, row) for row in rows]
        for row, value in zip(rows, values):
            row[column.name] = value
    return rows


def _arguments(node, rows, evaluator):
    return [needed(evaluator.value(node.args[0], row)) for row in rows]


def _ranks(node, rows, evaluator):
    kind = node.args[0].type.kind
    keys = [None if value is None else order_key(value, kind)
            for value in _arguments(node, rows, evaluator)]
    return functions.ranks(keys, node.value == "desc")


_OF_ROWS = {
    "row_number": lambda node, rows, evaluator: [Decimal(i + 1) for i in range(len(rows))],
    "rank": _ranks,
    "share": lambda *call: functions.shares(_arguments(*call)),
    "fill": lambda *call: functions.filled(_arguments(*call)),
    "previous": lambda *call: ([None] + _arguments(*call)[:-1])[:len(call[1])],
}


def _show(stage, relation, evaluator):
    """What it hides stays; a column that it computes is there from now on."""
    if not stage.columns:
        return Relation(relation.fields, None, relation.rows)
    names = [column.name for column in stage.columns]
    computed = relation.adding(names)
    return Relation(computed.fields, names, _computed(stage.columns, relation.rows, evaluator))


def _extend(stage, relation, evaluator):
    extended = relation.adding([column.name for column in stage.columns])
    return extended.with_rows(_computed(stage.columns, relation.rows, evaluator))


def _rename(stage, relation, evaluator):
    fields, visible, rows = relation.fields, relation.visible, relation.rows
    for old, new in stage.names:
        fields = [new if name == old else name for name in fields]
        visible = visible and [new if name == old else name for name in visible]
        rows = [{new if name == old else name: value for name, value in row.items()}
                for row in rows]
    return Relation(fields, visible, rows)


def _drop(stage, relation, evaluator):
    def left(names):
        return names and [name for name in names if name not in stage.names]
    rows = [{name: row[name] for name in left(relation.fields)} for row in relation.rows]
    return Relation(left(relation.fields), left(relation.visible), rows)


def _distinct(stage, relation, evaluator):
    names = stage.names or relation.shown
    seen, rows = set(), []
    for row in relation.rows:
        key = tuple(identity(needed(row[name])) for name in names)
        if key not in seen:
            seen.add(key)
            rows.append({name: row[name] for name in names})
    return Relation(list(names), None, rows)


def _groups(columns, rows, evaluator):
    """The groups in the order of their first rows: the key's values and the rows of each."""
    groups = {}
    for row in _computed(columns, rows, evaluator):
        values = [needed(row[column.name]) for column in columns]
        key = tuple(map(identity, values))
        groups.setdefault(key, (values, []))[1].append(row)
    return list(groups.values())


def _count(stage, relation, evaluator):
    if not stage.by:
        return Relation(["count"], None, [{"count": Decimal(len(relation.rows))}])
    names = [column.name for column in stage.by]
    groups = _groups(stage.by, relation.rows, evaluator)
    groups.sort(key=lambda group: -len(group[1]))
    rows = [dict(zip(names, values)) | {"count": Decimal(len(rows))} for values, rows in groups]
    return Relation(names + ["count"], None, rows)


def _summarize(stage, relation, evaluator):
    names = [column.name for column in stage.by]
    groups = _groups(stage.by, relation.rows, evaluator) if stage.by else [([], relation.rows)]
    rows = []
    for values, members in groups:
        row = dict(zip(names, values))
        results = {a.name: _aggregated(a.expression, row, members, evaluator)
                   for a in stage.aggregates}
        rows.append(row | results)
    return Relation(names + [a.name for a in stage.aggregates], None, rows)


def _aggregated(node, keys, members, evaluator):
    """The value of an expression of aggregates and keys."""
    return evaluator.value(_resolved(node, members, evaluator), keys)


def _resolved(node, members, evaluator):
    """The expression with each aggregate replaced by its value."""
    if node.op == "aggregate":
        return Node("literal", value=_aggregate(node, members, evaluator), type=node.type)
    return Node(node.op, tuple(_resolved(a, members, evaluator) for a in node.args), node.value,
                node.type)


def _aggregate(node, members, evaluator):
    if not node.args:
        return Decimal(len(members))
    values = [evaluator.value(node.args[0], row) for row in members]
    if any(value is FAULT for value in values):
        return FAULT
    values = [value for value in values if value is not None]
    try:
        if node.value == "percentile":
            return functions.percentile(values, node.args[1].value)
        return _AGGREGATES[node.value](values, node.args[0].type.kind)
    except Overflow:
        evaluator.has_faulted = True
        return FAULT


def _mean(values, kind):
    return arithmetic.divided(sum(values), Decimal(len(values))) if values else None


def _median(values, kind):
    if not values:
        return None
    ordered, middle = sorted(values), len(values) // 2
    return ordered[middle] if len(values) % 2 else _mean(ordered[middle - 1:middle + 1], kind)


def _extreme(values, kind, last):
    ordered = sorted(values, key=lambda value: order_key(value, kind))
    return ordered[-1 if last else 0] if values else None


_AGGREGATES = {
    "count": lambda values, kind: Decimal(len(values)),
    "sum": lambda values, kind: arithmetic.checked(sum(values, Decimal(0))),
    "avg": _mean,
    "median": _median,
    "variance": lambda values, kind: functions.variance(values),
    "stddev": lambda values, kind: functions.stddev(values),
    "min": lambda values, kind: _extreme(values, kind, False),
    "max": lambda values, kind: _extreme(values, kind, True),
    "first": lambda values, kind: values[0] if values else None,
    "last": lambda values, kind: values[-1] if values else None,
    "list": lambda values, kind: values,
    "distinct_count": lambda values, kind: Decimal(len(set(map(identity, values)))),
}


def _group(stage, relation, evaluator):
    """Runs the stages for each group; a key that they leave out is put before their columns."""
    shape = run(stage.stages, relation.with_rows([]), evaluator)
    missing = [name for name in stage.names if name not in shape.fields]
    groups = {}
    for row in relation.rows:
        key = tuple(identity(needed(row[name])) for name in stage.names)
        groups.setdefault(key, []).append(row)
    rows = []
    for members in groups.values():
        keys = {name: members[0][name] for name in missing}
        group = run(stage.stages, relation.with_rows(members), evaluator)
        rows += [keys | row for row in group.rows]
    visible = shape.visible if shape.visible is None else missing + shape.visible
    return Relation(missing + shape.fields, visible, rows)


def _expand(stage, relation, evaluator):
    return relation.with_rows([row | {stage.name: element} for row in relation.rows
                               for element in needed(row[stage.name]) or []])


def joined_names(left_fields, right_fields, alias):
    """What the fields of the right side are called: with the source where both sides have one."""
    taken = {name.lower() for name in left_fields}
    return {name: f"{alias}.{name}" if name.lower() in taken else name for name in right_fields}


def _join(stage, relation, evaluator):
    """All pairs, in the order of the rows and then of their partners."""
    other = evaluator.relation(stage.source)
    names = joined_names(relation.fields, other.fields, stage.alias)
    partners = [{names[name]: row[name] for name in other.fields} for row in other.rows]
    nothing = {names[name]: None for name in other.fields}
    rows = []
    for row in relation.rows:
        pairs = [row | partner for partner in partners]
        kept = [pair for pair in pairs if evaluator.holds(stage.condition, pair)]
        rows += kept or ([row | nothing] if stage.is_left else [])
    return Relation(relation.fields + list(names.values()),
                    _together(relation, other, names), rows)


def _together(relation, other, names):
    """What either side shows, that of the left first; None where all is seen."""
    if relation.visible is None and other.visible is None:
        return None
    left = relation.shown
    return left + [names[name] for name in other.shown if names[name] not in left]


def _union(stage, relation, evaluator):
    """Fields go together by their names; one that a side does not have is null there."""
    other = evaluator.relation(stage.source)
    fields = relation.fields + [name for name in other.fields if name not in relation.fields]
    names = {name: name for name in other.fields}
    rows = [{name: row.get(name) for name in fields} for row in relation.rows + other.rows]
    return Relation(fields, _together(relation, other, names), rows)


def _assert(stage, relation, evaluator):
    values = [evaluator.value(stage.condition, row) for row in relation.rows]
    if any(value is not True and value is not FAULT for value in values):
        raise CheckFailed("CQ0602")
    if FAULT in values:
        raise Overflow
    return relation


def _expect(stage, relation, evaluator):
    """A pipeline that ends in `expect` shows nothing."""
    count = len(relation.rows)
    test, number = stage.comparison
    holds = {"=": count == number, "!=": count != number, "<": count < number,
             ">": count > number, "<=": count <= number, ">=": count >= number}[test]
    if not holds:
        raise CheckFailed("CQ0601")
    return None


_STAGES = {"filter": _filter, "search": _search, "sort": _sort, "top": _top, "limit": _limit,
           "skip": _skip, "page": _page, "sample": _sample, "show": _show,
           "extend": _extend, "rename": _rename,
           "drop": _drop, "distinct": _distinct, "count": _count, "summarize": _summarize,
           "group": _group, "expand": _expand, "assert": _assert, "expect": _expect,
           "join": _join, "union": _union}
