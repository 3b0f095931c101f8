# SPDX-License-Identifier: MIT
"""Spoils scripts: a few random changes of tokens or of bytes."""

from __future__ import annotations

import random
import unicodedata

from generator import Generator

_BYTES = b" \t\n\r#\"'`\\|;,.()[]{}<>=!+-*/%?$@&~:^09azAZ_\x00\x80\xc3\xff"


def _known(text: str) -> str:
    """The text without characters that some version of Unicode has no meaning for: the parser and
    the recogniser may know different ones."""
    return "".join(character for character in text if unicodedata.category(character) != "Cn")


class Mutator:
    """Changes scripts; what comes out may or may not be one."""

    def __init__(self, generator: Generator):
        self.generator = generator
        self.token_rules = [name for name in generator.grammar.lexical if name not in (
            "token", "character", "comment", "space", "digits", "escape")]

    def mutated(self, text: str, chance: random.Random) -> bytes:
        """The script after one to three changes."""
        for _ in range(chance.choice((1, 1, 2, 3))):
            if chance.random() < 0.75:
                text = self._change_tokens(text, chance)
            else:
                text = self._change_bytes(text, chance)
        return _known(text).encode("utf-8", "surrogateescape")

    def _any_token(self, chance: random.Random) -> str:
        generator = self.generator
        generator.chance = chance
        pick = chance.random()
        if pick < 0.4:
            return chance.choice(generator.words)
        if pick < 0.7:
            return chance.choice(generator.marks)
        return generator.token(chance.choice(self.token_rules))

    def _change_tokens(self, text: str, chance: random.Random) -> str:
        spans = self.generator.lexicon.raw_tokens(text)
        if not spans:
            return text + self._any_token(chance)
        word, begin = chance.choice(spans)
        end = begin + len(word)
        gap = chance.choice(("", " "))
        match chance.choice(("delete", "double", "swap", "replace", "insert", "cut", "break")):
            case "delete":
                return text[:begin] + text[end:]
            case "double":
                return text[:end] + gap + word + text[end:]
            case "swap":
                return self._swapped(text, (word, begin), chance.choice(spans))
            case "replace":
                return text[:begin] + gap + self._any_token(chance) + gap + text[end:]
            case "insert":
                return text[:begin] + gap + self._any_token(chance) + gap + text[begin:]
            case "cut":
                return text[:end]
        return text[:begin] + "\n" + text[begin:]

    @staticmethod
    def _swapped(text: str, one: tuple, other: tuple) -> str:
        (first, begin), (second, place) = sorted((one, other), key=lambda span: span[1])
        if begin == place:
            return text
        between = text[begin + len(first):place]
        return text[:begin] + second + between + first + text[place + len(second):]

    @staticmethod
    def _change_bytes(text: str, chance: random.Random) -> str:
        data = bytearray(text.encode("utf-8", "surrogateescape"))
        place = chance.randint(0, len(data))
        match chance.choice(("delete", "insert", "replace", "flip")):
            case "delete":
                del data[place:place + chance.randint(1, 3)]
            case "insert":
                data[place:place] = bytes([chance.choice(_BYTES)])
            case "replace":
                data[place:place + 1] = bytes([chance.choice(_BYTES)])
            case "flip" if place < len(data):
                data[place] ^= 1 << chance.randint(0, 7)
        return data.decode("utf-8", "surrogateescape")
