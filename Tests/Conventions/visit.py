# SPDX-License-Identifier: MIT
"""The prompt: how it is drawn, what it leaves behind, and what outlives it."""
import os
import re
import signal
import termios

from output import SEQUENCE, plain, width
from program import QUERY, Terminal
from registry import check, holds, same

# Where no server is asked and no source is in use.
PROMPT = "cq*> "
BROWSE = ".browse\r"
# Keys, and what is seen once they have done their work: a menu, a fault and the line without it,
# rows, the pager, the browser with its keys, a result without rows.
VISIT = [
    ("from hotels | s", "| s"), ("\t", "summarize"), ("\x03", PROMPT),
    (f"{QUERY} | filter star >= 3\r", "CQ0201"), ("", "stars >= 3"), ("\x03", PROMPT),
    ("from shopreme\r", "6 of 6"), ("", PROMPT), ("help\r", "q leaves"), ("q", PROMPT),
    (BROWSE, "? keys"), ("?", "goes back"), ("Q", PROMPT),
    (f"{QUERY} | filter stars > 4\r", "no rows"), ("", PROMPT),
]
# What a terminal without moves of its cursor gets.
LINES = [
    (f"{QUERY} | filter star >= 3\r", "CQ0201"), ("", PROMPT), ("\x03", PROMPT),
    ("from shopreme\r", "6 of 6"), ("", PROMPT), ("help\r", PROMPT), (BROWSE, PROMPT),
    (f"{QUERY} | filter stars > 4\r", "no rows"), ("", PROMPT),
]
# Bold, dim, underlined, reversed, and their ends.
PLAIN_LOOKS = {b"", b"0", b"1", b"2", b"4", b"7", b"22", b"24", b"27"}


def visited(cq, steps, env=None, columns=80, ending="\x04"):
    """A terminal after a visit to the prompt, when the keys that end it are typed."""
    terminal = Terminal(cq, env=env, columns=columns)
    terminal.wait_for(PROMPT)
    for keys, shown in steps:
        terminal.send(keys)
        terminal.wait_for(shown)
    terminal.send(ending)
    return terminal


@check(13, "NO_COLOR keeps colour from the prompt, TERM=dumb all control sequences")
def plain_prompt(cq):
    terminal = visited(cq, VISIT, {"NO_COLOR": "1"})
    same(terminal.wait_for_end(), 0, "status")
    looks = {look for group in re.findall(rb"\x1b\[([\d;]*)m", bytes(terminal.output))
             for look in group.split(b";")}
    same(looks - PLAIN_LOOKS, set(), "looks with NO_COLOR")
    terminal = visited(cq, LINES, {"TERM": "dumb"})
    same(terminal.wait_for_end(), 0, "status with TERM=dumb")
    holds(b"\x1b" not in terminal.output, f"TERM=dumb: {bytes(terminal.output)!r}")


@check(17, "the prompt, its menu, its pager and its browser are ASCII in a locale without letters")
def ascii_prompt(cq):
    terminal = visited(cq, VISIT, {"LC_ALL": "C"})
    same(terminal.wait_for_end(), 0, "status")
    letters = re.findall(rb"[^\n]*[\x80-\xff][^\n]*", bytes(terminal.output))
    same(letters, [], "lines with other letters")


@check(18, "what the prompt shows of results, faults and help is no wider than the terminal")
def narrow_prompt(cq):
    steps = [("set pager = off\r", PROMPT)] + [step for step in LINES if step[0] != BROWSE]
    for cells in [40, 61]:
        terminal = visited(cq, steps, columns=cells)
        same(terminal.wait_for_end(), 0, "status")
        # Lines with a prompt are drawn by moves of the cursor.
        lines = [line for line in plain(bytes(terminal.output)) if "> " not in line]
        widest = max(lines, key=width)
        holds(width(widest) <= cells, f"{width(widest)} of {cells} cells: {widest!r}")


@check(20, "prompts that are killed, and two at once, lose nothing that was entered")
def killed_prompts(cq):
    env = {"XDG_STATE_HOME": os.path.join(cq.folder, "state")}
    terminals = [Terminal(cq, env=env) for _ in range(2)]
    for terminal in terminals:
        terminal.wait_for(PROMPT)
    entered = [f"help {word}" for word in ["sort", "show", "skip", "top", "limit", "search"]]
    for number, statement in enumerate(entered):
        terminal = terminals[number % 2]
        terminal.send(f"set pager = off\r{statement}\r")
        terminal.wait_for("example")
        terminal.wait_for(PROMPT)
    for terminal in terminals:
        os.kill(terminal.process, signal.SIGKILL)
        terminal.wait_for_end()
    with open(os.path.join(cq.folder, "state", "cq", "history"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    kept = [line for line in lines if line in entered]
    same(kept, entered, "what was kept")


# The cursor, other screens, keys of their own, pastes and mice, as a terminal is told to have them.
MODES = re.compile(rb"\x1b\[\?([\d;]+)([hl])")
USUAL = {b"25": b"h", b"7": b"h"}


@check(47, "the terminal is left as it was found, whichever way the prompt is left")
def left_as_found(cq):
    for ending in ["\x04", "quit\r", signal.SIGTERM, signal.SIGHUP]:
        is_signal = isinstance(ending, signal.Signals)
        terminal = visited(cq, VISIT, ending="from hot" if is_signal else ending)
        if is_signal:
            terminal.wait_for("hot")
            os.kill(terminal.process, ending)
        while terminal.read(0.2):
            pass
        same(termios.tcgetattr(terminal.descriptor), usual_modes(), f"{ending!r}: modes of lines")
        status = terminal.wait_for_end()
        holds(status == (-ending if is_signal else 0), f"{ending!r}: the status is {status}")
        left = {}
        for numbers, mark in re.findall(MODES, bytes(terminal.output)):
            left.update({number: mark for number in numbers.split(b";")})
        changed = {number for number, mark in left.items() if mark != USUAL.get(number, b"l")}
        same(changed, set(), f"modes that {ending!r} leaves set")


def usual_modes():
    """Those of a terminal that nobody has changed."""
    descriptors = os.openpty()
    try:
        return termios.tcgetattr(descriptors[0])
    finally:
        for descriptor in descriptors:
            os.close(descriptor)
