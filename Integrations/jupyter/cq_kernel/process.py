# SPDX-License-Identifier: MIT
"""The process that answers: a question is a line of JSON, and so is its answer."""
import json
import os
import signal
import subprocess


class Ended(Exception):
    """The process has ended; the text is what it said last."""


class Cq:
    def __init__(self, program=None):
        self.program = program or os.environ.get("CQ", "cq")
        self.process = None

    def ask(self, work, text, **more):
        """The answer to one question, which Ctrl-C ends early."""
        process = self._running()
        question = json.dumps({"do": work, "text": text, **more})
        try:
            process.stdin.write(question.encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            raise self._ended() from None
        while True:
            try:
                line = process.stdout.readline()
                break
            except KeyboardInterrupt:
                # It answers nevertheless, and the session goes on.
                process.send_signal(signal.SIGINT)
        if not line:
            raise self._ended()
        return json.loads(line)

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process = None

    def _running(self):
        if self.process is None:
            # Signals reach it through `ask` alone.
            self.process = subprocess.Popen(
                [self.program, "kernel"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                start_new_session=True)
        return self.process

    def _ended(self):
        status = self.process.wait()
        self.process = None
        return Ended(f"cq has ended with status {status}; the next cell begins a new session")
