"""Her board as a picture: four slots with their stacks and lists, and a decision on it.

Our own drawing, not the printed board. The line that is carried out has a double frame; the lines above it are hatched,
each with the clause that passed it over; the lines below were not read. Colours only repeat what letters say.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from automarium.games.penumbra.lines import SLOTS
from automarium.games.penumbra.lists import ListLine
from automarium.games.penumbra.picture import capital, letter, line_in_words, numbers, overview, slot_title
from automarium.games.penumbra.position import BONE, Card, Position
from automarium.games.penumbra.special import Slot
from automarium.kernel import decision
from automarium.kernel.choice import Trace
from automarium.kernel.drawing.narrowing import Mark
from automarium.kernel.drawing.svg import LETTER, Entry, Theme, document, element, group, legend, moved, text, theme

Say = Callable[..., str]

MARGIN = 14.0
HEAD = 46.0
COLUMN = 216.0
GAP = 10.0
CANVAS = MARGIN * 2 + SLOTS * COLUMN + (SLOTS - 1) * GAP
SIZE = 20.0
LINE = 25.0
CARD = (52.0, 66.0)
SHOWN = 5  # of a higher stack the upper ones
STACK = 112.0  # the room of a stack with the slot's name
OFFER = (150.0, 84.0)

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


class Scene(msgspec.Struct, frozen=True):
    """What all parts of the picture look at."""

    position: Position
    say: Say
    colours: Theme
    trace: Trace | None
    marks: dict[Any, Mark]


def draw_board(
    position: Position, rulings: Mapping[str, str], say: Say, trace: Trace | None = None, *, dark: bool = False
) -> str:
    """The board as SVG. With ``trace`` the decision on it."""
    colours = theme(dark)
    marks = {} if trace is None else {mark.candidate: mark for here in decision.marks(trace).values() for mark in here}
    scene = Scene(position, say, colours, trace, marks)
    title = decision.heading(trace, say)
    facts, y = _numbers(scene, HEAD)
    columns, bottom = _columns(scene, y)
    offers, bottom = _offers(scene, bottom)
    below, height = legend([*_blocks(scene, rulings), (_signs(scene), 1)], bottom + 10, CANVAS, colours)
    said = [capital(say(one.key, **one.params)) for one in overview(position)]
    return document(
        title,
        " ".join([*said, *decision.in_words(trace, say, rulings)]),
        CANVAS,
        height,
        colours,
        element("defs", decision.hatches(colours)),
        text(title, MARGIN, 33, 26, colours.ink, bold=True, anchor="start", fit=CANVAS - 2 * MARGIN),
        facts,
        columns,
        offers,
        below,
    )


def _numbers(scene: Scene, y: float) -> tuple[str, float]:
    """Her numbers, as many lines as they take; where they end."""
    words = " ".join(capital(scene.say(one.key, **one.params)) for one in numbers(scene.position))
    lines = textwrap.wrap(words, int((CANVAS - 2 * MARGIN) / (SIZE * LETTER)), break_on_hyphens=False)
    drawn = [
        text(line, MARGIN, y + 20 + n * LINE, SIZE, scene.colours.ink, anchor="start") for n, line in enumerate(lines)
    ]
    return "".join(drawn), y + len(lines) * LINE + 12


# ------------------------------------------------------------------------------------------------ slots and their lists


def _columns(scene: Scene, y: float) -> tuple[str, float]:
    drawn = [_column(scene, slot, MARGIN + slot * (COLUMN + GAP), y) for slot in range(SLOTS)]
    return "".join(markup for markup, _ in drawn), max(end for _, end in drawn)


def _column(scene: Scene, slot: int, x: float, y: float) -> tuple[str, float]:
    position, colours = scene.position, scene.colours
    name = capital(slot_title(position, slot, scene.say))
    tome = slot == position.board.tome
    cards = position.slots[slot]
    head = text(name, x + 8, y + 24, 22, colours.ink, bold=True, anchor="start", fit=COLUMN - (50 if tome else 16))
    if tome:
        head += text("T", x + COLUMN - 20, y + 24, 22, colours.ink, bold=True)
    frame = _box(x, y, COLUMN, STACK, colours, fill=colours.paper)
    words = f"{name}: {len(cards)}" + (f"; {scene.say('draw.tome')}" if tome else "")
    mark = scene.marks.get(Slot(slot, position.board.slots[slot]))
    drawn = group(words, frame, _decided(x, y, COLUMN, STACK, mark, scene), head, _stack(cards, x, y, scene))
    y += STACK + 8
    for index, entry in enumerate(position.board.lists[slot]):
        markup, high = _line(scene, ListLine(slot, index), line_in_words(entry, scene.say), x, y)
        drawn += markup
        y += high + 6
    return drawn, y


def _stack(cards: Sequence[Card], x: float, y: float, scene: Scene) -> str:
    """From the bottom to the top, each a little further right, so that colour and symbol stay visible."""
    shown = cards[-SHOWN:]
    if not cards:
        return text(scene.say("draw.empty"), x + COLUMN / 2, y + 74, SIZE, scene.colours.faint)
    step = (COLUMN - 60 - CARD[0]) / (SHOWN - 1)
    drawn = [moved(_card(card, scene), x + 10 + n * step, y + 36) for n, card in enumerate(shown)]
    count = text(f"×{len(cards)}", x + COLUMN - 26, y + 80, 24, scene.colours.ink, bold=True)
    return "".join(drawn) + count


def _card(card: Card, scene: Scene) -> str:
    wide, high = CARD
    ink = _INKS.get(card.colour, scene.colours.ink)
    symbol = "T" if card.symbol is None else str(card.symbol + 1)
    return (
        element("rect", width=wide, height=high, rx=6, fill="#ffffff", stroke=ink, stroke_width=4)
        + text(
            letter(card.colour, scene.say), 15, 28, 20, ink, bold=True, fit=22
        )  # at the edge, which the next card leaves free
        + text(symbol, 15, 56, 20, ink, bold=True)
    )


def _line(scene: Scene, line: ListLine, words: str, x: float, y: float) -> tuple[str, float]:
    """One line of a list, and how the decision fared with it."""
    colours = scene.colours
    mark = scene.marks.get(line)
    below = _not_read(scene, line)
    ink = colours.faint if below else colours.ink
    wrapped = textwrap.wrap(f"{line.index + 1}. {words}", int((COLUMN - 20) / (SIZE * LETTER)), break_on_hyphens=False)
    rows = len(wrapped) + (1 if mark is not None and not mark.chosen else 0)
    high = rows * LINE + 12
    drawn = _box(x, y, COLUMN, high, colours, fill=colours.paper) + _decided(x, y, COLUMN, high, mark, scene)
    for n, part in enumerate(wrapped):
        drawn += text(part, x + 10, y + 24 + n * LINE, SIZE, ink, halo=colours.paper, anchor="start", fit=COLUMN - 16)
    if mark is not None and not mark.chosen:
        foot = y + 24 + len(wrapped) * LINE
        drawn += text(f"✕ {mark.short}", x + 10, foot, SIZE, ink, halo=colours.paper, bold=True, anchor="start")
    title = f"{line.index + 1}. {words}" + (f"; {scene.say('draw.not-read')}" if below else "")
    return group(title, drawn, data_line=f"{line.slot}:{line.index}"), high


def _not_read(scene: Scene, line: ListLine) -> bool:
    """Below the line that is carried out, in the list that was read."""
    chosen = None if scene.trace is None else scene.trace.chosen
    return isinstance(chosen, ListLine) and chosen.slot == line.slot and chosen.index < line.index


def _box(x: float, y: float, wide: float, high: float, colours: Theme, fill: str) -> str:
    return element("rect", x=x, y=y, width=wide, height=high, rx=8, fill=fill, stroke=colours.faint, stroke_width=1.5)


def _decided(x: float, y: float, wide: float, high: float, mark: Mark | None, scene: Scene) -> str:
    """A double frame for the chosen one, a hatching for what was thrown out, a wide one for what was compared."""
    colours = scene.colours
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


# -------------------------------------------------------------------------------- Contracts, Trials, Classes in a row


def _offers(scene: Scene, y: float) -> tuple[str, float]:
    """What lay in the row, left first, if that was what was chosen from."""
    trace = scene.trace
    if trace is None or any(isinstance(one, (ListLine, Slot)) for one in trace.candidates) or not trace.candidates:
        return "", y
    wide, high = OFFER
    per_row = int((CANVAS - 2 * MARGIN + GAP) // (wide + GAP))
    drawn = []
    for n, candidate in enumerate(trace.candidates):
        row, column = divmod(n, per_row)
        at = (MARGIN + column * (wide + GAP), y + 8 + row * (high + GAP))
        drawn.append(_offer(candidate, *at, scene))
    rows = -(-len(trace.candidates) // per_row)
    return "".join(drawn), y + 8 + rows * (high + GAP)


def _offer(candidate: Any, x: float, y: float, scene: Scene) -> str:
    (wide, high), colours, say = OFFER, scene.colours, scene.say
    mark = scene.marks[candidate]
    said = candidate.said()
    words = capital(say(said.key, **said.params))
    lines = textwrap.wrap(words, int((wide - 12) / (17 * LETTER)), break_on_hyphens=False)[:3]
    drawn = _box(x, y, wide, high, colours, fill=colours.paper) + _decided(x, y, wide, high, mark, scene)
    for n, line in enumerate(lines):
        drawn += text(line, x + 10, y + 22 + n * 20, 17, colours.ink, halo=colours.paper, anchor="start", fit=wide - 16)
    if not mark.chosen:
        drawn += text(
            f"✕ {mark.short}", x + 10, y + high - 8, 17, colours.ink, halo=colours.paper, bold=True, anchor="start"
        )
    return group(words, drawn, data_candidate=str(candidate))


# -------------------------------------------------------------------------------------------------------------- words


def _blocks(scene: Scene, rulings: Mapping[str, str]) -> list[tuple[list[Entry], int]]:
    """The signs that the decision uses, and the rules that did something, in order."""
    if scene.trace is None:
        return []
    say, trace = scene.say, scene.trace
    marks = list(scene.marks.values())
    signs = [
        (say("draw.chosen"), [mark for mark in marks if mark.chosen]),
        (say("draw.out"), [mark for mark in marks if not mark.chosen and not mark.compared]),
        (say("draw.beaten"), [mark for mark in marks if not mark.chosen and mark.compared]),
    ]
    entries = [Entry(words, _decided(-22, -15, 44, 30, found[0], scene)) for words, found in signs if found]
    rules = [Entry(decision.reason(stage.clause, say, rulings)) for stage in decision.telling(trace)]
    return [(entries, 2), (rules, 1)]


def _signs(scene: Scene) -> list[Entry]:
    card = element("g", moved(_card(Card("red", 1), scene), -26, -33), transform="scale(.6)")
    return [
        Entry(scene.say("draw.card"), card),
        Entry(scene.say("draw.tome"), text("T", 0, 8, 22, scene.colours.ink, bold=True)),
        Entry(scene.say("board.key")),
    ]
