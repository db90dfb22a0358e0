"""Lab runs stored in a folder: start, watch, stop, resume and remove them.

A run is stored on disk and visible to every process that uses the folder. A thread of the process that started it plays
it.
"""

from __future__ import annotations

import re
import secrets
import shutil
import threading
import time
from contextlib import suppress
from pathlib import Path

import msgspec

from automarium.engine.message import Refused, refuse
from automarium.engine.validation import prepare_type
from automarium.lab import result_files
from automarium.lab.configuration import Plan
from automarium.lab.result_files import Row
from automarium.lab.simulation import Progress, RunStopped, open_runner, simulate

MOST_RUNS = 20
ID = re.compile(r"[0-9a-f]{12}")


class LabRun(msgspec.Struct, frozen=True):
    """``done`` of ``total`` games are stored; ``going``: the others are being played now."""

    id: str
    plan: Plan
    begun: float
    done: int
    going: bool

    @property
    def total(self) -> int:
        return self.plan.total

    @property
    def finished(self) -> bool:
        return self.done >= self.total


class _RunNote(msgspec.Struct, frozen=True):
    plan: Plan
    begun: float


class RunFolder:
    """The runs of a folder. ``workers`` processes play one run at a time."""

    def __init__(self, folder: Path, workers: int = 1) -> None:
        self._folder = folder
        self._workers = workers
        self._going: str | None = None
        self._stopping = threading.Event()
        self._turn = threading.Lock()

    def begin(self, plan: Plan) -> str:
        """Start a new run and return its id. The oldest run beyond ``MOST_RUNS`` is removed."""
        id_ = secrets.token_hex(6)
        self._check_free()
        with result_files.refuse_unwritable(self._folder, ""):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._note(id_).write_bytes(msgspec.json.encode(_RunNote(plan, time.time())))
        for old in self.runs()[MOST_RUNS:]:
            self.remove(old.id)
        self.resume(id_)
        return id_

    def resume(self, id_: str) -> None:
        """Play the missing games in a thread."""
        run = self.run(id_)
        self._check_free()
        with self._turn:
            self._going = id_
            self._stopping.clear()
        threading.Thread(target=self._play, args=(run,), name=f"lab-{id_}", daemon=True).start()

    def stop(self, id_: str) -> None:
        if self._going == id_:
            self._stopping.set()

    def wait(self, seconds: float) -> bool:
        """Wait until nothing is played, at most so many seconds. Return whether nothing is."""
        end = time.monotonic() + seconds
        while self._going is not None and time.monotonic() < end:
            time.sleep(0.02)
        return self._going is None

    def runs(self) -> list[LabRun]:
        """Return all runs whose notes can be read, the newest first."""
        found = []
        for file in self._folder.glob("*.json"):
            with suppress(Refused):
                found.append(self.run(file.stem))
        return sorted(found, key=lambda one: -one.begun)

    def run(self, id_: str) -> LabRun:
        try:
            if not ID.fullmatch(id_):
                raise FileNotFoundError
            note = msgspec.json.decode(self._note(id_).read_bytes(), type=prepare_type(_RunNote))
        except (OSError, msgspec.MsgspecError):
            raise refuse("lab.no-run", given=id_) from None
        # The chunks may be joined meanwhile: count them first, then look for the file.
        out, going = self.results(id_), self._going == id_
        done = result_files.count_games(out, note.plan)
        if out.exists():
            return LabRun(id_, note.plan, note.begun, note.plan.total, going=False)
        return LabRun(id_, note.plan, note.begun, done, going)

    def rows(self, id_: str) -> list[Row]:
        """Return the rows so far."""
        out = self.results(id_)
        try:
            return list(result_files.read(out)) if out.exists() or result_files.get_parts_folder(out).exists() else []
        except FileNotFoundError:  # the chunks have just been joined
            return list(result_files.read(out))

    def results(self, id_: str) -> Path:
        return self._folder / f"{id_}.csv"

    def remove(self, id_: str) -> None:
        run = self.run(id_)
        if run.going:
            raise refuse("lab.busy")
        self._note(id_).unlink(missing_ok=True)
        self.results(id_).unlink(missing_ok=True)
        shutil.rmtree(result_files.get_parts_folder(self.results(id_)), ignore_errors=True)

    def _note(self, id_: str) -> Path:
        return self._folder / f"{id_}.json"

    def _check_free(self) -> None:
        if self._going is not None:
            raise refuse("lab.busy")

    def _play(self, run: LabRun) -> None:
        def listen(_: Progress) -> None:
            if self._stopping.is_set():
                raise KeyboardInterrupt

        try:
            with open_runner(self._workers, apart=True) as who:
                resume = result_files.get_parts_folder(self.results(run.id)).exists()
                simulate(run.plan, self.results(run.id), who, resume=resume, listen=listen)
        except RunStopped:
            pass  # finished chunks are stored
        finally:
            self._going = None
