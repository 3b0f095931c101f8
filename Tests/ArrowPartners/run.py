# SPDX-License-Identifier: MIT
"""Exchanges Arrow with pyarrow, Polars and DuckDB, both ways.

Tables of every type, with nulls, with parts, with dictionaries, of no rows, in batches of few rows
are written by pyarrow and Polars, and cq has to read the values that Python knows; what cq writes
of generated rows the others have to read. `run.py [ROUNDS] [--seed S]`.
"""

import argparse
import datetime
import decimal
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import duckdb
import polars
import pyarrow
import pyarrow.feather
import pyarrow.ipc

CQ = str(pathlib.Path(__file__).parents[2] / "Scripts" / "cq")
ALPHABET = "aé€😀 z\"\\\n"
EPOCH = datetime.datetime(1970, 1, 1)


def text(chance):
    return "".join(chance.choices(ALPHABET, k=chance.randrange(16)))


def number(chance, digits, scale):
    return decimal.Decimal(chance.randrange(-(10**digits) + 1, 10**digits)).scaleb(-scale)


def moment(chance):
    return EPOCH + datetime.timedelta(seconds=chance.randrange(-(2**31), 2**31))


# For each kind a type of Arrow and what makes a value of it.
def kinds():
    whole = {}
    for bits in (8, 16, 32, 64):
        low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
        whole[f"int{bits}"] = (
            getattr(pyarrow, f"int{bits}")(), lambda c, a=low, b=high: c.randint(a, b))
        whole[f"uint{bits}"] = (
            getattr(pyarrow, f"uint{bits}")(), lambda c, b=2**bits - 1: c.randint(0, b))
    found = whole | {
        "float": (pyarrow.float64(), lambda c: c.randrange(-(10**9), 10**9) / 1000),
        "flag": (pyarrow.bool_(), lambda c: c.random() < 0.5),
        "text": (pyarrow.utf8(), text),
        "large": (pyarrow.large_utf8(), text),
        "view": (pyarrow.string_view(), text),
        "day": (pyarrow.date32(), lambda c: moment(c).date()),
        "day64": (pyarrow.date64(), lambda c: moment(c).date()),
        "d32": (pyarrow.decimal32(9, 2), lambda c: number(c, 9, 2)),
        "d64": (pyarrow.decimal64(18, 3), lambda c: number(c, 18, 3)),
        "d128": (pyarrow.decimal128(38, 10), lambda c: number(c, 38, 10)),
        "d256": (pyarrow.decimal256(38, 4), lambda c: number(c, 38, 4)),
    }
    for unit in ("s", "ms", "us", "ns"):
        found["at_" + unit] = (pyarrow.timestamp(unit), moment)
    return found


def column(chance, kind, count):
    """A column of one kind, or of one in a list, a record, a dictionary or runs."""
    type_, make = kinds()[kind]

    def value():
        return None if chance.random() < 0.2 else make(chance)

    form = chance.choice(["plain", "plain", "list", "large", "fixed", "views", "record", "codes"])
    if form == "record":
        values = [
            None if chance.random() < 0.2 else {"x": value(), "y": [value()]} for _ in range(count)]
        return pyarrow.array(
            values, pyarrow.struct([("x", type_), ("y", pyarrow.list_(type_))])), values
    if form in ("list", "large", "fixed", "views"):
        length = (lambda: 2) if form == "fixed" else (lambda: chance.randrange(4))
        values = [
            None if chance.random() < 0.2 else [value() for _ in range(length())]
            for _ in range(count)]
        lists = {
            "list": pyarrow.list_(type_), "large": pyarrow.large_list(type_),
            "fixed": pyarrow.list_(type_, 2), "views": pyarrow.list_view(type_)}
        return pyarrow.array(values, lists[form]), values
    values = [value() for _ in range(count)]
    array = pyarrow.array(values, type_)
    if form == "codes" and kind not in ("view", "d32", "d64"):
        coded = array.dictionary_encode()
        wide = [pyarrow.uint16(), pyarrow.int32(), pyarrow.int64()]
        index = chance.choice(wide + [pyarrow.int8()] * (len(coded.dictionary) < 100))
        array = pyarrow.DictionaryArray.from_arrays(
            coded.indices.cast(index), coded.dictionary)
    return array, values


def asked(value):
    """A value as cq writes it in JSON."""
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S").removesuffix("T00:00:00")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, list):
        return [asked(part) for part in value]
    if isinstance(value, dict):
        return {name: asked(part) for name, part in value.items()}
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    return decimal.Decimal(str(value)).normalize()


def cq(query, folder):
    done = subprocess.run(
        [CQ, "--quiet=all", "-c", query], cwd=folder, capture_output=True,
        env=os.environ | {"CQ_CONFIG": ""})
    if done.returncode != 0:
        raise AssertionError(f"{query}: {done.stderr.decode()}")
    return done.stdout


def rows(output):
    def small(digits):
        return decimal.Decimal(digits).normalize()

    return [
        json.loads(line, parse_float=small, parse_int=small)
        for line in output.decode().split("\n") if line]


def written(table, name, chance):
    """Writes a table in one of the ways that there are."""
    batch = chance.choice([1, 3, 7, 100_000])
    if name == "polars.arrow":
        polars.from_arrow(table).write_ipc(name)
        return
    stream = name.endswith(".arrows")
    options = pyarrow.ipc.IpcWriteOptions(
        compression=chance.choice([None, "lz4", "zstd"]),
        emit_dictionary_deltas=stream and chance.random() < 0.5)
    make = pyarrow.ipc.new_stream if stream else pyarrow.ipc.new_file
    with pyarrow.OSFile(name, "wb") as file, make(file, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=batch)


def reads(chance, folder):
    """What others write is read as they know it."""
    count = chance.choice([0, 1, 5, 40, 3000])
    names = chance.sample(sorted(kinds()), 5)
    made = {name: column(chance, name, count) for name in names}
    table = pyarrow.table({name: array for name, (array, _) in made.items()})
    file = chance.choice(["a.arrow", "a.arrows"])
    written(table, str(folder / file), chance)
    expected = [
        {name: asked(values[row]) for name, (_, values) in made.items()} for row in range(count)]
    found = rows(cq(f'from "{file}" | to jsonl', folder))
    assert found == expected, difference(found, expected)


def difference(found, expected):
    for row, (one, other) in enumerate(zip(found, expected)):
        if one != other:
            return f"row {row + 1}: {one}\nnot {other}"
    return f"{len(found)} rows, not {len(expected)}"


def plain(value):
    """A value that another program has read, as cq writes it in JSON."""
    if isinstance(value, float):
        return decimal.Decimal(repr(value)).normalize()
    return asked(value)


def written_by_cq(chance, folder):
    """What cq writes is read by the others as cq knows it."""
    count = chance.choice([1, 5, 40, 3000])

    def line(row):
        def maybe(value):
            return None if chance.random() < 0.2 else value

        price = maybe(str(number(chance, 12, 3)))
        values = {
            "id": row, "name": maybe(text(chance)), "kind": maybe(f"kind {row % 3}"),
            "yes": maybe(chance.random() < 0.5), "day": maybe(str(moment(chance).date())),
            "at": maybe(moment(chance).strftime("%Y-%m-%dT%H:%M:%S")),
            "tags": maybe([maybe(text(chance)) for _ in range(chance.randrange(4))]),
            "part": maybe({"x": maybe(row), "y": [maybe(text(chance))]})}
        return json.dumps(values)[:-1] + f', "price": {price or "null"}}}\n'

    (folder / "in.jsonl").write_text("".join(line(row) for row in range(count)))
    file = chance.choice(["o.arrow", "o.arrows"])
    cq(f'from "in.jsonl" | save "{file}" replace', folder)
    expected = rows(cq('from "in.jsonl" | to jsonl', folder))
    assert rows(cq(f'from "{file}" | to jsonl', folder)) == expected
    open_ = pyarrow.ipc.open_stream if file.endswith("s") else pyarrow.ipc.open_file
    with pyarrow.OSFile(str(folder / file), "rb") as source:
        table = open_(source).read_all()
    table.validate(full=True)
    duck = duckdb.from_arrow(table)
    read = polars.read_ipc_stream if file.endswith("s") else polars.read_ipc
    answers = {
        "pyarrow": table.to_pylist(),
        "Polars": read(str(folder / file)).to_dicts(),
        "DuckDB": [dict(zip(duck.columns, row)) for row in duck.fetchall()],
        "pandas": [None] * len(table.to_pandas()),
    }
    for name, answer in answers.items():
        if name == "pandas":
            assert len(answer) == len(expected)
            continue
        found = [{key: plain(value) for key, value in row.items()} for row in answer]
        assert found == expected, f"{name}: {difference(found, expected)}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rounds", nargs="?", type=int, default=400)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    given = parser.parse_args()
    print(f"arrow-partners: {given.rounds} rounds, seed {given.seed}", file=sys.stderr)
    decimal.getcontext().prec = 80
    for round_ in range(given.rounds):
        chance = random.Random(given.seed * 1_000_003 + round_)
        with tempfile.TemporaryDirectory() as folder:
            for part in (reads, written_by_cq):
                try:
                    part(chance, pathlib.Path(folder))
                except AssertionError as fault:
                    sys.exit(f"round {round_}, {part.__name__}: {fault}")
    print("arrow-partners: no difference", file=sys.stderr)


main()
