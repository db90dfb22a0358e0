"""School, Brewery and Shop: a die, then a card, a Mark or a fresh market (PEN-SCHOOL, PEN-BREW, PEN-SHOP)."""

from __future__ import annotations

from collections.abc import Iterable

from automarium.games.penumbra.events import (
    Buys,
    GainsMark,
    NoMarkPlace,
    NothingToBuy,
    Potions,
    TakesCard,
)
from automarium.games.penumbra.position import BONE, CLASS_DIE_SHOWS, SPARK, Card, Desk
from automarium.games.penumbra.rules.cards import NONE, told_card
from automarium.games.penumbra.rules.dice import FREE, NO_DIE, Spot, missing, place, put_down, roll, taken_side
from automarium.kernel.choice import Notes, choose, prefer
from automarium.kernel.saying import term
from automarium.kernel.table import Pick

YES_NO = ("yes", "no")
OCCUPIED = "occupied"


def choose_class(card: str, classes: Iterable[str], start: str, notes: Notes | None) -> str | None:
    """The Class of the card's colour; if there is none, that of her starting Discipline (PEN-SCHOOL-01, -02)."""
    return choose(
        dict.fromkeys(classes),
        prefer(lambda one: one == card, "PEN-SCHOOL-01"),
        prefer(lambda one: one in (card, start), "PEN-SCHOOL-02"),
        notes=notes,
        about="class",
        family="colour",
    )


def class_for(desk: Desk, card: Card) -> str:
    """Whether there is a Class of a colour is asked once a game; her own is in play (PEN-AMB-22), and bone is the
    colour of none (PEN-AMB-21)."""
    position, colour = desk.position, card.colour
    if colour not in (BONE, position.start) and colour not in position.classes:
        params = {"colour": term("colour", colour)}
        asked = Pick(about="ask.is-class", params=params, options=YES_NO, family="answer", default="yes")
        position.classes[colour] = desk.ask(asked) == "yes"
    in_play = [position.start, *(known for known, there in position.classes.items() if there)]
    found = choose_class(colour, in_play, position.start, desk.notes)
    assert found is not None
    return found


def gain_mark_and_card(desk: Desk, card: Card) -> None:
    """A Mark and a card of the Class; no Arcana is spent (PEN-SCHOOL-13)."""
    position = desk.position
    if position.free_marks <= 0:  # only by a switched ruling: PEN-AMB-09
        desk.tell(NoMarkPlace(), "PEN-SCHOOL-04")
        return
    colour = class_for(desk, card)
    value = place_for_mark(desk, colour)
    position.marks.append(colour)
    desk.tell(GainsMark(colour, position.level), "PEN-SCHOOL-10", "PEN-SCHOOL-14")
    take_card(desk, colour, value, "PEN-SCHOOL-11")


def place_for_mark(desk: Desk, colour: str) -> int | None:
    """A Spark die on the Spark place if that is free, otherwise a die of the Class set to 6 (PEN-SCHOOL-05…09)."""
    options = (FREE, OCCUPIED, NO_DIE)
    params = {"colour": term("colour", colour)}
    seen = desk.ask(Pick(about="ask.spark-place", params=params, options=options, family="spark-place", default=FREE))
    if seen == FREE:
        value = roll(desk, SPARK)
        # Whatever it shows is accepted: PEN-AMB-28.
        put_down(desk, Spot("spark", colour), SPARK, value, "PEN-SCHOOL-06", "PEN-GEN-16")
        return value
    if seen == NO_DIE and desk.rulings.amb_10 == "nothing":  # PEN-SCHOOL-15
        raise missing(desk, SPARK)
    return place(desk, Spot("mark", colour), colour, shows=CLASS_DIE_SHOWS)  # PEN-SCHOOL-07


def gain_card(desk: Desk, card: Card) -> None:
    """A die of the Class colour, rolled, and a card; no Mark (PEN-SCHOOL-16…19)."""
    colour = class_for(desk, card)
    value = place(desk, Spot("card", colour), colour)
    take_card(desk, colour, value, "PEN-SCHOOL-17")


def take_card(desk: Desk, colour: str, value: int | None, clause: str) -> None:
    """Kept beside her board, even if she has one of the same name (PEN-GEN-07, PEN-GEN-08)."""
    side = taken_side(desk, value)
    desk.position.cards += 1
    desk.position.class_cards.append((colour, side))
    desk.tell(TakesCard(colour, side, refilled(desk, "class")), clause, "PEN-GEN-07")


def refilled(desk: Desk, market: str) -> bool:
    """Markets always hold two cards: they are filled up at once, or by a switched ruling later (PEN-AMB-25)."""
    if desk.rulings.amb_25 == "at-once":
        desk.position.did(f"refill-{market}")
        return True
    desk.position.gaps.append(market)
    return False


def refresh_potions(desk: Desk, card: Card) -> None:
    """A die of the card's colour, then a fresh market; she gains no Potion (PEN-BREW-01…03)."""
    place(desk, Spot("brewery"), card.colour)
    desk.position.did("refresh-potions")
    desk.tell(Potions(), "PEN-BREW-02", "PEN-BREW-03")


def buy_artifact(desk: Desk, card: Card) -> Card | None:
    """The Artifact that is an Automa card from now on, for nothing (PEN-SHOP-01…03, PEN-SHOP-09)."""
    value = place(desk, Spot("shop"), card.colour)
    side = taken_side(desk, value)
    bought = told_card(desk, "ask.shop", NONE, side=term("side", side))
    if bought is None:
        desk.tell(NothingToBuy(), "PEN-SHOP-02")
        return None
    desk.position.did(f"shop-{side}")
    desk.tell(Buys(side, refilled(desk, "shop")), "PEN-SHOP-02", "PEN-SHOP-03")
    return bought
