"""A game in progress and its file: every input is on disk before it is answered.

The file is a journal (see ``kernel.record``). A line is applied, then appended and flushed; if it cannot be written the
game is put back to where it was, so that what is on screen is always what is on disk.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import Any

import msgspec

from automarium import __version__, games
from automarium.companion import home
from automarium.kernel.game import Game
from automarium.kernel.record import VERSION, Header, Record, begin, decode, encode, replay
from automarium.kernel.room import Input, Room
from automarium.kernel.saying import Refused, Saying, refuse, saying
from automarium.kernel.table import Step


class Session:
    """``words`` are things the person should hear about the file (a torn line, a game that comes out differently)."""

    def __init__(self, path: Path, header: Header, game: Game, file: FileIO, words: list[Saying]) -> None:
        self.path = path
        self.header = header
        self.game = game
        self.words = words
        self._file = file

    @property
    def room(self) -> Room:
        return self.game.room

    def put(self, input_: Input) -> list[Step]:
        """Take an input; what happened since. An answer about a hole is kept in the person's own pack as well."""
        question = self.game.question
        undone = list(self.game.undone)

        def take_back() -> None:
            self.game.undo()
            self.game.undone[:] = undone

        steps = self.game.put(input_)
        self._keep(input_, take_back)
        if question is not None and question.hole is not None:
            home.remember_fact(self.room.name, question.hole, msgspec.to_builtins(input_)["to"])
        return steps

    def undo(self) -> Input:
        undone = self.game.undo()
        self._keep({"do": "undo"}, self.game.redo)
        return undone

    def redo(self) -> Input:
        redone = self.game.redo()
        self._keep({"do": "redo"}, self.game.undo)
        return redone

    def close(self) -> None:
        self._file.close()

    def _keep(self, data: Any, take_back: Callable[[], object]) -> None:
        """Append a line and have it on disk; if that fails, the game is as it was before."""
        end = self._file.tell()
        try:
            _write(self._file, encode(data, self.game.digest()))
        except OSError as error:
            take_back()
            with contextlib.suppress(OSError):  # half a line may be there already
                self._file.seek(end)
                self._file.truncate()
            raise refuse("store.unwritable", file=str(self.path), detail=str(error)) from None


def games_folder() -> Path:
    return home.folder() / "games"


def new_session(room: Room, options: dict[str, Any], rulings: dict[str, str], seed: int | None = None) -> Session:
    """Begin a game and its file. What the person's own pack holds is copied into the record."""
    pack = home.pack_of(room)
    chosen = secrets.randbits(48) if seed is None else seed
    header = Header(VERSION, room.name, options, rulings, chosen, pack.own, __version__)
    game = begin(room, header, pack)
    path, file = _new_file(room.name)
    try:
        _write(file, encode(header))
    except OSError as error:
        file.close()
        path.unlink()
        raise refuse("store.unwritable", file=str(path), detail=str(error)) from None
    return Session(path, header, game, file, [])


def _write(file: FileIO, line: bytes) -> None:
    """A whole line, on disk when this returns."""
    if file.write(line) != len(line):
        raise OSError("not enough room")
    os.fsync(file.fileno())


def _new_file(game: str) -> tuple[Path, FileIO]:
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise refuse("store.unwritable", file=str(folder), detail=error.strerror) from None
    stem = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    for attempt in range(1000):
        path = folder / f"{stem}{f'-{attempt}' if attempt else ''}.jsonl"
        try:
            file = path.open("xb", buffering=0)
        except FileExistsError:
            continue
        _lock(file, path)
        return path, file
    raise refuse("store.unwritable", file=str(folder), detail=stem)


def open_session(path: Path) -> Session:
    """Go on with a game. A torn last line is cut off; any other damage is refused and the file left alone."""
    try:
        file = path.open("r+b", buffering=0)
    except OSError as error:
        raise refuse("file.unreadable", file=str(path), detail=error.strerror) from None
    try:
        _lock(file, path)
        record = decode(file.read())
        room = games.room(record.header.game)
        game, differs = replay(record, room, home.checked_pack(room, record.header.own))
        words = words_about(record, differs)
        file.seek(record.whole)
        file.truncate()
    except BaseException:
        file.close()
        raise
    return Session(path, record.header, game, file, words)


def read_record(path: Path) -> Record:
    """A record to look at; the file is not touched."""
    try:
        return decode(path.read_bytes())
    except OSError as error:
        raise refuse("file.unreadable", file=str(path), detail=error.strerror) from None


def words_about(record: Record, differs: int | None) -> list[Saying]:
    words = []
    if record.torn:
        words.append(saying("record.torn", line=len(record.lines) + 2))
    if differs is not None:
        words.append(saying("record.differs", line=differs, made=record.header.app))
    return words


class Kept(msgspec.Struct, frozen=True):
    """A game in the folder, as far as it can be read."""

    path: Path
    game: str
    turn: int
    over: bool
    fault: Refused | None = None


def kept_games() -> list[Kept]:
    """All games in the folder, the last played first."""
    paths = [path for path in games_folder().glob("*.jsonl") if path.is_file()]
    return [_kept(path) for path in sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)]


def _kept(path: Path) -> Kept:
    try:
        record = read_record(path)
        room = games.room(record.header.game)
        game, _ = replay(record, room, home.checked_pack(room, record.header.own))
    except Refused as fault:
        return Kept(path, "?", 0, over=False, fault=fault)
    if game.position is None:
        return Kept(path, room.name, 0, over=False)
    status = room.status(game.position)
    # A finished game whose winner is not known yet still waits for somebody to go on with it.
    settled = status.over and room.score(game.position, game.rulings).verdict is not None
    return Kept(path, room.name, status.turn, settled)


def _lock(file: FileIO, path: Path) -> None:
    """One window a game: two that write the same file would tear it."""
    try:
        import fcntl
    except ImportError:  # not on this system; the second window is the person's own affair there
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise refuse("store.busy", file=str(path)) from None
