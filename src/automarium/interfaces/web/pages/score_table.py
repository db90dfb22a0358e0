"""The score sheet: both sides in one table, with fields where something can be entered."""

from __future__ import annotations

from collections.abc import Mapping

from automarium.engine.question import Answer, Count, Field
from automarium.interfaces.web.forms.form_data import read_answer
from automarium.interfaces.web.html import Inside, Markup, h, link, sign
from automarium.interfaces.web.page import PageContext
from automarium.interfaces.web.pages.game_frame import GameContext, minus, render_clause
from automarium.views.score import ScoreRow, ScoreView
from automarium.views.score_sheet import AUTOMA, Sheet, SheetCell, SheetRow

COUNT = "count"  # the action of a score form
PART = "part"  # before the number of a part and the name of its field, in forms
HUMAN = "human"


def field_name(part: int, field: Field) -> str:
    return f"{PART}{part}.{field.name}"


def read_entered(sheet: Sheet, sent: Mapping[str, str]) -> list[dict[str, int | None]]:
    """Return the numbers of a form for each part; None where nothing was entered."""
    found: list[dict[str, int | None]] = []
    for number, part in enumerate(sheet.parts):
        values: dict[str, int | None] = {}
        for field in part.fields:
            name = field_name(number, field)
            answer = read_answer(field.question, sent, name) if sent.get(name, "").strip() else None
            values[field.name] = answer if isinstance(answer, int) else None
        found.append(values)
    return found


def name_side(page: PageContext, side: str) -> str:
    """Return "you", "the Automa", or the name of another player."""
    return page.say(f"web.side.{side}") if side in (HUMAN, AUTOMA) else str(page.translator.term("side", side))


def render_score_table(context: GameContext, score: ScoreView, sheet: Sheet) -> Markup:
    """Return a row per source of points, a column per side. A side that has only a total shows it first."""
    names = [h("th", name_side(context.page, side), scope="col", class_="r") for side in sheet.sides]
    head = h("tr", h("td", h("small", context.say("web.own-sheet")) if sheet.parts else None), *names)
    rows = [_render_row(context, row, sheet) for row in sheet.rows]
    total = _render_total(context.page, score, sheet)
    body = h("tbody", *rows)
    parts = [h("tbody", total, class_="sum"), body] if sheet.totals else [body, h("tfoot", total)]
    return h("table", h("thead", head), *parts, class_="score")


def render_rules_behind(context: GameContext, score: ScoreView) -> Markup | None:
    clauses = list(dict.fromkeys(line.clause for line in score.lines if line.clause))
    linked = h("p", *([render_clause(one, context.definition), " "] for one in clauses))
    return h("details", h("summary", context.say("web.rules-behind")), linked, class_="rules") if clauses else None


def _render_row(context: GameContext, row: SheetRow, sheet: Sheet) -> Markup:
    mark = context.definition.page.signs.get(row.sign, "")
    hint = h("small", row.hint) if row.hint else None
    name = h("th", h("span", sign(mark) if mark else None, h("span", row.text, hint)), scope="row")
    return h("tr", name, *(_render_cell(context, row, side, row.cells.get(side)) for side in sheet.sides))


def _render_cell(context: GameContext, row: SheetRow, side: str, cell: SheetCell | None) -> Markup:
    if cell is None:
        return h("td", "–", class_="r none")
    if cell.field is not None:
        return h("td", _render_field(context.page, row.text, side, cell, must=side == AUTOMA), class_="r told")
    inside: list[Inside] = [[_render_points(line), " "] for line in cell.counts]
    if cell.adjust is None:
        return h("td", *inside, class_="r")
    name = h("span", context.say("web.correct", what=row.text), class_="unseen")
    return h("td", link([*inside, name], context.tell_url("adjust", cell.adjust), "correct"), class_="r")


def _render_points(line: ScoreRow) -> Inside:
    points = h("b", minus(str(line.points)))
    if line.each in (0, 1) and line.amount == line.points:
        return points
    return [h("small", minus(f"{line.amount} × {line.each}")), " ", points]


def _render_field(page: PageContext, text: str, side: str, cell: SheetCell, *, must: bool = False) -> Inside:
    """Return a number field and its worth in points. ``must``: an empty field does not mean 0."""
    assert cell.field is not None
    question = cell.field.question
    assert isinstance(question, Count)
    number = h(
        "input",
        type="number",
        inputmode="numeric",
        name=field_name(cell.part, cell.field),
        value=question.default if isinstance(question.default, int) else None,
        min=question.low,
        max=question.high,
        required=must or None,
        autocomplete="off",
        placeholder=None if must else "0",
        aria_label=f"{text}: {name_side(page, side)}",
    )
    worth = [_render_worth(line, question.default) for line in cell.counts if line.points != question.default]
    return h("label", number, *worth, class_="cell")


def _render_worth(line: ScoreRow, entered: Answer | None) -> Markup:
    times = h("small", minus(f"× {line.each}")) if line.amount == entered else None
    return h("span", times, " ", h("b", minus(str(line.points))), class_="worth")


def _render_total(page: PageContext, score: ScoreView, sheet: Sheet) -> Markup:
    words = page.say("web.sum")
    cells = [
        h("td", _render_field(page, words, side, sheet.totals[side], must=True), class_="r told")
        if side in sheet.totals
        else h("td", h("b", minus(str(score.totals.get(side, "–"))), data_sum=side), class_="r")
        for side in sheet.sides
    ]
    return h("tr", h("th", words, scope="row"), *cells)
