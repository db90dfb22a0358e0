"""Layouts (where every piece is) and hands (what the player must move so that their table matches).

A game lists what lies where in its ``layout``; this module compares two layouts and returns the net change, a hand per
thing. Every piece has a place in every position, also in the supply or out of the game, and every track a value: so a
hand takes away as many as it puts down, and hands lead from any layout of a game to any other. What is counted and not
moved (power, points, tokens of an unlimited bank) is a track.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
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
NO_PIECES: dict[PieceKey, int] = {}


class Layout:
    """The numbers of pieces by side, kind, place and state, and the values of tracks.

    The pieces are kept in parts. A part that was added by ``lay_all`` is shared with the layout it was added from, so a
    comparison of two layouts skips the parts that did not change."""

    __slots__ = ("_own", "marked", "parts", "zeros")

    def __init__(self) -> None:
        self.parts: list[dict[PieceKey, int]] = []
        self._own: dict[PieceKey, int] | None = None  # the last part, unless another layout has it too
        self.marked: dict[TrackKey, int | str] = {}  # without counters that have no value
        self.zeros: Mapping[TrackKey, int] = {}

    @property
    def pieces(self) -> dict[PieceKey, int]:
        """All pieces, in the order in which they were laid."""
        return _join(self.parts)

    @property
    def tracks(self) -> dict[TrackKey, int | str]:
        """All tracks: first those that were marked, then the counters without a value."""
        return {**self.marked, **self.zeros, **self.marked}

    def lay(self, side: Side, piece: str, at: str, count: int = 1, state: str = "") -> None:
        if count:
            own = self._own
            if own is None:
                own = self._own = {}
                self.parts.append(own)
            thing = (side, piece, at, state)
            own[thing] = own.get(thing, 0) + count

    def lay_all(self, *others: Layout) -> None:
        """Add the pieces of other layouts, none of which is laid elsewhere in this one. The others must not change any
        more."""
        for one in others:
            self.parts += one.parts
        self._own = None

    def lay_supply(self, side: Side, piece: str, used: int, stock: int = PLENTY) -> None:
        """Put the rest of a kind into the supply: ``stock`` pieces minus those ``used``."""
        self.lay(side, piece, SUPPLY, max(0, stock - used))

    def mark(self, side: Side, track: str, at: int | str) -> None:
        self.marked[side, track] = at

    def mark_zero(self, counters: Mapping[TrackKey, int]) -> None:
        """Add counters, each with a 0, which is its value if it is not marked."""
        self.zeros = counters

    def lines(self) -> list[PlacedPieces | TrackValue]:
        """Return all pieces, then all tracks, each sorted."""
        pieces = [PlacedPieces(*thing, count) for thing, count in sorted(self.pieces.items())]
        tracks = [
            TrackValue(side, track, at) for (side, track), at in sorted(self.tracks.items(), key=lambda one: one[0])
        ]
        return [*pieces, *tracks]

    def with_changes(self, changes: Iterable[Change]) -> Layout:
        """Return this layout after some changes. New pieces come last."""
        after = Layout()
        after.parts, after.marked, after.zeros = list(self.parts), dict(self.marked), self.zeros
        copied: set[int] = set()
        for change in changes:
            if len(change.thing) == 4:
                after._add(change.thing, int(change.to), copied)
            elif change.thing in after.marked or change.thing not in after.zeros:
                after.marked[change.thing] = change.to
            else:  # it stays in its place among the counters
                after.marked = {**after.tracks, change.thing: change.to}
        return after

    def _add(self, thing: PieceKey, count: int, copied: set[int]) -> None:
        """Add to the number of a piece, in a copy of its part. ``copied`` are the numbers of the parts that are copies
        already."""
        at = len(self.parts)
        for number, part in enumerate(self.parts):
            if thing in part:
                at = number
                break
        else:
            self.parts.append({})
        if at not in copied:
            copied.add(at)
            self.parts[at] = dict(self.parts[at])
        part = self.parts[at]
        part[thing] = part.get(thing, 0) + count
        if not part[thing]:
            del part[thing]


def _join(parts: Iterable[dict[PieceKey, int]]) -> dict[PieceKey, int]:
    joined: dict[PieceKey, int] = {}
    for part in parts:
        joined |= part
    return joined


def _leave_out_equal(before: Layout, after: Layout) -> tuple[dict[PieceKey, int], dict[PieceKey, int]]:
    """Return the pieces of two layouts without the parts in which they are equal."""
    pairs = zip_longest(before.parts, after.parts, fillvalue=NO_PIECES)
    parts = [(was, now) for was, now in pairs if was is not now and was != now]
    if len(parts) < 2:
        return parts[0] if parts else (NO_PIECES, NO_PIECES)
    return _join(was for was, _ in parts), _join(now for _, now in parts)


def _find_changed_tracks(before: Layout, after: Layout) -> list[TrackKey]:
    """Return the tracks of a layout with another value than before, in their order."""
    was, now, zeros = before.marked, after.marked, after.zeros
    if was == now:
        return []
    changed = [track for track, at in now.items() if was.get(track) != at]
    if not zeros:
        return changed
    changed = [track for track in changed if track in was or zeros.get(track) != now[track]]
    if now.keys() >= was.keys():
        return changed
    return changed + [track for track in zeros if track not in now and was.get(track, 0) != 0]


class Change(msgspec.Struct, frozen=True):
    """How many more (or fewer) pieces of a thing, or the new value of a track."""

    thing: PieceKey | TrackKey
    to: int | str


def find_changes(before: Layout, after: Layout) -> list[Change]:
    """Return what differs between two layouts."""
    found: list[Change] = []
    was, now = _leave_out_equal(before, after)
    for thing in {**was, **now}:
        more = now.get(thing, 0) - was.get(thing, 0)
        if more:
            found.append(Change(thing, more))
    return found + [Change(track, after.marked.get(track, 0)) for track in _find_changed_tracks(before, after)]


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
    was, now = before.marked, after.marked
    changed = _find_changed_tracks(before, after)
    changed += [track for track in was if track not in now and track not in after.zeros]
    found: list[Hand] = []
    for side, track in changed:
        old, new = was.get((side, track)), now.get((side, track))
        found.append(Hand(side=side, track=track, from_=_default_to_zero(old, new), to=_default_to_zero(new, old)))
    return found


def _default_to_zero(value: int | str | None, other: int | str | None) -> int | str | None:
    """Return 0 for a counter that one of two layouts does not list."""
    return 0 if value is None and isinstance(other, int) else value


def _find_piece_hands(before: Layout, after: Layout, moves: Sequence[PieceMove]) -> list[Hand]:
    was, now = _leave_out_equal(before, after)
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
