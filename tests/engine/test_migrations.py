"""Every record since 2.0.0 can be read: kept records of each format, and the chain of steps between formats."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from automarium.box.box import replay_record
from automarium.engine.game import record as records
from automarium.engine.game.record import FIRST, VERSION, LineData, decode
from automarium.engine.message import Refused
from automarium.i18n.translator import Translator
from automarium.sessions.session import add_record
from automarium.storage.store import Store
from tests.golden import FOLDER, get_record_file, list_cases

RECORDS = FOLDER.parent / "records"
ONE = RECORDS / "3" / "expeditions-level-2.jsonl"


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*/*.jsonl")), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_kept_record_is_replayed_to_the_same_positions(file: Path) -> None:
    record = decode(file.read_bytes())
    assert record.header.automarium == VERSION
    assert all(line.then for line in record.lines)
    game, differs = replay_record(record)
    assert differs is None
    assert game.definition.is_over(game.position)


def test_records_of_every_format_are_kept_for_every_game_and_level() -> None:
    expected = {get_record_file(*case).name for case in list_cases()}
    for version in range(FIRST, VERSION + 1):
        assert {file.name for file in (RECORDS / str(version)).iterdir()} >= expected
    assert {file.read_bytes()[:15] for file in (RECORDS / "3").iterdir()} == {b'{"automarium":3'}


def next_format(lines: list[LineData]) -> list[LineData]:
    """Return a step to an imagined format that renames the option ``level`` and has a line more."""
    header, *inputs = lines
    assert header["automarium"] == 3
    header = {**header, "options": {"level": header["options"]["grade"]}}
    return [header, *inputs, {"do": "undo"}]


def test_a_step_gets_all_lines_and_the_store_keeps_what_it_returns(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ONE.read_bytes().splitlines(keepends=True)
    old = b"".join([lines[0].replace(b'"level":', b'"grade":'), *lines[1:]])
    with pytest.raises(Refused):
        replay_record(decode(old))
    monkeypatch.setattr(records, "STEPS", (next_format,))
    monkeypatch.setattr(records, "VERSION", 4)
    record = decode(old)
    assert (record.header.automarium, record.header.options) == (4, {"level": 2})
    game, differs = replay_record(record)
    assert differs is None
    assert len(game.undone) == 1
    kept = store.read(add_record(store, old).key)
    assert kept.lines == tuple(record.texts)
    assert decode(kept.content).lines == record.lines, "a record of the new format takes no step"
    assert msgspec.json.decode(kept.lines[1])["then"] == msgspec.json.decode(lines[1])["then"]


@pytest.mark.parametrize(
    ("version", "key"), [(-1, "record.version"), (0, "record.version"), (1, "record.older"), (2, "record.older")]
)
def test_a_format_from_before_is_refused_in_one_sentence(version: int, key: str) -> None:
    content = ONE.read_bytes().replace(b'"automarium":3', b'"automarium":%d' % version)
    with pytest.raises(Refused) as refused:
        decode(content)
    assert refused.value.message.key == key
    if key == "record.older":
        assert Translator("en").refusal(refused.value) == (
            f"This record was made by an earlier version of Automarium (format {version})."
            " Version 2.0.0 and later read format 3 and newer."
        )


@pytest.mark.parametrize("number", [b'"3"', b"true", b"3.5", b"null", b"[3]"])
def test_a_version_that_is_no_number_is_a_fault_of_the_header(number: bytes) -> None:
    with pytest.raises(Refused) as refused:
        decode(ONE.read_bytes().replace(b'"automarium":3', b'"automarium":' + number))
    assert refused.value.message.key == "record.fault"
