"""Whole games of Golem: at the table and in the lab, with house values and with every hole asked; how hard she is."""

from __future__ import annotations

from math import ceil, floor, sqrt
from statistics import median
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automarium.box.box import find_answered_facts, find_holes
from automarium.engine.content.pack import HOLE, Pack
from automarium.engine.content.rulings import settle
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Table
from automarium.engine.question import Answer, AnyQuestion
from automarium.games.golem.commands import Next, Tally, TieBreak
from automarium.games.golem.corrections import WHAT, Adjust
from automarium.games.golem.position import DISTRICTS, PRINTED, Position
from automarium.lab.simulated_game import play_game
from tests.games.golem.kit import DEFINITION, new_desk
from tests.games.golem.recount import Recount, check_table
from tests.games.golem.strategies import rulings
from tests.games.whole_games import check_any_run_of_inputs, check_live_game_is_the_labs
from tests.proof import PROOF, scale

LEVELS = (1, 2, 3, 4)
GAMES = scale(80, 1000)
OWN = {"board": "printed", "cards": "printed", "deck": "mine"}

# ----------------------------------------------------------------------------------------------------- at the table

names = st.one_of(
    st.sampled_from(DISTRICTS),
    st.sampled_from(
        ("leg-2", "leg-3", "large", "right-1-grey", "track", "red 1", "yellow 1", "red 10 lying", "supply")
    ),
)
lists = st.one_of(
    st.lists(st.sampled_from(("red", "yellow", "blue", "black", "white")), max_size=3),
    st.permutations(DISTRICTS).map(list),
    st.lists(st.integers(1, 21), max_size=3, unique=True),
    st.lists(st.sampled_from(("red-1", "red-2", "black-1")), max_size=3),
)
values: st.SearchStrategy[Any] = st.one_of(st.integers(-6, 21), names, lists)
spots = st.sampled_from((None, None, "red 1", "yellow 1", "supply", "blue-3"))
inputs = st.one_of(
    *[st.just(Next())] * 4,
    st.builds(Adjust, st.sampled_from(WHAT), values, spots),
    st.builds(Adjust, st.just("golem"), names, st.sampled_from(("red 1", "yellow 1", "blue 1", "supply"))),
    st.builds(Tally, st.sampled_from(("human", "human-2")), st.integers(-100, 150)),
    st.builds(TieBreak, st.sampled_from(("automa", "human"))),
    st.just("undo"),
    st.just("redo"),
)
options = st.fixed_dictionaries(
    {
        "level": st.sampled_from(LEVELS),
        "humans": st.integers(1, 3),
        "cards": st.sampled_from(("house", "printed")),
        "board": st.sampled_from(("house", "house", "printed")),
        "deck": st.sampled_from(("app", "mine")),
    }
)


@settings(max_examples=scale(20, 60))
@given(st.data(), st.integers(0, 2**48), options, rulings)
def test_any_run_of_inputs(data: st.DataObject, seed: int, chosen: dict[str, Any], switched: dict[str, str]) -> None:
    check_any_run_of_inputs(DEFINITION, PRINTED, chosen, switched, seed, inputs, data)


@pytest.mark.parametrize("seed", range(12))
def test_a_live_game_gives_the_same_as_the_lab(seed: int) -> None:
    own = OWN if seed % 4 == 0 else {}
    check_live_game_is_the_labs(DEFINITION, PRINTED, {"level": LEVELS[seed % 4], "humans": seed % 3 + 1, **own}, seed)


# --------------------------------------------------------------------------------------------------------- in the lab


def total(end: Position) -> int:
    return DEFINITION.scoring.score(end, settle(DEFINITION.rulings, {})).totals["automa"]


def whole_games(level: int) -> list[Position]:
    """The number of humans and the deck in turn; each game must come to its end as it should."""
    ends = []
    for seed in range(GAMES):
        options = {"level": level, "humans": seed % 3 + 1, "deck": ("app", "mine")[seed % 2]}
        end = play_game(DEFINITION, options, seed, PRINTED, explain=seed % 20 == 0)
        assert end.over
        assert (end.round, end.turn) == (4, 12)
        assert len(end.characters) == len(set(end.characters)) == 4
        check_table(end)
        ends.append(end)
    return ends


def test_whole_games_of_each_level_and_each_is_harder_than_the_one_before() -> None:
    """The median of her VP rises, and in the whole proof the 95 % intervals of the medians lie apart."""
    around = 1.96 * sqrt(GAMES) / 2 if PROOF else 0
    below, above = floor(GAMES / 2 - around), ceil(GAMES / 2 + around)
    highest = -100
    for level in LEVELS:
        vp = sorted(map(total, whole_games(level)))
        assert vp[below] > highest, f"level {level}: {vp[below]} to {vp[above]}, median {median(vp)}"
        highest = vp[above]


class Owner:
    """A stand-in with the printed game: answers like the rival, and remembers what was asked."""

    def __init__(self, chance: Chance) -> None:
        self.rival = DEFINITION.lab.rival(PRINTED, chance)
        self.holes: list[str] = []

    def answer(self, question: AnyQuestion) -> Answer:
        self.holes += find_holes(question)
        return self.rival.answer(question)


@pytest.mark.parametrize("seed", range(40))
def test_with_ones_own_components_every_hole_is_asked_once(seed: int) -> None:
    chance = Chance(seed)
    owner = Owner(chance)
    table = Table(chance, stand_in=owner.answer, explain=False)
    desk = new_desk({"level": seed % 4 + 1, "humans": seed % 3 + 1, **OWN}, table)
    position = desk.position
    recount = Recount()
    while not position.over:
        Next().carry_out(desk)
    recount.read(table.steps)
    recount.agrees_with(position)
    check_table(position, house=False)
    assert len(owner.holes) == len(set(owner.holes)), "nothing is asked twice in a game"
    assert set(owner.holes) <= set(PRINTED.holes()), "and nothing that is printed"
    for wanted in ("red_zone", "starting_tile", "golem_space", "card"):
        assert any(hole.startswith(f"{wanted}.") for hole in owner.holes), wanted
    cards = {hole.split(".")[1] for hole in owner.holes if hole.startswith("card.")}
    assert cards == {str(id_) for id_ in range(1, 21)} & cards
    assert len(cards) <= 12


def test_what_an_owner_once_entered_is_not_asked_again() -> None:
    """The same game with the answers in the owner's pack: no hole is left, and it comes out the same."""
    given_: dict[str, Answer] = {}

    def play(pack: Pack, answers: dict[str, Answer]) -> tuple[Position, list[str]]:
        chance, holes = Chance(7), list[str]()
        rival = DEFINITION.lab.rival(pack, Chance(8))
        facts = Chance(9)

        def answer(question: AnyQuestion) -> Answer:
            asked = find_holes(question)
            if not asked:
                return rival.answer(question)
            holes.extend(asked)
            told = DEFINITION.lab.rival(pack, facts).answer(question)
            answers.update(find_answered_facts(question, told))
            return told

        table = Table(chance, stand_in=answer, explain=False)
        desk = new_desk({"level": 3, **OWN}, table, pack)
        position = desk.position
        while not position.over:
            Next().carry_out(desk)
        return position, holes

    first, asked = play(PRINTED, given_)
    own: dict[str, Any] = {}
    for path, value in given_.items():
        section, id_, field = path.split(".")
        own.setdefault(section, {}).setdefault(id_, {})[field] = value
    pack = Pack(PRINTED.printed, PRINTED.house, own)
    pack.check_own(DEFINITION.content.own_sections)
    DEFINITION.content.check_pack(pack)
    second, asked_again = play(pack, {})
    assert asked
    assert asked_again == []
    second.learned = first.learned
    assert second == first


# ------------------------------------------------------------------------------------------------------ the house deck


def house_cards() -> list[dict[str, Any]]:
    return list(PRINTED.house["card"].values())


def test_the_house_deck_keeps_what_the_rulebooks_say_of_the_cards() -> None:
    cards = house_cards()
    assert len(cards) == 20
    marble_first = [card for card in cards if card["first"] == "marble"]
    assert len(cards) / 2 < len(marble_first) < len(cards), "most cards, not all"
    assert any(card["bonus"] == "none" for card in cards)
    assert {card["bonus"] for card in cards} == {
        "none", "gold", "study", "student", "golem-1", "golem-2", "shuffle",
    }, "every bonus of the table is on some card"  # fmt: skip
    assert all(1 <= card["level"] <= 4 for card in cards)
    for card in cards:
        assert sorted(card["rabbi"]) == [1, 2, 3, 4, 5], "a free tile is found even with three"
        assert sorted(card["books"]) == [1, 2, 3, 4, 5]
        assert len(set(card["marble"])) == len(card["marble"])
    assert any(len(card["marble"]) >= 5 for card in cards)
    assert {one for card in cards for one in card["marble"]} == {
        "most", "work", "strategy", "black", "white", "left", "right", "neither",
    }  # fmt: skip
    halves = {(one["right_half"], other["left_half"]) for one in marble_first for other in marble_first if one != other}
    assert halves == {(left, right) for left in ("yes", "no") for right in ("yes", "no")}, "whole silhouettes and none"


def test_no_two_house_cards_are_the_same() -> None:
    cards = house_cards()
    assert all(one != other for index, one in enumerate(cards) for other in cards[:index])


def test_the_house_fills_every_hole_that_a_game_can_meet() -> None:
    """Whatever is a hole in the printed pack has a value of the house, on the spaces that the house's tracks have."""
    spaces = {f"{track}_space": PRINTED.house[f"{track}_track"]["whole"]["spaces"] for track in ("golem", "study")}
    for path in PRINTED.holes():
        section, id_, field = path.split(".")
        if section in spaces and int(id_) > spaces[section]:
            continue
        ours = PRINTED.house.get(section, {}).get(id_, {}).get(field, HOLE)
        assert ours != HOLE, path
