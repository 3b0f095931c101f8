# SPDX-License-Identifier: MIT
"""The prompt and the time that starting takes."""
import re
import statistics
import time

from program import QUERY, TRIES, Terminal
from registry import Skipped, check, holds, same


# What a terminal answers: attributes, places, sizes, colours, keys, and strings of its own.
QUESTION = re.compile(rb"\x1b\[[>=?]?[\d;]*[nc]|\x1b\[(?:1[1-9]|2[01])t|\x1b\[\?u|"
                      rb"\x1b\[>\d*q|\x1b\][\d;]+;\?|\x1b[P_]")


@check(16, "the prompt comes at once and asks the terminal nothing")
def quick_prompt(cq):
    times = []
    for _ in range(TRIES):
        terminal = Terminal(cq)
        terminal.wait_for("> ")
        times.append(time.monotonic() - terminal.started)
        terminal.send(f"{QUERY}\r")
        terminal.wait_for("7 of 7")
        terminal.wait_for("> ")
        terminal.send("\x04")
        same(terminal.wait_for_end(), 0, "status")
        asked = re.findall(QUESTION, bytes(terminal.output))
        same(asked, [], "questions to the terminal")
    taken = min(times)
    holds(taken < (0.1 if cq.is_quick else 1), f"the prompt came after {taken * 1000:.0f} ms")


@check(24, "starting takes 10 ms at most, a query over a sample 15 ms", slow=True)
def quick_start(cq):
    if not cq.is_quick:
        raise Skipped("the time of a debug build says nothing")
    for words, limit in [(["--version"], 10), (["--offline", "-c", QUERY], 15)]:
        times = []
        for _ in range(41):
            begun = time.perf_counter()
            cq.run(*words)
            times.append((time.perf_counter() - begun) * 1000)
        median = statistics.median(times)
        holds(median <= limit, f"cq {' '.join(words)} takes {median:.1f} ms, not {limit}")


@check(45, "a script that is awaited from a terminal is asked for, with how to end it")
def awaited_script(cq):
    terminal = Terminal(cq, ["run", "-"])
    terminal.wait_for("Ctrl-D")
    terminal.send(f"{QUERY} | limit 1\r\x04")
    same(terminal.wait_for_end(), 0, "status")
    holds(b"Belleclaire" in terminal.output, "the script was not run")
