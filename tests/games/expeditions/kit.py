"""Helpers to build a position of Expeditions and to play one card on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec

from automarium.engine.choice.trace import Trace
from automarium.engine.content.rulings import settle
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond, find_missing_field
from automarium.engine.play.desk import Desk as AnyDesk
from automarium.engine.play.desk import Table
from automarium.engine.play.event import Event, Step
from automarium.engine.question import Answer, Field, Form, Pick
from automarium.games import plugins
from automarium.games.expeditions.commands import Next
from automarium.games.expeditions.corrections import Adjust
from automarium.games.expeditions.events import ORACLE_STEPS
from automarium.games.expeditions.position import (
    BASECAMP,
    PRINTED,
    ROWS,
    DecisionCard,
    Desk,
    Mech,
    Position,
    ProgressCard,
    Section,
    Target,
    Tile,
    read_cards,
)
from automarium.games.expeditions.rules.turn import play_card
from automarium.i18n.translator import Translator

DEFINITION = plugins.load_definition("expeditions")

E = TypeVar("E", bound=Event)

CARDS = read_cards(PRINTED)
LEVELS = {level: PRINTED.typed(ProgressCard, "progress", level) for level in (1, 2, 3)}
LEVELS |= {level: PRINTED.typed(ProgressCard, "progress", level, "house") for level in (4, 5)}

MAP = "map"  # a closed tile with its map token
CLOSED = "closed"  # a closed tile without one
Lying: TypeAlias = str | list[int]  # one of these two, or the corruption on an open tile


def map_token(glory: int | None = 0) -> Target:
    return Target(glory, "map_token", 1)


def lair(glory: int | None = 0) -> Target:
    return Target(glory, "corruption20", 1)


def corr(times: int = 1, glory: int | None = 0) -> Target:
    return Target(glory, "corruption", times)


def section(distance: int = 1, target: Target | None = None, *, sweep: bool = False) -> Section:
    return Section(sweep, target, distance)


def card(north: Section | None = None, central: Section | None = None, *, progress: bool = False) -> DecisionCard:
    """Return a decision card; a mech that is not named moves one location."""
    return DecisionCard(99, progress, north or section(), central or section())


def card_for(sections: Mapping[Mech, Section]) -> DecisionCard:
    """Return the same by the mech's name."""
    return card(sections.get("north"), sections.get("central"))


def position(
    tiles: Mapping[str, Lying] | None = None,
    *,
    north: str = "N1",
    central: str = "C7",
    mechs: Mapping[Mech, str] | None = None,
    level: int = 2,
    **fields: Any,
) -> Position:
    """Return a position where every location not named is open and empty; ``mechs`` are their places by name."""
    standing: dict[Mech, str] = {"north": north, "central": central, **(mechs or {})}
    lying = {place: Tile(closed=False, map=False, corruption=[]) for place in ROWS}
    for place, what in (tiles or {}).items():
        if isinstance(what, str):
            lying[place] = Tile(closed=True, map=what == MAP, corruption=[])
        else:
            lying[place] = Tile(closed=False, map=False, corruption=list(what))
    fields.setdefault("human", BASECAMP)
    if "corruption" in fields:  # as many tokens of any value
        fields["tokens"] = [0] * fields.pop("corruption")
    return Position(card=LEVELS[level], tiles=lying, mechs=standing, **fields)


class Played(msgspec.Struct):
    """What a card did: the steps of the oracle, all events, and the position it was played on."""

    position: Position
    told: list[Step]

    @property
    def steps(self) -> list[dict[str, Any]]:
        return [msgspec.to_builtins(step.event) for step in self.told if isinstance(step.event, ORACLE_STEPS)]

    def of(self, mech: str) -> list[dict[str, Any]]:
        return [step for step in self.steps if step.get("mech") == mech]

    def step(self, do: str, mech: str | None = None) -> Step:
        """Return the one step of that kind."""
        found = [
            step
            for step in self.told
            if step.event.__struct_config__.tag == do and mech in (None, getattr(step.event, "mech", None))
        ]
        assert len(found) == 1, (do, found)
        return found[0]

    def the(self, kind: type[E]) -> E:
        """Return the one event of that kind."""
        (found,) = [step.event for step in self.told if isinstance(step.event, kind)]
        return found

    def trace(self, about: str, mech: str) -> Trace:
        """Return the trace ("target" or "distance") of a mech's choice."""
        traces = [
            trace
            for step in self.told
            if getattr(step.event, "mech", None) == mech
            for trace in step.traces
            if trace.about == about
        ]
        assert len(traces) == 1, traces
        return traces[0]


def play(table: Position, drawn: DecisionCard, turned_up: Sequence[Answer] = ([], []), **rulings: str) -> Played:
    """Play a card. ``turned_up`` answers what opened tiles hold; rulings are given as ``AMB_01="any"``."""
    chosen = {f"EXP-{name.replace('_', '-')}": choice for name, choice in rulings.items()}
    desk = desk_of(table, Table(Chance(0), turned_up), chosen)
    play_card(desk, drawn)
    return Played(table, desk.steps)


def desk_of(table: Position, spoken: Table, chosen: Mapping[str, str] | None = None) -> Desk:
    """Return a desk with the printed pack and the default rulings but for ``chosen``."""
    return AnyDesk(table, PRINTED, settle(DEFINITION.rulings, chosen or {}), spoken)


def game(
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    *,
    switches: Mapping[str, str] | None = None,
    **rulings: str,
) -> Playthrough:
    """Return a live game; options default to level 2 with the human beginning. ``switches`` are further rulings."""
    chosen = {f"EXP-{name.replace('_', '-')}": choice for name, choice in (rulings | dict(switches or {})).items()}
    return Playthrough(DEFINITION, {"level": 2, "starts": "human", **(options or {})}, chosen, seed, PRINTED)


def let_play(live: Playthrough, drawn: int | None = None) -> Played:
    """Play the Automa's turn in a live game and answer its questions: ``drawn`` is the card named from a physical
    deck (or the first that can come), and opened tiles get no corruption."""
    told = list(live.put(Next()))
    while live.question is not None:
        asked = live.question
        answer: Answer = {} if isinstance(asked, Form) else []
        if isinstance(asked, Pick):
            answer = drawn or asked.options[0]
        told += live.put(Respond(answer))
    return Played(live.position, told)


def finished(live: Playthrough) -> Playthrough:
    """Bring a game to its end with the position as it is."""
    live.put(Adjust("last-turns", "human"))
    live.put(Next())
    assert live.position.over
    return live


def shown(live: Playthrough, clause: str) -> str:
    """Return the English checklist items that cite a clause; there must be one."""
    items = DEFINITION.setup.checklist(live.position, live.rulings)
    texts = [Translator("en", [DEFINITION.folder]).sentence(said) for said, cited in items if clause in cited]
    assert texts, f"nothing on the checklist cites {clause}"
    return " ".join(texts)


def option(given: Mapping[str, Any]) -> Field | None:
    """Return the next option that a new game asks for, after ``own``."""
    known = {"own": "house", **given}
    return find_missing_field(DEFINITION.setup.option_fields(known, settle(DEFINITION.rulings, {}), PRINTED), known)


def mech_at(place: str) -> Mech:
    """Return the mech in whose row a location is."""
    return "north" if place.startswith("N") else "central"


def ahead(place: str, steps: int) -> str:
    """Return the place so many steps ahead: north rightwards, central leftwards, seven to a ring."""
    row, number = place[0], int(place[1])
    return f"{row}{(number - 1 + (steps if row == 'N' else -steps)) % 7 + 1}"


def plain(table: Position) -> dict[str, Any]:
    """Return a position as plain data by path ("tiles.N3.map": True), with the number of her corruption tokens instead
    of their values, and without sweeps and entered tiles."""

    def flat(value: Any, path: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            return {path: value}
        return {key: leaf for name, part in value.items() for key, leaf in flat(part, f"{path}.{name}").items()}

    lying = {**msgspec.to_builtins(table), "corruption": table.corruption}
    del lying["tokens"], lying["swept"], lying["entered"]
    return {key.removeprefix("."): leaf for key, leaf in flat(lying, "").items()}


def changes(before: dict[str, Any], table: Position) -> dict[str, Any]:
    """Return what differs in the position since ``plain`` was taken."""
    now = plain(table)
    assert now.keys() == before.keys()
    return {path: value for path, value in now.items() if value != before[path]}


def facts_of(position: Position, card: int) -> dict[str, Any]:
    """Return a position as facts of the oracle's ``turn``."""
    return {
        "card": card,
        "glory": position.glory,
        "progress": position.progress,
        "level": position.card.level,
        "mechs": dict(position.mechs),
        "human": position.human,
        "locations": {
            place: {"map": True} if tile.map else {"corruption": tile.corruption}
            for place, tile in position.tiles.items()
        },
    }
