"""What she is told of the marbles: all of them at her first look of a round, then only what was taken since."""

from __future__ import annotations

from functools import lru_cache
from operator import le

from automarium.games.golem.position import COLOURS, ROWS, Colour, Desk, Row
from automarium.kernel.command import Given
from automarium.kernel.pack import Pack
from automarium.kernel.question import Field, Form, Several
from automarium.kernel.saying import refuse, term

GONE = "gone"
NAMES: dict[Row, dict[Colour, str]] = {row: {colour: f"{row}-{colour}" for colour in COLOURS} for row in ROWS}


def look_at_synagogue(desk: Desk) -> dict[Row, list[Colour]]:
    """The marbles in each row, asked for unless they were told together with the card of this turn."""
    position = desk.position
    if position.looked < position.turn or position.rows is None:
        fields = marble_fields(desk)
        if len(fields) == 1:
            keep_marbles(desk, {GONE: desk.ask(fields[0].question)})
        else:
            keep_marbles(desk, desk.ask(Form(about="form.rows", fields=fields, filled=True)))
    assert position.rows is not None
    return position.rows


def marble_fields(desk: Desk) -> tuple[Field, ...]:
    """Five rows, or what the humans have taken since: nothing, unless they say so."""
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
    """The five rows, by the number of participants."""
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


def keep_marbles(desk: Desk, told: Given) -> None:
    """As told; of no colour more than were thrown in for this number of participants."""
    position = desk.position
    position.looked = position.turn
    rows = position.rows
    if rows is None:
        _check(told, marbles_thrown(desk))
        with desk.seen():
            position.rows = {row: list(told[row]) for row in ROWS}
        return
    with desk.seen():
        for name in told[GONE]:
            row, _, colour = name.partition("-")
            rows[row].remove(colour)


def _check(told: Given, thrown: dict[str, int]) -> None:
    everywhere = [colour for row in ROWS for colour in told[row]]
    if all(map(le, map(everywhere.count, thrown), thrown.values())):
        return
    left = dict(thrown)
    for row in ROWS:
        for colour in told[row]:
            left[colour] -= 1
            if left[colour] < 0:
                raise refuse("rows.too-many", f"to.{row}", marble=term("marble", colour), count=thrown[colour])


def marbles_thrown(desk: Desk) -> dict[str, int]:
    """How many of each colour are in the game, by the number of participants."""
    return desk.pack.once(_all_thrown)[desk.position.participants]


def _all_thrown(pack: Pack) -> dict[int, dict[str, int]]:
    marbles = pack.printed["marbles"].items()
    return {int(participants): {colour: thrown[colour] for colour in COLOURS} for participants, thrown in marbles}
