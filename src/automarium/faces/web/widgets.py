"""Four widgets for every question of every game: pick one, a number, a series of numbers, several of some things.

Each works as a plain form: an option is a button that sends the form with its value. The script adds only comfort
(steps of a number, keys of a series, taps on the picture, typing the beginning of an option).
"""

from __future__ import annotations

from collections.abc import Collection

from automarium.faces.web.html import Markup, h
from automarium.faces.web.words import asked, option_words, several_words
from automarium.kernel.saying import refuse
from automarium.kernel.table import Answer, AnyQuestion, Count, Pick, Series, Several, check
from automarium.voice import Voice

MOST_BUTTONS = 12  # a number of a wider range is typed or stepped
MOST_KEYS = 40
MOST_TEXT = 2000  # of a typed answer
SHORT = 16  # letters: options that are longer get a line each
TINY = 4  # letters: many of these fit beside each other


def ask(question: AnyQuestion, name: str, voice: Voice, chosen: Answer | None = None) -> Markup:
    """The inside of a form that asks ``question``; the answer is sent as ``name``. ``chosen`` is offered first."""
    offered = question.default if chosen is None else chosen
    match question:
        case Pick():
            return _pick(question, name, voice, offered)
        case Count():
            return _count(question, name, voice, offered)
        case Series():
            return _series(question, name, voice, offered)
        case Several():
            return _several(question, name, voice, offered)


def _pick(question: Pick, name: str, voice: Voice, offered: Answer | None) -> Markup:
    words = {option: option_words(voice, question, option) for option in question.options}
    lengths = sorted(map(len, words.values()))
    long = bool(lengths) and lengths[-1] > SHORT
    few = len(words) <= 3 and not long
    tiny = bool(lengths) and lengths[len(lengths) // 2] <= TINY
    buttons = [
        h(
            "button",
            text,
            type="submit",
            name=name,
            value=option,
            data_option=option,
            class_=f"option{' offered' if option == offered else ''}{' wide' if tiny and len(text) > TINY else ''}",
        )
        for option, text in words.items()
    ]
    if not buttons:
        return h("p", voice.say("prompt.nothing"), class_="quiet")
    kind = "few" if few else "lines" if long else "tiny" if tiny else "grid"
    return h(
        "div",
        *buttons,
        class_=f"options {kind}",
        data_keys=True,
    )


def _count(question: Count, name: str, voice: Voice, offered: Answer | None) -> Markup:
    if question.high - question.low < MOST_BUTTONS:
        buttons = [
            h(
                "button",
                _signed(number, question.low),
                type="submit",
                name=name,
                value=number,
                class_="option offered" if number == offered else "option",
            )
            for number in range(question.low, question.high + 1)
        ]
        return h("div", *buttons, class_="options numbers", data_keys=True)
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
        aria_label=asked(voice, question),
    )
    bounds = voice.say("web.bounds", low=question.low, high=question.high)
    return h(
        "div",
        h("div", _step(voice, -1), field, _step(voice, 1), class_="stepper"),
        h("p", bounds, class_="quiet"),
        h("button", voice.say("web.ok"), type="submit", class_="primary"),
        class_="entry",
    )


def _signed(number: int, low: int) -> str:
    return f"+{number}" if low < 0 < number else str(number).replace("-", "−")


def _step(voice: Voice, by: int) -> Markup:
    name = voice.say("web.more" if by > 0 else "web.fewer")
    sign = "+" if by > 0 else "−"
    return h("button", sign, type="button", class_="by script", data_step=by, aria_label=name)


def _series(question: Series, name: str, voice: Voice, offered: Answer | None) -> Markup:
    typed = " ".join(map(str, offered)) if isinstance(offered, list) else None
    field = h(
        "input",
        type="text",
        inputmode="text" if question.low < 0 else "numeric",
        name=name,
        value=typed,
        autocomplete="off",
        maxlength=MOST_TEXT,
        data_series=True,
        aria_label=asked(voice, question),
    )
    keys = [
        h("button", str(number), type="button", class_="key", data_key=number)
        for number in range(question.low, question.high + 1)
    ]
    pad = h(
        "div",
        *keys,
        h("button", "⌫", type="button", class_="key back", data_key="back", aria_label=voice.say("web.erase")),
        class_="pad script",
        role="group",
        aria_label=voice.say("web.numbers"),
    )
    return h(
        "div",
        h("p", voice.say("web.series"), class_="quiet"),
        field,
        pad if len(keys) <= MOST_KEYS else None,
        h("button", voice.say("web.ok"), type="submit", class_="primary"),
        class_="entry",
    )


def _several(question: Several, name: str, voice: Voice, offered: Answer | None) -> Markup:
    """Each tap adds one; with the script they lie in a row, and a tap there takes one away."""
    how_many = (
        voice.say("web.exactly", count=question.exactly)
        if question.exactly is not None
        else voice.say("web.at-most", count=question.most)
    )
    field = h(
        "input",
        type="text",
        name=name,
        value=" ".join(map(str, offered)) if isinstance(offered, list) else None,
        autocomplete="off",
        maxlength=MOST_TEXT,
        data_several=question.exactly if question.exactly is not None else question.most,
        aria_label=asked(voice, question),
    )
    keys = [
        h(
            "button",
            several_words(voice, question, option),
            type="button",
            class_="option",
            data_add=option,
            data_limit=question.limits.get(option),
        )
        for option in question.options
    ]
    known = ", ".join(f"{option} ({several_words(voice, question, option)})" for option in question.options)
    return h(
        "div",
        h("p", how_many, class_="quiet"),
        h("p", voice.say("web.several", options=known), class_="quiet noscript"),
        field,
        h("ol", class_="chosen script", aria_label=voice.say("web.chosen"), data_away=voice.say("web.away")),
        h("div", *keys, class_="options grid script", role="group", aria_label=asked(voice, question), data_keys=True),
        h("button", voice.say("web.ok"), type="submit", class_="primary"),
        class_="entry several",
    )


# ------------------------------------------------------------------------------------------------- what comes back


def read_answer(question: AnyQuestion, text: str, where: str = "") -> Answer:
    """The answer that a form sent, checked against its question."""
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
