"""The marble action: she looks at the synagogue, takes a marble, and performs its row's action (GOL-MARBLE-33)."""

from __future__ import annotations

from automarium.games.golem.events import TakeMarble
from automarium.games.golem.position import Card, Colour, Desk, District, Position
from automarium.games.golem.rules.actions import mirrored, pay_for_mirror, perform
from automarium.games.golem.rules.looking import look_at_synagogue
from automarium.games.golem.rules.marbles import Synagogue, choose_marble, performed
from automarium.games.golem.rules.students import choose_student, move_student
from automarium.games.golem.rulings import Rulings


def marble_turn(desk: Desk, card: Card) -> None:
    """A marble, its students, its row's action at the strength counted before it was taken."""
    position = desk.position
    rows = look_at_synagogue(desk)
    taken = choose_marble(card.marble, synagogue_seen(position, desk.rulings), desk.notes)
    if taken is None:  # an empty synagogue cannot occur in a game (GOL-A05); nothing can be done then
        return
    row, colour = taken.marble.row, taken.marble.colour
    strength = len(rows[row])
    action = mirrored(desk, under_work=taken.works) if row == "mirror" else performed(row)
    rows[row].remove(colour)
    position.taken.append(colour)
    clause = "GOL-MARBLE-05" if row == "mirror" and taken.works else "GOL-MARBLE-33"
    if desk.heard:
        desk.tell(TakeMarble(row, colour, action, strength), clause, "GOL-MARBLE-14")
    move_by_marble(desk, colour)
    if row == "mirror":
        pay_for_mirror(desk)
    perform(desk, action, strength)


def synagogue_seen(position: Position, rulings: Rulings) -> Synagogue:
    """What the choice of a marble looks at, once the rows are known."""
    assert position.rows is not None
    assert position.character is not None
    card, standing = position.character, position.count_standing()
    return Synagogue(position.rows, position.order, standing, card.left, card.right, position.taken, rulings)


def move_by_marble(desk: Desk, colour: Colour) -> None:
    """A coloured marble moves its student, a black one two different ones, a white one none (GOL-MARBLE-33)."""
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
