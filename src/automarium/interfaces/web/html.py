"""HTML elements as text, and the icons of pieces and chips. Everything that is not ``Markup`` is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from typing import TypeAlias

from automarium.engine.drawing import svg
from automarium.views.turn_lines import ChipView, Line


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


NOTHING = Markup("")
Inside: TypeAlias = "str | Iterable[Inside] | None"
Attribute: TypeAlias = "str | int | bool | None"

_ESCAPED = re.compile("[&<>\"']").search
VOID = frozenset({"meta", "link", "input", "img", "br", "hr"})


def h(tag: str, *inside: Inside, **attributes: Attribute) -> Markup:
    """Return an element: ``h("a", "go", href="/")``. ``class_`` is ``class``, ``data_key`` is ``data-key``; attributes
    that are False or None are left out."""
    written = "".join([_format_attribute(name, value) for name, value in attributes.items()])
    if tag in VOID:
        return Markup(f"<{tag}{written}>")
    within = "".join([one if type(one) is Markup else join(one) for one in inside])
    return Markup(f"<{tag}{written}>{within}</{tag}>")


def join(inside: Inside) -> Markup:
    """Return the parts one after the other, escaped."""
    if inside is None:
        return NOTHING
    if isinstance(inside, Markup):
        return inside
    if isinstance(inside, str):
        return Markup(escape(inside, quote=False) if _ESCAPED(inside) else inside)
    return Markup("".join([one if type(one) is Markup else join(one) for one in inside]))


def _format_attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return f" {_format_name(name)}"
    text = value if type(value) is str else str(value)
    return f' {_format_name(name)}="{escape(text) if _ESCAPED(text) else text}"'


@cache
def _format_name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def hidden(name: str, value: object) -> Markup:
    return h("input", type="hidden", name=name, value=str(value))


def link(words: Inside, href: str, class_: str | None = None, **attributes: Attribute) -> Markup:
    return h("a", words, href=href, class_=class_, **attributes)


COLOURS = ("black", "white")  # icons of a colour, which is the same in the dark


@cache
def sign(name: str, class_: str = "sign") -> Markup:
    """Return an icon that stands beside words with the same meaning."""
    class_ = f"{class_} {name}" if name in COLOURS else class_
    return h("svg", Markup(svg.get_shape(name)), viewBox=f"0 0 {svg.BOX} {svg.BOX}", class_=class_, aria_hidden="true")


def render_mark(line: Line) -> Markup:
    """Return the coloured chip of what is moved, or its icon."""
    return (
        render_piece(line.sign, line.hand.side if line.hand.piece else "")
        if line.chip is None
        else _render_chip(line.chip)
    )


@cache
def render_piece(name: str, side: str) -> Markup:
    """Return the icon of a piece; the side decides its style."""
    if not name:
        return h("span", class_="piece")
    return h("span", sign(name), class_={"automa": "piece hers", "human": "piece mine"}.get(side, "piece"))


@cache
def _render_chip(view: ChipView) -> Markup:
    on = [view.letter, view.on] if view.shape == "upright" else [view.on or view.letter]
    said = [h("span", one) for one in on]
    return h("span", *said, class_=f"piece hued {view.shape} c-{view.colour}", aria_hidden="true")
