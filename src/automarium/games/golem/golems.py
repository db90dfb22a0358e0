"""Golems: they step, work, are created and killed (GOL-MOVE, GOL-WORK, GOL-GOLEM, GOL-KILL)."""

from __future__ import annotations

import msgspec

from automarium.games.golem.carrying import carry_out, console, deed, whole
from automarium.games.golem.choices import (
    Direction,
    choose_district,
    choose_neighbour,
    choose_step,
    choose_victim,
    choose_worker,
)
from automarium.games.golem.effects import Effect
from automarium.games.golem.events import Activate, Bury, Create, GolemMoves, Kill, Neighbourhood, NoStep
from automarium.games.golem.exhaustion import look_at_golems
from automarium.games.golem.facts import Desk
from automarium.games.golem.pieces import move_golem_track
from automarium.games.golem.position import GOLEMS, NEIGHBOURHOODS, ROMAN, TOLLS, District, Golem
from automarium.games.golem.resources import gain, pay, pay_discounted
from automarium.kernel.table import Count, Pick

GOLEM_PRICE = 3  # GOL-GOLEM-14: and as much again for each of hers in the district
CEMETERY_SPACES = 8  # as many as may be asked about; which there are is printed
MANNERS: dict[str, Direction] = {"either": "either", "forward": "forward", "stay": "forward-or-stay"}


# --------------------------------------------------------------------------------------------------------------- steps


def put(desk: Desk, old: Golem, new: Golem | None) -> None:
    """Replace a golem on the board, or take it away."""
    golems = desk.position.golems
    index = golems.index(old)
    golems[index : index + 1] = [] if new is None else [new]


def make_step(desk: Desk, direction: Direction, *, optional: bool = False, clause: str) -> Golem | None:
    """One step of the golem that is chosen for it; it stands afterwards (GOL-MOVE-04, GOL-MOVE-19)."""
    position, table = desk.position, desk.table
    step = choose_step(position.golems, position.order, direction, table.rulings, table.notes, optional=optional)
    if step is None:
        return None
    golem, to = step
    moved = msgspec.structs.replace(golem, section=to, lying=False)
    put(desk, golem, moved)
    table.tell(GolemMoves(golem.district, golem.section, to), clause, "GOL-MOVE-19")
    if to > golem.section and to in TOLLS:  # GOL-MOVE-17, GOL-MOVE-18, GOL-MOVE-21
        pay(desk, desk.fact(f"toll.{to}.knowledge"), "toll", "GOL-MOVE-17")
    return moved


@deed("step")
def _step(desk: Desk, part: Effect, _: str) -> bool:
    """Steps that an effect gives: back or forth, forward, or forward if she likes."""
    direction = MANNERS[part.which]
    clauses = {"either": "GOL-MOVE-11", "forward": "GOL-MOVE-05", "forward-or-stay": "GOL-MOVE-15"}
    made = 0
    for _number in range(part.amount):
        if make_step(desk, direction, optional=True, clause=clauses[direction]) is None:
            break
        made += 1
    if made < part.amount:
        clause = "GOL-MOVE-16" if direction == "forward-or-stay" else "GOL-MOVE-20"
        desk.table.tell(NoStep(part.amount - made), clause)
    return made > 0


# ---------------------------------------------------------------------------------------------------------- activation


def neighbourhood_tile(desk: Desk, district: District, section: int) -> int:
    """The number of a tile; each is asked about once a game. They rise from left to right, 7 of 10 (base game)."""
    position = desk.position
    place = f"{district}-{section}"
    if place not in position.neighbourhoods:
        low, high = section, section + 3
        for known, number in position.neighbourhoods.items():
            other_district, _, other = known.partition("-")
            if other_district == district:
                distance = section - int(other)
                low = max(low, number + distance) if distance > 0 else low
                high = min(high, number + distance) if distance < 0 else high
        options = tuple(range(low, high + 1))
        params = {"district": district, "section": ROMAN[section]}
        asked = Pick(about="ask.neighbourhood", params=params, place=place, options=options, family=f"tile-{district}")
        position.neighbourhoods[place] = options[0] if len(options) == 1 else desk.table.ask(asked)
    return position.neighbourhoods[place]


def resolve_tile(desk: Desk, golem: Golem, source: str) -> bool:
    """The neighbourhood tile beside a golem; in VIII–X there is none. Did it bring anything?"""
    if golem.section > NEIGHBOURHOODS:
        desk.table.tell(Neighbourhood(golem.district, golem.section, 0), "GOL-GEN-02")
        return False
    number = neighbourhood_tile(desk, golem.district, golem.section)
    effects = desk.effects(f"neighbourhood.{golem.district}-{number}.effects")
    desk.table.tell(Neighbourhood(golem.district, golem.section, number, effects), "GOL-GEN-02")
    return carry_out(desk, effects, source)


def activate(desk: Desk, golem: Golem, *clauses: str) -> bool:
    """It lies down and its tile is resolved; did it bring anything?"""
    put(desk, golem, msgspec.structs.replace(golem, lying=True))
    desk.table.tell(Activate(golem.district, golem.section), *clauses)
    return resolve_tile(desk, golem, "neighbourhood")


@deed("activate")
def _activate(desk: Desk, part: Effect, _: str) -> bool:
    """By an effect other than Work: the rightmost standing ones (GOL-WORK-13, GOL-A42)."""
    position = desk.position
    activated = 0
    for _number in range(part.amount):
        golem = choose_worker(position.golems, position.order, desk.table.notes)
        if golem is None:
            break
        if not activate(desk, golem, "GOL-WORK-13"):
            console(desk, "neighbourhood")
        activated += 1
    return activated > 0


@deed("rush")
def _rush(desk: Desk, _: Effect, __: str) -> bool:
    """One golem forward to stand it up, then it works; if none lies, the rightmost works where it is (GOL-A42)."""
    position = desk.position
    golem = make_step(desk, "forward-or-stay", clause="GOL-A42")
    if golem is None:
        golem = choose_worker(position.golems, position.order, desk.table.notes)
    if golem is None:
        return False
    if not activate(desk, golem, "GOL-A42"):
        console(desk, "neighbourhood")
    return True


@deed("tile")
def _tile(desk: Desk, _: Effect, source: str) -> bool:
    """A tile is resolved without laying the golem down (GOL-A42)."""
    golem = choose_neighbour(desk.position.golems, desk.position.order, desk.table.notes)
    return golem is not None and resolve_tile(desk, golem, source)


# ------------------------------------------------------------------------------------------------- creation and death


@deed("create")
def _create(desk: Desk, part: Effect, _: str) -> bool:
    return create(desk, part.amount)


def create(desk: Desk, discount: int = 0, *clauses: str) -> bool:
    """The cheapest golem; if none is left the discount is given out (GOL-GOLEM-05…11, -14, GOL-DISC-01, -02)."""
    position, table = desk.position, desk.table
    if position.supply == 0:
        return compensate(desk, discount, "create")
    district = choose_district(position.golems, position.order, table.notes)
    there = sum(1 for golem in position.golems if golem.district == district)
    number = GOLEMS - position.supply + 1
    position.supply -= 1
    golem = Golem(district, 1, number=number)
    position.golems.append(golem)
    table.tell(Create(district, position.supply), *(clauses or ("GOL-GOLEM-05", "GOL-GOLEM-14")))
    pay_discounted(desk, GOLEM_PRICE + GOLEM_PRICE * there, discount, "create")
    move_golem_track(desk, 2, "GOL-TRACK-02", "GOL-GOLEM-08")
    look_at_golems(desk)
    if "leg-3" in position.upgrades["golem"]:
        work_at_once(desk, golem)
    return True


def work_at_once(desk: Desk, golem: Golem) -> None:
    """The leg upgrade of 3 clay: the new golem makes no move, but its tile is resolved (GOL-GOLEM-09…11, GOL-A31)."""
    lies_down = desk.table.rulings["GOL-A31"] == "lies-down"
    if lies_down:
        put(desk, golem, msgspec.structs.replace(golem, lying=True))
    desk.table.tell(Activate(golem.district, golem.section, lies_down), "GOL-GOLEM-11", "GOL-GOLEM-10", "GOL-A31")
    if not resolve_tile(desk, golem, "neighbourhood"):
        console(desk, "neighbourhood")


def compensate(desk: Desk, discount: int, reason: str) -> bool:
    """The effect cannot be applied: the discount comes as resources (GOL-DISC-01, GOL-FAIL-10)."""
    gain(desk, discount, reason, "GOL-DISC-01")
    return discount > 0 and desk.table.rulings["GOL-A33"] == "resources-only"


@deed("kill")
def _kill(desk: Desk, _: Effect, __: str) -> bool:
    return kill(desk)


def kill(desk: Desk, *clauses: str) -> bool:
    """The rightmost golem is buried in the leftmost free space of the cemetery (GOL-KILL-01…06)."""
    position, table = desk.position, desk.table
    victim = choose_victim(position.golems, position.order, table.notes)
    if victim is None:
        return False
    put(desk, victim, None)
    position.buried += 1
    table.tell(Kill(victim.district, victim.section), *(clauses or ("GOL-KILL-01",)))
    move_golem_track(desk, -1, "GOL-TRACK-03", "GOL-KILL-06")
    space = table.ask(Count(about="ask.cemetery", low=0, high=CEMETERY_SPACES))
    table.tell(Bury(space), "GOL-KILL-04")
    if space:
        reward = desk.effects(f"cemetery.{space}.reward")
        if "cemetery" in position.upgrades["golem"]:
            reward = reward * 2
        if reward:  # GOL-KILL-05; a space without a reward is no effect (GOL-A10)
            whole(desk, reward, "cemetery")
    return True
