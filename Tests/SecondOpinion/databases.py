# SPDX-License-Identifier: MIT
"""Loads a catalogue into SQLite and DuckDB, asks both, and compares their rows."""
import sqlite3
from decimal import Decimal

import duckdb

from sql import Untranslatable, quoted
from sql_stages import Table, Translator, column_value


def _sqlite_holds(value):
    return value.type.kind in ("text", "bool") or (
        value.type.kind == "number" and not value.places)


def _duckdb_type(value_type):
    if value_type.kind == "list":
        return _duckdb_type(value_type.element) + "[]"
    numbers = {"small": "bigint", "price": "decimal(18,2)"}
    return numbers[value_type.flavour] if value_type.kind == "number" else {
        "text": "varchar", "bool": "boolean"}[value_type.kind]


class Database:
    """One catalogue in one database, with its partner and its views."""

    def __init__(self, catalogue, is_duckdb):
        self.is_duckdb = is_duckdb
        self.connection = duckdb.connect() if is_duckdb else sqlite3.connect(":memory:")
        if is_duckdb:
            self.connection.execute("set threads = 1")
            self.connection.execute("set error_on_division_by_zero = false")
        tables = {each.reference: self._table(each, f"t{i}")
                  for i, each in enumerate((catalogue, catalogue.partner))}
        self.translator = Translator(is_duckdb, tables, catalogue.views)

    def _table(self, catalogue, name):
        """Loads a file; columns that the database cannot hold are left out."""
        held = {c.name: column_value(c) for c in catalogue.columns}
        columns = {n: v for n, v in held.items() if v and (self.is_duckdb or _sqlite_holds(v))}
        declared = [f"{quoted(n)} {_duckdb_type(v.type)}" if self.is_duckdb else quoted(n)
                    for n, v in columns.items()]
        self.connection.execute(f"create table {name} ({', '.join(declared + ['_n bigint'])})")
        rows = [[self._stored(row[n]) for n in columns] + [i]
                for i, row in enumerate(catalogue.rows)]
        marks = ", ".join("?" * (len(columns) + 1))
        if rows:
            self.connection.executemany(f"insert into {name} values ({marks})", rows)
        return Table(f"select * from {name}", columns,
                     is_whole=len(columns) == len(catalogue.columns))

    def _stored(self, value):
        if self.is_duckdb or not isinstance(value, Decimal):
            return value
        return int(value)

    def rows(self, query):
        """The rows of a query; Untranslatable where it leaves the common subset."""
        try:
            sql, names = self.translator.query(query)
        except KeyError:
            raise Untranslatable from None
        self.last = sql
        try:
            return [list(row) for row in self.connection.execute(sql).fetchall()]
        except (sqlite3.Error, duckdb.Error) as error:
            # SQLite reads subqueries to a depth of about 16 only.
            if "parser stack overflow" in str(error):
                raise Untranslatable from None
            return [[f"{type(error).__name__}: {error}"[:500]]]


def agree(rows, answer):
    """Whether the rows of a database are those of the answer."""
    return len(rows) == len(answer.rows) and all(
        len(row) == len(expected) and all(map(_same, row, expected))
        for row, expected in zip(rows, answer.rows))


def _same(found, expected):
    if isinstance(expected, list):
        return isinstance(found, (list, tuple)) and len(found) == len(expected) and all(
            map(_same, found, expected))
    if isinstance(expected, bool):
        return found is not None and found in (0, 1) and bool(found) == expected
    if isinstance(expected, Decimal):
        return found is not None and not isinstance(found, (str, bool, float)) \
            and Decimal(found) == expected
    return found == expected and type(found) is type(expected)
