"""Games at phone size: with undo, reload, a killed server and a second device. The proof plays every game in every
language from its first input to its last by the page; the slice plays the beginning and the end of one each."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from automarium.check.playing import list_changes
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.interfaces.web.preferences import get_translator
from automarium.views.game import View
from automarium.views.turn import build_turn
from tests.e2e.kit import LAPTOP, PHONE, SCREENSHOTS, Player, Site, watched
from tests.proof import PROOF

FIRST, LAST = 14, 4  # inputs of a slice
EVERY = [(game, lang) for game in plugins.names() for lang in LANGUAGES]
ONE_EACH = [(game, LANGUAGES[number % len(LANGUAGES)]) for number, game in enumerate(plugins.names())]


@pytest.mark.parametrize(("game", "lang"), EVERY if PROOF else ONE_EACH)
def test_whole_game_by_taps(chromium: Browser, site: Site, game: str, lang: str) -> None:
    calm: Any = {"locale": lang, "reduced_motion": "reduce"}
    phone = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True, **calm)
    laptop = chromium.new_context(viewport=LAPTOP, color_scheme="dark", **calm)
    page = phone.new_page()
    faults = watched(page)
    player = Player(page, site, f"{game}-{lang}", album=True)
    player.begin(game)
    other = laptop.new_page()
    other_faults = watched(other)
    other.goto(f"{site.url}/g/{player.key}")
    expect(page.locator("html")).to_have_attribute("lang", lang)

    table = OwnTable(player)
    asked = False
    last = 0 if PROOF else player.length() - LAST
    for number, input_ in enumerate(player.whole_game()):
        if FIRST < number < last:
            player.elsewhere(input_)
            table.follow()
            continue
        if number == last:
            player.wait_for(player.session().revision)
        player.tell(input_)
        table.follow(page)
        if number == 4:
            undo_and_redo(player)
        if number == 6:
            page.reload()
            page.wait_for_selector(".at-table")
        if number == 8:
            killed_in_between(player)
        if number == 11:
            player.wait_for(player.revision, other)
            player.shoot("table")
            other.screenshot(path=SCREENSHOTS / f"{player.name}-laptop.png")
        if not asked and page.locator("#question").count():
            asked = True
            player.shoot("question")
        if number == 13:
            player.wait_for(player.revision, other)
            other.goto("about:blank")  # two browsers that draw every step would only be slow

    assert table.lies.lines() == player.session().game.layout().lines(), "the person has the same table"
    player.shoot("over")
    player.tell_the_score()
    expect(page.locator(".verdict")).to_be_visible()
    player.shoot("score")
    other.goto(f"{site.url}/g/{player.key}")
    player.wait_for(player.revision, other)
    expect(other.locator(".verdict")).to_be_visible()
    for look in ("log", "score", "share"):
        player.look(look)
        player.shoot(look)
    page.goto(f"{site.url}/")
    expect(page.locator(f'main a[href="/g/{player.key}"]').first).to_be_visible()
    assert faults == []
    assert other_faults == []
    phone.close()
    laptop.close()


class OwnTable:
    """A person's own table: only what they told themselves and what the page told them to move is changed on it."""

    def __init__(self, player: Player) -> None:
        self.session = player.session()
        self.lies = self.session.game.layout()

    def follow(self, page: Page | None = None) -> None:
        """Do what the last input told, and what it left to do; a page that shows it has every line of it."""
        game = self.session.game
        run, known = game.runs[-1], len(game.runs[-1].reported_changes)
        self.session.refresh()
        said = game.runs[-1].reported_changes[known if game.runs[-1] is run or len(game.runs[-1].answers) > 0 else 0 :]
        self.lies = self.lies.with_changes([*said, *list_changes(game.hands)])
        if page is not None:
            lang = page.get_attribute("html", "lang") or ""
            lines = page.locator(".hands .what").all_text_contents()
            view = View(game, get_translator(lang, game.definition.name))
            for one in build_turn(view, len(game.runs) - 1).segments[
                -1
            ]:  # turning a piece and going with it is one line
                assert any(plain(one.text) in plain(line) for line in lines), (
                    one.text,
                    lines,
                    page.url,
                    page.get_attribute("main", "class"),
                )


def plain(text: str) -> str:
    return "".join(text.replace("−", "-").split())


def undo_and_redo(player: Player) -> None:
    """What is undone comes back the same."""
    before = player.session().game
    player.undo()
    assert len(player.session().game.inputs) < len(before.inputs)
    while len(player.session().game.inputs) < len(before.inputs):
        player.redo()
    assert player.session().game.digest() == before.digest()


def killed_in_between(player: Player) -> None:
    """The server is gone when the person presses, and comes back: the press is done once, and nothing is lost."""
    before = player.session()
    player.site.kill()
    player.page.click("#undo:not(.asleep)")
    expect(player.page.locator("#offline")).to_be_visible()
    player.site.start()
    player.page.wait_for_selector(f'main:not([data-revision="{before.revision}"])', state="attached")
    expect(player.page.locator("#offline")).to_be_hidden()
    while len(player.session().game.inputs) < len(before.game.inputs):
        player.redo()
    assert player.session().game.digest() == before.game.digest()
