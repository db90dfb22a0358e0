"""A run: a plan, whoever plays it, and the file that it becomes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from automarium.kernel.saying import refuse
from automarium.lab.chunks import encoded, play_chunk, records_of
from automarium.lab.configuration import Plan
from automarium.lab.files import Parts, Shard
from automarium.lab.running import Runner


class Progress(msgspec.Struct, frozen=True):
    """How far a run has come: games of all, games per second since it began, and seconds that are left by that rate."""

    done: int
    total: int
    rate: float
    left: float


Listener = Callable[[Progress], None]


def no_listener(_: Progress) -> None:
    pass


class Stopped(Exception):
    """Somebody stopped the run; so many games are kept."""

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
    """Play a plan, or a shard of it, into a file. Whoever stops it keeps the chunks that are done."""
    parts = Parts(out, plan, shard)
    if resume and parts.is_finished():
        listen(Progress(plan.total, plan.total, 0, 0))
        return
    if records is not None:
        _check_records(plan)
    parts.begin(resume=resume)
    missing = parts.missing()
    mine = [len(plan.numbers(chunk)) for chunk in shard.chunks(plan)]
    total = sum(mine)
    done = before = total - sum(len(plan.numbers(chunk)) for chunk in missing)
    sent = encoded(plan)
    began = time.monotonic()
    try:
        for number, content in runner.run(play_chunk, [(sent, chunk) for chunk in missing]):
            parts.keep(missing[number], content)
            done += len(plan.numbers(missing[number]))
            rate = (done - before) / max(time.monotonic() - began, 1e-9)
            listen(Progress(done, total, rate, (total - done) / rate))
        if records is not None:
            _write_records(sent, list(shard.chunks(plan)), records, runner)
    except KeyboardInterrupt:
        raise Stopped(done, total) from None
    parts.finish()


def _check_records(plan: Plan) -> None:
    """A record names its packs, and the companion finds them; a designer's own house pack has no name there."""
    for one in plan.configurations:
        if one.design is not None and one.design.kind == "house":
            raise refuse("lab.records", "--records", given=one.design.name)


def _write_records(sent: bytes, chunks: list[int], folder: Path, runner: Runner) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for _, found in runner.run(records_of, [(sent, chunk) for chunk in chunks]):
            for number, content in found:
                (folder / f"{number:09}.jsonl").write_bytes(content)
    except OSError as error:
        raise refuse("store.unwritable", "--records", file=str(folder), detail=error.strerror) from None
