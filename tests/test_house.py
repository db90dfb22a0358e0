"""The house keeps its shape: imports go down only, kernel, games and voice stand on little, choices go one way."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "automarium"
FILES = sorted(SOURCE.rglob("*.py"))

# Who may use whom; the floors from the ground up.
MAY_USE = {
    "kernel": {"kernel"},
    "voice": {"kernel", "voice"},
    "games": {"kernel", "games"},
    "lab": {"kernel", "games", "lab"},
    "companion": {"kernel", "games", "voice", "companion"},
    "faces": {"kernel", "games", "voice", "companion", "lab", "faces"},
}
PURE = ("kernel", "games", "voice")
NO_OUTSIDE = {"time", "datetime", "threading", "socket", "subprocess", "asyncio", "random"}


def imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def floor_of(file: Path) -> str:
    return file.relative_to(SOURCE).parts[0]


@pytest.mark.parametrize("file", [f for f in FILES if floor_of(f) in MAY_USE], ids=lambda f: str(f.relative_to(SOURCE)))
def test_imports_go_down_only(file: Path) -> None:
    for name in imports(file):
        parts = name.split(".")
        if parts[0] == "automarium" and len(parts) > 1 and parts[1] in MAY_USE:
            assert parts[1] in MAY_USE[floor_of(file)], f"{file} uses {name}"
            if floor_of(file) == "games" and parts[1] == "games" and len(file.relative_to(SOURCE).parts) > 2:
                assert parts[2] == file.relative_to(SOURCE).parts[1], f"{file}: no game imports another"


@pytest.mark.parametrize("file", [f for f in FILES if floor_of(f) in PURE], ids=lambda f: str(f.relative_to(SOURCE)))
def test_the_pure_floors_stand_on_the_standard_library_and_msgspec(file: Path) -> None:
    for name in imports(file):
        top = name.split(".")[0]
        assert top in sys.stdlib_module_names or top in ("msgspec", "automarium"), f"{file} uses {name}"
        assert top not in NO_OUTSIDE or file.name == "chance.py", f"{file}: no clock, no threads, no chance of its own"


# Modules and folders that never choose for her: the stand-in of the human, and the pictures.
NOT_HERS = {"rival", "signs", "svg", "text"}
# What is put in order without being chosen, room by room, by the function that does it.
IN_ORDER = {
    # The order in which she looks (what she takes is chosen afterwards), numbers of Instructions, names as typed.
    "penumbra": {"_looked_at", "choose_contract", "of", "_named_slot"},
    "scythe": {"candidates", "_toggle"},  # reading order, for those who listen
}


def choices_without_a_reason(code: str, allowed: Collection[str] = ()) -> Iterator[int]:
    """The lines that pick by a key of their own (``min``, ``max``, ``sorted``, ``.sort``), or pick out of what they
    have sorted: what the kernel's narrowings are for."""
    orders = {"min", "max", "sorted", "sort", "nsmallest", "nlargest"}

    def name_of(node: ast.expr) -> str:
        called = node.func if isinstance(node, ast.Call) else None
        return called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""

    def look(node: ast.AST) -> Iterator[int]:
        if isinstance(node, ast.FunctionDef) and node.name in allowed:
            return
        if isinstance(node, ast.Call) and name_of(node) in orders and any(word.arg == "key" for word in node.keywords):
            yield node.lineno
        if isinstance(node, ast.Subscript) and name_of(node.value) in orders - {"min", "max"}:
            yield node.lineno
        for child in ast.iter_child_nodes(node):
            yield from look(child)

    return look(ast.parse(code))


IN_A_ROOM = [file for file in FILES if floor_of(file) == "games" and len(file.relative_to(SOURCE).parts) > 2]


@pytest.mark.parametrize("file", IN_A_ROOM, ids=lambda f: str(f.relative_to(SOURCE)))
def test_games_choose_only_through_the_kernel(file: Path) -> None:
    """In every module of a room, wherever it lies in it."""
    _, room, *inside = file.relative_to(SOURCE).with_suffix("").parts
    if NOT_HERS.isdisjoint(inside):
        assert list(choices_without_a_reason(file.read_text("utf-8"), IN_ORDER.get(room, ()))) == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("min(places, key=distance)", True),
        ("max(((place, 1) for place in places), key=lambda pair: pair[1])[0]", True),
        ("sorted(places, key=ORDER.get)", True),
        ("places.sort(key=ORDER.get)", True),
        ("heapq.nsmallest(1, places, key=distance)", True),
        ("sorted(places)[0]", True),
        ("def turn():\n    def deep():\n        return min(places, key=distance)", True),
        ("def shown():\n    return sorted(places, key=ORDER.get)", False),
        ("min(power, 7)", False),
        ("max(steps[place] for place in places)", False),
        ("choose(places, least(distance, 'EXP-MOVE-12'), first(ORDER.get, 'EXP-MOVE-13'))", False),
    ],
)
def test_the_check_knows_a_choice_when_it_sees_one(code: str, found: bool) -> None:
    assert bool(list(choices_without_a_reason(code, {"shown"}))) is found


def test_modules_are_short_enough_to_hold_in_the_head() -> None:
    for file in FILES:
        assert len(file.read_text("utf-8").splitlines()) <= 400, file


def test_the_terminal_command_knows_every_game_without_being_told() -> None:
    """A new room needs no change outside its folder: nobody else names a game."""
    for file in FILES:
        if floor_of(file) != "games":
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                assert "automarium.games." not in line, f"{file}:{number}"
