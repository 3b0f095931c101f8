# SPDX-License-Identifier: MIT
"""Measures cq.

Usage: Scripts/bench [--rows N] [--runs N] [--only WORD,...] [--rivals NAME,...] [--write]
       Scripts/bench --gate [--accept]
       Scripts/bench latency [SIGNALS]
       Scripts/bench start [RUNS]
       Scripts/bench instructions
       Scripts/bench order
       Scripts/bench oversized [RUNS]
       Scripts/bench interrupt [ROWS [SIGNALS]]
       Scripts/bench keys [KEYS]
       Scripts/bench workers [RUNS]
       Scripts/bench growth [RUNS]

            asks cq, a bound and the rivals (duckdb, polars, jq, miller, sqlite; installed if they
            are missing) the same of catalogues that it makes (a million rows in five runs if
            nothing is said; kept in .build/bench), in turns; the medians of the clock, of all
            processors and of memory, what cq takes by the bound and by the best rival. The status
            is 1 where answers differ. --only takes the works that have one
            of its words in their names; --write
            puts the tables into Documentation/Performance.md and their sum into README.md; Ctrl-C
            ends it with what is measured so far. `Scripts/bench --help` names all options
--gate      counts the instructions of a fixed set of queries by valgrind (installed if missing); a
            failure where one takes over 3 % more than Tests/Benchmarks/instructions.tsv says;
            --accept writes that
latency     what is promised in milliseconds, each with its goal: a start, the first prompt, three
            rows of a large file, a key, Tab, and 20 signals of Ctrl-C during a long statement
start       start to finish of a trivial query, against sqlite3 (installed if missing), of a copy of
            the program, where no reply is kept
instructions  how many instructions the same query takes from start to finish, counted by valgrind
            (installed if missing); a failure where it is more than the limit in counting.py, or
            where the program is bound to further libraries. Most of them are the loader's and the
            run-time system's, so that the count hardly differs between machines. Then how many a
            definition of 500, 1,000 and 2,000 fields takes, half of them computed: a failure where
            that grows faster than the fields, or where the list of `order` lacks more than a
            twentieth of the functions that the query calls
order       writes Scripts/start-functions.txt, the functions that the same query calls, which the
            linker puts side by side; build again behind it
oversized   scripts of thousands of faults, levels, terms, names and values, each by itself
interrupt   how long after Ctrl-C the prompt is back, at random times of long statements over a
            file of a million rows, 20 signals to each; the release build if there is one, else that
            of the tests. One that is mostly done before its signal has fewer
workers     what queries over a file of 200,000 rows take on one thread and on two, in turns: the
            clock and the time of all processors, the median of each, and the ratio of the clock's
growth      what queries over files of ten thousand, one million and ten million rows (9 GB in
            .build/bench) take and hold, 3 times each; puts the table into
            Documentation/Performance.md
keys        how long a line of 64,000 bytes takes that is typed as fast as the terminal takes it,
            and then each further key; the same build

Another program than this checkout's is measured by CQ=PATH Scripts/bench ... Memory and processors
are those of the program alone; other times are read from the clock around whole processes. In
turns, so that a machine that slows down slows all.
"""
import sys

import compare
from counting import instructions, order
from gate import gate
from growth import growth
from latency import latency
from oversized import oversized
from process import Failed, build_cq
from prompt import interrupt, keys
from starting import start, workers

BENCHES = {
    "start": (start, 200), "instructions": (instructions, 1), "order": (order, 1),
    "oversized": (oversized, 3),
    "interrupt": (interrupt, 1_000_000), "keys": (keys, 200), "workers": (workers, 5),
    "latency": (latency, 20), "growth": (growth, 3)}


def main(words):
    if words and words[0] == "--gate" and words[1:] in ([], ["--accept"]):
        return gate(accepts=len(words) == 2)
    if not words or words[0].startswith("-"):
        return compare.main(words, __doc__)
    if words[0] not in BENCHES or not all(word.isdecimal() for word in words[1:]):
        return __doc__
    bench, usual = BENCHES[words[0]]
    if words[0] not in ("interrupt", "keys"):
        build_cq()
    return bench(*([int(word) for word in words[1:]] or [usual]))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failed as reason:
        sys.exit(f"bench: {reason}")
