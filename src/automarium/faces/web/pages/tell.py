"""Telling a change: one field after the other, on the picture where it is a place, by large buttons otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automarium.faces.web import picture
from automarium.faces.web.filling import Told
from automarium.faces.web.html import Markup, h, link
from automarium.faces.web.page import Look, Notice, page
from automarium.faces.web.pages.parts import FIELD, Seat, change
from automarium.faces.web.widgets import ask, places_offered
from automarium.faces.web.words import answer_words, asked, input_name, option_words
from automarium.kernel.room import Field
from automarium.kernel.table import Answer, Pick


def tell(look: Look, seat: Seat, told: Told, svg: str | None, notice: Notice | None = None) -> str:
    """The next thing to say; above it what was said already, each to be changed."""
    field = told.missing
    assert field is not None
    offered = places_offered(field.question, picture.places(svg))
    form = change(
        seat,
        told.name,
        ask(field.question, FIELD + field.name, look.voice),
        class_="asking",
        **_sent(told.fields),
    )
    board = picture.framed(picture.inline(svg, offered), tappable=True) if svg and offered else None
    asking = h(
        "section",
        h("h2", asked(look.voice, field.question), id="asked"),
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
        input_name(look.voice, told.name),
        asking,
        notice=notice,
        back=(seat.url(), look.say("web.table")),
        class_="telling",
        data_game=seat.key,
        data_revision=seat.revision,
        data_new=look.say("web.moved-on"),
    )


def _sent(fields: Sequence[tuple[Field, Answer]]) -> dict[str, str]:
    return {FIELD + field.name: as_text(answer) for field, answer in fields}


def as_text(answer: Answer) -> str:
    return " ".join(map(str, answer)) if isinstance(answer, list) else str(answer)


def _said(look: Look, seat: Seat, told: Told) -> Markup | None:
    if not told.fields:
        return None
    chips = []
    for index, (field, answer) in enumerate(told.fields):
        before = _sent(told.fields[:index])
        words = f"{asked(look.voice, field.question)} {answer_words(look.voice, field.question, answer)}"
        again = seat.url(f"tell/{told.name}", **before, ask=field.name)
        chips.append(h("li", link([words, " ", h("span", look.say("web.change"), class_="quiet")], again, "chip")))
    return h("ul", *chips, class_="chips")


def at(look: Look, seat: Seat, place: str, ways: Sequence[Told]) -> str:
    """What a tap on a place offers."""
    rows = [_way(look, seat, way) for way in ways if way.name != "adjust"]
    corrections = [_way(look, seat, way) for way in ways if way.name == "adjust"]
    name = place_name(look, ways, place)
    return page(
        look,
        name,
        h("h2", look.say("web.at", place=name)),
        h("div", *rows, class_="tellers") if rows else h("p", look.say("web.at-nothing")),
        h(
            "details",
            h("summary", input_name(look.voice, "adjust")),
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


def place_name(look: Look, ways: Sequence[Told], place: str) -> str:
    """As the questions call it."""
    for way in ways:
        field, answer = way.fields[-1]
        if isinstance(field.question, Pick) and answer == place and field.question.family == "place":
            return option_words(look.voice, field.question, place)
    return str(look.voice.term("place", place))


def _way(look: Look, seat: Seat, way: Told) -> Markup:
    """A way leads on to what is missing, or changes the game at once."""
    words = " · ".join(answer_words(look.voice, field.question, answer) for field, answer in way.fields)
    name = [] if way.name == "adjust" else [h("strong", input_name(look.voice, way.name)), " "]
    label = [*name, h("span", words, class_="quiet" if name else None)]
    sent: Mapping[str, str] = _sent(way.fields)
    if seat.room.input_field(seat.game.position, way.name, way.given) is None:
        return change(seat, way.name, h("button", *label, type="submit", class_="option"), **sent)
    return link(label, seat.url(f"tell/{way.name}", **sent), "option")
