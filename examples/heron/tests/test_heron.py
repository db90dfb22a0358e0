"""The rules of Heron: a test per clause."""

from __future__ import annotations

import pytest
from heron.definition import PLACES, Desk, Heron, HeronCard, Next, Position, play_card, read_cards

from automarium.sdk.testing import list_events, list_traces, load_pack, make_desk, play_game, set_up

GAME = Heron()
CARDS = read_cards(load_pack(GAME))


def play(card: int, fish: str, heron: str = "P4", human: str = "P1", level: str = "calm", **rulings: str) -> Desk:
    """Play one card on a pond: ``fish`` has a digit for each place."""
    pond = {place: int(count) for place, count in zip(PLACES, fish, strict=True)}
    chosen = {f"HER-{id_.replace('_', '-')}": choice for id_, choice in rulings.items()}
    desk = make_desk(GAME, Position(level, pond, heron, human), chosen)
    play_card(desk, CARDS[card])
    return desk


@pytest.mark.clause("HER-SETUP-01")
def test_the_pond_at_the_start() -> None:
    position = set_up(GAME)
    assert position.pond == dict.fromkeys(PLACES, 3)
    assert (position.heron, position.human) == ("P4", "P1")


@pytest.mark.clause("HER-TURN-01")
def test_one_card_a_turn_and_all_are_shuffled_when_none_is_left() -> None:
    position = set_up(GAME)
    position.pond = dict.fromkeys(PLACES, 9)
    for turn in range(1, 10):
        Next().carry_out(make_desk(GAME, position))
        assert len(position.deck.drawn) == (turn - 1) % 8 + 1


@pytest.mark.clause("HER-MOVE-02", "HER-MOVE-03", "HER-MOVE-04", "HER-MOVE-06")
@pytest.mark.parametrize(
    ("card", "fish", "goes", "clause"),
    [
        (2, "3135412", "P5", "HER-MOVE-03"),  # the most fish in reach of 2
        (7, "3333333", "P7", "HER-MOVE-04"),  # farthest from the boat on P1
        (1, "0030300", "P3", "HER-MOVE-06"),  # as near, as many: the lower number
        (3, "0000020", "P6", "HER-MOVE-02"),  # only one place has fish
    ],
)
def test_where_it_goes(card: int, fish: str, goes: str, clause: str) -> None:
    desk = play(card, fish, **({"AMB_01": "never"} if card == 2 else {}))
    trace = list_traces(desk)[0]
    assert desk.position.heron == trace.chosen == goes
    assert clause in [stage.clause for stage in trace.stages]


@pytest.mark.clause("HER-MOVE-05")
def test_the_nearest_of_several() -> None:
    assert play(3, "0020002", heron="P4").position.heron == "P3"


@pytest.mark.clause("HER-AMB-01")
def test_both_sides_of_the_ruling() -> None:
    assert play(1, "0034300").position.heron == "P4"
    assert play(1, "0034300", AMB_01="never").position.heron == "P3"


@pytest.mark.clause("HER-MOVE-07")
def test_it_takes_one_fish_and_a_hungry_heron_two() -> None:
    assert play(1, "0003000").position.caught == 1
    assert play(1, "0003000", level="hungry").position.caught == 2
    assert play(1, "0001000", level="hungry").position.caught == 1


@pytest.mark.clause("HER-MOVE-01", "HER-MOVE-08")
def test_without_a_place_it_waits() -> None:
    desk = play(1, "3000000", heron="P2")  # the only fish is where you are
    assert desk.position.heron == "P2"
    assert [event.key() for event in list_events(desk)] == ["waits"]


@pytest.mark.clause("HER-END-01", "HER-SCORE-01")
def test_a_whole_game_ends_and_has_a_winner() -> None:
    for seed in range(20):
        position = play_game(GAME, seed=seed, level="hungry")
        assert sum(position.pond.values()) <= 6
        sheet = GAME.scoring.score(position, make_desk(GAME, position).rulings)
        assert sheet.winner == ("human" if position.yours > position.caught else "automa")


def test_cards_are_read_as_they_are_written() -> None:
    assert CARDS[4] == HeronCard(6, "fish")
