"""Search for numbers of a pack that meet the designer's aims.

Trials are drawn in batches of a fixed size and reported in order, and all play the same seeds, so the result depends on
the seed and not on the workers. A trial that looks hopeless after a part of its games is stopped.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from statistics import median
from types import ModuleType

import msgspec

from automarium.engine.message import Refused, refuse
from automarium.lab import result_rows as rows
from automarium.lab.configuration import Configuration, Design, Plan
from automarium.lab.result_rows import HEADER, Row
from automarium.lab.search_space import SearchSpace
from automarium.lab.simulation import encode_plan, play_chunk
from automarium.lab.summary import RunSummary, summarise
from automarium.lab.tuning_aims import Aim, AimResult, Selection, measure_aim
from automarium.lab.workers import Runner

EARLY_PART = 4  # a trial is judged after a quarter of its games
PROOF_FACTOR = 4  # the best is played again with other seeds and four times as many games
MakeConfiguration = Callable[[Selection, Design], Configuration]


class Trial(msgspec.Struct, frozen=True):
    """The numbers of a trial and its loss for each aim; None if it is no valid pack or was stopped."""

    number: int
    numbers: dict[str, int]
    losses: tuple[float, ...] | None

    @property
    def total(self) -> float:
        return sum(self.losses) if self.losses is not None else float("inf")


class TuningResult(msgspec.Struct, frozen=True):
    """The best design, its aims measured with new seeds (``proof``), those of the base (``before``), and the Pareto
    front."""

    design: Design
    best: Trial
    proof: list[AimResult]
    before: list[AimResult]
    front: list[Trial]
    tried: int
    stopped: int
    rows: list[Row]


class Search:
    """Searches the space for designs that meet the aims. ``make`` returns the configuration of a selection with a
    design."""

    def __init__(
        self, space: SearchSpace, wanted: Sequence[Aim], make: MakeConfiguration, games: int, seed: int
    ) -> None:
        self.space = space
        self.aims = wanted
        self._make = make
        self._games = games
        self._seed = seed
        self._selections = list(dict.fromkeys(one for aim in wanted for one in aim.selections()))
        self._seeds = make(self._selections[0], space.base).digest

    def run(
        self, runner: Runner, trials: int, batch: int, listen: Callable[[Trial, int], None] = lambda _, __: None
    ) -> TuningResult:
        """Run so many trials and return the best."""
        optuna = _load_optuna()
        space = {one.path: optuna.distributions.IntDistribution(one.low, one.high) for one in self.space.free}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            # Multivariate, because the effects of the numbers depend on each other.
            sampler = optuna.samplers.TPESampler(seed=self._seed, n_startup_trials=2 * batch, multivariate=True)
        study = optuna.create_study(directions=["minimize"] * len(self.aims), sampler=sampler)
        study.enqueue_trial(self.space.start())
        found: list[Trial] = []
        early: list[tuple[float, ...]] = []  # losses of the finished trials after a part of their games
        pruned = optuna.trial.TrialState.PRUNED
        while len(found) < trials:
            asked = [study.ask(space) for _ in range(min(batch, trials - len(found)))]
            numbers = [{path: int(one.params[path]) for path in space} for one in asked]
            for one, tried in zip(asked, self._play_batch(runner, numbers, early, len(found)), strict=True):
                study.tell(one, tried.losses, state=pruned if tried.losses is None else None)
                found.append(tried)
                listen(tried, trials)
        return self._prove_best(runner, found)

    def _play_batch(
        self, runner: Runner, numbers: Sequence[Mapping[str, int]], early: list[tuple[float, ...]], count: int
    ) -> Iterator[Trial]:
        designs = [self._build_design(one) for one in numbers]
        few = max(self._games // EARLY_PART, 1)
        looks = self._play(runner, [one for one in designs if one is not None], few)
        seen = iter(looks)
        first = [None if one is None else self._compute_losses(next(seen)) for one in designs]
        hopeful = [losses is not None and not self._is_hopeless(losses, early) for losses in first]
        left = [one for one, good in zip(designs, hopeful, strict=True) if one is not None and good]
        whole = iter(self._play(runner, left, self._games))
        for index, (one, good) in enumerate(zip(numbers, hopeful, strict=True)):
            losses = self._compute_losses(next(whole)) if good else None
            yield Trial(count + index, dict(one), losses)
        early += [losses for losses, good in zip(first, hopeful, strict=True) if good and losses is not None]

    def _build_design(self, numbers: Mapping[str, int]) -> Design | None:
        try:
            return self.space.build_design(numbers)
        except Refused:
            return None  # no valid pack: it is not played

    def _is_hopeless(self, losses: Sequence[float], early: Sequence[Sequence[float]]) -> bool:
        """Return whether a trial is worse in every aim than the median of the finished trials."""
        if len(early) < 2 * len(self.aims):
            return False
        middles = [median(one[aim] for one in early) for aim in range(len(self.aims))]
        return all(loss > middle for loss, middle in zip(losses, middles, strict=True))

    def _compute_losses(self, seen: Mapping[Selection, RunSummary]) -> tuple[float, ...]:
        return tuple(aim.loss(seen.__getitem__) for aim in self.aims)

    # ----------------------------------------------------------------------------------------------------------- games

    def _play(
        self, runner: Runner, designs: Sequence[Design], games: int, seed: int | None = None
    ) -> list[dict[Selection, RunSummary]]:
        """Play everything that the aims measure, for each design, all chunks in parallel."""
        return [
            self._by_selection(design, summarise(_decode(played)))
            for design, played in zip(designs, self._play_rows(runner, designs, games, seed), strict=True)
        ]

    def _play_rows(
        self, runner: Runner, designs: Sequence[Design], games: int, seed: int | None = None
    ) -> list[list[bytes]]:
        plans = [self._make_plan(design, games, self._seed if seed is None else seed) for design in designs]
        jobs = [(encode_plan(plan), chunk) for plan in plans for chunk in range(plan.chunks)]
        whose = [index for index, plan in enumerate(plans) for _ in range(plan.chunks)]
        content: dict[int, bytes] = dict(runner.run(play_chunk, jobs))
        return [[content[job] for job in range(len(jobs)) if whose[job] == index] for index in range(len(plans))]

    def _make_plan(self, design: Design, games: int, seed: int) -> Plan:
        each = {self._make(one, design).digest: self._make(one, design) for one in self._selections}
        return Plan(tuple(each.values()), games, seed, self._seeds, explain=0)

    def _by_selection(self, design: Design, summaries: Sequence[RunSummary]) -> dict[Selection, RunSummary]:
        by_digest = {one.configuration: one for one in summaries}
        return {one: by_digest[self._make(one, design).digest] for one in self._selections}

    # ---------------------------------------------------------------------------------------------------------- result

    def _prove_best(self, runner: Runner, found: Sequence[Trial]) -> TuningResult:
        finished = [one for one in found if one.losses is not None]
        if not finished:
            raise refuse("free.none-finished", "--free")
        best = min(finished, key=lambda one: (one.total, one.number))
        design = self.space.build_design(best.numbers)
        other, games = self._seed + 1, self._games * PROOF_FACTOR
        (played,) = self._play_rows(runner, [design], games, other)
        proof = self._by_selection(design, summarise(_decode(played)))
        (before,) = self._play(runner, [self.space.base], games, other)
        return TuningResult(
            design,
            best,
            [measure_aim(aim, proof.__getitem__) for aim in self.aims],
            [measure_aim(aim, before.__getitem__) for aim in self.aims],
            find_pareto_front(finished),
            len(found),
            len(found) - len(finished),
            list(_decode(played)),
        )


def find_pareto_front(finished: Sequence[Trial]) -> list[Trial]:
    """Return the trials that no other trial dominates; of equal trials the first."""

    def beats(one: Trial, other: Trial) -> bool:
        assert one.losses is not None
        assert other.losses is not None
        pairs = list(zip(one.losses, other.losses, strict=True))
        if one.losses == other.losses:
            return one.number < other.number
        return all(mine <= theirs for mine, theirs in pairs)

    return [one for one in finished if not any(beats(other, one) for other in finished if other is not one)]


def _decode(chunks: Sequence[bytes]) -> Iterator[Row]:
    for chunk in chunks:
        yield from rows.decode([HEADER.decode(), *chunk.decode().splitlines()], "trial")


def _load_optuna() -> ModuleType:
    try:
        optuna = import_module("optuna")
    except ImportError:
        raise refuse("lab.extra", extra="lab", package="optuna") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


def check_extra() -> None:
    """Raise Refused early if optuna is not installed."""
    _load_optuna()
