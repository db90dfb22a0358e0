"""The three actions: explore, take the special token, cleanse (EXP-EXPLORE, EXP-LAIR, EXP-CLEANSE)."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.message import Refused, term
from automarium.engine.play.command import Respond
from automarium.engine.question import Answer, Series
from automarium.games.expeditions.commands import Explored, Next, Vanquished
from automarium.games.expeditions.corrections import Adjust
from automarium.games.expeditions.position import ROWS, Position, Target
from tests.games.expeditions import kit


def done(
    place: str, tiles: dict[str, kit.Lying], target: Target, turned_up: tuple[Answer, ...] = (), **more: Any
) -> tuple[kit.Played, dict[str, Any]]:
    """Let the mech on ``place`` act on a table with a bit of everything; return what happened and what differs now,
    the other mech's own move left out."""
    mech = kit.mech_at(place)
    rulings = {name: more.pop(name) for name in list(more) if name.startswith("AMB")}
    table = kit.position(tiles, glory=4, progress=16, maps=2, corruption=3, mechs={mech: place}, **more)
    before = kit.plain(table)
    played = kit.play(table, kit.card_for({mech: kit.section(1, target)}), turned_up, **rulings)
    different = kit.changes(before, table)
    del different["mechs.central" if mech == "north" else "mechs.north"]
    return played, different


# ---------------------------------------------------------------------------------------------------------- explore


@pytest.mark.clause("EXP-EXPLORE-01", "EXP-EXPLORE-02", "EXP-EXPLORE-03")
@pytest.mark.parametrize("place", ROWS)
def test_explore_takes_the_map_token_then_opens_then_puts_corruption(place: str) -> None:
    """In this order: the token, the tile, and at last the corruption that the person names."""
    there = kit.ahead(place, 1)
    played, different = done(place, {there: kit.MAP}, kit.map_token(), ([4, 3],))
    assert different[f"tiles.{there}.map"] is False
    assert different["maps"] == 3
    assert different[f"tiles.{there}.closed"] is False
    assert different[f"tiles.{there}.corruption"] == [4, 3]
    told = [step for step in played.told if getattr(step.event, "at", None) == there]
    assert [step.event.key() for step in told] == ["explore", "turned-up"]
    assert told[0].clauses == ("EXP-EXPLORE-01", "EXP-EXPLORE-02", "EXP-EXPLORE-03")


@pytest.mark.clause("EXP-EXPLORE-03")
def test_what_lies_on_the_opened_tile_is_asked_and_lies_there_in_that_order() -> None:
    live = kit.game({"deck": "mine"})
    live.put(Next())
    live.put(Respond(14))  # central: the nearest map token, which lies under the mech
    assert isinstance(live.question, Series)
    assert (live.question.about, live.question.place) == ("ask.turned-up", "C7")
    live.put(Respond([5, 3, 4]))
    assert live.question is None
    tile = live.position.tiles["C7"]
    assert (tile.closed, tile.map, tile.corruption) == (False, False, [5, 3, 4])


@pytest.mark.clause("EXP-EXPLORE-04", "EXP-EXPLORE-05", "EXP-EXPLORE-06", "EXP-EXPLORE-07")
@pytest.mark.parametrize("place", ROWS)
def test_explore_changes_nothing_but_the_map_token_the_tile_and_the_mechs_place(place: str) -> None:
    """No corruption and no benefit comes to the Automa, the mech stays on the opened location, and although map tokens
    lie all around exactly one is taken."""
    there = kit.ahead(place, 1)
    tiles: dict[str, kit.Lying] = {each: kit.MAP for each in ROWS if each != place}
    played, different = done(place, tiles, kit.map_token(), ([6, 3],))
    assert different == {
        f"mechs.{kit.mech_at(place)}": there,
        "maps": 3,
        f"tiles.{there}.map": False,
        f"tiles.{there}.closed": False,
        f"tiles.{there}.corruption": [6, 3],
    }
    assert [step["do"] for step in played.of(kit.mech_at(place))] == ["move", "explore"]


@pytest.mark.clause("EXP-EXPLORE-04", "EXP-EXPLORE-08")
def test_an_opened_special_token_stays_on_the_tile() -> None:
    played, different = done("N3", {"N3": kit.MAP}, kit.map_token(), ([20],))
    assert different == {
        "maps": 3,
        "tiles.N3.map": False,
        "tiles.N3.closed": False,
        "tiles.N3.corruption": [20],
    }
    assert "EXP-EXPLORE-08" in played.step("turned-up").clauses


# ------------------------------------------------------------------------------------------------------------- lair


@pytest.mark.clause("EXP-LAIR-01", "EXP-LAIR-02", "EXP-LAIR-03")
@pytest.mark.parametrize("place", ROWS)
def test_the_special_token_is_taken_and_nothing_else_happens(place: str) -> None:
    there = kit.ahead(place, 2)
    tiles: dict[str, kit.Lying] = {there: [20], place: [3], kit.ahead(place, 1): [4, 5], kit.ahead(place, 3): kit.MAP}
    played, different = done(place, tiles, kit.lair())
    assert different == {f"mechs.{kit.mech_at(place)}": there, "special": True, f"tiles.{there}.corruption": []}
    assert played.step("cleanse-20").clauses == ("EXP-LAIR-01",)


@pytest.mark.clause("EXP-LAIR-02")
@pytest.mark.parametrize("lying", [[20, 3, 4], [3, 20, 4], [3, 4, 20]])
def test_the_lair_leaves_other_corruption_lying(lying: list[int]) -> None:
    """Only by the switched ruling does it come to a mixed stack at all."""
    _, different = done("N1", {"N1": lying}, kit.lair(), AMB_01="any")
    assert different == {"special": True, "tiles.N1.corruption": [3, 4]}


@pytest.mark.clause("EXP-LAIR-03")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_no_multiplier_makes_the_lair_take_more(count: int) -> None:
    _, different = done("N1", {"N1": [20, 3, 4, 5]}, Target(0, "corruption20", count), AMB_01="any")
    assert different == {"special": True, "tiles.N1.corruption": [3, 4, 5]}


@pytest.mark.clause("EXP-LAIR-04")
def test_the_lair_succeeds_once_and_the_token_never_comes_back() -> None:
    """Once she holds it, the same card finds nothing, and no tile can be given the token again."""
    table = kit.position({"N1": [20], "N2": kit.MAP})
    drawn = kit.card(kit.section(1, kit.lair()))
    assert [kit.play(table, drawn).of("north")[0]["do"] for _ in range(8)] == ["cleanse-20"] + ["move"] * 7
    with pytest.raises(Refused):
        kit.play(table, kit.card(kit.section(1, kit.map_token())), ([20],))


@pytest.mark.clause("EXP-LAIR-04")
def test_the_human_cannot_turn_up_a_second_special_token() -> None:
    live = kit.game()
    live.put(Explored(at="N4", tokens=[20]))
    for after in (None, Vanquished(at="N4", count=1), Adjust(what="special", to="automa")):
        if after is not None:
            live.put(after)
        with pytest.raises(Refused) as refused:
            live.put(Explored(at="N5", tokens=[20]))
        assert refused.value.message.key == "special.twice"
    assert live.position.tiles["N5"].closed


def closed_location() -> Position:
    return kit.position(dict.fromkeys(ROWS, kit.MAP))


def taken_by_the_human() -> Position:
    return kit.position({"N2": []}, human_special=True)


def taken_by_the_automa() -> Position:
    return kit.position({"N2": []}, special=True)


@pytest.mark.clause("EXP-LAIR-05")
@pytest.mark.parametrize("made", [closed_location, taken_by_the_human, taken_by_the_automa])
def test_without_the_special_token_on_the_map_the_mech_uses_its_distance(made: Any) -> None:
    table = made()
    before = kit.plain(table)
    played = kit.play(table, kit.card(kit.section(2, kit.lair())))
    assert kit.changes(before, table) == {"mechs.north": "N3", "mechs.central": "C6"}
    assert played.step("move", "north").clauses == ("EXP-MECH-16",)
    assert played.trace("target", "north").stages[-1].clause == "EXP-TARGET-09"


# ---------------------------------------------------------------------------------------------------------- cleanse


@pytest.mark.clause("EXP-CLEANSE-01", "EXP-CLEANSE-02", "EXP-CLEANSE-03")
@pytest.mark.parametrize("place", ["N1", "N7", "C7", "C1"])
@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("height", [1, 2, 3, 4])
def test_cleanse_takes_from_the_top_so_many_or_all_there_are(place: str, times: int, height: int) -> None:
    lying = [3, 6, 4, 5][:height]
    played, different = done(place, {place: lying}, kit.corr(times))
    step = played.step("cleanse")
    assert played.of(kit.mech_at(place)) == [
        {"do": "cleanse", "mech": kit.mech_at(place), "at": place, "tokens": lying[:times]}
    ]
    assert different == {"corruption": 3 + min(times, height), f"tiles.{place}.corruption": lying[times:]}
    assert step.clauses == ("EXP-CLEANSE-01", "EXP-CLEANSE-02" if height >= times else "EXP-CLEANSE-03")


@pytest.mark.clause("EXP-CLEANSE-04")
@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("lying", [[20, 3, 4, 5], [3, 20, 4, 5], [3, 4, 20, 5], [3, 4, 5, 20]])
def test_cleanse_never_takes_the_special_token_nor_counts_it(times: int, lying: list[int]) -> None:
    played, different = done("C4", {"C4": lying}, kit.corr(times))
    assert played.of("central")[0]["tokens"] == [3, 4, 5][:times]
    left = [token for token in lying if token not in [3, 4, 5][:times]]
    assert different == {"corruption": 3 + times, "tiles.C4.corruption": left}


@pytest.mark.clause("EXP-CLEANSE-05")
@pytest.mark.parametrize("lying", [[1, 1, 1], [6, 6, 6], [3, 4, 5], [6, 1, 6], [19, 19, 19]])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_values_do_not_influence_how_many_are_taken(lying: list[int], times: int) -> None:
    _, different = done("N5", {"N5": lying}, kit.corr(times))
    assert different == {"corruption": 3 + times, "tiles.N5.corruption": lying[times:]}


@pytest.mark.clause("EXP-CLEANSE-06")
@pytest.mark.parametrize("holding", [{}, {"special": True}, {"human_special": True, "human_glory": 2}])
def test_nothing_is_paid_for_the_tokens(holding: dict[str, Any]) -> None:
    """Her glory, maps, progress and everything of the human's stay; she only gains."""
    _, different = done("N5", {"N6": [6, 6]}, kit.corr(2), **holding)
    assert different == {"mechs.north": "N6", "corruption": 5, "tiles.N6.corruption": []}


@pytest.mark.clause("EXP-CLEANSE-07")
@pytest.mark.parametrize(
    ("lying", "times", "left"),
    [
        ([3, 5, 3, 4, 3], 2, [3, 4, 3]),
        ([3, 3, 5, 3], 1, [3, 5, 3]),
        ([4, 6, 3, 5], 1, [6, 3, 5]),
        ([4, 20, 4, 6, 3], 2, [20, 6, 3]),
        ([5, 3, 20, 3, 6], 3, [20, 6]),
    ],
)
def test_tokens_not_taken_keep_their_order(lying: list[int], times: int, left: list[int]) -> None:
    _, different = done("N5", {"N5": lying}, kit.corr(times))
    assert different["tiles.N5.corruption"] == left


@pytest.mark.clause("EXP-CLEANSE-08")
@pytest.mark.parametrize("place", ROWS)
@pytest.mark.parametrize("steps", [0, 2])
def test_tokens_are_taken_only_where_the_mech_stands_now(place: str, steps: int) -> None:
    """One token is too few for x3, but no neighbour, and not the location it came from, makes up for it."""
    there = kit.ahead(place, steps)
    tiles: dict[str, kit.Lying] = {each: [4, 4] for each in ROWS if each not in (place, kit.ahead(place, 1))}
    tiles |= {place: kit.CLOSED, there: [3]}
    played, different = done(place, tiles, kit.corr(3))
    assert played.step("cleanse", kit.mech_at(place)).event.params()["at"] == term("place", there)
    moved = {f"mechs.{kit.mech_at(place)}": there} if steps else {}
    assert different == {**moved, "corruption": 4, f"tiles.{there}.corruption": []}
