# SPDX-License-Identifier: MIT
"""Generated pipelines. The generator keeps account of the columns, so that names and types fit."""
from dataclasses import replace
from decimal import Decimal

import functions
from expressions import COMPARISONS, Expressions, literal, named, wider
from model import PRICE, SMALL, Column, Key, Named, Node, Query, Stage, list_of
from stages import joined_names

NEW_NAMES = ["k", "total", "extra", "y2", "wide", "new name", "Mean", "part", "z", "flag"]
WEIGHTS = {"filter": 8, "sort": 4, "top": 2, "limit": 2, "skip": 1, "page": 1, "sample": 1,
           "show": 4, "extend": 4, "rename": 1, "drop": 1, "distinct": 2, "count": 2, "summarize": 3,
           "group": 2, "expand": 1, "search": 1, "assert": 0.3, "join": 2, "union": 1}
INNER = ["filter", "sort", "top", "limit", "skip", "sample", "extend", "summarize", "count", "show",
         "drop", "distinct"]
NUMERIC = ["sum", "avg", "median"]
ORDERED = ["min", "max"]
OTHERS = ["count", "first", "last", "list", "distinct_count"]


class Pipelines:
    """Makes stages one after another; `columns` and `visible` are those after the last one."""

    def __init__(self, random, catalogue, columns=None, visible=None):
        self.random = random
        self.catalogue = catalogue
        self.columns = list(catalogue.columns if columns is None else columns)
        self.visible = _copied(visible)
        self.has_joined = False

    @property
    def expressions(self):
        return Expressions(self.random, self.columns)

    def chance(self, probability):
        return self.random.random() < probability

    def query(self):
        stages = []
        source = self.catalogue.reference
        if self.catalogue.views and self.chance(0.08):
            source = self.random.choice(list(self.catalogue.views))
            view = self.catalogue.views[source]
            self.columns, self.visible = list(view.columns), _copied(view.visible)
        for _ in range(self.random.choice([1, 1, 2, 2, 3, 3, 4, 5, 6])):
            stages.append(self.stage(is_first=not stages))
        if self.chance(0.02):
            stages.append(self.expect())
        return Query(source, tuple(stages))

    def stage(self, words=None, is_first=False):
        words = words or list(WEIGHTS)
        while True:
            word = self.random.choices(words, [WEIGHTS[word] for word in words])[0]
            if word in ("join", "union") and not self.catalogue.views:
                continue
            parts = self.search(is_first) if word == "search" else getattr(self, word)()
            if parts is not None:
                return Stage(word, parts)

    # Columns

    def shown(self):
        names = [c.name for c in self.columns] if self.visible is None else self.visible
        return [c for c in self.columns if c.name in names]

    def column(self, name):
        return next(c for c in self.columns if c.name == name)

    def pick(self, most=3):
        count = min(len(self.columns), self.random.randint(1, most))
        return self.random.sample(self.columns, count)

    def new_name(self):
        taken = {c.name.lower() for c in self.columns}
        free = [n for n in NEW_NAMES if n.lower() not in taken]
        return self.random.choice(free) if free else f"n{len(taken)}"

    def put(self, name, type):
        """A column that `extend` or `show` computes; one of the same name is replaced."""
        column = Column(name, type)
        if any(c.name == name for c in self.columns):
            self.columns = [column if c.name == name else c for c in self.columns]
        else:
            self.columns.append(column)

    def replace_all(self, columns):
        self.columns, self.visible = columns, None

    # Stages that keep the columns

    def filter(self):
        return {"condition": self.expressions.condition(self.random.choice([0, 1, 1, 2]))}

    def search(self, is_first):
        """open: which fields are text after other stages; they are named then."""
        texts = [c for c in self.columns if c.type.kind in ("text", "id", "date")]
        if not texts:
            return None
        source = self.random.choice(texts)
        needle = functions.text(self.random.choice(source.samples)) if source.samples else "a"
        words = [w for w in needle.split() if all(ord(c) >= 32 for c in w)] or ["a"]
        text = " ".join(self.random.sample(words, min(len(words), 2)))
        has_others = any(c.type.kind in ("any", "list", "record") for c in self.columns)
        fields = [] if is_first and not has_others and self.chance(0.5) else [
            c.name for c in self.random.sample(texts, self.random.randint(1, min(2, len(texts))))]
        searched = fields or [c.name for c in texts]
        return {"text": text, "fields": fields, "searched": searched}

    def key(self):
        ordered = [c for c in self.columns if c.type.ordered]
        expression = self.expressions.value(1) if self.chance(0.2) or not ordered else named(
            self.random.choice(ordered))
        if not expression.type.ordered:
            expression = self.expressions.number(1)
        descending = self.random.choice([None, None, True, True, False])
        return Key(expression, descending, self.random.choice([None] * 4 + [True, False]))

    def keys(self):
        return [self.key() for _ in range(self.random.choice([1, 1, 1, 2, 3]))]

    def sort(self):
        return {"keys": self.keys()}

    def top(self):
        return {"count": self.random.choice([0, 1, 2, 3, 5, 10, 100]), "keys": self.keys()}

    def limit(self):
        return {"count": self.random.choice([0, 1, 2, 3, 5, 10, 100])}

    skip = limit

    def page(self):
        return {"number": self.random.randint(1, 3), "size": self.random.choice([None, 1, 2, 5])}

    def sample(self):
        """Without a seed nobody else can tell which rows there are."""
        return self.limit() | {"seed": self.random.choice([0, 1, 7, 2 ** 63 - 1])}

    def expand(self):
        """Elements that are lists stand nowhere in a generated catalogue."""
        lists = [c for c in self.columns if c.type.kind == "list"]
        if not lists:
            return None
        column = self.random.choice(lists)
        self.columns = [replace(c, type=c.type.element) if c is column else c for c in self.columns]
        return {"name": column.name}

    # `assert` is a word of Python, and its method is set below.
    def assertion(self):
        return {"condition": self.expressions.condition(0)}

    def expect(self):
        rows = self.random.choice([0, 1, 3, 8])
        comparison = self.random.choice(["="] + COMPARISONS)
        forms = {"=": f"{rows} rows" if rows else "no rows"}
        text = forms.get(comparison, f"rows {comparison} {rows}")
        return Stage("expect", {"text": text, "comparison": (comparison, rows)})

    # Stages that change them

    def computed(self, name=None):
        rows = self.expressions.of_rows() if self.chance(0.12) else None
        expression = rows or self.expressions.value()
        column = Named(name or self.new_name(), expression, expression.type)
        self.put(column.name, expression.type)
        return column

    def in_another_case(self, column):
        """The name of a field that is replaced matches in any case."""
        swapped = column.name.swapcase()
        is_same = swapped.lower() == column.name.lower() and self.chance(0.5)
        return replace(column, spelling=swapped) if is_same else column

    def show(self):
        if self.chance(0.1):
            self.visible = None
            return {"columns": []}
        columns = [Named(c.name, None, c.type) for c in self.pick(4)]
        if self.chance(0.3):
            columns.append(self.computed())
        self.visible = [c.name for c in columns]
        return {"columns": columns}

    def extend(self):
        columns = []
        for _ in range(self.random.choice([1, 1, 2])):
            replaced = self.random.choice(self.columns).name if self.chance(0.15) else None
            if replaced not in [c.name for c in columns]:
                column = self.computed(replaced)
                columns.append(self.in_another_case(column) if replaced else column)
        if self.visible is not None:
            self.visible += [c.name for c in columns if c.name not in self.visible]
        return {"columns": columns} if columns else None

    def rename(self):
        column, name = self.random.choice(self.columns), self.new_name()
        self.columns = [c.called(name) if c is column else c for c in self.columns]
        if self.visible is not None:
            self.visible = [name if n == column.name else n for n in self.visible]
        return {"names": [(column.name, name)]}

    def drop(self):
        """Some column stays, and one that is seen."""
        names = [c.name for c in self.pick(2)]
        kept = [c for c in self.columns if c.name not in names]
        seen = None if self.visible is None else [n for n in self.visible if n not in names]
        if not kept or seen == []:
            return None
        self.columns, self.visible = kept, seen
        return {"names": names}

    def distinct(self):
        """With `distinct` alone the columns are those that are shown, in their order."""
        if self.chance(0.3):
            names = [c.name for c in self.columns] if self.visible is None else self.visible
            self.replace_all([self.column(name) for name in names])
            return {"names": []}
        columns = self.pick()
        self.replace_all(columns)
        return {"names": [c.name for c in columns]}

    def group_keys(self):
        keys = [Named(c.name, None, c.type) for c in self.pick(2) if c.name != "count"]
        if self.chance(0.25) or not keys:
            expression = self.expressions.value(1)
            keys.append(Named(self.new_name(), expression, expression.type))
        return keys

    def key_columns(self, keys):
        return [Column(k.name, k.type, () if k.expression else self.column(k.name).samples)
                for k in keys]

    def count(self):
        if self.chance(0.3):
            self.replace_all([Column("count", SMALL)])
            return {"by": []}
        keys = self.group_keys()
        self.replace_all(self.key_columns(keys) + [Column("count", SMALL)])
        return {"by": keys}

    # Stages that put sources together

    def other_source(self):
        """Its name, the alias of its fields, its columns and those that are seen."""
        if self.chance(0.2):
            own = self.catalogue
            return own.reference, "hotels" if own.options else own.name, own.columns, None
        if self.chance(0.25):
            partner = self.catalogue.partner
            return partner.reference, partner.name, partner.columns, None
        view = self.random.choice(list(self.catalogue.views.values()))
        return view.name, view.name, view.columns, view.visible

    def join(self):
        """Once in a pipeline, for the rows multiply."""
        source, alias, columns, visible = self.other_source()
        if self.has_joined or any("." in c.name for c in columns + self.columns):
            return None
        names = joined_names([c.name for c in self.columns], [c.name for c in columns], alias)
        condition = self.partnership(alias, columns, names)
        if condition is None:
            return None
        self.has_joined = True
        right = columns if visible is None else [c for c in columns if c.name in visible]
        self.see_also(visible, [names[n] for n in visible or [c.name for c in right]])
        self.columns = self.columns + [c.called(names[c.name]) for c in columns]
        return {"source": source, "alias": alias, "condition": condition,
                "is_left": self.chance(0.4)}

    def see_also(self, visible, names):
        """What is seen of the other side follows what is seen of this one."""
        if self.visible is None and visible is None:
            return
        self.visible = (self.visible or [c.name for c in self.columns]) + list(names)

    def partnership(self, alias, columns, names):
        """An equality of two fields of a kind, or an order; and sometimes something more."""
        pairs = [(left, right) for left in self.columns for right in columns
                 if left.type.kind == right.type.kind in ("number", "text", "id", "date")]
        if not pairs:
            return None
        left, right = self.random.choice(pairs)
        other = Node("qualified", value=(alias, right.name, names[right.name]), type=right.type)
        is_key = self.chance(0.8) or not (left.type.ordered and right.type.ordered)
        test = Node("=" if is_key else self.random.choice(["<", ">="]), (named(left), other),
                    "partners")
        if self.chance(0.3):
            further = self.expressions.condition(0)
            if not _compares_itself(further):
                test = Node("and", (test, further))
        return test

    def union(self):
        """Columns of one name have to be of one type."""
        source, _, columns, visible = self.other_source()
        known = {c.name.lower(): c for c in self.columns}
        shared = [c for c in columns if c.name.lower() in known]
        if any("." in c.name for c in columns) or any(
                not _go_together(known[c.name.lower()], c) for c in shared):
            return None
        added = [c for c in columns if c not in shared]
        left = [c.name for c in self.shown()]
        seen = [c.name for c in columns] if visible is None else visible
        self.see_also(visible, [name for name in seen if name not in left])
        wider = {c.name: _union_type(known[c.name.lower()].type, c.type) for c in shared}
        self.columns = [replace(c, type=wider.get(c.name, c.type)) for c in self.columns] + added
        return {"source": source}

    def aggregate(self):
        choice = self.random.random()
        if choice < 0.12:
            return Node("aggregate", value="count", type=SMALL)
        if choice < 0.5:
            argument = self.expressions.number(1)
            name = self.random.choice(NUMERIC + ORDERED)
            return Node("aggregate", (argument,), name, PRICE)
        if choice < 0.54:
            return self.spread()
        if choice < 0.58:
            share = literal(Decimal(self.random.choice([0, 10, 25, 33, 50, 90, 100])), SMALL)
            return Node("aggregate", (self.expressions.number(0), share), "percentile", PRICE)
        column = named(self.random.choice(self.columns))
        if column.type.ordered and self.chance(0.3):
            return Node("aggregate", (column,), self.random.choice(ORDERED), column.type)
        return self.other_aggregate(column)

    def spread(self):
        """open: of numbers of so many digits that their squares overflow; so of fields alone."""
        plain = [c for c in self.columns
                 if c.type.kind == "number" and c.type.flavour in ("small", "price") and c.samples]
        field = named(self.random.choice(plain)) if plain else literal(Decimal(7), SMALL)
        return Node("aggregate", (field,), self.random.choice(["variance", "stddev"]), PRICE)

    def other_aggregate(self, column):
        """open: lists of lists, of records and of values of no certain type."""
        plain = column.type.kind in ("number", "text", "bool", "date")
        name = self.random.choice(OTHERS if plain else [n for n in OTHERS if n != "list"])
        types = {"count": SMALL, "distinct_count": SMALL, "list": list_of(column.type)}
        return Node("aggregate", (column,), name, types.get(name, column.type))

    def summarize(self):
        keys = self.group_keys() if self.chance(0.6) else []
        taken = {k.name.lower() for k in keys}
        aggregates = []
        for _ in range(self.random.randint(1, 3)):
            made = self.named_aggregate(taken)
            taken.add(made.name.lower())
            aggregates.append(made)
        columns = self.key_columns(keys) + [Column(a.name, a.type) for a in aggregates]
        self.replace_all(columns)
        return {"by": keys, "aggregates": aggregates}

    def named_aggregate(self, taken):
        """One whose own name is free may stand without another."""
        from printing import own_name
        node = self.aggregate()
        if node.type.kind == "number" and self.chance(0.2):
            other = Node("aggregate", value="count", type=SMALL)
            node = Node(self.random.choice("+-/"), (node, other), type=PRICE)
        name = own_name(node)
        if name is None or name.lower() in taken or self.chance(0.5):
            name = next(n for n in NEW_NAMES + ["w1", "w2", "w3"] if n.lower() not in taken)
        return Named(name, node, node.type)

    def group(self):
        """open: what is seen when stages hide a column and drop the key; so `drop` goes alone.
        A key cannot be computed anew (CQ0205)."""
        keys = [c for c in self.pick(2) if c.name != "count"]
        if not keys:
            return None
        inner = Pipelines(self.random, self.catalogue, self.columns, self.visible)
        words = INNER if self.visible is None else INNER[:6]
        stages = [inner.stage(words) for _ in range(self.random.choice([1, 1, 2]))]
        names = [c.name for c in inner.columns]
        if inner.visible is not None and any(k.name not in names for k in keys):
            return None
        missing = [k for k in keys if k.name not in names]
        made = {name.lower() for stage in stages for name in _made(stage)}
        if any(k.name.lower() in made for k in keys):
            return None
        self.columns, self.visible = missing + inner.columns, inner.visible
        return {"names": [k.name for k in keys], "stages": stages}


def _copied(names):
    return None if names is None else list(names)


def _go_together(one, other):
    """open: whether a list of whole numbers goes together with one of others; and records."""
    return one.name == other.name and one.type.kind == other.type.kind in (
        "number", "text", "bool", "any", "id", "date")


def _union_type(one, other):
    return wider(one, other) if one.kind in ("number", "text") else one


def _compares_itself(condition):
    """What a join refuses: a field that has to be equal to itself (CQ0205)."""
    if condition.op == "and":
        return any(map(_compares_itself, condition.args))
    return condition.op == "=" and condition.args[0] == condition.args[1]


def _made(stage):
    """The names that a stage gives to what it computes."""
    parts = stage.parts
    named = [*parts.get("columns", ()), *parts.get("by", ()), *parts.get("aggregates", ())]
    return [n.name for n in named if n.expression is not None] + (
        ["count"] if stage.word == "count" else [])


setattr(Pipelines, "assert", Pipelines.assertion)


def condition_over(random, catalogue, depth=1):
    """A condition about the rows of a catalogue, for the laws."""
    return Expressions(random, catalogue.columns).condition(depth)
