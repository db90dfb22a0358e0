"""The Automa's board as a picture: four slots with their stacks and lists, and a decision on it.

Our own drawing, not the printed board. The line that is carried out has a double frame; the lines above it are hatched,
each with the clause that passed it over; the lines below were not read. Colours only repeat what letters say.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

import msgspec

from automarium.engine.choice.trace import Trace
from automarium.engine.drawing import trace_picture
from automarium.engine.drawing.scene import Scene
from automarium.engine.drawing.svg import LETTER, LegendEntry, Theme, element, group, legend, shift, text
from automarium.engine.drawing.trace_picture import Mark
from automarium.engine.message import Message, Say, capitalise, message, term
from automarium.games.penumbra import page_board
from automarium.games.penumbra.boards.line import SLOTS
from automarium.games.penumbra.page_board import CARD, draw_box, draw_card, draw_mark
from automarium.games.penumbra.position import Card, Position
from automarium.games.penumbra.rules.lists import ListLine
from automarium.games.penumbra.rules.special import Slot
from automarium.games.penumbra.rulings import Rulings
from automarium.games.penumbra.text import describe_line, describe_numbers, get_slot_title

MARGIN = 14.0
HEAD = 46.0
COLUMN = 216.0
GAP = 10.0
CANVAS = MARGIN * 2 + SLOTS * COLUMN + (SLOTS - 1) * GAP
SIZE = 20.0
LINE = 25.0
SHOWN = 5  # of a higher stack the upper ones
STACK = 112.0  # the height of a stack with the slot's name
OFFER = (150.0, 84.0)


class Showing(msgspec.Struct, frozen=True):
    """What all parts of the picture are drawn from."""

    position: Position
    say: Say
    colours: Theme
    trace: Trace | None
    marks: dict[object, Mark]


def draw(scene: Scene[Position, Rulings]) -> str:
    """Return the board as SVG, with the decision of the scene's trace if it has one."""
    if scene.bare:
        return page_board.draw(scene)
    colours, trace = scene.colours, scene.trace
    marks = (
        {}
        if trace is None
        else {mark.candidate: mark for here in trace_picture.build_marks(trace).values() for mark in here}
    )
    showing = Showing(scene.position, scene.say, colours, trace, marks)
    facts, y = _numbers(showing, HEAD)
    columns, bottom = _columns(showing, y)
    offers, bottom = _offers(showing, bottom)
    below, height = legend([*_blocks(showing, scene.chosen), (_signs(showing), 1)], bottom + 10, CANVAS, colours)
    return scene.document(
        (CANVAS, height),
        MARGIN,
        element("defs", trace_picture.draw_hatches(colours)),
        facts,
        columns,
        offers,
        below,
    )


def _numbers(showing: Showing, y: float) -> tuple[str, float]:
    """Return the markup of the Automa's numbers and where it ends."""
    words = " ".join(capitalise(showing.say(one.key, **one.params)) for one in describe_numbers(showing.position))
    lines = textwrap.wrap(words, int((CANVAS - 2 * MARGIN) / (SIZE * LETTER)), break_on_hyphens=False)
    drawn = [
        text(line, MARGIN, y + 20 + n * LINE, SIZE, showing.colours.ink, anchor="start") for n, line in enumerate(lines)
    ]
    return "".join(drawn), y + len(lines) * LINE + 12


# ------------------------------------------------------------------------------------------------ slots and their lists


def _columns(showing: Showing, y: float) -> tuple[str, float]:
    drawn = [_column(showing, slot, MARGIN + slot * (COLUMN + GAP), y) for slot in range(SLOTS)]
    return "".join(markup for markup, _ in drawn), max(end for _, end in drawn)


def _column(showing: Showing, slot: int, x: float, y: float) -> tuple[str, float]:
    position, colours = showing.position, showing.colours
    name = capitalise(get_slot_title(position, slot, showing.say))
    tome = slot == position.board.tome
    cards = position.slots[slot]
    head = text(name, x + 8, y + 24, 22, colours.ink, bold=True, anchor="start", fit=COLUMN - (50 if tome else 16))
    if tome:
        head += text("T", x + COLUMN - 20, y + 24, 22, colours.ink, bold=True)
    frame = draw_box(x, y, COLUMN, STACK, colours, fill=colours.paper)
    words = f"{name}: {len(cards)}" + (f"; {showing.say('draw.tome')}" if tome else "")
    mark = showing.marks.get(Slot(slot, position.board.slots[slot]))
    drawn = group(words, frame, draw_mark(x, y, COLUMN, STACK, mark, colours), head, _stack(cards, x, y, showing))
    y += STACK + 8
    for index, entry in enumerate(position.board.lists[slot]):
        markup, high = _line(showing, ListLine(slot, index), describe_line(entry, showing.say), x, y)
        drawn += markup
        y += high + 6
    return drawn, y


def _stack(cards: Sequence[Card], x: float, y: float, showing: Showing) -> str:
    """Draw the cards from bottom to top, each further right, so that colour and symbol stay visible."""
    shown = cards[-SHOWN:]
    if not cards:
        return text(showing.say("draw.empty"), x + COLUMN / 2, y + 74, SIZE, showing.colours.faint)
    step = (COLUMN - 60 - CARD[0]) / (SHOWN - 1)
    say, colours = showing.say, showing.colours
    drawn = [shift(draw_card(card, say, colours), x + 10 + n * step, y + 36) for n, card in enumerate(shown)]
    count = text(f"×{len(cards)}", x + COLUMN - 26, y + 80, 24, colours.ink, bold=True)
    return "".join(drawn) + count


def _line(showing: Showing, line: ListLine, words: str, x: float, y: float) -> tuple[str, float]:
    """Return the markup of a line of a list with its mark of the decision, and its height."""
    colours = showing.colours
    mark = showing.marks.get(line)
    below = _not_read(showing, line)
    ink = colours.faint if below else colours.ink
    wrapped = textwrap.wrap(f"{line.index + 1}. {words}", int((COLUMN - 20) / (SIZE * LETTER)), break_on_hyphens=False)
    rows = len(wrapped) + (1 if mark is not None and not mark.chosen else 0)
    high = rows * LINE + 12
    drawn = draw_box(x, y, COLUMN, high, colours, fill=colours.paper) + draw_mark(x, y, COLUMN, high, mark, colours)
    for n, part in enumerate(wrapped):
        drawn += text(part, x + 10, y + 24 + n * LINE, SIZE, ink, halo=colours.paper, anchor="start", fit=COLUMN - 16)
    if mark is not None and not mark.chosen:
        foot = y + 24 + len(wrapped) * LINE
        drawn += text(f"✕ {mark.short}", x + 10, foot, SIZE, ink, halo=colours.paper, bold=True, anchor="start")
    title = f"{line.index + 1}. {words}" + (f"; {showing.say('draw.not-read')}" if below else "")
    return group(title, drawn, data_line=f"{line.slot}:{line.index}"), high


def _not_read(showing: Showing, line: ListLine) -> bool:
    """Return whether the line is below the one carried out in the same list."""
    chosen = None if showing.trace is None else showing.trace.chosen
    return isinstance(chosen, ListLine) and chosen.slot == line.slot and chosen.index < line.index


# -------------------------------------------------------------------------------- Contracts, Trials, Classes in a row


def _offers(showing: Showing, y: float) -> tuple[str, float]:
    """Return the markup of the candidates, left first, if they are no lines or slots, and where it ends."""
    trace = showing.trace
    if trace is None or any(isinstance(one, (ListLine, Slot)) for one in trace.candidates) or not trace.candidates:
        return "", y
    wide, high = OFFER
    per_row = int((CANVAS - 2 * MARGIN + GAP) // (wide + GAP))
    drawn = []
    order = sorted(trace.candidates, key=lambda one: 0 if isinstance(one, str) else getattr(one, "index", 0))
    for n, candidate in enumerate(order):
        row, column = divmod(n, per_row)
        at = (MARGIN + column * (wide + GAP), y + 8 + row * (high + GAP))
        drawn.append(_offer(candidate, *at, showing))
    rows = -(-len(trace.candidates) // per_row)
    return "".join(drawn), y + 8 + rows * (high + GAP)


def _offer(candidate: object, x: float, y: float, showing: Showing) -> str:
    (wide, high), colours, say = OFFER, showing.colours, showing.say
    mark = showing.marks[candidate]
    said = _named(candidate, showing.trace)
    words = capitalise(say(said.key, **said.params))
    lines = textwrap.wrap(words, int((wide - 12) / (17 * LETTER)), break_on_hyphens=False)[:3]
    drawn = draw_box(x, y, wide, high, colours, fill=colours.paper) + draw_mark(x, y, wide, high, mark, colours)
    for n, line in enumerate(lines):
        drawn += text(line, x + 10, y + 22 + n * 20, 17, colours.ink, halo=colours.paper, anchor="start", fit=wide - 16)
    if not mark.chosen:
        drawn += text(
            f"✕ {mark.short}", x + 10, y + high - 8, 17, colours.ink, halo=colours.paper, bold=True, anchor="start"
        )
    return group(words, drawn, data_candidate=str(candidate))


def _named(candidate: object, trace: Trace | None) -> Message:
    """Return the words for a candidate; a plain id is named by the family of the choice."""
    if hasattr(candidate, "describe"):
        said: Message = candidate.describe()
        return said
    return message("named", what=term(trace.family if trace else "", candidate))


# -------------------------------------------------------------------------------------------------------------- words


def _blocks(showing: Showing, rulings: Mapping[str, str]) -> list[tuple[list[LegendEntry], int]]:
    """Return legends of the signs that the decision uses and of the rules that did something, in order."""
    if showing.trace is None:
        return []
    say, trace = showing.say, showing.trace
    marks = list(showing.marks.values())
    signs = [
        (say("draw.chosen"), [mark for mark in marks if mark.chosen]),
        (say("draw.out"), [mark for mark in marks if not mark.chosen and not mark.compared]),
        (say("draw.beaten"), [mark for mark in marks if not mark.chosen and mark.compared]),
    ]
    entries = [
        LegendEntry(words, draw_mark(-22, -15, 44, 30, found[0], showing.colours)) for words, found in signs if found
    ]
    rules = [
        LegendEntry(trace_picture.format_reason(stage.clause, say, rulings))
        for stage in trace_picture.find_deciding_stages(trace)
    ]
    return [(entries, 2), (rules, 1)]


def _signs(showing: Showing) -> list[LegendEntry]:
    card = element("g", shift(draw_card(Card("red", 1), showing.say, showing.colours), -26, -33), transform="scale(.6)")
    return [
        LegendEntry(showing.say("draw.card"), card),
        LegendEntry(showing.say("draw.tome"), text("T", 0, 8, 22, showing.colours.ink, bold=True)),
        LegendEntry(showing.say("board.key")),
    ]
