# SPDX-License-Identifier: MIT
"""How many instructions starting takes, in which functions, and how they grow with a definition."""
import os
import re
import subprocess
import sys
import tempfile

from process import CQ, ROOT, require

# What `instructions` counted when somebody last looked, and how much more is still the same.
START_INSTRUCTIONS = 3_142_000
TOLERANCE = 0.03
# What the program may be bound to; all else is loaded when it is needed.
NEEDED = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"}
# A function of a library of Swift that a program without tasks need not have; the loader copies
# some pages of it, and of libdispatch behind it, at every start.
UNWANTED = {"swift_task_create": "of the library of concurrency"}
# The functions that the linker puts side by side, in the order of their names.
ORDER = os.path.join(ROOT, "Scripts", "start-functions.txt")
# How many of those that starting calls the list must have; its use is gone sooner than its names.
LISTED = 0.95
# How much more the second thousand of fields may take than twice the five hundred before it.
GROWTH = 0.15


def counted_instructions(home, *arguments, folder=None):
    """Those of cq from start to finish, in a folder or at home."""
    environment = {"PATH": os.environ["PATH"], "CQ_CONFIG": "", "HOME": home,
                   "SWIFT_DETERMINISTIC_HASHING": "1"}
    report = subprocess.run(
        ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={home}/out", CQ,
         "--offline", *arguments],
        cwd=folder or home, env=environment, capture_output=True, text=True, check=True).stderr
    return int(re.search(r"Collected : (\d+)", report).group(1))


def start(folder):
    """The instructions of a trivial query, and those functions of the program that it calls."""
    counted = counted_instructions(folder, "-c", "from hotels | limit 1")
    with open(os.path.join(folder, "out"), encoding="utf-8") as file:
        called = re.findall(r"^c?fn=\(\d+\) ([^'\n]+)", file.read(), re.M)
    return counted, set(called) & functions()


def functions():
    """The names of all functions of the program, as the linker knows them."""
    listed = subprocess.run(["nm", CQ], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^[0-9a-f]+ [tTwW] (.+)$", listed, re.M))


def order(_):
    require("valgrind", "valgrind")
    require("nm", "binutils")
    with tempfile.TemporaryDirectory() as folder:
        _, called = start(folder)
    with open(ORDER, "w", encoding="utf-8") as file:
        file.write("# Written by `Scripts/bench order`: the functions that starting calls.\n")
        file.writelines(f"{name}\n" for name in sorted(called))


def check_functions(called):
    """A failure where the list lacks many of those that are called, or a library came along."""
    with open(ORDER, encoding="utf-8") as file:
        share = len(called & set(file.read().split("\n"))) / len(called)
    print(f"{share:.1%} of the {len(called):,} functions called are listed; the limit is "
          f"{LISTED:.0%}")
    if share < LISTED:
        sys.exit("bench: the list of functions is old; `Scripts/bench order` writes it")
    for name in UNWANTED.keys() & functions():
        sys.exit(f"bench: the program has {name}, {UNWANTED[name]}")


def definition(fields):
    """A definition of which every second field is computed from the one before it."""
    written = ["source wide {", '  list "rows.json"', "  field id Id key"]
    for number in range(fields):
        written.append(
            f'  field f{number} Int = f{number - 1} + 1 "what it is"' if number % 2
            else f"  field f{number} Int from a{number}")
    return "\n".join(written + ["}", ""])


def definitions(folder):
    """The instructions of a query through definitions of 500, 1,000 and 2,000 fields."""
    with open(os.path.join(folder, "rows.json"), "w", encoding="utf-8") as file:
        file.write('[{"id": 1, "a0": 1}]')
    counts = []
    for fields in (500, 1_000, 2_000):
        with open(os.path.join(folder, "wide.cq"), "w", encoding="utf-8") as file:
            file.write(definition(fields))
        counts.append(counted_instructions(
            folder, "--define", "wide.cq", "-c", f"from wide | show f{fields - 1}"))
    return counts


def instructions(_):
    require("valgrind", "valgrind")
    require("readelf", "binutils")
    with tempfile.TemporaryDirectory() as folder:
        counted, called = start(folder)
        few, some, many = definitions(folder)
    growth = (many - some) / (2 * (some - few))
    listed = subprocess.run(["readelf", "-d", CQ], capture_output=True, text=True, check=True)
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", listed.stdout))
    print(f"{counted:,} instructions from start to finish; the limit is "
          f"{START_INSTRUCTIONS * (1 + TOLERANCE):,.0f}")
    if counted > START_INSTRUCTIONS * (1 + TOLERANCE):
        sys.exit("bench: starting takes more than it did")
    check_functions(called)
    print(f"{few:,}, {some:,} and {many:,} instructions for 500, 1,000 and 2,000 fields, "
          f"{growth:.2f} times what is in proportion; the limit is {1 + GROWTH}")
    if growth > 1 + GROWTH:
        sys.exit("bench: reading a definition grows faster than its fields")
    if needed - NEEDED:
        sys.exit(f"bench: the program is bound to {', '.join(sorted(needed - NEEDED))}")
