"""The marble action, the actions of the rows, and the mirror (GOL-MARBLE-33, GOL-ACT, GOL-MIRROR)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import le

from automarium.engine.choice.choose import choose, decision, first, only
from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.message import refuse, term
from automarium.engine.play.command import Given
from automarium.engine.question import Field, Form, Several
from automarium.games.golem.events import NoUpgrade, OnlyResources, TakeMarble
from automarium.games.golem.position import (
    AREA_OF,
    COLOUR_OF,
    COLOURS,
    ROWS,
    Action,
    Area,
    Card,
    Colour,
    Desk,
    District,
    Golem,
    Position,
    Row,
)
from automarium.games.golem.rules.artifacts import buy_gold
from automarium.games.golem.rules.books import buy_book
from automarium.games.golem.rules.golems import create
from automarium.games.golem.rules.marbles import Synagogue, choose_marble, find_action
from automarium.games.golem.rules.resources import gain, is_in_red, pay
from automarium.games.golem.rules.strategy import Order
from automarium.games.golem.rules.students import choose_student, move_student
from automarium.games.golem.rules.upgrades import count_left, upgrade
from automarium.games.golem.rules.work import work
from automarium.games.golem.rulings import Rulings

MIRROR_PRICE = 1  # GOL-MIRROR-01
MIRROR_STANDING = 2  # GOL-MIRROR-02


def perform(desk: Desk, action: Action, strength: int) -> None:
    if action == "work":
        work(desk, strength)
    else:
        make(desk, action, strength)


# ---------------------------------------------------------------------------------------------------------- the mirror


def choose_mirrored(golems: Iterable[Golem], order: Order, notes: Notes | None, *, under_work: bool = False) -> Action:
    """Return what the mirror performs: Work with two standing golems, otherwise the action of the top tile
    (GOL-MIRROR-02, -03); always Work for a marble that was taken while K-WORK was active (GOL-MIRROR-04)."""
    enough = sum(1 for golem in golems if not golem.lying) >= MIRROR_STANDING
    return _mirror_action(enough, tuple(order), under_work, notes=notes)


@decision
def _mirror_action(enough: bool, order: Order, under_work: bool, *, notes: Notes | None = None) -> Action:
    actions: tuple[Action, ...] = ("work", *(AREA_OF[colour] for colour in order))
    found = choose(
        actions,
        only(lambda action: action == "work", "GOL-MARBLE-05")
        if under_work
        else only(lambda action: (action == "work") is enough, "GOL-MIRROR-02"),
        first(actions.index, "GOL-MIRROR-03"),
        notes=notes,
        about="mirror",
        family="action",
    )
    assert found is not None
    return found


def mirror_row(desk: Desk, *, under_work: bool = False) -> Action:
    """Return what the mirror performs; the 3 coins for the research track are never paid (GOL-MIRROR-05)."""
    return choose_mirrored(desk.position.golems, desk.position.order, desk.notes, under_work=under_work)


def pay_for_mirror(desk: Desk) -> None:
    pay(desk, MIRROR_PRICE, "mirror", "GOL-MIRROR-01")


# -------------------------------------------------------------------------------------------- golem, artifact, study


def make(desk: Desk, area: Area, strength: int) -> None:
    """Gain resources, make an upgrade, do the main action, in this order (GOL-ACT-01)."""
    gain(desk, strength, "artifact-action" if area == "artifact" else area, "GOL-ACT-02")
    if COLOUR_OF[area] in desk.position.exhausted:  # GOL-GOLEM-13, GOL-ART-13
        desk.emit(OnlyResources, "GOL-GOLEM-13" if area == "golem" else "GOL-ART-13", area)
        return
    if is_in_red(desk):  # GOL-ACT-03, GOL-ACT-04
        desk.emit(NoUpgrade, "GOL-ACT-03", "red-zone")
    elif count_left(desk, area):
        upgrade(desk, area, 0, "GOL-ACT-06")
    else:
        desk.emit(NoUpgrade, "GOL-ACT-07", "none-left")
    do_main_action(desk, area)


def do_main_action(desk: Desk, area: Area) -> None:
    """Create a golem, buy an ingot or a book, also in the red zone (GOL-ACT-05)."""
    match area:
        case "golem":
            create(desk)
        case "artifact":
            buy_gold(desk)
        case "study":
            buy_book(desk, 0, "GOL-RESEARCH-05")


GONE = "gone"
NAMES: dict[Row, dict[Colour, str]] = {row: {colour: f"{row}-{colour}" for colour in COLOURS} for row in ROWS}


def look_at_synagogue(desk: Desk) -> dict[Row, list[Colour]]:
    """Ask for the marbles in each row unless they were reported with the card of this turn."""
    position = desk.position
    if position.looked < position.turn or position.rows is None:
        fields = build_marble_fields(desk)
        if len(fields) == 1:
            keep_marbles(desk, {GONE: desk.ask(fields[0].question)})
        else:
            keep_marbles(desk, desk.ask(Form(about="form.rows", fields=fields, filled=True)))
    assert position.rows is not None
    return position.rows


def build_marble_fields(desk: Desk) -> tuple[Field, ...]:
    """Return the fields for the five rows, or for what the humans have taken since; the default is nothing."""
    position = desk.position
    if position.rows is None:
        return desk.pack.once(_row_fields)[position.participants]
    there: dict[str, int] = {}
    for row, marbles in position.rows.items():
        if marbles:
            there |= _counted(row, tuple(marbles))
    gone = Several(
        about="ask.gone",
        options=tuple(there),
        most=sum(there.values()),
        limits=there,
        family="marble-in-row",
        default=[],
    )
    return (Field(GONE, gone),)


@lru_cache(4096)
def _counted(row: Row, marbles: tuple[Colour, ...]) -> dict[str, int]:
    return {name: marbles.count(colour) for colour, name in NAMES[row].items() if colour in marbles}


def _row_fields(pack: Pack) -> dict[int, tuple[Field, ...]]:
    """Return the fields of the five rows."""
    return {
        participants: tuple(Field(row, _row(row, thrown)) for row in ROWS)
        for participants, thrown in pack.once(_all_thrown).items()
    }


def _row(row: Row, thrown: dict[str, int]) -> Several:
    return Several(
        about="ask.row",
        params={"row": term("row", row)},
        place=row,
        options=COLOURS,
        most=sum(thrown.values()),
        limits=thrown,
        family="marble",
        default=[],
    )


def keep_marbles(desk: Desk, answers: Given) -> None:
    """Keep the reported marbles; raise Refused if there are more of a colour than the participants have thrown in."""
    position = desk.position
    rows = position.rows
    if rows is None:
        _check(answers, count_thrown(desk))
    with desk.observed():
        if rows is None:
            position.rows = {row: list(answers[row]) for row in ROWS}
        else:
            for name in answers[GONE]:
                row, _, colour = name.partition("-")
                rows[row].remove(colour)
    position.looked = position.turn


def _check(answers: Given, thrown: dict[str, int]) -> None:
    everywhere = [colour for row in ROWS for colour in answers[row]]
    if all(map(le, map(everywhere.count, thrown), thrown.values())):
        return
    left = dict(thrown)
    for row in ROWS:
        for colour in answers[row]:
            left[colour] -= 1
            if left[colour] < 0:
                raise refuse("rows.too-many", f"to.{row}", marble=term("marble", colour), count=thrown[colour])


def count_thrown(desk: Desk) -> dict[str, int]:
    """Return how many marbles of each colour are in the game."""
    return desk.pack.once(_all_thrown)[desk.position.participants]


def _all_thrown(pack: Pack) -> dict[int, dict[str, int]]:
    marbles = pack.printed["marbles"].items()
    return {int(participants): {colour: thrown[colour] for colour in COLOURS} for participants, thrown in marbles}


def play_marble_turn(desk: Desk, card: Card) -> None:
    """Take a marble, move its students, perform its row's action at the strength counted before it was taken."""
    position = desk.position
    rows = look_at_synagogue(desk)
    taken = choose_marble(card.marble, make_synagogue(position, desk.rulings), desk.notes)
    if taken is None:  # an empty synagogue cannot occur in a game (GOL-A05); nothing can be done then
        return
    row, colour = taken.marble.row, taken.marble.colour
    strength = len(rows[row])
    action = mirror_row(desk, under_work=taken.works) if row == "mirror" else find_action(row)
    rows[row].remove(colour)
    position.taken.append(colour)
    clause = "GOL-MARBLE-05" if row == "mirror" and taken.works else "GOL-MARBLE-33"
    desk.emit(TakeMarble, (clause, "GOL-MARBLE-14"), row, colour, action, strength)
    move_by_marble(desk, colour)
    if row == "mirror":
        pay_for_mirror(desk)
    perform(desk, action, strength)


def make_synagogue(position: Position, rulings: Rulings) -> Synagogue:
    """Return the facts for the choice of a marble, once the rows are known."""
    assert position.rows is not None
    assert position.character is not None
    card, standing = position.character, position.count_standing()
    return Synagogue(position.rows, position.order, standing, card.left, card.right, position.taken, rulings)


def move_by_marble(desk: Desk, colour: Colour) -> None:
    """Move the student of a coloured marble, two different ones for a black marble, none for a white one
    (GOL-MARBLE-33)."""
    position = desk.position
    if colour == "black":  # GOL-STUDENT-06
        moved: list[District] = []
        for _ in range(2):
            district = choose_student(position.students, position.order, "forward", desk.notes, but=moved)
            if district is not None:
                move_student(desk, district, "GOL-STUDENT-06")
                moved.append(district)
    elif colour != "white":
        move_student(desk, colour, "GOL-STUDENT-05", "GOL-MARBLE-33")
