"""Words of many, built in two taps: a sign, then which of its kind; those used last stand first (the script knows)."""

from __future__ import annotations

from automarium.companion.questions import Asked, Option
from automarium.faces.web.html import Markup, h
from automarium.faces.web.page import Look
from automarium.faces.web.signs import sign
from automarium.kernel.component import Stem
from automarium.kernel.question import Several
from automarium.kernel.room import AnyRoom


def composer(asked: Asked, question: Several, look: Look, room: AnyRoom) -> Markup:
    """The signs of a family, and under each its words; all keys are those of a row (``data-add``)."""
    words = {str(option.value): option for option in asked.options}
    stems = [stem for stem in room.stems[question.family] if any(one in words for one in stem.options)]
    signs = [
        h(
            "button",
            sign(stem.sign),
            h("span", look.say(f"stem.{stem.name}")),
            type="button",
            class_="b",
            data_stem=stem.name,
            aria_expanded="false",
        )
        for stem in stems
    ]
    amounts = [_amounts(stem, words, look) for stem in stems]
    nothing = h("button", look.say("web.nothing"), type="button", class_="b", data_nothing=True)
    return h(
        "div",
        h("div", class_="recent", data_recent=f"{room.name}.{question.family}"),
        h("div", *signs, nothing, class_="stems"),
        *amounts,
        class_="palette composer script",
        role="group",
        aria_label=asked.text,
    )


def _amounts(stem: Stem, words: dict[str, Option], look: Look) -> Markup:
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
