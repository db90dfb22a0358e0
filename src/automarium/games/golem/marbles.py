"""Which marble she takes: the criteria of the yellow column, then the strategy column (GOL-MARBLE)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from automarium.games.golem.choices import Order, Rulings
from automarium.games.golem.position import AREA_OF, COLOUR_OF, ROWS, Action, Colour, Criterion, Row, top_first
from automarium.kernel.choice import MOST, Notes, Rule, choose, first, least, most, only, prefer
from automarium.kernel.saying import Saying, saying

WORK_STANDING = 2  # GOL-MARBLE-24


class Marble(msgspec.Struct, frozen=True):
    """An option: marbles of one colour in one row are one and the same (GOL-MARBLE-15)."""

    row: Row
    colour: Colour

    def __str__(self) -> str:
        return f"{self.row} {self.colour}"

    def said(self) -> Saying:
        return saying("marble.in-row", row=self.row, marble=self.colour)


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
    def ignored(self) -> set[Colour]:
        """Character colours of which she has one already (GOL-MARBLE-29…31)."""
        if self.left == self.right and self.rulings["GOL-A29"] == "two-taken":
            return {self.left} if self.taken.count(self.left) > 1 else set()
        return {colour for colour in self.taken if colour in (self.left, self.right)}

    def size(self, marble: Marble) -> int:
        """Marbles in the row: those that are ignored count too (GOL-A04)."""
        there = self.rows.get(marble.row, ())
        if self.rulings["GOL-A04"] == "not-counted":
            return sum(1 for colour in there if colour not in self.ignored)
        return len(there)

    def meant(self, side: Criterion) -> Colour | None:
        """The colour of K-LEFT and K-RIGHT: the other one if she took this one before (GOL-MARBLE-09…12)."""
        own, other = (self.left, self.right) if side == "left" else (self.right, self.left)
        if self.rulings["GOL-C05"] == "ua":
            gone = not any(own in colours for colours in self.rows.values())
        else:
            gone = own in self.taken
        return other if gone else own

    def strategy_row(self, options: Sequence[Marble]) -> Row | None:
        """The row of K-STRAT: the topmost tile's alone, or the topmost that still has an option (GOL-A03)."""
        if self.rulings["GOL-A03"] == "skip":
            return AREA_OF[self.order[0]]
        rows = [AREA_OF[colour] for colour in self.order]
        return next((row for row in rows if any(marble.row == row for marble in options)), None)


class Taken(NamedTuple):
    """The marble, and the action that it performs if that is settled already (GOL-MARBLE-05)."""

    marble: Marble
    works: bool


def choose_marble(column: Sequence[Criterion], synagogue: Synagogue, notes: Notes | None) -> Taken | None:
    every = [Marble(row, colour) for row in ROWS for colour in dict.fromkeys(synagogue.rows.get(row, ()))]
    allowed = [marble for marble in every if marble.colour not in synagogue.ignored]
    candidates = allowed or every  # GOL-A05
    active, left = active_criteria(column, candidates, synagogue)
    rules: list[Rule[Marble]] = []
    if allowed and len(allowed) < len(every):
        rules.append(only(lambda marble: marble.colour not in synagogue.ignored, "GOL-MARBLE-29"))
    elif not allowed and every:
        rules.append(only(lambda _: True, "GOL-A05"))
    rules += [rule for _, rule in active]
    found = choose(every, *rules, *last_resort(left, synagogue), notes=notes, about="marble")
    if found is None:
        return None
    works = found.row == "work" or (found.row == "mirror" and "work" in [criterion for criterion, _ in active])
    return Taken(found, works)


def active_criteria(
    column: Sequence[Criterion], candidates: Sequence[Marble], synagogue: Synagogue
) -> tuple[list[tuple[Criterion, Rule[Marble]]], list[Marble]]:
    """The criteria that accept something of what those before them left, until one option is left; and what is left.

    GOL-MARBLE-14, -16…22: a criterion that accepts nothing is skipped and changes nothing.
    """
    options = list(candidates)
    active: list[tuple[Criterion, Rule[Marble]]] = []
    for criterion in column:
        rule = accepting(criterion, options, synagogue)
        hit = accepted(rule, options)
        if not hit:
            continue
        active.append((criterion, rule))
        options = hit
        if len(options) == 1:  # GOL-MARBLE-17, GOL-MARBLE-20
            break
    return active, options


def accepted(rule: Rule[Marble], options: Sequence[Marble]) -> list[Marble]:
    verb, key, _ = rule
    if verb != MOST:
        return [marble for marble in options if key(marble)]
    best = max(map(key, options), default=0)
    return [marble for marble in options if key(marble) == best]


def accepting(criterion: Criterion, options: Sequence[Marble], synagogue: Synagogue) -> Rule[Marble]:
    """What a criterion accepts (GOL-MARBLE-01…13)."""
    match criterion:
        case "most":
            return _largest_row(synagogue)
        case "work":
            return only(lambda marble: _means_work(marble, synagogue), "GOL-MARBLE-03")
        case "strategy":
            row = synagogue.strategy_row(options)
            return only(lambda marble: marble.row == row and _available(marble, synagogue), "GOL-MARBLE-06")
        case "black" | "white":
            clause = "GOL-MARBLE-07" if criterion == "black" else "GOL-MARBLE-08"
            return only(lambda marble: marble.colour == criterion and _available(marble, synagogue), clause)
        case "left" | "right":
            colour = synagogue.meant(criterion)
            return only(
                lambda marble: marble.colour == colour and _available(marble, synagogue),
                _side_clause(criterion, colour, synagogue),
            )
        case "neither":
            shown = (synagogue.left, synagogue.right)
            return only(lambda marble: marble.colour not in shown and _available(marble, synagogue), "GOL-MARBLE-13")


def _largest_row(synagogue: Synagogue) -> Rule[Marble]:
    """Of the rows that are left (GOL-A02); switched, the largest row of all or nothing."""

    def size(marble: Marble) -> int:
        return synagogue.size(marble) if _available(marble, synagogue) else 0

    if synagogue.rulings["GOL-A02"] == "rows-left":
        return most(size, "GOL-MARBLE-01")
    every = (Marble(row, colour) for row, colours in synagogue.rows.items() for colour in colours)
    largest = max(map(size, every), default=0)
    return only(lambda marble: size(marble) == largest, "GOL-A02")


def _means_work(marble: Marble, synagogue: Synagogue) -> bool:
    """Work or Mirror, if at least one golem stands (GOL-MARBLE-03, GOL-MARBLE-04, GOL-A35)."""
    if synagogue.standing == 0:
        return marble.row == "work" and synagogue.rulings["GOL-A35"] == "mirror-half"
    return marble.row in ("work", "mirror")


def _available(marble: Marble, synagogue: Synagogue) -> bool:
    """Whether the action would bring anything is not asked (GOL-MARBLE-34); switched, Work needs a standing golem."""
    return marble.row != "work" or synagogue.standing > 0 or synagogue.rulings["GOL-A43"] == "available"


def _side_clause(criterion: Criterion, colour: Colour | None, synagogue: Synagogue) -> str:
    if criterion == "left":
        return "GOL-MARBLE-09" if colour == synagogue.left else "GOL-MARBLE-10"
    return "GOL-MARBLE-11" if colour == synagogue.right else "GOL-MARBLE-12"


def last_resort(left: Sequence[Marble], synagogue: Synagogue) -> list[Rule[Marble]]:
    """For what the criteria left: the strategy column, then the colour (GOL-MARBLE-23…28, GOL-MARBLE-32)."""
    ranks: dict[str, int] = {AREA_OF[colour]: rank for colour, rank in top_first(synagogue.order).items()}
    rules: list[Rule[Marble]] = []
    if synagogue.standing >= WORK_STANDING:
        rules.append(prefer(lambda marble: marble.row == "work", "GOL-MARBLE-24"))
    elif {marble.row for marble in left} == {"work", "mirror"}:
        rules.append(only(lambda marble: marble.row == synagogue.rulings["GOL-A07"], "GOL-MARBLE-28"))
    colours: tuple[str, ...] = (*synagogue.order, "black", "white")
    if synagogue.rulings["GOL-A06"] == "black-first":
        colours = ("black", "white", *synagogue.order)
    return [
        *rules,
        prefer(lambda marble: marble.row != "mirror", "GOL-MARBLE-26"),
        least(lambda marble: ranks.get(marble.row, len(ranks)), "GOL-MARBLE-25"),  # Work has no coloured tile
        first(lambda marble: colours.index(marble.colour), "GOL-A06"),
    ]


def performed(taken: Taken, mirrored: Action | None) -> Action:
    """The action of the marble's row; of the mirror, what it mirrors."""
    if taken.works:
        return "work"
    row = taken.marble.row
    if row == "mirror":
        assert mirrored is not None
        return mirrored
    return AREA_OF[COLOUR_OF[row]]
