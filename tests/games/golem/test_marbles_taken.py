"""The last resort of the marble choice, what is ignored, and what is done with the marble (GOL-MARBLE-23…34)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automarium.games.golem.position import AREA_OF, COLOURS, CRITERIA, ROWS, Colour, Criterion, District, Row
from automarium.games.golem.rules.marbles import Marble, Synagogue, choose_marble
from automarium.games.golem.rules.synagogue import play_marble_turn
from automarium.games.golem.rules.turn import play_morning
from tests.games.golem.kit import card, carry, character, kept, plain, position, rulings
from tests.games.golem.marble_kit import EMPTY, Rows, take, turn
from tests.proof import scale

# ---------------------------------------------------------------------------------------------------- the last resort


@pytest.mark.clause("GOL-MARBLE-23", "GOL-MARBLE-25")
@pytest.mark.parametrize(
    ("order", "row"), [(("red", "yellow", "blue"), "artifact"), (("blue", "red", "yellow"), "study")], ids=str
)
@pytest.mark.parametrize("standing", [0, 1, 2, 3])
def test_what_the_criteria_leave_the_coloured_tiles_decide(order: Sequence[District], row: str, standing: int) -> None:
    """Among the options only: the Golem row has none, though its tile is the highest."""
    found = take(
        ["black"], {"golem": ["red"], "artifact": ["black"], "study": ["black"]}, order=order, standing=standing
    )
    assert found.option == f"{row} black"
    other = "study black" if row == "artifact" else "artifact black"
    assert found.out == {"golem red": "GOL-MARBLE-07", other: "GOL-MARBLE-25"}


@pytest.mark.clause("GOL-MARBLE-24", "GOL-STRAT-02")
@pytest.mark.parametrize(
    ("standing", "option", "clause"),
    [
        (0, "golem black", "GOL-MARBLE-25"),
        (1, "golem black", "GOL-MARBLE-25"),
        (2, "work black", "GOL-MARBLE-24"),
        (3, "work black", "GOL-MARBLE-24"),
    ],
)
def test_the_main_tile_work_with_two_standing_golems(standing: int, option: str, clause: str) -> None:
    found = take(["black"], {"work": ["black"], "golem": ["black"], "mirror": ["white"]}, standing=standing)
    assert found.option == option
    assert set(found.out.values()) == {"GOL-MARBLE-07", clause}


@pytest.mark.clause("GOL-MARBLE-26")
@pytest.mark.parametrize("row", ["golem", "artifact", "study"])
@pytest.mark.parametrize("standing", [0, 1, 2])
def test_mirror_is_not_chosen_beside_another_action(row: Row, standing: int) -> None:
    found = take(["black"], {row: ["black"], "mirror": ["black"]}, standing=standing)
    assert found.option == f"{row} black"
    assert found.out == {"mirror black": "GOL-MARBLE-26"}


@pytest.mark.clause("GOL-MARBLE-27")
def test_a_criterion_may_single_out_a_mirror_marble() -> None:
    """E3: Work and Mirror, two marbles each, and only the last criterion names one of Mirror."""
    rows: Rows = {"work": ["blue", "blue"], "golem": ["yellow"], "mirror": ["yellow", "blue"]}
    found = take(["work", "most", "black", "white", "right"], rows, standing=1)
    assert (found.option, found.works) == ("mirror yellow", True)
    assert found.active == ["GOL-MARBLE-03", "GOL-MARBLE-01", "GOL-MARBLE-11"]
    assert "GOL-MARBLE-26" not in found.out.values()


@pytest.mark.clause("GOL-MARBLE-28")
@pytest.mark.parametrize("standing", [0, 1])
def test_of_work_and_mirror_it_is_work(standing: int) -> None:
    found = take(["black"], {"work": ["black"], "golem": ["red"], "mirror": ["black"]}, standing=standing)
    assert found.option == "work black"
    assert found.out == {"golem red": "GOL-MARBLE-07", "mirror black": "GOL-MARBLE-28"}


@pytest.mark.clause("GOL-MARBLE-29")
@pytest.mark.parametrize(("taken", "option"), [([], "golem red"), (["red"], "study blue")])
def test_other_marbles_of_a_character_colour_she_has_are_ignored(taken: list[Colour], option: str) -> None:
    found = take(["most", "strategy"], {"golem": ["red", "red", "red"], "study": ["blue", "black"]}, taken=taken)
    assert found.option == option
    if taken:
        assert found.out["golem red"] == "GOL-MARBLE-29"
        assert found.trace.stages[0].clause == "GOL-MARBLE-29", "before any criterion"


@pytest.mark.clause("GOL-MARBLE-30")
@pytest.mark.parametrize("taken", ["blue", "black", "white"])
def test_a_first_marble_of_another_colour_makes_nothing_ignored(taken: Colour) -> None:
    """White is a colour of its own here: it is no joker, and on no card with red and yellow."""
    found = take(["most"], {"golem": [taken, taken, "red"], "study": ["yellow"]}, taken=[taken])
    assert "GOL-MARBLE-29" not in found.out.values()
    assert kept(found.trace, "GOL-MARBLE-01") == (f"golem {taken}", "golem red")
    assert take(["left", "right"], {"golem": ["white", "blue"]}).active == [], "white is neither left nor right"
    assert take(["neither"], {"golem": ["white", "red"]}).option == "golem white"


@pytest.mark.clause("GOL-MARBLE-31")
def test_what_she_took_is_forgotten_in_the_next_round() -> None:
    told = carry(position("red 1", taken=["red", "white"], stage="round"), play_morning, [1])
    assert told.position.taken == []
    played = card(["left"])
    told.position.rows = {"artifact": ["red", "blue"]}
    told.position.character = character("red", "yellow")
    again = carry(told.position, lambda desk: play_marble_turn(desk, played), [[]])
    assert again.data("marble")["colour"] == "red"


@pytest.mark.clause("GOL-MARBLE-32")
def test_for_several_colours_of_the_row_a_ruling_is_named_instead_of_a_rule() -> None:
    found = take(["neither"], {"golem": ["white", "black", "blue"], "study": ["black"]})
    assert str(found.option).startswith("golem ")
    assert found.out["study black"] == "GOL-MARBLE-25"
    others = [clause for option, clause in found.out.items() if option.startswith("golem")]
    assert others == ["GOL-A06", "GOL-A06"]


# --------------------------------------------------------------------------------------------------- the marble taken


@pytest.mark.clause("GOL-MARBLE-33")
def test_first_the_marble_then_its_student_then_the_action_of_the_row() -> None:
    told = turn(["left"], {"artifact": ["red", "blue", "white"]})
    assert told.tags[:3] == ["marble", "student", "resources"]
    assert told.data("marble") == {
        "do": "marble",
        "row": "artifact",
        "colour": "red",
        "action": "artifact",
        "strength": 3,
    }
    assert told.one("marble").clauses[0] == "GOL-MARBLE-33"
    assert told.position.rows == {**EMPTY, "artifact": ["blue", "white"]}
    assert told.position.taken == ["red"]
    gained = plain(told.all("resources")[0].event)
    assert (gained["count"], gained["reason"]) == (3, "artifact-action"), "counted before the marble was taken"


@pytest.mark.clause("GOL-MARBLE-33")
@pytest.mark.parametrize(
    ("colour", "moved"),
    [("red", ["red"]), ("yellow", ["yellow"]), ("blue", ["blue"]), ("black", ["red", "yellow"]), ("white", [])],
)
def test_a_marble_moves_students_by_its_colour(colour: Colour, moved: list[str]) -> None:
    told = turn(["most"], {"artifact": [colour]})
    assert [plain(step.event)["district"] for step in told.all("student")] == moved


@pytest.mark.clause("GOL-MARBLE-34", "GOL-FAIL-05")
def test_work_is_taken_although_it_brings_nothing() -> None:
    told = turn(["white"], {"work": ["white"], "artifact": ["red", "blue"]})
    assert told.data("marble")["row"] == "work"
    assert told.one("marble").clauses[0] == "GOL-MARBLE-33"
    assert "no-work" in told.tags
    exhausted = turn(["white"], {"artifact": ["white"], "study": ["red"]}, exhausted=["yellow"])
    assert exhausted.data("marble")["row"] == "artifact"
    assert "only-resources" in exhausted.tags


# --------------------------------------------------------------------------------------- against the normative form


def by_the_book(column: Sequence[Criterion], look: Synagogue) -> Marble | None:
    """The procedure as the catalogue writes it down, letter by letter, with the default rulings."""
    everything = [Marble(row, colour) for row in ROWS for colour in dict.fromkeys(look.rows.get(row, ()))]
    ignored = {colour for colour in look.taken if colour in (look.left, look.right)}
    if look.left == look.right and list(look.taken).count(look.left) == 1:
        ignored = set()
    options = [one for one in everything if one.colour not in ignored] or everything
    left = look.right if look.left in look.taken else look.left
    right = look.left if look.right in look.taken else look.right
    for criterion in column:
        largest = [len(look.rows[one.row]) for one in options]
        accepts: dict[Criterion, Callable[[Marble], bool]] = {
            "most": lambda one: len(look.rows[one.row]) == max(largest),  # noqa: B023 - used in this turn of the loop
            "work": lambda one: one.row in ("work", "mirror") and look.standing >= 1,
            "strategy": lambda one: one.row == AREA_OF[look.order[0]],
            "black": lambda one: one.colour == "black",
            "white": lambda one: one.colour == "white",
            "left": lambda one: one.colour == left,
            "right": lambda one: one.colour == right,
            "neither": lambda one: one.colour not in (look.left, look.right),
        }
        hit = [one for one in options if accepts[criterion](one)]
        options = hit or options
        if hit and len(hit) == 1:
            return hit[0]
    tiles = [AREA_OF[colour] for colour in look.order]
    rows = {one.row for one in options}
    if look.standing >= 2 and "work" in rows:
        rows = {"work"}
    elif rows & set(tiles):
        rows = {next(row for row in tiles if row in rows)}
    elif "work" in rows:
        rows = {"work"}
    colours: tuple[Colour, ...] = (*look.order, "black", "white")
    return next((one for colour in colours for one in options if one.row in rows and one.colour == colour), None)


@pytest.mark.clause(
    "GOL-MARBLE-14", "GOL-MARBLE-16", "GOL-MARBLE-18", "GOL-MARBLE-19", "GOL-MARBLE-21", "GOL-MARBLE-23"
)
@settings(max_examples=scale(60, 300), deadline=None)
@given(
    column=st.lists(st.sampled_from(CRITERIA), max_size=6, unique=True),
    rows=st.dictionaries(st.sampled_from(ROWS), st.lists(st.sampled_from(COLOURS), max_size=4)),
    order=st.permutations(("red", "yellow", "blue")),
    standing=st.integers(0, 3),
    left=st.sampled_from(COLOURS),
    right=st.sampled_from(COLOURS),
    taken=st.lists(st.sampled_from(COLOURS), max_size=1),
)
def test_every_choice_is_that_of_the_normative_form(
    column: list[Criterion],
    rows: dict[Row, list[Colour]],
    order: list[District],
    standing: int,
    left: Colour,
    right: Colour,
    taken: list[Colour],
) -> None:
    look = Synagogue(rows, order, standing, left, right, taken, rulings())
    noted, silent = choose_marble(column, look, []), choose_marble(column, look, None)
    assert noted == silent
    assert (noted.marble if noted else None) == by_the_book(column, look)
