# SPDX-License-Identifier: MIT
"""The checks by their numbers, and how each ends."""
from dataclasses import dataclass
from typing import Callable


class Skipped(Exception):
    """A check that cannot judge here; the reason is told."""


@dataclass(frozen=True)
class Check:
    number: int
    text: str
    judge: Callable
    is_slow: bool


CHECKS: list[Check] = []


def check(number, text, slow=False):
    """Registers a function that raises AssertionError where a convention is broken."""
    def register(judge):
        CHECKS.append(Check(number, text, judge, slow))
        return judge
    return register


def same(actual, expected, what):
    assert actual == expected, f"{what}: {_short(actual)}, not {_short(expected)}"


def holds(condition, what):
    assert condition, what


def _short(value):
    text = repr(value)
    return text if len(text) <= 160 else f"{text[:100]} … {text[-50:]}"
