"""Which neighbourhood tiles lie where: they rise from left to right and stay for the whole game (base game)."""

from __future__ import annotations

from automarium.games.golem.position import (
    DISTRICTS,
    NEIGHBOURHOODS,
    ROMAN,
    SPARE_TILES,
    Desk,
    District,
    place,
)
from automarium.kernel.saying import refuse, term
from automarium.kernel.table import Field, Form, Pick, Series

TILES = tuple(range(1, NEIGHBOURHOODS + SPARE_TILES + 1))


def neighbourhood_tile(desk: Desk, district: District, section: int) -> int:
    """The number of a tile. All are asked about at once when the first is needed; a person who would rather not is
    asked about each when it matters, if those told of the district leave a choice."""
    known = _follows(desk, district, section)
    if len(known) > 1 and not desk.position.neighbourhoods_asked:
        _ask_all(desk)
        known = _follows(desk, district, section)
    if len(known) == 1:
        return known[0]
    at = place(district, section)
    params = {"district": term("district", district), "section": ROMAN[section]}
    tile: int = desk.ask(
        Pick(about="ask.neighbourhood", params=params, place=at, options=tuple(known), family=f"tile-{district}")
    )
    with desk.told():
        desk.position.neighbourhoods[at] = tile
    return tile


def _follows(desk: Desk, district: District, section: int) -> list[int]:
    """The numbers that a tile can have after what was told: they rise from left to right."""
    told = desk.position.neighbourhoods
    at = place(district, section)
    if at in told:
        return [told[at]]
    low, high = section, section + SPARE_TILES
    for known, number in told.items():
        other_district, _, other = known.partition("-")
        if other_district == district:
            distance = section - int(other)
            low = max(low, number + distance) if distance > 0 else low
            high = min(high, number + distance) if distance < 0 else high
    return list(range(low, high + 1))


def _ask_all(desk: Desk) -> None:
    """Of each district the numbers that are missing: the other seven then lie there in their order."""
    position = desk.position
    fields = tuple(
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
    )
    told: dict[District, list[int]] = desk.ask(Form(about="form.neighbourhoods", fields=fields))
    for district, missing in told.items():
        if len(missing) not in (0, SPARE_TILES):
            raise refuse("answer.exactly", f"to.{district}", count=SPARE_TILES)
    position.neighbourhoods_asked = True
    with desk.told():
        for district, missing in told.items():
            if missing:
                lying = [number for number in TILES if number not in missing]
                position.neighbourhoods |= {place(district, at): tile for at, tile in enumerate(lying, 1)}
