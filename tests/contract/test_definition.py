"""The modules of a game have the functions that every game has, with their types."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from automarium.engine.furniture import FURNITURE, furnished, names_in
from automarium.games import golem, plugins
from automarium.games.golem import layout, odds
from automarium.games.golem.position import Position
from automarium.games.golem.rulings import Rulings

OURS = [
    name
    for name in plugins.names()
    if plugins.load_definition(name).folder.startswith(str(Path(plugins.__file__).parent))
]


def is_compatible(given: Any, wanted: Any) -> bool:
    """Return whether one type can be used where another is wanted, as far as the protocols need it."""
    if given == wanted or wanted is object:
        return True
    if get_origin(given) in (Union, UnionType):
        return all(is_compatible(one, wanted) for one in get_args(given))
    if get_origin(wanted) in (Union, UnionType):
        return any(is_compatible(given, one) for one in get_args(wanted))
    kinds = [get_origin(one) or one for one in (given, wanted)]
    if not all(isinstance(kind, type) for kind in kinds) or not issubclass(*kinds):
        return False
    inner = [[one for one in get_args(type_) if one is not Ellipsis] for type_ in (given, wanted)]
    return len(inner[0]) == len(inner[1]) and all(map(is_compatible, *inner))


def bind_types(type_: Any, own: Mapping[str, type]) -> Any:
    """Return a type of a protocol with the game's position and rulings filled in."""
    if name := getattr(type_, "__name__", "") if type(type_).__name__ == "TypeVar" else "":
        return own[name]
    parameters = getattr(type_, "__parameters__", ())
    return type_[tuple(own[one.__name__] for one in parameters)] if parameters and get_args(type_) else type_


def get_types(function: Callable[..., Any], own: Mapping[str, type] | None = None) -> tuple[list[Any], Any]:
    hints = get_type_hints(function)
    given = hints.pop("return")
    return [bind_types(one, own or {}) for one in hints.values()], bind_types(given, own or {})


def find_mismatches(definition: str, module: ModuleType, kind: type) -> Iterator[str]:
    package = f"automarium.games.{definition}"
    position = import_module(f"{package}.position").Position
    rulings = import_module(f"{package}.rulings").Rulings
    own = {"P": position, "Seen": position, "R": rulings, "By": rulings}
    for name, wanted in names_in(kind).items():
        if not isinstance(wanted, property):
            takes, gives = get_types(wanted, own)
            taken, given = get_types(getattr(module, name))
            if not all(map(is_compatible, takes, taken)) or not is_compatible(given, gives):
                yield f"{name}: {taken} → {given}, not {takes} → {gives}"


@pytest.mark.parametrize("definition", OURS)
@pytest.mark.parametrize("name", FURNITURE)
def test_a_module_has_the_types_of_its_protocol(definition: str, name: str) -> None:
    assert not list(
        find_mismatches(definition, import_module(f"automarium.games.{definition}.{name}"), FURNITURE[name])
    )


@pytest.mark.parametrize(
    ("code", "fits"),
    [
        ("def odds(position: Position, pack: Pack, rulings: Rulings) -> Odds: ...", True),
        ("def odds(position: object, pack: Pack, rulings: Rulings) -> Odds: ...", True),
        ("def odds(position: Position, pack: Pack, rulings: Rulings) -> Odds | None: ...", False),
        ("def odds(position: Pack, pack: Pack, rulings: Rulings) -> Odds: ...", False),
        ("def odds(position: Position, rulings: Rulings, pack: Pack) -> Odds: ...", False),
    ],
)
def test_the_check_knows_a_wrong_type_when_it_sees_one(code: str, fits: bool) -> None:
    module = ModuleType("odds")
    exec(code, vars(module) | vars(odds), vars(module))
    assert bool(list(find_mismatches("golem", module, FURNITURE["odds"]))) is not fits


def test_a_game_without_one_of_its_modules_is_refused() -> None:
    sys.modules["empty"] = package = ModuleType("empty")
    package.__path__ = []
    try:
        with pytest.raises(ModuleNotFoundError, match="decisions"):
            furnished("empty", Position, Rulings)
    finally:
        del sys.modules["empty"]


def test_a_module_that_lacks_something_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(layout, "layout")
    with pytest.raises(TypeError, match=r"automarium\.games\.golem\.layout has no layout"):
        furnished(golem.__name__, Position, Rulings)


def test_a_module_that_takes_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "layout", lambda: None)
    with pytest.raises(TypeError, match=r"golem\.layout\.layout does not take \(position\)"):
        furnished(golem.__name__, Position, Rulings)


def test_the_folder_of_a_game_is_that_of_its_package() -> None:
    assert Path(furnished(golem.__name__, Position, Rulings).folder, "clauses.toml").exists()
