"""The Automa deck: one pile, two discards, and a reshuffle only when a card is needed and none is there."""

from __future__ import annotations

from automarium.games.scythe.events import Draw, Reshuffle, Shuffled
from automarium.games.scythe.position import Position
from automarium.kernel.table import Table


def reveal(position: Position, table: Table, *, keep_out: int | None = None) -> int:
    """The top card. ``keep_out`` is the card of the turn that is being played, if one is (SCY-DECK-10, SCY-A23)."""
    deck = position.deck
    if deck.left == 0:  # SCY-DECK-08
        deck.shuffle_all(table.chance)
        position.combat_discard = []
        if keep_out is not None and table.rulings["SCY-A23"] == "keep-out":
            deck.pile.remove(keep_out)
            deck.drawn.append(keep_out)
        table.tell(Reshuffle(len(deck.pile)), "SCY-DECK-08", "SCY-DECK-09")
    return deck.draw(table, "ask.card")


def turn_card(position: Position, table: Table) -> int:
    """Stage 1: the card of the turn, on top of the main discard (SCY-TURN-03, SCY-DECK-11)."""
    card = reveal(position, table)
    position.last_card = card
    table.tell(Draw(card, position.deck.left, position.scheme, position.expansion), "SCY-TURN-03")
    return card


def combat_card(position: Position, table: Table, *, in_automas_turn: bool) -> int:
    """A card for its combat table only, sideways on the combat discard (SCY-DECK-07, SCY-COMBAT-04)."""
    card = reveal(position, table, keep_out=position.last_card if in_automas_turn else None)
    position.combat_discard.append(card)
    return card


def shuffle_for_scheme_two(position: Position, table: Table) -> None:
    """SCY-SCHEME-02: all 19 cards are shuffled and turned; switched, the piles are only turned (SCY-A21)."""
    if table.rulings["SCY-A21"] == "shuffle":
        position.deck.shuffle_all(table.chance)
        position.combat_discard = []
        table.tell(Shuffled(len(position.deck.pile)), "SCY-SCHEME-02")
