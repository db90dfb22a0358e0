"""Helpers for choices among the marbles of the synagogue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from automarium.engine.choice.trace import Notes, Trace
from automarium.games.golem.position import Colour, Criterion, District, Row
from automarium.games.golem.rules.marbles import Synagogue, Taken, choose_marble
from automarium.games.golem.rules.synagogue import play_marble_turn
from tests.games.golem.kit import ORDER, Told, card, carry, position, rulings
from tests.traces import thrown_out_by_name as thrown_out

Rows: TypeAlias = dict[Row, list[Colour]]
EMPTY: Rows = {"work": [], "golem": [], "artifact": [], "study": [], "mirror": []}


class Chosen:
    """A choice among marbles: the option, whether it is settled that it works, and the trace."""

    def __init__(self, taken: Taken | None, trace: Trace) -> None:
        self.option = str(taken.marble) if taken else None
        self.works = taken.works if taken else None
        self.trace = trace

    @property
    def out(self) -> dict[str, str]:
        return thrown_out(self.trace)

    @property
    def active(self) -> list[str]:
        """The criteria that became active, in order, by their clauses."""
        criteria = {f"GOL-MARBLE-{number:02}" for number in range(1, 14)}
        return [stage.clause for stage in self.trace.stages if stage.clause in criteria]


def take(
    column: Sequence[Criterion],
    rows: Rows,
    *,
    order: Sequence[District] = ORDER,
    standing: int = 0,
    pair: tuple[Colour, Colour] = ("red", "yellow"),
    taken: Sequence[Colour] = (),
    **switched: str,
) -> Chosen:
    notes: Notes = []
    synagogue = Synagogue(rows, order, standing, *pair, taken, rulings(**switched))
    found = choose_marble(column, synagogue, notes)
    (trace,) = notes
    return Chosen(found, trace)


def turn(column: Sequence[Criterion], rows: Rows, *golems: str, **fields: Any) -> Told:
    """Play her whole marble turn; the only question, what was taken since her last look, is answered with nothing."""
    played = card(column)
    there = {row: list(marbles) for row, marbles in {**EMPTY, **rows}.items()}
    built = position(*golems, rows=there, cards=[played], **{"marker": 10, **fields})
    return carry(built, lambda desk: play_marble_turn(desk, played), [[]])
