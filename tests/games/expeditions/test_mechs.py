"""The mech procedure: sweep, then the target, otherwise the distance (EXP-MECH)."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.message import Refused
from automarium.games.expeditions.position import ROWS, Mech, Section, Target
from automarium.i18n.translator import Translator
from tests import traces
from tests.games.expeditions import kit
from tests.games.expeditions.kit import DEFINITION

MECHS: tuple[Mech, ...] = ("north", "central")
START: dict[Mech, str] = {"north": "N1", "central": "C7"}
OTHER: dict[Mech, Mech] = {"north": "central", "central": "north"}


@pytest.mark.clause("EXP-MECH-01")
@pytest.mark.parametrize("mech", MECHS)
def test_a_mech_follows_its_own_section_of_the_card(mech: Mech) -> None:
    """One mech sweeps, seeks map tokens and moves 3; the other seeks corruption and moves 2: nothing is mixed up."""
    one, other = START[mech], START[OTHER[mech]]
    table = kit.position(
        {kit.ahead(one, 2): kit.MAP, kit.ahead(one, 1): [3], kit.ahead(other, 1): kit.MAP, kit.ahead(other, 2): [4]}
    )
    played = kit.play(
        table,
        kit.card_for({mech: kit.section(3, kit.map_token(), sweep=True), OTHER[mech]: kit.section(2, kit.corr())}),
    )
    assert played.of(mech) == [
        {"do": "sweep", "mech": mech, "at": one},
        {"do": "move", "mech": mech, "from": one, "to": kit.ahead(one, 2)},
        {"do": "explore", "mech": mech, "at": kit.ahead(one, 2)},
    ]
    assert played.of(OTHER[mech]) == [
        {"do": "move", "mech": OTHER[mech], "from": other, "to": kit.ahead(other, 2)},
        {"do": "cleanse", "mech": OTHER[mech], "at": kit.ahead(other, 2), "tokens": [4]},
    ]


@pytest.mark.clause("EXP-MECH-01")
@pytest.mark.parametrize("mech", MECHS)
def test_each_distance_is_that_of_the_own_section(mech: Mech) -> None:
    played = kit.play(kit.position(), kit.card_for({mech: kit.section(3), OTHER[mech]: kit.section(2)}))
    assert played.position.mechs == {mech: kit.ahead(START[mech], 3), OTHER[mech]: kit.ahead(START[OTHER[mech]], 2)}


@pytest.mark.clause("EXP-MECH-02")
@pytest.mark.parametrize("place", ROWS)
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_every_movement_goes_in_the_own_direction(place: str, steps: int) -> None:
    """To a target and by the distance alike; a nearer token behind the mech is no target."""
    mech = kit.mech_at(place)
    by_distance = kit.play(kit.position(mechs={mech: place}), kit.card_for({mech: kit.section(steps)}))
    assert by_distance.position.mechs[mech] == kit.ahead(place, steps)
    table = kit.position({kit.ahead(place, steps): [3], kit.ahead(place, -1): [5]}, mechs={mech: place})
    to_target = kit.play(table, kit.card_for({mech: kit.section(6, kit.corr())}))
    assert to_target.position.mechs[mech] == kit.ahead(place, steps)


@pytest.mark.clause("EXP-MECH-03", "EXP-MECH-05")
@pytest.mark.parametrize("place", ROWS)
def test_the_sweep_is_made_where_the_mech_stands_before_it_moves(place: str) -> None:
    mech = kit.mech_at(place)
    played = kit.play(kit.position(mechs={mech: place}), kit.card_for({mech: kit.section(2, sweep=True)}))
    assert played.of(mech) == [
        {"do": "sweep", "mech": mech, "at": place},
        {"do": "move", "mech": mech, "from": place, "to": kit.ahead(place, 2)},
    ]
    assert played.step("sweep").clauses == ("EXP-MECH-03", "EXP-MECH-05")


@pytest.mark.clause("EXP-MECH-04")
def test_the_sweep_takes_all_cards_and_asks_nothing() -> None:
    played = kit.play(kit.position(), kit.card(kit.section(sweep=True), kit.section(sweep=True)), turned_up=())
    said = [
        Translator("en", [DEFINITION.folder]).sentence(step.event)
        for step in played.told
        if step.event.key() == "sweep"
    ]
    assert ["all face-up cards adjacent to N1" in said[0], "all face-up cards adjacent to C7" in said[1]] == [
        True,
        True,
    ]


@pytest.mark.clause("EXP-MECH-03", "EXP-MECH-06")
@pytest.mark.parametrize("north", [True, False])
@pytest.mark.parametrize("central", [True, False])
def test_only_a_section_with_the_symbol_sweeps(north: bool, central: bool) -> None:
    played = kit.play(kit.position(), kit.card(kit.section(sweep=north), kit.section(sweep=central)))
    swept = [step["mech"] for step in played.steps if step["do"] == "sweep"]
    assert swept == ["north"] * north + ["central"] * central


@pytest.mark.clause("EXP-MECH-07")
@pytest.mark.parametrize("mech", MECHS)
@pytest.mark.parametrize(
    ("glory", "target"),
    [(0, kit.corr(glory=3)), (3, kit.corr(glory=3)), (8, kit.map_token(8)), (0, None), (2, kit.lair(1))],
)
@pytest.mark.parametrize("here", [kit.MAP, kit.CLOSED, []])
def test_the_sweep_depends_on_nothing_else(
    mech: Mech, glory: int, target: Target | None, here: str | list[int]
) -> None:
    """Not on glory, not on a target being found, not on the tile it is made from."""
    start = START[mech]
    table = kit.position({start: here, kit.ahead(start, 2): [3]}, glory=glory)
    played = kit.play(table, kit.card_for({mech: kit.section(1, target, sweep=True)}))
    assert played.of(mech)[0] == {"do": "sweep", "mech": mech, "at": start}


@pytest.mark.clause("EXP-MECH-08")
@pytest.mark.parametrize("target", [None, kit.corr(), kit.map_token(), kit.lair()])
def test_the_sweep_gives_the_automa_nothing(target: Target | None) -> None:
    """With and without the symbol the table ends up the same."""
    tiles: dict[str, str | list[int]] = {"N2": [3, 4], "N3": kit.MAP, "N4": [20], "C6": kit.MAP, "C5": [4]}
    with_it, without = kit.position(tiles), kit.position(tiles)
    kit.play(with_it, kit.card(kit.section(1, target, sweep=True), kit.section(1, target, sweep=True)))
    kit.play(without, kit.card(kit.section(1, target), kit.section(1, target)))
    assert kit.plain(with_it) == kit.plain(without)


@pytest.mark.clause("EXP-MECH-09", "EXP-MECH-10", "EXP-MECH-15")
@pytest.mark.parametrize("mech", MECHS)
@pytest.mark.parametrize("needed", range(9))
@pytest.mark.parametrize("glory", range(9))
def test_the_target_needs_at_least_so_much_glory(mech: Mech, glory: int, needed: int) -> None:
    start = START[mech]
    table = kit.position({kit.ahead(start, 2): [3]}, glory=glory)
    played = kit.play(table, kit.card_for({mech: kit.section(1, kit.corr(glory=needed))}))
    if glory >= needed:
        assert played.of(mech)[1:] == [{"do": "cleanse", "mech": mech, "at": kit.ahead(start, 2), "tokens": [3]}]
    else:
        assert played.of(mech) == [{"do": "move", "mech": mech, "from": start, "to": kit.ahead(start, 1)}]
        assert played.step("move", mech).clauses == ("EXP-MECH-15",)
    gate = played.trace("target", mech).stages[0]
    assert (gate.verb, gate.clause, bool(gate.kept)) == ("given", "EXP-MECH-09", glory >= needed)


@pytest.mark.clause("EXP-MECH-10")
@pytest.mark.parametrize("glory", range(1, 9))
def test_glory_equal_to_the_number_is_enough(glory: int) -> None:
    played = kit.play(kit.position({"N1": [3]}, glory=glory), kit.card(kit.section(1, kit.corr(glory=glory))))
    assert played.of("north") == [{"do": "cleanse", "mech": "north", "at": "N1", "tokens": [3]}]


@pytest.mark.clause("EXP-MECH-11")
@pytest.mark.parametrize("glory", [0, 1, 2, 3])
def test_tokens_on_the_glory_card_do_not_count(glory: int) -> None:
    """Four or more tokens still lie on the glory card; four on the camp are needed."""
    table = kit.position({"N1": [3]}, glory=glory)
    assert kit.play(table, kit.card(kit.section(1, kit.corr(glory=4)))).of("north")[0]["do"] == "move"
    assert table.corruption == 0


@pytest.mark.clause("EXP-MECH-11")
def test_a_token_counts_once_it_is_placed_on_the_camp() -> None:
    """The same card on the same table; only the place of the fourth token differs."""
    before, after = kit.position({"N1": [3]}, glory=3, progress=13), kit.position({"N1": [3]}, glory=3, progress=14)
    drawn = kit.card(kit.section(1, kit.corr(glory=4)), progress=True)
    assert [step["do"] for step in kit.play(before, drawn).steps] == ["progress", "move", "move"]
    assert [step["do"] for step in kit.play(after, drawn).steps] == ["progress", "cleanse", "move"]
    assert (before.glory, after.glory) == (3, 4)


@pytest.mark.clause("EXP-MECH-12")
@pytest.mark.parametrize("mech", MECHS)
def test_the_search_is_made_if_and_only_if_there_is_glory_enough(mech: Mech) -> None:
    start = START[mech]
    tiles = {kit.ahead(start, 2): [3]}
    enough = kit.play(kit.position(tiles, glory=3), kit.card_for({mech: kit.section(1, kit.corr(glory=3))})).trace(
        "target", mech
    )
    assert [stage.clause for stage in enough.stages] == [
        "EXP-MECH-09",
        "EXP-TARGET-04",
        "EXP-TARGET-12",
        "EXP-TARGET-16",
    ]
    assert enough.chosen == kit.ahead(start, 2)
    too_little = kit.play(kit.position(tiles, glory=2), kit.card_for({mech: kit.section(1, kit.corr(glory=3))})).trace(
        "target", mech
    )
    assert [stage.clause for stage in too_little.stages] == ["EXP-MECH-09"], "no location is looked at"
    assert too_little.chosen is None


@pytest.mark.clause("EXP-MECH-13")
@pytest.mark.parametrize("mech", MECHS)
@pytest.mark.parametrize(
    ("target", "lying", "deed"),
    [
        (kit.map_token(), kit.MAP, {"do": "explore"}),
        (kit.corr(2), [4, 3, 5], {"do": "cleanse", "tokens": [4, 3]}),
        (kit.lair(), [20], {"do": "cleanse-20"}),
    ],
)
def test_a_found_target_is_moved_to_and_acted_on_at_once(
    mech: Mech, target: Target, lying: str | list[int], deed: dict[str, Any]
) -> None:
    start, there = START[mech], kit.ahead(START[mech], 2)
    played = kit.play(kit.position({there: lying}), kit.card_for({mech: kit.section(1, target)}))
    assert played.of(mech) == [
        {"do": "move", "mech": mech, "from": start, "to": there},
        {"mech": mech, "at": there} | deed,
    ]
    assert played.step("move", mech).clauses == ("EXP-MECH-13",)
    assert played.position.mechs[mech] == there


@pytest.mark.clause("EXP-MECH-14")
@pytest.mark.parametrize("distance", [0, 1, 2, 3, 6])
@pytest.mark.parametrize("found", [0, 1, 2, 3])
def test_the_distance_line_is_ignored_if_a_target_was_found(distance: int, found: int) -> None:
    there = kit.ahead("N1", found)
    played = kit.play(kit.position({there: [3]}), kit.card(kit.section(distance, kit.corr())))
    assert played.position.mechs["north"] == there
    assert [step["do"] for step in played.of("north")] == (["move"] if found else []) + ["cleanse"]


@pytest.mark.clause("EXP-MECH-16")
@pytest.mark.parametrize("mech", MECHS)
@pytest.mark.parametrize("target", [kit.corr(glory=3), kit.map_token(3), kit.lair(3)])
@pytest.mark.parametrize("distance", [1, 2, 3])
def test_with_glory_but_no_match_the_mech_moves_by_its_distance(mech: Mech, target: Target, distance: int) -> None:
    start = START[mech]
    played = kit.play(kit.position(glory=3), kit.card_for({mech: kit.section(distance, target)}))
    assert played.of(mech) == [{"do": "move", "mech": mech, "from": start, "to": kit.ahead(start, distance)}]
    assert played.step("move", mech).clauses == ("EXP-MECH-16",)
    assert played.trace("target", mech).chosen is None


@pytest.mark.clause("EXP-MECH-17")
@pytest.mark.parametrize("place", ROWS)
@pytest.mark.parametrize("distance", range(1, 7))
def test_a_distance_move_is_made_in_full(place: str, distance: int) -> None:
    """Neither closed tiles nor anything that lies on the way ends it early."""
    mech = kit.mech_at(place)
    on_the_way: list[str | list[int]] = [kit.MAP, [3], kit.CLOSED, [20, 4], kit.MAP, [5, 5]]
    tiles = {kit.ahead(place, step): lying for step, lying in enumerate(on_the_way, 1)}
    played = kit.play(kit.position(tiles, mechs={mech: place}), kit.card_for({mech: kit.section(distance)}))
    assert played.of(mech) == [{"do": "move", "mech": mech, "from": place, "to": kit.ahead(place, distance)}]
    assert played.trace("distance", mech).stages[-1].clause == "EXP-MECH-17"


@pytest.mark.clause("EXP-MECH-17")
@pytest.mark.parametrize("human", range(1, 4))
@pytest.mark.parametrize("distance", [1, 2, 3])
def test_in_full_means_counted_locations_without_the_humans(distance: int, human: int) -> None:
    """The wrap is on the way too."""
    played = kit.play(kit.position(north="N6", human=kit.ahead("N6", human)), kit.card(kit.section(distance)))
    assert played.position.mechs["north"] == kit.ahead("N6", distance + (1 if human <= distance else 0))


@pytest.mark.clause("EXP-MECH-18")
@pytest.mark.parametrize("mech", MECHS)
@pytest.mark.parametrize("target", [None, kit.map_token(5), kit.corr(glory=5), kit.lair(5)])
@pytest.mark.parametrize("lying", [kit.MAP, [3, 4], [20]])
def test_after_a_distance_move_nothing_more_is_done(mech: Mech, target: Target | None, lying: str | list[int]) -> None:
    start = START[mech]
    table = kit.position({kit.ahead(start, 2): lying}, glory=4)
    before = kit.plain(table)
    kit.play(table, kit.card_for({mech: kit.section(2, target)}), turned_up=())
    other = OTHER[mech]
    assert kit.changes(before, table) == {
        f"mechs.{mech}": kit.ahead(start, 2),
        f"mechs.{other}": kit.ahead(START[other], 1),
    }


@pytest.mark.clause("EXP-MECH-19")
def test_the_central_mech_sees_what_the_north_mech_has_just_changed() -> None:
    """The north mech turned up the special token, so the tile that the central mech opens cannot hold it."""
    both = kit.card(kit.section(1, kit.map_token()), kit.section(1, kit.map_token()))
    with pytest.raises(Refused):
        kit.play(kit.position({"N1": kit.MAP, "C7": kit.MAP}), both, turned_up=([20], [20]))
    table = kit.position({"N1": kit.MAP, "C7": kit.MAP})
    kit.play(table, both, turned_up=([], [20]))
    assert table.tiles["C7"].corruption == [20], "without it the token may lie there"


@pytest.mark.clause("EXP-MECH-19")
def test_a_search_sees_the_table_as_it_is_now() -> None:
    """The same card again and again: what was taken is no target any more, and new glory counts."""
    table = kit.position({"N1": [3], "N2": [4]}, glory=2, progress=9)
    drawn = kit.card(kit.section(1, kit.corr(glory=3)), progress=True)
    done = [kit.play(table, drawn).of("north") for _ in range(3)]
    assert [step["do"] for step in done[0]] == ["move"], "glory 2, the token on space 10"
    assert done[1] == [{"do": "cleanse", "mech": "north", "at": "N2", "tokens": [4]}], "the third token has come"
    assert done[2] == [{"do": "move", "mech": "north", "from": "N2", "to": "N3"}], "N2 is empty now"


@pytest.mark.clause("EXP-MECH-20")
@pytest.mark.parametrize("mech", MECHS)
@pytest.mark.parametrize("told", [kit.section(2, kit.corr()), kit.section(3), kit.section(2, kit.corr(glory=8))])
def test_the_exceptions_of_movement_hold_in_every_part(mech: Mech, told: Section) -> None:
    """Search, move to the target and move by distance: the human is skipped, closed tiles are passed and stay."""
    start = START[mech]
    tiles: dict[str, str | list[int]] = {
        kit.ahead(start, 1): [6],
        kit.ahead(start, 2): kit.MAP,
        kit.ahead(start, 3): kit.MAP,
    }
    tiles[kit.ahead(start, 4)] = [3]
    table = kit.position(tiles, human=kit.ahead(start, 1))
    before = kit.plain(table)
    played = kit.play(table, kit.card_for({mech: told}), turned_up=())
    end = kit.ahead(start, 3 if told.target and told.target.glory_required else 4)
    assert table.mechs[mech] == end
    touched = {path for path in kit.changes(before, table) if path.startswith("tiles.")}
    assert touched == ({f"tiles.{end}.corruption"} if told.target == kit.corr() else set())
    skipped = "EXP-TARGET-04" if told.target == kit.corr() else "EXP-MOVE-12"
    assert (
        traces.thrown_out(played.trace("target" if told.target == kit.corr() else "distance", mech))[
            kit.ahead(start, 1)
        ]
        == skipped
    )


@pytest.mark.clause("EXP-MECH-21")
@pytest.mark.parametrize("mech", MECHS)
@pytest.mark.parametrize("distance", [1, 2, 3])
def test_without_a_target_line_there_is_no_search(mech: Mech, distance: int) -> None:
    start = START[mech]
    table = kit.position({start: [3], kit.ahead(start, 1): kit.MAP}, glory=8)
    played = kit.play(table, kit.card_for({mech: kit.section(distance)}), turned_up=())
    assert played.of(mech) == [{"do": "move", "mech": mech, "from": start, "to": kit.ahead(start, distance)}]
    move = played.step("move", mech)
    assert move.clauses == ("EXP-MECH-21",)
    assert [trace.about for trace in move.traces] == ["distance"]


@pytest.mark.clause("EXP-MECH-21")
@pytest.mark.parametrize(("id_", "distance"), [(7, 1), (8, 1), (9, 2)])
def test_the_cards_without_a_central_target_line(id_: int, distance: int) -> None:
    table = kit.position({"C7": kit.MAP, "C6": [3]}, glory=8)
    played = kit.play(table, kit.CARDS[id_])
    assert played.of("central") == [{"do": "move", "mech": "central", "from": "C7", "to": f"C{7 - distance}"}]
    assert table.maps == table.corruption == 0
