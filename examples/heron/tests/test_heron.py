"""Heron's clauses, each with a test."""

from __future__ import annotations

import pytest
from heron.definition import PACK, Heron, Position, Rulings, cards, play_card

from automarium.engine.choice.trace import Trace
from automarium.engine.content.rulings import settle
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Desk, Table
from automarium.engine.play.event import Event

PLACES = ("P1", "P2", "P3", "P4", "P5", "P6", "P7")


def played(
    card: int, fish: str, heron: str = "P4", human: str = "P1", level: str = "calm", **rulings: str
) -> Desk[Position, Rulings]:
    """One card on a pond: ``fish`` has a digit a place."""
    chosen = settle(Rulings, {f"HER-{id_.replace('_', '-')}": choice for id_, choice in rulings.items()})
    pond = {place: int(count) for place, count in zip(PLACES, fish, strict=True)}
    desk = Desk(Position(level, pond, heron, human), PACK, chosen, Table(Chance(0)))
    play_card(desk, cards(PACK)[card])
    return desk


def trace(desk: Desk[Position, Rulings]) -> Trace:
    return desk.steps[0].traces[0]


def told(desk: Desk[Position, Rulings]) -> list[Event]:
    return [step.event for step in desk.steps]


@pytest.mark.parametrize(
    ("card", "fish", "goes", "clause"),
    [
        (2, "3135412", "P5", "HER-MOVE-03"),  # the most fish in reach of 2
        (7, "3333333", "P7", "HER-MOVE-04"),  # farthest from the boat on P1
        (1, "0030300", "P3", "HER-MOVE-06"),  # as near, as many: the lower number
        (3, "0000020", "P6", "HER-MOVE-02"),  # only one place has fish
    ],
)
def test_where_she_goes(card: int, fish: str, goes: str, clause: str) -> None:
    desk = played(card, fish, **({"AMB_01": "never"} if card == 2 else {}))
    assert desk.position.heron == goes
    assert clause in [stage.clause for stage in trace(desk).stages]
    assert trace(desk).chosen == goes


def test_both_sides_of_the_ruling() -> None:
    assert played(1, "0034300").position.heron == "P4"  # HER-AMB-01: her own place counts
    assert played(1, "0034300", AMB_01="never").position.heron == "P3"


def test_she_takes_one_fish_and_a_hungry_heron_two() -> None:
    assert played(1, "0003000").position.hers == 1  # HER-MOVE-07
    assert played(1, "0003000", level="hungry").position.hers == 2
    assert played(1, "0001000", level="hungry").position.hers == 1


def test_without_a_place_she_waits() -> None:
    desk = played(1, "3000000", heron="P2")  # HER-MOVE-01: the only fish is where you are
    assert desk.position.heron == "P2"
    assert [event.key() for event in told(desk)] == ["waits"]


def test_the_game_is_offered_to_automarium() -> None:
    from automarium.games import plugins

    assert isinstance(plugins.load_definition("heron"), Heron)
