"""Commands of the person: the turn, Spark marks, the end of the game, the points; see also ``corrections``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from automarium.engine.message import Message
from automarium.engine.play.command import Command, Given, When
from automarium.engine.question import Count, Field
from automarium.games.penumbra.events import GainsSpark, Over
from automarium.games.penumbra.position import Desk, Position, Tally
from automarium.games.penumbra.rules.turn import play_turn
from automarium.games.penumbra.rulings import Rulings
from automarium.games.penumbra.score import COUNTED

MOST = 200


class Next(Command[Position, Rulings], frozen=True, tag="next"):
    """The human's turn is over, or the Automa begins: its turn is played."""

    def carry_out(self, desk: Desk) -> None:
        desk.position.to_move = "automa"
        play_turn(desk)
        desk.position.to_move = "human"


class Sparked(Command[Position, Rulings], frozen=True, tag="spark"):
    """The Automa gained a Spark mark by the normal rules."""

    reported = True

    def carry_out(self, desk: Desk) -> None:
        desk.position.sparks += 1
        desk.emit(GainsSpark, "PEN-GEN-24", desk.position.sparks)


class Ended(Command[Position, Rulings], frozen=True, tag="end"):
    """The game has ended by the normal rules."""

    def carry_out(self, desk: Desk) -> None:
        desk.position.over = True
        desk.emit(Over, "PEN-SCORE-01")


class Counted(Command[Position, Rulings], frozen=True, tag="tally"):
    """The Automa's VP by the normal rules, category by category. ``extra`` is how often the scoring condition of a
    board was met that only the person can count (PEN-SCORE-03)."""

    when: ClassVar[When] = "always"
    arcana: int
    experience: int
    goals: int
    board: int
    alignment: int
    extra: int = 0

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterable[Field]:
        own = getattr(position, position.alignment) if position.alignment else 0
        known = {"arcana": position.arcana, "experience": position.cards + 1, "board": position.level}
        for what in COUNTED:
            about = f"ask.tally.{what}"
            params: dict[str, object] = {"amount": known.get(what, own)}
            if what == "experience" and position.artifacts_score:
                about, params["artifacts"] = f"{about}.artifacts", position.scoring_artifacts
            reported = None if position.tally is None else getattr(position.tally, what)
            yield Field(what, Count(about=about, params=params, low=-MOST, high=MOST, default=reported))
        scoring = position.board.scoring.other
        if scoring is not None:
            params = {"what": scoring.what, "vp": scoring.vp}
            extra = 0 if position.tally is None else position.tally.extra
            yield Field("extra", Count(about="ask.tally.extra", params=params, low=0, high=MOST, default=extra))

    def describe(self) -> Message:
        said = super().describe()
        return Message("input.tally.extra", said.params) if self.extra else said

    def carry_out(self, desk: Desk) -> None:
        counts = (self.arcana, self.experience, self.goals, self.board, self.alignment, self.extra)
        desk.position.tally = Tally(*counts)


class Total(Command[Position, Rulings], frozen=True, tag="total"):
    """The human's own VP."""

    when: ClassVar[When] = "always"
    vp: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterable[Field]:
        yield Field("vp", Count(about="ask.total", low=-MOST, high=999, default=position.human_vp))

    def carry_out(self, desk: Desk) -> None:
        desk.position.human_vp = self.vp
