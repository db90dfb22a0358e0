"""The option ``own``: whose components a game is played with, in every room that has unpublished ones."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.box.box import checked_pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import fill_options
from automarium.engine.message import Refused
from automarium.games import plugins

ROOMS: dict[str, tuple[dict[str, Any], dict[str, tuple[str, str]]]] = {
    "golem": ({"level": 2}, {"cards": ("house", "printed"), "board": ("house", "printed"), "deck": ("app", "mine")}),
    "expeditions": ({"level": 4}, {"card": ("house", "printed")}),
    "penumbra": ({"level": "contracts"}, {"board": ("house", "printed")}),
}
BOARD = {
    "slots": ["helm", "armour", "weapon", "charm"],
    "tome_slot": "helm",
    "mark_places": 5,
    "scoring": {"per": "contract", "vp": 1},
    "lists": {slot: ["arcana"] for slot in ("helm", "armour", "weapon", "charm")},
}
OWN = {"penumbra": {"board": {"ruby": BOARD}}}


def options(game: str, facts: dict[str, Any] | None = None, **given: Any) -> dict[str, Any]:
    definition = plugins.load_definition(game)
    return fill_options(definition, given, settle(definition.rulings, {}), checked_pack(definition, facts or {}))


@pytest.mark.parametrize("game", ROOMS)
def test_it_is_asked_first_and_the_rest_follows(game: str) -> None:
    level, follows = ROOMS[game]
    for index, own in enumerate(("house", "mine")):
        chosen = options(game, OWN.get(game), own=own, **level)
        assert next(iter(chosen)) == "own"
        assert {name: chosen[name] for name in follows} == {name: both[index] for name, both in follows.items()}
    assert options(game, **level)["own"] == "house", "programs that say nothing play with ours"


@pytest.mark.parametrize("game", ROOMS)
def test_who_names_what_follows_is_heard(game: str) -> None:
    level, follows = ROOMS[game]
    for name, (house, mine) in follows.items():
        assert options(game, OWN.get(game), own="mine", **level, **{name: house})[name] == house
        assert options(game, OWN.get(game), own="house", **level, **{name: mine})[name] == mine
    with pytest.raises(Refused):
        options(game, own="both", **level)


def test_a_board_that_is_not_entered_is_ours() -> None:
    assert options("penumbra", own="mine", level="contracts")["board"] == "house"
