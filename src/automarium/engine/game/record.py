"""A record: the header and the inputs of a game as JSON Lines. It is the save, the undo, the replay and the bug report.

The file is a journal that only grows: an undo is a line of its own. Each line carries ``then``, the fingerprint of the
position it led to, so that a replay can prove that it still comes out the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec

from automarium import __version__
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.game.migrations import VERSION, LineData, migrate
from automarium.engine.game.playthrough import Playthrough, read_input
from automarium.engine.message import Message, Refused, message, refuse
from automarium.engine.play.command import Input
from automarium.engine.strict_json import too_deep
from automarium.engine.validation import read


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``automarium`` is the version of this format, ``app`` of the program. ``own`` holds the facts of the person's own
    pack, so that a record tells the same game on another machine. Every ruling stands here with its choice, and every
    pack with its name: a later default or a better house deck never changes an old game."""

    automarium: int
    game: str
    options: dict[str, Any]
    rulings: dict[str, str]
    seed: Annotated[int, msgspec.Meta(ge=-(1 << 63), le=(1 << 63) - 1)]
    own: dict[str, Any]
    app: Annotated[str, msgspec.Meta(max_length=100)]
    packs: dict[str, str] = {}


class RecordLine(msgspec.Struct, frozen=True):
    """An input, ``undo`` or ``redo``, the number of its line and the fingerprint that it was written with."""

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
    """One line of a record."""
    plain = msgspec.to_builtins(data)
    if then is not None:
        plain["then"] = then
    return msgspec.json.encode(plain) + b"\n"


def decode(content: bytes) -> Record:
    """Return the record that a file holds, in today's format. A last line without its line feed is torn and left out;
    raise Refused for any other damage and for a format that this version does not read."""
    *texts, rest = content.split(b"\n")
    if not texts:
        raise refuse("record.empty")
    first = _parse(texts[0], 1)
    header = _header(migrate([first])[0])
    parsed = [first, *(_parse(text, number) for number, text in enumerate(texts[1:], 2))]
    lines = migrate(parsed)
    kept = [text + b"\n" for text in texts] if lines is parsed else [encode(line) for line in lines]
    inputs = tuple(_input_line(data, number) for number, data in enumerate(lines[1:], 2))
    return Record(header, inputs, kept, torn=bool(rest))


def _parse(text: bytes, number: int) -> LineData:
    try:
        if too_deep(text.decode()):
            raise refuse("record.refused", line=number, fault=message("oracle.deep"))
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise refuse("record.line", line=number, detail=str(error)) from None
    if not isinstance(data, dict):
        raise refuse("record.no-object", line=number)
    return data


def _header(data: LineData) -> Header:
    try:
        return read(Header, data)
    except Refused as fault:
        raise _at_line(fault, 1) from None


def read_line(text: bytes, number: int) -> RecordLine:
    """Return one line after the header; ``number`` counts from 1 with the header."""
    return _input_line(_parse(text, number), number)


def _input_line(data: LineData, number: int) -> RecordLine:
    then = data.pop("then", None)
    if not isinstance(data.get("do"), str) or not (then is None or isinstance(then, str)):
        raise refuse("record.no-input", line=number)
    return RecordLine(number, data, then)


def _at_line(fault: Refused, number: int) -> Refused:
    """The same fault with the number of its line."""
    if not fault.where:
        return type(fault)(Message("record.refused", {"line": number, "fault": fault.message}))
    return type(fault)(Message("record.fault", {"line": number, "where": fault.where, "fault": fault.message}))


def new_header(
    definition: AnyDefinition, options: Mapping[str, object], rulings: dict[str, str], seed: int, pack: Pack
) -> Header:
    """The header of a game that begins now, with everything that could otherwise change under it."""
    chosen = settle(definition.rulings, rulings).chosen()
    return Header(VERSION, definition.name, dict(options), chosen, seed, pack.own, __version__, dict(pack.names))


def begin(definition: AnyDefinition, header: Header, pack: Pack) -> Playthrough:
    return Playthrough(definition, dict(header.options), dict(header.rulings), header.seed, pack)


def replay(
    record: Record,
    definition: AnyDefinition,
    pack: Pack,
    told: Callable[[Playthrough, str, Input | None], None] | None = None,
) -> tuple[Playthrough, int | None]:
    """The game again from its record, and the first line whose fingerprint differs (None if all agree).

    ``told`` is called after the set-up and each line with the game, what was done (``undo``, ``redo`` or the input's
    name) and the input it was done with.
    """
    try:
        game = begin(definition, record.header, pack)
    except Refused as fault:
        raise _at_line(fault, 1) from None
    differs: int | None = None
    if told:
        told(game, "setup", None)
    for line in record.lines:
        try:
            done = follow(game, line.data)
        except Refused as fault:
            raise _at_line(fault, line.number) from None
        if differs is None and line.then is not None and line.then != game.digest():
            differs = line.number
        if told:
            told(game, line.data["do"], done)
    return game, differs


def follow(game: Playthrough, data: LineData) -> Input:
    """Do what one line says."""
    if data == {"do": "undo"}:
        return game.undo()
    if data == {"do": "redo"}:
        return game.redo()
    input_ = read_input(game.definition, data)
    game.put(input_)
    return input_
