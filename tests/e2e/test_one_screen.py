"""Hands and forms fit on one screen of a phone, with card and board above the button."""

from __future__ import annotations

import pytest
from benchmarks.questions import KEEPER, list_options
from playwright.sync_api import Browser, ViewportSize

from automarium.engine.definition import Rival
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import NEXT, Respond
from automarium.engine.question import Form
from automarium.games import plugins
from automarium.sessions.session import Session, new_session
from automarium.storage.store_factory import open_store
from tests.e2e.kit import Site
from tests.proof import PROOF

PHONE: ViewportSize = {"width": 390, "height": 844}
SEED = 5
FROM, TO = (0, 999) if PROOF else (8, 16)  # which of her turns are looked at: later ones are longer
GAMES = (("expeditions", "ru"), ("golem", "uk"), ("penumbra", "en"), ("scythe", "uk"))
ROOM_LEFT = """() => {
  const rows = [...document.querySelectorAll('.hands > :not(#story)')];
  const bar = document.querySelector('.bar').getBoundingClientRect().top;
  return rows.length ? bar - rows.at(-1).getBoundingClientRect().bottom : 0;
}"""

FORMS = 5  # of her turns: by then the longest forms have come up
USED_LAST = """localStorage.setItem("recent.penumbra.contract-card",
  JSON.stringify(["light-3", "dark-2", "other-1", "light-5", "dark-4", "other-6"]))"""
FORM_ROOM = """() => {
  const top = document.querySelector('body > header').getBoundingClientRect().bottom;
  const parts = [document.querySelector('.hands .hand'), document.querySelector('#question')].filter(Boolean);
  const high = parts.reduce((sum, one) => sum + one.getBoundingClientRect().height, 0);
  return document.querySelector('.bar').getBoundingClientRect().top - top - high;
}"""


def seated(site: Site, game: str) -> tuple[Session, Rival]:
    """A new game, the hardest with the person's own deck, and who plays it."""
    definition = plugins.load_definition(game)
    *_, options = list_options(definition)
    session = new_session(open_store(f"sqlite:{site.folder / 'games.db'}"), definition, options, {}, SEED)
    return session, (definition.lab.rivals.get(KEEPER) or definition.lab.rival)(session.game.pack, Chance(SEED + 1))


@pytest.mark.parametrize(("game", "lang"), GAMES)
def test_hands_of_a_turn_fit_on_one_screen(chromium: Browser, site: Site, game: str, lang: str) -> None:
    session, rival = seated(site, game)
    definition = session.definition
    context = chromium.new_context(viewport=PHONE, locale=lang, reduced_motion="no-preference")  # with its playback
    page = context.new_page()

    def answer() -> None:
        while session.game.question is not None:
            session.put(Respond(rival.answer(session.game.question)))

    answer()
    turns = 0
    while turns < TO and not definition.is_over(session.game.position):
        for told in rival.turn(lambda: session.game.position):
            session.put(told)
            answer()
            turns += told.name() == NEXT
            if definition.is_over(session.game.position):
                break
            if told.name() == NEXT and turns > FROM:
                page.goto(f"{site.url}/g/{session.key}")
                assert page.evaluate(ROOM_LEFT) >= 0, f"turn {turns}"
    assert turns > FROM
    context.close()


@pytest.mark.parametrize(("game", "lang"), [("golem", "uk"), ("penumbra", "uk"), ("penumbra", "ru")])
def test_form_fits_on_one_screen(chromium: Browser, site: Site, game: str, lang: str) -> None:
    session, rival = seated(site, game)
    context = chromium.new_context(viewport=PHONE, locale=lang, reduced_motion="reduce")  # where words are longest
    context.add_init_script(USED_LAST)  # in play a row of keys comes before the others
    page = context.new_page()
    tight: dict[str, float] = {}

    def answer() -> None:
        while (question := session.game.question) is not None:
            if isinstance(question, Form):
                page.goto(f"{site.url}/g/{session.key}")
                left = page.evaluate(FORM_ROOM)
                known = page.locator(".resting [data-row]:not([hidden])")
                if known.count():  # opened again to change one card, while another known row rests
                    known.first.click(position={"x": 20, "y": 10})
                    page.wait_for_selector(".opened > .pad")
                    assert not page.locator("fieldset:has([data-drop]) > * .composer").is_visible()
                    left = min(left, page.evaluate(FORM_ROOM))
                if left < 0:
                    tight[f"{question.about}: {[field.name for field in question.fields]}"] = left
            session.put(Respond(rival.answer(question)))

    answer()
    turns = 0
    while turns < FORMS:
        for told in rival.turn(lambda: session.game.position):
            session.put(told)
            answer()
            turns += told.name() == NEXT
    context.close()
    assert tight == {}
