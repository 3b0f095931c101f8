# SPDX-License-Identifier: MIT
"""How long a trivial query takes, and what threads gain."""
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import time

from catalogues import write_records
from process import CQ, milliseconds, require


def compare(first, second, runs):
    for command in (first, second):
        milliseconds(command)
    pairs = [(milliseconds(first), milliseconds(second)) for _ in range(runs)]
    for command, times in zip((first, second), zip(*pairs)):
        print(f"{min(times):7.2f} ms min {statistics.median(times):7.2f} ms median   "
              f"{os.path.basename(command[0])} {' '.join(command[1:])}")
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"{ratio:7.2f}        median of the ratios of {runs} pairs")


def start(runs):
    require("sqlite3", "sqlite3")
    with tempfile.TemporaryDirectory() as folder:
        # What the linker has written lies in small pieces in the memory of the system, and starts
        # 0.2 to 0.4 ms slower than its copy.
        program = shutil.copy(CQ, os.path.join(folder, "cq"))
        os.environ["HOME"] = folder
        compare([program, "--offline", "-c", "from hotels | limit 1"],
                ["sqlite3", ":memory:", "select 1"], runs)


# Of each kind of operator one, also of those that threads do not share.
STAGES = [
    "filter price > 50 and stock < 100 | count",
    'filter text contains "item 77" | count',
    "summarize avg(price), sum(stock), count() by kind",
    "summarize max(name), distinct_count(text) by kind",
    "summarize median(price) by kind",
    "top 10 by price desc",
    "top 10 by name",
    "distinct text | count",
    "sort by name | summarize last(id)",
]


def write_items(path, rows):
    chance = random.Random(2)
    write_records(path, ({
        "id": number, "name": f"Item {chance.randrange(rows)}",
        "price": chance.randrange(100_000) / 100, "kind": f"kind {number % 97}",
        "stock": chance.randrange(500),
        "text": " ".join(f"item {chance.randrange(1000)}" for _ in range(12))}
        for number in range(rows)))


def clocks(command):
    """The milliseconds of the clock, and those of all processors."""
    before, begin = os.times(), time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    end, after = time.perf_counter(), os.times()
    busy = after.children_user + after.children_system
    busy -= before.children_user + before.children_system
    return (end - begin) * 1000, busy * 1000


def workers(runs):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rows.jsonl")
        write_items(path, 200_000)
        for stages in STAGES:
            one, two = (
                [CQ, "--offline", "-c", f'set workers = {count}; from "{path}" | {stages}']
                for count in (1, 2))
            clocks(one)
            pairs = [(clocks(one), clocks(two)) for _ in range(runs)]
            middle = [[statistics.median(times) for times in zip(*side)] for side in zip(*pairs)]
            ratio = statistics.median(second[0] / first[0] for first, second in pairs)
            print(f"{middle[0][0]:6.0f} ms, {middle[0][1]:6.0f} busy   "
                  f"{middle[1][0]:6.0f} ms, {middle[1][1]:6.0f} busy   {ratio:5.2f}  {stages}")
