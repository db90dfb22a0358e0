"""What can be corrected by hand, and to what: every correction begins at what is there now."""

from __future__ import annotations

from msgspec.structs import replace

from automarium.games.golem.facts import known
from automarium.games.golem.position import (
    AREAS,
    ARTIFACTS,
    CEMETERY,
    COLOURS,
    COLUMN_LIMIT,
    COLUMNS,
    DISTRICTS,
    GOLEMS,
    HIGH,
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
    Golem,
    Position,
    cell_name,
    place,
)
from automarium.games.golem.rules.upgrades import SIDES
from automarium.kernel.hands import SUPPLY
from automarium.kernel.pack import HOLE
from automarium.kernel.question import Answer, AnyQuestion, Count, Pick, Series, Several
from automarium.kernel.saying import term

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
# The terms that name what something is set to; numbers speak for themselves.
FAMILIES = {
    "golem": "spot",
    "order": "district",
    "menorah": "district",
    "taken": "marble",
    **dict.fromkeys(SYNAGOGUE, "marble"),
    **dict.fromkeys(MADE, "upgrade"),
    **dict.fromkeys(SHELVES, "book-card"),
}
TILE_PLACES = tuple(place(district, section) for district in DISTRICTS for section in range(1, NEIGHBOURHOODS + 1))
BOOKS = tuple(PRINTED.printed["book"])
CELLS = tuple(
    f"{cell_name(side, level)}-{kind}"
    for level in range(1, ARTIFACTS + 1)
    for side in SIDES
    for kind in ("grey", "special")
)
UPGRADE_IDS = {what: (*(CELLS if area == "artifact" else ()), *UPGRADE_TILES[area]) for what, area in MADE.items()}


def question(position: Position, what: str, at: str | None = None) -> AnyQuestion:
    """What ``what`` can be set to, from what it is now."""
    about, params, now = "ask.adjust.to", {"what": term("what", what)}, present(position, what, at)
    family = FAMILIES.get(what, "")
    if what in NUMBERS:
        low, high = NUMBERS[what]
        if what in TRACKS:
            spaces = known(position, PRINTED, f"{what}.whole.spaces")
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
        case "neighbourhood":
            section = int(str(at).partition("-")[2])
            return Count(about=about, params=params, low=section, high=section + SPARE_TILES, default=now)
        case _:
            cards = position.deck.cards
            return Series(about=about, params=params, low=1, high=len(cards), most=len(cards), once=cards, default=now)


POSTURES = tuple((section, lying) for section in range(1, SECTIONS + 1) for lying in (False, True))


def present(position: Position, what: str, at: str | None) -> Answer | None:
    """What it is now, where that is an answer: a correction begins there."""
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
        case "taken" | "order":
            return list(getattr(position, what))
        case "drawn":
            return list(position.deck.drawn)
        case "neighbourhood":
            return position.neighbourhoods.get(str(at))
        case _:
            return None
