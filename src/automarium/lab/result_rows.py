"""Results: one row per game, the same columns for every game, as CSV.

Where a cell holds several things they stand one after the other with spaces between, each ``name:number`` (or
``name:number:number``): ``glory:24 maps:6``. That is as easy to read for a spreadsheet as for a person.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from automarium.engine.message import refuse


class Row(msgspec.Struct, frozen=True):
    """What came of a game. What nobody knows (the human's points against a stand-in that has none) is empty."""

    number: int  # through all configurations of a plan
    game: str
    configuration: str  # its fingerprint
    label: str
    level: str
    rival: str
    packs: str
    index: int  # of the game within its configuration
    seed: int
    turns: int  # hers
    winner: str
    verdict: str
    automa: int
    human: int | None
    points: str  # her points by what they are for
    pace: str  # the turns in which mark 1, 2, 3 … came
    cards: str  # card:times:points, over her turns
    decided: str  # the cards without whose points the other side would have won
    questions: int  # that the table asked for her
    steps: int  # that were told
    hands: int | None  # what a person would have moved for her; this and the rest in games with reasons only
    clauses: str  # clause:times, of what was told
    narrowed: str  # clause:times:threw, of narrowings: how often it was looked at, how often it threw somebody out


COLUMNS: tuple[str, ...] = Row.__struct_fields__
_NUMBERS = {"number", "index", "seed", "turns", "automa", "questions", "steps"}
_KNOWN_OR_NOT = {"human", "hands"}
HEADER = (",".join(COLUMNS) + "\r\n").encode()


def format_counts(counts: Mapping[str, object]) -> str:
    return " ".join(f"{name}:{count}" for name, count in counts.items())


def parse_counts(cell: str) -> Iterator[tuple[str, list[int]]]:
    """The things of a cell with their numbers."""
    for one in cell.split():
        name, *rest = one.split(":")
        yield name, [int(number) for number in rest]


def encode(rows: Iterable[Row]) -> bytes:
    """Rows as lines of CSV, without the header."""
    target = io.StringIO(newline="")
    writer = csv.writer(target)
    for row in rows:
        writer.writerow("" if cell is None else cell for cell in list_cells(row))
    return target.getvalue().encode()


def list_cells(row: Row) -> list[str | int | None]:
    return [getattr(row, name) for name in COLUMNS]


def decode(lines: Iterable[str], where: str) -> Iterator[Row]:
    """Rows from lines of CSV with their header; what is no results file is refused with its line."""
    reader = csv.reader(lines)
    try:
        if next(reader, None) != list(COLUMNS):
            raise refuse("lab.no-results", where)
        for line in reader:
            yield parse_row(line, where, reader.line_num)
    except (csv.Error, UnicodeDecodeError) as error:
        raise refuse("lab.broken", where, line=reader.line_num, detail=str(error)) from None


def parse_row(values: Sequence[str], where: str, line: int) -> Row:
    try:
        named = dict(zip(COLUMNS, values, strict=True))
        told: dict[str, object] = dict(named)
        told |= {name: int(named[name]) for name in _NUMBERS}
        told |= {name: int(named[name]) if named[name] else None for name in _KNOWN_OR_NOT}
        return Row(**told)  # type: ignore[arg-type]
    except ValueError as error:
        raise refuse("lab.broken", where, line=line, detail=str(error)) from None
