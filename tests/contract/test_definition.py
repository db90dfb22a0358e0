"""The modules of a room are what their names say: they have what every room has, and its types."""

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


def serves(given: Any, wanted: Any) -> bool:
    """Whether what has one type can stand where another is wanted; as far as the furniture needs it."""
    if given == wanted or wanted is object:
        return True
    if get_origin(given) in (Union, UnionType):
        return all(serves(one, wanted) for one in get_args(given))
    if get_origin(wanted) in (Union, UnionType):
        return any(serves(given, one) for one in get_args(wanted))
    kinds = [get_origin(one) or one for one in (given, wanted)]
    if not all(isinstance(kind, type) for kind in kinds) or not issubclass(*kinds):
        return False
    inner = [[one for one in get_args(type_) if one is not Ellipsis] for type_ in (given, wanted)]
    return len(inner[0]) == len(inner[1]) and all(map(serves, *inner))


def fill(type_: Any, own: Mapping[str, type]) -> Any:
    """A type of a protocol with the room's own position and rulings in it."""
    if name := getattr(type_, "__name__", "") if type(type_).__name__ == "TypeVar" else "":
        return own[name]
    parameters = getattr(type_, "__parameters__", ())
    return type_[tuple(own[one.__name__] for one in parameters)] if parameters and get_args(type_) else type_


def types_of(function: Callable[..., Any], own: Mapping[str, type] | None = None) -> tuple[list[Any], Any]:
    """The types of what a function takes, in their order, and of what it gives."""
    hints = get_type_hints(function)
    given = hints.pop("return")
    return [fill(one, own or {}) for one in hints.values()], fill(given, own or {})


def misfits(definition: str, module: ModuleType, kind: type) -> Iterator[str]:
    """What of a module has other types than its protocol."""
    package = f"automarium.games.{definition}"
    position = import_module(f"{package}.position").Position
    rulings = import_module(f"{package}.rulings").Rulings
    own = {"P": position, "Seen": position, "R": rulings, "By": rulings}
    for name, wanted in names_in(kind).items():
        if not isinstance(wanted, property):
            takes, gives = types_of(wanted, own)
            taken, given = types_of(getattr(module, name))
            if not all(map(serves, takes, taken)) or not serves(given, gives):
                yield f"{name}: {taken} → {given}, not {takes} → {gives}"


@pytest.mark.parametrize("definition", OURS)
@pytest.mark.parametrize("name", FURNITURE)
def test_a_module_has_the_types_of_its_furniture(definition: str, name: str) -> None:
    assert not list(misfits(definition, import_module(f"automarium.games.{definition}.{name}"), FURNITURE[name]))


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
    assert bool(list(misfits("golem", module, FURNITURE["odds"]))) is not fits


def test_a_room_without_one_of_its_modules_is_refused() -> None:
    """A folder with a name of its own and nothing in it."""
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


def test_the_folder_of_a_room_is_where_its_package_lies() -> None:
    assert Path(furnished(golem.__name__, Position, Rulings).folder, "clauses.toml").exists()
