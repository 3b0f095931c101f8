# SPDX-License-Identifier: MIT
"""The tokens of a grammar: cuts texts into tokens and says which terminals each of them is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import regex

from apostrophes import Apostrophes
from ebnf import (
    Choice, Except, Grammar, GrammarError, Literal, Maybe, Reference, Repeat, Sequence, Special,
)

MARK_OF_ORDER = "\ufeff"
_RANGE = re.compile(r"(\w) to (\w)")
_CLASSES = {
    "any character": r"(?s:.)",
    "alphabetic beyond ASCII": r"(?:(?![\x00-\x7F])\p{Alphabetic})",
    "nonspacing mark beyond ASCII": r"(?:(?![\x00-\x7F])\p{Mn})",
}
_PAGES = re.compile("the name of a page in (.+)")
_ROOT = Path(__file__).resolve().parents[2]


def pages(words: str) -> list:
    """The names of the pages in the folder that a special sequence mentions."""
    found = _PAGES.fullmatch(words)
    return sorted(page.stem for page in (_ROOT / found[1]).glob("*.md")) if found else []


def is_utf16(text: str) -> bool:
    """Whether a text begins as UTF-16 does."""
    zeros = [byte == 0 for byte in text[:4].encode("utf-8", "surrogateescape")[:4]]
    return zeros in ([True, False, True, False], [False, True, False, True])


def is_word(text: str) -> bool:
    """Whether a quoted text is a word, which is read in any case."""
    return len(text) > 1 and text.isalpha()


@dataclass(frozen=True)
class Token:
    """A token's text and the terminals that it can be."""

    text: str
    terminals: frozenset


class Pattern(str):
    """The text of a token that stands where a slash begins a regular expression."""


def begins_pattern(before: str, text: str) -> bool:
    """Whether what stands behind a token is a regular expression if it begins with a slash."""
    if not text.startswith("/"):
        return False
    return before.lower() == "matches" or before == "," and text[1:2] not in ("", "\n", "/", "*")


class Lexicon:
    """The rules of tokens as regular expressions."""

    def __init__(self, grammar: Grammar):
        self.rules = grammar.lexical
        self._sources = {}
        self.token = regex.compile("(?p)" + self._source(Reference("token")))
        self.pattern = regex.compile(
            "(?p)" + self._source(
                Choice((Reference("regular expression"), Reference("open expression")))))
        self.template_text = regex.compile(self._source(Reference("template text")))
        self.space = regex.compile(f"(?:{self._source(Reference('space'))})*")
        self._cache = {}
        self._parts = {}
        self._named = {
            name: regex.compile(self._source(Reference(name))) for name in self.rules
        }
        self.literals = set()
        self._apostrophes = Apostrophes(
            grammar, lambda text: self.matches("word", text),
            lambda character: self.matches("name start", character))

    def _source(self, node) -> str:
        match node:
            case Literal(text):
                escaped = regex.escape(text)
                return f"(?i:{escaped})" if is_word(text) else escaped
            case Reference(name):
                if name not in self._sources:
                    self._sources[name] = None
                    self._sources[name] = f"(?:{self._source(self.rules[name])})"
                if self._sources[name] is None:
                    raise GrammarError(f"the token `{name}` mentions itself")
                return self._sources[name]
            case Special(words):
                return self._special(words)
            case Sequence(parts):
                return "".join(self._source(part) for part in parts)
            case Choice(options):
                return "(?:" + "|".join(self._source(option) for option in options) + ")"
            case Maybe(part):
                return f"(?:{self._source(part)})?"
            case Repeat(part):
                return f"(?:{self._source(part)})*"
            case Except(part, without):
                end = "" if self._is_single(without) else r"\Z"
                return f"(?:(?!(?:{self._source(without)}){end}){self._source(part)})"
        raise GrammarError(f"`{node}` cannot stand in a token")

    @staticmethod
    def _special(words: str) -> str:
        if words in _CLASSES:
            return _CLASSES[words]
        if found := _RANGE.fullmatch(words):
            return f"[{found[1]}-{found[2]}]"
        if words.startswith("U+"):
            return regex.escape(chr(int(words[2:], 16)))
        if names := pages(words):
            return "(?i:" + "|".join(names) + ")"
        raise GrammarError(f"`? {words} ?` is no class of characters")

    def _is_single(self, node) -> bool:
        """Whether a node matches one character and no more."""
        match node:
            case Literal(text):
                return len(text) == 1
            case Special():
                return True
            case Reference(name):
                return self._is_single(self.rules[name])
            case Choice(options):
                return all(self._is_single(option) for option in options)
            case Except(part, _):
                return self._is_single(part)
        return False

    def matches(self, name: str, text: str) -> bool:
        """Whether a whole text is what a rule of tokens says."""
        return self._named[name].fullmatch(text) is not None

    def fits(self, node, text: str) -> bool:
        """Whether a whole text is what a part of a rule says."""
        if node not in self._parts:
            self._parts[node] = regex.compile(self._source(node))
        return self._parts[node].fullmatch(text) is not None

    def touches(self, character: str) -> bool:
        """Whether a character would run into one like it."""
        return self.matches("name part", character)

    def raw_tokens(self, text: str, start: int = 0):
        """The texts of all tokens with their places."""
        position = start
        if position == 0 and text.startswith(MARK_OF_ORDER):
            position = len(MARK_OF_ORDER)
        found, before = [], ""
        while True:
            position = self.space.match(text, position).end()
            if position == len(text):
                return found
            if end := self._apostrophes.end(text, position, found):
                before = text[position:end]
                found.append((before, position))
                position = end
                continue
            is_pattern = begins_pattern(before, text[position:position + 2])
            match = (self.pattern if is_pattern else self.token).match(text, position)
            before = match.group()
            found.append((Pattern(before) if is_pattern else before, position))
            position = match.end()

    def classes(self, text: str) -> frozenset:
        """The rules of tokens that a token's text fulfils, and the text as a quoted one."""
        known = self._cache.get(text)
        if known is None:
            names = {name for name in self.rules if self.matches(name, text)}
            lowered = text.lower()
            if lowered in self.literals:
                names.add(f'"{lowered}"')
            known = frozenset(names)
            if len(text) < 20:
                self._cache[text] = known
        return known
