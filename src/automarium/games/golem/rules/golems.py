"""Where a golem is created, which one dies and where it is buried (GOL-GOLEM-05…14, GOL-KILL)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from automarium.engine.choice.choose import choose, decision, first, least, most
from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import HOLE
from automarium.engine.question import Count
from automarium.games.golem.effects import Effect
from automarium.games.golem.events import Activate, Bury, Create, Kill
from automarium.games.golem.position import DISTRICTS, GOLEMS, Desk, District, Golem
from automarium.games.golem.printed_facts import find_fact, get_effects
from automarium.games.golem.rules.effects import carry_out_whole, console, deed
from automarium.games.golem.rules.movement import put
from automarium.games.golem.rules.resources import compensate, pay_discounted
from automarium.games.golem.rules.strategy import (
    Order,
    choose_golem,
    look_at_strategy,
    make_who,
    rank_top_first,
    section_of,
)
from automarium.games.golem.rules.tracks import move_track
from automarium.games.golem.rules.work import resolve_tile

SPACES = 8  # as many as may be asked about; which there are is printed
UNLIMITED = 0  # the rightmost space, which takes any number and gives nothing


def find_grave(desk: Desk) -> int:
    """Return the leftmost free space, as reported for this burial or asked now. Graves are never cleared, so once only
    the unlimited space is left it is not asked again."""
    position = desk.position
    space = position.grave
    if space is None:
        space = UNLIMITED if position.buried_at == UNLIMITED else desk.ask(_question(desk))
    position.grave = None
    position.buried_at = space
    return space


def build_grave_question(desk: Desk) -> Count | None:
    """Return the question to be asked along with another before a burial; None if there is none, or if a fact about the
    golem track must be known first."""
    spaces = find_fact(desk, "golem_track.spaces", "whole")
    return None if desk.position.buried_at == UNLIMITED or spaces == HOLE else _question(desk)


def _question(desk: Desk) -> Count:
    """Return the question with the space after the last reported one as its default."""
    last = desk.position.buried_at
    following = None if last is None else last + 1 if last < SPACES else UNLIMITED
    return Count(about="ask.cemetery", low=UNLIMITED, high=SPACES, default=following)


GOLEM_PRICE = 3  # GOL-GOLEM-14: and as much again for each of the Automa's golems in the district


# ----------------------------------------------------------------------------------------------------------- creation


def choose_district(golems: Sequence[Golem], order: Order, notes: Notes | None) -> District:
    """Return where a golem is cheapest to create: the fewest of the Automa's, then top-first (GOL-GOLEM-05…07)."""
    there = [golem.district for golem in golems]
    return _district(tuple(map(there.count, DISTRICTS)), tuple(order), notes=notes)


@decision
def _district(golems: Sequence[int], order: Order, *, notes: Notes | None = None) -> District:
    found = choose(
        DISTRICTS,
        least(dict(zip(DISTRICTS, golems, strict=True)).__getitem__, "GOL-GOLEM-05"),
        first(rank_top_first(order).__getitem__, "GOL-GOLEM-06"),
        notes=notes,
        about="create",
        family="district",
    )
    assert found is not None
    return found


@deed("create")
def _create(desk: Desk, part: Effect, _: str) -> bool:
    return create(desk, part.amount)


def create(desk: Desk, discount: int = 0, *clauses: str) -> bool:
    """Create the cheapest golem; if none is left the discount is given out (GOL-GOLEM-05…11, -14, GOL-DISC-01, -02)."""
    position = desk.position
    if position.supply == 0:
        return compensate(desk, discount, "create")
    district = choose_district(position.golems, position.order, desk.notes)
    there = len([golem for golem in position.golems if golem.district == district])
    number = GOLEMS - position.supply + 1
    position.supply -= 1
    golem = Golem(district, 1, number=number)
    position.golems.append(golem)
    desk.emit(Create, clauses or ("GOL-GOLEM-05", "GOL-GOLEM-14"), district, position.supply)
    pay_discounted(desk, GOLEM_PRICE + GOLEM_PRICE * there, discount, "create")
    move_track(desk, "golem", 2, "GOL-TRACK-02", "GOL-GOLEM-08")
    look_at_strategy(desk, "red")
    if "leg-3" in position.upgrades["golem"]:
        work_at_once(desk, golem)
    return True


def work_at_once(desk: Desk, golem: Golem) -> None:
    """Resolve the tile of a new golem with the leg upgrade of 3 clay; it makes no move (GOL-GOLEM-09…11, GOL-A31)."""
    lies_down = desk.rulings.a31 == "lies-down"
    if lies_down:
        put(desk, golem, msgspec.structs.replace(golem, lying=True))
    desk.emit(Activate, ("GOL-GOLEM-11", "GOL-GOLEM-10", "GOL-A31"), golem.district, golem.section, lies_down)
    if not resolve_tile(desk, golem, "neighbourhood"):
        console(desk, "neighbourhood")


# -------------------------------------------------------------------------------------------------------------- death


WHO_DIES = make_who(most(section_of, "GOL-KILL-01"), tied="GOL-KILL-02")


def choose_victim(golems: Sequence[Golem], order: Order, notes: Notes | None) -> Golem | None:
    """Return the golem that dies: the rightmost, whatever its posture (GOL-KILL-01…03)."""
    return choose_golem(golems, order, WHO_DIES, notes, "victim")


@deed("kill")
def _kill(desk: Desk, _: Effect, __: str) -> bool:
    return kill(desk)


def kill(desk: Desk, *clauses: str) -> bool:
    """Bury the rightmost golem in the leftmost free space of the cemetery (GOL-KILL-01…06)."""
    position = desk.position
    victim = choose_victim(position.golems, position.order, desk.notes)
    if victim is None:
        return False
    put(desk, victim, None)
    position.buried += 1
    position.buried_lying += victim.lying
    desk.emit(Kill, clauses or ("GOL-KILL-01",), victim.district, victim.section)
    move_track(desk, "golem", -1, "GOL-TRACK-03", "GOL-KILL-06")
    space = find_grave(desk)
    desk.emit(Bury, "GOL-KILL-04", space)
    if space != UNLIMITED:
        reward = get_effects(desk, "cemetery.reward", space)
        if "cemetery" in position.upgrades["golem"]:
            reward = reward * 2
        if reward:  # GOL-KILL-05; a space without a reward is no effect (GOL-A10)
            carry_out_whole(desk, reward, "cemetery")
    return True
