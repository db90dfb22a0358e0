"""The board editor of the box: columns of lines, each built from chips and checked while it is entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automarium.box.items import Item, Items
from automarium.engine.content.board_editor import BoardEditor, Chips, SheetPart
from automarium.engine.content.pack import Pack
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse
from automarium.engine.question import Words
from automarium.interfaces.web.forms.form_data import read_answer
from automarium.interfaces.web.forms.widgets import FORM, render_entry
from automarium.interfaces.web.html import Markup, h, hidden
from automarium.interfaces.web.page import Notice, PageContext
from automarium.interfaces.web.pages.box import KEEP, box_url, render_thing_frame
from automarium.views.question import build_question

MOST_TEXT = 2000  # letters of a column


def render_board_page(
    page: PageContext,
    things: Items,
    one: Item,
    *,
    owner: bool,
    sent: Mapping[str, str] | None = None,
    notice: Notice | None = None,
) -> str:
    """Return the editor; ``sent``: what was entered and refused."""
    definition = things.definition
    editor = need_editor(definition)
    parts = editor.sheet(editor.entry(one.component.id, things.pack))
    columns = sorted({part.column for part in parts if part.column is not None})
    form = h(
        "form",
        hidden("do", KEEP),
        h("div", *(_render_column(page, parts, column, sent) for column in columns), class_="sheet-columns"),
        _render_chips(page, editor.chips()),
        h("div", id="preview", hidden=True),
        *(_render_option(page, definition, part, sent) for part in parts if part.column is None),
        method="post",
        action=box_url(definition, one.kind.name, one.component.id),
        id=FORM,
        class_="board-sheet",
        novalidate=True,
        data_try=box_url(definition, one.kind.name, one.component.id, "check"),
        data_sheet=True,
    )
    keep = h(
        "button", page.say("web.box.keep"), type="submit", form=FORM, class_="go", data_done=page.say("web.box.keep")
    )
    under = page.say("box.title")
    return render_thing_frame(page, definition, one, form, under=under, keep=keep if owner else None, notice=notice)


def need_editor(definition: AnyDefinition) -> BoardEditor:
    if definition.content.boards is None:
        raise refuse("box.kind", given="board", options=[])
    return definition.content.boards


def _get_known(part: SheetPart, sent: Mapping[str, str] | None) -> object:
    return part.question.default if sent is None else sent.get(part.name, "")


def _render_column(
    page: PageContext, parts: Sequence[SheetPart], column: int, sent: Mapping[str, str] | None
) -> Markup:
    inside = []
    for part in parts:
        if part.column != column:
            continue
        words = build_question(part.question, page.translator).text
        known = str(_get_known(part, sent) or "")
        if part.heading:
            field = h(
                "input", type="text", name=part.name, value=known, placeholder=words, aria_label=words, maxlength=60
            )
            inside.append(h("span", field, data_heading=column + 1))
        else:
            field = h("textarea", known, name=part.name, rows=6, aria_label=words, maxlength=MOST_TEXT, data_lines=True)
            inside += [field, h("ol", class_="lines script", aria_label=words)]
    more = h("button", "+", type="button", class_="b script", data_new_line=True, aria_label=page.say("web.box.line"))
    return h("section", *inside, more, class_="sheet-column", data_column=column + 1)


def _render_chips(page: PageContext, groups: Sequence[Chips]) -> Markup:
    rows = []
    for group in groups:
        chips = [
            h(
                "button",
                page.translator.sentence(words),
                type="button",
                class_="b chip",
                data_chip=text,
                data_when=group.when,
                data_one=page.translator.sentence(group.title) if group.one else None,
            )
            for text, words in group.chips
        ]
        rows.append(h("div", h("small", page.translator.sentence(group.title)), h("div", *chips, class_="chip-row")))
    return h("div", *rows, class_="sheet-chips script", data_keys=True)


def _render_option(
    page: PageContext, definition: AnyDefinition, part: SheetPart, sent: Mapping[str, str] | None
) -> Markup:
    in_words = build_question(part.question, page.translator)
    known = part.question.default
    if sent is not None and part.name in sent:
        try:
            known = read_answer(part.question, sent, part.name)
        except Refused:
            known = None
    return h(
        "fieldset",
        h("legend", in_words.text),
        render_entry(in_words, part.name, page, definition, known),
        data_beside=part.name,
    )


def read_board(
    editor: BoardEditor, one: Item, sent: Mapping[str, str], pack: Pack, page: PageContext
) -> dict[str, object]:
    """Return the entry of a form. Raise Refused if it is wrong."""
    given: dict[str, object] = {}
    for part in editor.sheet(editor.entry(one.component.id, pack)):
        if isinstance(part.question, Words):
            text = sent.get(part.name, "")
            if len(text) > MOST_TEXT:
                raise refuse("web.long", part.name)
            given[part.name] = text
        elif sent.get(part.name, ""):
            given[part.name] = read_answer(part.question, sent, part.name)
        else:
            raise refuse("web.box.missing", part.name, what=build_question(part.question, page.translator).text)
    return editor.entered(given, page.say)


def render_check(
    page: PageContext, definition: AnyDefinition, one: Item, sent: Mapping[str, str], pack: Pack
) -> Markup:
    """Return what the check says of the board as it is entered."""
    editor = need_editor(definition)
    try:
        entry_ = {**editor.entry(one.component.id, pack), **read_board(editor, one, sent, pack, page)}
        odd = editor.check(one.component.id, entry_)
    except Refused as refused:
        return h("div", h("p", page.translator.sentence(refused.message)), id="preview", class_="wrong")
    words = [h("p", page.translator.sentence(one_)) for one_ in odd] or [h("p", page.say("web.box.fine"))]
    return h("div", *words, id="preview", class_="odd" if odd else None)
