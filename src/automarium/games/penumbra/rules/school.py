"""School, Brewery and Shop: a die, then a card, a Mark or a fresh market (PEN-SCHOOL, PEN-BREW, PEN-SHOP)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from automarium.engine.choice.choose import choose, decision, prefer
from automarium.engine.choice.trace import Notes
from automarium.engine.message import term
from automarium.engine.play.command import Given
from automarium.engine.question import Field, Form, Pick
from automarium.games.penumbra.boards.line import Effect
from automarium.games.penumbra.events import Buys, GainsMark, NoClassCard, NoMarkPlace, NothingToBuy, Potions, TakesCard
from automarium.games.penumbra.position import BONE, CLASS_DIE_SHOWS, SPARK, Card, Desk
from automarium.games.penumbra.rules import rows
from automarium.games.penumbra.rules.cards import NONE, make_card_fields, read_card
from automarium.games.penumbra.rules.dice import (
    BREWERY,
    FREE,
    FULL,
    NO_DIE,
    SHOP,
    UNFIT,
    MissingDie,
    ask_together,
    choose_side,
    find_side,
    find_side_left,
    find_spot,
    has_gap,
    make_die_fields,
    place,
    put_down,
    report_missing,
    roll,
)

YES_NO = ("yes", "no")
OCCUPIED = "occupied"


@decision
def choose_class(card: str, classes: tuple[str, ...], start: str, *, notes: Notes | None = None) -> str | None:
    """Return the Class of the card's colour; without one that of its starting Discipline (PEN-SCHOOL-01, -02)."""
    return choose(
        dict.fromkeys(classes),
        prefer(card.__eq__, "PEN-SCHOOL-01"),
        prefer((card, start).__contains__, "PEN-SCHOOL-02"),
        notes=notes,
        about="class",
        family="colour",
    )


def find_class(desk: Desk, card: Card) -> str:
    """Return the Class for a card. The Classes are asked once a game; its own is in play (PEN-AMB-22), and bone is the
    colour of none (PEN-AMB-21)."""
    position, colour = desk.position, card.colour
    if colour not in (BONE, position.start) and colour not in position.classes:
        if fields := rows.find_open_classes(position):
            rows.keep_reported(position, {rows.CLASSES: desk.ask(fields[0].question)})
        else:
            params = {"colour": term("colour", colour)}
            asked = Pick(about="ask.is-class", params=params, options=YES_NO, family="answer", default="yes")
            position.classes[colour] = desk.ask(asked) == "yes"
    classes = position.classes
    in_play = (position.start, *filter(classes.get, classes))
    found = choose_class(colour, in_play, position.start, notes=desk.notes)
    assert found is not None
    return found


def gain_mark_and_card(desk: Desk, card: Card, effect: Effect, also: Sequence[Field]) -> None:
    """Gain a Mark and a card of the Class without Arcana (PEN-SCHOOL-13). ``also`` is asked with the die."""
    position = desk.position
    if position.free_marks <= 0:  # only by a switched ruling: PEN-AMB-09
        desk.emit(NoMarkPlace, "PEN-SCHOOL-04")
        return
    colour = find_class(desk, card)
    value, answers = place_for_mark(desk, colour, effect, also)
    position.marks.append(colour)
    desk.emit(GainsMark, ("PEN-SCHOOL-10", "PEN-SCHOOL-14"), colour, position.level)
    take_card(desk, colour, value, answers, "PEN-SCHOOL-11")


def place_for_mark(desk: Desk, colour: str, effect: Effect, also: Sequence[Field]) -> tuple[int | None, Given]:
    """Place a Spark die if its place is free, otherwise a die of the Class set to 6 (PEN-SCHOOL-05…09). Return its
    value and the answers."""
    beside = find_spot("mark", colour)
    needed = (OCCUPIED,) if desk.rulings.amb_10 == "nothing" else (OCCUPIED, NO_DIE)
    fields = (_spark_field(colour), *make_die_fields(desk, beside, colour, rolled=SPARK, needs=(SPARK, needed)))
    answers = ask_together(desk, effect, fields, beside.where, also)
    seen = answers[SPARK]
    if seen == FREE:
        value = roll(desk, SPARK, answers)
        # Whatever it shows is accepted: PEN-AMB-28.
        put_down(desk, find_spot(SPARK, colour), SPARK, value, "PEN-SCHOOL-06", "PEN-GEN-16")
        return value, answers
    if seen == NO_DIE and desk.rulings.amb_10 == "nothing":  # PEN-SCHOOL-15
        raise report_missing(desk, SPARK)
    return place(desk, beside, colour, answers, shows=CLASS_DIE_SHOWS), answers  # PEN-SCHOOL-07


@lru_cache(maxsize=64)
def _spark_field(colour: str) -> Field:
    options = (FREE, OCCUPIED, NO_DIE)
    params = {"colour": term("colour", colour)}
    return Field(
        SPARK, Pick(about="ask.spark-place", params=params, options=options, family="spark-place", default=FREE)
    )


def gain_card(desk: Desk, card: Card, effect: Effect, also: Sequence[Field]) -> None:
    """Roll a die of the Class colour and gain a card; no Mark (PEN-SCHOOL-16…19)."""
    colour = find_class(desk, card)
    spot = find_spot("card", colour)
    answers = ask_together(desk, effect, make_die_fields(desk, spot, colour), spot.location, also)
    value = place(desk, spot, colour, answers)
    take_card(desk, colour, value, answers, "PEN-SCHOOL-17")


def take_card(desk: Desk, colour: str, value: int | None, answers: Given, clause: str) -> None:
    """Gain a card of a Class, even if the Automa has one of the same name (PEN-GEN-07, PEN-GEN-08)."""
    side = choose_side(desk, f"class-{colour}", value, answers)
    if side is None:
        desk.emit(NoClassCard, "PEN-AMB-25", colour)
        return
    desk.position.cards += 1
    desk.position.class_cards.append((colour, side))
    at_once = refill(desk, f"class-{colour}-{side}")
    desk.emit(TakesCard, (clause, "PEN-GEN-07"), colour, side, at_once)


def refill(desk: Desk, place: str) -> bool:
    """Refill a place of a market at once and return True, or by a switched ruling note it for later (PEN-AMB-25)."""
    if desk.rulings.amb_25 == "at-once":
        desk.position.count_deed(f"refill-{place.partition('-')[0]}")
        return True
    desk.position.gaps.append(place)
    return False


def refresh_potions(desk: Desk, card: Card, effect: Effect, also: Sequence[Field]) -> None:
    """Place a die of the card's colour and refresh the market; the Automa gains no Potion (PEN-BREW-01…03)."""
    answers = ask_together(
        desk, effect, make_die_fields(desk, BREWERY, card.colour, decides=False), BREWERY.location, also
    )
    place(desk, BREWERY, card.colour, answers, decides=False)
    desk.position.count_deed("refresh-potions")
    desk.emit(Potions, ("PEN-BREW-02", "PEN-BREW-03"))


def buy_artifact(desk: Desk, card: Card, effect: Effect, also: Sequence[Field]) -> Card | None:
    """Return the Artifact that becomes an Automa card, for nothing (PEN-SHOP-01…03, PEN-SHOP-09), or None. ``also`` are
    fields for the rows that it may look at."""
    spot, fields = SHOP, make_die_fields(desk, SHOP, card.colour)
    if desk.rulings.amb_05 == "you-choose":  # which of the two is asked in between
        answers = ask_together(desk, effect, fields, spot.location)
        side = choose_side(desk, "shop", place(desk, spot, card.colour, answers), answers)
        if side is not None:
            answers = desk.ask(Form(about="ask.shop", fields=_artifact(desk, side)))
    else:
        answers = _seen_in_the_shop(desk, effect, fields, also)
        try:
            value = place(desk, spot, card.colour, answers)
        except MissingDie:
            if not desk.position.own_dice:
                desk.chance.put_back()  # nothing was rolled
            raise
        if "colour" in answers:
            read_card(desk.position, answers)  # half a card is refused before another die is asked for
        side = choose_side(desk, "shop", value, answers)
    if side is None or (bought := read_card(desk.position, answers)) is None:
        desk.emit(NothingToBuy, "PEN-SHOP-02")
        return None
    desk.position.count_deed(f"shop-{side}")
    at_once = refill(desk, f"shop-{side}")
    desk.emit(Buys, ("PEN-SHOP-02", "PEN-SHOP-03"), side, at_once)
    return bought


def _seen_in_the_shop(desk: Desk, effect: Effect, fields: tuple[Field, ...], also: Sequence[Field]) -> Given:
    """Ask for the die and the Artifact that it names in one form: so the app rolls before it asks."""
    rolled = None if desk.position.own_dice else roll(desk, "any")
    buys = (SHOP.location, (FREE, FULL, *((UNFIT,) if desk.rulings.amb_38 == "full" else ())))
    if not has_gap(desk, "shop"):
        fields = (*fields, *_artifact(desk, None if rolled is None else find_side(rolled), buys))
    elif left := find_side_left(desk, "shop", None):
        fields = (*fields, *_artifact(desk, left, buys))
    answers = ask_together(desk, effect, fields, "shop", also)
    return answers if rolled is None else {**answers, "rolled": rolled}


def _artifact(desk: Desk, side: str | None, needs: tuple[str, tuple[str, ...]] | None = None) -> tuple[Field, ...]:
    """Return fields for the Shop's card on this side; None: the one that the die on the table names."""
    about = "ask.shop.named" if side is None else "ask.shop"
    return make_card_fields(desk.position, about, NONE, side=side, needs=needs, unseen=True)
