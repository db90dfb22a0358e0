"""An uploaded record is data: it becomes a game or is refused with a message, in every game."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.box.box import checked_pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.game.playthrough import parse_input
from automarium.engine.message import Refused
from automarium.engine.play.command import Respond, find_missing_field
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.sessions.session import add_record, new_session, open_session
from automarium.storage.store import Limits, Store
from automarium.storage.store_factory import open_store
from tests.answers import pick_offered
from tests.attack.mutations import ODD, fill_own, find_spots, list_option_sets, make_record, replace_at

Line = dict[str, Any]

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**400), 10**400)
    | st.floats()
    | st.text(max_size=10)
    | st.sampled_from(["undo", "redo", "next", "answer", "?", "__class__", "\x00", "9" * 5000]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


def options(definition: AnyDefinition) -> dict[str, Any]:
    given_: dict[str, Any] = {}
    pack, rulings = checked_pack(definition, {}), settle(definition.rulings, {})
    while (field := find_missing_field(definition.setup.option_fields(given_, rulings, pack), given_)) is not None:
        given_[field.name] = pick_offered(field.question)
    return given_


class RecordStore:
    """A store, and the lines of a short game of every kind, played when first needed."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._records: dict[str, list[Line]] = {}

    def record(self, name: str) -> list[Line]:
        if name not in self._records:
            session = new_session(
                self.store, plugins.load_definition(name), options(plugins.load_definition(name)), {}, 3
            )
            for _ in range(6):
                question = session.game.question
                session.put(
                    Respond(pick_offered(question)) if question else parse_input(session.definition, {"do": "next"})
                )
            session.undo()
            self._records[name] = [json.loads(line) for line in session.journal().lines]
        return self._records[name]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> RecordStore:
    return RecordStore(
        open_store(f"sqlite:{tmp_path_factory.mktemp('strangers') / 'games.db'}", Limits(games=1_000_000))
    )


def take_record(store: Store, content: bytes) -> None:
    try:
        added = add_record(store, content)
    except Refused as refused:
        for lang in LANGUAGES:
            Translator(lang, plugins.folders()).refusal(refused)
        return
    assert open_session(store, added.key).game.digest() == added.game.digest()
    store.delete(added.key)


@pytest.mark.parametrize("game", plugins.names())
@given(data=st.data())
def test_anything_anywhere_in_a_record(place: RecordStore, game: str, data: st.DataObject) -> None:
    lines: list[Any] = place.record(game)
    for _ in range(data.draw(st.integers(1, 3))):
        lines = replace_at(lines, data.draw(st.sampled_from(find_spots(lines)[1:])), data.draw(JSON))
    take_record(place.store, b"".join(json.dumps(line).encode() + b"\n" for line in lines))


@pytest.mark.parametrize("game", plugins.names())
@given(data=st.data())
def test_more_inputs_than_the_rules_know(place: RecordStore, game: str, data: st.DataObject) -> None:
    """Inputs of the game with anything in their fields, in any order."""
    definition = plugins.load_definition(game)
    lines = list(place.record(game))
    for _ in range(data.draw(st.integers(1, 5))):
        name = data.draw(st.sampled_from([*definition.commands, "answer", "undo", "redo"]))
        known = {
            "to",
            "what",
            "at",
            "from",
            "count",
            *getattr(definition.commands.get(name), "__struct_encode_fields__", ()),
        }
        fields = data.draw(st.dictionaries(st.sampled_from(sorted(known)), JSON, max_size=4))
        lines.insert(data.draw(st.integers(1, len(lines))), {"do": name, **fields})
    take_record(place.store, b"".join(json.dumps(line).encode() + b"\n" for line in lines))


@pytest.mark.parametrize("game", plugins.names())
@given(data=st.data())
def test_bytes_in_the_middle(place: RecordStore, game: str, data: st.DataObject) -> None:
    content = b"".join(json.dumps(line).encode() + b"\n" for line in place.record(game))
    at = data.draw(st.integers(0, len(content)))
    until = data.draw(st.integers(at, min(at + 20, len(content))))
    take_record(place.store, content[:at] + data.draw(st.binary(max_size=20)) + content[until:])


@cache
def records_with_own_facts(game: str) -> list[list[Line]]:
    """Return short games of every level whose header has own facts, with our components and with the printed ones."""
    definition = plugins.load_definition(game)
    own = fill_own(definition)
    found = []
    for options_ in list_option_sets(definition, checked_pack(definition, own)):
        with suppress(Refused):  # a board that the facts do not include
            found.append(make_record(definition, options_, 4, own))
    return found


@pytest.mark.parametrize("game", plugins.names())
@given(data=st.data())
def test_anything_anywhere_in_the_own_facts_of_a_record(place: RecordStore, game: str, data: st.DataObject) -> None:
    header, *lines = data.draw(st.sampled_from(records_with_own_facts(game)))
    for _ in range(data.draw(st.integers(0, 2))):
        inside = [spot for spot in find_spots(header) if spot[:1] == ("own",)][1:]
        if inside:
            header = replace_at(header, data.draw(st.sampled_from(inside)), data.draw(JSON | st.sampled_from(ODD)))
    take_record(place.store, b"".join(json.dumps(line).encode() + b"\n" for line in (header, *lines)))
