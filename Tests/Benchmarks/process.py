# SPDX-License-Identifier: MIT
"""Where the programs are, and what a run of one took."""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CQ = os.path.realpath(os.environ.get("CQ") or os.path.join(ROOT, ".build", "release", "cq"))
# What is made once: data, and the programs that this folder has as source.
KEPT = os.path.join(ROOT, ".build", "bench")
# A person's settings are no part of what is measured.
os.environ["CQ_CONFIG"] = ""


class Failed(Exception):
    """A program that did not do what it was asked, and what it said."""


@dataclass
class Taken:
    """What one run took: milliseconds of the clock and of all processors, MiB at most."""
    wall: float
    cpu: float
    memory: float

    @staticmethod
    def median(runs):
        return Taken(*(statistics.median(getattr(run, name) for run in runs)
                       for name in ("wall", "cpu", "memory")))


def build_cq():
    """Builds the program where its sources are newer, unless another one was named."""
    if "CQ" not in os.environ:
        subprocess.run([os.path.join(ROOT, "Scripts", "cq"), "--version"],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)


def newest_build():
    """The release build if there is one, else that of the tests."""
    return CQ if os.path.exists(CQ) else os.path.join(ROOT, ".build", "debug", "cq")


def require(program, package):
    """Installs a package of the system if its program is missing."""
    if shutil.which(program) is None:
        as_root = [] if os.geteuid() == 0 else ["sudo"]
        subprocess.run([*as_root, "apt-get", "install", "-y", "-qq", package],
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)


def compiled(source, *options):
    """A program of this folder, built where its source is newer."""
    path, program = os.path.join(HERE, source), os.path.join(KEPT, source.partition(".")[0])
    sources = [path, *(entry.path for entry in os.scandir(HERE) if entry.name.endswith(".h"))]
    newest = max(map(os.path.getmtime, sources))
    if os.path.exists(program) and os.path.getmtime(program) > newest:
        return program
    os.makedirs(KEPT, exist_ok=True)
    compiler = "clang++" if source.endswith(".cpp") else "clang"
    command = [compiler, "-Wall", "-Wextra", "-Werror", "-O3", path, *options, "-o", program]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise Failed(f"{source} cannot be built: {run.stderr.strip()}")
    return program


class Runner:
    """Runs programs one after the other, each from a small process of its own."""

    def __init__(self):
        self.measure = compiled("measure.c")
        self.folder = tempfile.TemporaryDirectory()
        self.output = os.path.join(self.folder.name, "output")
        self.figures = os.path.join(self.folder.name, "figures")
        # What the last program wrote to standard error.
        self.told = ""

    def run(self, command, folder, patience):
        """What it took in a folder; what it wrote lies in `output` until the next run."""
        environment = {**os.environ, "HOME": self.folder.name}
        try:
            run = subprocess.run(
                [self.measure, self.figures, self.output, *command], cwd=folder,
                env=environment, capture_output=True, timeout=patience, check=False)
        except subprocess.TimeoutExpired:
            raise Failed(f"takes over {patience} s") from None
        told = run.stderr.decode(errors="replace").strip()
        if run.returncode != 0:
            raise Failed(told)
        with open(self.figures, encoding="ascii") as file:
            wall, cpu, memory, status = map(int, file.read().split())
        if status != 0:
            raise Failed(told.partition("\n")[0] or f"status {status}")
        self.told = told
        return Taken(wall / 1e6, cpu / 1e3, memory / 1024)


def milliseconds(command):
    """How long a program takes by the clock around it."""
    begin = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - begin) * 1000


def vector_unit():
    """The widest vector unit of this machine."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        words = set(file.read().split())
    for flag, name in (("avx512bw", "AVX-512"), ("avx2", "AVX2"), ("sse4_2", "SSE4.2"),
                       ("asimd", "NEON")):
        if flag in words:
            return name
    return "no vector unit that is known"


def say(text):
    """A remark on how far it is."""
    print(f"bench: {text}", file=sys.stderr, flush=True)
