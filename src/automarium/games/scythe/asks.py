"""The decisions that can be asked alone: ``move``, ``turn``, ``combat``, ``score``.

A program gives all facts. A person is asked side by side, and of each side only what the decision looks at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import Annotated, Any, Literal

import msgspec

from automarium.games.scythe.atlas import BASE, ENCOUNTERS, FACTIONS, MAT, PRINTED, TERRITORIES
from automarium.games.scythe.events import ORACLE_STEPS, Attack, Move, Raid
from automarium.games.scythe.position import (
    COMBAT_CARDS,
    COMBAT_STARS,
    LEVELS,
    MECHS,
    MOST_POWER,
    STAR_CARDS,
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
from automarium.kernel.ask import YES_NO, Ask, Facts, Verdict, asks, one_form
from automarium.kernel.desk import Desk as AnyDesk
from automarium.kernel.pack import Pack
from automarium.kernel.saying import refuse, saying
from automarium.kernel.table import AnyQuestion, Count, Field, Form, Pick, Several, Table

MOST_COINS = 999

# Literal types of the places, made from the map itself.
Territory: Any = Literal[TERRITORIES]
Place: Any = Literal[(*TERRITORIES, BASE)]
PlaceOrMat: Any = Literal[(*TERRITORIES, BASE, MAT)]
Mechs: Any = Annotated[list[Place], msgspec.Meta(max_length=MECHS)]
Workers: Any = Annotated[list[Place], msgspec.Meta(max_length=WORKERS)]
CardNumber: Any = Annotated[int, asks("ask.card", low=min(CARDS), high=max(CARDS))]
Power: Any = Annotated[int, asks("ask.her-power", low=0, high=MOST_POWER)]
CombatCards: Any = Annotated[int, asks("ask.her-combat-cards", low=0, high=COMBAT_CARDS)]
Coins: Any = Annotated[int, msgspec.Meta(ge=0)]


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
    combat_stars: Annotated[int, msgspec.Meta(ge=0, le=COMBAT_STARS)]


class HumanFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    faction: Faction
    character: Place
    mechs: Mechs
    workers: Workers
    riverwalk: bool
    lakes: bool


class PositionFacts(Facts, frozen=True, kw_only=True):
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


class MoveFacts(PositionFacts, frozen=True, kw_only=True):
    action: Action
    min_power: Power | msgspec.UnsetType = msgspec.UNSET


class TurnFacts(PositionFacts, frozen=True, kw_only=True):
    card: CardNumber


class CombatFacts(Facts, frozen=True):
    card: CardNumber
    power: Power
    combat_cards: CombatCards


class ScoreFacts(Facts, frozen=True):
    stars: Annotated[int, msgspec.Meta(ge=0, le=STARS)]
    territories: Annotated[int, msgspec.Meta(ge=0, le=len(TERRITORIES))]
    factory: bool
    coins: Coins


# ------------------------------------------------------------------------------------------------------- for a program

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


# -------------------------------------------------------------------------------------------------------- for a person

ACTIONS: tuple[Action, ...] = (
    "worker_move",
    "mech_move",
    "character_move",
    "encounter_or_factory",
    "attack_combat_unit",
    "attack_workers",
)
SPOTS = (*TERRITORIES, BASE)


def ask_move(table: Table, pack: Pack, rulings: Rulings) -> Verdict:
    """Symbol and level, then her side, the human's, and for an encounter the tokens."""
    told = _form(
        table,
        "ask.move",
        action=Pick(about="ask.action", options=ACTIONS, family="action"),
        min_power=Count(about="ask.min-power", low=0, high=MOST_POWER, default=0),
        level=Pick(about="ask.level", options=LEVELS, family="level"),
    )
    action: Action = told["action"]
    power = told["min_power"] if action == "attack_combat_unit" else None
    return settled_move(gathered(table, told["level"], {action}), Symbol(action, power), rulings, table)


def ask_turn(table: Table, pack: Pack, rulings: Rulings) -> Verdict:
    """Card, scheme, level and her faction: what is in brackets for others is passed over (SCY-MOVE-07, SCY-GAIN-02)."""
    cards = pack.once(automa_cards)
    told = _form(
        table,
        "ask.turn",
        card=Pick(about="ask.card", options=tuple(cards)),
        scheme=Pick(about="ask.scheme", options=("I", "II")),
        level=Pick(about="ask.level", options=LEVELS, family="level"),
        faction=Pick(about="option.faction", options=FACTIONS, family="faction"),
    )
    card = cards[told["card"]]
    scheme, playing = card.scheme(told["scheme"]), (None, told["faction"])
    looked_at: set[str] = {one.action for one in scheme.moves if one.faction in playing}
    looked_at |= {one.gain for one in scheme.gains if one.faction in playing}
    position = gathered(table, told["level"], looked_at, told["faction"])
    position.scheme = told["scheme"]
    desk = AnyDesk(position, pack, rulings, table)
    with suppress(Stopped, SixthStar):
        play_card(desk, card, fights=False)
    traces = tuple(trace for step in desk.steps for trace in step.traces)
    return Verdict(None, traces, tuple(step.event for step in desk.steps))


def gathered(table: Table, level: Level, actions: Collection[str], faction: Faction | None = None) -> Position:
    """The pieces of both sides, and of the rest what these actions and gains look at."""
    hers = _form(table, "ask.her-side", **dict(_her_side(level, actions, faction)))
    if faction is not None:
        hers["faction"] = faction
    theirs = _form(table, "ask.your-side", **dict(_your_side(hers["faction"], actions)))
    position = Position(level=level, tracker=hers.pop("tracker"), automa=Automa(**hers), human=Human(**theirs))
    position.encounters = []
    if "encounter_or_factory" in actions:
        gone = Several(
            about="ask.tokens-gone", options=ENCOUNTERS, most=len(ENCOUNTERS), family="place", limits=_ONCE, default=[]
        )
        taken = table.ask(gone)
        position.encounters = [token for token in ENCOUNTERS if token not in taken]
    return position


_ONCE = dict.fromkeys(ENCOUNTERS, 1)


def _her_side(
    level: Level, actions: Collection[str], faction: Faction | None = None
) -> Iterator[tuple[str, AnyQuestion]]:
    yield "tracker", Count(about="ask.tracker", low=0, high=STAR_CARDS[level].spaces - 1)
    if faction is None:
        yield "faction", Pick(about="option.faction", options=FACTIONS, family="faction")
    yield "character", Pick(about="ask.her-character", options=(*SPOTS, MAT), family="place", default=BASE)
    yield "mechs", Several(about="ask.her-mechs", options=SPOTS, most=MECHS, family="place", default=[])
    yield "workers", Several(about="ask.her-workers", options=SPOTS, most=WORKERS, family="place", default=[])
    if "encounter_or_factory" in actions:
        yield "factory_card", Pick(about="ask.has.factory-card", options=YES_NO, family="answer", default="no")
    if {"attack_combat_unit", "power"} & set(actions):
        yield "power", Count(about="ask.her-power", low=0, high=MOST_POWER)
    if "power" in actions:  # at 16 there is a star, once: SCY-STAR-05
        yield "power_star", Pick(about="ask.has.power-star", options=YES_NO, family="answer", default="no")


def _your_side(hers: str, actions: Collection[str]) -> Iterator[tuple[str, AnyQuestion]]:
    others = tuple(name for name in FACTIONS if name != hers)
    yield "faction", Pick(about="option.human", options=others, family="faction")
    yield "character", Pick(about="ask.your-character", options=SPOTS, family="place", default=BASE)
    yield "mechs", Several(about="ask.your-mechs", options=SPOTS, most=MECHS, family="place", default=[])
    yield "workers", Several(about="ask.your-workers", options=SPOTS, most=WORKERS, family="place", default=[])
    if "worker_move" in actions:  # only workers fear neighbourhoods: SCY-WORKER-07
        for ability in ("riverwalk", "lakes"):
            yield ability, Pick(about=f"ask.has.{ability}", options=YES_NO, family="answer", default="no")


def ask_score(table: Table, pack: Pack, rulings: Rulings) -> ScoreFacts:
    told = _form(
        table,
        "ask.score",
        stars=Count(about="ask.her-stars", low=0, high=STARS),
        territories=Count(about="ask.her-territories", low=0, high=len(TERRITORIES)),
        factory=Pick(about="ask.her-factory", options=YES_NO, family="answer", default="no"),
        coins=Count(about="ask.her-coins", low=0, high=MOST_COINS),
    )
    return ScoreFacts(**told)


def _form(table: Table, about: str, **questions: AnyQuestion) -> dict[str, Any]:
    """All these questions on one screen; yes and no come as truth values."""
    told = table.ask(Form(about=about, fields=tuple(Field(name, asked) for name, asked in questions.items())))
    return {name: value == "yes" if value in YES_NO else value for name, value in told.items()}


ASKS: Mapping[str, Ask[Any]] = {
    "move": Ask(MoveFacts, move, ask_move),
    "turn": Ask(TurnFacts, turn, ask_turn),
    "combat": Ask(CombatFacts, combat, one_form(CombatFacts, "ask.combat")),
    "score": Ask(ScoreFacts, score, ask_score),
}
