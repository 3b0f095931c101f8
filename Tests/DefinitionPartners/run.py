# SPDX-License-Identifier: MIT
"""Asks a real datasette and a real service of Django REST framework through definitions.

For generated rows and queries the answers have to be those that Python has, with and without what
the server is asked to do, and the servers' logs have to show what was asked, how often, and what
was left to them. `run.py [ROUNDS] [--seed S]`.
"""

import argparse
import datetime
import json
import pathlib
import random
import sys
import tempfile
import urllib.parse

import servers
import things

PRICES = [0, 5, 12, 20, 49]


def expected(row):
    return {"id": str(row["id"]), "name": row["name"], "brand": row["brand"], "stock": row["stock"]}


def queries(chance, has_keys):
    """A query, its rows, what the server's addresses have to mention (None where it is asked for
    all), and the rows that it gives where these are more."""
    low, high = sorted(chance.sample(PRICES, 2))
    stock = chance.randrange(5)

    def priced(row, test):
        return row["price"] is not None and test(row["price"])

    yield "", lambda rows: rows, []
    yield (
        f" | filter price between {low} and {high}",
        lambda rows: [r for r in rows if priced(r, lambda p: low <= p <= high)],
        [f"price__gte={low}", f"price__lte={high}"])
    yield (
        f" | filter stock = {stock}", lambda rows: [r for r in rows if r["stock"] == stock],
        [f"={stock}"])
    if has_keys:
        yield (
            " | sort by stock desc, number",
            lambda rows: sorted(rows, key=lambda r: (-r["stock"], r["id"])),
            ["ordering=-stock,id"])
    else:
        # datasette puts nulls first; whatever it does is put right here.
        yield (
            " | filter price >= 1 | sort by price desc",
            lambda rows: sorted(
                (r for r in rows if priced(r, lambda p: p >= 1)), key=lambda r: -r["price"]),
            ["_sort_desc=price", "price__gte=1"])
    yield from tests(chance)


def tests(chance):
    """The same of conditions that are no comparisons, and of dates."""
    piece = chance.choice(["a", "B", "ä", "100%", "x'y", "&b", "../", "ite", "ite, b", "e 1"])
    yield (
        f" | filter name contains exact {quoted(piece)}",
        lambda rows: [r for r in rows if piece in r["name"]], [f"name__contains={piece}"],
        lambda rows: [r for r in rows if lowered(piece) in lowered(r["name"])])
    start = chance.choice(["K", "k", "Bä", "100%", "x'", "a&b=c"])
    yield (
        f" | filter name starts with exact {quoted(start)}",
        lambda rows: [r for r in rows if r["name"].startswith(start)],
        [f"name__startswith={start}"],
        lambda rows: [r for r in rows if lowered(r["name"]).startswith(lowered(start))])
    # Neither server compares as the language does without `exact`, and both take space off.
    yield (
        ' | filter name contains "bar"',
        lambda rows: [r for r in rows if r["name"].startswith("Bär")], None)
    yield (
        ' | filter name starts with exact " e"',
        lambda rows: [r for r in rows if r["name"].startswith(" e")], None)
    brands = chance.sample([brand for brand in things.BRANDS if brand], chance.randrange(2, 5))
    yield (
        f" | filter brand in exact [{', '.join(map(quoted, brands))}]",
        lambda rows: [r for r in rows if r["brand"] in brands],
        ["brand__in=" + ",".join(sorted(brands, key=quoted))])
    yield (
        f" | filter brand = exact {quoted(brands[0])}",
        lambda rows: [r for r in rows if r["brand"] == brands[0]], [f"={brands[0]}"])
    stocks = sorted(chance.sample(range(5), 2))
    yield (
        f" | filter stock in ({stocks[0]}, {stocks[1]})",
        lambda rows: [r for r in rows if r["stock"] in stocks],
        [f"stock__in={stocks[0]},{stocks[1]}"])
    for field in "brand", "price":
        yield (
            f" | filter {field} is null",
            lambda rows, field=field: [r for r in rows if r[field] is None],
            [f"{field}__isnull="])
    day, end = datetime.date(2024, 1, chance.randrange(1, 32)), datetime.date(2024, 2, 1)
    yield (
        f" | filter made >= {day} and made < {end}",
        lambda rows: [r for r in rows if r["made"] and day <= r["made"] < end],
        [f"made__gte={day}", f"made__lt={end}"])
    # Their days have no times, so that neither is asked for one.
    yield (
        f" | filter made < {day}T10:00:00",
        lambda rows: [r for r in rows if r["made"] and r["made"] <= day], None)


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def lowered(text):
    """The text without the case that SQLite's LIKE does not see: that of ASCII."""
    return "".join(c.lower() if c.isascii() else c for c in text)


def check(folder, name, log, rows, chance, has_keys):
    for stages, meant, mentions, *served in queries(chance, has_keys):
        query = f"from {name}{stages} | show id, name, brand, stock"
        wanted = [expected(row) for row in meant(rows)]
        log.take()
        found, _ = things.ask(folder, name, query)
        asked = [urllib.parse.unquote_plus(line) for line in log.take()]
        plain, _ = things.ask(folder, name, query, "--no-rewrites")
        unpushed = log.take()
        if "sort by price" in stages:
            key = lambda row: row["id"]
            assert sorted(found, key=key) == sorted(wanted, key=key), query
            assert sorted(plain, key=key) == sorted(wanted, key=key), query
        else:
            assert found == wanted, f"{query}: {found} is not {wanted}"
            assert plain == wanted, f"{query} without pushing: {plain} is not {wanted}"
        for mention in mentions or []:
            assert asked and all(mention in line for line in asked), f"{query}: {asked}"
        given = rows if mentions is None else served[0](rows) if served else wanted
        pages = max(1, -(-len(given) // 10))
        assert len(asked) == pages, f"{query}: {len(asked)} requests: {asked}"
        assert len(unpushed) == max(1, -(-len(rows) // 10)), f"{query}: {unpushed}"
    row = chance.choice(rows)
    found, _ = things.ask(folder, name, f"show {row['id']} of {name} | show id, name, brand, stock")
    assert found == [expected(row)], f"show {row['id']}: {found}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rounds", nargs="?", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    given = parser.parse_args()
    print(f"definition-partners: {given.rounds} rounds, seed {given.seed}", file=sys.stderr)
    chance = random.Random(given.seed)
    rows = things.things(chance, 37)
    for name, start, scheme in (
        ("datasette", servers.datasette, "Bearer"), ("django", servers.django, "Token")):
        with tempfile.TemporaryDirectory() as text:
            folder = pathlib.Path(text)
            port, log = start(folder, rows)
            things.write_definition(folder, name, port)
            for round_ in range(given.rounds):
                try:
                    check(folder, name, log, rows, chance, name == "django")
                except AssertionError as fault:
                    sys.exit(f"{name}, round {round_}: {fault}")
            assert log.keys == {f"{scheme} {things.KEY}"}, log.keys
    print("definition-partners: no difference", file=sys.stderr)


main()
