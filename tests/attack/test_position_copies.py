"""Positions share what is frozen, and nothing frozen holds what can change."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from automarium.box import box
from automarium.engine.game.playthrough import Playthrough, copy_mutable, parse_input
from automarium.games import plugins


class Card(msgspec.Struct, frozen=True):
    lines: tuple[str, ...]


class Spot(msgspec.Struct):
    pieces: list[str] = []


class Place(msgspec.Struct):
    card: Card
    spots: dict[str, Spot]
    seen: set[int]


def test_what_can_change_is_copied_and_what_is_frozen_is_shared() -> None:
    place = Place(Card(("a",) * 1000), {"N1": Spot(["mech"])}, {1})
    copied = copy_mutable(place)
    assert copied == place
    assert copied.card is place.card
    copied.spots["N1"].pieces.append("worker")
    copied.spots["N2"] = Spot()
    copied.seen.add(2)
    assert place == Place(Card(("a",) * 1000), {"N1": Spot(["mech"])}, {1})


def test_an_input_copies_the_position_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run keeps its first position, and the rules work on a copy."""
    definition = plugins.load_definition("expeditions")
    game = Playthrough(definition, {"level": 2, "starts": "human"}, {}, 4, box.checked_pack(definition, {}))
    copies: list[object] = []

    def counted(value: object) -> object:
        copies.append(value)
        return copy_mutable(value)

    monkeypatch.setattr("automarium.engine.game.playthrough.copy_mutable", counted)
    before = game.position
    game.put(parse_input(definition, {"do": "go", "to": "N3"}))
    assert copies == [before]
    assert game.runs[-1].start is before
    assert game.position is not before
    assert game.position.card is before.card


CHANGING = ("ListType", "DictType", "SetType")


def changing(info: Any, inside: bool, path: str, seen: set[tuple[type, bool]]) -> Iterator[str]:
    """Return where something mutable is inside something frozen."""
    name = type(info).__name__
    if name in CHANGING and inside:
        yield path
    if name == "StructType":
        frozen = inside or info.cls.__struct_config__.frozen
        if inside and not info.cls.__struct_config__.frozen:
            yield path
        if (info.cls, frozen) in seen:
            return
        seen.add((info.cls, frozen))
        for field in info.fields:
            yield from changing(field.type, frozen, f"{path}.{field.name}", seen)
    inner = [getattr(info, part, None) for part in ("item_type", "key_type", "value_type", "type")]
    inner += [*getattr(info, "types", ()), *getattr(info, "item_types", ())]
    frozen = inside or name in ("VarTupleType", "TupleType", "FrozenSetType")
    for one in inner:
        if one is not None:
            yield from changing(one, frozen, path, seen)


@pytest.mark.parametrize("name", plugins.names())
def test_nothing_frozen_in_a_position_holds_what_can_change(name: str) -> None:
    definition = plugins.load_definition(name)
    position = definition.setup.set_up.__annotations__["return"]
    type_ = vars(sys.modules[definition.setup.set_up.__module__])[position]
    assert list(changing(inspect.type_info(type_), False, position, set())) == []
