# SPDX-License-Identifier: MIT
"""Standard output: what goes where, formats, colour, letters and widths."""
import csv
import io
import json
import re
import unicodedata

from program import QUERY
from registry import check, holds, same

SEQUENCE = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")


def plain(output):
    """What a terminal shows of an output, line by line."""
    return SEQUENCE.sub(b"", output).decode().replace("\r\n", "\n").splitlines()


def width(text):
    """The cells of a text: two for what is wide, none for marks and for what is joined."""
    cells, joined = 0, False
    for letter in text:
        if joined or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
            joined = letter == "\u200d"
        else:
            cells += 2 if unicodedata.east_asian_width(letter) in "WF" else 1
    return cells


@check(8, "a result that cannot be written ends with status 6 and one line of why")
def full_disk(cq):
    run = cq.shell(f"cq -q -c '{QUERY} | limit 3' >/dev/full")
    same(run.status, 6, "status")
    lines = [line for line in run.told.splitlines() if "sample" not in line]
    holds(len(lines) == 1 and "CQ07" in lines[0], f"it says {run.told!r}")


@check(9, "whoever stops reading is no fault: status 0 or that of a broken pipe, no word")
def reader_that_leaves(cq):
    rows = ",".join(f'{{"n":{number}}}' for number in range(200_000))
    cq.write("rows.json", f"[{rows}]")
    run = cq.shell("cq -c 'from \"rows.json\"' | head -1 >/dev/null; echo ${PIPESTATUS[0]}")
    holds(run.text.strip() in ("0", "141"), f"the status is {run.text!r}")
    same(run.errors, b"", "errors")


@check(10, "standard output holds the result and nothing else")
def messages_elsewhere(cq):
    same(cq.query().text.count("\n"), 8, "lines: a header and 7 rows")


@check(11, "JSON, lines of JSON and CSV are read by other programs")
def formats_for_programs(cq):
    same(len(json.loads(cq.query(QUERY, "--to", "json").text)), 7, "rows of JSON")
    lines = cq.query(QUERY, "--to", "jsonl").text.splitlines()
    same(len([json.loads(line) for line in lines]), 7, "lines of JSON")
    rows = list(csv.reader(io.StringIO(cq.query(QUERY, "--to", "csv").text)))
    same((len(rows), len({len(row) for row in rows})), (8, 1), "rows and widths of CSV")


@check(12, "a pipe gets no control sequences")
def plain_pipe(cq):
    holds(b"\x1b" not in cq.query().output, "there is one")
    holds(b"\x1b" not in cq.query(QUERY, "--to", "table").output, "there is one in a table")


@check(13, "NO_COLOR, TERM=dumb and --color=never keep colour from a terminal; NO_COLOR= does not")
def colour_refused(cq):
    for env, words in [({"NO_COLOR": "1"}, []), ({"TERM": "dumb"}, []), ({}, ["--color=never"])]:
        holds(b"\x1b[" not in cq.on_terminal(*words, "-c", QUERY, env=env), f"{env} {words}")
    holds(b"\x1b[" in cq.on_terminal("-c", QUERY, env={"NO_COLOR": ""}), "NO_COLOR= has none")


@check(14, "--color=always and CLICOLOR_FORCE=1 bring colour into a pipe, in what people read")
def colour_on_demand(cq):
    forms = ["table", "card", "list", "tsv", "bars rooms by name", "hist rooms"]
    for query in [QUERY] + [f"{QUERY} | to {form}" for form in forms]:
        holds(b"\x1b[" in cq.query(query, "--color=always").output, f"--color=always: {query}")
        forced = cq.query(query, env={"CLICOLOR_FORCE": "1"})
        holds(b"\x1b[" in forced.output, f"CLICOLOR_FORCE=1: {query}")
    for form in ["plain", "csv", "json", "jsonl", "markdown", "html"]:
        run = cq.query(f"{QUERY} | to {form}", "--color=always")
        holds(b"\x1b" not in run.output, f"{form} has colour")


@check(17, "a locale without letters gets ASCII, and lost letters are noted once")
def ascii_only(cq):
    for query in [QUERY, "from shopreme", "from shopreme | limit 2; from shopreme | to card"]:
        shown = cq.on_terminal("-c", query, env={"LC_ALL": "C"})
        holds(max(shown) < 0x80, f"{query}: {shown!r}")
        notes = [line for line in plain(shown) if line.startswith("note:") and "ASCII" in line]
        same(len(notes), 1 if "shopreme" in query else 0, f"notes on lost letters of {query}")


@check(18, "on a narrow terminal no line is wider, and what is cut ends with an ellipsis")
def narrow(cq):
    for cells in [40, 61]:
        lines = plain(cq.on_terminal("-c", QUERY, env={"COLUMNS": str(cells)}, columns=132))
        widest = max(lines, key=width)
        holds(width(widest) <= cells, f"{width(widest)} of {cells} cells: {widest!r}")
        holds(any("…" in line for line in lines), f"nothing is cut at {cells} cells")


@check(44, "columns line up under wide, joined and composed letters")
def wide_letters(cq):
    names = ["Chloé", "Chloe\u0301", "Weißkraut", "名前", "👩‍👩‍👧", "a\u00a0b", "漢字 テスト", "plain"]
    cq.write("wide.json", json.dumps([{"name": name, "end": "|"} for name in names]))
    shown = cq.on_terminal("-c", 'from "wide.json" | show name, end')
    lines = [line for line in plain(shown) if line.endswith("|")]
    same(len(lines), len(names), "rows that were found")
    places = {width(line) for line in lines}
    holds(len(places) == 1, f"the second column stands at {sorted(places)}: {lines}")
