"""The course of a game: the points of each side, turn by turn, as far as they are known."""

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
from automarium.views.question import asked, line_of_sheet
from automarium.views.score import ScoreRow, ScoreView


class Turning(msgspec.Struct, frozen=True):
    """Where both sides stood at the end of a turn."""

    turn: int
    totals: dict[str, int]


def course(view: View) -> list[Turning]:
    """One point per turn: the last table that was seen in it. A side that counts only at the end is there only then."""
    game = view.game
    tables = [run.start for run in game.runs if run.start is not None]
    if game.position is not None:
        tables.append(game.position)
    last: dict[int, Turning] = {}
    for table in tables:
        turn = game.definition.status(table).turn
        last[turn] = Turning(turn, dict(game.definition.scoring.score(table, game.rulings).totals))
    points = [last[turn] for turn in sorted(last)]
    return [msgspec.structs.replace(one, totals=_known(one, points)) for one in points]


def _known(one: Turning, points: list[Turning]) -> dict[str, int]:
    """A total that stays the same until the end is told says nothing before: it is left out."""
    return {
        side: total
        for side, total in one.totals.items()
        if one is points[-1] or any(other.totals.get(side, 0) != 0 for other in points[:-1])
    }


HER, ADJUST = "automa", "adjust"


class SheetCell(msgspec.Struct, frozen=True):
    """What counts there, and how it is told: by a field of a part of the sheet, or by a correction."""

    counts: tuple[ScoreRow, ...] = ()
    field: Field | None = None
    part: int = 0
    adjust: Mapping[str, str] | None = None


class SheetRow(msgspec.Struct, frozen=True):
    """``hint`` says what to count, as long as nobody has; ``sign`` names what a sign is looked up for."""

    text: str
    cells: dict[str, SheetCell]
    hint: str = ""
    sign: str = ""


class Countable(msgspec.Struct, frozen=True):
    """What is told in one go, if it can be told now."""

    counting: Counting
    fields: tuple[Field, ...]


class Sheet(msgspec.Struct, frozen=True):
    """``totals`` are those cells in which a side tells all it has."""

    sides: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    totals: dict[str, SheetCell]
    parts: tuple[Countable, ...]


def sheet_of(view: View, score: ScoreView, *, telling: bool) -> Sheet:
    """``telling``: with what can still be told and corrected."""
    parts = tuple(_parts(view)) if telling else ()
    corrections = [
        one for one in view.game.definition.scoring.countings(view.game.position) if telling and one.command == ADJUST
    ]
    told = [part.counting.side for part in parts]
    sides = tuple(sorted({*score.totals, *told}, key=lambda side: (side != HER, side)))
    whole = [(number, part.counting.side, field) for number, part, field, line in _cells(parts) if line == TOTAL]
    totals = {side: SheetCell(field=field, part=number) for number, side, field in whole}
    counts = [row for row in score.lines if row.side not in totals]
    in_order = (row.what for row in counts if row.side == HER), (line for *_, line in _cells(parts) if line != TOTAL)
    cells: dict[str, dict[str, SheetCell]] = {line: {} for line in chain(*in_order)}
    for row in counts:
        before = cells.setdefault(row.what, {}).get(row.side, SheetCell())
        cells[row.what][row.side] = SheetCell((*before.counts, row))
    fields: dict[str, Field] = {}
    for number, part, field, line in _cells(parts):
        if line != TOTAL:
            at, side = cells[line], part.counting.side
            at[side] = msgspec.structs.replace(at.get(side, SheetCell()), field=field, part=number)
            fields[line] = field
    for one in corrections:
        (line,) = one.lines.values()
        if line in cells and one.side in cells[line]:
            cells[line][one.side] = msgspec.structs.replace(cells[line][one.side], adjust=one.given)
    rows = tuple(_row(view, score, line, at, fields.get(line)) for line, at in cells.items())
    return Sheet(sides, rows, totals, parts)


def _parts(view: View) -> Iterator[Countable]:
    """What the room lets a person tell of the score, as far as all of it are numbers."""
    names = list(view.command_names())
    for one in view.game.definition.scoring.countings(view.game.position):
        if one.command == ADJUST or one.command not in names:
            continue
        found = tuple(_fields(view, one))
        if found and all(isinstance(field.question, Count) for field in found):
            yield Countable(one, found)


def _fields(view: View, counting: Counting) -> Iterator[Field]:
    given: dict[str, object] = dict(counting.given)
    try:
        while (field := view.field(counting.command, given)) is not None:
            yield field
            given[field.name] = known(field)
    except Refused:  # it cannot be told now
        return


def known(field: Field) -> int:
    """What is known of a number, or none of it."""
    question = field.question
    assert isinstance(question, Count)
    return question.default if isinstance(question.default, int) else max(question.low, min(0, question.high))


def _cells(parts: Iterable[Countable]) -> Iterator[tuple[int, Countable, Field, str]]:
    for number, part in enumerate(parts):
        for field in part.fields:
            yield number, part, field, part.counting.lines.get(field.name, f"{field.name}?")


def _row(view: View, score: ScoreView, line: str, cells: dict[str, SheetCell], field: Field | None) -> SheetRow:
    """Called as the score calls it; where the person counts, as they are asked."""
    scored = next((row.text for row in score.lines if row.what == line), "")
    if field is None:
        return SheetRow(capitalise(scored), cells, sign=line)
    named = line_of_sheet(field, view.translator)
    question = asked(field.question, view.translator).text
    if named == question and (words := scored or view.translator.look_up(f"score.{line}")):
        return SheetRow(capitalise(words), cells, question if field.question.default is None else "", field.name)
    return SheetRow(named, cells, sign=field.name)


def counted(view: View, parts: Iterable[Countable], answers: Iterable[Mapping[str, int | None]]) -> Iterator[Input]:
    """The commands that tell what was entered, a mapping a part; what says nothing new is left out, and a part of
    which nothing was entered. A number that was not is none."""
    for part, given in zip(parts, answers, strict=True):
        if all(value is None for value in given.values()):
            continue
        whole = {field.name: known(field) if given[field.name] is None else given[field.name] for field in part.fields}
        if any(whole[field.name] != field.question.default for field in part.fields):
            yield parse_input(view.game.definition, {"do": part.counting.command, **part.counting.given, **whole})
