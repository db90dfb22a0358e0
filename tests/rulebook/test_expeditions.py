"""The rulebook's own examples, and the scenarios derived from its clauses."""

from __future__ import annotations

import pytest

from tests.games.expeditions.kit import CARDS, MAP, card, corr, play, position, section, thrown_out


@pytest.mark.clause("EXP-EX-03", "EXP-TARGET-04", "EXP-TARGET-05", "EXP-TARGET-15", "EXP-TARGET-16")
def test_the_long_example() -> None:
    """Glory 3, target ×2; the human's mech stands ahead; the nearest of two locations with corruption is taken."""
    table = position({"N2": [3], "N3": MAP, "N4": [4, 3, 5], "N5": [3], "N6": MAP, "N7": MAP}, human="N2", glory=3)
    played = play(table, card(section(2, corr(2, glory=3))))
    assert played.of("north") == [
        {"do": "move", "mech": "north", "from": "N1", "to": "N4"},
        {"do": "cleanse", "mech": "north", "at": "N4", "tokens": [4, 3]},
    ]
    assert table.tiles["N4"].corruption == [5]
    search = played.trace("target", "north")
    assert search.candidates == ("N1", "N2", "N3", "N4", "N5")
    assert thrown_out(search) == {
        "N2": "EXP-TARGET-04",
        "N1": "EXP-TARGET-12",
        "N3": "EXP-TARGET-12",
        "N5": "EXP-TARGET-16",
    }
    assert CARDS[8].north == section(2, corr(2, glory=3)), "the printed card that fits the example"
