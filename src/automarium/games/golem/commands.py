"""The commands of the humans: go on, their VP at the end, who wins a tie. Corrections are in ``corrections.py``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, TypeAlias

from automarium.engine.message import Message, message, refuse, term
from automarium.engine.play.command import Command, Given, When
from automarium.engine.play.event import of
from automarium.engine.question import Count, Field, Pick
from automarium.games.golem.position import LEAST_VP, MOST_VP, Desk, Position
from automarium.games.golem.rules.turn import go_on
from automarium.games.golem.rulings import Rulings
from automarium.games.golem.score import break_tie, count_totals, find_leaders, list_humans

SideName: TypeAlias = Annotated[str, of("side")]


class Next(Command[Position, Rulings], frozen=True, tag="next"):
    """Go on: the next round's morning, the Automa's next turn, or the evening."""

    def describe_from(self, position: Position) -> Message:
        coming = position.round + (position.stage == "round")
        return message(f"input.next.{position.stage}", round=term("roman", coming), number=len(position.types) + 1)

    def carry_out(self, desk: Desk) -> None:
        go_on(desk)


class Tally(Command[Position, Rulings], frozen=True, tag="tally"):
    """The VP of a human at the end."""

    when: ClassVar[When] = "end"
    reported = True
    side: SideName
    vp: int

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterable[Field]:
        humans = list_humans(position)
        default = humans[0] if len(humans) == 1 else None
        yield Field("side", Pick(about="ask.side", options=humans, family="side", default=default))
        known = position.human_vp.get(str(given.get("side", default)))
        yield Field("vp", Count(about="ask.vp", low=LEAST_VP, high=MOST_VP, default=known))

    def carry_out(self, desk: Desk) -> None:
        desk.position.human_vp[self.side] = self.vp


class TieBreak(Command[Position, Rulings], frozen=True, tag="tie"):
    """Which of the tied sides has its rabbi in the uppermost space."""

    when: ClassVar[When] = "end"
    side: SideName

    @classmethod
    def matters(cls, position: Position) -> bool:
        """Return whether there is a tie, which is known once all humans have reported their VP."""
        return len(position.human_vp) == position.humans and len(find_leaders(count_totals(position))) > 1

    @classmethod
    def fields(cls, position: Position, given: Given) -> Iterable[Field]:
        if break_tie(position, find_leaders(count_totals(position))) is not None:
            raise refuse("tie.settled")
        yield Field("side", Pick(about="ask.tie", options=("automa", *list_humans(position)), family="side"))

    def carry_out(self, desk: Desk) -> None:
        desk.position.tie = self.side
