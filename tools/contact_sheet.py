"""Every kind of screen at every width, by day and by night, in every language, on one sheet to look at
(`make contact-sheet`). `--only turn,result --width 390 --theme light --lang en --game scythe` makes a smaller one.

The games are played by the stand-ins from a seed, so two sheets of the same version show the same screens.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, sync_playwright

from automarium import games
from automarium.companion import box
from automarium.companion.keeping import open_store
from automarium.companion.protocol import filled_options
from automarium.companion.session import Session, new_session
from automarium.companion.store import Store
from automarium.faces.web.app import Settings, make_app
from automarium.kernel.chance import Chance
from automarium.kernel.command import Respond
from automarium.kernel.hands import MAT, OUT, SUPPLY, Lies
from automarium.kernel.ruling import settle
from automarium.kernel.table import AnyQuestion
from automarium.voice import LANGUAGES

TARGET = Path(__file__).parent.parent / "build" / "contact-sheet"
README = Path(__file__).parent.parent / "docs" / "phone.png"
HEIGHTS = {390: 844, 320: 640, 1280: 800}
THEMES = ("light", "dark")
SEED = 5
TURNS = 5  # of hers, before most screens are looked at
NOT_ON_BOARD = (MAT, OUT, SUPPLY)
Screens = dict[str, str]  # the address of each screen by its name


class Serving:
    """The application on a port of its own, as long as the sheet is made."""

    def __init__(self, store: Store) -> None:
        config = uvicorn.Config(make_app(Settings(rate=0), store), port=0, log_level="warning", access_log=False)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    def __enter__(self) -> str:
        self.thread.start()
        while not self.server.started:
            self.thread.join(0.05)
        return f"http://127.0.0.1:{self.server.servers[0].sockets[0].getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()


class Played:
    """A game that a stand-in plays, and where to stop."""

    def __init__(self, store: Store, game: str) -> None:
        room = games.room(game)
        self.session: Session = new_session(store, room, options_of(game), {}, SEED)
        self.rival = room.rival(self.session.game.pack, Chance(SEED))
        self.inputs = self._inputs()

    def _inputs(self) -> Iterator[None]:
        session = self.session
        yield from self._answers()
        while not session.room.is_over(session.game.position):
            for told in self.rival.turn(lambda: session.game.position):
                session.put(told)
                yield from self._answers()
                yield

    def _answers(self) -> Iterator[None]:
        while self.session.game.question is not None:
            yield
            self.session.put(Respond(self.rival.answer(self.session.game.question)))

    def until(self, turn: int) -> bool:
        """Until her turn of this number is on the table; False if the game ended before."""
        game = self.session.game
        for _ in self.inputs:
            last = game.runs[-1].input
            hers = game.question is None and last is not None and last.name() == "next"
            if hers and game.room.status(game.position).turn >= turn:
                return True
        return False

    def until_question(self, seen: set[str]) -> AnyQuestion | None:
        """Until a question of a new kind is open."""
        for _ in self.inputs:
            question = self.session.game.question
            if question is not None and question.about not in seen:
                return question
        return None


def options_of(game: str) -> dict[str, Any]:
    """What Enter chooses."""
    room = games.room(game)
    return filled_options(room, {}, settle(room.rulings, {}), box.checked_pack(room, {}))


# --------------------------------------------------------------------------------------------------------- the screens


def common() -> Screens:
    return {"home": "/", "my-games": "/games"}


def screens_of(store: Store, game: str) -> Screens:
    """Every kind of screen of a game: from its beginning to its result, with each question that came up on the way."""
    found = {"new": f"/new/{game}", "asks": f"/ask/{game}", "rules": f"/rules/{game}"}
    room = games.room(game)
    first = next(iter(room.asks))
    found["ask"] = f"/ask/{game}/{first}"
    fresh = Played(store, game)
    fresh.until(0)
    found["setup"] = f"/g/{fresh.session.key}/setup"
    played = Played(store, game)
    played.until(TURNS)
    here = f"/g/{played.session.key}"
    found |= {"turn": here, "my-turn": f"{here}/my-turn"}
    found |= {name: f"{here}/{name}" for name in ("mine", "odds", "score", "log", "share")}
    mine = [one.at for one in played.session.game.layout().lines() if isinstance(one, Lies) and one.side == "human"]
    found |= {f"at-{place}": f"{here}/at/{place}" for place in dict.fromkeys(mine) if place not in NOT_ON_BOARD}
    for name in room.commands:
        if name != "next":
            found[f"tell-{name}"] = f"{here}/tell/{name}"
    found |= questions(store, game)
    ended = Played(store, game)
    for _ in ended.inputs:
        pass
    found["result"] = f"/g/{ended.session.key}"
    return found


def questions(store: Store, game: str) -> Screens:
    """The first question of each kind, each in a game of its own that waits there."""
    found: Screens = {}
    seen: set[str] = set()
    while len(found) < 12:
        played = Played(store, game)
        question = played.until_question(seen)
        if question is None:
            break
        seen.add(question.about)
        found[f"question-{question.about.removeprefix('ask.')}"] = f"/g/{played.session.key}"
    return found


# ----------------------------------------------------------------------------------------------------------- the sheet


def shoot(browser: Browser, url: str, screens: Screens, width: int, theme: Any, lang: str, folder: Path) -> list[Path]:
    """A picture of each screen; what is longer than the window is shown in full length."""
    context = browser.new_context(
        viewport={"width": width, "height": HEIGHTS[width]}, locale=lang, color_scheme=theme, reduced_motion="reduce"
    )
    context.add_cookies([{"name": "scheme", "value": theme, "url": url}])
    page = context.new_page()
    made = []
    for name, address in screens.items():
        page.goto(url + address)
        page.wait_for_function("document.querySelectorAll('.asleep').length === 0")
        path = folder / f"{name}-{width}-{theme}-{lang}.jpg"
        page.screenshot(path=path, type="jpeg", quality=80)
        made.append(path)
        tall = page.evaluate("document.documentElement.scrollHeight > innerHeight + 4")
        if tall:
            path = folder / f"{name}-{width}-{theme}-{lang}-whole.jpg"
            page.screenshot(path=path, type="jpeg", quality=80, full_page=True)
            made.append(path)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            print(f"{name} at {width} in {lang} scrolls sideways: {wide}", file=sys.stderr)
    context.close()
    return made


def for_readme(browser: Browser, url: str, screens: Screens) -> None:
    """Her turn on a phone: of the game with the largest board."""
    page = browser.new_page(viewport={"width": 390, "height": HEIGHTS[390]}, device_scale_factor=2, locale="en")
    page.goto(url + screens["scythe-turn"])
    page.wait_for_function("document.querySelectorAll('.asleep').length === 0")
    page.screenshot(path=README)
    print(README)


def sheet(folder: Path, pictures: list[Path]) -> Path:
    """All of them on one page."""
    figures = "".join(
        f'<figure><img src="{one.name}" loading="lazy"><figcaption>{one.stem}</figcaption></figure>' for one in pictures
    )
    style = (
        "body{font:12px sans-serif;display:flex;flex-wrap:wrap;gap:8px;align-items:flex-start;background:#888}"
        "figure{margin:0;width:234px}img{width:100%;display:block}figcaption{background:#fff;padding:2px}"
    )
    path = folder / "index.html"
    path.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{figures}", "utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=games.names())
    parser.add_argument("--only", help="names of screens, with commas; a name ending in * begins so")
    parser.add_argument("--width", action="append", type=int, choices=HEIGHTS)
    parser.add_argument("--theme", action="append", choices=THEMES)
    parser.add_argument("--lang", action="append", choices=LANGUAGES)
    parser.add_argument("--to", type=Path, default=TARGET)
    parser.add_argument("--readme", action="store_true", help="only the picture in the README, docs/phone.png")
    wanted = parser.parse_args()
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    wanted.to.mkdir(parents=True, exist_ok=True)
    for old in wanted.to.glob("*.jpg"):
        old.unlink()
    with tempfile.TemporaryDirectory() as home:
        store = open_store(f"sqlite:{Path(home) / 'games.db'}")
        screens: Screens = {}
        for game in wanted.game or games.names():
            screens |= {f"{game}-{name}": address for name, address in screens_of(store, game).items()}
        screens |= common()
        if wanted.only:
            screens = {name: address for name, address in screens.items() if _named(name, wanted.only.split(","))}
        with Serving(store) as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
            if wanted.readme:
                for_readme(browser, url, screens)
                browser.close()
                return
            pictures = [
                picture
                for width in wanted.width or HEIGHTS
                for theme in wanted.theme or THEMES
                for lang in wanted.lang or LANGUAGES
                for picture in shoot(browser, url, screens, width, theme, lang, wanted.to)
            ]
            browser.close()
        store.close()
    print(f"{len(pictures)} pictures: {sheet(wanted.to, pictures)}")


def _named(name: str, wanted: list[str]) -> bool:
    short = name.partition("-")[2] if name.partition("-")[0] in games.names() else name
    return any(short == one or (one.endswith("*") and short.startswith(one[:-1])) for one in wanted)


if __name__ == "__main__":
    main()
