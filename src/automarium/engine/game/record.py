"""A record: the header and the inputs of a game as JSON Lines. It is the save, the undo, the replay and the bug report.

The file is a journal that only grows: an undo is a line of its own. Each line carries ``then``, the fingerprint of the
position it led to, so that a replay can prove that it still comes out the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeAlias

import msgspec

from automarium import __version__
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.game.playthrough import Playthrough, parse_input
from automarium.engine.message import Message, Refused, message, refuse
from automarium.engine.play.command import Input
from automarium.engine.strict_json import is_too_deep
from automarium.engine.validation import convert

# The data of one line, as JSON has it.
LineData: TypeAlias = dict[str, Any]

FIRST = 3  # of 2.0.0
STEPS: tuple[Callable[[list[LineData]], list[LineData]], ...] = ()  # from 3 to 4, from 4 to 5 …
VERSION = FIRST + len(STEPS)


def migrate(lines: list[LineData], where: str = "") -> list[LineData]:
    """Return the lines of a record, the header first, in today's format. Raise Refused for a format that this version
    does not read. A header without a number is left to its reader."""
    written = lines[0].get("automarium")
    if type(written) is not int:
        return lines
    if written > VERSION:
        raise refuse("record.newer", where, version=written, known=VERSION)
    if written < FIRST:
        raise refuse("record.older" if written > 0 else "record.version", where, version=written, known=FIRST)
    for version, step in enumerate(STEPS[written - FIRST :], written + 1):
        header, *rest = step(lines)
        lines = [{**header, "automarium": version}, *rest]
    return lines


# How much a record from outside may hold. A game of an evening has a few hundred lines of some sixty bytes.
MOST_LINES = 3_000
MOST_BYTES = 1 << 20
REPLAY_SECONDS = 10.0


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line. ``automarium`` is the version of the format, ``app`` that of the program. ``own`` holds the facts
    of the player's own pack, so that the record leads to the same game on another machine. All rulings and the names of
    all packs are listed, so that a later default or a changed house deck does not change an old game. ``document`` is
    the text that the game was made from, if it is a document; ``house`` what a designer's pack changes in the house
    pack that ``packs`` names."""

    automarium: int
    game: str
    options: dict[str, Any]
    rulings: dict[str, str]
    seed: Annotated[int, msgspec.Meta(ge=-(1 << 63), le=(1 << 63) - 1)]
    own: dict[str, Any]
    app: Annotated[str, msgspec.Meta(max_length=100)]
    packs: dict[str, str] = {}
    document: str = ""
    house: dict[str, Any] = {}


class RecordLine(msgspec.Struct, frozen=True):
    """An input, ``undo`` or ``redo``, with the number of its line and the fingerprint of the position after it."""

    number: int
    data: LineData
    then: str | None


class Record(msgspec.Struct, frozen=True):
    """The content of a record. ``texts`` are its lines as a store keeps them, in today's format and without a torn last
    one."""

    header: Header
    lines: tuple[RecordLine, ...]
    texts: list[bytes]
    torn: bool


def encode(data: object, then: str | None = None) -> bytes:
    """Return one line of a record with its line feed."""
    plain = msgspec.to_builtins(data)
    if then is not None:
        plain["then"] = then
    return msgspec.json.encode(plain) + b"\n"


def check_length(content: bytes, lines: int = MOST_LINES, size: int = MOST_BYTES) -> None:
    """Raise Refused if a record is too long to be read."""
    if content.count(b"\n") > lines or len(content) > size:
        raise refuse("store.long", lines=lines, size=size)


def decode(content: bytes) -> Record:
    """Return the record that a file holds, in today's format. A last line without its line feed is read if it is
    complete; otherwise it is torn and left out. Raise Refused for any other damage and for a format that this version
    does not read."""
    *texts, rest = content.split(b"\n")
    if _is_complete(rest):
        texts, rest = [*texts, rest], b""
    if not texts:
        raise refuse("record.empty")
    first = _parse_object(texts[0], 1)
    header = _parse_header(migrate([first])[0])
    parsed = [first, *(_parse_object(text, number) for number, text in enumerate(texts[1:], 2))]
    lines = migrate(parsed)
    kept = [encode(line) for line in lines]  # anew: spaces between values would be kept as well
    inputs = tuple(_input_line(data, number) for number, data in enumerate(lines[1:], 2))
    return Record(header, inputs, kept, torn=bool(rest))


def _is_complete(text: bytes) -> bool:
    """Return whether a text is a whole JSON object: no beginning of one is."""
    try:
        return text.endswith(b"}") and bool(_parse_object(text, 0))
    except Refused:
        return False


def _parse_object(text: bytes, number: int) -> LineData:
    try:
        if is_too_deep(text.decode()):
            raise refuse("record.refused", line=number, fault=message("oracle.deep"))
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise refuse("record.line", line=number, detail=str(error)) from None
    if not isinstance(data, dict):
        raise refuse("record.no-object", line=number)
    return data


def _parse_header(data: LineData) -> Header:
    try:
        return convert(Header, data)
    except Refused as fault:
        raise _add_line_number(fault, 1) from None


def parse_line(text: bytes, number: int) -> RecordLine:
    """Return a line after the header; ``number`` is that of the line in the file, from 1."""
    return _input_line(_parse_object(text, number), number)


def _input_line(data: LineData, number: int) -> RecordLine:
    then = data.pop("then", None)
    if not isinstance(data.get("do"), str) or not (then is None or isinstance(then, str)):
        raise refuse("record.no-input", line=number)
    return RecordLine(number, data, then)


def _add_line_number(fault: Refused, number: int) -> Refused:
    """Return a fault with the number of its line."""
    if not fault.where:
        return type(fault)(Message("record.refused", {"line": number, "fault": fault.message}))
    return type(fault)(Message("record.fault", {"line": number, "where": fault.where, "fault": fault.message}))


def make_header(
    definition: AnyDefinition, options: Mapping[str, object], rulings: dict[str, str], seed: int, pack: Pack
) -> Header:
    """Return the header of a new game."""
    chosen = settle(definition.rulings, rulings).chosen()
    names, document = dict(pack.names), definition.document
    return Header(
        VERSION, definition.name, dict(options), chosen, seed, pack.own, __version__, names, document, pack.changes
    )


def begin(definition: AnyDefinition, header: Header, pack: Pack) -> Playthrough:
    return Playthrough(definition, dict(header.options), dict(header.rulings), header.seed, pack)


def replay(
    record: Record,
    definition: AnyDefinition,
    pack: Pack,
    on_line: Callable[[Playthrough, str, Input | None], None] | None = None,
) -> tuple[Playthrough, int | None]:
    """Return the game of a record and the number of the first line whose fingerprint differs (None if all agree).

    ``on_line`` is called after the setup and each line with the game, ``"setup"`` or the line's ``do``, and the input
    that was put, undone or redone.
    """
    try:
        game = begin(definition, record.header, pack)
    except Refused as fault:
        raise _add_line_number(fault, 1) from None
    differs: int | None = None
    if on_line:
        on_line(game, "setup", None)
    for line in record.lines:
        try:
            done = apply_line(game, line.data)
        except Refused as fault:
            raise _add_line_number(fault, line.number) from None
        if differs is None and line.then is not None and line.then != game.digest():
            differs = line.number
        if on_line:
            on_line(game, line.data["do"], done)
    return game, differs


def apply_line(game: Playthrough, data: LineData) -> Input:
    """Put, undo or redo what one line says; return the input."""
    if data == {"do": "undo"}:
        return game.undo()
    if data == {"do": "redo"}:
        return game.redo()
    input_ = parse_input(game.definition, data)
    game.put(input_)
    return input_
