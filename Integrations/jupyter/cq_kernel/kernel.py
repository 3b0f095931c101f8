# SPDX-License-Identifier: MIT
"""The kernel: what Jupyter asks, put to `cq` and told in Jupyter's words."""
from html.parser import HTMLParser

from ipykernel.kernelbase import Kernel

from . import __version__
from .process import Cq, Ended


class PlainText(HTMLParser):
    """The text of a result for those who show no HTML: cells by tabs, rows by lines, charts by the
    numbers in them."""
    BREAKS = {"tr", "p", "figure", "caption", "figcaption", "summary", "pre"}

    def __init__(self, html):
        super().__init__()
        self.parts = []
        # How many pictures and preformatted texts it is in.
        self.depths = {"svg": 0, "pre": 0}
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if tag in self.depths:
            self.depths[tag] += 1
        elif tag == "br":
            self.parts.append(" ")

    def handle_data(self, data):
        # Styles are no text.
        if self.cdata_elem is not None or self.depths["svg"]:
            return
        if self.depths["pre"]:
            self.parts.append(data)
        elif data.strip():
            self.parts.append(data.lstrip())

    def handle_endtag(self, tag):
        if tag in self.depths:
            self.depths[tag] -= 1
        if tag in ("td", "th"):
            self.parts.append("\t")
        elif tag in self.BREAKS:
            self.parts.append("\n")

    def __str__(self):
        lines = (line.strip("\t").rstrip() for line in "".join(self.parts).splitlines())
        return "\n".join(line for line in lines if line)


class CqKernel(Kernel):
    implementation = "cq"
    implementation_version = __version__
    banner = "cq, the catalogue shell"
    language_info = {"name": "cq", "mimetype": "text/x-cq", "file_extension": ".cq",
                     "pygments_lexer": "text"}

    # A check that is false, as of `assert`, is told so.
    FATAL = ("error", "FAILED")

    def __init__(self, **options):
        super().__init__(**options)
        self.cq = Cq()

    def do_execute(self, code, silent, store_history=True, user_expressions=None,
                   allow_stdin=False, **_):
        if not code.strip():
            return self._done()
        try:
            answer = self.cq.ask("run", code)
        except (Ended, OSError) as error:
            return self._failed("cq", str(error), [str(error)], silent)
        faults = []
        for told in answer["told"]:
            if told.get("severity") in self.FATAL:
                faults.append(told)
            elif not silent:
                self._stream(f"{told.get('severity', 'note')}: {told['message']}\n")
        if not silent:
            self._show(answer)
        if answer["status"] == 0:
            return self._done()
        if not faults:
            return self._failed("cq", "interrupted", ["interrupted"], silent)
        lines = [line for fault in faults for line in self._lines(fault, code)]
        return self._failed(faults[0]["code"], faults[0]["message"], lines, silent)

    def do_complete(self, code, cursor_pos):
        written = code[:cursor_pos].encode()
        try:
            answer = self.cq.ask("complete", code, cursor=len(written))
        except (Ended, OSError):
            answer = {"start": len(written), "items": []}
        start = len(written[:answer["start"]].decode())
        return {"status": "ok", "matches": [item["text"] for item in answer["items"]],
                "cursor_start": start, "cursor_end": cursor_pos, "metadata": {}}

    def do_is_complete(self, code):
        try:
            whole = self.cq.ask("check", code)["whole"]
        except (Ended, OSError):
            return {"status": "unknown"}
        return {"status": "complete"} if whole else {"status": "incomplete", "indent": "  "}

    def do_shutdown(self, restart):
        self.cq.close()
        return {"status": "ok", "restart": restart}

    def _show(self, answer):
        if answer.get("text"):
            self._stream(answer["text"], "stdout")
        html = answer.get("html")
        if html:
            self.send_response(self.iopub_socket, "execute_result", {
                "execution_count": self.execution_count, "metadata": {},
                "data": {"text/html": html, "text/plain": str(PlainText(html))}})

    def _stream(self, text, name="stderr"):
        self.send_response(self.iopub_socket, "stream", {"name": name, "text": text})

    def _done(self):
        return {"status": "ok", "execution_count": self.execution_count, "payload": [],
                "user_expressions": {}}

    def _failed(self, name, message, lines, silent):
        reply = {"ename": name, "evalue": message, "traceback": lines}
        if not silent:
            self.send_response(self.iopub_socket, "error", reply)
        return {"status": "error", "execution_count": self.execution_count, **reply}

    @staticmethod
    def _lines(fault, code):
        """A fault with the line of the cell that it is in, and what helps."""
        place = f"{fault['line']}:{fault['column']}: " if fault.get("line") else ""
        yield f"{place}{fault['severity']}[{fault['code']}]: {fault['message']}"
        lines = code.splitlines()
        if fault.get("line") and fault["line"] <= len(lines):
            yield f"  {lines[fault['line'] - 1]}"
            width = 1
            if fault.get("endLine") == fault["line"]:
                width = max(1, fault["endColumn"] - fault["column"])
            yield "  " + " " * (fault["column"] - 1) + "^" * width
        for word in ("fix", "suggestion", "help"):
            if fault.get(word):
                yield f"  {word}: {fault[word]}"
