# SPDX-License-Identifier: MIT
"""What was measured, as lines for a terminal and as the tables of the documents."""
import os
import re
import shlex
import sys

from process import ROOT, vector_unit

NAMES = {"cq": "`cq`", "bound": "bound", "duckdb": "DuckDB", "polars": "Polars", "jq": "jq",
         "miller": "Miller", "sqlite": "SQLite"}
RIVALS = ("duckdb", "polars", "jq", "miller", "sqlite")


def _number(value):
    return f"{value:,.0f}" if abs(value) >= 10 else f"{value:.1f}"


def figures(taken):
    """Processors, clock, memory."""
    return f"{_number(taken.cpu)} · {_number(taken.wall)} · {_number(taken.memory)}"


def _factor(value):
    return f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def _to_best(result):
    """How cq stands to the best rival."""
    cq, best = result.taken("cq"), result.best_rival()
    if not cq or not best:
        return ""
    ratio = max(cq.cpu, 0.1) / max(result.taken(best).cpu, 0.1)
    return f"{_factor(ratio)} × slower" if ratio >= 1 else f"{_factor(1 / ratio)} × faster"


def _to_bound(result):
    cq, bound = result.taken("cq"), result.taken("bound")
    return _factor(cq.cpu / max(bound.cpu, 0.1)) if cq and bound else ""


def _cell(result, name):
    taken, note = result.taken(name), result.notes.get(name, "")
    told = " (another answer)" if note == "another answer" else ""
    return figures(taken) + told if taken else ("no answer" if note else "")


def lines(result):
    """One line a program."""
    yield f"{result.work.name}"
    for name in result.runs:
        taken, note = result.taken(name), result.notes.get(name, "")
        yield (f"  {name:7} {taken.cpu:9.1f} ms CPU {taken.wall:9.1f} ms wall "
               f"{taken.memory:8.1f} MiB  {note}")
    for name, note in result.notes.items():
        if name not in result.runs:
            yield f"  {name:7} {note}"
    if _to_best(result):
        bound = f", {_to_bound(result)} × the bound" if _to_bound(result) else ""
        yield f"  cq is {_to_best(result)} than {result.best_rival()}{bound}"


def _row(cells):
    return "| " + " | ".join(cells) + " |"


def grid(heads, rows):
    return "\n".join([_row(heads), "|" + "---|" * len(heads), *map(_row, rows)])


def _summary(results):
    heads = ["work", "`cq`", "bound", "best rival", "`cq` to bound", "`cq` to best"]
    for result in results:
        best = result.best_rival()
        rival = f"{NAMES[best]} {figures(result.taken(best))}" if best else ""
        yield heads, [result.work.name, _cell(result, "cq"), _cell(result, "bound"), rival,
                      _to_bound(result), _to_best(result)]


def _processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        named = re.search(r"^model name\s*: (.*)$", file.read(), re.M)
    return named.group(1) if named else "an unnamed processor"


def machine(load):
    """On what was measured."""
    return (f"{os.cpu_count()} processors ({_processor()}, {vector_unit()}), a load of {load:.1f} "
            "at the beginning.")


def table(results, contestants, missing, options, load):
    """What is put into the documents: the conditions, the comparison, all rivals."""
    command = " ".join(["Scripts/bench", *map(shlex.quote, _told(sys.argv[1:]))])
    versions = ", ".join(f"{NAMES[each.name]} {_version(each)}" for each in contestants
                         if each.name in RIVALS)
    absent = "".join(f" {NAMES[name]} is left out: {why}." for name, why in missing.items())
    runs = f"medians of {options.runs} runs" if options.runs > 1 else "one run"
    conditions = f"{options.rows:,} rows, {runs} in turns; {machine(load)} {versions}.{absent}"
    pairs = list(_summary(results))
    compared = grid(pairs[0][0], [row for _, row in pairs]) if pairs else ""
    shown = [name for name in RIVALS if any(name in result.runs for result in results)]
    rivals = grid(["work", *(NAMES[name] for name in shown)],
                   [[result.work.name, *(_cell(result, name) for name in shown)]
                    for result in results])
    told = _wrapped(f"{conditions} {_equality(results)}".strip())
    return (f"```sh\n{command}\n```\n\n{told}\n\n"
            f"Milliseconds of all processors · of the clock · MiB at most:\n\n{compared}\n\n"
            f"All rivals, the same:\n\n{rivals}")


def _equality(results):
    """Whether all answers were the same, and who gave none."""
    notes = [f"{NAMES[name]}, {result.work.name}: {note}" for result in results
             for name, note in result.notes.items()]
    others = any("another answer" in result.notes.values() for result in results)
    compared = any(result.answer for result in results)
    told = "All answers are equal. " if compared and not others else ""
    return told + (f"Not answered, or otherwise: {'; '.join(notes)}." if notes else "")


def _told(words):
    return [word for word in words if word != "--write"]


def _version(contestant):
    found = re.search(r"\d+(\.\d+)+", contestant.version)
    return found.group(0) if found else contestant.version


def _wrapped(text):
    """At most 100 columns a line."""
    out, line = [], ""
    for word in text.split(" "):
        if line and len(line) + len(word) + 1 > 100:
            out.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*out, line])


def sentence(results, rows):
    """What the first page of the repository says of the tables."""
    by_name = {result.work.name: result for result in results}
    told = []
    for name, form in (("NDJSON topk", "NDJSON"), ("JSON array topk", "a JSON array"),
                       ("CSV topk", "CSV")):
        result = by_name.get(name)
        if result and _to_best(result):
            seconds = result.taken("cq").cpu / 1000
            told.append(f"from {form} in {seconds:.1f} s of processor time, {_to_best(result)} "
                        f"than {NAMES[result.best_rival()]}")
    return _wrapped(f"The best twenty of {rows:,} products under a condition come "
                    f"{'; '.join(told)}.") if told else ""


def _replaced(path, name, text):
    """Puts a text between the marks of its name in a page."""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    begin, end = f"<!-- bench {name} -->\n", "<!-- bench end -->"
    before, found, rest = page.partition(begin)
    if not found or end not in rest:
        sys.exit(f"bench: {os.path.relpath(path, ROOT)} has no marks for {name}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + begin + text.rstrip("\n") + "\n" + rest[rest.index(end):])


def put(name, text):
    """Puts a text under its name into the page on speed."""
    _replaced(os.path.join(ROOT, "Documentation", "Performance.md"), name, text)


def write(text, results, rows):
    """Writes the tables of this number of rows; README has those of the usual number."""
    put(str(rows), text)
    told = sentence(results, rows)
    if rows == 1_000_000 and told:
        _replaced(os.path.join(ROOT, "README.md"), str(rows), told)
