"""Telling what I did: on the board by piece and place, the rest on a sheet that lies over its lower part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import json

from automarium.engine.game.playthrough import parse_input
from automarium.engine.layout import PlacedPieces, TrackValue
from automarium.engine.message import capitalise
from automarium.engine.question import Answer, Field, Pick
from automarium.interfaces.web.board.board_svg import BoardPicture
from automarium.interfaces.web.board.framed_board import framed
from automarium.interfaces.web.forms.command_form import ADJUST, Filled, together
from automarium.interfaces.web.forms.form_data import as_sent, places_offered
from automarium.interfaces.web.forms.widgets import FORM, Widget, ask, done, entry
from automarium.interfaces.web.html import Inside, Markup, h, link
from automarium.interfaces.web.icons import piece, sign
from automarium.interfaces.web.page import Notice, PageContext
from automarium.interfaces.web.pages.game_frame import FIELD, GameContext, bar, change, game_page
from automarium.views.game import build_command
from automarium.views.question import build_question, describe_answer
from automarium.views.turn import find_correction
from automarium.views.turn_lines import describe_thing, find_sign, list_layout


def tell(
    look: PageContext,
    seat: GameContext,
    told: Filled,
    board: BoardPicture | None,
    notice: Notice | None = None,
    *,
    lifted: PlacedPieces | None = None,
) -> str:
    """The next thing to say; above it what was said already, each to be changed. ``lifted`` is the piece that the
    person tapped on the board: it says most of it."""
    field = told.missing
    sent = _sent(told.fields)
    offered = places_offered(field.question, board.places) if field is not None and board is not None else []
    fields = _on_one_screen(seat, told)
    widget = _widget(look, seat, told, fields)
    picture = None
    alone = not fields  # a long form wants the screen for itself
    if board is not None and (offered or alone):
        leads = _leads(seat, told.name, sent, field) if offered else None
        marked = _on_board(told, board) if lifted is None else [lifted.at]
        picture = framed(
            board,
            offered=offered,
            marked=marked,
            leads=leads,
            height=HEIGHT,
            overview=look.say("web.whole"),
            under_sheet=not offered,
            moving=isinstance(field.question, Pick) and bool(field.question.likely) if field is not None else False,
        )
    name = build_command(told.name, look.translator).text
    question = build_question(field.question, look.translator).text if field is not None else look.say("web.all-told")
    form = change(seat, told.name, widget.inside, class_="asking", id_=FORM, **sent)
    options = field.question.options if field is not None and isinstance(field.question, Pick) else ()
    listed = _folded(look, form) if offered and len(options) > FEW else form
    return game_page(
        look,
        seat,
        picture,
        h(
            "section",
            _title(seat, told.name, name) if lifted is None else _in_hand(look, seat, lifted),
            _said(look, seat, told) if lifted is None else None,
            h("h2", question if alone else name, id="asked", class_=None if alone else "unseen"),
            listed,
            _away(look, seat, lifted),
            class_="question sheet-over",
            aria_labelledby="asked",
            id="question",
            tabindex="-1",
        ),
        title=name,
        notice=notice,
        bar=bar(look, seat, _tap_one(look, field) if offered else widget.button),
        class_="telling wide",
    )


def _tap_one(look: PageContext, field: Field | None) -> Markup:
    """In the place of the button; a tap on a place that is not offered says there why it is not."""
    assert field is not None
    question = field.question
    beyond = look.translator.look_up(f"unlikely.{question.about}") or look.say("web.not-offered")
    barred = question.barred if isinstance(question, Pick) else {}
    closed = json.encode({place: look.translator.sentence(why) for place, why in barred.items()}).decode()
    words = look.say("web.tap-place")
    return h("p", words, class_="go idle", role="status", data_beyond=beyond, data_closed=closed)


def _in_hand(look: PageContext, seat: GameContext, thing: PlacedPieces) -> Markup:
    """The piece that is lifted, and where from."""
    words = capitalise(look.translator.term("piece", f"{thing.side}.{thing.piece}"))
    place = look.translator.term("place", thing.at)
    mark = piece(find_sign(seat.view, thing.piece), thing.side)
    return h("p", mark, h("b", look.say("web.lifted", piece=words, place=place)), class_="teller")


def _away(look: PageContext, seat: GameContext, lifted: PlacedPieces | None = None) -> Markup:
    """Put it down again; or tell something else about the place."""
    down = link([sign("cross"), look.say("web.put-down")], seat.url("my-turn"), "b")
    other = link(look.say("web.else-here"), seat.url(f"at/{lifted.at}", all="1"), "b") if lifted is not None else None
    return h("div", down, other, class_="lr")


HEIGHT = 440  # pixels of the picture to tap on: the sheet lies over its lower part where the window is low
FEW = 12  # places: a longer list of them is folded where they can be tapped


def _folded(look: PageContext, form: Markup) -> Markup:
    return h("details", h("summary", look.say("web.from-list")), form)


def _title(seat: GameContext, name: str, words: str) -> Markup:
    mark = seat.definition.page.signs.get(name, "")
    return h("p", sign(mark) if mark else None, h("b", words), class_="teller")


def _leads(seat: GameContext, name: str, sent: Mapping[str, str], field: Field | None) -> Callable[[str], str]:
    assert field is not None
    key = FIELD + field.name
    return lambda place: seat.url(f"tell/{name}", **{**sent, key: place})


def _on_one_screen(seat: GameContext, told: Filled) -> list[Field]:
    """All fields that are missing, if none depends on another and none has too many options for that."""
    fields = [] if told.missing is None else together(seat.view, told.name, told.given)
    many = any(isinstance(one.question, Pick) and len(one.question.options) > FEW for one in fields)
    return [] if many else fields


def _widget(look: PageContext, seat: GameContext, told: Filled, fields: Sequence[Field]) -> Widget:
    """The next field; or those that are asked for together; or only the button, if none is missing."""
    field = told.missing
    if field is None:
        return Widget(h("span"), done(look))
    if fields:
        return Widget(h("div", *(_fieldset(look, seat, one) for one in fields), class_="fields entry"), done(look))
    return ask(build_question(field.question, look.translator), FIELD + field.name, look, seat.definition)


def _fieldset(look: PageContext, seat: GameContext, field: Field) -> Markup:
    inner = build_question(field.question, look.translator)
    return h(
        "fieldset",
        h("legend", inner.text),
        entry(inner, FIELD + field.name, look, seat.definition, field.question.default),
    )


def _on_board(told: Filled, board: BoardPicture) -> list[str]:
    """The places that were named already."""
    return [str(answer) for _, answer in told.fields if str(answer) in board.places]


def _sent(fields: Sequence[tuple[Field, Answer]]) -> dict[str, str]:
    return {name: text for field, answer in fields for name, text in as_sent(answer, FIELD + field.name).items()}


def _said(look: PageContext, seat: GameContext, told: Filled) -> Markup | None:
    if not told.fields:
        return None
    chips = []
    for index, (field, answer) in enumerate(told.fields):
        before = _sent(told.fields[:index])
        question = build_question(field.question, look.translator).text
        words = capitalise(describe_answer(field.question, answer, look.translator))
        again = seat.url(f"tell/{told.name}", **before, ask=field.name)
        name = h("span", f"{question} {look.say('web.change')}: ", class_="unseen")
        chips.append(h("li", link([name, words, sign("pen")], again, "chip", title=question)))
    return h("ul", *chips, class_="chips")


# -------------------------------------------------------------------------------------------------------- at a place


def at(
    look: PageContext,
    seat: GameContext,
    place: str,
    pieces: Sequence[tuple[PlacedPieces, Filled]],
    ways: Sequence[Filled],
    board: BoardPicture,
) -> str:
    """What a tap on a place offers: the person's own pieces there first, then what can be told about it."""
    lifting = [_lift(look, seat, thing, way) for thing, way in pieces]
    begun = [(way.name, way.given) for _, way in pieces]
    others = [way for way in ways if way.name != ADJUST and (way.name, way.given) not in begun]
    rows = [*lifting, *(_way(look, seat, way) for way in others)]
    lying = _lying(seat, place)
    adjusting = [way for way in ways if way.name == ADJUST and _leads_to(seat, way) not in lying]
    corrections = [*lying.values(), *(_way(look, seat, way) for way in adjusting)]
    name = capitalise(look.translator.term("place", place))
    nothing = h("p", look.say("web.at-nothing"))
    folded = h(
        "details",
        h("summary", build_command(ADJUST, look.translator).text),
        h("div", *corrections, class_="tellers"),
        open=not rows,
    )
    return game_page(
        look,
        seat,
        framed(
            board,
            marked=[place],
            leads=lambda other: seat.url(f"at/{other}"),
            height=HEIGHT,
            overview=look.say("web.whole"),
            under_sheet=True,
        ),
        h(
            "section",
            h("h2", name, id="asked"),
            h("div", *rows, class_="tellers") if rows else nothing,
            folded if corrections else None,
            _away(look, seat),
            class_="question sheet-over",
            aria_labelledby="asked",
            id="question",
            tabindex="-1",
        ),
        title=name,
        bar=bar(look, seat, h("p", look.say("web.choose"), class_="go idle")),
        class_="telling wide",
        data_at=seat.url("at/"),
    )


def _lying(seat: GameContext, place: str) -> dict[str, Markup]:
    """What lies there, to be corrected, by where that is done: what is corrected in one go is one button."""
    found: dict[str, list[PlacedPieces | TrackValue]] = {}
    for thing in list_layout(seat.view):
        given = find_correction(seat.view, thing)
        if given is not None and place == (thing.track if isinstance(thing, TrackValue) else thing.at):
            found.setdefault(seat.telling(ADJUST, given), []).append(thing)
    buttons = {}
    for leads, things in found.items():
        first = things[0]
        mark = find_sign(seat.view, first.track if isinstance(first, TrackValue) else first.piece)
        words = h("span", *(h("span", describe_thing(seat.view, one), class_="one") for one in things))
        buttons[leads] = link([sign(mark) if mark else None, words], leads, "b")
    return buttons


def _leads_to(seat: GameContext, way: Filled) -> str:
    return seat.url(f"tell/{way.name}", **_sent(way.fields))


def _lift(look: PageContext, seat: GameContext, thing: PlacedPieces, way: Filled) -> Markup:
    words = capitalise(look.translator.term("piece", f"{thing.side}.{thing.piece}"))
    mark = piece(find_sign(seat.view, thing.piece), thing.side)
    inside = [mark, h("span", h("b", words), h("small", build_command(way.name, look.translator).text))]
    return link(inside, _leads_to(seat, way), "b")


def _way(look: PageContext, seat: GameContext, way: Filled) -> Markup:
    """A way leads on to what is missing, or changes the game at once."""
    words = " · ".join(
        capitalise(describe_answer(field.question, answer, look.translator)) for field, answer in way.fields
    )
    mark = seat.definition.page.signs.get(way.name, "")
    sent = _sent(way.fields)
    complete = seat.view.next_field(way.name, way.given) is None
    if complete and way.name != ADJUST:
        whole = seat.view.describe_input(parse_input(seat.definition, {"do": way.name, **way.given}))
        label: list[Inside] = [sign(mark) if mark else None, h("span", whole)]
        return change(seat, way.name, h("button", *label, type="submit", class_="b"), **sent)
    name: list[Inside] = [] if way.name == ADJUST else [h("b", build_command(way.name, look.translator).text), " "]
    label = [sign(mark) if mark else None, h("span", *name, h("small", words) if name else words)]
    if complete:
        return change(seat, way.name, h("button", *label, type="submit", class_="b"), **sent)
    return link(label, seat.url(f"tell/{way.name}", **sent), "b")
