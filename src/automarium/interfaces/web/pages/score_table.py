"""The score sheet on a page: both sides in one table, and where something can be told, a field in its place."""

from __future__ import annotations

from collections.abc import Mapping

from automarium.engine.question import Answer, Count, Field
from automarium.interfaces.web.forms.form_data import read_answer
from automarium.interfaces.web.html import Inside, Markup, h, link
from automarium.interfaces.web.icons import sign
from automarium.interfaces.web.page import PageContext
from automarium.interfaces.web.pages.game_frame import GameContext, clause_link, minus
from automarium.views.score import ScoreRow, ScoreView
from automarium.views.score_sheet import HER, Sheet, SheetCell, SheetRow

COUNT = "count"  # what a form does that tells the score
PART = "part"  # before the number of a part and the name of its field, in forms
HUMAN = "human"


def name_of(part: int, field: Field) -> str:
    return f"{PART}{part}.{field.name}"


def entered(sheet: Sheet, sent: Mapping[str, str]) -> list[dict[str, int | None]]:
    """What a form brought for each part; None where nothing was entered."""
    found: list[dict[str, int | None]] = []
    for number, part in enumerate(sheet.parts):
        values: dict[str, int | None] = {}
        for field in part.fields:
            name = name_of(number, field)
            answer = read_answer(field.question, sent, name) if sent.get(name, "").strip() else None
            values[field.name] = answer if isinstance(answer, int) else None
        found.append(values)
    return found


def side_words(look: PageContext, side: str) -> str:
    """You and she; other people by their name in the game."""
    return look.say(f"web.side.{side}") if side in (HUMAN, HER) else str(look.translator.term("side", side))


def score_table(look: PageContext, seat: GameContext, score: ScoreView, sheet: Sheet) -> Markup:
    """A line a source of points, a column a side. Where a side tells only what it has in total, that comes first."""
    names = [h("th", side_words(look, side), scope="col", class_="r") for side in sheet.sides]
    head = h("tr", h("td", h("small", look.say("web.own-sheet")) if sheet.parts else None), *names)
    rows = [_row(look, seat, row, sheet) for row in sheet.rows]
    total = _total(look, score, sheet)
    body = h("tbody", *rows)
    parts = [h("tbody", total, class_="sum"), body] if sheet.totals else [body, h("tfoot", total)]
    return h("table", h("thead", head), *parts, class_="score")


def rules_behind(look: PageContext, seat: GameContext, score: ScoreView) -> Markup | None:
    clauses = list(dict.fromkeys(line.clause for line in score.lines if line.clause))
    linked = h("p", *([clause_link(one, seat.definition), " "] for one in clauses))
    return h("details", h("summary", look.say("web.rules-behind")), linked, class_="rules") if clauses else None


def _row(look: PageContext, seat: GameContext, row: SheetRow, sheet: Sheet) -> Markup:
    mark = seat.definition.page.signs.get(row.sign, "")
    hint = h("small", row.hint) if row.hint else None
    name = h("th", h("span", sign(mark) if mark else None, h("span", row.text, hint)), scope="row")
    return h("tr", name, *(_cell(look, seat, row, side, row.cells.get(side)) for side in sheet.sides))


def _cell(look: PageContext, seat: GameContext, row: SheetRow, side: str, cell: SheetCell | None) -> Markup:
    if cell is None:
        return h("td", "–", class_="r none")
    if cell.field is not None:
        return h("td", _field(look, row.text, side, cell, must=side == HER), class_="r told")
    inside: list[Inside] = [[_points(line), " "] for line in cell.counts]
    if cell.adjust is None:
        return h("td", *inside, class_="r")
    name = h("span", look.say("web.correct", what=row.text), class_="unseen")
    return h("td", link([*inside, name], seat.telling("adjust", cell.adjust), "correct"), class_="r")


def _points(line: ScoreRow) -> Inside:
    points = h("b", minus(str(line.points)))
    if line.each in (0, 1) and line.amount == line.points:
        return points
    return [h("small", minus(f"{line.amount} × {line.each}")), " ", points]


def _field(look: PageContext, text: str, side: str, cell: SheetCell, *, must: bool = False) -> Inside:
    """A number to be entered; beside it what it is worth, where that is something else. ``must``: leaving it out does
    not mean none."""
    assert cell.field is not None
    question = cell.field.question
    assert isinstance(question, Count)
    number = h(
        "input",
        type="number",
        inputmode="numeric",
        name=name_of(cell.part, cell.field),
        value=question.default if isinstance(question.default, int) else None,
        min=question.low,
        max=question.high,
        required=must or None,
        autocomplete="off",
        placeholder=None if must else "0",
        aria_label=f"{text}: {side_words(look, side)}",
    )
    return [number, *(_worth(line, question.default) for line in cell.counts if line.points != question.default)]


def _worth(line: ScoreRow, entered: Answer | None) -> Markup:
    times = h("small", minus(f"× {line.each}")) if line.amount == entered else None
    return h("span", times, " ", h("b", minus(str(line.points))), class_="worth")


def _total(look: PageContext, score: ScoreView, sheet: Sheet) -> Markup:
    words = look.say("web.sum")
    cells = [
        h("td", _field(look, words, side, sheet.totals[side], must=True), class_="r told")
        if side in sheet.totals
        else h("td", h("b", minus(str(score.totals.get(side, "–"))), data_sum=side), class_="r")
        for side in sheet.sides
    ]
    return h("tr", h("th", words, scope="row"), *cells)
