"""The house keeps its shape: imports go down only, kernel, games and voice stand on little, choices go one way."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
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


def test_games_choose_only_through_the_kernel() -> None:
    """No `min`, `max`, `sorted` with a key: that would be a choice without a reason."""
    for file in FILES:
        if floor_of(file) == "games" and file.name in ("turn.py",):
            assert not re.search(r"\b(min|max|sorted)\(", file.read_text("utf-8")), file


def test_modules_are_short_enough_to_hold_in_the_head() -> None:
    for file in FILES:
        assert len(file.read_text("utf-8").splitlines()) <= 400, file


def test_the_terminal_command_knows_every_game_without_being_told() -> None:
    """A new room needs no change outside its folder: nobody else names a game."""
    for file in FILES:
        if floor_of(file) != "games":
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                assert "automarium.games." not in line, f"{file}:{number}"
