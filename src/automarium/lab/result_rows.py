"""Results: one row per game as CSV, with the same columns for every game.

A cell with several values has the form ``name:number`` (or ``name:number:number``), separated by spaces: ``glory:24
maps:6``. A run may ask for more columns after the common ones: options that it sweeps, and ``lines``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from automarium.engine.message import refuse


class Row(msgspec.Struct, frozen=True):
    """The results of a game. Unknown values (the points of a rival that counts none) are empty."""

    number: int  # of the game in its plan
    game: str
    configuration: str  # its digest
    label: str
    level: str
    rival: str
    packs: str
    index: int  # of the game in its configuration
    seed: int
    turns: int  # of the Automa
    winner: str
    verdict: str
    automa: int
    human: int | None
    points: str  # of the Automa, by source
    pace: str  # the turns in which marks 1, 2, 3 … were reached
    cards: str  # card:times:points, over the Automa's turns
    decided: str  # the cards without whose points the other side would have won
    questions: int  # asked for the Automa
    steps: int  # events of the Automa's turns
    hands: int | None  # moves of pieces for the Automa; this and the rest only in explained games
    clauses: str  # clause:times, of the events
    narrowed: str  # clause:times:removals, of narrowings
    more: dict[str, str] = {}  # further columns that the run asked for


LINES = "lines"  # a further column: slot.line:read:fired, of the lists that the Automa reads from the top
COLUMNS: tuple[str, ...] = tuple(name for name in Row.__struct_fields__ if name != "more")
_NUMBERS = {"number", "index", "seed", "turns", "automa", "questions", "steps"}
_KNOWN_OR_NOT = {"human", "hands"}
_PARSERS: tuple[Callable[[str], str | int | None], ...] = tuple(
    int if name in _NUMBERS else (lambda cell: int(cell) if cell else None) if name in _KNOWN_OR_NOT else str
    for name in COLUMNS
)
HEADER = (",".join(COLUMNS) + "\r\n").encode()


def make_header(more: Iterable[str] = ()) -> bytes:
    """Return the header of a file with these further columns."""
    return ",".join((*COLUMNS, *more)).encode() + b"\r\n"


def format_counts(counts: Mapping[str, object]) -> str:
    return " ".join([f"{name}:{count}" for name, count in counts.items()])


def parse_counts(cell: str) -> Iterator[tuple[str, list[int]]]:
    """Yield the names of a cell with their numbers."""
    for one in cell.split():
        name, *rest = one.split(":")
        yield name, [int(number) for number in rest]


def encode(rows: Iterable[Row]) -> bytes:
    """Return rows as lines of CSV without the header."""
    target = io.StringIO(newline="")
    writer = csv.writer(target)
    for row in rows:
        writer.writerow(msgspec.structs.astuple(row)[: len(COLUMNS)] + tuple(row.more.values()))  # None is empty
    return target.getvalue().encode()


def decode(lines: Iterable[str], where: str) -> Iterator[Row]:
    """Yield rows from lines of CSV with their header. Raise Refused with the line if it is no results file."""
    reader = csv.reader(lines)
    try:
        header = next(reader, None) or []
        more = check_columns(header, where)
        for line in reader:
            yield parse_row(line, where, reader.line_num, more)
    except (csv.Error, UnicodeDecodeError) as error:
        raise refuse("lab.broken", where, line=reader.line_num, detail=str(error)) from None


def check_columns(header: Sequence[str], where: str) -> tuple[str, ...]:
    """Return the further columns of a file. Raise Refused if it lacks the common ones."""
    more = tuple(header[len(COLUMNS) :])
    if tuple(header[: len(COLUMNS)]) != COLUMNS or len(set(header)) < len(header):
        raise refuse("lab.no-results", where)
    return more


def parse_row(values: Sequence[str], where: str, line: int, more: Sequence[str] = ()) -> Row:
    try:
        known: list[Any] = [parse(cell) for parse, cell in zip(_PARSERS, values[: len(COLUMNS)], strict=True)]
        known.append(dict(zip(more, values[len(COLUMNS) :], strict=True)))
        return Row(*known)
    except ValueError as error:
        raise refuse("lab.broken", where, line=line, detail=str(error)) from None
