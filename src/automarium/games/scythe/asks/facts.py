"""The facts of each decision, with a question for each that a person may be asked, and what comes of them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec

from automarium.games.scythe.atlas import BASE, MAT, PRINTED, TERRITORIES
from automarium.games.scythe.events import ORACLE_STEPS, Attack, Move, Raid
from automarium.games.scythe.position import (
    COMBAT_CARDS,
    COMBAT_STARS,
    MECHS,
    MOST_COINS,
    MOST_POWER,
    STARS,
    WORKERS,
    Action,
    Automa,
    Desk,
    Faction,
    Human,
    Level,
    Position,
    SchemeName,
    Symbol,
    automa_cards,
)
from automarium.games.scythe.rules.combat import strength
from automarium.games.scythe.rules.moves import find_move
from automarium.games.scythe.rules.stars import SixthStar
from automarium.games.scythe.rules.turn import Stopped, play_card
from automarium.games.scythe.rulings import Rulings
from automarium.games.scythe.score import automa_coins
from automarium.games.scythe.setup import CARDS
from automarium.kernel.ask import Facts, Verdict, asks
from automarium.kernel.desk import Desk as AnyDesk
from automarium.kernel.reading import known
from automarium.kernel.saying import refuse, saying
from automarium.kernel.table import Table

# Literal types of the places, made from the map itself.
if TYPE_CHECKING:  # what is on the map is known when it is read
    Territory: TypeAlias = str
    Place: TypeAlias = str
    PlaceOrMat: TypeAlias = str
else:
    Territory = Literal[TERRITORIES]
    Place = Literal[(*TERRITORIES, BASE)]
    PlaceOrMat = Literal[(*TERRITORIES, BASE, MAT)]
CardNumber: TypeAlias = Annotated[int, asks("ask.card", low=min(CARDS), high=max(CARDS))]
Power: TypeAlias = Annotated[int, asks("ask.her-power", low=0, high=MOST_POWER)]
CombatCards: TypeAlias = Annotated[int, asks("ask.her-combat-cards", low=0, high=COMBAT_CARDS)]
Coins: TypeAlias = Annotated[int, asks("ask.her-coins", low=0, up_to=MOST_COINS)]


class AutomaFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    faction: Annotated[Faction, asks("option.faction", family="faction")]
    power: Power
    combat_cards: CombatCards
    coins: Coins
    character: Annotated[PlaceOrMat, asks("ask.her-character", family="place", default=BASE)]
    mechs: Annotated[list[Place], asks("ask.her-mechs", most=MECHS, family="place", default=[])]
    workers: Annotated[list[Place], asks("ask.her-workers", most=WORKERS, family="place", default=[])]
    factory_card: Annotated[bool, asks("ask.has.factory-card")]
    power_star: Annotated[bool, asks("ask.has.power-star")]
    combat_stars: Annotated[int, msgspec.Meta(ge=0, le=COMBAT_STARS)]


class HumanFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    faction: Faction
    character: Annotated[Place, asks("ask.your-character", family="place", default=BASE)]
    mechs: Annotated[list[Place], asks("ask.your-mechs", most=MECHS, family="place", default=[])]
    workers: Annotated[list[Place], asks("ask.your-workers", most=WORKERS, family="place", default=[])]
    riverwalk: Annotated[bool, asks("ask.has.riverwalk")]
    lakes: Annotated[bool, asks("ask.has.lakes")]


class PositionFacts(Facts, frozen=True, kw_only=True):
    level: Annotated[Level, asks("ask.level", family="level")]
    scheme: Annotated[SchemeName, asks("ask.scheme")]
    tracker: Annotated[int, msgspec.Meta(ge=0)]
    automa: AutomaFacts
    human: HumanFacts
    encounters: list[Territory]

    def position(self) -> Position:
        position = Position(
            level=self.level,
            scheme=self.scheme,
            tracker=self.tracker,
            automa=msgspec.convert(self.automa, known(Automa), from_attributes=True),
            human=msgspec.convert(self.human, known(Human), from_attributes=True),
            encounters=list(self.encounters),
        )
        last = position.star_card.spaces - 1
        if self.tracker > last:
            raise refuse("read.range", "facts.tracker", given=self.tracker, low=0, high=last)
        return position


class MoveFacts(PositionFacts, frozen=True, kw_only=True):
    action: Annotated[Action, asks("ask.action", family="action")]
    min_power: Annotated[int, asks("ask.min-power", low=0, high=MOST_POWER, default=0)] | msgspec.UnsetType = (
        msgspec.UNSET
    )


class TurnFacts(PositionFacts, frozen=True, kw_only=True):
    card: CardNumber


class CombatFacts(Facts, frozen=True):
    card: CardNumber
    power: Power
    combat_cards: CombatCards


class ScoreFacts(Facts, frozen=True):
    stars: Annotated[int, asks("ask.her-stars", low=0, high=STARS)]
    territories: Annotated[int, asks("ask.her-territories", low=0, high=len(TERRITORIES))]
    factory: Annotated[bool, asks("ask.her-factory")]
    coins: Coins


MOVEMENTS: dict[str, type[Move | Attack | Raid]] = {
    "worker_move": Move,
    "mech_move": Move,
    "character_move": Move,
    "encounter_or_factory": Move,
    "attack_combat_unit": Attack,
    "attack_workers": Raid,
}


def move(facts: MoveFacts, rulings: Rulings, table: Table) -> Verdict:
    if facts.action == "attack_combat_unit" and facts.min_power is msgspec.UNSET:
        raise refuse("read.missing", "facts.min_power")
    if facts.action != "attack_combat_unit" and facts.min_power is not msgspec.UNSET:
        raise refuse("facts.min-power", "facts.min_power", action=facts.action)
    power = None if facts.min_power is msgspec.UNSET else int(facts.min_power)
    return settled_move(facts.position(), Symbol(facts.action, power), rulings, table)


def settled_move(position: Position, symbol: Symbol, rulings: Rulings, table: Table) -> Verdict:
    desk: Desk = AnyDesk(position, PRINTED, rulings, table)
    found = find_move(desk, symbol)
    traces = tuple(desk.notes or ())
    if found is None:
        return Verdict(None, traces, (saying("not-legal"),))
    kind, here, there = found.piece.kind, found.piece.at, found.to
    return Verdict({"unit": kind, "from": here, "to": there}, traces, (MOVEMENTS[symbol.action](kind, here, there),))


def turn(facts: TurnFacts, rulings: Rulings, table: Table) -> Verdict:
    position = facts.position()
    desk = AnyDesk(position, PRINTED, rulings, table)
    with suppress(Stopped, SixthStar):
        play_card(desk, PRINTED.once(automa_cards)[facts.card], fights=False)
    told = [step for step in desk.steps if isinstance(step.event, ORACLE_STEPS)]
    traces = [trace for step in desk.steps for trace in step.traces]
    return Verdict(
        answer=[msgspec.to_builtins(step.event) for step in told],
        traces=(*traces, *(desk.notes or ())),
        said=tuple(step.event for step in told),
    )


def combat(facts: CombatFacts, rulings: Rulings, table: Table) -> Verdict:
    power, cards = strength(PRINTED.once(automa_cards)[facts.card], facts.power, facts.combat_cards)
    return Verdict({"power": power, "cards": cards}, (), (saying("strength", power=power, count=cards),))


def score(facts: ScoreFacts, rulings: Rulings, table: Table) -> Verdict:
    coins = automa_coins(facts.stars, facts.territories, facts.factory, facts.coins, rulings)
    return Verdict(coins, (), (saying("score.total.automa", count=coins),))
