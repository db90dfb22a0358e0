"""Just ask: one decision, with only the facts that it needs, and no game kept."""

from __future__ import annotations

from contextlib import suppress

from automarium.games.scythe.atlas import BASE, ENCOUNTERS, FACTIONS, MAT, TERRITORIES
from automarium.games.scythe.combat import strength
from automarium.games.scythe.moves import find_move
from automarium.games.scythe.oracle import MOVEMENTS, ScoreFacts, score
from automarium.games.scythe.position import (
    LEVELS,
    MECHS,
    MOST_POWER,
    STAR_CARDS,
    STARS,
    WORKERS,
    Automa,
    Human,
    Position,
    Symbol,
    automa_cards,
)
from automarium.games.scythe.stars import SixthStar
from automarium.games.scythe.turn import Stopped, play_card
from automarium.kernel.pack import Pack
from automarium.kernel.room import Verdict
from automarium.kernel.saying import saying
from automarium.kernel.table import Count, Pick, Table

NO_MORE = "none"
YES_NO = ("no", "yes")
ACTIONS = ("worker_move", "mech_move", "character_move", "encounter_or_factory", "attack_combat_unit", "attack_workers")


def places(table: Table, about: str, most: int, *, base: bool = True) -> list[str]:
    """Where pieces stand, one after the other until there are no more."""
    options = (NO_MORE, *TERRITORIES, *((BASE,) if base else ()))
    found: list[str] = []
    while len(found) < most:
        asked = Pick(about=about, params={"count": len(found) + 1}, options=options, family="place", default=NO_MORE)
        place = str(table.ask(asked))
        if place == NO_MORE:
            break
        found.append(place)
    return found


def yes(table: Table, about: str) -> bool:
    return bool(table.ask(Pick(about=about, options=YES_NO, family="answer", default="no")) == "yes")


def gathered(table: Table, actions: tuple[str, ...]) -> Position:
    """The pieces of both sides, and of the rest what these actions look at."""
    level = table.ask(Pick(about="ask.level", options=LEVELS, family="level"))
    tracker = table.ask(Count(about="ask.tracker", low=0, high=STAR_CARDS[level].spaces - 1))
    faction = table.ask(Pick(about="option.faction", options=FACTIONS, family="faction"))
    spots = (*TERRITORIES, BASE, MAT)
    automa = Automa(
        faction=faction,
        character=table.ask(Pick(about="ask.her-character", options=spots, family="place")),
        mechs=places(table, "ask.her-mech", MECHS),
        workers=places(table, "ask.her-worker", WORKERS),
    )
    human = Human(
        faction=table.ask(
            Pick(about="option.human", options=tuple(name for name in FACTIONS if name != faction), family="faction")
        ),
        character=table.ask(Pick(about="ask.your-character", options=spots[:-1], family="place")),
        mechs=places(table, "ask.your-mech", MECHS),
        workers=places(table, "ask.your-worker", WORKERS),
    )
    position = Position(level=level, tracker=tracker, automa=automa, human=human, encounters=[])
    if "worker_move" in actions:  # only workers fear neighbourhoods: SCY-WORKER-07
        human.riverwalk, human.lakes = yes(table, "ask.has.riverwalk"), yes(table, "ask.has.lakes")
    if "encounter_or_factory" in actions:
        taken = places(table, "ask.token-gone", len(ENCOUNTERS), base=False)
        position.encounters = [token for token in ENCOUNTERS if token not in taken]
        automa.factory_card = yes(table, "ask.has.factory-card")
    if "attack_combat_unit" in actions:
        automa.power = table.ask(Count(about="ask.her-power", low=0, high=MOST_POWER))
    return position


def ask_move(table: Table, _: Pack) -> Verdict:
    action = table.ask(Pick(about="ask.action", options=ACTIONS, family="action"))
    power = None
    if action == "attack_combat_unit":
        power = table.ask(Count(about="ask.min-power", low=0, high=MOST_POWER))
    found = find_move(gathered(table, (action,)), Symbol(action, power), table)
    traces = tuple(table.notes or ())
    if found is None:
        return Verdict(None, traces, (saying("not-legal"),))
    return Verdict(None, traces, (MOVEMENTS[action](found.piece.kind, found.piece.at, found.to),))


def ask_turn(table: Table, pack: Pack) -> Verdict:
    cards = pack.once(automa_cards)
    card = cards[table.ask(Pick(about="ask.card", options=tuple(cards)))]
    scheme = table.ask(Pick(about="ask.scheme", options=("I", "II")))
    position = gathered(table, tuple(one.action for one in card.scheme(scheme).moves))
    position.scheme = scheme
    with suppress(Stopped, SixthStar):
        play_card(position, card, table, fight=None)
    traces = tuple(trace for step in table.steps for trace in step.traces)
    return Verdict(None, traces, tuple(step.event for step in table.steps))


def ask_combat(table: Table, pack: Pack) -> Verdict:
    cards = pack.once(automa_cards)
    card = cards[table.ask(Pick(about="ask.card", options=tuple(cards)))]
    power = table.ask(Count(about="ask.her-power", low=0, high=MOST_POWER))
    held = table.ask(Count(about="ask.her-combat-cards", low=0, high=42))
    used, drawn = strength(card, power, held)
    return Verdict(None, (), (saying("strength", power=used, count=drawn),))


def ask_score(table: Table, _: Pack) -> Verdict:
    facts = ScoreFacts(
        stars=table.ask(Count(about="ask.her-stars", low=0, high=STARS)),
        territories=table.ask(Count(about="ask.her-territories", low=0, high=len(TERRITORIES))),
        factory=yes(table, "ask.her-factory"),
        coins=table.ask(Count(about="ask.her-coins", low=0, high=999)),
    )
    return score(facts, table.rulings)
