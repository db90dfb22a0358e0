"""Properties of every table: pieces are conserved, all VP are explained, traces lead to the choice."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automarium.engine.content.rulings import settle
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Desk as AnyDesk
from automarium.engine.play.desk import Table
from automarium.engine.question import Answer, AnyQuestion, Form, Several
from automarium.games.golem.effects import VOCABULARY
from automarium.games.golem.events import BonusFails, BonusTaken, CardsAway, PlaceRabbi, Reveal, TakeMarble, TurnKind
from automarium.games.golem.odds import compute_odds
from automarium.games.golem.position import CARDS_A_ROUND, COLOURS, PRINTED, ROWS, Action, Card, Desk, Position
from automarium.games.golem.rivals import RandomRival
from automarium.games.golem.rules.effects import carry_out_whole
from automarium.games.golem.rules.evening import play_evening
from automarium.games.golem.rules.rabbi import play_rabbi_turn, seeks_kill
from automarium.games.golem.rules.synagogue import perform, play_marble_turn
from automarium.games.golem.rules.turn import go_on, move_golems, play_turn
from automarium.games.golem.rulings import Rulings
from tests.games.golem.kit import DEFINITION, whole_game
from tests.games.golem.recount import Recount, check_table
from tests.games.golem.strategies import HOUSE_CARDS, rulings, tables
from tests.proof import scale

DEFAULTS = settle(DEFINITION.rulings, {})
# A table may come from anywhere, so a switched ruling must not break anything either; but "per payment" gives 1 VP for
# several steps, and then the marker cannot be read off what was told.
played_rulings = rulings.map(lambda chosen: {**chosen, "GOL-A26": "per-step"})


def recounted(position: Position, deed: Callable[[Desk], object], seed: int, chosen: dict[str, str]) -> Table:
    """Carry something out with a random rival; everything is recounted from what was told."""
    recount = Recount(position)
    chance = Chance(seed)
    table = Table(chance, stand_in=RandomRival(PRINTED, chance).answer)
    deed(AnyDesk(position, PRINTED, settle(Rulings, chosen), table))
    recount.read(table.steps)
    recount.agrees_with(position)
    check_table(position)
    return table


effects = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=3)
seeds = st.integers(0, 2**32)


@settings(max_examples=scale(40, 200))
@given(tables(), effects, seeds, played_rulings)
def test_any_effects_on_any_table(position: Position, words: list[str], seed: int, chosen: dict[str, str]) -> None:
    recounted(position, lambda desk: carry_out_whole(desk, tuple(words), "rabbi"), seed, chosen)


@settings(max_examples=scale(30, 150))
@given(tables(), st.sampled_from(["work", "golem", "artifact", "study"]), st.integers(1, 8), seeds, played_rulings)
def test_any_action_on_any_table(
    position: Position, action: Action, strength: int, seed: int, chosen: dict[str, str]
) -> None:
    recounted(position, lambda desk: perform(desk, action, strength), seed, chosen)


@settings(max_examples=scale(30, 150))
@given(tables(), st.sampled_from(HOUSE_CARDS), st.booleans(), seeds, played_rulings)
def test_any_turn_on_any_table(position: Position, card: Card, rabbi: bool, seed: int, chosen: dict[str, str]) -> None:
    turn = play_rabbi_turn if rabbi else play_marble_turn
    position.taken = []
    recounted(position, lambda desk: turn(desk, card), seed, chosen)


@given(tables(), seeds, played_rulings)
def test_any_movement_and_any_evening(position: Position, seed: int, chosen: dict[str, str]) -> None:
    recounted(position, move_golems, seed, chosen)
    position.stage = "evening"
    recounted(position, play_evening, seed, chosen)


@given(tables(), seeds, rulings)
def test_the_traced_reason_leads_to_the_chosen_one(position: Position, seed: int, chosen: dict[str, str]) -> None:
    """Each stage keeps some of the one before; the last keeps the chosen one alone. A silent run gives the same
    table."""

    def play(table: Table) -> Position:
        after = copy.deepcopy(position)
        after.cards, after.types = [], []
        after.deck.shuffle_all(Chance(seed))
        go_on(AnyDesk(after, PRINTED, settle(Rulings, chosen), table))
        return after

    chance = Chance(seed)
    table = Table(chance, stand_in=RandomRival(PRINTED, chance).answer)
    told = play(table)
    for step in table.steps:
        for trace in step.traces:
            kept = trace.candidates
            for stage in trace.stages:
                assert set(map(str, stage.kept)) <= set(map(str, kept)), stage.clause
                kept = stage.kept
            assert kept == (() if trace.chosen is None else (trace.chosen,)), trace.about
    chance = Chance(seed)
    silent = Table(chance, stand_in=RandomRival(PRINTED, chance).answer, explain=False, listening=False)
    assert play(silent) == told


@settings(max_examples=scale(20, 40))
@given(tables(), st.lists(st.sampled_from(ROWS), max_size=3))
def test_odds_look_and_do_not_touch(position: Position, seen: list[str]) -> None:
    position.cards, position.types = [], []
    if seen:
        position.rows = {row: ["red"] if row in seen else [] for row in ROWS}
    before = copy.deepcopy(position)
    counted = compute_odds(position, PRINTED, DEFAULTS)
    assert position == before
    assert sorted(counted.by_card) == position.deck.unseen
    assert sum(len(tally.cards) for tally in counted.tallies) == sum(map(len, counted.by_card.values()))


@settings(max_examples=scale(20, 60))
@given(tables(), seeds, played_rulings)
def test_odds_say_what_the_card_then_does(position: Position, seed: int, chosen: dict[str, str]) -> None:
    """If no marble is taken and no rabbi placed meanwhile, she does what the odds said of the card."""
    chance = Chance(seed)
    position.cards, position.types, position.taken = [], [], []
    position.deck.shuffle_all(chance)
    rival = RandomRival(PRINTED, chance)
    limits: dict[str, int] = dict.fromkeys(COLOURS, 2)
    position.rows = {}
    for row in ROWS:
        lying = rival.answer(Several(about="ask.row", place=row, options=COLOURS, most=9, limits=limits))
        assert isinstance(lying, list)
        position.rows[row] = lying
    foretold = compute_odds(position, PRINTED, settle(Rulings, chosen)).by_card[position.deck.pile[-1]]

    def nobody_moves(question: AnyQuestion) -> Answer:
        if isinstance(question, Form):
            return {field.name: nobody_moves(field.question) for field in question.fields}
        return [] if question.about in ("ask.gone", "ask.occupied") else rival.answer(question)

    table = Table(chance, stand_in=nobody_moves)
    far = seeks_kill(position.golems, settle(Rulings, chosen))
    play_turn(AnyDesk(position, PRINTED, settle(Rulings, chosen), table))
    done = [step.event for step in table.steps]
    fails = any(isinstance(event, BonusFails) for event in done)
    bonuses = [event.bonus for event in done if isinstance(event, BonusTaken) and event.due and not fails]
    assert [event.bonus for event in foretold if isinstance(event, BonusTaken)] == bonuses
    for kind in (TurnKind, TakeMarble, *(() if far else (PlaceRabbi,))):
        first = [event for event in done if isinstance(event, kind)][:1]
        assert [event for event in foretold if isinstance(event, kind)] == first


# ------------------------------------------------------------------------------------------------------- whole games


@pytest.mark.clause("GOL-TURN-01", "GOL-CARD-09", "GOL-CARD-10", "GOL-RES-05")
@settings(max_examples=scale(20, 60))
@given(
    st.fixed_dictionaries(
        {"level": st.integers(1, 4), "humans": st.integers(1, 3), "deck": st.sampled_from(["app", "mine"])}
    ),
    st.integers(0, 2**48),
    played_rulings,
)
def test_the_log_of_a_whole_game_explains_everything(
    options: dict[str, object], seed: int, chosen: dict[str, str]
) -> None:
    """Set-up, mornings, turns and evenings, recounted after each."""
    recount = Recount()
    switched = {name.removeprefix("GOL-"): choice for name, choice in chosen.items()}
    revealed: list[int] = []
    kinds: list[str] = []
    seen: set[int] = set()
    for position, steps in whole_game(options, seed, **switched):
        recount.read(steps)
        recount.agrees_with(position)
        check_table(position)
        events = [step.event for step in steps]
        revealed += [event.card.id for event in events if isinstance(event, Reveal)]
        kinds += [event.kind for event in events if isinstance(event, TurnKind)]
        cards_away = [event for event in events if isinstance(event, CardsAway)]
        if cards_away:
            assert len(revealed) == CARDS_A_ROUND
            assert sorted(kinds) == ["marble", "marble", "rabbi"], "GOL-TURN-01"
            assert len(position.taken) == 2
            assert not seen & set(revealed), "no card twice before a shuffle"
            seen = set() if cards_away[0].shuffled else seen | set(revealed)
            revealed, kinds = [], []
    assert position.over
    assert position.round == 4
    assert position.turn == 12
