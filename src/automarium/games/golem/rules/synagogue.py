"""The marble action: she looks at the synagogue, takes a marble, and performs its row's action (GOL-MARBLE-33)."""

from __future__ import annotations

from automarium.games.golem.events import TakeMarble
from automarium.games.golem.position import COLOURS, DISTRICTS, ROWS, Card, Colour, Desk, Position, Row
from automarium.games.golem.rules.actions import mirrored, pay_for_mirror, perform
from automarium.games.golem.rules.marbles import Synagogue, choose_marble, performed
from automarium.games.golem.rules.students import choose_student, move_student
from automarium.games.golem.rulings import Rulings
from automarium.kernel.saying import refuse, term
from automarium.kernel.table import Field, Form, Several


def marble_turn(desk: Desk, card: Card) -> None:
    """A marble, its students, its row's action at the strength counted before it was taken."""
    position = desk.position
    rows = look_at_synagogue(desk)
    taken = choose_marble(card.marble, synagogue_seen(position, desk.rulings), desk.notes)
    if taken is None:  # an empty synagogue cannot occur in a game (GOL-A05); nothing can be done then
        return
    row, colour = taken.marble.row, taken.marble.colour
    strength = len(rows[row])
    action = performed(taken, mirrored(desk) if row == "mirror" and not taken.works else None)
    rows[row].remove(colour)
    position.taken.append(colour)
    clause = "GOL-MARBLE-05" if row == "mirror" and taken.works else "GOL-MARBLE-33"
    desk.tell(TakeMarble(row, colour, action, strength), clause, "GOL-MARBLE-14")
    move_by_marble(desk, colour)
    if row == "mirror":
        pay_for_mirror(desk)
    perform(desk, action, strength)


def synagogue_seen(position: Position, rulings: Rulings) -> Synagogue:
    """What the choice of a marble looks at, once the rows are known."""
    assert position.rows is not None
    assert position.character is not None
    colours = position.character.colours
    return Synagogue(position.rows, position.order, len(position.standing), *colours, position.taken, rulings)


def look_at_synagogue(desk: Desk) -> dict[Row, list[Colour]]:
    """The marbles in each row: all of them at her first look of a round, then only what is gone since."""
    rows = desk.position.rows
    if rows is None:
        rows = _all_rows(desk)
        with desk.told():
            desk.position.rows = rows
        return rows
    gone = _gone(desk, rows)
    with desk.told():
        for name in gone:
            row, _, colour = name.partition("-")
            rows[row].remove(colour)  # type: ignore[index, arg-type]
    return rows


def _all_rows(desk: Desk) -> dict[Row, list[Colour]]:
    """On one screen; no more of a colour than were thrown in for so many participants."""
    thrown = marbles_thrown(desk)
    fields = tuple(
        Field(
            row,
            Several(
                about="ask.row",
                params={"row": term("row", row)},
                place=row,
                options=COLOURS,
                most=sum(thrown.values()),
                limits=thrown,
                family="marble",
                default=[],
            ),
        )
        for row in ROWS
    )
    told: dict[Row, list[Colour]] = desk.ask(Form(about="form.rows", fields=fields))
    left = dict(thrown)
    for row in ROWS:
        for colour in told[row]:
            left[colour] -= 1
            if left[colour] < 0:
                marble = term("marble", colour)
                raise refuse("rows.too-many", f"to.{row}", marble=marble, count=thrown[colour])
    return {row: list(told[row]) for row in ROWS}


def marbles_thrown(desk: Desk) -> dict[str, int]:
    """How many of each colour are in the game, by the number of participants."""
    thrown: dict[str, int] = desk.pack.printed["marbles"][str(desk.position.participants)]
    return {colour: thrown[colour] for colour in COLOURS}


def _gone(desk: Desk, rows: dict[Row, list[Colour]]) -> list[str]:
    """What the humans took since; nothing unless they say otherwise."""
    counted = {f"{row}-{colour}": there.count(colour) for row, there in rows.items() for colour in COLOURS}
    there = {name: count for name, count in counted.items() if count}
    asked = Several(
        about="ask.gone",
        options=tuple(there),
        most=sum(there.values()),
        limits=there,
        family="marble-in-row",
        default=[],
    )
    gone: list[str] = desk.ask(asked)
    return gone


def move_by_marble(desk: Desk, colour: Colour) -> None:
    """A coloured marble moves its student, a black one two different ones, a white one none (GOL-MARBLE-33)."""
    position = desk.position
    if colour == "black":  # GOL-STUDENT-06
        moved: list[str] = []
        for _ in range(2):
            but = [known for known in DISTRICTS if known in moved]
            district = choose_student(position.students, position.order, "forward", desk.notes, but=but)
            if district is not None:
                move_student(desk, district, "GOL-STUDENT-06")
                moved.append(district)
    elif colour != "white":
        move_student(desk, colour, "GOL-STUDENT-05", "GOL-MARBLE-33")
