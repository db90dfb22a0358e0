"""Random positions of Golem for property tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from automarium.engine.play.deck import Deck
from automarium.games.golem.position import (
    ARTIFACTS,
    BOOK_COLOURS,
    COLOURS,
    COLUMN_LIMIT,
    COLUMNS,
    CRITERIA,
    DISTRICTS,
    GOLEMS,
    HIGH,
    LOW,
    PRINTED,
    ROWS,
    SECTIONS,
    STARTING_GOLEMS,
    Book,
    BookColour,
    Card,
    Golem,
    Position,
)
from automarium.games.golem.printed_cards import get_card
from automarium.games.golem.rulings import Rulings
from automarium.games.golem.setup import CARDS
from tests.games.golem.kit import character, desk_for, position

Plain = dict[str, Any]

rulings = st.fixed_dictionaries({ruling.id: st.sampled_from(ruling.choices) for ruling in Rulings.rulings()})
orders = st.permutations(DISTRICTS)
districts = st.sampled_from(DISTRICTS)
sections = st.integers(1, SECTIONS)
numbers = st.permutations(range(1, 6)).flatmap(lambda all_: st.integers(0, 5).map(lambda count: all_[:count]))
columns_of_criteria = st.permutations(CRITERIA).flatmap(lambda all_: st.integers(0, 8).map(lambda n: all_[:n]))
colours = st.sampled_from(COLOURS)

# ------------------------------------------------------------------------------------- facts as the oracle takes them

golems = st.lists(
    st.fixed_dictionaries({"district": districts, "section": sections, "lying": st.booleans()}), max_size=GOLEMS
)
students = st.fixed_dictionaries(dict.fromkeys(DISTRICTS, sections))
# A white marble on a character card, or twice the same colour, does not hurt.
pairs = st.fixed_dictionaries({"left": colours, "right": colours})
rows = st.dictionaries(st.sampled_from(ROWS), st.lists(colours, max_size=4))
tiles = st.lists(st.fixed_dictionaries({"occupied": st.booleans(), "kills": st.booleans()}), min_size=3, max_size=5)
displays = st.lists(st.sampled_from((*BOOK_COLOURS, None)), min_size=5, max_size=5)


@st.composite
def shelves(draw: st.DrawFn) -> list[list[BookColour]]:
    """Return four columns that can occur: one colour each beside black, no colour in two columns, at most five
    cards."""
    colours: tuple[BookColour, ...] = ("red", "yellow", "blue", "green")
    named = draw(st.permutations(colours))
    found: list[list[BookColour]] = []
    for colour in named[:COLUMNS]:
        found.append(draw(st.lists(st.sampled_from((colour, "black")), max_size=COLUMN_LIMIT)))
    return found


# --------------------------------------------------------------------------------------------------------- whole tables


def house_card(id_: int) -> Card:
    return get_card(desk_for(Position(level=1)), id_)


HOUSE_CARDS = [house_card(id_) for id_ in CARDS]
PLACES = [PRINTED.house["cauldron"][str(number)]["ingots"] for number in range(1, ARTIFACTS + 1)]
UPGRADES: dict[str, tuple[str, ...]] = {
    "golem": tuple(PRINTED.printed["golem_upgrade"]),
    "study": tuple(PRINTED.printed["study_upgrade"]),
}


def cells_of(tile: int) -> dict[str, str]:
    """Return the cells of a house artifact tile that take an upgrade, from the lowest, right before left."""
    printed = PRINTED.house["artifact_tile"][str(tile)]
    named = [(side, level) for level in range(1, ARTIFACTS + 1) for side in ("right", "left")]
    return {
        f"{side}-{level}": printed[f"{side}_{level}"] for side, level in named if printed[f"{side}_{level}"] != "none"
    }


@st.composite
def tables(draw: st.DrawFn) -> Position:
    """Return a position in the actions phase that can occur with house values."""
    supply = draw(st.integers(0, GOLEMS - STARTING_GOLEMS))
    made = draw(st.permutations(range(1, GOLEMS - supply + 1)))
    there = made[: draw(st.integers(0, len(made)))]
    tile = draw(st.integers(1, 8))
    cells = cells_of(tile)
    filled = dict(list(cells.items())[: draw(st.integers(0, len(cells)))])
    upgrades = {area: list(draw(st.permutations(ids)))[: draw(st.integers(0, 6))] for area, ids in UPGRADES.items()}
    upgrades["artifact"] = list(filled)
    ingots = draw(st.integers(0, sum(PLACES)))
    left, right, _ = draw(st.permutations(DISTRICTS))
    built = position(
        level=draw(st.integers(1, 4)),
        order=draw(orders),
        supply=supply,
        buried=GOLEMS - supply - len(there),
        students=draw(students),
        marker=draw(st.integers(LOW, HIGH)),
        golem_track=draw(st.integers(1, 12)),
        study_track=draw(st.integers(0, 10)),
        upgrades=upgrades,
        cells={name: "grey" if kind == "either" else kind for name, kind in filled.items()},
        artifact_tile=tile,
        ingots=ingots,
        artifacts=completed(ingots),
        columns=[
            [Book(f"{colour}-{number}", colour, ("gain-1",), ("vp-1",)) for number, colour in enumerate(shelf, 1)]
            for shelf in draw(shelves())
        ],
        round=draw(st.integers(1, 4)),
        character=character(left, right),
        taken=draw(st.lists(colours, max_size=1)),
        cards=[draw(st.sampled_from(HOUSE_CARDS))],
        deck=Deck(cards=CARDS),
    )
    built.golems = [Golem(draw(districts), draw(sections), draw(st.booleans()), number) for number in there]
    built.menorah_count = {"golem": 0, "artifact": 0, "study": 0}
    return built


def completed(ingots: int) -> int:
    """Return how many artifacts have all places covered, counted from the lowest."""
    done = 0
    for places in PLACES:
        ingots -= places
        done += ingots >= 0
    return done
