# SPDX-License-Identifier: MIT
"""Counts the instructions of a fixed set of queries and compares them with what is committed."""
import concurrent.futures
import os
import sys
import tempfile

import catalogues
from counting import counted_instructions
from process import HERE, build_cq, require, vector_unit

BASELINE = os.path.join(HERE, "instructions.tsv")
TOLERANCE = 0.03
ROWS = 3_000
# Enough for a file that is read window by window.
LONG = 12_000
# So often is asked what finds the columns of the file; the first statement reads them.
WARM = 40

# Each has the file that it is asked of, and where they are not usual, how many rows that has, how
# often it is asked in one script, and whether that keeps what it has read; one thread, so that
# nobody waits for another.
QUERIES = {
    "NDJSON filter": ("products.jsonl", "filter price < 20 and rating >= 4 | count"),
    "NDJSON topk": ("products.jsonl", 'filter category = "Shoes" and price < 80 '
                    "| sort by rating desc, reviewCount desc, id | limit 20 | show id, name"),
    "NDJSON contains": ("products.jsonl", 'filter description contains "waterproof" | count'),
    "NDJSON group": ("products.jsonl", "summarize count(), avg(price) by category"),
    "NDJSON sort": ("products.jsonl", "sort by price, id | show id, price"),
    "NDJSON distinct": ("products.jsonl", "distinct brand, category | count"),
    "NDJSON expand": ("products.jsonl", "expand sizes | count by sizes"),
    "NDJSON join": ("products.jsonl", 'join "hotels.jsonl" on maker = hotels.id | count'),
    "NDJSON export": ("products.jsonl", "drop colours, sizes"),
    "NDJSON nested": ("nested.jsonl", "count by seller.address.country"),
    "JSON array topk": ("products.json", "top 20 by rating | show id, name"),
    "JSON array group": ("products.json", "summarize count(), avg(price) by category"),
    "CSV filter": ("products.csv", "filter price < 20 and rating >= 4 | count"),
    "CSV group": ("products.csv", "summarize count(), avg(price) by category"),
    "CSV export": ("products.csv", "drop description, image"),
    "long NDJSON topk": ("products.jsonl", 'filter category = "Shoes" and price < 80 '
                         "| sort by rating desc, id | limit 20 | show id, name", LONG),
    "long NDJSON group": ("products.jsonl", "summarize count(), avg(price) by category", LONG),
    "long NDJSON contains": (
        "products.jsonl", 'filter description contains "waterproof" | count', LONG),
    "long JSON array topk": ("products.json", "top 20 by rating | show id, name", LONG),
    "long JSON object topk": ("products.page.json", "top 20 by rating | show id, name", LONG),
    "long CSV group from gzip": (
        "products.csv.gz", "summarize count(), avg(price) by category", LONG),
    "long NDJSON three rows": ("products.jsonl", "limit 3", LONG),
    "warm topk": ("products.jsonl", 'filter category = "Shoes" and price < 80 '
                  "| sort by rating desc, id | limit 20 | show id, name", LONG, WARM),
    "warm group": ("products.jsonl", "summarize count(), avg(price) by category", LONG, WARM),
    "warm distinct": ("products.jsonl", "distinct brand, category | count", LONG, WARM),
    "warm contains": (
        "products.jsonl", 'filter description contains "waterproof" | count', LONG, WARM),
    "asked again contains": (
        "products.jsonl", 'filter description contains "waterproof" | count', LONG, WARM, False),
}


def _file(name):
    """The file that a query is asked of."""
    file, _, *rest = QUERIES[name]
    return catalogues.path(*(rest[:1] or [ROWS]), file)


def _count(name):
    file, stages, *rest = QUERIES[name]
    _, times, keeps = (*rest, *(ROWS, 1, True)[len(rest):])
    folder = os.path.dirname(_file(name))
    with tempfile.TemporaryDirectory() as home:
        return name, counted_instructions(
            home, "--quiet=all", "--to", "csv", "-c",
            "set workers = 1" + "\nset cache.columns = off" * (not keeps)
            + f'\nfrom "{file}" | {stages}' * times, folder=folder)


def _counted():
    require("valgrind", "valgrind")
    catalogues.path(ROWS, "hotels.jsonl")
    for name in QUERIES:
        _file(name)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(pool.map(_count, QUERIES))


def _committed():
    with open(BASELINE, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return {name: int(count) for name, count in rows}


def _accept(counted):
    with open(BASELINE, "w", encoding="utf-8") as file:
        file.write("# Written by `Scripts/bench --gate --accept`: instructions from start to "
                   "finish.\n")
        file.writelines(f"{name}\t{count}\n" for name, count in counted.items())


def gate(accepts):
    """A failure where a query takes more than it did, or is not in the committed list."""
    build_cq()
    counted = _counted()
    if accepts:
        _accept(counted)
    committed = _committed()
    grown = []
    print(f"instructions in millions, committed and counted; {vector_unit()}")
    for name, count in counted.items():
        before = committed.get(name)
        change = count / before - 1 if before else float("inf")
        if change > TOLERANCE:
            grown.append(name)
        told = f"{before / 1e6:9.2f} {count / 1e6:9.2f} {change:+7.1%}" if before else "not there"
        print(f"{told}  {name}{'  MORE' if name in grown else ''}")
    if grown:
        sys.exit(f"bench: {len(grown)} of {len(counted)} take over {TOLERANCE:.0%} more than "
                 "they did; where that is meant, `Scripts/bench --gate --accept` writes the list")
    if committed.keys() - counted.keys():
        sys.exit("bench: the list has queries that are not asked; `--gate --accept` writes it")
