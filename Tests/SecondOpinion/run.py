# SPDX-License-Identifier: MIT
"""Compares cq with other opinions on what a query means, and prints how often.

Usage: Scripts/second-opinion [QUERIES] [--seed SEED] [--jobs JOBS] [--functions] [--pairs PAIRS]

QUERIES      how many generated queries; 100,000, if no number is given, take some minutes
--seed       which queries: the same seed makes the same ones; without it a new seed is drawn
--jobs       how many processes (one for each processor)
--functions  only queries that call a function other than `count`, `len` and `round`
--pairs      how many pairs of tables are compared for each hundred queries (5)

Each query is answered by cq and by an evaluator of its own that knows only the documents; where SQL
can ask the same, also by SQLite and DuckDB. Laws that hold between several answers of cq follow.
The status is 1 when two opinions differ; what is needed to look at it is kept in
.build/differences.
"""
import argparse
import collections
import itertools
import multiprocessing
import os
import random
import sys
import tempfile
import time
import zlib

import called
import changes
import comparison
import laws
import printing
import program
import scripts
import stages
from databases import Database, agree
from pipelines import Pipelines
from printing import Printer
from sql import Untranslatable

PER_CATALOGUE = 200
SHOWN = 10
KEPT = os.path.join(program.ROOT, ".build", "differences")


class Session:
    """One catalogue, its queries and all opinions about them."""

    def __init__(self, options, number, count, folder):
        self.options = options
        self.random = random.Random(f"{options.seed}/{number}")
        self.number = number
        self.catalogue = scripts.equipped(self.random, number)
        self.program = program.Program(folder, self.catalogue)
        self.counts = collections.Counter(catalogues=1)
        self.differences = []
        self.count = count

    def run(self):
        queries = [self.query() for _ in range(self.count)]
        texts = [self.printer().query(query) for query in queries]
        answers = [stages.answer(query, self.catalogue) for query in queries]
        replies = self.replies(texts, answers)
        agreed = [i for i in range(self.count)
                  if self.is_agreed(queries[i], texts[i], answers[i], replies[i])]
        for is_duckdb in (False, True):
            self.ask_database(is_duckdb, [(queries[i], texts[i], answers[i]) for i in agreed])
        self.judge_rewrites([(texts[i], replies[i]) for i in agreed])
        self.judge_format([(texts[i], replies[i]) for i in agreed])
        self.judge_laws(max(self.count // 10, 1))
        self.judge_changes(max(self.count * self.options.pairs // 100, 1))
        return self.counts, self.differences

    def query(self):
        while True:
            query = Pipelines(self.random, self.catalogue).query()
            if not self.options.functions or called.functions(query):
                return query

    def printer(self):
        return Printer(self.random.random(), self.catalogue.values)

    def replies(self, texts, answers):
        """Errors end a run, so queries that may fail or print nothing have a process each."""
        alone = {i for i, a in enumerate(answers) if a.code or a.tolerated or a.rows is None}
        together = [i for i in range(len(texts)) if i not in alone]
        replies = {i: self.program.one(texts[i]) for i in alone}
        replies.update(zip(together, self.program.all([texts[i] for i in together])))
        return replies

    def is_agreed(self, query, text, answer, reply):
        """Counts a query; true where rows were compared, for the databases."""
        self.counts["queries"] += 1
        if answer.is_open:
            self.counts["open"] += 1
            return False
        agrees = comparison.agrees(reply, answer)
        if not agrees and reply.code == "CQ0405" and stages.faults_eagerly(query, self.catalogue):
            self.counts["open"] += 1
            return False
        if not agrees:
            self.differ("naive evaluator", [text], _first_difference(reply, answer))
        elif reply.code:
            self.counts["errors"] += 1
        has_rows = agrees and reply.code is None and answer.rows is not None
        if has_rows and (names := called.functions(query)):
            self.counts["calling"] += 1
            self.counts.update(("function", name) for name in names)
        return has_rows

    def ask_database(self, is_duckdb, agreed):
        name = "DuckDB" if is_duckdb else "SQLite"
        database = Database(self.catalogue, is_duckdb)
        for query, text, answer in agreed:
            try:
                rows = database.rows(query)
            except Untranslatable:
                continue
            self.counts[name] += 1
            if not agree(rows, answer):
                self.differ(name, [text], f"SQL: {database.last}\n{name}: {rows[:5]}\n"
                                          f"cq: {answer.rows[:5]}")

    def judge_rewrites(self, agreed):
        """A plan that runs as it is written gives the same rows in the same order."""
        plain = self.program.all([text for text, _ in agreed], ["--no-rewrites"])
        for (text, reply), other in zip(agreed, plain):
            if other.code == "CQ0405":
                continue
            self.counts["plans"] += 1
            if other != reply:
                self.differ("--no-rewrites", [text], f"{reply.text[:300]}\n{other.text or other}")

    def judge_format(self, agreed):
        """What `cq fmt` makes of a script gives the same rows, and formatted again it is itself."""
        once, twice = self.program.formatted([text for text, _ in agreed])
        if once != twice:
            self.differ("cq fmt is not idempotent", [once], twice)
        found = self.program.documents(once)
        for (text, reply), document in itertools.zip_longest(agreed, found, fillvalue=""):
            self.counts["formatted"] += 1
            if reply.text != document:
                self.differ("cq fmt", [text, once], f"{reply.text[:300]}\n{document[:300]}")
                return

    def judge_laws(self, count):
        instances = laws.Laws(self.random, self.catalogue).all(count)
        texts = [[laws.written(query, self.printer()) for query in law.queries]
                 for law in instances]
        replies = iter(self.program.all([text for some in texts for text in some]))
        for law, some in zip(instances, texts):
            self.judge(law, some, [next(replies) for _ in some])

    def judge(self, law, texts, replies):
        """An overflow can be met by one side alone, where the other does not calculate."""
        if any(reply.code == "CQ0405" for reply in replies):
            return
        self.counts["laws"] += 1
        errors = [reply.message for reply in replies if reply.code]
        if errors or not law.holds(*(laws.lines(reply.text) for reply in replies)):
            self.differ(law.name, texts, "\n".join(errors or (r.text[:300] for r in replies)))

    def judge_changes(self, count):
        """What differs between two tables, as a naive comparison finds it, and two laws of it."""
        pairs = [changes.pair(self.random, f"{self.number}x{place}") for place in range(count)]
        for pair in pairs:
            for side in (pair.old, pair.new):
                self.program.write(side)
        answers = [changes.answer(pair) for pair in pairs]
        replies = self.replies([pair.query() for pair in pairs], answers)
        for place, (pair, answer) in enumerate(zip(pairs, answers)):
            self.counts["changes"] += 1
            text, reply = pair.query(), replies[place]
            if not comparison.agrees(reply, answer):
                self.differ("naive comparison", [text], _first_difference(reply, answer), pair)
            elif reply.code is None and pair.is_plain:
                self.counts["applied"] += 1
                if not changes.is_applied(pair, reply.text):
                    self.differ("the changes of the old table give the new one", [text],
                                reply.text[:300], pair)
        plain = [pair for pair, answer in zip(pairs, answers) if answer.code is None]
        texts = [pair.query(side, side) for pair in plain for side in (pair.old, pair.new)
                 if not pair.ignored]
        for text, reply in zip(texts, self.program.all(texts)):
            self.counts["selves"] += 1
            if reply.text != "[]\n":
                self.differ("a table has no changes to itself", [text], reply.message or reply.text)

    def differ(self, opinion, texts, detail, pair=None):
        """With what is needed to run it by hand: the script and the files that it reads."""
        script = printing.preamble(self.catalogue) + "\n".join(texts) + "\n"
        files = [("query.cq", script), ("difference.txt", f"{opinion}\n{detail}\n")]
        tables = [self.catalogue, self.catalogue.partner] + ([pair.old, pair.new] if pair else [])
        files += [(each.file_name, each.text) for each in tables]
        self.differences.append((self.number, opinion, texts, detail, files))


def _first_difference(reply, answer):
    """The first line that is not the same, or the errors."""
    if reply.code or answer.code or answer.rows is None:
        expected = answer.code or f"{len(answer.rows or [])} rows"
        return f"cq: {reply.message or reply.text[:300]}\nexpected: {expected}"
    found, expected = reply.text.split("\n"), comparison.document(answer).split("\n")
    for one, other in zip(found + [""], expected + [""]):
        if one != other:
            return f"cq:       {one[:500]}\nexpected: {other[:500]}"
    return f"cq: {len(found)} lines\nexpected: {len(expected)} lines"


def _task(arguments):
    """An exception says which catalogue it was; StopIteration would end the loop over all."""
    options, number, _ = arguments
    try:
        with tempfile.TemporaryDirectory() as folder:
            return Session(*arguments, folder).run()
    except Exception as error:
        raise RuntimeError(f"seed {options.seed}, catalogue {number}") from error


def _keep(number, texts, files):
    """Writes the files of a difference."""
    folder = os.path.join(KEPT, f"{number}-{zlib.crc32(texts[0].encode())}")
    os.makedirs(folder, exist_ok=True)
    for name, text in files:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    return os.path.relpath(folder, program.ROOT)


def _tell(differences):
    for number, opinion, texts, detail, files in differences[:SHOWN]:
        print(f"\nDIFFERENCE: {opinion}; kept in {_keep(number, texts, files)}")
        print("\n".join(texts))
        print(detail)
    if len(differences) > SHOWN:
        print(f"\n... and {len(differences) - SHOWN} more")


def _summary(counts, differences, seconds):
    compared = "compared with" if differences else "answered alike by"
    print(f"{counts['queries']:,} queries over {counts['catalogues']:,} generated catalogues "
          f"in {seconds:.0f} s")
    print(f"  {counts['queries'] - counts['open']:,} {compared} the naive evaluator, "
          f"{counts['errors']:,} of them with an error")
    print(f"  {counts['open']:,} left open by the documents")
    _tell_of_functions(counts, compared)
    print(f"  {counts['SQLite']:,} {compared} SQLite, {counts['DuckDB']:,} {compared} DuckDB")
    print(f"  {counts['plans']:,} {compared} a plan without rewrites")
    print(f"  {counts['formatted']:,} {compared} what `cq fmt` makes of them")
    print(f"  {counts['laws']:,} laws between answers")
    print(f"  {counts['changes']:,} pairs of tables {compared} a naive comparison of them")
    print(f"  {counts['applied']:,} of them by applying the changes, {counts['selves']:,} tables "
          f"compared with themselves")
    print(f"  {len(differences):,} differences")


def _tell_of_functions(counts, compared):
    """Of those that the evaluator answered with rows."""
    calls = {key[1]: count for key, count in counts.items() if isinstance(key, tuple)}
    rarest = min(calls, key=calls.get, default="none")
    print(f"  {counts['calling']:,} queries with functions besides `count`, `len` and `round` "
          f"{compared} it by their rows:\n"
          f"    {len(calls)} functions, the rarest is `{rarest}` in {calls.get(rarest, 0):,}")


def main():
    parser = argparse.ArgumentParser(usage="Scripts/second-opinion [QUERIES] [--seed SEED] "
                                           "[--jobs JOBS] [--functions] [--pairs PAIRS]")
    parser.add_argument("queries", nargs="?", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--functions", action="store_true")
    parser.add_argument("--pairs", type=int, default=5)
    options = parser.parse_args()
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(10 ** 6)
    print(f"seed {options.seed}", flush=True)
    begin = time.monotonic()
    size = min(PER_CATALOGUE, max(options.queries // 20, 1))
    tasks = [(options, i, min(size, options.queries - i * size))
             for i in range(-(-options.queries // size))]
    counts, differences = collections.Counter(), []
    with multiprocessing.Pool(options.jobs) as pool:
        for some, found in pool.imap_unordered(_task, tasks):
            counts += some
            differences += found
    differences.sort(key=lambda difference: difference[0])
    _tell(differences)
    _summary(counts, differences, time.monotonic() - begin)
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
