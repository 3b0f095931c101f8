# SPDX-License-Identifier: MIT
"""Random scripts: a walk over the grammar with a budget of tokens, written with varied space."""

from __future__ import annotations

import random
import re
from collections import Counter

import layout
from ebnf import (
    Choice, Except, Grammar, GrammarError, Literal, Maybe, Reference, Repeat, Sequence, Special,
    literals, references,
)
from lexical import MARK_OF_ORDER, Lexicon, Pattern, begins_pattern, is_utf16, is_word, pages
from recogniser import ANY_TOKENS

_CHARACTERS = (
    list("abcxyzABC0123456789 \t\r_'\"`\\|;,.:(){}[]<>=+-*/%#$@!?&~^")
    + ["é", "ß", "日", "\u0301", "\u200d", "\u00a0", "\u202e", "😀", "\x00", "\x7f"]
)
_ALPHABETIC = list("éßñÅΩжא日ªǅŀ\u24b6\u0345")
_MARKS = ["\u0301", "\u0308", "\u0323", "\u05b0"]
_PLAIN = ["word", "mark", "number", "text", "foreign", "malformed number", "malformed text"]
_NAMES = [
    "stars", "distance", "name", "rooms", "hotels", "chloe", "price", "it", "a", "b", "x1", "_",
    "Name", "STARS", "n\u0061\u0308me", "größe", "f", "len", "avg", "page", "count", "nulls", "e5",
]


def _between(first: str, parts: tuple, last: str) -> Sequence:
    """Two parts or more with commas, in brackets."""
    more = Repeat(Sequence((Literal(","), parts[-1])))
    return Sequence((Literal(first), parts[0], Literal(","), parts[1], more, Literal(last)))


# What may stand behind `on` and has commas or words of its own, which a walk seldom comes to.
_ARGUMENTS = (Reference("expression"),) * 2
_CONDITIONS = {
    "calls with commas": Sequence((
        Reference("free word"), _between("(", _ARGUMENTS, ")"),
        Maybe(Sequence((Reference("comparison"), Reference("operand")))),
    )),
    "conditionals": Sequence((
        Literal("if"), Reference("expression"), Literal("then"), Reference("expression"),
        Literal("else"), Reference("expression"),
    )),
    "templates": Sequence((
        Reference("template"), Maybe(Sequence((Reference("comparison"), Reference("operand")))),
    )),
    "lists behind `in`": Sequence((
        Reference("value"), Maybe(Literal("not")), Literal("in"),
        _between("(", (Reference("operand"),) * 2, ")"),
    )),
}
CONDITIONS = tuple(_CONDITIONS)


class Generator:
    """Writes scripts that the grammar derives."""

    def __init__(self, grammar: Grammar, lexicon: Lexicon, start: str, joins_lines: bool):
        self.grammar = grammar
        self.lexicon = lexicon
        self.start = start
        self.joins_lines = joins_lines
        self.covered = set()
        self.conditions = Counter()
        self._costs = {}
        self._weights = {}
        self._measure()
        marks = set().union(*(literals(node) for node in grammar.syntax.values()))
        self.words = sorted(mark for mark in marks if is_word(mark))
        self.marks = sorted(literals(grammar.lexical["mark"]))

    def script(self, chance: random.Random) -> str:
        """One script; what the walk makes of each `%` and line break is what a reader makes."""
        while True:
            self.chance = chance
            self.budget = chance.choice((3, 6, 10, 15, 20, 30))
            self.appetite = chance.uniform(0.5, 1)
            self.depth = 0
            self.walked = []
            self._walk(Reference(self.start))
            for write in (self._varied, self._plain):
                text = write()
                if self._reads_back(text):
                    return text

    # The walk.

    def _measure(self):
        """Finds the fewest tokens that each rule needs."""
        changed = True
        while changed:
            changed = False
            for name, node in self.grammar.syntax.items():
                cost = self._cost(node)
                if cost < self._costs.get(name, 1000):
                    self._costs[name] = cost
                    changed = True

    def _cost(self, node) -> int:
        match node:
            case Reference(name) if name in self.grammar.syntax:
                return self._costs.get(name, 1000)
            case Sequence(inner):
                return sum(self._cost(part) for part in inner)
            case Choice(options):
                return min(self._cost(option) for option in options)
            case Maybe() | Repeat():
                return 0
        return 1

    def _is_hungry(self) -> bool:
        """Whether a part that may be left out is written: the deeper it is, the less likely."""
        is_left = len(self.walked) < self.budget
        return is_left and self.chance.random() < self.appetite * 0.9 ** self.depth

    def _walk(self, node):
        match node:
            case Reference("template"):
                self._walk_template()
            case Literal(text):
                self.walked.append((self._spelt(text), False))
            case Reference(name) if name in self.grammar.syntax:
                self.depth += 1
                self._walk(self.grammar.syntax[name])
                self.depth -= 1
            case Reference(name):
                self.walked.append((self.token(name), name == "percent"))
            case Sequence((Literal("join"), *inner, condition)):
                for part in (Literal("join"), *inner):
                    self._walk(part)
                self._walk_condition(condition)
            case Sequence(inner):
                for part in inner:
                    self._walk(part)
            case Choice(options):
                self._walk(self._chosen(options))
            case Maybe(part):
                if self._is_hungry():
                    self._walk(part)
            case Repeat(part):
                fatigue = 1.0
                while self._is_hungry() and self.chance.random() < fatigue:
                    self._walk(part)
                    fatigue *= 0.7
            case Except(part, without):
                self._walk_except(part, without)
            case _:
                raise GrammarError(f"`{node}` cannot be walked")

    def _chosen(self, options):
        if len(self.walked) >= self.budget:
            least = min(self._cost(option) for option in options)
            options = [option for option in options if self._cost(option) == least]
        option = self.chance.choices(options, [self._weight(option) for option in options])[0]
        self.covered.add(option)
        return option

    def _weight(self, node) -> int:
        """Alternatives with much inside are chosen more often."""
        if node not in self._weights:
            reached, waiting = set(), references(node)
            while waiting:
                name = waiting.pop()
                if name not in reached and name in self.grammar.syntax:
                    reached.add(name)
                    waiting |= references(self.grammar.syntax[name])
            self._weights[node] = 1 + min(len(reached), 5)
        return self._weights[node]

    def _walk_except(self, part, without):
        begin = len(self.walked)
        while True:
            self._walk(part)
            first, after = self.walked[begin][0], (self.walked + [("", False)])[begin + 1][0]
            match without:
                case Sequence((Reference("naming name"), special)) if special == ANY_TOKENS:
                    is_wrong = after in ("=", "==") and self.lexicon.matches("name", first)
                case Sequence((token, special)) if special == ANY_TOKENS:
                    is_wrong = self.lexicon.fits(token, first)
                case _:
                    is_wrong = self.lexicon.fits(without, first)
            if not is_wrong:
                return
            del self.walked[begin:]

    def _walk_condition(self, condition):
        """What a join asks for."""
        begin, budget = len(self.walked), self.budget
        if self.chance.random() < 0.8:
            self.budget = max(budget, begin + self.chance.choice((6, 12, 24)))
            condition = self.chance.choices(list(_CONDITIONS.values()), (3, 1, 1, 2))[0]
        self._walk(condition)
        self.budget = budget
        self.conditions.update(self._kinds(self.walked[begin:]))

    def _kinds(self, walked: list) -> set:
        """Which of the kinds of conditions tokens are."""
        words = [word.lower() for word, _ in walked]
        found, open_brackets = set(), []
        for before, word in zip(["", *words], words):
            if word in ("(", "["):
                is_call = word == "(" and self.lexicon.matches("free word", before)
                open_brackets.append(
                    CONDITIONS[0] if is_call else CONDITIONS[3] if before == "in" else None)
            elif word in (")", "]"):
                open_brackets.pop()
            elif word == "," and open_brackets and open_brackets[-1]:
                found.add(open_brackets[-1])
            elif word == "if":
                found.add(CONDITIONS[1])
            elif word.startswith(("f'", 'f"')) and "{" in word:
                found.add(CONDITIONS[2])
        return found

    def _walk_template(self):
        """A template is one token here, though it holds the tokens of expressions."""
        for node in self.grammar.syntax["template"].parts:
            if isinstance(node, Repeat):
                self.covered |= set(node.part.options)
        outside, self.walked = self.walked, []
        budget, self.budget = self.budget, self.budget // 4
        quote = self.chance.choice(("'", '"'))
        while True:
            self.walked.clear()
            text = self.chance.choice("ffF") + quote
            for _ in range(self.chance.randint(0, 3)):
                text += self._template_piece(quote)
            text += quote
            if layout.pieces(self.lexicon, text):
                break
        self.walked, self.budget = outside, budget
        self.walked.append((text, False))

    def _template_piece(self, quote: str) -> str:
        """Some text, or an expression in braces that is read as it has been written."""
        while self.chance.random() < 0.4:
            piece = self.token("template text")
            if quote not in re.sub(r"\\.", "", piece):
                return piece
        while True:
            self.walked.clear()
            self._walk(Reference("expression"))
            inside = self._plain()
            is_one_line = "\n" not in inside and quote not in inside
            found = layout.pieces(self.lexicon, f"f{quote}{{{inside}}}{quote}")
            if is_one_line and found and self._are_walked([word for word, _ in found[2:-2]]):
                return "{" + inside + "}"

    def _spelt(self, text: str) -> str:
        """A quoted word in some case."""
        if not is_word(text) or self.chance.random() < 0.85:
            return text
        return "".join(self.chance.choice((letter, letter.upper())) for letter in text)

    # Tokens.

    def token(self, name: str) -> str:
        """A random text for a rule of tokens."""
        if name == "plain token":
            return self._plain_token()
        while name in ("word", "free word", "name", "free name") and self.chance.random() < 0.85:
            pool = _NAMES if self.chance.random() < 0.7 else self.words
            text = self._spelt(self.chance.choice(pool))
            if self.lexicon.matches(name, text):
                return text
        while True:
            text = self._characters(self.grammar.lexical[name])
            if self.lexicon.matches(name, text):
                return text

    def _plain_token(self) -> str:
        """A token of some kind that is no parenthesis."""
        while True:
            text = self.token(self.chance.choice(_PLAIN))
            if self.lexicon.matches("plain token", text):
                return text

    def _characters(self, node) -> str:
        match node:
            case Literal(text):
                return self._spelt(text)
            case Reference(name):
                return self._characters(self.grammar.lexical[name])
            case Sequence(inner):
                return "".join(self._characters(part) for part in inner)
            case Choice(options):
                return self._characters(self.chance.choice(options))
            case Maybe(part):
                return self._characters(part) if self.chance.random() < 0.5 else ""
            case Repeat(part):
                count = min(int(self.chance.expovariate(0.4)), 12)
                return "".join(self._characters(part) for _ in range(count))
            case Except(part, without):
                while self.lexicon.fits(without, text := self._characters(part)):
                    pass
                return text
            case Special(words):
                return self._character(words)
        raise GrammarError(f"`{node}` cannot be written")

    def _character(self, words: str) -> str:
        if words == "any character":
            return self.chance.choice(_CHARACTERS)
        if words.startswith("alphabetic"):
            return self.chance.choice(_ALPHABETIC)
        if words.startswith("nonspacing"):
            return self.chance.choice(_MARKS)
        if words.startswith("U+"):
            return chr(int(words[2:], 16))
        if names := pages(words):
            return self.chance.choice(names)
        first, last = words.split(" to ")
        return chr(self.chance.randint(ord(first), ord(last)))

    # Space.

    def _plain(self) -> str:
        return " ".join(text for text, _ in self.walked)

    def _varied(self) -> str:
        """The tokens with space that may be nothing, and with line breaks that mean nothing."""
        pieces = [MARK_OF_ORDER] if self.chance.random() < 0.02 else []
        habit = self.chance.choice((0.0, 0.1, 0.4))
        depth, before = 0, ""
        for index, (text, _) in enumerate(self.walked):
            may_break = index > 0 and (
                depth > 0 or text == "|"
                or self.joins_lines and self.lexicon.matches("unfinished", before)
            )
            while may_break and self.chance.random() < habit:
                pieces.append(self._space(habit) + self._comment() + "\n")
            pieces.append(self._space(habit) or self._gap(before, text))
            if text == "\n" and self.chance.random() < habit:
                pieces.append(self._comment())
            depth += (text in ("(", "[")) - (text in (")", "]"))
            pieces.append(text)
            before = text
        if self.chance.random() < habit:
            pieces.append(self._space(1) + self._comment())
        return "".join(pieces)

    def _gap(self, before: str, text: str) -> str:
        """Nothing where two tokens may touch."""
        if not before or self.chance.random() < 0.5 and not (
            self.lexicon.touches(before[-1]) and self.lexicon.touches(text[0])
        ):
            return ""
        return " "

    def _space(self, habit: float) -> str:
        if self.chance.random() > habit:
            return ""
        return "".join(self.chance.choice((" ", " ", "\t", "\r")) for _ in range(
            self.chance.randint(1, 3)))

    def _comment(self) -> str:
        is_there = self.chance.random() < 0.4
        return self._characters(self.grammar.lexical["comment"]) if is_there else ""

    def _reads_back(self, text: str) -> bool:
        """Whether a text is read as the tokens that have been walked over."""
        if is_utf16(text):
            return False
        raw = layout.meaningful(self.lexicon, self.lexicon.raw_tokens(text), self.joins_lines)
        return self._are_walked([word for word, _ in raw])

    def _are_walked(self, words: list) -> bool:
        """Whether tokens are those of the walk, and each `%` and pattern is what it has been."""
        if words != [word for word, _ in self.walked]:
            return False
        if any(
            begins_pattern(before, word) and not isinstance(word, Pattern)
            and self.lexicon.matches("regular expression", word)
            for before, word in zip(words, words[1:])
        ):
            return False
        around = zip(["", *words], words, [*words[1:], ""])
        return all(
            word != "%" or layout.is_percent(self.lexicon, before, after) == is_percent
            for (before, word, after), (_, is_percent) in zip(around, self.walked)
        )
