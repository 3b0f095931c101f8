# SPDX-License-Identifier: MIT
"""Apostrophes in texts without quotes such as `O'Hara`, which the grammar tells of in words."""

from __future__ import annotations

from ebnf import Grammar, Literal, literals, parts

_ENDS = set("|,;()[]{}#\n\"")
_COMPARISONS = {"=", "==", "!="}
_CONNECTIVES = {"and", "or"}
# Quoted words that mean something in one place only; so do units of values.
_NAMES = {"live", "money", "length"}
_UNITS = ("unit", "byte unit")


class Apostrophes:
    """Finds quotes that open no text; it is told what a word is, and what may begin one."""

    def __init__(self, grammar: Grammar, is_name, is_start):
        self._is_name = is_name
        self._is_start = is_start
        rules = {**grammar.syntax, **grammar.lexical}
        quoted = set().union(*map(literals, rules.values()))
        units = {option.text for name in _UNITS for option in parts(rules[name])
                 if isinstance(option, Literal)}
        words = {word.lower() for word in quoted - units if len(word) > 1 and word.isalpha()}
        self._words = words - _NAMES

    def end(self, text: str, position: int, found: list):
        """The end of the token that begins with an apostrophe at a place; None if none does."""
        names = self._names_before(position, found)
        if text[position] != "'" or not names:
            return None
        begin = names[0][1]
        before = found[-len(names) - 1] if len(found) > len(names) else ("", -1)
        if before[0].startswith("'") and before[1] + len(before[0]) == begin:
            return position + 1
        line_end = text.find("\n", position)
        line = text[position:line_end if line_end >= 0 else len(text)]
        is_compared = before[0] in _COMPARISONS and len(line) > 1 and self._is_start(line[1])
        if "'" in line[1:] and not is_compared:
            return None
        return position + self._length(line)

    def _names_before(self, position: int, found: list) -> list:
        """The words up to a place that are none of the language."""
        names, end = [], position
        for word, start in reversed(found):
            is_name = self._is_name(word) and word.lower() not in self._words
            if not is_name or not names and start + len(word) != end:
                break
            names.insert(0, (word, start))
        return names

    def _length(self, line: str) -> int:
        """How far a text without quotes goes on, from its apostrophe on."""
        place = length = 1
        while place < len(line) and line[place] not in _ENDS:
            start = place
            place += 1
            if self._is_start(line[start]):
                while place < len(line) and self._is_name(line[start:place + 1]):
                    place += 1
            if line[start:place].lower() in _CONNECTIVES:
                break
            if line[start] != " ":
                length = place
        return length
