"""The layout of the table, and the words of its hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from automarium.engine.definition import TableLayout
from automarium.engine.display import Chip, Joint
from automarium.engine.layout import MAT, OUT, PLENTY, SUPPLY, Hand, Layout, PlacedPieces, TrackValue
from automarium.engine.message import Message, message, term
from automarium.engine.play.command import Given
from automarium.engine.play.event import Event
from automarium.games.golem.corrections import SHELVES
from automarium.games.golem.corrections import SYNAGOGUE as IN_ROWS
from automarium.games.golem.events import Points, Resources
from automarium.games.golem.position import (
    AREAS,
    BOOK_COLOURS,
    CEMETERY,
    COLOURS,
    DISTRICTS,
    GOLEMS,
    MENORAH_SECTION,
    NEIGHBOURHOODS,
    PRINTED,
    ROWS,
    SPARE_TILES,
    UPGRADE_TILES,
    Area,
    BookColour,
    Colour,
    District,
    Position,
    Row,
    name_place,
)
from automarium.games.golem.score import list_humans

CITY = ("golem", "student-", "rabbi", "marble-", "menorah-", "action-tile-")
SYNAGOGUE = "synagogue"
BY_RABBIS = "–"  # the Automa's place in the turn order is as the rabbis show it
ACTION_TILES = tuple(PRINTED.printed["action_tile"])
SMALL_TILES: dict[str, int] = {kind: PRINTED.printed["artifact_upgrade"][kind]["tiles"] for kind in ("grey", "special")}
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


class GolemTable(TableLayout[Position]):
    groups = ("begin", "city", "board", "sums", "round")
    waits = ("resources", "vp")

    def layout(self, position: Position) -> Layout:
        """Return the layout. What the Automa has is on its ``mat``; marbles and tokens of the humans are ``out``;
        marbles not reported yet are in the ``synagogue``, in no row."""
        table = Layout()
        golems = tuple([(golem.at, golem.lying) for golem in position.golems])
        table.lay_all(
            _golems(golems, position.supply, position.buried, position.buried_lying),
            _students(tuple(position.students.items())),
        )
        rows = None if position.rows is None else tuple([(row, tuple(there)) for row, there in position.rows.items()])
        table.lay_all(_marbles(position.participants, rows, tuple(position.taken)))
        table.lay("automa", "rabbi", MAT if position.rabbi is None else name_spot(position.rabbi))
        table.lay_all(
            _actions(tuple(position.actions.items())),
            *[_upgrades(area, tuple(position.upgrades[area])) for area in AREAS],
            _cells(tuple(position.cells.items())),
            _menorahs(tuple(position.menorahs), tuple(position.menorahs_gone)),
            _neighbourhoods(tuple(position.neighbourhoods.items())),
        )
        if position.deck.physical:  # cards only if they are the person's own
            table.lay("automa", "card", MAT, len(position.cards))
            table.lay("automa", "card", SUPPLY, len(position.deck.cards) - len(position.cards))
        columns = tuple([tuple([book.colour for book in column]) for column in position.columns])
        table.lay_all(_books(columns, position.offered))
        _mark_tracks(table, position)
        return table

    def hand_words(self, position: Position, hand: Hand) -> Message | None:
        """Return the words of a hand; all hands of the refresh have the same words and are shown once."""
        if hand.to == SYNAGOGUE or _goes_back(hand):
            return message("hand.refresh")
        if hand.track == "round":
            return message("hand.round", round=term("roman", hand.to))
        if hand.piece == "card" and hand.to == SUPPLY:
            return message("hand.cards.under" if position.deck.drawn else "hand.cards.shuffled")
        if hand.piece == "card" and hand.from_ == SUPPLY:
            return message("hand.cards.drawn", count=hand.count)
        if hand.piece.startswith("book-") and str(hand.from_).startswith("display-"):
            return message(
                "hand.book",
                book=term("book", hand.piece.removeprefix("book-")),
                number=str(hand.from_).removeprefix("display-"),
                column=str(hand.to).removeprefix("column-"),
            )
        if hand.at:
            return _turned(hand)
        if hand.track:
            return _marked(position, hand)
        return None

    def reads(self, thing: TrackValue) -> Message | None:
        """Return the order of the strategy tiles by district, and the character of the round by its effects."""
        if thing.track == "strategy":
            return message("reads.strategy", order=term("district", str(thing.at).split("-")))
        if thing.track == "character" and thing.at:
            return message("reads.character", character=term("character", thing.at))
        return None

    def joint(self, position: Position, hand: Hand) -> Joint | None:
        """Return the step that a hand belongs to: golems that lie down, golems and students that move, markers of the
        tracks."""
        within = {"from": term("place", hand.from_), "to": term("roman", str(hand.to).rpartition("-")[2])}
        if hand.piece == "golem" and hand.at:
            key = "part.at" if hand.count == 1 else "part.at.several"
            return Joint(f"golems.{hand.to}", message(key, at=term("place", hand.at), count=hand.count))
        if hand.piece.startswith("student-") and not hand.at:
            return Joint("students", message("part.way", **within))
        if hand.piece == "golem" and hand.count == 1 and MAT not in (hand.from_, hand.to) and hand.to != CEMETERY:
            return Joint("golems", message("part.way", **within))
        if hand.track in ("golem-track", "study-track"):
            return Joint("tracks", message(f"part.{hand.track}", **{"from": hand.from_, "to": hand.to}))
        return None

    def chip(self, hand: Hand) -> Chip | None:
        """Return the colour of marbles and books."""
        kind, _, colour = hand.piece.partition("-")
        if kind == "marble":
            return Chip(term("marble", colour), "round")
        return Chip(term("book", colour), "square") if kind == "book" else None

    def group(self, hand: Hand) -> str:
        """Return the group of a hand: the beginning of a round, the city, its board, the sums, the end of a round."""
        if hand.track in self.waits:
            return "sums"
        if hand.track in ("round", "character") or hand.to == SYNAGOGUE or _goes_back(hand):
            return "begin"
        if hand.piece and hand.piece.startswith(CITY) and "-upgrade-" not in hand.piece:
            return "city"
        return "round" if hand.track == "order" or hand.piece == "card" else "board"

    def aside(self, hand: Hand, events: Sequence[Event]) -> Message | None:
        """Return what a sum is made of, by its reasons; None if it has only one."""
        parts: dict[str, int] = {}
        for event in events:
            if isinstance(event, Resources):
                amount = event.by - event.vp if hand.track == "resources" else event.vp
            elif isinstance(event, Points) and hand.track == "vp":
                amount = event.vp
            else:
                continue
            parts[event.reason] = parts.get(event.reason, 0) + amount
        named = [(f"{amount:+}", term("reason", why)) for why, amount in parts.items() if amount]
        if hand.track not in self.waits or len(named) < 2:
            return None
        return message("aside.parts", parts=[message("aside.part", amount=amount, reason=why) for amount, why in named])

    def corrects(self, position: Position, thing: PlacedPieces | TrackValue) -> Given | None:
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
        return {"what": what} if what and (what not in IN_ROWS or position.rows is not None) else None


# Most steps change little: what stayed as it was is not laid out again.


@lru_cache(256)
def _golems(golems: tuple[tuple[str, bool], ...], supply: int, buried: int, buried_lying: int) -> Layout:
    """Return the Automa's golems, each with its place and whether it is lying."""
    table = Layout()
    for at, lying in golems:
        table.lay("automa", "golem", at, state="lying" if lying else "standing")
    table.lay("automa", "golem", MAT, supply, state="standing")
    table.lay("automa", "golem", CEMETERY, buried - buried_lying, state="standing")
    table.lay("automa", "golem", CEMETERY, buried_lying, state="lying")
    there = len(golems) + supply + buried
    table.lay("automa", "golem", SUPPLY, PLENTY + GOLEMS - there, state="standing")  # for corrections beyond its golems
    return table


@lru_cache(256)
def _students(students: tuple[tuple[District, int], ...]) -> Layout:
    table = Layout()
    for district, section in students:
        table.lay("automa", f"student-{district}", name_place(district, section))
    return table


@lru_cache(256)
def _marbles(
    participants: int, rows: tuple[tuple[Row, tuple[Colour, ...]], ...] | None, taken: tuple[Colour, ...]
) -> Layout:
    """Return the marbles; those of the rows are None before they are reported."""
    table = Layout()
    lying: list[tuple[str, tuple[Colour, ...]]] = [*(rows or ()), (MAT, taken)]
    rest = SYNAGOGUE if rows is None else OUT
    for colour in COLOURS:
        there = tuple([(at, count) for at, marbles in lying if (count := marbles.count(colour))])
        table.lay_all(_marbles_of(colour, participants, there, rest))
    return table


@lru_cache(1000)
def _marbles_of(colour: Colour, participants: int, there: tuple[tuple[str, int], ...], rest: str) -> Layout:
    """Return the marbles of a colour: so many in each place, and the ``rest`` of those in the game."""
    table, piece = Layout(), f"marble-{colour}"
    left = PRINTED.printed["marbles"][str(participants)][colour]
    for at, count in there:
        table.lay("table", piece, at, count)
        left -= count
    table.lay("table", piece, rest, max(0, left))
    table.lay_supply("table", piece, max(0, -left))  # more than the game has, if the person says so
    return table


@lru_cache(256)
def _actions(actions: tuple[tuple[int, int], ...]) -> Layout:
    """Return the action tiles that are known."""
    table = Layout()
    for number, tile in actions:
        table.lay("table", f"action-tile-{tile}", name_spot(number))
    known = [tile for _, tile in actions]
    for id_ in ACTION_TILES:
        if int(id_) not in known:
            table.lay("table", f"action-tile-{id_}", SUPPLY)
    return table


def name_spot(at: int | str) -> str:
    """Return a position of the action tiles as a place: ``tile-2``, or the lowest space."""
    return f"tile-{at}" if isinstance(at, int) else at


@lru_cache(256)
def _upgrades(area: Area, made: tuple[str, ...]) -> Layout:
    table = Layout()
    for id_ in UPGRADE_TILES[area]:
        table.lay("automa", f"{area}-upgrade-{id_}", MAT, state="made" if id_ in made else "open")
    return table


@lru_cache(256)
def _cells(cells: tuple[tuple[str, str], ...]) -> Layout:
    """Return the small upgrade tiles."""
    table = Layout()
    for kind, count in SMALL_TILES.items():
        filled = [cell for cell, there in cells if there == kind]
        for cell in filled:
            table.lay("automa", f"{kind}-tile", cell)
        table.lay("automa", f"{kind}-tile", MAT, max(0, count - len(filled)))
        table.lay_supply("automa", f"{kind}-tile", max(0, len(filled) - count))
    return table


@lru_cache(256)
def _menorahs(automas: tuple[District, ...], gone: tuple[District, ...]) -> Layout:
    table = Layout()
    for district in DISTRICTS:
        holder = MAT if district in automas else OUT if district in gone else None
        table.lay("table", f"menorah-{district}", holder or name_place(district, MENORAH_SECTION))
    return table


@lru_cache(256)
def _neighbourhoods(neighbourhoods: tuple[tuple[str, int], ...]) -> Layout:
    table = Layout()
    for tile_at, tile in neighbourhoods:
        table.lay("table", f"neighbourhood-{tile}", tile_at)
    laid = [tile for _, tile in neighbourhoods]
    for tile in range(1, NEIGHBOURHOODS + SPARE_TILES + 1):
        table.lay("table", f"neighbourhood-{tile}", SUPPLY, len(DISTRICTS) - laid.count(tile))
    return table


@lru_cache(256)
def _books(columns: tuple[tuple[BookColour, ...], ...], offered: tuple[int, BookColour] | None) -> Layout:
    """Return the Automa's books and the one it is buying; where the others are is unknown."""
    table = Layout()
    left: dict[str, int] = {colour: PRINTED.printed["books"][colour]["cards"] for colour in BOOK_COLOURS}
    books = [(f"column-{number}", colour) for number, column in enumerate(columns, 1) for colour in column]
    if offered is not None:
        books.append((f"display-{offered[0]}", offered[1]))
    for at, colour in books:
        table.lay("table", f"book-{colour}", at)
        left[colour] -= 1
    for named, count in left.items():
        table.lay("table", f"book-{named}", SUPPLY, max(0, count))
    return table


def _mark_tracks(table: Layout, position: Position) -> None:
    table.marked |= {
        ("automa", "resources"): position.marker,
        ("automa", "vp"): position.vp,
        ("automa", "golem-track"): position.golem_track,
        ("automa", "study-track"): position.study_track,
        ("automa", "ingots"): position.ingots,
        ("automa", "goals"): position.goals,
    }
    if position.artifact_tile is not None and not position.own_board:
        table.mark("automa", "artifact-tile", position.artifact_tile)
    table.marked |= {
        ("automa", "order"): BY_RABBIS if position.order_place is None else position.order_place,
        ("automa", "strategy"): "-".join(position.order),
        ("table", "round"): position.round,
        ("table", "character"): position.characters[-1] if position.characters else 0,
    }
    for side in list_humans(position):
        table.mark("human", f"vp-{side}", position.human_vp.get(side, 0))


def _goes_back(hand: Hand) -> bool:
    """Return whether this is an action tile of the last round."""
    return hand.to == SUPPLY and hand.piece.startswith("action-tile")


def _turned(hand: Hand) -> Message | None:
    """Return a golem that lies down or stands up, or an upgrade, in words."""
    if hand.piece == "golem":
        key = f"hand.golem.{hand.to}" if hand.count == 1 else f"hand.golems.{hand.to}"
        return message(key, at=term("place", hand.at), count=hand.count)
    if "-upgrade-" in hand.piece:
        area, _, id_ = hand.piece.partition("-upgrade-")
        return message(f"hand.upgrade.{area}.{hand.to}", upgrade=term("upgrade", id_))
    return None


def _marked(position: Position, hand: Hand) -> Message | None:
    if hand.track == "order" and BY_RABBIS in (hand.from_, hand.to):
        return message("hand.order.rabbis") if hand.to == BY_RABBIS else message("hand.order", place=hand.to)
    if hand.track == "goals":
        return message("hand.goals", **{"from": hand.from_, "to": hand.to})
    if hand.track == "strategy":
        return message("hand.strategy", order=term("district", str(hand.to).split("-")))
    if hand.track == "ingots":
        return message("hand.ingots", **{"from": hand.from_, "to": hand.to}, artifacts=position.artifacts)
    return None


def _golem(position: Position, thing: PlacedPieces) -> Given | None:
    """Return the fields that correct a golem: one in this place, one of the supply, or how many are buried."""
    if thing.at == CEMETERY:
        return {"what": "buried"}
    if thing.at == MAT:
        return {"what": "golem", "at": SUPPLY} if position.supply else None
    lying = thing.state == "lying"
    there = next((one for one in position.golems if one.at == thing.at and one.lying == lying), None)
    return None if there is None else {"what": "golem", "at": str(there)}
