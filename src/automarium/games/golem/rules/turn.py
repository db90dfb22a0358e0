"""The turns of a round: rabbi or marble (GOL-TURN), and its morning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from automarium.engine.choice.choose import Rule, choose, decision, first, only, prefer
from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.message import term
from automarium.engine.play.command import Given
from automarium.engine.question import Field, Form, Pick
from automarium.games.golem.events import CharacterSeen, NoStep, Refresh, RoundBegins, Steps, TurnKind
from automarium.games.golem.position import CARDS_A_ROUND, ROUNDS, SECTIONS, TURN_TYPES, Card, Desk, Golem, TurnType
from automarium.games.golem.printed_cards import build_character_fields, get_character, learn_character
from automarium.games.golem.printed_facts import get_number
from automarium.games.golem.rules.cards import reveal, take_bonus
from automarium.games.golem.rules.evening import play_evening
from automarium.games.golem.rules.movement import make_step
from automarium.games.golem.rules.rabbi import TILES, build_tiles_field, play_rabbi_turn
from automarium.games.golem.rules.resources import score
from automarium.games.golem.rules.starting_tiles import take_tiles
from automarium.games.golem.rules.synagogue import play_marble_turn
from automarium.games.golem.rulings import Rulings

A_ROUND: dict[TurnType, int] = {"marble": 2, "rabbi": 1}  # GOL-TURN-01


def play_turn(desk: Desk) -> None:
    """Play one of the three turns of a round; the Automa never passes (GOL-GEN-07, GOL-TURN-01)."""
    position = desk.position
    position.turn += 1
    position.acting = len(position.types) + 1
    card = reveal(desk)
    take_bonus(desk, card)
    if decide_kind(desk) == "rabbi":
        play_rabbi_turn(desk, card)
    else:
        play_marble_turn(desk, card)
    position.acting = 0


def decide_kind(desk: Desk) -> TurnType:
    """Decide which of the grey and yellow columns is carried out (GOL-CARD-07, GOL-TURN)."""
    position = desk.position
    kind = choose_turn_type(position.types, position.cards, position.golems, desk.rulings, desk.notes)
    position.types.append(kind)
    desk.emit(TurnKind, "GOL-TURN-01", kind)
    return kind


class Edge(NamedTuple):
    """What decides the kind of a turn: the leftmost column of a card, and its two edges."""

    first: TurnType
    left_half: bool
    right_half: bool


def decide_types(cards: Sequence[Edge], rulings: Rulings, notes: Notes | None) -> list[TurnType]:
    """Return rabbi or marble for every card of the round so far; the trace of the last one is noted."""
    types: list[TurnType] = []
    for number in range(1, len(cards) + 1):
        listen = notes if number == len(cards) else None
        types.append(choose_turn_type(types, cards[:number], (), rulings, listen))
    return types


def choose_turn_type(
    types: Sequence[TurnType],
    cards: Sequence[Edge | Card],
    golems: Iterable[Golem],
    rulings: Rulings,
    notes: Notes | None,
) -> TurnType:
    """Return the kind of this turn, after turns of these ``types``; the last card is this turn's."""
    card, second = cards[-1], len(types) == 1
    silhouette = second and cards[0].right_half and card.left_half
    far = rulings.a21 == "yes" and any(golem.far for golem in golems)
    return _next_type(tuple(types), card.first, silhouette, far, notes=notes)


@decision
def _next_type(
    types: Sequence[TurnType], more_left: TurnType, silhouette: bool, far: bool, *, notes: Notes | None = None
) -> TurnType:
    second = len(types) == 1
    due = [kind for kind in TURN_TYPES if types.count(kind) < A_ROUND[kind]]
    rules: list[Rule[TurnType]] = []
    if len(due) < len(TURN_TYPES):  # one rabbi action and two marbles a round: GOL-TURN-06, GOL-TURN-08
        rules.append(only(due.__contains__, "GOL-TURN-03" if second else "GOL-TURN-07"))
    if far:
        rules.append(prefer("rabbi".__eq__, "GOL-A21"))
    if silhouette:
        rules.append(prefer("rabbi".__eq__, "GOL-TURN-04"))
    rules.append(first(more_left.__ne__, "GOL-TURN-05" if types else "GOL-TURN-02"))
    found = choose(TURN_TYPES, *rules, notes=notes, about="turn-type", family="turn-type")
    assert found is not None
    return found


UNUSED_STEP = 5  # VP, at most once a golem: GOL-MOVE-22


def go_on(desk: Desk) -> None:
    """Play the morning of a round, one of the Automa's turns, or the evening."""
    position = desk.position
    position.under_way = position.stage != "turns"
    if position.stage == "round":
        play_morning(desk)
    elif position.stage == "turns":
        play_turn(desk)
        if len(position.types) == CARDS_A_ROUND:
            position.stage = "evening"
    else:
        play_evening(desk)
    position.under_way = False


def play_morning(desk: Desk) -> None:
    """Play phases 1 and 2: refresh, then golem movement."""
    position = desk.position
    position.round += 1
    desk.emit(RoundBegins, "GOL-GEN-05", position.round)
    if position.round > 1:
        desk.emit(Refresh, "GOL-PHASE-01")
    forget_the_round(desk)
    if position.round == 1 and position.asks_things:
        take_tiles(desk)
    meet_character(desk)
    move_golems(desk)
    position.stage = "turns"


def forget_the_round(desk: Desk) -> None:
    """Forget the marbles, tiles and books of the last round (GOL-MARBLE-31)."""
    position = desk.position
    position.taken = []
    position.rows = None
    position.occupied = []
    position.actions = {}
    position.display = []
    position.rabbi = None
    position.control_free = False


def meet_character(desk: Desk) -> None:
    """Ask for the character card of the round. A person who draws its cards may name the action tiles on the same
    screen, and is then asked less when its rabbi moves."""
    position = desk.position
    cards = desk.pack.once(_characters)["IV" if position.round == ROUNDS else "I-III"]
    options = tuple([id_ for id_ in cards if id_ not in position.characters])
    params = {"round": term("roman", position.round)}
    which = Pick(about="ask.character-card", params=params, options=options, family="character")
    if position.deck.physical and position.one_screen:
        answers: Given = desk.ask(
            Form(
                about="form.round",
                params=params,
                fields=(Field("character", which), build_tiles_field(desk), *build_character_fields(desk, options)),
            )
        )
        id_ = answers["character"]
        learn_character(desk, id_, answers)
        with desk.observed():
            position.actions = {spot: int(tile) for spot, tile in enumerate(answers[TILES], 1)}
    else:
        id_ = desk.ask(which)
    with desk.reported():  # before its printed facts are asked for: it lies on the table
        position.characters.append(id_)
    position.character = card = get_character(desk, id_)
    desk.emit(CharacterSeen, "GOL-PHASE-02", id_, card.left, card.right, card.steps)


def _characters(pack: Pack) -> dict[str, list[int]]:
    decks: dict[str, list[int]] = {}
    for id_, card in pack.printed["character"].items():
        decks.setdefault(card["deck"], []).append(int(id_))
    return decks


def move_golems(desk: Desk) -> None:
    """Make all steps of the golem track and of the character card, forward, one at a time (GOL-MOVE-01…04, -22)."""
    position = desk.position
    assert position.character is not None
    ignores = "leg-2" in position.upgrades["golem"]
    track = get_number(desk, "golem_space.steps", position.golem_track)
    card = 0 if ignores else position.character.steps
    desk.emit(Steps, "GOL-MOVE-02" if ignores else "GOL-MOVE-01", track, card)
    for step in range(track + card):
        if make_step(desk, "forward", "GOL-MOVE-05") is None:
            lose_steps(desk, track + card - step)
            return


def lose_steps(desk: Desk, unused: int) -> None:
    """Lose steps: with every golem in X, 5 VP a step, at most once a golem. A step that a lying golem loses costs
    nothing (GOL-A36)."""
    golems = desk.position.golems
    free = any(golem.section < SECTIONS for golem in golems)
    desk.emit(NoStep, "GOL-A36" if free else "GOL-MOVE-22", unused)
    if not free:
        score(desk, -UNUSED_STEP * min(unused, len(golems)), "unused-steps", "GOL-MOVE-22")
