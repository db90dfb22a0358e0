"""Ukrainian and Russian pages contain no English words and no ids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from automarium.box.box import checked_pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import fill_options
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import NEXT, Respond
from automarium.games import plugins
from automarium.sessions.session import Session, new_session
from automarium.storage.store_factory import open_store
from tests.contract.kit import SEED, definitions, list_levels
from tests.interfaces.web.kit import browser, words

SHOWN = 8  # Automa turns whose pages are read
LATIN = re.compile(r"[A-Za-z][A-Za-z'-]*[A-Za-z]")
# Roman numbers, ids of rules and printed places, the names of apps, the name of the language.
FINE = re.compile(r"[IVX]+|[A-Z]{3}-[A-Z-]*|Automarium|BG|Stats|English")
TYPED = re.compile(r'<p class="quiet noscript">.*?</p>')  # typed where there is no script
SPOKEN = re.compile(r'(?:title|aria-label|alt|placeholder)="([^"]*)"|<(?:title|desc|text)\b[^>]*>([^<]*)<')


def find_english(page: str) -> list[str]:
    """Return the visible or spoken words in Latin letters, each with its context."""
    page = TYPED.sub("", page)
    spoken = " · ".join(first or second for first, second in SPOKEN.findall(page))
    text = f"{words(page)} · {spoken}"
    return [
        text[max(0, one.start() - 40) : one.end() + 20] for one in LATIN.finditer(text) if not FINE.fullmatch(one[0])
    ]


def play_pages(session: Session) -> Iterator[str]:
    definition = session.definition
    rival = definition.lab.rival(session.game.pack, Chance(SEED + 1))

    def answer() -> None:
        while session.game.question is not None:
            session.put(Respond(rival.answer(session.game.question)))

    answer()
    yield "/setup"
    turns = 0
    while not definition.is_over(session.game.position):
        for told in rival.turn(lambda: session.game.position):
            session.put(told)
            if session.game.question is not None and turns < SHOWN:
                yield ""
            answer()
            turns += told.name() == NEXT
            if told.name() == NEXT and turns <= SHOWN:
                yield from ("", "/my-turn", "/mine")
    yield from ("", "/mine", "/score", "/log?why=1")


@pytest.mark.parametrize("name", definitions())
def test_no_english_on_other_pages(name: str, tmp_path: Path) -> None:
    definition = plugins.load_definition(name)
    store = open_store(f"sqlite:{tmp_path / 'games.db'}")
    options = fill_options(
        definition, {"level": list_levels(definition)[-1]}, settle(definition.rulings, {}), checked_pack(definition, {})
    )
    session = new_session(store, definition, options, {}, SEED)
    with browser(store) as client:
        for number, path in enumerate(play_pages(session)):
            lang = ("uk", "ru")[number % 2]
            client.cookies.set("lang", lang)
            answer = client.get(f"/g/{session.key}{path}")
            assert answer.status_code == 200, path
            assert find_english(answer.text) == [], f"{lang} {path}"
