"""The open points of the rulebook (section 6 of the catalogue), each with its choices; the default comes first."""

from __future__ import annotations

from automarium.kernel.ruling import Ruling

RULINGS = (
    Ruling("EXP-AMB-01", ("alone", "any"), ("EXP-TARGET-11",)),
    Ruling("EXP-AMB-02", ("final-turns", "at-once"), ("EXP-END-04", "EXP-END-05", "EXP-END-06")),
    Ruling("EXP-AMB-03", ("zero", "no-target"), ("EXP-MECH-09",)),
    Ruling("EXP-AMB-04", ("before",), ("EXP-MECH-05",)),
    Ruling("EXP-AMB-05", ("skipped", "counted"), ("EXP-MOVE-13",)),
    Ruling("EXP-AMB-06", ("end-of-turn", "at-once"), ("EXP-MECH-03",)),
    Ruling("EXP-AMB-07", ("always", "drawn"), ("EXP-GEN-03",)),
    Ruling("EXP-AMB-08", ("counts", "nothing"), ("EXP-SCORE-07", "EXP-SCORE-08")),
    Ruling("EXP-AMB-09", ("lines", "snake"), ("EXP-PROG-04",)),
    Ruling("EXP-AMB-10", ("ignore", "start-again"), ("EXP-PROG-13",)),
    Ruling("EXP-AMB-11", ("closed", "any"), ("EXP-TARGET-08",)),
    Ruling("EXP-AMB-12", ("what-there-is",), ("EXP-EXPLORE-03",)),
    Ruling("EXP-AMB-13", ("recommended", "free"), ("EXP-LEVEL-04", "EXP-LEVEL-06")),
    Ruling("EXP-AMB-14", ("opponents-mechs",), ("EXP-GEN-01",)),
    Ruling("EXP-AMB-15", ("any-two",), ("EXP-SETUP-04", "EXP-SETUP-05")),
    Ruling("EXP-AMB-16", ("no-category",), ("EXP-PROG-08",)),
    Ruling("EXP-AMB-17", ("unoccupied",), ("EXP-MOVE-19",)),
)
