"""Telling a change: one field after the other, on the picture where it is a place, by large buttons otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automarium.companion.view import answer_words, asked, capital, tellable
from automarium.faces.web import picture
from automarium.faces.web.filling import Filled
from automarium.faces.web.html import Markup, h, link
from automarium.faces.web.page import Look, Notice, page
from automarium.faces.web.pages.parts import FIELD, Seat, change
from automarium.faces.web.widgets import as_sent, ask, places_offered
from automarium.kernel.table import Answer, Field


def tell(look: Look, seat: Seat, told: Filled, svg: str | None, notice: Notice | None = None) -> str:
    """The next thing to say; above it what was said already, each to be changed."""
    field = told.missing
    assert field is not None
    offered = places_offered(field.question, picture.places(svg))
    form = change(
        seat,
        told.name,
        ask(asked(field.question, look.voice), FIELD + field.name, look.voice),
        class_="asking",
        **_sent(told.fields),
    )
    board = picture.framed(picture.inline(svg, offered), tappable=True) if svg and offered else None
    asking = h(
        "section",
        h("h2", asked(field.question, look.voice).text, id="asked"),
        _said(look, seat, told),
        h("p", look.say("web.tap-place"), class_="quiet script") if offered else None,
        h("div", board, form, class_="table") if board else form,
        class_="question",
        aria_labelledby="asked",
        id="question",
        tabindex="-1",
    )
    return page(
        look,
        tellable(told.name, look.voice).text,
        asking,
        notice=notice,
        back=(seat.url(), look.say("web.table")),
        class_="telling",
        data_game=seat.key,
        data_revision=seat.revision,
        data_new=look.say("web.moved-on"),
    )


def _sent(fields: Sequence[tuple[Field, Answer]]) -> dict[str, str]:
    return {name: text for field, answer in fields for name, text in as_sent(answer, FIELD + field.name).items()}


def _said(look: Look, seat: Seat, told: Filled) -> Markup | None:
    if not told.fields:
        return None
    chips = []
    for index, (field, answer) in enumerate(told.fields):
        before = _sent(told.fields[:index])
        words = f"{asked(field.question, look.voice).text} {answer_words(field.question, answer, look.voice)}"
        again = seat.url(f"tell/{told.name}", **before, ask=field.name)
        chips.append(h("li", link([words, " ", h("span", look.say("web.change"), class_="quiet")], again, "chip")))
    return h("ul", *chips, class_="chips")


def at(look: Look, seat: Seat, place: str, ways: Sequence[Filled]) -> str:
    """What a tap on a place offers."""
    rows = [_way(look, seat, way) for way in ways if way.name != "adjust"]
    corrections = [_way(look, seat, way) for way in ways if way.name == "adjust"]
    name = capital(look.voice.term("place", place))
    return page(
        look,
        name,
        h("h2", look.say("web.at", place=name)),
        h("div", *rows, class_="tellers") if rows else h("p", look.say("web.at-nothing")),
        h(
            "details",
            h("summary", tellable("adjust", look.voice).text),
            h("div", *corrections, class_="tellers"),
            open=not rows,
        )
        if corrections
        else None,
        back=(seat.url(), look.say("web.table")),
        class_="telling",
        data_game=seat.key,
        data_revision=seat.revision,
        data_new=look.say("web.moved-on"),
    )


def _way(look: Look, seat: Seat, way: Filled) -> Markup:
    """A way leads on to what is missing, or changes the game at once."""
    words = " · ".join(answer_words(field.question, answer, look.voice) for field, answer in way.fields)
    name = [] if way.name == "adjust" else [h("strong", tellable(way.name, look.voice).text), " "]
    label = [*name, h("span", words, class_="quiet" if name else None)]
    sent: Mapping[str, str] = _sent(way.fields)
    if seat.view.field(way.name, way.given) is None:
        return change(seat, way.name, h("button", *label, type="submit", class_="option"), **sent)
    return link(label, seat.url(f"tell/{way.name}", **sent), "option")
