# SPDX-License-Identifier: MIT
"""cq at a prompt: how long after a key it is shown, and after Ctrl-C the prompt is back."""
import os
import pty
import random
import select
import signal
import sys
import tempfile
import time

from catalogues import write_records
from process import ROOT, newest_build

# Long statements, each with a file for what it saves.
LONG = [
    'from "rows.jsonl" | sort by name desc, price | limit 3',
    'from "rows.jsonl" | sort by price | save "out.csv" replace',
    'from "rows.jsonl" | summarize names = list(name) by kind | show kind',
    'from "rows.jsonl" | summarize median(price), max(name) by kind',
    'from "rows.jsonl" | distinct name | count',
    'from "rows.jsonl" | group by kind (top 2 by price)',
    'from "rows.jsonl" | expand sizes | count by sizes',
    'from "rows.jsonl" | join "rows.jsonl" on id = rows.id | count',
    'from "rows.jsonl" | union "rows.jsonl" | sort by id | save "out.jsonl" replace',
    'from "rows.jsonl" | save "out.txt" as table replace',
    'from "rows.jsonl" | filter price > 5 | count',
]


def write_rows(path, rows):
    chance = random.Random(1)
    write_records(path, ({
        "id": chance.randrange(rows), "name": f"Item {chance.randrange(rows)}",
        "price": chance.randrange(100_000) / 100, "kind": f"kind {number % 97}",
        "sizes": [number % 5, number % 7, number % 11], "isNew": number % 2 == 0}
        for number in range(rows)))


class Prompt:
    """cq at a prompt; on a dumb terminal it is one without editing, where a signal is Ctrl-C.

    Any other program at its own, which ends with a mark."""

    def __init__(self, program, folder, terminal="dumb", mark=b"cq*> "):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.environ.update(TERM=terminal, HOME=folder, CQ_OFFLINE="1", COLUMNS="200")
            os.execvp(program, [program])
        if self.wait(mark, 60) is None:
            sys.exit(f"{program} shows no {mark!r}")

    def wait(self, mark, patience):
        """What came up to a mark at its end; None when that took too long."""
        seen, end = b"", time.perf_counter() + patience
        while not seen.endswith(mark):
            left = end - time.perf_counter()
            if left <= 0 or not select.select([self.terminal], [], [], left)[0]:
                return None
            seen += os.read(self.terminal, 65_536)
        return seen

    def start(self, statement):
        os.write(self.terminal, statement.encode() + b"\n")

    def start_line(self, text):
        """Removes what stands on the line and writes something else there."""
        os.write(self.terminal, b"\x15" + text)

    def type(self, text):
        """Types as fast as the terminal takes it; gives the milliseconds until `#` is shown."""
        begin, seen = time.perf_counter(), b""
        while b"#" not in seen:
            waiting = [self.terminal] if text else []
            readable, writable, _ = select.select([self.terminal], waiting, [], 60)
            if readable:
                seen = os.read(self.terminal, 65_536)
            if writable:
                text = text[os.write(self.terminal, text[:1024]):]
            if not readable and not writable:
                sys.exit("cq does not show what is typed")
        return (time.perf_counter() - begin) * 1000

    def rest(self, seconds):
        """Lets it write for some time."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self.terminal], [], [], left)[0]:
                os.read(self.terminal, 65_536)

    def answer(self, text, mark, pause=None, patience=60):
        """The milliseconds from keys to what they bring on the screen; they are pressed after a
        pause, or once nothing is written any more."""
        if pause is not None:
            self.rest(pause)
        else:
            while select.select([self.terminal], [], [], 0.2)[0]:
                os.read(self.terminal, 65_536)
        begin = time.perf_counter()
        os.write(self.terminal, text)
        seen = b""
        while mark not in seen:
            if not select.select([self.terminal], [], [], patience)[0]:
                sys.exit(f"cq does not show {mark!r}")
            seen += os.read(self.terminal, 65_536)
        return (time.perf_counter() - begin) * 1000

    def interrupt(self):
        """The milliseconds until the prompt is back; None when the statement was quicker."""
        begin = time.perf_counter()
        os.kill(self.process, signal.SIGINT)
        seen = self.wait(b"cq*> ", 60)
        taken = (time.perf_counter() - begin) * 1000
        if seen is None:
            sys.exit("cq does not answer to Ctrl-C")
        return taken if b"interrupted" in seen else None

    def leave(self):
        os.write(self.terminal, b"\x04")
        os.waitpid(self.process, 0)
        os.close(self.terminal)

    def kill(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def percentile(times, share):
    return sorted(times)[min(int(len(times) * share), len(times) - 1)]


def keys(count):
    program = newest_build()
    with tempfile.TemporaryDirectory() as folder:
        prompt = Prompt(program, folder, "xterm")
        whole = prompt.type(b'let x = "' + b"long " * 12_798 + b"#")
        times = [prompt.type(b"#") for _ in range(count)]
        short = list(short_line(prompt, count))
        prompt.kill()
    print(f"{percentile(times, 0.5):6.1f} ms p50 {percentile(times, 0.99):6.1f} ms p99   "
          f"a key on 64,000 bytes, which took {whole:.0f} ms, {os.path.relpath(program, ROOT)}")
    print(f"{percentile(short, 0.5):6.1f} ms p50 {percentile(short, 0.99):6.1f} ms p99   "
          "a key on a line of 60 bytes")


def short_line(prompt, count):
    """The milliseconds until a key is shown on a line as people write it."""
    for _ in range(count):
        prompt.start_line(b"from hotels | filter stars >= 3 and name contains dream ")
        yield prompt.answer(b"#", b"#")


def interrupted(program, folder, statement, signals, chance):
    """The milliseconds until the prompt was back, of signals at random times of a statement; of
    reading the file where there is none."""
    times, prompts = [], 0
    while len(times) < signals and prompts < (5 if statement else 2 * signals):
        prompts += 1
        prompt = Prompt(program, folder)
        whole = 1.0
        if statement is None:
            prompt.start('from "rows.jsonl" | count')
        else:
            prompt.start('from "rows.jsonl" | limit 1 | to tsv')
            prompt.wait(b"cq*> ", 600)
            begin = time.perf_counter()
            prompt.start(statement)
            prompt.wait(b"cq*> ", 600)
            whole = time.perf_counter() - begin
        for _ in range(min(10, signals) if statement else 1):
            if statement:
                prompt.start(statement)
            time.sleep(chance.uniform(0, whole))
            taken = prompt.interrupt()
            if taken is not None:
                times.append(taken)
        prompt.leave()
    return times


def interrupt(rows, signals=20):
    program = newest_build()
    chance, everything = random.Random(7), []
    with tempfile.TemporaryDirectory() as folder:
        write_rows(os.path.join(folder, "rows.jsonl"), rows)
        for statement in [None] + LONG:
            times = interrupted(program, folder, statement, signals, chance)
            everything += times
            name = f"{statement or 'reading the file'} ({len(times)})"
            if not times:
                print(f"it is always done first   {name}", flush=True)
                continue
            print(f"{percentile(times, 0.5):6.0f} ms p50 {percentile(times, 0.99):6.0f} ms p99   "
                  f"{name}", flush=True)
    print(f"{percentile(everything, 0.5):6.0f} ms p50 {percentile(everything, 0.99):6.0f} ms p99   "
          f"all of {len(everything)}, {rows} rows, {os.path.relpath(program, ROOT)}")
