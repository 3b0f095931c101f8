# SPDX-License-Identifier: MIT
"""Compares what cq replied with what the naive evaluator or a database answers."""
import datetime
import json
from decimal import Decimal

import arithmetic
import functions


class Number(str):
    """A number as it is written: needless zeros would be a difference."""


def document(answer):
    """The JSON that cq has to write."""
    if not answer.rows:
        return "[]\n"
    heads = [json.dumps(name, ensure_ascii=False) + ":" for name in answer.columns]
    lines = ["{" + ",".join(head + json_text(value) for head, value in zip(heads, row)) + "}"
             for row in answer.rows]
    return "[\n  " + ",\n  ".join(lines) + "\n]\n"


def json_text(value):
    if isinstance(value, Decimal):
        return arithmetic.text(value)
    if isinstance(value, datetime.datetime):
        return json.dumps(functions.written(value))
    if isinstance(value, list):
        return "[" + ",".join(map(json_text, value)) + "]"
    if isinstance(value, dict):
        members = (json.dumps(k, ensure_ascii=False) + ":" + json_text(v) for k, v in value.items())
        return "{" + ",".join(members) + "}"
    return json.dumps(value, ensure_ascii=False)


def _parsed(text):
    return json.loads(text, parse_int=Number, parse_float=Number,
                      object_pairs_hook=lambda pairs: ("object", *pairs))


def agrees(reply, answer):
    """Whether a reply is the answer; escapes in texts may be written in several ways."""
    if answer.is_open:
        return True
    if reply.code is not None:
        return reply.code == answer.code or reply.code in answer.tolerated
    if answer.code is not None:
        return False
    if answer.rows is None:
        return reply.text == ""
    expected = document(answer)
    if reply.text == expected:
        return True
    try:
        return _parsed(reply.text) == _parsed(expected)
    except json.JSONDecodeError:
        return False
