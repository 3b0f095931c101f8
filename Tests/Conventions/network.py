# SPDX-License-Identifier: MIT
"""Servers: when none is asked, what is seen meanwhile, and where keys go."""
import contextlib
import os
import signal
import subprocess
import threading
import time

from loopback import Server, rows
from program import QUERY, TRIES, Terminal
from registry import Skipped, check, holds, same

ONLINE = {"CQ_OFFLINE": None}
SECRET = "SECRET0123456789"


@check(19, "Ctrl-C ends what takes long: at the prompt at once, else with the status of the signal")
def interrupt(cq):
    with Server(rows(3), delay=30) as server:
        query = f'from "{server.address}"'
        terminal = Terminal(cq, env=ONLINE)
        terminal.wait_for("> ")
        times = []
        for _ in range(TRIES):
            terminal.send(query + "\r")
            terminal.wait_for("asking")
            terminal.send("\x03")
            times.append(terminal.wait_for("cq> ", timeout=10))
        taken = min(times)
        holds(taken < (0.2 if cq.is_quick else 2), f"the prompt came after {taken:.2f} s")
        terminal.send("\x04")
        same(terminal.wait_for_end(), 0, "status of the prompt")
        process = cq.start("-c", query, env=ONLINE)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=10)
        # As a shell tells it: whether the signal ends the process, or it ends by itself.
        status = process.returncode if process.returncode >= 0 else 128 - process.returncode
        same((status, output), (128 + signal.SIGINT, b""), f"{errors!r}: status and output")


@check(21, "without a network the samples answer, with and without --offline")
def no_network(cq):
    probe = subprocess.run(["unshare", "-rn", "true"], capture_output=True, check=False)
    if probe.returncode != 0:
        raise Skipped("unshare may not make a network of its own here")
    for words in [["--offline"], []]:
        run = cq.run(*words, "-c", QUERY, env=ONLINE, before=["unshare", "-rn"])
        same((run.status, run.text.count("\n")), (0, 8), f"{words}: status and lines")


@check(22, "--offline connects to nobody")
def no_connection(cq):
    probe = subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True, check=False)
    if probe.returncode != 0:
        raise Skipped("strace may not trace here")
    trace = os.path.join(cq.folder, "trace")
    for words in [["-c", QUERY], ["-c", "sources"], ["doctor"], ["cache"], ["help"]]:
        run = cq.run(*words, "--offline", env=ONLINE,
                     before=["strace", "-f", "-e", "trace=network", "-o", trace])
        same(run.status, 0, f"status of {words}")
        with open(trace, encoding="utf-8", errors="replace") as file:
            calls = [line for line in file if "connect(" in line or "sendto(" in line]
        same(calls, [], f"calls of {words}")


@check(23, "the library for servers is loaded only when one is asked")
def no_curl_linked(cq):
    libraries = subprocess.run(["ldd", cq.path], capture_output=True, text=True, check=True).stdout
    holds("curl" not in libraries, libraries)


@check(29, "a key is shown nowhere and stands in no file")
def keys_stay(cq):
    env = {**ONLINE, "BESTBUY_API_KEY": SECRET, "CQ_KEY_BESTBUY": SECRET}
    with Server(rows(3)) as server:
        words = ["--source", f"bestbuy={server.address}", "--verbose", "--refresh"]
        runs = [cq.run(*words, "-c", "from bestbuy | limit 1", env=env),
                cq.run("doctor", "bestbuy", *words[:2], env=env), cq.run("doctor", env=env)]
        terminal = Terminal(cq, env=env)
        terminal.wait_for("> ")
        terminal.send(f'from "https://127.0.0.1:9/?apiKey={SECRET}" | limit 1\r')
        terminal.wait_for("CQ0501")
        terminal.wait_for("> ")
        terminal.send("\x04")
        terminal.wait_for_end()
    for run in runs:
        holds(SECRET not in run.text + run.told, f"it is shown: {run}")
    holds(SECRET.encode() not in terminal.output.split(b"limit 1", 1)[1], "the prompt shows it")
    found = subprocess.run(["grep", "-rlF", SECRET, cq.folder], capture_output=True, check=False)
    same(found.stdout, b"", "files that hold it")


@check(46, "what takes long shows progress on a terminal; none in a pipe, none with --quiet")
def progress(cq):
    with Server(rows(3), delay=0.8) as server:
        query = f'from "{server.address}"'
        shown = cq.on_terminal("--refresh", "-c", query, env=ONLINE)
        holds(b"asking 127.0.0.1" in shown, f"no progress in {shown!r}")
        quiet = cq.on_terminal("--refresh", "--quiet", "-c", query, env=ONLINE)
        holds(b"asking 127.0.0.1" not in quiet, f"--quiet: {quiet!r}")
        run = cq.run("--refresh", "-c", query, env=ONLINE)
        holds("asking" not in run.text + run.told, f"in a pipe: {run}")


@check(46, "work without a server shows progress in every command, and none where nobody looks")
def local_progress(cq):
    query = 'from "slow.jsonl" | sort by id'
    script = cq.write("slow.cq", query + "\n")
    page = cq.write("slow.md", f"```cq\n{query}\n```\n```output\n```\n")
    with slow_pipe(os.path.join(cq.folder, "slow.jsonl")):
        for words in [["-c", query], ["check", "-c", query], ["lint", "-c", query],
                      ["debug", "plan", "-c", query], ["test", script], ["test", page]]:
            shown = cq.on_terminal(*words)
            holds(b"slow.jsonl: read " in shown, f"{words}: no progress in {shown!r}")
        quiet = cq.on_terminal("--quiet", "-c", query)
        holds(b"slow.jsonl: read " not in quiet, f"--quiet: {quiet!r}")
        run = cq.run("-c", query)
        holds("slow.jsonl" not in run.text + run.told, f"in a pipe: {run}")


@contextlib.contextmanager
def slow_pipe(path):
    """A pipe that gives three rows in a second to each who reads it."""
    os.mkfifo(path)
    is_over = threading.Event()

    def feed():
        while not is_over.wait(0.3):
            try:
                descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
            except OSError:
                continue  # Nobody reads.
            try:
                for number in range(3):
                    os.write(descriptor, b'{"id":%d}\n' % number)
                    time.sleep(0.3)
            except OSError:
                pass  # Whoever read has gone.
            finally:
                os.close(descriptor)

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    try:
        yield
    finally:
        is_over.set()
        feeder.join()
