"""What the human may tell: the turn, her Spark marks, the end of the game, the points, corrections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from automarium.games.penumbra.adjust import Adjust, adjust_fields
from automarium.games.penumbra.events import GainsSpark, Over
from automarium.games.penumbra.position import Position, Tally
from automarium.games.penumbra.score import TOLD
from automarium.games.penumbra.turn import automa_turn
from automarium.kernel.filling import check_filled, next_missing
from automarium.kernel.room import Field, Input
from automarium.kernel.saying import refuse
from automarium.kernel.table import Count, Table

MOST = 200


class Next(Input, frozen=True, tag="next"):
    """The human's turn is over, or the Automa begins: her turn is played."""


class Sparked(Input, frozen=True, tag="spark"):
    """The Automa gained a Spark mark by the normal rules."""


class Ended(Input, frozen=True, tag="end"):
    """The game has ended by the normal rules."""


class Counted(Input, frozen=True, tag="tally"):
    """The Automa's VP that the normal rules give, category by category."""

    arcana: int
    experience: int
    goals: int
    board: int
    alignment: int


class Total(Input, frozen=True, tag="total"):
    """The human's own VP."""

    vp: int


INPUTS: dict[str, type[Input]] = {
    "next": Next,
    "spark": Sparked,
    "end": Ended,
    "tally": Counted,
    "total": Total,
    "adjust": Adjust,
}


def input_field(position: Position, name: str, given: Mapping[str, Any]) -> Field | None:
    """The next thing an input must say."""
    return next_missing(_fields(position, name, given), given)


def _fields(position: Position, name: str, given: Mapping[str, Any]) -> list[Field]:
    match name:
        case "tally":
            known = {"arcana": position.arcana, "experience": position.cards + 1, "board": position.level}
            light_or_dark = getattr(position, position.alignment) if position.alignment else 0
            params = {what: {"amount": known.get(what, light_or_dark)} for what in TOLD}
            return [
                Field(what, Count(about=f"ask.tally.{what}", params=params[what], low=-MOST, high=MOST))
                for what in TOLD
            ]
        case "total":
            return [Field("vp", Count(about="ask.total", low=-MOST, high=999))]
        case "adjust":
            return adjust_fields(position, given)
        case _:
            return []


def apply(position: Position, input_: Input, table: Table) -> None:
    if position.over and isinstance(input_, (Next, Sparked, Ended)):
        raise refuse("next.over")
    if not isinstance(input_, Adjust):
        name = str(input_.__struct_config__.tag)
        check_filled(input_, lambda given: input_field(position, name, given))
    match input_:
        case Next():
            position.to_move = "automa"
            automa_turn(position, table)
            position.to_move = "human"
        case Sparked():
            position.sparks += 1
            table.tell(GainsSpark(position.sparks), "PEN-GEN-24")
        case Ended():
            position.over = True
            table.tell(Over(), "PEN-SCORE-01")
        case Counted(arcana, experience, goals, board, alignment):
            position.tally = Tally(arcana, experience, goals, board, alignment)
        case Total(vp):
            position.human_vp = vp
        case Adjust():
            input_.carry_out(position)
