"""The decisions that can be asked alone: ``move``, ``turn``, ``combat`` and ``score``.

A program gives all facts (``facts``). A person fills in a form for each side (``forms``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.message import message, refuse
from automarium.engine.play.decision import YES_NO, Decision, Decisions, Facts, Verdict, asks, build_fields, make_form
from automarium.engine.play.desk import Desk as AnyDesk
from automarium.engine.play.desk import Table
from automarium.engine.question import Count, Field, Form, Pick, Several
from automarium.engine.validation import prepare_type
from automarium.games.scythe.events import ORACLE_STEPS, Attack, Move, Raid
from automarium.games.scythe.map import BASE, ENCOUNTERS, FACTIONS, MAT, PRINTED, TERRITORIES
from automarium.games.scythe.position import (
    COMBAT_CARDS,
    COMBAT_STARS,
    MECHS,
    MOST_COINS,
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
    load_cards,
)
from automarium.games.scythe.rules.combat import compute_strength
from automarium.games.scythe.rules.moves import find_move
from automarium.games.scythe.rules.stars import SixthStar
from automarium.games.scythe.rules.turn import Stopped, play_card
from automarium.games.scythe.rulings import Rulings
from automarium.games.scythe.score import count_automa_coins
from automarium.games.scythe.setup import CARDS

# Literal types of the places, made from the pack; a type checker sees plain strings.
if TYPE_CHECKING:
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
            automa=msgspec.convert(self.automa, prepare_type(Automa), from_attributes=True),
            human=msgspec.convert(self.human, prepare_type(Human), from_attributes=True),
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


def decide_move(facts: MoveFacts, rulings: Rulings, table: Table) -> Verdict:
    if facts.action == "attack_combat_unit" and facts.min_power is msgspec.UNSET:
        raise refuse("read.missing", "facts.min_power")
    if facts.action != "attack_combat_unit" and facts.min_power is not msgspec.UNSET:
        raise refuse("facts.min-power", "facts.min_power", action=facts.action)
    power = None if facts.min_power is msgspec.UNSET else int(facts.min_power)
    return settle_move(facts.position(), Symbol(facts.action, power), rulings, table)


def settle_move(position: Position, symbol: Symbol, rulings: Rulings, table: Table) -> Verdict:
    desk: Desk = AnyDesk(position, PRINTED, rulings, table)
    found = find_move(desk, symbol)
    traces = tuple(desk.notes or ())
    if found is None:
        return Verdict(None, traces, (message("not-legal"),))
    kind, here, there = found.piece.kind, found.piece.at, found.to
    return Verdict({"unit": kind, "from": here, "to": there}, traces, (MOVEMENTS[symbol.action](kind, here, there),))


def decide_turn(facts: TurnFacts, rulings: Rulings, table: Table) -> Verdict:
    position = facts.position()
    desk = AnyDesk(position, PRINTED, rulings, table)
    with suppress(Stopped, SixthStar):
        play_card(desk, PRINTED.once(load_cards)[facts.card], fights=False)
    decided = [step for step in desk.steps if isinstance(step.event, ORACLE_STEPS)]
    traces = [trace for step in desk.steps for trace in step.traces]
    return Verdict(
        answer=[msgspec.to_builtins(step.event) for step in decided],
        traces=(*traces, *(desk.notes or ())),
        sentences=tuple(step.event for step in decided),
    )


def decide_combat(facts: CombatFacts, rulings: Rulings, table: Table) -> Verdict:
    power, cards = compute_strength(PRINTED.once(load_cards)[facts.card], facts.power, facts.combat_cards)
    return Verdict({"power": power, "cards": cards}, (), (message("strength", power=power, count=cards),))


def decide_score(facts: ScoreFacts, rulings: Rulings, table: Table) -> Verdict:
    coins = count_automa_coins(facts.stars, facts.territories, facts.factory, facts.coins, rulings)
    return Verdict(coins, (), (message("score.total.automa", count=coins),))


def ask_move(table: Table, pack: Pack, rulings: Rulings) -> Verdict:
    """Ask for symbol and level, the Automa's side, the human's, and for an encounter the tokens."""
    answers = _ask_form(table, "ask.move", build_fields(MoveFacts, "action", "min_power", "level"))
    action: Action = answers["action"]
    power = answers["min_power"] if action == "attack_combat_unit" else None
    return settle_move(gather_position(table, answers["level"], {action}), Symbol(action, power), rulings, table)


def ask_turn(table: Table, pack: Pack, rulings: Rulings) -> Verdict:
    """Ask for card, scheme, level and its faction, then for the facts that its symbols and gains look at. What is in
    brackets for other factions is passed over (SCY-MOVE-07, SCY-GAIN-02)."""
    cards = pack.once(load_cards)
    card_field = Field("card", Pick(about="ask.card", options=tuple(cards)))
    fields = [*build_fields(TurnFacts, "scheme", "level"), *build_fields(AutomaFacts, "faction")]
    answers = _ask_form(table, "ask.turn", [card_field, *fields])
    card = cards[answers["card"]]
    scheme, playing = card.scheme(answers["scheme"]), (None, answers["faction"])
    looked_at: set[str] = {one.action for one in scheme.moves if one.faction in playing}
    looked_at |= {one.gain for one in scheme.gains if one.faction in playing}
    position = gather_position(table, answers["level"], looked_at, answers["faction"])
    position.scheme = answers["scheme"]
    desk = AnyDesk(position, pack, rulings, table)
    with suppress(Stopped, SixthStar):
        play_card(desk, card, fights=False)
    traces = tuple(trace for step in desk.steps for trace in step.traces)
    return Verdict(None, traces, tuple(step.event for step in desk.steps))


def gather_position(table: Table, level: Level, actions: Collection[str], faction: Faction | None = None) -> Position:
    """Ask for the pieces of both sides and for the other facts that these actions and gains look at."""
    tracker = Field("tracker", Count(about="ask.tracker", low=0, high=STAR_CARDS[level].spaces - 1))
    asked = [] if faction is not None else ["faction"]
    automa = _ask_form(
        table, "ask.her-side", [tracker, *build_fields(AutomaFacts, *asked, *_list_automa_facts(actions))]
    )
    if faction is not None:
        automa["faction"] = faction
    others = tuple(name for name in FACTIONS if name != automa["faction"])
    yours = Field("faction", Pick(about="option.human", options=others, family="faction"))
    human = _ask_form(table, "ask.your-side", [yours, *build_fields(HumanFacts, *_list_human_facts(actions))])
    position = Position(level=level, tracker=automa.pop("tracker"), automa=Automa(**automa), human=Human(**human))
    position.encounters = []
    if "encounter_or_factory" in actions:
        once = dict.fromkeys(ENCOUNTERS, 1)
        gone = Several(
            about="ask.tokens-gone", options=ENCOUNTERS, most=len(ENCOUNTERS), family="place", limits=once, default=[]
        )
        taken = table.ask(gone)
        position.encounters = [token for token in ENCOUNTERS if token not in taken]
    return position


def _list_automa_facts(actions: Collection[str]) -> Iterator[str]:
    """Yield the facts of the Automa's side that these actions and gains look at."""
    yield from ("character", "mechs", "workers")
    if "encounter_or_factory" in actions:
        yield "factory_card"
    if {"attack_combat_unit", "power"} & set(actions):
        yield "power"
    if "power" in actions:  # at 16 there is a star, once: SCY-STAR-05
        yield "power_star"


def _list_human_facts(actions: Collection[str]) -> Iterator[str]:
    yield from ("character", "mechs", "workers")
    if "worker_move" in actions:  # only workers avoid neighbourhoods: SCY-WORKER-07
        yield from ("riverwalk", "lakes")


def _ask_form(table: Table, about: str, fields: list[Field]) -> dict[str, Any]:
    """Return the answers to a form, yes and no as booleans."""
    answers = table.ask(Form(about=about, fields=tuple(fields)))
    return {name: value == "yes" if value in YES_NO else value for name, value in answers.items()}


ASKS: Decisions = {
    "move": Decision(MoveFacts, decide_move, ask_move),
    "turn": Decision(TurnFacts, decide_turn, ask_turn),
    "combat": Decision(CombatFacts, decide_combat, make_form(CombatFacts, "ask.combat")),
    "score": Decision(ScoreFacts, decide_score, make_form(ScoreFacts, "ask.score")),
}
