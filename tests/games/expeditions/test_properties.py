"""Properties of every position: legal moves, conserved tokens, traces that end in the move, repeatable games."""

from __future__ import annotations

import copy

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automarium.engine.content.rulings import settle
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Desk as AnyDesk
from automarium.engine.play.desk import Table
from automarium.games.expeditions.commands import Boasted, Explored, Go, Next, Vanquished
from automarium.games.expeditions.corrections import Adjust
from automarium.games.expeditions.events import Cleanse, Explore, Move
from automarium.games.expeditions.odds import compute_odds
from automarium.games.expeditions.position import (
    AHEAD,
    CENTRAL,
    GLORY_TOKENS,
    NORTH,
    PLACES,
    PRINTED,
    ROWS,
    SPECIAL,
    DecisionCard,
    Mech,
    Position,
    Section,
)
from automarium.games.expeditions.rules.turn import play_card
from automarium.lab.simulated_game import play_game
from automarium.protocol.oracle import decide
from tests.games.expeditions import kit
from tests.games.expeditions.kit import CARDS, DEFINITION, desk_of
from tests.games.expeditions.strategies import cards, rulings, stacks, tables
from tests.games.whole_games import check_any_run_of_inputs, check_live_game_is_the_labs
from tests.proof import scale
from tests.traces import check_narrowing


def tokens_on_map(position: Position) -> int:
    return sum(len(tile.corruption) for tile in position.tiles.values())


def maps_on_map(position: Position) -> int:
    return sum(tile.map for tile in position.tiles.values())


@given(tables(), cards, rulings, stacks)
def test_a_card_on_any_table(position: Position, card: DecisionCard, chosen: dict[str, str], stack: list[int]) -> None:
    before = copy.deepcopy(position)
    table = Table(Chance(0), stand_in=lambda _: list(stack))
    play_card(desk_of(position, table, chosen), card)
    events = [step.event for step in table.steps]
    assert position.mechs["north"] in NORTH
    assert position.mechs["central"] in CENTRAL
    assert position.human == before.human
    assert position.human not in position.mechs.values(), "EXP-MOVE-12"
    assert 0 <= position.progress <= position.card.last_space
    assert before.glory <= position.glory <= min(GLORY_TOKENS, before.glory + 1), "EXP-PROG-10"
    # nothing appears or is lost: what leaves the map is in her stock, what came was turned up
    explored = [event for event in events if isinstance(event, Explore)]
    assert maps_on_map(before) - maps_on_map(position) == position.maps == len(explored)
    opened = sum(before.tiles[event.at].closed for event in explored)
    placed = len(stack) * opened
    assert tokens_on_map(before) + placed == tokens_on_map(position) + position.corruption + position.special
    taken = sum(len(event.tokens) for event in events if isinstance(event, Cleanse))
    assert taken == position.corruption
    # tiles that were not explored are as they were, but for what was taken from the top
    for place, tile in position.tiles.items():
        if place not in [event.at for event in explored]:
            assert tile.closed == before.tiles[place].closed
            assert tile.map == before.tiles[place].map


@given(tables(), cards, rulings)
def test_the_traced_reason_leads_to_the_deed(position: Position, card: DecisionCard, chosen: dict[str, str]) -> None:
    table = Table(Chance(0), stand_in=lambda _: [])
    play_card(desk_of(position, table, chosen), card)
    for step in table.steps:
        for trace in step.traces:
            check_narrowing(trace)
        if isinstance(step.event, Move):
            assert step.traces[-1].chosen == step.event.to
            assert step.event.to in AHEAD[step.event.from_][1:]


@given(tables(), cards, rulings)
def test_a_silent_turn_is_the_same(position: Position, card: DecisionCard, chosen: dict[str, str]) -> None:
    silent = copy.deepcopy(position)
    play_card(desk_of(position, Table(Chance(0), stand_in=lambda _: [3]), chosen), card)
    table = Table(Chance(0), stand_in=lambda _: [3], explain=False, listening=False)
    play_card(AnyDesk(silent, PRINTED, settle(DEFINITION.rulings, chosen), table), card)
    assert table.steps == []
    assert silent == position


def reference_turn(position: Position, card: DecisionCard) -> None:
    """Return a turn by the reference procedure of the catalogue (section 2), written a second time."""
    if card.advances_progress and position.progress < position.card.last_space:
        position.progress += 1
        if position.progress in position.card.glory_spaces and position.glory < 8:
            position.glory += 1
    sections: dict[Mech, Section] = {"north": card.north, "central": card.central}
    for mech, section in sections.items():
        row = list(NORTH) if mech == "north" else list(CENTRAL)[::-1]
        here = row.index(position.mechs[mech])
        ring = [place for place in row[here:] + row[:here] if place != position.human]
        if section.sweep:
            position.swept[row[here]] = position.swept.get(row[here], 0) + 1
        target = section.target
        if target is not None and position.glory >= (target.glory_required or 0):
            for place in ring[:4]:
                tile = position.tiles[place]
                normal = [token for token in tile.corruption if token != SPECIAL]
                if target.kind == "map_token" and tile.map and tile.closed:
                    tile.map = tile.closed = False
                    position.maps += 1
                elif target.kind == "corruption" and normal:
                    for token in normal[: target.count]:
                        tile.corruption.remove(token)
                        position.tokens.append(token)
                elif target.kind == "corruption20" and tile.corruption == [SPECIAL]:
                    tile.corruption.clear()
                    position.special = True
                else:
                    continue
                position.mechs[mech] = place
                break
            else:
                position.mechs[mech] = ring[section.distance % len(ring)]
        else:
            position.mechs[mech] = ring[section.distance % len(ring)]


@settings(max_examples=scale(100, 500))
@given(tables(), cards)
def test_the_same_as_the_reference_procedure(position: Position, card: DecisionCard) -> None:
    expected = copy.deepcopy(position)
    reference_turn(expected, card)
    play_card(desk_of(position, Table(Chance(0), stand_in=lambda _: [])), card)
    assert position == expected


@given(tables(), st.sampled_from(sorted(CARDS)), rulings)
def test_the_oracle_says_what_the_game_does(position: Position, card: int, chosen: dict[str, str]) -> None:
    request = {
        "game": "expeditions",
        "ask": "turn",
        "rulings": chosen,
        "facts": kit.facts_of(position, card),
    }
    answer = decide(request)
    table = Table(Chance(0), stand_in=lambda _: [])
    play_card(desk_of(position, table, chosen), CARDS[card])
    told = [msgspec.to_builtins(step.event) for step in table.steps]
    assert answer["answer"] == [step for step in told if step["do"] not in ("turned-up", "refill")]
    assert answer["text"]
    assert [stage["clause"] for stage in answer["trace"]] == [
        stage.clause for step in table.steps for trace in step.traces for stage in trace.stages
    ] + [stage.clause for trace in table.notes or () for stage in trace.stages]


@given(tables())
def test_odds_count_every_card_that_can_come(position: Position) -> None:
    position.deck.cards = tuple(CARDS)
    position.deck.hidden = 2
    position.deck.shuffle_all(Chance(1))
    chosen = settle(DEFINITION.rulings, {})
    before = copy.deepcopy(position)
    counted = compute_odds(position, PRINTED, chosen)
    assert position == before
    assert counted.cards == tuple(CARDS)
    for id_, events in counted.by_card.items():
        table = Table(Chance(0), stand_in=lambda _: [], explain=False)
        play_card(desk_of(copy.deepcopy(before), table), CARDS[id_])
        assert [event for event in events if not isinstance(event, Explore)] == [
            step.event for step in table.steps if step.event in events and not isinstance(step.event, Explore)
        ]
    for tally in counted.tallies:
        assert tally.cards == tuple(id_ for id_, events in counted.by_card.items() if tally.outcome[0] in events)


# ------------------------------------------------------------------------------------------------------- whole games


inputs = st.one_of(
    st.just(Next()),
    st.just(Next()),
    st.builds(Go, st.sampled_from(PLACES)),
    st.builds(Explored, st.sampled_from(ROWS), stacks),
    st.builds(Vanquished, st.sampled_from(ROWS), st.integers(1, 3)),
    st.just(Boasted()),
    st.builds(Adjust, st.just("glory"), st.integers(0, 8)),
    st.builds(Adjust, st.sampled_from(ROWS), st.just("open"), stacks),
    st.just("undo"),
    st.just("redo"),
)


@settings(max_examples=scale(20, 60))
@given(st.data(), st.integers(0, 2**48), st.sampled_from(["app", "mine"]), rulings)
def test_any_run_of_inputs(data: st.DataObject, seed: int, deck: str, chosen: dict[str, str]) -> None:
    options = {"level": data.draw(st.integers(1, 5)), "deck": deck, "coin_change": 0}
    check_any_run_of_inputs(DEFINITION, PRINTED, options, chosen, seed, inputs, data)


def test_whole_games() -> None:
    """Against a random stand-in, all levels, without a crash; tokens recounted at the end."""
    for seed in range(scale(100, 1000)):
        level = 1 + seed % 5
        end = play_game(DEFINITION, {"level": level}, seed, PRINTED, explain=seed % 10 == 0)
        assert end.over
        assert end.glory == GLORY_TOKENS or end.human_glory == 4
        assert end.glory == end.card.glory_at(end.progress), "her glory comes only from the track"
        closed = sum(tile.closed for tile in end.tiles.values())
        assert maps_on_map(end) == closed
        assert end.maps <= 14 - closed
        on_map = sum(SPECIAL in tile.corruption for tile in end.tiles.values())
        assert on_map + end.special + end.human_special <= 1
        assert len(end.deck.drawn) + len(end.deck.pile) + len(end.deck.aside) == 14


@pytest.mark.parametrize("seed", range(25))
def test_a_live_game_gives_the_same_as_the_lab(seed: int) -> None:
    check_live_game_is_the_labs(DEFINITION, PRINTED, {"level": 1 + seed % 5}, seed)


def test_the_house_levels_are_harder_than_level_3() -> None:
    """Each glory comes no later, the end sooner, and no rate is lower; and simulated games say the same."""
    from tests.games.expeditions.kit import LEVELS

    for lower, higher in ((LEVELS[3], LEVELS[4]), (LEVELS[4], LEVELS[5])):
        assert all(b <= a for a, b in zip(lower.glory_spaces, higher.glory_spaces, strict=True))
        assert higher.glory_spaces[-1] < lower.glory_spaces[-1]
        rates = [msgspec.structs.astuple(card.coins) for card in (lower, higher)]
        assert all(b >= a for a, b in zip(*rates, strict=True))
        assert rates[0] != rates[1]
    chosen = settle(DEFINITION.rulings, {})

    def median_coins(level: int) -> int:
        ends = [play_game(DEFINITION, {"level": level}, seed, PRINTED) for seed in range(scale(60, 150))]
        coins = sorted(DEFINITION.scoring.score(end, chosen).totals["automa"] for end in ends)
        return coins[len(ends) // 2]

    medians = [median_coins(level) for level in (1, 2, 3, 4, 5)]
    assert medians == sorted(set(medians)), medians
