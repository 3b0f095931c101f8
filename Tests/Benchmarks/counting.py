# SPDX-License-Identifier: MIT
"""How many instructions starting takes, in which functions, and how they grow with a definition."""
import contextlib
import http.server
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading

from process import CQ, ROOT, require

# What `instructions` counted when somebody last looked, and how much more is still the same.
START_INSTRUCTIONS = 3_225_000
TOLERANCE = 0.03
# The same where replies are kept, in a file that has to be opened.
KEPT_START_INSTRUCTIONS = 3_863_000
# Pages that come to the program during that query, from a copy of it; each takes the kernel's time,
# which instructions do not show. They differ by some from one system to another.
START_FAULTS = 430
FAULTS_TOLERANCE = 0.15
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


def kept_start(folder):
    """The instructions of a query of a source whose reply is kept."""
    home = os.path.join(folder, "kept")
    os.mkdir(home)
    with replying(b'[{"id": 1, "name": "one"}]') as address:
        with open(os.path.join(home, "shop.cq"), "w", encoding="utf-8") as file:
            file.write(f'source shop {{\n  list "{address}/shop.json"\n  field id Id key\n'
                       "  field name Text\n}\n")
        subprocess.run([CQ, "--define", "shop.cq", "--live", "-c", "from shop"], cwd=home,
                       env={"PATH": os.environ["PATH"], "CQ_CONFIG": "", "HOME": home},
                       stdout=subprocess.DEVNULL, check=True)
        return counted_instructions(home, "--define", "shop.cq", "-c", "from shop | limit 1")


@contextlib.contextmanager
def replying(body):
    """The address of a server of this machine that answers everything with one reply."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):  # pylint: disable=invalid-name
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def faults(folder):
    """The fewest pages that came to a copy of the program during the query of `start`."""
    program = shutil.copy(CQ, os.path.join(folder, "cq"))
    command = [program, "--offline", "-c", "from hotels | limit 1"]
    environment = {"PATH": os.environ["PATH"], "CQ_CONFIG": "", "HOME": folder}
    counts = []
    for _ in range(20):
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        counts.append(os.wait4(process.pid, 0)[2].ru_minflt)
    return min(counts)


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
        kept, pages = kept_start(folder), faults(folder)
        few, some, many = definitions(folder)
    growth = (many - some) / (2 * (some - few))
    listed = subprocess.run(["readelf", "-d", CQ], capture_output=True, text=True, check=True)
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", listed.stdout))
    print(f"{counted:,} instructions from start to finish; the limit is "
          f"{START_INSTRUCTIONS * (1 + TOLERANCE):,.0f}")
    if counted > START_INSTRUCTIONS * (1 + TOLERANCE):
        sys.exit("bench: starting takes more than it did")
    print(f"{kept:,} where replies are kept; the limit is "
          f"{KEPT_START_INSTRUCTIONS * (1 + TOLERANCE):,.0f}")
    if kept > KEPT_START_INSTRUCTIONS * (1 + TOLERANCE):
        sys.exit("bench: starting with kept replies takes more than it did")
    print(f"{pages} pages come to a start; the limit is "
          f"{START_FAULTS * (1 + FAULTS_TOLERANCE):.0f}")
    if pages > START_FAULTS * (1 + FAULTS_TOLERANCE):
        sys.exit("bench: starting touches more memory than it did")
    check_functions(called)
    print(f"{few:,}, {some:,} and {many:,} instructions for 500, 1,000 and 2,000 fields, "
          f"{growth:.2f} times what is in proportion; the limit is {1 + GROWTH}")
    if growth > 1 + GROWTH:
        sys.exit("bench: reading a definition grows faster than its fields")
    if needed - NEEDED:
        sys.exit(f"bench: the program is bound to {', '.join(sorted(needed - NEEDED))}")
