"""The open points (section 3 of the catalogue) and the contradictions whose other text can be played (section 2).

The default comes first. A ruling with one choice is settled by the base rules, or its other reading needs facts that
nobody has; it is listed all the same.
"""

from __future__ import annotations

from automarium.kernel.ruling import Ruling

RULINGS = (
    Ruling("GOL-A01", ("entered",)),
    Ruling("GOL-A02", ("rows-left", "all-rows"), ("GOL-MARBLE-02",)),
    Ruling("GOL-A03", ("skip", "next-tile"), ("GOL-MARBLE-06",)),
    Ruling("GOL-A04", ("counted", "not-counted")),
    Ruling("GOL-A05", ("lifted",)),
    Ruling("GOL-A06", ("tiles-first", "black-first"), ("GOL-MARBLE-32",)),
    Ruling("GOL-A07", ("work", "mirror"), ("GOL-MARBLE-28",)),
    Ruling("GOL-A08", ("surplus", "no-surplus"), ("GOL-WORK-09",)),
    Ruling("GOL-A09", ("two-vp", "nothing"), ("GOL-FAIL-09",)),
    Ruling("GOL-A10", ("wide", "narrow"), ("GOL-FAIL-07",)),
    Ruling("GOL-A11", ("one",)),
    Ruling("GOL-A12", ("one",)),
    Ruling("GOL-A13", ("level-by-level", "column-by-column"), ("GOL-BOOK-19",)),
    Ruling("GOL-A14", ("left", "right")),
    Ruling("GOL-A15", ("one-to-five", "none")),
    Ruling("GOL-A16", ("refused",)),
    Ruling("GOL-A17", ("refused",)),
    Ruling("GOL-A18", ("no", "yes")),
    Ruling("GOL-A19", ("as-printed", "always")),
    Ruling("GOL-A20", ("grey-order", "top-first")),
    Ruling("GOL-A21", ("no", "yes"), ("GOL-TURN-09",)),
    Ruling("GOL-A22", ("lying-in-one", "lying-right"), ("GOL-MOVE-13",)),
    Ruling("GOL-A23", ("not-made", "forward")),
    Ruling("GOL-A24", ("built", "with-starting")),
    Ruling("GOL-A25", ("made-only",)),
    Ruling("GOL-A26", ("per-step", "per-payment"), ("GOL-RES-08",)),
    Ruling("GOL-A27", ("paid",)),
    Ruling("GOL-A28", ("as-printed",)),
    Ruling("GOL-A29", ("two-taken", "at-once")),
    Ruling("GOL-A30", ("once",)),
    Ruling("GOL-A31", ("stands", "lies-down")),
    Ruling("GOL-A32", ("from-the-top",)),
    Ruling("GOL-A33", ("resources-only", "both"), ("GOL-FAIL-10",)),
    Ruling("GOL-A34", ("replaces",)),
    Ruling("GOL-A35", ("whole", "mirror-half"), ("GOL-MARBLE-04",)),
    Ruling("GOL-A36", ("no-candidate", "step-lost"), ("GOL-MOVE-20",)),
    Ruling("GOL-A37", ("next-column", "refused")),
    Ruling("GOL-A38", ("students-first", "golem-track-first"), ("GOL-INCOME-07",)),
    Ruling("GOL-A39", ("grey-first", "special-first"), ("GOL-ART-14",)),
    Ruling("GOL-A40", ("fixed",)),
    Ruling("GOL-A41", ("always", "not-in-red"), ("GOL-GEN-08",)),
    Ruling("GOL-A42", ("rightmost",)),
    Ruling("GOL-A43", ("available", "unavailable"), ("GOL-MARBLE-34",)),
    Ruling("GOL-C03", ("ru", "ua"), ("GOL-CHAR-02",)),
    Ruling("GOL-C04", ("ru", "ua"), ("GOL-FAIL-03",)),
    Ruling("GOL-C05", ("ru", "ua"), ("GOL-MARBLE-10", "GOL-MARBLE-12")),
    Ruling("GOL-C07", ("ru", "ua"), ("GOL-BOOK-10",)),
    Ruling("GOL-C08", ("ru", "ua"), ("GOL-MOVE-15",)),
    Ruling("GOL-C12", ("ru", "ua"), ("GOL-RABBI-02",)),
)
