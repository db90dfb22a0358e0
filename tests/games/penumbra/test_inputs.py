"""Commands: corrections of everything, points, refusals, and the odds of the house deck."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.content.rulings import settle
from automarium.engine.message import Refused
from automarium.games.penumbra.commands import Counted, Ended, Next, Sparked, Total
from automarium.games.penumbra.corrections import WHAT, Adjust
from automarium.games.penumbra.events import TakesCard
from automarium.games.penumbra.odds import compute_odds
from automarium.games.penumbra.position import HOUSE_CARDS, PRINTED, Card
from tests.games.penumbra.kit import DEFINITION, TRANSLATOR, app_deck, board, card, position, tell, turn

RULINGS = settle(DEFINITION.rulings, {})


@pytest.mark.parametrize(
    ("adjust", "field", "value"),
    [
        (Adjust("sparks", 3), "sparks", 3),
        (Adjust("arcana", 7), "arcana", 7),
        (Adjust("light", 2), "light", 2),
        (Adjust("dark", 4), "dark", 4),
        (Adjust("cards", 5), "cards", 5),
        (Adjust("turn", 9), "turn", 9),
        (Adjust("contracts", [3, 0]), "contracts", [3, 0]),
        (Adjust("trials", []), "trials", []),
        (Adjust("mark", "violet"), "marks", ["green", "violet"]),
        (Adjust("unmark", "green"), "marks", []),
        (Adjust("start", "violet"), "start", "violet"),
        (Adjust("start", "violet"), "marks", ["violet"]),
        (Adjust("class", "red"), "classes", {"red": True}),
        (Adjust("no-class", "red"), "classes", {"red": False}),
        (Adjust("alignment", "dark"), "alignment", "dark"),
        (Adjust("alignment", "none"), "alignment", None),
        (Adjust("put", "b", "violet", "tome"), "slots", [[card("red a")], [Card("violet", None)], [], []]),
        (Adjust("take", "a"), "slots", [[], [], [], []]),
        (Adjust("to-move", "automa"), "to_move", "automa"),
        (Adjust("over", "yes"), "over", True),
    ],
    ids=lambda one: str(one),
)
def test_everything_of_hers_can_be_corrected(adjust: Adjust, field: str, value: Any) -> None:
    on = position(slots=[1, 0, 0, 0], trials=[4])
    tell(on, adjust)
    assert getattr(on, field) == value
    said = TRANSLATOR.sentence(adjust.describe())
    assert said.startswith("Correction: ")
    assert "{" not in said


@pytest.mark.clause("PEN-SETUP-15", "PEN-SCHOOL-02")
def test_a_wrong_starting_discipline_can_be_corrected() -> None:
    on = position(board(["card"]), marks=["red", "green", "green"], start="green", classes={"red": False})
    tell(on, Adjust("start", "violet"))
    assert on.marks == ["red", "violet", "green"], "one Mark was the starting one"
    assert turn(on, "red a", "red b", rolls=[1]).the(TakesCard).colour == "violet"


def test_the_corrections_reach_everything_that_is_listed() -> None:
    for what in WHAT:
        on = position(slots=[1, 0, 0, 0])
        fields = list(Adjust.fields(on, {"what": what, "to": None}))
        assert [field.name for field in fields][:2] == ["what", "to"]
        assert TRANSLATOR.term("what", what) != what, what


@pytest.mark.parametrize(
    ("adjust", "where"),
    [
        (Adjust("spells", 3), "what"),
        (Adjust("arcana", -1), "to"),
        (Adjust("mark", "pink"), "to"),
        (Adjust("unmark", "red"), "to"),
        (Adjust("take", "b"), "to"),
        (Adjust("put", "b", "pink", "a"), "colour"),
        (Adjust("put", "b"), "colour"),
        (Adjust("put", "b", "red", "z"), "symbol"),
        (Adjust("arcana", 3, "red"), "colour"),
    ],
    ids=lambda one: str(one),
)
def test_a_correction_that_cannot_be_is_refused_and_changes_nothing(adjust: Adjust, where: str) -> None:
    on = position(slots=[1, 0, 0, 0])
    before = position(slots=[1, 0, 0, 0], own_dice=True)
    with pytest.raises(Refused) as refused:
        tell(on, adjust)
    assert refused.value.where == where
    assert on == before


def test_fewer_cards_than_those_of_known_classes() -> None:
    """Regression: a pile of −1 was on the table."""
    on = position(board(["card"]))
    turn(on, "red a", "violet a", rolls=[1, 6])
    for cards, red, violet, other in ((5, 1, 1, 4), (2, 1, 1, 1), (1, 1, 0, 1), (0, 0, 0, 1)):
        tell(on, Adjust("cards", cards))
        table = DEFINITION.table.layout(on).tracks
        assert [table["automa", track] for track in ("card-red", "card-violet", "other-cards")] == [red, violet, other]
        assert on.cards == cards


def test_no_more_marks_than_places() -> None:
    with pytest.raises(Refused) as refused:
        tell(position(board(marks=2), level=2), Adjust("mark", "red"))
    assert refused.value.message.key == "adjust.marks"


def test_a_house_card_that_is_taken_off_goes_back_under_the_deck() -> None:
    on = position(slots=[[HOUSE_CARDS[1]], [], [], []], artifacts=app_deck(5, 6))
    tell(on, Adjust("take", "a"))
    assert on.artifacts.pile == [1, 6, 5]


def test_after_the_end_only_points_and_corrections() -> None:
    on = position()
    tell(on, Ended())
    for input_ in (Next(), Sparked(), Ended()):
        with pytest.raises(Refused) as refused:
            tell(on, input_)
        assert refused.value.message.key == "next.over"
    tell(on, Counted(1, 2, 3, 4, 5))
    tell(on, Total(20))
    tell(on, Adjust("over", "no"))
    assert not DEFINITION.status(on).over


def test_points_out_of_range_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        tell(position(), Counted(1, 2, 3, 4, 999))
    assert refused.value.where == "alignment"


# ----------------------------------------------------------------------------------------------------------------- odds


def test_odds_over_the_unseen_rest() -> None:
    on = position(board(["=1: arcana", "card"], ["trial", "fill"], ["to a"], ["2+: card", "joker"]), level=3)
    a, b, c, d = (next(id_ for id_, one in HOUSE_CARDS.items() if one.symbol == slot) for slot in range(4))
    tome = next(id_ for id_, one in HOUSE_CARDS.items() if one.symbol is None)
    on.artifacts = app_deck(a, b, c, d, tome)
    on.artifacts.put_under(30)
    found = compute_odds(on, PRINTED, RULINGS)
    assert sorted(found.cards) == sorted([a, b, c, d, tome]), "what went under is not next"
    told = {id_: [TRANSLATOR.sentence(event) for event in events] for id_, events in found.by_card.items()}
    assert told[a] == ["A: Arcana"]
    assert told[b] == ["B: pass a Trial, if a Trial is allowed", "B: Fill, if no Trial is allowed"]
    assert told[c] == ["A: Arcana"], "moved on by the substitution"
    assert told[d] == ["A: Arcana"], "and by the Joker"
    assert told[tome] == ["A: Arcana"]
    assert [len(tally.cards) for tally in found.tallies] == [4, 1, 1]


def test_odds_need_a_deck_that_is_known_and_a_card_to_come() -> None:
    with pytest.raises(Refused) as refused:
        compute_odds(position(), PRINTED, RULINGS)
    assert refused.value.message.key == "odds.mine"
    with pytest.raises(Refused) as refused:
        compute_odds(position(slots=[1, 1, 1, 1], artifacts=app_deck(1)), PRINTED, RULINGS)
    assert refused.value.message.key == "odds.rest"


def test_odds_tell_every_case_of_contracts_and_trials() -> None:
    """Regression: where no Contract is allowed the Trial was told as certain, though there may be none either."""
    on = position(board(["contract", "trial", "arcana"]), level=3, artifacts=app_deck(1))
    (told,) = compute_odds(on, PRINTED, RULINGS).by_card.values()
    assert [TRANSLATOR.sentence(event) for event in told] == [
        "A: complete a Contract, if a Contract is allowed",
        "A: pass a Trial (with no Contract allowed, a Trial allowed)",
        "A: Arcana (with no Contract allowed, no Trial allowed)",
    ]
    moved = position(board(["trial", "to b"], ["contract", "trial"]), level=3, artifacts=app_deck(1))
    (told,) = compute_odds(moved, PRINTED, RULINGS).by_card.values()
    assert [TRANSLATOR.sentence(event) for event in told] == [
        "A: pass a Trial, if a Trial is allowed",
        "B: complete a Contract (with no Trial allowed, a Contract allowed)",
        "B: nothing happens (with no Trial allowed, no Contract allowed)",
    ]


@pytest.mark.clause("PEN-AMB-01", "PEN-AMB-35")
@pytest.mark.parametrize(
    ("rulings", "symbol", "said"),
    [
        ({}, "a", "B: Arcana"),
        ({"PEN-AMB-01": "next-ordinal"}, "a", "B: Fill"),
        ({"PEN-AMB-01": "no-list"}, "a", "A: put the card in b"),
        ({"PEN-AMB-01": "no-list"}, "c", "B: Arcana"),
        ({}, "tome", "B: Arcana"),
        ({"PEN-AMB-01": "no-list"}, "tome", "D: nothing happens"),
        ({"PEN-AMB-35": "tome-slot"}, "tome", "D: Joker"),
        ({"PEN-AMB-35": "tome-slot"}, "c", "B: Arcana"),
    ],
)
def test_odds_follow_switched_rulings(rulings: dict[str, str], symbol: str, said: str) -> None:
    on = position(board(["to b"], ["first: arcana", "fill"], ["joker"], ["joker"], tome="d"), slots=[1, 0, 0, 0])
    wanted = None if symbol == "tome" else "abcd".index(symbol)
    on.artifacts = app_deck(next(id_ for id_, one in HOUSE_CARDS.items() if one.symbol == wanted))
    (told,) = compute_odds(on, PRINTED, settle(DEFINITION.rulings, rulings)).by_card.values()
    assert [TRANSLATOR.sentence(event) for event in told] == [said]


def test_no_odds_of_an_empty_deck() -> None:
    with pytest.raises(Refused) as refused:
        compute_odds(position(artifacts=app_deck()), PRINTED, RULINGS)
    assert TRANSLATOR.refusal(refused.value) == "The app's deck is empty, so no card is revealed now."


def test_odds_end_where_a_card_would_go_round() -> None:
    on = position(board(["joker"], ["joker"]), slots=[0, 0, 1, 1], artifacts=app_deck(1))
    (event,) = compute_odds(on, PRINTED, RULINGS).by_card[1]
    assert TRANSLATOR.sentence(event) == "B: Joker"
