"""The board alone, for the page: the four slots two by two, each with its cards and its list, readable on a phone."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile

from automarium.engine.drawing.scene import Scene
from automarium.engine.drawing.svg import (
    LETTER,
    LegendEntry,
    Theme,
    boxed,
    element,
    ink_on,
    label,
    place,
    shift,
    text,
    theme,
)
from automarium.engine.drawing.trace_picture import Mark
from automarium.engine.message import Say, capitalise
from automarium.games.penumbra.boards.line import SLOTS, Entry
from automarium.games.penumbra.position import BONE, UNSEEN, Card, Position
from automarium.games.penumbra.rulings import Rulings
from automarium.games.penumbra.text import describe_line, get_letter, get_slot_title

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


CANVAS, GAP, PAD = 333.0, 4.0, 5.0  # so narrow that its letters have 12 pixels on a phone 320 wide, too
WIDE = (CANVAS - GAP) / 2
LETTERS = 12.5
LINE = 15.0
BOARD_CARD = (20.0, 27.0)
SHOWN = 4  # of a higher stack the upper ones
HEAD = 34.0
NAME = 11.0  # more, where the slots have names of their own
NUMBERED = 27.0  # from the left: numbers beside it stand between the name of a slot and its cards


def draw(scene: Scene[Position, Rulings]) -> str:
    position, say, colours = scene.position, scene.say, scene.colours
    lists = [_lines(tuple(position.board.lists[slot]), say) for slot in range(SLOTS)]
    head = HEAD if position.board.house else HEAD + NAME
    highs = [head + max(len(lists[row * 2]), len(lists[row * 2 + 1])) * LINE + PAD for row in range(SLOTS // 2)]
    drawn = []
    for slot in range(SLOTS):
        row, column = divmod(slot, 2)
        at = (column * (WIDE + GAP), sum(highs[:row]) + row * GAP)
        drawn.append(_slot(position, slot, lists[slot], at, (head, highs[row]), say, colours))
    height = sum(highs) + GAP * (len(highs) - 1)
    return scene.board((0, 0, CANVAS, height), LETTERS, *drawn)


@lru_cache(256)  # the lists of a board do not change
def _lines(entries: tuple[Entry, ...], say: Say) -> Sequence[str]:
    """Return the list of a slot, wrapped, with continuation lines indented."""
    most = int((WIDE - 2 * PAD) / (LETTERS * LETTER))
    found: list[str] = []
    for number, entry in enumerate(entries, 1):
        words = f"{number} {describe_line(entry, say)}"
        found += textwrap.wrap(words, most - words.count("@"), subsequent_indent="  ", break_on_hyphens=False)
    return found


def _followed(lines: Sequence[str], number: int, at: tuple[float, float], colours: Theme) -> str:
    """Draw a frame around the line that the Automa followed in its last turn; ``at`` is where the list begins."""
    first = [n for n, line in enumerate(lines) if not line.startswith("  ")][number]
    last = next((n for n in range(first + 1, len(lines)) if not lines[n].startswith("  ")), len(lines))
    box = {"x": at[0] + 3, "y": at[1] + first * LINE - 1, "width": WIDE - 6, "height": (last - first) * LINE}
    wash = element("rect", **box, rx=5, fill=colours.mark, fill_opacity=0.14)
    return wash + element("rect", **box, rx=5, fill="none", stroke=colours.mark, stroke_width=1.6)


def _slot(
    position: Position,
    slot: int,
    lines: Sequence[str],
    at: tuple[float, float],
    highs: tuple[float, float],
    say: Say,
    colours: Theme,
) -> str:
    """Draw a slot; ``highs`` are the heights of its head and of the whole."""
    (x, y), (head, high) = at, highs
    tome = slot == position.board.tome
    number = f"{slot + 1} · T" if tome else str(slot + 1)
    cards = position.slots[slot]
    frame = element(
        "rect",
        x=x + 1,
        y=y + 1,
        width=WIDE - 2,
        height=high - 2,
        rx=10,
        fill=colours.paper,
        stroke=colours.faint,
        stroke_width=1.5,
    )
    words = []
    for n, line in enumerate(lines):
        indent = 10 if line.startswith("  ") else 0
        foot = y + head + 11 + n * LINE
        fit = WIDE - 2 * PAD - indent
        words.append(label(line.strip(), x + PAD + indent, foot, LETTERS, colours.ink, anchor="start", fit=fit))
    followed = {line for where, line in position.followed if where == slot}
    marks = [_followed(lines, line, (x, y + head), colours) for line in sorted(followed)]
    name = capitalise(get_slot_title(position, slot, say))
    named = label(name, x + PAD, y + head - 4, LETTERS, colours.ink, bold=True, anchor="start", fit=WIDE - 2 * PAD)
    title = f"{name}: {len(cards)}" + (f"; {say('draw.tome')}" if tome else "")
    return place(
        f"slot-{slot + 1}",
        title,
        (x + NUMBERED, y + high / 2),
        min(WIDE, high) / 2,
        frame,
        label(number, x + PAD, y + 20, 14, colours.ink, bold=True, anchor="start"),
        "" if position.board.house else named,
        _stack(cards, x + WIDE - PAD, y + 5, say, colours, _count_staying(position, slot), f"slot-{slot + 1}"),
        _draw_gone(position, slot, x + WIDE - PAD, y + 5, say, colours),
        *marks,
        *words,
        data_abreast="1",
    )


def _count_staying(position: Position, slot: int) -> int:
    """Return how many cards of a slot were there before her last turn: those at the bottom."""
    earlier = position.earlier[slot] if position.earlier else position.slots[slot]
    same = takewhile(lambda two: two[0] == two[1], zip(earlier, position.slots[slot], strict=False))
    return sum(1 for _ in same)


def _draw_gone(position: Position, slot: int, right: float, y: float, say: Say, colours: Theme) -> str:
    """Draw the cards that left a slot in her last turn, hidden, where they were: the page shows how they leave."""
    earlier = position.earlier[slot] if position.earlier else []
    if len(earlier) <= _count_staying(position, slot):
        return ""
    drawn = [_card(card, at, say, colours) for card, at in _arrange(earlier, right, y)]
    return element("g", *drawn, visibility="hidden", data_leaves=f"slot-{slot + 1}")


def _arrange(cards: Sequence[Card], right: float, y: float) -> list[tuple[Card, tuple[float, float]]]:
    """Return the upper cards of a stack, from bottom to top, and where each is drawn, left to right."""
    step, shown = BOARD_CARD[0] + 2, cards[-SHOWN:]
    return [(card, (right - (len(shown) - n) * step, y)) for n, card in enumerate(shown)]


def _stack(
    cards: Sequence[Card], right: float, y: float, say: Say, colours: Theme, staying: int = 0, slot: str = ""
) -> str:
    """Draw the cards of a slot with their number if not all are shown. All but the ``staying`` ones came in her last
    turn."""
    if not cards:
        return label(say("draw.empty"), right, y + 16, LETTERS, colours.faint, anchor="end")
    shown = _arrange(cards, right, y)
    drawn = []
    if len(cards) > len(shown):
        left = shown[0][1][0]
        drawn.append(label(f"{len(cards)}:", left - 4, y + 17, LETTERS, colours.ink, anchor="end"))
    first = len(cards) - len(shown)
    for n, (card, at) in enumerate(shown, first):
        came = slot if slot and n >= staying else None
        drawn.append(boxed("piece", (*at, *BOARD_CARD), 4, _card(card, at, say, colours), data_arrives=came))
    return "".join(drawn)


def _card(card: Card, at: tuple[float, float], say: Say, colours: Theme) -> str:
    (x, y), (wide, high), (fill, ink) = at, BOARD_CARD, get_solid(card.colour)
    face = element("rect", x=x, y=y, width=wide, height=high, rx=4, fill=fill, stroke=colours.ink, stroke_width=1.2)
    letter = text(get_letter(card.colour, say), x + wide / 2, y + 11.5, LETTERS, ink, bold=True)
    return face + letter + text(get_symbol(card), x + wide / 2, y + 23.5, LETTERS, ink, bold=True)


def build_legend(position: Position, say: Say, dark: bool) -> list[LegendEntry]:
    """Return the meanings of the signs of the Automa's board."""
    colours = theme(dark)
    card = shift(_stack([Card("red", 0)], 0, 0, say, colours), BOARD_CARD[0] / 2 + 2, -BOARD_CARD[1] / 2)
    tome = text("T", 0, 6, 18, colours.ink, bold=True)
    return [LegendEntry(say("draw.card"), card), LegendEntry(say("draw.tome"), tome), LegendEntry(say("board.key"))]
