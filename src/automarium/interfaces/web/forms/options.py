"""One of several options: buttons that submit, or radio buttons."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.content.component import Stem
from automarium.engine.definition import AnyDefinition
from automarium.engine.question import Answer, Pick, Several
from automarium.interfaces.web.forms.form_data import list_offered
from automarium.interfaces.web.html import Inside, Markup, h, sign
from automarium.interfaces.web.page import PageContext
from automarium.views.question import Asked, Option

SHORT = 16  # letters: options that are longer get a line each
TINY = 4  # letters: many of these fit side by side
MIDDLING = 8  # letters: a few of these do
MANY = 5  # options: as many share a row


def render_face(option: Option, family: str, page: PageContext, definition: AnyDefinition) -> list[Inside]:
    """Return what the button of an option shows: its colour with a letter, or its icon, and its words."""
    colour = definition.page.colours.get(family, {}).get(str(option.value))
    signs = definition.page.signs
    mark = signs.get(f"{family}.{option.value}") or signs.get(str(option.value), "") if family else ""
    if colour is not None:
        letter = page.translator.look_up(f"{family}.{option.value}@letter") or option.text[:1]
        return [h("span", letter, class_=f"dot c-{colour}", aria_hidden="true"), h("span", option.text)]
    short = page.translator.look_up(f"{family}.{option.value}@short") if family else ""  # for small cells of a card
    beside = find_beside(option, family, page) if mark else None
    return [sign(mark) if mark else None, h("span", option.text, data_short=short or None, data_beside=beside)]


def find_beside(option: Option, family: str, page: PageContext) -> str:
    """Return what is written beside the sign of an option where there is no room for its words: "≤1"."""
    return page.translator.look_up(f"{family}.{option.value}@beside") or ""


def render_buttons(
    asked: Asked, question: Pick, name: str, page: PageContext, definition: AnyDefinition, offered: Answer | None
) -> Markup:
    lengths = sorted(len(option.text) for option in asked.options)
    long = lengths[-1] > SHORT
    few = len(lengths) <= 3 and not long
    tiny = lengths[len(lengths) // 2] <= TINY and question.family not in definition.page.colours
    buttons = {
        option.value: h(
            "button",
            *render_face(option, question.family, page, definition),
            type="submit",
            name=name,
            value=option.value,
            data_option=option.value,
            class_=f"b option{' offered' if option.value == offered else ''}"
            f"{' wide' if tiny and len(option.text) > TINY else ''}",
        )
        for option in asked.options
    }
    kind = "few" if few else "lines" if long else "tiny" if tiny else "grid"
    likely = list_offered(question)
    first = [one for value, one in buttons.items() if value in likely]
    listed = h("div", *first, class_=f"options {kind}", data_keys=True)
    rest = [one for value, one in buttons.items() if value not in likely and value not in question.barred]
    if not rest:
        return listed
    beyond = h("div", *rest, class_=f"options {kind}", data_keys=True)
    folded = h("details", h("summary", page.say("web.beyond")), beyond, class_="beyond")
    return h("div", listed if first else None, folded)


def are_long(options: Sequence[Option]) -> bool:
    """Return whether the options are too long to stand side by side."""
    return max((len(option.text) for option in options), default=0) > SHORT


def render_segments(
    options: Sequence[Option],
    family: str,
    name: str,
    page: PageContext,
    definition: AnyDefinition,
    offered: Answer | None,
    *,
    needed: bool = True,
) -> Markup:
    """Return radio buttons side by side; long ones below each other."""
    colours = definition.page.colours.get(family, {})
    coloured = [option for option in options if str(option.value) in colours]
    longest = max((len(option.text) for option in coloured or options), default=0)
    choices = [
        h(
            "label",
            h("input", type="radio", name=name, value=option.value, checked=option.value == offered, required=needed),
            *render_face(option, family, page, definition),
            class_="b seg wide" if coloured and len(option.text) > max(longest, SHORT) else "b seg",
            data_option=option.value,
        )
        for option in options
    ]
    kind = " lines" if longest > SHORT else " upto12" if coloured else ""
    kind = " upto3" if longest < TINY else " upto8" if longest <= MIDDLING else kind
    if len(coloured) >= MANY:
        kind += " dots"  # in a form: letters only, in one row
    elif len(options) >= MANY and min(len(option.text) for option in options) < TINY and not kind.startswith(" lines"):
        kind += " many" if longest < TINY else " mixed"
    return h("div", *choices, class_=f"segments{kind}")


def render_composer(asked: Asked, question: Several, page: PageContext, definition: AnyDefinition) -> Markup:
    """Return the keys of composed effects: a kind, then its amount (``data-add``)."""
    words = {str(option.value): option for option in asked.options}
    stems = [stem for stem in definition.content.stems[question.family] if any(one in words for one in stem.options)]
    signs = [
        h(
            "button",
            sign(stem.sign),
            h("span", page.say(f"stem.{stem.name}")),
            type="button",
            class_="b",
            data_stem=stem.name,
            aria_expanded="false",
        )
        for stem in stems
    ]
    amounts = [_render_amounts(stem, words, page) for stem in stems]
    nothing = h("button", page.say("web.nothing"), type="button", class_="b", data_nothing=True)
    return h(
        "div",
        h("div", class_="recent", data_recent=f"{definition.name}.{question.family}"),
        h("div", *signs, nothing, class_="stems"),
        *amounts,
        class_="palette composer script",
        role="group",
        aria_label=asked.text,
    )


def _render_amounts(stem: Stem, words: dict[str, Option], page: PageContext) -> Markup:
    keys = []
    for option in stem.options:
        if option in words:
            number = option.removeprefix(f"{stem.name}-")
            short = number if number.isdecimal() else words[option].text
            said = h("span", words[option].text, class_="unseen") if short == number else None
            keys.append(
                h(
                    "button",
                    said,
                    h("b", short, aria_hidden="true") if said else h("span", short),
                    type="button",
                    class_="b amount" if said else "b",
                    data_add=option,
                )
            )
    return h("div", *keys, class_="amounts", data_amounts=stem.name, hidden=True, data_keys=True)
