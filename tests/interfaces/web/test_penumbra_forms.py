"""Forms of Penumbra on the page: what is asked, what is refused and kept, what is answered by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from automarium.engine.play.command import Respond
from automarium.games import plugins
from automarium.games.penumbra.rules.trials import Challenge, make_trial_form
from automarium.interfaces.web.app import Settings
from automarium.sessions.session import Session, new_session, open_session
from automarium.storage.store import Store
from tests.interfaces.web.kit import begin, browser, revision

PENUMBRA = plugins.load_definition("penumbra")
BOARD: dict[str, Any] = {
    "slots": ["a", "b", "c", "d"],
    "tome_slot": "d",
    "mark_places": 6,
    "scoring": {"per": "contract", "vp": 1},
    "lists": {"a": ["fill"], "b": ["contract", "arcana"], "c": ["arcana"], "d": ["buy_artifact"]},
}
OWN = {"own": "mine", "level": "beginner", "board": "printed", "deck": "mine", "classes": ["red"]}


@pytest.fixture
def database() -> None:
    """SQLite only: forms do not depend on the store."""


@pytest.fixture
def client(store: Store) -> TestClient:
    return browser(store)


@pytest.fixture
def session(store: Store) -> Session:
    from automarium.box import box

    box.correct(store.packs, PENUMBRA, {"board.emerald": BOARD})
    begun = new_session(store, PENUMBRA, OWN, {}, 5)
    begun.put(PENUMBRA.commands["next"]())
    return begun


def test_the_card_of_fill_is_not_asked_for(session: Session) -> None:
    session.put(Respond({"colour": "red", "symbol": "a"}))
    assert session.game.question is None, "her first turn has one Instruction"
    assert [len(stack) for stack in session.game.position.slots] == [1, 1, 0, 0]
    assert open_session(session.store, session.key).game.position == session.game.position
    session.undo_answer()
    assert session.game.question is not None
    assert session.game.question.about == "ask.card", "back to what a person answered"


def test_contracts_are_asked_with_a_card_whose_list_looks_at_them(client: TestClient, session: Session) -> None:
    page = client.get(f"/g/{session.key}").text
    found = re.search(r'data-asked-with="to\.symbol" data-asked-for="([^"]*)"', page)
    assert found is not None
    assert found[1].split("\n") == ["b"]
    session.put(Respond({"colour": "red", "symbol": "c"}))
    assert session.game.question is None
    assert session.game.position.arcana == 1


def test_a_refused_answer_is_shown_again_with_the_field_that_is_wrong(client: TestClient, session: Session) -> None:
    page = client.get(f"/g/{session.key}").text
    sent = {"do": "answer", "revision": revision(page), "to.colour": "green", "to.symbol": "b"}
    answer = client.post(f"/g/{session.key}/do", data=sent, headers={"accept": "text/html"})
    assert answer.status_code == 422
    assert re.search(r'<p class="notice wrong"[^>]*>Which Contracts are in the row, from the left', answer.text)
    for name, value in (("colour", "green"), ("symbol", "b")):
        assert re.search(rf'name="to\.{name}" value="{value}" checked', answer.text)


def test_the_shop_presets_nothing_and_asks_for_its_card_only_where_she_buys(
    client: TestClient, session: Session
) -> None:
    session.put(Respond({"colour": "red", "symbol": "d"}))
    question = session.game.question
    assert question is not None
    fields = {field.name: field for field in question.fields}  # type: ignore[union-attr]
    assert fields["colour"].question.default is None
    assert fields["colour"].is_asked({"shop": "full"})
    assert not fields["colour"].is_asked({"shop": "none"})
    assert 'value="unseen"' not in client.get(f"/g/{session.key}").text
    session.put(Respond({"shop": "none"}))
    assert session.game.question is None


def test_the_limit_of_arcana_is_said_at_the_table(client: TestClient, session: Session) -> None:
    session.undo()
    session.put(PENUMBRA.commands["adjust"](what="arcana", to=12))
    session.put(PENUMBRA.commands["next"]())
    session.put(Respond({"colour": "red", "symbol": "c"}))
    assert "12 Arcana and can hold no more" in client.get(f"/g/{session.key}").text


def test_a_correction_offers_nothing_that_is_not_there(session: Session) -> None:
    session.undo()
    adjust = PENUMBRA.commands["adjust"]
    (field,) = adjust.fields(session.game.position, {})
    assert "take" not in field.question.options  # type: ignore[union-attr]


def test_box_link_leads_through_the_phone_first(client: TestClient, session: Session) -> None:
    page = client.get("/box/penumbra/share").text
    assert 'href="/phone"' in page
    assert "?code=" not in page, "an address that only this machine knows"


def test_box_link_needs_a_network(store: Store, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: without a network the link of an open server had the address of this machine in itself."""
    open_ = browser(store, Settings(lan=True, rate=0))
    monkeypatch.setattr("automarium.interfaces.web.routes.game_request.find_own_address", lambda: "192.0.2.7")
    assert "http://192.0.2.7:" in open_.get("/box/penumbra/share").text
    monkeypatch.setattr("automarium.interfaces.web.routes.game_request.find_own_address", lambda: "127.0.0.1")
    for page in ("/box/penumbra/share", f"/g/{session.key}/share"):
        assert 'href="/phone"' in open_.get(page).text
        assert "<figure" not in open_.get(page).text, "no code"


def test_a_trial_that_brings_nothing_is_not_asked_how_much() -> None:
    _, amount = make_trial_form(Challenge(0, 1, 3)).fields
    assert not amount.is_asked({"side": "none"})
    assert amount.is_asked({"side": "light"})


def test_refused_board_is_shown_again_with_remarks(client: TestClient) -> None:
    sent = {"do": "keep", "slot-0": "helm", "lines-0": "arcana\ncard", "tome": "2", "scoring.contract": "1"}
    answer = client.post("/box/penumbra/board/emerald", data=sent)
    assert answer.status_code == 422
    assert 'value="helm"' in answer.text
    assert "This line has no condition" in answer.text
    assert "lists.helm" not in answer.text
    assert begin(client, "penumbra")
