"""Small words to build a table of Expeditions with, and to play one card on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from automarium.games.expeditions.events import ORACLE_STEPS
from automarium.games.expeditions.position import (
    BASECAMP,
    PRINTED,
    ROWS,
    DecisionCard,
    Position,
    ProgressCard,
    Section,
    Target,
    Tile,
    decision_cards,
)
from automarium.games.expeditions.room import ROOM
from automarium.games.expeditions.turn import play_card
from automarium.kernel.chance import Chance
from automarium.kernel.choice import Trace
from automarium.kernel.game import Game
from automarium.kernel.ruling import settle
from automarium.kernel.table import Answer, Step, Table

CARDS = decision_cards(PRINTED)
LEVELS = {level: PRINTED.typed(ProgressCard, "progress", level) for level in (1, 2, 3)}
LEVELS |= {level: PRINTED.typed(ProgressCard, "progress", level, "house") for level in (4, 5)}

MAP = "map"  # a closed tile with its map token
CLOSED = "closed"  # a closed tile without one


def map_token(glory: int | None = 0) -> Target:
    return Target(glory, "map_token", 1)


def lair(glory: int | None = 0) -> Target:
    return Target(glory, "corruption20", 1)


def corr(times: int = 1, glory: int | None = 0) -> Target:
    return Target(glory, "corruption", times)


def section(distance: int = 1, target: Target | None = None, *, sweep: bool = False) -> Section:
    return Section(sweep, target, distance)


def card(north: Section | None = None, central: Section | None = None, *, progress: bool = False) -> DecisionCard:
    """A decision card; a mech that is not spoken of moves one location."""
    return DecisionCard(99, progress, north or section(), central or section())


def position(
    tiles: Mapping[str, str | list[int]] | None = None,
    *,
    north: str = "N1",
    central: str = "C7",
    level: int = 2,
    **fields: Any,
) -> Position:
    """A table where every location that is not spoken of is open and empty."""
    lying = {place: Tile(closed=False, map=False, corruption=[]) for place in ROWS}
    for place, what in (tiles or {}).items():
        if isinstance(what, str):
            lying[place] = Tile(closed=True, map=what == MAP, corruption=[])
        else:
            lying[place] = Tile(closed=False, map=False, corruption=list(what))
    fields.setdefault("human", BASECAMP)
    return Position(card=LEVELS[level], tiles=lying, mechs={"north": north, "central": central}, **fields)


class Played(msgspec.Struct):
    """What a card did: the steps of the oracle, everything told, and the table it was played on."""

    position: Position
    told: list[Step]

    @property
    def steps(self) -> list[dict[str, Any]]:
        return [msgspec.to_builtins(step.event) for step in self.told if isinstance(step.event, ORACLE_STEPS)]

    def of(self, mech: str) -> list[dict[str, Any]]:
        return [step for step in self.steps if step.get("mech") == mech]

    def step(self, do: str, mech: str | None = None) -> Step:
        """The one step of that kind."""
        found = [
            step
            for step in self.told
            if step.event.__struct_config__.tag == do and mech in (None, getattr(step.event, "mech", None))
        ]
        assert len(found) == 1, (do, found)
        return found[0]

    def trace(self, about: str, mech: str) -> Trace:
        """The narrowing ("target" or "distance") behind what a mech did."""
        traces = [
            trace
            for step in self.told
            if getattr(step.event, "mech", None) == mech
            for trace in step.traces
            if trace.about == about
        ]
        assert len(traces) == 1, traces
        return traces[0]


def thrown_out(trace: Trace) -> dict[Any, str]:
    """Which clause threw each candidate out."""
    out: dict[Any, str] = {}
    before = trace.candidates
    for stage in trace.stages:
        out |= {candidate: stage.clause for candidate in before if candidate not in stage.kept}
        before = stage.kept
    return out


def play(table: Position, drawn: DecisionCard, turned_up: Sequence[Answer] = ([], []), **rulings: str) -> Played:
    """Play a card. ``turned_up`` answers what opened tiles hold; rulings are given as ``AMB_01="any"``."""
    chosen = {f"EXP-{name.replace('_', '-')}": choice for name, choice in rulings.items()}
    spoken = Table(Chance(0), settle(ROOM.rulings, chosen), turned_up)
    play_card(table, drawn, spoken)
    return Played(table, spoken.steps)


def game(options: Mapping[str, Any] | None = None, seed: int = 1, **rulings: str) -> Game:
    """A live game; options default to level 2 with the human beginning."""
    chosen = {f"EXP-{name.replace('_', '-')}": choice for name, choice in rulings.items()}
    return Game(ROOM, {"level": 2, "starts": "human", **(options or {})}, chosen, seed, PRINTED)
