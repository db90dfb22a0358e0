"""Result files. A run writes each chunk into its own file and joins them at the end.

``out.csv.parts`` holds the chunks and the identity of their plan, so a stopped run can be resumed. A chunk is written
completely or not at all.
"""

from __future__ import annotations

import csv
import heapq
import io
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from itertools import islice, repeat
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from automarium.engine.message import refuse
from automarium.engine.validation import prepare_type
from automarium.lab.configuration import CHUNK, Plan, count_chunks


class Row(msgspec.Struct, frozen=True):
    """The results of a game. Unknown values (the points of a rival that counts none) are empty."""

    number: int  # of the game in its plan
    game: str
    configuration: str  # its digest
    label: str
    level: str
    rival: str
    packs: str
    index: int  # of the game in its configuration
    seed: int
    turns: int  # of the Automa
    winner: str
    verdict: str
    automa: int
    human: int | None
    points: str  # of the Automa, by source
    pace: str  # the turns in which marks 1, 2, 3 … were reached
    cards: str  # card:times:points, over the Automa's turns
    decided: str  # the cards without whose points the other side would have won
    questions: int  # asked for the Automa
    steps: int  # events of the Automa's turns
    hands: int | None  # moves of pieces for the Automa; this and the rest only in explained games
    clauses: str  # clause:times, of the events
    narrowed: str  # clause:times:removals, of narrowings
    more: dict[str, str] = {}  # further columns that the run asked for


LINES = "lines"  # a further column: slot.line:read:fired, of the lists that the Automa reads from the top
COLUMNS: tuple[str, ...] = tuple(name for name in Row.__struct_fields__ if name != "more")
_NUMBERS = {"number", "index", "seed", "turns", "automa", "questions", "steps"}
_KNOWN_OR_NOT = {"human", "hands"}
_PARSERS: tuple[Callable[[str], str | int | None], ...] = tuple(
    int if name in _NUMBERS else (lambda cell: int(cell) if cell else None) if name in _KNOWN_OR_NOT else str
    for name in COLUMNS
)


def make_header(more: Iterable[str] = ()) -> bytes:
    """Return the header of a file with these further columns."""
    return ",".join((*COLUMNS, *more)).encode() + b"\r\n"


def format_counts(counts: Mapping[str, object]) -> str:
    return " ".join([f"{name}:{count}" for name, count in counts.items()])


def parse_counts(cell: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Return the names of a cell with their numbers. Raise ValueError if it is broken."""
    return map(_parse_count, cell.split())


@lru_cache(maxsize=20_000)  # the same few are in all rows
def _parse_count(text: str) -> tuple[str, tuple[int, ...]]:
    name, *numbers = text.split(":")
    return name, tuple(map(int, numbers))


def encode(rows: Iterable[Row]) -> bytes:
    """Return rows as lines of CSV without the header."""
    target = io.StringIO(newline="")
    writer = csv.writer(target)
    for row in rows:
        writer.writerow(msgspec.structs.astuple(row)[: len(COLUMNS)] + tuple(row.more.values()))  # None is empty
    return target.getvalue().encode()


def decode(lines: Iterable[str], where: str) -> Iterator[Row]:
    """Yield rows from lines of CSV with their header. Raise Refused with the line if it is no results file."""
    reader = csv.reader(lines)
    try:
        header = next(reader, None) or []
        more = _check_columns(header, where)
        for line in reader:
            yield _parse_row(line, where, reader.line_num, more)
    except (csv.Error, UnicodeDecodeError) as error:
        raise refuse("lab.broken", where, line=reader.line_num, detail=str(error)) from None


def _check_columns(header: Sequence[str], where: str) -> tuple[str, ...]:
    """Return the further columns of a file. Raise Refused if it lacks the common ones."""
    more = tuple(header[len(COLUMNS) :])
    if tuple(header[: len(COLUMNS)]) != COLUMNS or len(set(header)) < len(header):
        raise refuse("lab.no-results", where)
    return more


def _parse_row(values: Sequence[str], where: str, line: int, more: Sequence[str]) -> Row:
    if len(values) != len(COLUMNS) + len(more):
        raise refuse("lab.columns", where, line=line, given=len(values), wanted=len(COLUMNS) + len(more))
    try:
        known: list[Any] = [parse(cell) for parse, cell in zip(_PARSERS, values[: len(COLUMNS)], strict=True)]
        known.append(dict(zip(more, values[len(COLUMNS) :], strict=True)))
        return Row(*known)
    except ValueError as error:
        raise refuse("lab.broken", where, line=line, detail=str(error)) from None


KINDS = (".csv", ".parquet")
GROUP = 10_000  # rows of a Parquet row group


class Shard(msgspec.Struct, frozen=True):
    """The ``number``-th of ``count`` equal parts of a plan: every ``count``-th chunk."""

    number: int = 1
    count: int = 1

    def chunks(self, total: int) -> range:
        """Return the numbers of its chunks in a plan of so many games."""
        return range(self.number - 1, count_chunks(total), self.count)


class _RunIdentity(msgspec.Struct, frozen=True):
    """The plan and the shard that the chunks of a folder belong to."""

    plan: str
    shard: Shard
    columns: tuple[str, ...] = ()
    total: int = 0  # games of the plan


class ChunkFolder:
    """The chunks of an unfinished run whose results will be written to ``out``."""

    def __init__(self, out: Path, plan: Plan, shard: Shard = Shard()) -> None:  # noqa: B008
        if out.suffix not in KINDS:
            raise refuse("lab.kind", "--out", given=out.name, options=list(KINDS))
        if out.suffix == ".parquet":
            _load_parquet()
        self.out = out
        self.plan = plan
        self.shard = shard
        self.folder = get_parts_folder(out)

    def begin(self, *, resume: bool) -> None:
        """Create the folder, or resume if its chunks belong to the same run. Raise Refused otherwise."""
        own = _RunIdentity(self.plan.digest, self.shard, self.plan.columns, self.plan.total)
        if self.folder.exists():
            if not resume:
                raise refuse("lab.unfinished", "--out", file=str(self.out))
            if _read_identity(self.folder) != own:
                raise refuse("lab.other-run", "--resume", file=str(self.out))
            return
        if self.out.exists():
            raise refuse("lab.exists", "--out", file=str(self.out))
        with refuse_unwritable(self.folder):
            self.folder.mkdir(parents=True)
        _write(self.folder / "plan.json", msgspec.json.encode(own))

    def is_finished(self) -> bool:
        """Return whether ``out`` is already the result of this run. Raise Refused if it is another run's."""
        if self.folder.exists() or not self.out.exists():
            return False
        first = next(read(self.out), None)
        own = self.plan.configurations[0].digest
        number = next(iter(self.shard.chunks(self.plan.total)), 0) * CHUNK
        seed = self.plan.seed_of(self.plan.seeds or own, number)
        if first is None or (first.number, first.configuration, first.seed) != (number, own, seed):
            raise refuse("lab.other-run", "--resume", file=str(self.out))
        return True

    def list_missing(self) -> list[int]:
        """Return the chunks still to be played, in order."""
        there = {int(file.stem) for file in _list_chunks(self.folder)}
        return [chunk for chunk in self.shard.chunks(self.plan.total) if chunk not in there]

    def save(self, chunk: int, content: bytes) -> None:
        _write(self.folder / f"{chunk:09}.csv", content)

    def finish(self) -> None:
        """Join all chunks in the order of the games, then remove the folder."""
        more = self.plan.columns
        write(self.out, _read_rows(self.folder, more), lines=_read_lines(self.folder), more=more)
        shutil.rmtree(self.folder)


def get_parts_folder(out: Path) -> Path:
    return out.with_name(f"{out.name}.parts")


def count_games(out: Path, plan: Plan) -> int:
    """Return how many games of an unfinished run are stored."""
    return sum(len(plan.numbers(int(file.stem))) for file in _list_chunks(get_parts_folder(out)))


def count_missing(out: Path) -> int:
    """Return how many games an unfinished run has left, 0 for a finished one."""
    folder = get_parts_folder(out)
    known = _read_identity(folder) if folder.exists() and not out.exists() else None
    if known is None:
        return 0
    missing = set(known.shard.chunks(known.total)) - {int(file.stem) for file in _list_chunks(folder)}
    return sum(min(CHUNK, known.total - chunk * CHUNK) for chunk in missing)


def write(out: Path, rows: Iterable[Row], lines: Iterable[bytes] | None = None, more: Sequence[str] = ()) -> None:
    """Write rows as CSV or Parquet, by the suffix. ``lines``: the same rows as CSV, if known; ``more``: their further
    columns."""
    draft = out.with_name(f".{out.name}.draft")
    with refuse_unwritable(out):
        if out.suffix == ".parquet":
            _write_parquet(draft, rows, more)
        else:
            with draft.open("wb") as target:
                target.write(make_header(more))
                for line in lines if lines is not None else (encode([row]) for row in rows):
                    target.write(line)
        draft.replace(out)


def read(file: Path) -> Iterator[Row]:
    """Yield the rows of a results file or of an unfinished run."""
    if not file.exists() and get_parts_folder(file).exists():
        known = _read_identity(get_parts_folder(file))
        yield from _read_rows(get_parts_folder(file), known.columns if known else ())
    elif file.suffix == ".parquet":
        yield from _read_parquet(file)
    else:
        try:
            with file.open(encoding="utf-8", newline="") as lines:
                yield from decode(lines, str(file))
        except OSError as error:
            raise refuse("lab.unreadable", str(file), detail=error.strerror or str(error)) from None


def read_all(files: Sequence[Path]) -> Iterator[Row]:
    """Yield the rows of several files of one game."""
    game = ""
    for file in files:
        for row in read(file):
            if row.game != (game or row.game):
                raise refuse("lab.other-game", str(file), given=row.game, game=game)
            game = row.game
            yield row


def merge(files: Sequence[Path], out: Path) -> int:
    """Merge shards into the file that a single run would have written. Return the number of games."""
    if out.suffix not in KINDS:
        raise refuse("lab.kind", "--out", given=out.name, options=list(KINDS))
    if out.exists():
        raise refuse("lab.exists", "--out", file=str(out))
    for file in files:
        if count_missing(file):
            raise refuse("lab.unfinished", str(file), file=str(file))
    if out.suffix == ".parquet":
        _load_parquet()
    count = 0

    def in_order() -> Iterator[Row]:
        nonlocal count
        pairs = [zip(read(file), repeat(file), strict=False) for file in files]
        of_configuration: dict[int, str] = {}
        for row, file in heapq.merge(*pairs, key=lambda pair: pair[0].number):
            if row.number < count:
                raise refuse("lab.twice", str(file), number=row.number)
            if row.number > count:
                raise refuse("lab.gap", str(file), number=count)
            known = of_configuration.setdefault(row.number - row.index, row.configuration)
            if row.configuration != known:
                raise refuse("lab.other-run", str(file), file=str(file))
            count += 1
            yield row

    firsts = [row for file in files for row in islice(read(file), 1)]
    games = {row.game for row in firsts}
    more = tuple(firsts[0].more) if firsts else ()
    for row, file in zip(firsts, files, strict=False):
        if tuple(row.more) != more:
            raise refuse("lab.other-run", str(file), file=str(file))
    if len(games) > 1:
        raise refuse("lab.other-game", str(files[-1]), given=sorted(games)[-1], game=sorted(games)[0])
    write(out, in_order(), more=more)
    return count


# -------------------------------------------------------------------------------------------------------------- chunks


def _list_chunks(folder: Path) -> list[Path]:
    return sorted(folder.glob("[0-9]*.csv"))


def _read_identity(folder: Path) -> _RunIdentity | None:
    try:
        return msgspec.json.decode((folder / "plan.json").read_bytes(), type=prepare_type(_RunIdentity))
    except (OSError, msgspec.MsgspecError):
        return None


def _read_lines(folder: Path) -> Iterator[bytes]:
    for file in _list_chunks(folder):
        yield file.read_bytes()


def _read_rows(folder: Path, more: Sequence[str] = ()) -> Iterator[Row]:
    for file in _list_chunks(folder):
        with file.open(encoding="utf-8", newline="") as lines:
            yield from decode([make_header(more).decode(), *lines], str(file))


def _write(file: Path, content: bytes) -> None:
    """Write a file atomically and durably."""
    draft = file.with_suffix(".draft")
    with refuse_unwritable(file):
        with draft.open("wb") as target:
            target.write(content)
            target.flush()
            os.fsync(target.fileno())
        draft.replace(file)


@contextmanager
def refuse_unwritable(file: Path, where: str = "--out") -> Iterator[None]:
    """Raise Refused where what is done inside can't write a file."""
    try:
        yield
    except OSError as error:
        raise refuse("store.unwritable", where, file=str(file), detail=error.strerror) from None


# ------------------------------------------------------------------------------------------------------------- Parquet


def _load_parquet() -> ModuleType:
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ImportError:
        raise refuse("lab.extra", "--out", package="pyarrow") from None


def _make_schema(pyarrow: ModuleType, more: Sequence[str]) -> object:
    integers = _NUMBERS | _KNOWN_OR_NOT
    return pyarrow.schema(
        [(name, pyarrow.int64() if name in integers else pyarrow.string()) for name in (*COLUMNS, *more)]
    )


def _write_parquet(target: Path, rows: Iterable[Row], more: Sequence[str]) -> None:
    pyarrow = _load_parquet()
    schema = _make_schema(pyarrow, more)
    waiting = iter(rows)
    with pyarrow.parquet.ParquetWriter(target, schema) as writer:
        while group := list(islice(waiting, GROUP)):
            columns: dict[str, list[object]] = {name: [getattr(row, name) for row in group] for name in COLUMNS}
            columns |= {name: [row.more[name] for row in group] for name in more}
            writer.write_table(pyarrow.table(columns, schema=schema))


def _read_parquet(file: Path) -> Iterator[Row]:
    pyarrow = _load_parquet()
    try:
        with pyarrow.parquet.ParquetFile(file) as opened:
            more = _check_columns(opened.schema_arrow.names, str(file))
            for batch in opened.iter_batches(batch_size=GROUP):
                for values in batch.to_pylist():
                    yield Row(**{name: values[name] for name in COLUMNS}, more={name: values[name] for name in more})
    except (OSError, pyarrow.ArrowException) as error:
        raise refuse("lab.unreadable", str(file), detail=str(error)) from None
