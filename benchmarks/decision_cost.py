"""The cost of decisions alone: instructions inside the functions that decide, without the rest of a turn.

Counting begins when the outermost of these functions is entered, ends when it returns, and pauses while it asks the
table. The cost of entering and leaving is measured with an empty function and subtracted.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from automarium.engine.play.desk import Table
from benchmarks.callgrind import Counter

# By module; imported names are found by identity.
DECISIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "expeditions": {"rules.targets": ("search",), "rules.movement": ("move_by_distance",)},
    "scythe": {"rules.moves": ("find_move", "view_board")},
    "penumbra": {
        "rules.dice": ("find_side",),
        "rules.guild": ("Row.find_contract", "KeptRow.find_contract"),
        "rules.lists": ("read_list",),
        "rules.turn": ("is_rest",),
        "rules.school": ("choose_class",),
        "rules.special": ("find_empty_slot",),
        "rules.trials": ("choose_trial",),
    },
    "golem": {
        "rules.synagogue": ("choose_mirrored",),
        "rules.books": ("choose_book", "choose_own_book", "choose_side", "choose_column"),
        "rules.evening": ("choose_influence",),
        "rules.golems": ("choose_district", "choose_victim"),
        "rules.marbles": ("choose_marble",),
        "rules.movement": ("backward", "either", "forward", "forward_or_stay"),
        "rules.rabbi": ("choose_tile",),
        "rules.students": ("choose_student",),
        "rules.turn": ("choose_turn_type",),
        "rules.upgrades": ("choose_upgrade", "choose_upgrade_type"),
        "rules.work": ("choose_neighbour", "choose_worker", "count_workers"),
    },
}
CALIBRATION = 1000  # calls of an empty function
Function = Callable[..., Any]


class CountingGate:
    """Wraps functions so that instructions count inside of them only."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._inside = False
        self.passed = 0  # how often counting was started

    def around(self, function: Function) -> Function:
        def inside(*given: Any, **named: Any) -> Any:
            if self._inside:
                return function(*given, **named)
            self._open()
            try:
                return function(*given, **named)
            finally:
                self._shut()

        return inside

    def outside(self, function: Function) -> Function:
        def paused(*given: Any, **named: Any) -> Any:
            if not self._inside:
                return function(*given, **named)
            self._shut()
            try:
                return function(*given, **named)
            finally:
                self._open()

        return paused

    def _open(self) -> None:
        self._inside = True
        self.passed += 1
        self._counter.toggle()

    def _shut(self) -> None:
        self._counter.toggle()
        self._inside = False


def count_decisions(counter: Counter, definition: str, work: Callable[[], int]) -> int:
    """Return the instructions that the decisions in this work took."""
    gc.disable()  # collections would add instructions at random
    try:
        gate = CountingGate(counter)
        nothing = gate.around(lambda *_: None)
        calibrated, _ = counter.count_toggled(
            lambda: len([nothing(definition, work, gate) for _ in range(CALIBRATION)])
        )
        gate.passed = 0
        with _wrap_decisions(gate, definition):
            counted, _ = counter.count_toggled(work)
        return counted - gate.passed * calibrated // CALIBRATION
    finally:
        gc.enable()


@contextmanager
def _wrap_decisions(gate: CountingGate, definition: str) -> Iterator[None]:
    """Wrap the decisions of a game, wherever they are imported."""
    package = f"automarium.games.{definition}"
    modules = [module for name, module in sys.modules.items() if name.startswith(package)]
    was: list[tuple[Any, str, Function]] = []
    for name, functions in DECISIONS[definition].items():
        for function in functions:
            owner: Any = sys.modules[f"{package}.{name}"]
            *classes, attribute = function.split(".")
            for inner in classes:
                owner = getattr(owner, inner)
            plain = getattr(owner, attribute)
            everywhere = [owner] if classes else modules
            was += [(there, key, plain) for there in everywhere for key, value in vars(there).items() if value is plain]
    guarded = {plain: gate.around(plain) for _, _, plain in was}
    for there, key, plain in was:
        setattr(there, key, guarded[plain])
    try:
        with patch.object(Table, "ask", gate.outside(Table.ask)):
            yield
    finally:
        for there, key, plain in was:
            setattr(there, key, plain)
