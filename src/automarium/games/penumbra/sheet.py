"""A printed board as it lies before its owner: four columns of lines, each line built from a few chips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from automarium.games.penumbra.lines import EFFECTS, MOST_INSTRUCTIONS, MOST_MARKS, SLOTS
from automarium.kernel.boards import Chips, SheetPart
from automarium.kernel.command import Given
from automarium.kernel.question import Count, Pick, Words
from automarium.kernel.saying import Saying, refuse, saying

OTHER = "other"  # a scoring of the board's own: its words and its VP are asked
SCORINGS = ("discipline_card", "contract", "trial", OTHER)
MOST_LINES = 20
MOST_TEXT = 2000  # letters of a column
HIGHEST_LEVEL = 12  # that a chip names; any other can be typed
COUNTS = {  # from, to, and what most boards have
    "marks": (1, MOST_MARKS, None),
    "scoring-vp": (0, 30, None),
    "first": (1, MOST_INSTRUCTIONS, 1),
    "later": (1, MOST_INSTRUCTIONS, 2),
}


def _label(text: str) -> Saying:
    return saying("component.label", label=text)


CHIPS: tuple[Chips, ...] = (
    Chips(saying("chips.cards"), True, tuple((sign, _label(sign)) for sign in ("=1", "=2", "2+")), one=True),
    Chips(saying("chips.order"), True, (("first", saying("when.first")), ("later", saying("when.second+"))), one=True),
    Chips(
        saying("chips.level"),
        True,
        tuple((f"L{level}", saying("when.level", level=level)) for level in range(1, HIGHEST_LEVEL + 1)),
        one=True,
    ),
    Chips(
        saying("chips.do"),
        False,
        tuple((name, saying(f"effect-short.{name}")) for name in EFFECTS if name not in ("substitution", "unique")),
    ),
    Chips(saying("chips.to"), False, tuple((f"to ${n}", _label(f"→ ${n}")) for n in range(1, SLOTS + 1))),
    Chips(saying("chips.unique"), False, (("unique …", saying("chips.unique.one")),)),
)


def sheet(known: Given) -> Sequence[SheetPart]:
    """Names and lines of the four columns, then what stands beside them; ``known`` are the editor's answers."""
    names = [name.strip() for name in str(known.get("slots", "")).split(",")] if "slots" in known else [""] * SLOTS
    parts = []
    for index, name in enumerate(names[:SLOTS]):
        params = {"number": index + 1}
        heading = Words(about="ask.sheet.slot", params=params, default=name or None, most=60)
        parts.append(SheetPart(f"slot-{index}", heading, index, heading=True))
        lines = "\n".join(_known_lines(known, name))
        column = Words(about="ask.sheet.lines", params=params, default=lines or None, most=MOST_TEXT)
        parts.append(SheetPart(f"lines-{index}", column, index, lines=True))
    tome = names.index(known["tome"]) + 1 if known.get("tome") in names else None
    numbers = tuple(range(1, SLOTS + 1))
    parts += [
        SheetPart("tome", Pick(about="ask.board.tome", options=numbers, default=tome)),
        SheetPart("marks", count_question("marks", known)),
        SheetPart("scoring", scoring_question(known)),
        SheetPart("scoring-what", Words(about="ask.board.scoring-what", default=known.get("scoring-what", ""))),
        SheetPart("scoring-vp", count_question("scoring-vp", {"scoring-vp": 1, **known})),
        SheetPart("first", count_question("first", known)),
        SheetPart("later", count_question("later", known)),
        SheetPart("levels", Words(about="ask.board.levels", default=known.get("levels", ""))),
    ]
    return parts


def count_question(name: str, known: Given) -> Count:
    """A number of the board, with what is known of it or usual."""
    low, high, usual = COUNTS[name]
    return Count(about=f"ask.board.{name}", low=low, high=high, default=known.get(name, usual))


def scoring_question(known: Given) -> Pick:
    return Pick(about="ask.board.scoring", options=SCORINGS, family="scoring", default=known.get("scoring"))


def _known_lines(known: Given, slot: str) -> list[str]:
    found = (known.get(f"{slot}:{number}") for number in range(1, MOST_LINES + 1))
    return [str(line) for line in found if line]


def sheet_answers(given: Given) -> dict[str, Any]:
    """What the editor asks one after the other, without the lines."""
    slots = [str(given.get(f"slot-{index}", "")).strip() for index in range(SLOTS)]
    tome = given.get("tome")
    if not isinstance(tome, int):
        raise refuse("answer.missing", "tome", name="tome")
    rest = ("marks", "scoring", "scoring-what", "scoring-vp", "first", "later", "levels")
    return {"slots": ", ".join(slots), "tome": slots[tome - 1], **{name: given[name] for name in rest if name in given}}


def sheet_lines(given: Given, column: int) -> list[str]:
    found = [line.strip() for line in str(given.get(f"lines-{column}", "")).splitlines() if line.strip()]
    if len(found) > MOST_LINES:
        raise refuse("read.long", f"lines-{column}", count=MOST_LINES)
    return found
