"""The open points of the rulebook (section 6 of the catalogue), each with its choices; the default comes first."""

from __future__ import annotations

from automarium.kernel.ruling import Ruling

RULINGS = (
    Ruling("EXP-AMB-01", ("alone", "any"), ("EXP-TARGET-11",)),
    Ruling("EXP-AMB-02", ("final-turns", "at-once"), ("EXP-END-04", "EXP-END-05", "EXP-END-06")),
    Ruling("EXP-AMB-03", ("zero", "no-target")),
    Ruling("EXP-AMB-04", ("before",)),
    Ruling("EXP-AMB-05", ("skipped", "counted"), ("EXP-MOVE-13",)),
    Ruling("EXP-AMB-06", ("end-of-turn", "at-once")),
    Ruling("EXP-AMB-07", ("always", "drawn")),
    Ruling("EXP-AMB-08", ("counts", "nothing"), ("EXP-SCORE-07", "EXP-SCORE-08")),
    Ruling("EXP-AMB-09", ("lines", "snake"), ("EXP-PROG-04",)),
    Ruling("EXP-AMB-10", ("ignore", "start-again"), ("EXP-PROG-13",)),
    Ruling("EXP-AMB-11", ("closed", "any")),
    Ruling("EXP-AMB-12", ("what-there-is",)),
    Ruling("EXP-AMB-13", ("recommended", "free"), ("EXP-LEVEL-06",)),
    Ruling("EXP-AMB-14", ("opponents-mechs",)),
    Ruling("EXP-AMB-15", ("any-two",)),
    Ruling("EXP-AMB-16", ("no-category",), ("EXP-PROG-08",)),
    Ruling("EXP-AMB-17", ("unoccupied",)),
)
