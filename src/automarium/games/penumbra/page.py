"""What of Penumbra is shown on a page: her numbers, how a thing is corrected, signs and colours."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.content.component import Stem
from automarium.engine.content.pack import Pack
from automarium.engine.display import DrawnTrack, Gauge, map_to_same
from automarium.engine.layout import PlacedPieces, TrackValue
from automarium.engine.message import message, term
from automarium.engine.play.command import Given
from automarium.games.penumbra.position import BONE, Position
from automarium.games.penumbra.rules.rows import KINDS, MORE, NAMED_VP, OTHER

ACCENT = ("#14586b", "#7fd0e4")  # by day and by night
SIGNS = {
    **map_to_same("mark", "arcana", "cards", "level"),
    "game": "lantern",
    "slot": "cards",
    "sparks": "spark",
    "light": "sun",
    "dark": "moon",
    "card": "cards",
    "other-cards": "cards",
    "contracts": "contract",
    "trials": "trial",
    "guild": "die",
    "shop": "die",
    "shop-left": "cards",
    "shop-right": "cards",
    "brewery": "die",
    "class": "die",
    "refill": "cards",
    "refresh": "redo",
    "rest": "die",
    "under": "cards",
    "unique": "star",
    "vp": "trophy",
    "tally": "trophy",
    "adjust": "pen",
}
COLOURS = ("red", "orange", "yellow", "green", "violet", "blue", BONE)
COLOUR_FAMILIES = {"colour": {colour: "purple" if colour == "violet" else colour for colour in COLOURS}}
TOTALS = ("sparks", "arcana", "light", "dark")
_contracts = {kind: tuple(f"{kind}-{vp}" for vp in range(NAMED_VP)) for kind in KINDS}
CONTRACTS = (
    Stem("light", "sun", _contracts["light"]),
    Stem("dark", "moon", _contracts["dark"]),
    Stem(OTHER, "contract", (*_contracts[OTHER], MORE)),
)


def gauges(position: Position, pack: Pack) -> Sequence[Gauge]:
    """Her Marks as they lie on their places, as many as her Level; Sparks, Arcana, the points of what she completed."""
    marks = tuple(term("colour", colour) for colour in position.marks)
    says = message("track.level", level=position.level)
    track = DrawnTrack(max(position.board.mark_places, len(marks)), filled=True, laid=marks, says=says)
    found = [Gauge("level", position.level, TrackValue("automa", "mark", position.level), track=track)]
    for name in TOTALS:
        at = getattr(position, name)
        if at or name in ("sparks", "arcana"):
            found.append(Gauge(name, at, TrackValue("automa", name, at)))
    for name in ("contracts", "trials"):
        vps: list[int] = getattr(position, name)
        found.append(Gauge(name, sum(vps), TrackValue("automa", name, ", ".join(map(str, vps)))))
    return found


def corrects(position: Position, thing: PlacedPieces | TrackValue) -> Given | None:
    """What ``adjust`` is told first."""
    if not isinstance(thing, TrackValue) or thing.side != "automa":
        return None
    if thing.track in (*TOTALS, "contracts", "trials"):
        return {"what": thing.track}
    if thing.track.startswith("mark"):
        return {"what": "mark"}
    if thing.track.startswith("card-") or thing.track == "other-cards":
        return {"what": "cards"}
    return {"what": "put"} if thing.track.startswith("slot-") else None
