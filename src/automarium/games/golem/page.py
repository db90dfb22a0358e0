"""What a page shows of Golem: her card as one sees it, her numbers, how a thing is corrected, signs, colours."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.content.pack import Pack
from automarium.engine.display import Card, Cell, DrawnTrack, Gauge, Icon, map_to_same
from automarium.engine.layout import MAT, SUPPLY, PlacedPieces, TrackValue
from automarium.engine.message import Message, message, term
from automarium.engine.play.command import Given
from automarium.engine.play.event import Event
from automarium.games.golem.corrections import SHELVES, SYNAGOGUE
from automarium.games.golem.events import BonusFails, BonusTaken, BuyBook, Reveal, TurnKind
from automarium.games.golem.position import BOOK_COLOURS, CEMETERY, COLOURS, DISTRICTS, HIGH, LOW, ROWS, Position
from automarium.games.golem.printed_facts import known

ACCENT = ("#7a4a0a", "#ecb860")  # by day and by night
SIGNS = {
    **map_to_same("golem", "student", "rabbi", "marble", "book", "order", "character", "artifact", "mirror"),
    "game": "golem",
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
    "strategy": "order",
    "round": "moon",
    "work": "hammer",
    "study": "book",
    "marker": "resource",
    "golem_track": "track",
    "study_track": "book",
    "order_place": "order",
    "buried": "golem",
    "taken": "marble",
    **{f"student-{district}": "student" for district in DISTRICTS},
    **dict.fromkeys(SHELVES, "book"),
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
    "strategy": "order",
}


BONUS = {
    "gold": ("artifact", "+1"),
    "study": ("track", "+1"),
    "student": ("student", "+1"),
    "golem-1": ("golem", "≤1"),
    "golem-2": ("golem", "≤2"),
    "shuffle": ("redo", ""),
}
CRITERIA = {
    "most": "most",
    "work": "hammer",
    "strategy": "order",
    "black": "black",
    "white": "white",
    "left": "left",
    "right": "right",
    "neither": "neither",
}
READ = 3  # entries of a column that are in sight; she seldom reads further


def card(event: Event, position: Position, pack: Pack, turn: Sequence[Event]) -> Card | None:
    """An Automa card: its columns, from the top. A turn is either the rabbi's or a marble's."""
    if not isinstance(event, Reveal):
        return None
    shown = event.card
    kind = next((one.kind for one in turn if isinstance(one, TurnKind)), None)
    cells = []
    if shown.bonus != "none":
        sign, beside = BONUS[shown.bonus]
        due = not any(isinstance(one, BonusFails) or (isinstance(one, BonusTaken) and not one.due) for one in turn)
        cells.append(Cell(message("cell.bonus"), (Icon(_words("bonus", shown.bonus), sign, beside, used=due),)))
    by_marble, by_rabbi = kind in (None, "marble"), kind in (None, "rabbi")
    criteria = [Icon(_words("criterion", one), CRITERIA[one], used=by_marble) for one in shown.marble[:READ]]
    tiles = Icon(message("card.rabbi", numbers=list(shown.rabbi)), "rabbi", _first(shown.rabbi), used=by_rabbi)
    bought = kind is None or any(isinstance(one, BuyBook) for one in turn)
    books = Icon(message("card.books", numbers=list(shown.books)), "book", _first(shown.books), used=bought)
    columns = {"marble": Cell(message("cell.marble"), tuple(criteria)), "rabbi": Cell(message("cell.rabbi"), (tiles,))}
    cells += [columns.pop(shown.first), *columns.values(), Cell(message("cell.books"), (books,))]
    return Card(str(shown.id), message("cell.number", number=event.number), tuple(cells))


def _words(family: str, value: str) -> Message:
    return Message("cell.words", {"what": term(family, value)})


def _first(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers[:READ]))


def gauges(position: Position, pack: Pack) -> Sequence[Gauge]:
    """Points, both tracks and ingots; the resources as the track they are counted on."""
    read = {
        "vp": position.vp,
        "golem-track": position.golem_track,
        "study-track": position.study_track,
        "ingots": position.ingots,
    }
    marker = position.marker
    resources = Gauge("resources", marker, TrackValue("automa", "resources", marker), track=_resources(position, pack))
    return [*(Gauge(name, at, TrackValue("automa", name, at)) for name, at in read.items()), resources]


def _resources(position: Position, pack: Pack) -> DrawnTrack:
    """Its red zone is that of her level, where it is known."""
    zone = known(position, pack, f"red_zone.{position.level}.spaces")
    names = {space: str(space) for space in (0, 10, HIGH)} | {LOW: f"−{-LOW}"}
    red = tuple(zone) if isinstance(zone, (list, tuple)) else ()
    says = message("track.red" if position.marker in red else "track.not-red", count=position.marker) if red else None
    return DrawnTrack(HIGH - LOW + 1, LOW, {position.marker: "resource"}, names, red, says=says)


def corrects(position: Position, thing: PlacedPieces | TrackValue) -> Given | None:
    """What ``adjust`` is told first."""
    if isinstance(thing, TrackValue):
        what = TRACKS.get(thing.track) if thing.side == "automa" else None
        return None if what is None else {"what": what}
    if thing.piece == "golem":
        return _golem(position, thing)
    if thing.piece.startswith("neighbourhood-"):
        return {"what": "neighbourhood", "at": thing.at} if thing.at in position.neighbourhoods else None
    kind, _, rest = thing.piece.partition("-")
    what = {
        "student": thing.piece,
        "marble": "taken" if thing.at == MAT else f"row-{thing.at}" if thing.at in ROWS else "",
        "menorah": "menorah",
        "book": thing.at if thing.at in SHELVES else "",
    }.get(kind, "")
    if rest.startswith("upgrade-"):
        what = f"{kind}-upgrade"
    return {"what": what} if what and (what not in SYNAGOGUE or position.rows is not None) else None


def _golem(position: Position, thing: PlacedPieces) -> Given | None:
    """One that stands or lies there, one of the supply, or how many are buried."""
    if thing.at == CEMETERY:
        return {"what": "buried"}
    if thing.at == MAT:
        return {"what": "golem", "at": SUPPLY} if position.supply else None
    lying = thing.state == "lying"
    there = next((one for one in position.golems if one.at == thing.at and one.lying == lying), None)
    return None if there is None else {"what": "golem", "at": str(there)}
