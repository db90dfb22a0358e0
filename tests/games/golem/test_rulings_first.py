"""Open points A01 to A28: what is done by default, and what when they are switched."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from automarium.games.golem.position import DISTRICTS, PRINTED, Desk
from automarium.games.golem.room import ROOM
from automarium.games.golem.rules.actions import make
from automarium.games.golem.rules.artifacts import buy_gold
from automarium.games.golem.rules.cards import take_bonus
from automarium.games.golem.rules.carrying import carry_out, whole
from automarium.games.golem.rules.evening import control, income, influence_character
from automarium.games.golem.rules.golems import kill
from automarium.games.golem.rules.library import buy_book
from automarium.games.golem.rules.movement import Direction, choose_step
from automarium.games.golem.rules.rabbi import ActionSpot, choose_tile
from automarium.games.golem.rules.resources import gain, in_red, pay
from automarium.games.golem.rules.synagogue import move_by_marble
from automarium.games.golem.rules.turn import Edge, next_type
from automarium.games.golem.rules.upgrades import choose_type
from automarium.games.golem.rules.work import work
from automarium.kernel.choice import Notes
from automarium.kernel.pack import Pack
from automarium.kernel.question import Answer, AnyQuestion, Series
from automarium.kernel.ruling import settle
from automarium.kernel.saying import Refused
from tests.games.golem.kit import Told, book, card, carry, character, golems, pack, position, replies, rulings
from tests.traces import thrown_out_by_name as thrown_out

SETTLED = {
    "GOL-A01": "entered",
    "GOL-A11": "one",
    "GOL-A12": "one",
    "GOL-A25": "made-only",
    "GOL-A27": "paid",
    "GOL-A28": "as-printed",
    "GOL-A30": "once",
    "GOL-A32": "from-the-top",
    "GOL-A34": "replaces",
    "GOL-A40": "fixed",
    "GOL-A42": "rightmost",
}
GOLEM_UPGRADES = ["leg-2", "leg-3", "control", "cemetery", "work", "plain"]


@pytest.mark.parametrize("id_", SETTLED)
def test_a_settled_ruling_has_one_choice(id_: str) -> None:
    """It is listed, so that nobody wonders, and cannot be set to anything else."""
    assert rulings().chosen()[id_] == SETTLED[id_]
    assert next(ruling.choices for ruling in ROOM.rulings.rulings() if ruling.id == id_) == (SETTLED[id_],)
    with pytest.raises(Refused):
        settle(ROOM.rulings, {id_: "otherwise"})


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
            found.append(in_red(desk))

    carry(table, look, stand_in=answer)
    assert found == [True, False, True]
    (question,) = asked
    assert isinstance(question, Series)
    assert (question.hole, question.low, question.high) == ("red_zone.3.spaces", -5, 20)
    for spaces in ([-6], [21], [3, 2]):
        with pytest.raises(Refused):
            ROOM.check_pack(Pack(PRINTED.printed, PRINTED.house, {"red_zone": {"1": {"spaces": spaces}}}))


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
    told = carry(table, control)
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
    "starting tile": (lambda desk: whole(desk, ("create-0",), "starting-tile"), {"supply": 0}),
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
        (position(upgrades=full), income),
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
        told = carry(position(supply=0), partial(whole, effects=("create-0",), source=source), A10="narrow")
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
    told = carry(position(marker=9), lambda desk: whole(desk, ("book-3",), "starting-tile"), [display], facts=facts)
    assert told.data("book")["place"] == 3, "1, 2, 3, 4, 5 in this order"
    assert [str(one) for one in told.trace("book").candidates] == ["1", "2", "3", "4", "5"]
    none = carry(position(marker=9), lambda desk: whole(desk, ("book-3",), "starting-tile"), facts=facts, A15="none")
    assert none.tags == ["no-book", "resources"], "nobody is asked, the discount is given out"
    assert none.position.marker == 12
    late = position(marker=9, cards=[card(books=(4, 3, 2, 1, 5))])
    by_card = carry(late, lambda desk: whole(desk, ("book-3",), "rabbi"), [display], facts=facts, A15="none")
    assert by_card.data("book")["place"] == 4


@pytest.mark.clause("GOL-A18")
def test_a18_the_red_zone_and_upgrades_of_other_effects() -> None:
    """Level 2 of the house: −5 is red."""
    for effect in ("upgrade-golem-1", "upgrade-any-1"):
        made = carry(position(marker=-5), partial(whole, effects=(effect,), source="rabbi"))
        assert made.position.upgrades["golem"] == ["leg-2"]
        stopped = carry(position(marker=-5), partial(whole, effects=(effect,), source="rabbi"), A18="yes")
        assert stopped.position.upgrades_made == 0
        assert stopped.one("no-upgrade").clauses == ("GOL-A18",)
        assert stopped.position.marker == -4, "the discount is given out"
    rich = carry(position(marker=9), lambda desk: whole(desk, ("upgrade-golem-1",), "rabbi"), A18="yes")
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
        return next_type(types, [edge] * (len(types) + 1), golems(*named), rulings(**switched), None)

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
    carry(table, lambda desk: whole(desk, ("red-student-1", "student-1"), "starting-tile"))
    assert table.students == {"red": 5, "yellow": 2, "blue": 3}, "the red one, then the leftmost, top-first"
