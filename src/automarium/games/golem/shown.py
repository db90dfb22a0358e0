"""What of Golem is shown on a page: her card as one sees it, her numbers, how a thing is corrected, signs, colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from automarium.games.golem.events import Reveal
from automarium.games.golem.position import BOOK_COLOURS, COLOURS, DISTRICTS, ROWS, Position
from automarium.kernel.hands import Lies, Reads
from automarium.kernel.pack import Pack
from automarium.kernel.room import Card, Cell, Gauge, Icon
from automarium.kernel.saying import Saying, saying, term
from automarium.kernel.table import Event

SIGNS = {
    "game": "golem",
    "golem": "golem",
    "student": "student",
    "rabbi": "rabbi",
    "marble": "marble",
    "book": "book",
    "menorah": "lantern",
    "card": "cards",
    "golem-upgrade": "golem",
    "artifact-upgrade": "artifact",
    "study-upgrade": "book",
    "grey-tile": "artifact",
    "special-tile": "artifact",
    "neighbourhood": "structure",
    "action-tile": "list",
    "resources": "resource",
    "vp": "trophy",
    "golem-track": "track",
    "study-track": "book",
    "ingots": "artifact",
    "goals": "star",
    "order": "order",
    "strategy": "order",
    "round": "moon",
    "character": "character",
    "work": "hammer",
    "artifact": "artifact",
    "research": "book",
    "mirror": "mirror",
    "adjust": "pen",
}
COLOUR_FAMILIES: dict[str, dict[str, str]] = {
    "marble": {str(colour): colour for colour in COLOURS},
    "district": {str(one): one for one in DISTRICTS},
    "book": {**{str(colour): colour for colour in BOOK_COLOURS}, "none": "none"},
}
# How a track is called where it is corrected.
TRACKS = {
    "resources": "marker",
    "vp": "vp",
    "golem-track": "golem_track",
    "study-track": "study_track",
    "ingots": "ingots",
    "goals": "goals",
    "order": "order_place",
}


def card(event: Event, position: Position, pack: Pack) -> Card | None:
    """An Automa card: its columns."""
    if not isinstance(event, Reveal):
        return None
    shown = event.card
    cells = []
    if shown.bonus != "none":
        cells.append(Cell(saying("cell.bonus"), (_words("bonus", shown.bonus),)))
    rabbi = Icon(saying("card.rabbi", numbers=list(shown.rabbi)), "rabbi", _first(shown.rabbi))
    books = Icon(saying("card.books", numbers=list(shown.books)), "book", _first(shown.books))
    cells.append(Cell(saying("cell.rabbi"), (rabbi,)))
    cells.append(Cell(saying("cell.books"), (books,)))
    cells.append(Cell(saying("cell.marble"), tuple(_words("criterion", one) for one in shown.marble[:1])))
    return Card(str(shown.id), saying("cell.number", number=event.number), tuple(cells))


def _words(family: str, value: str) -> Icon:
    return Icon(Saying("cell.words", {"what": term(family, value)}))


def _first(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers[:3])) + (" …" if len(numbers) > 3 else "")


def gauges(position: Position) -> Sequence[Gauge]:
    """Points, resources and both tracks."""
    read = {
        "vp": position.vp,
        "resources": position.marker,
        "golem-track": position.golem_track,
        "study-track": position.study_track,
        "ingots": position.ingots,
    }
    return [Gauge(name, at, Reads("automa", name, at)) for name, at in read.items()]


def corrects(position: Position, thing: Lies | Reads) -> Mapping[str, Any] | None:
    """What ``adjust`` is told first."""
    if isinstance(thing, Reads):
        what = TRACKS.get(thing.track) if thing.side == "automa" else None
        return None if what is None else {"what": what}
    if thing.side == "automa" and thing.piece.startswith("student-"):
        return {"what": thing.piece}
    if thing.piece.startswith("marble-") and thing.at in ROWS and position.rows is not None:
        return {"what": f"row-{thing.at}"}
    return None
