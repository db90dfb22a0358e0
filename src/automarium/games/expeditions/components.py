"""What can only be read off the components of Expeditions: the progress cards that nobody published."""

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


def spaces_question(level: int) -> Count:
    return _number(level, "hole.spaces", "spaces_including_start", SPACES)


def glory_question(level: int, spaces: int) -> Series:
    """Where the glory tokens lie on a track of so many spaces."""
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


def rate_question(level: int, kind: str) -> Count:
    return _number(level, f"hole.coins.{kind}", f"coins.{kind}", (0, MOST_RATE))


def _number(level: int, about: str, field: str, bounds: tuple[int, int]) -> Count:
    low, high = bounds
    return Count(about=about, hole=f"progress.{level}.{field}", low=low, high=high, params={"level": level})


def list_components(pack: Pack) -> tuple[Kind, ...]:
    """The track with its glory spaces, and what tokens pay."""
    title, where = message("component.progress"), message("component.progress.where")
    cards = tuple(_card(level, pack) for level in UNPUBLISHED)
    return (Kind("progress", title, where, "track", "rows", cards, whole=True),)


def _card(level: int, pack: Pack) -> Component:
    """Until somebody has counted its spaces, the track is longer than any that is known."""
    length = Part(spaces_question(level), HEAD)
    track = Part(glory_question(level, value_of(pack, length.path) or LONGEST_TRACK))
    rates = tuple(Part(rate_question(level, kind)) for kind in Coins.__struct_fields__)
    return Component(str(level), message("component.progress.one", level=level), (length, track, *rates))
