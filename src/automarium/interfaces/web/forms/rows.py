"""Rows of numbers or named things, and forms of several rows.

Without script a row is a text field. With it a key adds a thing and a tap on a thing removes it; the rows of a form
share their keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automarium.engine.definition import AnyDefinition
from automarium.engine.question import Answer, Series, Several
from automarium.interfaces.web.forms.form_data import MOST_TEXT, format_answer
from automarium.interfaces.web.forms.options import MIDDLING, render_composer, render_face
from automarium.interfaces.web.html import Inside, Markup, h, sign
from automarium.interfaces.web.page import PageContext
from automarium.views.question import Asked

MOST_KEYS = 40  # numbers of a wider range are typed
FEW = 7  # numbers: so many stand in one line


def render_row(
    asked: Asked,
    question: Series | Several,
    name: str,
    page: PageContext,
    definition: AnyDefinition,
    known: Answer | None,
) -> Markup:
    if isinstance(question, Series) and _is_set(question):
        return _render_toggles(asked, question, name, page, known)
    if isinstance(question, Series):
        keys = render_pad(question, page)
    else:
        composed = question.family in definition.content.stems
        keys = (
            render_composer(asked, question, page, definition)
            if composed
            else render_palette(asked, question, page, definition)
        )
    return h("div", *render_channel(asked, question, name, page, known, typed=keys is None), keys, class_="several")


def _is_set(question: Series) -> bool:
    """Return whether the question asks for a set of a few numbers, without order."""
    return question.rising and question.hole is None and question.high - question.low < FEW


def render_places(
    asked: Asked, question: Several, name: str, page: PageContext, definition: AnyDefinition, known: Answer | None
) -> Markup:
    """Return a form for one thing in each of several places as a row of places."""
    line = Asked(question, asked.text, asked.fields[0][1].options)
    lying, keys = render_channel(line, question, name, page, known), render_palette(line, question, page, definition)
    there = known if isinstance(known, list) else question.default
    many = len(there) if isinstance(there, list) else 0
    return h("div", *lying, keys, class_="several in-places", data_places=question.exactly, data_known=many)


def _render_toggles(asked: Asked, question: Series, name: str, page: PageContext, known: Answer | None) -> Markup:
    given = known if isinstance(known, list) else []
    keys = [
        h(
            "button",
            str(number),
            type="button",
            class_="b key",
            data_take=number,
            aria_pressed="true" if number in given else "false",
        )
        for number in range(question.low, question.high + 1)
    ]
    how, field, _ = render_channel(asked, question, name, page, known)
    numbers = h("div", *keys, class_="script", role="group", aria_label=page.say("web.numbers"))
    return h("div", how, field, numbers, class_="several toggles")


def render_channel(
    asked: Asked, question: Series | Several, name: str, page: PageContext, known: Answer | None, *, typed: bool = False
) -> list[Inside]:
    """Return the field and the list of a row; ``typed``: it has no keys."""
    exactly = question.exactly
    field = h(
        "input",
        type="text",
        inputmode="numeric" if isinstance(question, Series) and question.low >= 0 else None,
        name=name,
        value=format_answer(known) if isinstance(known, list) else None,
        autocomplete="off",
        maxlength=MOST_TEXT,
        data_several=None if typed else question.most if exactly is None else exactly,
        data_limits=_format_limits(_find_limits(question)) or None,
        aria_label=asked.text,
    )
    many = page.say("web.at-most", count=question.most) if exactly is None else page.say("web.exactly", count=exactly)
    known_ones = ", ".join(f"{option.value} ({option.text})" for option in asked.options)
    how = page.say("web.several", options=known_ones) if known_ones else page.say("web.series")
    return [
        h("p", many, " ", how, class_="quiet" if typed else "quiet noscript"),
        field,
        None
        if typed
        else h(
            "ol",
            class_="channel script",
            aria_label=page.say("web.chosen"),
            data_away=page.say("web.away"),
            data_other=page.say("web.change-one"),
        ),
    ]


def _find_limits(question: Series | Several) -> Mapping[str, int]:
    return dict.fromkeys(map(str, question.once), 1) if isinstance(question, Series) else question.limits


def _format_limits(limits: Mapping[str, int]) -> str:
    return " ".join(f"{option}:{limit}" for option, limit in limits.items())


def render_palette(
    asked: Asked, question: Several, page: PageContext, definition: AnyDefinition, head: Inside = None
) -> Markup:
    """Return the keys of named things, each with the number of copies left."""
    longest = max((len(option.text) for option in asked.options), default=0)
    coloured = question.family in definition.page.colours
    kind = " dots" if coloured and longest > MIDDLING else " wide" if longest > LONG else ""
    keys = [
        h(
            "button",
            *render_face(option, question.family, page, definition),
            h("small", class_="left"),
            type="button",
            class_="b",
            data_add=option.value,
        )
        for option in asked.options
    ]
    return h("div", head, *keys, class_=f"palette script{kind}", role="group", aria_label=asked.text, data_keys=True)


LONG = 12  # letters: keys with longer words are wider
MANY = 21  # numbers: of more the larger ones lie behind a key for their ten


def render_pad(question: Series, page: PageContext) -> Markup | None:
    """Return the keys of numbers, None for a wide range. Of many numbers the tens are folded; a track shows all."""
    numbers = range(question.low, question.high + 1)
    if len(numbers) > MOST_KEYS:
        return None
    tens = {} if question.rising or len(numbers) <= MANY else _group_tens(numbers)
    behind = {number for ten in tens.values() for number in ten}
    seen = [number for number in numbers if number in tens or number not in behind]
    keys = [_render_ten(number) if number in tens else _render_key(number) for number in seen]
    erase = [sign("erase"), h("span", page.say("web.erase"), class_="unseen")]
    keys.append(h("button", *erase, type="button", class_="b key", data_erase=True))
    keys += [
        h("div", *map(_render_key, ten), class_="tens", data_amounts=first, hidden=True) for first, ten in tens.items()
    ]
    return h("div", *keys, class_="pad script", role="group", aria_label=page.say("web.numbers"))


def _render_key(number: int) -> Markup:
    return h("button", str(number).replace("-", "−"), type="button", class_="b key", data_add=number)


def _render_ten(first: int) -> Markup:
    return h("button", f"{first}+", type="button", class_="b key", data_stem=first, aria_expanded="false")


def _group_tens(numbers: range) -> dict[int, range]:
    tens = {first: range(first, min(first + 10, numbers.stop)) for first in range(10, numbers.stop, 10)}
    return {first: ten for first, ten in tens.items() if len(ten) > 1}


def find_alike(asked: Asked) -> frozenset[str]:
    """Return the fields of a form that ask for the same things, if there are at least two."""
    several = [(field, inner.question) for field, inner in asked.fields if isinstance(inner.question, Several)]
    if len(several) > 1 and len({(question.options, question.family) for _, question in several}) == 1:
        return frozenset(field for field, _ in several)
    series = [(field, inner.question) for field, inner in asked.fields if isinstance(inner.question, Series)]
    ranges = {(question.low, question.high) for _, question in series}
    keyed = all(high - low < MOST_KEYS for low, high in ranges)
    return frozenset(field for field, _ in series) if len(series) > 1 and len(ranges) == 1 and keyed else frozenset()


def render_shared_keys(
    asked: Asked, question: Series | Several, page: PageContext, definition: AnyDefinition, head: Inside
) -> Markup | None:
    return (
        render_pad(question, page)
        if isinstance(question, Series)
        else render_palette(asked, question, page, definition, head)
    )


def format_shared(rows: Sequence[Series | Several]) -> str | None:
    """Return the limits that all rows share, if each row could hold everything; otherwise None."""
    first = rows[0]
    if isinstance(first, Series):
        return None
    same = all(isinstance(one, Several) and one.limits == first.limits for one in rows)
    return _format_limits(first.limits) if same and first.limits and first.most == sum(first.limits.values()) else None
