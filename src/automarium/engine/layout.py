"""Hands: what a person must move so that their table agrees with ours.

A room only says what lies where (its ``layout``); the kernel compares two layouts and gives the net change, one line
per thing. Every piece has a place, also one in the supply or out of the game, so a hand takes away as many as it puts
down. What is counted and not moved (power, points, tokens of a bank without end) is a track.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

Side: TypeAlias = Literal["automa", "human", "table"]

SUPPLY, OUT, BASE, MAT = "supply", "out", "base", "mat"


class PlacedPieces(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """Pieces of one kind in one place; ``state`` only where a piece can stand in several ways."""

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
    """What lies on a table, added up."""

    __slots__ = ("pieces", "tracks")

    def __init__(self) -> None:
        self.pieces: dict[PieceKey, int] = {}
        self.tracks: dict[TrackKey, int | str] = {}

    def lay(self, side: Side, piece: str, at: str, count: int = 1, state: str = "") -> None:
        if count:
            thing = (side, piece, at, state)
            self.pieces[thing] = self.pieces.get(thing, 0) + count

    def lay_all(self, others: Layout) -> None:
        """Pieces that were put together before, of kinds that do not lie here yet."""
        self.pieces |= others.pieces

    def mark(self, side: Side, track: str, at: int | str) -> None:
        self.tracks[side, track] = at

    def lines(self) -> list[PlacedPieces | TrackValue]:
        """Sorted: pieces first, then tracks."""
        pieces = [PlacedPieces(*thing, count) for thing, count in sorted(self.pieces.items())]
        tracks = [
            TrackValue(side, track, at) for (side, track), at in sorted(self.tracks.items(), key=lambda one: one[0])
        ]
        return [*pieces, *tracks]

    def with_changes(self, told: Iterable[Change]) -> Layout:
        """The same table after some changes."""
        after = Layout()
        after.pieces, after.tracks = dict(self.pieces), dict(self.tracks)
        for change in told:
            if len(change.thing) == 2:
                after.tracks[change.thing] = change.to
            else:
                after.pieces[change.thing] = after.pieces.get(change.thing, 0) + int(change.to)
                if not after.pieces[change.thing]:
                    del after.pieces[change.thing]
        return after

    def with_rest(self, rest: Layout) -> Layout:
        """The same table with what else lies there; what lies here keeps its order, by which hands are listed."""
        after = Layout()
        after.pieces, after.tracks = dict(self.pieces), {**self.tracks, **rest.tracks, **self.tracks}
        for thing, count in rest.pieces.items():
            after.pieces[thing] = after.pieces.get(thing, 0) + count
        return after

    def beyond(self, other: Layout) -> Layout:
        """What lies here and not on another table."""
        rest = Layout()
        there = other.pieces
        rest.pieces = {
            thing: count - there.get(thing, 0) for thing, count in self.pieces.items() if count > there.get(thing, 0)
        }
        rest.tracks = {track: at for track, at in self.tracks.items() if track not in other.tracks}
        return rest


class Change(msgspec.Struct, frozen=True):
    """So many pieces more (or fewer) of a thing, or a track's new value."""

    thing: PieceKey | TrackKey
    to: int | str


def changes(before: Layout, after: Layout) -> list[Change]:
    """What became different."""
    found: list[Change] = []
    moved = {thing for thing, _ in before.pieces.items() ^ after.pieces.items()}
    for thing in {**before.pieces, **after.pieces} if moved else ():
        if thing in moved:
            found.append(Change(thing, after.pieces.get(thing, 0) - before.pieces.get(thing, 0)))
    for track, at in after.tracks.items():
        if before.tracks.get(track) != at:
            found.append(Change(track, at))
    return found


def lost(told: Iterable[Change]) -> Layout:
    """What changes took off the table and put nowhere: it lies in the supply."""
    kinds: dict[KindKey, dict[str, int]] = {}  # how many more of each kind, by state
    for change in told:
        if len(change.thing) == 4:
            side, piece, _, state = change.thing
            states = kinds.setdefault((side, piece), {})
            states[state] = states.get(state, 0) + int(change.to)
    rest = Layout()
    for (side, piece), states in kinds.items():
        missing = -sum(states.values())
        for state, more in states.items():
            count = min(missing, -more)
            if count > 0:
                rest.lay(side, piece, SUPPLY, count, state)
                missing -= count
    return rest


class Way(msgspec.Struct, frozen=True):
    """Where a piece went, as an event tells it: so that of several like moves the right ends belong together."""

    side: Side
    piece: str
    from_: str
    to: str


class Hand(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing to do. A piece goes ``from_`` one place ``to`` another; a piece with ``at`` only turns, from one state
    to another; a track goes from one value to another."""

    side: Side
    piece: str = ""
    track: str = ""
    at: str = ""
    from_: int | str | None = msgspec.field(name="from", default=None)
    to: int | str | None = None
    count: int = 1
    state: str = ""


def done(hands: Iterable[Hand]) -> Iterator[Change]:
    """What becomes different for somebody who does all this, and knows nothing else."""
    for hand in hands:
        if hand.track:
            yield Change((hand.side, hand.track), 0 if hand.to is None else hand.to)
        elif hand.at:
            yield Change((hand.side, hand.piece, hand.at, str(hand.from_)), -hand.count)
            yield Change((hand.side, hand.piece, hand.at, str(hand.to)), hand.count)
        else:
            yield Change((hand.side, hand.piece, str(hand.from_), hand.state), -hand.count)
            yield Change((hand.side, hand.piece, str(hand.to), hand.state), hand.count)


def hands(before: Layout, after: Layout, ways: Iterable[Way] = ()) -> list[Hand]:
    """The net change from one table to another, ways first as they were told, then what else is different."""
    return [*_pieces(before, after, list(ways)), *_tracks(before, after)]


def hands_back(before: Layout, after: Layout, ways: Iterable[Way] = ()) -> list[Hand]:
    """The net change when what ``ways`` told is taken back: what was done last comes first."""
    back = [Way(way.side, way.piece, way.to, way.from_) for way in ways][::-1]
    found = _pieces(before, after, back)
    told = {(way.side, way.piece) for way in back}
    first = [hand for hand in found if (hand.side, hand.piece) not in told]
    return [*_tracks(before, after)[::-1], *first[::-1], *(hand for hand in found if hand not in first)]


def _tracks(before: Layout, after: Layout) -> list[Hand]:
    found = []
    for side, track in dict.fromkeys((*after.tracks, *before.tracks)):
        old, new = before.tracks.get((side, track)), after.tracks.get((side, track))
        if old != new:
            found.append(Hand(side=side, track=track, from_=_zero(old, new), to=_zero(new, old)))
    return found


def _zero(value: int | str | None, other: int | str | None) -> int | str | None:
    """A counter that is not there yet, or no longer, stands at 0."""
    return 0 if value is None and isinstance(other, int) else value


def _pieces(before: Layout, after: Layout, ways: Sequence[Way]) -> list[Hand]:
    gone: dict[KindKey, dict[SpotKey, int]] = {}
    come: dict[KindKey, dict[SpotKey, int]] = {}
    for (side, piece, at, state), old in before.pieces.items():
        less = old - after.pieces.get((side, piece, at, state), 0)
        if less > 0:
            gone.setdefault((side, piece), {})[at, state] = less
    for (side, piece, at, state), new in after.pieces.items():
        more = new - before.pieces.get((side, piece, at, state), 0)
        if more > 0:
            come.setdefault((side, piece), {})[at, state] = more
    told = [(way.side, way.piece) for way in ways]
    kinds = dict.fromkeys([kind for kind in told if kind in gone or kind in come] + [*gone, *come])
    found: list[Hand] = []
    for kind in kinds:
        found += _paired(kind, gone.get(kind, {}), come.get(kind, {}), ways)
    return found


def _paired(
    kind: KindKey,
    gone: dict[SpotKey, int],
    come: dict[SpotKey, int],
    ways: Sequence[Way],
) -> list[Hand]:
    """Which of the pieces that are gone is which of those that came: as told, else turned in place, else in order."""
    found: list[Hand] = []

    def pair(start: SpotKey, end: SpotKey) -> None:
        count = min(gone[start], come[end])
        found.extend(_moved(kind, start, end, count))
        for left, thing in ((gone, start), (come, end)):
            left[thing] -= count
            if not left[thing]:
                del left[thing]

    def pair_all(fits: Callable[[SpotKey, SpotKey], bool]) -> None:
        ends = [(start, end) for start in gone for end in come if fits(start, end)]
        for start, end in sorted(ends, key=lambda two: two[0][1] != two[1][1]):  # those that need not be turned first
            if start in gone and end in come:
                pair(start, end)

    for way in _chains(kind, ways):
        pair_all(lambda start, end: (start[0], end[0]) == way)  # noqa: B023, at once
    pair_all(lambda start, end: start[0] == end[0])
    pair_all(lambda start, end: True)
    for start in list(gone):
        come[SUPPLY, start[1]] = gone[start]
        pair(start, (SUPPLY, start[1]))
    for end in list(come):
        gone[SUPPLY, end[1]] = come[end]
        pair((SUPPLY, end[1]), end)
    return _joined(found)


def _chains(kind: KindKey, ways: Sequence[Way]) -> list[tuple[str, str]]:
    """Ways of one kind of piece, joined where a piece went on: A → B, B → C is A → C."""
    found: list[tuple[str, str]] = []
    for way in ways:
        if (way.side, way.piece) != kind:
            continue
        for index, (start, end) in enumerate(found):
            if end == way.from_:
                found[index] = (start, way.to)
                break
        else:
            found.append((way.from_, way.to))
    return found


def _moved(kind: KindKey, start: SpotKey, end: SpotKey, count: int) -> list[Hand]:
    side, piece = kind
    (here, was), (there, is_) = start, end
    made = []
    if was != is_ and was and is_:
        made.append(Hand(side=side, piece=piece, at=here, from_=was, to=is_, count=count))
    if here != there:
        made.append(Hand(side=side, piece=piece, from_=here, to=there, count=count, state=is_ or was))
    return made


def _joined(found: Sequence[Hand]) -> list[Hand]:
    """Like pieces with the same way are one entry; what must be turned is turned before it goes."""
    counted: dict[Hand, int] = {}
    for hand in sorted(found, key=lambda hand: not hand.at):
        alike = msgspec.structs.replace(hand, count=1)
        counted[alike] = counted.get(alike, 0) + hand.count
    return [msgspec.structs.replace(hand, count=count) for hand, count in counted.items()]


def as_data(thing: PlacedPieces | TrackValue | Hand) -> Mapping[str, object]:
    """As plain JSON data."""
    data: Mapping[str, object] = msgspec.to_builtins(thing)
    return data
