"""Her turn on one screen: whatever a turn leaves to do stands above the button of a phone, with card and board."""

from __future__ import annotations

import pytest
from benchmarks.questions import KEEPER, ways
from playwright.sync_api import Browser, ViewportSize

from automarium import games
from automarium.companion.keeping import open_store
from automarium.companion.session import new_session
from automarium.kernel.chance import Chance
from automarium.kernel.command import NEXT, Respond
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


@pytest.mark.parametrize(("game", "lang"), GAMES)
def test_what_a_turn_leaves_to_do_is_on_one_screen(chromium: Browser, site: Site, game: str, lang: str) -> None:
    room = games.room(game)
    *_, options = ways(room)  # the hardest, with the person's own deck
    session = new_session(open_store(f"sqlite:{site.folder / 'games.db'}"), room, options, {}, SEED)
    rival = (room.rivals.get(KEEPER) or room.rival)(session.game.pack, Chance(SEED + 1))
    context = chromium.new_context(viewport=PHONE, locale=lang, reduced_motion="reduce")
    page = context.new_page()

    def answer() -> None:
        while session.game.question is not None:
            session.put(Respond(rival.answer(session.game.question)))

    answer()
    turns = 0
    while turns < TO and not room.is_over(session.game.position):
        for told in rival.turn(lambda: session.game.position):
            session.put(told)
            answer()
            turns += told.name() == NEXT
            if room.is_over(session.game.position):
                break
            if told.name() == NEXT and turns > FROM:
                page.goto(f"{site.url}/g/{session.key}")
                assert page.evaluate(ROOM_LEFT) >= 0, f"turn {turns}"
    assert turns > FROM
    context.close()
