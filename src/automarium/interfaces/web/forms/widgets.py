"""Widgets for every kind of question: an option, a number, several numbers or things, words, and forms of these.

Each works as a plain form. The script adds steps, keys, taps on the board and previews.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from automarium.engine.definition import AnyDefinition
from automarium.engine.message import capitalise
from automarium.engine.question import UNKNOWN, Answer, AnyQuestion, Count, Form, Pick, Series, Several, Words
from automarium.interfaces.web.forms.form_data import INSIDE, list_offered, make_row
from automarium.interfaces.web.forms.options import are_long, render_buttons, render_face, render_segments
from automarium.interfaces.web.forms.rows import (
    find_alike,
    format_shared,
    render_channel,
    render_places,
    render_row,
    render_shared_keys,
)
from automarium.interfaces.web.forms.small_cards import render_small_cards
from automarium.interfaces.web.html import Inside, Markup, h, sign
from automarium.interfaces.web.page import PageContext
from automarium.views.question import Asked, Option


def render_removal(
    asked: Asked, question: Several, name: str, page: PageContext, definition: AnyDefinition, known: Answer | None
) -> Markup:
    """Return the rows with what is there; the field holds what was removed."""
    rows, things = definition.page.rows[question.family]
    gone = [str(one) for one in known] if isinstance(known, list) else []
    lines: dict[str, list[Markup]] = {}
    for option in asked.options:
        value = str(option.value)
        row, _, thing = value.partition("-")
        shown, _ = render_face(Option(thing, option.text), things, page, definition)
        for number in range(question.limits.get(value, 1)):
            lines.setdefault(row, []).append(
                h(
                    "button",
                    shown,
                    h("span", option.text, class_="unseen"),
                    type="button",
                    data_take=value,
                    aria_pressed="true" if number < gone.count(value) else "false",
                )
            )
    listed = [_render_line(row, rows, lying, page, definition) for row, lying in lines.items()]
    how, field, _ = render_channel(asked, question, name, page, known)
    hint = h("p", page.say("web.tap-gone"), class_="quiet script")
    return h("div", how, hint, field, h("ul", *listed, class_="script"), class_="several taking")


def _render_line(row: str, family: str, lying: list[Markup], page: PageContext, definition: AnyDefinition) -> Markup:
    mark = definition.page.signs.get(row, "")
    words = h("b", sign(mark) if mark else None, h("span", capitalise(page.translator.term(family, row))))
    return h("li", words, h("span", *lying))


MOST_BUTTONS = 12  # a wider range gets a number field
MOST_SEGMENTS = 7  # of a number inside a form
MOST_KEYS = 20  # of a number without default
FIRST_KEYS = 14  # two rows of keys, and a field for larger numbers
TWO_DIGITS = 100
FORM = "asking"  # the id of the form of a question


class Widget(msgspec.Struct, frozen=True):
    """The content of the form, and the button in the bottom bar."""

    inside: Markup
    button: Markup


def make_widget(
    asked: Asked, name: str, page: PageContext, definition: AnyDefinition, chosen: Answer | None = None
) -> Widget:
    """Return the widget of a question; the answer is sent as ``name``. ``chosen`` is offered first."""
    question = asked.question
    offered = question.default if chosen is None else chosen
    if isinstance(question, Pick) and not asked.options:
        return Widget(h("p", page.say("prompt.nothing"), class_="quiet"), _render_idle(page.say("prompt.nothing")))
    if isinstance(question, Pick):
        usual = next((option for option in asked.options if option.value == offered), None)
        button = _render_idle(page.say("web.choose")) if usual is None else _render_default(name, usual)
        return Widget(render_buttons(asked, question, name, page, definition, offered), button)
    if isinstance(question, Count) and question.high - question.low < MOST_BUTTONS:
        usual = Option(offered, format_signed(offered, question.low)) if isinstance(offered, int) else None
        button = _render_idle(page.say("web.choose")) if usual is None else _render_default(name, usual)
        return Widget(_render_numbers(question, name, offered), button)
    send = render_done(page, page.say(_find_button_key(asked, definition)))
    return Widget(h("div", render_entry(asked, name, page, definition, offered), class_="entry"), send)


def render_done(page: PageContext, words: str = "", done: str = "") -> Markup:
    """Return the button that submits. The script disables it while something is missing; then it says ``done``."""
    return h(
        "button",
        words or page.say("web.ok"),
        type="submit",
        form=FORM,
        class_="go",
        data_done=done or page.say("web.ok"),
        data_number=page.say("web.one-number"),
        data_still=page.say("web.still-open", count="#"),
    )


def _find_button_key(asked: Asked, definition: AnyDefinition) -> str:
    if asked.question.hole:
        return "web.ok"
    if isinstance(asked.question, Series) and asked.question.default == []:
        return "web.none"
    if not _is_filled(asked, definition):
        return "web.ok"
    rows = [inner.question.default for _, inner in asked.fields] or [asked.question.default]
    return "web.unchanged" if any(isinstance(one, list) for one in rows) else "web.as-shown"


def _is_filled(asked: Asked, definition: AnyDefinition) -> bool:
    """Return whether everything asked for is known and shown."""
    if isinstance(asked.question, Form):
        known = [inner.question for _, inner in asked.fields]
        return all(one.default is not None for one in known) and any(_is_known(one, definition) for one in known)
    return isinstance(asked.question, (Series, Several)) and asked.question.default is not None


def _is_known(question: AnyQuestion, definition: AnyDefinition) -> bool:
    return question.default != [] or (isinstance(question, Several) and question.family in definition.page.rows)


def _render_default(name: str, option: Option) -> Markup:
    return h("button", option.text, type="submit", form=FORM, name=name, value=option.value, class_="go")


def _render_idle(words: str) -> Markup:
    return h("p", words, class_="go idle")


def render_entry(
    asked: Asked, name: str, page: PageContext, definition: AnyDefinition, offered: Answer | None
) -> Markup:
    """Return the inputs of a question that are submitted by the main button."""
    question = asked.question
    needed = question.default != UNKNOWN
    offered = None if offered == UNKNOWN else offered
    match question:
        case Pick() if question.prints:
            return render_small_cards(asked, question, name, page, definition, offered)
        case Pick():
            likely = [option for option in asked.options if option.value in list_offered(question)]
            return render_segments(likely, question.family, name, page, definition, offered, needed=needed)
        case Count() if question.high - question.low < (MOST_SEGMENTS if offered is not None else MOST_KEYS):
            numbers = [Option(n, format_signed(n, question.low)) for n in range(question.low, question.high + 1)]
            return render_segments(numbers, "", name, page, definition, offered, needed=needed)
        case Count() if offered is None and question.high - question.low < TWO_DIGITS:
            return _render_keyed_number(asked, question, name)
        case Count():
            return _render_stepper(asked, question, name, page, offered)
        case Several() if question.family in definition.page.rows:
            return render_removal(asked, question, name, page, definition, offered)
        case Series() | Several():
            return render_row(asked, question, name, page, definition, offered)
        case Words():
            return _render_words(asked, question, name, offered)
        case Form():
            return _render_form(asked, name, page, definition, offered)


def _render_numbers(question: Count, name: str, offered: Answer | None) -> Markup:
    buttons = [
        h(
            "button",
            format_signed(number, question.low),
            type="submit",
            name=name,
            value=number,
            class_="b option offered" if number == offered else "b option",
        )
        for number in range(question.low, question.high + 1)
    ]
    return h("div", *buttons, class_="options numbers", data_keys=True)


def _render_stepper(asked: Asked, question: Count, name: str, page: PageContext, offered: Answer | None) -> Markup:
    return h(
        "div",
        _render_step(page, -1),
        _render_number(asked, question, name, offered),
        _render_step(page, 1),
        class_="stepper",
    )


def _render_keyed_number(asked: Asked, question: Count, name: str) -> Markup:
    keys = [
        h("button", str(number).replace("-", "−"), type="button", class_="b key script", data_figure=number)
        for number in range(question.low, question.low + FIRST_KEYS)
    ]
    more = f"{question.low + FIRST_KEYS}+"
    return h("div", *keys, _render_number(asked, question, name, None, more), class_="number-keys")


def _render_number(
    asked: Asked, question: Count, name: str, offered: Answer | None, example: str | None = None
) -> Markup:
    return h(
        "input",
        type="number",
        inputmode="numeric",
        name=name,
        value=offered if isinstance(offered, int) else None,
        min=question.low,
        max=question.high,
        required=question.default != UNKNOWN,
        autocomplete="off",
        placeholder=example,
        aria_label=asked.text,
    )


def format_signed(number: int, low: int) -> str:
    return f"+{number}" if low < 0 < number else str(number).replace("-", "−")


def _render_step(page: PageContext, by: int) -> Markup:
    name = page.say("web.more" if by > 0 else "web.fewer")
    mark = "+" if by > 0 else "−"
    return h("button", mark, type="button", class_="b by script", data_step=by, aria_label=name)


def _render_words(asked: Asked, question: Words, name: str, offered: Answer | None) -> Markup:
    value = offered if isinstance(offered, str) else None
    return h("input", type="text", name=name, value=value, maxlength=question.most, aria_label=asked.text)


def _render_form(
    asked: Asked, name: str, page: PageContext, definition: AnyDefinition, offered: Answer | None
) -> Markup:
    """Return the fields of a form below each other; rows of the same things share their keys."""
    from automarium.interfaces.web.forms.item_form import render_as_things

    given: Mapping[str, Answer] = offered if isinstance(offered, dict) else {}
    if (things := render_as_things(asked, name, given, page, definition)) is not None:
        return things
    line = make_row(asked.question) if isinstance(asked.question, Form) else None
    if line is not None and line.family in definition.page.colours:
        there = [given[field] for field, _ in asked.fields if field in given]
        return render_places(asked, line, name, page, definition, there or line.default)
    rows = find_alike(asked)
    needs = _encode_needs(asked, name)
    fields: list[Inside] = []
    in_rows: dict[str, Series | Several] = {}
    for field, inner in asked.fields:
        known = given.get(field, inner.question.default)
        inside = f"{name}{INSIDE}{field}"
        mark = definition.page.signs.get(field, "")
        may = (
            h("small", page.say("web.may-leave"), class_="quiet")
            if field not in rows and _may_be_left(inner.question)
            else None
        )
        words: list[Inside] = [sign(mark) if mark else None, h("span", inner.text, may)]
        if field in rows and isinstance(inner.question, (Series, Several)):
            in_rows[field] = inner.question
            lying = render_channel(inner, inner.question, inside, page, known)
            row = h("fieldset", h("legend", *words), *lying, class_="several row", data_row=True, **needs[field])
            fields.append(row)
        elif not _has_prints(inner) and (usual := _find_chosen(inner, definition, known)) is not None:
            folded = _render_folded(words, usual, render_entry(inner, inside, page, definition, known))
            fields.append(
                h("fieldset", h("legend", inner.text, class_="unseen"), folded, data_field=field, **needs[field])
            )
        elif _is_optional(inner, definition, known):
            folded = _render_optional(words, render_entry(inner, inside, page, definition, known))
            fields.append(
                h("fieldset", h("legend", inner.text, class_="unseen"), folded, data_field=field, **needs[field])
            )
        else:
            inside_ = render_entry(inner, inside, page, definition, known)
            fields.append(h("fieldset", h("legend", *words), inside_, data_field=field, **needs[field]))
    if not in_rows:
        return h("div", *fields, class_="fields")
    limits = format_shared(list(in_rows.values()))
    first = next(inner for field, inner in asked.fields if field in rows)
    entered = h(
        "p", h("b", data_chosen=True), h("span", data_told=page.say("web.told", told="#", total="##")), class_="lr"
    )
    hint = h("p", page.say("web.tap-row"), class_="quiet script") if len(in_rows) == len(fields) else None
    keys = render_shared_keys(first, next(iter(in_rows.values())), page, definition, entered if limits else None)
    last = max(number for number, (field, _) in enumerate(asked.fields, 1) if field in in_rows)
    lies = all(given.get(field, question.default) for field, question in in_rows.items())
    rests = lies and isinstance(first.question, Series)  # the keys are shown when a row is tapped
    class_ = "fields rows resting" if rests else "fields rows"
    return h("div", hint, *fields[:last], keys, *fields[last:], class_=class_, data_shared=limits)


def _has_prints(asked: Asked) -> bool:
    return isinstance(asked.question, Pick) and bool(asked.question.prints)


def _may_be_left(question: AnyQuestion) -> bool:
    """Return whether a field can stay as empty as it is shown."""
    if isinstance(question, (Series, Several)):
        return question.default == [] and not question.filled
    return isinstance(question, Count) and question.default == question.low == 0


def _encode_needs(asked: Asked, name: str) -> dict[str, dict[str, str]]:
    """Return for each field the answers of another one with which it is asked for, for the script."""
    found: dict[str, dict[str, str]] = {field: {} for field, _ in asked.fields}
    for field in asked.question.fields if isinstance(asked.question, Form) else ():
        if field.needs is not None and not field.aside:
            other, answers = field.needs
            found[field.name] = {"data_asked_with": f"{name}{INSIDE}{other}", "data_asked_for": "\n".join(answers)}
    return found


def _is_optional(asked: Asked, definition: AnyDefinition, known: Answer | None) -> bool:
    """Return whether the field asks for long options of which none need be chosen."""
    question = asked.question
    if not isinstance(question, Several) or known or question.default != [] or question.filled:
        return False
    return (
        question.family not in definition.page.rows
        and question.family not in definition.content.stems
        and are_long(asked.options)
    )


def _render_optional(words: list[Inside], inside: Markup) -> Markup:
    return h("details", h("summary", h("span", *words, class_="asks")), inside, class_="usual optional")


def _find_chosen(asked: Asked, definition: AnyDefinition, known: Answer | None) -> Option | None:
    """Return the default of a choice with long options, which is shown folded; otherwise None."""
    question = asked.question
    if not isinstance(question, Pick) or question.family in definition.page.colours or not are_long(asked.options):
        return None
    return next((option for option in asked.options if option.value == known), None)


def _render_folded(words: list[Inside], usual: Option, inside: Markup) -> Markup:
    answer = h("output", usual.text, data_answer=True)
    return h("details", h("summary", h("span", *words, class_="asks"), answer), inside, class_="usual")
