# SPDX-License-Identifier: MIT
"""How time and memory grow with the rows of a file: in proportion, and not at all."""
import os

import catalogues
import report
import rivals
from process import Runner, Taken, build_cq, say
from workloads import WORKS

SIZES = (10_000, 1_000_000, 10_000_000)
ASKED = ("NDJSON topk", "NDJSON contains", "NDJSON group", "CSV topk", "CSV group")


def _measured(cq, runner, work, rows, runs):
    folder = os.path.dirname(catalogues.path(rows, work.file))
    cq.take(runner, work, folder, 240)
    return Taken.median([cq.take(runner, work, folder, 240) for _ in range(runs)])


def _row(cq, runner, work, runs):
    """For each size processors, clock and memory; what ten times the rows take at the end."""
    say(work.name)
    taken = [_measured(cq, runner, work, rows, runs) for rows in SIZES]
    growth = taken[-1].cpu / max(taken[-2].cpu, 0.1)
    return [work.name, *map(report.figures, taken), f"{growth:.1f}"]


def growth(runs):
    """Prints the table and puts it into Documentation/Performance.md."""
    build_cq()
    load, runner, cq = os.getloadavg()[0], Runner(), rivals.Cq()
    rows = [_row(cq, runner, work, runs) for work in WORKS if work.name in ASKED]
    heads = ["work", *(f"{size:,} rows" for size in SIZES), "the last by the one before"]
    text = (f"```sh\nScripts/bench growth {runs}\n```\n\nMilliseconds of all processors · of the "
            f"clock · MiB at most;\n{report.machine(load)}\n\n{report.grid(heads, rows)}")
    print(text)
    report.put("growth", text)
