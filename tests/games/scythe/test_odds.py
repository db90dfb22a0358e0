"""Odds: the territories that the next card may hit, and how often each total wins a combat."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from automarium.engine.play.chance import Chance
from automarium.engine.play.event import Event
from automarium.engine.play.odds import Odds, Threat
from automarium.games.scythe.commands import Fought, Next
from automarium.games.scythe.events import Attack, Raid
from automarium.games.scythe.map import PRINTED
from automarium.games.scythe.odds import compute_chances, compute_odds, count_sums, find_threats
from automarium.games.scythe.position import Side
from automarium.i18n.translator import Translator
from tests.games.scythe.kit import CARDS, DEFINITION, game, position, rulings, scattered, tell


@pytest.mark.parametrize("seed", range(12))
def test_threats_are_where_the_coming_cards_strike(seed: int) -> None:
    table = scattered(seed)
    table.scheme = "II"
    coming = compute_odds(table, PRINTED, rulings())
    expected: dict[str, set[int]] = {}
    for number, events in coming.by_card.items():
        for event in events:
            if isinstance(event, (Attack, Raid)):
                expected.setdefault(event.to, set()).add(number)
    assert {threat.at: set(threat.cards) for threat in find_threats(table, coming)} == expected


def test_two_ways_to_one_place_are_one_threat() -> None:
    ways: dict[int, tuple[Event, ...]] = {
        1: (Attack("mech", "r1c4", "r2c4"),),
        2: (Raid("mech", "r1c4", "r2c4"),),
        3: (),
    }
    assert find_threats(position(), Odds.counted(ways)) == [Threat("r2c4", (1, 2))]


def test_what_combat_cards_add_up_to() -> None:
    assert count_sums(0) == {0: Fraction(1)}
    assert count_sums(1) == {2: Fraction(16, 42), 3: Fraction(12, 42), 4: Fraction(8, 42), 5: Fraction(6, 42)}
    deck = [value for value, many in ((2, 16), (3, 12), (4, 8), (5, 6)) for _ in range(many)]
    pairs = [deck[one] + deck[other] for one, other in product(range(42), repeat=2) if one != other]
    assert count_sums(2) == {total: Fraction(pairs.count(total), len(pairs)) for total in sorted(set(pairs))}


@pytest.mark.clause("SCY-COMBAT-10", "SCY-COMBAT-05")
@pytest.mark.parametrize("attacker", ["automa", "human"])
def test_the_chances_are_those_of_the_cards_that_can_come(attacker: Side) -> None:
    table = position(power=9, combat_cards=0)
    table.deck.set_drawn([number for number in CARDS if number not in (6, 10)], Chance(0))  # 7 or 0 at this power
    chances = compute_chances(table, PRINTED, attacker)
    tie = attacker == "human"
    assert {CARDS[6].spend[1], CARDS[10].spend[1]} == {7, 0}
    assert chances[0] == (Fraction(1, 2) if tie else 0)
    assert chances[1] == chances[6] == Fraction(1, 2)
    assert chances[7] == (1 if tie else Fraction(1, 2))
    assert chances[8] == 1


def test_they_are_said_before_the_dial_is_set_and_not_after() -> None:
    live = game()
    live.position = position(mechs=["r5c5"], power=9, combat_cards=2, human_mechs=["r5c5"])
    tell(live, Fought("r5c5"))
    assert live.question is not None
    (said,) = DEFINITION.page.hints(live.shown, live.question, PRINTED, live.rulings)
    for lang in ("en", "uk", "ru"):
        assert "100\xa0%" in Translator(lang, [DEFINITION.folder]).sentence(said), "no pair is torn"
    tell(live, "ready")
    assert live.question is not None
    assert DEFINITION.page.hints(live.shown, live.question, PRINTED, live.rulings) == ()
    mine = game({"deck": "mine"})
    tell(mine, Next())
    assert mine.question is not None
    assert DEFINITION.page.hints(mine.shown, mine.question, PRINTED, mine.rulings) == ()
