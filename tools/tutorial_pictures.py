"""The pictures of docs/adding-a-game.md and docs/documents.md, from a browser (`python -m tools.tutorial_pictures`)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

from automarium.interfaces.terminal.commands.new_game import render_package
from tools.browser import ARGUMENTS, find_browser

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PHONE: ViewportSize = {"width": 360, "height": 640}
GO = "#bar .go:not(.asleep), .go-on button:not(.asleep)"
SEED = 2


@contextmanager
def serve(games: dict[str, str]) -> Iterator[str]:
    """Yield the address of a server with these games: their names and the folders of their projects."""
    with tempfile.TemporaryDirectory() as folder:
        info = Path(folder) / "games-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: games\nVersion: 1\n")
        offered = [f"{name} = {name}.definition:{name.capitalize()}" for name in games]
        (info / "entry_points.txt").write_text("\n".join(["[automarium.games]", *offered]))
        path = os.pathsep.join((folder, str(ROOT / "src"), *games.values()))
        environment = {**os.environ, "PYTHONPATH": path, "AUTOMARIUM_HOME": f"{folder}/home"}
        command = [sys.executable, "-m", "automarium", "serve", "--no-browser", "--rate", "0", "--port", "0"]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = next(found[0] for line in server.stdout if (found := re.search(r"http://[^ \n]+", line)))
        for _ in range(600):  # it prints its address before it answers
            try:
                urllib.request.urlopen(f"{address}health")
                break
            except OSError:
                time.sleep(0.1)
        try:
            yield address.rstrip("/")
        finally:
            server.terminate()
            server.wait()


def save(page: Page, name: str) -> None:
    page.wait_for_timeout(700)  # the button sleeps for a moment after every change
    page.screenshot(path=DOCS / f"{name}.png")


def begin(page: Page, address: str, game: str, level: str, seed: int = SEED) -> None:
    """Begin a game and stop at its checklist."""
    page.goto(f"{address}/new/{game}?seed={seed}")
    page.check(f'input[value="{level}"]', force=True)
    page.click(GO)
    page.wait_for_selector(".checklist")


def take_pictures(page: Page, address: str) -> None:
    for game in ("ringed", "hexed"):
        begin(page, address, game, "hard")
        page.click(GO)
        page.wait_for_selector(".at-table")
        page.click(GO)
        page.wait_for_selector('main[data-revision="2"]', state="attached")
        save(page, f"new-game-{'ring' if game == 'ringed' else 'hex'}")
    begin(page, address, "heron", "hungry")
    save(page, "heron-setup")
    page.click(GO)
    page.wait_for_selector(".at-table")
    page.click(GO)
    page.wait_for_selector('main[data-revision="2"]', state="attached")
    save(page, "heron-turn")
    page.click("text=why? >> nth=0")
    save(page, "heron-why")
    table = page.url.partition("?")[0].partition("#")[0]
    key = re.search(r"/g/[\w-]+", table)
    assert key is not None
    page.goto(f"{address}{key[0]}/tell/go")
    save(page, "heron-go")


def read_tutorial(steps: int) -> str:
    """Return the document that docs/documents.md has written after so many steps. A block that begins with ``# after:``
    goes behind the first line that ends with what follows."""
    tutorial = (DOCS / "documents.md").read_text("utf-8").partition("## Tutorial")[2].partition("## Reference")[0]
    lines: list[str] = []
    for step in tutorial.split("\n### ")[1 : steps + 1]:
        for block in re.findall(r"```toml\n(.*?)```", step, re.DOTALL):
            first, *rest = block.splitlines()
            if first.startswith("# after: "):
                at = next(n for n, line in enumerate(lines) if line.endswith(first.removeprefix("# after: ")))
                lines[at + 1 : at + 1] = rest
            else:
                lines += [first, *rest, ""]
    return "\n".join(lines)


def take_document_pictures(page: Page, address: str) -> None:
    ember = (ROOT / "examples" / "documents" / "ember" / "automa.toml").read_text("utf-8")
    for text, level, seed in ((ember, "summer", 4), (read_tutorial(9), "hungry", SEED)):
        page.goto(f"{address}/document")
        page.fill("textarea[name=text]", text)
        page.click(".open button[type=submit]")
        page.wait_for_url("**/new/*")
        begin(page, address, page.url.rpartition("/new/")[2].partition("?")[0], level, seed)
        page.click(GO)
        page.wait_for_selector(".at-table")
        page.click(GO)
        page.wait_for_selector('main[data-revision="2"]', state="attached")
        save(page, "document-hex" if level == "summer" else "document-turn")
    page.click("text=why? >> nth=0")
    save(page, "document-why")


def main() -> None:
    program = find_browser()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        games = {"heron": str(ROOT / "examples" / "heron")}
        for name, board in (("ringed", "ring"), ("hexed", "hex")):
            games[name] = f"{folder}/{name}"
            for path, text in render_package(name, ["en"], board).items():
                (Path(games[name]) / path).parent.mkdir(parents=True, exist_ok=True)
                (Path(games[name]) / path).write_text(text, "utf-8")
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        with serve(games) as address:
            take_pictures(browser.new_page(viewport=PHONE), address)
            take_document_pictures(browser.new_page(viewport=PHONE, reduced_motion="reduce"), address)
        browser.close()


if __name__ == "__main__":
    main()
