"""Automa cards, and what kind of turn a card makes (CARD, TURN)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from automarium.box.box import find_holes
from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.play.command import Respond
from automarium.engine.play.deck import Deck
from automarium.engine.question import Answer, AnyQuestion, Pick
from automarium.games.golem.commands import Next
from automarium.games.golem.events import Reveal
from automarium.games.golem.position import PRINTED, Card, TurnType
from automarium.games.golem.printed_cards import get_card
from automarium.games.golem.rules.cards import put_away
from automarium.games.golem.rules.turn import Edge, choose_turn_type, decide_types, go_on, play_turn
from automarium.games.golem.setup import CARDS
from automarium.games.golem.text import describe_card as picture_of
from tests.games.golem.kit import (
    Told,
    card,
    carry,
    desk_for,
    game,
    golems,
    pack,
    position,
    replies,
    rulings,
    tell,
    whole_game,
)
from tests.traces import thrown_out_by_name as thrown_out

FIELDS = ("bonus", "level", "first", "marble", "rabbi", "books", "left_half", "right_half")
# A synagogue whose only marbles are white ones in the Golem row: no student moves, and a golem is created.
WHITE = replies(row_golem=["white", "white", "white"], occupied=[], action_tile=11)


def deal(*cards: Card) -> tuple[Deck, Pack]:
    """These cards lie on top of the deck, in order."""
    printed: dict[str, dict[str, Any]] = {}
    for number, one in enumerate(cards, 1):
        printed[str(number)] = {
            "bonus": one.bonus,
            "level": one.level,
            "first": one.first,
            "marble": list(one.marble),
            "rabbi": list(one.rabbi),
            "books": list(one.books),
            "left_half": "yes" if one.left_half else "no",
            "right_half": "yes" if one.right_half else "no",
        }
    rest = [number for number in reversed(CARDS) if number > len(cards)]
    return Deck(cards=CARDS, pile=[*rest, *range(len(cards), 0, -1)]), pack(card=printed)


def play(*cards: Card, turns: int = 1, stand_in: Any = WHITE, **fields: Any) -> Told:
    """This many turns of hers with these cards."""
    deck, facts = deal(*cards)

    def all_turns(desk: Any) -> None:
        for _ in range(turns):
            play_turn(desk)

    return carry(position(deck=deck, **fields), all_turns, facts=facts, stand_in=stand_in)


# --------------------------------------------------------------------------------------------------------------- cards


@pytest.mark.clause("GOL-CARD-01", "GOL-CARD-02")
def test_each_turn_begins_with_the_top_card_laid_to_the_right_of_the_others() -> None:
    told = play(card(), card(), card(), turns=3)
    revealed = [event for event in told.events if isinstance(event, Reveal)]
    assert [one.card.id for one in revealed] == [1, 2, 3]
    assert [one.number for one in revealed] == [1, 2, 3]
    assert [one.id for one in told.position.cards] == [1, 2, 3]
    assert told.tags[0] == "reveal"
    assert told.steps[0].clauses == ("GOL-CARD-01", "GOL-CARD-02")
    assert told.tags.count("turn") == 3
    starts = [at for at, tag in enumerate(told.tags) if tag == "reveal"]
    assert all(told.tags[at + 1] == "turn" for at in starts)


@pytest.mark.clause("GOL-CARD-01")
def test_of_a_deck_on_the_table_the_person_names_the_card() -> None:
    table = position(deck=Deck(cards=CARDS, physical=True, pile=list(CARDS)))
    told = carry(table, lambda desk: go_on(desk), stand_in=replies(card=13, row_golem=["white"]))
    assert [one.id for one in told.position.cards] == [13]


@pytest.mark.clause("GOL-MARBLE-33")
def test_what_was_told_of_the_synagogue_stays_as_it_was_told() -> None:
    """A question in the middle of the turn runs it again from its start, with the same marbles in the rows."""
    live = game(seed=next(seed for seed in range(50) if first_card(seed).first == "marble"))
    tell(live, Next(), 1, Next(), ["white", "white"], [], [], [], [], {})
    assert live.question is not None
    assert live.question.about == "ask.neighbourhood"
    while live.question is not None:
        assert isinstance(live.question, Pick)
        tell(live, live.question.options[0])
    told = [one.to for one in live.inputs if isinstance(one, Respond) and isinstance(one.to, dict)]
    assert told == [{"work": ["white", "white"], "golem": [], "artifact": [], "study": [], "mirror": []}, {}]
    assert live.position.rows["work"] == ["white"]


def first_card(seed: int) -> Card:
    position_ = game(seed=seed).position
    return get_card(desk_for(position_), position_.deck.pile[-1])


@pytest.mark.clause("GOL-CARD-03", "GOL-CARD-04")
def test_a_card_has_four_columns_from_left_to_right() -> None:
    """Brown first, blue last; grey and yellow between them as the card shows."""
    orders: list[tuple[TurnType, TurnType]] = [("marble", "rabbi"), ("rabbi", "marble")]
    for first, second in orders:
        shown = [said.key for said in picture_of(card(bonus="gold", first=first))]
        assert shown == ["card.bonus", f"card.{first}", f"card.{second}", "card.books"]


@pytest.mark.clause("GOL-CARD-04")
def test_your_own_card_is_entered_on_one_screen_column_by_column() -> None:
    table = position(own_cards=True)
    entered: list[Answer] = ["gold", 2, "marble", ["most", "left"], [2, 1, 3, 5, 4], [5, 4, 3, 2, 1], "no", "yes"]
    asked: list[list[str]] = []

    def answer(question: AnyQuestion) -> Answer:
        asked.append(find_holes(question))
        return dict(zip(FIELDS, entered, strict=True))

    told = carry(table, lambda desk: get_card(desk, 7), stand_in=answer)
    assert asked == [[f"card.7.{what}" for what in FIELDS]]
    again = carry(told.position, lambda desk: get_card(desk, 7))
    assert not again.steps, "and never again"


@pytest.mark.clause("GOL-CARD-05")
def test_on_most_cards_yellow_comes_before_grey() -> None:
    firsts = [PRINTED.house["card"][str(number)]["first"] for number in CARDS]
    assert set(firsts) == {"marble", "rabbi"}
    assert firsts.count("marble") > len(CARDS) / 2


@pytest.mark.clause("GOL-CARD-06")
@pytest.mark.parametrize("first", ["marble", "rabbi"])
def test_the_bonus_comes_before_the_action(first: TurnType) -> None:
    told = play(card(bonus="study", first=first))
    assert told.tags.index("bonus") < told.tags.index("track") < told.tags.index("turn")
    assert told.tags.index("turn") < told.tags.index("marble" if first == "marble" else "rabbi")


@pytest.mark.clause("GOL-CARD-07", "GOL-CARD-08")
def test_only_one_of_grey_and_yellow_is_carried_out_and_blue_by_itself_does_nothing() -> None:
    """``WHITE`` has no answer for the book display, so a question for it would fail."""
    marble = play(card(first="marble"))
    assert ("marble" in marble.tags, "rabbi" in marble.tags) == (True, False)
    rabbi = play(card(first="rabbi"))
    assert ("marble" in rabbi.tags, "rabbi" in rabbi.tags) == (False, True)
    assert "book" not in {*marble.tags, *rabbi.tags}


@pytest.mark.clause("GOL-CARD-09")
def test_at_the_end_of_the_round_its_cards_go_under_the_deck() -> None:
    told = play(card(), card(), card(), turns=3)
    again = carry(told.position, put_away)
    assert again.one("cards").clauses == ("GOL-CARD-09",)
    assert again.data("cards")["shuffled"] is False
    deck = told.position.deck
    assert told.position.cards == []
    assert not {1, 2, 3} & set(deck.pile), "seventeen others come before them"
    assert deck.pile[-1] == 4


@pytest.mark.clause("GOL-CARD-10", "GOL-BONUS-12")
def test_twelve_cards_come_in_a_game_none_twice_except_after_a_shuffle() -> None:
    shuffled = 0
    for seed in range(12):
        seen: list[list[int]] = [[]]
        for table, steps in whole_game({}, seed):
            for step in steps:
                if isinstance(step.event, Reveal):
                    seen[-1].append(step.event.card.id)
                elif step.event.__struct_config__.tag == "cards" and "GOL-BONUS-12" in step.clauses:
                    seen.append([])
                    assert sorted(table.deck.pile) == sorted(CARDS)
        assert sum(map(len, seen)) == 12
        assert all(len(set(part)) == len(part) for part in seen)
        shuffled += len(seen) > 1
    assert 0 < shuffled < 12, "both kinds of game are among them"


@pytest.mark.clause("GOL-BONUS-12", "GOL-BONUS-13")
def test_bonus_shuffle_makes_one_deck_of_all_cards_at_the_end_of_the_round() -> None:
    told = play(card(bonus="shuffle"), card(), card(), turns=3)
    table = told.position
    assert table.reshuffle
    assert len(table.deck.pile) == 17, "not before the end"
    away = carry(table, put_away)
    assert away.tags == ["cards"]
    assert away.data("cards")["shuffled"] is True
    assert away.one("cards").clauses == ("GOL-BONUS-12",), "in place of GOL-CARD-09"
    assert sorted(table.deck.pile) == sorted(CARDS)
    assert table.deck.pile != list(CARDS)
    assert not table.reshuffle, "of this round only"
    assert carry(table, put_away).one("cards").clauses == ("GOL-CARD-09",)


# ------------------------------------------------------------------------------------------------------- kinds of turns


def kinds(*cards: Card) -> list[str]:
    edges = [Edge(one.first, one.left_half, one.right_half) for one in cards]
    return list(decide_types(edges, rulings(), None))


def why(types: list[Any], *cards: Card, **switched: str) -> tuple[str, str]:
    """The kind of the turn after these, and the clause that threw the other kind out."""
    notes: Notes = []
    edges = [Edge(one.first, one.left_half, one.right_half) for one in cards]
    found = choose_turn_type(types, edges, (), rulings(**switched), notes)
    (clause,) = thrown_out(notes[0]).values()
    return found, clause


TYPES: tuple[TurnType, ...] = ("marble", "rabbi")
M, R = card(first="marble"), card(first="rabbi")
M_HALF, M_OTHER_HALF = card(right_half=True), card(left_half=True)


@pytest.mark.clause("GOL-TURN-01")
def test_two_marbles_and_one_rabbi_whatever_the_cards_are() -> None:
    every = [
        card(first=first, left_half=left, right_half=right)
        for first, left, right in product(TYPES, (False, True), (False, True))
    ]
    for three in product(every, repeat=3):
        assert sorted(kinds(*three)) == ["marble", "marble", "rabbi"]


@pytest.mark.clause("GOL-TURN-02", "GOL-TURN-03", "GOL-TURN-04", "GOL-TURN-05", "GOL-TURN-07")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ((R, M, M), ["rabbi", "marble", "marble"]),
        ((R, R, R), ["rabbi", "marble", "marble"]),
        ((M_HALF, M_OTHER_HALF, M), ["marble", "rabbi", "marble"]),
        ((M, R, R), ["marble", "rabbi", "marble"]),
        ((M, M, M), ["marble", "marble", "rabbi"]),
    ],
)
def test_the_order_of_the_three_turns(cards: tuple[Card, ...], expected: list[str]) -> None:
    assert kinds(*cards) == expected


@pytest.mark.clause("GOL-TURN-02")
def test_turn_1_by_the_column_further_left() -> None:
    assert why([], M) == ("marble", "GOL-TURN-02")
    assert why([], R) == ("rabbi", "GOL-TURN-02")


@pytest.mark.clause("GOL-TURN-03")
def test_after_the_rabbi_marbles() -> None:
    assert why(["rabbi"], R, R) == ("marble", "GOL-TURN-03")
    assert why(["rabbi", "marble"], R, R, R)[0] == "marble"


@pytest.mark.clause("GOL-TURN-04")
def test_turn_2_with_a_silhouette_of_the_right_half_and_the_left_half() -> None:
    assert why(["marble"], M_HALF, M_OTHER_HALF) == ("rabbi", "GOL-TURN-04")
    for first, second in ((M_HALF, M), (M, M_OTHER_HALF), (M_OTHER_HALF, M_HALF)):
        assert why(["marble"], first, second) == ("marble", "GOL-TURN-05"), "one half is no rabbi"


@pytest.mark.clause("GOL-TURN-04", "GOL-RABBI-01")
def test_a_silhouette_makes_the_rabbi_read_card_2() -> None:
    told = play(
        card(rabbi=(5, 4, 3, 2, 1), right_half=True), card(rabbi=(2, 1, 3, 5, 4), left_half=True), turns=2, humans=3
    )
    assert told.position.types == ["marble", "rabbi"]
    assert told.data("rabbi")["tile"] == 2


@pytest.mark.clause("GOL-TURN-05")
def test_turn_2_without_a_silhouette_by_its_own_card() -> None:
    assert why(["marble"], M, R) == ("rabbi", "GOL-TURN-05")
    assert why(["marble"], M, M) == ("marble", "GOL-TURN-05")


@pytest.mark.clause("GOL-TURN-06")
def test_a_silhouette_after_the_rabbi_has_no_effect() -> None:
    first = card(first="rabbi", right_half=True)
    assert why(["rabbi"], first, M_OTHER_HALF) == ("marble", "GOL-TURN-03")


@pytest.mark.clause("GOL-TURN-07")
def test_turn_3_is_what_is_missing_read_from_card_3() -> None:
    assert why(["marble", "marble"], M, M, M) == ("rabbi", "GOL-TURN-07")
    assert why(["marble", "rabbi"], M, R, R) == ("marble", "GOL-TURN-07")
    told = play(card(), card(), card(rabbi=(3, 1, 2, 4, 5)), turns=3, humans=3)
    assert told.data("rabbi")["tile"] == 3


@pytest.mark.clause("GOL-TURN-08")
def test_a_silhouette_between_cards_2_and_3_has_no_effect() -> None:
    second, third = card(first="rabbi", right_half=True), card(left_half=True)
    assert kinds(M, second, third) == ["marble", "rabbi", "marble"]
    assert kinds(M_HALF, card(left_half=True, right_half=True), third) == ["marble", "rabbi", "marble"]


@pytest.mark.clause("GOL-TURN-09")
def test_a_golem_in_viii_to_x_does_not_change_the_kind_of_turn() -> None:
    notes: Notes = []
    edge = Edge("marble", left_half=False, right_half=False)
    assert choose_turn_type([], [edge], golems("red 8", "blue 10"), rulings(), notes) == "marble"
    assert thrown_out(notes[0]) == {"rabbi": "GOL-TURN-02"}
