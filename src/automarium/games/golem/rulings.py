"""The open points and the contradictions between the two rulebooks, the default first. A ruling with one choice is
settled by the base rules, or its other reading needs facts that are not published."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from automarium.engine.content.rulings import RulingBook, rests

Text: TypeAlias = Literal["ru", "ua"]  # whose rulebook is followed


class Rulings(RulingBook, frozen=True):
    prefix: ClassVar[str] = "GOL"

    a01: Literal["entered"]
    a02: Annotated[Literal["rows-left", "all-rows"], rests("GOL-MARBLE-02")]
    a03: Annotated[Literal["skip", "next-tile"], rests("GOL-MARBLE-06")]
    a04: Literal["counted", "not-counted"]
    a05: Literal["lifted"]
    a06: Annotated[Literal["tiles-first", "black-first"], rests("GOL-MARBLE-32")]
    a07: Annotated[Literal["work", "mirror"], rests("GOL-MARBLE-28")]
    a08: Annotated[Literal["surplus", "no-surplus"], rests("GOL-WORK-09")]
    a09: Annotated[Literal["two-vp", "nothing"], rests("GOL-FAIL-09")]
    a10: Annotated[Literal["wide", "narrow"], rests("GOL-FAIL-07")]
    a11: Literal["one"]
    a12: Literal["one"]
    a13: Annotated[Literal["level-by-level", "column-by-column"], rests("GOL-BOOK-19")]
    a14: Literal["left", "right"]
    a15: Literal["one-to-five", "none"]
    a16: Literal["refused"]
    a17: Literal["refused"]
    a18: Literal["no", "yes"]
    a19: Literal["as-printed", "always"]
    a20: Literal["grey-order", "top-first"]
    a21: Annotated[Literal["no", "yes"], rests("GOL-TURN-09")]
    a22: Annotated[Literal["lying-in-one", "lying-right"], rests("GOL-MOVE-13")]
    a23: Literal["not-made", "forward"]
    a24: Literal["built", "with-starting"]
    a25: Literal["made-only"]
    a26: Annotated[Literal["per-step", "per-payment"], rests("GOL-RES-08")]
    a27: Literal["paid"]
    a28: Literal["as-printed"]
    a29: Literal["two-taken", "at-once"]
    a30: Literal["before-effect", "once"]
    a31: Literal["stands", "lies-down"]
    a32: Literal["from-the-top"]
    a33: Annotated[Literal["resources-only", "both"], rests("GOL-FAIL-10")]
    a34: Literal["replaces"]
    a35: Annotated[Literal["whole", "mirror-half"], rests("GOL-MARBLE-04")]
    a36: Annotated[Literal["no-candidate", "step-lost"], rests("GOL-MOVE-20")]
    a37: Literal["next-column", "refused"]
    a38: Annotated[Literal["students-first", "golem-track-first"], rests("GOL-INCOME-07")]
    a39: Annotated[Literal["grey-first", "special-first"], rests("GOL-ART-14")]
    a40: Literal["fixed"]
    a41: Annotated[Literal["always", "not-in-red"], rests("GOL-GEN-08")]
    a42: Literal["rightmost"]
    a43: Annotated[Literal["available", "unavailable"], rests("GOL-MARBLE-34")]
    a44: Literal["left", "discount"]
    a45: Literal["as-listed", "most-menorahs"]
    c03: Annotated[Text, rests("GOL-CHAR-02")]
    c04: Annotated[Text, rests("GOL-FAIL-03")]
    c05: Annotated[Text, rests("GOL-MARBLE-10", "GOL-MARBLE-12")]
    c07: Annotated[Text, rests("GOL-BOOK-10")]
    c08: Annotated[Text, rests("GOL-MOVE-15")]
    c12: Annotated[Text, rests("GOL-RABBI-02")]
