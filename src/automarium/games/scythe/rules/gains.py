"""The gains of a card (SCY-GAIN), and the resources that the Automa places on the map or removes (SCY-RES)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from automarium.engine.question import Count
from automarium.games.scythe.events import GATE_SHUTS, ClearResources, Gained, Gate, Gated, PlaceResources
from automarium.games.scythe.map import BASE, MAT, PRINTED, TERRAIN
from automarium.games.scythe.position import (
    HIGHEST_CARD,
    MECHS,
    MOST_POWER,
    RESOURCE_BOX,
    WORKERS,
    Desk,
    Faction,
    Gain,
    Level,
    Position,
    Variants,
)
from automarium.games.scythe.rules.stars import SixthStar, place_star


def pass_gate(desk: Desk, what: Gated, clause: str) -> bool:
    """Ask for the value of a revealed combat card (0 if there is none) and return whether the piece may go."""
    value: int = desk.ask(Count(about="ask.gate", low=0, high=HIGHEST_CARD))
    desk.emit(Gate, clause, value, what)
    return value < GATE_SHUTS


def take_gains(desk: Desk, gains: tuple[Gain, ...]) -> None:
    """Take all gains of a card from left to right (SCY-GAIN-01)."""
    position = desk.position
    sixth: SixthStar | None = None
    for gain, amount in compute_amounts(
        gains, position.automa.faction, position.level, position.variants, desk.rulings.a19 == "each-symbol"
    ):
        try:
            TAKE[gain](desk, amount)
        except SixthStar as placed:
            if desk.rulings.a25 == "at-once":  # SCY-TURN-08
                raise
            sixth = placed
    if sixth is not None:
        raise sixth


@lru_cache(1 << 10)
def compute_amounts(
    gains: tuple[Gain, ...], faction: Faction, level: Level, variants: Variants, each_symbol: bool
) -> tuple[tuple[str, int], ...]:
    """Return the gains of its faction with their amounts after the coin and power options and Ultimaszyna's one more.
    These change the sum of a card, or ``each_symbol`` by a switched ruling (SCY-A19)."""
    own = [gain for gain in gains if gain.faction in (None, faction)]  # SCY-GAIN-02
    amounts = [gain.amount for gain in own]
    for kind, change in (("coin", variants.coins), ("power", variants.power)):
        entries = [index for index, gain in enumerate(own) if gain.gain == kind]
        if each_symbol:
            for index in entries:
                amounts[index] = change_amount(level, amounts[index], change)
        elif entries:
            wanted = change_amount(level, sum(amounts[index] for index in entries), change)
            # The first entry takes the difference; what it cannot give, the next one does.
            for index in entries[1:]:
                amounts[index] = min(amounts[index], wanted)
                wanted -= amounts[index]
            amounts[entries[0]] = wanted
    return tuple(zip([gain.gain for gain in own], amounts, strict=True))


def change_amount(level: Level, amount: int, change: int) -> int:
    """Apply the option, not below 0 (SCY-VAR-02, SCY-VAR-03), then one more (SCY-ULTRA-05, SCY-ULTRA-06)."""
    amount = max(0, amount + change)
    return amount + 1 if amount and level == "ultimaszyna" else amount


def take_coins(desk: Desk, amount: int) -> None:
    desk.position.automa.coins += amount  # SCY-GAIN-03
    emit_gain(desk, "coin", amount, "SCY-GAIN-03")


def take_combat_cards(desk: Desk, amount: int) -> None:
    desk.position.automa.combat_cards += amount
    emit_gain(desk, "combat_card", amount, "SCY-GAIN-06")


def take_worker(desk: Desk, _: int) -> None:
    workers = desk.position.automa.workers
    if len(workers) < WORKERS and may_place(desk, "worker"):
        workers.append(BASE)  # SCY-GAIN-05
        desk.emit(Gained, "SCY-GAIN-05", "worker", 1)


def emit_gain(desk: Desk, what: str, amount: int, clause: str) -> None:
    if amount:
        desk.emit(Gained, clause, what, amount)


def take_power(desk: Desk, amount: int) -> None:
    """Add power up to 16, which gives a star once (SCY-GAIN-04, SCY-STAR-05)."""
    automa = desk.position.automa
    added = min(amount, MOST_POWER - automa.power)
    automa.power += added
    emit_gain(desk, "power", added, "SCY-GAIN-04")
    if added and automa.power == MOST_POWER and not automa.power_star:
        automa.power_star = True
        place_star(desk, "power", "SCY-STAR-05")


def take_unit(desk: Desk, _: int) -> None:
    """Take the character from the mat, otherwise a mech; nothing if neither is there (SCY-GAIN-07, SCY-GAIN-08)."""
    automa = desk.position.automa
    character, mech = automa.character == MAT, len(automa.mechs) < MECHS
    if not (character or mech) or not may_place(desk, "unit"):
        return
    if character and (desk.rulings.a16 == "character-first" or not mech):
        automa.character = BASE
        desk.emit(Gained, "SCY-GAIN-07", "character", 1)
    else:
        automa.mechs.append(BASE)
        desk.emit(Gained, "SCY-GAIN-07", "mech", 1)


def may_place(desk: Desk, what: Gated) -> bool:
    """Return whether the optional placement gate lets a piece through (SCY-VAR-05)."""
    return not desk.position.variants.placement_gate or pass_gate(desk, what, "SCY-VAR-05")


TAKE: dict[str, Callable[[Desk, int], None]] = {
    "coin": take_coins,
    "power": take_power,
    "combat_card": take_combat_cards,
    "worker": take_worker,
    "character_or_mech": take_unit,
}


AT_HOME = frozenset((BASE,))
PRODUCES: dict[str, str] = PRINTED.printed["terrain"]["produces"]


def clear_resources(desk: Desk, at: str) -> None:
    """Return all resources of a territory to the supply (SCY-RES-09)."""
    take_off(desk.position, at)
    desk.emit(ClearResources, "SCY-RES-09", at)


def take_off(position: Position, at: str) -> None:
    """Remove resources without an event: counted tokens, or once more the unknown others."""
    if position.resources.get(at):
        position.resources[at] = 0
    else:
        position.cleared[at] = position.cleared.get(at, 0) + 1
    _forget(position, at)


def remember_places(position: Position) -> None:
    """Note the territories of the human's pieces: resources may be left there."""
    human, been = position.human, position.been
    standing = (human.character, *human.mechs, *human.workers)
    if not AT_HOME.union(been).issuperset(standing):  # seldom anywhere new
        for at in standing:
            if at != BASE and at not in been:
                been.append(at)


def _forget(position: Position, at: str) -> None:
    if at in position.been:
        position.been.remove(at)


def pass_over(desk: Desk, at: str) -> None:
    """Remove what is left on the destination of a plain move: counted tokens, or resources where the human has been
    (SCY-RES-10)."""
    position = desk.position
    if position.resources.get(at):
        clear_resources(desk, at)
    elif at in position.been:
        _forget(position, at)
        position.swept[at] = position.swept.get(at, 0) + 1
        desk.emit(ClearResources, ("SCY-RES-09", "SCY-RES-10"), at)


def place_resources(desk: Desk, at: str) -> None:
    """Place resources of the terrain's kind, as many as the resource box of the last main card (SCY-RES-01…06)."""
    position = desk.position
    card = position.last_card  # remembered through every shuffle: SCY-RES-06
    if desk.rulings.a22 == "top-of-pile":
        card = position.main_discard[-1] if position.main_discard else None
    box = RESOURCE_BOX[card] if card is not None else 0
    what = PRODUCES.get(TERRAIN[at])
    if what is not None and box:
        position.resources[at] = position.resources.get(at, 0) + box
        desk.emit(PlaceResources, ("SCY-RES-01", "SCY-RES-02", "SCY-RES-03"), at, what, box)
