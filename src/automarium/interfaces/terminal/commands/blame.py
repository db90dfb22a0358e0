"""``automarium blame``: what each part of the Automa is worth."""

from __future__ import annotations

import argparse

from automarium.engine.definition import AnyDefinition
from automarium.engine.message import refuse
from automarium.interfaces.terminal.commands.lab import format_signed, run_plan, show_summaries
from automarium.interfaces.terminal.commands.lab_configuration import (
    build_configuration,
    collect_choices,
    find_database,
    load_game,
)
from automarium.interfaces.terminal.screen import INDENT, Screen
from automarium.lab import result_files
from automarium.lab.answer import FIRST
from automarium.lab.blame import MEASURES, Blame, Worth, find_parts, make_blame_plan, measure_blame, parse_part
from automarium.lab.statistics import Interval
from automarium.lab.summary import summarise


def blame(parsed: argparse.Namespace, screen: Screen) -> int:
    """Play the same games with and without each part, and rank the parts."""
    definition = load_game(parsed.game, screen)
    if parsed.by not in MEASURES:
        raise refuse("read.choice", "--by", given=parsed.by, options=list(MEASURES))
    base = build_configuration(definition, collect_choices(parsed), screen.translator, find_database(parsed))
    if parsed.take:
        parts = [part for text in parsed.take for part in parse_part(base.pack, text)]
    else:
        parts = find_parts(definition, base, parsed.of, parsed.only.split(",") if parsed.only else ())
    plan = make_blame_plan(base, parts, parsed.games, parsed.seed)
    parsed.shard = parsed.records = None
    with run_plan(parsed, plan, screen) as out:
        if out is None:
            return 130
        rows = (row for row in result_files.read(out) if row.configuration == base.digest)
        show_summaries(summarise(rows), {base.digest: base.pack}, screen)
        show_blame(definition, measure_blame(plan, parts, result_files.read(out), parsed.by), screen)
    return 0


def show_blame(definition: AnyDefinition, found: Blame, screen: Screen) -> None:
    say = screen.translator.say
    screen.say("blame.title", "bold", label=found.configuration.label, count=found.games)
    worths = [worth for worth in found.worths if worth.more is not None]
    for place, worth in enumerate(worths, 1):
        figure = _format_worth(found, worth, screen)
        screen.line(say("blame.line", place=place, part=worth.part.words, figure=figure), indent=INDENT)
        if worth.more:
            screen.line(say("blame.open", count=worth.more), indent=INDENT * 2)
    nothing = [worth.part.words for worth in found.worths if worth.more is None]
    if nothing:
        screen.line(say("blame.none", count=len(nothing), parts=nothing), indent=INDENT)
    if len(worths) > FIRST:
        _show_first(definition, found, worths[:FIRST], screen)


def _overlap(one: Interval, other: Interval) -> bool:
    return one.low <= other.high and other.low <= one.high


def _format_worth(found: Blame, worth: Worth, screen: Screen) -> str:
    interval = worth.get(found.measure)
    key, scale = ("blame.wins", 100) if found.measure == "wins" else ("blame.points", 1)
    return screen.translator.say(key, figure=format_signed(interval, screen.translator.say, scale))


def _show_first(definition: AnyDefinition, found: Blame, first: list[Worth], screen: Screen) -> None:
    """Print the first parts as they look, and whether it is certain that they are the first."""
    translator, say = screen.translator, screen.translator.say
    screen.say(
        "blame.first",
        "bold",
        parts=" · ".join(say(one.key, **one.params) for one in (worth.part.words for worth in first)),
    )
    more = found.ahead[FIRST - 1]
    if more == 0:
        screen.say("blame.first.settled")
    elif more is None:
        screen.say("blame.first.alike")
    else:
        last = first[-1].get(found.measure)
        level = [worth.part.id for worth in found.worths if _overlap(worth.get(found.measure), last)]
        screen.say("blame.first.open", count=more)
        screen.say("blame.first.only", ids=",".join(level), games=found.games + more)
    for worth in first:
        if worth.part.shown is not None:
            lines = definition.words.details(worth.part.shown, found.configuration.pack)
            screen.line(f"{translator.sentence(worth.part.words)}:", indent=INDENT)
            for line in lines:
                screen.line(translator.sentence(line), indent=INDENT * 2)
