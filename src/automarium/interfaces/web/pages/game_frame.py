"""The frame of the pages of a game and parts that several of them share."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

import msgspec

from automarium.box.items import has_items
from automarium.engine.definition import AnyDefinition
from automarium.engine.display import Standing
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Message, Term, refuse
from automarium.i18n.translator import Translator
from automarium.interfaces.web.html import Inside, Markup, h, hidden, link, sign
from automarium.interfaces.web.page import MenuLink, Notice, PageContext, render_page
from automarium.interfaces.web.preferences import game_name
from automarium.views.game import View
from automarium.views.turn import (
    GaugeView,
    StandingView,
    TrackSpace,
    TrackView,
    build_gauges,
    build_standings,
    find_news,
)
from automarium.views.turn_lines import Line

CLAUSE = re.compile(r"\[?\b([A-Z]{3}-(?:[A-Z]+-)?[AC]?\d+[a-z]?)\b\]?")
_ID = r"\[?[A-Z]{3}-[A-Z\d-]+\]?"
IN_BRACKETS = re.compile(rf"\s*(?:\({_ID}(?:,\s*{_ID})*\)|\[[A-Z]{{3}}-[A-Z\d-]+(?:,\s*[A-Z]{{3}}-[A-Z\d-]+)*\])")
FIELD = "f."  # before the name of a command's field, in addresses and forms


class GameContext(msgspec.Struct, frozen=True):
    """A game for its pages: key, revision, view, and messages about its record. ``rules`` and ``because`` cache the
    reasons of steps, which a page shows twice. ``results`` are the points of the owner's finished games of this
    kind, once this one is over."""

    page: PageContext
    key: str
    revision: int
    view: View
    words: Sequence[Message] = ()
    rules: dict[tuple[int, int], Markup] = {}
    because: dict[tuple[int, int], str] = {}
    results: Sequence[int] = ()

    @property
    def game(self) -> Playthrough:
        return self.view.game

    @property
    def definition(self) -> AnyDefinition:
        return self.game.definition

    @property
    def translator(self) -> Translator:
        return self.page.translator

    def say(self, key: str, /, **params: object) -> str:
        return self.page.say(key, **params)

    def url(self, rest: str = "", **query: str) -> str:
        return f"/g/{self.key}{f'/{rest}' if rest else ''}{f'?{urlencode(query)}' if query else ''}"

    def tell_url(self, name: str, given: Mapping[str, str]) -> str:
        """Return the address where a command goes on."""
        return self.url(f"tell/{name}", **{FIELD + field: value for field, value in given.items()})


def need_table(context: GameContext) -> Playthrough:
    """Return the game. Raise Refused before the setup questions are answered."""
    if context.game.position is None:
        raise refuse("answer.first")
    return context.game


PAGES = (
    ("mine", "eye"),
    ("log", "list"),
    ("odds", "die"),
    ("score", "trophy"),
    ("setup", "check"),
    ("signs", "question"),
    ("share", "share"),
)


def build_menu(context: GameContext) -> list[MenuLink]:
    """Return the links to the other pages of a game."""
    found = (
        []
        if context.game.position is None
        else [MenuLink(mark, context.say(f"web.{name}"), context.url(name)) for name, mark in PAGES]
    )
    if has_items(context.definition):
        found.append(MenuLink("list", context.say("web.box"), f"/box/{context.definition.name}?from={context.key}"))
    return [
        *found,
        MenuLink("book", context.say("web.rules"), f"/rules/{context.definition.name}"),
        MenuLink("bell", context.say("web.report"), context.url("report")),
    ]


def render_game_page(
    context: GameContext,
    *inside: Inside,
    title: str = "",
    bar: Inside = None,
    notice: Notice | None = None,
    stage: str = "",
    class_: str = "",
    **data: Any,  # whatever page() takes
) -> str:
    """Return a page of a game. Without a title it is the table."""
    sides = [f"{'me' if one.side == 'human' else 'her'}-{one.colour}" for one in _find_sides(context) if one.colour]
    return render_page(
        context.page,
        title or game_name(context.translator, context.definition.name),
        [h("p", context.translator.sentence(word), class_="notice") for word in context.words],
        *inside,
        h("p", context.say("web.house-game"), class_="house-game")
        if context.game.options.get("own") == "house"
        else None,
        notice=notice,
        back=(context.url(), context.say("web.table")) if title else ("/", context.say("web.home")),
        game=context.definition.name,
        under=minus(" · ".join(filter(None, (stage or context.view.stage, context.view.points)))),
        menu=build_menu(context),
        bar=bar,
        class_=" ".join((class_, *sides)).strip(),
        data_game=context.key,
        data_revision=context.revision,
        data_new=context.say("web.moved-on"),
        **data,
    )


def _find_sides(context: GameContext) -> Sequence[Standing]:
    shown = context.game.shown
    return () if shown is None else context.definition.page.standings(shown)


def render_change(
    context: GameContext,
    do: str,
    *inside: Inside,
    class_: str | None = None,
    id_: str | None = None,
    tries: str | None = None,
    **more: str,
) -> Markup:
    """Return a form that changes the game at its revision. ``tries`` is the address of the preview."""
    return h(
        "form",
        hidden("revision", context.revision),
        hidden("do", do),
        *(hidden(name, value) for name, value in more.items()),
        *inside,
        method="post",
        action=context.url("do"),
        class_=class_,
        id=id_,
        data_change=True,
        data_try=tries,
    )


def render_bar(context: GameContext, button: Inside) -> list[Inside]:
    """Return undo, redo and the main button."""
    view = context.view
    return [_render_step(context, "undo", view.undo_turn), _render_step(context, "redo", view.redo), button]


def _render_step(context: GameContext, do: str, what: str | None) -> Markup:
    """Return the button of undo or redo. It shows the verb; its name also says what it undoes."""
    word = context.say(f"web.{do}.word")
    if what is None:
        return h("button", sign(do), h("span", word, class_="what"), type="button", class_="sgn", disabled=True)
    shown = h("span", word, class_="what", aria_hidden="true")
    name = h("span", context.say(f"web.{do}", what=what), class_="unseen")
    return render_change(
        context, do, h("button", sign(do), shown, name, type="submit", class_="sgn", id=do, title=what)
    )


def render_strip(context: GameContext, lines: Sequence[Line] = ()) -> Markup | None:
    """Return both sides, and the Automa's other numbers; a tap corrects one. ``lines``: what has changed them."""
    shown, standings = build_gauges(context.view, lines), build_standings(context.view, lines)
    if not shown:
        return None
    in_row = {one.name for standing in standings if standing.side == "automa" for one in standing.gauges}
    numbers = [_render_gauge(context, one) for one in shown if one.track is None and one.name not in in_row]
    tracks = [_render_track(context, one, one.track) for one in shown if one.track is not None]
    return h(
        "div",
        _render_standings(context, standings) if standings else None,
        h("div", *numbers, class_="strip") if numbers else None,
        *tracks,
        class_="totals",
        id="strip",
    )


def _render_standings(context: GameContext, standings: Sequence[StandingView]) -> Markup:
    """Return a row for each side: its shield, its name, and its numbers."""
    rows = []
    for one in standings:
        name = context.say(f"web.{one.side}")
        shield, colour = (f"shield c-{one.colour}", f" f-{one.colour}") if one.colour else ("shield", "")
        mark = h("span", (one.name or name)[:1], class_=shield, aria_hidden="true")
        who = h("span", h("b", name), h("small", one.name, class_="unseen") if one.name else None, class_="who")
        numbers = [_render_number(context, gauge) for gauge in one.gauges]
        numbers += [_render_note(context, *note) for note in one.notes]
        rows.append(h("li", mark, who, *numbers, class_=f"standing {one.side}{colour}"))
    return h("ul", *rows, class_="standings", aria_label=context.say("web.standings"))


def _render_note(context: GameContext, name: str, text: str, mark: str, most: int) -> Markup:
    """Return a number that the script notes in the browser."""
    label = context.say("web.own-number", what=text)
    field = h(
        "input", type="number", inputmode="numeric", min=0, max=most, placeholder="–", aria_label=label, data_note=name
    )
    return h("label", sign(mark) if mark else None, field, class_="value note script", title=label)


def _render_number(context: GameContext, one: GaugeView) -> Markup:
    """Return a number of one side; a number with a maximum also as so many signs."""
    number = h("i", str(one.number), class_="n", aria_hidden="true") if one.number else None
    name = h("span", f"{one.text}: ", class_="unseen")
    value: list[Inside] = [sign(one.sign) if one.sign else None, name, h("b", minus(one.at))]
    if one.of is not None:
        at, most = one.of
        pips = [sign(one.sign, "sign" if n < at else "sign empty") for n in range(most)]
        shown = h("span", *pips, class_="of", aria_hidden="true")
        said = h("span", context.say("web.at-of", at=at, most=most), class_="unseen")
        value = [shown, name, h("small", one.at, aria_hidden="true"), said]
    class_ = " ".join(("value", *(("stars",) if one.of else ()), *(("hit",) if one.number else ())))
    return _link_gauge(context, one, "span", [number, *value], class_)


def render_news(context: GameContext) -> Markup | None:
    """Return what has changed the game since the Automa's last turn began."""
    rows = [
        h(
            "p",
            sign(one.sign),
            h("span", h("b", context.translator.sentence(one.words)), " ", context.translator.sentence(one.more)),
            class_=f"news {one.side}",
        )
        for one in find_news(context.view)
    ]
    return h("div", *rows, class_="all-news", role="status") if rows else None


def _render_gauge(context: GameContext, one: GaugeView) -> Markup:
    number = h("i", str(one.number), class_="n", aria_hidden="true") if one.number else None
    value = h("b", sign(one.sign) if one.sign else None, minus(str(one.at)))
    inside = [number, value, h("span", one.text)]
    return _link_gauge(context, one, "div", inside, "gauge hit" if one.number else "gauge")


def _link_gauge(context: GameContext, one: GaugeView, tag: str, inside: Sequence[Inside], class_: str) -> Markup:
    """Return a gauge with the number of the line that changed it, as a link to its correction if there is one."""
    line = one.number or None
    if one.adjust is None:
        return h(tag, *inside, class_=class_, data_line=line)
    return h("a", *inside, href=context.tell_url("adjust", one.adjust), class_=class_, data_line=line)


def _render_track(context: GameContext, one: GaugeView, track: TrackView) -> Markup:
    number = h("i", str(one.number), class_="n", aria_hidden="true") if one.number else None
    row = "spaces pips" if track.pips else "spaces"
    spaces = h(
        "span", *(_render_space(context, space, number) for space in track.spaces), class_=row, aria_hidden="true"
    )
    inside = [spaces, h("span", h("b", one.text), ": ", track.says or minus(one.at), class_="says")]
    return _link_gauge(context, one, "div", inside, "track hit" if one.number else "track")


def _render_space(context: GameContext, space: TrackSpace, number: Markup | None) -> Markup:
    class_ = " ".join(
        name for name, yes in (("sp", True), ("here", space.here), ("zone", space.zone), ("laid", space.laid)) if yes
    )
    name = h("small", space.name) if space.name else None
    return h(
        "i",
        _render_dot(context, space.laid) or (sign(space.sign) if space.sign else None),
        name,
        number if space.here else None,
        class_=class_,
    )


def _render_dot(context: GameContext, thing: Term | None) -> Markup | None:
    if thing is None:
        return None
    translator, colour = (
        context.translator,
        context.definition.page.colours.get(thing.family, {}).get(str(thing.value), "none"),
    )
    letter = (
        translator.look_up(f"{thing.family}.{thing.value}@letter") or translator.term(thing.family, thing.value)[:1]
    )
    return h("span", letter, class_=f"dot c-{colour}")


def link_clauses(text: str, definition: AnyDefinition) -> Markup:
    """Return the text with every clause linked to the rules."""
    return _link_clauses(text, definition.name, f"{definition.prefix}-")


@lru_cache(2048)
def _link_clauses(text: str, definition: str, prefix: str) -> Markup:
    parts: list[Inside] = []
    end = 0
    for found in CLAUSE.finditer(text):
        if found[1].startswith(prefix):
            parts += [text[end : found.start()], _render_clause(found[1], definition)]
            end = found.end()
    return h("span", *parts, text[end:])


def strip_ids(text: str) -> str:
    """Return the text without clauses in brackets."""
    return IN_BRACKETS.sub("", text)


def render_clause(clause: str, definition: AnyDefinition) -> Markup:
    return _render_clause(clause, definition.name)


@lru_cache(2048)
def _render_clause(clause: str, definition: str) -> Markup:
    return link(clause, f"/rules/{definition}/{clause}", "clause")


def render_clauses(clauses: Sequence[str], definition: AnyDefinition) -> Markup:
    return h("span", *([render_clause(one, definition), " "] for one in clauses), class_="clauses")


def keep_together(text: str) -> str:
    """Return the text with no-break spaces before numbers: "yellow I", "2 of 3"."""
    return re.sub(r"(?<=\w) (?=(?:[IVX]+|\d+)\b(?!\u00a0))", "\u00a0", text)


def minus(text: str) -> str:
    """Return the text with real minus signs."""
    return re.sub(r"(?<!\w)-(?=\d)", "−", text)
