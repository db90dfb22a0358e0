"""The command ``adjust``: set a value or a piece of the position to what is on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, cast

from automarium.engine.layout import Change
from automarium.engine.message import Message, message, refuse, term
from automarium.engine.play.command import Command, Given, When
from automarium.engine.question import AnyQuestion, Count, Field, Pick, Series
from automarium.games.scythe.commands import BONUSES, LAND, OPENS, list_foreign
from automarium.games.scythe.events import Star, WaterFree
from automarium.games.scythe.map import BASE, MAT, ORDER, TERRITORIES
from automarium.games.scythe.position import (
    COMBAT_CARDS,
    COMBAT_STARS,
    MECHS,
    MOST_COINS,
    MOST_POWER,
    STARS,
    STRUCTURES,
    WORKERS,
    Desk,
    Position,
)
from automarium.games.scythe.rules.deck import begin_scheme_two
from automarium.games.scythe.rules.stars import resume_play
from automarium.games.scythe.rulings import Rulings

# What can be set, and its owner, field and highest value in the position.
NUMBERS = {
    "power": ("automa", "power", MOST_POWER),
    "coins": ("automa", "coins", MOST_COINS),
    "combat-cards": ("automa", "combat_cards", COMBAT_CARDS),
    "combat-stars": ("automa", "combat_stars", COMBAT_STARS),
    "your-stars": ("human", "stars", STARS),
    "your-combat-stars": ("human", "combat_stars", STARS),
}
FLAGS = {"power-star": ("automa", "power_star"), "factory-card": ("automa", "factory_card")}
# Pieces are set one at a time. "mat" ("away" for the human's) is off the board.
PIECES = {
    "character": ("automa", "character"),
    "mech": ("automa", "mechs"),
    "worker": ("automa", "workers"),
    "your-character": ("human", "character"),
    "your-mech": ("human", "mechs"),
    "your-worker": ("human", "workers"),
}
SINGLE = ("tracker", "scheme", "token", "structure", "recruit", "drawn", "last-card")
WHAT = (*NUMBERS, "stars", *FLAGS, *OPENS, *PIECES, *SINGLE)
AWAY = "away"


class Adjust(Command[Position, Rulings], frozen=True, tag="adjust"):
    """Set ``what`` to ``to``. ``at`` is the present place of a worker or a mech."""

    when: ClassVar[When] = "always"
    what: str
    to: int | str | list[int]
    at: str | None = None

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        barred = list_foreign(position.human)
        known = tuple(what for what in WHAT if what not in barred)
        yield Field("what", Pick(about="ask.adjust", options=known, family="what", barred=barred))
        what = given["what"]
        if what not in known:
            return
        if what in PIECES and not what.endswith("character"):
            params = {"what": term("what", what)}
            standing = find_standing(position, what)
            yield Field("at", Pick(about="ask.adjust.at", params=params, options=standing, family="place"))
        yield Field("to", make_question(position, what))

    def describe(self) -> Message:
        what = term("what", self.what)
        families = {"recruit": "enlisted", **dict.fromkeys((*FLAGS, *OPENS), "answer")}
        to = term(families.get(self.what, "place"), self.to)
        if self.at is not None:
            return message("input.adjust.piece", what=what, at=term("place", self.at), to=to)
        return message("input.adjust", what=what, to=to)

    def carry_out(self, desk: Desk) -> None:
        position = desk.position
        if self.what == "tracker":
            move_cube(desk, cast(int, self.to))
        else:
            with desk.reported():
                self._set(desk)
        if self.what == "power" and position.stars < STARS:
            place_power_star(desk)
        if position.stars >= STARS + position.over:  # the sixth star is placed in play, not by a correction
            raise refuse("adjust.stars", "to", count=position.stars)
        resume_play(desk)

    def _set(self, desk: Desk) -> None:
        position, what, to = desk.position, self.what, cast(Any, self.to)
        if what in NUMBERS:
            side, name, _ = NUMBERS[what]
            setattr(getattr(position, side), name, to)
        elif what == "stars":
            set_stars(position, to)
        elif what in FLAGS:
            side, name = FLAGS[what]
            setattr(getattr(position, side), name, to == "yes")
        elif what in OPENS:
            name, value = OPENS[what]
            setattr(position.human, name, value if to == "yes" else False)
        elif what in PIECES:
            self._put_piece(position)
        elif what == "scheme":
            position.scheme = to
        elif what == "token":
            _toggle(position.encounters, to, len(TERRITORIES))
        elif what == "structure":
            _toggle(position.human.structures, to, STRUCTURES)
        elif what == "recruit":
            recruits = position.human.recruits
            recruits.remove(to) if to in recruits else recruits.append(to)
        elif what == "drawn":
            position.deck.set_drawn(to, desk.chance)
            position.combat_discard = [card for card in position.combat_discard if card in to]
        else:
            position.last_card = to

    def _put_piece(self, position: Position) -> None:
        side, name = PIECES[self.what]
        owner = getattr(position, side)
        if name == "character":
            owner.character = self.to
            return
        places: list[str] = getattr(owner, name)
        if self.at not in (MAT, AWAY):
            places.remove(str(self.at))
        if self.to not in (MAT, AWAY):
            most = MECHS if name == "mechs" else WORKERS
            if len(places) >= most:
                raise refuse("add.all", "to", count=most, unit=term("unit", "mech" if name == "mechs" else "worker"))
            places.append(str(self.to))


def move_cube(desk: Desk, to: int) -> None:
    """Set the cube and carry out what the star card brings up to its space: stars (SCY-STAR-04), the scheme
    (SCY-SCHEME-01, SCY-SCHEME-02) and the end of the water restriction (SCY-STAR-03). The person has moved the cube
    only: stars and cards are hands."""
    position, card, before = desk.position, desk.position.star_card, desk.position.tracker
    position.tracker = to
    desk.reported_changes.append(Change(("automa", "tracker"), to))
    for _ in range(card.stars_at(to) - card.stars_at(before)):
        desk.emit(Star, "SCY-STAR-04", "tracker")
    if to < card.scheme_two:
        position.scheme = "I"
    elif position.scheme == "I":
        begin_scheme_two(desk)
    if before < card.restricted <= to:
        desk.emit(WaterFree, "SCY-STAR-03")


def place_power_star(desk: Desk) -> None:
    """Place the star for a power of 16 (SCY-STAR-05), unless the Automa has it already."""
    automa = desk.position.automa
    if automa.power == MOST_POWER and not automa.power_star:
        automa.power_star = True
        desk.emit(Star, "SCY-STAR-05", "power")


def set_stars(position: Position, count: int) -> None:
    """Set the number of the Automa's stars in all: those that the cube has not brought are for combats and power."""
    automa = position.automa
    rest = count - position.star_card.stars_at(position.tracker)
    automa.power_star = rest > COMBAT_STARS or (automa.power_star and rest > 0)
    automa.combat_stars = rest - automa.power_star


def _toggle(places: list[str], place: str, most: int) -> None:
    """Add a token or structure where there is none, remove it where there is one."""
    if place in places:
        places.remove(place)
    elif len(places) >= most:
        raise refuse("build.all", "to", count=most)
    else:
        places.append(place)
        places.sort(key=ORDER.__getitem__)


def find_standing(position: Position, what: str) -> tuple[str, ...]:
    """Return the places of pieces of this kind, each once, and the place of those off the board."""
    side, name = PIECES[what]
    off = MAT if side == "automa" else AWAY
    return tuple(dict.fromkeys((*getattr(getattr(position, side), name), off)))


def make_question(position: Position, what: str) -> AnyQuestion:
    """Return the question for the new value of ``what``."""
    about, params = "ask.adjust.to", {"what": term("what", what)}
    if what in NUMBERS:
        side, name, high = NUMBERS[what]
        if what == "your-stars" and not position.over:
            high -= 1  # the sixth is placed in play
        return Count(about=about, params=params, low=0, high=high, default=getattr(getattr(position, side), name))
    if what in FLAGS or what in OPENS:
        side, name = FLAGS[what] if what in FLAGS else ("human", OPENS[what][0])
        now = "yes" if getattr(getattr(position, side), name) else "no"
        return Pick(about=about, params=params, options=("yes", "no"), family="answer", default=now)
    if what in PIECES:
        side, name = PIECES[what]
        off = (MAT if side == "automa" else AWAY,) if (side, name) != ("human", "character") else ()
        return Pick(about=about, params=params, options=(*TERRITORIES, BASE, *off), family="place")
    match what:
        case "stars":
            low = position.star_card.stars_at(position.tracker)
            high = min(STARS, low + COMBAT_STARS + 1)
            return Count(about=about, params=params, low=low, high=high, default=position.stars)
        case "tracker":
            last = position.star_card.spaces - 1
            return Count(about="ask.adjust.tracker", low=0, high=last, default=position.tracker)
        case "scheme":
            return Pick(about=about, params=params, options=("I", "II"), default=position.scheme)
        case "recruit":
            return Pick(about=about, params=params, options=BONUSES, family="enlisted")
        case "structure":
            return Pick(about=about, params=params, options=LAND, family="place")
        case "drawn":
            cards = position.deck.cards
            return Series(about=about, params=params, low=1, high=len(cards), most=len(cards), once=cards, default=[])
        case "last-card":
            return Pick(about=about, params=params, options=position.deck.cards)
        case _:
            return Pick(about=about, params=params, options=TERRITORIES, family="place")
