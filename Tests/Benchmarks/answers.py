# SPDX-License-Identifier: MIT
"""Whether programs gave the same answer, whatever form each has for a number."""
import csv
import hashlib
import math
from dataclasses import dataclass

# Above so many rows only a digest is kept.
SMALL = 20_000

csv.field_size_limit(1 << 24)


@dataclass
class Answer:
    """The rows of an answer if they are few, else a digest of them."""
    rows: list[list[str]]
    count: int
    digest: str

    def is_same(self, other):
        if self.count != other.count:
            return False
        if self.count > SMALL:
            return self.digest == other.digest
        return all(len(a) == len(b) and all(map(_is_same_cell, a, b))
                   for a, b in zip(self.rows, other.rows))

    def difference(self, other):
        """The first rows that differ, in few words."""
        if self.count != other.count:
            return f"{self.count:,} rows, not {other.count:,}"
        for one, two in zip(self.rows, other.rows):
            if len(one) != len(two) or not all(map(_is_same_cell, one, two)):
                return f"{one} is not {two}"
        return "other rows"


def read(path, has_header, is_ordered):
    """The answer in a file of CSV."""
    rows, count, digest = [], 0, hashlib.sha256()
    with open(path, encoding="utf-8", newline="") as file:
        lines = csv.reader(file)
        if has_header:
            next(lines, None)
        for row in lines:
            count += 1
            if count <= SMALL:
                rows.append(row)
            digest.update("\x1f".join(map(_plain, row)).encode())
            digest.update(b"\x1e")
    if not is_ordered:
        rows.sort()
        if count > SMALL:
            raise ValueError("an answer without an order is too large to compare")
    return Answer(rows, count, digest.hexdigest())


def _plain(cell):
    """A number in one form; it is one only if it begins like one."""
    if cell[:1] not in "-0123456789":
        return cell
    try:
        return f"{float(cell):.12g}"
    except ValueError:
        return cell


def _is_same_cell(one, two):
    if one == two:
        return True
    try:
        return math.isclose(float(one), float(two), rel_tol=1e-9, abs_tol=1e-12)
    except ValueError:
        return False
