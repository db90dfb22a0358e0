"""Own packs and headers from other people: bounded, checked completely, and refused with a message."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from automarium.box.box import checked_pack, pack_of_record
from automarium.engine.game.record import VERSION, begin, decode
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from tests.attack.mutations import mutate_house, mutate_own, try_own
from tests.proof import scale

DEFINITION = plugins.load_definition("expeditions")


def refusal(own: dict[str, Any], names: dict[str, str] | None = None) -> Refused:
    with pytest.raises(Refused) as refused:
        checked_pack(DEFINITION, own, names)
    for lang in LANGUAGES:
        assert refused.value.message.key not in Translator(lang, [DEFINITION.folder]).refusal(refused.value)
    return refused.value


def fact(value: object) -> dict[str, Any]:
    return {"progress": {"4": {"name": value}}}


@pytest.mark.parametrize(
    ("value", "key"),
    [
        (["x"] * 41, "read.long"),
        ("x" * 301, "answer.letters"),
        (10_001, "read.range"),
        (-(10**400), "read.range"),
        (float("nan"), "read.range"),
        (float("inf"), "read.range"),
        ({"a": {"b": {"c": {"d": {"e": {"f": {}}}}}}}, "oracle.deep"),
        ("\x1b[2J", "read.signs"),
        ("\x9b2J", "read.signs"),
        ("\u202egnirts", "read.signs"),
        ("half \ud800", "read.signs"),
        ({"\x1b": 1}, "read.signs"),
        (None, "oracle.plain"),
    ],
)
def test_own_values_are_bounded(value: object, key: str) -> None:
    assert refusal(fact(value)).message.key == key


def test_an_own_pack_is_bounded_as_a_whole() -> None:
    own = {"progress": {str(level): {"name": ["x" * 300] * 40} for level in range(6)}}
    assert refusal(own).message.key == "pack.large"


@pytest.mark.parametrize(
    ("own", "where"),
    [
        ({"decision": 5}, "decision"),
        ({"decision": {"1": 5}}, "decision.1"),
        ({"decision": {"1": {"north": 5}}}, "decision.1.north"),
        ({"decision": {"1": {"north": []}}}, "decision.1.north"),
        ({"decision": {"1": {"id": {}}}}, "decision.1.id"),
        ({"progress": {"1": {"coins": 3}}}, "progress.1.coins"),
        ({"progress": {"1": {"glory_spaces": {"0": 1}}}}, "progress.1.glory_spaces"),
        ({"sources": {"cards": "me"}}, "sources"),
    ],
)
def test_an_own_pack_has_the_shape_of_the_printed_one(own: dict[str, Any], where: str) -> None:
    assert refusal(own).where == where


@pytest.mark.parametrize(
    "names",
    [
        {"house": "house-99"},
        {"house": "printed-1"},
        {"printed": "../pack/printed-1"},
        {"printed": "printed-1\x00"},
        {"printed": ""},
        {"printed": "printed-" + "1" * 5000},
        {"third": "third-1"},
    ],
)
def test_a_pack_that_is_not_there_is_said_so(names: dict[str, str]) -> None:
    refused = refusal({}, names)
    assert refused.where.startswith("packs")


def header(**fields: Any) -> bytes:
    whole = {
        "automarium": VERSION,
        "game": DEFINITION.name,
        "options": {"level": 2},
        "rulings": {},
        "seed": 1,
        "own": {},
    }
    return json.dumps({**whole, "app": "0", "packs": {}, **fields}).encode() + b"\n"


@pytest.mark.parametrize(
    "fields",
    [
        {"seed": 1 << 63},
        {"seed": 10**400},
        {"app": "x" * 101},
        {"app": 5},
        {"packs": {"house": 5}},
        {"house": []},
        {"house": {"progress": {"4": {"glory_spaces": "many"}}}},
        {"house": {"level": {"5": {"coins": 3}}}},
        {"own": []},
        {"options": "[" * 100},
        {"options": {"a": [[[[[[[[[[]]]]]]]]]]}},
        {"rulings": {"x": "y"}},
        {"own": {"progress": {"4": {"name": "\x1b"}}}},
        {"game": "../expeditions"},
        {"more": 1},
    ],
)
def test_a_header_is_checked_whole(fields: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:  # noqa: PT012
        record = decode(header(**fields))
        definition = plugins.load_definition(record.header.game)
        begin(definition, record.header, pack_of_record(definition, record.header))
    for lang in LANGUAGES:
        Translator(lang, plugins.folders()).refusal(refused.value)


def test_a_line_that_is_nested_deep_is_refused() -> None:
    deep = b'{"do":"answer","to":' + b"[" * 100 + b"]" * 100 + b"}\n"
    with pytest.raises(Refused) as refused:
        decode(header() + deep)
    assert refused.value.message.params["line"] == 2


# ------------------------------------------------------------------------------------------------------ any own pack


@pytest.mark.parametrize("name", plugins.names())
def test_whatever_an_own_pack_holds_it_is_refused_with_words_or_played(name: str) -> None:
    definition = plugins.load_definition(name)
    dice = random.Random(16)
    taken = sum(try_own(definition, mutate_own(definition, dice)) for _ in range(scale(60, 1000)))
    assert taken


@pytest.mark.parametrize("name", plugins.names())
def test_whatever_a_record_changes_in_the_house_pack_it_is_refused_with_words_or_played(name: str) -> None:
    definition = plugins.load_definition(name)
    dice = random.Random(16)
    assert sum(try_own(definition, {}, mutate_house(definition, dice)) for _ in range(scale(60, 1000)))


@pytest.mark.parametrize(
    "fields",
    [
        {"focus": "contracts"},
        {"focus": "nobody"},
        {"focus": 5},
    ],
)
def test_every_character_of_penumbra_keeps_a_board(fields: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        checked_pack(plugins.load_definition("penumbra"), {"board": {"emerald": fields}})
    assert refused.value.where == "board.emerald.focus"
