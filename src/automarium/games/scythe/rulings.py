"""The open points (section 3 of the catalogue), each with its choices; the default comes first.

A ruling with one choice cannot be switched: its other readings make no difference or need facts that
are not known here.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from automarium.engine.content.rulings import RulingBook, rests


class Rulings(RulingBook, frozen=True):
    prefix: ClassVar[str] = "SCY"

    a01: Annotated[
        Literal["none", "workers", "resources", "workers-then-resources", "resources-then-workers"],
        rests("SCY-ATTACK-10"),
    ]
    a02: Annotated[Literal["none", "resources"], rests("SCY-RAID-06")]
    a03: Literal["does-not-count", "counts"]
    a04: Annotated[Literal["mech", "character"], rests("SCY-ATTACK-03")]
    a05: Literal["hex", "land-entry"]
    a06: Annotated[Literal["hex-steps", "walked"], rests("SCY-DIST-02")]
    a07: Annotated[Literal["not-legal", "least-evil"], rests("SCY-WORKER-10")]
    a08: Literal["workers-only", "resources-too"]
    a09: Annotated[Literal["no", "tunnels"], rests("SCY-NEIGH-11")]
    a10: Annotated[Literal["no"], rests("SCY-NEIGH-12")]
    a11: Annotated[Literal["free", "blocked"], rests("SCY-WORKER-11")]
    a12: Literal["on-a-base"]
    a13: Literal["as-A05", "hex", "land-entry"]
    a14: Literal["nothing-happens", "cube-moves"]
    a15: Literal["base"]
    a16: Literal["character-first", "mech-first"]
    a17: Annotated[Literal["no-effect"], rests("SCY-GAIN-08")]
    a18: Literal["does-not-count", "counts"]
    a19: Literal["once-a-card", "each-symbol"]
    a20: Literal["once", "twice"]
    a21: Literal["shuffle", "turn-only"]
    a22: Annotated[Literal["remembered", "top-of-pile"], rests("SCY-SCHEME-06", "SCY-RES-06")]
    a23: Literal["all-19", "keep-out"]
    a24: Literal["removed", "they-stay"]
    a25: Literal["at-once", "finish-the-row"]
    a26: Literal["applies", "immune"]
    a27: Literal["ignored"]
    a28: Literal["fresh"]
    a29: Literal["after-the-move", "end-of-turn"]
    a30: Literal["three", "one"]
    a31: Literal["one-value"]
    a32: Literal["combat-discard"]
    a33: Annotated[Literal["no", "yes"], rests("SCY-ULTRA-10")]
    a34: Literal["each-piece", "once-a-turn"]
    a35: Literal["draw", "automa"]
