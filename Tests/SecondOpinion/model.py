# SPDX-License-Identifier: MIT
"""The words that all modules share: types, columns, catalogues, expressions and pipelines.

A query is data: the generator makes it, `printing` writes it as cq text, `naive` answers it, and
`sql` translates it. None of them reads the Swift sources; the meaning is that of
Documentation/Language.md.
"""
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Type:
    """What the values of a column or an expression are.

    `flavour` narrows a kind to what the independent evaluator can judge. Of a text: `word` (a to z
    and digits, whose collation is the order of its characters), `phrase` (letters of which an
    independent table knows the collation), `wild` (anything) and `dated` (dates, and what comes
    near them); the last two are never ordered. Of a number: `small`, `price`, `long`.
    """
    kind: str
    flavour: str = ""
    element: "Type | None" = None
    members: tuple = ()

    @property
    def ordered(self):
        return self.kind in ("number", "bool", "id", "any", "date") or (
            self.kind == "text" and self.flavour not in ("wild", "dated"))


BOOL = Type("bool")
ID = Type("id")
ANY = Type("any")
SMALL, PRICE, LONG = Type("number", "small"), Type("number", "price"), Type("number", "long")
WORD, PHRASE, WILD = Type("text", "word"), Type("text", "phrase"), Type("text", "wild")
DATED, DATE = Type("text", "dated"), Type("date")
# A date that a script writes as text.
QUOTED = Type("date", "quoted")


def list_of(element):
    return Type("list", element=element)


@dataclass(frozen=True)
class Column:
    """A field of a relation; `samples` are values that literals are drawn from."""
    name: str
    type: Type
    samples: tuple = ()

    def called(self, name):
        return replace(self, name=name)


@dataclass
class Catalogue:
    """Rows for cq to read: `text` is the file, `reference` how a query names it.

    `partner` is another one in the same folder; `views` and `values` are what the first lines of
    each script name with `let`.
    """
    name: str
    reference: str
    columns: list
    rows: list
    file_name: str
    text: str
    options: list = field(default_factory=list)
    partner: "Catalogue | None" = None
    views: dict = field(default_factory=dict)
    values: dict = field(default_factory=dict)


@dataclass
class View:
    """`let NAME = PIPELINE`, and the columns that it has; `visible` as `show` left them."""
    name: str
    query: "Query"
    columns: list
    visible: list | None


@dataclass(frozen=True)
class Node:
    """An expression: an operator, its operands, and what else it needs (a name, a literal)."""
    op: str
    args: tuple = ()
    value: object = None
    type: Type = BOOL

    def parts(self):
        yield self
        for argument in self.args:
            yield from argument.parts()


@dataclass(frozen=True)
class Key:
    """A key of `sort` and `top`; None leaves the word out."""
    expression: Node
    descending: bool | None = None
    nulls_first: bool | None = None


@dataclass(frozen=True)
class Named:
    """`name = expression`; a column that stands by its own name alone has no expression.

    `spelling` is how the script writes the name where it does so in another case."""
    name: str
    expression: Node | None = None
    type: Type = BOOL
    spelling: str = ""


@dataclass(frozen=True)
class Stage:
    """A stage: its word, and its parts by name."""
    word: str
    parts: dict

    def __getattr__(self, name):
        if name.startswith("__") or name not in self.__dict__.get("parts", ()):
            raise AttributeError(name)
        return self.parts[name]

    def expressions(self):
        """The expressions at the top of its parts, those of inner stages included."""
        for part in self.parts.values():
            for item in part if isinstance(part, (list, tuple)) else [part]:
                if isinstance(item, Stage):
                    yield from item.expressions()
                elif isinstance(item, Node):
                    yield item
                elif isinstance(item, (Key, Named)) and item.expression is not None:
                    yield item.expression


@dataclass(frozen=True)
class Query:
    """A pipeline over one catalogue."""
    source: str
    stages: tuple

    def with_stages(self, *more):
        return Query(self.source, self.stages + more)
