"""Entering a command of the person: by piece and place on the board, the rest in a form below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec import json

from automarium.engine.game.playthrough import parse_input
from automarium.engine.game.undo import find_due_hands
from automarium.engine.layout import PlacedPieces, TrackValue
from automarium.engine.message import Refused, capitalise
from automarium.engine.play.command import Respond
from automarium.engine.question import Answer, AnyQuestion, Count, Field, Form, Pick, Series
from automarium.interfaces.web.board.board_frame import render_board
from automarium.interfaces.web.board.board_picture import BoardPicture
from automarium.interfaces.web.forms.command_form import ADJUST, FilledCommand, find_independent
from automarium.interfaces.web.forms.form_data import INSIDE, encode_answer, find_tappable
from automarium.interfaces.web.forms.widgets import FORM, MOST_BUTTONS, Widget, make_widget, render_done, render_entry
from automarium.interfaces.web.html import Inside, Markup, h, link, render_mark, render_piece, sign
from automarium.interfaces.web.page import Notice, PageContext
from automarium.interfaces.web.pages.combat import find_combat, render_outcome
from automarium.interfaces.web.pages.game_frame import (
    FIELD,
    GameContext,
    minus,
    render_bar,
    render_change,
    render_game_page,
)
from automarium.views.game import build_command
from automarium.views.question import build_question, describe_answer
from automarium.views.turn import find_correction
from automarium.views.turn_lines import build_line, describe_thing, find_sign, list_layout


def render_command(
    context: GameContext,
    filled: FilledCommand,
    board: BoardPicture | None,
    notice: Notice | None = None,
    *,
    lifted: PlacedPieces | None = None,
) -> str:
    """Return the next field; above it the fields given so far. ``lifted`` is the piece that was tapped on the board."""
    field = filled.missing
    sent = _encode_fields(filled.fields)
    offered = find_tappable(field.question, board.places) if field is not None and board is not None else []
    pick = field.question if field is not None and isinstance(field.question, Pick) else None
    fields = _find_shared_screen(context, filled)
    widget = _make_widget(context, filled, fields)
    picture = None
    alone = not fields  # a long form gets the whole screen
    if board is not None and (offered or alone):
        leads = _make_links(context, filled.name, sent, field) if offered else None
        marked = _find_named_places(filled, board) if lifted is None else [lifted.at]
        picture = render_board(
            board,
            offered=offered,
            marked=marked,
            leads=leads,
            height=HEIGHT,
            overview=context.say("web.whole"),
            under_sheet=not offered,
            moving=pick is not None and bool(pick.likely),
        )
    name = build_command(filled.name, context.translator).text
    question = (
        build_question(field.question, context.translator).text if field is not None else context.say("web.all-told")
    )
    form = render_change(context, filled.name, widget.inside, class_="asking", id_=FORM, **sent)
    listed = _render_folded(context.page, form) if pick is not None and offered and len(pick.options) > FEW else form
    return render_game_page(
        context,
        picture,
        h(
            "section",
            _render_title(context, filled.name, name) if lifted is None else _render_lifted(context, lifted),
            _render_given(context, filled) if lifted is None else None,
            h("h2", question if alone else name, id="asked", class_=None if alone else "unseen"),
            _render_nothing(context.page, pick) if pick is not None and pick.likely == () else None,
            listed,
            _render_ways_out(context, lifted),
            class_="question sheet-over",
            aria_labelledby="asked",
            id="question",
            tabindex="-1",
        ),
        title=name,
        notice=notice,
        bar=render_bar(context, _render_tap_hint(context.page, pick) if pick and offered else widget.button),
        class_="telling wide",
    )


def _render_tap_hint(page: PageContext, question: Pick) -> Markup:
    """Return the hint in place of the button; after a tap on a place that is not offered the script shows why."""
    beyond = page.translator.look_up(f"unlikely.{question.about}") or page.say("web.not-offered")
    closed = json.encode({place: page.translator.sentence(why) for place, why in question.barred.items()}).decode()
    words = page.say("web.tap-place")
    return h("p", words, class_="go idle", role="status", data_beyond=beyond, data_closed=closed)


def _render_nothing(page: PageContext, question: Pick) -> Markup:
    """Return why nothing is offered, as far as the game knows."""
    return h("p", page.translator.look_up(f"nothing.{question.about}") or page.say("web.none-offered"))


def _render_lifted(context: GameContext, thing: PlacedPieces) -> Markup:
    words = capitalise(context.translator.term("piece", f"{thing.side}.{thing.piece}"))
    place = context.translator.term("place", thing.at)
    mark = render_piece(find_sign(context.view, thing.piece), thing.side)
    return h("p", mark, h("b", context.say("web.lifted", piece=words, place=place)), class_="teller")


def _render_ways_out(context: GameContext, lifted: PlacedPieces | None = None) -> Markup:
    """Return links to put the piece down, and to other commands at the place."""
    down = link([sign("cross"), context.say("web.put-down")], context.url("my-turn"), "b")
    other = (
        link(context.say("web.else-here"), context.url(f"at/{lifted.at}", all="1"), "b") if lifted is not None else None
    )
    return h("div", down, other, class_="lr")


HEIGHT = 440  # pixels of the board; in low windows the form covers its lower part
FEW = 12  # places: a longer list is folded if they can be tapped


def _render_folded(page: PageContext, form: Markup) -> Markup:
    return h("details", h("summary", page.say("web.from-list")), form)


def _render_title(context: GameContext, name: str, words: str) -> Markup:
    mark = context.definition.page.signs.get(name, "")
    return h("p", sign(mark) if mark else None, h("b", words), class_="teller")


def _find_sign(context: GameContext, name: str, given: Mapping[str, object]) -> str:
    """Return the sign of what a command is about, or that of the command."""
    signs = context.definition.page.signs
    things = [signs[value] for value in given.values() if isinstance(value, str) and value in signs]
    return things[0] if things else signs.get(name, "")


def _make_links(context: GameContext, name: str, sent: Mapping[str, str], field: Field | None) -> Callable[[str], str]:
    assert field is not None
    key = FIELD + field.name
    return lambda place: context.url(f"tell/{name}", **{**sent, key: place})


def _find_shared_screen(context: GameContext, filled: FilledCommand) -> list[Field]:
    """Return the missing fields if one screen can ask them all."""
    fields = [] if filled.missing is None else find_independent(context.view, filled.name, filled.given)
    many = any(isinstance(one.question, Pick) and len(one.question.options) > FEW for one in fields)
    return [] if many else fields


def _make_widget(context: GameContext, filled: FilledCommand, fields: Sequence[Field]) -> Widget:
    field = filled.missing
    if field is None:
        return Widget(h("span"), render_done(context.page))
    if fields:
        return Widget(
            h("div", *(_render_fieldset(context, one) for one in fields), class_="fields entry"),
            render_done(context.page),
        )
    question = field.question
    if isinstance(question, Pick):  # what cannot be undone lightly is chosen, never preset
        question = msgspec.structs.replace(question, default=None)
    widget = make_widget(
        build_question(question, context.translator), FIELD + field.name, context.page, context.definition
    )
    if not isinstance(question, Count) or question.high - question.low >= MOST_BUTTONS:
        return widget
    words = _describe_default(context, filled, field)
    value = str(question.default)
    button = h("button", words, type="submit", form=FORM, name=FIELD + field.name, value=value, class_="go")
    return Widget(widget.inside, button) if words else widget


def _describe_default(context: GameContext, filled: FilledCommand, field: Field) -> str:
    """Return what the command does with the default of its last field, for the button; empty if more is asked."""
    given = {**filled.given, field.name: field.question.default}
    if field.question.default is None or context.view.next_field(filled.name, given) is not None:
        return ""
    return context.view.describe_input(parse_input(context.definition, {"do": filled.name, **given}))


def _render_fieldset(context: GameContext, field: Field) -> Markup:
    inner = build_question(field.question, context.translator)
    return h(
        "fieldset",
        h("legend", inner.text),
        render_entry(inner, FIELD + field.name, context.page, context.definition, field.question.default),
    )


def _find_named_places(filled: FilledCommand, board: BoardPicture) -> list[str]:
    return [str(answer) for _, answer in filled.fields if str(answer) in board.places]


def _encode_fields(fields: Sequence[tuple[Field, Answer]]) -> dict[str, str]:
    return {name: text for field, answer in fields for name, text in encode_answer(answer, FIELD + field.name).items()}


def _render_given(context: GameContext, filled: FilledCommand) -> Markup | None:
    if not filled.fields:
        return None
    chips = []
    for index, (field, answer) in enumerate(filled.fields):
        before = _encode_fields(filled.fields[:index])
        question = build_question(field.question, context.translator).text
        words = capitalise(describe_answer(field.question, answer, context.translator))
        again = context.url(f"tell/{filled.name}", **before, ask=field.name)
        asked, change = (
            h("span", one, class_="unseen") for one in (f"{question} ", f", {context.say('web.change-one')}")
        )
        chips.append(h("li", link([asked, words, change, sign("pen")], again, "chip", title=question)))
    return h("ul", *chips, class_="chips")


def render_place(
    context: GameContext,
    place: str,
    pieces: Sequence[tuple[PlacedPieces, FilledCommand]],
    ways: Sequence[FilledCommand],
    board: BoardPicture,
) -> str:
    """Return what a tap on a place offers: the person's pieces there, then other commands."""
    lifting = [_render_lift(context, thing, way) for thing, way in pieces]
    begun = [(way.name, way.given) for _, way in pieces]
    others = [way for way in ways if way.name != ADJUST and (way.name, way.given) not in begun]
    rows = [*lifting, *(_render_way(context, way) for way in others)]
    lying = _render_corrections(context, place)
    adjusting = [way for way in ways if way.name == ADJUST and _make_url(context, way) not in lying]
    corrections = [*lying.values(), *(_render_way(context, way) for way in adjusting)]
    name = capitalise(context.translator.term("place", place))
    nothing = h("p", context.say("web.at-nothing"))
    folded = h(
        "details",
        h("summary", build_command(ADJUST, context.translator).text),
        h("div", *corrections, class_="tellers"),
        open=not rows,
    )
    return render_game_page(
        context,
        render_board(
            board,
            marked=[place],
            leads=lambda other: context.url(f"at/{other}"),
            height=HEIGHT,
            overview=context.say("web.whole"),
            under_sheet=True,
        ),
        h(
            "section",
            h("h2", name, id="asked"),
            h("div", *rows, class_="tellers") if rows else nothing,
            folded if corrections else None,
            _render_ways_out(context),
            class_="question sheet-over",
            aria_labelledby="asked",
            id="question",
            tabindex="-1",
        ),
        title=name,
        bar=render_bar(context, h("p", context.say("web.choose"), class_="go idle")),
        class_="telling wide",
        data_at=context.url("at/"),
    )


def _render_corrections(context: GameContext, place: str) -> dict[str, Markup]:
    """Return the corrections of what is at a place, by address; what is corrected together is one button."""
    found: dict[str, list[PlacedPieces | TrackValue]] = {}
    for thing in list_layout(context.view):
        given = find_correction(context.view, thing)
        if given is not None and place == (thing.track if isinstance(thing, TrackValue) else thing.at):
            found.setdefault(context.tell_url(ADJUST, given), []).append(thing)
    buttons = {}
    for leads, things in found.items():
        first = things[0]
        mark = find_sign(context.view, first.track if isinstance(first, TrackValue) else first.piece)
        words = h("span", *(h("span", describe_thing(context.view, one), class_="one") for one in things))
        buttons[leads] = link([sign(mark) if mark else None, words], leads, "b")
    return buttons


def _make_url(context: GameContext, way: FilledCommand) -> str:
    return context.url(f"tell/{way.name}", **_encode_fields(way.fields))


def _render_lift(context: GameContext, thing: PlacedPieces, way: FilledCommand) -> Markup:
    words = capitalise(context.translator.term("piece", f"{thing.side}.{thing.piece}"))
    mark = render_piece(find_sign(context.view, thing.piece), thing.side)
    inside = [mark, h("span", h("b", words), h("small", build_command(way.name, context.translator).text))]
    return link(inside, _make_url(context, way), "b")


def _render_way(context: GameContext, way: FilledCommand) -> Markup:
    """Return a link to the missing fields, or a button that makes the command at once."""
    words = " · ".join(
        capitalise(describe_answer(field.question, answer, context.translator)) for field, answer in way.fields
    )
    mark = _find_sign(context, way.name, way.given)
    sent = _encode_fields(way.fields)
    complete = context.view.next_field(way.name, way.given) is None
    if complete and way.name != ADJUST:
        whole = context.view.describe_input(parse_input(context.definition, {"do": way.name, **way.given}))
        label: list[Inside] = [sign(mark) if mark else None, h("span", whole)]
        return render_change(context, way.name, h("button", *label, type="submit", class_="b"), **sent)
    name: list[Inside] = [] if way.name == ADJUST else [h("b", build_command(way.name, context.translator).text), " "]
    label = [sign(mark) if mark else None, h("span", *name, h("small", words) if name else words)]
    if complete:
        return render_change(context, way.name, h("button", *label, type="submit", class_="b"), **sent)
    return link(label, context.url(f"tell/{way.name}", **sent), "b")


MOST_LINES = 5
MOST_WORDS = 22  # letters of an answer on the button
MOST_ANSWERS = 2  # answers of a form that are shown
MOST_OUTCOME = 36  # letters of an outcome: two lines
MOST_MISSING = 64  # letters of a refusal on the button
PREVIEW = "preview"  # the id of its element


def render_empty() -> Markup:
    """Return the empty place of the preview."""
    return h("div", id=PREVIEW, hidden=True)


def render_refused(context: GameContext, fault: Refused) -> Markup:
    """Return why the answer would be refused, for the button; of a field, its question."""
    asked = context.view.question
    fields = dict(asked.fields) if asked is not None else {}
    named = fault.where.rpartition(INSIDE)[2].partition("[")[0] if fault.where else ""
    words = (
        fields[named].text
        if named in fields and not is_rule_refusal(fault)
        else context.translator.sentence(fault.message)
    )
    if len(words) > MOST_MISSING:  # too long for a button
        words = context.say("web.still-open", count=1)
    return h("div", id=PREVIEW, hidden=True, data_missing=words)


def is_rule_refusal(fault: Refused) -> bool:
    """Return whether a rule refuses, whose words say more than the question."""
    return not fault.message.key.startswith("answer.")


def render_preview(context: GameContext, question: AnyQuestion, answer: Respond) -> Markup:
    """Return what the answer of a form would do, in a few lines, and the words for the button."""
    if (outcome := render_outcome(context, answer)) is not None:
        return outcome
    words = describe_answer(question, answer.to, context.translator)
    many = isinstance(question, Form) and len(question.fields) > MOST_ANSWERS
    with context.game.tried(answer) as steps:
        filled = context.view.steps(steps[:1]) if isinstance(question, Form) else []
        run = context.game.runs[-1]
        due_now = find_due_hands(context.game, run, len(run.segments) - 1) if isinstance(question, Form) else ()
        lines = [build_line(context.view, number, [hand], context.game.shown) for number, hand in enumerate(due_now, 1)]
    rows: list[Inside] = [h("li", render_mark(line), h("span", minus(line.text))) for line in lines[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        rows.append(h("li", context.say("web.and-more", count=len(lines) - MOST_LINES), class_="quiet"))
    on_button = capitalise(_choose_words(words, filled[0].text.rstrip(".") if filled else "", many=many))
    go = context.say("web.answer-go", answer=on_button) if on_button else None
    if isinstance(question, Form) and find_combat(context) is not None:
        go = context.say("web.combat.turn-over")
    if isinstance(question, Series) and not answer.to:
        go = context.say("web.none")  # as before any entry
    said = [h("p", one.text, class_="because") for one in filled]
    listed = h("ul", *rows, class_="brings") if rows else None
    return h("div", *said, listed, id=PREVIEW, hidden=not (said or rows), role="status", data_go=go)


def _choose_words(answer: str, outcome: str, *, many: bool) -> str:
    """Return the outcome if it is short, otherwise the answer; nothing for ``many`` answers."""
    if not 0 < len(answer) <= MOST_WORDS:
        return ""
    return outcome if 0 < len(outcome) <= MOST_OUTCOME else "" if many else answer
