"""The desk: what rules work on, the same in every room.

Rules are straight-line functions of a desk: they look at ``position``, ``pack`` and ``rulings``, ``ask`` what only the
table knows and ``tell`` what happens. What the person has done already and only says (their own move, an answer) is
changed inside ``with desk.told():``, so that nobody asks them to do it again (see :mod:`automarium.kernel.hands`). What
lay there all the time and is only said is changed inside ``with desk.seen():``, so that undo leaves it where it lies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Generic, TypeVar

from automarium.kernel.hands import Change, Layout, changes
from automarium.kernel.pack import Pack
from automarium.kernel.ruling import RulingBook
from automarium.kernel.table import Table

P = TypeVar("P")
R = TypeVar("R", bound=RulingBook)


class _Nothing:
    """A context in which nothing happens. Rules enter it often, so neither end of it is a call of a Python function: an
    empty text, whatever is put into it, is empty."""

    __slots__ = ()
    __enter__ = __exit__ = "".format


_NOBODY_ASKS: Any = _Nothing()


class Desk(Table, Generic[P, R]):
    """A table with a position on it. ``layout`` is given where somebody wants to know what was told.

    ``depth`` is for rules that set each other off: how many are under way, so that circles come to an end. ``facts``
    are those of the pack as this game reads them, where a room has looked them up once."""

    __slots__ = ("_layout", "_said", "_seen", "depth", "facts", "pack", "position", "rulings")

    def __init__(
        self, position: P, pack: Pack, rulings: R, table: Table, layout: Callable[[P], Layout] | None = None
    ) -> None:
        self.share(table)
        self.position = position
        self.pack = pack
        self.rulings = rulings
        self.depth = 0
        self.facts: Any = None
        self._layout = layout
        self._said: list[Change] = []
        self._seen: list[Change] = []

    @property
    def said(self) -> list[Change]:
        """What the person has told so far, as changes of the table; what they have seen is part of it."""
        return self._said

    @property
    def only_seen(self) -> list[Change]:
        """The part of it that lies there whether or not the app knows."""
        return self._seen

    def told(self) -> AbstractContextManager[None]:
        """What changes in here the person has done themselves."""
        return _NOBODY_ASKS if self._layout is None else self._telling(self._layout, self._said)

    def seen(self) -> AbstractContextManager[None]:
        """What changes in here nobody has done: it lay there, and the app learns of it."""
        return _NOBODY_ASKS if self._layout is None else self._telling(self._layout, self._said, self._seen)

    @contextmanager
    def _telling(self, layout: Callable[[P], Layout], *lists: list[Change]) -> Iterator[None]:
        before = layout(self.position)
        yield
        changed = changes(before, layout(self.position))
        for one in lists:
            one += changed
