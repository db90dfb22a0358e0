"""General rules: the Automa as a player, what she owns, and the four cards that leave the game (GEN)."""

from __future__ import annotations

import pytest

from automarium.engine.message import Refused
from automarium.games.expeditions.commands import Boasted, Drew, Explored, Go, Next, Total, Vanquished
from automarium.games.expeditions.corrections import Adjust
from automarium.games.expeditions.events import Boxed, Kept
from automarium.games.expeditions.position import Position, Target
from tests.games.expeditions import kit
from tests.games.expeditions.kit import DEFINITION

REMOVED = (17, 30, 56, 63)


# ------------------------------------------------------------------------------------------------- an ordinary player


@pytest.mark.clause("EXP-GEN-01", "EXP-AMB-14")
def test_her_mechs_occupy_locations_like_any_players() -> None:
    live = kit.game()
    for occupied in ("N1", "C7"):
        with pytest.raises(Refused, match=r"go\.occupied"):
            live.put(Go(occupied))
    live.put(Go("N2"))
    assert live.position.human == "N2"
    text = kit.shown(live, "EXP-GEN-01")
    assert "each Automa mech is an opponent's mech" in text
    assert text == kit.shown(live, "EXP-AMB-14")


@pytest.mark.clause("EXP-GEN-01")
def test_what_she_takes_is_gone_for_the_human() -> None:
    live = kit.game({"deck": "mine"})
    kit.let_play(live, 14)  # north goes three, central explores where it stands
    with pytest.raises(Refused, match=r"explore\.open"):
        live.put(Explored("C7", [3]))
    live.put(Adjust("N4", "open", [4]))
    live.put(Adjust("glory", 2))
    kit.let_play(live, 6)  # north takes one corruption token
    with pytest.raises(Refused, match=r"vanquish\.nothing"):
        live.put(Vanquished("N4", 1))


@pytest.mark.clause("EXP-GEN-01")
def test_what_the_human_takes_is_gone_for_her() -> None:
    live = kit.game({"deck": "mine"})
    for place in ("N1", "N2", "N3", "N4"):
        live.put(Explored(place, [5]))
        live.put(Vanquished(place, 1))
    live.put(Adjust("glory", 2))
    assert kit.let_play(live, 6).of("north") == [{"do": "move", "mech": "north", "from": "N1", "to": "N4"}]


@pytest.mark.clause("EXP-GEN-02")
def test_the_normal_final_turns_stay_in_force() -> None:
    """Her rules change when the end comes about, not what follows it: hers, then the human's own final turn."""
    live = kit.game()
    for _ in range(4):
        live.put(Boasted())
    kit.let_play(live)
    assert not live.position.over
    assert live.position.to_move == "human"
    live.put(Next())
    assert live.position.over
    assert kit.shown(live, "EXP-GEN-02")


@pytest.mark.clause("EXP-GEN-02")
def test_the_humans_own_rules_stay_in_force() -> None:
    """They explore, take corruption, boast and score as always, whatever she does."""
    live = kit.game()
    live.put(Go("C1"))
    live.put(Explored("C1", [6, 3]))
    assert (live.position.tiles["C1"].closed, live.position.tiles["C1"].map) == (False, False)
    live.put(Vanquished("C1", 1))
    assert live.position.tiles["C1"].corruption == [3]
    live.put(Boasted())
    kit.finished(live).put(Total(40))
    assert DEFINITION.scoring.score(live.position, live.rulings).totals["human"] == 40
    assert (live.position.maps, live.position.corruption, live.position.glory) == (0, 0, 0)


# --------------------------------------------------------------------------------------------------- four cards leave


@pytest.mark.parametrize("number", REMOVED)
@pytest.mark.clause("EXP-GEN-03", "EXP-GEN-05")
def test_a_card_that_refers_to_another_player_goes_back_to_the_box(number: int) -> None:
    live = kit.game()
    (step,) = live.put(Drew(number))
    assert step.event == Boxed(f"{number:03}")
    assert step.clauses == ("EXP-GEN-03", "EXP-GEN-05")
    assert live.position.boxed == [f"{number:03}"]


@pytest.mark.clause("EXP-GEN-04", "EXP-GEN-05")
def test_the_replacement_is_replaced_until_another_card_comes() -> None:
    live = kit.game()
    drawn = [live.put(Drew(number))[0].event for number in (63, 17, 56, 30, 18)]
    assert drawn == [Boxed("063"), Boxed("017"), Boxed("056"), Boxed("030"), Kept("018")]
    assert live.position.boxed == ["063", "017", "056", "030"]


@pytest.mark.parametrize("number", REMOVED)
@pytest.mark.clause("EXP-GEN-05")
def test_a_boxed_card_cannot_come_back_in_the_same_game(number: int) -> None:
    live = kit.game({"level": 1}, seed=2)
    live.put(Drew(number))
    for _ in range(14):  # meanwhile her own deck is reshuffled: that brings nothing back
        kit.let_play(live)
    with pytest.raises(Refused, match=r"drew\.boxed"):
        live.put(Drew(number))
    other = next(one for one in REMOVED if one != number)
    assert live.put(Drew(other))[0].event == Boxed(f"{other:03}")
    assert kit.game().put(Drew(number))[0].event == Boxed(f"{number:03}"), "in another game it comes again"


@pytest.mark.clause("EXP-GEN-06")
def test_every_other_card_stays_in_play() -> None:
    live = kit.game()
    for number in range(1, 200):
        if number not in REMOVED:
            (step,) = live.put(Drew(number))
            assert (step.event, step.clauses) == (Kept(f"{number:03}"), ("EXP-GEN-06",))
    assert live.position.boxed == []
    assert live.put(Drew(12))[0].event == Kept("012"), "a card that was kept may be told again"


@pytest.mark.parametrize(
    ("ruling", "words"), [("always", "Before you shuffle the main deck"), ("drawn", "return it to the box")]
)
@pytest.mark.clause("EXP-GEN-03", "EXP-GEN-06", "EXP-AMB-07")
def test_the_checklist_names_the_four_cards_and_no_other(ruling: str, words: str) -> None:
    text = kit.shown(kit.game(AMB_07=ruling), "EXP-GEN-03")
    assert words in text
    assert all(f"{number:03}" in text for number in REMOVED)
    assert text == kit.shown(kit.game(AMB_07=ruling), "EXP-AMB-07")
    assert {word.strip("().,”“") for word in text.split() if word.strip("().,”“").isdigit()} == {
        "017",
        "030",
        "056",
        "063",
    }


# ------------------------------------------------------------------------------------------ one player, one stock


@pytest.mark.clause("EXP-GEN-07")
def test_in_scoring_she_is_one_player() -> None:
    live = kit.game({"deck": "mine"})
    live.put(Adjust("N1", "open", [4, 4]))
    live.put(Adjust("C7", "open", [5, 3]))
    live.put(Adjust("glory", 2))
    kit.let_play(live, 6)  # each mech takes one token
    kit.finished(live).put(Total(1))
    sheet = DEFINITION.scoring.score(live.position, live.rulings)
    assert sheet.totals == {"automa": 2 * 4 + 2 * 2, "human": 1}
    assert [(line.side, line.what, line.amount) for line in sheet.lines] == [
        ("automa", "glory", 2),
        ("automa", "maps", 0),
        ("automa", "corruption", 2),
    ]
    assert "scores as one" in kit.shown(live, "EXP-GEN-07")


@pytest.mark.clause("EXP-GEN-08")
def test_both_mechs_fill_one_common_stock() -> None:
    table = kit.position({"N1": [3, 4], "C7": [5, 6, 3]}, maps=1, corruption=2)
    kit.play(table, kit.card(kit.section(1, kit.corr(2)), kit.section(1, kit.corr(3))))
    assert table.corruption == 2 + 2 + 3
    table = kit.position({"N1": kit.MAP, "C7": kit.MAP}, maps=1)
    kit.play(table, kit.card(kit.section(1, kit.map_token()), kit.section(1, kit.map_token())))
    assert table.maps == 3
    table = kit.position({"N1": [20], "C7": [6]})
    kit.play(table, kit.card(kit.section(1, kit.lair()), kit.section(1, kit.corr())))
    assert (table.special, table.corruption) == (True, 1)


def table_with_everything() -> Position:
    """Return a position with every kind of target within reach of both mechs, and a stock she could pay with."""
    tiles: dict[str, str | list[int]] = {
        "N2": kit.MAP,
        "N3": [3, 5],
        "N4": [20],
        "C7": kit.MAP,
        "C6": [4],
        "C5": [6, 3],
    }
    return kit.position(tiles, glory=7, progress=25, maps=4, corruption=6, human="N7", human_glory=3)


@pytest.mark.parametrize("id_", kit.CARDS)
@pytest.mark.clause("EXP-GEN-09")
def test_she_never_pays(id_: int) -> None:
    """Whatever a card makes her do: nothing of hers gets less, and nothing of the human's changes."""
    table = table_with_everything()
    before = kit.plain(table)
    kit.play(table, kit.CARDS[id_])
    changed = kit.changes(before, table)
    for path in ("maps", "corruption", "special", "glory", "progress"):
        assert changed.get(path, before[path]) >= before[path]
    assert not {path for path in changed if path.startswith(("human", "coin", "card", "deck", "boxed"))}


@pytest.mark.clause("EXP-GEN-09", "EXP-AMB-14")
def test_she_has_nothing_to_pay_with() -> None:
    hers = {name for name in Position.__struct_fields__ if not name.startswith("human")}
    assert not hers & {"power", "guile", "workers", "coins", "hand", "items"}
    assert "no hand, workers, power or guile" in kit.shown(kit.game(), "EXP-AMB-14")


@pytest.mark.parametrize("target", [kit.map_token(), kit.corr(3), kit.lair()])
@pytest.mark.clause("EXP-GEN-09")
def test_with_an_empty_stock_she_acts_all_the_same(target: Target) -> None:
    """No price keeps her from an action: she owns nothing and does it."""
    lying: dict[str, kit.Lying] = {"map_token": kit.MAP, "corruption": [6, 6, 6], "corruption20": [20]}
    table = kit.position({"N1": lying[target.kind]})
    kit.play(table, kit.card(kit.section(1, target)))
    gained = {"map_token": (1, 0, False), "corruption": (0, 3, False), "corruption20": (0, 0, True)}[target.kind]
    assert (table.maps, table.corruption, table.special) == gained


@pytest.mark.clause("EXP-GEN-10")
def test_having_more_tokens_than_the_human_is_not_corrected() -> None:
    live = kit.game({"deck": "mine"})
    live.put(Adjust("maps", 12))
    live.put(Adjust("corruption", 30))
    kit.let_play(live, 10)  # central explores one more
    assert (live.position.maps, live.position.corruption) == (13, 30)
    lines = {line.what: line.amount for line in DEFINITION.scoring.score(live.position, live.rulings).lines}
    assert (lines["maps"], lines["corruption"]) == (13, 30)
    assert "That is intended." in kit.shown(live, "EXP-GEN-10")
