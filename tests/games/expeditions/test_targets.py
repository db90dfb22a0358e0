"""The search for a target: its range, what matches, and which match is taken (EXP-TARGET)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.games.expeditions.position import PLACES, ROWS, Target
from tests.games.expeditions.kit import (
    CLOSED,
    MAP,
    Lying,
    Played,
    ahead,
    card_for,
    corr,
    lair,
    map_token,
    mech_at,
    play,
    position,
    section,
)
from tests.traces import thrown_out

KINDS = [(map_token(), MAP, "explore"), (corr(), [3], "cleanse"), (lair(), [20], "cleanse-20")]


def search(place: str, tiles: dict[str, Lying], target: Target, distance: int = 5, human: str = "basecamp") -> Played:
    """Let the mech on ``place`` search; distance 5 ends where no search without a skip ends."""
    mech = mech_at(place)
    table = position(tiles, human=human, mechs={mech: place})
    return play(table, card_for({mech: section(distance, target)}))


def deed(played: Played, place: str) -> tuple[str, str] | None:
    """Return what the mech that was on ``place`` did, and where; None if it only moved."""
    done = [step for step in played.of(mech_at(place)) if step["do"] != "move"]
    return (done[0]["do"], done[0]["at"]) if done else None


@pytest.mark.clause("EXP-TARGET-01", "EXP-TARGET-03")
@pytest.mark.parametrize("place", ROWS)
@pytest.mark.parametrize("steps", range(7))
@pytest.mark.parametrize(("target", "lying", "do"), KINDS)
def test_the_search_covers_the_own_location_and_three_ahead(
    place: str, steps: int, target: Target, lying: Lying, do: str
) -> None:
    """From everywhere in both rows, around the end of the row too; the fourth and later ones are out of reach."""
    there = ahead(place, steps)
    played = search(place, {there: lying}, target)
    assert deed(played, place) == ((do, there) if steps <= 3 else None)
    window = played.trace("target", mech_at(place)).candidates
    assert window == tuple(ahead(place, step) for step in range(4))


@pytest.mark.clause("EXP-TARGET-02")
@pytest.mark.parametrize("place", ["N1", "N6", "C7", "C2"])
@pytest.mark.parametrize("distance", [0, 1, 2, 3, 4, 6])
def test_the_reach_does_not_depend_on_the_distance_line(place: str, distance: int) -> None:
    assert deed(search(place, {ahead(place, 3): [3]}, corr(), distance), place) == ("cleanse", ahead(place, 3))
    assert deed(search(place, {ahead(place, 4): [3]}, corr(), distance), place) is None


@pytest.mark.clause("EXP-TARGET-03")
@pytest.mark.parametrize(
    ("place", "there", "window"),
    [
        ("N6", "N2", ("N6", "N7", "N1", "N2")),
        ("N7", "N1", ("N7", "N1", "N2", "N3")),
        ("C2", "C6", ("C2", "C1", "C7", "C6")),
        ("C1", "C7", ("C1", "C7", "C6", "C5")),
    ],
)
def test_the_search_wraps_like_a_move(place: str, there: str, window: tuple[str, ...]) -> None:
    played = search(place, {there: MAP}, map_token())
    assert played.trace("target", mech_at(place)).candidates == window
    assert deed(played, place) == ("explore", there)


@pytest.mark.clause("EXP-TARGET-04")
@pytest.mark.parametrize("place", ["N1", "N5", "C7", "C3"])
@pytest.mark.parametrize("steps", [1, 2, 3])
@pytest.mark.parametrize(("target", "lying", "do"), KINDS)
def test_the_humans_location_is_no_candidate_whatever_lies_there(
    place: str, steps: int, target: Target, lying: Lying, do: str
) -> None:
    human = ahead(place, steps)
    played = search(place, {human: lying}, target, human=human)
    assert deed(played, place) is None, do
    assert thrown_out(played.trace("target", mech_at(place)))[human] == "EXP-TARGET-04"


@pytest.mark.clause("EXP-TARGET-05")
@pytest.mark.parametrize("place", ROWS)
@pytest.mark.parametrize("human", [1, 2, 3])
def test_the_humans_location_lets_the_search_reach_one_further(place: str, human: int) -> None:
    """The fourth location ahead is then the third that counts; the fifth stays out of reach."""
    where = ahead(place, human)
    played = search(place, {ahead(place, 4): [3], ahead(place, 5): [6]}, corr(), human=where)
    assert deed(played, place) == ("cleanse", ahead(place, 4))
    scores = played.trace("target", mech_at(place)).stages[-1].scores
    assert scores == {ahead(place, 4): 3}
    assert deed(search(place, {ahead(place, 5): [6]}, corr(), human=where), place) is None


@pytest.mark.clause("EXP-TARGET-05")
@pytest.mark.parametrize("human", ["N5", "N6", "N7", "C1", "S1", "basecamp"])
def test_the_human_outside_the_window_changes_nothing(human: str) -> None:
    assert deed(search("N1", {"N5": [3], "N6": [3]}, corr(), human=human), "N1") is None


@pytest.mark.clause("EXP-TARGET-06")
@pytest.mark.parametrize("place", ["N1", "N6", "C7", "C2"])
@pytest.mark.parametrize("closed", [MAP, CLOSED])
def test_closed_locations_count_within_the_range(place: str, closed: str) -> None:
    tiles: dict[str, Lying] = {ahead(place, step): closed for step in range(4)}
    behind = search(place, {**tiles, ahead(place, 4): [3]}, corr())
    assert deed(behind, place) is None, "the closed ones used the range up"
    assert len(behind.trace("target", mech_at(place)).candidates) == 4
    assert deed(search(place, {**tiles, ahead(place, 3): [3]}, corr()), place) == ("cleanse", ahead(place, 3))


@pytest.mark.clause("EXP-TARGET-07")
@pytest.mark.parametrize(
    ("target", "order"),
    [
        (map_token(), [[3], [20], MAP]),
        (corr(), [MAP, [20], [3]]),
        (lair(), [MAP, [3], [20]]),
    ],
)
def test_only_the_symbol_of_the_target_line_is_searched_for(target: Target, order: list[Lying]) -> None:
    """What the other two symbols look for lies nearer and is passed over."""
    tiles = {ahead("N1", step): lying for step, lying in enumerate(order)}
    played = search("N1", tiles, target)
    assert played.position.mechs["north"] == "N3"
    assert set(thrown_out(played.trace("target", "north"))) == {"N1", "N2", "N4"}


@pytest.mark.clause("EXP-TARGET-08")
@pytest.mark.parametrize(("lying", "found"), [(MAP, True), (CLOSED, False), ([], False), ([3], False), ([20], False)])
def test_the_map_symbol_matches_a_location_with_a_map_token(lying: Lying, found: bool) -> None:
    played = search("C7", {"C5": lying}, map_token())
    assert (deed(played, "C7") == ("explore", "C5")) is found
    if not found:
        assert thrown_out(played.trace("target", "central"))["C5"] == "EXP-TARGET-08"


@pytest.mark.clause("EXP-TARGET-09", "EXP-TARGET-10")
@pytest.mark.parametrize(
    ("lying", "found"), [([20], True), ([3], False), ([5, 4, 6], False), ([], False), (MAP, False), (CLOSED, False)]
)
def test_the_lair_symbol_matches_the_special_token_only(lying: Lying, found: bool) -> None:
    played = search("N2", {"N4": lying}, lair())
    assert (deed(played, "N2") == ("cleanse-20", "N4")) is found
    if not found:
        assert thrown_out(played.trace("target", "north"))["N4"] == "EXP-TARGET-09"


@pytest.mark.clause("EXP-TARGET-10")
def test_no_ordinary_corruption_anywhere_satisfies_the_lair() -> None:
    played = search("N1", {place: [3, 4, 5, 6] for place in ROWS}, lair(), distance=1)
    assert played.of("north") == [{"do": "move", "mech": "north", "from": "N1", "to": "N2"}]


@pytest.mark.clause("EXP-TARGET-11")
@pytest.mark.parametrize("lying", [[20, 3], [3, 20], [3, 20, 4]])
def test_the_special_token_must_be_alone_for_the_lair(lying: list[int]) -> None:
    played = search("N1", {"N3": lying}, lair())
    assert deed(played, "N1") is None
    assert thrown_out(played.trace("target", "north"))["N3"] == "EXP-TARGET-11"


@pytest.mark.clause("EXP-TARGET-12")
@pytest.mark.parametrize("lying", [[3], [6], [3, 4], [20, 3], [3, 20], [3, 20, 4]])
def test_corruption_matches_with_one_ordinary_token_or_more(lying: list[int]) -> None:
    assert deed(search("C7", {"C5": lying}, corr()), "C7") == ("cleanse", "C5")


@pytest.mark.clause("EXP-TARGET-12", "EXP-TARGET-13")
@pytest.mark.parametrize("lying", [[], [20], CLOSED])
def test_corruption_does_not_match_without_an_ordinary_token(lying: Lying) -> None:
    """The special token alone does not satisfy it either."""
    played = search("C7", {"C5": lying}, corr(3))
    assert deed(played, "C7") is None
    assert thrown_out(played.trace("target", "central"))["C5"] == "EXP-TARGET-12"


@pytest.mark.clause("EXP-TARGET-14")
@pytest.mark.parametrize("times", [1, 2, 3])
def test_one_token_matches_any_multiplier(times: int) -> None:
    """Even though a location with enough tokens lies behind it."""
    assert deed(search("N1", {"N2": [3], "N3": [3, 3, 3]}, corr(times)), "N1") == ("cleanse", "N2")


@pytest.mark.clause("EXP-TARGET-15")
def test_a_closed_location_with_a_map_token_is_no_corruption() -> None:
    played = search("N1", {"N1": MAP, "N2": MAP, "N3": MAP, "N4": [3]}, corr())
    assert deed(played, "N1") == ("cleanse", "N4")
    assert thrown_out(played.trace("target", "north")) == dict.fromkeys(("N1", "N2", "N3"), "EXP-TARGET-12")
    assert [played.position.tiles[place].closed for place in ("N1", "N2", "N3")] == [True] * 3


@pytest.mark.clause("EXP-TARGET-16")
@pytest.mark.parametrize("place", ROWS)
@pytest.mark.parametrize("nearest", [0, 1, 2, 3])
@pytest.mark.parametrize(("target", "lying", "do"), KINDS[:2])
def test_the_nearest_match_is_chosen(place: str, nearest: int, target: Target, lying: Lying, do: str) -> None:
    """Nearest in the mech's direction: those behind it are the farthest."""
    played = search(place, {ahead(place, step): lying for step in range(nearest, 7)}, target)
    assert deed(played, place) == (do, ahead(place, nearest))
    out = thrown_out(played.trace("target", mech_at(place)))
    assert [out[ahead(place, step)] for step in range(nearest + 1, 4)] == ["EXP-TARGET-16"] * (3 - nearest)


STACKS = st.lists(st.integers(3, 6), max_size=3)


@pytest.mark.clause("EXP-TARGET-05", "EXP-TARGET-16", "EXP-TARGET-18")
@given(place=st.sampled_from(ROWS), stacks=st.lists(STACKS, min_size=7, max_size=7), human=st.integers(1, 7))
def test_the_first_of_four_counted_locations_with_corruption(place: str, stacks: list[list[int]], human: int) -> None:
    """Whatever lies around, and wherever the human stands (7: elsewhere): walk four counted locations, take the first
    that has any."""
    tiles: dict[str, Lying] = {ahead(place, step): list(stack) for step, stack in enumerate(stacks)}
    walk = [step for step in range(7) if step != human][:4]
    expected = next((ahead(place, step) for step in walk if stacks[step]), None)
    played = search(place, tiles, corr(2), human="basecamp" if human == 7 else ahead(place, human))
    assert deed(played, place) == (("cleanse", expected) if expected else None)


@pytest.mark.clause("EXP-TARGET-17")
@pytest.mark.parametrize("place", ROWS)
@pytest.mark.parametrize(("target", "lying", "do"), KINDS)
def test_a_match_under_the_mech_makes_it_stay_and_act(place: str, target: Target, lying: Lying, do: str) -> None:
    tiles: dict[str, Lying] = {place: lying}
    if do != "cleanse-20":
        tiles[ahead(place, 1)] = lying
    played = search(place, tiles, target)
    assert [step["do"] for step in played.of(mech_at(place))] == [do]
    assert played.position.mechs[mech_at(place)] == place
    assert played.trace("target", mech_at(place)).stages[-1].scores[place] == 0


@pytest.mark.clause("EXP-TARGET-18")
@pytest.mark.parametrize("near", [[3], [20, 3], [3, 20]])
@pytest.mark.parametrize("far", [[6], [6, 6, 6], [6, 5, 4, 3], [3]])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_no_richer_location_is_preferred_to_a_nearer_one(near: list[int], far: list[int], times: int) -> None:
    assert deed(search("N2", {"N3": near, "N4": far, "N5": far}, corr(times)), "N2") == ("cleanse", "N3")


@pytest.mark.clause("EXP-TARGET-19")
@pytest.mark.parametrize("place", ROWS)
@pytest.mark.parametrize("human", range(1, 8))
def test_no_two_matches_are_equally_near(place: str, human: int) -> None:
    """Corruption everywhere: each of the four counted locations has a distance of its own, so one is left."""
    where = "basecamp" if human == 7 else ahead(place, human)
    last = search(place, {each: [3] for each in ROWS}, corr(), human=where).trace("target", mech_at(place)).stages[-1]
    counted = [step for step in range(7) if step != human][:4]
    assert last.scores == {ahead(place, step): index for index, step in enumerate(counted)}
    assert last.kept == (place,)


@pytest.mark.clause("EXP-TARGET-04")
@pytest.mark.parametrize("place", ROWS)
@pytest.mark.parametrize("human", PLACES)
def test_out_of_sight_the_human_has_no_say(place: str, human: str) -> None:
    """What a search comes to is worked out once for all places of the human that it does not come across."""
    if human == place:
        return
    tiles: dict[str, Lying] = {ahead(place, step): [3] for step in (2, 3)}
    found = search(place, tiles, corr(), human=human).trace("target", mech_at(place))
    assert (human in found.candidates) == (len(found.candidates) == 5)
    if human not in found.candidates:
        assert found == search(place, tiles, corr()).trace("target", mech_at(place))
