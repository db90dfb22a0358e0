"""Neighbourhoods, distances and reading order, seen through the decisions that use them (NEIGH, DIST).

The map is read here once more from the printed rivers, lakes and tunnels; what touches what is computed by geometry.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from automarium.engine.message import Refused
from automarium.games.scythe.commands import Added, Go, Unlocked
from automarium.games.scythe.map import PRINTED
from automarium.games.scythe.position import STAR_CARDS, Action, Faction, Kind, Level, Position
from automarium.games.scythe.rules.moves import Piece
from automarium.games.scythe.rulings import Rulings
from tests import traces
from tests.games.scythe import kit

ROWS = {1: (1, 6), 2: (0, 6), 3: (1, 6), 4: (0, 6), 5: (0, 6), 6: (0, 6), 7: (1, 6), 8: (3, 3)}
READING = [f"r{row}c{column}" for row, (low, high) in ROWS.items() for column in range(low, high + 1)]
LAKES = {"r2c0", "r2c2", "r3c4", "r4c2", "r5c4", "r5c6", "r7c2"}
TUNNELS = {"r2c3", "r3c2", "r3c5", "r5c2", "r5c5", "r6c3"}
BASES = {
    "nordic": (0, 4),
    "rusviet": (3, 7),
    "crimea": (8, 2),
    "saxony": (7, 0),
    "polania": (3, 0),
    "albion": (0, 1),
    "togawa": (7, 7),
}
HOME = {
    "nordic": ["r1c4", "r1c5"],
    "rusviet": ["r3c6", "r4c6"],
    "crimea": ["r7c3", "r8c3"],
    "saxony": ["r6c0", "r7c1"],
    "polania": ["r3c1", "r4c0"],
    "albion": ["r1c1", "r1c2"],
    "togawa": ["r6c6", "r7c6"],
}
TOUCHES = {**HOME, "rusviet": ["r2c6", "r3c6", "r4c6"], "crimea": ["r7c2", "r7c3", "r8c3"]}
TOUCHES["polania"] = ["r2c0", "r3c1", "r4c0"]
WALKS = {
    "nordic": {"forest", "mountain"},
    "rusviet": {"farm", "village"},
    "crimea": {"farm", "tundra"},
    "saxony": {"forest", "mountain"},
    "polania": {"village", "mountain"},
    "albion": set(),
    "togawa": set(),
}
REACHED = {
    "nordic": "r1c4 r1c5 r2c4",
    "rusviet": "r3c6 r4c5 r4c6",
    "crimea": "r7c3 r7c4 r8c3",
    "saxony": "r6c0 r6c1 r7c1",
    "polania": "r3c1 r4c0 r4c1",
}
MAINLAND = (
    "r1c1 r1c2 r1c3 r1c6 r2c1 r2c3 r2c5 r2c6 r3c2 r3c3 r3c5 r4c3 r4c4 r5c0 r5c1 r5c2 r5c3 r5c5 r6c2 r6c3 r6c4 "
    "r6c5 r6c6 r7c5 r7c6"
)
TERRAIN = {id_: facts["terrain"] for id_, facts in PRINTED.printed["territory"].items()}
RIVERS = {(id_, other) for id_, facts in PRINTED.printed["territory"].items() for other in facts.get("across", ())}


def hex_of(territory: str) -> tuple[int, int]:
    return int(territory[1]), int(territory[3])


def ring(at: tuple[int, int]) -> set[tuple[int, int]]:
    """The six hexes around: even rows are shifted right by half a hex."""
    row, column = at
    left = column if row % 2 == 0 else column - 1
    sides = {(row, column - 1), (row, column + 1)}
    return sides | {(other, column_) for other in (row - 1, row + 1) for column_ in (left, left + 1)}


def around(territory: str) -> set[str]:
    return {f"r{row}c{column}" for row, column in ring(hex_of(territory))} & set(READING)


@cache
def steps_from(start: tuple[int, int]) -> dict[tuple[int, int], int]:
    """Steps from hex to hex, counted ring by ring over an empty plane."""
    found, edge = {start: 0}, {start}
    for step in range(1, 12):
        edge = {there for here in edge for there in ring(here)} - set(found)
        found |= dict.fromkeys(edge, step)
    return found


def distance(one: str, other: str) -> int:
    return steps_from(hex_of(one))[hex_of(other)]


def dry(territory: str) -> set[str]:
    """Where a step leads that neither crosses a river nor enters a lake."""
    return {other for other in around(territory) if other not in LAKES and (territory, other) not in RIVERS}


def human_step(territory: str, faction: Faction, riverwalk: bool, lakes: bool) -> set[str]:
    """Where a step of the human's leads with these abilities."""
    reached = dry(territory)
    if riverwalk:
        reached |= {o for o in around(territory) if (territory, o) in RIVERS and TERRAIN[o] in WALKS[faction]}
    return reached | (around(territory) & LAKES if lakes else set())


def area(kind: str, at: str, *, restricted: bool, **more: Any) -> list[str]:
    """The territories an attack looks at: the neighbourhoods of all pieces, without that of the base."""
    pieces: dict[str, dict[str, Any]] = {
        "worker": {"workers": [at], "character": "base"},
        "mech": {"mechs": [at]},
        "character": {"character": at},
    }
    table = kit.position(restricted=restricted, power=9, **pieces[kind], **more)
    return list(kit.find(table, "attack_combat_unit", 1).trace("destination").candidates)


def valid(table: Position, action: Action = "mech_move") -> set[str]:
    return set(kit.find(table, action).trace("destination").candidates)


def threatened(table: Position) -> set[str]:
    """What a worker move throws out because a human combat unit could come there."""
    found = kit.find(table, "worker_move").trace("destination")
    return {at for at, clause in traces.thrown_out(found).items() if clause == "SCY-WORKER-07"}


def besieged(at: str, human: Faction, **abilities: bool) -> Position:
    """A human mech on a territory, pieces of the Automa around it so that all its neighbours are valid for a worker."""
    near = sorted(around(at))[:5]
    theirs: dict[str, Any] = {f"human_{name}": value for name, value in abilities.items()}
    return kit.position(
        "rusviet" if human != "rusviet" else "crimea",
        human,
        workers=["base"],
        character=near[0],
        mechs=near[1:],
        human_mechs=[at],
        **theirs,
    )


# -------------------------------------------------------------------------------------------- the Automa's own pieces


@pytest.mark.parametrize("at", READING)
@pytest.mark.parametrize("kind", ["worker", "mech", "character"])
@pytest.mark.clause("SCY-NEIGH-01", "SCY-NEIGH-05", "SCY-NEIGH-06", "SCY-NEIGH-07")
def test_a_free_piece_reaches_its_own_territory_and_all_around_it(kind: str, at: str) -> None:
    assert area(kind, at, restricted=False) == sorted({at, *around(at)})


@pytest.mark.parametrize("at", READING)
@pytest.mark.parametrize("kind", ["worker", "mech", "character"])
@pytest.mark.clause("SCY-NEIGH-01", "SCY-NEIGH-04", "SCY-NEIGH-06", "SCY-NEIGH-07")
def test_a_restricted_piece_crosses_no_river_and_enters_no_lake(kind: str, at: str) -> None:
    assert area(kind, at, restricted=True) == sorted({at, *dry(at)})


@pytest.mark.clause("SCY-NEIGH-01", "SCY-NEIGH-06")
def test_a_neighbourhood_has_seven_territories_inland_and_fewer_at_the_edge() -> None:
    sizes = {at: len(area("mech", at, restricted=False)) for at in READING}
    assert sizes["r4c3"] == sizes["r2c1"] == sizes["r6c5"] == 7
    assert {at: sizes[at] for at in ("r8c3", "r1c1", "r4c6", "r7c6", "r6c0", "r1c4")} == {
        "r8c3": 3,
        "r1c1": 4,
        "r4c6": 4,
        "r7c6": 4,
        "r6c0": 5,
        "r1c4": 5,
    }


@pytest.mark.clause("SCY-NEIGH-01", "SCY-NEIGH-05", "SCY-NEIGH-04", "SCY-NEIGH-07")
def test_example_2_an_automa_mech_on_r3c5() -> None:
    assert area("mech", "r3c5", restricted=False) == ["r2c4", "r2c5", "r3c4", "r3c5", "r3c6", "r4c4", "r4c5"]
    assert area("mech", "r3c5", restricted=True) == ["r2c5", "r3c5", "r4c4"]


@pytest.mark.parametrize("restricted", [True, False])
@pytest.mark.parametrize("kind", ["worker", "mech", "character"])
@pytest.mark.clause("SCY-NEIGH-02")
def test_a_piece_on_the_base_has_no_neighbourhood(kind: str, restricted: bool) -> None:
    assert area(kind, "base", restricted=restricted) == []


@pytest.mark.clause("SCY-NEIGH-02")
def test_pieces_on_the_base_add_nothing_to_the_value_of_a_territory() -> None:
    table = kit.position(workers=["r3c6", "r4c6", "base"], mechs=["base"] * 4, character="base")
    values = kit.scores(kit.find(table, "worker_move").trace("destination"), "SCY-WORKER-06")
    assert values["r3c5"] == 1  # by the worker r3c6 alone
    assert values["r4c5"] == 2
    assert max(values.values()) == 2


@pytest.mark.parametrize("restricted", [True, False])
@pytest.mark.parametrize(("faction", "human"), kit.human_and_automa())
@pytest.mark.clause("SCY-NEIGH-03", "SCY-NEIGH-02")
def test_the_bases_own_neighbourhood_is_its_two_land_territories(
    faction: Faction, human: Faction, restricted: bool
) -> None:
    """All pieces at home: whatever a move can reach comes from the base itself, water or not."""
    table = kit.position(faction, human, restricted=restricted, workers=["base"], mechs=["base"], character="base")
    for action in ("worker_move", "mech_move", "character_move"):
        assert valid(table, action) == set(HOME[faction])


@pytest.mark.parametrize("at", sorted(TUNNELS))
@pytest.mark.parametrize("restricted", [True, False])
@pytest.mark.clause("SCY-NEIGH-07")
def test_tunnels_join_nothing_for_her(at: str, restricted: bool) -> None:
    others = TUNNELS - {at} - around(at)
    assert others
    assert not others & set(area("character", at, restricted=restricted))
    assert not others & valid(kit.position(restricted=restricted, character="base", mechs=[at]))


# ------------------------------------------------------------------------------------------------ the water restriction


def reach(faction: Faction, human: Faction) -> set[str]:
    """Everything that pieces can come to from the base, move by move, while restricted."""
    reached: set[str] = set()
    edge = valid(kit.position(faction, human, restricted=True, mechs=["base"]))
    while edge - reached:
        reached |= edge
        edge = {there for at in reached for there in valid(kit.position(faction, human, restricted=True, mechs=[at]))}
    return reached


@pytest.mark.parametrize(("faction", "human"), kit.human_and_automa())
@pytest.mark.clause("SCY-NEIGH-13")
def test_what_a_restricted_automa_can_ever_reach(faction: Faction, human: Faction) -> None:
    assert reach(faction, human) == set(REACHED.get(faction, MAINLAND).split())


@pytest.mark.parametrize(("faction", "human"), [pair for pair in kit.human_and_automa() if pair[0] in REACHED])
@pytest.mark.clause("SCY-NEIGH-13")
def test_a_restricted_automa_stays_on_her_peninsula_in_whole_games(faction: Faction, human: Faction) -> None:
    looked = 0
    for table, _ in kit.whole_game({"faction": faction, "human": human}, seed=3):
        if table.tracker == kit.FREE["automa"]:
            break
        looked += 1
        her = table.automa
        standing = {her.character, *her.mechs, *her.workers} - {"base", "mat"}
        assert standing <= set(REACHED[faction].split())
    assert looked > 4


@pytest.mark.parametrize("level", sorted(kit.FREE))
@pytest.mark.clause("SCY-NEIGH-14")
def test_the_cube_alone_lifts_the_restriction_and_for_all_pieces(level: Level) -> None:
    """The same for few and many mechs, both schemes, any stars and power: only the space of the cube matters."""
    for tracker in range(STAR_CARDS[level].spaces):
        for scheme in ("I", "II"):
            table = kit.position(
                level=level,
                tracker=tracker,
                scheme=scheme,
                workers=["r3c5"],
                mechs=["r3c5"] * (tracker % 4 + 1),
                character="r3c5",
                power=tracker % 17,
            )
            for action in ("worker_move", "mech_move", "character_move", "encounter_or_factory"):
                wet = {"r3c4", "r2c4"} <= valid(table, action)
                assert wet == (tracker >= kit.FREE[level]), (tracker, scheme, action)


@pytest.mark.clause("SCY-NEIGH-14")
def test_the_restriction_ends_with_the_move_of_the_cube() -> None:
    table = kit.position(tracker=3, workers=["r3c6", "r4c6"], mechs=["r4c5"], character="r3c6")
    assert not valid(table) & LAKES
    assert kit.play(table, kit.card()).step("water-free").clauses == ("SCY-STAR-03",)
    for action in ("worker_move", "mech_move", "character_move", "encounter_or_factory"):
        assert {"r3c5", "r5c6"} <= valid(table, action)


# --------------------------------------------------------------------------------------------- the human's combat units


@pytest.mark.parametrize("lakes", [False, True])
@pytest.mark.parametrize("riverwalk", [False, True])
@pytest.mark.parametrize("human", sorted(WALKS))
@pytest.mark.clause("SCY-NEIGH-08", "SCY-NEIGH-09", "SCY-NEIGH-10", "SCY-NEIGH-11", "SCY-NEIGH-12")
def test_the_humans_abilities_make_their_neighbourhoods(human: Faction, riverwalk: bool, lakes: bool) -> None:
    """On every territory, with her pieces standing all around: occupation changes nothing."""
    for at in READING:
        table = besieged(at, human, riverwalk=riverwalk, lakes=lakes)
        assert around(at) <= valid(table, "worker_move")
        assert threatened(table) == human_step(at, human, riverwalk, lakes), at


@pytest.mark.clause("SCY-NEIGH-08", "SCY-NEIGH-09", "SCY-NEIGH-10", "SCY-NEIGH-11")
def test_example_1_a_crimean_mech_with_riverwalk_on_r3c5() -> None:
    assert threatened(besieged("r3c5", "crimea", riverwalk=True)) == {"r2c5", "r4c4", "r4c5"}
    assert threatened(besieged("r3c5", "crimea")) == {"r2c5", "r4c4"}
    own = kit.position(workers=["base"], mechs=["r3c6"], human_mechs=["r3c5"], human_riverwalk=True)
    assert traces.thrown_out(kit.find(own, "worker_move").trace("destination"))["r3c5"] == "SCY-WORKER-03"


@pytest.mark.clause("SCY-NEIGH-08")
def test_the_character_threatens_like_a_mech_but_a_worker_does_not() -> None:
    pieces: dict[str, Any] = {"workers": ["base"], "mechs": ["r4c4", "r2c5"]}
    assert threatened(kit.position(**pieces, human_character="r3c5")) == {"r2c5", "r4c4"}
    assert threatened(kit.position(**pieces, human_workers=["r3c5"])) == set()


@pytest.mark.parametrize(("ability", "before", "after"), [("riverwalk", "r4c5", "r4c4"), ("lakes", "r3c4", "r4c4")])
@pytest.mark.clause("SCY-NEIGH-08", "SCY-NEIGH-09", "SCY-NEIGH-10")
def test_an_ability_counts_from_the_moment_it_is_unlocked(ability: str, before: str, after: str) -> None:
    live = kit.game({"faction": "rusviet"})
    live.put(Added("mech", "r3c5"))
    live.position.automa.mechs = ["r4c4", "r2c5"]
    live.position.tracker = kit.FREE["automa"]
    assert before in valid(live.position, "worker_move")
    assert after in threatened(live.position)
    assert before not in threatened(live.position)
    live.put(Unlocked(ability))
    assert before in threatened(live.position)
    assert "Riverwalk" in kit.shown("SCY-NEIGH-08")


@pytest.mark.clause("SCY-NEIGH-02", "SCY-NEIGH-08")
def test_a_human_unit_on_a_base_has_no_neighbourhood() -> None:
    live = kit.game({"faction": "saxony"})
    live.position.automa.workers = ["r7c3", "r7c1"]
    live.position.human.workers = []
    live.position.tracker = kit.FREE["automa"]
    live.put(Added("mech", "base"))
    assert live.position.human.character == "base"
    assert threatened(live.position) == set()
    live.put(Go("mech", "base", "r7c2"))
    assert threatened(live.position) == {"r6c1", "r6c2", "r7c1"}


@pytest.mark.clause("SCY-NEIGH-11")
def test_a_tunnel_counts_for_the_human_only_if_the_ruling_is_switched() -> None:
    table = kit.position(workers=["r3c6", "r4c6"], mechs=["r2c5"], character="r4c4", human_mechs=["r6c3"])
    plain, switched = kit.find(table, "worker_move"), kit.find(table, "worker_move", A09="tunnels")
    assert plain.answer == ("worker", "r3c6", "r3c5")
    assert switched.answer == ("worker", "r3c6", "r4c5")
    out = traces.thrown_out(switched.trace("destination"))
    assert {at for at, clause in out.items() if clause == "SCY-WORKER-07"} == {"r3c5", "r5c5"}


@pytest.mark.clause("SCY-NEIGH-12")
def test_neither_occupation_nor_speed_changes_a_human_neighbourhood() -> None:
    """Alone or beside pieces of both sides the same; Speed cannot even be told, and the ruling has one choice."""
    alone = besieged("r3c5", "crimea")
    crowded = besieged("r3c5", "crimea")
    crowded.human.mechs += ["r3c5"]
    crowded.human.workers = ["r3c5", "r3c5"]
    crowded.human.character = "r3c5"
    assert threatened(alone) == threatened(crowded) == {"r2c5", "r4c4"}
    with pytest.raises(Refused, match=r"answer\.option"):
        kit.game().put(Unlocked("speed"))
    assert next(ruling.choices for ruling in Rulings.rulings() if ruling.id == "SCY-A10") == ("no",)


# ------------------------------------------------------------------------------------------------------------ distances


def enemy_scores(enemy: str, *, restricted: bool = False) -> dict[str, int]:
    """The distance to an enemy mech that a unit move reads, for every territory."""
    found: dict[str, int] = {}
    for at in READING:
        if at != enemy:
            table = kit.position(restricted=restricted, mechs=[at], human_mechs=[enemy])
            found |= kit.scores(kit.find(table, "mech_move").trace("destination"), "SCY-UNIT-05")
    return found


@pytest.mark.parametrize("restricted", [False, True])
@pytest.mark.parametrize("enemy", READING)
@pytest.mark.clause("SCY-DIST-01", "SCY-DIST-02")
def test_distance_is_steps_from_hex_to_hex_whatever_lies_between(enemy: str, restricted: bool) -> None:
    assert enemy_scores(enemy, restricted=restricted) == {at: distance(at, enemy) for at in READING if at != enemy}


@pytest.mark.clause("SCY-DIST-01")
def test_no_pair_of_territories_is_farther_apart_on_the_map_than_on_the_plane() -> None:
    for start in READING:
        found, edge = {start: 0}, {start}
        while edge:
            edge = {there for here in edge for there in around(here)} - set(found)
            found |= dict.fromkeys(edge, max(found.values()) + 1)
        assert found == {at: distance(start, at) for at in READING}


@pytest.mark.clause("SCY-DIST-02")
def test_pieces_in_the_way_change_no_distance() -> None:
    """A wall of human workers and of her own pieces; the ruling leaves no other reading."""
    table = kit.position(mechs=["r4c5"], human_mechs=["r4c1"])
    plain = kit.scores(kit.find(table, "mech_move").trace("destination"), "SCY-UNIT-05")
    table.human.workers = ["r3c3", "r4c2", "r5c3", "r3c2", "r5c2"]
    table.automa.workers = ["r4c4", "r4c3", "r3c6"]
    table.human.structures = ["r4c2"]
    walled = kit.scores(kit.find(table, "mech_move").trace("destination"), "SCY-UNIT-05")
    assert {at: walled[at] for at in plain} == plain
    assert next(ruling.default for ruling in Rulings.rulings() if ruling.id == "SCY-A06") == "hex-steps"


@pytest.mark.clause("SCY-DIST-02")
def test_an_enemy_across_the_river_is_one_step_away_even_while_restricted() -> None:
    table = kit.position("nordic", restricted=True, workers=["r1c4", "r1c5"], mechs=["base"], human_mechs=["r1c3"])
    found = kit.find(table, "mech_move")
    assert found.answer == ("mech", "base", "r1c4")
    assert kit.scores(found.trace("destination"), "SCY-UNIT-05") == {"r1c4": 1, "r1c5": 2, "r2c4": 2}


def factory_scores() -> dict[str, int]:
    """The Factory distance that an encounter action reads, with a token on every territory."""
    found: dict[str, int] = {}
    for at in READING:
        trace = kit.find(kit.position(character=at, encounters=READING), "encounter_or_factory").trace("destination")
        found |= kit.scores(trace, "SCY-MOVE-13")
    return found


@pytest.mark.clause("SCY-DIST-03")
def test_factory_distances_are_0_there_and_1_to_4_elsewhere() -> None:
    found = factory_scores()
    assert found == {at: distance(at, "r4c3") for at in READING}
    assert [at for at, steps in found.items() if steps == 0] == ["r4c3"]
    assert set(found.values()) == {0, 1, 2, 3, 4}
    assert {at: found[at] for at in sorted(LAKES)} == {
        "r2c0": 4,
        "r2c2": 2,
        "r3c4": 1,
        "r4c2": 1,
        "r5c4": 1,
        "r5c6": 3,
        "r7c2": 3,
    }


def base_scores(faction: Faction, human: Faction, places: Iterable[str], **switched: str) -> dict[str, int]:
    """How far her workers are from the base, as the choice of the piece reads it."""
    found: dict[str, int] = {}
    for at in places:
        trace = kit.find(kit.position(faction, human, workers=[at]), "worker_move", switches=switched).trace("piece")
        found[at] = kit.scores(trace, "SCY-MOVE-12")[Piece("worker", at)]
    return found


@pytest.mark.parametrize(("faction", "human"), kit.human_and_automa())
@pytest.mark.clause("SCY-DIST-04")
def test_the_distance_to_a_base_is_that_to_its_hex(faction: Faction, human: Faction) -> None:
    found = base_scores(faction, human, READING)
    assert found == {at: steps_from(BASES[faction])[hex_of(at)] for at in READING}
    assert sorted(at for at, steps in found.items() if steps == 1) == TOUCHES[faction]


@pytest.mark.parametrize(
    ("faction", "farther"),
    [
        ("polania", "r1c1 r2c0"),
        ("rusviet", "r1c6 r2c6"),
        ("crimea", "r4c0 r5c0 r5c1 r6c0 r6c1 r7c1 r7c2"),
        ("nordic", ""),
        ("saxony", ""),
        ("albion", ""),
        ("togawa", ""),
    ],
)
@pytest.mark.clause("SCY-DIST-04")
def test_by_land_entry_some_territories_are_one_step_farther(faction: Faction, farther: str) -> None:
    human: Faction = "crimea" if faction != "crimea" else "nordic"
    plain = base_scores(faction, human, READING)
    switched = base_scores(faction, human, READING, A05="land-entry")
    assert switched == {at: steps + (at in farther.split()) for at, steps in plain.items()}


@pytest.mark.clause("SCY-DIST-04")
def test_the_way_into_the_base_decides_which_worker_goes() -> None:
    table = kit.position("crimea", "nordic", workers=["r7c1", "r7c4"], character="base")
    assert kit.find(table, "worker_move").answer == ("worker", "r7c1", "r6c3")
    assert kit.find(table, "worker_move", A05="land-entry").answer == ("worker", "r7c4", "r6c1")


@pytest.mark.parametrize(("faction", "human"), kit.human_and_automa())
@pytest.mark.parametrize("action", ["worker_move", "mech_move", "attack_combat_unit", "attack_workers"])
@pytest.mark.clause("SCY-DIST-05")
def test_a_piece_on_the_base_is_closer_than_every_other(faction: Faction, human: Faction, action: Action) -> None:
    near = HOME[faction][0]
    kind: Kind = "worker" if action == "worker_move" else "mech"
    pieces: dict[str, Any] = {f"{kind}s": [near, "base"]}
    table = kit.position(faction, human, power=9, **pieces)
    trace = kit.find(table, action, 1).trace("piece")
    assert trace.chosen == Piece(kind, "base")
    assert kit.scores(trace, "SCY-MOVE-12") == {Piece(kind, near): 1, Piece(kind, "base"): 0}


@pytest.mark.parametrize(
    "action", ["character_move", "mech_move", "encounter_or_factory", "attack_combat_unit", "attack_workers"]
)
@pytest.mark.clause("SCY-DIST-06")
def test_a_piece_on_the_mat_is_never_a_candidate(action: Action) -> None:
    """Only workers are in play; there are enough targets for everybody."""
    table = kit.position(
        character="mat",
        workers=["r4c5", "r3c5"],
        power=16,
        human_mechs=["r5c5"],
        human_workers=["r2c5"],
    )
    found = kit.find(table, action, 1)
    assert found.move is None
    assert not any(trace.candidates for trace in found.traces if trace.about == "piece")


@pytest.mark.clause("SCY-DIST-06")
def test_beside_the_mat_the_pieces_in_play_are_the_only_candidates() -> None:
    table = kit.position(character="mat", mechs=["r4c5"], workers=["r3c5"], power=16, human_mechs=["r5c5"])
    found = kit.find(table, "attack_combat_unit", 1)
    assert found.trace("piece").candidates == (Piece("mech", "r4c5"),)
    assert found.answer == ("mech", "r4c5", "r5c5")
    assert kit.find(kit.position(workers=[]), "worker_move").move is None


# -------------------------------------------------------------------------------------------------------- reading order


@pytest.mark.clause("SCY-DIST-07", "SCY-DIST-08")
def test_the_map_is_read_row_by_row_from_left_to_right() -> None:
    """Tables whose pieces see the whole map between them: candidates are looked through in reading order."""
    assert len(READING) == 47
    seen: set[str] = set()
    for first in range(0, 47, 8):
        candidates = kit.find(kit.position(workers=READING[first : first + 8], mechs=["base"]), "mech_move")
        looked = candidates.trace("destination").candidates
        assert list(looked) == sorted(looked, key=READING.index)
        seen |= set(looked)
    assert seen == set(READING)


@pytest.mark.parametrize("at", READING)
@pytest.mark.clause("SCY-DIST-07", "SCY-DIST-08", "SCY-DIST-09")
def test_of_equal_territories_the_first_in_reading_order_is_taken(at: str) -> None:
    """A token everywhere around a character: of those nearest to the Factory the topmost, then leftmost."""
    table = kit.position(character=at, encounters=READING, factory_card=True)
    found = kit.find(table, "encounter_or_factory").trace("destination")
    near = [other for other in READING if other in {at, *around(at)}]
    least = min(distance(other, "r4c3") for other in near)
    tied = [other for other in near if distance(other, "r4c3") == least]
    assert found.chosen == tied[0]
    assert [other for other, clause in traces.thrown_out(found).items() if clause == "SCY-ENC-06"] == tied[1:]


@pytest.mark.parametrize("row", [1, 2, 3, 4, 5, 6, 7])
@pytest.mark.clause("SCY-DIST-08", "SCY-DIST-09")
def test_of_equally_close_pieces_the_first_in_reading_order_moves(row: int) -> None:
    """For every pair of workers equally far from the base, whichever is named first."""
    for one in (at for at in READING if int(at[1]) == row):
        for other in READING[READING.index(one) + 1 :]:
            if steps_from(BASES["rusviet"])[hex_of(one)] == steps_from(BASES["rusviet"])[hex_of(other)]:
                trace = kit.find(kit.position(workers=[other, one]), "worker_move").trace("piece")
                assert trace.chosen == Piece("worker", one)
                assert traces.thrown_out(trace) == {Piece("worker", other): "SCY-DIST-09"}


TIES: dict[Action, tuple[dict[str, Any], tuple[str, str, str], str]] = {
    "worker_move": (
        {"faction": "togawa", "human": "polania", "restricted": True, "workers": ["r6c6", "r7c6"], "character": "base"},
        ("worker", "r6c6", "r6c5"),
        "r7c5",
    ),
    "mech_move": (
        {"mechs": ["r4c3"], "character": "base", "human_mechs": ["r2c3", "r6c3"]},
        ("mech", "r4c3", "r3c3"),
        "r5c4",
    ),
    "character_move": (
        {"character": "r4c3", "mechs": ["base"], "human_mechs": ["r2c3", "r6c3"]},
        ("character", "r4c3", "r3c3"),
        "r5c3",
    ),
    "encounter_or_factory": (
        {"workers": ["r3c5"], "character": "base", "factory_card": True},
        ("character", "base", "r2c4"),
        "r4c5",
    ),
    "attack_combat_unit": (
        {"workers": ["r4c5"], "mechs": ["r4c6"], "character": "r3c5", "power": 5, "human_mechs": ["r5c5", "r2c4"]},
        ("mech", "r4c6", "r2c4"),
        "r5c5",
    ),
    "attack_workers": (
        {"faction": "saxony", "workers": ["r6c2"], "character": "r7c1", "human_workers": ["r6c3", "r5c2"]},
        ("character", "r7c1", "r5c2"),
        "r6c3",
    ),
}
LAST_WORD: dict[Action, str] = {
    "worker_move": "SCY-WORKER-09",
    "mech_move": "SCY-UNIT-09",
    "character_move": "SCY-UNIT-09",
    "encounter_or_factory": "SCY-ENC-06",
    "attack_combat_unit": "SCY-ATTACK-07",
    "attack_workers": "SCY-RAID-05",
}


@pytest.mark.parametrize("action", sorted(TIES))
@pytest.mark.clause("SCY-DIST-09")
def test_reading_order_is_the_last_word_of_every_action(action: Action) -> None:
    pieces, answer, beaten = TIES[action]
    found = kit.find(kit.position(**pieces), action, 1)
    trace = found.trace("destination")
    assert found.answer == answer
    assert trace.stages[-1].verb == "first"
    assert traces.thrown_out(trace)[beaten] == LAST_WORD[action]


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.clause("SCY-DIST-10")
def test_exactly_one_territory_and_one_piece_are_left_on_any_table(seed: int) -> None:
    table = kit.scattered(seed)
    for action in LAST_WORD:
        found = kit.find(table, action, 1)
        for trace in found.traces:
            assert (trace.chosen is None) == (not trace.candidates or not trace.stages[-1].kept)
            assert trace.chosen is None or trace.stages[-1].kept == (trace.chosen,)


@pytest.mark.clause("SCY-DIST-10")
def test_only_different_kinds_on_the_base_are_a_tie_that_order_cannot_break() -> None:
    def at_home(**pieces: Any) -> kit.Found:
        table = kit.position(workers=["r4c5"], power=9, human_mechs=["r5c5"], **pieces)
        return kit.find(table, "attack_combat_unit", 1)

    many = at_home(mechs=["base"] * 4, character="mat")
    assert many.trace("piece").candidates == (Piece("mech", "base"),)  # interchangeable: one candidate
    both = at_home(mechs=["base"] * 2, character="base")
    assert both.answer == ("mech", "base", "r5c5")
    assert traces.thrown_out(both.trace("piece")) == {Piece("character", "base"): "SCY-ATTACK-03"}
    table = kit.position(workers=["r4c5"], power=9, mechs=["base"], character="base", human_mechs=["r5c5"])
    assert kit.find(table, "attack_combat_unit", 1, A04="character").answer == ("character", "base", "r5c5")


@pytest.mark.clause("SCY-DIST-10", "SCY-DIST-09")
def test_on_the_board_character_and_mech_are_told_apart_by_reading_order() -> None:
    table = kit.position(workers=["r3c6"], power=9, mechs=["r4c5"], character="r3c5", human_mechs=["r4c4"])
    for choice in ("mech", "character"):
        found = kit.find(table, "attack_combat_unit", 5, A04=choice)
        assert found.answer == ("character", "r3c5", "r4c4")
        assert traces.thrown_out(found.trace("piece")) == {Piece("mech", "r4c5"): "SCY-DIST-09"}


def test_rivers_hold_both_ways_and_lakes_are_seven() -> None:
    """The facts that the tests above read once more: a river is one between both its banks."""
    assert {(other, one) for one, other in RIVERS} == RIVERS
    assert {at for at, terrain in TERRAIN.items() if terrain == "lake"} == LAKES
    assert all(other in around(one) for one, other in RIVERS)
