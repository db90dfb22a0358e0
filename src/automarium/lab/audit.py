"""The solo-mode audit: one page on what an Automa costs its player, how strong it is, and what its rules do."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.content.clauses import load_catalogue
from automarium.engine.message import Say
from automarium.games import plugins
from automarium.lab import charts
from automarium.lab.answer import RunAnswer, build_answer, list_names, name_configurations
from automarium.lab.html import Cells, render_document, render_section, render_table
from automarium.lab.report import (
    FindReady,
    find_idle_rules,
    find_played,
    leave_out_parts,
    link_record,
    render_answer,
    render_guesses,
    render_rule_list,
    render_sources,
    render_upkeep,
)
from automarium.lab.result_files import Row
from automarium.lab.simulated_game import LongTurn, find_longest_turn
from automarium.lab.summary import NamedSummaries, RunSummary

FAIR = (0.4, 0.6)  # the share of games that an Automa should win, unless another is given


def find_longest(named: NamedSummaries, find_ready: FindReady) -> list[tuple[str, Row, LongTurn]]:
    """Return the longest turn of the busiest game of each configuration with its name, the longest first."""
    found = []
    for name, one in named:
        row = one.extremes["busiest"]
        ready = find_ready(row)
        turn = None if ready is None else find_longest_turn(ready, row.seed)
        if turn is not None:
            found.append((name, row, turn))
    return sorted(found, key=lambda each: -each[2].steps)


def render_audit(
    summaries: Sequence[RunSummary],
    lang: str,
    say: Say,
    *,
    target: tuple[float, float] | None = None,
    missing: int = 0,
    find_ready: FindReady = lambda _: None,
) -> str:
    """Return the audit as an HTML file. ``target`` is the share of games that the Automa should win; ``missing`` is how
    many games an unfinished run has left; ``find_ready`` returns what a row was played with, if that is known."""
    games = sum(one.games for one in summaries)
    summaries = leave_out_parts(summaries)
    definition = plugins.load_definition(summaries[0].game)
    named = name_configurations(summaries, say)
    played = find_played(summaries, find_ready)
    answer = build_answer(named, say, games=games, missing=missing, target=target or FAIR, played=played)
    catalogue = load_catalogue(definition.folder)
    never, idle = find_idle_rules(catalogue, summaries)
    sections = [
        render_answer(answer, say),
        render_upkeep(named, say),
        _render_wins(named, target or FAIR, answer, say),
        _render_longest(find_longest(named, find_ready), say, find_ready),
        _render_levels(named, answer, say),
        render_section(
            say("audit.rules"),
            say("audit.rules.about", count=sum(one.explained for one in summaries)),
            render_rule_list(catalogue, idle, lang, say("report.rules.idle", count=len(idle)), is_open=True),
            render_rule_list(catalogue, never, lang, say("report.rules.never", count=len(never))),
            whole=True,
        ),
    ]
    title = say("audit.title", game=say(f"game.{definition.name}"))
    return render_document(title, list_names([name for name, _ in named]), sections, lang)


def _render_longest(longest: Sequence[tuple[str, Row, LongTurn]], say: Say, find_ready: FindReady) -> str:
    if not longest:
        return ""
    with_card = any(turn.card for _, _, turn in longest)
    columns = ("turn", "longest-steps", "longest-hands", "longest-questions", "seed")
    head = [say(f"report.col.{name}") for name in ("what", *(["card"] if with_card else []), *columns)]
    rows: list[Cells] = [
        [
            name,
            *([turn.card or "–"] if with_card else []),
            turn.number,
            turn.steps,
            turn.hands,
            turn.questions,
            link_record(row, str(row.seed), find_ready),
        ]
        for name, row, turn in longest
    ]
    return render_section(say("audit.longest"), say("audit.longest.about"), render_table(head, rows), whole=True)


def _render_wins(named: NamedSummaries, target: tuple[float, float], answer: RunAnswer, say: Say) -> str:
    shares = [(name, one.wins) for name, one in named if one.has_winners]
    if not shares:
        return ""
    title = say("audit.wins")
    aim = f"{100 * target[0]:.0f} … {100 * target[1]:.0f} %"
    chart = charts.draw_shares(title, shares, say, target) + render_guesses(answer)
    return render_section(title, say("audit.wins.about", target=aim), chart)


def _render_levels(named: NamedSummaries, answer: RunAnswer, say: Say) -> str:
    """Return what differs from one configuration to the next."""
    if len(named) < 2:
        return ""
    head = [say("report.col.what"), *(say(f"report.col.{name}") for name in ("points", "turns", "wins"))]
    rows = [[name, *one.format_figures(say)] for name, one in named]
    both = render_table(head, rows) + render_guesses(answer) + render_sources(named, say)
    return render_section(say("audit.levels"), say("audit.levels.about"), both, whole=True)
