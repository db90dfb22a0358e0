"""Which marble the Automa takes: the criteria of the yellow column, then the strategy column (GOL-MARBLE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TypeAlias

import msgspec

from automarium.engine.choice.choose import Rule, choose, first, for_rest, in_turn, least, left_by, most, only, prefer
from automarium.engine.choice.trace import Notes
from automarium.engine.message import Message, message, term
from automarium.games.golem.position import AREA_OF, COLOUR_OF, COLOURS, ROWS, Action, Colour, Criterion, District, Row
from automarium.games.golem.rules.strategy import Order
from automarium.games.golem.rulings import Rulings

WORK_STANDING = 2  # GOL-MARBLE-24


class Marble(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """A candidate: marbles of one colour in one row are the same (GOL-MARBLE-15)."""

    row: Row
    colour: Colour

    def __str__(self) -> str:
        return f"{self.row} {self.colour}"

    def describe(self) -> Message:
        return message("marble.in-row", row=term("row", self.row), marble=term("marble", self.colour))


Left: TypeAlias = Sequence[Marble]
Marbles: TypeAlias = frozenset[Marble]

# Every marble there can be, and sets of them: a criterion is a set.
MARBLES: dict[Row, dict[Colour, Marble]] = {row: {colour: Marble(row, colour) for colour in COLOURS} for row in ROWS}
IN_ROW: dict[Row, Marbles] = {row: frozenset(marbles.values()) for row, marbles in MARBLES.items()}
OF_COLOUR: dict[Colour, Marbles] = {colour: frozenset(MARBLES[row][colour] for row in ROWS) for colour in COLOURS}
ALL: Marbles = frozenset().union(*IN_ROW.values())
NONE: Marbles = frozenset()
WORK_OR_MIRROR = IN_ROW["work"] | IN_ROW["mirror"]


@lru_cache(4096)
def _options(row: Row, there: tuple[Colour, ...]) -> list[Marble]:
    """Return the marbles of a row."""
    return [MARBLES[row][colour] for colour in dict.fromkeys(there)]


class Synagogue(msgspec.Struct, frozen=True, gc=False):
    """The facts of the choice. ``taken`` are the Automa's own marbles of this round."""

    rows: Mapping[Row, Sequence[Colour]]
    order: Order
    standing: int
    left: Colour
    right: Colour
    taken: Sequence[Colour]
    rulings: Rulings

    def options(self) -> list[Marble]:
        rows = self.rows
        options: list[Marble] = []
        for row in ROWS:
            if there := rows.get(row):
                options += _options(row, tuple(there))
        return options

    def ignored(self) -> tuple[Colour, ...]:
        """Return the character colours of which the Automa has one already (GOL-MARBLE-29…31)."""
        left, right, taken = self.left, self.right, self.taken
        if left == right:
            enough = 2 if self.rulings.a29 == "two-taken" else 1
            return (left,) if taken.count(left) >= enough else ()
        return tuple([colour for colour in (left, right) if colour in taken])

    def work_is_open(self) -> bool:
        """Return whether Work is open; its benefit does not matter (GOL-MARBLE-34); switched, it needs a standing
        golem."""
        return self.standing > 0 or self.rulings.a43 == "available"

    def counted(self) -> Mapping[Row, Sequence[Colour]]:
        """Return the marbles that count in the rows, ignored ones included (GOL-A04)."""
        rows = self.rows
        if self.rulings.a04 == "not-counted":
            ignored = self.ignored()
            rows = {row: [colour for colour in there if colour not in ignored] for row, there in rows.items()}
        return rows if self.work_is_open() else {**rows, "work": ()}

    def gone(self) -> Sequence[Colour]:
        """Return the colours that K-LEFT and K-RIGHT replace by the other colour: those the Automa took before
        (GOL-MARBLE-09…12); switched, those in no row."""
        if self.left == self.right:
            return ()
        if self.rulings.c05 == "ua":
            return [colour for colour in COLOURS if not any(colour in there for there in self.rows.values())]
        return self.taken


class Taken(msgspec.Struct, frozen=True, gc=False):
    """The marble, and whether it must work (GOL-MARBLE-05)."""

    marble: Marble
    works: bool


def choose_marble(column: Sequence[Criterion], synagogue: Synagogue, notes: Notes | None) -> Taken | None:
    """Return the marble that the criteria leave, one after the other (GOL-MARBLE-14, GOL-MARBLE-16…22)."""
    found = choose(
        synagogue.options(),
        *(_not_ignored(synagogue.ignored()) if synagogue.taken else ()),
        in_turn(list_criteria(column, synagogue)),
        *list_tie_rules(synagogue),
        notes=notes,
        about="marble",
    )
    if found is None:
        return None
    works = found.row == "work" or (found.row == "mirror" and _under_work(column, synagogue))
    return Taken(found, works)


def find_action(row: Row) -> Action:
    """Return the action of a row; None for the mirror, whose action is chosen."""
    return "work" if row == "work" else AREA_OF[COLOUR_OF[row]]


@cache
def _not_ignored(ignored: tuple[Colour, ...]) -> Sequence[Rule[Marble]]:
    """Return the rule that leaves out ignored colours, unless there is no other (GOL-MARBLE-29, GOL-A05)."""
    if not ignored:
        return ()
    out = NONE.union(*map(OF_COLOUR.__getitem__, ignored))
    nothing_else, without_them = prefer(ALL.__contains__, "GOL-A05"), only((ALL - out).__contains__, "GOL-MARBLE-29")

    def rule(left: Left) -> Rule[Marble] | None:
        if out.isdisjoint(left):
            return None
        return nothing_else if out.issuperset(left) else without_them

    return (for_rest(rule),)


# ------------------------------------------------------------------------------------------------------- the criteria


def _under_work(column: Sequence[Criterion], synagogue: Synagogue) -> bool:
    """Return whether a marble of the mirror was taken while K-WORK was active: the criteria above left several."""
    if "work" not in column or synagogue.standing == 0:
        return False
    above = list(list_criteria(column[: column.index("work")], synagogue))
    left = left_by(synagogue.options(), *_not_ignored(synagogue.ignored()), in_turn(above))
    return len(left) > 1 or not any(left_by(left, one) for one in above)


def list_criteria(column: Sequence[Criterion], synagogue: Synagogue) -> Iterator[Rule[Marble]]:
    """Yield the rule of each criterion of a column for the candidates that are left (GOL-MARBLE-01…13)."""
    left, right, gone = synagogue.left, synagogue.right, synagogue.gone()
    work_is_open = synagogue.work_is_open()
    coloured = COLOURED[work_is_open]
    for criterion in column:
        match criterion:
            case "left":
                yield coloured["GOL-MARBLE-10"][right] if left in gone else coloured["GOL-MARBLE-09"][left]
            case "right":
                yield coloured["GOL-MARBLE-12"][left] if right in gone else coloured["GOL-MARBLE-11"][right]
            case "most":
                yield _largest_row(synagogue)
            case "strategy":
                yield _strategy(tuple(synagogue.order), synagogue.rulings.a03 == "next-tile")
            case "work":
                yield _work(synagogue.standing > 0, synagogue.rulings.a35 == "mirror-half")
            case "black":
                yield coloured["GOL-MARBLE-07"]["black"]
            case "white":
                yield coloured["GOL-MARBLE-08"]["white"]
            case "neither":
                yield _neither(left, right, work_is_open)


def _largest_row(synagogue: Synagogue) -> Rule[Marble]:
    """Return the rule for the largest of the rows that are left (GOL-A02); switched, of all rows."""
    rows = synagogue.counted()
    if synagogue.rulings.a02 == "rows-left":
        return most(lambda marble: len(rows[marble.row]), "GOL-MARBLE-01")
    largest = max((len(rows[marble.row]) for marble in synagogue.options()), default=0)
    return only(lambda marble: len(rows[marble.row]) == largest, "GOL-A02")


@cache
def _work(stands: bool, mirror_half: bool) -> Rule[Marble]:
    """Return the rule for Work or Mirror, if at least one golem stands (GOL-MARBLE-03, GOL-MARBLE-04); switched, only
    Mirror needs one (GOL-A35)."""
    meant = WORK_OR_MIRROR if stands else IN_ROW["work"] if mirror_half else NONE
    return only(meant.__contains__, "GOL-MARBLE-03")


@cache
def _strategy(order: tuple[District, ...], next_tile: bool) -> Rule[Marble]:
    """Return the rule for the row of the topmost tile; switched, of the topmost that still has a candidate
    (GOL-A03)."""
    rows = [IN_ROW[AREA_OF[colour]] for colour in order]

    def topmost_there(left: Left) -> Rule[Marble]:
        there = next((row for row in rows if not row.isdisjoint(left)), NONE)
        return only(there.__contains__, "GOL-MARBLE-06")

    return for_rest(topmost_there) if next_tile else only(rows[0].__contains__, "GOL-MARBLE-06")


@cache
def _neither(left: Colour, right: Colour, work_is_open: bool) -> Rule[Marble]:
    marbles = OPEN[work_is_open] - OF_COLOUR[left] - OF_COLOUR[right]
    return only(marbles.__contains__, "GOL-MARBLE-13")


OPEN = {True: ALL, False: ALL - IN_ROW["work"]}
# The rule of each clause that asks for a colour, with the Work row and without it.
COLOURED = {
    work_is_open: {
        f"GOL-MARBLE-{number:02}": {
            colour: only((marbles & there).__contains__, f"GOL-MARBLE-{number:02}")
            for colour, marbles in OF_COLOUR.items()
        }
        for number in range(7, 13)
    }
    for work_is_open, there in OPEN.items()
}


# ---------------------------------------------------------------------------------------------------- the last resort


def list_tie_rules(synagogue: Synagogue) -> Sequence[Rule[Marble]]:
    """Return the rules for a tie: the strategy column, then the colour (GOL-MARBLE-23…28, GOL-MARBLE-32)."""
    order, can_work = tuple(synagogue.order), synagogue.standing >= WORK_STANDING
    return _last_resort(order, can_work, synagogue.rulings.a06 == "black-first", synagogue.rulings.a07)


@cache
def _last_resort(order: tuple[District, ...], can_work: bool, black_first: bool, a07: Row) -> Sequence[Rule[Marble]]:
    ranks: dict[str, int] = {AREA_OF[colour]: rank for rank, colour in enumerate(order)}
    colours: Sequence[str] = (*order, "black", "white")
    if black_first:
        colours = ("black", "white", *order)
    by_tile = {marble: ranks.get(marble.row, len(ranks)) for marble in ALL}  # Work has no coloured tile
    by_colour = {marble: colours.index(marble.colour) for marble in ALL}
    return (
        prefer(IN_ROW["work"].__contains__, "GOL-MARBLE-24")
        if can_work
        else for_rest(lambda left: _work_or_mirror(left, a07)),
        prefer((ALL - IN_ROW["mirror"]).__contains__, "GOL-MARBLE-26"),
        least(by_tile.__getitem__, "GOL-MARBLE-25"),
        first(by_colour.__getitem__, "GOL-A06"),
    )


def _work_or_mirror(left: Left, a07: Row) -> Rule[Marble] | None:
    """Only these two are left, and fewer than two golems stand."""
    if len(left) < 2 or {marble.row for marble in left} != {"work", "mirror"}:
        return None
    return only(IN_ROW[a07].__contains__, "GOL-MARBLE-28")
