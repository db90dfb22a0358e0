"""Icons and pieces in a page. The Automa's pieces are filled, the human's outlined."""

from __future__ import annotations

from functools import cache

from automarium.engine.drawing import icons
from automarium.interfaces.web.html import Markup, h
from automarium.views.turn_lines import ChipView, Line


@cache
def sign(name: str, class_: str = "sign") -> Markup:
    """Return an icon that stands beside words with the same meaning."""
    return h(
        "svg", Markup(icons.get_shape(name)), viewBox=f"0 0 {icons.BOX} {icons.BOX}", class_=class_, aria_hidden="true"
    )


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
