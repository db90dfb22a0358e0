"""The house cards of levels 4 and 5: new games have the tuned ones, old records and the oracle keep the first."""

from __future__ import annotations

from itertools import pairwise

from automarium import decide
from automarium.box.box import checked_pack
from automarium.engine.content.pack import FIRST_PACKS
from automarium.games.expeditions.position import GLORY_TOKENS, PRINTED, Coins, ProgressCard
from automarium.lab.configuration import make_configuration
from tests.contract.kit import new_game
from tests.games.expeditions.kit import DEFINITION


def test_a_new_game_has_the_tuned_card_and_says_so() -> None:
    game = new_game(DEFINITION, 4)
    assert game.pack.names["house"] == "house-2"
    assert game.position.card.coins == Coins(1, 2, 7)
    assert make_configuration("expeditions").packs == {"printed": "printed-1", "house": "house-2"}


def test_old_records_and_the_oracle_keep_the_first() -> None:
    assert checked_pack(DEFINITION, {}, {}).names == FIRST_PACKS, "a record of format 1 names no packs"
    assert checked_pack(DEFINITION, {}, {"house": "house-1"}).house["progress"]["4"]["coins"]["glory_token"] == 6
    facts = {"level": 4, "glory": 8, "maps": 0, "corruption": 0}
    answer = decide({"game": "expeditions", "ask": "score", "facts": facts})
    assert "48" in str(answer), "eight glory tokens at six coins"


def test_each_level_is_harder_than_the_one_below() -> None:
    """Every glory token comes no later, every token is worth at least as much."""
    pack = checked_pack(DEFINITION, {})
    levels = [
        pack.typed(ProgressCard, "progress", 3),
        *(pack.typed(ProgressCard, "progress", n, "house") for n in (4, 5)),
    ]
    for below, above in pairwise(levels):
        assert len(above.glory_spaces) == GLORY_TOKENS
        assert all(one <= two for one, two in zip(above.glory_spaces, below.glory_spaces, strict=True))
        for kind in Coins.__struct_fields__:
            assert getattr(above.coins, kind) >= getattr(below.coins, kind)
    assert PRINTED.names == FIRST_PACKS
