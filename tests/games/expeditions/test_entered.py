"""A closed tile that the human entered without a report: it is asked for when her search comes to it."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.game.playthrough import Playthrough
from automarium.engine.play.command import Respond
from automarium.engine.question import Form
from automarium.games.expeditions.commands import Explored, Go, Next
from automarium.games.expeditions.corrections import Adjust
from automarium.games.expeditions.events import TurnedUp
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.views.game import View
from tests.games.expeditions.kit import DEFINITION, Played, game


def entered(*places: str, then: str = "S1", **tiles: list[int]) -> Playthrough:
    """The human went to these closed places, one after the other, told nothing more of them and went on; northern tiles
    not spoken of are open and empty. Her north mech stands on N1."""
    live = game({"deck": "mine"})
    live.put(Adjust("glory", 5))
    for place in ("N1", "N2", "N3", "N4", "N5"):
        if place not in places:
            live.put(Adjust(place, "open", tiles.get(place, [])))
    for place in (*places, then):
        live.put(Go(place))
    return live


def play(live: Playthrough, drawn: int, *answers: Any) -> Played:
    """Play her turn with this card; further questions are answered in order, the last ones by "no corruption"."""
    told = list(live.put(Next()))
    left: list[Any] = [drawn, *answers]
    while live.question is not None:
        told += live.put(Respond(left.pop(0) if left else []))
    assert left == [], "every answer was asked for"
    return Played(live.position, told)


MAP_NORTH = 2  # the north mech looks for a map token, with enough glory
CORRUPTION_NORTH = 10  # the north mech looks for corruption


@pytest.mark.clause("EXP-MOVE-21", "EXP-TARGET-08")
def test_a_tile_that_was_entered_is_asked_for_when_her_search_stops_there() -> None:
    """Regression: it stayed closed in the books and became her target."""
    live = entered("N2")
    live.put(Next())
    live.put(Respond(MAP_NORTH))
    question = live.question
    assert isinstance(question, Form)
    assert (question.about, question.place) == ("ask.entered", "N2")
    assert {field.name: field.question.default for field in question.fields} == {"turned": "yes", "tokens": []}
    assert live.shown.mechs["north"] == "N1", "nothing has moved yet"


@pytest.mark.clause("EXP-MOVE-21", "EXP-TARGET-08")
def test_it_was_turned_up_so_she_looks_further() -> None:
    live = entered("N2", "N3")
    played = play(live, MAP_NORTH, {"tokens": [4, 3]}, {"turned": "no"}, [5])
    tile = live.position.tiles["N2"]
    assert (tile.closed, tile.map, tile.corruption) == (False, False, [4, 3])
    assert played.of("north") == [
        {"do": "move", "mech": "north", "from": "N1", "to": "N3"},
        {"do": "explore", "mech": "north", "at": "N3"},
    ]
    assert live.position.maps == 1
    assert next(step.event for step in played.told if isinstance(step.event, TurnedUp)) == TurnedUp("N2", [4, 3])
    assert [hand for hand in live.runs[-1].segments[1].hands if hand.piece.startswith(("corruption", "map"))] == []


@pytest.mark.clause("EXP-MOVE-21", "EXP-TARGET-08")
def test_it_is_closed_indeed_so_it_is_her_target_and_asked_no_more() -> None:
    live = entered("N2")
    played = play(live, MAP_NORTH, {"turned": "no"}, [6])
    assert played.of("north")[-1] == {"do": "explore", "mech": "north", "at": "N2"}
    assert live.position.entered == []


@pytest.mark.clause("EXP-TARGET-12", "EXP-TARGET-16")
def test_nearer_than_the_corruption_that_is_known_it_may_hold_some() -> None:
    live = entered("N3", N4=[6])
    played = play(live, CORRUPTION_NORTH, {"tokens": [5]})
    assert played.of("north")[-1] == {"do": "cleanse", "mech": "north", "at": "N3", "tokens": [5]}


def test_what_does_not_decide_is_not_asked() -> None:
    for live, card in (
        (entered("N4", N2=[6]), CORRUPTION_NORTH),  # what is known is nearer
        (entered("N2"), 12),  # too little glory for what the card looks for
        (entered("N3", then="N3"), MAP_NORTH),  # where the human's mech stands is no target
    ):
        live.put(Next())
        live.put(Respond(card))
        assert live.question is None or live.question.about != "ask.entered"


def test_told_or_corrected_it_is_known() -> None:
    live = game()
    live.put(Go("N3"))
    assert live.position.entered == ["N3"]
    live.put(Explored("N3", []))
    assert live.position.entered == []
    live.put(Go("N4"))
    live.put(Adjust("N4", "closed"))
    assert live.position.entered == [], "a corrected tile is known"
    live.put(Go("S1"))
    live.put(Go("N4"))
    live.put(Go("N4"))
    assert live.position.entered == ["N4"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_question_has_its_words(lang: str) -> None:
    live = entered("N2")
    live.put(Next())
    live.put(Respond(MAP_NORTH))
    question = View(live, Translator(lang, [DEFINITION.folder])).question
    assert question is not None
    assert "N2" in question.text
    texts = [question.text, *(field.text for _, field in question.fields)]
    assert not any("ask." in text for text in texts)
    assert len(set(texts)) == 3


def test_odds_take_it_as_it_is_known() -> None:
    live = entered("N2")
    assert DEFINITION.odds(live.position, live.pack, live.rulings).cards
    assert live.position.entered == ["N2"]
