# SPDX-License-Identifier: MIT
"""What is promised in milliseconds, measured against each goal."""
import os
import random
import shutil
import statistics
import tempfile
import time

import catalogues
from process import CQ, milliseconds, require, vector_unit
from prompt import Prompt, interrupted, percentile

ROWS = 1_000_000
# What is computed for long enough that a signal meets it.
STATEMENT = 'from "rows.jsonl" | sort by name desc, price | summarize list(name) by category | ' \
            "show category"


def _runs(program, times, *arguments):
    command = [program, "--offline", *arguments]
    milliseconds(command)
    return [milliseconds(command) for _ in range(times)]


def _prompt(program, folder, mark=b"cq*> "):
    """The milliseconds from nothing to the first prompt on a terminal."""
    begin = time.perf_counter()
    prompt = Prompt(program, folder, "xterm", mark)
    taken = (time.perf_counter() - begin) * 1000
    prompt.kill()
    return taken


def _beside_sqlite(program, folder, pairs):
    """What was measured of the first prompt of both, and how many times as late that of cq is."""
    require("sqlite3", "sqlite3")
    times = [(_prompt(program, folder), _prompt("sqlite3", folder, b"sqlite> "))
             for _ in range(pairs + 1)][1:]
    own, other = (statistics.median(side) for side in zip(*times))
    return (f"times as late as sqlite3 the first prompt is, {own:.1f} by {other:.1f} ms",
            [first / second for first, second in times])


def _keys(program, folder, line, keys, mark, times):
    """Keys on a line that stands at the prompt, again and again; Ctrl-U removes them."""
    prompt = Prompt(program, folder, "xterm")
    for _ in range(times):
        prompt.start_line(line)
        yield prompt.answer(keys, mark)
    prompt.kill()


def _keys_beside_rows(program, folder, times, chance):
    """Keys on a line whose rows are counted meanwhile, at random moments of that."""
    prompt = Prompt(program, folder, "xterm")
    prompt.start_line(b"set pager = off\r")
    prompt.rest(1)
    # The footer tells how long it took.
    prompt.answer(b'from "rows.jsonl" | sort by price | show name, price\r', b" ms", patience=600)
    prompt.rest(2)
    for number in range(times):
        # What stands where it stood would not be written again.
        prompt.start_line(b"")
        prompt.rest(0.1)
        prompt.start_line(b"| filter price > %d and name contains \"a\" " % (number % 90))
        yield prompt.answer(b"#", b"#", chance.uniform(0, 0.08))
    prompt.kill()


def _counts(program, folder, rows, times):
    """The count of rows at the right of a line, from the last key on."""
    prompt = Prompt(program, folder, "xterm")
    prompt.start_line(b"set pager = off\r")
    prompt.rest(1)
    name = os.path.basename(catalogues.path(rows, "products.jsonl"))
    shutil.copy(catalogues.path(rows, "products.jsonl"), os.path.join(folder, f"{rows}-{name}"))
    prompt.answer(f'from "{rows}-{name}" | show name, price\r'.encode(), b" ms", patience=600)
    prompt.rest(1)
    for number in range(times):
        prompt.start_line(b"")
        prompt.rest(0.1)
        prompt.start_line(b"| filter price >= ")
        yield prompt.answer(b"%d" % (number % 90), b" rows")
    prompt.kill()


def _long_line(program, folder, times):
    """Each further key on a line of 64,000 bytes."""
    prompt = Prompt(program, folder, "xterm")
    prompt.type(b'let x = "' + b"long " * 12_798 + b"#")
    yield from (prompt.type(b"#") for _ in range(times))
    prompt.kill()


def promises(program, folder, signals):
    """What each is, its goal, whether that is of the median or of 99 in 100, and the times."""
    first = catalogues.path(ROWS, "products.jsonl")
    os.symlink(first, os.path.join(folder, "rows.jsonl"))
    yield "cq --version", 10, 0.5, _runs(program, 50, "--version")
    yield "a query of a sample", 15, 0.5, _runs(program, 50, "-c", "from hotels | limit 1")
    yield (f"three rows of {ROWS:,} in NDJSON", 15, 0.5,
           _runs(program, 5, "-c", f'from "{first}" | limit 3'))
    yield "the first prompt", 100, 0.99, [_prompt(program, folder) for _ in range(30)]
    name, ratios = _beside_sqlite(program, folder, 100)
    yield name, 2, 0.5, ratios
    yield "a key on a short line", 5, 0.99, list(
        _keys(program, folder, b"from hotels | filter ", b"#", b"#", 50))
    yield "Tab", 100, 0.99, list(
        _keys(program, folder, b"from hotels | filter dist", b"\t", b"ance", 50))
    yield "a key on a line of 64,000 bytes", 50, 0.99, list(_long_line(program, folder, 50))
    yield (f"a key beside {ROWS:,} rows that are counted", 5, 0.99,
           list(_keys_beside_rows(program, folder, 200, random.Random(5))))
    for rows in (10_000, 100_000):
        yield (f"the count of rows of a line over {rows:,} rows", 20, 0.5,
               list(_counts(program, folder, rows, 50)))
    yield "Ctrl-C while a file is read", 150, 0.99, interrupted(
        program, folder, None, signals, random.Random(7))
    yield "Ctrl-C in a long statement", 150, 0.99, interrupted(
        program, folder, STATEMENT, signals, random.Random(7))


def latency(signals):
    """Prints each promise with what was measured; says which is not kept, and fails for none."""
    print(f"milliseconds; {vector_unit()}, a load of {os.getloadavg()[0]:.1f} on "
          f"{os.cpu_count()} processors")
    print("  goal      p50      p99")
    with tempfile.TemporaryDirectory() as folder:
        program = shutil.copy(CQ, os.path.join(folder, "cq"))
        os.environ["HOME"] = folder
        for name, goal, share, times in promises(program, folder, signals):
            if not times:
                print(f"{goal:6.0f}   it is always done first   {name}", flush=True)
                continue
            missed = "" if percentile(times, share) <= goal else "  MISSED"
            of = "p50" if share == 0.5 else "p99"
            print(f"{goal:6.0f} {percentile(times, 0.5):8.1f} {percentile(times, 0.99):8.1f}   "
                  f"{name} ({of} of {len(times)}){missed}", flush=True)
