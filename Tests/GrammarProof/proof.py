# SPDX-License-Identifier: MIT
"""Compares the grammar file with cq's parser over many random scripts.

A recogniser that lark makes from `Grammar/cq.ebnf` and cq's own parser judge the same texts:
scripts that the grammar derives, which both must accept, and spoilt ones, which both must judge
alike. Printing the tokens of each must give back its bytes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import ebnf
from generator import CONDITIONS, Generator
from judge import judge
from mutator import Mutator
from recogniser import Recogniser

BATCH = 500
SHOWN = 20
ENOUGH = 3_000  # Among so many scripts each kind of condition is found.


@dataclass(frozen=True)
class Language:
    """One start symbol of the grammar and how cq reads it."""

    start: str
    kind: str
    joins_lines: bool


LANGUAGES = (Language("script", "s", True), Language("definitions", "d", False))


@dataclass
class Tally:
    """What has been counted, and the texts over which the judges differ."""

    counts: Counter = field(default_factory=Counter)
    faults: Counter = field(default_factory=Counter)
    covered: set = field(default_factory=set)
    failures: list = field(default_factory=list)
    conditions: Counter = field(default_factory=Counter)

    def add(self, other: Tally):
        """Adds what another batch has counted."""
        self.counts += other.counts
        self.faults += other.faults
        self.covered |= other.covered
        self.failures += other.failures
        self.conditions += other.conditions


class Proof:
    """The two judges and the source of texts for one language."""

    def __init__(self, grammar: ebnf.Grammar, language: Language, program: str):
        self.language = language
        self.program = program
        self.recogniser = Recogniser(grammar, language.start, language.joins_lines)
        self.generator = Generator(
            grammar, self.recogniser.lexicon, language.start, language.joins_lines)
        self.mutator = Mutator(self.generator)

    def batch(self, seed: str, numbers: range) -> Tally:
        """Judges the scripts of some numbers, each as it is and spoilt."""
        tally = Tally()
        sound, spoilt = [], []
        self.generator.conditions.clear()
        for number in numbers:
            chance = random.Random(f"{seed}/{self.language.start}/{number}")
            script = self.generator.script(chance)
            sound.append(script.encode("utf-8", "surrogateescape"))
            spoilt.append(self.mutator.mutated(script, chance))
        answers = judge(self.program, self.language.kind, sound + spoilt)
        for index, (text, answer) in enumerate(zip(sound + spoilt, answers)):
            self._compare(tally, numbers[index % len(numbers)], text, answer, index < len(sound))
        tally.covered = set(self.generator.covered)
        tally.conditions = Counter(self.generator.conditions)
        return tally

    def _compare(self, tally: Tally, number: int, text: bytes, answer, is_sound: bool):
        by_grammar, by_cq = self.recogniser.accepts(text), not answer.fault
        kind = "generated" if is_sound else "mutated"
        tally.counts[kind] += 1
        tally.counts["bytes"] += len(text)
        tally.counts["printed back"] += answer.prints_back
        agree = by_grammar and by_cq if is_sound else by_grammar == by_cq
        tally.counts[f"{kind}, agreed"] += agree
        if not is_sound and agree:
            tally.counts["accepted" if by_cq else "refused"] += 1
            tally.faults[answer.fault[:6]] += bool(answer.fault)
        if not agree or not answer.prints_back:
            verdict = f"grammar {'accepts' if by_grammar else 'refuses'}, cq says " + (
                answer.fault or "nothing") + ("" if answer.prints_back else ", bytes are lost")
            tally.failures.append((self.language.start, number, kind, verdict, text))


def corpus(grammar: ebnf.Grammar, program: str) -> bool:
    """Judges the corpus: the valid files must be accepted, the invalid ones refused, by both.

    The limits are no part of the grammar: files whose names begin with `limit-` only cq refuses.
    """
    differences, judged = [], Counter()
    for language in LANGUAGES:
        recogniser = Recogniser(grammar, language.start, language.joins_lines)
        files = [
            file for file in sorted(Path("Grammar/corpus").glob("*/*.cq"))
            if file.name.startswith("definition-") == (language.kind == "d")
        ]
        answers = judge(program, language.kind, [file.read_bytes() for file in files])
        for file, answer in zip(files, answers):
            is_valid = file.parent.name == "valid"
            verdicts = (recogniser.accepts(file.read_bytes()), not answer.fault)
            wanted = (is_valid or file.name.startswith("limit-"), is_valid)
            if verdicts != wanted or not answer.prints_back:
                differences.append(f"  differs: {file}: {verdicts} {answer.fault}")
            judged[file.parent.name] += 1
    print(
        f"corpus: {judged['valid']} valid and {judged['invalid']} invalid files, "
        f"{len(differences)} judged otherwise")
    print("\n".join(differences), end="\n" if differences else "")
    return not differences


_proofs = {}


def _prepare(path: str, program: str):
    grammar = ebnf.read(Path(path).read_text(encoding="utf-8"))
    for language in LANGUAGES:
        _proofs[language.start] = Proof(grammar, language, program)


def _run(task: tuple) -> tuple:
    start, seed, numbers = task
    return start, _proofs[start].batch(seed, numbers)


def _tasks(seed: str, count: int) -> list:
    """Every script, and a definition of a source for each five."""
    wanted = {"script": count, "definitions": max(count // 5, 1)}
    return [
        (start, seed, range(first, min(first + BATCH, total)))
        for start, total in wanted.items() for first in range(0, total, BATCH)
    ]


def _alternatives(grammar: ebnf.Grammar) -> set:
    """Every alternative of every rule of the syntax."""
    found, waiting = set(), list(grammar.syntax.values())
    while waiting:
        node = waiting.pop()
        if isinstance(node, ebnf.Choice):
            found |= set(node.options)
        waiting += [node.part] if isinstance(node, ebnf.Except) else ebnf.parts(node)
    return found


def _report(start: str, tally: Tally):
    counts = tally.counts
    print(
        f"{start}: {counts['generated, agreed']} of {counts['generated']} generated accepted by "
        f"both; {counts['mutated, agreed']} of {counts['mutated']} mutated judged alike "
        f"({counts['accepted']} accepted, {counts['refused']} refused); "
        f"{counts['printed back']} of {counts['generated'] + counts['mutated']} printed back; "
        f"{counts['bytes']} bytes")
    print("  refused with " + ", ".join(
        f"{code} {count}" for code, count in sorted(tally.faults.items()) if code))
    for _, number, kind, verdict, text in sorted(
        tally.failures, key=lambda failure: len(failure[4])
    )[:SHOWN]:
        print(f"  differs: {kind} {number}: {verdict}: {text!r}")


def main() -> int:
    """Reads the command line, judges, and prints the counts."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("count", nargs="?", type=int, default=100_000, help="how many scripts")
    parser.add_argument("--seed", default=str(random.SystemRandom().randrange(10**9)))
    parser.add_argument("--grammar", default="Grammar/cq.ebnf")
    parser.add_argument("--judge", default=".build/debug/SyntaxJudge")
    arguments = parser.parse_args()
    print(f"grammar-proof: seed {arguments.seed}", flush=True)
    began = time.monotonic()
    grammar = ebnf.read(Path(arguments.grammar).read_text(encoding="utf-8"))
    is_right = corpus(grammar, arguments.judge)
    tallies = {language.start: Tally() for language in LANGUAGES}
    setup = (arguments.grammar, arguments.judge)
    with multiprocessing.Pool(os.cpu_count(), _prepare, setup) as pool:
        tasks = _tasks(arguments.seed, arguments.count)
        for start, tally in pool.imap_unordered(_run, tasks):
            tallies[start].add(tally)
    for start, tally in tallies.items():
        _report(start, tally)
    alternatives = _alternatives(grammar)
    covered = set().union(*(tally.covered for tally in tallies.values()))
    print(
        f"{len(alternatives & covered)} of {len(alternatives)} alternatives of the grammar were "
        f"written; {time.monotonic() - began:.0f} s")
    conditions = tallies["script"].conditions
    print("behind `on`: " + ", ".join(f"{conditions[kind]} {kind}" for kind in CONDITIONS))
    if arguments.count >= ENOUGH:
        is_right = is_right and all(conditions[kind] for kind in CONDITIONS)
    is_right = is_right and not any(tally.failures for tally in tallies.values())
    for missing in alternatives - covered:
        print(f"  never written: {missing}")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
