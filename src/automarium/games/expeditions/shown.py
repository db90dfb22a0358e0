"""What of Expeditions is shown on a page: her card as one sees it, her numbers, how a thing is corrected, and signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from automarium.games.expeditions.events import Draw
from automarium.games.expeditions.position import GLORY_TOKENS, ROWS, Position, Section, decision_cards
from automarium.kernel.hands import MAT, Lies, Reads
from automarium.kernel.pack import Pack
from automarium.kernel.room import Card, Cell, Gauge, Icon
from automarium.kernel.saying import saying
from automarium.kernel.table import Event

SIGNS = {
    "game": "tile",
    "mech-north": "mech",
    "mech-central": "mech",
    "mech": "mech",
    "tile": "tile",
    "map": "map",
    "corruption": "corruption",
    "swept": "sweep",
    "progress": "track",
    "glory": "glory",
    "maps": "map",
    "shuffled": "cards",
    "boxed": "box",
    "go": "mech",
    "explore": "tile",
    "vanquish": "corruption",
    "boast": "glory",
    "drew": "cards",
    "total": "trophy",
    "tally": "trophy",
    "adjust": "pen",
}
TARGETS = {"map_token": "map", "corruption": "corruption", "corruption20": "corruption"}
TRACKS = {
    ("automa", "progress"): "progress",
    ("automa", "glory"): "glory",
    ("human", "glory"): "human-glory",
}
MECHS = {("automa", "mech-north"): "north", ("automa", "mech-central"): "central", ("human", "mech"): "human"}


def card(event: Event, position: Position, pack: Pack) -> Card | None:
    """A decision card: progress, then what each mech looks for, and how far it goes otherwise."""
    if not isinstance(event, Draw):
        return None
    drawn = pack.once(decision_cards)[event.card]
    step = Icon(saying("card.progress"), "track", "+1") if drawn.advances_progress else Icon(saying("cell.none"))
    cells = [Cell(saying("cell.progress"), (step,)), _mech("north", drawn.north), _mech("central", drawn.central)]
    return Card(str(event.card), saying("cell.left", count=event.left), tuple(cells))


def _mech(mech: str, section: Section) -> Cell:
    icons = [Icon(saying("cell.sweep"), "sweep")] if section.sweep else []
    target = section.target
    glory = 0
    if target is not None:
        glory = target.glory_required or 0
        times = f"×{target.count}" if target.kind == "corruption" else "20" if target.kind == "corruption20" else ""
        icons.append(Icon(saying(f"cell.{target.kind}", count=target.count), TARGETS[target.kind], times))
    icons.append(Icon(saying("cell.distance", count=section.distance), "forward", str(section.distance)))
    about = saying(f"cell.{mech}.glory", glory=glory) if glory else saying(f"cell.{mech}")
    return Cell(about, tuple(icons))


def gauges(position: Position) -> Sequence[Gauge]:
    """Progress, glory, map tokens and corruption."""
    progress, glory = position.progress, position.glory
    return (
        Gauge("progress", progress, Reads("automa", "progress", progress), position.card.last_space),
        Gauge("glory", glory, Reads("automa", "glory", glory), GLORY_TOKENS),
        Gauge("maps", position.maps, Lies("table", "map", MAT)),
        Gauge("corruption", position.corruption + position.special, Lies("table", "corruption", MAT)),
    )


def corrects(position: Position, thing: Lies | Reads) -> Mapping[str, Any] | None:
    """What ``adjust`` is told first."""
    if isinstance(thing, Reads):
        what = TRACKS.get((thing.side, thing.track))
        return None if what is None else {"what": what}
    if (thing.side, thing.piece) in MECHS:
        return {"what": MECHS[thing.side, thing.piece]}
    if thing.at in ROWS:
        return {"what": thing.at}
    if thing.at == MAT:
        return {"what": "maps" if thing.piece == "map" else "corruption"}
    return None
