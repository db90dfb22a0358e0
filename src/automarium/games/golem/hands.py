"""What lies on the table, as far as the app keeps it; the kernel makes the list of hands of it."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.games.golem.events import Points, Resources
from automarium.games.golem.position import (
    AREAS,
    BOOK_COLOURS,
    COLOURS,
    DISTRICTS,
    NEIGHBOURHOODS,
    PRINTED,
    SPARE_TILES,
    TOLLS,
    Position,
    place,
)
from automarium.kernel.hands import MAT, OUT, SUPPLY, Hand, Layout
from automarium.kernel.saying import Saying, saying, term
from automarium.kernel.table import Event

CEMETERY, SYNAGOGUE = "cemetery", "synagogue"
MENORAH_SECTION = TOLLS[0]
BY_RABBIS = "–"  # her place in the turn order is as the rabbis show it
ACTION_TILES = tuple(PRINTED.printed["action_tile"])
SMALL_TILES: dict[str, int] = {kind: PRINTED.printed["artifact_upgrade"][kind]["tiles"] for kind in ("grey", "special")}
UPGRADE_TILES = {
    "golem": tuple(PRINTED.printed["golem_upgrade"]),
    "artifact": ("large",),
    "study": tuple(PRINTED.printed["study_upgrade"]),
}


def layout(position: Position) -> Layout:
    """What is hers lies on her ``mat``, marbles and tokens that the humans took are ``out``. Of the synagogue and the
    tiles only what was told is listed: marbles that nobody has told of lie in the ``synagogue``, in no row."""
    table = Layout()
    _lay_golems(table, position)
    for district, at in position.students.items():
        table.lay("automa", f"student-{district}", place(district, at))
    _lay_synagogue(table, position)
    _lay_board(table, position)
    _lay_books(table, position)
    _mark_tracks(table, position)
    return table


def _lay_golems(table: Layout, position: Position) -> None:
    for golem in position.golems:
        table.lay("automa", "golem", golem.at, state="lying" if golem.lying else "standing")
    table.lay("automa", "golem", MAT, position.supply, state="standing")
    table.lay("automa", "golem", CEMETERY, position.buried - position.buried_lying, state="standing")
    table.lay("automa", "golem", CEMETERY, position.buried_lying, state="lying")


def _lay_synagogue(table: Layout, position: Position) -> None:
    """Marbles, the rabbi, and the action tiles as far as they were told."""
    rows = position.rows
    thrown: dict[str, int] = PRINTED.printed["marbles"][str(position.participants)]
    lying: list[tuple[str, Sequence[str]]] = [*(rows or {}).items(), (MAT, position.taken)]
    for colour in COLOURS:
        piece, left = f"marble-{colour}", thrown[colour]
        for at, there in lying:
            if count := there.count(colour):
                table.lay("table", piece, at, count)
                left -= count
        table.lay("table", piece, SYNAGOGUE if rows is None else OUT, max(0, left))
    table.lay("automa", "rabbi", MAT if position.rabbi is None else spot(position.rabbi))
    for number, tile in position.actions.items():
        table.lay("table", f"action-tile-{tile}", spot(number))
    for id_ in ACTION_TILES:
        if int(id_) not in position.actions.values():
            table.lay("table", f"action-tile-{id_}", SUPPLY)


def spot(at: int | str) -> str:
    """A position of the action tiles as a place: ``tile-2``, or the lowest space."""
    return f"tile-{at}" if isinstance(at, int) else at


def _lay_board(table: Layout, position: Position) -> None:
    """Upgrades, menorah tokens, tiles of the neighbourhood; cards only if they are the person's own."""
    for area in AREAS:
        for id_ in UPGRADE_TILES[area]:
            made = id_ in position.upgrades[area]
            table.lay("automa", f"{area}-upgrade-{id_}", MAT, state="made" if made else "open")
    for kind, count in SMALL_TILES.items():
        cells = [cell for cell, there in position.cells.items() if there == kind]
        for cell in cells:
            table.lay("automa", f"{kind}-tile", cell)
        table.lay("automa", f"{kind}-tile", MAT, max(0, count - len(cells)))
    for district in DISTRICTS:
        holder = MAT if district in position.menorahs else OUT if district in position.menorahs_gone else None
        table.lay("table", f"menorah-{district}", holder or place(district, MENORAH_SECTION))
    told = position.neighbourhoods
    for tile_at, tile in told.items():
        table.lay("table", f"neighbourhood-{tile}", tile_at)
    laid = list(told.values())
    for tile in range(1, NEIGHBOURHOODS + SPARE_TILES + 1):
        table.lay("table", f"neighbourhood-{tile}", SUPPLY, len(DISTRICTS) - laid.count(tile))
    if position.deck.physical:
        table.lay("automa", "card", MAT, len(position.cards))
        table.lay("automa", "card", SUPPLY, len(position.deck.cards) - len(position.cards))


def _lay_books(table: Layout, position: Position) -> None:
    """Hers, and the one she is buying; where the others are nobody tells."""
    left: dict[str, int] = {colour: PRINTED.printed["books"][colour]["cards"] for colour in BOOK_COLOURS}
    hers = [(f"column-{number}", book.colour) for number, column in enumerate(position.columns, 1) for book in column]
    if position.offered is not None:
        hers.append((f"display-{position.offered[0]}", position.offered[1]))
    for at, colour in hers:
        table.lay("table", f"book-{colour}", at)
        left[colour] -= 1
    for named, count in left.items():
        table.lay("table", f"book-{named}", SUPPLY, max(0, count))


def _mark_tracks(table: Layout, position: Position) -> None:
    table.mark("automa", "resources", position.marker)
    table.mark("automa", "vp", position.vp)
    table.mark("automa", "golem-track", position.golem_track)
    table.mark("automa", "study-track", position.study_track)
    table.mark("automa", "ingots", position.ingots)
    table.mark("automa", "goals", position.goals)
    table.mark("automa", "order", BY_RABBIS if position.order_place is None else position.order_place)
    table.mark("automa", "strategy", "-".join(position.order))
    table.mark("table", "round", position.round)
    table.mark("table", "character", position.character.id if position.character else 0)
    for side, vp in position.human_vp.items():
        table.mark("human", f"vp-{side}", vp)


def hand_words(position: Position, hand: Hand) -> Saying | None:
    """What reads better than "from → to". All that belongs to the refresh says the same: it is done once."""
    if hand.to == SYNAGOGUE or (hand.to == SUPPLY and hand.piece.startswith("action-tile")):
        return saying("hand.refresh")
    if hand.track == "round":
        return saying("hand.round", round=term("roman", hand.to))
    if hand.piece == "card" and hand.to == SUPPLY:
        return saying("hand.cards.under" if position.deck.drawn else "hand.cards.shuffled")
    if hand.piece.startswith("book-") and str(hand.from_).startswith("display-"):
        return saying(
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


def _turned(hand: Hand) -> Saying | None:
    """A golem lies down or stands up; an upgrade is made."""
    if hand.piece == "golem":
        key = f"hand.golem.{hand.to}" if hand.count == 1 else f"hand.golems.{hand.to}"
        return saying(key, at=term("place", hand.at), count=hand.count)
    if "-upgrade-" in hand.piece:
        area, _, id_ = hand.piece.partition("-upgrade-")
        return saying(f"hand.upgrade.{area}.{hand.to}", upgrade=term("upgrade", id_))
    return None


def _marked(position: Position, hand: Hand) -> Saying | None:
    if hand.track == "order" and BY_RABBIS in (hand.from_, hand.to):
        return saying("hand.order.rabbis") if hand.to == BY_RABBIS else saying("hand.order", place=hand.to)
    if hand.track == "goals":
        return saying("hand.goals", **{"from": hand.from_, "to": hand.to})
    if hand.track == "strategy":
        return saying("hand.strategy", order=term("district", str(hand.to).split("-")))
    if hand.track == "ingots":
        return saying("hand.ingots", **{"from": hand.from_, "to": hand.to}, artifacts=position.artifacts)
    return None


# ------------------------------------------------------------------------------------------------ where it lies, sums

SUMS = ("resources", "vp")
CITY = ("golem", "student-", "rabbi", "marble-", "menorah-", "action-tile-")


def group(position: Position, hand: Hand) -> str:
    """Morning and evening are long: what is in the city, what lies on her board, then the sums."""
    if position.stage == "turns":
        return ""
    if hand.track in SUMS:
        return "sums"
    if hand.piece and hand.piece.startswith(CITY) and "-upgrade-" not in hand.piece:
        return "city"
    return "round" if hand.track in ("round", "order", "character") or hand.piece == "card" else "board"


def aside(hand: Hand, events: Sequence[Event]) -> Saying | None:
    """What a sum is made of, by its reasons; nothing if it has only one."""
    parts: dict[str, int] = {}
    for event in events:
        if isinstance(event, Resources):
            amount = event.by - event.vp if hand.track == "resources" else event.vp
        elif isinstance(event, Points) and hand.track == "vp":
            amount = event.vp
        else:
            continue
        parts[event.reason] = parts.get(event.reason, 0) + amount
    told = [(f"{amount:+}", term("reason", why)) for why, amount in parts.items() if amount]
    if hand.track not in SUMS or len(told) < 2:
        return None
    return saying("aside.parts", parts=[saying("aside.part", amount=amount, reason=why) for amount, why in told])
