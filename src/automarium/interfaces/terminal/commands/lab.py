"""The lab's commands: ``simulate``, ``sweep``, ``compare``, ``merge``, ``report``, ``baseline``."""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from pathlib import Path

from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse
from automarium.games import plugins
from automarium.interfaces.terminal.commands.lab_configuration import (
    build_configuration,
    collect_choices,
    find_database,
    load_game,
    parse_grid,
    parse_label,
    parse_variant,
)
from automarium.interfaces.terminal.screen import INDENT, Screen
from automarium.lab import result_files, simulation
from automarium.lab.answer import describe_assumptions, find_assumptions
from automarium.lab.blame import MEASURES
from automarium.lab.configuration import OWNER, Configuration, Plan, make_plan
from automarium.lab.designer_packs import read_pack
from automarium.lab.result_files import LINES, Row, Shard
from automarium.lab.simulated_game import PreparedGame
from automarium.lab.simulation import Progress, open_runner
from automarium.lab.statistics import format_interval, format_number, format_share
from automarium.lab.summary import Difference, RunSummary, summarise
from automarium.lab.summary import compare as compared

REFRESH = 0.2  # seconds between two updates on a terminal
METER_LINES = 10  # progress lines of a run whose output is no terminal
MOST_SHARDS = 100_000


def simulate(parsed: argparse.Namespace, screen: Screen) -> int:
    """Play games of one configuration."""
    definition = load_game(parsed.game, screen)
    if parsed.rivals:
        return _show_rivals(definition, screen)
    one = build_configuration(definition, collect_choices(parsed), screen.translator, find_database(parsed))
    return _summarise(parsed, [one], screen)


def sweep(parsed: argparse.Namespace, screen: Screen) -> int:
    """Play games of every combination."""
    definition = load_game(parsed.game, screen)
    every = [
        build_configuration(definition, {**collect_choices(parsed), **one}, screen.translator, find_database(parsed))
        for one in parse_grid(parsed.over)
    ]
    if len({one.digest for one in every}) < len(every):
        raise refuse("lab.same", "--over")
    known = ("level", "rival", "pack")  # columns of every results file
    swept = [name for name in parse_grid(parsed.over)[0] if name not in known]
    return _summarise(parsed, every, screen, swept)


def compare(parsed: argparse.Namespace, screen: Screen) -> int:
    """Play two configurations with the same seeds and compare them."""
    definition = load_game(parsed.game, screen)
    chosen, database = collect_choices(parsed), find_database(parsed)
    both = [
        build_configuration(definition, {**chosen, **parse_variant(text, text)}, screen.translator, database)
        for text in (parsed.first, parsed.second)
    ]
    if both[0].digest == both[1].digest:
        raise refuse("lab.same", parsed.second)
    parsed.shard = parsed.records = None
    with run_plan(parsed, _make_plan(parsed, both, paired=True), screen) as out:
        if out is None:
            return 130
        show_differences(compared(result_files.read(out)), [one.label for one in both], screen)
        show_assumptions(summarise(result_files.read(out)), {one.digest: one for one in both}, screen)
    return 0


def merge(parsed: argparse.Namespace, screen: Screen) -> int:
    """Merge the result files of shards."""
    out = Path(parsed.out)
    count = result_files.merge([Path(file) for file in parsed.files], out)
    screen.say("lab.merged", count=count, file=str(out))
    return 0


def report(parsed: argparse.Namespace, screen: Screen) -> int:
    from automarium.lab.audit import render_audit  # charts and pictures: only for a report
    from automarium.lab.report import render_report

    check_measure(parsed.by)
    files = [Path(file) for file in parsed.files]
    rows = result_files.read_all(files)
    first = next(rows, None)
    if first is None:
        raise refuse("lab.empty", parsed.files[0])
    if parsed.game not in (None, first.game):
        raise refuse("lab.report-game", "--game", given=parsed.game, game=first.game)
    plugins.load_definition(first.game, "--game")  # a document has to be named
    definition = load_game(first.game, screen)
    target = _parse_share(parsed.wins)
    missing = sum(map(result_files.count_missing, files))
    lang, say = screen.translator.lang, screen.translator.say

    for file in parsed.pack:
        read_pack(Path(file), definition.name)

    @cache
    def find(label: str, configuration: str) -> PreparedGame | None:
        plain = {name: value for name, value in parse_label(label).items() if name != "pack"}
        for wanted in [*({**plain, "pack": pack} for pack in parsed.pack), plain]:
            with suppress(Refused):
                made = build_configuration(definition, wanted, screen.translator, find_database(parsed))
                if made.digest == configuration:
                    return PreparedGame(made)
        return None

    def find_ready(row: Row) -> PreparedGame | None:
        """Return what a row was played with; None if its label and the packs of the command do not say all of it."""
        return find(row.label, row.configuration)

    every = chain([first], rows)
    if parsed.audit:
        text = render_audit(summarise(every), lang, say, target=target, missing=missing, find_ready=find_ready)
    else:
        text = render_report(every, lang, say, missing=missing, find_ready=find_ready, target=target, measure=parsed.by)
    out = Path(parsed.out)
    with result_files.refuse_unwritable(out):
        out.write_text(text, "utf-8")
    screen.say("lab.report", file=str(out))
    return 0


def check_measure(name: str) -> None:
    """Raise Refused if parts can't be ranked by this measure."""
    if name not in MEASURES:
        raise refuse("read.choice", "--by", given=name, options=list(MEASURES))


def _parse_share(text: str | None) -> tuple[float, float] | None:
    """Parse ``40..60``, per cent of the games."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,3})(?:\.\.(\d{1,3}))?", text)
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if not 0 <= low <= high <= 100:
        raise refuse("lab.share", "--wins", given=text)
    return low / 100, high / 100


def baseline(parsed: argparse.Namespace, screen: Screen) -> int:
    from automarium.lab.baseline import CHECK_GAMES, GAMES, find_moved, measure
    from automarium.lab.baseline_file import FILE, read_baseline, write_baseline

    file = Path(parsed.file) if parsed.file is not None else FILE
    if not parsed.check:
        with open_runner(os.cpu_count() or 1) as who:
            kept = measure(who, parsed.games or GAMES)
        write_baseline(file, kept)
        screen.say("baseline.kept", count=len(kept), file=str(file))
        return 0
    before = read_baseline(file)
    names = list(dict.fromkeys(one.game for one in before))
    with open_runner(1) as who:  # so few games are done before processes would have started
        found = find_moved(before, measure(who, parsed.games or CHECK_GAMES, names))
    if not found:
        screen.say("baseline.same", count=len(before))
        return 0
    screen.say("baseline.moved", "bold", count=len(found))
    say = screen.translator.say
    for one in found:
        what = say(f"lab.measure.{one.measure}")
        fields = {"game": one.game, "level": one.level, "what": what}
        figures = {"before": format_number(one.before, say), "now": format_number(one.now, say)}
        screen.line(say("baseline.figure", **fields, **figures), indent=INDENT)
    return 1


def _show_rivals(definition: AnyDefinition, screen: Screen) -> int:
    for name in [*definition.lab.rivals, *([OWNER] if definition.lab.owner else [])]:
        screen.line(f"{name}: {screen.translator.say(f'rival.{name}')}")
    return 0


def _make_plan(
    parsed: argparse.Namespace,
    configurations: Sequence[Configuration],
    *,
    paired: bool = False,
    swept: Sequence[str] = (),
) -> Plan:
    if parsed.lines and not plugins.load_definition(configurations[0].game).lab.has_lists:
        having = [name for name in plugins.names() if plugins.load_definition(name).lab.has_lists]
        raise refuse("lab.no-lists", "--lines", games=having)
    columns = [*swept, *([LINES] if parsed.lines else [])]
    return make_plan(configurations, parsed.games, parsed.seed, paired=paired, explain=parsed.explain, columns=columns)


@contextmanager
def run_plan(parsed: argparse.Namespace, asked: Plan, screen: Screen) -> Iterator[Path | None]:
    """Play a plan with a progress meter. Yield the results file, or None if the run was stopped."""
    shard = _parse_shard(getattr(parsed, "shard", None))
    records = getattr(parsed, "records", None)
    if parsed.out is None and (parsed.resume or shard.count > 1):
        raise refuse("lab.out-needed", "--out")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(parsed.out) if parsed.out is not None else Path(folder, "results.csv")
        meter = ProgressMeter(screen)
        try:
            with open_runner(parsed.workers, parsed.cluster) as who:
                simulation.simulate(
                    asked,
                    out,
                    who,
                    shard=shard,
                    resume=parsed.resume,
                    records=None if records is None else Path(records),
                    listen=meter,
                )
        except simulation.RunStopped as stopped:
            meter.close()
            kept = "lab.stopped" if parsed.out is not None else "lab.stopped.lost"
            print(screen.translator.say(kept, done=stopped.done, total=stopped.total, file=str(out)), file=sys.stderr)
            yield None
            return
        meter.close()
        yield out
        if parsed.out is not None:
            screen.say("lab.kept", file=str(out))


def _parse_shard(text: str | None) -> Shard:
    if text is None:
        return Shard()
    found = re.fullmatch(r"([1-9]\d{0,5})/([1-9]\d{0,5})", text)
    if not found or not int(found[1]) <= int(found[2]) <= MOST_SHARDS:
        raise refuse("lab.shard", "--shard", given=text)
    return Shard(int(found[1]), int(found[2]))


def _summarise(
    parsed: argparse.Namespace, configurations: Sequence[Configuration], screen: Screen, swept: Sequence[str] = ()
) -> int:
    with run_plan(parsed, _make_plan(parsed, configurations, swept=swept), screen) as out:
        if out is None:
            return 130
        show_summaries(summarise(result_files.read(out)), {one.digest: one for one in configurations}, screen)
    return 0


def show_summaries(summaries: Iterable[RunSummary], played: Mapping[str, Configuration], screen: Screen) -> None:
    """Print the figures of each configuration; ``played`` has them by their digests."""
    say = screen.translator.say
    for one in summaries:
        screen.say("lab.summary", "bold", label=one.label, count=one.games)
        points, turns, wins = one.format_figures(say)
        median = format_interval(one.automa.median(), say, 0)
        screen.line(say("lab.points", figure=points, median=median), indent=INDENT)
        screen.line(say("lab.turns", figure=turns), indent=INDENT)
        if one.has_winners:
            screen.line(say("lab.wins", figure=wins), indent=INDENT)
            _show_band(one, screen)
        assumed = find_assumptions(one, played.get(one.configuration))
        if assumed is not None:
            screen.line(say("lab.rests-on", what=assumed), indent=INDENT * 2)
        for slot in one.slots:
            share = f"{format_number(100 * one.share(slot), say)} %"
            lines = [f"{line} {format_number(100 * one.fired(line), say)} %" for line in one.list_lines(slot)]
            screen.line(say("lab.slot", slot=slot, share=share, lines=", ".join(lines)), indent=INDENT)
        if one.dead_lines:
            screen.line(say("report.lines.dead", lines=one.dead_lines), indent=INDENT)
        upkeep = {"questions": format_number(one.questions.mean, say), "steps": format_number(one.steps.mean, say)}
        screen.line(say("lab.upkeep", **upkeep), indent=INDENT)


def show_assumptions(summaries: Iterable[RunSummary], played: Mapping[str, Configuration], screen: Screen) -> None:
    """Print what the win rates rest on."""
    for said in describe_assumptions(summaries, played, screen.translator.say):
        screen.line(said, indent=INDENT)


def _show_band(summary: RunSummary, screen: Screen) -> None:
    """Print the wins over a range of human strength, and where they are even."""
    band, say = summary.win_band, screen.translator.say
    if band is not None:
        weak, strong = band.strengths[0], band.strengths[-1]
        ends = {"low": round(weak.points), "high": round(strong.points), "even": format_interval(band.even, say, 0)}
        shares = {"most": format_share(weak.wins.value, say), "least": format_share(strong.wins.value, say)}
        screen.line(say("lab.band", **ends, **shares), indent=INDENT * 2)


def show_differences(differences: Sequence[Difference], labels: Sequence[str], screen: Screen) -> None:
    say = screen.translator.say
    screen.say("lab.compared", "bold", first=labels[0], second=labels[1], count=differences[0].games)
    for one in differences:
        scale = 100 if one.measure == "wins" else 1
        fields = {
            "what": say(f"lab.measure.{one.measure}"),
            "first": format_number(one.first * scale, say),
            "second": format_number(one.second * scale, say),
            "figure": format_interval(one.difference.scale(scale), say, 2, "+"),
        }
        screen.line(say("lab.difference", **fields), indent=INDENT)
        if one.difference.settled:
            verdict = say("lab.settled.more" if one.difference.value > 0 else "lab.settled.less")
        elif one.more is None:
            verdict = say("lab.no-difference")
        else:
            verdict = say("lab.open", count=one.more)
        screen.line(verdict, indent=INDENT * 2)


class ProgressMeter:
    """Prints the progress of a run on standard error: one line that changes on a terminal, ten lines elsewhere."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._live = sys.stderr.isatty()
        self._shown = 0.0
        self._tenth = 0
        self._width = 0

    def __call__(self, progress: Progress) -> None:
        tenth = progress.done * METER_LINES // progress.total
        now = time.monotonic()
        if self._live:
            if now - self._shown >= REFRESH or progress.done == progress.total:
                self._shown = now
                text = self._text(progress)
                sys.stderr.write("\r" + text.ljust(self._width))
                sys.stderr.flush()
                self._width = len(text)
        elif tenth > self._tenth:
            print(self._text(progress), file=sys.stderr, flush=True)
        self._tenth = tenth

    def close(self) -> None:
        if self._live and self._width:
            sys.stderr.write("\n")
            sys.stderr.flush()
            self._width = 0

    def _text(self, progress: Progress) -> str:
        say = self._screen.translator.say
        left = format_duration(progress.left)
        return say("lab.progress", done=progress.done, total=progress.total, rate=round(progress.rate), left=left)


def format_duration(seconds: float) -> str:
    """``1:02:03``, or ``2:03`` within the hour."""
    whole = round(seconds)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
