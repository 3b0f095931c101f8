# SPDX-License-Identifier: MIT
"""Which functions a query calls, so that a run can tell how much it says of them."""
from printing import CALLS

# They stand in so many queries that these would be nearly all.
COMMON = {"count", "len", "round"}


def functions(query):
    """The names of all, as a script writes them; none where only common ones are called."""
    names = _all(query)
    return names if names - COMMON else set()


def _all(query):
    nodes = (node for stage in query.stages for expression in stage.expressions()
             for node in expression.parts())
    return {name for node in nodes if (name := _function(node))}


def _function(node):
    """The list as the rows of an aggregate, and a pattern for a text, are the same function."""
    if node.op == "aggregate":
        return node.value if node.args else None
    if node.op.startswith("list "):
        return node.op.removeprefix("list ")
    return node.op.removesuffix(" pattern") if node.op in CALLS else None
