# SPDX-License-Identifier: MIT
"""What has changed between two generated tables: by cq, and by looking at each pair of rows.

The second table is the first with every kind of difference: rows that went, came or stand in
another place, values that differ, fields that only one of them has, numbers spelled otherwise, and
now and then a key that stands twice.
"""
import datetime
import json
from dataclasses import dataclass
from decimal import Decimal

import catalogues
import functions
from naive import identity, same
from printing import name as written_name
from stages import Answer

TOLERANCES = ["0", "0.5", "1", "10", "0.01"]


@dataclass
class Pair:
    """Two tables as files, with their rows; both have the column `nr` and most of the others."""
    old: object
    new: object
    names: list
    keys: list
    ignored: list
    tolerance: Decimal | None

    def query(self, old=None, new=None):
        """The query that compares them, or one of them with itself."""
        text = f'changes from {(old or self.old).reference} to {(new or self.new).reference} by '
        text += ", ".join(map(written_name, self.keys))
        if self.ignored:
            text += " ignoring " + ", ".join(map(written_name, self.ignored))
        if self.tolerance is not None:
            text += f" within {self.tolerance}"
        return text + " | show all"

    @property
    def is_plain(self):
        return not self.ignored and self.tolerance is None


def pair(random, number):
    old = catalogues.file_catalogue(random, f"{number}o")
    # `change` is the name of a column that cq makes.
    columns = [c for c in old.columns if c.name != "change"]
    lost = random.choice(columns[1:]).name if random.random() < 0.15 and len(columns) > 2 else None
    rows = _changed_rows(random, old.rows, columns)
    kept = [c for c in columns if c.name != lost]
    rows = [{c.name: row[c.name] for c in kept} for row in rows] or [
        {c.name: old.rows[0][c.name] for c in kept}]
    more = [("extra", [catalogues.value(random, c.type) for _ in rows])
            for c in random.sample(_ordered(kept), 1) if random.random() < 0.15]
    for name, values in more:
        rows = [row | {name: value} for row, value in zip(rows, values)]
    new = _file(random, f"c{number}n", rows)
    old = _file(random, old.name, [{c.name: row[c.name] for c in columns} for row in old.rows])
    names = [c.name for c in columns] + [name for name, _ in more]
    others = [c.name for c in kept if c.name != "nr" and c.type.kind in ("number", "text", "bool")]
    keys = ["nr"] + random.sample(others, min(len(others), random.choice([0, 0, 0, 1])))
    random.shuffle(keys)
    rest = [name for name in names if name not in keys]
    ignored = random.sample(rest, min(len(rest), random.choice([0, 0, 0, 1, 2])))
    tolerance = Decimal(random.choice(TOLERANCES)) if random.random() < 0.3 else None
    return Pair(old, new, names, keys, ignored, tolerance)


def _ordered(columns):
    """open: the order of the members of records of which none has all of them."""
    return [c for c in columns if c.type.kind != "record"]


def _changed_rows(random, rows, columns):
    often = random.choice([0, 0.1, 0.5])
    made = []
    for row in rows:
        if random.random() < 0.15:
            continue
        row = dict(row)
        for column in columns[1:]:
            if random.random() < often:
                row[column.name] = _other_value(random, column.type, row[column.name])
        made.append(row)
    for place in range(random.choice([0, 0, 1, 3])):
        fresh = {c.name: catalogues.value(random, c.type) for c in columns}
        made.append(fresh | {"nr": Decimal(len(rows) + place)})
    if random.random() < 0.3:
        random.shuffle(made)
    if made and random.random() < 0.08:
        made.append(dict(random.choice(made)))
    return made


def _other_value(random, kind, before):
    """Nothing, another value, or nearly the same number."""
    if random.random() < 0.2:
        return None
    if isinstance(before, Decimal) and kind.flavour in ("small", "price") and random.random() < 0.5:
        step = Decimal(random.choice(["0.5", "1", "10", "0.01", "11"]))
        return before + random.choice([step, -step]) if kind.flavour == "price" else before + 1
    return catalogues.value(random, kind)


def _file(random, name, rows):
    lines = [catalogues._record(random, rows[0])]
    lines += [catalogues._object(random, row) for row in rows[1:]]
    ending, text = catalogues._file(random, lines)
    file_name = f"{name}.{ending}"
    return catalogues.Catalogue(name, f'"{file_name}"', [], rows, file_name, text)


def answer(pair):
    """The rows that there are, or the fault: looked for pair by pair."""
    if _has_repeats(pair.old.rows, pair.keys) or _has_repeats(pair.new.rows, pair.keys):
        return Answer(code="CQ0409")
    fields = [name for name in pair.names if name not in pair.keys]
    rows = []
    for row in pair.old.rows:
        partner = _partner(row, pair.new.rows, pair.keys)
        if partner is None:
            rows.append(_row(pair, "gone", row, {n: {"old": row.get(n)} for n in fields}))
        elif any(not _alike(row.get(n), partner.get(n), pair.tolerance)
                 for n in fields if n not in pair.ignored):
            rows.append(_row(pair, "changed", row, {
                n: {"old": row.get(n), "new": partner.get(n)} for n in fields}))
    for row in pair.new.rows:
        if _partner(row, pair.old.rows, pair.keys) is None:
            rows.append(_row(pair, "new", row, {n: {"new": row.get(n)} for n in fields}))
    return Answer(columns=pair.keys + ["change"] + fields, rows=rows)


def _row(pair, change, row, records):
    return [row[key] for key in pair.keys] + [change] + list(records.values())


def _key(row, keys):
    return tuple(identity(row[key]) for key in keys)


def _partner(row, others, keys):
    return next((o for o in others if all(same(row[k], o[k]) for k in keys)), None)


def _has_repeats(rows, keys):
    return len({_key(row, keys) for row in rows}) < len(rows)


def _alike(one, other, tolerance):
    if identity(one) == identity(other):
        return True
    if tolerance is None or type(one) is not type(other):
        return False
    if isinstance(one, Decimal):
        return max(one, other) - min(one, other) <= tolerance
    if isinstance(one, list):
        return len(one) == len(other) and all(
            _alike(a, b, tolerance) for a, b in zip(one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(
            _alike(one[k], other[k], tolerance) for k in one)
    return False


def is_applied(pair, text):
    """Whether the changes that cq tells, applied to the old rows, give the new ones."""
    rows = {_key(row, pair.keys): dict(row) for row in pair.old.rows}
    for change in json.loads(text, parse_int=Decimal, parse_float=Decimal):
        key = _key(change, pair.keys)
        if change["change"] == "gone":
            del rows[key]
            continue
        fields = {n: r["new"] for n, r in change.items() if n != "change" and n not in pair.keys}
        rows[key] = {k: change[k] for k in pair.keys} | fields
    found = {key: _filled(row, pair.names) for key, row in rows.items()}
    return found == {_key(row, pair.keys): _filled(row, pair.names) for row in pair.new.rows}


def _filled(row, names):
    return {name: identity(_as_json(row.get(name))) for name in names}


def _as_json(value):
    """JSON has texts for dates."""
    if isinstance(value, list):
        return [_as_json(item) for item in value]
    return functions.written(value) if isinstance(value, datetime.datetime) else value
