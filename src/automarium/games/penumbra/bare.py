"""The board alone, for the page: the four slots two by two, each with its cards and its list, readable on a phone."""

from __future__ import annotations

import textwrap

from automarium.games.penumbra.lines import SLOTS
from automarium.games.penumbra.position import Card, Position
from automarium.games.penumbra.signs import letter_of, solid
from automarium.games.penumbra.text import line_in_words, overview, slot_title
from automarium.kernel.drawing.svg import LETTER, Theme, board, element, place, text, theme
from automarium.kernel.room import Say, capital

CANVAS, GAP, PAD = 366.0, 6.0, 8.0
WIDE = (CANVAS - GAP) / 2
LETTERS = 12.5
LINE = 16.0
CARD = (20.0, 24.0)
SHOWN = 4  # of a higher stack the upper ones
HEAD = 36.0


def draw(position: Position, say: Say, dark: bool) -> str:
    colours = theme(dark)
    lists = [_lines(position, slot, say) for slot in range(SLOTS)]
    highs = [HEAD + max(len(lists[row * 2]), len(lists[row * 2 + 1])) * LINE + PAD for row in range(SLOTS // 2)]
    drawn = []
    for slot in range(SLOTS):
        row, column = divmod(slot, 2)
        at = (column * (WIDE + GAP), sum(highs[:row]) + row * GAP)
        drawn.append(_slot(position, slot, lists[slot], at, highs[row], say, colours))
    said = [capital(say(one.key, **one.params)) for one in overview(position)]
    height = sum(highs) + GAP * (len(highs) - 1)
    return board(say("draw.title"), " ".join(said), (0, 0, CANVAS, height), LETTERS, colours, *drawn)


def _lines(position: Position, slot: int, say: Say) -> list[str]:
    """The list of a slot, wrapped; what goes on is indented."""
    most = int((WIDE - 2 * PAD) / (LETTERS * LETTER))
    found = []
    for number, entry in enumerate(position.board.lists[slot], 1):
        words = f"{number} {line_in_words(entry, say)}"
        found += textwrap.wrap(words, most, subsequent_indent="  ", break_on_hyphens=False)
    return found


def _slot(
    position: Position, slot: int, lines: list[str], at: tuple[float, float], high: float, say: Say, colours: Theme
) -> str:
    x, y = at
    tome = slot == position.board.tome
    name = f"{slot + 1} · T" if tome else str(slot + 1)
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
        foot = y + HEAD + 12 + n * LINE
        fit = WIDE - 2 * PAD - indent
        words.append(text(line.strip(), x + PAD + indent, foot, LETTERS, colours.ink, anchor="start", fit=fit))
    title = f"{capital(slot_title(position, slot, say))}: {len(cards)}" + (f"; {say('draw.tome')}" if tome else "")
    return place(
        f"slot-{slot + 1}",
        title,
        (x + WIDE / 2, y + high / 2),
        min(WIDE, high) / 2,
        frame,
        text(name, x + PAD, y + 22, 15, colours.ink, bold=True, anchor="start"),
        _stack(cards, x + WIDE - PAD, y + 6, say, colours),
        *words,
    )


def _stack(cards: list[Card], right: float, y: float, say: Say, colours: Theme) -> str:
    """From the bottom to the top, left to right; how many there are if not all are shown."""
    if not cards:
        return text(say("draw.empty"), right, y + 16, LETTERS, colours.faint, anchor="end")
    wide, high = CARD
    shown = cards[-SHOWN:]
    left = right - len(shown) * (wide + 2)
    drawn = []
    if len(cards) > len(shown):
        drawn.append(text(f"{len(cards)}:", left - 4, y + 17, LETTERS, colours.ink, anchor="end"))
    for n, card in enumerate(shown):
        fill, ink = solid(card.colour)
        x = left + n * (wide + 2)
        drawn.append(
            element("rect", x=x, y=y, width=wide, height=high, rx=4, fill=fill, stroke=colours.ink, stroke_width=1.2)
        )
        symbol = "T" if card.symbol is None else str(card.symbol + 1)
        drawn.append(text(letter_of(card, say), x + wide / 2, y + 11, 11, ink, bold=True))
        drawn.append(text(symbol, x + wide / 2, y + 21.5, 11, ink, bold=True))
    return "".join(drawn)
