"""Layouts (where every piece is) and hands (what the player must move so that their table matches).

A game lists what lies where in its ``layout``; this module compares two layouts and returns the net change, a hand per
thing. Every piece has a place in every position, also in the supply or out of the game, and every track a value: so a
hand takes away as many as it puts down, and hands lead from any layout of a game to any other. What is counted and not
moved (power, points, tokens of an unlimited bank) is a track.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

Side: TypeAlias = Literal["automa", "human", "table"]

SUPPLY, OUT, BASE, MAT = "supply", "out", "base", "mat"
PLENTY = 99  # pieces of a kind in the supply while none is on the table, if their number is unknown


class PlacedPieces(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """Pieces of one kind in one place. ``state`` is set only for pieces with several states (lying, standing)."""

    side: Side
    piece: str
    at: str
    state: str = ""
    count: int = 1


class TrackValue(msgspec.Struct, frozen=True, order=True):
    """A marker on a track, a counter, a total."""

    side: Side
    track: str
    at: int | str


PieceKey: TypeAlias = tuple[Side, str, str, str]  # side, piece, place, state
TrackKey: TypeAlias = tuple[Side, str]  # side, track
KindKey: TypeAlias = tuple[Side, str]  # side, piece
SpotKey: TypeAlias = tuple[str, str]  # place, state


class Layout:
    """The numbers of pieces by side, kind, place and state, and the values of tracks."""

    __slots__ = ("pieces", "tracks")

    def __init__(self) -> None:
        self.pieces: dict[PieceKey, int] = {}
        self.tracks: dict[TrackKey, int | str] = {}

    def lay(self, side: Side, piece: str, at: str, count: int = 1, state: str = "") -> None:
        if count:
            thing = (side, piece, at, state)
            self.pieces[thing] = self.pieces.get(thing, 0) + count

    def lay_all(self, others: Layout) -> None:
        """Add the pieces of another layout, none of which is in this one."""
        self.pieces |= others.pieces

    def lay_supply(self, side: Side, piece: str, used: int, stock: int = PLENTY) -> None:
        """Put the rest of a kind into the supply: ``stock`` pieces minus those ``used``."""
        self.lay(side, piece, SUPPLY, max(0, stock - used))

    def mark(self, side: Side, track: str, at: int | str) -> None:
        self.tracks[side, track] = at

    def mark_zero(self, tracks: Iterable[TrackKey]) -> None:
        """Set counters without a value to 0."""
        self.tracks = {**self.tracks, **dict.fromkeys(tracks, 0), **self.tracks}

    def lines(self) -> list[PlacedPieces | TrackValue]:
        """Return all pieces, then all tracks, each sorted."""
        pieces = [PlacedPieces(*thing, count) for thing, count in sorted(self.pieces.items())]
        tracks = [
            TrackValue(side, track, at) for (side, track), at in sorted(self.tracks.items(), key=lambda one: one[0])
        ]
        return [*pieces, *tracks]

    def with_changes(self, changes: Iterable[Change]) -> Layout:
        """Return this layout after some changes."""
        after = Layout()
        after.pieces, after.tracks = dict(self.pieces), dict(self.tracks)
        for change in changes:
            if len(change.thing) == 2:
                after.tracks[change.thing] = change.to
            else:
                after.pieces[change.thing] = after.pieces.get(change.thing, 0) + int(change.to)
                if not after.pieces[change.thing]:
                    del after.pieces[change.thing]
        return after

    def changed_to(self, other: Layout) -> Layout:
        """Return this layout with the differences to another, in the order of ``with_changes``."""
        after = Layout()
        after.pieces = {**self.pieces, **other.pieces}
        for gone in self.pieces.keys() - other.pieces.keys():
            del after.pieces[gone]
        after.tracks = {**self.tracks, **other.tracks}
        return after


class Change(msgspec.Struct, frozen=True):
    """How many more (or fewer) pieces of a thing, or the new value of a track."""

    thing: PieceKey | TrackKey
    to: int | str


def find_changes(before: Layout, after: Layout) -> list[Change]:
    """Return what differs between two layouts."""
    found: list[Change] = []
    was, now = before.pieces, after.pieces
    if was != now:
        for thing in {**was, **now}:
            more = now.get(thing, 0) - was.get(thing, 0)
            if more:
                found.append(Change(thing, more))
    if before.tracks != after.tracks:
        for track, at in after.tracks.items():
            if before.tracks.get(track) != at:
                found.append(Change(track, at))
    return found


class PieceMove(msgspec.Struct, frozen=True):
    """The start and end of a piece that an event moved. If several pieces are identical, it says which start belongs to
    which end."""

    side: Side
    piece: str
    from_: str
    to: str


class Hand(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing for the player to do: move a piece ``from_`` one place ``to`` another, turn a piece ``at`` a place from
    one state to another, or set a track from one value to another."""

    side: Side
    piece: str = ""
    track: str = ""
    at: str = ""
    from_: int | str | None = msgspec.field(name="from", default=None)
    to: int | str | None = None
    count: int = 1
    state: str = ""


def find_hands(before: Layout, after: Layout, moves: Iterable[PieceMove] = ()) -> list[Hand]:
    """Return the net change from one layout to another: first what ``moves`` name, in their order, then the rest."""
    return [*_find_piece_hands(before, after, list(moves)), *_find_track_hands(before, after)]


def find_hands_back(before: Layout, after: Layout, moves: Iterable[PieceMove] = ()) -> list[Hand]:
    """Return the net change from one layout to another when ``moves`` are taken back, the last one first."""
    back = [PieceMove(move.side, move.piece, move.to, move.from_) for move in moves][::-1]
    found = _find_piece_hands(before, after, back)
    named = {(move.side, move.piece) for move in back}
    first = [hand for hand in found if (hand.side, hand.piece) not in named]
    return [*_find_track_hands(before, after)[::-1], *first[::-1], *(hand for hand in found if hand not in first)]


def _find_track_hands(before: Layout, after: Layout) -> list[Hand]:
    was, now = before.tracks, after.tracks
    if was == now:
        return []
    changed = [track for track, at in now.items() if was.get(track) != at]
    changed += [track for track in was if track not in now]
    found: list[Hand] = []
    for side, track in changed:
        old, new = was.get((side, track)), now.get((side, track))
        found.append(Hand(side=side, track=track, from_=_default_to_zero(old, new), to=_default_to_zero(new, old)))
    return found


def _default_to_zero(value: int | str | None, other: int | str | None) -> int | str | None:
    """Return 0 for a counter that one of two layouts does not list."""
    return 0 if value is None and isinstance(other, int) else value


def _find_piece_hands(before: Layout, after: Layout, moves: Sequence[PieceMove]) -> list[Hand]:
    was, now = before.pieces, after.pieces
    if was == now:
        return []
    gone: dict[KindKey, dict[SpotKey, int]] = {}
    come: dict[KindKey, dict[SpotKey, int]] = {}
    for thing, count in was.items():
        less = count - now.get(thing, 0)
        if less > 0:
            gone.setdefault(thing[:2], {})[thing[2:]] = less
    for thing, count in now.items():
        more = count - was.get(thing, 0)
        if more > 0:
            come.setdefault(thing[:2], {})[thing[2:]] = more
    named = [(move.side, move.piece) for move in moves]
    moved = [kind for kind, spots in gone.items() if any(at != SUPPLY for at, _ in spots)]
    # What comes from the supply is listed in the order in which it is laid: tokens of a pile from the top.
    kinds = dict.fromkeys([kind for kind in named if kind in gone or kind in come] + [*moved, *come, *gone])
    found: list[Hand] = []
    for kind in kinds:
        found += _pair_spots(kind, gone.get(kind, {}), come.get(kind, {}), moves)
    return found


def _pair_spots(
    kind: KindKey,
    gone: dict[SpotKey, int],
    come: dict[SpotKey, int],
    moves: Sequence[PieceMove],
) -> list[Hand]:
    """Return hands that pair the spots that lost pieces of a kind with those that gained some: first as ``moves`` say,
    then within a place, then in order."""
    if len(gone) == len(come) == 1:
        ((start, less),), ((end, more),) = gone.items(), come.items()
        if less == more:
            return _make_hands(kind, start, end, less)
    found: list[Hand] = []

    def pair(start: SpotKey, end: SpotKey) -> None:
        count = min(gone[start], come[end])
        found.extend(_make_hands(kind, start, end, count))
        for left, thing in ((gone, start), (come, end)):
            left[thing] -= count
            if not left[thing]:
                del left[thing]

    def pair_all(fits: Callable[[SpotKey, SpotKey], bool]) -> None:
        ends = [(start, end) for start in gone for end in come if fits(start, end)]
        for start, end in sorted(ends, key=lambda two: two[0][1] != two[1][1]):  # those that need not be turned first
            if start in gone and end in come:
                pair(start, end)

    for move in _join_moves(kind, moves):
        pair_all(lambda start, end: (start[0], end[0]) == move)  # noqa: B023, at once
    pair_all(lambda start, end: start[0] == end[0])
    pair_all(lambda start, end: True)
    for start in list(gone):
        come[SUPPLY, start[1]] = gone[start]
        pair(start, (SUPPLY, start[1]))
    for end in list(come):
        gone[SUPPLY, end[1]] = come[end]
        pair((SUPPLY, end[1]), end)
    return _join_hands(found)


def _join_moves(kind: KindKey, moves: Sequence[PieceMove]) -> list[tuple[str, str]]:
    """Return start and end of the moves of one kind of piece, those of one piece joined: A → B, B → C is A → C."""
    found: list[tuple[str, str]] = []
    for move in moves:
        if (move.side, move.piece) != kind:
            continue
        for index, (start, end) in enumerate(found):
            if end == move.from_:
                found[index] = (start, move.to)
                break
        else:
            found.append((move.from_, move.to))
    return found


def _make_hands(kind: KindKey, start: SpotKey, end: SpotKey, count: int) -> list[Hand]:
    side, piece = kind
    (here, was), (there, is_) = start, end
    made = []
    if was != is_ and was and is_:
        made.append(Hand(side=side, piece=piece, at=here, from_=was, to=is_, count=count))
    if here != there:
        made.append(Hand(side=side, piece=piece, from_=here, to=there, count=count, state=is_ or was))
    return made


def _join_hands(found: Sequence[Hand]) -> list[Hand]:
    """Return hands in which equal moves are one; a piece is turned before it moves."""
    counted: dict[Hand, int] = {}
    for hand in sorted(found, key=lambda hand: not hand.at):
        alike = msgspec.structs.replace(hand, count=1)
        counted[alike] = counted.get(alike, 0) + hand.count
    return [msgspec.structs.replace(hand, count=count) for hand, count in counted.items()]


def to_data(thing: PlacedPieces | TrackValue | Hand) -> Mapping[str, object]:
    """Return a thing as JSON data."""
    data: Mapping[str, object] = msgspec.to_builtins(thing)
    return data
