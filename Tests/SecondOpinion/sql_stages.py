# SPDX-License-Identifier: MIT
"""Pipelines as chains of SQL subqueries; see `sql` for the expressions."""
from dataclasses import dataclass, replace

from model import ANY, DATE, SMALL, list_of
from sql import Expressions, Untranslatable, Value, quoted, require
from stages import joined_names


@dataclass
class Table:
    """A relation in SQL: how it is selected, its columns by name, and those that are seen.

    It is whole unless the database cannot hold some column of the catalogue.
    """
    sql: str
    columns: dict
    visible: list | None = None
    is_whole: bool = True

    @property
    def shown(self):
        require(self.is_whole or self.visible is not None)
        return list(self.columns) if self.visible is None else self.visible

    def list(self, names=None):
        names = self.columns if names is None else names
        require(all(name in self.columns for name in names))
        return ", ".join(map(quoted, names))


class Translator:
    """Translates for one database; `tables` are those of the files, `views` as in a catalogue."""

    def __init__(self, is_duckdb, tables, views):
        self.is_duckdb = is_duckdb
        self.tables = tables
        self.views = views

    def relation(self, query):
        table = self.source(query.source)
        for stage in query.stages:
            table = self.stage(stage, table)
        return table

    def source(self, name):
        return self.relation(self.views[name].query) if name in self.views else self.tables[name]

    def query(self, query):
        """The SQL of a query, and the names of its columns."""
        table = self.relation(query)
        names = table.list(table.shown)
        return f"select {names} from ({table.sql}) order by _n", table.shown

    def stage(self, stage, table):
        method = getattr(self, "stage_" + stage.word, None)
        if method is None:
            raise Untranslatable
        return method(stage, table)

    def expressions(self, table):
        return Expressions(table.columns, self.is_duckdb)

    def same(self, table, sql):
        return replace(table, sql=sql)

    def stage_filter(self, stage, table):
        condition = self.expressions(table).condition(stage.condition)
        return self.same(table, f"select * from ({table.sql}) where {condition}")

    def order(self, keys, table, descends):
        """The words after `order by`; the position decides between equal keys."""
        words = []
        for key in keys:
            value = self.expressions(table).value(key.expression)
            kind, flavour = value.type.kind, value.type.flavour
            require(kind in ("number", "bool") or (kind == "text" and flavour == "word"))
            down = descends if key.descending is None else key.descending
            words.append(f"{value.sql} {'desc' if down else 'asc'} "
                         f"nulls {'first' if key.nulls_first else 'last'}")
        return ", ".join(words + ["_n"])

    def sorted(self, table, keys, descends, partition=""):
        return (f"select {table.list()}, row_number() over ({partition}order by "
                f"{self.order(keys, table, descends)}) as _n from ({table.sql})")

    def stage_sort(self, stage, table):
        return self.same(table, self.sorted(table, stage.keys, False))

    def stage_top(self, stage, table):
        return self.cut(self.same(table, self.sorted(table, stage.keys, True)), stage.count)

    def cut(self, table, count, skipped=0):
        return self.same(table, f"select * from (select * from ({table.sql}) order by _n "
                                f"limit {count} offset {skipped})")

    def stage_limit(self, stage, table):
        return self.cut(table, stage.count)

    def stage_skip(self, stage, table):
        return self.cut(table, 1_000_000, stage.count)

    def stage_page(self, stage, table):
        size = stage.size or 10
        return self.cut(table, size, size * (stage.number - 1))

    def compute(self, table, columns):
        """One subquery for each computed column, so that each can use those before it."""
        for column in columns:
            if column.expression is None:
                continue
            value = self.expressions(table).value(column.expression)
            require(value.type.kind in ("number", "text", "bool", "list"))
            kept = [n for n in table.columns if n != column.name]
            columns = {n: value if n == column.name else c for n, c in table.columns.items()}
            columns[column.name] = value
            listed = ", ".join(
                [quoted(n) for n in kept] + [f"{value.sql} as {quoted(column.name)}"])
            table = replace(table, sql=f"select {listed}, _n from ({table.sql})", columns=columns)
        return table

    def stage_show(self, stage, table):
        if not stage.columns:
            return replace(table, visible=None)
        computed = self.compute(table, stage.columns)
        return replace(computed, visible=[c.name for c in stage.columns])

    def stage_extend(self, stage, table):
        computed = self.compute(table, stage.columns)
        visible = table.visible and table.visible + [
            c.name for c in stage.columns if c.name not in table.visible]
        return replace(computed, visible=visible)

    def stage_rename(self, stage, table):
        [(old, new)] = stage.names
        listed = ", ".join(f"{quoted(n)} as {quoted(new)}" if n == old else quoted(n)
                           for n in table.columns)
        columns = {new if n == old else n: c for n, c in table.columns.items()}
        visible = table.visible and [new if n == old else n for n in table.visible]
        return replace(table, sql=f"select {listed}, _n from ({table.sql})", columns=columns,
                       visible=visible)

    def stage_drop(self, stage, table):
        columns = {n: c for n, c in table.columns.items() if n not in stage.names}
        visible = table.visible and [n for n in table.visible if n not in stage.names]
        require(columns)
        sql = f"select {table.list(columns)}, _n from ({table.sql})"
        return replace(table, sql=sql, columns=columns, visible=visible)

    def stage_distinct(self, stage, table):
        names = stage.names or table.shown
        listed = table.list(names)
        return Table(f"select {listed}, min(_n) as _n from ({table.sql}) group by {listed}",
                     {n: table.columns[n] for n in names})

    def stage_count(self, stage, table):
        number = Value("", SMALL, 10 ** 6)
        if not stage.by:
            return Table(f'select count(*) as "count", 0 as _n from ({table.sql})',
                         {"count": number})
        names = [column.name for column in stage.by]
        computed = self.compute(table, stage.by)
        listed = computed.list(names)
        grouped = (f'select {listed}, count(*) as "count", min(_n) as _m from ({computed.sql}) '
                   f"group by {listed}")
        sql = f'select {listed}, "count", row_number() over (order by "count" desc, _m) as _n'
        return Table(f"{sql} from ({grouped})",
                     {n: computed.columns[n] for n in names} | {"count": number})

    def stage_summarize(self, stage, table):
        names = [column.name for column in stage.by]
        computed = self.compute(table, stage.by)
        results = {a.name: self.aggregation(a.expression, computed) for a in stage.aggregates}
        listed = [quoted(n) for n in names]
        listed += [f"{value.sql} as {quoted(n)}" for n, value in results.items()]
        position = "min(_n)" if names else "0"
        grouping = f" group by {computed.list(names)}" if names else ""
        sql = f"select {', '.join(listed)}, {position} as _n from ({computed.sql}){grouping}"
        return Table(sql, {n: computed.columns[n] for n in names} | results)

    def aggregation(self, node, table):
        if node.op == "aggregate":
            return self.aggregate(node, table)
        require(node.op in ("+", "-"))
        left, right = (self.aggregation(argument, table) for argument in node.args)
        require(left.type.kind == right.type.kind == "number")
        return Value(f"({left.sql} {node.op} {right.sql})", SMALL, left.bound + right.bound,
                     max(left.places, right.places))

    def aggregate(self, node, table):
        name = node.value
        if not node.args:
            return Value("count(*)", SMALL, 10 ** 6)
        value = self.expressions(table).value(node.args[0])
        if name == "count":
            return Value(f"count({value.sql})", SMALL, 10 ** 6)
        require(value.type.kind not in ("list", "any"))
        if name == "distinct_count":
            return Value(f"count(distinct {value.sql})", SMALL, 10 ** 6)
        if name == "sum":
            require(value.bound < 10 ** 14)
            return Value(f"coalesce(sum({value.sql}), 0)", SMALL, value.bound * 1000, value.places)
        if name in ("min", "max"):
            require(value.type.kind != "text" or value.type.flavour == "word")
            return Value(f"{name}({value.sql})", value.type, value.bound, value.places)
        return self.ordered_aggregate(name, value)

    def ordered_aggregate(self, name, value):
        """Those that depend on the order of the rows."""
        require(self.is_duckdb and name in ("first", "last", "list"))
        present = f"filter (where {value.sql} is not null)"
        if name == "list":
            return Value(f"coalesce(list({value.sql} order by _n) {present}, [])",
                         list_of(value.type), value.bound, value.places)
        function = "arg_min" if name == "first" else "arg_max"
        sql = f"{function}({value.sql}, _n) {present}"
        return Value(sql, value.type, value.bound, value.places)

    def stage_group(self, stage, table):
        """Groups that keep their rows: some of each, or all in another order."""
        [inner] = stage.stages if len(stage.stages) == 1 else [None]
        require(inner is not None and inner.word in ("limit", "skip", "top", "sort"))
        keys = f"partition by {table.list(stage.names)} "
        ordered = self.order(inner.keys, table, inner.word == "top") if inner.word in (
            "top", "sort") else "_n"
        placed = (f"select *, min(_n) over ({keys}) as _g, "
                  f"row_number() over ({keys}order by {ordered}) as _r from ({table.sql})")
        kept = {"limit": "where _r <= {0}", "top": "where _r <= {0}", "skip": "where _r > {0}",
                "sort": ""}[inner.word].format(inner.parts.get("count"))
        return self.same(table, f"select {table.list()}, row_number() over (order by _g, _r) as _n "
                                f"from ({placed}) {kept}")

    def stage_join(self, stage, table):
        """The partners are renamed first, so that no name stands for two columns."""
        other = self.source(stage.source)
        require(table.is_whole and other.is_whole)
        names = joined_names(table.columns, other.columns, stage.alias)
        renamed = ", ".join(f"{quoted(n)} as {quoted(names[n])}" for n in other.columns)
        columns = table.columns | {names[n]: c for n, c in other.columns.items()}
        condition = Expressions(columns, self.is_duckdb).condition(stage.condition)
        visible = None
        if table.visible is not None or other.visible is not None:
            visible = table.shown + [names[n] for n in other.shown]
        listed = ", ".join(map(quoted, columns))
        sql = (f"select {listed}, row_number() over (order by _l, _o) as _n from "
               f"(select {table.list()}, _n as _l from ({table.sql})) "
               f"{'left ' if stage.is_left else ''}join "
               f"(select {renamed}, _n as _o from ({other.sql})) on {condition}")
        return Table(sql, columns, visible)

    def stage_union(self, stage, table):
        other = self.source(stage.source)
        require(table.is_whole and other.is_whole)
        shared = [n for n in other.columns if n in table.columns]
        require(all(table.columns[n].type == other.columns[n].type for n in shared))
        added = [n for n in other.columns if n not in table.columns]
        columns = table.columns | {n: other.columns[n] for n in added}
        for name in shared:
            bounds = table.columns[name], other.columns[name]
            columns[name] = max(bounds, key=lambda value: value.bound)
        parts = []
        for place, side in enumerate((table, other)):
            listed = ", ".join(quoted(n) if n in side.columns else f"null as {quoted(n)}"
                               for n in columns)
            parts.append(f"select {listed}, {place} as _s, _n as _m from ({side.sql})")
        visible = None
        if table.visible is not None or other.visible is not None:
            visible = table.shown + [n for n in other.shown if n not in table.shown]
        sql = (f"select {', '.join(map(quoted, columns))}, row_number() over (order by _s, _m) "
               f"as _n from ({' union all '.join(parts)})")
        return Table(sql, columns, visible)

    def stage_expand(self, stage, table):
        require(self.is_duckdb)
        items = table.columns[stage.name]
        listed = ", ".join(f"unnest({quoted(n)}) as {quoted(n)}" if n == stage.name else quoted(n)
                           for n in table.columns)
        placed = f"select {listed}, _n as _m, unnest(range(len({quoted(stage.name)}))) as _i"
        columns = table.columns | {stage.name: Value("", items.type.element, items.bound,
                                                     items.places)}
        sql = (f"select {table.list()}, row_number() over (order by _m, _i) as _n "
               f"from ({placed} from ({table.sql}))")
        return replace(table, sql=sql, columns=columns)


def column_value(column):
    """The column of a catalogue, as far as SQL can hold it."""
    kind, flavour = column.type.kind, column.type.flavour
    element = column.type.element
    bounds = {"small": (100, 0), "price": (100_000, 2)}
    if kind == "number" and flavour in bounds:
        return Value("", column.type, *bounds[flavour])
    if kind == "list" and element.kind == "number" and element.flavour in bounds:
        return Value("", column.type, *bounds[element.flavour])
    if kind in ("text", "bool") or (kind == "list" and element not in (ANY, DATE)):
        return Value("", column.type)
    return None
