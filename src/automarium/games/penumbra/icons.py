"""The signs of its board: cards, boxes, and how a decision marks them. Colours only repeat what letters say."""

from __future__ import annotations

from automarium.engine.drawing.svg import Theme, element, ink_on, text
from automarium.engine.drawing.trace_picture import Mark
from automarium.engine.message import Say
from automarium.games.penumbra.position import BONE, UNSEEN, Card
from automarium.games.penumbra.text import get_letter

CARD = (52.0, 66.0)

# The colours of cards by day; a letter says the same.
_INKS = {
    "red": "#b3261e",
    "orange": "#b35c00",
    "yellow": "#8a6d00",
    "green": "#2e6b34",
    "violet": "#6a3ea1",
    "blue": "#1f5fa8",
    BONE: "#6b6560",
}


_SOLID = {  # the colour of a card as a whole
    "red": "#c1272d",
    "orange": "#d4691e",
    "yellow": "#f2c230",
    "green": "#2f7a34",
    "violet": "#6a3fb0",
    "blue": "#1763b0",
    BONE: "#e8dcc0",
}


def get_solid(colour: str) -> tuple[str, str]:
    """Return the colour of a card and that of the letters on it."""
    ground = _SOLID.get(colour, _SOLID[BONE])
    return ground, ink_on(ground)


def get_symbol(card: Card) -> str:
    """Return the number of its slot, T for a Tome, nothing if it is unknown."""
    if card.colour == UNSEEN:
        return ""
    return "T" if card.symbol is None else str(card.symbol + 1)


def draw_card(card: Card, say: Say, colours: Theme) -> str:
    """Draw the letter of its colour at the edge that the next card leaves free, and under it its symbol."""
    wide, high = CARD
    ink = _INKS.get(card.colour, colours.ink)
    return (
        element("rect", width=wide, height=high, rx=6, fill="#ffffff", stroke=ink, stroke_width=4)
        + text(get_letter(card.colour, say), 15, 28, 20, ink, bold=True, fit=22)
        + text(get_symbol(card), 15, 56, 20, ink, bold=True)
    )


def draw_box(x: float, y: float, wide: float, high: float, colours: Theme, fill: str) -> str:
    return element("rect", x=x, y=y, width=wide, height=high, rx=8, fill=fill, stroke=colours.faint, stroke_width=1.5)


def draw_mark(x: float, y: float, wide: float, high: float, mark: Mark | None, colours: Theme) -> str:
    """Draw a double frame for what was chosen, a hatching for what was thrown out, a wide one for what lost."""
    if mark is None:
        return ""
    if mark.chosen:
        return "".join(
            element(
                "rect",
                x=x + inset,
                y=y + inset,
                width=wide - 2 * inset,
                height=high - 2 * inset,
                rx=8 - inset / 2,
                fill="none",
                stroke=colours.mark,
                stroke_width=line,
            )
            for inset, line in ((0.0, 5.0), (6.0, 2.0))
        )
    return element(
        "rect",
        x=x,
        y=y,
        width=wide,
        height=high,
        rx=8,
        fill=f"url(#{'beaten' if mark.compared else 'out'}-{colours.name})",
        stroke=colours.mark if mark.compared else colours.out,
        stroke_width=2.5,
        stroke_dasharray=None if mark.compared else "7 5",
    )
