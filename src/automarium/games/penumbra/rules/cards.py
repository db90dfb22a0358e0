"""Automa cards: turned up from the Artifact deck, put into slots, discarded under the deck (PEN-CARD)."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.games.penumbra.lines import SLOTS
from automarium.games.penumbra.position import BONE, HOUSE_CARDS, TOME, Card, Desk, Position
from automarium.kernel.table import Pick

EMPTY = "empty"  # the deck has no card left: PEN-AMB-27
NONE = "none"  # the Shop has none


def turn_up(desk: Desk) -> Card | None:
    """The top card of the Artifact deck (PEN-CARD-01); None if there is none."""
    deck = desk.position.artifacts
    if deck.physical:
        return told_card(desk, "ask.card", EMPTY)
    drawn = deck.draw()
    return None if drawn is None else HOUSE_CARDS[drawn]


def told_card(desk: Desk, about: str, nothing: str, **params: object) -> Card | None:
    """A card that lies on the person's table: its colour, then its symbol."""
    position = desk.position
    options = (*position.colours, BONE, nothing)
    colour = desk.ask(Pick(about=f"{about}.colour", params=params, options=options, family="colour"))
    if colour == nothing:
        return None
    slots = position.board.slots
    symbol = desk.ask(Pick(about="ask.card.symbol", options=(*slots, TOME), family="symbol"))
    return Card(colour, None if symbol == TOME else slots.index(symbol))


def slot_of(position: Position, card: Card) -> int:
    """The slot that matches its symbol; for a Tome the one that the board names (PEN-CARD-03, PEN-SPECIAL-09)."""
    return position.board.tome if card.symbol is None else card.symbol


def put_under(position: Position, cards: Sequence[Card]) -> None:
    """Under the bottom of the Artifact deck (PEN-CARD-09); the person does it with cards of their own."""
    own = 0
    for card in cards:
        if card.id is None:
            own += 1
        else:
            position.artifacts.put_under(card.id)
    if own:
        position.did("under", own)


def discard_all(position: Position) -> int:
    """All Automa cards, from all slots (PEN-CARD-08); how many they were."""
    cards = [card for slot in position.slots for card in slot]
    position.slots = [[] for _ in range(SLOTS)]
    put_under(position, cards)
    return len(cards)
