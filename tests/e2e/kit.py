"""A server, a browser, and a rival that plays whole games with them by taps and keys."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import msgspec
from playwright.sync_api import Page, ViewportSize
from tools.screens import find_options

from automarium.engine.game.playthrough import parse_input
from automarium.engine.play.command import Input, Respond
from automarium.engine.question import Answer, AnyQuestion, Form, Several, check
from automarium.games import plugins
from automarium.interfaces.web.forms.form_data import encode_answer, format_answer
from automarium.interfaces.web.pages.game_frame import FIELD
from automarium.sessions.session import Session, add_record, new_session, open_session
from automarium.storage.store_factory import open_store
from tests.interfaces.web.kit import whole_game

ROOT = Path(__file__).parent.parent.parent
SCREENSHOTS = ROOT / "build" / "screenshots"
AXE = Path(os.environ.get("AXE", ROOT / ".venv" / "node" / "node_modules" / "axe-core" / "axe.min.js"))
PHONE: ViewportSize = {"width": 360, "height": 740}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
GAME = re.compile(r"/g/([\w-]{22})")
PATIENCE = 120_000  # ms: long enough for a busy machine


class Site:
    """``automarium serve`` as a process, which can be killed and started again on the same port. The games that are
    begun here have the seed of their test."""

    def __init__(self, folder: Path, seed: int, *more: str) -> None:
        self.folder = folder
        self.seed = seed
        self.more = more
        # Bound without listening, so that no other process gets the port meanwhile.
        self._held = socket.socket()
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind(("127.0.0.1", 0))
        self.port: int = self._held.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def new(self, game: str) -> str:
        """The address of a new game with the seed of this test."""
        return f"{self.url}/new/{game}?seed={self.seed}"

    def start(self) -> None:
        """Returns when it answers."""
        command = [sys.executable, "-m", "automarium", "serve", "--no-browser", "--rate", "0", "--port", str(self.port)]
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "serve.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *self.more],
                env={**os.environ, "AUTOMARIUM_HOME": str(self.folder), "LANG": "C.UTF-8"},
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=10):
                    return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(self.log())

    def kill(self) -> None:
        """At once, in the middle of whatever it does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(60)
        self._held.close()

    def log(self) -> str:
        return (self.folder / "serve.log").read_text("utf-8")


def watched(page: Page) -> list[str]:
    """Everything that goes wrong in a page, as it happens; a lost connection is not the page's fault."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda message: (
            faults.append(message.text)
            if message.type == "error" and "net::ERR" not in message.text and "status of 409" not in message.text
            else None
        ),
    )
    return faults


GO = "#bar .go:not(.asleep)"  # the one button
DONE = "#bar .go:not(.asleep):not(.missing)"  # the same, when nothing is missing any more


# The button sleeps 600 ms after every change; a test that is not about that need not wait for it.
AWAKE = """{
  if (location.protocol.startsWith("http")) localStorage.setItem("guided", "1"); // this browser has seen the guide
  const later = window.setTimeout;
  window.setTimeout = (done, ms, ...more) => later(done, ms === 600 ? 0 : ms, ...more);
}"""


def _drop_unasked(question: AnyQuestion, answer: Answer) -> Answer:
    """Return an answer without the fields of a form that the page does not ask for: a stand-in answers all. What
    it leaves out stays as it is."""
    if not isinstance(question, Form) or not isinstance(answer, dict):
        return answer
    asked = {field.name for field in question.fields if field.is_asked(answer)}
    return {name: one for name, one in answer.items() if name in asked}


class Player:
    """One person with a phone at the table of one game. ``plain``: the page has no script."""

    def __init__(self, page: Page, site: Site, name: str, *, album: bool = False, plain: bool = False) -> None:
        self.page, self.site, self.name, self.album, self.plain = page, site, name, album, plain
        if not plain:
            page.context.add_init_script(AWAKE)
        page.context.set_default_timeout(PATIENCE)
        self.store = open_store(f"sqlite:{site.folder / 'games.db'}")
        self.key = ""
        self.shots = 0
        self.taps = 0

    # -------------------------------------------------------------------------------------------------------- seeing

    @property
    def revision(self) -> int:
        return int(self.page.get_attribute("main", "data-revision") or 0)

    def session(self) -> Session:
        return open_session(self.store, self.key)

    def wait_for(self, revision: int, page: Page | None = None) -> None:
        (page or self.page).wait_for_selector(f'main[data-revision="{revision}"]', state="attached")

    def shoot(self, what: str) -> None:
        """A picture for people to look at, if this player keeps an album; nothing may be wider than the phone."""
        self.fits()
        if not self.album:
            return
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.shots += 1
        self.page.screenshot(path=SCREENSHOTS / f"{self.name}-{self.shots}-{what}.png", full_page=True)

    def fits(self) -> None:
        width = self.page.locator("html").evaluate("page => page.scrollWidth")
        assert self.page.viewport_size is not None
        assert width <= self.page.viewport_size["width"], f"{self.page.url} scrolls sideways: {width}"

    # ---------------------------------------------------------------------------------------------------------- doing

    def begin(self, game: str) -> None:
        page = self.page
        page.goto(f"{self.site.url}/")
        self.shoot("home")
        page.click(f'a[href$="/new/{game}"]')
        page.wait_for_selector("main form")
        page.goto(self.site.new(game))
        page.click(".house-rules > summary")
        self.shoot("new")
        page.click(GO)
        page.wait_for_selector(".checklist, #question")
        page.wait_for_url(GAME)
        found = GAME.search(page.url)
        assert found is not None
        self.key = found[1]
        if page.locator(".checklist").count():
            page.locator(".checklist input").first.check()
            self.shoot("setup")
            page.click(GO)
        page.wait_for_selector(".at-table")
        self._room = plugins.load_definition(game)

    def sit(self, game: str) -> None:
        """At the table of a new game at once: a test that is not about the way there need not go it."""
        self._room = plugins.load_definition(game)
        self.key = new_session(self.store, self._room, find_options(game), {}, self.site.seed).key
        self.page.goto(f"{self.site.url}/g/{self.key}")
        self.page.wait_for_selector(".at-table")

    def sit_down(self, game: str, options: str) -> None:
        """At the table of a new game with these options, as in an address."""
        self._room = plugins.load_definition(game)
        self.page.goto(f"{self.site.new(game)}&{options}")
        self.page.click(GO)
        self.page.wait_for_url(GAME)
        found = GAME.search(self.page.url)
        assert found is not None
        self.key = found[1]
        self.page.goto(f"{self.site.url}/g/{self.key}")
        self.page.wait_for_selector(".at-table")

    def tell(self, input_: Input) -> None:
        """Tell one input by the page, as a person would; afterwards it is the last of the record."""
        before = self.revision
        data = msgspec.to_builtins(input_)
        do = data.pop("do")
        question = self.session().game.question
        if isinstance(input_, Respond):
            assert question is not None
            input_ = Respond(check(question, _drop_unasked(question, input_.to)))
            self._answer("to", msgspec.to_builtins(input_.to))
        elif do == "next":
            self.go_on()
        else:
            self._open(do)
            self._fill(before, data)
        # a form that asks for nothing is answered by itself
        self.page.wait_for_selector(f'main[data-revision]:not([data-revision="{before}"])', state="attached")
        if self.page.url.endswith("/my-turn"):  # a combat has shown its outcome already: its list once more
            self.page.goto(self.page.url.removesuffix("/my-turn"))
        self.fits()
        self.told(input_)
        told = msgspec.json.decode(self.store.read(self.key, before).lines[0])
        told.pop("then")
        if isinstance(input_, Respond) and isinstance(
            question, Several
        ):  # check boxes are sent in the order of the page
            assert sorted(told["to"]) == sorted(cast("list[str]", input_.to))
            return
        assert parse_input(self._room, told) == input_

    def told(self, input_: Input) -> None:
        """The page has taken it."""

    def look(self, name: str) -> None:
        """Another page of the game, through the menu."""
        self.page.click(".menu > summary")
        self.page.click(f'.menu nav a[href$="/{name}"]')
        self.page.wait_for_selector(f".{name}-page")

    def my_turn(self) -> None:
        """From what she did to what I do: "Done, my turn"."""
        self.page.wait_for_selector(f".go-on, .tellers, {GO}")
        if not self.page.locator(".tellers, .go-on").count():
            self.page.click(GO)
            self.page.wait_for_selector(".tellers, .go-on")

    def go_on(self) -> None:
        """The one button, until it is hers: it sleeps for a moment after every change."""
        if not self.page.locator(".go-on").count():
            self.my_turn()
        self.page.click(".go-on button:not(.asleep)")

    def _open(self, do: str) -> None:
        """The teller of an input: the one button where it is what comes, or one of those on the page."""
        self.my_turn()
        coming = f".go-on:has(input[name=do][value={do}])"
        if self.page.locator(coming).count():
            self.page.click(f"{coming} button:not(.asleep)")  # it sleeps for a moment after every change
            return
        teller = self.page.locator(
            f'.tellers a[href$="/tell/{do}"], .tellers form:has(input[name=do][value={do}]) button'
        )
        if not teller.first.is_visible():
            self.page.click(".tell details > summary")
        teller.first.click()

    def _fill(self, before: int, data: dict[str, Any]) -> None:
        """Field after field until the game has moved on."""
        page = self.page
        for _ in range(10):
            page.wait_for_selector(f'.telling #question, .at-table:not([data-revision="{before}"])')
            if not page.locator(".telling").count():
                return
            if self._fill_together(data):
                page.wait_for_selector(f'.at-table:not([data-revision="{before}"])')
                return
            field = page.locator(".asking [name^='f.']:not([type=hidden]), .asking [data-several]").first
            name = (field.get_attribute("name") or "").removeprefix(FIELD)
            self._answer(FIELD + name, data.get(name, []))
            open_ = f'[name="{FIELD}{name}"]:is(:not([type=hidden]), [data-several])'
            page.wait_for_selector(f".at-table, .telling:not(:has(.asking {open_}))")  # the next field, or the table
        raise AssertionError("no end of fields")

    def _fill_together(self, data: dict[str, Any]) -> bool:
        """Fields that do not depend on each other stand on one screen, with one "Done"."""
        inputs = self.page.locator(".asking input[name^='f.']:not([type=hidden])")
        names = {str(one.get_attribute("name")).removeprefix(FIELD) for one in inputs.all()}
        if len(names) < 2:
            return False
        for name in names:
            boxes = self.page.locator(f'.asking input[name="{FIELD}{name}"]')
            if boxes.first.get_attribute("type") == "radio":
                self.page.locator(f'.asking input[name="{FIELD}{name}"][value="{format_answer(data[name])}"]').check(
                    force=True
                )
            else:
                boxes.first.fill(format_answer(data[name]))
        self.page.click(GO)
        return True

    def _answer(self, name: str, answer: Any) -> None:
        """By the widget that is there; a place by tapping the picture every other time."""
        asking = self.page.locator(".asking")
        text = format_answer(answer)
        button = self.page.locator(f'.asking button[name="{name}"][value="{text}"]')
        if not isinstance(answer, (list, dict)) and not button.count():  # the main button
            button = self.page.locator(f'{GO}[name="{name}"][value="{text}"]')
        if not isinstance(answer, (list, dict)) and button.count():
            place = self.page.locator(f'.board g.offered[data-place="{text}"]')
            self.taps += 1
            if self.taps % 2 and place.count() and not self.plain:
                place.first.click()
            else:
                # a long list lies folded under the picture; what is out of reach, unless an ability leads there, in it
                for fold in ("#question details:has(.asking)", ".asking .beyond"):
                    summary = self.page.locator(f"{fold}:not([open]) > summary")
                    if not button.first.is_visible() and summary.count():
                        summary.click()
                button.first.click()
            return
        if isinstance(answer, dict) and asking.locator(f'.in-places [name="{name}"]').count():  # a row of places
            self._enter(name, format_answer(list(answer.values())))
        else:
            for field, one in encode_answer(answer, name).items():
                self._enter(field, one)
        self.page.click(DONE)

    def _enter(self, name: str, text: str) -> None:
        """One field of what is entered: chosen, laid out thing by thing, or typed."""
        box = self.page.locator(f'.asking [name="{name}"]').first
        if box.get_attribute("type") == "radio":
            chosen = self.page.locator(f'.asking input[name="{name}"][value="{text}"]')
            if not chosen.is_checked():
                folded = self.page.locator(f'.usual:not([open]):has([name="{name}"]) > summary')
                if folded.count():  # chosen already, and now otherwise
                    folded.click()
                chosen.check(force=True)
        elif box.get_attribute("data-several") is not None and not self.plain:
            if box.input_value() != text:
                self._lay_out(name, text.split())
        elif (key := self.page.locator(f'.number-keys:has([name="{name}"]) [data-figure="{text}"]')).count():
            key.click() if not self.plain else box.fill(text)  # without script there are no keys to be seen
        else:
            box.fill(text)

    def _lay_out(self, name: str, things: list[str]) -> None:
        """A row, thing by thing: what lies there is taken away, then each key is pressed."""
        folded_away = self.page.locator(f'.optional:not([open]):has([name="{name}"]) > summary')
        if folded_away.count():
            folded_away.click()
        row = self.page.locator(f'.several:has([name="{name}"])')
        if row.locator("[data-take]").count():  # what lies there, to be tapped away
            for key in row.locator('[data-take][aria-pressed="true"]').all():
                if (taken := key.get_attribute("data-take") or "") in things:
                    things.remove(taken)
                else:
                    key.click()
            for wanted in things:
                row.locator(f'[data-take="{wanted}"][aria-pressed="false"]').first.click()
            return
        for _ in range(row.locator("[data-drop]").count()):
            row.locator("[data-drop]").first.click()
        keys = row
        if row.get_attribute("data-row") is not None:
            row.locator("legend").click()
            keys = self.page.locator(".rows > :is(.palette, .pad)")
        for thing in things:
            folded = keys.locator(f'[data-amounts]:has([data-add="{thing}"])')
            if folded.count() and not folded.is_visible():  # first what it is, then how much
                keys.locator(f'[data-stem="{folded.get_attribute("data-amounts")}"]').click()
            (folded if folded.count() else keys).locator(f'[data-add="{thing}"]').click()

    def undo(self) -> None:
        """One press takes her whole turn back, with what was answered in it."""
        self._press("#undo")

    def redo(self) -> None:
        self._press("#redo")

    def _press(self, sign: str) -> None:
        before = self.revision
        self.page.click(f"{sign}:not(.asleep)")
        self.page.wait_for_selector(f'main:not([data-revision="{before}"])', state="attached")

    def whole_game(self) -> Iterator[Input]:
        return whole_game(self.store, self.key, self.site.seed)

    def length(self) -> int:
        """Of the whole game, which is played on another shelf first."""
        shelf = open_store(f"sqlite:{self.site.folder / 'dry.db'}")
        game = add_record(shelf, self.session().journal().content)
        number = 0
        for input_ in whole_game(shelf, game.key, self.site.seed):
            game.put(input_)
            number += 1
        shelf.close()
        return number

    def elsewhere(self, input_: Input) -> None:
        """Tell it from another device, as far as this page can know."""
        self.session().put(input_)

    def tell_the_score(self) -> None:
        """Whatever the sheet at the end of the game wants to know, with the lowest numbers there are."""
        session = self.session()
        session.refresh()
        if session.definition.scoring.score(session.game.position, session.game.rulings).verdict is not None:
            return
        before = self.revision
        for box in self.page.locator(".own-sheet input[required]").all():
            box.fill("0")
        self.page.click(DONE)
        self.wait_for(before + 1)
