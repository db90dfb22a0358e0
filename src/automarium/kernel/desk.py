"""The desk: what rules work on, the same in every room.

Rules are straight-line functions of a desk: they look at ``position``, ``pack`` and ``rulings``, ``ask`` what only the
table knows and ``tell`` what happens. What the person has done already and only says (their own move, an answer) is
changed inside ``with desk.told():``, so that nobody asks them to do it again (see :mod:`automarium.kernel.hands`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Generic, TypeVar

from automarium.kernel.hands import Change, Layout, changes
from automarium.kernel.pack import Pack
from automarium.kernel.ruling import RulingBook
from automarium.kernel.table import Event, Table

P = TypeVar("P")
R = TypeVar("R", bound=RulingBook)


_NOBODY_ASKS = nullcontext()


class Desk(Table, Generic[P, R]):
    """A table with a position on it. ``layout`` is given where somebody wants to know what was told.

    ``depth`` is for rules that set each other off: how many are under way, so that circles come to an end."""

    __slots__ = ("_layout", "_said", "depth", "pack", "position", "rulings")

    def __init__(
        self, position: P, pack: Pack, rulings: R, table: Table, layout: Callable[[P], Layout] | None = None
    ) -> None:
        self.share(table)
        self.position = position
        self.pack = pack
        self.rulings = rulings
        self.depth = 0
        self._layout = layout
        self._said: list[Change] = []

    @property
    def said(self) -> list[Change]:
        """What the person has told so far, as changes of the table."""
        return self._said

    def told(self) -> AbstractContextManager[None]:
        """What changes in here the person has done themselves."""
        return _NOBODY_ASKS if self._layout is None else self._telling(self._layout)

    @contextmanager
    def _telling(self, layout: Callable[[P], Layout]) -> Iterator[None]:
        before = layout(self.position)
        yield
        self._said += changes(before, layout(self.position))


class SilentDesk(Desk[P, R]):
    """A desk where nobody listens: for the lab."""

    __slots__ = ()

    def tell(self, event: Event, *clauses: str) -> None:
        pass
