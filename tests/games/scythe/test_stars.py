"""The star card, the stars and the change to scheme II (SCY-STAR, SCY-SCHEME)."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.games.scythe.commands import Next, PlacedStar
from automarium.games.scythe.corrections import Adjust
from automarium.games.scythe.events import Draw
from automarium.games.scythe.position import STAR_CARDS, Faction, Gain, Level, Position, Side, Symbol
from tests.games.scythe.kit import CARDS, Played, battle, card, find, game, play, position, tell, top_card

GOLDEN = card()
LEVELS = ("autometta", "automa", "automaszyna", "ultimaszyna")
STAR_SPACES = {
    "autometta": (10, 15, 18, 20, 22, 23),
    "automa": (9, 14, 17, 19, 20, 21),
    "automaszyna": (9, 12, 14, 16, 17, 18),
    "ultimaszyna": (8, 11, 13, 15, 16, 17),
}
FIRST_FREE = {"autometta": 5, "automa": 4, "automaszyna": 3}


def stars_for(played: Played) -> list[str]:
    return [step["for"] for step in played.steps if step["do"] == "star"]


def duel(**changed: Any) -> Position:
    """A mech of each side on r5c5; card 6 gives her seven power of her nine."""
    given = {"mechs": ["r5c5"], "power": 9, "human_mechs": ["r5c5"], **changed}
    table = position("rusviet", "crimea", **given)
    top_card(table, 6)
    return table


# ------------------------------------------------------------------------------------------------------- the cube


@pytest.mark.clause("SCY-STAR-01")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("start", [0, 1, 6, 11])
def test_a_golden_star_moves_the_cube_exactly_one_space(level: Level, start: int) -> None:
    table = position(level=level, tracker=start)
    played = play(table, GOLDEN)
    assert table.tracker == start + 1
    assert {"do": "tracker", "to": start + 1} in played.steps
    assert played.step("tracker").clauses == ("SCY-STAR-01",)


@pytest.mark.clause("SCY-STAR-01")
def test_the_cube_moves_last_after_the_recruit_bonus() -> None:
    played = play(position(), card(gains=[Gain("coin", 1)], recruit="coin"))
    assert played.tags[-3:] == ["gain", "recruit", "tracker"]


@pytest.mark.clause("SCY-STAR-02")
@pytest.mark.parametrize("number", sorted(CARDS))
def test_only_the_three_grey_cards_leave_the_cube(number: int) -> None:
    table = position(tracker=10, scheme="II")
    play(table, number)
    assert table.tracker == (10 if number in (4, 15, 17) else 11)


@pytest.mark.clause("SCY-STAR-02")
def test_a_skipped_turn_leaves_the_cube_although_its_star_is_golden() -> None:
    table = position(level="autometta", tracker=9)
    played = play(table, 7)
    assert played.steps == [{"do": "skip"}]
    assert (table.tracker, table.stars) == (9, 0)


@pytest.mark.clause("SCY-STAR-03", "SCY-LEVEL-03")
@pytest.mark.parametrize("level", sorted(FIRST_FREE))
def test_water_is_free_from_the_first_space_without_the_symbol(level: Level) -> None:
    """Told once, when the cube leaves the last crossed wave, and free ever after."""
    table = position(level=level, tracker=0)
    for space in range(1, 9):
        played = play(table, GOLDEN)
        assert table.restricted is (space < FIRST_FREE[level])
        assert ("water-free" in played.tags) is (space == FIRST_FREE[level])
        if space == FIRST_FREE[level]:
            assert played.step("water-free").clauses == ("SCY-STAR-03",)


@pytest.mark.clause("SCY-STAR-03")
def test_the_freedom_works_from_the_next_turn_on() -> None:
    """The card that frees the water is still played under the restriction: the mech cannot reach across the river."""
    table = position("nordic", mechs=["r2c4"], workers=["r1c4", "r1c5"], tracker=3, human_mechs=["r4c5"])
    mech_move = card([Symbol("mech_move")])
    first = play(table, mech_move)
    assert first.steps[0] == {"do": "move", "unit": "mech", "from": "r2c4", "to": "r2c4"}
    second = play(table, mech_move)
    assert second.steps[0] == {"do": "move", "unit": "mech", "from": "r2c4", "to": "r3c5"}


@pytest.mark.clause("SCY-STAR-10", "SCY-STAR-09")
@pytest.mark.parametrize("level", LEVELS)
def test_the_whole_way_along_a_star_card(level: Level) -> None:
    """Forward only, six star spaces, and the sixth is the last of the card: the cube cannot run off."""
    table = position(level=level, tracker=0)
    placed_at: list[int] = []
    for turn in range(1, 100):
        played = play(table, GOLDEN)
        assert table.tracker == turn
        if stars_for(played):
            placed_at.append(table.tracker)
        if played.stopped:
            break
    assert tuple(placed_at) == STAR_SPACES[level]
    assert table.tracker == STAR_CARDS[level].spaces - 1
    assert played.stopped == "sixth star: automa"


# ------------------------------------------------------------------------------------------------------ the stars


@pytest.mark.clause("SCY-STAR-04", "SCY-LEVEL-03")
@pytest.mark.parametrize(
    ("level", "space"), [(level, space) for level in LEVELS for space in range(1, STAR_SPACES[level][-1] + 1)]
)
def test_exactly_the_star_spaces_place_a_star(level: Level, space: int) -> None:
    before = sum(1 for star in STAR_SPACES[level] if star < space)
    table = position(level=level, tracker=space - 1, scheme="II")
    assert table.stars == before
    played = play(table, GOLDEN)
    placed = space in STAR_SPACES[level]
    assert stars_for(played) == (["tracker"] if placed else [])
    assert table.stars == before + placed
    if placed:
        assert played.step("star").clauses == ("SCY-STAR-04",)


@pytest.mark.clause("SCY-STAR-05")
def test_sixteen_power_places_a_star_and_fifteen_none() -> None:
    table = position(power=12)
    assert stars_for(play(table, card(gains=[Gain("power", 3)]))) == []
    assert (table.automa.power, table.stars) == (15, 0)
    played = play(table, card(gains=[Gain("power", 3)]))
    assert (table.automa.power, table.automa.power_star, table.stars) == (16, True, 1)
    assert played.step("star").clauses == ("SCY-STAR-05",)
    assert played.steps[:2] == [{"do": "gain", "what": "power", "amount": 1}, {"do": "star", "for": "power"}]


@pytest.mark.clause("SCY-STAR-05")
def test_sixteen_power_a_second_time_places_no_star() -> None:
    table = position(power=14, power_star=True)
    assert stars_for(play(table, card(gains=[Gain("power", 3)]))) == []
    assert (table.automa.power, table.stars) == (16, 1)


@pytest.mark.clause("SCY-STAR-06")
@pytest.mark.parametrize("attacker", ["automa", "human"])
@pytest.mark.parametrize("faction", ["rusviet", "saxony"])
def test_a_won_combat_places_a_star_twice_and_no_more(attacker: Side, faction: Faction) -> None:
    for placed in (0, 1, 2):
        table = position(faction, "crimea", mechs=["r5c5"], power=9, human_mechs=["r5c5"], combat_stars=placed)
        top_card(table, 6)
        played = battle(table, "r5c5", attacker, ["ready", 3])
        assert stars_for(played) == (["combat"] if placed < 2 else [])
        assert table.automa.combat_stars == table.stars == min(2, placed + 1)
        if placed < 2:
            assert played.step("star").clauses == ("SCY-STAR-06",)


@pytest.mark.clause("SCY-STAR-06")
@pytest.mark.parametrize("attacker", ["automa", "human"])
def test_a_lost_combat_places_no_star_of_hers(attacker: Side) -> None:
    table = duel()
    assert stars_for(battle(table, "r5c5", attacker, ["ready", 8, "no"])) == []
    assert table.stars == 0


@pytest.mark.clause("SCY-STAR-07")
@pytest.mark.parametrize(
    ("gain", "pieces"),
    [
        (Gain("worker", 1), {"workers": ["r3c6", "r4c6", "r4c5", "r3c5", "r4c4", "r2c5", "r2c6"]}),
        (Gain("character_or_mech", 1), {"character": "r3c6", "mechs": ["r4c6", "r4c5", "r3c5"]}),
        (Gain("coin", 90), {}),
        (Gain("combat_card", 9), {}),
    ],
)
def test_neither_all_workers_nor_all_mechs_nor_riches_place_a_star(gain: Gain, pieces: dict[str, Any]) -> None:
    table = position(**pieces)
    played = play(table, card(gains=[gain], golden=False))
    assert played.tags[-1] == "gain", "it was gained"
    assert (stars_for(played), table.stars) == ([], 0)


@pytest.mark.clause("SCY-STAR-07")
def test_encounter_and_factory_place_no_star() -> None:
    table = position(character="r4c4", workers=["r4c5"])
    played = play(table, card([Symbol("encounter_or_factory")], golden=False))
    assert [step["do"] for step in played.steps] == ["move", "factory"]
    table = position(character="base", workers=["r4c5"], factory_card=True)
    played = play(table, card([Symbol("encounter_or_factory")], golden=False))
    assert [step["do"] for step in played.steps] == ["move", "encounter"]
    assert table.stars == 0


@pytest.mark.clause("SCY-STAR-08")
def test_the_sixth_star_of_the_cube_ends_a_live_game_at_once() -> None:
    live = game({"deck": "mine"})
    settings: dict[str, int | str] = {"tracker": 19, "scheme": "II", "power-star": "yes"}
    for what, to in settings.items():
        live.put(Adjust(what=what, to=to))
    assert live.position.stars == 5
    played = tell(live, Next(), 3)
    assert played.tags[-3:] == ["tracker", "star", "over"]
    assert played.step("over").clauses == ("SCY-TURN-02", "SCY-STAR-08")
    assert (live.position.stars, live.position.over) == (6, True)
    with pytest.raises(Refused) as refused:
        live.put(Next())
    assert refused.value.message.key == "next.over"


@pytest.mark.clause("SCY-STAR-08")
def test_the_sixth_star_for_power_stops_the_card() -> None:
    table = position(tracker=19, power=15, combat_stars=1, scheme="II")
    assert table.stars == 5
    played = play(table, card(gains=[Gain("power", 2), Gain("coin", 1)], recruit="coin"))
    assert played.stopped == "sixth star: automa"
    assert played.steps == [{"do": "gain", "what": "power", "amount": 1}, {"do": "star", "for": "power"}]
    assert (table.automa.coins, table.tracker) == (0, 19)


@pytest.mark.clause("SCY-STAR-08")
@pytest.mark.parametrize("attacker", ["automa", "human"])
def test_the_sixth_star_for_a_combat_ends_the_game(attacker: Side) -> None:
    table = duel(tracker=19, combat_stars=1)
    assert table.stars == 5
    assert battle(table, "r5c5", attacker, ["ready", 3]).stopped == "sixth star: automa"
    assert table.stars == 6


@pytest.mark.clause("SCY-STAR-08")
def test_five_stars_end_nothing() -> None:
    table = position(tracker=18, combat_stars=1, scheme="II")
    played = play(table, GOLDEN)
    assert stars_for(played) == ["tracker"]
    assert (table.stars, played.stopped) == (5, None)


@pytest.mark.clause("SCY-STAR-10")
def test_losses_take_no_star_back() -> None:
    table = duel(power=16, power_star=True, combat_stars=1, workers=["r5c5"])
    battle(table, "r5c5", "human", ["ready", 12, "no"])
    assert (table.automa.power, table.automa.mechs, table.stars) == (9, [], 2)
    assert stars_for(play(table, card(gains=[Gain("power", 9)]))) == [], "and power brings no second one"
    assert table.stars == 2


@pytest.mark.clause("SCY-STAR-11")
def test_combat_power_and_cube_may_each_bring_a_star_in_one_turn() -> None:
    table = position(power=15, mechs=["r4c5"], human_mechs=["r5c5"], tracker=13, scheme="II")
    top_card(table, 10)
    drawn = card([Symbol("attack_combat_unit", 1)], [Gain("power", 4)])
    played = play(table, drawn, ["ready", 0], combat=True)
    assert stars_for(played) == ["combat", "power", "tracker"]
    assert table.stars == 1 + 3


@pytest.mark.clause("SCY-STAR-11")
@pytest.mark.parametrize("level", LEVELS)
def test_the_cube_never_brings_two_stars_in_one_turn(level: Level) -> None:
    table = position(level=level, tracker=0)
    while not (played := play(table, GOLDEN)).stopped:
        assert len(stars_for(played)) <= 1
    assert stars_for(played) == ["tracker"]


@pytest.mark.clause("SCY-STAR-12")
def test_a_raid_is_no_combat_and_places_no_star() -> None:
    table = position("saxony", workers=["r6c2"], mechs=["r6c1"], human_workers=["r5c2", "r5c2"])
    played = play(table, card([Symbol("attack_workers")], golden=False))
    assert played.steps == [{"do": "raid", "unit": "mech", "from": "r6c1", "to": "r5c2"}]
    assert (table.stars, table.automa.combat_stars) == (0, 0)
    assert "battle" not in played.tags


# ------------------------------------------------------------------------------------------------------ scheme II


def about_to_change(
    level: Level = "automa", drawn: tuple[int, ...] = (1, 2, 3), combat: tuple[int, ...] = ()
) -> Position:
    table = position(level=level, tracker=STAR_SPACES[level][0] - 1)
    table.deck.set_drawn([*drawn, *combat], Chance(3))
    table.combat_discard = list(combat)
    return table


@pytest.mark.clause("SCY-SCHEME-01")
@pytest.mark.parametrize("level", LEVELS)
def test_the_space_ii_places_a_star_and_starts_scheme_two(level: Level) -> None:
    table = about_to_change(level)
    before = play(position(level=level, tracker=STAR_SPACES[level][0] - 2), GOLDEN)
    assert before.steps == [{"do": "tracker", "to": STAR_SPACES[level][0] - 1}]
    assert before.position.scheme == "I"
    played = play(table, GOLDEN)
    assert played.steps[-2:] == [{"do": "star", "for": "tracker"}, {"do": "scheme", "to": "II"}]
    assert (table.scheme, table.stars) == ("II", 1)
    assert played.step("scheme").clauses == ("SCY-SCHEME-01", "SCY-SCHEME-02")


@pytest.mark.clause("SCY-SCHEME-02")
def test_all_19_cards_of_deck_and_both_discards_are_shuffled() -> None:
    table = about_to_change(drawn=(1, 2, 3, 5), combat=(8, 9))
    rest = list(table.deck.pile)
    play(table, GOLDEN)
    assert (table.deck.left, table.main_discard, table.combat_discard) == (19, [], [])
    assert sorted(table.deck.pile) == list(range(1, 20))
    assert table.deck.pile[: len(rest)] != rest, "shuffled together, not put under or on top"


@pytest.mark.clause("SCY-SCHEME-03")
def test_the_card_that_reaches_ii_is_played_by_scheme_one_and_the_next_by_two() -> None:
    """Card 6: two power by scheme I; by scheme II two power and a unit."""
    table = about_to_change()
    first = play(table, 6)
    assert [step["what"] for step in first.steps if step["do"] == "gain"] == ["power"]
    assert "recruit" not in first.tags, "only scheme II has a symbol there"
    second = play(table, 6)
    assert [step["what"] for step in second.steps if step["do"] == "gain"] == ["power", "character"]
    assert "recruit" in second.tags


@pytest.mark.clause("SCY-SCHEME-04")
def test_scheme_two_stays_to_the_end() -> None:
    table = position(tracker=8)
    changes = 0
    while not (played := play(table, GOLDEN)).stopped:
        changes += played.tags.count("scheme")
        assert table.scheme == "II"
    assert (changes, table.tracker) == (1, 21)


@pytest.mark.clause("SCY-SCHEME-05")
@pytest.mark.parametrize("level", LEVELS)
def test_the_first_tracker_star_is_never_the_sixth(level: Level) -> None:
    """Even with all three stars that come from elsewhere the change takes place."""
    table = about_to_change(level)
    table.automa.power_star, table.automa.combat_stars = True, 2
    played = play(table, GOLDEN)
    assert (played.stopped, played.tags[-1], table.stars) == (None, "scheme", 4)
    assert table.deck.left == 19


@pytest.mark.clause("SCY-SCHEME-06")
def test_the_last_main_card_is_remembered_through_the_shuffle() -> None:
    live = game({"deck": "mine"})
    live.put(Adjust(what="tracker", to=8))
    tell(live, Next(), 9)
    assert live.position.scheme == "II"
    assert (live.position.main_discard, live.position.last_card) == ([], 9)


@pytest.mark.clause("SCY-SCHEME-03")
def test_the_piece_gained_under_scheme_one_is_moved_under_two() -> None:
    live = game({"deck": "mine"})
    live.put(Adjust(what="tracker", to=8))
    assert tell(live, Next(), 5).tags[0] == "draw"
    assert live.position.automa.workers.count("base") == 1, "5 I: a worker"
    played = tell(live, Next(), 5)
    assert played.the(Draw).scheme == "II"
    assert [step["amount"] for step in played.steps if step["do"] == "gain"] == [4, 1], "5 II: four power, a worker"


@pytest.mark.clause("SCY-STAR-08")
def test_the_humans_sixth_star_ends_the_game_too_and_the_fifth_does_not() -> None:
    live = game()
    for _ in range(5):
        assert tell(live, PlacedStar()).tags == []
    assert tell(live, PlacedStar()).tags == ["over"]
    assert live.position.over


@pytest.mark.clause("SCY-STAR-03")
def test_the_restriction_depends_on_the_cube_alone() -> None:
    """The same table with the cube before and after the last crossed wave."""
    given: dict[str, Any] = {"mechs": ["r1c4"], "workers": ["r1c5"], "power": 9, "human_mechs": ["r1c3"]}
    assert find(position("nordic", tracker=3, **given), "attack_combat_unit", 1).answer is None
    free = find(position("nordic", tracker=4, **given), "attack_combat_unit", 1)
    assert free.answer == ("mech", "r1c4", "r1c3")
