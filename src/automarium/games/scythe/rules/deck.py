"""The Automa deck: one pile, two discards, and a reshuffle only when a card is needed and none is there (SCY-DECK)."""

from __future__ import annotations

from automarium.games.scythe.events import Draw, LaidSideways, Reshuffle, SchemeTwo, Shuffled
from automarium.games.scythe.position import Desk


def ensure_card(desk: Desk, *, keep_out: int | None = None) -> None:
    """Reshuffle if no card is left to reveal. ``keep_out`` is the card of the turn being played, if there is one
    (SCY-DECK-10, SCY-A23)."""
    deck = desk.position.deck
    if deck.left == 0:  # SCY-DECK-08
        shuffle_all(desk)
        if keep_out is not None and desk.rulings.a23 == "keep-out":
            deck.pile.remove(keep_out)
            deck.drawn.append(keep_out)
        desk.emit(Reshuffle, ("SCY-DECK-08", "SCY-DECK-09"), len(deck.pile))


def shuffle_all(desk: Desk) -> None:
    """Make a new pile of all cards; a person shuffles their own."""
    position = desk.position
    position.deck.shuffle_all(desk.chance)
    position.combat_discard = []
    if position.deck.physical:
        position.shuffles += 1


def draw_card(desk: Desk) -> int:
    """Stage 1: draw the card of the turn onto the main discard and return it (SCY-TURN-03, SCY-DECK-11)."""
    position = desk.position
    ensure_card(desk)
    card = position.deck.draw(desk, "ask.card")
    position.last_card = card
    desk.emit(Draw, "SCY-TURN-03", card, position.deck.left, position.scheme, position.expansion)
    return card


def lay_sideways(desk: Desk, card: int) -> None:
    """Put the card of a combat sideways onto the combat discard (SCY-DECK-07, SCY-COMBAT-04)."""
    desk.position.combat_discard.append(card)
    if desk.position.deck.physical:
        desk.emit(LaidSideways, "SCY-DECK-11", card)


def begin_scheme_two(desk: Desk) -> None:
    """Shuffle and turn all 19 cards (SCY-SCHEME-02), or only turn the piles (SCY-A21, switched)."""
    desk.position.scheme = "II"
    if desk.rulings.a21 == "shuffle":
        shuffle_all(desk)
        desk.emit(Shuffled, "SCY-SCHEME-02", len(desk.position.deck.pile))
    desk.emit(SchemeTwo, ("SCY-SCHEME-01", "SCY-SCHEME-02"))
