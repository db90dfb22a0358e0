"""The Automa's turn, in the order of the rulebook: deck, card, progress, north mech, central mech (EXP-TURN-02)."""

from __future__ import annotations

from automarium.games.expeditions.events import Draw, Progress, Refill, Reshuffle, Sweep
from automarium.games.expeditions.position import GLORY_TOKENS, DecisionCard, Desk, Mech, Section, read_cards
from automarium.games.expeditions.rules.actions import ACTIONS, Actions
from automarium.games.expeditions.rules.movement import move, move_by_distance
from automarium.games.expeditions.rules.targets import find_target, get_glory_needed


def play_turn(desk: Desk) -> None:
    """Draw the top card, which alone decides the turn, and play it (EXP-TURN-09)."""
    desk.position.turn += 1
    play_card(desk, desk.pack.once(read_cards)[draw_card(desk)])


def draw_card(desk: Desk) -> int:
    deck = desk.position.deck
    if deck.left == 0:  # EXP-TURN-05, EXP-TURN-06: now, not when the last card was drawn
        deck.shuffle_all(desk.chance)
        desk.position.shuffled += deck.physical
        desk.emit(Reshuffle, ("EXP-TURN-03", "EXP-TURN-04"), deck.physical)
    card = deck.draw(desk, "ask.card")
    desk.emit(Draw, "EXP-TURN-09", card, deck.left)
    return card


def play_card(desk: Desk, card: DecisionCard) -> None:
    """Play steps 3 to 5 of the turn: the oracle's ``turn``."""
    glory_before = desk.position.glory
    if card.advances_progress:  # EXP-PROG-03
        advance_progress(desk)
    if glory_before < GLORY_TOKENS == desk.position.glory and desk.rulings.amb_02 == "at-once":
        return  # otherwise both mechs still act: EXP-END-04
    act(desk, "north", card.north)  # EXP-TURN-11
    act(desk, "central", card.central)  # EXP-TURN-12
    if desk.rulings.amb_06 == "end-of-turn" and (card.north.sweep or card.central.sweep):
        desk.emit(Refill, "EXP-AMB-06")


def advance_progress(desk: Desk) -> None:
    position = desk.position
    card = position.card
    if position.progress < card.last_space:
        position.progress += 1  # EXP-PROG-02
    elif desk.rulings.amb_10 == "ignore":
        return  # EXP-PROG-13
    else:
        position.progress = 0
    if position.progress in card.glory_spaces and position.glory < GLORY_TOKENS:  # EXP-PROG-05, EXP-PROG-09
        position.glory += 1  # EXP-PROG-06: the tokens leave in order, so the total is the number of the last one
        desk.emit(Progress, ("EXP-PROG-02", "EXP-PROG-05", "EXP-PROG-07"), position.progress, position.glory)
    else:
        desk.emit(Progress, "EXP-PROG-02", position.progress)


def act(desk: Desk, mech: Mech, section: Section, actions: Actions = ACTIONS) -> None:
    """Play a mech's section: sweep, then the target, otherwise the distance (EXP-MECH-01).

    ``actions`` are the three of the rulebook; a decision asked alone has others, which leave the tokens to the person.
    """
    if section.sweep:  # around its location before it moves: EXP-MECH-05
        sweep(desk, mech)
        if desk.rulings.amb_06 == "at-once":
            desk.emit(Refill, "EXP-AMB-06")
    target = section.target
    if target is None:
        move_by_distance(desk, mech, section.distance, "EXP-MECH-21")
        return
    enough = desk.position.glory >= get_glory_needed(desk, target)
    found = find_target(desk, mech, target, enough)
    if found is None:
        move_by_distance(desk, mech, section.distance, "EXP-MECH-16" if enough else "EXP-MECH-15")
        return
    move(desk, mech, found, "EXP-MECH-13")  # EXP-MECH-14: the distance line is ignored
    actions[target.kind](desk, mech, target)


def sweep(desk: Desk, mech: Mech) -> None:
    """Sweep the open cards around the mech's location (EXP-MECH-03)."""
    swept, at = desk.position.swept, desk.position.mechs[mech]
    swept[at] = swept.get(at, 0) + 1
    desk.emit(Sweep, ("EXP-MECH-03", "EXP-MECH-05"), mech, at)
