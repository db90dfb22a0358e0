"""Output to the terminal: plain lines, styled where the terminal can."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Message, Refused
from automarium.engine.play.event import Event, Step
from automarium.i18n.translator import Translator
from automarium.views.game import View
from automarium.views.score import OddsView, ScoreRow, ScoreView
from automarium.views.score_sheet import Sheet, SheetCell, build_sheet
from automarium.views.turn import Turn, write_headline
from automarium.views.turn_lines import Line

if TYPE_CHECKING:  # imported when the first styled line is printed
    from rich.console import Console

INDENT = "   "
NONE = "–"


class InputEnded(Exception):
    """Raised at the end of input and on Ctrl-C."""


class Screen:
    """Prints lines in the user's language. ``plain``, for screen readers, pipes and dumb terminals: sentences instead
    of drawings, no styles."""

    def __init__(self, translator: Translator, *, plain: bool = False) -> None:
        self.translator = translator
        self.tty = sys.stdout.isatty()
        self.sentences = plain
        self.plain = plain or not self.tty or os.environ.get("TERM") == "dumb"
        self._console: Console | None = None

    @property
    def width(self) -> int:
        return shutil.get_terminal_size((80, 24)).columns

    def line(self, text: str = "", style: str = "", indent: str = "") -> None:
        """Print a paragraph, wrapped to the width of a terminal; in a pipe it is not wrapped."""
        if not self.tty:
            print(indent + text)
            return
        number = re.match(r" *(\d+[.)]|–) ", text)  # hanging indent after a number
        wrapped = textwrap.wrap(
            text,
            max(self.width - 1, 20),
            initial_indent=indent,
            subsequent_indent=indent + " " * (number.end() if number else 0),
            break_on_hyphens=False,
        )
        for one in wrapped or [""]:
            self._styled(one, style)

    def raw(self, lines: Iterable[str]) -> None:
        """Print lines that must not be wrapped."""
        for line in lines:
            self._styled(line, "")

    def columns(self, items: Sequence[str], indent: str = INDENT) -> None:
        """Print short items in as many columns as fit, long ones a line each."""
        widest = max(map(len, items), default=0) + 3
        beside = max(1, min((self.width - len(indent)) // widest, len(items)))
        rows = -(-len(items) // beside)
        for row in range(rows):
            cells = items[row::rows]
            if len(cells) == 1:
                self.line(cells[0], indent=indent)
            else:
                self.raw([indent + "".join(f"{cell:{widest}}" for cell in cells).rstrip()])

    def _styled(self, text: str, style: str) -> None:
        if self.plain or not style:
            print(text)
            return
        if self._console is None:
            from rich.console import Console

            self._console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self._console.print(text, style=style)

    def say(self, key: str, style: str = "", **params: object) -> None:
        self.line(self.translator.say(key, **params), style)

    def sentence(self, thing: Event | Message, style: str = "", indent: str = "") -> None:
        self.line(self.translator.sentence(thing), style, indent)

    def refuse(self, refused: Refused) -> None:
        self.line(self.translator.refusal(refused), "bold red")

    # ------------------------------------------------------------------------------------------------- parts of a game

    def lines(self, lines: Sequence[Line]) -> None:
        """Print what to move, line by line, numbered for ``why``."""
        for line in lines:
            self.line(f"{line.number}. {line.text}", "bold")
        if not lines:
            self.say("hand.nothing", "bold")

    def story(self, view: View, turn: Turn, number: int | None = None) -> None:
        """Print how the Automa decided: the headline and every step; for one step its reasons."""
        if number is None and turn.story:
            self.line(write_headline(view, turn))
        for index, step in enumerate(turn.story, 1):
            if number in (None, index):
                self.line(f"{index}. {step.text}", "bold")
                for detail in step.details:
                    self.line(detail, "dim", INDENT)
                for line in view.reasons(step.step) if number is not None else ():
                    self.line(line, indent=INDENT)

    def board(self, game: Playthrough) -> None:
        width = 0 if self.sentences else self.width
        self.raw(game.definition.words.text(game.shown, game.rulings, self.translator.say, width))

    def why(self, view: View, steps: Sequence[Step]) -> None:
        for step in steps:
            self.sentence(step.event, "bold")
            for line in view.reasons(step):
                self.line(line, indent=INDENT)

    def log(self, view: View, last: int | None = None) -> None:
        runs = view.game.runs if last is None else view.game.runs[-last:]
        for number, run in enumerate(runs, len(view.game.runs) - len(runs)):
            self.line(f"#{number} {view.title(run)}", "bold cyan")
            for step in run.steps:
                self.sentence(step.event, indent=INDENT)

    def odds(self, odds: OddsView) -> None:
        """Print how many of the possible cards have each outcome, then the outcome of each card."""
        total = len(odds.cards)
        if not total:
            self.say("odds.none")
            return
        self.say("odds.head", "bold", count=total, cards=list(odds.cards))
        for one in odds.outcomes:
            share = self.translator.say("odds.line", many=len(one.cards), total=total, what=one.text)
            self.line(share, indent=INDENT)
        self.say("odds.cards", "bold")
        for cards, what in odds.alike:
            self.line(self.translator.say("odds.card", count=len(cards), cards=list(cards), what=what), indent=INDENT)

    def score(self, view: View) -> ScoreView:
        """Print the score, as a table where two sides and a terminal allow it, else side by side."""
        score = view.score()
        table = build_score_table(view, score) if self.tty and not self.sentences and len(score.totals) > 1 else []
        if table and max(map(len, table)) < self.width:
            self.raw(table)
        else:
            self._score_by_side(score)
        if score.verdict is not None:
            self.line(score.verdict, "bold green")
        return score

    def _score_by_side(self, score: ScoreView) -> None:
        for side, total in score.sums.items():
            for row in score.lines:
                if row.side == side:
                    amounts = {"amount": row.amount, "each": row.each, "points": row.points}
                    self.line(self.translator.say("score.line", what=row.text, **amounts), indent=INDENT)
            self.line(total, "bold")

    def checklist(self, view: View, *, whole: bool = False) -> None:
        """Print the setup list and its results. ``whole``: with what is good to know during play."""
        items = view.setup()
        know = [item.text for item in items if not item.to_do]
        self.say("setup.head", "bold")
        for number, item in enumerate((one for one in items if one.to_do), 1):
            self.line(f"{number:2}. {item.text}")
        brought = view.game.runs[0].steps
        if brought:
            self.say("setup.happened", "bold")
        for step in brought:
            self.sentence(step.event, indent=INDENT)
        if know and not whole:
            self.say("setup.more", "dim", word=self.translator.say("command.setup"))
        elif know:
            self.say("setup.know", "bold")
        for text in know if whole else ():
            self.line(f"– {text}")


# ----------------------------------------------------------------------------------------------------- the score sheet


def build_score_table(view: View, score: ScoreView) -> list[str]:
    """Return the lines of the score table: a row for each source of points, a column for each side, and the totals."""
    sheet, translator = build_sheet(view, score, telling=False), view.translator
    names = [translator.look_up(f"score.side.{side}") or str(translator.term("side", side)) for side in sheet.sides]
    rows = [["", *names], *([row.text, *_format_cells(row.cells, sheet)] for row in sheet.rows)]
    rows.append([translator.say("score.sum"), *(str(score.totals.get(side, NONE)) for side in sheet.sides)])
    first, *others = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        f"{INDENT}{row[0]:{first}}" + "".join(f"   {cell:>{wide}}" for cell, wide in zip(row[1:], others, strict=True))
        for row in rows
    ]


def _format_cells(cells: Mapping[str, SheetCell], sheet: Sheet) -> list[str]:
    lines = [cells[side].counts if side in cells else () for side in sheet.sides]
    return [" ".join(_format_points(row) for row in rows) or NONE for rows in lines]


def _format_points(row: ScoreRow) -> str:
    text = str(row.points) if row.each in (0, 1) else f"{row.amount} × {row.each} = {row.points}"
    return text.replace("-", "−")
