"""Widgets for every question of every game: pick one, a number, a series of numbers, several of some things, a line of
words, and a form of these.

Each works as a plain form: alone, an option is a button that sends the form with its value; inside a form it is a
choice that waits for "Done". The script adds only comfort (steps of a number, keys of a series, taps on the picture,
typing the beginning of an option).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from automarium.companion.view import Asked
from automarium.faces.web.html import Markup, h
from automarium.kernel.saying import refuse
from automarium.kernel.table import Answer, AnyQuestion, Count, Form, Pick, Series, Several, Words, check
from automarium.voice import Voice

MOST_BUTTONS = 12  # a number of a wider range is typed or stepped
MOST_KEYS = 40
MOST_TEXT = 2000  # of a typed answer
SHORT = 16  # letters: options that are longer get a line each
TINY = 4  # letters: many of these fit beside each other
INSIDE = "."  # between the name of a form and that of its field, where both are sent


def ask(asked: Asked, name: str, voice: Voice, chosen: Answer | None = None) -> Markup:
    """The inside of a form that asks; the answer is sent as ``name``. ``chosen`` is offered first."""
    question = asked.question
    offered = question.default if chosen is None else chosen
    if isinstance(question, Pick) and not asked.options:
        return h("p", voice.say("prompt.nothing"), class_="quiet")
    if isinstance(question, Pick):
        return _buttons(asked, name, offered)
    if isinstance(question, Count) and question.high - question.low < MOST_BUTTONS:
        return _numbers(question, name, offered)
    done = h("button", voice.say("web.ok"), type="submit", class_="primary")
    if isinstance(question, Form):
        return h("div", *_fields(asked, name, voice, offered), done, class_="fields")
    return h("div", entry(asked, name, voice, offered), done, class_="entry")


def entry(asked: Asked, name: str, voice: Voice, offered: Answer | None) -> Markup:
    """What waits for "Done": chosen, stepped or typed."""
    question = asked.question
    match question:
        case Pick():
            return _radios(asked, name, offered)
        case Count():
            return _stepper(asked, question, name, voice, offered)
        case Series():
            return _series(asked, question, name, voice, offered)
        case Several():
            return _several(asked, question, name, voice, offered)
        case Words():
            return _words(asked, question, name, offered)
        case Form():
            return h("div", *_fields(asked, name, voice, offered), class_="fields")


# -------------------------------------------------------------------------------------------------------- one of these


def _buttons(asked: Asked, name: str, offered: Answer | None) -> Markup:
    lengths = sorted(len(option.text) for option in asked.options)
    long = lengths[-1] > SHORT
    few = len(lengths) <= 3 and not long
    tiny = lengths[len(lengths) // 2] <= TINY
    buttons = [
        h(
            "button",
            option.text,
            type="submit",
            name=name,
            value=option.value,
            data_option=option.value,
            class_=f"option{' offered' if option.value == offered else ''}"
            f"{' wide' if tiny and len(option.text) > TINY else ''}",
        )
        for option in asked.options
    ]
    kind = "few" if few else "lines" if long else "tiny" if tiny else "grid"
    return h("div", *buttons, class_=f"options {kind}", data_keys=True)


def _radios(asked: Asked, name: str, offered: Answer | None) -> Markup:
    choices = [
        h(
            "label",
            h("input", type="radio", name=name, value=option.value, checked=option.value == offered, required=True),
            h("span", option.text),
            class_="choice",
            data_option=option.value,
        )
        for option in asked.options
    ]
    return h("div", *choices, class_="choices")


# ------------------------------------------------------------------------------------------------------------- numbers


def _numbers(question: Count, name: str, offered: Answer | None) -> Markup:
    buttons = [
        h(
            "button",
            signed(number, question.low),
            type="submit",
            name=name,
            value=number,
            class_="option offered" if number == offered else "option",
        )
        for number in range(question.low, question.high + 1)
    ]
    return h("div", *buttons, class_="options numbers", data_keys=True)


def _stepper(asked: Asked, question: Count, name: str, voice: Voice, offered: Answer | None) -> Markup:
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
    bounds = voice.say("web.bounds", low=question.low, high=question.high)
    steps = h("div", _step(voice, -1), field, _step(voice, 1), class_="stepper")
    return h("div", steps, h("p", bounds, class_="quiet"))


def signed(number: int, low: int) -> str:
    return f"+{number}" if low < 0 < number else str(number).replace("-", "−")


def _step(voice: Voice, by: int) -> Markup:
    name = voice.say("web.more" if by > 0 else "web.fewer")
    sign = "+" if by > 0 else "−"
    return h("button", sign, type="button", class_="by script", data_step=by, aria_label=name)


def _series(asked: Asked, question: Series, name: str, voice: Voice, offered: Answer | None) -> Markup:
    field = h(
        "input",
        type="text",
        inputmode="text" if question.low < 0 else "numeric",
        name=name,
        value=as_text(offered) if isinstance(offered, list) else None,
        autocomplete="off",
        maxlength=MOST_TEXT,
        data_series=True,
        aria_label=asked.text,
    )
    keys = [
        h("button", str(number), type="button", class_="key", data_key=number)
        for number in range(question.low, question.high + 1)
    ]
    back = h("button", "⌫", type="button", class_="key back", data_key="back", aria_label=voice.say("web.erase"))
    pad = h("div", *keys, back, class_="pad script", role="group", aria_label=voice.say("web.numbers"))
    return h(
        "div",
        h("p", voice.say("web.series"), class_="quiet"),
        field,
        pad if len(keys) <= MOST_KEYS else None,
        class_="keyed",
    )


# ------------------------------------------------------------------------------------------------------ several, words


def _several(asked: Asked, question: Several, name: str, voice: Voice, offered: Answer | None) -> Markup:
    """Each tap adds one; with the script they lie in a row, and a tap there takes one away."""
    exactly = question.exactly
    how_many = (
        voice.say("web.at-most", count=question.most) if exactly is None else voice.say("web.exactly", count=exactly)
    )
    field = h(
        "input",
        type="text",
        name=name,
        value=as_text(offered) if isinstance(offered, list) else None,
        autocomplete="off",
        maxlength=MOST_TEXT,
        data_several=question.most if exactly is None else exactly,
        aria_label=asked.text,
    )
    keys = [
        h(
            "button",
            option.text,
            type="button",
            class_="option",
            data_add=option.value,
            data_limit=question.limits.get(str(option.value)),
        )
        for option in asked.options
    ]
    known = ", ".join(f"{option.value} ({option.text})" for option in asked.options)
    return h(
        "div",
        h("p", how_many, class_="quiet"),
        h("p", voice.say("web.several", options=known), class_="quiet noscript"),
        field,
        h("ol", class_="chosen script", aria_label=voice.say("web.chosen"), data_away=voice.say("web.away")),
        h("div", *keys, class_="options grid script", role="group", aria_label=asked.text, data_keys=True),
        class_="several",
    )


def _words(asked: Asked, question: Words, name: str, offered: Answer | None) -> Markup:
    value = offered if isinstance(offered, str) else None
    return h("input", type="text", name=name, value=value, maxlength=question.most, aria_label=asked.text)


def _fields(asked: Asked, name: str, voice: Voice, offered: Answer | None) -> list[Markup]:
    """The questions of a form below each other, each with what is known of it."""
    given: Mapping[str, Any] = offered if isinstance(offered, dict) else {}
    rows = []
    for field, inner in asked.fields:
        known = given.get(field, inner.question.default)
        rows.append(h("fieldset", h("legend", inner.text), entry(inner, f"{name}{INSIDE}{field}", voice, known)))
    return rows


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
    return [str(option) for option in question.options if str(option) in drawn]
