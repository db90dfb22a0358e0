"""The static site: bytes fetched, time until it is ready, and time of a turn.

    make site && python -m benchmarks.static_site [--quick] [--against FOLDER]

``--against`` is the site of an earlier version: both are visited in turn, and the ratio of their first tables is
compared with a target.

Needs node and Chromium, on Linux. A browser can throttle the page's own thread but no worker, and wall-clock time
includes other load. So the CPU time of each thread involved in a turn is read from the system: the page's, Python's,
the service worker's. At 4× that counts four times; other waiting (disk, messages) counts once.
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
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.e2e.kit import AWAKE, GO, PHONE
from tests.e2e.offline_kit import BUILT, READY, Host, OfflinePlayer
from tools.browser import ARGUMENTS, find_browser

from automarium.games import plugins

MOST_BYTES = 7_500_000  # brotli
MOST_OF_BEFORE = 2 / 3  # of the time until the first table, with --against
MOST_WARM = 3000.0  # ms until a later visit is ready
MOST_TURN = 200.0  # ms until a turn is answered, at 4×
SLOWER = 4
PATIENCE = 120_000  # ms
STAY = 20_000  # ms: a browser caches compiled code only after a visit of some length

SIZES = """
const zlib = require("zlib"), fs = require("fs");
const all = JSON.parse(fs.readFileSync(0)).map((path) => fs.readFileSync(path));
const sum = (pack) => all.reduce((bytes, content) => bytes + Math.min(content.length, pack(content).length), 0);
const gzip = (content) => zlib.gzipSync(content, { level: 9 });
console.log(JSON.stringify([sum((content) => content), sum(gzip), sum((content) => zlib.brotliCompressSync(content))]));
"""


def measure_sizes() -> tuple[int, int, int]:
    """Return the bytes of the first visit: plain, gzip, brotli."""
    listed = re.match(r"const FILES = (\{.*?\n\});", (BUILT / "service.js").read_text("utf-8"), re.DOTALL)
    assert listed is not None
    paths = [str(BUILT / path) for path in json.loads(listed[1])] + [str(BUILT / "service.js")]
    found = subprocess.run(["node", "-e", SIZES], input=json.dumps(paths), capture_output=True, text=True, check=True)
    plain, zipped, brotli = json.loads(found.stdout)
    return plain, zipped, brotli


def measure_visit(context: BrowserContext, url: str, stay: float = 0) -> float:
    """Return the milliseconds from an empty window to a page rendered by Python; close it ``stay`` milliseconds
    later."""
    page = context.new_page()
    began = time.perf_counter()
    page.goto(url)
    page.wait_for_selector(READY)
    took = (time.perf_counter() - began) * 1000
    page.wait_for_timeout(stay)
    page.close()
    return took


def measure_first_table(browser: Browser, url: str, game: str) -> float:
    """Return the milliseconds from an empty browser to the table of a new game."""
    context = browser.new_context(viewport=PHONE)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(AWAKE)
    page = context.new_page()
    began = time.perf_counter()
    page.goto(f"{url}/new/{game}?seed=7")
    page.click(GO)
    page.wait_for_selector(".checklist, .at-table")
    if page.locator(".checklist").count():
        page.click(GO)
    page.wait_for_selector(".at-table")
    took = (time.perf_counter() - began) * 1000
    context.close()
    return took


def compare_first_tables(browser: Browser, folder: Path, host: Host, before: Path, rounds: int) -> bool:
    """Print the time until the first table here and on the site of an earlier version, visited in turn."""
    game = plugins.names()[0]
    other = Host(folder / "before", 5)
    shutil.copytree(before, other.files)
    other.start()
    pairs = [
        (measure_first_table(browser, host.url, game), measure_first_table(browser, other.url, game))
        for _ in range(rounds)
    ]
    other.stop()
    now, then = ([pair[side] for pair in pairs] for side in (0, 1))
    share = statistics.median(now) / statistics.median(then)
    print(f"first table: {format_figures(now)}; before: {format_figures(then)}; {share:.0%}")
    return share <= MOST_OF_BEFORE


class Turn(NamedTuple):
    """Milliseconds from the press to the next page, with the CPU time of each thread."""

    waited: float
    page: float
    python: float
    service: float

    @property
    def computed(self) -> float:
        return self.page + self.python + self.service

    @property
    def slowed(self) -> float:
        return self.waited + (SLOWER - 1) * self.computed


def measure_turns(page: Page, host: Host, game: str, count: int) -> list[Turn]:
    player = OfflinePlayer(page, host, "bench")
    player.begin(game)
    browser = page.context.browser
    assert browser is not None
    about = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    renderers = [one["id"] for one in about if one["type"] == "renderer"]
    found = []
    for _ in range(count):
        if not page.locator(".go-on").count():
            player.my_turn()
        page.wait_for_selector(".go-on button:not(.asleep)")
        before = read_cpu_times(renderers)
        waited = page.evaluate(PRESS)
        after = read_cpu_times(renderers)
        found.append(Turn(waited, *(after[kind] - before[kind] for kind in ("page", "python", "service"))))
        player.undo()
    return found


THREADS = {"DedicatedWorker": "python", "ServiceWorker t": "service"}


def read_cpu_times(processes: list[int]) -> dict[str, float]:
    """Return the CPU milliseconds of each kind of thread so far."""
    found: defaultdict[str, float] = defaultdict(float)
    for process in processes:
        for thread in Path(f"/proc/{process}/task").glob("*"):
            kind = "page" if thread.name == str(process) else THREADS.get((thread / "comm").read_text().strip())
            if kind:
                found[kind] += float((thread / "schedstat").read_text().split()[0]) / 1e6
    return found


PRESS = """() => new Promise((done) => {
  const main = document.getElementById("main"), began = performance.now();
  new MutationObserver((_, watch) => {
    watch.disconnect();
    done(performance.now() - began);
  }).observe(main, { attributeFilter: ["data-revision"] });
  document.querySelector(".go-on button:not(.asleep)").click();
})"""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--against", type=Path)
    given = parser.parse_args()
    rounds = 5 if given.quick else 15
    program = find_browser()
    if program is None or not (BUILT / "service.js").exists():
        print("Needed: chromium, and the site (make site)", file=sys.stderr)
        return 2
    plain, zipped, brotli = measure_sizes()
    print(
        f"fetched once: {brotli / 1e6:.2f} MB brotli, {zipped / 1e6:.2f} MB gzip, {plain / 1e6:.1f} MB as it lies there"
    )
    fine = brotli <= MOST_BYTES
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        host = Host(Path(folder), 5)
        host.start()
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        if given.against:
            fine &= compare_first_tables(browser, Path(folder), host, given.against, rounds)
        cold = []
        for _ in range(max(1, rounds // 5)):
            context = browser.new_context(viewport=PHONE)
            context.set_default_timeout(PATIENCE)
            cold.append(measure_visit(context, host.url, STAY))
        measure_visit(context, host.url, STAY)
        warm = [measure_visit(context, host.url) for _ in range(rounds)]
        print(f"first visit: {statistics.median(cold):.0f} ms (local host); next visits: {format_figures(warm)}")
        fine &= statistics.median(warm) <= MOST_WARM
        for game in plugins.names():
            page = context.new_page()
            played = measure_turns(page, host, game, rounds)
            page.close()
            parts = (statistics.median(getattr(one, part) for one in played) for part in ("page", "python", "service"))
            computing = SLOWER * statistics.median(one.computed for one in played)
            slowed = statistics.median(one.slowed for one in played)
            best = min(one.slowed for one in played)
            print(
                f"a turn of {game} at {SLOWER}×: median {slowed:.0f} ms, best {best:.0f} ms; "
                f"computing: median {computing:.0f} ms; at 1×: "
                + "page {:.0f} + Python {:.0f} + service worker {:.0f} ms".format(*parts)
            )
            fine &= slowed <= MOST_TURN
        browser.close()
        host.stop()
    return 0 if fine else 1


def format_figures(figures: list[float]) -> str:
    return f"{statistics.median(figures):.0f} ms (best {min(figures):.0f}, worst {max(figures):.0f})"


if __name__ == "__main__":
    sys.exit(main())
