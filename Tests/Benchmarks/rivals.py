# SPDX-License-Identifier: MIT
"""cq, the bound and the rivals: how each is installed, and how it is asked."""
import json
import os
import subprocess

from catalogues import path
from process import CQ, HERE, ROOT, Failed, Taken, compiled, require

# What starts a program that then has nothing to do.
NOTHING = {
    "cq": ["--offline", "-c", "from hotels | limit 1"], "bound": [], "duckdb": ["-c", "select 1"],
    "sqlite": [":memory:", "select 1"], "jq": ["-n", "1"],
    "miller": ["-n", "put", "end { print 1 }"], "polars": ["-c", "import polars"],
}


class Contestant:
    """A program that answers; what it is asked comes from the questions of the workloads."""
    # Whether it is run once only, for it takes many times as long as others.
    is_slow = False
    # Whether its answers begin with the names of the columns.
    has_header = False

    def __init__(self):
        self.version = ""
        self.program = ""

    def start(self):
        """The command of a process that has nothing to do."""
        return [self.program, *NOTHING[self.name]]

    def once(self, work):
        """The command that answers a work, or nothing where its words cannot ask that."""
        raise NotImplementedError

    def take(self, runner, work, folder, patience):
        """Runs it once over a work; the answer lies in the runner's output."""
        if work.question is None:
            return runner.run(self.start(), folder, patience)
        if work.is_warm:
            return self.warm(runner, work, folder, patience)
        if work.is_saved:
            return self.saved(runner, work, folder, patience)
        return runner.run(self.once(work), folder, patience)

    def warm(self, runner, work, folder, patience):
        raise NotImplementedError

    def saved(self, runner, work, folder, patience):
        """Asks what it has saved of the file, for which it may take its time, once."""
        raise NotImplementedError

    def can(self, work):
        return work.question is None or (
            not work.is_warm and not work.is_saved and self.once(work) is not None)


class Cq(Contestant):
    """What is measured."""
    name, has_header = "cq", True

    def __init__(self):
        super().__init__()
        self.program = CQ
        told = subprocess.run([CQ, "--version"], capture_output=True, text=True, check=True).stdout
        self.version = told.strip()

    def can(self, work):
        return True

    def once(self, work, times=1):
        settings = ["set workers = 1"] * work.is_on_one_thread
        settings += ["set cache.columns = off"] * work.is_again
        script = "\n".join(settings + [f'from "{work.file}" | {work.question.cq}'] * times)
        return [CQ, "--offline", "--quiet=all", "--to", "csv", "-c", script]

    def take(self, runner, work, folder, patience):
        if work.is_again:
            return self.further(runner, work, folder, patience, 1, 3)
        return super().take(runner, work, folder, patience)

    def warm(self, runner, work, folder, patience):
        """The second statement of a script keeps the columns that it reads."""
        return self.further(runner, work, folder, patience, 2, 10)

    def further(self, runner, work, folder, patience, first, more):
        """What each of some more equal statements adds to a script of the first."""
        all_of_them = runner.run(self.once(work, first + more), folder, patience)
        few = runner.run(self.once(work, first), folder, patience)
        # One answer is compared.
        if first > 1:
            runner.run(self.once(work), folder, patience)
        return Taken((all_of_them.wall - few.wall) / more, (all_of_them.cpu - few.cpu) / more,
                     few.memory)

    def saved(self, runner, work, folder, patience):
        name = os.path.splitext(work.file)[0] + ".arrow"
        if not is_newer(folder, name, work.file):
            script = f'from "{work.file}" | save "{name}" replace'
            runner.run([CQ, "--offline", "--quiet=all", "-c", script], folder, patience)
        script = f'from "{name}" | {work.question.cq}'
        return runner.run(
            [CQ, "--offline", "--quiet=all", "--to", "csv", "-c", script], folder, patience)


def is_newer(folder, name, other):
    """Whether a file is there that was written after another one."""
    path = os.path.join(folder, name)
    return os.path.exists(path) and (
        os.path.getmtime(path) > os.path.getmtime(os.path.join(folder, other)))


# What unpacks a file, by the ending of its name.
UNPACKING = {".gz": "gzip -dc", ".zst": "zstd -dcq"}


class Bound(Contestant):
    """A program that knows the file and the query, and one that has the columns of the file."""
    name = "bound"

    def __init__(self):
        super().__init__()
        options = ("-std=c++17", "-march=native", "-DNDEBUG")
        self.program = compiled("bound.cpp", *options, "-DSIMDJSON_EXCEPTIONS=0", "-lsimdjson")
        self.columns = compiled("columns.cpp", *options)

    def start(self):
        return ["true"]

    def can(self, work):
        question = work.question
        return question is None or (question.bound is not None and (
            work.is_warm or work.is_saved or question.is_bound_once))

    def once(self, work):
        """What is compressed is unpacked beside the program, which takes the wall time of both."""
        for ending, unpacking in UNPACKING.items():
            if work.file.endswith(ending):
                form = work.file.removesuffix(ending).rpartition(".")[2]
                return ["sh", "-c", f'{unpacking} "$1" | "$0" "$2" /dev/stdin "$3"', self.program,
                        work.file, work.question.bound, form]
        return [self.program, work.question.bound, work.file]

    def warm(self, runner, work, folder, patience):
        whole = runner.run(self.held(work, folder, "5"), folder, patience)
        return told_times(runner, whole)

    def saved(self, runner, work, folder, patience):
        return runner.run(self.held(work, folder), folder, patience)

    def held(self, work, folder, *times):
        rows = int(os.path.basename(folder))
        return [self.columns, work.question.bound, path(rows, "products.columns"), *times]


def told_times(runner, whole):
    """The least of the times that a program has told of its queries, but for the first, which also
    learns what the rows are."""
    times = [tuple(map(float, line.split())) for line in runner.told.splitlines()[1:]]
    return Taken(*(min(side) for side in zip(*times)), whole.memory)


class Packaged(Contestant):
    """One that comes as a Python package, with an interpreter of its own."""

    def __init__(self):
        super().__init__()
        folder = os.path.join("Tests", "Benchmarks", "packages", self.name)
        run = subprocess.run(
            [os.path.join(ROOT, "Scripts", "python"), folder, "../../ask.py", "version", self.name],
            capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        if run.returncode != 0:
            raise Failed((run.stderr.strip() or "no reason told").splitlines()[-1])
        self.version = run.stdout.strip()
        self.binaries = os.path.join(ROOT, ".build", "python", self.name, "bin")
        self.python = os.path.join(self.binaries, "python")

    def can(self, work):
        return not work.is_saved

    def asked(self, work, *times):
        return [self.python, os.path.join(HERE, "ask.py"), self.name, work.file,
                getattr(work.question, self.name), *times]

    def warm(self, runner, work, folder, patience):
        return told_times(runner, runner.run(self.asked(work, "3"), folder, patience))


class DuckDB(Packaged):
    """Its command for files, the package for what is held."""
    name = "duckdb"

    def __init__(self):
        super().__init__()
        self.program = os.path.join(self.binaries, "duckdb")

    def can(self, work):
        return True

    def told(self, *words):
        return [self.program, "-init", "/dev/null", "-csv", "-noheader", "-nullvalue", "", *words]

    def once(self, work):
        threads = "set threads = 1; " * work.is_on_one_thread
        return self.told("-c", threads + work.question.duckdb.replace("{t}", f"'{work.file}'"))

    def saved(self, runner, work, folder, patience):
        name = os.path.splitext(work.file)[0] + ".duckdb"
        if not is_newer(folder, name, work.file):
            if os.path.exists(os.path.join(folder, name)):
                os.remove(os.path.join(folder, name))
            query = f"create table saved as from '{work.file}'"
            runner.run([*self.told("-c", query), name], folder, patience)
        query = work.question.duckdb.replace("{t}", "saved")
        return runner.run([*self.told("-readonly", "-c", query), name], folder, patience)


class Polars(Packaged):
    """An interpreter that imports the package."""
    name = "polars"

    def __init__(self):
        super().__init__()
        self.program = self.python

    def once(self, work):
        threads = ["env", "POLARS_MAX_THREADS=1"] if work.is_on_one_thread else []
        return [*threads, *self.asked(work)]


class Debian(Contestant):
    """One that comes as a package of the system."""
    is_slow = True

    def __init__(self):
        super().__init__()
        try:
            require(self.program_name, self.package)
        except (OSError, subprocess.CalledProcessError):
            raise Failed(f"{self.package} cannot be installed") from None
        self.program = self.program_name
        run = subprocess.run([self.program, "--version"], capture_output=True, text=True,
                             check=True)
        self.version = run.stdout.strip().split("\n")[0]

    def words(self, work):
        return getattr(work.question, self.name)

    def can(self, work):
        return work.question is None or (
            self.name in work.slow and self.words(work) is not None and self.reads(work.file))


class Jq(Debian):
    """NDJSON only."""
    name = program_name = package = "jq"

    def reads(self, file):
        return file.endswith(".jsonl")

    def once(self, work):
        return [self.program, "-n", "-r", self.words(work), work.file]


class Miller(Debian):
    """NDJSON and CSV."""
    name = package = "miller"
    program_name = "mlr"

    def reads(self, file):
        return file.endswith((".jsonl", ".csv"))

    def once(self, work):
        form = "--ijsonl" if work.file.endswith(".jsonl") else "--icsv"
        return [self.program, form, "--ocsv", "--headerless-csv-output", *self.words(work),
                work.file]


class Sqlite(Debian):
    """CSV, by importing it into memory."""
    name, program_name, package = "sqlite", "sqlite3", "sqlite3"

    def reads(self, file):
        return file.endswith(".csv")

    def once(self, work):
        return [self.program, ":memory:", "-cmd", ".mode csv", "-cmd", f".import {work.file} t",
                self.words(work)]


KINDS = (Cq, Bound, DuckDB, Polars, Jq, Miller, Sqlite)


def names():
    """Those that can be asked besides cq."""
    return [kind.name for kind in KINDS[1:]]


def gathered(wanted, say):
    """Those that are there or can be installed, and why others are not."""
    found, missing = [], {}
    for kind in KINDS:
        if kind is not Cq and wanted is not None and kind.name not in wanted:
            continue
        try:
            found.append(kind())
        except Failed as reason:
            missing[kind.name] = str(reason)
            say(f"{kind.name} is left out: {reason}")
    return found, missing
