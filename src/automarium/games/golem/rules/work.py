"""Work: which golems work, what it costs, and their neighbourhood tiles (GOL-WORK)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from automarium.engine.choice.choose import choose, decision, most, only
from automarium.engine.choice.trace import Notes
from automarium.engine.message import refuse, term
from automarium.engine.question import Field, Form, Pick, Series
from automarium.games.golem.effects import Effect
from automarium.games.golem.events import Activate, Neighbourhood, NoWork, Works
from automarium.games.golem.position import (
    DISTRICTS,
    NEIGHBOURHOODS,
    ROMAN,
    SPARE_TILES,
    Desk,
    District,
    Golem,
    name_place,
)
from automarium.games.golem.printed_facts import get_effects
from automarium.games.golem.rules.effects import carry_out, console, deed
from automarium.games.golem.rules.movement import make_step, put
from automarium.games.golem.rules.resources import gain, pay, score_useless
from automarium.games.golem.rules.strategy import LIES, Order, choose_golem, make_who, section_of

TILES = tuple(range(1, NEIGHBOURHOODS + SPARE_TILES + 1))
NUMBERED = {district: {number: f"{district}-{number}" for number in TILES} for district in DISTRICTS}
# The sections of each district that have a tile beside them.
BESIDE = {
    district: tuple((section, name_place(district, section)) for section in range(1, NEIGHBOURHOODS + 1))
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


def find_tile(desk: Desk, district: District, section: int) -> int:
    """Return the number of a tile. When the first is needed all are asked for at once; if they are not given, each is
    asked for when it matters and those reported in the district leave it open."""
    at = name_place(district, section)
    if at in desk.position.neighbourhoods:
        return desk.position.neighbourhoods[at]
    known = _follows(desk, district, section)
    if len(known) > 1 and not desk.position.neighbourhoods_asked:
        _ask_all(desk)
        known = _follows(desk, district, section)
    if len(known) == 1:
        return known[0]
    tile: int = desk.ask(_which(district, section, tuple(known)))
    with desk.observed():
        desk.position.neighbourhoods[at] = tile
    return tile


@lru_cache(1024)
def _which(district: District, section: int, known: tuple[int, ...]) -> Pick:
    params = {"district": term("district", district), "section": ROMAN[section]}
    at = name_place(district, section)
    return Pick(about="ask.neighbourhood", params=params, place=at, options=known, family=f"tile-{district}")


def _follows(desk: Desk, district: District, section: int) -> list[int]:
    """Return the numbers that a tile can have, given those reported: they rise from left to right."""
    known = desk.position.neighbourhoods
    low, high = section, section + SPARE_TILES
    for other, at in BESIDE[district]:
        if at in known:
            if other == section:
                return [known[at]]
            bound = known[at] + section - other
            if other < section:
                low = bound if bound > low else low
            else:
                high = bound if bound < high else high
    return list(range(low, high + 1))


def _ask_all(desk: Desk) -> None:
    """Ask for the numbers missing in each district: the other seven lie there in their order."""
    position = desk.position
    answers: dict[District, list[int]] = desk.ask(ALL_MISSING)
    for district, missing in answers.items():
        if len(missing) not in (0, SPARE_TILES):
            raise refuse("answer.exactly", f"to.{district}", count=SPARE_TILES)
    position.neighbourhoods_asked = True
    with desk.observed():
        for district, missing in answers.items():
            if missing:
                lying = [number for number in TILES if number not in missing]
                position.neighbourhoods |= {name_place(district, at): tile for at, tile in enumerate(lying, 1)}


WORK_PRICES = (0, 1, 3, 5, 8)  # GOL-WORK-02: for 0 to 4 golems
WORK_LIMIT = 2  # GOL-WORK-01


# ------------------------------------------------------------------------------------------------------------ choices


@decision
def count_workers(standing: int, strength: int, *, notes: Notes | None = None) -> int:
    """Return how many golems work: as many as cost no more than 2 knowledge (GOL-WORK-01…04, GOL-WORK-08)."""
    found = choose(
        range(1, len(WORK_PRICES)),
        only(lambda number: number <= standing, "GOL-WORK-08"),
        only(lambda number: WORK_PRICES[number] - strength <= WORK_LIMIT, "GOL-WORK-04"),
        most(int, "GOL-WORK-01"),
        notes=notes,
        about="work-number",
    )
    return found or 0


WHO_WORKS = make_who(
    only(lambda golem: not golem.lying, "GOL-WORK-07"), most(section_of, "GOL-WORK-05"), tied="GOL-WORK-06"
)
NEIGHBOUR = make_who(most(section_of, "GOL-A42"), tied="GOL-A42")


def choose_worker(golems: Sequence[Golem], order: Order, notes: Notes | None) -> Golem | None:
    """Return the next golem to be activated: the rightmost one that stands (GOL-WORK-05…07)."""
    return choose_golem(golems, order, WHO_WORKS, notes, "worker")


def choose_neighbour(golems: Sequence[Golem], order: Order, notes: Notes | None) -> Golem | None:
    """Return the golem whose tile is resolved without activation: the rightmost of any posture (GOL-A42)."""
    return choose_golem(golems, order, NEIGHBOUR, notes, "neighbour")


# ------------------------------------------------------------------------------------------------- the action of a row


def work(desk: Desk, strength: int) -> None:
    """Activate as many standing golems as cost no more than 2 knowledge, one after the other (GOL-WORK)."""
    position = desk.position
    number = count_workers(position.count_standing(), strength, notes=desk.notes)
    if not number:
        fail_work(desk)
        return
    desk.emit(Works, ("GOL-WORK-01", "GOL-WORK-02", "GOL-WORK-03"), number, strength)
    settle_price(desk, WORK_PRICES[number] - strength)
    free = 1 if "work" in position.upgrades["golem"] else 0
    at_the_start = {golem.number for golem in position.golems}  # one created on the way does not work: GOL-WORK-11
    brought = []
    for turn in range(number + free):
        able = [golem for golem in position.golems if golem.number in at_the_start]
        golem = choose_worker(able, position.order, desk.notes)
        if golem is None:  # GOL-A40: no refund
            break
        brought.append(activate(desk, golem, "GOL-WORK-05" if turn < number else "GOL-WORK-12"))
        if not brought[-1] and desk.rulings.c04 == "ru":
            console(desk, "work")  # GOL-FAIL-03, GOL-FAIL-04: 2 VP each, and it lies
    if not any(brought) and desk.rulings.c04 == "ua":
        console(desk, "work")


def settle_price(desk: Desk, price: int) -> None:
    """Pay the price less the strength; what is left of the strength is gained (GOL-WORK-09, GOL-A08)."""
    if price >= 0:
        pay(desk, price, "work", "GOL-WORK-03", "GOL-WORK-04")
    elif desk.rulings.a08 == "surplus":
        gain(desk, -price, "work", "GOL-WORK-09", "GOL-DISC-03")


def fail_work(desk: Desk) -> None:
    """Give 2 VP for Work without a golem on the board, or without one that stands (GOL-FAIL-05, GOL-FAIL-09)."""
    if not desk.position.golems:
        score_useless(desk, NoWork, "GOL-FAIL-05", lying=False)
    elif desk.rulings.a09 == "two-vp":
        score_useless(desk, NoWork, "GOL-FAIL-09", lying=True)
    else:
        desk.emit(NoWork, "GOL-A09", lying=True)


# ------------------------------------------------------------------------------------------------- neighbourhood tiles


def resolve_tile(desk: Desk, golem: Golem, source: str) -> bool:
    """Resolve the neighbourhood tile of a golem; return whether it had a benefit. In VIII–X there is none."""
    if golem.section > NEIGHBOURHOODS:
        desk.emit(Neighbourhood, "GOL-GEN-02", golem.district, golem.section, 0)
        return False
    number = find_tile(desk, golem.district, golem.section)
    effects = get_effects(desk, "neighbourhood.effects", NUMBERED[golem.district][number])
    desk.emit(Neighbourhood, "GOL-GEN-02", golem.district, golem.section, number, effects)
    return carry_out(desk, effects, source)


@deed("tile")
def _tile(desk: Desk, _: Effect, source: str) -> bool:
    """Resolve a tile without laying the golem down (GOL-A42)."""
    golem = choose_neighbour(desk.position.golems, desk.position.order, desk.notes)
    return golem is not None and resolve_tile(desk, golem, source)


# ---------------------------------------------------------------------------------------------------------- activation


def activate(desk: Desk, golem: Golem, *clauses: str) -> bool:
    """Lay a golem down and resolve its tile; return whether it had a benefit."""
    put(desk, golem, Golem(golem.district, golem.section, LIES, golem.number))
    desk.emit(Activate, clauses, golem.district, golem.section)
    return resolve_tile(desk, golem, "neighbourhood")


@deed("activate")
def _activate(desk: Desk, part: Effect, _: str) -> bool:
    """Activate the rightmost standing golems by an effect other than Work (GOL-WORK-13, GOL-A42)."""
    position = desk.position
    activated = 0
    for _number in range(part.amount):
        golem = choose_worker(position.golems, position.order, desk.notes)
        if golem is None:
            break
        if not activate(desk, golem, "GOL-WORK-13"):
            console(desk, "neighbourhood")
        activated += 1
    return activated > 0


@deed("rush")
def _rush(desk: Desk, _: Effect, __: str) -> bool:
    """Move one golem forward to stand it up and activate it; if none lies, activate the rightmost (GOL-A42)."""
    position = desk.position
    golem = make_step(desk, "forward-or-stay", "GOL-A42")
    if golem is None:
        golem = choose_worker(position.golems, position.order, desk.notes)
    if golem is None:
        return False
    if not activate(desk, golem, "GOL-A42"):
        console(desk, "neighbourhood")
    return True
