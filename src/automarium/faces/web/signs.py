"""Signs in a page: our own drawings, in the colour of the words around them; and pieces, hers filled, the human's
outlined."""

from __future__ import annotations

from functools import cache

from automarium.companion.lines import ChipView
from automarium.faces.web.html import Markup, h
from automarium.kernel.drawing import signs


@cache
def sign(name: str, class_: str = "sign") -> Markup:
    """A sign beside words that say the same."""
    return h(
        "svg", Markup(signs.shape(name)), viewBox=f"0 0 {signs.BOX} {signs.BOX}", class_=class_, aria_hidden="true"
    )


@cache
def piece(name: str, side: str) -> Markup:
    """The sign of something that a side moves; what belongs to nobody is plain."""
    if not name:
        return h("span", class_="piece")
    return h("span", sign(name), class_={"automa": "piece hers", "human": "piece mine"}.get(side, "piece"))


@cache
def chip(view: ChipView) -> Markup:
    """A card or a die in its colour; the words beside it say the same."""
    on = [h("span", view.letter), h("span", view.on)] if view.card else [h("span", view.on or view.letter)]
    return h("span", *on, class_=f"piece hued c-{view.colour}{' upright' if view.card else ''}", aria_hidden="true")
