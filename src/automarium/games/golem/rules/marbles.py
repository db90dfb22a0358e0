"""Which marble she takes: the criteria of the yellow column, then the strategy column (GOL-MARBLE)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from automarium.games.golem.position import AREA_OF, COLOUR_OF, ROWS, Action, Colour, Criterion, Row
from automarium.games.golem.rules.strategy import Order, top_first
from automarium.games.golem.rulings import Rulings
from automarium.kernel.choice import MOST, Notes, Rule, choose, first, least, left_by, most, only, prefer, seeing
from automarium.kernel.saying import Saying, saying, term

WORK_STANDING = 2  # GOL-MARBLE-24


class Marble(msgspec.Struct, frozen=True):
    """An option: marbles of one colour in one row are one and the same (GOL-MARBLE-15)."""

    row: Row
    colour: Colour

    def __str__(self) -> str:
        return f"{self.row} {self.colour}"

    def said(self) -> Saying:
        return saying("marble.in-row", row=term("row", self.row), marble=term("marble", self.colour))


Left: TypeAlias = Sequence[Marble]


class Synagogue(NamedTuple):
    """What the choice looks at. ``taken`` are her own marbles of this round."""

    rows: Mapping[Row, Sequence[Colour]]
    order: Order
    standing: int
    left: Colour
    right: Colour
    taken: Sequence[Colour]
    rulings: Rulings

    @property
    def options(self) -> list[Marble]:
        return [Marble(row, colour) for row in ROWS for colour in dict.fromkeys(self.rows.get(row, ()))]

    @property
    def ignored(self) -> set[Colour]:
        """Character colours of which she has one already (GOL-MARBLE-29…31)."""
        if self.left == self.right and self.rulings.a29 == "two-taken":
            return {self.left} if self.taken.count(self.left) > 1 else set()
        return {colour for colour in self.taken if colour in (self.left, self.right)}

    @property
    def work_is_open(self) -> bool:
        """Whether the action would bring anything is not asked (GOL-MARBLE-34); switched, Work needs a standing
        golem."""
        return self.standing > 0 or self.rulings.a43 == "available"

    def size(self, marble: Marble) -> int:
        """Marbles in the row: those that are ignored count too (GOL-A04)."""
        there = self.rows.get(marble.row, ())
        if marble.row == "work" and not self.work_is_open:
            return 0
        if self.rulings.a04 == "not-counted":
            return sum(1 for colour in there if colour not in self.ignored)
        return len(there)

    def meant(self, side: Criterion) -> Colour:
        """The colour of K-LEFT and K-RIGHT: the other one if she took this one before (GOL-MARBLE-09…12)."""
        own, other = (self.left, self.right) if side == "left" else (self.right, self.left)
        if self.rulings.c05 == "ua":
            gone = not any(own in colours for colours in self.rows.values())
        else:
            gone = own in self.taken
        return other if gone else own


class Taken(NamedTuple):
    """The marble, and whether it is settled that it works (GOL-MARBLE-05)."""

    marble: Marble
    works: bool


def choose_marble(column: Sequence[Criterion], synagogue: Synagogue, notes: Notes | None) -> Taken | None:
    criteria = _criteria(column, synagogue)
    found = choose(
        synagogue.options,
        _not_ignored(synagogue),
        *criteria,
        *last_resort(synagogue),
        notes=notes,
        about="marble",
    )
    if found is None:
        return None
    works = found.row == "work" or (found.row == "mirror" and _under_work(column, criteria, synagogue))
    return Taken(found, works)


def performed(taken: Taken, mirrored: Action | None) -> Action:
    """The action of the marble's row; of the mirror, what it mirrors."""
    if taken.works:
        return "work"
    row = taken.marble.row
    if row == "mirror":
        assert mirrored is not None
        return mirrored
    return AREA_OF[COLOUR_OF[row]]


def _not_ignored(synagogue: Synagogue) -> Rule[Marble]:
    """Ignored colours are left out, unless nothing else is there (GOL-MARBLE-29, GOL-A05)."""
    ignored = synagogue.ignored

    def rule(left: Left) -> Rule[Marble] | None:
        if not any(marble.colour in ignored for marble in left):
            return None
        if all(marble.colour in ignored for marble in left):
            return prefer(_any, "GOL-A05")
        return only(lambda marble: marble.colour not in ignored, "GOL-MARBLE-29")

    return seeing(rule)


def _any(_: Marble) -> bool:
    return True


# ------------------------------------------------------------------------------------------------------- the criteria


def _criteria(column: Sequence[Criterion], synagogue: Synagogue) -> list[Rule[Marble]]:
    """One after the other, until a single option is left (GOL-MARBLE-14, GOL-MARBLE-16…22)."""
    accepts = [_accepting(criterion, synagogue) for criterion in column]
    return [seeing(_one_by_one(accepts, index)) for index in range(len(accepts))]


Accepting: TypeAlias = Callable[[Left], Rule[Marble]]


def _one_by_one(accepts: Sequence[Accepting], index: int) -> Callable[[Left], Rule[Marble] | None]:
    """A criterion that accepts nothing of what is left is skipped and changes nothing; when an active one has left a
    single option, the others are ignored."""

    def rule(left: Left) -> Rule[Marble] | None:
        if len(left) == 1 and any(left_by(left, before(left)) for before in accepts[:index]):
            return None
        accepting = accepts[index](left)
        return accepting if accepting[0] == MOST or left_by(left, accepting) else None

    return rule


def _under_work(column: Sequence[Criterion], criteria: Sequence[Rule[Marble]], synagogue: Synagogue) -> bool:
    """Was a marble of the mirror taken while K-WORK was active: did the criteria above leave it something to say?"""
    if "work" not in column or synagogue.standing == 0:
        return False
    at = column.index("work")
    left = left_by(synagogue.options, _not_ignored(synagogue), *criteria[:at])
    return len(left) > 1 or not any(left_by(left, _accepting(above, synagogue)(left)) for above in column[:at])


def _accepting(criterion: Criterion, synagogue: Synagogue) -> Accepting:
    """What a criterion accepts of the options that are left (GOL-MARBLE-01…13)."""
    match criterion:
        case "most":
            return lambda _: _largest_row(synagogue)
        case "work":
            return lambda _: only(lambda marble: _means_work(marble, synagogue), "GOL-MARBLE-03")
        case "strategy":
            return lambda left: _strategy(left, synagogue)
        case "neither":
            shown = (synagogue.left, synagogue.right)
            return lambda _: _coloured(lambda colour: colour not in shown, synagogue, "GOL-MARBLE-13")
        case "black" | "white":
            clause = "GOL-MARBLE-07" if criterion == "black" else "GOL-MARBLE-08"
            return lambda _: _coloured(criterion.__eq__, synagogue, clause)
        case "left" | "right":
            meant = synagogue.meant(criterion)
            return lambda _: _coloured(meant.__eq__, synagogue, _side_clause(criterion, meant, synagogue))


def _largest_row(synagogue: Synagogue) -> Rule[Marble]:
    """Of the rows that are left (GOL-A02); switched, the largest row of all or nothing."""
    if synagogue.rulings.a02 == "rows-left":
        return most(synagogue.size, "GOL-MARBLE-01")
    largest = max(map(synagogue.size, synagogue.options), default=0)
    return only(lambda marble: synagogue.size(marble) == largest, "GOL-A02")


def _means_work(marble: Marble, synagogue: Synagogue) -> bool:
    """Work or Mirror, if at least one golem stands (GOL-MARBLE-03, GOL-MARBLE-04, GOL-A35)."""
    if synagogue.standing == 0:
        return marble.row == "work" and synagogue.rulings.a35 == "mirror-half"
    return marble.row in ("work", "mirror")


def _strategy(left: Left, synagogue: Synagogue) -> Rule[Marble]:
    """The row of the topmost tile alone, or of the topmost that still has an option (GOL-A03)."""
    rows = [AREA_OF[colour] for colour in synagogue.order]
    if synagogue.rulings.a03 == "next-tile":
        there = {marble.row for marble in left}
        rows = [row for row in rows if row in there]
    return only(lambda marble: marble.row in rows[:1], "GOL-MARBLE-06")


def _coloured(test: Callable[[str], bool], synagogue: Synagogue, clause: str) -> Rule[Marble]:
    if synagogue.work_is_open:
        return only(lambda marble: test(marble.colour), clause)
    return only(lambda marble: test(marble.colour) and marble.row != "work", clause)


def _side_clause(criterion: Criterion, colour: Colour, synagogue: Synagogue) -> str:
    if criterion == "left":
        return "GOL-MARBLE-09" if colour == synagogue.left else "GOL-MARBLE-10"
    return "GOL-MARBLE-11" if colour == synagogue.right else "GOL-MARBLE-12"


# ---------------------------------------------------------------------------------------------------- the last resort


def last_resort(synagogue: Synagogue) -> list[Rule[Marble]]:
    """For what the criteria left: the strategy column, then the colour (GOL-MARBLE-23…28, GOL-MARBLE-32)."""
    ranks: dict[str, int] = {AREA_OF[colour]: rank for colour, rank in top_first(synagogue.order).items()}
    colours: tuple[str, ...] = (*synagogue.order, "black", "white")
    if synagogue.rulings.a06 == "black-first":
        colours = ("black", "white", *synagogue.order)
    return [
        prefer(lambda marble: marble.row == "work", "GOL-MARBLE-24")
        if synagogue.standing >= WORK_STANDING
        else seeing(lambda left: _work_or_mirror(left, synagogue)),
        prefer(lambda marble: marble.row != "mirror", "GOL-MARBLE-26"),
        least(lambda marble: ranks.get(marble.row, len(ranks)), "GOL-MARBLE-25"),  # Work has no coloured tile
        first(lambda marble: colours.index(marble.colour), "GOL-A06"),
    ]


def _work_or_mirror(left: Left, synagogue: Synagogue) -> Rule[Marble] | None:
    """Only these two are left, and fewer than two golems stand."""
    if {marble.row for marble in left} != {"work", "mirror"}:
        return None
    return only(lambda marble: marble.row == synagogue.rulings.a07, "GOL-MARBLE-28")
