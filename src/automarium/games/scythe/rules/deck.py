"""The Automa deck: one pile, two discards, and a reshuffle only when a card is needed and none is there (SCY-DECK)."""

from __future__ import annotations

from automarium.games.scythe.events import Draw, LaidSideways, Reshuffle, SchemeTwo, Shuffled
from automarium.games.scythe.position import Desk


def ensure_card(desk: Desk, *, keep_out: int | None = None) -> None:
    """A card is about to be revealed. ``keep_out`` is the card of the turn being played, if there is one (SCY-DECK-10,
    SCY-A23)."""
    deck = desk.position.deck
    if deck.left == 0:  # SCY-DECK-08
        shuffle_all(desk)
        if keep_out is not None and desk.rulings.a23 == "keep-out":
            deck.pile.remove(keep_out)
            deck.drawn.append(keep_out)
        desk.emit(Reshuffle, ("SCY-DECK-08", "SCY-DECK-09"), len(deck.pile))


def shuffle_all(desk: Desk) -> None:
    """All cards into a new pile; the person's own are theirs to shuffle."""
    position = desk.position
    position.deck.shuffle_all(desk.chance)
    position.combat_discard = []
    if position.deck.physical:
        position.shuffles += 1


def draw_card(desk: Desk) -> int:
    """Stage 1: the card of the turn, on top of the main discard (SCY-TURN-03, SCY-DECK-11)."""
    position = desk.position
    ensure_card(desk)
    card = position.deck.draw(desk, "ask.card")
    position.last_card = card
    desk.emit(Draw, "SCY-TURN-03", card, position.deck.left, position.scheme, position.expansion)
    return card


def lay_sideways(desk: Desk, card: int) -> None:
    """A card used only for its combat table goes sideways onto the combat discard (SCY-DECK-07, SCY-COMBAT-04). A card
    of the person's own has to be put there."""
    desk.position.combat_discard.append(card)
    if desk.position.deck.physical:
        desk.emit(LaidSideways, "SCY-DECK-11", card)


def begin_scheme_two(desk: Desk) -> None:
    """SCY-SCHEME-02: all 19 cards are shuffled and turned; switched, the piles are only turned (SCY-A21)."""
    desk.position.scheme = "II"
    if desk.rulings.a21 == "shuffle":
        shuffle_all(desk)
        desk.emit(Shuffled, "SCY-SCHEME-02", len(desk.position.deck.pile))
    desk.emit(SchemeTwo, ("SCY-SCHEME-01", "SCY-SCHEME-02"))
