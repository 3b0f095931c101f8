# SPDX-License-Identifier: MIT
"""Runs cq over many queries at once and takes its output apart again."""
import os
import re
import subprocess
from dataclasses import dataclass

import printing

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
CQ = os.environ.get("CQ", os.path.join(ROOT, ".build", "release", "cq"))


@dataclass
class Reply:
    """What cq made of one query: the text of its JSON, or the code of its error."""
    text: str | None = None
    code: str | None = None
    message: str = ""


class Program:
    """cq in a folder with the file of one catalogue."""

    def __init__(self, folder, catalogue):
        self.folder = folder
        self.arguments = [CQ, "--offline", "--quiet=all", "--errors", "short", "--to", "json"]
        self.arguments += catalogue.options
        self.preamble = printing.preamble(catalogue)
        for each in filter(None, [catalogue, catalogue.partner]):
            self.write(each)

    def write(self, catalogue):
        """Puts a further catalogue into the folder."""
        path = os.path.join(self.folder, catalogue.file_name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(catalogue.text)

    def run(self, script, options=()):
        return subprocess.run([*self.arguments, *options], cwd=self.folder, timeout=120,
                              input=(self.preamble + script).encode(), capture_output=True)

    def formatted(self, texts):
        """The whole script as `cq fmt` writes it, and as it writes that again."""
        once = _formatted(self.preamble + "\n".join(texts) + "\n")
        return once, _formatted(once)

    def documents(self, script):
        """The results of a script that is whole by itself."""
        run = subprocess.run(self.arguments, cwd=self.folder, timeout=120, input=script.encode(),
                             capture_output=True)
        return _documents(run.stdout.decode())

    def one(self, text, options=()):
        """A query in a process of its own."""
        run = self.run(text, options)
        output, message = run.stdout.decode(), run.stderr.decode()
        if run.returncode == 0 and not message:
            return Reply(text=output)
        return Reply(code=_code(message, run.returncode), message=message.strip())

    def all(self, texts, options=()):
        """Many queries in one process; from one that ends the run, the rest begins anew."""
        replies = [None] * len(texts)
        pending = list(range(len(texts)))
        while pending:
            script, starts = _script([texts[i] for i in pending], self.preamble.count("\n"))
            run = self.run(script, options)
            documents = _documents(run.stdout.decode())
            for index, document in zip(pending, documents):
                replies[index] = Reply(text=document)
            if run.returncode == 0 and len(documents) == len(pending):
                return replies
            done = self._faulty(run, pending, starts, len(documents))
            for index in done:
                replies[index] = self.one(texts[index], options)
            pending = [i for i in pending if replies[i] is None]
        return replies

    def _faulty(self, run, pending, starts, answered):
        """The queries to judge alone: all that the checker refused, or the one that failed: that of
        the last result, which may be one of the rows before the failure, or the one after it."""
        message = run.stderr.decode()
        if run.returncode == 3:
            lines = {int(line) for line in re.findall(r"^<stdin>:(\d+):", message, re.M)}
            refused = [index for index, (first, last) in zip(pending, starts)
                       if any(first <= line <= last for line in lines)]
            return refused or pending
        return pending[max(answered - 1, 0):answered + 1]


def _formatted(script):
    run = subprocess.run([CQ, "fmt"], input=script.encode(), capture_output=True, timeout=120)
    return run.stdout.decode() if run.returncode == 0 else run.stderr.decode()


def _script(texts, before):
    """The script, and of each query its first and last line; so many lines stand before it."""
    starts, line = [], before + 1
    for text in texts:
        last = line + text.count("\n")
        starts.append((line, last))
        line = last + 1
    return "\n".join(texts) + "\n", starts


def _documents(output):
    """The results; of a result that breaks off nothing is kept."""
    documents, current = [], []
    for line in output.split("\n"):
        if not current and line == "[]":
            documents.append("[]\n")
        elif current or line == "[":
            current.append(line)
            if line == "]":
                documents.append("\n".join(current) + "\n")
                current = []
    return documents


def _code(message, status):
    found = re.search(r"\[(CQ\d{4})\]", message)
    return found.group(1) if found else f"status {status}"
