# SPDX-License-Identifier: MIT
"""Reads a grammar in the notation of ISO/IEC 14977 and gives its rules as small trees."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Literal:
    """A quoted text."""

    text: str


@dataclass(frozen=True)
class Reference:
    """The name of a rule."""

    name: str


@dataclass(frozen=True)
class Special:
    """The words between two question marks."""

    words: str


@dataclass(frozen=True)
class Sequence:
    """One part after the other."""

    parts: tuple


@dataclass(frozen=True)
class Choice:
    """One of several alternatives."""

    options: tuple


@dataclass(frozen=True)
class Maybe:
    """A part that may be left out."""

    part: object


@dataclass(frozen=True)
class Repeat:
    """A part that may be left out or repeated."""

    part: object


@dataclass(frozen=True)
class Except:
    """What the first part matches and the second does not."""

    part: object
    without: object


class GrammarError(Exception):
    """The grammar file cannot be read."""


_SYMBOL = re.compile(
    r"""(?P<space>\s+|\(\*.*?\*\))
      | (?P<literal>"[^"\n]*"|'[^'\n]*')
      | (?P<special>\?[^?]*\?)
      | (?P<name>[A-Za-z][A-Za-z0-9]*(?:[ \t]+[A-Za-z][A-Za-z0-9]*)*)
      | (?P<mark>[=,|;()\[\]{}-])""",
    re.X | re.S,
)


def _symbols(text: str):
    position = 0
    while position < len(text):
        match = _SYMBOL.match(text, position)
        if match is None:
            line = text.count("\n", 0, position) + 1
            raise GrammarError(f"line {line}: `{text[position]}` is no symbol of the notation")
        if match.lastgroup != "space":
            yield match.lastgroup, match.group(), text.count("\n", 0, position) + 1
        position = match.end()
    yield "end", "", text.count("\n") + 1


class _Reader:
    """Recursive descent over the symbols."""

    def __init__(self, text: str):
        self.symbols = list(_symbols(text))
        self.index = 0

    def peek(self) -> tuple:
        return self.symbols[self.index]

    def take(self, text: str) -> bool:
        kind, found, _ = self.peek()
        if kind == "mark" and found == text:
            self.index += 1
            return True
        return False

    def want(self, text: str):
        if not self.take(text):
            _, found, line = self.peek()
            raise GrammarError(f"line {line}: `{text}` is expected, not `{found}`")

    def grammar(self) -> dict:
        rules = {}
        while self.peek()[0] != "end":
            kind, name, line = self.peek()
            if kind != "name" or name in rules:
                raise GrammarError(f"line {line}: a new rule is expected, not `{name}`")
            self.index += 1
            self.want("=")
            rules[name] = self.choice()
            self.want(";")
        return rules

    def choice(self):
        options = [self.sequence()]
        while self.take("|"):
            options.append(self.sequence())
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def sequence(self):
        parts = [self.term()]
        while self.take(","):
            parts.append(self.term())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def term(self):
        part = self.primary()
        return Except(part, self.primary()) if self.take("-") else part

    def primary(self):
        kind, text, line = self.peek()
        for opening, closing, make in (
            ("(", ")", lambda part: part), ("[", "]", Maybe), ("{", "}", Repeat),
        ):
            if self.take(opening):
                part = make(self.choice())
                self.want(closing)
                return part
        self.index += 1
        if kind == "literal":
            return Literal(text[1:-1])
        if kind == "special":
            return Special(text[1:-1].strip())
        if kind == "name":
            return Reference(" ".join(text.split()))
        raise GrammarError(f"line {line}: `{text}` stands where a part is expected")


def parts(node) -> tuple:
    """The parts directly inside of a node."""
    match node:
        case Sequence(inner) | Choice(inner):
            return inner
        case Maybe(inner) | Repeat(inner):
            return (inner,)
        case Except(inner, without):
            return (inner, without)
    return ()


def references(node) -> set:
    """The names of all rules that a node mentions."""
    if isinstance(node, Reference):
        return {node.name}
    return set().union(*(references(part) for part in parts(node)))


def literals(node) -> set:
    """The quoted texts of a node."""
    if isinstance(node, Literal):
        return {node.text}
    return set().union(*(literals(part) for part in parts(node)))


@dataclass(frozen=True)
class Grammar:
    """The rules of a grammar file: those of the syntax, and from `token` on those of tokens."""

    syntax: dict
    lexical: dict


def read(text: str) -> Grammar:
    """Reads a grammar; every rule that is mentioned must be there."""
    rules = _Reader(text).grammar()
    for name, node in rules.items():
        for missing in sorted(references(node) - rules.keys()):
            raise GrammarError(f"`{name}` mentions `{missing}`, which is no rule")
    if "token" not in rules:
        raise GrammarError("there is no rule `token`")
    names = list(rules)
    border = names.index("token")
    grammar = Grammar(
        {name: rules[name] for name in names[:border]},
        {name: rules[name] for name in names[border:]},
    )
    for name, node in grammar.lexical.items():
        for outside in sorted(references(node) & grammar.syntax.keys()):
            raise GrammarError(f"the token `{name}` mentions `{outside}`, which is no token")
    return grammar
