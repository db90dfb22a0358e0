"""For a person: the forms that gather a decision's facts, and of each side only what it looks at."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import Any

from automarium.games.scythe.asks.facts import ScoreFacts, settled_move
from automarium.games.scythe.atlas import BASE, ENCOUNTERS, FACTIONS, MAT, TERRITORIES
from automarium.games.scythe.position import (
    ACTIONS,
    LEVELS,
    MECHS,
    MOST_POWER,
    STAR_CARDS,
    STARS,
    WORKERS,
    Action,
    Automa,
    Faction,
    Human,
    Level,
    Position,
    Symbol,
    automa_cards,
)
from automarium.games.scythe.rules.stars import SixthStar
from automarium.games.scythe.rules.turn import Stopped, play_card
from automarium.games.scythe.rulings import Rulings
from automarium.kernel.ask import YES_NO, Verdict
from automarium.kernel.desk import Desk as AnyDesk
from automarium.kernel.pack import Pack
from automarium.kernel.question import AnyQuestion, Count, Field, Form, Pick, Several
from automarium.kernel.table import Table

MOST_COINS = 999
SPOTS = (*TERRITORIES, BASE)


def move(table: Table, pack: Pack, rulings: Rulings) -> Verdict:
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


def turn(table: Table, pack: Pack, rulings: Rulings) -> Verdict:
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


def score(table: Table, pack: Pack, rulings: Rulings) -> ScoreFacts:
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
