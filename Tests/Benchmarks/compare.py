# SPDX-License-Identifier: MIT
"""Asks cq, the bound and the rivals in turns, and tells what each took."""
import argparse
import os

import answers
import catalogues
import report
import rivals
from process import Failed, Runner, Taken, build_cq, say
from workloads import WORKS, Work


class Result:
    """What each program took for one work, and remarks about those that did not answer."""

    def __init__(self, work):
        self.work = work
        self.runs = {}
        self.notes = {}
        self.answer = None

    def taken(self, name):
        runs = self.runs.get(name)
        return Taken.median(runs) if runs else None

    def best_rival(self):
        """The name of the rival that took the least of the processors."""
        known = [name for name in self.runs if name not in ("cq", "bound")]
        return min(known, key=lambda name: self.taken(name).cpu, default=None)


def _asked(runner, contestant, result, folder, patience):
    """One run, or a note why there are no more."""
    try:
        return contestant.take(runner, result.work, folder, patience)
    except Failed as reason:
        result.notes[contestant.name] = str(reason)
        say(f"{result.work.name}: {contestant.name}: {reason}")
        return None


def _judge(runner, contestant, result):
    """Compares an answer with the first one that was given."""
    question = result.work.question
    if question is None:
        return
    answer = answers.read(runner.output, contestant.has_header, question.is_ordered)
    if result.answer is None:
        result.answer = answer
    elif not answer.is_same(result.answer):
        result.notes[contestant.name] = "another answer"
        say(f"{result.work.name}: {contestant.name} differs: {answer.difference(result.answer)}")


def measure(runner, work, contestants, options):
    """A round that is not counted, whose answers are compared; then the rounds."""
    result, folder = Result(work), os.path.dirname(catalogues.path(options.rows, "makers.jsonl"))
    if work.file:
        catalogues.path(options.rows, work.file)
    alive = []
    for contestant in contestants:
        if not contestant.can(work):
            continue
        taken = _asked(runner, contestant, result, folder, options.patience)
        if taken is None:
            continue
        _judge(runner, contestant, result)
        if contestant.is_slow and work.question is not None:
            result.runs[contestant.name] = [taken]
        else:
            alive.append(contestant)
    for _ in range(options.runs if work.question else 10 * options.runs):
        for contestant in alive:
            taken = _asked(runner, contestant, result, folder, options.patience)
            if taken is not None:
                result.runs.setdefault(contestant.name, []).append(taken)
    return result


def _positive(text):
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number above zero")
    return int(text)


def arguments(words, usage):
    parser = argparse.ArgumentParser(
        prog="Scripts/bench", description=usage,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    words_of = lambda text: text.split(",")
    parser.add_argument("--rows", type=_positive, default=1_000_000)
    parser.add_argument("--runs", type=_positive, default=5)
    parser.add_argument("--only", type=words_of, default=[""],
                        help="the works whose names have one of these words")
    parser.add_argument("--rivals", type=words_of,
                        help="which are asked; usually all: bound,duckdb,polars,jq,miller,sqlite")
    parser.add_argument("--patience", type=_positive, default=240, help="seconds for one run")
    parser.add_argument("--write", action="store_true",
                        help="write the table into Documentation/Performance.md and README.md")
    options = parser.parse_args(words)
    unknown = set(options.rivals or ()) - set(rivals.names())
    if unknown:
        parser.error(f"no rival is called {', '.join(sorted(unknown))}")
    return options


def main(words, usage):
    """The status is 1 where answers differ."""
    options = arguments(words, usage)
    build_cq()
    load = os.getloadavg()[0]
    contestants, missing = rivals.gathered(options.rivals, say)
    runner = Runner()
    works = [work for work in [Work("start", "", None), *WORKS]
             if any(word in work.name for word in options.only)]
    results = []
    try:
        for work in works:
            say(work.name)
            results.append(measure(runner, work, contestants, options))
            print("\n".join(report.lines(results[-1])), flush=True)
    except KeyboardInterrupt:
        say("stopped; what is measured so far follows")
    if not results:
        say("no work has such a name")
        return 2
    text = report.table(results, contestants, missing, options, load)
    print(text)
    if options.write:
        report.write(text, results, options.rows)
    return 1 if any("another answer" in result.notes.values() for result in results) else 0
