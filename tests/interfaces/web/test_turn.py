"""The Automa's turn: card, reasons, story, tracks, threats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from automarium.engine.play.command import NEXT
from automarium.games.plugins import load_definition
from automarium.interfaces.web.page import PageContext
from automarium.interfaces.web.pages.turn_lines import render_cards
from automarium.interfaces.web.preferences import get_translator
from automarium.sessions.session import Session, open_session
from automarium.storage.store import Store
from automarium.views.game import View
from automarium.views.turn import CardCell, CardIcon, CardView, build_turn
from tests.interfaces.web.kit import GAMES, begin, browser, do, form_of, revision, whole_game, words

SEED = 5


@pytest.fixture
def database() -> str | None:
    return None


def turns(client: TestClient, store: Store, game: str) -> Iterator[Session]:
    """A game with the stand-in, as it stands after each turn of hers."""
    key = begin(client, game, seed=str(SEED))
    session = open_session(store, key)
    for input_ in whole_game(store, key, SEED):
        session.put(input_)
        last = session.game.runs[-1].input
        over = session.game.position is None or session.definition.is_over(session.game.position)
        if session.game.question is None and last is not None and last.name() == NEXT and not over:
            yield session


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_shows_card_reasons_and_tracks(store: Store, game: str) -> None:
    client = browser(store)
    seen = set()
    for number, session in enumerate(turns(client, store, game)):
        page = client.get(f"/g/{session.key}").text
        assert 'class="headline"' in page, "the story begins with one sentence"
        assert re.search(r'<p class="headline">[^<]{8,}\.</p><ol class="steps">', page)
        assert re.search(
            r'<a [^>]*class="track[^"]*"[^>]*href="[^"]*/tell/adjust|<a href="[^"]*/tell/adjust[^>]*track', page
        )
        seen |= {one for one in ("finalists", "icon unused", "hands many") if one in page}
        if number > 12:
            break
    assert "finalists" in seen
    assert ("icon unused" in seen) == (game != "penumbra"), "Penumbra has no card of hers that could be struck out"


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_finished_turn_run_once_for_the_press_and_its_page(
    store: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_command = load_definition(game).commands[NEXT]
    carry_out, runs = next_command.carry_out, []

    def carry_out_counted(self: Any, desk: Any) -> None:
        runs.append(self)
        carry_out(self, desk)

    monkeypatch.setattr(next_command, "carry_out", carry_out_counted)
    client, finished = browser(store), 0
    key = begin(client, game, seed=str(SEED))
    for input_ in whole_game(store, key, SEED):
        at = revision(client.get(f"/g/{key}").text)
        runs.clear()
        pressed = do(client, key, form_of(input_), at)
        page = client.get(f"/g/{key}")
        assert pressed.status_code == page.status_code == 200
        times = len(runs)
        if input_.name() == NEXT and open_session(store, key).game.question is None:
            assert times == 1
            finished += 1
            if finished == 4:
                break
    assert finished, "some turn of hers asks nothing"


def test_hands_are_in_the_order_of_events(store: Store) -> None:
    """Regression: the cards around a mech were to be swept after it had left."""
    swept = 0
    for session in turns(browser(store), store, "expeditions"):
        lines = build_turn(View(session.game, get_translator("en", "expeditions")), len(session.game.runs) - 1).lines
        left = {line.hand.from_: line.number for line in lines if line.hand.piece.startswith("mech-")}
        for line in lines:
            if (at := line.hand.track.removeprefix("swept-")) in left:
                assert line.number < left[at]
                swept += 1
    assert swept > 3


@pytest.mark.parametrize("game", ["scythe", "expeditions", "penumbra"])
def test_header_names_the_shown_turn(store: Store, game: str) -> None:
    """Regression: while her turn was looked at the head said that it was mine already. Golem's turns have names."""
    client = browser(store)
    for number, session in zip(range(1, 4), turns(client, store, game), strict=False):
        assert f"Her turn {number}" in words(client.get(f"/g/{session.key}").text)
        assert f"Her turn {number}" not in words(client.get(f"/g/{session.key}/my-turn").text)


@pytest.mark.parametrize("game", ["scythe", "expeditions"])
def test_threats_are_drawn_on_the_board(store: Store, game: str) -> None:
    client = browser(store)
    for session in turns(client, store, game):
        view = View(session.game, get_translator("en", game))
        if view.can_threaten and view.threats():
            break
    threats = view.threats()
    page = client.get(f"/g/{session.key}/my-turn?threats=1").text
    assert page.count('class="threat"') == len(threats) > 0
    for many, total in threats.values():
        assert f">{many}/{total}</text>" in page
        assert f"{many} of the {total} cards that can come" in words(page)
    assert 'class="threat"' not in client.get(f"/g/{session.key}/my-turn").text


def test_threats_are_ordered_by_likelihood(store: Store) -> None:
    """Regression: the places stood in the order of their names."""
    for session in turns(browser(store), store, "expeditions"):
        view = View(session.game, get_translator("en", "expeditions"))
        counts = [many for many, _ in view.threats().values()] if view.can_threaten else []
        assert counts == sorted(counts, reverse=True)


def test_setup_is_shown_after_its_questions(store: Store) -> None:
    """Regression: after questions about printed components the set-up was not shown."""
    client = browser(store)
    key = begin(client, "golem", own="mine", facts="single", seed=str(SEED))
    session = open_session(store, key)
    for input_ in whole_game(store, key, SEED):
        asked = session.game.position is None
        came = do(client, key, form_of(input_))
        session.refresh()
        assert asked
        assert came.status_code == 200
        if session.game.position is not None:
            break
        assert came.url.path == f"/g/{key}", "there is another question"
    assert came.url.path == f"/g/{key}/setup"


def test_folded_hands_are_not_on_the_board(store: Store) -> None:
    """Regression: numbers of lines that were done before a question lay over the pieces of those to come."""
    client = browser(store)
    folded = 0
    for session in turns(client, store, "golem"):
        told = build_turn(View(session.game, get_translator("en", "golem")), len(session.game.runs) - 1)
        if told.folds:
            folded += 1
            page = client.get(f"/g/{session.key}").text
            drawn = {int(number) for number in re.findall(r'class="badge" data-line="(\d+)"', page)}
            assert drawn <= {line.number for line in told.segments[-1]}
    assert folded > 2


def test_marble_has_its_colour_and_letter(store: Store) -> None:
    """Regression: every marble had the same black disc, the blue one too."""
    client = browser(store)
    seen = set()
    for session in turns(client, store, "golem"):
        page = client.get(f"/g/{session.key}").text
        seen |= set(re.findall(r'class="piece hued round c-(\w+)"', page))
    assert len(seen) > 2


def test_texts_of_one_part_of_a_card_are_separated() -> None:
    icons = tuple(CardIcon(words, "", "") for words in ("most passengers", "nearest to you"))
    drawn = render_cards(PageContext(get_translator("en")), [CardView("5", "", (CardCell("Looks for", icons),))])
    assert "most passengers, nearest to you" in re.sub("<[^>]+>", "", drawn or "")
