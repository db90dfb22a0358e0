"""The open points (section 3 of the catalogue), each with its choices; the default comes first.

A ruling with one choice is settled for everybody: its other readings cannot be told apart at this table, or would need
facts that nobody has. It is listed all the same.
"""

from __future__ import annotations

from automarium.kernel.ruling import Ruling

RULINGS = (
    Ruling("SCY-A01", ("none", "workers", "resources"), ("SCY-ATTACK-10",)),
    Ruling("SCY-A02", ("none", "resources"), ("SCY-RAID-06",)),
    Ruling("SCY-A03", ("does-not-count", "counts")),
    Ruling("SCY-A04", ("mech", "character"), ("SCY-ATTACK-03",)),
    Ruling("SCY-A05", ("hex", "land-entry")),
    Ruling("SCY-A06", ("hex-steps", "walked"), ("SCY-DIST-02",)),
    Ruling("SCY-A07", ("not-legal", "least-evil"), ("SCY-WORKER-10",)),
    Ruling("SCY-A08", ("workers-only", "resources-too")),
    Ruling("SCY-A09", ("no", "tunnels"), ("SCY-NEIGH-11",)),
    Ruling("SCY-A10", ("no",), ("SCY-NEIGH-12",)),
    Ruling("SCY-A11", ("free", "blocked"), ("SCY-WORKER-11",)),
    Ruling("SCY-A12", ("on-a-base",)),
    Ruling("SCY-A13", ("as-A05", "hex", "land-entry")),
    Ruling("SCY-A14", ("nothing-happens", "cube-moves")),
    Ruling("SCY-A15", ("base",)),
    Ruling("SCY-A16", ("character-first", "mech-first")),
    Ruling("SCY-A17", ("no-effect",), ("SCY-GAIN-08",)),
    Ruling("SCY-A18", ("does-not-count", "counts")),
    Ruling("SCY-A19", ("once-a-card", "each-symbol")),
    Ruling("SCY-A20", ("once", "twice")),
    Ruling("SCY-A21", ("shuffle", "turn-only")),
    Ruling("SCY-A22", ("remembered", "top-of-pile"), ("SCY-SCHEME-06", "SCY-RES-06")),
    Ruling("SCY-A23", ("all-19", "keep-out")),
    Ruling("SCY-A24", ("they-stay", "removed")),
    Ruling("SCY-A25", ("at-once", "finish-the-row")),
    Ruling("SCY-A26", ("applies", "immune")),
    Ruling("SCY-A27", ("ignored",)),
    Ruling("SCY-A28", ("fresh",)),
    Ruling("SCY-A29", ("after-the-move", "end-of-turn")),
    Ruling("SCY-A30", ("three", "one")),
    Ruling("SCY-A31", ("one-value",)),
    Ruling("SCY-A32", ("combat-discard",)),
    Ruling("SCY-A33", ("no", "yes"), ("SCY-ULTRA-10",)),
    Ruling("SCY-A34", ("each-piece", "once-a-turn")),
    Ruling("SCY-A35", ("draw", "automa")),
)
