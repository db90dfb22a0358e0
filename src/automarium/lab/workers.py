"""Runners that play chunks: this process, several processes, or a Dask cluster. The results are the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TypeVar

from automarium.engine.message import refuse

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future  # takes longer to load than fifty games

T = TypeVar("T")

AHEAD = 3  # chunks per worker submitted in advance
MOST_WORKERS = 256
SELDOM = 50_000  # new objects before the garbage collector runs
PATIENCE = 10  # seconds to wait for a cluster


class Runner(Protocol):
    """Calls a function once for each of its argument tuples and yields the results in any order."""

    workers: int

    def run(self, function: Callable[..., T], jobs: Sequence[tuple[object, ...]]) -> Iterator[tuple[int, T]]: ...


class SerialRunner:
    """Runs jobs in this process, one after the other."""

    workers = 1

    def run(self, function: Callable[..., T], jobs: Sequence[tuple[object, ...]]) -> Iterator[tuple[int, T]]:
        for number, job in enumerate(jobs):
            yield number, function(*job)


class ProcessRunner:
    """Runs jobs in the processes, or on the machines, of an executor."""

    def __init__(self, executor: Executor, workers: int, **how: object) -> None:
        self._executor = executor
        self._how = how
        self.workers = workers

    def run(self, function: Callable[..., T], jobs: Sequence[tuple[object, ...]]) -> Iterator[tuple[int, T]]:
        from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, wait

        waiting = iter(enumerate(jobs))
        under_way: dict[Future[T], int] = {}

        def give_out() -> None:
            while len(under_way) < self.workers * AHEAD:
                number, job = next(waiting, (-1, ()))
                if number < 0:
                    return
                under_way[self._executor.submit(function, *job, **self._how)] = number

        try:
            give_out()
            while under_way:
                done, _ = wait(under_way, return_when=FIRST_COMPLETED)
                for one in done:
                    yield under_way.pop(one), one.result()
                give_out()
        except BrokenExecutor:
            raise refuse("lab.worker-lost") from None
        finally:
            for one in under_way:
                one.cancel()


@contextmanager
def open_runner(workers: int = 1, cluster: str | None = None, *, apart: bool = False) -> Iterator[Runner]:
    """Yield a runner and shut it down at the end. ``apart``: never in this process, which has other work."""
    if not 1 <= workers <= MOST_WORKERS:
        raise refuse("answer.number", "--workers", given=workers, low=1, high=MOST_WORKERS)
    if cluster is not None:
        with _open_cluster(cluster) as found:
            yield found
    elif workers == 1 and not apart:
        yield SerialRunner()
    else:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        with ProcessPoolExecutor(
            workers, get_context("spawn"), initializer=_set_up_worker, initargs=(apart,)
        ) as executor:
            try:
                yield ProcessRunner(executor, workers)
            except BaseException:
                executor.shutdown(wait=False, cancel_futures=True)
                raise


def _set_up_worker(apart: bool) -> None:
    """Ignore Ctrl-C, which the main process handles, and collect garbage seldom: a game leaves little. Beside a server,
    lower the priority."""
    import gc
    import os
    import signal

    gc.set_threshold(SELDOM)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if apart and hasattr(os, "nice"):
        os.nice(10)


@contextmanager
def _open_cluster(address: str) -> Iterator[Runner]:
    try:
        from distributed import Client
    except ImportError:
        raise refuse("lab.extra", "--cluster", extra="cluster", package="distributed") from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise refuse("lab.cluster", "--cluster", given=address, detail=str(error) or type(error).__name__) from None
    try:
        threads = sum(client.nthreads().values())
        # Not pure, so that equal jobs are not merged; a lost chunk is played again.
        yield ProcessRunner(client.get_executor(pure=False, retries=3), max(threads, 1))
    finally:
        client.close()
