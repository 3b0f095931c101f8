# SPDX-License-Identifier: MIT
"""Runs cq as a shell does, on pipes and on a terminal of its own."""
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
from dataclasses import dataclass, field

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
QUERY = "from hotels"
# How often a time is taken, of which the best counts: the machine may be busy.
TRIES = 3


def built():
    """The program to judge: that of the release, else that of the tests."""
    for kind in ["release", "debug"]:
        path = os.path.join(ROOT, ".build", kind, "cq")
        if os.access(path, os.X_OK):
            return path
    return None


@dataclass
class Run:
    output: bytes
    errors: bytes
    status: int

    @property
    def text(self):
        return self.output.decode()

    @property
    def told(self):
        """What was written besides the result."""
        return self.errors.decode()


@dataclass
class Program:
    """cq with a home of its own, in which nothing of a person's is found and no server is asked."""
    path: str
    folder: str = field(default_factory=tempfile.mkdtemp)

    @property
    def is_quick(self):
        """Whether it is a program whose time says anything."""
        return "/debug/" not in os.path.realpath(self.path)

    def environment(self, changes=None):
        standard = {"HOME": self.folder, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
                    "CQ_OFFLINE": "1", "TERM": "xterm-256color"}
        standard.update(changes or {})
        return {name: value for name, value in standard.items() if value is not None}

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run(self, *arguments, stdin=b"", env=None, before=(), cwd=None, timeout=60):
        """Runs it to its end; `before` are the words of a program that starts it."""
        run = subprocess.run([*before, self.path, *arguments], input=stdin, capture_output=True,
                             env=self.environment(env), cwd=cwd or self.folder, timeout=timeout)
        return Run(run.stdout, run.stderr, run.returncode)

    def query(self, query=QUERY, *arguments, **options):
        return self.run(*arguments, "-c", query, **options)

    def shell(self, line, env=None):
        """Runs a line of bash, in which `cq` is the program."""
        script = f'cq() {{ "{self.path}" "$@"; }}\n{line}'
        run = subprocess.run(["bash", "-c", script], input=b"", capture_output=True,
                             env=self.environment(env), cwd=self.folder, timeout=60)
        return Run(run.stdout, run.stderr, run.returncode)

    def start(self, *arguments, env=None):
        return subprocess.Popen([self.path, *arguments], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env=self.environment(env), cwd=self.folder)

    def on_terminal(self, *arguments, env=None, columns=80, errors=None):
        """All that it writes on a terminal until it ends."""
        terminal = Terminal(self, arguments, env, columns, errors)
        terminal.wait_for_end()
        return bytes(terminal.output)


class Terminal:
    """cq on a terminal that answers no queries."""

    def __init__(self, program, arguments=(), env=None, columns=80, errors=None):
        self.output = bytearray()
        self.seen = 0
        self.started = time.monotonic()
        process, self.descriptor = pty.fork()
        if process == 0:
            os.chdir(program.folder)
            if errors is not None:
                os.dup2(errors, 2)
            # Whoever runs this by `nohup` has it ignored.
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            os.execve(program.path, [program.path, *arguments], program.environment(env))
        self.process = process
        self.status = None
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def send(self, keys):
        os.write(self.descriptor, keys.encode())

    def read(self, seconds):
        """Takes what has come; false at the end."""
        if not select.select([self.descriptor], [], [], max(seconds, 0))[0]:
            return True
        try:
            piece = os.read(self.descriptor, 65536)
        except OSError:  # EIO: nobody writes any more.
            return False
        self.output += piece
        return bool(piece)

    def wait_for(self, text, timeout=20):
        """The seconds until a text comes behind what was waited for before."""
        begun = time.monotonic()
        wanted = text.encode()
        while (place := self.output.find(wanted, self.seen)) < 0:
            if not self.read(0.05) or time.monotonic() - begun > timeout:
                raise AssertionError(f"no {text!r} came, but {bytes(self.output[self.seen:])!r}")
        self.seen = place + len(wanted)
        return time.monotonic() - begun

    def wait_for_end(self, timeout=60):
        begun = time.monotonic()
        while self.read(0.2):
            if time.monotonic() - begun > timeout:
                os.kill(self.process, signal.SIGKILL)
                raise AssertionError(f"it does not end; it wrote {bytes(self.output)!r}")
        self.status = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        os.close(self.descriptor)
        return self.status
