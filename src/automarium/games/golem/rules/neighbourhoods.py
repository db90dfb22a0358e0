"""Which neighbourhood tiles lie where: they rise from left to right and stay for the whole game (base game)."""

from __future__ import annotations

from functools import lru_cache

from automarium.games.golem.position import (
    DISTRICTS,
    NEIGHBOURHOODS,
    ROMAN,
    SPARE_TILES,
    Desk,
    District,
    place,
)
from automarium.kernel.question import Field, Form, Pick, Series
from automarium.kernel.saying import refuse, term

TILES = tuple(range(1, NEIGHBOURHOODS + SPARE_TILES + 1))
NUMBERED = {district: {number: f"{district}-{number}" for number in TILES} for district in DISTRICTS}
# The sections of each district that have a tile beside them.
BESIDE = {
    district: tuple((section, place(district, section)) for section in range(1, NEIGHBOURHOODS + 1))
    for district in DISTRICTS
}
# The numbers that are missing in each district.
ALL_MISSING = Form(
    about="form.neighbourhoods",
    fields=tuple(
        Field(
            district,
            Series(
                about="ask.missing",
                params={"district": term("district", district)},
                low=TILES[0],
                high=TILES[-1],
                most=SPARE_TILES,
                once=TILES,
                default=[],
            ),
        )
        for district in DISTRICTS
    ),
)


def neighbourhood_tile(desk: Desk, district: District, section: int) -> int:
    """The number of a tile. When the first is needed all are asked about at once; a person who would rather not is
    asked about each when it matters, if the ones told in the district leave it open."""
    at = place(district, section)
    if at in desk.position.neighbourhoods:
        return desk.position.neighbourhoods[at]
    known = _follows(desk, district, section)
    if len(known) > 1 and not desk.position.neighbourhoods_asked:
        _ask_all(desk)
        known = _follows(desk, district, section)
    if len(known) == 1:
        return known[0]
    tile: int = desk.ask(_which(district, section, tuple(known)))
    with desk.seen():
        desk.position.neighbourhoods[at] = tile
    return tile


@lru_cache(1024)
def _which(district: District, section: int, known: tuple[int, ...]) -> Pick:
    params = {"district": term("district", district), "section": ROMAN[section]}
    at = place(district, section)
    return Pick(about="ask.neighbourhood", params=params, place=at, options=known, family=f"tile-{district}")


def _follows(desk: Desk, district: District, section: int) -> list[int]:
    """The numbers that a tile can have, given what was told: they rise from left to right."""
    told = desk.position.neighbourhoods
    low, high = section, section + SPARE_TILES
    for other, at in BESIDE[district]:
        if at in told:
            if other == section:
                return [told[at]]
            bound = told[at] + section - other
            if other < section:
                low = bound if bound > low else low
            else:
                high = bound if bound < high else high
    return list(range(low, high + 1))


def _ask_all(desk: Desk) -> None:
    """The numbers that are missing in each district: the other seven then lie there in their order."""
    position = desk.position
    told: dict[District, list[int]] = desk.ask(ALL_MISSING)
    for district, missing in told.items():
        if len(missing) not in (0, SPARE_TILES):
            raise refuse("answer.exactly", f"to.{district}", count=SPARE_TILES)
    position.neighbourhoods_asked = True
    with desk.seen():
        for district, missing in told.items():
            if missing:
                lying = [number for number in TILES if number not in missing]
                position.neighbourhoods |= {place(district, at): tile for at, tile in enumerate(lying, 1)}
