"""What must hold on every board and table: the first line that applies, turns that end, cards that are never lost."""

from __future__ import annotations

import copy
from statistics import mean, stdev
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automarium import decide
from automarium.engine.choice.trace import Notes
from automarium.engine.content.rulings import settle
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Desk, Table
from automarium.games.penumbra.boards.board import AutomaBoard
from automarium.games.penumbra.boards.line import Entry
from automarium.games.penumbra.commands import Counted, Ended, Next, Sparked, Total
from automarium.games.penumbra.corrections import Adjust
from automarium.games.penumbra.events import Line, NoLine, Rest, Reveal, TakesCard, Would
from automarium.games.penumbra.odds import compute_odds
from automarium.games.penumbra.position import HOUSE_CARDS, PRINTED, Position
from automarium.games.penumbra.rivals import StillRival
from automarium.games.penumbra.rules.lists import find_line
from automarium.games.penumbra.rules.turn import play_turn
from automarium.lab.simulated_game import play_game
from tests.games.penumbra.kit import COLOURS, DEFINITION, HOUSE, desk_for
from tests.games.penumbra.reference import Reference
from tests.games.penumbra.strategies import (
    AnyAnswers,
    World,
    any_boards,
    entries,
    lists,
    numbers,
    rulings,
    tables,
    worlds,
)
from tests.games.whole_games import check_any_run_of_inputs, check_live_game_is_the_labs
from tests.proof import scale
from tests.traces import check_narrowing

KEPT_FOR_HANDS = (  # the reference procedure keeps no such books; test_hands proves them
    *Position.unhashed,
    "placed",
    "ordinal",
    "laid",
    "deeds",
    "class_cards",
    "contract_places",
    "trial_places",
    "rows",  # nothing is asked twice
    "classes",
)
DEFAULTS = settle(DEFINITION.rulings, {})


def house_cards(position: Position) -> list[int]:
    lying = [card.id for stack in position.slots for card in stack if card.id is not None]
    return sorted([*lying, *position.artifacts.pile])


# ----------------------------------------------------------------------------------------------------------- any turn


@settings(max_examples=scale(20, 150))
@given(tables(any_boards()), rulings, numbers)
def test_a_turn_on_any_board_ends_and_loses_no_card(
    position: Position, chosen: dict[str, str], answers: list[int]
) -> None:
    before = copy.deepcopy(position)
    table = desk_for(position, chosen, seed=1, stand_in=AnyAnswers(answers).answer)
    play_turn(table)
    assert house_cards(position) == sorted(HOUSE_CARDS), "every card of the house deck is in the pile or in a slot"
    assert position.turn == before.turn + 1
    assert position.ordinal == 0
    assert not position.ahead
    assert not position.gaps, "nothing outlives the turn"
    taken = [(step.event.colour, step.event.side) for step in table.steps if isinstance(step.event, TakesCard)]
    assert len(set(taken)) == len(taken) or table.rulings.amb_25 == "at-once", "no place is emptied twice"
    assert all(at >= 0 for at in DEFINITION.table.layout(position).tracks.values() if isinstance(at, int))
    assert before.level <= position.level <= max(position.board.mark_places, before.level)
    assert before.alignment in (None, position.alignment), "PEN-GEN-27"
    if any(isinstance(step.event, Rest) for step in table.steps):
        assert position.slots == [[], [], [], []]
    for step in table.steps:
        for trace in step.traces:
            check_narrowing(trace)
        if isinstance(step.event, Line):
            assert step.traces[-1].chosen.index == step.event.number - 1


@settings(max_examples=scale(20, 150))
@given(tables(), worlds())
def test_the_same_as_the_reference_procedure(position: Position, world: dict[str, Any]) -> None:
    position.own_dice = True
    expected = copy.deepcopy(position)
    reference = Reference(expected, world)
    reference.turn()
    table = desk_for(position, stand_in=World(world).answer)
    play_turn(table)
    fired = [(step.event.slot, step.event.number) for step in table.steps if isinstance(step.event, Line)]
    assert fired == reference.fired
    for book in KEPT_FOR_HANDS:
        setattr(expected, book, getattr(position, book))
    assert position == expected


@settings(max_examples=scale(20, 50))
@given(tables(), rulings, numbers)
def test_nobody_listening_changes_nothing(position: Position, chosen: dict[str, str], answers: list[int]) -> None:
    silent = copy.deepcopy(position)
    play_turn(desk_for(position, chosen, seed=1, stand_in=AnyAnswers(answers).answer))
    table = Table(Chance(1), stand_in=AnyAnswers(answers).answer, explain=False, listening=False)
    play_turn(Desk(silent, PRINTED, settle(DEFINITION.rulings, chosen), table))
    assert silent == position


# -------------------------------------------------------------------------------------------------------------- lists


class Facts:
    """What a list looks at, as plain values."""

    def __init__(self, cards: int, ordinal: int, level: int, free_marks: int, contract: bool, trial: bool) -> None:
        self.above = self.cards = cards
        self.ordinal, self.level, self.free_marks = ordinal, level, free_marks
        self.contract, self.trial = contract, trial

    def count(self, _: str) -> int:
        return self.cards

    def contract_allowed(self) -> bool:
        return self.contract

    def trial_allowed(self) -> bool:
        return self.trial

    def applies(self, entry: Entry) -> bool:
        when = entry.when
        cards = {None: True, "==1": self.cards == 1, "==2": self.cards == 2, ">=2": self.cards >= 2}[when.cards]
        order = {None: True, "first": self.ordinal == 1, "second+": self.ordinal > 1}[when.order]
        possible = {"mark_and_card": self.free_marks > 0, "contract": self.contract, "trial": self.trial}
        doable = all(possible.get(effect.effect, True) for effect in entry.do)
        return cards and order and self.level >= (when.min_level or 0) and doable


facts = st.builds(
    Facts, st.integers(1, 4), st.integers(1, 3), st.integers(0, 6), st.integers(0, 2), st.booleans(), st.booleans()
)


@given(lists, facts)
def test_the_first_line_that_applies_is_carried_out(lines: tuple[Entry, ...], seen: Facts) -> None:
    notes: Notes = []
    found = find_line(0, lines, seen, DEFAULTS, notes)
    applying = [index for index, line in enumerate(lines) if seen.applies(line)]
    assert found == (applying[0] if applying else None)
    assert find_line(0, lines, seen, DEFAULTS, None) == found
    (trace,) = notes
    looked_at = len(lines) if found is None else found + 1
    assert [line.index for line in trace.candidates] == list(range(looked_at)), "and nothing below it is looked at"


@given(st.lists(entries, max_size=4), facts)
def test_the_oracle_says_the_same(lines: list[Entry], seen: Facts) -> None:
    usable = [line for line in lines if not any(effect.effect in ("unique", "discard_all") for effect in line.do)]
    told: list[dict[str, Any]] = []
    for line in usable:
        when = {"cards": line.when.cards, "order": line.when.order, "min_level": line.when.min_level}
        do: list[Any] = [
            {"effect": "substitution", "slot": "abcd".index(str(effect.slot))}
            if effect.effect == "substitution"
            else effect.effect
            for effect in line.do
        ]
        told.append({"when": {name: value for name, value in when.items() if value is not None}, "do": do})
    told.append({"when": {}, "do": "arcana"})
    request = {
        "list": told,
        "cards": seen.cards,
        "ordinal": seen.ordinal,
        "level": seen.level + 1,
        "alignment": "dark",
        "free_marks": seen.free_marks,
        "contracts": [{"vp": 0, "alignment": "dark" if seen.contract else "light"}],
        "trials": [{"difficulty": 0 if seen.trial else 99, "vp": 3}],
    }
    seen.level += 1
    answer = decide({"game": "penumbra", "ask": "instruction", "facts": request})
    applying = [index for index, line in enumerate(usable) if seen.applies(line)]
    assert answer["answer"] == (applying[0] if applying else len(usable))
    assert answer["text"]


# --------------------------------------------------------------------------------------------------------------- odds


MOVED_BY = ("PEN-AMB-01", "PEN-AMB-08", "PEN-AMB-09", "PEN-AMB-12", "PEN-AMB-15", "PEN-AMB-33", "PEN-AMB-35")
moved_by = st.fixed_dictionaries(
    {ruling.id: st.sampled_from(ruling.choices) for ruling in DEFINITION.rulings.rulings() if ruling.id in MOVED_BY}
)


def with_single_effects(board: AutomaBoard) -> AutomaBoard:
    """What one effect of several changes for the next is unknown beforehand."""
    lists = tuple(tuple(Entry(line.do[:1], line.when) for line in lines) for lines in board.lists)
    return msgspec.structs.replace(board, lists=lists)


@settings(max_examples=scale(20, 150))
@given(tables(any_boards().map(with_single_effects)), moved_by, st.booleans(), st.booleans())
def test_odds_are_what_the_rules_do(position: Position, chosen: dict[str, str], contract: bool, trial: bool) -> None:
    """For every card that can come, in the case that the rows really are: the line that her turn then tells."""
    rulings = settle(DEFINITION.rulings, chosen)
    if all(position.slots):
        with pytest.raises(Refused):
            compute_odds(position, PRINTED, rulings)
        return
    before = copy.deepcopy(position)
    counted = compute_odds(position, PRINTED, rulings)
    assert position == before
    assert list(counted.cards) == position.artifacts.coming
    world = {
        "contracts": [(0, position.alignment or "light")] if contract else [],
        "trials": [(0, 3)] if trial else [],
        "places": dict.fromkeys(("guild", "shop", "brewery", "card", "mark"), "full"),
        "spark": "yes",
        "classes": set(COLOURS),
        "roll": 1,
        "shop": [],
    }
    holding = {"contract" if contract else "no-contract", "trial" if trial else "no-trial"}
    for id_ in list(counted.cards)[:8]:
        played = copy.deepcopy(position)
        played.own_dice = True
        played.artifacts.pile.remove(id_)
        played.artifacts.pile.append(id_)
        table = desk_for(played, chosen, stand_in=World(world).answer)
        play_turn(table)
        told = [step.event for step in table.steps]
        revealed = [n for n, event in enumerate(told) if isinstance(event, Reveal)]
        first = told[revealed[0] : revealed[1]] if len(revealed) > 1 else told[revealed[0] :]
        lines = [(event.slot, getattr(event, "effects", ())) for event in first if isinstance(event, (Line, NoLine))]
        would = [event for event in counted.by_card[id_] if isinstance(event, Would)]
        assert len(would) == len(counted.by_card[id_])
        (case,) = [event for event in would if set(event.conditions) <= holding]
        assert (case.slot, case.effects) == (lines[-1] if lines else (first[0].slot, ()))  # type: ignore[attr-defined]


# -------------------------------------------------------------------------------------------------------- whole games

inputs = st.one_of(
    st.just(Next()),
    st.just(Next()),
    st.just(Next()),
    st.just(Sparked()),
    st.just(Total(40)),
    st.builds(Counted, *[st.integers(0, 9)] * 5),
    st.builds(Adjust, st.sampled_from(["arcana", "sparks"]), st.integers(0, 9)),
    st.builds(Adjust, st.just("mark"), st.sampled_from(COLOURS)),
    st.builds(Adjust, st.just("put"), st.sampled_from("1234"), st.sampled_from(COLOURS), st.sampled_from("1234")),
    st.builds(Adjust, st.just("take"), st.sampled_from("1234")),
    st.just(Ended()),
    st.just("undo"),
    st.just("redo"),
)


@settings(max_examples=scale(20, 40))
@given(st.data(), st.integers(0, 2**48), st.sampled_from(["app", "mine"]), st.sampled_from(["app", "mine"]), rulings)
def test_any_run_of_inputs(data: st.DataObject, seed: int, deck: str, dice: str, chosen: dict[str, str]) -> None:
    options = {"level": data.draw(st.sampled_from(sorted(HOUSE))), "deck": deck, "dice": dice}
    check_any_run_of_inputs(DEFINITION, PRINTED, options, chosen, seed, inputs, data)


def test_whole_games() -> None:
    """Against a random stand-in, all rivals, both decks, without a crash; everything recounted at the end."""
    for seed in range(scale(100, 1000)):
        level = sorted(HOUSE)[seed % 4]
        deck = "mine" if seed % 3 == 0 else "app"
        end = play_game(
            DEFINITION, {"level": level, "deck": deck, "start": "red"}, seed, PRINTED, explain=seed % 10 == 0
        )
        assert end.over
        assert end.tally is not None
        assert 1 <= end.level <= end.board.mark_places
        assert (end.alignment is None) == (not end.contracts), "the house Contracts all have an alignment"
        if end.alignment is not None:
            assert (end.light > 0) == (end.alignment == "light")
            assert (end.dark > 0) == (end.alignment == "dark")
        if deck == "app":
            assert house_cards(end) == sorted(HOUSE_CARDS)


@pytest.mark.parametrize("seed", range(24))
def test_a_live_game_gives_the_same_as_the_lab(seed: int) -> None:
    options = {"level": sorted(HOUSE)[seed % 4], "deck": "app" if seed % 2 else "mine"}
    check_live_game_is_the_labs(DEFINITION, PRINTED, options, seed)


def interval(level: str, games: int = scale(120, 250)) -> tuple[float, float]:
    """Her mean score with its 99 % interval, the same seeds for every rival."""
    ends = [play_game(DEFINITION, {"level": level, "deck": "app"}, seed, PRINTED) for seed in range(games)]
    scores = [DEFINITION.scoring.score(end, DEFAULTS).totals["automa"] for end in ends]
    half = 2.58 * stdev(scores) / games**0.5
    return mean(scores) - half, mean(scores) + half


def test_the_house_rivals_really_rise_in_difficulty() -> None:
    beginner, standard, contracts, trials = (
        interval(level) for level in ("beginner", "standard", "contracts", "trials")
    )
    assert beginner[1] < standard[0], (beginner, standard)
    assert standard[1] < contracts[0], (standard, contracts)
    assert standard[1] < trials[0], (standard, trials)


def test_the_specialists_are_what_they_are_called() -> None:
    def taken(level: str) -> tuple[float, float]:
        ends = [play_game(DEFINITION, {"level": level, "deck": "app"}, seed, PRINTED) for seed in range(scale(40, 120))]
        return mean(len(end.contracts) for end in ends), mean(len(end.trials) for end in ends)

    found = {level: taken(level) for level in HOUSE}
    assert found["contracts"][0] == max(contracts for contracts, _ in found.values())
    assert found["trials"][1] == max(trials for _, trials in found.values())
    assert found["contracts"][0] > 1.5 * found["standard"][0]
    assert found["trials"][1] > 1.5 * found["standard"][1]


def test_a_board_is_a_value() -> None:
    """No turn ever changes a board."""
    board: AutomaBoard = copy.deepcopy(HOUSE["standard"])
    play_game(DEFINITION, {"level": "standard", "deck": "app"}, 7, PRINTED)
    assert HOUSE["standard"] == board


def test_a_game_against_nobody_ends_as_well() -> None:
    """Regression: where only she acts the table can run dry, and the benchmark's game never ended."""
    played = play_game(DEFINITION, {"level": "contracts", "deck": "app"}, 45, PRINTED, rival=StillRival)
    assert DEFINITION.status(played).over
    assert DEFINITION.status(played).turn <= 31
