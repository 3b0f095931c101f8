# SPDX-License-Identifier: MIT
"""Files: what is written, where, for whom, and what a hostile place changes."""
import glob
import os
import random
import re
import signal
import stat
import subprocess
import time

from loopback import Server, rows
from program import QUERY, ROOT, Terminal
from registry import check, holds, same


def folders(cq):
    """Variables that name a folder for each kind of file."""
    names = {"XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache", "XDG_CONFIG_HOME": "config",
             "XDG_DATA_HOME": "data"}
    return {name: os.path.join(cq.folder, "xdg", folder) for name, folder in names.items()}


def converse(cq, env, *lines):
    """Types lines at the prompt and leaves."""
    terminal = Terminal(cq, env=env)
    terminal.wait_for("> ")
    for line in lines:
        terminal.send(line + "\r")
        terminal.wait_for("\n")
        terminal.wait_for("> ")
    terminal.send("\x04")
    terminal.wait_for_end()


@check(20, "a program that is killed while it keeps replies leaves them readable", slow=True)
def killed_while_writing(cq):
    with Server(rows(3_000)) as server:
        env = {"CQ_OFFLINE": None}
        for _ in range(20):
            process = cq.start("--refresh", "-c", f'from "{server.address}" | count', env=env)
            time.sleep(random.uniform(0, 0.15 if cq.is_quick else 0.6))
            process.send_signal(signal.SIGKILL)
            process.communicate()
        run = cq.query(f'from "{server.address}" | count', env=env)
        same((run.status, run.text), (0, "count\n3000\n"), "the next run")
    same(cq.run("cache").status, 0, "status of cq cache")


@check(25, "without a home, or with one that is not there, a query runs with one note at most")
def no_home(cq):
    for env in [{"HOME": None, "LANG": None, "TERM": None}, {"HOME": "/nonexistent"},
                {"HOME": ""}, {"HOME": "relative"}]:
        run = cq.query(env=env)
        same((run.status, run.text.count("\n")), (0, 8), f"status and lines with {env}")
        notes = [line for line in run.told.splitlines() if "sample" not in line]
        holds(len(notes) <= 1, f"{env}: {notes}")


@check(26, "files are made where the XDG variables say, and nowhere else")
def places_of_files(cq):
    env = folders(cq)
    converse(cq, env, "sources", QUERY)
    with Server(rows(3)) as server:
        cq.query(f'from "{server.address}"', env={**env, "CQ_OFFLINE": None})
    found = [os.path.relpath(path, cq.folder)
             for path in glob.glob(f"{cq.folder}/**", recursive=True, include_hidden=True)
             if os.path.isfile(path)]
    holds("xdg/state/cq/history" in found, f"there is no history in {found}")
    holds(any(path.startswith("xdg/cache/cq/") for path in found), f"no replies in {found}")
    strays = [path for path in found if not re.match("xdg/(state|cache)/cq/", path)]
    same(strays, [], "files elsewhere")


@check(27, "nobody else reads the history")
def private_history(cq):
    env = folders(cq)
    converse(cq, env, QUERY)
    path = os.path.join(env["XDG_STATE_HOME"], "cq")
    same(oct(stat.S_IMODE(os.stat(f"{path}/history").st_mode)), "0o600", "mode of the file")
    same(oct(stat.S_IMODE(os.stat(path).st_mode)), "0o700", "mode of the folder")


@check(28, "a mistake in the file of settings is told with its line and stops nothing")
def settings(cq):
    cq.write(".config/cq/config", "set colour = 9\nset format = json\nlet few = 1\n")
    run = cq.query(f"{QUERY} | limit $few | show id")
    same((run.status, run.text), (0, '[\n  {"id":"40611"}\n]\n'), "status and result")
    holds("config:1:" in run.told, run.told)
    over = cq.query(f"{QUERY} | limit $few | show id", "--to", "csv")
    same(over.text, "id\n40611\n", "an option over a setting")
    none = cq.query(f"{QUERY} | limit 1 | show id", env={"CQ_CONFIG": ""})
    same(none.text, "id\n40611\n", "with CQ_CONFIG=")
    other = cq.write("other", "set nothing\n")
    holds("other:1:" in cq.query(env={"CQ_CONFIG": other}).told, "CQ_CONFIG names another file")


@check(32, "a file that is there is replaced only when told to, and never half")
def no_overwriting(cq):
    first = cq.query(f"{QUERY} | save 'o.csv'")
    same(first.status, 0, "status of the first")
    with open(f"{cq.folder}/o.csv", encoding="utf-8") as file:
        text = file.read()
    second = cq.query(f"{QUERY} | limit 1 | save 'o.csv'")
    same(second.status, 6, "status of the second")
    holds("replace" in second.told, second.told)
    with open(f"{cq.folder}/o.csv", encoding="utf-8") as file:
        same(file.read(), text, "the file")
    same([name for name in os.listdir(cq.folder) if "o.csv" in name], ["o.csv"], "files")
    same(cq.query(f"{QUERY} | limit 1 | save 'o.csv' replace").status, 0, "status with replace")


# How those of a library's files are called whose notice has another name.
OTHER_NAMES = {"z": "zlib", "icui18n": "icu"}
OF_SYSTEM = {"libc", "libm", "libgcc_s", "libstdc++", "ld-linux-x86-64", "ld-linux-aarch64",
             "libdl", "libpthread", "linux-vdso"}
OF_TOOLCHAIN = ("libswift", "lib_", "libfoundation", "libdispatch", "libblocksruntime")


@check(42, "every source file names its licence, and every linked library has its notice")
def licences(cq):
    kinds = ["swift", "c", "h", "cpp", "modulemap", "cq", "py"]
    sources = [path for kind in kinds for folder in ["Sources", "Scripts", "Tests/Conventions"]
               for path in glob.glob(f"{ROOT}/{folder}/**/*.{kind}", recursive=True)]
    holds(len(sources) > 100, f"only {len(sources)} source files are there")
    without = []
    for path in sources:
        with open(path, encoding="utf-8", errors="replace") as file:
            if "SPDX-License-Identifier" not in file.read(400):
                without.append(os.path.relpath(path, ROOT))
    same(without, [], "files without an SPDX line")
    with open(f"{ROOT}/THIRD-PARTY-NOTICES.md", encoding="utf-8") as file:
        rows = [line.split("|")[1].lower() for line in file if line.startswith("|")]
    told = {_bare(word) for row in rows for word in re.findall(r"[a-z][a-z0-9]*", row)}
    libraries = _loaded(cq) | _built_in()
    # Most are bound by the build or opened at run time, where the loader does not see them.
    holds(len(libraries) > 10, f"only these libraries are found: {sorted(libraries)}")
    same(sorted(name for name in libraries if _bare(name) not in told), [],
         "libraries without a notice")


def _loaded(cq):
    """The libraries that the loader binds, those of every program aside."""
    listed = subprocess.run(["ldd", cq.path], capture_output=True, text=True, check=False).stdout
    names = {os.path.basename(line.split()[0]).split(".so")[0] for line in listed.splitlines()
             if ".so" in line}
    return {name for name in names
            if name not in OF_SYSTEM and not name.lower().startswith(OF_TOOLCHAIN)}


def _built_in():
    """The libraries that the build links and that the program opens, as the sources name them."""
    with open(f"{ROOT}/Package.swift", encoding="utf-8") as file:
        calls = re.findall(r"archives\(([^)]*)\)|linkedLibrary\(([^)]*)\)", file.read())
    # What the manifest's own function is given stands where it is called.
    names = {name for call in calls for name in re.findall(r'"([a-z][^"]*)"', "".join(call))}
    for kind in ["c", "cpp", "modulemap"]:
        for path in glob.glob(f"{ROOT}/Sources/**/*.{kind}", recursive=True):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            names.update(re.findall(r'"(lib[^".]*)\.so', text))
            names.update(re.findall(r'\blink "([^"]+)"', text))
    return names


def _bare(name):
    """A library's name without `lib`, version and kind."""
    short = re.sub(r"^lib|(-gnutls)?[-\d.]*$", "", name.lower())
    return OTHER_NAMES.get(short, short)
