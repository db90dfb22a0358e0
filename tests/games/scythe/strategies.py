"""Hypothesis strategies: random positions, symbols and rulings of Scythe."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from automarium.games.scythe.map import BASE, ENCOUNTERS, FACTIONS, MAT, TERRITORIES
from automarium.games.scythe.position import LEVELS, STAR_CARDS, Automa, Human, Position, Symbol
from automarium.games.scythe.rulings import Rulings

territories = st.sampled_from(TERRITORIES)
places = st.one_of(territories, territories, st.just(BASE))
rulings = st.fixed_dictionaries({ruling.id: st.sampled_from(ruling.choices) for ruling in Rulings.rulings()})
symbols = st.builds(
    Symbol,
    st.sampled_from(
        ["worker_move", "mech_move", "character_move", "encounter_or_factory", "attack_combat_unit", "attack_workers"]
    ),
    st.integers(0, 16),
)


@st.composite
def tables(draw: st.DrawFn) -> Position:
    """Draw a possible position: no two workers and no two combat units of hers on one territory, the human's pieces
    elsewhere."""
    hers = draw(st.permutations(TERRITORIES))
    units = list(hers[: draw(st.integers(0, 5))])
    workers = list(hers[draw(st.integers(0, 5)) :][: draw(st.integers(0, 6))])
    character = draw(st.sampled_from([BASE, MAT, "map"]))
    if character == "map":
        character = units.pop() if units else BASE
    taken = {character, *units, *workers}
    free = st.sampled_from([place for place in TERRITORIES if place not in taken])
    theirs = st.one_of(free, free, st.just(BASE))
    factions: Any = draw(st.permutations(FACTIONS))
    level: Any = draw(st.sampled_from(LEVELS))
    return Position(
        level=level,
        tracker=draw(st.integers(0, STAR_CARDS[level].spaces - 2)),
        scheme=draw(st.sampled_from(["I", "II"])),
        automa=Automa(
            faction=factions[0],
            power=draw(st.integers(0, 16)),
            combat_cards=draw(st.integers(0, 6)),
            coins=draw(st.integers(0, 30)),
            character=character,
            mechs=[*units[:4], *[BASE] * draw(st.integers(0, 4 - len(units[:4])))],
            workers=[*workers[:6], *[BASE] * draw(st.integers(0, 2))],
            factory_card=draw(st.booleans()),
            power_star=draw(st.booleans()),
            combat_stars=draw(st.integers(0, 2)),
        ),
        human=Human(
            faction=factions[1],
            character=draw(theirs),
            mechs=draw(st.lists(theirs, max_size=4)),
            workers=draw(st.lists(theirs, max_size=8)),
            riverwalk=draw(st.booleans()),
            lakes=draw(st.booleans()),
        ),
        encounters=draw(st.lists(st.sampled_from(ENCOUNTERS), unique=True)),
    )
