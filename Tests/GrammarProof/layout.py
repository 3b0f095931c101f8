# SPDX-License-Identifier: MIT
"""The rules of line breaks and of `%`, which look beyond one token."""

from __future__ import annotations

from lexical import Lexicon, Pattern, Token

_OPENING, _CLOSING = ("(", "["), (")", "]")


def _matched(texts: list) -> set:
    """The places of the brackets that have a partner, of whichever shape."""
    matched, opened = set(), []
    for index, text in enumerate(texts):
        if text in _OPENING:
            opened.append(index)
        elif text in _CLOSING and opened:
            matched |= {opened.pop(), index}
    return matched


def _followers(texts: list) -> list:
    """For each token the place of the next one that is no line break, itself included."""
    followers, following = [len(texts)] * len(texts), len(texts)
    for index in range(len(texts) - 1, -1, -1):
        if texts[index] != "\n":
            following = index
        followers[index] = following
    return followers


def meaningful(lexicon: Lexicon, raw: list, joins_lines: bool):
    """The tokens without the line breaks that separate nothing."""
    texts = [text for text, _ in raw]
    matched, followers = _matched(texts), _followers(texts)
    depth, unfinished, kept = 0, False, []
    for index, (text, start) in enumerate(raw):
        if text == "\n":
            following = texts[followers[index]:followers[index] + 5]
            after = following[0] if following else ""
            goes_on = (
                depth > 0
                or (unfinished and (
                    not _begins_statement(lexicon, following) or _begins_view(kept, after)))
                or (after == "|" and kept)
            )
            if not goes_on:
                kept.append((text, start))
            continue
        if index in matched:
            depth += 1 if text in _OPENING else -1
        unfinished = joins_lines and lexicon.matches("unfinished", text)
        kept.append((text, start))
    return kept


def _begins_statement(lexicon: Lexicon, texts: list) -> bool:
    """Whether a line that begins so is a statement of its own, whatever stands before it."""
    word, *others = texts or [""]
    if word.lower() == "set":
        marks = ["w" if lexicon.matches("word", text) else text for text in others]
        return marks[:2] == ["w", "="] or marks == ["w", ".", "w", "="]
    return lexicon.matches("beginning", word)


def _begins_view(kept: list, after: str) -> bool:
    """Whether a line goes on with the pipeline that a `let` names."""
    before, word, _, mark = ([("\n", 0)] + kept)[-4:] if len(kept) > 2 else [("", 0)] * 4
    return (
        before[0] in ("\n", ";") and word[0].lower() == "let" and mark[0] == "="
        and after.lower() == "from"
    )


def pieces(lexicon: Lexicon, text: str):
    """A whole template in pieces: texts with the rule that they are, None for tokens in braces."""
    found, position, end = [(text[:2], "template start")], 2, len(text) - 1
    while position < end:
        match = lexicon.template_text.match(text, position, end)
        if match:
            found.append((match.group(), "template text"))
            position = match.end()
            continue
        closing = _closing_brace(text, position + 1, end) if text[position] == "{" else None
        if closing is None:
            return None
        inside = [word for word, _ in lexicon.raw_tokens(text[:closing], position + 1)]
        parentheses = [word for word in inside if word in ("(", ")")]
        if len(_matched(parentheses)) != len(parentheses):
            return None
        found += [("{", None), *((word, None) for word in inside), ("}", None)]
        position = closing + 1
    return [*found, (text[end:], "template end")]


def _closing_brace(text: str, position: int, end: int):
    """The place of the first brace outside of quotes."""
    quote = None
    for place in range(position, end):
        if quote is not None:
            quote = None if text[place] == quote else quote
        elif text[place] in "\"'":
            quote = text[place]
        elif text[place] == "}":
            return place
    return None


def _expanded(lexicon: Lexicon, words: list) -> list:
    """The tokens with the pieces of templates, and of those inside of them, in their places."""
    found = []
    for word, rule in words:
        if rule is None and lexicon.matches("whole template", word):
            inside = pieces(lexicon, word)
            found += _expanded(lexicon, inside) if inside else [(word, "plain token")]
        else:
            found.append((word, rule))
    return found


def tokens(lexicon: Lexicon, text: str, joins_lines: bool = True) -> list:
    """The tokens that the syntax sees."""
    raw = meaningful(lexicon, lexicon.raw_tokens(text), joins_lines)
    found = _expanded(lexicon, [(word, None) for word, _ in raw])
    texts = [word for word, _ in found] + [""]
    return [
        Token(word, frozenset((rule, "plain token")) if rule else _terminals(
            lexicon, texts[index - 1] if index else "", word, texts[index + 1]))
        for index, (word, rule) in enumerate(found)
    ]


def _terminals(lexicon: Lexicon, before: str, word: str, after: str) -> frozenset:
    """What a token can be between its neighbours."""
    terminals = lexicon.classes(word)
    if not isinstance(word, Pattern):
        # Elsewhere `//` begins a comment of other languages.
        terminals -= {"regular expression"}
    if word == "%":
        return terminals - {'"%"' if is_percent(lexicon, before, after) else "percent"}
    return terminals if after in ("=", "==") else terminals - {"naming name"}


def is_percent(lexicon: Lexicon, before: str, after: str) -> bool:
    """Whether a `%` between two tokens belongs to the number before it."""
    is_operator = after and lexicon.matches("operand start", after)
    return lexicon.matches("number", before) and not is_operator
