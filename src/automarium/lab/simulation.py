"""Run a plan: play its games in chunks, in this process, several processes or a Dask cluster, and write the results."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec

from automarium.engine.message import refuse
from automarium.engine.validation import prepare_type
from automarium.lab import result_files
from automarium.lab.configuration import Plan
from automarium.lab.result_files import ChunkFolder, Shard
from automarium.lab.simulated_game import PreparedGame, record_game, simulate_game

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future  # takes longer to load than fifty games


T = TypeVar("T")

AHEAD = 3  # chunks per worker submitted in advance
MOST_WORKERS = 256
SELDOM = 200_000  # new objects before the garbage collector runs
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
            min(workers, 61) if sys.platform == "win32" else workers,  # more cannot be waited for there
            get_context(choose_start(apart=apart)),
            initializer=_set_up_worker,
            initargs=(apart,),
        ) as executor:
            try:
                yield ProcessRunner(executor, workers)
            except BaseException:
                executor.shutdown(wait=False, cancel_futures=True)
                raise


def choose_start(*, apart: bool) -> str:
    """Return how worker processes start: as copies of this one, which has loaded everything, where that is safe, which
    it is not beside other threads."""
    import threading

    alone = not apart and threading.active_count() == 1
    return "fork" if alone and sys.platform == "linux" else "spawn"


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
        raise refuse("lab.extra", "--cluster", package="distributed") from None
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


class Progress(msgspec.Struct, frozen=True):
    """The progress of a run: games done and in total, games per second, and estimated seconds left."""

    done: int
    total: int
    rate: float
    left: float


Listener = Callable[[Progress], None]


def no_listener(_: Progress) -> None:
    pass


class RunStopped(Exception):
    """Raised when the run was interrupted; ``done`` games are stored."""

    def __init__(self, done: int, total: int) -> None:
        super().__init__(done, total)
        self.done = done
        self.total = total


def simulate(
    plan: Plan,
    out: Path,
    runner: Runner,
    *,
    shard: Shard = Shard(),  # noqa: B008
    resume: bool = False,
    records: Path | None = None,
    listen: Listener = no_listener,
) -> None:
    """Play a plan, or a shard of it, into a results file. Raise RunStopped on KeyboardInterrupt; finished chunks are
    kept."""
    parts = ChunkFolder(out, plan, shard)
    if resume and parts.is_finished():
        listen(Progress(plan.total, plan.total, 0, 0))
        return
    parts.begin(resume=resume)
    missing = parts.list_missing()
    counts = [len(plan.numbers(chunk)) for chunk in shard.chunks(plan.total)]
    total = sum(counts)
    done = before = total - sum(len(plan.numbers(chunk)) for chunk in missing)
    sent = encode_plan(plan)
    began = time.monotonic()
    try:
        for number, content in runner.run(play_chunk, [(sent, chunk) for chunk in missing]):
            parts.save(missing[number], content)
            done += len(plan.numbers(missing[number]))
            rate = (done - before) / max(time.monotonic() - began, 1e-9)
            listen(Progress(done, total, rate, (total - done) / rate))
        if records is not None:
            _write_records(sent, list(shard.chunks(plan.total)), records, runner)
    except KeyboardInterrupt:
        raise RunStopped(done, total) from None
    parts.finish()


def _write_records(sent: bytes, chunks: list[int], folder: Path, runner: Runner) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for _, found in runner.run(record_chunk, [(sent, chunk) for chunk in chunks]):
            for number, content in found:
                (folder / f"{number:09}.jsonl").write_bytes(content)
    except OSError as error:
        raise refuse("store.unwritable", "--records", file=str(folder), detail=error.strerror) from None


def encode_plan(plan: Plan) -> bytes:
    """Return a plan as bytes to be sent to the workers."""
    return msgspec.json.encode(plan)


def play_chunk(plan_: bytes, chunk: int) -> bytes:
    """Play a chunk and return its rows as CSV without a header."""
    plan, _ = _prepare(plan_)
    every = plan.explain
    return result_files.encode(
        simulate_game(ready, seed, number, index, explain=every > 0 and index % every == 0, columns=plan.columns)
        for ready, seed, number, index in _iterate_games(plan_, chunk)
    )


def record_chunk(plan_: bytes, chunk: int) -> list[tuple[int, bytes]]:
    """Play a chunk and return its records, each with the number of its game."""
    return [(number, record_game(ready, seed)) for ready, seed, number, _ in _iterate_games(plan_, chunk)]


def _iterate_games(plan_: bytes, chunk: int) -> Iterator[tuple[PreparedGame, int, int, int]]:
    """Yield the games of a chunk: what is played, its seed, its number and its index."""
    plan, ready = _prepare(plan_)
    for number in plan.numbers(chunk):
        place, index = divmod(number, plan.games)
        yield ready[place], plan.seed_of(plan.seeds or ready[place].digest, index), number, index


@lru_cache(maxsize=4)
def _prepare(plan_: bytes) -> tuple[Plan, tuple[PreparedGame, ...]]:
    plan = msgspec.json.decode(plan_, type=prepare_type(Plan))
    return plan, tuple(PreparedGame(configuration) for configuration in plan.configurations)
