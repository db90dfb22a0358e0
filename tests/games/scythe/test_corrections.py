"""Corrections at any time, also after the last star; what follows from them; the score sheet."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.game.playthrough import Playthrough
from automarium.engine.layout import TrackValue
from automarium.engine.message import Refused
from automarium.engine.play.command import is_available
from automarium.engine.question import Count, Pick
from automarium.games.scythe.commands import Go, Next, PlacedStar, Tally
from automarium.games.scythe.corrections import Adjust
from automarium.games.scythe.position import Level
from tests.games.scythe.kit import DEFINITION, find_next, game, tell, top_card


def finished() -> Playthrough:
    """She has just placed her sixth star: four of the cube, two of combats."""
    live = game({"human": "crimea", "faction": "nordic"})
    tell(live, Adjust("your-stars", 3), Adjust("combat-stars", 2), Adjust("tracker", 18))
    top_card(live.position, 3)
    tell(live, Next())
    assert live.position.over
    assert live.position.stars == 6
    return live


def asked_to(live: Playthrough, what: str) -> Any:
    field = find_next(live.position, "adjust", {"what": what})
    assert field is not None
    return field.question


# ------------------------------------------------------------------------------------------------------ after the end


@pytest.mark.clause("SCY-TURN-02", "SCY-STAR-08")
@pytest.mark.parametrize(
    ("what", "to"),
    [
        ("coins", 41),
        ("your-stars", 5),
        ("power", 9),
        ("combat-cards", 0),
        ("factory-card", "yes"),
        ("character", "r4c3"),
    ],
)
def test_after_her_sixth_star_everything_can_still_be_corrected(what: str, to: Any) -> None:
    live = finished()
    tell(live, Adjust(what, to))
    assert live.position.over, "and the game stays over"


@pytest.mark.clause("SCY-STAR-08")
def test_a_correction_that_takes_the_sixth_star_back_lets_the_game_go_on() -> None:
    live = finished()
    told = tell(live, Adjust("tracker", 18))
    assert told.tags == ["goes-on"]
    assert (live.position.over, live.position.to_move, live.position.stars) == (False, "human", 5)
    tell(live, Go("character", "base", "r7c3"))


@pytest.mark.clause("SCY-STAR-08")
def test_no_correction_brings_a_seventh_star() -> None:
    live = finished()
    with pytest.raises(Refused) as refused:
        live.put(Adjust("power-star", "yes"))
    assert refused.value.message.key == "adjust.stars"


@pytest.mark.clause("SCY-TURN-02")
def test_the_humans_sixth_star_can_be_taken_back() -> None:
    live = game()
    tell(live, Adjust("your-stars", 5), PlacedStar())
    assert live.position.over
    tell(live, Adjust("your-stars", 5))
    assert not live.position.over
    assert asked_to(live, "your-stars").high == 5, "the sixth is placed in play"


# ------------------------------------------------------------------------------------------------------ the score sheet


def test_the_tally_asks_for_the_humans_stars_too() -> None:
    live = finished()
    given = {"coins": 20, "popularity": 14, "territories": 9, "resources": 7, "bonus": 6}
    field = find_next(live.position, "tally", given)
    assert field is not None
    assert isinstance(field.question, Count)
    assert (field.name, field.question.default) == ("stars", 3)
    tell(live, Tally(20, 14, 9, 7, 6, 5))
    assert live.position.human.stars == 5
    lines = {
        line.what: line.points
        for line in DEFINITION.scoring.score(live.position, live.rulings).lines
        if line.side == "human"
    }
    assert lines["stars"] == 25
    tell(live, Adjust("your-stars", 4))
    lines = {
        line.what: line.points
        for line in DEFINITION.scoring.score(live.position, live.rulings).lines
        if line.side == "human"
    }
    assert lines["stars"] == 20, "computed, not kept"


@pytest.mark.clause("SCY-SCORE-07")
def test_a_tally_in_the_middle_of_the_game_decides_nothing_later() -> None:
    live = game()
    tell(live, Tally(99, 18, 20, 0, 9))
    assert "human" in DEFINITION.scoring.score(live.position, live.rulings).totals
    tell(live, Next())
    assert "human" not in DEFINITION.scoring.score(live.position, live.rulings).totals
    tell(live, Tally(99, 18, 20, 0, 9), Adjust("your-stars", 5), PlacedStar())
    sheet = DEFINITION.scoring.score(live.position, live.rulings)
    assert (sheet.verdict, "human" in sheet.totals) == (None, False), "it is asked again at the end"
    tell(live, Tally(0, 0, 0, 0, 0))
    tell(live, Adjust("coins", 200))
    verdict = DEFINITION.scoring.score(live.position, live.rulings).verdict
    assert verdict is not None
    assert verdict.key == "verdict.automa", "a correction after the tally counts"


def test_the_sheet_comes_filled_in_as_far_as_it_is_known() -> None:
    live = finished()
    tell(live, Adjust("your-character", "r4c3"), Adjust("structure", "r5c1"))
    field = find_next(live.position, "tally", {"coins": 1, "popularity": 1})
    assert field is not None
    assert (field.name, field.question.default) == ("territories", 2 + 3 + 1), "two workers, the Factory, a structure"
    tell(live, Tally(20, 14, 9, 7, 6))
    known = [(one.name, one.question.default) for one in DEFINITION.commands["tally"].fields(live.position, {})]
    assert known == [
        ("coins", 20),
        ("popularity", 14),
        ("territories", 9),
        ("resources", 7),
        ("bonus", 6),
        ("stars", 3),
    ]


# -------------------------------------------------------------------------------------------------- cube, scheme, strip


@pytest.mark.clause("SCY-SCHEME-01", "SCY-SCHEME-02")
@pytest.mark.parametrize(
    ("level", "second"), [("autometta", 10), ("automa", 9), ("automaszyna", 9), ("ultimaszyna", 8)]
)
def test_a_corrected_cube_brings_its_scheme(level: Level, second: int) -> None:
    live = game({"level": level, "deck": "mine"})
    tell(live, Next(), 3)
    tell(live, Adjust("tracker", second - 1))
    assert live.position.scheme == "I"
    told = tell(live, Adjust("tracker", second + 2))
    assert told.tags == ["star", "shuffled", "scheme"]
    assert (live.position.scheme, live.position.deck.left) == ("II", 19)
    tracks = {hand.track: hand.to for hand in live.hands}
    assert tracks["scheme"] == "II", "one's own cards are turned by hand"
    tell(live, Adjust("tracker", second - 1))
    assert live.position.scheme == "I"


def list_tracks(live: Playthrough) -> dict[str, tuple[Any, Any]]:
    """Return the hands of the last input that move a marker, by the name of its track."""
    return {hand.track: (hand.from_, hand.to) for hand in live.hands}


@pytest.mark.clause("SCY-STAR-04")
def test_a_corrected_cube_brings_its_stars_as_a_hand() -> None:
    """The cube is where the person has put it; the stars they still have to place, or to take back."""
    live = game()
    told = tell(live, Adjust("tracker", 15))
    assert told.tags == ["star", "star", "shuffled", "scheme", "water-free"]
    assert list_tracks(live) == {"stars": (0, 2)}
    assert live.layout().tracks["automa", "stars"] == 2
    told = tell(live, Adjust("tracker", 9))
    assert (told.tags, list_tracks(live)) == ([], {"stars": (2, 1)})
    live.undo()
    assert list_tracks(live) == {"tracker": (9, 15), "stars": (1, 2)}, "all of it is put back"
    tell(live, Adjust("tracker", 15))
    assert list_tracks(live) == {}, "nothing has changed"


@pytest.mark.clause("SCY-STAR-03")
@pytest.mark.parametrize(("level", "free"), [("autometta", 5), ("automa", 4), ("automaszyna", 3)])
def test_a_corrected_cube_ends_the_water_restriction_once(level: Level, free: int) -> None:
    live = game({"level": level})
    assert tell(live, Adjust("tracker", free - 1)).tags == []
    assert live.position.restricted
    assert tell(live, Adjust("tracker", free)).tags == ["water-free"]
    assert not live.position.restricted
    assert tell(live, Adjust("tracker", free + 1)).tags == []


@pytest.mark.clause("SCY-STAR-05")
def test_a_corrected_power_of_16_brings_its_star_once() -> None:
    live = game()
    told = tell(live, Adjust("power", 16))
    assert told.tags == ["star"]
    assert (live.position.automa.power_star, list_tracks(live)) == (True, {"stars": (0, 1)})
    assert tell(live, Adjust("power", 15), Adjust("power", 16)).tags == []
    assert (live.position.stars, live.hands) == (1, [])


@pytest.mark.clause("SCY-STAR-05", "SCY-STAR-08")
def test_a_corrected_power_of_16_brings_no_sixth_star() -> None:
    """In play it is refused, as every sixth star by a correction is; after the end no seventh star is placed."""
    live = game()
    tell(live, Adjust("tracker", 17), Adjust("combat-stars", 2))
    assert live.position.stars == 5
    with pytest.raises(Refused) as refused:
        live.put(Adjust("power", 16))
    assert refused.value.message.key == "adjust.stars"
    live = finished()
    tell(live, Adjust("power", 16))
    assert (live.position.automa.power, live.position.stars) == (16, 6)


@pytest.mark.parametrize(
    ("what", "to"),
    [("combat-stars", 2), ("power-star", "yes"), ("stars", 2), ("factory-card", "yes"), ("scheme", "II")],
)
def test_what_is_corrected_itself_is_no_hand(what: str, to: Any) -> None:
    live = game({"deck": "mine"})
    tell(live, Adjust(what, to))
    assert live.hands == []


def test_a_correction_starts_from_what_is_there() -> None:
    live = game()
    for what, now in (("power", 4), ("coins", 5), ("combat-cards", 1), ("tracker", 0), ("scheme", "I"), ("stars", 0)):
        assert asked_to(live, what).default == now
    assert asked_to(live, "factory-card").default == "no"


@pytest.mark.clause("SCY-STAR-05", "SCY-STAR-06")
def test_her_stars_are_corrected_as_one_number() -> None:
    live = game()
    tell(live, Adjust("tracker", 9))
    question = asked_to(live, "stars")
    assert (question.low, question.high, question.default) == (1, 4, 1)
    for count in (4, 3, 1, 2):
        tell(live, Adjust("stars", count))
        assert live.position.stars == count
    tell(live, Adjust("stars", 4))
    assert (live.position.automa.combat_stars, live.position.automa.power_star) == (2, True)


def test_every_gauge_can_be_corrected() -> None:
    live = game()
    for gauge in DEFINITION.page.gauges(live.position, live.pack):
        assert isinstance(gauge.thing, TrackValue)
        given = DEFINITION.table.corrects(live.position, gauge.thing)
        assert given is not None
        assert asked_to(live, given["what"]).default == gauge.at
    assert all(is_available(DEFINITION.commands["adjust"], over) for over in (False, True))
    assert ("automa", "stars") in DEFINITION.table.layout(live.position).tracks


def test_what_is_offered_to_be_corrected_is_of_the_own_faction() -> None:
    field = find_next(game({"human": "albion"}).position, "adjust", {})
    assert field is not None
    assert isinstance(field.question, Pick)
    assert {"burrow", "lakes"} <= set(field.question.options)
    assert "riverwalk" not in field.question.options
