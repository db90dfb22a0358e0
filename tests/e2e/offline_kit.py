"""A host of static files that can be killed, and a player whose inputs are repeated on a second engine, so that both
records can be compared.
"""

from __future__ import annotations

import shutil
import threading
from http.server import ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page
from tools.serve_site import make_server

from automarium.engine.play.command import Input
from automarium.sessions.session import add_record
from tests.e2e.kit import ROOT, Player, Site

BUILT = ROOT / "build" / "site"
NO_SITE = "the site is not made: apt-get install npm, then make site"
READY = "main:not(:has(#loading))"  # the shell has become a page


class Host(Site):
    """Static files from a copy of the site, which a test may change; ``root`` is the folder of the host it lies in."""

    def __init__(self, folder: Path, seed: int, root: str = "/") -> None:
        super().__init__(folder, seed)
        self.root = root
        self.files = folder / "site"
        self._running: ThreadingHTTPServer | None = None

    @property
    def url(self) -> str:
        return super().url + self.root.removesuffix("/")

    def start(self) -> None:
        if self._running is not None:
            return
        if not self.files.exists():
            shutil.copytree(BUILT, self.files)
        self._running = make_server(self.files, self.port, self.root)
        threading.Thread(target=self._running.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def kill(self) -> None:
        if self._running is not None:
            self._running.shutdown()
            self._running.server_close()
            self._running = None

    def stop(self) -> None:
        self.kill()
        super().stop()


class OfflinePlayer(Player):
    """``store`` and ``key`` are this side's; ``there`` is the game's key inside the page."""

    def __init__(self, page: Page, host: Host, name: str) -> None:
        super().__init__(page, host, name)
        self.there = ""

    def begin(self, game: str) -> None:
        super().begin(game)
        self.there = self.key
        self.key = add_record(self.store, self.record()).key

    def record(self) -> bytes:
        """As the page keeps it."""
        text: str = self.page.evaluate(
            "url => fetch(url).then((answer) => answer.text())", f"{self.site.url}{self.path}/record.jsonl"
        )
        return text.encode()

    @property
    def path(self) -> str:
        return f"/g/{self.there}"

    def told(self, input_: Input) -> None:
        self.session().put(input_)

    def same(self) -> bool:
        """Whether both sides have the same record to the byte; every line holds a fingerprint of the position."""
        return self.record() == self.session().journal().content
