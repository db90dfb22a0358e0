"""What the humans may tell: that the game goes on, their VP at the end, corrections. She looks at nothing of theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from automarium.games.golem.adjust import Adjust, adjust_fields
from automarium.games.golem.facts import Desk
from automarium.games.golem.phases import go_on
from automarium.games.golem.position import Position
from automarium.kernel.filling import check_filled, next_missing
from automarium.kernel.room import Field, Input
from automarium.kernel.saying import refuse
from automarium.kernel.table import Count, Pick

MOST_VP = 400


class Next(Input, frozen=True, tag="next"):
    """The game goes on: the next round's morning, her next turn, or the evening."""


class Tally(Input, frozen=True, tag="tally"):
    """What a human has at the end."""

    side: str
    vp: int


class TieBreak(Input, frozen=True, tag="tie"):
    """Whose rabbi is in the uppermost space, of those who are tied."""

    side: str


INPUTS: dict[str, type[Input]] = {"next": Next, "tally": Tally, "tie": TieBreak, "adjust": Adjust}


def sides(position: Position) -> tuple[str, ...]:
    """The humans: the first is simply "human"."""
    return ("human", "human-2", "human-3")[: position.humans]


def input_field(position: Position, name: str, given: Mapping[str, Any]) -> Field | None:
    """The next thing an input must say."""
    return next_missing(_fields(position, name, given), given)


def _fields(position: Position, name: str, given: Mapping[str, Any]) -> list[Field]:
    match name:
        case "tally":
            humans = sides(position)
            default = humans[0] if len(humans) == 1 else None
            return [
                Field("side", Pick(about="ask.side", options=humans, family="side", default=default)),
                Field("vp", Count(about="ask.vp", low=-99, high=MOST_VP)),
            ]
        case "tie":
            options = ("automa", *sides(position))
            return [Field("side", Pick(about="ask.tie", options=options, family="side"))]
        case "adjust":
            return adjust_fields(position, given)
        case _:
            return []


def apply(desk: Desk, input_: Input) -> None:
    position = desk.position
    check_filled(input_, lambda given: input_field(position, str(input_.__struct_config__.tag), given))
    match input_:
        case Next():
            if position.over:
                raise refuse("over.refused")
            go_on(desk)
        case Tally():
            if not position.over:
                raise refuse("tally.early")
            position.human_vp[input_.side] = input_.vp
        case TieBreak():
            if not position.over:
                raise refuse("tally.early")
            position.tie = input_.side
        case Adjust():
            input_.carry_out(desk)
