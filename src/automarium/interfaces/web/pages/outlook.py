"""How the owner would fare at the next level, from the points of finished games."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.interfaces.web.html import Markup, h
from automarium.interfaces.web.pages.game_frame import GameContext
from automarium.interfaces.web.preferences import short_term
from automarium.lab.baseline_file import estimate_wins
from automarium.lab.configuration import list_levels

OF = 10  # games of which so many are won
LEVEL = "level"


def render_outlook(context: GameContext, points: Sequence[int]) -> Markup | None:
    """Return "a player like you wins 4 of 10 at the next level"; None without enough results or without such a
    level."""
    game = context.game
    levels = list_levels(context.definition, game.pack)
    if not points or game.options.get(LEVEL) not in levels[:-1]:
        return None
    higher = levels[levels.index(game.options[LEVEL]) + 1]
    share = estimate_wins(context.definition.name, str(higher), points)
    if share is None:
        return None
    named = short_term(context.translator, LEVEL, higher)
    words = context.say("web.outlook", won=round(OF * share), games=OF, level=named, count=len(points))
    return h("p", words, class_="quiet outlook")
