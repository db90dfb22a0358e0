"""Serve the static site locally (`make site-serve`) like any static host.

python tools/serve_site.py [FOLDER [PORT [ROOT]]]      # ROOT: the path on the host, /automarium/
"""

from __future__ import annotations

import contextlib
import sys
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "build" / "site"
PORT = 8020
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json"}


class Handler(SimpleHTTPRequestHandler):
    root = "/"
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}
    protocol_version = "HTTP/1.1"

    def translate_path(self, path: str) -> str:
        below = path.startswith(self.root)
        return super().translate_path("/" + path.removeprefix(self.root) if below else "/nothing/is/here")

    def end_headers(self) -> None:
        self.send_header("cache-control", "no-cache")
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer addresses that only the page knows with the redirect to the shell, as any host would."""
        if code != HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
            return
        content = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


def make_server(folder: Path, port: int, root: str = "/") -> ThreadingHTTPServer:
    below = type("Below", (Handler,), {"root": root})
    return ThreadingHTTPServer(("127.0.0.1", port), lambda *args: below(*args, directory=str(folder)))


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    root = sys.argv[3] if len(sys.argv) > 3 else "/"
    with make_server(folder, int(sys.argv[2]) if len(sys.argv) > 2 else PORT, root) as running:
        print(f"http://127.0.0.1:{running.server_address[1]}{root}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            running.serve_forever()
