"""The layout of the table, and the words for what a person must move."""

from __future__ import annotations

from functools import lru_cache

from automarium.engine.definition import TableLayout
from automarium.engine.layout import (
    MAT,
    OUT,
    PLENTY,
    SUPPLY,
    Hand,
    Layout,
    PlacedPieces,
    TrackKey,
    TrackValue,
)
from automarium.engine.message import Message, message, term
from automarium.engine.play.command import Given
from automarium.games.expeditions.position import ROWS, SPECIAL, Mech, Position

SWEPT = "swept-"
ASIDE = "aside"  # where the special token is in the supply: it is never in the bag (EXP-EXPLORE-08)
# How many corruption tokens of a value there are is not published; 0 is a token of unknown value.
TOKENS = [f"corruption-{value}" for value in range(SPECIAL + 1)]
SPECIAL_PIECE = TOKENS[SPECIAL]
COUNTERS: dict[TrackKey, int] = {("table", f"{SWEPT}{place}"): 0 for place in ROWS}
# The names of tracks and pieces in corrections.
TRACKS = {
    ("automa", "progress"): "progress",
    ("automa", "glory"): "glory",
    ("human", "glory"): "human-glory",
}
MECHS = {("automa", "mech-north"): "north", ("automa", "mech-central"): "central", ("human", "mech"): "human"}


class ExpeditionsTable(TableLayout[Position]):
    def layout(self, position: Position) -> Layout:
        """What the Automa holds is on its ``mat``, what the human took is ``out``. Sweeps, shuffles of its deck and
        cards put back in the box are counters."""
        table = Layout()
        tiles, own, humans = position.tiles.items(), tuple(position.tokens), tuple(position.human_tokens)
        used = [*own, *humans]
        for _, tile in tiles:
            used += tile.corruption
        table.lay_all(
            _lay_mechs(position.human, *position.mechs.items()),
            *[_lay_tile(place, tile.map, tile.closed, tuple(tile.corruption)) for place, tile in tiles],
            _lay_maps(position.maps, sum([tile.map for _, tile in tiles])),
            _lay_held(MAT, own, position.special),
            _lay_held(OUT, humans, position.human_special),
            _lay_supply(tuple(sorted(used)), position.special or position.human_special),
        )
        marked = table.marked
        for place, times in position.swept.items():
            marked["table", f"{SWEPT}{place}"] = times
        if not position.house:  # a house card is not on the table
            marked["automa", "progress"] = position.progress
        marked["automa", "glory"] = position.glory
        marked["human", "glory"] = position.human_glory
        marked["table", "shuffled"] = position.shuffled
        marked["table", "boxed"] = len(position.boxed)
        table.mark_zero(COUNTERS)
        return table

    def hand_words(self, position: Position, hand: Hand) -> Message | None:
        if hand.track:
            return _track_words(position, hand)
        if hand.at:
            return message("hand.tile" if hand.to == "open" else "hand.tile.back", at=term("place", hand.at))
        if hand.piece == SPECIAL_PIECE and SUPPLY in (hand.from_, hand.to):
            ends = (term("place", ASIDE if at == SUPPLY else at) for at in (hand.from_, hand.to))
            what = term("piece", f"{hand.side}.{hand.piece}")
            return Message("hand.move", {"what": what, **dict(zip(("from", "to"), ends, strict=True))})
        if hand.to != MAT:
            return None
        at = term("place", hand.from_)
        if hand.piece == "map":
            return message("hand.map", at=at, total=position.maps)
        what, total = term("piece", f"{hand.side}.{hand.piece}"), position.corruption + position.special
        if hand.count == 1:
            return message("hand.vanquished", what=what, at=at, total=total)
        return message("hand.vanquished.more", what=what, times=hand.count, at=at, total=total)

    def corrects(self, position: Position, thing: PlacedPieces | TrackValue) -> Given | None:
        if isinstance(thing, TrackValue):
            what = TRACKS.get((thing.side, thing.track))
            return None if what is None else {"what": what}
        if (thing.side, thing.piece) in MECHS:
            return {"what": MECHS[thing.side, thing.piece]}
        if thing.at in ROWS:
            return {"what": thing.at}
        if thing.piece == SPECIAL_PIECE:
            return {"what": "special"}
        if thing.at == MAT:
            return {"what": "maps" if thing.piece == "map" else "corruption"}
        return None


# Most steps move few tokens: what stayed as it was is not laid out again.


@lru_cache(1000)
def _lay_mechs(human: str, *automas: tuple[Mech, str]) -> Layout:
    table = Layout()
    for mech, at in automas:
        table.lay("automa", f"mech-{mech}", at)
    table.lay("human", "mech", human)
    return table


@lru_cache(1000)
def _lay_tile(place: str, map_: bool, closed: bool, corruption: tuple[int, ...]) -> Layout:
    table = Layout()
    table.lay("table", "map", place, int(map_))  # it is taken before the tile is turned: EXP-EXPLORE-01
    table.lay("table", "tile", place, state="closed" if closed else "open")
    for token in corruption:
        table.lay("table", TOKENS[token], place)
    return table


@lru_cache(256)
def _lay_maps(held: int, left: int) -> Layout:
    """Return the map tokens that the Automa holds and those that are gone; the others are on their tiles."""
    table = Layout()
    table.lay("table", "map", MAT, held)
    gone = len(ROWS) - held - left
    table.lay("table", "map", OUT, max(0, gone))
    table.lay_supply("table", "map", max(0, -gone))  # more than lay on the tiles
    return table


@lru_cache(256)
def _lay_held(holder: str, tokens: tuple[int, ...], special: bool) -> Layout:
    """Return the corruption that the Automa or the human has taken."""
    table = Layout()
    for token in tokens:
        table.lay("table", TOKENS[token], holder)
    table.lay("table", SPECIAL_PIECE, holder, int(special))
    return table


@lru_cache(256)
def _lay_supply(used: tuple[int, ...], special: bool) -> Layout:
    """Return what is left of the corruption; ``special``: a player has the special token."""
    table = Layout()
    for token in range(SPECIAL):
        table.lay("table", TOKENS[token], SUPPLY, max(0, PLENTY - used.count(token)))
    table.lay_supply("table", SPECIAL_PIECE, int(special or SPECIAL in used), 1)
    return table


def _track_words(position: Position, hand: Hand) -> Message | None:
    """Return what to do for a counter that has risen, what is left for a marker, and a number for what is undone."""
    more = int(hand.to or 0) - int(hand.from_ or 0)
    if hand.track == "progress":
        return _progress_words(position, more)
    if hand.track.startswith(SWEPT):
        at = term("place", hand.track.removeprefix(SWEPT))
        return message("hand.sweep" if more > 0 else "hand.sweep.back", at=at)
    if hand.track == "shuffled" and more < 0:
        return message("hand.shuffle.back")
    if more != 1 or hand.side == "human":
        return None
    match hand.track:
        case "glory":
            return message("hand.glory", glory=position.glory)
        case "shuffled":
            return message("hand.shuffle", count=len(position.deck.cards), aside=position.deck.hidden)
        case _:
            return message("hand.boxed", card=position.boxed[-1])


def _progress_words(position: Position, more: int) -> Message:
    """Return how many spaces to go and how many are left to the next glory: printed spaces have no numbers."""
    here, card = position.progress, position.card
    if here == 0:
        return message("hand.progress.start")
    if more != 1:
        return message("hand.progress.on" if more > 0 else "hand.progress.back", count=abs(more))
    if here in card.glory_spaces:
        return message("hand.progress.glory")
    left = card.to_glory(here)
    return message("hand.progress.last") if left is None else message("hand.progress", count=left)
