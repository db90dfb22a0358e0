"""School, Brewery and Shop: a die, then a card, a Mark or a fresh market (PEN-SCHOOL, PEN-BREW, PEN-SHOP)."""

from __future__ import annotations

from collections.abc import Iterable

from automarium.games.penumbra.cards import NONE, told_card
from automarium.games.penumbra.dice import FREE, NO_DIE, Spot, missing, place, roll, taken_side
from automarium.games.penumbra.events import (
    Buys,
    GainsMark,
    NoMarkPlace,
    NothingToBuy,
    Placed,
    Potions,
    TakesCard,
)
from automarium.games.penumbra.position import BONE, CLASS_DIE_SHOWS, SPARK, Card, Named, Position
from automarium.kernel.choice import Notes, choose, prefer
from automarium.kernel.table import Pick, Table

YES_NO = ("yes", "no")
OCCUPIED = "occupied"


def choose_class(card: str, classes: Iterable[str], start: str, notes: Notes | None) -> str | None:
    """The Class of the card's colour; if there is none, that of her starting Discipline (PEN-SCHOOL-01, -02)."""
    found = choose(
        [Named("colour", colour) for colour in dict.fromkeys(classes)],
        prefer(lambda one: one.value == card, "PEN-SCHOOL-01"),
        prefer(lambda one: one.value in (card, start), "PEN-SCHOOL-02"),
        notes=notes,
        about="class",
    )
    return None if found is None else found.value


def class_for(position: Position, card: Card, table: Table) -> str:
    """Whether there is a Class of a colour is asked once a game; her own is in play (PEN-AMB-22), and bone is the
    colour of none (PEN-AMB-21)."""
    colour = card.colour
    if colour not in (BONE, position.start) and colour not in position.classes:
        asked = Pick(about="ask.is-class", params={"colour": colour}, options=YES_NO, family="answer", default="yes")
        position.classes[colour] = table.ask(asked) == "yes"
    in_play = [position.start, *(known for known, there in position.classes.items() if there)]
    found = choose_class(colour, in_play, position.start, table.notes)
    assert found is not None
    return found


def gain_mark_and_card(position: Position, card: Card, table: Table) -> None:
    """A Mark and a card of the Class; no Arcana is spent (PEN-SCHOOL-13)."""
    if position.free_marks <= 0:  # only by a switched ruling: PEN-AMB-09
        table.tell(NoMarkPlace(), "PEN-SCHOOL-04")
        return
    colour = class_for(position, card, table)
    value = place_for_mark(position, colour, table)
    position.marks.append(colour)
    table.tell(GainsMark(colour, position.level), "PEN-SCHOOL-10", "PEN-SCHOOL-14")
    take_card(position, colour, value, table, "PEN-SCHOOL-11")


def place_for_mark(position: Position, colour: str, table: Table) -> int | None:
    """A Spark die on the Spark place if that is free, otherwise a die of the Class set to 6 (PEN-SCHOOL-05…09)."""
    params = {"colour": colour}
    options = (FREE, OCCUPIED, NO_DIE)
    seen = table.ask(Pick(about="ask.spark-place", params=params, options=options, family="spark-place", default=FREE))
    if seen == FREE:
        value = roll(position, SPARK, table)
        position.placed += 1
        # Whatever it shows is accepted: PEN-AMB-28.
        table.tell(Placed(SPARK, "spark", value, colour), "PEN-SCHOOL-06", "PEN-GEN-16")
        return value
    if seen == NO_DIE and table.rulings["PEN-AMB-10"] == "nothing":  # PEN-SCHOOL-15
        raise missing(SPARK, table)
    return place(position, Spot("mark", colour), colour, table, shows=CLASS_DIE_SHOWS)  # PEN-SCHOOL-07


def gain_card(position: Position, card: Card, table: Table) -> None:
    """A die of the Class colour, rolled, and a card; no Mark (PEN-SCHOOL-16…19)."""
    colour = class_for(position, card, table)
    value = place(position, Spot("card", colour), colour, table)
    take_card(position, colour, value, table, "PEN-SCHOOL-17")


def take_card(position: Position, colour: str, value: int | None, table: Table, clause: str) -> None:
    """Kept beside her board, even if she has one of the same name (PEN-GEN-07, PEN-GEN-08)."""
    side = taken_side(position, value, table)
    position.cards += 1
    table.tell(TakesCard(colour, side, refilled(position, "class", table)), clause, "PEN-GEN-07")


def refilled(position: Position, market: str, table: Table) -> bool:
    """Markets always hold two cards: they are filled up at once, or by a switched ruling later (PEN-AMB-25)."""
    if table.rulings["PEN-AMB-25"] == "at-once":
        return True
    position.gaps.append(market)
    return False


def refresh_potions(position: Position, card: Card, table: Table) -> None:
    """A die of the card's colour, then a fresh market; she gains no Potion (PEN-BREW-01…03)."""
    place(position, Spot("brewery"), card.colour, table)
    table.tell(Potions(), "PEN-BREW-02", "PEN-BREW-03")


def buy_artifact(position: Position, card: Card, table: Table) -> Card | None:
    """The Artifact that is an Automa card from now on, for nothing (PEN-SHOP-01…03, PEN-SHOP-09)."""
    value = place(position, Spot("shop"), card.colour, table)
    side = taken_side(position, value, table)
    bought = told_card(position, "ask.shop", NONE, table, side=side)
    if bought is None:
        table.tell(NothingToBuy(), "PEN-SHOP-02")
        return None
    table.tell(Buys(side, refilled(position, "shop", table)), "PEN-SHOP-02", "PEN-SHOP-03")
    return bought
