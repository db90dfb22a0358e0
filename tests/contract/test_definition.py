"""A definition that lacks something is refused by name, and a broken one from another package breaks no other game."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from automarium.engine.definition import GameDefinition, Lab, Setup, TableLayout
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.games.golem.definition import Golem

PARTS = ("setup", "table", "scoring", "words", "page", "lab", "content")


class Odd(Golem):
    """What an entry point may name and is no game: its ``name`` is that of another."""

    def __init__(self) -> None:
        raise RuntimeError("no such board")


class Failing(Odd):
    name = "failing"


@pytest.mark.parametrize("lacking", [*PARTS, "name", "rulings", "commands", "decisions"])
def test_a_definition_without_an_attribute_is_refused_by_its_name(lacking: str) -> None:
    given = {name: getattr(Golem, name) for name in (*PARTS, "name", "rulings", "commands", "decisions")}
    del given[lacking]
    with pytest.raises(TypeError, match=rf"Short needs a class attribute {lacking} "):
        type("Short", (GameDefinition,), {**given, "__module__": __name__})


def test_a_part_of_the_wrong_kind_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Mixed needs a class attribute table \(TableLayout\)"):
        type("Mixed", (Golem,), {"table": Golem.scoring, "__module__": __name__})


@pytest.mark.parametrize(("kind", "lacking"), [(Setup, "options"), (Lab, "rivals")])
def test_a_part_without_an_attribute_is_refused(kind: type, lacking: str) -> None:
    with pytest.raises(TypeError, match=rf"Short needs a class attribute {lacking} "):
        type("Short", (kind,), {})


def test_a_part_without_an_abstract_method_cannot_be_made() -> None:
    bare: Any = type("Bare", (TableLayout,), {})
    with pytest.raises(TypeError, match=r"Bare .*layout"):
        bare()


@pytest.mark.parametrize("name", plugins.names())
def test_the_folder_of_a_game_is_where_its_class_is(name: str) -> None:
    definition = plugins.load_definition(name)
    assert Path(definition.folder, "clauses.toml").exists()
    assert plugins.load_definition(name) is definition


@pytest.mark.parametrize(
    ("name", "value", "key", "said"),
    [
        ("failing", "Failing", "game.broken", "RuntimeError: no such board"),
        ("missing", "Missing", "game.broken", "AttributeError"),
        ("other", "Odd", "game.no-room", ""),
        ("parts", "PARTS", "game.no-room", ""),
    ],
)
def test_a_broken_package_is_named_and_left_out(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, key: str, said: str
) -> None:
    point = EntryPoint(name, f"{__name__}:{value}", plugins.GROUP)
    monkeypatch.setattr(plugins, "_others", lambda: {name: point})
    for cached in (plugins._load, plugins._try, plugins.load_unchecked):
        cached.cache_clear()
    with pytest.raises(Refused) as refused:
        plugins.load_definition(name)
    assert refused.value.message.key == key
    assert refused.value.message.params["package"] == point.value
    assert said in str(refused.value.message.params.get("detail", ""))
    assert name not in plugins.names()
    assert list(plugins.find_broken()) == [name]
