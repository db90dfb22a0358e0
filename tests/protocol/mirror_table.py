"""A client's copy of the table, changed only by hands and by the client's own moves."""

from __future__ import annotations

from typing import Any

Plain = dict[str, Any]
Key = tuple[str, ...]


class MirrorTable:
    """Begins as the protocol reports the table (``{"look": "table"}``)."""

    def __init__(self, table: list[Plain]) -> None:
        self.things = count_pieces(table)

    def do(self, hands: list[Plain]) -> None:
        for hand in hands:
            self._do(hand)

    def _do(self, hand: Plain) -> None:
        side, count = hand["side"], hand.get("count", 1)
        if "track" in hand:
            self.mark(side, hand["track"], hand["to"])
        elif "at" in hand:
            self.lay(side, hand["piece"], hand["at"], -count, hand["from"])
            self.lay(side, hand["piece"], hand["at"], count, hand["to"])
        else:
            self.move(side, hand["piece"], hand["from"], hand["to"], count, hand.get("state", ""))

    def lay(self, side: str, piece: str, at: str, count: int = 1, state: str = "") -> None:
        key = ("piece", side, piece, at, state)
        self.things[key] = self.things.get(key, 0) + count

    def move(self, side: str, piece: str, start: str, end: str, count: int = 1, state: str = "") -> None:
        self.lay(side, piece, start, -count, state)
        self.lay(side, piece, end, count, state)

    def mark(self, side: str, track: str, at: int | str) -> None:
        self.things["track", side, track] = at

    def reads(self, side: str, track: str) -> Any:
        return self.things["track", side, track]

    def pieces(self, side: str, start: str = "") -> list[tuple[str, str, int]]:
        """Return the pieces whose names begin so: piece, place, how many."""
        return [
            (key[2], key[3], count)
            for key, count in self.things.items()
            if key[:2] == ("piece", side) and key[2].startswith(start) and count > 0
        ]

    def places(self, side: str, start: str = "") -> set[str]:
        return {at for _, at, _ in self.pieces(side, start)}

    def difference(self, table: list[Plain]) -> str:
        """Return the difference to another table in words; empty if they are the same."""
        a, b = without_zeros(self.things), without_zeros(count_pieces(table))
        return "; ".join(f"{key}: {a.get(key)} != {b.get(key)}" for key in {**a, **b} if a.get(key) != b.get(key))


def count_pieces(table: list[Plain]) -> dict[Key, Any]:
    found: dict[Key, Any] = {}
    for one in table:
        if "track" in one:
            found["track", one["side"], one["track"]] = one["at"]
        else:
            found["piece", one["side"], one["piece"], one["at"], one.get("state", "")] = one.get("count", 1)
    return found


def without_zeros(things: dict[Key, Any]) -> dict[Key, Any]:
    return {key: value for key, value in things.items() if key[0] == "track" or value}
