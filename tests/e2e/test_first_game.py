"""An owner's first game of Golem on a phone: an empty box, the own deck, the printed board. Screens and taps for what
is printed are counted against the budgets of ``benchmarks.questions``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from benchmarks.questions import FIRST_GAME_BUDGETS, read_print
from playwright.sync_api import Browser, Page, ViewportSize

from automarium.box.box import checked_pack, find_holes
from automarium.engine.content.component import HOUSE, is_thing_form
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.question import UNKNOWN, Answer, Form
from automarium.games import plugins
from tests.e2e.kit import DONE, GAME, GO, Player, Site, watched
from tests.proof import PROOF

PHONE: ViewportSize = {"width": 390, "height": 844}
GOLEM = plugins.load_definition("golem")
HOUSE_PACK = checked_pack(GOLEM, {})


class Owner(Player):
    """Enters what is printed by taps on the faces of components, and counts them."""

    def __init__(self, page: Page, site: Site) -> None:
        super().__init__(page, site, "owner")
        self.hand = 0

    def begin_golem(self) -> None:
        page = self.page
        page.goto(f"{self.site.new('golem')}&own=mine")
        page.click(GO)
        page.wait_for_url(GAME)
        page.wait_for_selector(".checklist")  # the first screen is the set-up
        found = GAME.search(page.url)
        assert found is not None
        self.key, self._room = found[1], GOLEM
        page.click(GO)
        page.wait_for_selector(".at-table")

    def read_box(self) -> dict[str, Any]:
        file = self.site.folder / "own" / "golem.toml"
        return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.hand += 1

    def enter(self, form: Form, answer: dict[str, Answer]) -> int:
        """Enter facts on the faces of their components and return the number of taps."""
        self.hand = 0
        before = self.revision
        for field in form.fields:
            value = answer.get(field.name, UNKNOWN)
            no_bonus = field.name.startswith("card-") and field.name.endswith("-level") and value == 0
            if field.name != HOUSE and value != UNKNOWN and not no_bonus:
                self._enter_part(f"to.{field.name}", value)
        self.tap(DONE)
        self.wait_for(before + 1)
        self.fits()
        return self.hand

    def _enter_part(self, name: str, value: Answer) -> None:
        page = self.page
        part, panel = page.locator(f'[data-part="{name}"]'), page.locator(f'[data-panel="{name}"]')
        if panel.get_attribute("data-unneeded") is not None:
            return
        if part.get_attribute("data-toggle") is not None:  # two values: a tap swaps them
            if not panel.locator(f'input[value="{value}"]').is_checked():
                self.tap(f'[data-part="{name}"]')
            return
        if "sel" not in (panel.get_attribute("class") or ""):
            self._unfold(name)
            self.tap(f'[data-part="{name}"]')
        if not isinstance(value, list):
            self.tap(f'[data-panel="{name}"] :is([data-option="{value}"], [data-figure="{value}"])')
            return
        if not value:
            self.tap("[data-nothing]")
        for one in value:
            key = panel.locator(f'[data-add="{one}"]')
            if key.count():
                self.tap(f'[data-panel="{name}"] [data-add="{one}"]')
            else:
                self._compose(str(one))

    def _unfold(self, name: str) -> None:
        folded = self.page.locator(f'details.th-fold:not([open]):has([data-part="{name}"]) > summary')
        if folded.count():
            folded.click()
            self.hand += 1

    def _compose(self, effect: str) -> None:
        """An effect in two taps: its kind, then its amount."""
        stem = self.page.locator(f'[data-amounts]:has([data-add="{effect}"])').get_attribute("data-amounts")
        self.tap(f'[data-stem="{stem}"]')
        self.tap(f'[data-amounts="{stem}"] [data-add="{effect}"]')


@pytest.fixture
def owner(chromium: Browser, site: Site) -> Iterator[Owner]:
    context = chromium.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    faults = watched(page)
    yield Owner(page, site)
    assert faults == []
    context.close()


def test_an_owners_first_game_stays_within_its_budget_of_screens_and_taps(owner: Owner) -> None:
    """The whole game in ``make proof``, with everything that is offered; otherwise the first morning and turn, with
    what is needed."""
    most_taps, most_screens, at_once = FIRST_GAME_BUDGETS["golem"]
    owner.begin_golem()
    rival = GOLEM.lab.rivals["table"](HOUSE_PACK, Chance(owner.site.seed))
    screens: list[int] = []
    cards: list[int] = []
    game = owner.session().game
    while not GOLEM.is_over(game.position) and (PROOF or not cards):
        for input_ in rival.turn(lambda: owner.session().game.position):
            owner.tell(input_)
            screens.append(0)
            while (question := owner.session().game.question) is not None:
                told = rival.answer(question)
                if find_holes(question):
                    told = read_print(question, told, HOUSE_PACK, brief=not PROOF)
                if isinstance(question, Form) and is_thing_form(question):
                    assert isinstance(told, dict)
                    taps = owner.enter(question, told)
                    if all(path.startswith("card.") for path in find_holes(question)):
                        cards.append(taps)
                    else:
                        screens[-1] += 1
                else:
                    owner.tell(Respond(told))
            game = owner.session().game
            if GOLEM.is_over(game.position) or (cards and not PROOF):
                break
    assert max(cards) <= most_taps, cards
    assert max(screens) <= at_once, screens
    assert sum(screens) <= most_screens, screens
    assert len(owner.read_box()["card"]) == len(cards), "what was entered is in the box"


def test_the_apps_values_for_everything_are_one_tap_and_can_be_taken_back(owner: Owner) -> None:
    owner.begin_golem()
    owner.go_on()
    page = owner.page
    page.wait_for_selector("[data-thing]")
    page.click("form:has([name=do][value=never]) button")
    page.wait_for_selector("main:not(:has([data-thing]))")
    position = owner.session().game.shown
    assert position.uses_house
    assert owner.read_box() == {}, "nothing that was not entered is in the box"
    owner.look("log")
    page.wait_for_selector("text=Automarium's values are used")
    page.goto(f"{owner.site.url}/g/{owner.key}")
    page.click("form:has([name=do][value=undo-answer]) button, form:has([name=do][value=undo]) button")
    page.wait_for_selector("[data-thing], .go-on")
    assert not owner.session().game.shown.uses_house
