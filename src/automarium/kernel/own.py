"""Whose components a game is played with: the option ``own`` of every room that has unpublished ones.

``house``: what nobody published is ours in this game, the person needs no box. ``mine``: the game lies on their table,
what is printed there is taken from their box or asked when it is needed. Games that were begun before the option
existed have none: their other options say it all.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from automarium.kernel.question import Field, Pick

Own: TypeAlias = Literal["house", "mine"]
OWN: tuple[Own, ...] = ("house", "mine")


def own_field() -> Field:
    """Is the game on your table? It is asked before everything else."""
    return Field("own", Pick(about="option.own", options=OWN, family="own", default="house"))
