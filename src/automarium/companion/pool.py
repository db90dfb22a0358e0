"""A few connections to a database, shared by many threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from automarium.kernel.saying import Refused

C = TypeVar("C")


class Pool(Generic[C]):
    """A few connections that threads take in turn. One on which something went wrong is not used again."""

    def __init__(
        self, connect: Callable[[], C], disconnect: Callable[[C], None], alive: Callable[[C], bool], most: int
    ) -> None:
        self._connect = connect
        self._disconnect = disconnect
        self._alive = alive
        self._turn = threading.BoundedSemaphore(most)
        self._idle: list[C] = []

    @contextmanager
    def borrow(self) -> Iterator[C]:
        with self._turn:
            connection = self._take()
            try:
                yield connection
            except Refused:  # nothing is wrong with the connection
                self._idle.append(connection)
                raise
            except BaseException:
                self._disconnect(connection)
                raise
            self._idle.append(connection)

    def _take(self) -> C:
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return self._connect()
            if self._alive(connection):
                return connection
            self._disconnect(connection)  # the server was restarted, say

    def close(self) -> None:
        while self._idle:
            self._disconnect(self._idle.pop())
