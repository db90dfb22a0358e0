"""The gains of a card, from left to right, all of them (SCY-GAIN-01)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from automarium.engine.question import Count
from automarium.games.scythe.events import GATE_SHUTS, Gained, Gate, Gated
from automarium.games.scythe.map import BASE, MAT
from automarium.games.scythe.position import (
    HIGHEST_CARD,
    MECHS,
    MOST_POWER,
    WORKERS,
    Desk,
    Faction,
    Gain,
    Level,
    Variants,
)
from automarium.games.scythe.rules.stars import SixthStar, automa_star


def opens(desk: Desk, what: Gated, clause: str) -> bool:
    """The combat cards are the person's own: they reveal one and say its value, 0 if there is none."""
    value: int = desk.ask(Count(about="ask.gate", low=0, high=HIGHEST_CARD))
    desk.emit(Gate, clause, value, what)
    return value < GATE_SHUTS


def take_gains(desk: Desk, gains: tuple[Gain, ...]) -> None:
    position = desk.position
    sixth: SixthStar | None = None
    for gain, amount in amounts_of(
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
def amounts_of(
    gains: tuple[Gain, ...], faction: Faction, level: Level, variants: Variants, each_symbol: bool
) -> tuple[tuple[str, int], ...]:
    """Her entries and how much each gives, with the coin and power options and Ultimaszyna's one more. These count once
    per card, or for ``each_symbol`` by a switched ruling (SCY-A19). Cards are few, so each is worked out once."""
    mine = [gain for gain in gains if gain.faction in (None, faction)]  # SCY-GAIN-02
    amounts = [gain.amount for gain in mine]
    for kind, change in (("coin", variants.coins), ("power", variants.power)):
        entries = [index for index, gain in enumerate(mine) if gain.gain == kind]
        if each_symbol:
            for index in entries:
                amounts[index] = changed(level, amounts[index], change)
        elif entries:
            wanted = changed(level, sum(amounts[index] for index in entries), change)
            # The first entry takes the difference; what it cannot give, the next one does.
            for index in entries[1:]:
                amounts[index] = min(amounts[index], wanted)
                wanted -= amounts[index]
            amounts[entries[0]] = wanted
    return tuple(zip([gain.gain for gain in mine], amounts, strict=True))


def changed(level: Level, amount: int, change: int) -> int:
    """The option first, never below nothing (SCY-VAR-02, SCY-VAR-03), then one more (SCY-ULTRA-05, SCY-ULTRA-06)."""
    amount = max(0, amount + change)
    return amount + 1 if amount and level == "ultimaszyna" else amount


def take_coins(desk: Desk, amount: int) -> None:
    desk.position.automa.coins += amount  # SCY-GAIN-03
    tell(desk, "coin", amount, "SCY-GAIN-03")


def take_combat_cards(desk: Desk, amount: int) -> None:
    desk.position.automa.combat_cards += amount
    tell(desk, "combat_card", amount, "SCY-GAIN-06")


def take_worker(desk: Desk, _: int) -> None:
    workers = desk.position.automa.workers
    if len(workers) < WORKERS and placed(desk, "worker"):
        workers.append(BASE)  # SCY-GAIN-05
        desk.emit(Gained, "SCY-GAIN-05", "worker", 1)


def tell(desk: Desk, what: str, amount: int, clause: str) -> None:
    """What adds nothing is not worth a word."""
    if amount:
        desk.emit(Gained, clause, what, amount)


def take_power(desk: Desk, amount: int) -> None:
    """At most to 16, which brings a star once (SCY-GAIN-04, SCY-STAR-05)."""
    automa = desk.position.automa
    added = min(amount, MOST_POWER - automa.power)
    automa.power += added
    tell(desk, "power", added, "SCY-GAIN-04")
    if added and automa.power == MOST_POWER and not automa.power_star:
        automa.power_star = True
        automa_star(desk, "power", "SCY-STAR-05")


def take_unit(desk: Desk, _: int) -> None:
    """The character if it is on the mat, otherwise a mech; nothing if neither is there (SCY-GAIN-07, SCY-GAIN-08)."""
    automa = desk.position.automa
    character, mech = automa.character == MAT, len(automa.mechs) < MECHS
    if not (character or mech) or not placed(desk, "unit"):
        return
    if character and (desk.rulings.a16 == "character-first" or not mech):
        automa.character = BASE
        desk.emit(Gained, "SCY-GAIN-07", "character", 1)
    else:
        automa.mechs.append(BASE)
        desk.emit(Gained, "SCY-GAIN-07", "mech", 1)


def placed(desk: Desk, what: Gated) -> bool:
    """The placement gate, if it is played with (SCY-VAR-05)."""
    return not desk.position.variants.placement_gate or opens(desk, what, "SCY-VAR-05")


TAKE: dict[str, Callable[[Desk, int], None]] = {
    "coin": take_coins,
    "power": take_power,
    "combat_card": take_combat_cards,
    "worker": take_worker,
    "character_or_mech": take_unit,
}
