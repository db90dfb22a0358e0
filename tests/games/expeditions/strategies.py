"""Hypothesis strategies: random positions and random games of Expeditions."""

from __future__ import annotations

from hypothesis import strategies as st

from automarium.games.expeditions.position import (
    BASECAMP,
    CENTRAL,
    NORTH,
    PLACES,
    ROWS,
    SPECIAL,
    DecisionCard,
    Mech,
    Position,
    Section,
    Target,
    Tile,
)
from automarium.games.expeditions.rulings import Rulings
from tests.games.expeditions.kit import CARDS, LEVELS

ordinary = st.integers(1, SPECIAL - 1)
stacks = st.lists(ordinary, max_size=4)


@st.composite
def tables(draw: st.DrawFn) -> Position:
    """Draw a possible position: mechs in their rows, the human elsewhere, at most one special token."""
    card = LEVELS[draw(st.integers(1, 5))]
    progress = draw(st.integers(0, card.last_space))
    mechs: dict[Mech, str] = {"north": draw(st.sampled_from(NORTH)), "central": draw(st.sampled_from(CENTRAL))}
    human = draw(st.sampled_from([place for place in PLACES if place not in mechs.values()]))
    tiles: dict[str, Tile] = {}
    for place in ROWS:
        closed = draw(st.booleans())
        tiles[place] = Tile(closed=closed, map=closed, corruption=[] if closed else draw(stacks))
    opened = [place for place in NORTH if not tiles[place].closed]
    if bool(opened) and draw(st.booleans()):
        stack = tiles[draw(st.sampled_from(opened))].corruption
        stack.insert(draw(st.integers(0, len(stack))), SPECIAL)
    return Position(
        card=card,
        tiles=tiles,
        mechs=mechs,
        human=human or BASECAMP,
        glory=card.glory_at(progress),
        progress=progress,
    )


targets = st.builds(
    Target,
    st.none() | st.integers(0, 8),
    st.sampled_from(["map_token", "corruption", "corruption20"]),
    st.integers(1, 3),
)
sections = st.builds(Section, st.booleans(), st.none() | targets, st.integers(0, 9))
cards = st.sampled_from(list(CARDS.values())) | st.builds(DecisionCard, st.just(99), st.booleans(), sections, sections)
rulings = st.fixed_dictionaries({ruling.id: st.sampled_from(ruling.choices) for ruling in Rulings.rulings()})
