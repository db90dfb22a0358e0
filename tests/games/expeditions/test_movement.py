"""Movement of the Automa's mechs in their rows, and how the human may pass them (MOVE)."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.message import Refused
from automarium.engine.validation import convert
from automarium.games.expeditions.commands import Explored, Go
from automarium.games.expeditions.corrections import Adjust
from automarium.games.expeditions.decisions import TurnFacts
from automarium.games.expeditions.position import (
    BASECAMP,
    CENTRAL,
    NORTH,
    PLACES,
    ROWS,
    DecisionCard,
    Position,
    Section,
    Target,
)
from tests import traces
from tests.games.expeditions import kit
from tests.games.expeditions.kit import DEFINITION

# Written out, independent of the tables of the rules.
STEP = {
    "N1": "N2",
    "N2": "N3",
    "N3": "N4",
    "N4": "N5",
    "N5": "N6",
    "N6": "N7",
    "N7": "N1",
    "C7": "C6",
    "C6": "C5",
    "C5": "C4",
    "C4": "C3",
    "C3": "C2",
    "C2": "C1",
    "C1": "C7",
}
START = {"north": "N1", "central": "C7"}


def row_of(place: str) -> tuple[str, ...]:
    return NORTH if place in NORTH else CENTRAL


def walk(place: str, steps: int, human: str = BASECAMP) -> str:
    """Return the end of a walk step by step, without the human's location."""
    for _ in range(steps):
        place = STEP[place]
        if place == human:
            place = STEP[place]
    return place


def standing(place: str, tiles: dict[str, Any] | None = None, **fields: Any) -> Position:
    """Return a position with the mech of that row on ``place``, the other one where it starts."""
    mechs: dict[str, Any] = {**START, kit.mech_at(place): place}
    return kit.position(tiles, **mechs, **fields)


def acting(place: str, part: Section) -> DecisionCard:
    return kit.card(part) if kit.mech_at(place) == "north" else kit.card(None, part)


def drive(place: str, part: Section, tiles: dict[str, Any] | None = None, human: str = BASECAMP) -> kit.Played:
    """Play a section for the mech on ``place``."""
    return kit.play(standing(place, tiles, human=human), acting(place, part))


def end_of(played: kit.Played, place: str) -> str:
    return played.position.mechs[kit.mech_at(place)]


# -------------------------------------------------------------------------------------------------- rows and direction


@pytest.mark.parametrize("distance", [1, 2, 3])
@pytest.mark.parametrize("place", NORTH)
@pytest.mark.clause("EXP-MOVE-01", "EXP-MOVE-02", "EXP-MOVE-03", "EXP-MOVE-07")
def test_the_north_mech_goes_round_its_row_left_to_right(place: str, distance: int) -> None:
    played = drive(place, kit.section(distance))
    assert played.of("north") == [{"do": "move", "mech": "north", "from": place, "to": walk(place, distance)}]
    assert played.position.mechs["north"] in NORTH


@pytest.mark.parametrize("distance", [1, 2, 3])
@pytest.mark.parametrize("place", CENTRAL)
@pytest.mark.clause("EXP-MOVE-04", "EXP-MOVE-05", "EXP-MOVE-06", "EXP-MOVE-07")
def test_the_central_mech_goes_round_its_row_right_to_left(place: str, distance: int) -> None:
    played = drive(place, kit.section(distance))
    assert played.of("central") == [{"do": "move", "mech": "central", "from": place, "to": walk(place, distance)}]
    assert played.position.mechs["central"] in CENTRAL


@pytest.mark.parametrize(
    ("place", "distance", "path"),
    [("N6", 3, ("N6", "N7", "N1", "N2")), ("N7", 1, ("N7", "N1")), ("C2", 3, ("C2", "C1", "C7", "C6"))],
)
@pytest.mark.clause("EXP-MOVE-02", "EXP-MOVE-03", "EXP-MOVE-05", "EXP-MOVE-06", "EXP-MOVE-07")
def test_the_wrap_step_is_a_step_like_any_other(place: str, distance: int, path: tuple[str, ...]) -> None:
    """The walk as it is explained: no location left out, none counted twice."""
    played = drive(place, kit.section(distance))
    trace = played.trace("distance", kit.mech_at(place))
    assert trace.candidates == path
    assert trace.chosen == path[-1]
    assert traces.thrown_out(trace) == dict.fromkeys(path[:-1], "EXP-MECH-17")


@pytest.mark.parametrize(
    ("place", "window"),
    [("N5", ("N5", "N6", "N7", "N1")), ("N7", ("N7", "N1", "N2", "N3")), ("C3", ("C3", "C2", "C1", "C7"))],
)
@pytest.mark.clause("EXP-MOVE-02", "EXP-MOVE-03", "EXP-MOVE-05", "EXP-MOVE-06", "EXP-MOVE-07")
def test_a_search_goes_the_same_way_round(place: str, window: tuple[str, ...]) -> None:
    played = drive(place, kit.section(1, kit.corr()), {window[-1]: [4]})
    assert played.trace("target", kit.mech_at(place)).candidates == window
    assert end_of(played, place) == window[-1]


@pytest.mark.parametrize("place", ROWS)
@pytest.mark.clause("EXP-MOVE-02", "EXP-MOVE-05")
def test_a_mech_never_turns_back_for_a_target_behind_it(place: str) -> None:
    """The location right behind has all a target can want; six steps ahead it is out of reach."""
    behind = walk(place, 6)
    played = drive(place, kit.section(1, kit.map_token()), {behind: kit.MAP})
    assert end_of(played, place) == walk(place, 1)
    assert behind not in played.trace("target", kit.mech_at(place)).candidates


@pytest.mark.parametrize("target", [kit.map_token(), kit.corr(), kit.lair()])
@pytest.mark.parametrize("place", ROWS)
@pytest.mark.clause("EXP-MOVE-01", "EXP-MOVE-04")
def test_a_mech_looks_for_targets_in_its_own_row_only(place: str, target: Target) -> None:
    """All the other row offers is nothing to this mech."""
    other = CENTRAL if place in NORTH else NORTH
    lying: dict[str, Any] = dict.fromkeys(other, kit.MAP if target.kind == "map_token" else [4])
    if target.kind == "corruption20":
        lying[other[0]] = [20]
    played = drive(place, kit.section(2, target), lying)
    assert end_of(played, place) == walk(place, 2)
    assert set(played.trace("target", kit.mech_at(place)).candidates) <= set(row_of(place))


@pytest.mark.parametrize(
    ("mech", "place"), [("north", "C1"), ("north", "S1"), ("central", "N7"), ("central", BASECAMP)]
)
@pytest.mark.clause("EXP-MOVE-01", "EXP-MOVE-04")
def test_a_mech_cannot_be_put_outside_its_row(mech: str, place: str) -> None:
    live = kit.game()
    with pytest.raises(Refused):
        live.put(Adjust(mech, place))
    assert live.position.mechs == START
    facts = {"card": 1, "glory": 0, "progress": 0, "level": 2, "human": "S2", "locations": {}}
    assert convert(TurnFacts, {**facts, "mechs": START})
    with pytest.raises(Refused):
        convert(TurnFacts, {**facts, "mechs": {**START, mech: place}})


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.clause("EXP-MOVE-01", "EXP-MOVE-04")
def test_in_a_whole_game_the_mechs_stay_in_their_rows(seed: int) -> None:
    live = kit.game({"level": 1}, seed)
    seen: set[str] = set()
    for _ in range(26):
        kit.let_play(live)
        assert live.position.mechs["north"] in NORTH
        assert live.position.mechs["central"] in CENTRAL
        seen |= set(live.position.mechs.values())
    assert len(seen) > 10


# ----------------------------------------------------------------------------------------------------- closed locations


@pytest.mark.parametrize("what", [kit.MAP, kit.CLOSED])
@pytest.mark.parametrize("distance", [1, 2, 3])
@pytest.mark.parametrize("place", ROWS)
@pytest.mark.clause("EXP-MOVE-08", "EXP-MOVE-09", "EXP-MOVE-10", "EXP-MOVE-11")
def test_closed_locations_are_passed_and_ended_on_and_stay_as_they_are(place: str, distance: int, what: str) -> None:
    table = standing(place, dict.fromkeys(ROWS, what))
    before = kit.plain(table)
    kit.play(table, kit.card(kit.section(distance), kit.section(distance)))
    other = START["central" if place in NORTH else "north"]
    assert kit.changes(before, table) == {
        f"mechs.{kit.mech_at(place)}": walk(place, distance),
        f"mechs.{kit.mech_at(other)}": walk(other, distance),
    }


@pytest.mark.parametrize("place", ROWS)
@pytest.mark.clause("EXP-MOVE-08", "EXP-MOVE-10")
def test_only_the_explored_tile_is_opened_on_the_way_to_it(place: str) -> None:
    """Two closed locations are passed; the third has the map token."""
    one, two, goal = (walk(place, steps) for steps in (1, 2, 3))
    played = drive(
        place, kit.section(1, kit.map_token()), {place: kit.CLOSED, one: kit.CLOSED, two: kit.CLOSED, goal: kit.MAP}
    )
    assert [step["do"] for step in played.of(kit.mech_at(place))] == ["move", "explore"]
    assert {closed for closed in (place, one, two, goal) if played.position.tiles[closed].closed} == {place, one, two}


@pytest.mark.parametrize("place", ROWS)
@pytest.mark.clause("EXP-MOVE-08", "EXP-MOVE-10", "EXP-MOVE-11")
def test_on_the_way_to_corruption_no_map_token_is_taken_and_no_tile_opened(place: str) -> None:
    one, two, goal = (walk(place, steps) for steps in (1, 2, 3))
    played = drive(place, kit.section(1, kit.corr(3)), {place: kit.MAP, one: kit.MAP, two: kit.MAP, goal: [4, 5]})
    assert end_of(played, place) == goal
    for passed in (place, one, two):
        assert played.position.tiles[passed].closed
        assert played.position.tiles[passed].map
    assert played.position.maps == 0


# -------------------------------------------------------------------------------------------------------- the human


@pytest.mark.parametrize("ruling", ["skipped", "counted"])
@pytest.mark.parametrize("distance", [1, 2, 3])
@pytest.mark.parametrize("place", ROWS)
@pytest.mark.clause("EXP-MOVE-12")
def test_a_distance_move_never_ends_on_the_humans_location(place: str, distance: int, ruling: str) -> None:
    for human in row_of(place):
        if human != place:
            played = kit.play(standing(place, human=human), acting(place, kit.section(distance)), AMB_05=ruling)
            assert end_of(played, place) != human
            trace = played.trace("distance", kit.mech_at(place))
            assert (human in trace.candidates) == (traces.thrown_out(trace).get(human) == "EXP-MOVE-12")


@pytest.mark.parametrize("distance", [1, 2, 3])
@pytest.mark.parametrize("place", ROWS)
@pytest.mark.clause("EXP-MOVE-12", "EXP-MOVE-13", "EXP-MOVE-15", "EXP-AMB-05")
def test_the_skipped_location_uses_up_no_step_of_a_distance_move(place: str, distance: int) -> None:
    """Every location of the human's mech in the row, the wrap included."""
    for human in row_of(place):
        if human != place:
            played = drive(place, kit.section(distance), human=human)
            assert end_of(played, place) == walk(place, distance, human), human


@pytest.mark.parametrize("place", ROWS)
@pytest.mark.clause("EXP-MOVE-13", "EXP-AMB-05")
def test_by_the_other_ruling_it_uses_up_a_step_of_a_distance_move(place: str) -> None:
    """The human one step ahead: two steps then lead to the location right behind them."""
    human = walk(place, 1)
    skipped = kit.play(standing(place, human=human), acting(place, kit.section(2)))
    counted = kit.play(standing(place, human=human), acting(place, kit.section(2)), AMB_05="counted")
    assert (end_of(skipped, place), end_of(counted, place)) == (walk(place, 3), walk(place, 2))


@pytest.mark.parametrize("ruling", ["skipped", "counted"])
@pytest.mark.parametrize("ahead", [1, 2, 3])
@pytest.mark.parametrize("place", ROWS)
@pytest.mark.clause("EXP-MOVE-13", "EXP-MOVE-15")
def test_the_skipped_location_uses_up_nothing_of_the_search_range(place: str, ahead: int, ruling: str) -> None:
    """Whatever the ruling on distances: the location four ahead comes within reach, the fifth does not."""
    human, fourth, fifth = (walk(place, steps) for steps in (ahead, 4, 5))
    table = standing(place, {fourth: [3]}, human=human)
    played = kit.play(table, acting(place, kit.section(1, kit.corr())), AMB_05=ruling)
    assert end_of(played, place) == fourth
    trace = played.trace("target", kit.mech_at(place))
    assert trace.candidates == tuple(walk(place, steps) for steps in range(5))
    assert traces.thrown_out(trace)[human] == "EXP-TARGET-04"
    table = standing(place, {fifth: [3]}, human=human)
    kit.play(table, acting(place, kit.section(1, kit.corr())), AMB_05=ruling)
    assert table.tiles[fifth].corruption == [3]


@pytest.mark.parametrize("target", [kit.map_token(), kit.corr(2), kit.lair()])
@pytest.mark.parametrize("ahead", [1, 2, 3])
@pytest.mark.parametrize("place", ["N1", "N6", "C7", "C2"])
@pytest.mark.clause("EXP-MOVE-12", "EXP-MOVE-14")
def test_nothing_under_the_humans_mech_is_a_target(place: str, ahead: int, target: Target) -> None:
    human = walk(place, ahead)
    lying = {"map_token": kit.MAP, "corruption": [4, 5], "corruption20": [20]}[target.kind]
    played = drive(place, kit.section(1, target), {human: lying}, human=human)
    assert [step["do"] for step in played.of(kit.mech_at(place))] == ["move"]
    assert end_of(played, place) == walk(place, 1, human)
    assert traces.thrown_out(played.trace("target", kit.mech_at(place)))[human] == "EXP-TARGET-04"
    unhindered = drive(place, kit.section(1, target), {human: lying})
    assert end_of(unhindered, place) == human, "without the human's mech it is one"


@pytest.mark.parametrize(
    ("place", "human", "to"), [("N7", "N1", "N2"), ("N6", "N7", "N1"), ("C1", "C7", "C6"), ("C2", "C1", "C7")]
)
@pytest.mark.clause("EXP-MOVE-15")
def test_skipping_and_wrapping_combine(place: str, human: str, to: str) -> None:
    played = drive(place, kit.section(1), human=human)
    assert end_of(played, place) == to
    assert traces.thrown_out(played.trace("distance", kit.mech_at(place))) == {
        human: "EXP-MOVE-12",
        place: "EXP-MOVE-13",
    }
    searched = drive(place, kit.section(3, kit.corr()), {to: [6]}, human=human)
    assert end_of(searched, place) == to
    assert searched.position.corruption == 1


@pytest.mark.parametrize("place", ["N1", "N5", "N7", "C7", "C3", "C1"])
@pytest.mark.clause("EXP-MOVE-16")
def test_a_human_outside_the_row_makes_no_difference(place: str) -> None:
    fourth = walk(place, 4)
    for human in PLACES:
        if human in row_of(place) or human in START.values():
            continue
        for distance in (1, 2, 3):
            played = drive(place, kit.section(distance, kit.corr()), {fourth: [3]}, human=human)
            assert end_of(played, place) == walk(place, distance)
            assert played.trace("target", kit.mech_at(place)).candidates == tuple(
                walk(place, steps) for steps in range(4)
            )


# ---------------------------------------------------------------------------------- what locations give, and do not


@pytest.mark.parametrize("distance", [1, 2, 3])
@pytest.mark.clause("EXP-MOVE-17", "EXP-MOVE-18")
def test_standing_on_a_location_gives_her_nothing(distance: int) -> None:
    """All locations lie full of tokens; a move without a mech action changes the mechs' places and nothing else."""
    for index in range(7):
        tiles: dict[str, Any] = {place: kit.MAP if number % 2 else [4, 6] for number, place in enumerate(ROWS)}
        table = kit.position(tiles | {"N3": [20]}, north=NORTH[index], central=CENTRAL[index])
        before = kit.plain(table)
        kit.play(table, kit.card(kit.section(distance, kit.corr(3, glory=1)), kit.section(distance, kit.map_token(1))))
        assert kit.changes(before, table).keys() == {"mechs.north", "mechs.central"}


@pytest.mark.parametrize(
    ("lying", "target", "gain"),
    [
        (
            kit.MAP,
            kit.map_token(),
            {"maps": 1, "tiles.N3.map": False, "tiles.N3.closed": False, "tiles.N3.corruption": [5, 5]},
        ),
        ([4, 3, 6], kit.corr(2), {"corruption": 2, "tiles.N3.corruption": [6]}),
        ([20], kit.lair(), {"special": True, "tiles.N3.corruption": []}),
    ],
)
@pytest.mark.clause("EXP-MOVE-17", "EXP-MOVE-18")
def test_a_mech_action_gives_the_tokens_it_names_and_nothing_else(
    lying: str | list[int], target: Target, gain: dict[str, Any]
) -> None:
    table = kit.position({"N3": lying})
    before = kit.plain(table)
    kit.play(table, kit.card(kit.section(1, target)), turned_up=([5, 5],))
    assert kit.changes(before, table) == {"mechs.north": "N3", "mechs.central": "C6", **gain}


@pytest.mark.clause("EXP-MOVE-17")
def test_she_has_no_place_to_keep_a_benefit() -> None:
    """Cards, workers, power and guile are what locations give."""
    assert not set(Position.__struct_fields__) & {"cards", "workers", "power", "guile", "items", "quests"}


# ------------------------------------------------------------------------------------------ what the human may do


@pytest.mark.clause("EXP-MOVE-19", "EXP-MOVE-20", "EXP-MOVE-21", "EXP-AMB-17")
def test_the_human_may_pass_a_closed_location_with_an_automa_mech() -> None:
    """Beside it, behind it: the app takes every end of such a move, only not one on the mech itself."""
    live = kit.game()
    live.put(Adjust("north", "N3"))
    assert live.position.tiles["N3"].closed
    for to in ("N2", "N4"):
        live.put(Go(to))
        assert live.position.human == to
    with pytest.raises(Refused, match=r"go\.occupied"):
        live.put(Go("N3"))
    assert (live.position.human, live.position.mechs["north"]) == ("N4", "N3")
    assert (live.position.tiles["N3"].closed, live.position.tiles["N3"].map) == (True, True)
    assert "move through a face-down location with an Automa mech" in kit.shown(live, "EXP-MOVE-19")
    assert "counts as a step" in kit.shown(live, "EXP-MOVE-20")
    assert "a face-down location with an Automa mech" in kit.shown(live, "EXP-MOVE-21")
    assert "can't end there" in kit.shown(live, "EXP-AMB-17")


@pytest.mark.parametrize("place", ROWS)
@pytest.mark.clause("EXP-AMB-17")
def test_the_human_cannot_end_on_an_automa_mech_wherever_it_stands(place: str) -> None:
    live = kit.game()
    live.put(Adjust(kit.mech_at(place), place))
    before = kit.plain(live.position)
    with pytest.raises(Refused, match=r"go\.occupied"):
        live.put(Go(place))
    assert kit.changes(before, live.position) == {}
    for free in (walk(place, 1), walk(place, 6)):
        live.put(Go(free))
        assert live.position.human == free


@pytest.mark.clause("EXP-MOVE-22")
def test_an_empty_gather_on_location_19_is_legal_and_not_compensated() -> None:
    """The checklist says so; no input of the human's is refused for it or gives anything for it."""
    live = kit.game()
    text = kit.shown(live, "EXP-MOVE-22")
    assert "location 19" in text
    assert "a Gather action on location 19 may give you no benefit" in text
    live.put(Go("N2"))
    before = kit.plain(live.position)
    live.put(Explored("N2", [4]))
    assert kit.changes(before, live.position) == {
        "tiles.N2.closed": False,
        "tiles.N2.map": False,
        "tiles.N2.corruption": [4],
    }
    assert "gather" not in DEFINITION.commands


@pytest.mark.parametrize("north", NORTH)
@pytest.mark.clause("EXP-MOVE-23")
def test_neither_mech_minds_where_the_other_stands(north: str) -> None:
    """All 49 pairs of places: each goes and finds what it would if the other stood anywhere else."""
    tiles: dict[str, Any] = {"N4": [3, 3], "C4": kit.MAP}
    drawn = kit.card(kit.section(2, kit.corr()), kit.section(3, kit.map_token()))
    alone = kit.play(kit.position(tiles, north=north), drawn).of("north")
    for central in CENTRAL:
        played = kit.play(kit.position(tiles, north=north, central=central), drawn)
        assert played.of("north") == alone
        assert played.of("central") == kit.play(kit.position(tiles, central=central), drawn).of("central")
        assert played.position.mechs["north"] != played.position.mechs["central"]
