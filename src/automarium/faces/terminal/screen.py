"""What the terminal shows: plain lines, a little colour where there is any, nothing that only a picture says."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from automarium.kernel.choice import Trace
from automarium.kernel.game import Game, Respond, Run
from automarium.kernel.room import Input, Odds, ScoreSheet
from automarium.kernel.saying import Refused, Saying, saying
from automarium.kernel.table import Event, Pick, Several, Step
from automarium.voice import Voice
from automarium.voice.why import explain, narrowing

INDENT = "   "


def is_automas(run: Run) -> bool:
    """Whether a run is a turn of the Automa."""
    return run.input is not None and run.input.__struct_config__.tag == "next"


def has_reasons(run: Run) -> bool:
    """Whether there is anything to ask "why?" about: her turns, and the human's own combats."""
    return run.input is not None and any(step.clauses for step in run.steps)


class Screen:
    """``plain`` is for screen readers, pipes and dumb terminals: sentences instead of drawings, and no styles."""

    def __init__(self, voice: Voice, *, plain: bool = False) -> None:
        self.voice = voice
        self.tty = sys.stdout.isatty()
        self.sentences = plain
        self.plain = plain or not self.tty or os.environ.get("TERM") == "dumb"
        self._console: Any = None

    @property
    def width(self) -> int:
        return shutil.get_terminal_size((80, 24)).columns

    def line(self, text: str = "", style: str = "", indent: str = "") -> None:
        """One paragraph, wrapped to the screen; in a pipe it stays whole."""
        if not self.tty:
            print(indent + text)
            return
        number = re.match(r" *\d+\. ", text)  # what follows a number hangs behind it
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
        """Drawings: lines that must not be wrapped."""
        for line in lines:
            self._styled(line, "")

    def _styled(self, text: str, style: str) -> None:
        if self.plain or not style:
            print(text)
            return
        if self._console is None:
            from rich.console import Console

            self._console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        self._console.print(text, style=style)

    def say(self, key: str, style: str = "", **params: Any) -> None:
        self.line(self.voice.say(key, **params), style)

    def sentence(self, thing: Event | Saying, style: str = "", indent: str = "") -> None:
        self.line(self.voice.sentence(thing), style, indent)

    def refuse(self, refused: Refused) -> None:
        self.line(self.voice.refusal(refused), "bold red")

    # ------------------------------------------------------------------------------------------------ parts of a game

    def steps(self, game: Game, steps: Sequence[Step], first: int = 1) -> None:
        """What happened; the Automa's steps are numbered so that "why 3" can ask for a reason, and a card is shown
        with what stands on it."""
        for number, step in enumerate(steps, first):
            head = f"{number}. " if has_reasons(game.runs[-1]) else ""
            self.line(head + self.voice.sentence(step.event), "bold")
            for detail in game.room.details(step.event, game.pack):
                self.sentence(detail, "dim", INDENT)

    def board(self, game: Game) -> None:
        width = 0 if self.sentences else self.width
        self.raw(game.room.board(game.shown, game.rulings, self.voice.say, width))

    def overview(self, game: Game) -> None:
        for said in game.room.overview(game.shown):
            self.sentence(said)

    def why(self, game: Game, run: Run, number: int | None) -> None:
        """The reasons of one step, or of all steps of the turn."""
        for index, step in enumerate(run.steps, 1):
            if number in (None, index):
                self.line(f"{index}. {self.voice.sentence(step.event)}", "bold")
                self.reasons(game, step)

    def reasons(self, game: Game, step: Step, indent: str = INDENT) -> None:
        for line in explain(step, game.room.rulings, game.rulings, self.voice):
            self.line(line, indent=indent)

    def narrowings(self, traces: Iterable[Trace], rulings: Any, chosen: dict[str, str]) -> None:
        for trace in traces:
            for line in narrowing(trace, rulings, chosen, self.voice):
                self.line(line, indent=INDENT)

    def input(self, input_: Input, game: Game) -> str:
        """What an input says, as a sentence: the name under which it is undone; an answer in its question's words."""
        question = game.question_of(input_)
        if isinstance(input_, Respond) and isinstance(question, (Pick, Several)) and input_.to != []:
            answers = input_.to if isinstance(input_.to, list) else [input_.to]
            words = ", ".join(str(self.voice.term(question.family, one)) for one in answers)
            return self.voice.sentence(saying("input.answer", answer=words))
        return self.voice.sentence(input_.said())

    def log(self, game: Game, last: int | None = None) -> None:
        runs = game.runs if last is None else game.runs[-last:]
        offset = len(game.runs) - len(runs)
        for number, run in enumerate(runs, offset):
            head = self.voice.say("log.setup") if run.input is None else self.input(run.input, game)
            self.line(f"#{number} {head}", "bold cyan")
            for step in run.steps:
                self.sentence(step.event, indent=INDENT)

    def odds(self, odds: Odds) -> None:
        """How many of the cards that can come do each thing, then what each card does."""
        total = len(odds.cards)
        self.say("odds.head", "bold", count=total, cards=list(odds.cards))
        for chances in odds.tallies:
            sentence = self.short(chances.outcome[0])
            share = self.voice.say("odds.line", many=len(chances.cards), total=total, what=sentence)
            self.line(share, indent=INDENT)
        self.say("odds.cards", "bold")
        alike: dict[str, list[int]] = {}  # cards that do the same share a line
        for card, events in odds.by_card.items():
            alike.setdefault("; ".join(self.short(event) for event in events), []).append(card)
        for told, cards in alike.items():
            self.line(self.voice.say("odds.card", count=len(cards), cards=cards, what=told), indent=INDENT)

    def short(self, event: Event) -> str:
        """An event in a few words, for lists; a whole sentence where there are none."""
        key = f"short.{event.key()}"
        return self.voice.say(key, **event.params()) if self.voice.look_up(key) else self.voice.sentence(event)

    def score(self, sheet: ScoreSheet) -> None:
        for side, total in sheet.totals.items():
            for line in sheet.lines:
                if line.side == side:
                    what = self.voice.say(f"score.{line.what}")
                    text = self.voice.say(
                        "score.line", what=what, amount=line.amount, each=line.each, points=line.points
                    )
                    self.line(text, indent=INDENT)
            self.say(f"score.total.{side}", "bold", count=total)
        if sheet.verdict is not None:
            self.sentence(sheet.verdict, "bold green")

    def checklist(self, game: Game) -> None:
        """What the person sets up, and what that brings her, however far the game has gone since."""
        self.say("setup.head", "bold")
        for number, (said, clauses) in enumerate(game.room.checklist(game.at_start, game.rulings), 1):
            self.line(f"{number:2}. {self.voice.sentence(said)} ({', '.join(clauses)})")
        if game.runs[0].steps:
            self.say("setup.happened", "bold")
        for step in game.runs[0].steps:
            self.sentence(step.event, indent=INDENT)
