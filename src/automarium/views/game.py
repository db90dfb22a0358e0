"""The view: a game as data with its words. Terminal, page and protocol lay out the same view, each in its own way.

Everything a face shows is here: where the game stands, the steps and the hands of the last input, the question that is
open, what can be told now, the names of undo and redo, odds, score and set-up. No face asks a room for words itself,
except for the board, which every room draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby

import msgspec

from automarium.engine.definition import Status, no_threats
from automarium.engine.game.playthrough import Playthrough, Run
from automarium.engine.layout import Hand
from automarium.engine.message import Message, Refused, message, refuse, term
from automarium.engine.play.command import NEXT, AnyCommand, Input, Respond, find_field, find_next_field, is_available
from automarium.engine.play.event import Step
from automarium.engine.play.odds import Odds
from automarium.engine.question import Field, Pick
from automarium.i18n.explanation import explain
from automarium.i18n.translator import Translator
from automarium.views.question import Asked, answer_words, asked
from automarium.views.score import OddsView, ScoreView, odds_view, score_view

POINTS = "vp"  # the gauge of her points


class ToldStep(msgspec.Struct, frozen=True):
    """A step in words; ``details`` is what stands on a card that it shows."""

    step: Step
    text: str
    details: tuple[str, ...]

    @property
    def has_reasons(self) -> bool:
        return has_reasons(self.step)


class ToDo(msgspec.Struct, frozen=True):
    """One thing to move, in words."""

    hand: Hand
    text: str


class SetUpItem(msgspec.Struct, frozen=True):
    """One item of the set-up: ``to_do`` by hand, or only good to know."""

    said: Message
    text: str
    clauses: tuple[str, ...]
    to_do: bool


class Tellable(msgspec.Struct, frozen=True):
    """A command that can be told now: the word to type, what a button says, what it is for."""

    name: str
    word: str
    text: str
    help: str


def has_reasons(step: Step) -> bool:
    """Whether there is anything to ask "why?" about."""
    return bool(step.clauses or step.traces)


class View:
    """A game seen in one language."""

    def __init__(self, game: Playthrough, translator: Translator) -> None:
        self.game = game
        self.translator = translator

    @cached_property
    def chosen(self) -> Mapping[str, str]:
        """Every ruling's choice by its id."""
        return dict(self.game.rulings.chosen())

    # ------------------------------------------------------------------------------------------------- where it stands

    @property
    def stage(self) -> str:
        """Where the game stands, in a few words."""
        if self.game.position is None:
            return self.translator.sentence(message("stage.setup"))
        return self.translator.sentence(stage_of(self.game.definition.status(self.game.shown)))

    def stage_of_run(self, run: Run) -> str:
        """The same while a turn of hers is looked at: its own name where it has one ("Evening of round II"), or its
        number; what is asked in the middle of it, and the end of the game, are said as ever."""
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
        """Hers so far, in a game that counts them as it goes; once it is over the score sheet says them."""
        definition, table = self.game.definition, self.game.shown
        shown = [] if table is None or definition.is_over(table) else definition.page.gauges(table, self.game.pack)
        return next((f"{one.at} {self.translator.say(f'gauge.{POINTS}')}" for one in shown if one.name == POINTS), None)

    @property
    def coming(self) -> str | None:
        """What going on brings: the words of the one button. None while a question is open, or at the end."""
        if self.game.question is not None or self.game.position is None:
            return None
        status = self.game.definition.status(self.game.position)
        return None if status.over else self.translator.sentence(coming_of(status))

    # ------------------------------------------------------------------------------------------------- what happened

    def steps(self, steps: Sequence[Step]) -> list[ToldStep]:
        definition, pack = self.game.definition, self.game.pack
        return [
            ToldStep(
                step,
                self.translator.sentence(step.event),
                tuple(self.translator.sentence(one) for one in definition.words.details(step.event, pack)),
            )
            for step in steps
        ]

    def reasons(self, step: Step) -> list[str]:
        """How each narrowing went, then the rules that the step follows; what several of them say is said once."""
        lines = explain(step, self.game.definition.rulings.rulings(), self.chosen, self.translator)
        return [line for line, _ in groupby(lines)]

    def hands(self) -> list[ToDo]:
        """What the last input left the person to do."""
        return [ToDo(hand, self.hand(hand)) for hand in self.game.hands]

    def remarks(self, steps: Sequence[Step]) -> list[str]:
        """What a person must hear though no hand shows it, the same words once."""
        return list(dict.fromkeys(self.translator.sentence(step.event) for step in steps if step.event.remark))

    def hand(self, hand: Hand, shown: object = None) -> str:
        """What to do, in words; totals are those of the table that was ``shown`` then, if it is not that of now."""
        return self.translator.sentence(self.saying_of(hand, self.game.shown if shown is None else shown))

    def saying_of(self, hand: Hand, shown: object) -> Message:
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

    # ------------------------------------------------------------------------------------------------------ what to say

    @property
    def question(self) -> Asked | None:
        return None if self.game.question is None else asked(self.game.question, self.translator)

    @property
    def hints(self) -> list[str]:
        """What is worth knowing before the open question is answered."""
        game = self.game
        if game.question is None or game.shown is None:
            return []
        return [
            self.translator.sentence(one)
            for one in game.definition.page.hints(game.shown, game.question, game.pack, game.rulings)
        ]

    def commands(self) -> list[Tellable]:
        """What can be told now, the one that goes on first."""
        return [tellable(name, self.translator) for name in self.command_names()]

    def command_names(self) -> Iterator[str]:
        game = self.game
        if game.position is None or game.question is not None:
            return
        over = game.definition.is_over(game.position)
        for name, command in game.definition.commands.items():
            if is_available(command, over) and _askable(command, game.position):
                yield name

    def field(self, name: str, given: Mapping[str, object]) -> Field | None:
        """The next thing a command must say."""
        return find_next_field(self.game.definition.commands[name], self.game.position, given)

    def heard(self, name: str, given: Mapping[str, object]) -> Field | None:
        """The next thing that it may say, for whoever types it without being asked."""
        return find_field(self.game.definition.commands[name], self.game.position, given)

    # ------------------------------------------------------------------------------------------------------- undo, redo

    def said(self, input_: Input) -> str:
        """What an input told, as a sentence: the name under which it is undone; an answer in its question's words."""
        question = self.game.find_question(input_)
        if isinstance(input_, Respond) and question is not None and input_.to != []:
            return self.translator.sentence(
                message("input.answer", answer=answer_words(question, input_.to, self.translator))
            )
        before = self.game.find_position_before(input_)
        return self.translator.sentence(input_.describe() if before is None else input_.describe_from(before))

    @property
    def undo(self) -> str | None:
        last = self.game.runs[-1]
        dropped = last.answers[-1] if last.answers else last.input
        return None if dropped is None else self.said(dropped)

    @property
    def undo_turn(self) -> str | None:
        """The same where a whole turn is taken back at once, with its answers; while a question is open, the answer
        before it."""
        last = self.game.runs[-1]
        return self.undo if self.game.question is not None or last.input is None else self.title(last)

    @property
    def redo(self) -> str | None:
        return self.said(self.game.undone[-1]) if self.game.undone else None

    def title(self, run: Run) -> str:
        """What a run of the log is called."""
        return self.translator.say("log.setup") if run.input is None else self.said(run.input)

    # --------------------------------------------------------------------------------------------------- odds and score

    def odds(self) -> OddsView:
        """What the cards that can still come would do now."""
        return odds_view(self._odds(), self.translator)

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
        """Whether it can be said now where her next card may strike."""
        game = self.game
        open_ = game.question is None and game.position is not None and not game.definition.is_over(game.position)
        return open_ and game.definition.threats is not no_threats

    def threats(self) -> dict[str, tuple[int, int]]:
        """The places where her next card may strike, the likeliest first: how many of the cards that can come do."""
        game, odds = self.game, self._odds()
        found = sorted(game.definition.threats(game.position, odds), key=lambda one: -len(one.cards))
        return {one.at: (len(one.cards), len(odds.cards)) for one in found}

    def score(self) -> ScoreView:
        return score_view(self.game.definition.scoring.score(self.game.shown, self.game.rulings), self.translator)

    def overview(self) -> list[str]:
        """The table in a few sentences."""
        return [self.translator.sentence(said) for said in self.game.definition.words.overview(self.game.shown)]

    def setup(self) -> list[SetUpItem]:
        """The checklist, however far the game has gone since; empty before there is one."""
        game = self.game
        if game.position is None:
            return []
        know = list(game.definition.setup.reminders(game.at_start, game.rulings))
        return [
            SetUpItem(item[0], self.translator.sentence(item[0]), item[1], item not in know)
            for item in game.definition.setup.checklist(game.at_start, game.rulings)
        ]


def stage_of(status: Status) -> Message:
    if status.over:
        return message("stage.over")
    return status.stage or message(f"stage.{status.to_move}", turn=status.turn)


def coming_of(status: Status) -> Message:
    return status.coming or message("coming.automa")


def tellable(name: str, translator: Translator) -> Tellable:
    return Tellable(
        name, translator.say(f"command.{name}"), translator.say(f"tell.{name}"), translator.say(f"help.{name}")
    )


def _askable(command: type[AnyCommand], position: object) -> bool:
    """Whether there is anything of this kind to be told now."""
    try:
        field = find_next_field(command, position, {})
    except Refused:
        return False
    return field is None or not isinstance(field.question, Pick) or bool(field.question.options)
