"""Corrections by hand: anything on the table can be set to what it really is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from automarium.games.scythe.atlas import BASE, MAT, ORDER, TERRITORIES
from automarium.games.scythe.position import COMBAT_STARS, MECHS, MOST_POWER, STARS, WORKERS, Position
from automarium.kernel.filling import check_filled, next_missing
from automarium.kernel.room import Field, Input
from automarium.kernel.saying import Saying, refuse, saying
from automarium.kernel.table import AnyQuestion, Count, Pick, Series, Table

# What can be set, and where it lies in the position.
NUMBERS = {
    "power": ("automa", "power", MOST_POWER),
    "coins": ("automa", "coins", 999),
    "combat-cards": ("automa", "combat_cards", 42),
    "combat-stars": ("automa", "combat_stars", COMBAT_STARS),
    "your-stars": ("human", "stars", STARS - 1),
}
FLAGS = {
    "power-star": ("automa", "power_star"),
    "factory-card": ("automa", "factory_card"),
    "riverwalk": ("human", "riverwalk"),
    "lakes": ("human", "lakes"),
}
# Places are put one at a time: which piece, then where; "mat" (or "away" for the human's) takes it off.
PIECES = {
    "character": ("automa", "character"),
    "mech": ("automa", "mechs"),
    "worker": ("automa", "workers"),
    "your-character": ("human", "character"),
    "your-mech": ("human", "mechs"),
    "your-worker": ("human", "workers"),
}
WHAT = (*NUMBERS, *FLAGS, *PIECES, "tracker", "scheme", "token", "structure", "drawn", "last-card")
AWAY = "away"


class Adjust(Input, frozen=True, tag="adjust"):
    """Set ``what`` to ``to``. For a piece ``from`` is where it stands now (left out: it comes onto the board)."""

    what: str
    to: int | str | list[int]
    at: str | None = None

    def said(self) -> Saying:
        if self.at is not None:
            return saying("input.adjust.piece", what=self.what, at=self.at, to=self.to)
        to = saying(f"answer.{self.to}") if self.what in FLAGS else self.to
        return saying("input.adjust", what=self.what, to=to)

    def carry_out(self, position: Position, table: Table) -> None:
        check_filled(self, lambda given: next_missing(adjust_fields(position, given), given))
        if self.at is not None and (self.what not in PIECES or self.what.endswith("character")):
            raise refuse("adjust.at", "at", what=self.what)
        self._set(position, table)
        if position.stars >= STARS:  # the sixth star is placed in play, not by a correction
            raise refuse("adjust.stars", "to", count=STARS)
        position.over = position.over and position.human.stars >= STARS

    def _set(self, position: Position, table: Table) -> None:
        what, to = self.what, self.to
        if what in NUMBERS:
            side, name, _ = NUMBERS[what]
            setattr(getattr(position, side), name, to)
        elif what in FLAGS:
            side, name = FLAGS[what]
            setattr(getattr(position, side), name, to == "yes")
        elif what in PIECES:
            self._put_piece(position)
        elif what == "tracker":
            position.tracker = int(str(to))
        elif what == "scheme":
            position.scheme = "I" if to == "I" else "II"
        elif what in ("token", "structure"):
            places = position.encounters if what == "token" else position.human.structures
            _toggle(places, str(to))
        elif what == "drawn":
            assert isinstance(to, list)
            position.deck.set_drawn(to, table.chance)
            position.combat_discard = [card for card in position.combat_discard if card in to]
        else:
            position.last_card = int(str(to))

    def _put_piece(self, position: Position) -> None:
        side, name = PIECES[self.what]
        owner = getattr(position, side)
        if name == "character":
            owner.character = self.to
            return
        places: list[str] = getattr(owner, name)
        if self.at not in (None, MAT, AWAY):
            places.remove(str(self.at))
        if self.to not in (MAT, AWAY):
            most = MECHS if name == "mechs" else WORKERS
            if len(places) >= most:
                raise refuse("add.all", "to", count=most, unit="mech" if name == "mechs" else "worker")
            places.append(str(self.to))


def _toggle(places: list[str], place: str) -> None:
    """A token or structure is put where none is, and taken where one is."""
    if place in places:
        places.remove(place)
    else:
        places.append(place)
        places.sort(key=ORDER.__getitem__)


def adjust_fields(position: Position, given: Mapping[str, Any]) -> list[Field]:
    fields = [Field("what", Pick(about="ask.adjust", options=WHAT, family="what"))]
    what = given.get("what")
    if what not in WHAT:
        return fields
    if what in PIECES and not what.endswith("character"):
        side, name = PIECES[what]
        off = MAT if side == "automa" else AWAY
        standing = tuple(dict.fromkeys((*getattr(getattr(position, side), name), off)))
        fields.append(Field("at", Pick(about="ask.adjust.at", params={"what": what}, options=standing, family="place")))
    fields.append(Field("to", question(position, what)))
    return fields


def question(position: Position, what: str) -> AnyQuestion:
    """What ``what`` can be set to."""
    about, params = "ask.adjust.to", {"what": what}
    if what in NUMBERS:
        return Count(about=about, params=params, low=0, high=NUMBERS[what][2])
    if what in FLAGS:
        return Pick(about=about, params=params, options=("yes", "no"), family="answer")
    if what in PIECES:
        side, name = PIECES[what]
        off = (MAT if side == "automa" else AWAY,) if (side, name) != ("human", "character") else ()
        return Pick(about=about, params=params, options=(*TERRITORIES, BASE, *off), family="place")
    match what:
        case "tracker":
            return Count(about=about, params=params, low=0, high=position.star_card.spaces - 1)
        case "scheme":
            return Pick(about=about, params=params, options=("I", "II"))
        case "drawn":
            cards = position.deck.cards
            return Series(about=about, params=params, low=1, high=len(cards), most=len(cards), once=cards, default=[])
        case "last-card":
            return Pick(about=about, params=params, options=position.deck.cards)
        case _:
            return Pick(about=about, params=params, options=TERRITORIES, family="place")
