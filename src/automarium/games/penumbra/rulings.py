"""The open points of the rulebook (section 6 of the catalogue), each with its choices; the default comes first."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from automarium.engine.content.rulings import RulingBook, rests


class Rulings(RulingBook, frozen=True):
    prefix: ClassVar[str] = "PEN"

    amb_01: Annotated[Literal["same-ordinal", "next-ordinal", "no-list"], rests("PEN-SPECIAL-03")]
    amb_02: Annotated[Literal["that-card", "all-cards"], rests("PEN-SPECIAL-07", "PEN-SPECIAL-19")]
    amb_03: Annotated[Literal["counts", "next-line"], rests("PEN-GEN-19")]
    amb_04: Annotated[Literal["full-first", "die-first"], rests("PEN-GEN-20")]
    amb_05: Annotated[Literal["roll", "you-choose"], rests("PEN-GEN-31")]
    amb_06: Annotated[Literal["at-least-one", "exactly-one"], rests("PEN-REST-02")]
    amb_07: Annotated[Literal["anybodys", "hers"], rests("PEN-REST-10", "PEN-REST-11")]
    amb_08: Literal["named", "above"]
    amb_09: Annotated[Literal["passed-over", "no-effect"], rests("PEN-SCHOOL-04")]
    amb_10: Annotated[Literal["nothing", "class-die"], rests("PEN-SCHOOL-15")]
    amb_11: Annotated[Literal["filter-first", "vp-first"], rests("PEN-GUILD-09")]
    amb_12: Annotated[Literal["passed-over", "place-die"], rests("PEN-GUILD-10")]
    amb_13: Annotated[Literal["nothing", "reveal"], rests("PEN-SPECIAL-17")]
    amb_14: Annotated[Literal["by-character"], rests("PEN-SCORE-09")]
    amb_15: Annotated[Literal["at-least", "more-than"], rests("PEN-INSTR-11")]
    amb_16: Literal["allowed", "own-only"]
    amb_17: Literal["never-fixes", "fixes"]
    amb_18: Literal["light-and-dark", "nothing"]
    amb_19: Literal["no-potion"]
    amb_20: Annotated[Literal["never-kept", "other-artifacts"], rests("PEN-SCORE-10")]
    amb_21: Literal["bone-die"]
    amb_22: Literal["another-talent"]
    amb_23: Literal["own-first", "game-first"]
    amb_24: Literal["rest-and-trial", "every-turn"]
    amb_25: Literal["at-once", "end-of-turn"]
    amb_26: Literal["row-only"]
    amb_27: Literal["turn-ends"]
    amb_28: Literal["as-rolled"]
    amb_29: Literal["common-goals"]
    amb_30: Literal["counts", "not-counted"]
    amb_31: Literal["normal", "automa-wins"]
    amb_32: Literal["limit", "no-limit"]
    amb_33: Literal["instructions", "placements"]
    amb_34: Annotated[Literal["counts"], rests("PEN-INSTR-19")]
    amb_35: Annotated[Literal["effect-wins", "tome-slot"], rests("PEN-SPECIAL-20")]
    amb_36: Annotated[Literal["all", "some"], rests("PEN-INSTR-20")]
    amb_37: Annotated[Literal["stays"], rests("PEN-SPECIAL-21")]
    amb_38: Annotated[Literal["full", "no-die"], rests("PEN-GEN-36")]
