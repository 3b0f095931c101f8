# SPDX-License-Identifier: MIT
"""Scripts and pages of the repository: their form, and whether they say what comes."""
import glob
import os
import re

from program import ROOT
from registry import check, holds, same


def pages():
    found = glob.glob(f"{ROOT}/Documentation/**/*.md", recursive=True)
    return [f"{ROOT}/README.md"] + sorted(found)


def scripts():
    """Every script of the repository, with a name: the files, and the blocks of the pages."""
    for path in sorted(glob.glob(f"{ROOT}/**/*.cq", recursive=True)):
        with open(path, "rb") as file:
            yield os.path.relpath(path, ROOT), file.read()
    for path in pages() + sorted(glob.glob(f"{ROOT}/Tests/Transcripts/*.md")):
        with open(path, encoding="utf-8") as file:
            blocks = re.findall(r"^```cq\n(.*?)^```$", file.read(), re.DOTALL | re.MULTILINE)
        if blocks:
            # Those of one page in one run; an empty line keeps them apart.
            yield os.path.relpath(path, ROOT), "\n".join(blocks).encode()


@check(35, "formatting twice is formatting once, and keeps what is valid valid", slow=True)
def one_form(cq):
    count = 0
    for name, text in scripts():
        once = cq.run("fmt", "-", stdin=text)
        before = cq.run("check", "-", stdin=text, cwd=ROOT)
        if once.status != 0:
            # Left as it is for a fault only, which is one for the check too.
            status, codes = _verdict(once)
            is_fault = before.status != 0 and set(codes) <= set(_verdict(before)[1])
            holds(status == 3 and codes and is_fault,
                  f"{name} is not formatted: {once}, and checked: {before}")
            continue
        count += 1
        twice = cq.run("fmt", "-", stdin=once.output)
        same((twice.status, twice.output), (0, once.output), f"{name}, formatted again")
        after = cq.run("check", "-", stdin=once.output, cwd=ROOT)
        same(_verdict(after), _verdict(before), f"{name}: what is wrong with it, formatted")
    holds(count > 20, f"only {count} scripts were formatted")


def _verdict(run):
    """The status and the codes, without their places."""
    return run.status, re.findall(rb"CQ\d{4}", run.errors)


@check(36, "the documentation says what comes", slow=True)
def true_pages(cq):
    run = cq.run("test", *pages(), cwd=ROOT)
    failures = [line for line in run.text.splitlines() if line.startswith("FAILED")]
    same((run.status, failures), (0, []), "status and failures")
