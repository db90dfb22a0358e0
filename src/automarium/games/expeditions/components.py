"""The progress cards that are not published, for their owner to enter."""

from __future__ import annotations

from automarium.engine.content.component import HEAD, Component, Kind, Part, value_of
from automarium.engine.content.pack import Pack
from automarium.engine.message import message
from automarium.engine.question import Count, Series
from automarium.games.expeditions.position import GLORY_TOKENS, Coins

UNPUBLISHED = (4, 5)  # levels whose printed card is not publicly known
SPACES = (GLORY_TOKENS + 1, 99)  # of a progress track
LONGEST_TRACK = 41  # spaces with START: what is offered before the owner has counted theirs
MOST_RATE = 20  # coins per token that a printed card may give


def ask_spaces(level: int) -> Count:
    return _ask_number(level, "hole.spaces", "spaces_including_start", SPACES)


def ask_glory_spaces(level: int, spaces: int) -> Series:
    """Return the question which of a track's spaces give glory."""
    return Series(
        about="hole.glory",
        hole=f"progress.{level}.glory_spaces",
        params={"level": level},
        low=1,
        high=spaces - 1,
        most=GLORY_TOKENS,
        exactly=GLORY_TOKENS,
        rising=True,
    )


def ask_rate(level: int, kind: str) -> Count:
    return _ask_number(level, f"hole.coins.{kind}", f"coins.{kind}", (0, MOST_RATE))


def _ask_number(level: int, about: str, field: str, bounds: tuple[int, int]) -> Count:
    low, high = bounds
    return Count(about=about, hole=f"progress.{level}.{field}", low=low, high=high, params={"level": level})


def list_components(pack: Pack) -> tuple[Kind, ...]:
    title, where = message("component.progress"), message("component.progress.where")
    cards = tuple(build_card(level, pack) for level in UNPUBLISHED)
    return (Kind("progress", title, where, "track", "rows", cards, whole=True),)


def build_card(level: int, pack: Pack) -> Component:
    """Return the form of a level's card. Until its spaces are counted, the track is longer than any known one."""
    length = Part(ask_spaces(level), HEAD, message("label.spaces"))
    glory_spaces = ask_glory_spaces(level, value_of(pack, length.path) or LONGEST_TRACK)
    track = Part(glory_spaces, label=message("label.glory"))
    rates = tuple(Part(ask_rate(level, kind), label=message(f"label.coins.{kind}")) for kind in Coins.__struct_fields__)
    return Component(str(level), message("component.progress.one", level=level), (length, track, *rates))
