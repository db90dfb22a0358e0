"""Her three turns of the actions phase: a card, its bonus, a marble or the rabbi (GOL-CARD, GOL-MARBLE, GOL-RABBI)."""

from __future__ import annotations

from automarium.games.golem.actions import mirrored, pay_for_mirror, perform
from automarium.games.golem.cards import reveal, take_bonus
from automarium.games.golem.carrying import whole
from automarium.games.golem.choices import choose_student
from automarium.games.golem.decisions import LOWEST, ActionSpot, Edge, choose_tile, next_type, seeks_kill
from automarium.games.golem.events import NoTile, PlaceRabbi, TakeMarble, TileAction, TurnKind
from automarium.games.golem.facts import Desk
from automarium.games.golem.marbles import Synagogue, choose_marble, performed
from automarium.games.golem.pieces import move_student
from automarium.games.golem.position import COLOURS, DISTRICTS, ROWS, Card, Colour, Row
from automarium.kernel.table import Count, Pick, Series, Several

NO_TILE = 0


def automa_turn(desk: Desk) -> None:
    """One of the three turns of a round; she never passes (GOL-GEN-07, GOL-TURN-01)."""
    desk.position.turn += 1
    card = reveal(desk)
    take_bonus(desk, card)
    if decide_kind(desk) == "rabbi":
        rabbi_turn(desk, card)
    else:
        marble_turn(desk, card)


def decide_kind(desk: Desk) -> str:
    """Only one of the grey and yellow columns is carried out (GOL-CARD-07, GOL-TURN)."""
    position, table = desk.position, desk.table
    edges = [Edge(card.first, card.left_half, card.right_half) for card in position.cards]
    kind = next_type(position.types, edges, position.golems, table.rulings, table.notes)
    position.types.append(kind)
    table.tell(TurnKind(kind), "GOL-TURN-01")
    return kind


# -------------------------------------------------------------------------------------------------------------- marble


def marble_turn(desk: Desk, card: Card) -> None:
    """A marble, its students, its row's action at the strength counted before it was taken (GOL-MARBLE-33)."""
    position, table = desk.position, desk.table
    rows = look_at_synagogue(desk)
    character = position.character
    assert character is not None
    synagogue = Synagogue(
        rows, position.order, len(position.standing), *character.colours, position.taken, table.rulings
    )
    taken = choose_marble(card.marble, synagogue, table.notes)
    if taken is None:  # an empty synagogue cannot occur in a game (GOL-A05); nothing can be done then
        return
    row, colour = taken.marble.row, taken.marble.colour
    strength = len(rows[row])
    action = performed(taken, mirrored(desk) if row == "mirror" and not taken.works else None)
    rows[row].remove(colour)
    position.taken.append(colour)
    clause = "GOL-MARBLE-05" if row == "mirror" and taken.works else "GOL-MARBLE-33"
    table.tell(TakeMarble(row, colour, action, strength), clause, "GOL-MARBLE-14")
    move_by_marble(desk, colour)
    if row == "mirror":
        pay_for_mirror(desk)
    perform(desk, action, strength)


def look_at_synagogue(desk: Desk) -> dict[Row, list[Colour]]:
    """The marbles in each row: all of them at her first look of a round, then only what is gone since."""
    position, table = desk.position, desk.table
    if position.rows is None:
        left = dict(desk.pack.printed["marbles"][str(position.participants)])
        position.rows = {}
        for row in ROWS:
            limits: dict[str, int] = {colour: left[colour] for colour in COLOURS}
            asked = Several(
                about="ask.row",
                params={"row": row},
                place=row,
                options=COLOURS,
                most=sum(left.values()),
                limits=limits,
                family="marble",
                default=[],
            )
            position.rows[row] = table.ask(asked)
            for colour in position.rows[row]:
                left[colour] -= 1
        return position.rows
    counted = {f"{row}-{colour}": there.count(colour) for row, there in position.rows.items() for colour in COLOURS}
    there = {name: count for name, count in counted.items() if count}
    asked = Several(
        about="ask.gone",
        options=tuple(there),
        most=sum(there.values()),
        limits=there,
        family="marble-in-row",
        default=[],
    )
    for name in table.ask(asked):
        row_name, _, gone = name.partition("-")
        position.rows[row_name].remove(gone)
    return position.rows


def move_by_marble(desk: Desk, colour: Colour) -> None:
    """A coloured marble moves its student, a black one two different ones, a white one none (GOL-MARBLE-33)."""
    position = desk.position
    if colour == "black":  # GOL-STUDENT-06
        moved: list[str] = []
        for _ in range(2):
            district = choose_student(
                position.students,
                position.order,
                "forward",
                desk.table.notes,
                but=[known for known in DISTRICTS if known in moved],
            )
            if district is not None:
                move_student(desk, district, "GOL-STUDENT-06")
                moved.append(district)
    elif colour != "white":
        move_student(desk, colour, "GOL-STUDENT-05", "GOL-MARBLE-33")


# --------------------------------------------------------------------------------------------------------------- rabbi


def rabbi_turn(desk: Desk, card: Card) -> None:
    """The grey column decides the tile; its action as usual (GOL-RABBI-01, GOL-RABBI-10)."""
    position, table = desk.position, desk.table
    tiles = look_at_tiles(desk)
    spot = choose_tile(card.rabbi, tiles, position.golems, table.rulings, table.notes)
    if spot is None:  # GOL-RABBI-12
        table.tell(NoTile(), "GOL-RABBI-12")
        return
    position.rabbi = spot
    kills = seeks_kill(position.golems, table.rulings)
    table.tell(PlaceRabbi(spot), "GOL-RABBI-03" if spot == LOWEST else "GOL-RABBI-02" if kills else "GOL-RABBI-05")
    if spot == LOWEST:
        whole(desk, ("kill", *desk.effects("lowest.space.effects")), "rabbi")  # GOL-RABBI-04
        return
    number = action_tile(desk, int(spot))
    table.tell(TileAction(number), "GOL-RABBI-10")
    whole(desk, desk.effects(f"action_tile.{number}.effects"), "rabbi")


def look_at_tiles(desk: Desk) -> list[ActionSpot]:
    """Which tiles have a rabbi on them; where the kill tile lies only if she seeks a kill (GOL-RABBI-02, -08)."""
    position, table = desk.position, desk.table
    positions = position.participants + 1  # GOL-A32
    asked = Series(about="ask.occupied", low=1, high=positions, most=position.humans, rising=True, default=[])
    position.occupied = table.ask(asked)
    killing = 0
    if seeks_kill(position.golems, table.rulings):
        killing = table.ask(Count(about="ask.kill-tile", low=NO_TILE, high=positions))
        if killing and len(known := kill_tiles(desk)) == 1:
            position.actions[killing] = known[0]
    return [ActionSpot(number in position.occupied, number == killing) for number in range(1, positions + 1)]


def kill_tiles(desk: Desk) -> list[int]:
    """Only one of the twelve lets her kill a golem: where it lies is then all that must be told (GOL-A20)."""
    tiles = desk.pack.printed["action_tile"]
    return [int(id_) for id_ in tiles if "kill" in desk.effects(f"action_tile.{id_}.effects")]


def action_tile(desk: Desk, spot: int) -> int:
    """Which of the twelve action tiles lies on a position; told once a round."""
    position = desk.position
    if spot not in position.actions:
        options = tuple(
            int(id_) for id_ in desk.pack.printed["action_tile"] if int(id_) not in position.actions.values()
        )
        asked = Pick(about="ask.action-tile", params={"number": spot}, options=options, family="action_tile")
        position.actions[spot] = desk.table.ask(asked)
    return position.actions[spot]
