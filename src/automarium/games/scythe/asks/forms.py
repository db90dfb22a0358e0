"""For a person: the forms that gather a decision's facts, and of each side only what it looks at."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import Any

from automarium.games.scythe.asks.facts import AutomaFacts, HumanFacts, MoveFacts, TurnFacts, settled_move
from automarium.games.scythe.atlas import ENCOUNTERS, FACTIONS
from automarium.games.scythe.position import (
    STAR_CARDS,
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
from automarium.kernel.ask import YES_NO, Verdict, fields_of
from automarium.kernel.desk import Desk as AnyDesk
from automarium.kernel.pack import Pack
from automarium.kernel.question import Count, Field, Form, Pick, Several
from automarium.kernel.table import Table


def move(table: Table, pack: Pack, rulings: Rulings) -> Verdict:
    """Symbol and level, then her side, the human's, and for an encounter the tokens."""
    told = _filled(table, "ask.move", fields_of(MoveFacts, "action", "min_power", "level"))
    action: Action = told["action"]
    power = told["min_power"] if action == "attack_combat_unit" else None
    return settled_move(gathered(table, told["level"], {action}), Symbol(action, power), rulings, table)


def turn(table: Table, pack: Pack, rulings: Rulings) -> Verdict:
    """Card, scheme, level and her faction: what is in brackets for others is passed over (SCY-MOVE-07, SCY-GAIN-02)."""
    cards = pack.once(automa_cards)
    card_field = Field("card", Pick(about="ask.card", options=tuple(cards)))
    hers = [*fields_of(TurnFacts, "scheme", "level"), *fields_of(AutomaFacts, "faction")]
    told = _filled(table, "ask.turn", [card_field, *hers])
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
    tracker = Field("tracker", Count(about="ask.tracker", low=0, high=STAR_CARDS[level].spaces - 1))
    asked = [] if faction is not None else ["faction"]
    hers = _filled(table, "ask.her-side", [tracker, *fields_of(AutomaFacts, *asked, *_of_hers(actions))])
    if faction is not None:
        hers["faction"] = faction
    others = tuple(name for name in FACTIONS if name != hers["faction"])
    yours = Field("faction", Pick(about="option.human", options=others, family="faction"))
    theirs = _filled(table, "ask.your-side", [yours, *fields_of(HumanFacts, *_of_yours(actions))])
    position = Position(level=level, tracker=hers.pop("tracker"), automa=Automa(**hers), human=Human(**theirs))
    position.encounters = []
    if "encounter_or_factory" in actions:
        once = dict.fromkeys(ENCOUNTERS, 1)
        gone = Several(
            about="ask.tokens-gone", options=ENCOUNTERS, most=len(ENCOUNTERS), family="place", limits=once, default=[]
        )
        taken = table.ask(gone)
        position.encounters = [token for token in ENCOUNTERS if token not in taken]
    return position


def _of_hers(actions: Collection[str]) -> Iterator[str]:
    """The facts of her side that these actions and gains look at."""
    yield from ("character", "mechs", "workers")
    if "encounter_or_factory" in actions:
        yield "factory_card"
    if {"attack_combat_unit", "power"} & set(actions):
        yield "power"
    if "power" in actions:  # at 16 there is a star, once: SCY-STAR-05
        yield "power_star"


def _of_yours(actions: Collection[str]) -> Iterator[str]:
    yield from ("character", "mechs", "workers")
    if "worker_move" in actions:  # only workers fear neighbourhoods: SCY-WORKER-07
        yield from ("riverwalk", "lakes")


def _filled(table: Table, about: str, fields: list[Field]) -> dict[str, Any]:
    """The answers to a form; yes and no come as truth values."""
    told = table.ask(Form(about=about, fields=tuple(fields)))
    return {name: value == "yes" if value in YES_NO else value for name, value in told.items()}
