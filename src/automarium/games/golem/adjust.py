"""Corrections by hand: anything of her side, and what she was told, can be set to what it really is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from automarium.games.golem.artifacts import count_completed
from automarium.games.golem.facts import Desk, known
from automarium.games.golem.pieces import value_study_track
from automarium.games.golem.position import (
    AREAS,
    ARTIFACTS,
    BOOK_COLOURS,
    COLOURS,
    COLUMN_LIMIT,
    COLUMNS,
    DISTRICTS,
    GOLEMS,
    HIGH,
    LOW,
    NEIGHBOURHOODS,
    PRINTED,
    ROWS,
    SECTIONS,
    Book,
    Entry,
    Golem,
    Position,
    cell_name,
)
from automarium.kernel.filling import check_filled, next_missing
from automarium.kernel.pack import HOLE
from automarium.kernel.room import Field, Input
from automarium.kernel.saying import Saying, refuse, saying
from automarium.kernel.table import AnyQuestion, Count, Pick, Series, Several

# What is one number, with its ends.
NUMBERS = {
    "marker": (LOW, HIGH),
    "golem_track": (1, 20),
    "study_track": (0, 20),
    "ingots": (0, 24),
    "goals": (0, 27),
    "buried": (0, GOLEMS),
    "order_place": (1, 4),
}
TRACKS = {"golem_track": "golem_track.whole.spaces", "study_track": "study_track.whole.spaces"}
STREETS = {f"student-{district}": district for district in DISTRICTS}
SHELVES = {f"column-{number}": number - 1 for number in range(1, COLUMNS + 1)}
SYNAGOGUE = {f"row-{row}": row for row in ROWS}
# What is there or not: named again, it is taken away.
MADE = {f"{area}-upgrade": area for area in AREAS}
WHAT = (
    *NUMBERS,
    "vp",
    "golem",
    *STREETS,
    "order",
    *MADE,
    "menorah",
    *SHELVES,
    "taken",
    *SYNAGOGUE,
    "neighbourhood",
    "drawn",
)
SUPPLY, CEMETERY = "supply", "cemetery"
BOOKS = tuple(PRINTED.printed["book"])
CELLS = tuple(
    f"{cell_name(side, level)}-{kind}"
    for level in range(1, ARTIFACTS + 1)
    for side in ("right", "left")
    for kind in ("grey", "special")
)
UPGRADE_IDS = {
    "golem-upgrade": tuple(PRINTED.printed["golem_upgrade"]),
    "study-upgrade": tuple(PRINTED.printed["study_upgrade"]),
    "artifact-upgrade": (*CELLS, "large"),
}


class Adjust(Input, frozen=True, tag="adjust"):
    """Set ``what`` to ``to``. For a golem ``at`` is where it is now, for a neighbourhood tile where it lies."""

    what: str
    to: int | str | list[int | str]
    at: str | None = None

    def said(self) -> Saying:
        family = family_of(self.what)
        value: Any = self.to
        if family:
            value = [saying(f"{family}.{one}") for one in (self.to if isinstance(self.to, list) else [self.to])]
        if self.at is not None:
            return saying("input.adjust.at", what=self.what, spot=self.at, value=value)
        return saying("input.adjust", what=self.what, value=value)

    def carry_out(self, desk: Desk) -> None:
        position = desk.position
        check_filled(self, lambda given: next_missing(adjust_fields(position, given), given))
        if self.at is not None and self.what not in ("golem", "neighbourhood"):
            raise refuse("adjust.at", "at", what=self.what)
        self._set(desk)

    def _set(self, desk: Desk) -> None:
        position, what, to = desk.position, self.what, self.to
        if what in NUMBERS:
            setattr(position, what, to)
            position.artifacts = count_completed(desk)
            value_study_track(desk)
        elif what == "vp":
            assert isinstance(to, int)
            position.ledger.append(Entry(position.round, "adjusted", to - position.vp, "GOL-SCORE-01"))
        elif what == "golem":
            self._put_golem(position)
        elif what in STREETS:
            position.students[STREETS[what]] = int(str(to))
        elif what in MADE:
            self._toggle_upgrade(desk)
        elif isinstance(to, list):
            self._set_list(desk, to)
        elif what == "menorah":
            self._toggle_menorah(position)
        else:
            correct_neighbourhood(position, str(self.at), int(str(to)))

    def _set_list(self, desk: Desk, to: list[Any]) -> None:
        position, what = desk.position, self.what
        if what == "order":
            position.order = to
        elif what in SHELVES:
            position.columns[SHELVES[what]] = [shelved(desk, id_) for id_ in to]
        elif what == "taken":
            position.taken = to
        elif what in SYNAGOGUE:
            assert position.rows is not None  # otherwise it is no option
            position.rows[SYNAGOGUE[what]] = to
        else:
            position.deck.set_drawn(to, desk.table.chance)

    def _put_golem(self, position: Position) -> None:
        """From where it is (or the supply) to a place on the board, the cemetery or the supply."""
        if self.at == SUPPLY:
            if not position.supply:
                raise refuse("adjust.no-golem", "at")
            position.supply -= 1
        else:
            position.golems.remove(next(golem for golem in position.golems if str(golem) == self.at))
        if self.to == SUPPLY:
            position.supply += 1
        elif self.to == CEMETERY:
            position.buried += 1
        else:
            position.golems.append(golem_at(str(self.to)))
        # Numbered anew, below the one that is created next: two pieces never have the same number.
        position.golems = [replace(golem, number=number) for number, golem in enumerate(position.golems, 1)]

    def _toggle_upgrade(self, desk: Desk) -> None:
        position, area, id_ = desk.position, MADE[self.what], str(self.to)
        made = position.upgrades[area]
        name, _, kind = id_.rpartition("-") if area == "artifact" and id_ != "large" else (id_, "", "")
        menorahs = 3 if id_ == "large" else 1
        if area != "artifact":
            menorahs = desk.fact(f"{area}_upgrade.{id_}.menorahs")
        if name in made:
            made.remove(name)
            position.cells.pop(name, None)
            position.menorah_count[area] -= menorahs
        else:
            made.append(name)
            position.menorah_count[area] += menorahs
            if kind:
                position.cells[name] = kind

    def _toggle_menorah(self, position: Position) -> None:
        area = AREAS[DISTRICTS.index(self.to)]
        tokens: list[Any] = position.menorahs
        if self.to in tokens:
            tokens.remove(self.to)
            position.menorah_count[area] -= 1
        else:
            tokens.append(self.to)
            position.menorah_count[area] += 1


def family_of(what: str) -> str:
    """The terms that name what something is set to; numbers and books speak for themselves."""
    if what in SYNAGOGUE or what == "taken":
        return "marble"
    if what in MADE:
        return "upgrade"
    return {"golem": "spot", "order": "district", "menorah": "district"}.get(what, "")


def golem_at(name: str) -> Golem:
    """A golem from its name: "red 4", "red 4 lying"."""
    district, section, *lying = name.split()
    return Golem(next(known for known in DISTRICTS if known == district), int(section), bool(lying))


def correct_neighbourhood(position: Position, place: str, number: int) -> None:
    """Tiles rise from left to right: those of the district that cannot be right any more are asked about again."""
    district, _, section = place.partition("-")
    for other, told in list(position.neighbourhoods.items()):
        other_district, _, other_section = other.partition("-")
        distance = int(other_section) - int(section)
        rise = told - number
        if other_district == district and (rise < distance if distance > 0 else rise > distance):
            del position.neighbourhoods[other]
    position.neighbourhoods[place] = number


def shelved(desk: Desk, id_: str) -> Book:
    colour = next(known for known in BOOK_COLOURS if known == id_.partition("-")[0])
    return Book(id_, colour, desk.effects(f"book.{id_}.left"), desk.effects(f"book.{id_}.right"))


def adjust_fields(position: Position, given: Mapping[str, Any]) -> list[Field]:
    """Marbles that she has not seen cannot be corrected: she asks for all of them first."""
    options = tuple(what for what in WHAT if what not in SYNAGOGUE or position.rows is not None)
    fields = [Field("what", Pick(about="ask.adjust", options=options, family="what"))]
    what, at = given.get("what"), given.get("at")
    if what not in options:
        return fields
    if what == "golem":
        there = tuple(dict.fromkeys((*(str(golem) for golem in position.golems), SUPPLY)))
        fields.append(Field("at", Pick(about="ask.adjust.golem", options=there, family="spot")))
    elif what == "neighbourhood":
        places = tuple(f"{district}-{section}" for district in DISTRICTS for section in range(1, NEIGHBOURHOODS + 1))
        fields.append(Field("at", Pick(about="ask.adjust.tile", options=places, family="spot")))
        if at not in places:
            return fields
    fields.append(Field("to", question(position, what, at)))
    return fields


def question(position: Position, what: str, at: str | None = None) -> AnyQuestion:
    """What ``what`` can be set to."""
    about, params = "ask.adjust.to", {"what": what}
    if what in NUMBERS:
        low, high = NUMBERS[what]
        if what in TRACKS:
            spaces = known(position, PRINTED, TRACKS[what])
            high = high if spaces == HOLE else int(spaces)
        return Count(about=about, params=params, low=low, high=high)
    if what in STREETS:
        return Count(about=about, params=params, low=1, high=SECTIONS)
    if what in MADE:
        return Pick(about="ask.adjust.made", params=params, options=UPGRADE_IDS[what], family="upgrade")
    if what in SHELVES:
        return Several(about=about, params=params, options=BOOKS, most=COLUMN_LIMIT, default=[])
    if what in SYNAGOGUE or what == "taken":
        most = 2 if what == "taken" else 15
        return Several(about=about, params=params, options=COLOURS, most=most, family="marble", default=[])
    match what:
        case "vp":
            return Count(about=about, params=params, low=-99, high=400)
        case "golem":
            spots = tuple(
                str(Golem(district, section, lying))
                for district in DISTRICTS
                for section in range(1, SECTIONS + 1)
                for lying in (False, True)
            )
            return Pick(about=about, params=params, options=(*spots, SUPPLY, CEMETERY), family="spot")
        case "order":
            once: dict[str, int] = dict.fromkeys(DISTRICTS, 1)
            return Several(
                about=about, params=params, options=DISTRICTS, most=3, exactly=3, limits=once, family="district"
            )
        case "menorah":
            return Pick(about="ask.adjust.made", params=params, options=DISTRICTS, family="district")
        case "neighbourhood":  # 7 of 10 tiles, rising: base game
            section = int(str(at).partition("-")[2])
            return Count(about=about, params=params, low=section, high=section + 3)
        case _:
            cards = position.deck.cards
            return Series(about=about, params=params, low=1, high=len(cards), most=len(cards), once=cards, default=[])
