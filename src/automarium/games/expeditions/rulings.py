"""The open points of the rulebook (section 6 of the catalogue), each with its choices; the default comes first."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from automarium.engine.content.rulings import RulingBook, rests


class Rulings(RulingBook, frozen=True):
    prefix: ClassVar[str] = "EXP"

    amb_01: Annotated[Literal["alone", "any"], rests("EXP-TARGET-11")]
    amb_02: Annotated[Literal["final-turns", "at-once"], rests("EXP-END-04", "EXP-END-05", "EXP-END-06")]
    amb_03: Literal["zero", "no-target"]
    amb_04: Literal["before"]
    amb_05: Annotated[Literal["skipped", "counted"], rests("EXP-MOVE-13")]
    amb_06: Literal["at-once", "end-of-turn"]
    amb_07: Literal["always", "drawn"]
    amb_08: Annotated[Literal["counts", "nothing"], rests("EXP-SCORE-07", "EXP-SCORE-08")]
    amb_09: Annotated[Literal["lines", "snake"], rests("EXP-PROG-04")]
    amb_10: Annotated[Literal["ignore", "start-again"], rests("EXP-PROG-13")]
    amb_11: Literal["closed", "any"]
    amb_12: Literal["what-there-is"]
    amb_13: Annotated[Literal["recommended", "free"], rests("EXP-LEVEL-06")]
    amb_14: Literal["opponents-mechs"]
    amb_15: Literal["any-two"]
    amb_16: Annotated[Literal["no-category"], rests("EXP-PROG-08")]
    amb_17: Literal["unoccupied"]
