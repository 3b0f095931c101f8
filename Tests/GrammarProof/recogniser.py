# SPDX-License-Identifier: MIT
"""A recogniser made from the grammar by lark: it says whether a script is one."""

from __future__ import annotations

from lark import Lark
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer, Token as LarkToken

import layout
from ebnf import (
    Choice, Except, Grammar, GrammarError, Literal, Maybe, Reference, Repeat, Sequence, Special,
    literals,
)
from lexical import Lexicon, is_utf16

ANY_TOKENS = Special("any tokens")


class _Prepared(Lexer):
    """Hands tokens over that have been made before."""

    def __init__(self, _):
        pass

    def lex(self, tokens):
        return iter(tokens)


def _rule_name(name: str) -> str:
    return name.replace(" ", "_")


class _Translation:
    """The rules of the syntax in lark's notation."""

    def __init__(self, grammar: Grammar, lexicon: Lexicon):
        self.grammar = grammar
        self.lexicon = lexicon
        self.rules = {}
        self.terminals = {}
        """For each terminal the test of a token."""
        self._names = {}
        self._helpers = {}

    def rule(self, name: str) -> str:
        """Translates a rule and all that it mentions."""
        lark_name = _rule_name(name)
        if lark_name not in self.rules:
            self.rules[lark_name] = ""
            self.rules[lark_name] = self._choice(self.grammar.syntax[name])
        return lark_name

    def _choice(self, node) -> str:
        options = node.options if isinstance(node, Choice) else (node,)
        return " | ".join(self._text(option) for option in options)

    def _text(self, node) -> str:
        match node:
            case Literal():
                return self._terminal(node)
            case Reference(name):
                return self._terminal(node) if self._is_terminal(node) else self.rule(name)
            case Sequence(parts):
                return " ".join(self._text(part) for part in parts)
            case Choice(options):
                is_token = all(self._is_terminal(option) for option in options)
                return self._terminal(node) if is_token else self._helper(node)
            case Maybe(part):
                return f"({self._text(part)})?"
            case Repeat(part):
                return f"({self._text(part)})*"
            case Except(part, without):
                return self._exception(part, without)
        raise GrammarError(f"`{node}` cannot stand outside of a token")

    def _helper(self, node) -> str:
        """A rule for alternatives inside of a rule."""
        if node not in self._helpers:
            self._helpers[node] = f"choice_{len(self._helpers)}"
            self.rules[self._helpers[node]] = self._choice(node)
        return self._helpers[node]

    def _is_terminal(self, node) -> bool:
        match node:
            case Literal():
                return True
            case Reference(name):
                return name in self.grammar.lexical
        return False

    def _terminal(self, node) -> str:
        """The name of the terminal for a node that stands for one token."""
        if node not in self._names:
            self._names[node] = f"T{len(self._names)}"
            self.terminals[self._names[node]] = node
            self.lexicon.literals |= {text.lower() for text in literals(node)}
        return self._names[node]

    def _exception(self, part, without) -> str:
        """A token that is not another, or what does not begin with some token."""
        match without:
            case Sequence((first, special)) if special == ANY_TOKENS:
                return self._not_beginning(part, first)
        return self._terminal(Except(part, without))

    def _not_beginning(self, node, first) -> str:
        """The node without what begins with a token."""
        match node:
            case _ if self._is_terminal(node):
                return self._terminal(Except(node, first))
            case Reference(name):
                return self._rule_not_beginning(name, first)
            case Choice(options):
                kept = [self._not_beginning(option, first) for option in options]
                return "(" + " | ".join(kept) + ")"
            case Sequence((Maybe(head), *rest)):
                rest = Sequence(tuple(rest))
                without = self._not_beginning(rest, first)
                return f"({self._not_beginning(head, first)} {self._text(rest)} | {without})"
            case Sequence((head, *rest)):
                texts = [self._not_beginning(head, first), *(self._text(part) for part in rest)]
                return " ".join(texts)
        raise GrammarError(f"`{node}` may begin in a way that is not understood")

    def _rule_not_beginning(self, name: str, first) -> str:
        key = (name, first)
        if key not in self._helpers:
            lark_name = self._helpers[key] = f"without_{len(self._helpers)}"
            self.rules[lark_name] = ""
            self.rules[lark_name] = self._not_beginning(self.grammar.syntax[name], first)
        return self._helpers[key]


class Recogniser:
    """Judges scripts by the grammar alone, with an Earley parser over the tokens."""

    def __init__(self, grammar: Grammar, start: str = "script", joins_lines: bool = True):
        self.lexicon = Lexicon(grammar)
        self.joins_lines = joins_lines
        translation = _Translation(grammar, self.lexicon)
        start = translation.rule(start)
        self._terminals = translation.terminals
        self._known = {}
        lines = [f"{name}: {text}" for name, text in translation.rules.items()]
        lines += [f"%declare {name}" for name in self._terminals]
        self._parser = Lark(
            "\n".join(lines), parser="earley", lexer=_Prepared, start=start, ambiguity="forest",
            ordered_sets=False)
        earley = self._parser.parser.parser
        earley.term_matcher = lambda terminal, token: terminal.name in token.type
        # Lark predicts all that a rule leads to for each rule again; one step at a time is enough.
        earley.predictions = {
            origin: [rule for rule in rules if rule.origin == origin]
            for origin, rules in earley.predictions.items()
        }

    def accepts(self, script: bytes) -> bool:
        """Whether the grammar derives the script."""
        try:
            text = script.decode("utf-8")
        except UnicodeDecodeError:
            return False
        if is_utf16(text):
            return False
        tokens = layout.tokens(self.lexicon, text, self.joins_lines)
        try:
            self._parser.parse([LarkToken(self._names(token), token.text) for token in tokens])
        except UnexpectedInput:
            return False
        return True

    def _names(self, token: layout.Token) -> frozenset:
        """The terminals that a token can be."""
        key = (token.text, token.terminals)
        names = self._known.get(key)
        if names is None:
            names = frozenset(
                name for name, terminal in self._terminals.items() if self._is(token, terminal))
            self._known[key] = names
        return names

    def _is(self, token: layout.Token, terminal) -> bool:
        match terminal:
            case Literal(text):
                return f'"{text.lower()}"' in token.terminals
            case Reference(name):
                return name in token.terminals
            case Choice(options):
                return any(self._is(token, option) for option in options)
            case Except(part, without):
                return self._is(token, part) and not self._is(token, without)
        raise GrammarError(f"`{terminal}` is no token")
