"""Automa cards: revealed from the Artifact deck, put into slots, discarded under the deck (PEN-CARD)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec

from automarium.engine.message import refuse, term
from automarium.engine.play.command import Given
from automarium.engine.question import Field, Form, Pick
from automarium.games.penumbra.boards.line import SLOTS
from automarium.games.penumbra.events import AllUnder
from automarium.games.penumbra.position import BONE, HOUSE_CARDS, TOME, UNSEEN, Card, Desk, Position
from automarium.games.penumbra.rules import rows

EMPTY = "empty"  # the deck has no card left: PEN-AMB-27
NONE = "none"  # the Shop has no card
NO_CARD = "none"  # the symbol where there is no card
AHEAD = "next-"  # before the names of the fields of a card that is revealed ahead
NEXT_COLOUR = f"{AHEAD}colour"
SYMBOL = "symbol"  # the field of the symbol of a card


def reveal(desk: Desk, also: Callable[[], Sequence[Field]], *, matters: bool = True) -> Card | None:
    """Return the top card of the Artifact deck (PEN-CARD-01), None if it is empty. ``also`` gives fields to be asked
    with a card of the person's own deck. Where nothing on it ``matters``, it need not be looked at."""
    position = desk.position
    if position.ahead:
        return position.ahead.pop(0)
    deck = position.artifacts
    if deck.physical:
        fields = make_card_fields(position, "ask.card", EMPTY, unseen=not matters)
        if not matters:
            fields = tuple(msgspec.structs.replace(field, aside=True) for field in fields)
        answers = desk.ask(Form(about="ask.card" if matters else "ask.card.any", fields=(*fields, *also())))
        keep_ahead(position, answers)
        rows.keep_reported(position, answers)
        return Card(UNSEEN, None) if answers.get("colour", UNSEEN) == UNSEEN else read_card(position, answers)
    drawn = deck.draw()
    return None if drawn is None else HOUSE_CARDS[drawn]


def make_card_fields(
    position: Position,
    about: str,
    nothing: str,
    *,
    before: str = "",
    side: str | None = None,
    needs: tuple[str, tuple[str, ...]] | None = None,
    unseen: bool = False,
) -> tuple[Field, ...]:
    """Return fields for colour and symbol of a card on the person's table; ``nothing`` is the colour where there is no
    card. ``side``: of a market the card on that side. ``needs``: the answer with which it is asked for. ``unseen``: it
    may be reported that it was not looked at."""
    colours = (*position.colours, BONE)
    beside = (nothing, UNSEEN) if unseen else (nothing,)
    return _card_fields(about, colours, beside, position.board.slots, before, side, needs)


@lru_cache(maxsize=256)
def _card_fields(
    about: str,
    colours: tuple[str, ...],
    beside: tuple[str, ...],
    slots: tuple[str, ...],
    before: str,
    side: str | None,
    needs: tuple[str, tuple[str, ...]] | None,
) -> tuple[Field, ...]:
    colour = Pick(
        about=f"{about}.colour",
        params={} if side is None else {"side": term("side", side)},
        options=(*colours, *beside),
        likely=(*colours, beside[0]) if len(beside) > 1 else None,
        family="colour",
    )
    symbol = Pick(about="ask.card.symbol", options=(*slots, TOME, NO_CARD), likely=(*slots, TOME), family="symbol")
    name = f"{before}colour"
    return Field(name, colour, needs=needs), Field(f"{before}{SYMBOL}", symbol, needs=(name, colours))


def read_card(position: Position, answers: Given, before: str = "") -> Card | None:
    """Return the card in the answer to a form, None if there is none. Raise Refused if one of its fields is open."""
    colour, symbol = str(answers[f"{before}colour"]), str(answers.get(f"{before}symbol", NO_CARD))
    if colour in (EMPTY, NONE):
        return None
    if colour == UNSEEN or symbol == NO_CARD:
        missing = "colour" if colour == UNSEEN else "symbol"
        raise refuse(f"card.{missing}", f"to.{before}{missing}")
    return Card(colour, None if symbol == TOME else position.board.slots.index(symbol))


def keep_ahead(position: Position, answers: Given) -> None:
    """Keep the card of the next Instruction if the answer has it."""
    if NEXT_COLOUR in answers:
        position.ahead.append(read_card(position, answers, AHEAD))


def find_slot(position: Position, card: Card) -> int:
    """Return the slot of its symbol; for a Tome the one that the board names (PEN-CARD-03, PEN-SPECIAL-09)."""
    return position.board.tome if card.symbol is None else card.symbol


def put_under(position: Position, cards: Sequence[Card]) -> None:
    """Put cards under the Artifact deck (PEN-CARD-09); the person does it with cards of their own."""
    known = [card.id for card in cards if card.id is not None]
    if known:
        position.artifacts.put_under(*known)
    if own := len(cards) - len(known):
        position.count_deed("under", own)


def discard_all(position: Position) -> list[Card]:
    """Discard all Automa cards from all slots and return them (PEN-CARD-08)."""
    cards = [card for slot in position.slots for card in slot]
    position.slots = [[] for _ in range(SLOTS)]
    put_under(position, cards)
    return cards


def describe_under(cards: Sequence[Card]) -> AllUnder:
    """Return the event of discarding these cards; those of the app's deck are not on the table."""
    own = sum(card.id is None for card in cards)
    return AllUnder(len(cards), None if own == len(cards) else own)
