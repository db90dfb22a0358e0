"""The points that the owner made in finished games. Games of guests and of other people are never among them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from automarium.engine.message import refuse
from automarium.storage.store import Store, StoredGame

FEWEST = 5  # finished games that say how strong a player is


class OwnResults(msgspec.Struct, frozen=True):
    """The points of finished games of one game, and the levels at which they were made."""

    points: tuple[int, ...]
    levels: tuple[str, ...]


def find_own_results(store: Store, game: str) -> OwnResults:
    """Return the results of the owner of a store. Raise Refused if there are too few, or if the store is a server's,
    which doesn't say whose games they are."""
    if store.shared:
        raise refuse("lab.me.shared", "--rival")
    found = collect_results(store.games(most=store.limits.all), game)
    check_enough(found, "--rival")
    return found


def check_enough(found: OwnResults, where: str) -> None:
    """Raise Refused if there are too few results to say how strong a player is."""
    if len(found.points) < FEWEST:
        raise refuse("lab.me.few", where, count=len(found.points), needed=FEWEST)


def collect_results(games: Iterable[StoredGame], game: str) -> OwnResults:
    """Return the results of those games that are finished, of this game, and not a guest's."""
    mine = [
        one.summary
        for one in games
        if one.summary.game == game and one.summary.over and not one.guest and "human" in one.summary.totals
    ]
    levels = dict.fromkeys(str(one.options["level"]) for one in mine if "level" in one.options)
    return OwnResults(tuple(one.totals["human"] for one in mine), tuple(levels))
