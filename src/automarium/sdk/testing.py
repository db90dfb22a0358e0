"""Helpers for the tests of a game: a desk on which to call rules, and a whole game against a stand-in.

``@pytest.mark.clause("HER-MOVE-03")`` marks a test with the clauses that it covers; ``automarium check`` and
``automarium rules NAME --coverage`` count them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TypeVar

from automarium.engine.choice.trace import Trace
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import RulingBook, settle
from automarium.engine.definition import GameDefinition, fill_options
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Desk, Table, Unanswered
from automarium.engine.play.event import Event
from automarium.engine.question import Answer
from automarium.lab.simulated_game import play_game as _play_game

P = TypeVar("P")
R = TypeVar("R", bound=RulingBook)

__all__ = ["Unanswered", "list_events", "list_traces", "load_pack", "make_desk", "play_game", "set_up"]


def load_pack(definition: GameDefinition[P, R]) -> Pack:
    """Return the facts of a game as new games use them."""
    return Pack.of_folder(os.path.join(definition.folder, "pack"), names=definition.content.packs)


def make_desk(
    definition: GameDefinition[P, R],
    position: P,
    rulings: Mapping[str, str] | None = None,
    answers: Iterable[Answer] = (),
    seed: int = 0,
) -> Desk[P, R]:
    """Return a desk with a position. ``rulings`` are choices by the ids of rulings, the others have their defaults;
    ``answers`` are the answers to the questions that the rules ask, in order. Without an answer the rules raise
    ``Unanswered``."""
    table = Table(Chance(seed), answers)
    chosen = settle(definition.rulings, rulings or {})
    return Desk(position, load_pack(definition), chosen, table, definition.table.layout)


def set_up(definition: GameDefinition[P, R], answers: Iterable[Answer] = (), seed: int = 0, **options: Answer) -> P:
    """Return the first position of a game; options that are left out have their defaults."""
    pack, rulings = load_pack(definition), settle(definition.rulings, {})
    chosen = fill_options(definition, options, rulings, pack)
    return definition.setup.set_up(chosen, pack, rulings, Table(Chance(seed), answers))


def play_game(definition: GameDefinition[P, R], seed: int = 0, **options: Answer) -> P:
    """Return the last position of a whole game against the first stand-in of the lab."""
    pack = load_pack(definition)
    chosen = fill_options(definition, options, settle(definition.rulings, {}), pack)
    return _play_game(definition, chosen, seed, pack, explain=True)


def list_events(desk: Desk[P, R]) -> list[Event]:
    """Return the events emitted at a desk."""
    return [step.event for step in desk.steps]


def list_traces(desk: Desk[P, R]) -> list[Trace]:
    """Return the narrowings behind the events of a desk, and those that have led to no event yet."""
    return [trace for step in desk.steps for trace in step.traces] + list(desk.notes or ())
