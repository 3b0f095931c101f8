# SPDX-License-Identifier: MIT
"""The value of an expression for one row, as Documentation/Language.md says it; plain and slow.

A calculation of more than 38 digits gives FAULT, which spreads. Whoever needs the value raises
Overflow. With `eager` also what `if`, `and`, `or`, `??` and `in` do not need is calculated: the
documents do not say whether it is.
"""
import re
from decimal import Decimal

import arithmetic
import characters
import comparison
import functions
from arithmetic import Overflow


class _Fault:
    def __repr__(self):
        return "FAULT"


FAULT = _Fault()


# A calculation with null is null, also where another operand overflows.
CALCULATIONS = {"+", "-", "*", "/", "%", "round", "split", "join", "replace"}


def needed(value):
    """The value, for one who cannot do without it."""
    if value is FAULT:
        raise Overflow
    return value


def same(left, right):
    """Equality of two values: null is equal to null only, and kinds are never mixed."""
    if left is None or right is None:
        return left is right
    if isinstance(left, bool) != isinstance(right, bool):
        return False
    return type(left) is type(right) and left == right


def identity(value):
    """What `distinct` and groups compare: exact characters; a number by its value."""
    if isinstance(value, list):
        return ("list", *map(identity, value))
    if isinstance(value, dict):
        return ("record", *((k, identity(v)) for k, v in value.items()))
    return (type(value).__name__, value)


def order_key(value, kind):
    """A key of Python for a value that is not null, in the order of `sort`."""
    if kind == "id":
        return characters.id_key(value)
    if kind == "any":
        return _any_key(value)
    if isinstance(value, str):
        return characters.collation_key(value)
    return value


def _any_key(value):
    """Numbers, then texts, then all others in the order of their JSON."""
    if isinstance(value, Decimal):
        return (0, value)
    if isinstance(value, str):
        return (1, characters.collation_key(value))
    return (2, {True: "true", False: "false"}.get(value, ""))


class Evaluator:
    """`relation` gives the rows of a source by its name, for `join` and `union`."""

    def __init__(self, relation, eager=False):
        self.relation = relation
        self.eager = eager
        self.has_faulted = False

    def value(self, node, row):
        return _OPERATORS.get(node.op, Evaluator.strict)(self, node, row)

    def holds(self, node, row):
        """A condition that is null does not hold."""
        return needed(self.value(node, row)) is True

    def strict(self, node, row):
        """An operator that needs all its operands."""
        values = [self.value(argument, row) for argument in node.args]
        if any(value is FAULT for value in values):
            return None if None in values and node.op in CALCULATIONS else FAULT
        try:
            return _STRICT[node.op](node, *values)
        except Overflow:
            self.has_faulted = True
            return FAULT

    def waste(self, node, row):
        if self.eager:
            for argument in node.args:
                self.value(argument, row)

    def literal(self, node, row):
        return node.value

    def field(self, node, row):
        return row[node.value]

    def qualified(self, node, row):
        """A field with its source before it; the last part is what the joined rows call it."""
        return row[node.value[-1]]

    def exact(self, node, row):
        return self.value(node.args[0], row)

    def choose(self, node, row):
        self.waste(node, row)
        condition, first, second = node.args
        holds = self.value(condition, row)
        return FAULT if holds is FAULT else self.value(first if holds is True else second, row)

    def both(self, node, row):
        self.waste(node, row)
        return self.connect(node, row, False)

    def either(self, node, row):
        self.waste(node, row)
        return self.connect(node, row, True)

    def connect(self, node, row, decisive):
        for argument in node.args:
            value = self.value(argument, row)
            if value is FAULT:
                return FAULT
            if (value is True) is decisive:
                return decisive
        return not decisive

    def coalesce(self, node, row):
        self.waste(node, row)
        for argument in node.args:
            value = self.value(argument, row)
            if value is not None:
                return value
        return None

    def among(self, node, row):
        self.waste(node, row)
        left = self.value(node.args[0], row)
        for item in node.args[1:]:
            right = self.value(item, row)
            if FAULT in (left, right):
                return FAULT
            if _equal(node.args[0], left, item, right):
                return node.op == "in"
        return node.op != "in"


def _is_typed(node):
    return node.op == "literal" and isinstance(node.value, str)


def _folds(left, right):
    """Text that a person types folds, except after `exact`; against an id it never does."""
    return "id" not in (left.type.kind, right.type.kind) and (_is_typed(left) or _is_typed(right))


def _equal(left_node, left, right_node, right):
    if left_node.type.kind == "id":
        right = arithmetic.text(right) if isinstance(right, Decimal) else right
    if isinstance(left, str) and isinstance(right, str) and _folds(left_node, right_node):
        return characters.folded(left) == characters.folded(right)
    return same(left, right)


def _compare(node, left, right):
    left_node, right_node = node.args
    if node.value == "partners" and None in (left, right):
        return False
    if node.op in ("=", "!="):
        return _equal(left_node, left, right_node, right) == (node.op == "=")
    return _before(node.op, left_node, left, right_node, right)


def _before(op, left_node, left, right_node, right):
    """Typed text has the same place as what it is equal to."""
    kind = left_node.type.kind
    if left is None or right is None:
        return False
    if kind == "id":
        right = arithmetic.text(right) if isinstance(right, Decimal) else right
    elif type(left) is not type(right):
        return False
    if isinstance(left, str) and _equal(left_node, left, right_node, right):
        return op in ("<=", ">=")
    left, right = order_key(left, kind), order_key(right, kind)
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[op]


def _within(node, value, low, high):
    tested, least, most = node.args
    inside = _before(">=", tested, value, least, low) and _before("<=", tested, value, most, high)
    return inside != node.op.startswith("not")


def _contains(node, left, right):
    found = _has(node, left, right)
    return found != node.op.startswith("not")


def _has(node, left, right):
    """The text has the part, or begins or ends with it; the list has the element."""
    if left is None:
        return False
    if isinstance(left, list):
        element = type("Element", (), {"op": "element", "type": node.args[0].type.element})
        return any(_equal(element, item, node.args[1], right) for item in left)
    if right is None:
        return False
    if _folds(*node.args):
        left, right = characters.folded(left), characters.folded(right)
    test = node.op.removeprefix("not ")
    return {"contains": right in left, "starts with": left.startswith(right),
            "ends with": left.endswith(right)}[test]


def _quantified(node, items, right):
    """False where the list is null; an element that is null meets no order."""
    if items is None:
        return False
    element = type("Element", (), {"op": "element", "type": node.args[0].type.element})
    holds = [_holds(node.value, element, item, node.args[1], right) for item in items]
    return {"any": any(holds), "all": all(holds), "none": not any(holds)}[node.op]


def _holds(comparison, left_node, left, right_node, right):
    if comparison in ("=", "!="):
        return _equal(left_node, left, right_node, right) == (comparison == "=")
    return _before(comparison, left_node, left, right_node, right)


def _is_empty(value):
    return value is None or value == "" or value == []


def _element(node, items, position):
    if items is None or position is None or position < 0 or position >= len(items):
        return None
    return items[int(position)] if position == int(position) else None


def _length(node, value):
    if value is None:
        return None
    return Decimal(len(value) if isinstance(value, list) else characters.length(value))


def _of_number(function):
    """A calculation with null is null."""
    return lambda node, *values: None if None in values else function(*values)


def _of_text(function):
    return lambda node, text: None if text is None else function(text)


def _round(number, places=Decimal(0)):
    return arithmetic.rounded(number, int(places))


def _split(text, separator):
    return text.split(separator) if separator else [text]


def _join(items, separator):
    """Nulls are left out; a number is written plainly."""
    texts = [item if isinstance(item, str) else arithmetic.text(item)
             for item in items if item is not None]
    return separator.join(texts)


def _like(node, left, pattern):
    """`*` is any text and `?` any character; the whole value has to fit."""
    if left is None or pattern is None:
        return node.op.startswith("not")
    if _folds(*node.args):
        left, pattern = characters.folded(left), characters.folded(pattern)
    parts = {"*": ".*", "?": "."}
    expression = "".join(parts.get(c) or re.escape(c) for c in pattern)
    found = re.fullmatch(expression, left, re.DOTALL) is not None
    return found != node.op.startswith("not")


def _template(node, *values):
    """Null adds nothing; a list is written as JSON."""
    texts = [node.value[0]]
    for value, text in zip(values, node.value[1:]):
        texts += [_written(value), text]
    return "".join(texts)


def _written(value):
    if value is None or isinstance(value, str):
        return value or ""
    return comparison.json_text(value)


def _matches(node, left):
    """A regular expression that fits somewhere; `i` after it ignores case."""
    expression, folds = node.value
    found = left is not None and re.search(
        expression, left, re.ASCII | (re.IGNORECASE if folds else 0)) is not None
    return found != node.op.startswith("not")


def _number_of(value):
    """A call of an aggregate over the elements of a list."""
    return lambda node, items: None if items is None else value(
        [item for item in items if item is not None], node)


def _cast(function):
    return lambda node, value: None if value is None else function(value)


def _of_list(function):
    return lambda node, items, *others: None if items is None or None in others else function(
        items, *others)


def _ordered(node, items):
    """As `sort by` orders values, nulls last."""
    if items is None:
        return None
    kind = node.args[0].type.element.kind
    present = sorted((i for i in items if i is not None), key=lambda i: order_key(i, kind))
    return present + [None] * (len(items) - len(present))


def _unique(items):
    seen = {}
    for item in items:
        seen.setdefault(identity(item), item)
    return list(seen.values())


def _pattern(function):
    """A function of a text and a pattern, which are the value of the node, and what else it has."""
    return lambda node, text: None if text is None else function(text, *node.value)


_FUNCTIONS = {name: _of_number(getattr(functions, name))
              for name in ("sqrt", "exp", "ln", "log", "power")}
_FUNCTIONS |= {"number": _cast(functions.number), "int": _cast(functions.whole),
               "text": _cast(functions.text), "spelled": _cast(functions.text),
               "date": _cast(functions.date),
               "substring": _of_list(functions.sliced), "slice": _of_list(functions.sliced),
               "reverse": _of_list(lambda items: items[::-1]), "sorted": _ordered,
               "unique": _of_list(_unique), "extract": _pattern(functions.extracted),
               "replace pattern": _pattern(functions.substituted),
               "split pattern": _pattern(functions.parted),
               "start_of": lambda node, moment: None if moment is None else functions.start_of(
                   node.value, moment)}
_FUNCTIONS |= {part: (lambda node, moment: None if moment is None else functions.part_of_date(
    node.op, moment)) for part in functions.PARTS}
# A list as the rows of an aggregate.
_FUNCTIONS |= {
    "list sum": _number_of(lambda items, node: arithmetic.checked(sum(items, Decimal(0)))),
    "list min": _number_of(lambda items, node: min(items, default=None)),
    "list max": _number_of(lambda items, node: max(items, default=None)),
    "list avg": _number_of(lambda items, node: arithmetic.divided(
        sum(items), Decimal(len(items))) if items else None),
    "list variance": _number_of(lambda items, node: functions.variance(items)),
    "list stddev": _number_of(lambda items, node: functions.stddev(items)),
    "list percentile": _number_of(lambda items, node: functions.percentile(items, node.value)),
}

_STRICT = _FUNCTIONS | {
    "+": _of_number(lambda a, b: arithmetic.checked(a + b)),
    "-": _of_number(lambda a, b: arithmetic.checked(a - b)),
    "*": _of_number(lambda a, b: arithmetic.checked(a * b)),
    "/": _of_number(arithmetic.divided),
    "%": _of_number(arithmetic.remainder),
    "negate": _of_number(lambda a: -a),
    "abs": _of_number(abs),
    "round": _of_number(_round),
    "template": _template,
    "floor": _of_number(arithmetic.floor),
    "ceil": _of_number(arithmetic.ceiling),
    "split": _of_number(_split),
    "join": _of_number(_join),
    "replace": _of_number(lambda text, old, new: text.replace(old, new) if old else text),
    "lower": _of_text(str.lower),
    "upper": _of_text(str.upper),
    "title": _of_text(lambda word: word[:1].upper() + word[1:].lower()),
    "trim": _of_text(characters.trimmed),
    "len": _length,
    "count": _length,
    "index": _element,
    "member": lambda node, record: None if record is None else record.get(node.value),
    "not": lambda node, value: value is not True,
    "is null": lambda node, value: value is None,
    "is not null": lambda node, value: value is not None,
    "is empty": lambda node, value: _is_empty(value),
    "is not empty": lambda node, value: not _is_empty(value),
    "between": _within,
    "in range": _within,
    "not in range": _within,
}
_STRICT |= {op: _compare for op in ("=", "!=", "<", "<=", ">", ">=")}
_STRICT |= {negation + op: _contains for op in ("contains", "starts with", "ends with")
            for negation in ("", "not ")}
_STRICT |= {"like": _like, "not like": _like, "matches": _matches, "not matches": _matches}
_STRICT |= {op: _quantified for op in ("any", "all", "none")}

_OPERATORS = {"literal": Evaluator.literal, "field": Evaluator.field,
              "qualified": Evaluator.qualified, "exact": Evaluator.exact,
              "if": Evaluator.choose, "and": Evaluator.both, "or": Evaluator.either,
              "??": Evaluator.coalesce, "coalesce": Evaluator.coalesce, "in": Evaluator.among,
              "not in": Evaluator.among}
