"""The view: a game as data with its text. Terminal, page and protocol lay out the same view.

It holds the stage of the game, the steps and hands of the last input, the open question, the commands, undo and redo,
odds, score and setup. Only the board is drawn by the game itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

import msgspec

from automarium.engine.content.component import is_thing_form
from automarium.engine.definition import GameDefinition, Status
from automarium.engine.game.playthrough import Playthrough, Run
from automarium.engine.layout import Hand
from automarium.engine.message import Message, Refused, message, refuse, term
from automarium.engine.play.command import NEXT, AnyCommand, Input, Respond, find_field, find_next_field, is_available
from automarium.engine.play.event import Step
from automarium.engine.play.odds import Odds
from automarium.engine.question import Field, Pick
from automarium.i18n.explanation import explain
from automarium.i18n.translator import Translator
from automarium.views.question import Asked, build_question, describe_answer
from automarium.views.score import OddsView, ScoreView, build_odds, build_score

POINTS = "vp"  # the gauge of the Automa's points


class StepView(msgspec.Struct, frozen=True):
    """A step with its text; ``details`` describe the card that it shows."""

    step: Step
    text: str
    details: tuple[str, ...]

    @property
    def has_reasons(self) -> bool:
        return has_reasons(self.step)


class HandView(msgspec.Struct, frozen=True):
    """One thing to move, with its text."""

    hand: Hand
    text: str


class SetupItem(msgspec.Struct, frozen=True):
    """One item of the setup: ``to_do`` by hand, or a reminder."""

    said: Message
    text: str
    clauses: tuple[str, ...]
    to_do: bool


class CommandView(msgspec.Struct, frozen=True):
    """A command that can be given now: the word to type, the text of its button, its help."""

    name: str
    word: str
    text: str
    help: str


def has_reasons(step: Step) -> bool:
    """Return whether "why?" has an answer for a step."""
    return bool(step.clauses or step.traces)


class View:
    """A game in one language."""

    def __init__(self, game: Playthrough, translator: Translator) -> None:
        self.game = game
        self.translator = translator

    @cached_property
    def chosen(self) -> Mapping[str, str]:
        """The choices of all rulings by their ids."""
        return dict(self.game.rulings.chosen())

    @property
    def shown(self) -> Any:
        """The position to display. Raise Refused during the setup, when there is none."""
        if self.game.shown is None:
            raise refuse("answer.first")
        return self.game.shown

    @property
    def stage(self) -> str:
        """The stage of the game in a few words."""
        if self.game.position is None:
            return self.translator.sentence(message("stage.setup"))
        return self.translator.sentence(find_stage(self.game.definition.status(self.game.shown)))

    def stage_of_run(self, run: Run) -> str:
        """Return the stage while a turn of the Automa is shown: the turn's own name ("Evening of round II") or its
        number. During a question and at the end of the game it is the usual stage."""
        before = None if run.input is None else self.game.find_position_before(run.input)
        if run.input is None or before is None:
            return self.stage
        if run.input.describe_from(before) != run.input.describe():
            return self.title(run)
        status = self.game.definition.status(self.game.shown)
        if status.over or status.to_move != "human" or run.input.name() != NEXT:
            return self.stage
        return self.translator.say("stage.hers", turn=status.turn)

    @property
    def points(self) -> str | None:
        """The Automa's points so far in a game that counts them during play; None once it is over."""
        definition, table = self.game.definition, self.game.shown
        shown = [] if table is None or definition.is_over(table) else definition.page.gauges(table, self.game.pack)
        return next((f"{one.at} {self.translator.say(f'gauge.{POINTS}')}" for one in shown if one.name == POINTS), None)

    @property
    def coming(self) -> str | None:
        """The text of the button that continues the game. None while a question is open, or at the end."""
        if self.game.question is not None or self.game.position is None:
            return None
        status = self.game.definition.status(self.game.position)
        return None if status.over else self.translator.sentence(find_coming(status))

    def steps(self, steps: Sequence[Step]) -> list[StepView]:
        definition, pack = self.game.definition, self.game.pack
        return [
            StepView(
                step,
                self.translator.sentence(step.event),
                tuple(self.translator.sentence(one) for one in definition.words.details(step.event, pack)),
            )
            for step in steps
        ]

    def reasons(self, step: Step) -> list[str]:
        """Return the narrowings of a step, then its rules, as lines without repetition."""
        lines = explain(step, self.game.definition.rulings.rulings(), self.chosen, self.translator)
        return [line for line, _ in groupby(lines)]

    def hands(self) -> list[HandView]:
        """Return what the person must move after the last input."""
        return [HandView(hand, self.describe_hand(hand)) for hand in self.game.hands]

    def remarks(self, steps: Sequence[Step]) -> list[str]:
        """Return the sentences of events that must be read though no hand shows them, each once."""
        return list(dict.fromkeys(self.translator.sentence(step.event) for step in steps if step.event.remark))

    def describe_hand(self, hand: Hand, shown: object = None) -> str:
        """Return what to do as text, with the totals of the position ``shown`` then, by default the current one."""
        return self.translator.sentence(self.hand_message(hand, self.shown if shown is None else shown))

    def hand_message(self, hand: Hand, shown: object) -> Message:
        own = self.game.definition.table.hand_words(shown, hand)
        if own is not None:
            return own
        if hand.track:
            what = term("track", f"{hand.side}.{hand.track}")
            return Message("hand.track", {"what": what, "from": hand.from_, "to": hand.to})
        what, count = term("piece", f"{hand.side}.{hand.piece}"), hand.count
        if hand.at:
            at, old, new = term("place", hand.at), term("state", hand.from_), term("state", hand.to)
            return Message("hand.turn", {"what": what, "at": at, "from": old, "to": new, "count": count})
        ends = {"from": term("place", hand.from_), "to": term("place", hand.to)}
        return Message("hand.move" if count == 1 else "hand.moves", {"what": what, "count": count, **ends})

    @property
    def question(self) -> Asked | None:
        return None if self.game.question is None else build_question(self.game.question, self.translator)

    @property
    def hints(self) -> list[str]:
        """What helps to answer the open question."""
        game = self.game
        if game.question is None or game.shown is None:
            return []
        return [
            self.translator.sentence(one)
            for one in game.definition.page.hints(game.shown, game.question, game.pack, game.rulings)
        ]

    def commands(self) -> list[CommandView]:
        """Return the commands that can be given now; the one that continues the game is the first."""
        return [build_command(name, self.translator) for name in self.command_names()]

    def command_names(self) -> Iterator[str]:
        game = self.game
        if game.position is None or game.question is not None:
            return
        over = game.definition.is_over(game.position)
        for name, command in game.definition.commands.items():
            if is_available(command, over) and _has_options(command, game.position):
                yield name

    def next_field(self, name: str, given: Mapping[str, object]) -> Field | None:
        """Return the next field that a command needs, or None."""
        return find_next_field(self.game.definition.commands[name], self.game.position, given)

    def next_optional(self, name: str, given: Mapping[str, object]) -> Field | None:
        """Return the next field that may be typed with a command, also one that is never asked for."""
        return find_field(self.game.definition.commands[name], self.game.position, given)

    def describe_input(self, input_: Input) -> str:
        """Return an input as a sentence, which is also its name for undo."""
        question = self.game.find_question(input_)
        if isinstance(input_, Respond) and question is not None and input_.to != []:
            printed = is_thing_form(question)  # what it is, not its many facts
            answer = build_question(question, self.translator).text if printed else None
            return self.translator.sentence(
                message("input.answer", answer=answer or describe_answer(question, input_.to, self.translator))
            )
        before = self.game.find_position_before(input_)
        return self.translator.sentence(input_.describe() if before is None else input_.describe_from(before))

    @property
    def undo(self) -> str | None:
        last = self.game.runs[-1]
        dropped = last.answers[-1] if last.answers else last.input
        return None if dropped is None else self.describe_input(dropped)

    @property
    def undo_turn(self) -> str | None:
        """The name for undo of a whole turn; while a question is open, of the last answer."""
        last = self.game.runs[-1]
        return self.undo if self.game.question is not None or last.input is None else self.title(last)

    @property
    def redo(self) -> str | None:
        return self.describe_input(self.game.undone[-1]) if self.game.undone else None

    def title(self, run: Run) -> str:
        """Return the title of a run in the log."""
        return self.translator.say("log.setup") if run.input is None else self.describe_input(run.input)

    def odds(self) -> OddsView:
        """Return what the cards that can still come would do now."""
        return build_odds(self._odds(), self.translator)

    def _odds(self) -> Odds:
        game = self.game
        if game.question is not None or game.position is None:  # the card that is being played would be counted
            raise refuse("answer.first")
        if game.definition.is_over(game.position):
            raise refuse("odds.over")
        odds: Odds = game.definition.odds(game.position, game.pack, game.rulings)
        return odds

    @property
    def can_threaten(self) -> bool:
        """Whether the places that the next card may hit can be computed now."""
        game = self.game
        open_ = game.question is None and game.position is not None and not game.definition.is_over(game.position)
        return open_ and type(game.definition).threats is not GameDefinition.threats

    def threats(self) -> dict[str, tuple[int, int]]:
        """Return the places that the next card may hit, the likeliest first: how many cards do, and of how many."""
        game, odds = self.game, self._odds()
        found = sorted(game.definition.threats(game.position, odds), key=lambda one: -len(one.cards))
        return {one.at: (len(one.cards), len(odds.cards)) for one in found}

    def score(self) -> ScoreView:
        return build_score(self.game.definition.scoring.score(self.shown, self.game.rulings), self.translator)

    def overview(self) -> list[str]:
        """Return the position in a few sentences."""
        return [self.translator.sentence(said) for said in self.game.definition.words.overview(self.shown)]

    def setup(self) -> list[SetupItem]:
        """Return the checklist of the setup; it is empty while the setup has open questions."""
        game = self.game
        if game.position is None:
            return []
        know = list(game.definition.setup.reminders(game.at_start, game.rulings))
        return [
            SetupItem(item[0], self.translator.sentence(item[0]), item[1], item not in know)
            for item in game.definition.setup.checklist(game.at_start, game.rulings)
        ]


def find_stage(status: Status) -> Message:
    if status.over:
        return message("stage.over")
    return status.stage or message(f"stage.{status.to_move}", turn=status.turn)


def find_side_to_move(status: Status) -> str:
    """Return whose turn it is; where the next press is the Automa's turn, it is the Automa's."""
    return "automa" if (status.does or {}).get("do") == NEXT else status.to_move


def find_coming(status: Status) -> Message:
    return status.coming or message("coming.automa")


def build_command(name: str, translator: Translator) -> CommandView:
    return CommandView(
        name, translator.say(f"command.{name}"), translator.say(f"tell.{name}"), translator.say(f"help.{name}")
    )


def _has_options(command: type[AnyCommand], position: object) -> bool:
    try:
        field = find_next_field(command, position, {})
    except Refused:
        return False
    return field is None or not isinstance(field.question, Pick) or bool(field.question.options)
