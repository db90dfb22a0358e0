"""What lies in rows, to be tapped away: each thing by itself in its row, what is gone is crossed out.

Without script it is a line of text like any other row.
"""

from __future__ import annotations

from automarium.companion.questions import Asked, Option
from automarium.faces.web.html import Markup, h
from automarium.faces.web.options import face
from automarium.faces.web.page import Look
from automarium.faces.web.series import channel
from automarium.faces.web.signs import sign
from automarium.kernel.question import Answer, Several
from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import capital


def taken_away(asked: Asked, question: Several, name: str, look: Look, room: AnyRoom, known: Answer | None) -> Markup:
    """The rows with what lies there; the field holds what is gone."""
    rows, things = room.rows[question.family]
    gone = [str(one) for one in known] if isinstance(known, list) else []
    lines: dict[str, list[Markup]] = {}
    for option in asked.options:
        value = str(option.value)
        row, _, thing = value.partition("-")
        shown, _ = face(Option(thing, option.text), things, look, room)
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
    listed = [_line(row, rows, lying, look, room) for row, lying in lines.items()]
    how, field, _ = channel(asked, question, name, look, known)
    hint = h("p", look.say("web.tap-gone"), class_="quiet script")
    return h("div", how, hint, field, h("ul", *listed, class_="script"), class_="several taking")


def _line(row: str, family: str, lying: list[Markup], look: Look, room: AnyRoom) -> Markup:
    mark = room.signs.get(row, "")
    words = h("b", sign(mark) if mark else None, h("span", capital(look.voice.term(family, row))))
    return h("li", words, h("span", *lying))
