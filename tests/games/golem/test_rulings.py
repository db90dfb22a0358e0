"""Open points A01 to A28: what is done by default, and what when they are switched."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, cast

import pytest

from automarium.engine.choice.trace import Notes, Trace
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.message import Refused
from automarium.engine.question import Answer, AnyQuestion, Series
from automarium.games.golem.events import Activate, GolemMoves
from automarium.games.golem.position import DISTRICTS, PRINTED, Area, Colour, Criterion, Desk, District
from automarium.games.golem.rules.artifacts import buy_gold, take_ingot
from automarium.games.golem.rules.books import Alternative, buy_book, choose_book, choose_column, choose_side, use_book
from automarium.games.golem.rules.cards import take_bonus
from automarium.games.golem.rules.effects import carry_out, carry_out_whole
from automarium.games.golem.rules.evening import influence_character, pay_control, take_income
from automarium.games.golem.rules.golems import create, kill
from automarium.games.golem.rules.movement import Direction, choose_step
from automarium.games.golem.rules.rabbi import ActionSpot, choose_tile, play_rabbi_turn, seeks_kill
from automarium.games.golem.rules.resources import gain, is_in_red, pay
from automarium.games.golem.rules.strategy import look_at_strategy
from automarium.games.golem.rules.synagogue import make, move_by_marble, play_marble_turn
from automarium.games.golem.rules.turn import Edge, choose_turn_type, move_golems
from automarium.games.golem.rules.upgrades import Tile, choose_type, choose_upgrade, upgrade
from automarium.games.golem.rules.work import work
from automarium.games.golem.score import score_automa
from automarium.i18n.translator import Translator
from tests.games.golem.kit import (
    DEFINITION,
    ORDER,
    Told,
    book,
    card,
    carry,
    character,
    game,
    golems,
    kept,
    pack,
    plain,
    position,
    replies,
    rulings,
    shown,
)
from tests.games.golem.marble_kit import Rows, take
from tests.traces import thrown_out_by_name as thrown_out

SETTLED = {
    "GOL-A01": "entered",
    "GOL-A11": "one",
    "GOL-A12": "one",
    "GOL-A25": "made-only",
    "GOL-A27": "paid",
    "GOL-A28": "as-printed",
    "GOL-A32": "from-the-top",
    "GOL-A34": "replaces",
    "GOL-A40": "fixed",
    "GOL-A42": "rightmost",
}
GOLEM_UPGRADES = ["leg-2", "leg-3", "control", "cemetery", "work", "plain"]


@pytest.mark.parametrize("id_", SETTLED)
def test_a_settled_ruling_has_one_choice(id_: str) -> None:
    """It is listed and cannot be set to another choice."""
    assert rulings().chosen()[id_] == SETTLED[id_]
    assert next(ruling.choices for ruling in DEFINITION.rulings.rulings() if ruling.id == id_) == (SETTLED[id_],)
    with pytest.raises(Refused):
        settle(DEFINITION.rulings, {id_: "otherwise"})


# --------------------------------------------------------------------------------------------------- the resource track


@pytest.mark.clause("GOL-A01")
def test_a01_the_red_spaces_are_entered_from_the_component() -> None:
    """Asked once, for the level that is played; the rulebooks do not tell them."""
    asked: list[AnyQuestion] = []

    def answer(question: AnyQuestion) -> Answer:
        asked.append(question)
        return [-5, 3]

    table = position(own_board=True, level=3, marker=3)
    found: list[bool] = []

    def look(desk: Desk) -> None:
        for marker in (3, 2, -5):
            desk.position.marker = marker
            found.append(is_in_red(desk))

    carry(table, look, stand_in=answer)
    assert found == [True, False, True]
    (question,) = asked
    assert isinstance(question, Series)
    assert (question.hole, question.low, question.high) == ("red_zone.3.spaces", -5, 20)
    for spaces in ([-6], [21], [3, 2]):
        with pytest.raises(Refused):
            DEFINITION.content.check_pack(Pack(PRINTED.printed, PRINTED.house, {"red_zone": {"1": {"spaces": spaces}}}))


@pytest.mark.clause("GOL-A26")
@pytest.mark.parametrize(("marker", "by", "per_step", "per_payment"), [(18, 5, 3, 1), (-4, -3, -2, -1), (20, 1, 1, 1)])
def test_a26_overflow_by_the_step_or_by_the_payment(marker: int, by: int, per_step: int, per_payment: int) -> None:
    def deed(desk: Desk) -> None:
        if by > 0:
            gain(desk, by, "work")
        else:
            pay(desk, -by, "work")

    assert carry(position(marker=marker), deed).vp == per_step
    assert carry(position(marker=marker), deed, A26="per-payment").vp == per_payment
    assert carry(position(marker=10), deed, A26="per-payment").vp == 0


@pytest.mark.clause("GOL-A27")
def test_a27_golem_control_is_paid_on_the_track_whatever_it_shows() -> None:
    table = position("red 7", "blue 3", marker=-4)
    told = carry(table, pay_control)
    assert (table.marker, told.vp) == (-5, -7), "8 knowledge, 7 of them below −5; never 5 VP a golem"
    assert {entry.clause for entry in table.ledger} == {"GOL-RES-06"}
    assert all("GOL-A27" in step.clauses for step in told.all("resources"))


# ------------------------------------------------------------------------------------------------ useless, and how many


@pytest.mark.clause("GOL-A09")
def test_a09_work_with_golems_that_all_lie() -> None:
    told = carry(position("red 4 lying", "blue 2 lying", marker=5), lambda desk: work(desk, 3))
    assert told.one("no-work").clauses == ("GOL-FAIL-09",)
    assert (told.vp, told.position.marker) == (2, 5)
    switched = carry(position("red 4 lying"), lambda desk: work(desk, 3), A09="nothing")
    assert (switched.tags, switched.vp) == (["no-work"], 0)
    assert switched.one("no-work").clauses == ("GOL-A09",)


DONE = {"artifacts": 4, "ingots": 8}


def useless_book(desk: Desk) -> None:
    buy_book(desk)


WIDE: dict[str, tuple[Any, dict[str, Any]]] = {
    "character": (
        influence_character,
        {"taken": ["red", "yellow"], "character": character("red", "yellow", 1, 0), **DONE},
    ),
    "cemetery": (kill, {"named": ("red 4",), **DONE}),
    "bonus gold": (lambda desk: take_bonus(desk, card(bonus="gold")), DONE),
    "bonus student": (lambda desk: take_bonus(desk, card(bonus="student")), {"students": {"red": 10}}),
    "bonus research": (lambda desk: take_bonus(desk, card(bonus="study")), {"study_track": 10}),
    "bonus golem": (lambda desk: take_bonus(desk, card(bonus="golem-1")), {"supply": 0}),
    "book": (useless_book, DONE),
    "starting tile": (lambda desk: carry_out_whole(desk, ("create-0",), "starting-tile"), {"supply": 0}),
}


def failing(what: str, **switched: Any) -> Told:
    """An effect that can bring nothing: gold when all artifacts are done, and the like."""
    deed, fields = WIDE[what]
    named = fields.get("named", ())
    facts = pack(
        cemetery={"3": {"reward": ["gold-1"]}},
        book={f"red-{n}": {"cost": 0, "immediate": ["gold-1"], "left": [], "right": []} for n in range(1, 9)},
    )
    known = replies(cemetery=3, display=["red", "none", "none", "none", "none"])
    rest = {name: value for name, value in fields.items() if name != "named"}
    return carry(position(*named, marker=9, **rest), deed, facts=facts, stand_in=known, **switched)


@pytest.mark.clause("GOL-A10")
@pytest.mark.parametrize("what", WIDE)
def test_a10_any_other_effect_reaches_far(what: str) -> None:
    told = failing(what)
    assert told.one("useless").clauses == ("GOL-FAIL-07",)
    assert told.vp == 2
    narrow = failing(what, A10="narrow")
    assert narrow.vp == 0
    assert "useless" not in narrow.tags


@pytest.mark.clause("GOL-A10")
def test_a10_conditions_and_parts_are_no_effects() -> None:
    """A level or condition of a bonus, a bare cemetery space, the upgrade step, phase 6, students of a marble."""
    full: Any = {"golem": list(GOLEM_UPGRADES), "artifact": list("abcdef"), "study": list("abcdef")}
    quiet: Any = {"golem_space": {"3": {"income": []}}, "red_zone": {"2": {"spaces": []}}}
    tables: list[tuple[Any, Any]] = [
        (position(), lambda desk: take_bonus(desk, card(bonus="gold", level=3))),
        (position("red 1", "blue 1"), lambda desk: take_bonus(desk, card(bonus="golem-1"))),
        (position("red 4"), kill),
        (position(upgrades=full), take_income),
        (position(supply=0, upgrades=full), lambda desk: make(desk, "golem", 3)),
        (position(students={"red": 10}), lambda desk: move_by_marble(desk, "red")),
        (position(students=dict.fromkeys(DISTRICTS, 10)), lambda desk: move_by_marble(desk, "black")),
    ]
    for table, deed in tables:
        bare = pack(cemetery={"2": {"reward": []}}, **quiet)
        told = carry(table, deed, facts=bare, stand_in=replies(cemetery=2))
        assert told.vp == 0
        assert "useless" not in told.tags
    last = carry(position("red 4"), kill, [0])
    assert (last.data("bury")["space"], last.vp) == (0, 0), "the rightmost space gives nothing"


@pytest.mark.clause("GOL-A10", "GOL-FAIL-06", "GOL-FAIL-08")
def test_a10_narrow_leaves_tiles_and_the_rabbi() -> None:
    for source, clause in (("rabbi", "GOL-FAIL-06"), ("neighbourhood", "GOL-FAIL-08"), ("work", "GOL-FAIL-03")):
        told = carry(position(supply=0), partial(carry_out_whole, effects=("create-0",), source=source), A10="narrow")
        assert (told.vp, told.one("useless").clauses) == (2, (clause,))


@pytest.mark.clause("GOL-A11")
def test_a11_one_ingot_for_3_coins() -> None:
    told = carry(position(marker=20, ingots=1, artifacts=1), buy_gold)
    assert (told.position.ingots, told.position.marker) == (2, 17)


@pytest.mark.clause("GOL-A12")
def test_a12_one_book() -> None:
    facts = pack(
        book={f"blue-{n}": {"cost": 2, "immediate": [], "left": [], "right": []} for n in range(1, 9)},
        red_zone={"2": {"spaces": [20]}},
    )
    told = carry(
        position(marker=18),
        lambda desk: make(desk, "study", 2),
        [["blue", "blue", "blue", "none", "none"]],
        facts=facts,
    )
    assert sum(map(len, told.position.columns)) == 1
    assert told.position.marker == 18


# ------------------------------------------------------------------------------------------------------ before any card


@pytest.mark.clause("GOL-A15")
def test_a15_a_book_before_any_card_of_the_round_is_out() -> None:
    facts = pack(book={f"green-{n}": {"cost": 1, "immediate": [], "left": [], "right": []} for n in range(1, 9)})
    display = ["none", "none", "green", "green", "none"]
    told = carry(
        position(marker=9), lambda desk: carry_out_whole(desk, ("book-3",), "starting-tile"), [display], facts=facts
    )
    assert told.data("book")["place"] == 3, "1, 2, 3, 4, 5 in this order"
    assert [str(one) for one in told.trace("book").candidates] == ["1", "2", "3", "4", "5"]
    none = carry(
        position(marker=9), lambda desk: carry_out_whole(desk, ("book-3",), "starting-tile"), facts=facts, A15="none"
    )
    assert none.tags == ["no-book", "resources"], "nobody is asked, the discount is given out"
    assert none.position.marker == 12
    late = position(marker=9, cards=[card(books=(4, 3, 2, 1, 5))])
    by_card = carry(late, lambda desk: carry_out_whole(desk, ("book-3",), "rabbi"), [display], facts=facts, A15="none")
    assert by_card.data("book")["place"] == 4


@pytest.mark.clause("GOL-A18")
def test_a18_the_red_zone_and_upgrades_of_other_effects() -> None:
    """Level 2 of the house: −5 is red."""
    for effect in ("upgrade-golem-1", "upgrade-any-1"):
        made = carry(position(marker=-5), partial(carry_out_whole, effects=(effect,), source="rabbi"))
        assert made.position.upgrades["golem"] == ["leg-2"]
        stopped = carry(position(marker=-5), partial(carry_out_whole, effects=(effect,), source="rabbi"), A18="yes")
        assert stopped.position.upgrades_made == 0
        assert stopped.one("no-upgrade").clauses == ("GOL-A18",)
        assert stopped.position.marker == -4, "the discount is given out"
    rich = carry(position(marker=9), lambda desk: carry_out_whole(desk, ("upgrade-golem-1",), "rabbi"), A18="yes")
    assert rich.position.upgrades["golem"] == ["leg-2"]


@pytest.mark.clause("GOL-A19")
def test_a19_the_shuffle_bonus_and_its_number() -> None:
    def shuffle(number: int, **switched: Any) -> bool:
        bonus = card(bonus="shuffle", level=number)
        return carry(position(level=2), lambda desk: take_bonus(desk, bonus), **switched).position.reshuffle

    assert (shuffle(2), shuffle(3)) == (True, False)
    assert (shuffle(2, A19="always"), shuffle(4, A19="always")) == (True, True)
    gold = carry(position(level=2), lambda desk: take_bonus(desk, card(bonus="gold", level=3)), A19="always")
    assert gold.position.ingots == 0, "only the shuffle"


# ----------------------------------------------------------------------------------------------- rabbi, turns and steps


@pytest.mark.clause("GOL-A20")
def test_a20_several_tiles_that_kill() -> None:
    tiles = [ActionSpot(occupied=False, kills=number in (2, 4)) for number in range(1, 6)]
    notes: Notes = []
    assert choose_tile((5, 4, 3, 2, 1), tiles, golems("red 8"), rulings(), notes) == 4
    assert thrown_out(notes[0])["2"] == "GOL-A20"
    assert choose_tile((5, 4, 3, 2, 1), tiles, golems("red 8"), rulings(A20="top-first"), notes) == 2


@pytest.mark.clause("GOL-A21")
def test_a21_a_golem_in_viii_to_x_and_the_rabbi_turn() -> None:
    edge = Edge("marble", left_half=False, right_half=False)

    def kind(types: list[Any], *named: str, **switched: str) -> str:
        return choose_turn_type(types, [edge] * (len(types) + 1), golems(*named), rulings(**switched), None)

    assert kind([], "red 9") == "marble"
    assert kind([], "red 9", A21="yes") == "rabbi"
    assert kind(["marble"], "red 8", A21="yes") == "rabbi"
    assert kind([], "red 7", A21="yes") == "marble"
    assert kind(["rabbi"], "red 9", A21="yes") == "marble", "one rabbi action a round"


def step(direction: Direction, *named: str, optional: bool = False, **switched: str) -> str | None:
    found = choose_step(golems(*named), DISTRICTS, direction, rulings(**switched), [], optional=optional)
    return f"{found.golem} to {found.to}" if found else None


@pytest.mark.clause("GOL-A22")
def test_a22_lying_in_i_against_lying_further_right() -> None:
    assert step("either", "red 1 lying", "blue 6 lying") == "red 1 lying to 2"
    assert step("either", "red 1 lying", "blue 6 lying", A22="lying-right") == "blue 6 lying to 5"
    assert step("either", "red 1 lying", "blue 6", A22="lying-right") == "red 1 lying to 2", "where nobody else lies"


@pytest.mark.clause("GOL-A23", "GOL-MOVE-11")
def test_a23_nobody_can_go_back_and_nobody_lies_in_i() -> None:
    assert step("either", "red 1", "blue 1", optional=True) is None
    assert step("either", "red 1", "blue 1") == "red 1 to 2", "a step that must be made"
    assert step("either", "red 1", "blue 1", optional=True, A23="forward") == "red 1 to 2"
    told = carry(position("red 1", "blue 1"), lambda desk: carry_out(desk, ("step-either-2",), "rabbi"))
    assert (told.tags, told.data("no-step")["steps"]) == (["no-step"], 2)
    switched = carry(position("red 1"), lambda desk: carry_out(desk, ("step-either-1",), "rabbi"), A23="forward")
    assert str(switched.position.golems[0]) == "red 2"


# ------------------------------------------------------------------------------------------------------------- upgrades


@pytest.mark.clause("GOL-A24")
def test_a24_which_golems_count_as_created() -> None:
    """One built and killed, both starting ones there; one column. Blue above red."""

    def chosen(**switched: Any) -> Any:
        columns: list[Any] = [[book("red", 1)], [book("blue", 1)], [], []]
        table = position("red 1", "yellow 1", supply=3, buried=1, columns=columns, order=("blue", "red", "yellow"))
        return carry(table, choose_type, **switched).trace("upgrade-type")

    built = chosen()
    assert next(one.scores for one in built.stages if one.clause == "GOL-UPGRADE-02")["golem"] == 1
    assert built.chosen == "study"
    with_starting = chosen(A24="with-starting")
    assert next(one.scores for one in with_starting.stages if one.clause == "GOL-UPGRADE-02")["golem"] == 3
    assert with_starting.chosen == "golem"


@pytest.mark.clause("GOL-A25")
@pytest.mark.parametrize(("area", "plain", "next_one"), [("golem", "plain", "leg-2"), ("artifact", "large", "right-1")])
def test_a25_in_round_iv_only_a_made_upgrade_is_impossible_never_for_its_price(
    area: Any, plain: str, next_one: str
) -> None:
    facts = pack(golem_upgrade={"plain": {"cost": 12}})
    poor = position(round=4, marker=-5)
    carry(poor, lambda desk: carry_out(desk, (f"upgrade-{area}-0",), "rabbi"), facts=facts)
    assert poor.upgrades[area] == [plain]
    made = position(round=4, marker=9, upgrades={area: [plain]})
    carry(made, lambda desk: carry_out(desk, (f"upgrade-{area}-0",), "rabbi"), facts=facts)
    assert made.upgrades[area] == [plain, next_one]


@pytest.mark.clause("GOL-A28")
def test_a28_a_student_step_as_the_tile_says() -> None:
    table = position(students={"red": 4, "yellow": 2, "blue": 2}, order=("blue", "yellow", "red"))
    carry(table, lambda desk: carry_out_whole(desk, ("red-student-1", "student-1"), "starting-tile"))
    assert table.students == {"red": 5, "yellow": 2, "blue": 3}, "the red one, then the leftmost, top-first"


ENGLISH = Translator("en", [DEFINITION.folder])
SECOND = {
    "GOL-A02": ("rows-left", "all-rows"),
    "GOL-A03": ("skip", "next-tile"),
    "GOL-A04": ("counted", "not-counted"),
    "GOL-A05": ("lifted",),
    "GOL-A06": ("tiles-first", "black-first"),
    "GOL-A07": ("work", "mirror"),
    "GOL-A08": ("surplus", "no-surplus"),
    "GOL-A13": ("level-by-level", "column-by-column"),
    "GOL-A14": ("left", "right"),
    "GOL-A16": ("refused",),
    "GOL-A17": ("refused",),
    "GOL-A29": ("two-taken", "at-once"),
    "GOL-A31": ("stands", "lies-down"),
    "GOL-A35": ("whole", "mirror-half"),
    "GOL-A37": ("next-column", "refused"),
    "GOL-A39": ("grey-first", "special-first"),
    "GOL-A30": ("before-effect", "once"),
    "GOL-A43": ("available", "unavailable"),
    "GOL-A44": ("left", "discount"),
    "GOL-A45": ("as-listed", "most-menorahs"),
    "GOL-C04": ("ru", "ua"),
    "GOL-C05": ("ru", "ua"),
    "GOL-C07": ("ru", "ua"),
}


def choices(id_: str) -> pytest.MarkDecorator:
    """Every choice of a ruling, and nothing said at all, which is the default."""
    every = SECOND[f"GOL-{id_}"]
    told: list[tuple[dict[str, Any], str]] = [({}, every[0]), *(({id_: choice}, choice) for choice in every)]
    return pytest.mark.parametrize(("switches", "choice"), told, ids=["unsaid", *every])


@pytest.mark.parametrize("id_", SECOND)
def test_each_ruling_has_its_choices_default_first_and_its_words(id_: str) -> None:
    ruling = next(ruling for ruling in DEFINITION.rulings.rulings() if ruling.id == id_)
    assert ruling.choices == SECOND[id_]
    for choice in ruling.choices:
        assert ENGLISH.look_up(f"ruling.{id_}.{choice}")
    with pytest.raises(Refused) as refused:
        game(None, 1, **{id_.removeprefix("GOL-"): "otherwise"})
    assert refused.value.where == f"rulings.{id_}"


# ------------------------------------------------------------------------------------------------------------- marbles


@pytest.mark.clause("GOL-A02", "GOL-MARBLE-02")
@choices("A02")
def test_a02_k_most_among_the_rows_left_or_among_all(switches: dict[str, Any], choice: str) -> None:
    """The largest row of all has no black marble: among all rows K-MOST accepts nothing and is skipped."""
    rows: Rows = {"golem": ["red"] * 4, "artifact": ["black"], "study": ["black", "white"]}
    found = take(["black", "most"], rows, **switches)
    assert found.option == ("study black" if choice == "rows-left" else "artifact black")
    first = take(["most", "black"], rows, **switches)
    assert first.option == "golem red", "as the first criterion it is the same"


@pytest.mark.clause("GOL-A02")
def test_a02_the_switched_reading_is_named_where_it_narrows() -> None:
    rows: Rows = {"artifact": ["black"], "study": ["black", "white"]}
    assert take(["black", "most"], rows).out["artifact black"] == "GOL-MARBLE-01"
    assert take(["black", "most"], rows, A02="all-rows").out["artifact black"] == "GOL-A02"


@pytest.mark.clause("GOL-A03", "GOL-MARBLE-06")
@choices("A03")
def test_a03_k_strat_without_a_marble_of_the_top_tile(switches: dict[str, Any], choice: str) -> None:
    """Red is on top and the Golem row empty; a Mirror marble never stands for it."""
    rows: Rows = {"artifact": ["black"], "study": ["white"], "mirror": ["blue", "blue"]}
    found = take(["strategy", "white"], rows, **switches)
    assert found.option == ("study white" if choice == "skip" else "artifact black")
    excluded = take(["black", "strategy", "most"], {**rows, "golem": ["red"], "study": ["black", "white"]}, **switches)
    assert excluded.option == ("study black" if choice == "skip" else "artifact black"), "the row is excluded already"
    assert take(["strategy"], {"mirror": ["blue", "red"]}, **switches).active == []


@pytest.mark.clause("GOL-A04")
@choices("A04")
def test_a04_ignored_marbles_count_for_the_size_of_a_row(switches: dict[str, Any], choice: str) -> None:
    rows: Rows = {"golem": ["red", "red", "blue"], "artifact": ["red"] * 4, "study": ["black", "black"]}
    found = take(["most"], rows, taken=["red"], **switches)
    assert found.option == ("golem blue" if choice == "counted" else "study black")
    assert found.out["artifact red"] == "GOL-MARBLE-29", "a row of ignored marbles only is no option"


@pytest.mark.clause("GOL-A05")
@choices("A05")
def test_a05_with_ignored_marbles_only_the_rule_is_lifted(switches: dict[str, Any], choice: str) -> None:
    assert choice == "lifted"
    found = take(
        ["strategy"], {"golem": ["red"], "study": ["red"]}, taken=["red"], order=("blue", "red", "yellow"), **switches
    )
    assert found.option == "study red"
    assert found.trace.stages[0].clause == "GOL-A05"
    assert "GOL-MARBLE-29" not in found.out.values()
    assert take(["most"], {"golem": []}).option is None, "an empty synagogue"


@pytest.mark.clause("GOL-A06", "GOL-MARBLE-32")
@choices("A06")
@pytest.mark.parametrize("order", [ORDER, ("blue", "yellow", "red")], ids=str)
def test_a06_of_several_colours_in_the_row(order: Sequence[District], switches: dict[str, Any], choice: str) -> None:
    """The coloured tiles from the top, then black, then white; or black and white before them."""
    nobodys = cast(Colour, "green")  # no marble has it
    left: list[Colour] = ["white", "black", "yellow", "blue", "red"]
    wanted = [*order, "black", "white"] if choice == "tiles-first" else ["black", "white", *order]
    for colour in wanted:
        found = take([], {"golem": left}, order=order, pair=(nobodys, nobodys), **switches)
        assert found.option == f"golem {colour}"
        assert set(found.out.values()) <= {"GOL-A06"}
        left = [other for other in left if other != colour]


@pytest.mark.clause("GOL-A07", "GOL-MARBLE-28")
@choices("A07")
@pytest.mark.parametrize("standing", [0, 1, 2])
def test_a07_only_work_and_mirror_left(standing: int, switches: dict[str, Any], choice: str) -> None:
    found = take(["black"], {"work": ["black"], "mirror": ["black"]}, standing=standing, **switches)
    expected = "work" if standing == 2 else choice
    assert found.option == f"{expected} black"
    assert set(found.out.values()) == {"GOL-MARBLE-24" if standing == 2 else "GOL-MARBLE-28"}
    three: Rows = {"work": ["black"], "study": ["black"], "mirror": ["black"]}
    assert take(["black"], three, **switches).option == "study black", "beside another action nothing changes"


@pytest.mark.clause("GOL-A07")
@choices("A07")
def test_a07_on_the_table(switches: dict[str, Any], choice: str) -> None:
    played = card(["black"])
    rows: dict[str, list[str]] = {"work": ["black"], "mirror": ["black"], "golem": ["red"]}
    table = position("red 3", rows=rows, cards=[played], neighbourhoods={"red-3": 3}, order=("yellow", "red", "blue"))
    told = carry(table, lambda desk: play_marble_turn(desk, played), [[]], **switches)
    action = "work" if choice == "work" else "artifact"
    assert (told.data("marble")["row"], told.data("marble")["action"]) == (choice, action)


@pytest.mark.clause("GOL-A29", "GOL-MARBLE-29")
@choices("A29")
def test_a29_a_character_with_twice_the_same_colour(switches: dict[str, Any], choice: str) -> None:
    rows: Rows = {"golem": ["red", "blue"], "study": ["white"]}
    twice = take(["left", "white"], rows, pair=("red", "red"), taken=["red"], **switches)
    assert twice.option == ("golem red" if choice == "two-taken" else "study white")
    assert ("GOL-MARBLE-29" in twice.out.values()) is (choice == "at-once")
    both = take(["left", "white"], rows, pair=("red", "red"), taken=["red", "red"], **switches)
    assert both.out["golem red"] == "GOL-MARBLE-29"
    plain = take(["left", "white"], rows, pair=("red", "yellow"), taken=["red"], **switches)
    assert plain.out["golem red"] == "GOL-MARBLE-29", "with two colours it is ignored either way"


@pytest.mark.clause("GOL-A35", "GOL-MARBLE-04")
@choices("A35")
def test_a35_k_work_without_a_standing_golem(switches: dict[str, Any], choice: str) -> None:
    rows: Rows = {"work": ["black"], "study": ["white"], "mirror": ["black"]}
    found = take(["work", "white"], rows, **switches)
    assert found.option == ("study white" if choice == "whole" else "work black")
    if choice == "mirror-half":
        assert found.out["mirror black"] == "GOL-MARBLE-03"
    without: Rows = {"study": ["white"], "mirror": ["black"]}
    assert take(["work", "white"], without, **switches).option == "study white"
    assert take(["work", "black"], without, standing=1, **switches).option == "mirror black"


@pytest.mark.clause("GOL-A43", "GOL-MARBLE-34")
@choices("A43")
@pytest.mark.parametrize(
    "column", [["white", "black"], ["most", "black"], ["neither", "black"], ["left", "black"]], ids=str
)
def test_a43_work_without_a_standing_golem(column: list[Criterion], switches: dict[str, Any], choice: str) -> None:
    """Every criterion would take the Work marble; if it is unavailable the black one is taken."""
    colour: Colour = "red" if column[0] == "left" else "white"
    rows: Rows = {"work": [colour, colour], "study": ["black"]}
    pair: tuple[Colour, Colour] = ("red", "black") if column[0] == "neither" else ("red", "yellow")
    assert take(column, rows, pair=pair, **switches).option == (
        f"work {colour}" if choice == "available" else "study black"
    )
    assert take(column, rows, pair=pair, standing=1, **switches).option == f"work {colour}"


@pytest.mark.clause("GOL-A43")
@choices("A43")
def test_a43_if_nothing_else_lies_there_work_is_taken_all_the_same(switches: dict[str, Any], choice: str) -> None:
    assert choice in SECOND["GOL-A43"]
    assert take(["most", "white"], {"work": ["white"]}, **switches).option == "work white"


@pytest.mark.clause("GOL-C05", "GOL-MARBLE-10", "GOL-MARBLE-12")
@choices("C05")
@pytest.mark.parametrize(("criterion", "own", "other"), [("left", "red", "yellow"), ("right", "yellow", "red")])
def test_c05_the_colour_switches_when_she_took_it_or_when_none_is_left(
    criterion: Criterion, own: Colour, other: Colour, switches: dict[str, Any], choice: str
) -> None:
    missing = take([criterion, "white"], {"golem": [other, "white"]}, **switches)
    assert missing.option == ("golem white" if choice == "ru" else f"golem {other}")
    clause = "GOL-MARBLE-10" if criterion == "left" else "GOL-MARBLE-12"
    assert (missing.out.get("golem white") == clause) is (choice == "ua")
    taken = take([criterion, "white"], {"golem": [own, other, "white"]}, taken=[own], **switches)
    assert taken.option == (f"golem {other}" if choice == "ru" else "golem white"), "it is ignored, but still there"


# ---------------------------------------------------------------------------------------------------- work and failing


@pytest.mark.clause("GOL-A08", "GOL-WORK-09")
@choices("A08")
def test_a08_the_surplus_of_the_strength(switches: dict[str, Any], choice: str) -> None:
    table = position("red 3", neighbourhoods={"red-3": 3})
    own = pack(neighbourhood={"red-3": {"effects": ["vp-1"]}})
    told = carry(table, lambda desk: work(desk, 4), facts=own, **switches)
    assert table.marker == (3 if choice == "surplus" else 0)
    assert told.vp == 1
    nobody = carry(position(), lambda desk: work(desk, 4), **switches)
    assert (nobody.position.marker, nobody.vp) == (0, 2), "without golems 2 VP and no surplus"
    paid = carry(position("red 3", "blue 2", marker=5), lambda desk: work(desk, 1), [3, 3], facts=own, **switches)
    assert plain(paid.all("resources")[0].event)["marker"] == 3, "a price is paid either way"


@pytest.mark.clause("GOL-C04", "GOL-FAIL-03", "GOL-FAIL-04")
@choices("C04")
@pytest.mark.parametrize(
    ("named", "ru", "ua"), [(("red 9", "blue 9"), 4, 2), (("red 9",), 2, 2), (("red 9", "red 3"), 2, 0)]
)
def test_c04_two_vp_for_each_useless_golem_or_for_a_useless_work(
    named: tuple[str, ...], ru: int, ua: int, switches: dict[str, Any], choice: str
) -> None:
    """In VIII–X there is no tile; red III brings 3 resources."""
    table = position(*named, neighbourhoods={"red-3": 3})
    told = carry(table, lambda desk: work(desk, 2), **switches)
    assert told.vp == (ru if choice == "ru" else ua)
    assert all(golem.lying for golem in table.golems)


# --------------------------------------------------------------------------------------------------------------- books


@pytest.mark.clause("GOL-A13", "GOL-BOOK-19")
@choices("A13")
def test_a13_level_by_level_or_down_each_column(switches: dict[str, Any], choice: str) -> None:
    left = [book("red", 1, ["vp-1"]), book("red", 2, ["vp-2"])]
    right = [book("blue", 1, ["vp-3"]), book("blue", 2, ["vp-4"])]
    table = position(columns=[left, right, [], []])
    told = carry(table, lambda desk: carry_out_whole(desk, ("books-3",), "rabbi"), **switches)
    order = [2, 4, 1] if choice == "level-by-level" else [2, 1, 4]
    assert [entry.vp for entry in table.ledger] == order
    assert all("GOL-BOOK-19" in [stage.clause for stage in step.traces[-1].stages] for step in told.all("book-bonus"))


@pytest.mark.clause("GOL-A14", "GOL-BOOK-22")
@choices("A14")
def test_a14_only_one_of_k_left_and_k_right_or_neither(switches: dict[str, Any], choice: str) -> None:
    yes = Alternative(possible=True, kills=False)

    def side(*column: str) -> tuple[str | None, set[str]]:
        notes: Notes = []
        found = choose_side(column, [], yes, yes, rulings(**switches), notes)
        return found, set(thrown_out(notes[0]).values())

    assert side("most", "right", "black") == ("right", {"GOL-A14"}), "the one that is shown"
    assert side("left", "white") == ("left", {"GOL-A14"})
    assert side("most", "black") == (choice, {"GOL-A14"})
    assert side("right", "left") == ("right", {"GOL-BOOK-22"}), "with both of them nothing is open"


@pytest.mark.clause("GOL-A16", "GOL-A17", "GOL-BOOK-07")
@pytest.mark.parametrize(
    ("colour", "columns"), [("yellow", [["red"], ["green"], ["blue"], ["black", "red"]]), ("black", [["red"] * 5] * 4)]
)
def test_a16_a17_a_book_that_fits_no_column_is_refused(colour: str, columns: list[list[str]]) -> None:
    notes: Notes = []
    students: Any = {"red": 5, "yellow": 5, "blue": 5}
    found = choose_book((1, 2), [colour, None, None, None, None], columns, students, rulings(), notes)
    assert found is None
    assert thrown_out(notes[0])["1"] == "GOL-BOOK-07"


@pytest.mark.clause("GOL-A37", "GOL-BOOK-10", "GOL-BOOK-13")
@choices("A37")
def test_a37_the_leftmost_black_only_column_is_full(switches: dict[str, Any], choice: str) -> None:
    columns = [["red"], ["black"] * 5, ["green"], ["black"]]
    assert choose_column("blue", columns, rulings(**switches)) == (4 if choice == "next-column" else None)
    definition = [["red"], ["black"] * 4, ["green"], ["black"]]
    assert choose_column("blue", definition, rulings(**switches)) == 2
    full = [["red"], ["black"] * 5, ["green"], ["black"] * 5]
    notes: Notes = []
    assert choose_column("blue", full, rulings(**switches), notes) is None
    assert thrown_out(notes[0])["2"] == "GOL-BOOK-13"


@pytest.mark.clause("GOL-C07", "GOL-BOOK-10")
@choices("C07")
def test_c07_a_new_colour_without_an_empty_column(switches: dict[str, Any], choice: str) -> None:
    columns = [["red"], ["green"], ["black"], ["yellow"]]
    notes: Notes = []
    students: Any = {"red": 1, "yellow": 1, "blue": 1}
    found = choose_book((1, 2), ["blue", "red", None, None, None], columns, students, rulings(**switches), notes)
    assert found == ((1, 3) if choice == "ru" else (2, 1))
    empty = [["red"], ["green"], ["black"], []]
    assert choose_column("blue", empty, rulings(**switches)) == 4, "an empty one is taken either way"


# ------------------------------------------------------------------------------------------------ golems and artifacts


@pytest.mark.clause("GOL-A31", "GOL-GOLEM-09", "GOL-GOLEM-11")
@choices("A31")
@pytest.mark.parametrize(("effects", "vp"), [(["vp-1"], 1), (["artifact"], 2)], ids=["useful", "useless"])
def test_a31_the_new_golem_stands_or_lies_in_section_one(
    effects: list[str], vp: int, switches: dict[str, Any], choice: str
) -> None:
    own = pack(neighbourhood={"red-1": {"effects": effects}})
    table = position(upgrades={"golem": ["leg-3"]}, neighbourhoods={"red-1": 1}, marker=9)
    told = carry(table, create, facts=own, **switches)
    (golem,) = table.golems
    assert (golem.section, golem.lying) == (1, choice == "lies-down")
    assert told.data("activate")["lies_down"] is (choice == "lies-down")
    assert "GOL-A31" in told.one("activate").clauses
    assert told.vp == vp, "2 VP if its tile is useless"


@pytest.mark.clause("GOL-A39", "GOL-ART-14")
@choices("A39")
def test_a39_a_grey_or_a_special_tile_where_both_fit(switches: dict[str, Any], choice: str) -> None:
    """Otherwise the kind that the cell is printed for; the large tile counts as above every cell."""
    own = pack(artifact_tile={"1": {"right_1": "either", "right_2": "special", "left_2": "grey"}})
    table = position()
    for _ in range(3):
        table.marker = 20
        carry(table, lambda desk: upgrade(desk, "artifact"), facts=own, **switches)
    either = "grey" if choice == "grey-first" else "special"
    assert table.cells == {"right-1": either, "right-2": "special", "left-2": "grey"}
    assert "large" not in table.upgrades["artifact"]


@pytest.mark.clause("GOL-A39")
@choices("A39")
def test_a39_when_one_kind_is_used_up_the_other_fits(switches: dict[str, Any], choice: str) -> None:
    own = pack(
        artifact_tile={"1": {f"{side}_{level}": "either" for level in (1, 2, 3, 4) for side in ("left", "right")}}
    )
    table = position()
    for _ in range(6):
        table.marker = 20
        carry(table, lambda desk: upgrade(desk, "artifact"), facts=own, **switches)
    kinds = ["grey"] * 3 + ["special"] * 2 if choice == "grey-first" else ["special"] * 2 + ["grey"] * 3
    assert list(table.cells.values()) == kinds
    assert list(table.cells) == ["right-1", "left-1", "right-2", "left-2", "right-3"]
    assert table.upgrades["artifact"][-1] == "large", "last of all, when no tile for a cell is left"


GOLEM_UPGRADES = ["leg-2", "leg-3", "control", "cemetery", "work", "plain"]


def moves(told: Told) -> list[tuple[int, int]]:
    return [(event.from_, event.to) for event in told.of(GolemMoves)]


def activated(told: Told) -> list[tuple[str, int]]:
    return [(event.district, event.section) for event in told.of(Activate)]


@pytest.mark.clause("GOL-A30")
def test_a30_a_tile_is_sent_lowest_once() -> None:
    made: Any = {"golem": list(GOLEM_UPGRADES), "artifact": list("abcdef")}
    table = position(supply=0, artifacts=4, upgrades=made)
    carry(table, lambda desk: look_at_strategy(desk, "red"))
    carry(table, lambda desk: look_at_strategy(desk, "yellow"))
    assert table.order == ["blue", "red", "yellow"]
    again = carry(table, lambda desk: look_at_strategy(desk, "red"))
    assert (again.tags, table.order) == ([], ["blue", "red", "yellow"]), "the red tile does not go under the yellow one"


@pytest.mark.clause("GOL-A30", "GOL-GOLEM-12", "GOL-STRAT-08")
@pytest.mark.parametrize(("a30", "first"), [("before-effect", "yellow"), ("once", "red")])
def test_a30_the_tile_moves_before_the_effect_of_the_last_upgrade(a30: str, first: str) -> None:
    made = [id_ for id_ in GOLEM_UPGRADES if id_ != "work"]
    tiles = {"red-4": 4, "yellow-4": 4}
    table = position("red 4", "yellow 4", supply=0, upgrades={"golem": made}, neighbourhoods=tiles, buried_at=0)
    told = carry(table, lambda desk: upgrade(desk, "golem"), A30=a30)
    assert activated(told)[0] == (first, 4)
    assert table.order == ["yellow", "blue", "red"]
    tags = told.tags
    assert (tags.index("exhausted") < tags.index("activate")) is (a30 == "before-effect")
    assert kept(told.trace("worker"), "GOL-WORK-06") == (f"{first} 4",)


@pytest.mark.clause("GOL-A30", "GOL-ART-12")
@pytest.mark.parametrize(("a30", "first"), [("before-effect", "red"), ("once", "yellow")])
def test_a30_the_tile_moves_before_the_benefit_of_the_last_artifact(a30: str, first: str) -> None:
    order: Any = ("yellow", "red", "blue")
    tiles = {"red-4": 4, "yellow-4": 4}
    made: Any = {"artifact": list("abcdef")}
    table = position("red 4", "yellow 4", order=order, artifacts=3, upgrades=made, neighbourhoods=tiles)
    table.buried_at = 0
    facts = pack(artifact_tile={"1": {"benefit_4": ["activate-1"]}})
    places = sum(facts.house["cauldron"][str(level)]["ingots"] for level in range(1, 5))
    table.ingots = places - 1
    told = carry(table, take_ingot, facts=facts, A30=a30)
    assert activated(told)[0] == (first, 4)
    assert table.order == ["red", "blue", "yellow"]


@pytest.mark.clause("GOL-A44", "GOL-BOOK-21", "GOL-DISC-01")
@choices("A44")
def test_a44_a_slash_of_which_neither_side_can_be_applied(switches: dict[str, Any], choice: str) -> None:
    """No golem stands and none is left to create; only the right side has a discount."""
    table = position("red 4 lying", supply=0, marker=0)
    told = carry(table, lambda desk: use_book(desk, book(left=["activate-1"], right=["create-2"])), **switches)
    taken = {"left": "activate-1", "discount": "create-2"}[choice]
    assert told.data("book-bonus")["effects"] == (taken,)
    assert table.marker == (2 if choice == "discount" else 0)
    traces = [trace for step in told.steps for trace in step.traces if trace.about == "slash"]
    assert len(traces) == (2 if choice == "discount" else 1)
    assert [stage.clause for stage in traces[0].stages] == ["GOL-BOOK-21"]
    if choice == "discount":
        assert kept(traces[1], "GOL-A44") == ("right",)


@pytest.mark.clause("GOL-A44")
def test_a44_without_a_discount_or_if_its_price_cannot_be_paid_the_left_side_is_taken() -> None:
    sides = ([["activate-1"], ["activate-2"]], [["activate-1"], ["red-student-back", "create-2"]])
    for left, right in sides:
        table = position("red 4 lying", supply=0)
        told = carry(table, lambda desk: use_book(desk, book(left=left, right=right)), A44="discount")  # noqa: B023
        assert told.data("book-bonus")["effects"] == ("activate-1",)


@pytest.mark.clause("GOL-A45", "GOL-GOLEM-02", "GOL-RESEARCH-02")
@choices("A45")
@pytest.mark.parametrize("area", ["golem", "study"])
def test_a45_equal_prices_beyond_the_named_ties(area: Area, switches: dict[str, Any], choice: str) -> None:
    notes: Notes = []
    tiles = [Tile("a", 2, "other", 1), Tile("b", 2, "other", 2), Tile("c", 2, "other", 2), Tile("d", 3, "other", 9)]
    found = choose_upgrade(area, 1, tiles, rulings(**switches), notes)
    assert found is not None
    assert found.id == ("a" if choice == "as-listed" else "b")
    stages = [stage.clause for stage in notes[0].stages]
    assert ("GOL-A45" in stages) is (choice == "most-menorahs")


@pytest.mark.clause("GOL-A32")
@pytest.mark.parametrize("participants", [2, 3, 4])
def test_a32_the_action_tiles_are_the_top_positions(participants: int) -> None:
    table = position("red 1", "blue 1", humans=participants - 1)
    assert f"{participants + 1} action tiles, from the top" in shown("GOL-A32", table)
    told = carry(
        table,
        lambda desk: play_rabbi_turn(desk, card(rabbi=(5, 4, 3, 2, 1))),
        stand_in=replies(occupied=[], action_tile=11),
    )
    assert told.data("rabbi")["tile"] == participants + 1


@pytest.mark.clause("GOL-A33", "GOL-FAIL-10")
@pytest.mark.parametrize("effect", ["create-2", "upgrade-golem-2", "book-2"])
def test_a33_a_failed_effect_with_a_discount(effect: str) -> None:
    made: Any = {"golem": list(GOLEM_UPGRADES)}

    def failed(**switched: Any) -> Told:
        table = position(supply=0, upgrades=made)
        return carry(
            table,
            lambda desk: carry_out_whole(desk, (effect,), "neighbourhood"),
            stand_in=replies(display=["none"] * 5),
            **switched,
        )

    resources = failed()
    assert (resources.position.marker, resources.vp) == (2, 0)
    both = failed(A33="both")
    assert (both.position.marker, both.vp) == (2, 2)


@pytest.mark.clause("GOL-A34", "GOL-SCORE-04")
def test_a34_leftover_resources_score_once() -> None:
    rich, poor = (score_automa(position(marker=marker)) for marker in (20, 0))
    assert sum(line.points for line in rich) - sum(line.points for line in poor) == 4
    assert [line.what for line in rich].count("resources") == 1


# ---------------------------------------------------------------------------------------------------- steps and incomes


def step_of(direction: Direction, *named: str, **switched: str) -> tuple[str | None, Trace]:
    notes: Notes = []
    found = choose_step(golems(*named), DISTRICTS, direction, rulings(**switched), notes)
    return (f"{found.golem} to {found.to}" if found else None), notes[0]


@pytest.mark.clause("GOL-A36")
@pytest.mark.parametrize(
    ("direction", "stuck", "free"), [("forward", 10, "blue 4 to 5"), ("backward", 1, "blue 4 to 3")]
)
def test_a36_a_lying_golem_that_cannot_make_the_step(direction: Direction, stuck: int, free: str) -> None:
    assert step_of(direction, f"red {stuck} lying", "blue 4")[0] == free
    lost, trace = step_of(direction, f"red {stuck} lying", "blue 4", A36="step-lost")
    assert lost is None
    assert thrown_out(trace) == {"blue 4": f"GOL-MOVE-0{5 if stuck == 10 else 8}", f"red {stuck} lying": "GOL-MOVE-20"}


@pytest.mark.clause("GOL-A36", "GOL-MOVE-22")
def test_a36_steps_that_are_lost_in_this_way_cost_no_vp() -> None:
    """The penalty is for golems that are all in X."""

    def morning(*named: str, **switched: Any) -> Told:
        return carry(position(*named, golem_track=6, character=character(steps=0)), move_golems, **switched)

    assert moves(morning("red 10 lying", "blue 2")) == [(2, 3), (3, 4), (4, 5), (5, 6)]
    lost = morning("red 10 lying", "blue 2", A36="step-lost")
    assert (moves(lost), lost.vp) == ([], 0)
    assert lost.one("no-step").clauses == ("GOL-A36",)
    assert lost.data("no-step")["steps"] == 4
    assert morning("red 10 lying", "blue 10", A36="step-lost").vp == -10


@pytest.mark.clause("GOL-A38", "GOL-INCOME-07")
def test_a38_the_order_of_the_incomes_after_the_artifacts() -> None:
    """It matters where an income moves a student: here the golem track's, and the street of that student gives VP."""
    facts = pack(
        red_zone={"2": {"spaces": list(range(-5, 21))}},
        golem_space={"3": {"income": ["red-student-1"]}},
        street={"red-1": {"income": []}, "red-2": {"income": ["vp-4"]}},
        study_space={"2": {"income": ["gain-1"]}},
    )

    def incomes(**switched: Any) -> tuple[list[str], int]:
        told = carry(position(study_track=2), take_income, facts=facts, **switched)
        return [step_of.event.key() for step_of in told.all("income")], told.vp

    assert incomes() == (["income.students", "income.study", "income.golem"], 0)
    assert incomes(A38="golem-track-first") == (["income.golem", "income.study", "income.students"], 4)


# ------------------------------------------------------------------------------------------------------ work, exchanges


@pytest.mark.clause("GOL-A40", "GOL-WORK-11")
def test_a40_a_golem_created_on_the_way_neither_works_nor_counts() -> None:
    """Red II creates one in yellow I; the next is blue I, though yellow is above it."""
    table = position("red 2", "blue 1", marker=9)
    told = carry(table, lambda desk: work(desk, 3), stand_in=replies(neighbourhood_red_2=2, neighbourhood_blue_1=1))
    assert told.data("work")["golems"] == 2, "three could be paid for, two stood"
    assert activated(told) == [("red", 2), ("blue", 1)]
    assert [str(golem) for golem in table.golems] == ["red 2 lying", "blue 1 lying", "yellow 1"]


@pytest.mark.clause("GOL-A40")
def test_a40_too_few_left_is_no_refund() -> None:
    """Red VII makes the upgrade that activates a golem at once: blue III works for that and not for the action."""
    table = position("red 7", "blue 3", marker=9, upgrades={"golem": GOLEM_UPGRADES[:4]})
    told = carry(table, lambda desk: work(desk, 1), stand_in=replies(neighbourhood_red_7=7, neighbourhood_blue_3=3))
    assert table.upgrades["golem"][-1] == "work"
    assert activated(told) == [("red", 7), ("blue", 3)]
    assert [step_of.clauses[0] for step_of in told.all("activate")] == [
        "GOL-WORK-05",
        "GOL-WORK-13",
    ]
    assert plain(told.all("resources")[0].event)["count"] == 2, "the price of two golems"
    assert table.marker == 9 - 2 + 3


@pytest.mark.clause("GOL-A41", "GOL-GEN-08")
def test_a41_exchanges_are_made_even_in_the_red_zone() -> None:
    def exchange(marker: int, *effects: str, **switched: Any) -> Told:
        table = position(marker=marker, students={"red": 3}, study_track=1)
        return carry(table, lambda desk: carry_out_whole(desk, effects, "neighbourhood"), **switched)

    assert exchange(-5, "pay-3", "vp-6").vp == 6 - 3
    assert exchange(0, "red-student-back", "vp-4").position.students["red"] == 2
    assert exchange(0, "study-back", "vp-3").position.study_track == 0
    switched = exchange(0, "pay-3", "vp-6", A41="not-in-red")
    assert (switched.position.marker, switched.vp) == (0, 2), "not made: an effect without benefit"
    assert exchange(9, "pay-3", "vp-6", A41="not-in-red").vp == 6
    plain = exchange(0, "vp-3", A41="not-in-red")
    assert plain.vp == 3, "nothing is exchanged"


@pytest.mark.clause("GOL-A41")
@pytest.mark.parametrize("price", ["blue-student-back", "study-back"])
def test_a41_not_if_the_price_cannot_be_moved(price: str) -> None:
    told = carry(position(), lambda desk: carry_out_whole(desk, (price, "vp-5", "gain-4"), "neighbourhood"))
    assert told.tags == ["exchange", "useless", "points"]
    assert told.one("exchange").clauses == ("GOL-A41",)
    assert (told.vp, told.position.marker) == (2, 0)


@pytest.mark.clause("GOL-A42", "GOL-WORK-13")
def test_a42_an_effect_activates_the_rightmost_standing_golem() -> None:
    table = position("red 2", "yellow 3", "blue 3", "red 6 lying", order=("blue", "yellow", "red"))
    told = carry(
        table, lambda desk: carry_out(desk, ("activate-1",), "character"), stand_in=replies(neighbourhood_blue_3=3)
    )
    assert activated(told) == [("blue", 3)]
    assert thrown_out(told.trace("worker")) == {
        "red 6 lying": "GOL-WORK-07",
        "red 2": "GOL-WORK-05",
        "yellow 3": "GOL-WORK-06",
    }


@pytest.mark.clause("GOL-A42")
def test_a42_a_tile_alone_beside_the_rightmost_golem_of_any_posture() -> None:
    table = position("red 2", "yellow 3", "blue 6 lying")
    told = carry(table, lambda desk: carry_out(desk, ("tile",), "rabbi"), stand_in=replies(neighbourhood_blue_6=6))
    assert told.data("neighbourhood")["section"] == 6
    assert (told.data("neighbourhood")["district"], "activate" in told.tags) == ("blue", False)
    assert set(thrown_out(told.trace("neighbour")).values()) == {"GOL-A42"}
    assert [golem.lying for golem in table.golems] == [False, False, True]
    tied = position("red 4", "yellow 4 lying", order=("yellow", "red", "blue"))
    beside = carry(tied, lambda desk: carry_out(desk, ("tile",), "rabbi"), stand_in=replies(neighbourhood=5))
    assert beside.data("neighbourhood")["district"] == "yellow", "top-first"


@pytest.mark.clause("GOL-A42", "GOL-MOVE-16")
def test_a42_forward_up_to_four_is_one_step_of_a_lying_golem() -> None:
    def rush(*named: str) -> Told:
        return carry(
            position(*named),
            lambda desk: carry_out(desk, ("rush-4",), "rabbi"),
            stand_in=replies(neighbourhood_red_3=3, neighbourhood_blue_3=3, neighbourhood_yellow_6=6),
        )

    lying = rush("red 2 lying", "blue 5 lying", "yellow 6")
    assert (moves(lying), activated(lying)) == ([(2, 3)], [("red", 3)])
    assert str(lying.position.golems[0]) == "red 3 lying"
    standing = rush("red 3", "yellow 6")
    assert (moves(standing), activated(standing)) == ([], [("yellow", 6)])


@pytest.mark.clause("GOL-A42")
def test_a42_the_highest_completed_artifact() -> None:
    facts = pack(artifact_tile={"1": {f"benefit_{n}": [f"vp-{n}"] for n in range(1, 5)}})
    told = carry(position(artifacts=3), lambda desk: carry_out(desk, ("artifact",), "neighbourhood"), facts=facts)
    assert (told.data("artifact-yields")["artifact"], told.vp) == (3, 3)
    assert carry(position(), lambda desk: carry_out_whole(desk, ("artifact",), "neighbourhood")).vp == 2


# ------------------------------------------------------------------------------------------- where the two texts differ


@pytest.mark.clause("GOL-C03", "GOL-CHAR-02")
def test_c03_a_match_in_the_red_zone() -> None:
    def matched(marker: int, **switched: Any) -> Told:
        card_ = character("red", "yellow", 1, 5, "vp-6")
        return carry(position(marker=marker, taken=["red", "yellow"], character=card_), influence_character, **switched)

    russian = matched(0)
    assert (russian.position.marker, russian.vp) == (3, 0)
    ukrainian = matched(0, C03="ua")
    assert (ukrainian.position.marker, ukrainian.vp) == (-3, 6), "3 coins are paid for the bonus"
    assert ukrainian.one("influence").clauses == ("GOL-C03",)
    assert matched(9, C03="ua").position.marker == 4, "outside the red zone the texts agree"


@pytest.mark.clause("GOL-C08", "GOL-MOVE-15")
def test_c08_forward_or_stay() -> None:
    assert step_of("forward-or-stay", "red 1", "blue 5")[0] is None
    moved, trace = step_of("forward-or-stay", "red 1", "blue 5", C08="ua")
    assert moved == "red 1 to 2"
    assert thrown_out(trace) == {"blue 5": "GOL-MOVE-06"}
    lying, trace = step_of("forward-or-stay", "red 1", "blue 5 lying", C08="ua")
    assert lying == "blue 5 lying to 6"
    assert thrown_out(trace) == {"red 1": "GOL-C08"}


@pytest.mark.clause("GOL-C12", "GOL-RABBI-02")
def test_c12_two_golems_in_viii_to_x() -> None:
    tiles = [ActionSpot(occupied=False, kills=number == 3) for number in range(1, 6)]

    def tile(*named: str, **switched: str) -> int | str | None:
        return choose_tile((2, 1, 3, 4, 5), tiles, golems(*named), rulings(**switched), None)

    assert (tile("red 8"), tile("red 8", "blue 9")) == (3, 3)
    assert (tile("red 8", C12="ua"), tile("red 8", "blue 9", C12="ua")) == (3, 2)
    assert not seeks_kill(golems("red 7"), rulings(C12="ua"))
