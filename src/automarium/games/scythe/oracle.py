"""The oracle's four questions: ``move``, ``turn``, ``combat``, ``score``."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, Literal

import msgspec

from automarium.games.scythe.atlas import PRINTED, TERRITORIES
from automarium.games.scythe.combat import strength
from automarium.games.scythe.events import ORACLE_STEPS, Attack, Move, Raid
from automarium.games.scythe.moves import find_move
from automarium.games.scythe.position import (
    Action,
    Automa,
    Faction,
    Human,
    Level,
    Position,
    SchemeName,
    Symbol,
    automa_cards,
)
from automarium.games.scythe.score import automa_coins
from automarium.games.scythe.stars import SixthStar
from automarium.games.scythe.turn import Stopped, play_card
from automarium.kernel.chance import Chance
from automarium.kernel.room import Verdict
from automarium.kernel.saying import refuse, saying
from automarium.kernel.table import Table

# Literal types of the places, made from the map itself.
Territory: Any = Literal[TERRITORIES]
Place: Any = Literal[(*TERRITORIES, "base")]
PlaceOrMat: Any = Literal[(*TERRITORIES, "base", "mat")]
Mechs: Any = Annotated[list[Place], msgspec.Meta(max_length=4)]
Workers: Any = Annotated[list[Place], msgspec.Meta(max_length=8)]
Power = Annotated[int, msgspec.Meta(ge=0, le=16)]
CombatCards = Annotated[int, msgspec.Meta(ge=0, le=42)]
CardNumber = Annotated[int, msgspec.Meta(ge=1, le=19)]
Coins = Annotated[int, msgspec.Meta(ge=0)]


class AutomaFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    faction: Faction
    power: Power
    combat_cards: CombatCards
    coins: Coins
    character: PlaceOrMat
    mechs: Mechs
    workers: Workers
    factory_card: bool
    power_star: bool
    combat_stars: Annotated[int, msgspec.Meta(ge=0, le=2)]


class HumanFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    faction: Faction
    character: Place
    mechs: Mechs
    workers: Workers
    riverwalk: bool
    lakes: bool


class PositionFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    level: Level
    scheme: SchemeName
    tracker: Annotated[int, msgspec.Meta(ge=0)]
    automa: AutomaFacts
    human: HumanFacts
    encounters: list[Territory]

    def position(self) -> Position:
        position = Position(
            level=self.level,
            scheme=self.scheme,
            tracker=self.tracker,
            automa=msgspec.convert(self.automa, Automa, from_attributes=True),
            human=msgspec.convert(self.human, Human, from_attributes=True),
            encounters=list(self.encounters),
        )
        last = position.star_card.spaces - 1
        if self.tracker > last:
            raise refuse("read.range", "facts.tracker", given=self.tracker, low=0, high=last)
        return position


class MoveFacts(PositionFacts, frozen=True, forbid_unknown_fields=True, kw_only=True):
    action: Action
    min_power: Power | msgspec.UnsetType = msgspec.UNSET


class TurnFacts(PositionFacts, frozen=True, forbid_unknown_fields=True, kw_only=True):
    card: CardNumber


class CombatFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: CardNumber
    power: Power
    combat_cards: CombatCards


class ScoreFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stars: Annotated[int, msgspec.Meta(ge=0, le=6)]
    territories: Annotated[int, msgspec.Meta(ge=0, le=len(TERRITORIES))]
    factory: bool
    coins: Coins


def listening(rulings: dict[str, str]) -> Table:
    """Nobody is there to ask: what switched rulings ask about counts as nothing."""
    return Table(Chance(0), rulings, stand_in=lambda _: 0)


MOVEMENTS: dict[str, type[Move | Attack | Raid]] = {
    "worker_move": Move,
    "mech_move": Move,
    "character_move": Move,
    "encounter_or_factory": Move,
    "attack_combat_unit": Attack,
    "attack_workers": Raid,
}


def move(facts: MoveFacts, rulings: dict[str, str]) -> Verdict:
    if facts.action == "attack_combat_unit" and facts.min_power is msgspec.UNSET:
        raise refuse("read.missing", "facts.min_power")
    if facts.action != "attack_combat_unit" and facts.min_power is not msgspec.UNSET:
        raise refuse("facts.min-power", "facts.min_power", action=facts.action)
    table = listening(rulings)
    power = None if facts.min_power is msgspec.UNSET else int(facts.min_power)
    found = find_move(facts.position(), Symbol(facts.action, power), table)
    traces = tuple(table.notes or ())
    if found is None:
        return Verdict(None, traces, (saying("not-legal"),))
    kind, here, there = found.piece.kind, found.piece.at, found.to
    return Verdict({"unit": kind, "from": here, "to": there}, traces, (MOVEMENTS[facts.action](kind, here, there),))


def turn(facts: TurnFacts, rulings: dict[str, str]) -> Verdict:
    table = listening(rulings)
    position = facts.position()
    with suppress(Stopped, SixthStar):
        play_card(position, PRINTED.once(automa_cards)[facts.card], table, fight=None)
    told = [step for step in table.steps if isinstance(step.event, ORACLE_STEPS)]
    traces = [trace for step in table.steps for trace in step.traces]
    return Verdict(
        answer=[msgspec.to_builtins(step.event) for step in told],
        traces=(*traces, *(table.notes or ())),
        said=tuple(step.event for step in told),
    )


def combat(facts: CombatFacts, _: dict[str, str]) -> Verdict:
    power, cards = strength(PRINTED.once(automa_cards)[facts.card], facts.power, facts.combat_cards)
    return Verdict({"power": power, "cards": cards}, (), (saying("strength", power=power, count=cards),))


def score(facts: ScoreFacts, rulings: dict[str, str]) -> Verdict:
    coins = automa_coins(facts.stars, facts.territories, facts.factory, facts.coins, rulings)
    return Verdict(coins, (), (saying("score.total.automa", count=coins),))
