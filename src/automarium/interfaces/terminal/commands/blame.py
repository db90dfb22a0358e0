"""``automarium blame``: what each part of the Automa is worth."""

from __future__ import annotations

import argparse

from automarium.engine.definition import AnyDefinition
from automarium.engine.message import refuse
from automarium.i18n.translator import LONGEST_VALUE
from automarium.interfaces.terminal.commands.lab import check_measure, run_plan, show_summaries
from automarium.interfaces.terminal.commands.lab_configuration import (
    build_configuration,
    collect_choices,
    find_database,
    load_game,
)
from automarium.interfaces.terminal.screen import INDENT, Screen
from automarium.lab import result_files
from automarium.lab.blame import (
    FIRST,
    Blame,
    check_taken,
    choose_parts,
    find_parts,
    make_blame_plan,
    measure_blame,
    parse_part,
    take_away,
)
from automarium.lab.configuration import Plan
from automarium.lab.simulated_game import PreparedGame, simulate_game
from automarium.lab.statistics import Interval, format_interval
from automarium.lab.summary import summarise


def blame(parsed: argparse.Namespace, screen: Screen) -> int:
    """Play the same games with and without each part, and rank the parts."""
    definition = load_game(parsed.game, screen)
    check_measure(parsed.by)
    base = build_configuration(definition, collect_choices(parsed), screen.translator, find_database(parsed))
    only = parsed.only.split(",") if parsed.only else ()
    if parsed.take:
        parts = choose_parts([part for text in parsed.take for part in parse_part(base.pack, text)], only)
        for part in parts:
            check_taken(take_away(base, part))
    else:
        parts = find_parts(definition, base, parsed.of, only)
    if parsed.by != "automa" and simulate_game(PreparedGame(base), parsed.seed, 0, 0, explain=False).human is None:
        raise refuse("lab.no-points", "--by", given=parsed.by)
    plan = make_blame_plan(base, parts, parsed.games, parsed.seed)
    parsed.shard = parsed.records = None
    with run_plan(parsed, plan, screen) as out:
        if out is None:
            return 130
        rows = (row for row in result_files.read(out) if row.configuration == base.digest)
        show_summaries(summarise(rows), {base.digest: base}, screen)
        show_blame(definition, plan, measure_blame(plan, parts, result_files.read(out), parsed.by), screen)
    if parsed.out is not None and parsed.by != "automa":
        screen.say("blame.report", file=parsed.out, measure=parsed.by)
    return 0


def show_blame(definition: AnyDefinition, plan: Plan, found: Blame, screen: Screen) -> None:
    say = screen.translator.say
    screen.say("blame.title", "bold", label=plan.configurations[0].label, count=plan.games)
    key = "blame.wins" if found.measure == "wins" else "blame.points"
    worths = [worth for worth in found.worths if worth.more is not None]
    for place, worth in enumerate(worths, 1):
        figure = say(key, figure=format_interval(found.get_figure(worth), say, 2, "+"))
        screen.line(say("blame.line", place=place, part=worth.part.words, figure=figure), indent=INDENT)
        if worth.more:
            screen.line(say("blame.open", count=worth.more), indent=INDENT * 2)
    nothing = [worth.part.words for worth in found.worths if worth.more is None]
    if nothing:
        screen.line(say("blame.none", count=len(nothing), parts=nothing), indent=INDENT)
    if len(found.worths) > FIRST:
        _show_first(definition, plan, found, screen)


def _overlap(one: Interval, other: Interval) -> bool:
    return one.low <= other.high and other.low <= one.high


def _show_first(definition: AnyDefinition, plan: Plan, found: Blame, screen: Screen) -> None:
    """Print the first parts as they look, and whether it is certain that they are the first."""
    translator, say = screen.translator, screen.translator.say
    if len(found.first) == FIRST:
        names = (say(worth.part.words.key, **worth.part.words.params) for worth in found.first)
        screen.line(f"{say('blame.first')} {' · '.join(names)}.", "bold")
        if found.more == 0:
            screen.say("blame.first.settled")
        elif found.more is None:
            screen.say("blame.first.alike")
        else:
            last = found.first[-1].get(found.measure)
            ids = ",".join(worth.part.id for worth in found.worths if _overlap(worth.get(found.measure), last))
            screen.say("blame.first.open", count=found.more)
            if len(ids) <= LONGEST_VALUE:
                screen.say("blame.first.only", ids=ids, games=plan.games + found.more)
    for worth in found.first:
        if worth.part.shown is not None:
            lines = definition.words.details(worth.part.shown, plan.configurations[0].pack)
            if lines:
                screen.line(f"{translator.sentence(worth.part.words)}:", indent=INDENT)
            for line in lines:
                screen.line(translator.sentence(line), indent=INDENT * 2)
