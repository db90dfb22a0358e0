"""The board editor of the box: columns of lines, each built from chips and checked while it is entered."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import groupby

from automarium.box.items import Item, Items
from automarium.engine.content.board_editor import BoardEditor, Chips, LineChip, Remark, SheetLine, SheetPart
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Message, Refused, capitalise, message, refuse
from automarium.engine.question import Answer, Count, Several
from automarium.interfaces.web.forms.form_data import INSIDE, read_answer
from automarium.interfaces.web.forms.widgets import FORM, render_entry
from automarium.interfaces.web.html import Inside, Markup, h, hidden, sign
from automarium.interfaces.web.page import Notice, PageContext
from automarium.interfaces.web.pages.box import KEEP, box_url, render_thing_frame
from automarium.views.question import build_question

MOST_TEXT = 2000  # letters of a column
MOST_SHOWN = 20  # lines of a column whose number has words


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
    parts = make_parts(editor, one, things)
    given, remarks = ({}, []) if sent is None else _read_sheet(editor, parts, sent, page)
    columns = sorted({part.column for part in parts if part.column is not None})
    shown = [_render_column(page, editor, parts, column, sent, given) for column in columns]
    rest = [part for part in parts if part.column is None]
    form = h(
        "form",
        hidden("do", KEEP),
        _render_offer(page, parts),
        h("div", class_="sheet-tabs script", role="tablist"),
        h("p", hidden=True, class_="notice", role="status", data_renamed=True),
        h("div", *shown, class_="sheet-columns"),
        _render_chips(page, editor.chips()),
        h("div", id="preview", hidden=True) if sent is None else _render_remarks(page, parts, given, remarks),
        *_render_rest(page, definition, rest, sent),
        method="post",
        action=box_url(definition, one.kind.name, one.component.id),
        id=FORM,
        class_="board-sheet",
        novalidate=True,
        data_try=box_url(definition, one.kind.name, one.component.id, "check"),
        data_sheet=json.dumps(_list_words(page), ensure_ascii=False),
    )
    bar = [
        *(_render_step(page, do) for do in ("undo", "redo")),
        h("button", page.say("web.box.keep"), type="submit", form=FORM, class_="go"),
    ]
    under = page.say("box.title")
    return render_thing_frame(page, definition, one, form, under=under, keep=bar if owner else None, notice=notice)


def need_editor(definition: AnyDefinition) -> BoardEditor:
    if definition.content.boards is None:
        raise refuse("box.kind", given="board", options=[])
    return definition.content.boards


def make_parts(editor: BoardEditor, one: Item, things: Items) -> Sequence[SheetPart]:
    id_ = one.component.id
    return editor.sheet(editor.entry(id_, things.pack), editor.offered(id_, things.pack))


def _list_words(page: PageContext) -> dict[str, object]:
    """Return what the script says."""
    words: dict[str, object] = {
        name: page.say(f"web.editor.{name}")
        for name in ("if", "and", "otherwise", "always", "empty", "here", "typed", "add")
    }
    words["renamed"] = page.say("web.editor.renamed", old="#1", name="#2", count="#3")
    words["remove"] = page.say("web.editor.remove", what="#")
    words["undo"], words["redo"] = (page.say(f"web.{do}", what="#") for do in ("undo", "redo"))
    words["line"] = page.say("web.box.line")
    words["lines"] = [page.say("web.editor.lines", count=count) for count in range(MOST_SHOWN + 1)]
    return words


def _render_step(page: PageContext, do: str) -> Markup:
    word = h("span", page.say(f"web.{do}.word"), class_="what")
    return h("button", sign(do), word, type="button", class_="sgn script", disabled=True, data_editor=do)


def _render_offer(page: PageContext, parts: Sequence[SheetPart]) -> Markup | None:
    """Return a key that takes the names of another board."""
    offers = [part.offer for part in parts if part.heading]
    if not all(offers) or any(part.question.default for part in parts if part.heading):
        return None
    words = page.say("web.editor.names", names=", ".join(offers))
    names = json.dumps(offers, ensure_ascii=False)
    return h("button", sign("book"), h("span", words), type="button", class_="b script offer", data_names=names)


def _render_column(
    page: PageContext,
    editor: BoardEditor,
    parts: Sequence[SheetPart],
    column: int,
    sent: Mapping[str, str] | None,
    given: Mapping[str, object],
) -> Markup:
    inside: list[Markup] = []
    for part in parts:
        if part.column != column:
            continue
        words = build_question(part.question, page.translator).text
        known = str((part.question.default if sent is None else sent.get(part.name)) or "")
        if part.heading:
            field = h(
                "input",
                type="text",
                name=part.name,
                value=known,
                placeholder=words,
                aria_label=words,
                maxlength=60,
                autocomplete="off",
            )
            inside.append(h("label", sign("pen"), field, class_="sheet-name", data_part=part.name))
        else:
            lines = part.lines if sent is None else editor.split_lines(given, column, page.say)
            field = h(
                "textarea",
                known,
                name=part.name,
                rows=6,
                aria_label=words,
                maxlength=MOST_TEXT,
                data_lines=_encode_lines(lines or ()),
            )
            inside += [field, h("ol", class_="lines script", aria_label=words, data_part=part.name)]
    return h("section", *inside, class_="sheet-column", data_column=column + 1)


def _encode_lines(lines: Sequence[SheetLine]) -> str:
    return json.dumps([[line.when, line.do] for line in lines], ensure_ascii=False)


def _render_chips(page: PageContext, groups: Sequence[Chips]) -> Markup:
    say = page.translator.sentence
    tabs, panels = [], []
    for number, (tab, several) in enumerate(groupby(groups, lambda group: group.tab)):
        tabs.append(h("button", say(tab), type="button", class_="b", data_tab=number, aria_pressed="false"))
        rows = [_render_group(page, group) for group in several]
        panels.append(h("div", *rows, class_="chip-groups", data_panel_of=number))
    return h("div", h("div", *tabs, class_="chip-tabs"), *panels, class_="sheet-chips panel script", data_keys=True)


def _render_group(page: PageContext, group: Chips) -> Markup:
    say = page.translator.sentence
    title = say(group.title)
    columns = sorted({chip.column for chip in group.chips})
    which = [
        h("button", str(column), type="button", class_="b chip", data_of_column=column, aria_pressed="false")
        for column in columns
    ]
    chips = [_render_chip(page, group, chip, title) for chip in group.chips]
    return h(
        "div",
        h("small", title),
        h("div", *which, class_="chip-row of-column") if len(columns) > 1 else None,
        h("div", *chips, class_="chip-row", role="group", aria_label=title),
    )


def _render_chip(page: PageContext, group: Chips, chip: LineChip, title: str) -> Markup:
    say = page.translator.sentence
    words = page.say(chip.words.key, **chip.words.params)
    return h(
        "button",
        words if chip.short is None else page.say(chip.short.key, **chip.short.params),
        type="button",
        class_="b chip",
        data_chip=chip.text,
        data_words=words,
        data_when=group.when,
        data_one=title if group.one else None,
        data_typed=chip.typed or None,
        data_for_column=chip.column if any(one.column for one in group.chips) else None,
        aria_label=say(chip.words) if chip.short is not None and not chip.typed else None,
        aria_pressed="false",
    )


def _render_rest(
    page: PageContext, definition: AnyDefinition, parts: Sequence[SheetPart], sent: Mapping[str, str] | None
) -> list[Markup]:
    """Return what is printed besides the lists; parts of one group in one frame."""
    shown = []
    for group, several in groupby(parts, lambda part: part.group):
        if group is None:
            shown += [_render_option(page, definition, part, sent) for part in several]
            continue
        fields = [_render_small_number(page, part, sent) for part in several]
        legend = h("legend", page.translator.sentence(group))
        shown.append(h("fieldset", legend, h("div", *fields, class_="sheet-pairs")))
    return shown


def _find_known(part: SheetPart, sent: Mapping[str, str] | None) -> Answer | None:
    if sent is None:
        return part.question.default
    try:
        return _read_part(part, sent)
    except Refused:
        return None


def _render_small_number(page: PageContext, part: SheetPart, sent: Mapping[str, str] | None) -> Markup:
    question = part.question
    assert isinstance(question, Count)
    words = build_question(question, page.translator).text
    value = question.default if sent is None else sent.get(part.name)
    field = h(
        "input",
        type="number",
        inputmode="numeric",
        name=part.name,
        value=str(value) if value is not None else None,
        min=question.low,
        max=question.high,
        autocomplete="off",
    )
    return h("label", h("span", words), field, data_part=part.name)


def _render_option(
    page: PageContext, definition: AnyDefinition, part: SheetPart, sent: Mapping[str, str] | None
) -> Markup:
    in_words = build_question(part.question, page.translator)
    known = _find_known(part, sent)
    if isinstance(part.question, Several):
        chosen = known if isinstance(known, list) else []
        keys = [
            h(
                "label",
                h(
                    "input",
                    type="checkbox",
                    name=f"{part.name}{INSIDE}{option.value}",
                    value="1",
                    checked=option.value in chosen,
                ),
                h("span", option.text),
                class_="b seg",
                data_option=option.value,
            )
            for option in in_words.options
        ]
        entry = h("div", *keys, class_="segments lines")
    else:
        entry = render_entry(in_words, part.name, page, definition, known)
    return h(
        "fieldset",
        h("legend", in_words.text),
        entry,
        data_part=part.name,
        data_beside=part.name,
        data_of_columns=part.of_columns or None,
        data_needs=INSIDE.join(part.needs) if part.needs else None,
    )


# ------------------------------------------------------------------------------------------------ reading and checking


def _read_part(part: SheetPart, sent: Mapping[str, str]) -> Answer | None:
    """Return what was entered for a part, None if nothing was. Raise Refused if it is wrong."""
    if isinstance(part.question, Several):
        return [option for option in part.question.options if sent.get(f"{part.name}{INSIDE}{option}")] or None
    text = sent.get(part.name, "").strip()
    if part.lines is None:
        return read_answer(part.question, {part.name: text}, part.name) if text else None
    if len(text) > MOST_TEXT:
        raise refuse("web.long", part.name)
    return text


def _read_sheet(
    editor: BoardEditor, parts: Sequence[SheetPart], sent: Mapping[str, str], page: PageContext
) -> tuple[dict[str, object], list[Remark]]:
    """Return what was entered, and everything that is missing, wrong or odd."""
    given: dict[str, object] = {}
    remarks: list[Remark] = []
    for part in parts:
        try:
            value = _read_part(part, sent)
        except Refused as refused:
            remarks.append(Remark(refused.message, part.name))
            continue
        if value is not None:
            given[part.name] = value
    for part in parts:
        if part.needs is not None and part.needs[1] not in _listed(given.get(part.needs[0])):
            continue
        if part.column is None and not part.optional and not given.get(part.name) and given.get(part.name) != 0:
            what = build_question(part.question, page.translator).text
            remarks.append(Remark(message("component.label", label=what), part.name, kind="missing"))
    return given, [*editor.review(given, page.say), *remarks]


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()


def read_board(
    editor: BoardEditor, parts: Sequence[SheetPart], sent: Mapping[str, str], page: PageContext
) -> dict[str, object]:
    """Return the entry of a form. Raise Refused with the first remark if it cannot be saved."""
    given, remarks = _read_sheet(editor, parts, sent, page)
    for remark in remarks:
        if remark.kind != "odd":
            raise Refused(_name_place(page, parts, given, remark))
    return editor.entered(given, page.say)


def _name_place(page: PageContext, parts: Sequence[SheetPart], given: Mapping[str, object], remark: Remark) -> Message:
    """Return what the button says that must still be done."""
    words = page.say(remark.words.key, **remark.words.params)
    if remark.kind == "missing":
        return message("web.box.missing", what=words)
    column = next((part.column for part in parts if part.name == remark.part), None)
    if column is None:
        return message("web.editor.fix-part", what=words)
    heading = next(part.name for part in parts if part.heading and part.column == column)
    name = str(given.get(heading) or column + 1)
    if remark.line is None:
        return message("web.editor.fix-part", what=name)
    return message("web.editor.fix", number=remark.line + 1, column=name)


def _render_remarks(
    page: PageContext, parts: Sequence[SheetPart], given: Mapping[str, object], remarks: Sequence[Remark]
) -> Markup:
    """Return all remarks; the script moves each to the line or part that it is about."""
    first = next((remark for remark in remarks if remark.kind == "missing"), None)
    first = next((remark for remark in remarks if remark.kind == "wrong"), first)
    shown = [_render_remark(page, parts, remark) for remark in remarks]
    if not remarks:
        shown = [h("p", page.say("web.box.fine"))]
    return h(
        "div",
        *shown,
        id="preview",
        class_="remarks",
        data_missing=page.translator.sentence(_name_place(page, parts, given, first)) if first else None,
        data_to=first.part if first else None,
        data_to_line=first.line if first else None,
    )


def _render_remark(page: PageContext, parts: Sequence[SheetPart], remark: Remark) -> Markup:
    say = page.translator.sentence
    ways: list[Inside] = [
        h("button", say(way.words), type="button", class_="way script", data_way=_encode_lines(way.lines))
        for way in remark.ways
    ]
    part = next((part for part in parts if part.name == remark.part), None)
    place = build_question(part.question, page.translator).text if part is not None else ""
    if remark.line is not None:
        place = f"{place} · {remark.line + 1}"
    words = say(remark.words)
    return h(
        "div",
        h("span", f"{place}: " if place and remark.kind != "missing" else None, class_="where"),
        h("span", capitalise(words)),
        *ways,
        class_=f"line-remark {remark.kind}",
        data_at=remark.part or None,
        data_at_line=remark.line,
    )


def render_check(page: PageContext, one: Item, sent: Mapping[str, str], things: Items) -> Markup:
    """Return what the check says of the board as it is entered."""
    editor = need_editor(things.definition)
    parts = make_parts(editor, one, things)
    return _render_remarks(page, parts, *_read_sheet(editor, parts, sent, page))
