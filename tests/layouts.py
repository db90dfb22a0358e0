"""Layouts with hands carried out on them, as a person does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from automarium.engine.layout import Change, Hand


def list_changes(hands: Iterable[Hand]) -> Iterator[Change]:
    """Yield the changes of a table on which these hands are done."""
    for hand in hands:
        if hand.track:
            yield Change((hand.side, hand.track), 0 if hand.to is None else hand.to)
        elif hand.at:
            yield Change((hand.side, hand.piece, hand.at, str(hand.from_)), -hand.count)
            yield Change((hand.side, hand.piece, hand.at, str(hand.to)), hand.count)
        else:
            yield Change((hand.side, hand.piece, str(hand.from_), hand.state), -hand.count)
            yield Change((hand.side, hand.piece, str(hand.to), hand.state), hand.count)
