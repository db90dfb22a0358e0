"""The score sheet, on which a person also enters counts, and the totals of each turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

import msgspec

from automarium.engine.game.playthrough import parse_input
from automarium.engine.message import Refused, capitalise
from automarium.engine.play.command import Input
from automarium.engine.play.score import TOTAL, Counting
from automarium.engine.question import Count, Field
from automarium.views.game import View
from automarium.views.question import build_question, name_sheet_line
from automarium.views.score import ScoreRow, ScoreView


class TurnTotals(msgspec.Struct, frozen=True):
    """The points of the sides at the end of a turn. ``known`` are those of sides that are counted at the end, as far as
    they were reported by then."""

    turn: int
    totals: dict[str, int]
    known: dict[str, int] = {}


def list_totals(view: View) -> list[TurnTotals]:
    """Return the totals of every turn from its last position. What is counted only at the end is in the last."""
    game = view.game
    tables = [run.start for run in game.runs if run.start is not None]
    if game.position is not None:
        tables.append(game.position)
    last: dict[int, TurnTotals] = {}
    for table in tables:
        turn, totals = game.definition.count_turns(table), game.definition.scoring.score(table, game.rulings).totals
        known = None if HUMAN in totals else game.definition.scoring.known_points(table, game.position)
        last[turn] = TurnTotals(turn, dict(totals), {} if known is None else {HUMAN: known})
    points = [last[turn] for turn in sorted(last)]
    return [msgspec.structs.replace(one, totals=_drop_unknown(one, points)) for one in points]


def _drop_unknown(one: TurnTotals, points: list[TurnTotals]) -> dict[str, int]:
    """Return the totals without those that are 0 until the last turn."""
    return {
        side: total
        for side, total in one.totals.items()
        if one is points[-1] or any(other.totals.get(side, 0) != 0 for other in points[:-1])
    }


AUTOMA, HUMAN, ADJUST = "automa", "human", "adjust"


class SheetCell(msgspec.Struct, frozen=True):
    """The counts of a cell, and how it is entered: by a field of a part of the sheet, or by a correction."""

    counts: tuple[ScoreRow, ...] = ()
    field: Field | None = None
    part: int = 0
    adjust: Mapping[str, str] | None = None


class SheetRow(msgspec.Struct, frozen=True):
    """``hint`` says what to count until it is counted, then what its rate depends on; ``sign`` is the name that an icon
    is looked up by."""

    text: str
    cells: dict[str, SheetCell]
    hint: str = ""
    sign: str = ""


class CountPart(msgspec.Struct, frozen=True):
    """The fields of one command of the sheet."""

    counting: Counting
    fields: tuple[Field, ...]


class Sheet(msgspec.Struct, frozen=True):
    """``totals`` are the cells of sides whose whole score is entered as one number."""

    sides: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    totals: dict[str, SheetCell]
    parts: tuple[CountPart, ...]


def build_sheet(view: View, score: ScoreView, *, telling: bool) -> Sheet:
    """Return the score sheet; with ``telling``, including what can still be entered and corrected."""
    parts = tuple(_find_parts(view)) if telling else ()
    entered = list(_list_cells(parts))
    corrections = [
        one for one in view.game.definition.scoring.countings(view.game.position) if telling and one.command == ADJUST
    ]
    sides = tuple(
        sorted({*score.totals, *(part.counting.side for part in parts)}, key=lambda side: (side != AUTOMA, side))
    )
    whole = [(number, part.counting.side, field) for number, part, field, line in entered if line == TOTAL]
    totals = {side: SheetCell(field=field, part=number) for number, side, field in whole}
    counts = [row for row in score.lines if row.side not in totals]
    lines = chain((row.what for row in counts if row.side == AUTOMA), (line for *_, line in entered if line != TOTAL))
    cells: dict[str, dict[str, SheetCell]] = {line: {} for line in lines}
    for row in counts:
        before = cells.setdefault(row.what, {}).get(row.side, SheetCell())
        cells[row.what][row.side] = SheetCell((*before.counts, row))
    fields: dict[str, Field] = {}
    for number, part, field, line in entered:
        if line != TOTAL:
            at, side = cells[line], part.counting.side
            at[side] = msgspec.structs.replace(at.get(side, SheetCell()), field=field, part=number)
            fields[line] = field
    for one in corrections:
        (line,) = one.lines.values()
        if line in cells and one.side in cells[line]:
            cells[line][one.side] = msgspec.structs.replace(cells[line][one.side], adjust=one.given)
    rows = tuple(_build_row(view, score, line, at, fields.get(line)) for line, at in cells.items())
    return Sheet(sides, rows, totals, parts)


def _find_parts(view: View) -> Iterator[CountPart]:
    """Return the commands with which a person can enter counts now, if all their fields are numbers."""
    names = list(view.command_names())
    for one in view.game.definition.scoring.countings(view.game.position):
        if one.command == ADJUST or one.command not in names:
            continue
        found = tuple(_find_fields(view, one))
        if found and all(isinstance(field.question, Count) for field in found):
            yield CountPart(one, found)


def _find_fields(view: View, counting: Counting) -> Iterator[Field]:
    given: dict[str, object] = dict(counting.given)
    try:
        while (field := view.next_field(counting.command, given)) is not None:
            yield field
            given[field.name] = get_count(field)
    except Refused:  # not possible now
        return


def get_count(field: Field) -> int:
    """Return the known value of a number, or 0 as far as it is in range."""
    question = field.question
    assert isinstance(question, Count)
    return question.default if isinstance(question.default, int) else max(question.low, min(0, question.high))


def _list_cells(parts: Iterable[CountPart]) -> Iterator[tuple[int, CountPart, Field, str]]:
    for number, part in enumerate(parts):
        for field in part.fields:
            yield number, part, field, part.counting.lines.get(field.name, f"{field.name}?")


def _build_row(view: View, score: ScoreView, line: str, cells: dict[str, SheetCell], field: Field | None) -> SheetRow:
    """Return a row named as in the score, or as in the question where the person counts."""
    scored = next((row.text for row in score.lines if row.what == line), "")
    game = view.game
    rates = game.definition.scoring.rates(game.position, game.rulings)
    why = "; ".join(view.translator.sentence(rates[side, line]) for side in cells if (side, line) in rates)
    if field is None:
        return SheetRow(capitalise(scored), cells, why, sign=line)
    named = name_sheet_line(field, view.translator)
    question = build_question(field.question, view.translator).text
    if named == question and (words := scored or view.translator.look_up(f"score.{line}")):
        return SheetRow(capitalise(words), cells, question if field.question.default is None else why, field.name)
    return SheetRow(named, cells, why, sign=field.name)


def make_inputs(view: View, parts: Iterable[CountPart], answers: Iterable[Mapping[str, int | None]]) -> Iterator[Input]:
    """Return the commands for what was entered, one mapping for each part. A part without entries or news is left out;
    a missing number takes its known value."""
    for part, given in zip(parts, answers, strict=True):
        if all(value is None for value in given.values()):
            continue
        whole = {
            field.name: get_count(field) if given[field.name] is None else given[field.name] for field in part.fields
        }
        if any(whole[field.name] != field.question.default for field in part.fields):
            yield parse_input(view.game.definition, {"do": part.counting.command, **part.counting.given, **whole})
