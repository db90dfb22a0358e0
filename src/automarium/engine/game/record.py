"""A record: the header and the inputs of a game as JSON Lines. It is the save, the undo, the replay and the bug report.

The file is a journal that only grows: an undo is a line of its own. Each line carries ``then``, the fingerprint of the
position it led to, so that a replay can prove that it still comes out the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeAlias

import msgspec

from automarium import __version__
from automarium.engine.content.pack import FIRST_PACKS, Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.game.playthrough import Playthrough, read_input
from automarium.engine.message import Message, Refused, message, refuse
from automarium.engine.play.command import Input, Respond
from automarium.engine.strict_json import too_deep
from automarium.engine.validation import read

VERSION = 2


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


class Outdated(Refused):
    """An answer that the rules of today do not ask for, or ask for in another way: an earlier version wrote it, and it
    may be possible to convert the record (see :mod:`automarium.engine.game.migrations`)."""


# The data of one line, as JSON has it.
LineData: TypeAlias = dict[str, Any]


class RecordLine(msgspec.Struct, frozen=True):
    """An input, ``undo`` or ``redo``, the number of its line and the fingerprint that it was written with."""

    number: int
    data: LineData
    then: str | None


class Record(msgspec.Struct, frozen=True):
    """What a file holds. ``whole`` is the length of its undamaged part in bytes: a torn last line comes after it."""

    header: Header
    lines: tuple[RecordLine, ...]
    whole: int
    torn: bool

    @property
    def has_fingerprints(self) -> bool:
        """Positions hold more since format 2: the fingerprints of format 1 say nothing about them."""
        return self.header.automarium == VERSION


def encode(data: object, then: str | None = None) -> bytes:
    """One line of a record."""
    plain = msgspec.to_builtins(data)
    if then is not None:
        plain["then"] = then
    return msgspec.json.encode(plain) + b"\n"


def decode(content: bytes) -> Record:
    """Read a whole file. A last line without its line feed is torn and left out; any other damage is refused."""
    whole = content.rfind(b"\n") + 1
    texts = content[:whole].split(b"\n")[:-1]
    if not texts:
        raise refuse("record.empty")
    header = _header(_parse(texts[0], 1))
    lines = tuple(read_line(text, number) for number, text in enumerate(texts[1:], 2))
    return Record(header, lines, whole, torn=whole < len(content))


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
    version = data.get("automarium")
    if isinstance(version, int) and version > VERSION:
        raise refuse("record.newer", version=version, known=VERSION)
    try:
        header = read(Header, data)
    except Refused as fault:
        raise _at_line(fault, 1) from None
    if header.automarium not in (1, VERSION):
        raise refuse("record.version", version=header.automarium, known=VERSION)
    return header


def read_line(text: bytes, number: int) -> RecordLine:
    """One line after the header; ``number`` counts from 1 with the header."""
    data = _parse(text, number)
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


def present(header: Header, definition: AnyDefinition) -> Header:
    """A header of format 1 with what it left open: the defaults and the packs of that time."""
    if header.automarium == VERSION:
        return header
    rulings = settle(definition.rulings, {**definition.rulings.first_defaults, **header.rulings}).chosen()
    return msgspec.structs.replace(header, automarium=VERSION, rulings=rulings, packs=dict(FIRST_PACKS))


def begin(definition: AnyDefinition, header: Header, pack: Pack, *, formerly: bool = False) -> Playthrough:
    header = present(header, definition)
    return Playthrough(definition, dict(header.options), dict(header.rulings), header.seed, pack, formerly=formerly)


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
        if differs is None and line.then is not None and record.has_fingerprints and line.then != game.digest():
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
    try:
        game.put(input_)
    except Refused as fault:
        raise Outdated(fault.message, fault.where) if isinstance(input_, Respond) else fault from None
    return input_
