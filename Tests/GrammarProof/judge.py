# SPDX-License-Identifier: MIT
"""Asks cq's own parser, which the program SyntaxJudge runs over many texts at once."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass


@dataclass(frozen=True)
class Judgement:
    """What cq says of a text."""

    fault: str
    """The code and place of the first fault; empty when there is none."""
    prints_back: bool
    """Whether the tokens, printed, are the text again."""


class JudgeError(Exception):
    """The judge has not answered as it should."""


def judge(program: str, kind: str, texts: list) -> list:
    """Judges texts of one kind: `s` for scripts, `d` for definitions of sources."""
    parts = []
    for text in texts:
        parts += (f"{kind}{len(text)}\n".encode(), text)
    run = subprocess.run([program], input=b"".join(parts), stdout=subprocess.PIPE, check=False)
    lines = run.stdout.decode().splitlines()
    if run.returncode != 0 or len(lines) != len(texts):
        raise JudgeError(f"status {run.returncode}, {len(lines)} answers to {len(texts)} texts")
    return [_judgement(line) for line in lines]


def _judgement(line: str) -> Judgement:
    fault, _, printed = line.partition(" ")
    return Judgement("" if fault == "+" else fault, printed == "=")
