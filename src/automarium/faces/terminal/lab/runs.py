"""``automarium simulate``, ``sweep``, ``compare`` and ``merge``."""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from automarium.faces.terminal.lab.choosing import chosen, grid, lab_voice, made, room_of, variant
from automarium.faces.terminal.lab.shown import Meter, show_differences, show_summaries
from automarium.faces.terminal.screen import Screen
from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import refuse
from automarium.lab import files, simulating
from automarium.lab.comparing import compare as compared
from automarium.lab.configuration import Configuration, Plan, plan
from automarium.lab.files import Shard
from automarium.lab.running import runner
from automarium.lab.summary import summarise

MOST_SHARDS = 100_000


def simulate(parsed: argparse.Namespace, screen: Screen) -> int:
    """Games of one configuration."""
    room = room_of(parsed)
    voice = lab_voice(screen, room)
    if parsed.rivals:
        return _show_rivals(room, screen)
    return _summarised(parsed, [made(room, chosen(parsed), voice)], screen)


def sweep(parsed: argparse.Namespace, screen: Screen) -> int:
    """Games of every combination."""
    room = room_of(parsed)
    voice = lab_voice(screen, room)
    every = [made(room, {**chosen(parsed), **one}, voice) for one in grid(parsed.over)]
    if len({one.digest for one in every}) < len(every):
        raise refuse("lab.same", "--over")
    return _summarised(parsed, every, screen)


def _summarised(parsed: argparse.Namespace, configurations: Sequence[Configuration], screen: Screen) -> int:
    with _results(parsed, _plan(parsed, configurations), screen) as out:
        if out is None:
            return 130
        show_summaries(summarise(files.read(out)), screen)
    return 0


def compare(parsed: argparse.Namespace, screen: Screen) -> int:
    """Two configurations on the same seeds."""
    room = room_of(parsed)
    voice = lab_voice(screen, room)
    both = [made(room, {**chosen(parsed), **variant(text, text)}, voice) for text in (parsed.first, parsed.second)]
    if both[0].digest == both[1].digest:
        raise refuse("lab.same", parsed.second)
    parsed.shard = parsed.records = None
    with _results(parsed, _plan(parsed, both, paired=True), screen) as out:
        if out is None:
            return 130
        show_differences(compared(files.read(out)), [one.label for one in both], screen)
    return 0


def merge(parsed: argparse.Namespace, screen: Screen) -> int:
    """Shards put together again."""
    out = Path(parsed.out)
    count = files.merge([Path(file) for file in parsed.files], out)
    screen.say("lab.merged", count=count, file=str(out))
    return 0


def _plan(parsed: argparse.Namespace, configurations: Sequence[Configuration], *, paired: bool = False) -> Plan:
    return plan(configurations, parsed.games, parsed.seed, paired=paired, explain=parsed.explain)


@contextmanager
def _results(parsed: argparse.Namespace, asked: Plan, screen: Screen) -> Iterator[Path | None]:
    """Play the plan, showing how far it is; then its results, or None if somebody stopped it."""
    shard = _shard(getattr(parsed, "shard", None))
    records = getattr(parsed, "records", None)
    if parsed.out is None and (parsed.resume or shard.count > 1):
        raise refuse("lab.out-needed", "--out")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(parsed.out) if parsed.out is not None else Path(folder, "results.csv")
        meter = Meter(screen)
        try:
            with runner(parsed.workers, parsed.cluster) as who:
                simulating.simulate(
                    asked,
                    out,
                    who,
                    shard=shard,
                    resume=parsed.resume,
                    records=None if records is None else Path(records),
                    listen=meter,
                )
        except simulating.Stopped as stopped:
            meter.close()
            kept = "lab.stopped" if parsed.out is not None else "lab.stopped.lost"
            print(screen.voice.say(kept, done=stopped.done, total=stopped.total, file=str(out)), file=sys.stderr)
            yield None
            return
        meter.close()
        yield out
        if parsed.out is not None:
            screen.say("lab.kept", file=str(out))


def _shard(text: str | None) -> Shard:
    if text is None:
        return Shard()
    found = re.fullmatch(r"([1-9]\d{0,5})/([1-9]\d{0,5})", text)
    if not found or not int(found[1]) <= int(found[2]) <= MOST_SHARDS:
        raise refuse("lab.shard", "--shard", given=text)
    return Shard(int(found[1]), int(found[2]))


def _show_rivals(room: AnyRoom, screen: Screen) -> int:
    for name in room.rivals:
        screen.line(f"{name}: {screen.voice.say(f'rival.{name}')}")
    return 0
