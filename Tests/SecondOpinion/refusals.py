# SPDX-License-Identifier: MIT
"""What is refused before a row is read, as Documentation/Language.md says of types."""

ORDERS = {"<", "<=", ">", ">="}
RANGES = {"between", "in range", "not in range"}
QUANTIFIERS = {"any", "all", "none"}
UNORDERED = {"bool", "list", "record"}


def code(query):
    """The code of the error that a query is refused with; None for one that runs."""
    nodes = (node for stage in query.stages for expression in stage.expressions()
             for node in expression.parts())
    return "CQ0304" if any(map(_orders_what_has_no_order, nodes)) else None


def _orders_what_has_no_order(node):
    """An order of what is true or false, of lists or of records, or of elements of that kind."""
    if node.op in QUANTIFIERS:
        tested, other = node.args
        return node.value in ORDERS and _has_no_order(tested.type.element, other.type)
    if node.op in ORDERS or node.op in RANGES:
        return _has_no_order(*(argument.type for argument in node.args))
    return False


def _has_no_order(*types):
    return any(type.kind in UNORDERED for type in types)
