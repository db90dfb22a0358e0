"""Pictures of every kind of screen in every width, theme and language on contact sheets (`make contact-sheet`). `--only
turn,result --width 390 --theme light --lang en --game scythe` makes a smaller one, `--text 200` doubles the text size.

`--forms` takes every form instead, as it is opened and filled in. Layout faults are measured as well.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from tools.browser import ARGUMENTS, find_browser
from tools.layout_faults import SET_FONT_SIZE, find_faults, walk_form
from tools.screens import AppServer, Screens, build_screens, find_vivid_turn, list_common, list_forms, open_store

TARGET = Path(__file__).parent.parent / "build" / "contact-sheet"
README = Path(__file__).parent.parent / "docs" / "phone.png"
HEIGHTS = {390: 844, 320: 640, 1280: 800}
THEMES = ("light", "dark")
SHEET = 1560  # width of a sheet in pixels
ON_SHEET = {390: 6, 320: 6, 1280: 3}  # pictures in a row, by their width
ROWS = {390: 1, 320: 1, 1280: 2}
TALLEST = 4.8  # height of a picture in widths; longer ones are cut off


class View(NamedTuple):
    """A window and a theme, in which pictures are taken."""

    width: int
    theme: Any

    def find_folder(self, to: Path, lang: str) -> Path:
        folder = to / f"{self.width}-{self.theme}-{lang}"
        folder.mkdir(exist_ok=True)
        return folder


def take_pictures(
    browser: Browser, url: str, screens: Screens, views: Sequence[View], lang: str, text: int, to: Path, *, walks: bool
) -> dict[View, list[Path]]:
    """Take a full-length picture of each screen in each view, with the bar where it is in the window. ``walks``: of
    each form also filled in. A form is filled in once for all views; pictures of a board keep the first theme."""
    width, theme = views[0]
    context = browser.new_context(
        viewport={"width": width, "height": HEIGHTS[width]}, locale=lang, color_scheme=theme, reduced_motion="reduce"
    )
    context.add_cookies(
        [{"name": name, "value": value, "url": url} for name, value in (("scheme", theme), ("lang", lang))]
    )
    page = context.new_page()
    made: dict[View, list[Path]] = {view: [] for view in views}
    for name, address in screens.items():
        page.goto(url + address)
        _wait_until_awake(page)
        if text != 100:
            page.evaluate(SET_FONT_SIZE, text)
        told: set[tuple[int, str]] = set()
        for state in walk_form(page) if walks else ["opened"]:
            for view in views:
                what = f"{name}-{view.width}-{view.theme}-{lang}" + (f"-{text}" if text != 100 else "")
                _show_in(page, view)
                for fault in find_faults(page) if view.theme == theme else ():
                    if (view.width, fault) not in told:
                        told.add((view.width, fault))
                        print(f"{what}, {state}: {fault}", file=sys.stderr)
                if state == "opened" or "filled in" in state:
                    path = view.find_folder(to, lang) / f"{what}-{state.replace(' ', '-')}.png"
                    made[view].append(_save(page, path, full_page=True))
            _show_in(page, views[0])
    context.close()
    return made


def _show_in(page: Page, view: View) -> None:
    if page.viewport_size != (size := ViewportSize(width=view.width, height=HEIGHTS[view.width])):
        page.set_viewport_size(size)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", view.theme)


def _wait_until_awake(page: Page) -> None:
    """Wait without a function in the page, which its policy may forbid."""
    page.locator(".asleep").first.wait_for(state="detached")


def _save(page: Page, path: Path, **options: Any) -> Path:
    page.screenshot(path=path, **options)
    return path


def build_sheets(browser: Browser, to: Path, width: int, shown: Sequence[Path]) -> Iterator[Path]:
    """Yield sheets of a readable size with the pictures on them."""
    beside = ON_SHEET[width]
    wide = SHEET // beside - 8
    style = (
        "body{margin:0;font:12px sans-serif;display:flex;flex-wrap:wrap;gap:8px;align-items:flex-start;background:#888}"
        f"figure{{margin:0;width:{wide}px}}img{{width:100%;display:block;max-height:{wide * TALLEST}px;"
        "object-fit:cover;object-position:top}figcaption{background:#fff;padding:2px;overflow-wrap:anywhere}"
    )
    page = browser.new_page(viewport={"width": SHEET, "height": 400})
    each = beside * ROWS[width]
    for number, first in enumerate(range(0, len(shown), each), 1):
        some = shown[first : first + each]
        figures = "".join(f'<figure><img src="{one.name}"><figcaption>{one.stem}</figcaption></figure>' for one in some)
        (to / "sheet.html").write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{figures}", "utf-8")
        page.goto((to / "sheet.html").as_uri())
        yield _save(page, to / f"sheet-{number:02}.png", full_page=True)
    (to / "sheet.html").unlink()
    page.close()


def draw_readme(browser: Browser, url: str, address: str) -> None:
    """Take the picture of the README: a turn on a phone, in the game with the largest board."""
    page = browser.new_page(viewport={"width": 390, "height": HEIGHTS[390]}, device_scale_factor=2, locale="en")
    page.goto(url + address)
    _wait_until_awake(page)
    print(_save(page, README))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=plugins.names())
    parser.add_argument("--only", help="names of screens, with commas; a name ending in * begins so")
    parser.add_argument("--forms", action="store_true", help="every form, opened and filled in")
    parser.add_argument("--width", action="append", type=int, choices=HEIGHTS)
    parser.add_argument("--theme", action="append", choices=THEMES)
    parser.add_argument("--lang", action="append", choices=LANGUAGES)
    parser.add_argument("--text", type=int, default=100, help="per cent of the usual size of letters")
    parser.add_argument("--to", type=Path, default=TARGET)
    parser.add_argument("--readme", action="store_true", help="only the picture in the README, docs/phone.png")
    wanted = parser.parse_args()
    wanted.to.mkdir(parents=True, exist_ok=True)
    for old in wanted.to.glob("*.png"):
        old.unlink()
    with tempfile.TemporaryDirectory() as home, open_store(Path(home)) as store:
        screens: Screens = {}
        for game in () if wanted.readme else wanted.game or plugins.names():
            every = list_forms(store, game) if wanted.forms else build_screens(store, game)
            screens |= {f"{game}-{name}": address for name, address in every.items()}
        screens |= {} if wanted.forms else list_common()
        if wanted.only:
            screens = {name: address for name, address in screens.items() if _is_wanted(name, wanted.only.split(","))}
        with AppServer(store) as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
            if wanted.readme:
                draw_readme(browser, url, find_vivid_turn(store, "scythe"))
            else:
                made = list(_build_all(browser, url, screens, wanted))
                print(f"{len(made)} sheets in {wanted.to}")
            browser.close()


def _build_all(browser: Browser, url: str, screens: Screens, wanted: argparse.Namespace) -> Iterator[Path]:
    views = [View(width, theme) for width in wanted.width or HEIGHTS for theme in wanted.theme or THEMES]
    # pictures of a board are drawn for a theme and placed for a width, so those pages are loaded for each view
    together = [views] if wanted.forms else [[view] for view in views]
    for some, lang in itertools.product(together, wanted.lang or LANGUAGES):
        made = take_pictures(browser, url, screens, some, lang, wanted.text, wanted.to, walks=wanted.forms)
        for view, shown in made.items():
            yield from build_sheets(browser, view.find_folder(wanted.to, lang), view.width, shown)


def _is_wanted(name: str, wanted: list[str]) -> bool:
    short = name.partition("-")[2] if name.partition("-")[0] in plugins.names() else name
    return any(short == one or (one.endswith("*") and short.startswith(one[:-1])) for one in wanted)


if __name__ == "__main__":
    main()
