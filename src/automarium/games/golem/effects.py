"""The small vocabulary of effects that tiles, characters, books, cemetery, starting tiles and artifacts are made of.

An effect is one word with its numbers in it (``gain-2``, ``create-3`` with a discount of 3, ``vp-1-per-level``), so
that it can stand in a pack, be typed by an owner, and have a name in every language. A list of them is carried out from
left to right. Prices (``pay-3``, ``red-student-back``, ``study-back``) stand first: they buy what follows.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TypeAlias

import msgspec

from automarium.engine.message import refuse
from automarium.games.golem.position import AREAS, DISTRICTS

Effects: TypeAlias = tuple[str, ...]


class Effect(msgspec.Struct, frozen=True, gc=False):
    """A parsed word. ``which`` is a district, a type of upgrade or a manner of moving; ``per`` is what the amount is
    multiplied by."""

    kind: str
    amount: int = 1
    which: str = ""
    per: str = ""

    @property
    def is_price(self) -> bool:
        return self.kind in PRICES


PRICES = frozenset({"pay", "student-back", "study-back"})
PER = ("level", "artifact", "buried", "upgrade", "leftmost")
MANNERS = ("either", "forward", "stay")

_WITH_AMOUNT = "gain|vp|gold|study|track|goal|student|create|book|activate|books|rush|pay"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<kind>gain|vp)-(?P<amount>\d+)-per-(?P<per>{'|'.join(PER)})",
        rf"(?P<kind>{_WITH_AMOUNT})-(?P<amount>\d+)",
        rf"(?P<which>{'|'.join(DISTRICTS)})-(?P<kind>student-back)",
        rf"(?P<which>{'|'.join(DISTRICTS)})-(?P<kind>student)-(?P<amount>\d+)",
        rf"(?P<kind>upgrade)-(?P<which>{'|'.join(AREAS)}|any)-(?P<amount>\d+)",
        rf"(?P<kind>step)-(?P<which>{'|'.join(MANNERS)})-(?P<amount>\d+)",
        r"(?P<kind>kill|book-card-free|tile|artifact|income-students|control-free|study-back)",
    )
)


@cache
def parse_effect(token: str) -> Effect:
    """Return a word of the vocabulary as an effect."""
    for pattern in _PATTERNS:
        if found := pattern.fullmatch(token):
            parts = found.groupdict()
            return Effect(
                parts["kind"], int(parts.get("amount") or 1), parts.get("which") or "", parts.get("per") or ""
            )
    raise refuse("effect.unknown", given=token)


def split_prices(effects: Effects) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    """Return the prices of a list and the effects they buy."""
    parts = [parse_effect(token) for token in effects]
    return tuple(part for part in parts if part.is_price), tuple(part for part in parts if not part.is_price)


def _numbered(stem: str, low: int, high: int) -> list[str]:
    return [f"{stem}-{number}" for number in range(low, high + 1)]


# All words; each has its name in the catalogues of messages.
VOCABULARY: Effects = (
    *_numbered("gain", 1, 8),
    *_numbered("vp", 1, 10),
    *_numbered("gold", 1, 2),
    *_numbered("study", 1, 3),
    *_numbered("track", 1, 2),
    *_numbered("student", 1, 3),
    *(f"{colour}-student-1" for colour in DISTRICTS),
    "kill",
    *_numbered("create", 0, 5),
    *(word for area in (*AREAS, "any") for word in _numbered(f"upgrade-{area}", 0, 5)),
    *_numbered("book", 0, 5),
    "book-card-free",
    *(word for manner in MANNERS for word in _numbered(f"step-{manner}", 1, 4)),
    "rush-4",
    *_numbered("activate", 1, 2),
    "tile",
    *_numbered("books", 1, 3),
    "artifact",
    "income-students",
    "control-free",
    "goal-1",
    *(f"{what}-{number}-per-{per}" for what in ("vp", "gain") for number in (1, 2, 3) for per in PER),
    *_numbered("pay", 1, 6),
    *(f"{colour}-student-back" for colour in DISTRICTS),
    "study-back",
)

# Effects that set off other lists of effects: only on tiles, so that no list can set itself off without end.
_SETTING_OFF = ("tile", "artifact", "income-students", *_numbered("books", 1, 3))
PLAIN_VOCABULARY: Effects = tuple(word for word in VOCABULARY if word not in _SETTING_OFF)
TILE_VOCABULARY: Effects = tuple(word for word in VOCABULARY if word != "tile")
