# SPDX-License-Identifier: MIT
"""A server of one list on this machine, for what depends on how servers answer."""
import http.server
import json
import threading
import time


def rows(count):
    return json.dumps([{"id": number, "name": f"row {number}"} for number in range(count)])


class Server:
    """Answers every request with a text, after some seconds."""

    def __init__(self, text, delay=0.0):
        body = text.encode()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                time.sleep(delay)
                try:
                    self.send_response(200)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except OSError:
                    pass  # Whoever asked has gone.

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/list"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
