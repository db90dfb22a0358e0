"""The page that is its own server: what is fetched, how long it takes to be there, and how long a turn takes.

    make site && python -m benchmarks.page [--quick]

Needs node and Chromium. "4×" slows the own thread of the page down four times, as the tools of developers do; a browser
cannot slow a worker down that way, so the part of Python (measured inside the worker) is counted four times instead.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright
from tests.e2e.alone_kit import BUILT, READY, AlonePlayer, Host
from tests.e2e.kit import PHONE

from automarium import games

MOST_BYTES = 8_000_000  # on the wire, brotli
MOST_WARM = 3000.0  # ms until a later visit is ready
MOST_TURN = 200.0  # ms until a turn is answered, at 4×
SLOWER = 4
PATIENCE = 120_000  # ms

SIZES = """
const zlib = require("zlib"), fs = require("fs");
const all = JSON.parse(fs.readFileSync(0)).map((path) => fs.readFileSync(path));
const sum = (pack) => all.reduce((bytes, content) => bytes + Math.min(content.length, pack(content).length), 0);
const gzip = (content) => zlib.gzipSync(content, { level: 9 });
console.log(JSON.stringify([sum((content) => content), sum(gzip), sum((content) => zlib.brotliCompressSync(content))]));
"""


def sizes() -> tuple[int, int, int]:
    """Bytes of all that the first visit fetches: as they lie there, by gzip, by brotli."""
    listed = re.match(r"const FILES = (\{.*?\n\});", (BUILT / "service.js").read_text("utf-8"), re.DOTALL)
    assert listed is not None
    paths = [str(BUILT / path[1:]) for path in json.loads(listed[1])] + [str(BUILT / "service.js")]
    found = subprocess.run(["node", "-e", SIZES], input=json.dumps(paths), capture_output=True, text=True, check=True)
    plain, zipped, brotli = json.loads(found.stdout)
    return plain, zipped, brotli


def visit(context: BrowserContext, url: str) -> float:
    """Milliseconds from an empty window to a page made by Python."""
    page = context.new_page()
    began = time.perf_counter()
    page.goto(url)
    page.wait_for_selector(READY)
    took = (time.perf_counter() - began) * 1000
    page.close()
    return took


def turns(page: Page, host: Host, game: str, count: int) -> tuple[list[float], list[float]]:
    """From the press to the next table: as the person waits for it with the page slowed down, and Python's part."""
    player = AlonePlayer(page, host, "bench")
    player.begin(game)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    engine = page.workers[-1]
    waited, worked = [], []
    for _ in range(count):
        if not page.locator(".go-on").count():
            player.my_turn()
        page.wait_for_selector(".go-on button:not(.asleep)")
        engine.evaluate("() => performance.clearMeasures()")
        waited.append(page.evaluate(PRESS))
        worked.append(engine.evaluate(WORKED))
        player.undo()
    return waited, worked


WORKED = "() => performance.getEntriesByName('kept').reduce((sum, one) => sum + one.duration, 0)"
PRESS = """() => new Promise((done) => {
  const main = document.getElementById("main"), began = performance.now();
  new MutationObserver((_, watch) => {
    if (main.isConnected) return;
    watch.disconnect();
    done(performance.now() - began);
  }).observe(document.body, { childList: true });
  document.querySelector(".go-on button:not(.asleep)").click();
})"""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    rounds = 3 if parser.parse_args().quick else 9
    program = shutil.which("chromium")
    if program is None or not (BUILT / "service.js").exists():
        print("Needed: chromium, and the site (make site)", file=sys.stderr)
        return 2
    plain, zipped, brotli = sizes()
    print(
        f"fetched once: {brotli / 1e6:.2f} MB brotli, {zipped / 1e6:.2f} MB gzip, {plain / 1e6:.1f} MB as it lies there"
    )
    fine = brotli <= MOST_BYTES
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = Host(Path(folder), 5)
        host.start()
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        cold = []
        for _ in range(max(1, rounds // 3)):
            context = browser.new_context(viewport=PHONE)
            context.set_default_timeout(PATIENCE)
            cold.append(visit(context, host.url))
        warm = [visit(context, host.url) for _ in range(rounds)]
        print(f"first visit: {statistics.median(cold):.0f} ms (local host); next visits: {told(warm)}")
        fine &= statistics.median(warm) <= MOST_WARM
        for game in games.names():
            page = context.new_page()
            waited, worked = turns(page, host, game, rounds)
            page.close()
            whole = [wait + (SLOWER - 1) * work for wait, work in zip(waited, worked, strict=True)]
            print(f"a turn of {game} at {SLOWER}×: {told(whole)}; Python's part at 1×: {told(worked)}")
            fine &= statistics.median(whole) <= MOST_TURN
        browser.close()
        host.stop()
    return 0 if fine else 1


def told(figures: list[float]) -> str:
    return f"{statistics.median(figures):.0f} ms (best {min(figures):.0f}, worst {max(figures):.0f})"


if __name__ == "__main__":
    sys.exit(main())
