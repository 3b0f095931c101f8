# SPDX-License-Identifier: MIT
"""Asks Polars or DuckDB in process: ask.py polars|duckdb FILE QUERY [TIMES]; their version:
ask.py version NAME.

Prints the answer as CSV without names. With TIMES the rows are held in memory, the query is asked
so often, and the milliseconds of the clock and of all processors come on standard error.
"""
import csv
import importlib.metadata
import sys
import time


def polars_rows(file, query, is_held):
    import polars as pl
    if ".jsonl" in file:
        table = pl.scan_ndjson(file)
    elif file.endswith(".json"):
        table = pl.read_json(file).lazy()
    else:
        table = pl.scan_csv(file)
    if is_held:
        table = table.collect().lazy()
    words = compile(query, "query", "eval")
    ask = lambda: eval(words, {"pl": pl, "t": table}).collect()
    return ask, lambda frame: frame.write_csv(sys.stdout, include_header=False)


def duckdb_rows(file, query, _):
    import duckdb
    connection = duckdb.connect()
    connection.execute(f"create table t as select * from '{file}'")
    query = query.replace("{t}", "t")
    ask = lambda: connection.execute(query).fetchall()
    return ask, lambda rows: csv.writer(sys.stdout).writerows(rows)


def main():
    if sys.argv[1] == "version":
        print(importlib.metadata.version(sys.argv[2]))
        return
    tool, file, query, *times = sys.argv[1:]
    ask, show = {"polars": polars_rows, "duckdb": duckdb_rows}[tool](file, query, bool(times))
    for _ in range(int(times[0]) if times else 0):
        wall, cpu = time.perf_counter(), time.process_time()
        ask()
        taken = time.perf_counter() - wall, time.process_time() - cpu
        print(*(1000 * each for each in taken), file=sys.stderr)
    show(ask())


main()
