"""Corrections by hand. Every correction starts from the present value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from automarium.engine.content.pack import HOLE
from automarium.engine.layout import SUPPLY
from automarium.engine.message import Message, message, refuse, term
from automarium.engine.play.command import Command, Given, When
from automarium.engine.question import Answer, AnyQuestion, Count, Field, Pick, Series, Several
from automarium.games.golem.position import (
    AREA_OF,
    AREAS,
    ARTIFACTS,
    BOOK_COLOURS,
    CEMETERY,
    COLOURS,
    COLUMN_LIMIT,
    COLUMNS,
    DISTRICTS,
    GOLEMS,
    HIGH,
    LARGE,
    LEAST_VP,
    LOW,
    MARBLES,
    MOST_GOALS,
    MOST_VP,
    NEIGHBOURHOODS,
    PRINTED,
    ROWS,
    SECTIONS,
    SPARE_TILES,
    UPGRADE_TILES,
    Book,
    Desk,
    Entry,
    Golem,
    Position,
    name_cell,
    name_place,
    one_of,
)
from automarium.games.golem.printed_facts import find_known, get_effects, get_fact
from automarium.games.golem.rules.artifacts import count_completed
from automarium.games.golem.rules.strategy import USED_UP, is_used_up, look_at_strategy
from automarium.games.golem.rules.tracks import value_study_track
from automarium.games.golem.rules.upgrades import PLAIN, SIDES
from automarium.games.golem.rulings import Rulings

# What is one number, with its ends.
NUMBERS = {
    "marker": (LOW, HIGH),
    "golem_track": (1, 20),
    "study_track": (0, 20),
    "ingots": (0, 24),
    "goals": (0, MOST_GOALS),
    "buried": (0, GOLEMS),
    "order_place": (1, 4),
}
TRACKS = ("golem_track", "study_track")
STREETS = {f"student-{district}": district for district in DISTRICTS}
SHELVES = {f"column-{number}": number - 1 for number in range(1, COLUMNS + 1)}
SYNAGOGUE = {f"row-{row}": row for row in ROWS}
# What is there or not: named again, it is removed.
MADE = {f"{area}-upgrade": area for area in AREAS}
UNKNOWN_FACTS = "facts"  # what happens with facts of own components that are not known
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
    UNKNOWN_FACTS,
)
# The families of the terms for new values that are not numbers.
FAMILIES = {
    "golem": "spot",
    "order": "district",
    "menorah": "district",
    "taken": "marble",
    **dict.fromkeys(SYNAGOGUE, "marble"),
    **dict.fromkeys(MADE, "upgrade"),
    **dict.fromkeys(SHELVES, "book-card"),
    UNKNOWN_FACTS: "unknown-facts",
}
TILE_PLACES = tuple(name_place(district, section) for district in DISTRICTS for section in range(1, NEIGHBOURHOODS + 1))
BOOKS = tuple(PRINTED.printed["book"])
CELLS = tuple(
    f"{name_cell(side, level)}-{kind}"
    for level in range(1, ARTIFACTS + 1)
    for side in SIDES
    for kind in ("grey", "special")
)
UPGRADE_IDS = {what: (*(CELLS if area == "artifact" else ()), *UPGRADE_TILES[area]) for what, area in MADE.items()}


def build_question(position: Position, what: str, at: str | None = None) -> AnyQuestion:
    """Return the question for the new value of ``what``, with its present value as the default."""
    about, params, now = "ask.adjust.to", {"what": term("what", what)}, get_present(position, what, at)
    family = FAMILIES.get(what, "")
    if what in NUMBERS:
        low, high = NUMBERS[what]
        if what in TRACKS:
            spaces = find_known(position, PRINTED, f"{what}.whole.spaces")
            high = high if spaces == HOLE else int(spaces)
        return Count(about=about, params=params, low=low, high=high, default=now)
    if what in STREETS:
        return Count(about=about, params=params, low=1, high=SECTIONS, default=now)
    if what in MADE:
        return Pick(about="ask.adjust.made", params=params, options=UPGRADE_IDS[what], family=family)
    if what in SHELVES:
        return Several(about=about, params=params, options=BOOKS, most=COLUMN_LIMIT, family=family, default=now)
    if what in SYNAGOGUE or what == "taken":
        most = 2 if what == "taken" else MARBLES
        return Several(about=about, params=params, options=COLOURS, most=most, family=family, default=now)
    match what:
        case "vp":
            return Count(about=about, params=params, low=LEAST_VP, high=MOST_VP, default=now)
        case "golem":
            spots = [Golem(district, section, lying) for district in DISTRICTS for section, lying in POSTURES]
            options = (*map(str, spots), SUPPLY, CEMETERY)
            return Pick(about=about, params=params, options=options, family=family)
        case "order":
            once: dict[str, int] = dict.fromkeys(DISTRICTS, 1)
            all_three = Several(about=about, params=params, options=DISTRICTS, most=3, limits=once, family=family)
            return replace(all_three, exactly=3, default=now)
        case "menorah":
            return Pick(about="ask.adjust.made", params=params, options=DISTRICTS, family=family)
        case "facts":
            return Pick(about=about, params=params, options=("ask", "house"), family=family, default=now)
        case "neighbourhood":
            section = int(str(at).partition("-")[2])
            return Count(about=about, params=params, low=section, high=section + SPARE_TILES, default=now)
        case _:
            cards = position.deck.cards
            return Series(about=about, params=params, low=1, high=len(cards), most=len(cards), once=cards, default=now)


POSTURES = tuple((section, lying) for section in range(1, SECTIONS + 1) for lying in (False, True))


def get_present(position: Position, what: str, at: str | None) -> Answer | None:
    """Return the present value of ``what`` as an answer; None if it has none."""
    if what in NUMBERS:
        number: int | None = getattr(position, what)
        return number
    if what in STREETS:
        return position.students[STREETS[what]]
    if what in SHELVES:
        return [book.id for book in position.columns[SHELVES[what]]]
    if what in SYNAGOGUE:
        return list((position.rows or {}).get(SYNAGOGUE[what], ()))
    match what:
        case "vp":
            return position.vp
        case "facts":
            return "house" if position.uses_house else "ask"
        case "taken" | "order":
            return list(getattr(position, what))
        case "drawn":
            return list(position.deck.drawn)
        case "neighbourhood":
            return position.neighbourhoods.get(str(at))
        case _:
            return None


class Adjust(Command[Position, Rulings], frozen=True, tag="adjust"):
    """Set ``what`` to ``to``. For a golem ``at`` is where it is now, for a neighbourhood tile where it lies."""

    when: ClassVar[When] = "always"
    what: str
    to: int | str | list[int | str]
    at: str | None = None

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterator[Field]:
        """Yield the questions. The rows can be corrected only after they were reported."""
        options = tuple(what for what in WHAT if what not in SYNAGOGUE or position.rows is not None)
        if not position.asks_things:
            options = tuple(what for what in options if what != UNKNOWN_FACTS)
        yield Field("what", Pick(about="ask.adjust", options=options, family="what"))
        what, at = given.get("what"), given.get("at")
        if what == "golem":
            there = tuple(dict.fromkeys((*(str(golem) for golem in position.golems), SUPPLY)))
            yield Field("at", Pick(about="ask.adjust.golem", options=there, family="spot"))
        elif what == "neighbourhood":
            yield Field("at", Pick(about="ask.adjust.tile", options=TILE_PLACES, family="spot"))
            if at not in TILE_PLACES:
                return
        if what in options:
            yield Field("to", build_question(position, what, at))

    def describe(self) -> Message:
        value = term(FAMILIES[self.what], self.to) if self.what in FAMILIES else self.to
        what = term("what", self.what)
        if self.at is not None:
            return message("input.adjust.at", what=what, spot=term("spot", self.at), value=value)
        return message("input.adjust", what=what, value=value)

    def carry_out(self, desk: Desk) -> None:
        """Set the new value; what follows from it, printed facts among that, comes after what was reported."""
        position = desk.position
        with desk.reported():
            self._set(desk)
        if self.what in SHELVES:
            column = position.columns[SHELVES[self.what]]
            column[:] = [_with_effects(desk, book) for book in column]
        elif self.what in MADE:
            self._count_menorahs(desk)
        elif self.what in NUMBERS:
            position.artifacts = count_completed(desk)
            value_study_track(desk)
        position.exhausted = [colour for colour in position.exhausted if is_used_up(position, colour)]
        for colour in USED_UP:
            look_at_strategy(desk, colour)

    def _set(self, desk: Desk) -> None:
        position, what, to = desk.position, self.what, self.to
        if isinstance(to, list):
            self._set_list(desk, to)
        elif what in NUMBERS:
            setattr(position, what, to)
            position.buried_lying = min(position.buried_lying, position.buried)
        elif what in MADE:
            self._toggle_upgrade(position)
        elif what == "vp":
            assert isinstance(to, int)
            if to != position.vp:
                position.ledger.append(Entry(position.round, "adjusted", to - position.vp, "GOL-SCORE-01"))
        elif what == "golem":
            self._put_golem(position)
        elif what in STREETS:
            position.students[STREETS[what]] = int(to)
        elif what == UNKNOWN_FACTS:
            position.uses_house = to == "house"
        elif what == "menorah":
            self._toggle_menorah(position)
        else:
            correct_neighbourhood(position, str(self.at), int(to))

    def _set_list(self, desk: Desk, to: list[int | str]) -> None:
        position, what = desk.position, self.what
        if what == "order":
            position.order = [one_of(DISTRICTS, name) for name in to]
        elif what == "taken":
            position.taken = [one_of(COLOURS, name) for name in to]
        elif what in SHELVES:
            position.columns[SHELVES[what]] = [make_book(str(id_)) for id_ in to]
        elif what in SYNAGOGUE:
            assert position.rows is not None  # otherwise it is not an option
            position.rows[SYNAGOGUE[what]] = [one_of(COLOURS, name) for name in to]
        else:
            position.deck.set_drawn([int(card) for card in to], desk.chance)

    def _put_golem(self, position: Position) -> None:
        """Move a golem from its place or the supply to a place on the board, the cemetery or the supply."""
        lying = False
        if self.at == SUPPLY:
            if not position.supply:
                raise refuse("adjust.no-golem", "at")
            position.supply -= 1
        else:
            golem = next(golem for golem in position.golems if str(golem) == self.at)
            position.golems.remove(golem)
            lying = golem.lying
        if self.to == SUPPLY:
            position.supply += 1
        elif self.to == CEMETERY:
            position.buried += 1
            position.buried_lying += lying
        else:
            position.golems.append(parse_golem(str(self.to)))
        # Renumbered below the one that is created next: two pieces never have the same number.
        position.golems = [replace(golem, number=number) for number, golem in enumerate(position.golems, 1)]

    def _toggle_upgrade(self, position: Position) -> None:
        made, (name, kind) = position.upgrades[MADE[self.what]], self._split_upgrade()
        if name in made:
            made.remove(name)
            position.cells.pop(name, None)
        else:
            made.append(name)
            if kind:
                position.cells[name] = kind

    def _split_upgrade(self) -> tuple[str, str]:
        """Return the name of an upgrade and the kind of tile on it; an artifact cell is named with its tile."""
        if self.what != "artifact-upgrade" or self.to == LARGE:
            return str(self.to), ""
        name, _, kind = str(self.to).rpartition("-")
        return name, kind

    def _count_menorahs(self, desk: Desk) -> None:
        area, (name, _) = MADE[self.what], self._split_upgrade()
        menorahs = PLAIN if name == LARGE else 1
        if area != "artifact":
            menorahs = get_fact(desk, f"{area}_upgrade.menorahs", name)
        made = name in desk.position.upgrades[area]
        desk.position.menorah_count[area] += menorahs if made else -menorahs

    def _toggle_menorah(self, position: Position) -> None:
        district = one_of(DISTRICTS, self.to)
        if district in position.menorahs:
            position.menorahs.remove(district)
            position.menorah_count[AREA_OF[district]] -= 1
        else:
            position.menorahs.append(district)
            position.menorah_count[AREA_OF[district]] += 1


def parse_golem(name: str) -> Golem:
    """Return a golem from its name: "red 4", "red 4 lying"."""
    district, section, *lying = name.split()
    return Golem(one_of(DISTRICTS, district), int(section), bool(lying))


def correct_neighbourhood(position: Position, place: str, number: int) -> None:
    """Set the tile of a place. Tiles rise from left to right, so those of its district that contradict it are
    forgotten."""
    district, _, section = place.partition("-")
    for other, known in list(position.neighbourhoods.items()):
        other_district, _, other_section = other.partition("-")
        distance = int(other_section) - int(section)
        rise = known - number
        if other_district == district and (rise < distance if distance > 0 else rise > distance):
            del position.neighbourhoods[other]
    position.neighbourhoods[place] = number


def make_book(id_: str) -> Book:
    return Book(id_, one_of(BOOK_COLOURS, id_.partition("-")[0]), ())


def _with_effects(desk: Desk, book: Book) -> Book:
    left, right = get_effects(desk, "book.left", book.id), get_effects(desk, "book.right", book.id)
    return replace(book, left=left, right=right)
