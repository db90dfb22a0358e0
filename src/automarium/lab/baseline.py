"""The balance baseline: a few figures of every game at every level, stored next to the code.

A commit that should not change the balance must not change them. The check plays again and compares; a figure has moved
if the difference is larger than chance explains, given how many figures are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt

import msgspec

from automarium.engine.message import refuse
from automarium.games import plugins as games
from automarium.lab.baseline_file import RIVAL, Baseline, Figure
from automarium.lab.configuration import Configuration, list_levels, make_configuration, make_plan
from automarium.lab.result_files import Row, decode, make_header
from automarium.lab.simulation import Runner, encode_plan, play_chunk
from automarium.lab.statistics import Moments

GAMES = 1000  # to write the baseline
CHECK_GAMES = 60  # to check it, in a few seconds
SEED = 19
SURE = 4.0  # standard errors: one false alarm in thousands of figures
LEAST = 0.5  # half a point, turn or per cent: smaller differences do not matter

MEASURES: dict[str, Callable[[Row], float | None]] = {
    "automa": lambda row: row.automa,
    "turns": lambda row: row.turns,
    "wins": lambda row: 100.0 * (row.winner == "automa") if row.winner else None,
}


class MovedFigure(msgspec.Struct, frozen=True):
    """A figure that differs from the baseline."""

    game: str
    level: str
    measure: str
    before: float
    now: float


def measure(runner: Runner, count: int, names: Sequence[str] | None = None) -> list[Baseline]:
    """Play the games and return the figures of every game at every level."""
    chosen = list(_list_configurations(games.names() if names is None else names))
    if not 2 <= count <= 1_000_000:
        raise refuse("answer.number", "--games", given=count, low=2, high=1_000_000)
    plans = [make_plan([one], count, SEED, explain=0) for one in chosen]
    jobs = [(encode_plan(one), chunk) for one in plans for chunk in range(one.chunks)]
    whose = [index for index, one in enumerate(plans) for _ in range(one.chunks)]
    found = [{measure: Moments() for measure in MEASURES} for _ in plans]
    for job, content in runner.run(play_chunk, jobs):
        for row in decode([make_header().decode(), *content.decode().splitlines()], "baseline"):
            for measure, of in MEASURES.items():
                value = of(row)
                if value is not None:
                    found[whose[job]][measure].add(value)
    return [_make_baseline(one, count, moments) for one, moments in zip(chosen, found, strict=True)]


def _list_configurations(names: Sequence[str]) -> Iterator[Configuration]:
    for name in names:
        definition = games.load_definition(name)
        if RIVAL in definition.lab.rivals:  # plug-ins need not have it
            for level in list_levels(definition, make_configuration(name).pack):
                yield make_configuration(name, {"level": level}, rival=RIVAL)


def _make_baseline(one: Configuration, count: int, found: dict[str, Moments]) -> Baseline:
    figures = {
        measure: Figure(round(moments.mean, 3), round(_deviation(measure, moments), 3))
        for measure, moments in found.items()
        if moments.count
    }
    return Baseline(one.game, str(one.options["level"]), one.rival, count, figures)


def _deviation(measure: str, moments: Moments) -> float:
    """Return the standard deviation. For a share, two won and two lost games are added: zero of sixty does not mean
    never."""
    if measure != "wins":
        return moments.deviation
    part = (moments.mean / 100 * moments.count + 2) / (moments.count + 4)
    return 100 * sqrt(part * (1 - part))


def find_moved(before: Sequence[Baseline], now: Sequence[Baseline]) -> list[MovedFigure]:
    """Return the figures that differ by more than chance explains. A level without a baseline is skipped."""
    known = {(one.game, one.level, one.rival): one for one in before}
    found = []
    for one in now:
        was = known.get((one.game, one.level, one.rival))
        for measure, figure in one.figures.items() if was is not None else ():
            assert was is not None
            old = was.figures.get(measure)
            if old is None:
                continue
            deviation = max(old.deviation, figure.deviation)
            limit = max(SURE * deviation * sqrt(1 / was.games + 1 / one.games), LEAST)
            if abs(figure.mean - old.mean) > limit:
                found.append(MovedFigure(one.game, one.level, measure, old.mean, figure.mean))
    return found
