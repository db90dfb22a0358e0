"""On the board of a turn no mark, label, piece or token covers another, at every width of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest
from tools.screens import find_options

from automarium.games import plugins
from automarium.games.scythe.map import FACTIONS
from automarium.i18n.languages import LANGUAGES
from automarium.interfaces.web.board import marks
from automarium.interfaces.web.board.board_frame import render_board
from automarium.interfaces.web.board.board_picture import DrawnBox, Rectangle, find_boxes, load_board
from automarium.interfaces.web.preferences import get_translator
from automarium.sessions.session import new_session
from automarium.storage.store import Store
from automarium.storage.store_factory import open_store
from automarium.views.game import View
from tests.boards import find_covered, find_shown, measure_overview, play_turns, render_turn
from tests.proof import scale


@pytest.fixture
def store() -> Iterator[Store]:
    """Boards are the same on every database."""
    opened = open_store(None)
    yield opened
    opened.close()


SOME = scale(12, 500)  # turns of each game
WIDTHS = (320, 390, 1280)


def find_part(drawn: str, width: int) -> Rectangle:
    """Return the part of the board that a page shows: the whole of it beside the list, a crop above it."""
    whole = re.search(r'data-whole="([-\d. ]+)"', drawn)
    if width < 1000 or whole is None:
        return find_shown(drawn)
    left, top, wide, high = map(float, whole[1].split())
    return left, top, wide, high


@pytest.mark.parametrize("game", plugins.names())
def test_nothing_covers_another_thing(store: Store, game: str, seed: int) -> None:
    for nth, session in enumerate(islice(play_turns(store, game, seed % 1000), SOME)):
        drawn = render_turn(session, LANGUAGES[nth % len(LANGUAGES)])
        for width in WIDTHS:
            assert find_covered(drawn, find_part(drawn, width)) == [], f"turn {nth} of {session.key} at {width}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("faction", FACTIONS)
def test_names_of_bases_cover_nothing(store: Store, faction: str, lang: str) -> None:
    """Regression: the Ukrainian name of Saxony covered that of a territory on the whole map."""
    definition = plugins.load_definition("scythe")
    for side in ("human", "faction"):
        other = {"human": "faction", "faction": "human"}[side]
        options = find_options("scythe", **{side: faction, other: next(one for one in FACTIONS if one != faction)})
        session = new_session(store, definition, options, {}, 1)
        board = load_board(View(session.game, get_translator(lang, "scythe")), dark=False)
        assert board is not None
        assert find_covered(f"{board.head}{board.inside}</svg>", board.box) == []


@pytest.mark.parametrize("game", plugins.names())
def test_overview_covers_no_mark(store: Store, game: str, seed: int) -> None:
    for session in islice(play_turns(store, game, seed % 1000), SOME):
        drawn = render_turn(session)
        for width in WIDTHS[:2]:
            overview = measure_overview(drawn, width)
            found = [] if overview is None else [box for box in marks_of(drawn) if box.overlaps(overview)]
            assert found == []


def test_words_on_the_map_cover_nothing(store: Store, seed: int) -> None:
    """Threats and fights are written beside names, pieces and tokens."""
    for session in islice(play_turns(store, "scythe", seed % 1000), SOME):
        board = load_board(View(session.game, get_translator("en", "scythe")), dark=False)
        assert board is not None
        human = session.game.position.human
        threatened = dict.fromkeys([*human.mechs, *human.workers, human.character], "11/12")
        for drawn in (
            render_board(board, threats=threatened, height=300),
            render_board(board, offered={*board.fights, "r4c4"}, moving=True, height=440),
        ):
            assert find_covered(drawn) == []
            assert drawn.count('class="pill"') == len(threatened if ">11/12<" in drawn else board.fights)


def marks_of(drawn: str) -> list[DrawnBox]:
    shown = DrawnBox("", *find_shown(drawn))
    return [box for box in find_boxes(drawn) if box.kind == "mark" and box.overlaps(shown)]


def test_numbers_on_the_middle_of_a_place_are_found(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The layout test can fail: numbers were once put on the middle of a way, whatever was there."""
    monkeypatch.setattr(marks, "find_number_place", lambda board, spot, space: (spot.x, spot.y))
    drawn = [render_turn(session) for session in islice(play_turns(store, "scythe", 7), 12)]
    assert any(find_covered(one) for one in drawn)
