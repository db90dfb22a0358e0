"""The position as text: the four slots with their stacks and lists, and sentences."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from automarium.engine.content.pack import Pack
from automarium.engine.definition import GameWords
from automarium.engine.message import Message, Say, capitalise, message, term
from automarium.engine.play.event import Event
from automarium.games.penumbra.boards.line import SLOTS, Entry
from automarium.games.penumbra.events import ListShown
from automarium.games.penumbra.position import Card, Position
from automarium.games.penumbra.rulings import Rulings

COLUMN = 19
GAP = 1
BOARD_WIDTH = SLOTS * (COLUMN + GAP) - GAP
SHOWN_CARDS = 4
LETTERS = 2  # where two colours begin with the same one


def get_slot_title(position: Position, slot: int, say: Say) -> str:
    return say("slot-name", slot=term("slot", position.board.slots[slot]))


class PenumbraWords(GameWords[Position, Rulings]):
    def overview(self, position: Position) -> Sequence[Message]:
        """Return the Automa's numbers, the stacks, whether it will rest, and the size of the app's deck."""
        said = describe_numbers(position)
        for slot, cards in enumerate(position.slots):
            name = term("slot", position.board.slots[slot])
            if cards:
                colours = term("colour", [card.colour for card in cards])
                said.append(message("overview.stack", slot=name, count=len(cards), colours=colours))
            else:
                said.append(message("overview.stack.empty", slot=name))
        if position.will_rest:
            said.append(message("overview.rest"))
        if not position.artifacts.physical:
            said.append(message("overview.deck", count=len(position.artifacts.pile)))
        return said

    def text(self, position: Position, rulings: Rulings, say: Say, width: int) -> list[str]:
        """Return four columns (slot, stack, list) below the Automa's numbers; on a narrow screen the overview."""
        if width < BOARD_WIDTH:
            return [capitalise(say(one.key, **one.params)) for one in self.overview(position)]
        lines = textwrap.wrap(
            " ".join(capitalise(say(one.key, **one.params)) for one in describe_numbers(position)), width
        )
        columns = [_column(position, slot, say) for slot in range(SLOTS)]
        height = max(len(column) for column in columns)
        for row in range(height):
            cells = [column[row] if row < len(column) else "" for column in columns]
            lines.append((" " * GAP).join(cell.ljust(COLUMN) for cell in cells).rstrip())
        return [*lines, *textwrap.wrap(say("board.key"), width)]

    def details(self, event: Event, pack: Pack) -> Sequence[Message]:
        """Return the lines of a whole list."""
        return event.lines if isinstance(event, ListShown) and event.number is None else ()


def _column(position: Position, slot: int, say: Say) -> list[str]:
    title = capitalise(get_slot_title(position, slot, say))
    tome = f" ({say('symbol.tome')})" if slot == position.board.tome else ""
    lines = [f"{title}{tome}"[:COLUMN], "=" * COLUMN, render_stack(position.slots[slot], say), "-" * COLUMN]
    for number, entry in enumerate(position.board.lists[slot], 1):
        text = f"{number}. {describe_line(entry, say)}"
        lines += textwrap.wrap(text, COLUMN, subsequent_indent="  ", break_on_hyphens=False)
    return lines


def render_stack(cards: Sequence[Card], say: Say) -> str:
    """Return how many cards, and their colours from the bottom; of a high stack the last."""
    if not cards:
        return say("stack.empty")
    shown = " ".join(get_letter(card.colour, say) for card in cards[-SHOWN_CARDS:])
    return f"{len(cards)}: {'… ' if len(cards) > SHOWN_CARDS else ''}{shown}"[:COLUMN]


def get_letter(colour: str, say: Say) -> str:
    """Return a letter or two for a colour; for a colour that the owner entered, its first letter."""
    known = say("colour-letter", colour=term("colour", colour))
    return known if len(known) <= LETTERS else known[:1].upper()


def describe_line(entry: Entry, say: Say) -> str:
    """Return a line as on a board: signs for the conditions, short words for the effects."""
    when, words = entry.when, []
    if when.cards is not None:
        words.append(say(f"when.{when.cards}") + (f"@{when.slot}" if when.slot is not None else ""))
    if when.order is not None:
        words.append(say(f"when.{when.order}"))
    if when.min_level is not None:
        words.append(say("when.level", level=when.min_level))
    effects = ", ".join(say(one.key, **one.params) for one in (effect.short() for effect in entry.do))
    return f"{' '.join(words)}: {effects}" if words else effects


def describe_numbers(position: Position) -> list[Message]:
    """Return the Automa's numbers in a few words."""
    said = [
        message(
            "overview.board.house" if position.board.house else "overview.board",
            board=term("board-name", position.board.id),
        ),
        message(
            "overview.level",
            count=position.level,
            places=position.board.mark_places,
            colours=term("colour", position.marks),
        ),
        message("overview.sparks", count=position.sparks),
        message("overview.arcana", count=position.arcana),
    ]
    if position.alignment is None:
        said.append(message("overview.no-alignment"))
    else:
        said.append(message("overview.alignment", alignment=term("alignment", position.alignment)))
    if position.light or position.dark:
        said.append(message("overview.light-dark", light=position.light, dark=position.dark))
    if position.contracts:
        said.append(message("overview.contracts", contracts=position.contracts))
    if position.trials:
        said.append(message("overview.trials", trials=position.trials))
    said.append(message("overview.cards", count=position.cards + 1))
    return said
