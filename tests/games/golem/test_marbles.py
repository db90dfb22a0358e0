"""Which marble she takes: the criteria one by one, and the procedure they are checked by (GOL-MARBLE-01…22)."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.games.golem.position import COLOURS, Colour, Criterion, District
from tests.games.golem.kit import ORDER, kept, plain
from tests.games.golem.marble_kit import EMPTY, Rows, take, turn
from tests.traces import thrown_out_by_name as thrown_out

# ------------------------------------------------------------------------------------------------------- the criteria


@pytest.mark.clause("GOL-MARBLE-01")
def test_k_most_accepts_the_row_with_the_most_marbles() -> None:
    found = take(["most"], {"golem": ["red"], "study": ["blue", "blue"], "mirror": ["white"]})
    assert found.option == "study blue"
    assert found.out == {"golem red": "GOL-MARBLE-01", "mirror white": "GOL-MARBLE-01"}
    assert {str(one): size for one, size in found.trace.stages[0].scores.items()} == {
        "golem red": 1,
        "study blue": 2,
        "mirror white": 1,
    }


@pytest.mark.clause("GOL-MARBLE-01")
def test_k_most_accepts_all_marbles_of_all_tied_rows() -> None:
    found = take(["most"], {"golem": ["red", "blue"], "artifact": ["white"], "study": ["black", "black"]})
    assert kept(found.trace, "GOL-MARBLE-01") == ("golem red", "golem blue", "study black")


@pytest.mark.clause("GOL-MARBLE-02")
def test_k_most_compares_only_rows_that_still_contain_an_option() -> None:
    """The Golem row is by far the largest, but nothing of it is left when K-MOST comes."""
    rows: Rows = {"golem": ["red"] * 4, "artifact": ["black"], "study": ["black", "white"]}
    found = take(["black", "most"], rows)
    assert found.active == ["GOL-MARBLE-07", "GOL-MARBLE-01"]
    assert found.option == "study black"
    assert found.out["artifact black"] == "GOL-MARBLE-01"


@pytest.mark.clause("GOL-MARBLE-03")
@pytest.mark.parametrize("standing", [1, 2, 3])
def test_k_work_accepts_the_work_and_the_mirror_row(standing: int) -> None:
    rows: Rows = {"work": ["red", "blue"], "golem": ["red"], "study": ["blue"], "mirror": ["white"]}
    found = take(["work"], rows, standing=standing)
    assert kept(found.trace, "GOL-MARBLE-03") == ("work red", "work blue", "mirror white")
    assert {found.out["golem red"], found.out["study blue"]} == {"GOL-MARBLE-03"}


@pytest.mark.clause("GOL-MARBLE-04")
def test_k_work_is_skipped_while_no_golem_stands() -> None:
    rows: Rows = {"work": ["black"], "study": ["black", "white"], "mirror": ["black"]}
    found = take(["work", "white"], rows, standing=0)
    assert found.active == ["GOL-MARBLE-08"]
    assert found.option == "study white"
    assert take(["work", "white"], rows, standing=1).option == "work black", "one golem is enough"


@pytest.mark.clause("GOL-MARBLE-04")
@pytest.mark.parametrize(("golem", "row"), [("red 3", "work"), ("red 3 lying", "artifact")])
def test_a_lying_golem_is_not_a_standing_one(golem: str, row: str) -> None:
    rows: Rows = {"work": ["blue"], "artifact": ["white"]}
    assert turn(["work", "white"], rows, golem, neighbourhoods={"red-3": 3}).data("marble")["row"] == row


@pytest.mark.clause("GOL-MARBLE-05", "GOL-MIRROR-01")
@pytest.mark.parametrize("golems", [("red 3",), ("red 3", "blue 3")], ids=["one", "two"])
def test_a_mirror_marble_under_an_active_k_work_performs_work_and_pays_the_mirror(golems: tuple[str, ...]) -> None:
    rows: Rows = {"work": ["red"], "golem": ["red"], "mirror": ["white"]}
    told = turn(["work", "white"], rows, *golems, neighbourhoods={"red-3": 3, "blue-3": 3})
    assert told.one("marble").clauses[0] == "GOL-MARBLE-05"
    assert (told.data("marble")["row"], told.data("marble")["action"]) == ("mirror", "work")
    price = told.all("resources")[0]
    assert (plain(price.event)["reason"], plain(price.event)["count"]) == ("mirror", 1)
    assert price.clauses == ("GOL-MIRROR-01",)
    assert len(told.all("activate")) == len(golems)
    mirror = told.trace("mirror")
    assert mirror.candidates == ("work", "golem", "artifact", "study")
    assert (mirror.chosen, mirror.stages[0].clause) == ("work", "GOL-MARBLE-05")
    assert thrown_out(mirror) == dict.fromkeys(("golem", "artifact", "study"), "GOL-MARBLE-05")


@pytest.mark.clause("GOL-MARBLE-05")
def test_a_mirror_marble_taken_without_k_work_is_not_settled() -> None:
    found = take(["white"], {"work": ["red"], "mirror": ["white"]}, standing=2)
    assert (found.option, found.works) == ("mirror white", False)


@pytest.mark.clause("GOL-MARBLE-05", "GOL-MIRROR-02", "GOL-MIRROR-04")
@pytest.mark.parametrize(
    ("column", "action", "clause"),
    [(["work", "white"], "work", "GOL-MARBLE-05"), (["white"], "golem", "GOL-MIRROR-02")],
    ids=["under K-WORK", "without it"],
)
def test_what_the_mirror_performs_with_one_standing_golem_is_in_its_trace(
    column: list[Criterion], action: str, clause: str
) -> None:
    told = turn(column, {"golem": ["red"], "mirror": ["white"]}, "red 3", order=ORDER, neighbourhoods={"red-3": 3})
    mirror = told.trace("mirror")
    assert (told.data("marble")["action"], mirror.chosen) == (action, action)
    assert [stage.clause for stage in mirror.stages] == [clause, "GOL-MIRROR-03"]


@pytest.mark.clause("GOL-MARBLE-05", "GOL-MARBLE-22")
@given(
    column=st.permutations(["most", "work", "strategy", "black", "white", "left"]),
    rows=st.fixed_dictionaries({row: st.lists(st.sampled_from(COLOURS), max_size=2) for row in EMPTY}),
    standing=st.integers(0, 3),
)
def test_the_mirror_works_just_where_the_trace_has_k_work(column: list[Criterion], rows: Rows, standing: int) -> None:
    """Whether K-WORK was active is no second opinion: it is the stage of the marble's own narrowing."""
    found = take(column, rows, standing=standing)
    if found.option is not None and found.option.startswith("mirror"):
        assert found.works is ("GOL-MARBLE-03" in found.active)


@pytest.mark.clause("GOL-MARBLE-06")
@pytest.mark.parametrize(("top", "row"), [("red", "golem"), ("yellow", "artifact"), ("blue", "study")])
def test_k_strat_accepts_the_row_of_the_highest_coloured_tile(top: District, row: str) -> None:
    rows: Rows = {name: ["black"] for name in EMPTY}
    found = take(["strategy"], rows, order=[top, *(other for other in ORDER if other != top)], standing=2)
    assert found.option == f"{row} black"
    assert set(found.out.values()) == {"GOL-MARBLE-06"}


@pytest.mark.clause("GOL-MARBLE-07", "GOL-MARBLE-08")
@pytest.mark.parametrize(("criterion", "clause"), [("black", "GOL-MARBLE-07"), ("white", "GOL-MARBLE-08")])
def test_k_black_and_k_white_accept_their_colour_in_every_row(
    criterion: Literal["black", "white"], clause: str
) -> None:
    rows: Rows = {"work": ["red", criterion], "golem": ["blue"], "mirror": [criterion, "yellow"]}
    found = take([criterion], rows)
    assert kept(found.trace, clause) == (f"work {criterion}", f"mirror {criterion}")
    assert {found.out[one] for one in ("work red", "golem blue", "mirror yellow")} == {clause}


@pytest.mark.clause("GOL-MARBLE-09", "GOL-MARBLE-11")
@pytest.mark.parametrize("pair", [("red", "yellow"), ("yellow", "red"), ("black", "white")])
def test_k_left_and_k_right_accept_the_colours_of_the_character(pair: tuple[Colour, Colour]) -> None:
    rows: Rows = {"golem": list(COLOURS)}
    left, right = take(["left"], rows, pair=pair), take(["right"], rows, pair=pair)
    assert (left.option, right.option) == (f"golem {pair[0]}", f"golem {pair[1]}")
    assert (set(left.out.values()), set(right.out.values())) == ({"GOL-MARBLE-09"}, {"GOL-MARBLE-11"})


@pytest.mark.clause("GOL-MARBLE-10", "GOL-MARBLE-12")
@pytest.mark.parametrize(
    ("criterion", "taken", "meant", "clause"),
    [
        ("left", "red", "yellow", "GOL-MARBLE-10"),
        ("left", "yellow", "red", "GOL-MARBLE-09"),
        ("right", "yellow", "red", "GOL-MARBLE-12"),
        ("right", "red", "yellow", "GOL-MARBLE-11"),
    ],
)
def test_after_a_marble_of_that_colour_k_left_means_right_and_k_right_left(
    criterion: Criterion, taken: Colour, meant: str, clause: str
) -> None:
    found = take([criterion], {"golem": ["red", "yellow", "blue"]}, taken=[taken])
    assert found.option == f"golem {meant}"
    assert found.out["golem blue"] == clause


@pytest.mark.clause("GOL-MARBLE-10", "GOL-MARBLE-12")
def test_a_colour_that_is_merely_missing_makes_the_criterion_skipped_not_switched() -> None:
    assert take(["left", "white"], {"golem": ["yellow", "white"]}).active == ["GOL-MARBLE-08"]
    assert take(["right", "white"], {"golem": ["red", "white"]}).active == ["GOL-MARBLE-08"]


@pytest.mark.clause("GOL-MARBLE-13")
def test_k_neither_accepts_every_colour_that_is_not_on_the_character() -> None:
    found = take(["neither"], {"golem": list(COLOURS)})
    assert kept(found.trace, "GOL-MARBLE-13") == ("golem blue", "golem black", "golem white")
    white = take(["neither"], {"golem": list(COLOURS)}, pair=("white", "blue"))
    assert kept(white.trace, "GOL-MARBLE-13") == ("golem red", "golem yellow", "golem black")


# ------------------------------------------------------------------------------------------------------ the procedure


@pytest.mark.clause("GOL-MARBLE-14")
def test_the_column_is_read_from_the_top() -> None:
    rows: Rows = {"golem": ["black"], "artifact": ["white"]}
    assert take(["black", "white"], rows).option == "golem black"
    assert take(["white", "black"], rows).option == "artifact white"


@pytest.mark.clause("GOL-MARBLE-15")
def test_equal_marbles_of_a_row_are_one_option_and_different_colours_are_different_ones() -> None:
    found = take(["most"], {"golem": ["red", "red", "blue"], "study": ["red"]})
    assert [str(option) for option in found.trace.candidates] == ["golem red", "golem blue", "study red"]
    assert take(["strategy", "white"], {"golem": ["red", "red"], "study": ["white"]}).active == ["GOL-MARBLE-06"], (
        "two equal marbles are a single option, which ends the choice"
    )


@pytest.mark.clause("GOL-MARBLE-16", "GOL-MARBLE-17")
def test_the_first_criterion_that_accepts_something_is_active_and_with_one_option_the_last() -> None:
    rows: Rows = {"golem": ["red", "blue"], "artifact": ["yellow"], "study": ["blue", "blue", "blue"]}
    found = take(["white", "black", "right", "most", "left"], rows)
    assert found.active == ["GOL-MARBLE-11"], "white and black are skipped, most and left not asked"
    assert found.option == "artifact yellow"


@pytest.mark.clause("GOL-MARBLE-18", "GOL-MARBLE-20")
def test_if_it_leaves_several_the_next_is_checked_and_ends_with_one() -> None:
    rows: Rows = {"golem": ["red", "black"], "study": ["red", "white"], "mirror": ["white"]}
    found = take(["left", "strategy", "white"], rows)
    assert kept(found.trace, "GOL-MARBLE-09") == ("golem red", "study red")
    assert found.active == ["GOL-MARBLE-09", "GOL-MARBLE-06"], "white is not asked any more"
    assert found.option == "golem red"


@pytest.mark.clause("GOL-MARBLE-19")
def test_a_later_criterion_without_a_common_option_changes_nothing() -> None:
    """White marbles lie about, but none of them is a red one."""
    rows: Rows = {"golem": ["red", "white"], "study": ["red"], "mirror": ["white", "white"]}
    found = take(["left", "white", "most"], rows)
    assert found.active == ["GOL-MARBLE-09", "GOL-MARBLE-01"]
    assert found.option == "golem red"


@pytest.mark.clause("GOL-MARBLE-19")
def test_a_criterion_that_accepts_only_ignored_marbles_is_skipped() -> None:
    rows: Rows = {"golem": ["white", "blue"], "study": ["black", "white"]}
    found = take(["white", "black"], rows, pair=("white", "red"), taken=["white"])
    assert found.active == ["GOL-MARBLE-07"]
    assert found.option == "study black"
    assert take(["white", "black"], rows, pair=("white", "red")).active[0] == "GOL-MARBLE-08", "before it was taken"


@pytest.mark.clause("GOL-MARBLE-21")
def test_with_several_common_options_only_those_stay_and_the_next_is_checked() -> None:
    rows: Rows = {
        "work": ["red"],
        "golem": ["red", "red", "blue"],
        "study": ["red", "blue", "black"],
        "mirror": ["black"],
    }
    found = take(["left", "most", "strategy"], rows, order=("blue", "red", "yellow"))
    assert kept(found.trace, "GOL-MARBLE-09") == ("work red", "golem red", "study red")
    assert kept(found.trace, "GOL-MARBLE-01") == ("golem red", "study red")
    assert found.option == "study red"
    assert found.out["golem red"] == "GOL-MARBLE-06"


@pytest.mark.clause("GOL-MARBLE-22")
def test_a_criterion_that_accepts_all_is_active_but_narrows_nothing() -> None:
    found = take(["most", "white"], {"golem": ["red"], "artifact": ["blue"], "study": ["white"]})
    assert kept(found.trace, "GOL-MARBLE-01") == ("golem red", "artifact blue", "study white")
    assert found.active == ["GOL-MARBLE-01", "GOL-MARBLE-08"]
    assert found.option == "study white"
