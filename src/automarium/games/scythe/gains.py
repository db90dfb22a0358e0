"""The gains of a card, from left to right, all of them (SCY-GAIN-01)."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.games.scythe.atlas import BASE, MAT
from automarium.games.scythe.events import Gained, Gate
from automarium.games.scythe.position import MECHS, MOST_POWER, NO_VARIANTS, WORKERS, Gain, Position
from automarium.games.scythe.stars import SixthStar, automa_star
from automarium.kernel.table import Count, Table

PLACEMENT_GATE_SHUTS = 4  # SCY-VAR-05: on 4 or 5


def take_gains(position: Position, gains: Sequence[Gain], table: Table) -> None:
    mine = [gain for gain in gains if gain.faction in (None, position.automa.faction)]  # SCY-GAIN-02
    amounts = amounts_of(position, mine, table)
    sixth: SixthStar | None = None
    for gain, amount in zip(mine, amounts, strict=True):
        try:
            take(position, gain, amount, table)
        except SixthStar as placed:
            if table.rulings["SCY-A25"] == "at-once":  # SCY-TURN-08
                raise
            sixth = placed
    if sixth is not None:
        raise sixth


def amounts_of(position: Position, gains: Sequence[Gain], table: Table) -> list[int]:
    """How much each entry gives, with the coin and power options and Ultimaszyna's one more."""
    amounts = [gain.amount for gain in gains]
    if position.level != "ultimaszyna" and position.variants == NO_VARIANTS:
        return amounts
    for kind, change in (("coin", position.variants.coins), ("power", position.variants.power)):
        entries = [index for index, gain in enumerate(gains) if gain.gain == kind]
        if table.rulings["SCY-A19"] == "each-symbol":
            for index in entries:
                amounts[index] = changed(position, amounts[index], change)
        elif entries:
            wanted = changed(position, sum(amounts[index] for index in entries), change)
            # The first entry takes the difference; what it cannot give the next one does.
            for index in entries[1:]:
                amounts[index] = min(amounts[index], wanted)
                wanted -= amounts[index]
            amounts[entries[0]] = wanted
    return amounts


def changed(position: Position, amount: int, change: int) -> int:
    """The option first, never below nothing (SCY-VAR-02, SCY-VAR-03), then one more (SCY-ULTRA-05, SCY-ULTRA-06)."""
    amount = max(0, amount + change)
    return amount + 1 if amount and position.level == "ultimaszyna" else amount


def take(position: Position, gain: Gain, amount: int, table: Table) -> None:
    automa = position.automa
    match gain.gain:
        case "coin":
            automa.coins += amount  # SCY-GAIN-03
            told(Gained("coin", amount), table, "SCY-GAIN-03")
        case "power":
            take_power(position, amount, table)
        case "combat_card":
            automa.combat_cards += amount
            told(Gained("combat_card", amount), table, "SCY-GAIN-06")
        case "worker":
            if len(automa.workers) < WORKERS and placed(position, "worker", table):
                automa.workers.append(BASE)  # SCY-GAIN-05
                table.tell(Gained("worker", 1), "SCY-GAIN-05")
        case "character_or_mech":
            take_unit(position, table)


def told(gained: Gained, table: Table, clause: str) -> None:
    """What adds nothing is not worth a word."""
    if gained.amount:
        table.tell(gained, clause)


def take_power(position: Position, amount: int, table: Table) -> None:
    """At most to 16, which brings a star once (SCY-GAIN-04, SCY-STAR-05)."""
    automa = position.automa
    added = min(amount, MOST_POWER - automa.power)
    automa.power += added
    told(Gained("power", added), table, "SCY-GAIN-04")
    if added and automa.power == MOST_POWER and not automa.power_star:
        automa.power_star = True
        automa_star(position, "power", table, "SCY-STAR-05")


def take_unit(position: Position, table: Table) -> None:
    """The character if it is on the mat, otherwise a mech; nothing if neither is there (SCY-GAIN-07, SCY-GAIN-08)."""
    automa = position.automa
    character, mech = automa.character == MAT, len(automa.mechs) < MECHS
    if not (character or mech) or not placed(position, "unit", table):
        return
    if character and (table.rulings["SCY-A16"] == "character-first" or not mech):
        automa.character = BASE
        table.tell(Gained("character", 1), "SCY-GAIN-07")
    else:
        automa.mechs.append(BASE)
        table.tell(Gained("mech", 1), "SCY-GAIN-07")


def placed(position: Position, what: str, table: Table) -> bool:
    """The placement gate, if it is played with (SCY-VAR-05)."""
    if not position.variants.placement_gate:
        return True
    value: int = table.ask(Count(about="ask.gate", low=0, high=5))
    table.tell(Gate(value, what), "SCY-VAR-05")
    return value < PLACEMENT_GATE_SHUTS
