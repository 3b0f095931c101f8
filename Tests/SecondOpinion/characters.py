# SPDX-License-Identifier: MIT
"""Text as Documentation/Language.md has it: folding, root collation, characters.

Independent of cq's libraries: folding is Python's `unicodedata`, the collation that of the package
pyuca (the same tables of Unicode, another program). Both agree with the documents on the letters
that `catalogues` draws from; characters on which standards differ (the order of emoji, Cyrillic
short i, a final sigma) are not drawn.
"""
import functools
import unicodedata

import pyuca

_COLLATOR = pyuca.Collator()


@functools.lru_cache(maxsize=100_000)
def folded(text):
    """Without case and without accents; `ß` is `ss`."""
    decomposed = unicodedata.normalize("NFD", text).casefold()
    return "".join(c for c in unicodedata.normalize("NFD", decomposed)
                   if unicodedata.category(c) not in ("Mn", "Me"))


@functools.lru_cache(maxsize=100_000)
def collation_key(text):
    return _COLLATOR.sort_key(text)


def is_joined(previous, character):
    """Whether a character belongs to the one before it."""
    code = ord(character)
    return (unicodedata.category(character) in ("Mn", "Me") or code == 0x200D
            or previous == "\u200d" or 0x1F3FB <= code <= 0x1F3FF)


def length(text):
    """How many characters a reader sees: marks and joined emoji count with what they follow."""
    return sum(1 for i, c in enumerate(text) if i == 0 or not is_joined(text[i - 1], c))


def trimmed(text):
    return text.strip(" \t\n\r\u00a0\u3000")


def id_key(text):
    """Whole numbers first, by size, then all others by their characters."""
    is_whole = text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")
    return (0, int(text), "") if is_whole else (1, 0, text)
