"""Widgets for every question of every game: pick one, a number, a series of numbers, several of some things, a line of
words, and a form of these.

Each works as a plain form. Alone, an option is a button that sends the form with its value; whatever is entered waits
for "Done", the one button at the bottom. The script adds only comfort (steps of a number, keys of a series, taps on the
picture, typing the beginning of an option) and says before sending what would be refused.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from automarium.companion.view import Asked, Option
from automarium.faces.web.html import Inside, Markup, h
from automarium.faces.web.page import Look
from automarium.faces.web.signs import sign
from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import refuse
from automarium.kernel.table import Answer, AnyQuestion, Count, Form, Pick, Series, Several, Words, check

MOST_BUTTONS = 12  # a number of a wider range is typed or stepped
MOST_SEGMENTS = 7  # of a number inside a form
MOST_KEYS = 40
MOST_TEXT = 2000  # of a typed answer
SHORT = 16  # letters: options that are longer get a line each
TINY = 4  # letters: many of these fit beside each other
INSIDE = "."  # between the name of a form and that of its field, where both are sent
FORM = "asking"  # the id of the form that a question stands in


class Asking(msgspec.Struct, frozen=True):
    """What stands in the form, and the button at the bottom that sends it (or says what to do)."""

    inside: Markup
    button: Markup


def ask(asked: Asked, name: str, look: Look, room: AnyRoom, chosen: Answer | None = None) -> Asking:
    """A question to be answered; the answer is sent as ``name``. ``chosen`` is offered first."""
    question = asked.question
    offered = question.default if chosen is None else chosen
    if isinstance(question, Pick) and not asked.options:
        return Asking(h("p", look.say("prompt.nothing"), class_="quiet"), _asleep(look.say("prompt.nothing")))
    if isinstance(question, Pick):
        usual = next((option for option in asked.options if option.value == offered), None)
        button = _asleep(look.say("web.choose")) if usual is None else _usual(name, usual)
        return Asking(_buttons(asked, question, name, look, room, offered), button)
    if isinstance(question, Count) and question.high - question.low < MOST_BUTTONS:
        return Asking(_numbers(question, name, offered), _asleep(look.say("web.choose")))
    unchanged = isinstance(question, Form) and all(inner.question.default is not None for _, inner in asked.fields)
    words = look.say("web.unchanged" if unchanged else "web.ok")
    send = h("button", words, type="submit", form=FORM, class_="go", data_done=look.say("web.ok"))
    return Asking(h("div", entry(asked, name, look, room, offered), class_="entry"), send)


def _usual(name: str, option: Option) -> Markup:
    """What is usual is the one button, too."""
    return h("button", option.text, type="submit", form=FORM, name=name, value=option.value, class_="go")


def _asleep(words: str) -> Markup:
    """Nothing to press here: the answer is pressed above."""
    return h("p", words, class_="go idle")


def entry(asked: Asked, name: str, look: Look, room: AnyRoom, offered: Answer | None) -> Markup:
    """What waits for "Done": chosen, stepped or typed."""
    question = asked.question
    match question:
        case Pick():
            return _segments(asked.options, question.family, name, look, room, offered)
        case Count() if question.high - question.low < MOST_SEGMENTS:
            numbers = [Option(n, signed(n, question.low)) for n in range(question.low, question.high + 1)]
            return _segments(numbers, "", name, look, room, offered)
        case Count():
            return _stepper(asked, question, name, look, offered)
        case Series():
            return _series(asked, question, name, look, offered)
        case Several():
            return _several(asked, question, name, look, room, offered)
        case Words():
            return _words(asked, question, name, offered)
        case Form():
            return _form(asked, name, look, room, offered)


# ------------------------------------------------------------------------------------------------------------- options


def _option(option: Option, family: str, look: Look, room: AnyRoom) -> list[Inside]:
    """What a button for an option shows: its colour with its letter where the room says one, its sign, its words."""
    colour = room.colours.get(family, {}).get(str(option.value))
    mark = room.signs.get(str(option.value), "") if family else ""
    if colour is not None:
        letter = look.voice.look_up(f"{family}.{option.value}@letter") or option.text[:1]
        return [h("span", letter, class_=f"dot c-{colour}", aria_hidden="true"), h("span", option.text)]
    return [sign(mark) if mark else None, h("span", option.text)]


def _buttons(asked: Asked, question: Pick, name: str, look: Look, room: AnyRoom, offered: Answer | None) -> Markup:
    lengths = sorted(len(option.text) for option in asked.options)
    long = lengths[-1] > SHORT
    few = len(lengths) <= 3 and not long
    tiny = lengths[len(lengths) // 2] <= TINY and question.family not in room.colours
    buttons = [
        h(
            "button",
            *_option(option, question.family, look, room),
            type="submit",
            name=name,
            value=option.value,
            data_option=option.value,
            class_=f"b option{' offered' if option.value == offered else ''}"
            f"{' wide' if tiny and len(option.text) > TINY else ''}",
        )
        for option in asked.options
    ]
    kind = "few" if few else "lines" if long else "tiny" if tiny else "grid"
    return h("div", *buttons, class_=f"options {kind}", data_keys=True)


def _segments(
    options: Sequence[Option], family: str, name: str, look: Look, room: AnyRoom, offered: Answer | None
) -> Markup:
    """One of a few, beside each other; long ones below each other."""
    long = any(len(option.text) > SHORT for option in options)
    choices = [
        h(
            "label",
            h("input", type="radio", name=name, value=option.value, checked=option.value == offered, required=True),
            *_option(option, family, look, room),
            class_="b seg",
            data_option=option.value,
        )
        for option in options
    ]
    return h("div", *choices, class_="segments lines" if long else "segments")


# ------------------------------------------------------------------------------------------------------------- numbers


def _numbers(question: Count, name: str, offered: Answer | None) -> Markup:
    buttons = [
        h(
            "button",
            signed(number, question.low),
            type="submit",
            name=name,
            value=number,
            class_="b option offered" if number == offered else "b option",
        )
        for number in range(question.low, question.high + 1)
    ]
    return h("div", *buttons, class_="options numbers", data_keys=True)


def _stepper(asked: Asked, question: Count, name: str, look: Look, offered: Answer | None) -> Markup:
    field = h(
        "input",
        type="number",
        inputmode="numeric",
        name=name,
        value=offered if isinstance(offered, int) else None,
        min=question.low,
        max=question.high,
        required=True,
        autocomplete="off",
        aria_label=asked.text,
    )
    return h("div", _step(look, -1), field, _step(look, 1), class_="stepper")


def signed(number: int, low: int) -> str:
    return f"+{number}" if low < 0 < number else str(number).replace("-", "−")


def _step(look: Look, by: int) -> Markup:
    name = look.say("web.more" if by > 0 else "web.fewer")
    mark = "+" if by > 0 else "−"
    return h("button", mark, type="button", class_="b by script", data_step=by, aria_label=name)


def _series(asked: Asked, question: Series, name: str, look: Look, offered: Answer | None) -> Markup:
    field = h(
        "input",
        type="text",
        inputmode="text" if question.low < 0 else "numeric",
        name=name,
        value=as_text(offered) if isinstance(offered, list) else None,
        autocomplete="off",
        maxlength=MOST_TEXT,
        data_series=question.most if question.exactly is None else question.exactly,
        data_once=" ".join(map(str, question.once)) or None,
        aria_label=asked.text,
    )
    keys = [
        h("button", str(number), type="button", class_="b key", data_key=number)
        for number in range(question.low, question.high + 1)
    ]
    erase = [sign("erase"), h("span", look.say("web.erase"), class_="unseen")]
    keys.append(h("button", *erase, type="button", class_="b key", data_key="back"))
    pad = h("div", *keys, class_="pad script", role="group", aria_label=look.say("web.numbers"))
    shown = pad if len(keys) <= MOST_KEYS + 1 else None
    return h("div", field, h("p", look.say("web.series"), class_="quiet noscript"), shown, class_="keyed")


# ------------------------------------------------------------------------------------------------------ several, words


def _several(asked: Asked, question: Several, name: str, look: Look, room: AnyRoom, offered: Answer | None) -> Markup:
    """Each tap adds one; they lie in a row, and a tap there takes one away."""
    keys = _palette(asked, question, look, room)
    return h("div", _channel(asked, question, name, look, offered), keys, class_="several")


def _channel(asked: Asked, question: Several, name: str, look: Look, offered: Answer | None) -> list[Inside]:
    exactly = question.exactly
    field = h(
        "input",
        type="text",
        name=name,
        value=as_text(offered) if isinstance(offered, list) else None,
        autocomplete="off",
        maxlength=MOST_TEXT,
        data_several=question.most if exactly is None else exactly,
        data_limits=" ".join(f"{option}:{limit}" for option, limit in question.limits.items()) or None,
        aria_label=asked.text,
    )
    known = ", ".join(f"{option.value} ({option.text})" for option in asked.options)
    many = look.say("web.at-most", count=question.most) if exactly is None else look.say("web.exactly", count=exactly)
    return [
        h("p", many, " ", look.say("web.several", options=known), class_="quiet noscript"),
        field,
        h("ol", class_="channel script", aria_label=look.say("web.chosen"), data_away=look.say("web.away")),
    ]


def _palette(asked: Asked, question: Several, look: Look, room: AnyRoom) -> Markup:
    keys = [
        h("button", *_option(option, question.family, look, room), type="button", class_="b", data_add=option.value)
        for option in asked.options
    ]
    return h("div", *keys, class_="palette script", role="group", aria_label=asked.text, data_keys=True)


def _words(asked: Asked, question: Words, name: str, offered: Answer | None) -> Markup:
    value = offered if isinstance(offered, str) else None
    return h("input", type="text", name=name, value=value, maxlength=question.most, aria_label=asked.text)


# --------------------------------------------------------------------------------------------------------------- forms


def _form(asked: Asked, name: str, look: Look, room: AnyRoom, offered: Answer | None) -> Markup:
    """The questions of a form below each other, each with what is known of it. Rows of the same things share their
    keys: tap a row, then its things."""
    given: Mapping[str, Any] = offered if isinstance(offered, dict) else {}
    rows = _rows(asked)
    fields: list[Inside] = []
    for field, inner in asked.fields:
        known = given.get(field, inner.question.default)
        inside = f"{name}{INSIDE}{field}"
        if field in rows and isinstance(inner.question, Several):
            channel = _channel(inner, inner.question, inside, look, known)
            fields.append(h("fieldset", h("legend", inner.text), *channel, class_="several row", data_row=True))
        else:
            fields.append(h("fieldset", h("legend", inner.text), entry(inner, inside, look, room, known)))
    first = next((inner for field, inner in asked.fields if field in rows), None)
    if first is not None:
        assert isinstance(first.question, Several)
        fields.append(_palette(first, first.question, look, room))
    return h("div", *fields, class_="fields rows" if rows else "fields")


def _rows(asked: Asked) -> frozenset[str]:
    """The fields that ask for the same things: at least two."""
    several = [(field, inner.question) for field, inner in asked.fields if isinstance(inner.question, Several)]
    kinds = {(question.options, question.family) for _, question in several}
    return frozenset(field for field, _ in several) if len(several) > 1 and len(kinds) == 1 else frozenset()


# ---------------------------------------------------------------------------------------------------- what comes back


def as_text(answer: Answer) -> str:
    """An answer as one field of a form sends it."""
    return " ".join(map(str, answer)) if isinstance(answer, list) else str(answer)


def as_sent(answer: Answer, name: str) -> dict[str, str]:
    """An answer as a form sends it: a form's answers each under their own name."""
    if isinstance(answer, dict):
        return {
            key: text for field, one in answer.items() for key, text in as_sent(one, f"{name}{INSIDE}{field}").items()
        }
    return {name: as_text(answer)}


def is_sent(question: AnyQuestion, sent: Mapping[str, str], name: str) -> bool:
    """Whether a form sent anything for this question."""
    if isinstance(question, Form):
        return any(key.startswith(f"{name}{INSIDE}") for key in sent)
    return name in sent


def read_answer(question: AnyQuestion, sent: Mapping[str, str], name: str, where: str | None = None) -> Answer:
    """The answer that a form sent under ``name``, checked against its question."""
    where = name if where is None else where
    if isinstance(question, Form):
        return check(question, _read_form(question, sent, name), where)
    text = sent.get(name, "")
    if len(text) > MOST_TEXT:
        raise refuse("web.long", where)
    match question:
        case Pick():
            found = [option for option in question.options if str(option) == text]
            return check(question, found[0] if found else text, where)
        case Count():
            return check(question, _number(text, question, where), where)
        case Series():
            words = text.replace(",", " ").split()
            return check(question, [_number(word, question, where) for word in words], where)
        case Several():
            return check(question, text.replace(",", " ").split(), where)
        case Words():
            return check(question, text, where)


def _read_form(question: Form, sent: Mapping[str, str], name: str) -> dict[str, Any]:
    """What was sent for each field; one that was not sent is left to its default."""
    found: dict[str, Any] = {}
    for field in question.fields:
        inner = f"{name}{INSIDE}{field.name}"
        if is_sent(field.question, sent, inner):
            found[field.name] = read_answer(field.question, sent, inner)
    return found


def _number(text: str, question: Count | Series, where: str) -> int:
    try:
        return int(text.strip().replace("−", "-")) if len(text) < 20 else int("no")
    except ValueError:
        raise refuse("answer.number", where, given=text, low=question.low, high=question.high) from None


def places_offered(question: AnyQuestion, drawn: Collection[str]) -> list[str]:
    """The options of a question that can be tapped on the picture."""
    if not isinstance(question, Pick):
        return []
    return [str(option) for option in question.likely or question.options if str(option) in drawn]
