"""A round from its morning: refresh, golem movement, her turns, the evening (GOL-GEN-05, GOL-PHASE)."""

from __future__ import annotations

from automarium.games.golem.events import CharacterSeen, NoStep, Refresh, RoundBegins, Steps
from automarium.games.golem.facts import number_of
from automarium.games.golem.position import CARDS_A_ROUND, ROUNDS, SECTIONS, Desk
from automarium.games.golem.printed_cards import character_card
from automarium.games.golem.rules.evening import evening
from automarium.games.golem.rules.movement import make_step
from automarium.games.golem.rules.rabbi import TILES, tiles_field
from automarium.games.golem.rules.resources import score
from automarium.games.golem.rules.turn import automa_turn
from automarium.kernel.command import Given
from automarium.kernel.pack import Pack
from automarium.kernel.question import Field, Form, Pick
from automarium.kernel.saying import term

UNUSED_STEP = 5  # VP, at most once a golem: GOL-MOVE-22


def go_on(desk: Desk) -> None:
    """What comes next: the morning of a round, one of her turns, or the evening."""
    position = desk.position
    position.under_way = position.stage != "turns"
    if position.stage == "round":
        morning(desk)
    elif position.stage == "turns":
        automa_turn(desk)
        if len(position.types) == CARDS_A_ROUND:
            position.stage = "evening"
    else:
        evening(desk)
    position.under_way = False


def morning(desk: Desk) -> None:
    """Phases 1 and 2: refresh, then golem movement."""
    position = desk.position
    position.round += 1
    if desk.heard:
        desk.tell(RoundBegins(position.round), "GOL-GEN-05")
        if position.round > 1:
            desk.tell(Refresh(), "GOL-PHASE-01")
    forget_the_round(desk)
    meet_character(desk)
    move_golems(desk)
    position.stage = "turns"


def forget_the_round(desk: Desk) -> None:
    """A new round: new marbles, new tiles, and what she took is forgotten (GOL-MARBLE-31)."""
    position = desk.position
    position.taken = []
    position.rows = None
    position.occupied = []
    position.actions = {}
    position.display = []
    position.rabbi = None
    position.control_free = False


def meet_character(desk: Desk) -> None:
    """The character card of the round. Whoever draws her cards may name the action tiles on the same screen, and is
    then asked less when her rabbi goes."""
    position = desk.position
    cards = desk.pack.once(_characters)["IV" if position.round == ROUNDS else "I-III"]
    options = tuple([id_ for id_ in cards if id_ not in position.characters])
    params = {"round": term("roman", position.round)}
    which = Pick(about="ask.character-card", params=params, options=options, family="character")
    if position.deck.physical and position.one_screen:
        told: Given = desk.ask(
            Form(about="form.round", params=params, fields=(Field("character", which), tiles_field(desk)))
        )
        id_ = told["character"]
        with desk.seen():
            position.actions = {spot: int(tile) for spot, tile in enumerate(told[TILES], 1)}
    else:
        id_ = desk.ask(which)
    card = character_card(desk, id_)
    with desk.told():
        position.characters.append(id_)
        position.character = card
    if desk.heard:
        desk.tell(CharacterSeen(id_, card.left, card.right, card.steps), "GOL-PHASE-02")


def _characters(pack: Pack) -> dict[str, list[int]]:
    """The cards of each deck."""
    decks: dict[str, list[int]] = {}
    for id_, card in pack.printed["character"].items():
        decks.setdefault(card["deck"], []).append(int(id_))
    return decks


def move_golems(desk: Desk) -> None:
    """All steps of the golem track and of the character card, forward, one at a time (GOL-MOVE-01…04, -22)."""
    position = desk.position
    assert position.character is not None
    ignores = "leg-2" in position.upgrades["golem"]
    track = number_of(desk, "golem_space.steps", position.golem_track)
    card = 0 if ignores else position.character.steps
    if desk.heard:
        desk.tell(Steps(track, card), "GOL-MOVE-02" if ignores else "GOL-MOVE-01")
    for step in range(track + card):
        if make_step(desk, "forward", "GOL-MOVE-05") is None:
            lose_steps(desk, track + card - step)
            return


def lose_steps(desk: Desk, unused: int) -> None:
    """Every golem in X: 5 VP a step, at most once a golem. A step that a lying golem loses costs nothing (GOL-A36)."""
    golems = desk.position.golems
    free = any(golem.section < SECTIONS for golem in golems)
    if desk.heard:
        desk.tell(NoStep(unused), "GOL-A36" if free else "GOL-MOVE-22")
    if not free:
        score(desk, -UNUSED_STEP * min(unused, len(golems)), "unused-steps", "GOL-MOVE-22")
