"""Search for values of a pack that meet the designer's aims.

Trials are drawn in batches of a fixed size and reported in order, and all play the same seeds, so the result depends on
the seed and not on the workers. A trial that looks hopeless after a part of its games is stopped, and values that were
tried before are not played again. The second half of the trials are steps from the best: one value changed or put back.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import product
from random import Random
from statistics import StatisticsError, correlation, median
from types import ModuleType
from typing import Any, Literal, TypeAlias

import msgspec

from automarium.engine.message import Refused, message, refuse
from automarium.lab import result_files as rows
from automarium.lab.configuration import Configuration, Design, Plan
from automarium.lab.result_files import LINES, Row, make_header
from automarium.lab.search_space import FreeValue, SearchSpace, Value
from automarium.lab.simulation import Runner, encode_plan, play_chunk
from automarium.lab.summary import RunSummary, summarise
from automarium.lab.tuning_aims import Aim, AimResult, Selection, measure_aim

EARLY_PART = 4  # a trial is judged after a quarter of its games
PROOF_FACTOR = 4  # the best is played again with other seeds and four times as many games
STEPS_PART = 2  # half of the trials are steps from the best
MANY_CHANGES = 0.1  # a tenth of the values: how many a random neighbour changes at most
PRICE = 0.05  # of a changed value, in points, turns or per cent
MakeConfiguration = Callable[[Selection, Design], Configuration]
Sampler: TypeAlias = Literal["random", "tpe", "tpe-front", "nsga2", "steps", "tpe-steps"]
SAMPLERS: tuple[Sampler, ...] = Sampler.__args__  # type: ignore[attr-defined]
BEST_SAMPLER: Sampler = "tpe-steps"  # the best of benchmarks.tuner
TrialState: TypeAlias = Literal["finished", "hopeless", "invalid"]


class Trial(msgspec.Struct, frozen=True):
    """The values of a trial, those that are changed, and its loss for each aim. A hopeless trial was stopped, its
    losses are those of its first games; an invalid one is no pack and has none, ``fault`` says why."""

    number: int
    numbers: dict[str, Value]
    losses: tuple[float, ...] | None
    state: TrialState = "finished"
    changed: dict[str, Value] = {}
    fault: Refused | None = None

    @property
    def changes(self) -> int:
        return len(self.changed)

    @property
    def total(self) -> float:
        return sum(self.losses) if self.losses is not None and self.state == "finished" else float("inf")


class Obstacle(msgspec.Struct, frozen=True):
    """An aim out of reach: the nearest that was reached, and the number at the end of its range that keeps it away, if
    there is one."""

    aim: str
    nearest: AimResult
    path: str | None
    value: int | None


class TuningResult(msgspec.Struct, frozen=True):
    """The best design, its aims measured with new seeds (``proof``), those of the base (``before``), the Pareto front,
    and the aims that no trial met."""

    design: Design
    best: Trial
    proof: list[AimResult]
    before: list[AimResult]
    front: list[Trial]
    tried: int
    hopeless: int
    invalid: int
    obstacles: list[Obstacle]
    rows: list[Row]
    price: float  # of the changes

    @property
    def is_better(self) -> bool:
        """Whether the best design is nearer to the aims than the base, on the seeds of the proof, by more than the
        price of its changes."""
        return sum(one.off for one in self.proof) + self.price < sum(one.off for one in self.before)


class Search:
    """Searches the space for designs that meet the aims. ``make`` returns the configuration of a selection with a
    design; ``games`` is the number of games of a trial, ``few`` the price of a changed value. ``found`` are the trials
    so far, in their order."""

    def __init__(
        self,
        space: SearchSpace,
        wanted: Sequence[Aim],
        make: MakeConfiguration,
        games: int,
        seed: int,
        *,
        few: float = PRICE,
        sampler: Sampler = BEST_SAMPLER,
    ) -> None:
        self.space = space
        self.aims = wanted
        self.seed = seed
        self.few = few
        self.now = {one.path: one.now for one in space.free}  # the values of the base
        self.found: list[Trial] = []
        self._make = make
        self._games = games
        self._sampler = sampler
        self._selections = list(dict.fromkeys(one for aim in wanted for one in aim.selections()))
        self._seeds = make(self._selections[0], space.base).digest
        self._columns = (LINES,) if any(aim.counts_lines for aim in wanted) else ()
        self._known: dict[bytes, tuple[tuple[float, ...], TrialState]] = {}  # losses, by the facts of a design

    def run(
        self, runner: Runner, trials: int, batch: int, listen: Callable[[Trial, int], None] = lambda _, __: None
    ) -> TuningResult:
        """Run so many trials and return the best."""
        self.search(runner, trials, batch, listen)
        return self.prove_best(runner)

    def search(
        self, runner: Runner, trials: int, batch: int, listen: Callable[[Trial, int], None] = lambda _, __: None
    ) -> list[Trial]:
        """Run so many trials, or fewer if no better pack can be found, and return them. ``listen`` is called with each
        trial and the number of all."""
        self._check_marks(runner)
        trials = min(trials, self.space.size)
        early: list[tuple[float, ...]] = []  # losses of the finished trials after a part of their games
        proposer = self._make_proposer(trials, batch)
        while len(self.found) < trials:
            numbers = proposer.ask(min(batch, trials - len(self.found)))
            played = list(self._play_batch(runner, numbers, early))
            proposer.tell(played)
            self.found += played
            for tried in played:
                listen(tried, trials)
            if any(self.price(one) <= self.few for one in played):
                break  # the base was tried first, and any other pack pays for a change: none can be better
        return self.found

    def _check_marks(self, runner: Runner) -> None:
        """Raise Refused if an aim is about a mark that no game of the base reaches."""
        marks = [one for aim in self.aims for one in aim.list_marks()]
        seen = self._play(runner, [self.space.base], self._games)[0] if marks else {}
        for number, selection in marks:
            reached = max(seen[selection].pace, default=0)
            if number not in range(1, reached + 1):
                params = {"given": number, "what": message("pace.mark", number=number)}
                highest = {"highest": reached, "reached": message("pace.mark", number=reached)}
                raise refuse("aim.no-mark", "--target", **params, **highest)

    def price(self, trial: Trial) -> float:
        """Return what the search makes small: the losses and the price of the changes."""
        return trial.total + self.few * trial.changes

    def _make_proposer(self, trials: int, batch: int) -> _Proposer:
        if self.space.size <= trials:
            return _EveryProposer(self)
        if self._sampler == "random":
            return _RandomProposer(self)
        if self._sampler == "steps":
            return _StepProposer(self)
        sampled = _OptunaProposer(self, self._sampler, batch)
        if self._sampler != "tpe-steps":
            return sampled
        return _InTurn(sampled, _StepProposer(self), trials - trials // STEPS_PART)

    def _play_batch(
        self, runner: Runner, numbers: Sequence[Mapping[str, Value]], early: list[tuple[float, ...]]
    ) -> Iterator[Trial]:
        """Yield the trials of a batch. Values that make the same design as an earlier trial are not played. The losses
        of hopeful trials after a part of their games are added to ``early``."""
        keys: list[bytes | Refused] = []  # the facts of each design, or why it is no valid pack
        new: dict[bytes, Design] = {}
        for one in numbers:
            try:
                design = self.space.build_design(one)
            except Refused as fault:
                keys.append(fault)
                continue
            key = msgspec.json.encode(design.facts, order="sorted")
            keys.append(key)
            if key not in self._known:
                new[key] = design
        games = max(self._games // EARLY_PART, 1)
        first = dict(zip(new, map(self._compute_losses, self._play(runner, list(new.values()), games)), strict=True))
        hopeful = [key for key, losses in first.items() if not self._is_hopeless(losses, early)]
        whole = self._play(runner, [new[key] for key in hopeful], self._games)
        finished = dict(zip(hopeful, map(self._compute_losses, whole), strict=True))
        for key, losses in first.items():
            self._known[key] = (finished[key], "finished") if key in finished else (losses, "hopeless")
        early += [first[key] for key in hopeful]
        for number, (one, made) in enumerate(zip(numbers, keys, strict=True), len(self.found)):
            changed = {path: one[path] for path, now in self.now.items() if one[path] != now}
            if isinstance(made, Refused):
                yield Trial(number, dict(one), None, "invalid", changed, made)
            else:
                yield Trial(number, dict(one), *self._known[made], changed)

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
            self._by_selection(design, summarise(self._decode(played)))
            for design, played in zip(designs, self._play_rows(runner, designs, games, seed), strict=True)
        ]

    def _play_rows(
        self, runner: Runner, designs: Sequence[Design], games: int, seed: int | None = None
    ) -> list[list[bytes]]:
        """Return the chunks of rows of each design; by default with the seed of the search."""
        plans = [self._make_plan(design, games, self.seed if seed is None else seed) for design in designs]
        jobs = [(encode_plan(plan), chunk) for plan in plans for chunk in range(plan.chunks)]
        whose = [index for index, plan in enumerate(plans) for _ in range(plan.chunks)]
        content: dict[int, bytes] = dict(runner.run(play_chunk, jobs))
        return [[content[job] for job in range(len(jobs)) if whose[job] == index] for index in range(len(plans))]

    def _decode(self, chunks: Sequence[bytes]) -> Iterator[Row]:
        for chunk in chunks:
            yield from rows.decode([make_header(self._columns).decode(), *chunk.decode().splitlines()], "trial")

    def _make_plan(self, design: Design, games: int, seed: int) -> Plan:
        each = [self._make(one, design) for one in self._selections]
        by_digest = {one.digest: one for one in each}
        return Plan(tuple(by_digest.values()), games, seed, self._seeds, explain=0, columns=self._columns)

    def _by_selection(self, design: Design, summaries: Sequence[RunSummary]) -> dict[Selection, RunSummary]:
        """Return which of the summaries of a design each selection of the aims means."""
        by_digest = {one.configuration: one for one in summaries}
        return {one: by_digest[self._make(one, design).digest] for one in self._selections}

    # ---------------------------------------------------------------------------------------------------------- result

    def prove_best(self, runner: Runner) -> TuningResult:
        """Play the best of the trials so far and the base again with other seeds, and return what came out. Raise
        Refused if no trial was finished."""
        finished = [one for one in self.found if one.state == "finished"]
        if not finished:
            raise refuse("free.none-finished", "--free")
        best = min(finished, key=lambda one: (self.price(one), one.number))
        design = self.space.build_design(best.numbers)
        other, games = self.seed + 1, self._games * PROOF_FACTOR
        (played,) = self._play_rows(runner, [design], games, other)
        proof = self._by_selection(design, summarise(self._decode(played)))
        (before,) = self._play(runner, [self.space.base], games, other)
        results = [measure_aim(aim, proof.__getitem__) for aim in self.aims]
        return TuningResult(
            design=design,
            best=best,
            proof=results,
            before=[measure_aim(aim, before.__getitem__) for aim in self.aims],
            front=find_pareto_front(finished),
            tried=len(self.found),
            hopeless=sum(one.state == "hopeless" for one in self.found),
            invalid=sum(one.state == "invalid" for one in self.found),
            obstacles=[
                self._find_obstacle(runner, index, finished) for index, one in enumerate(results) if not one.met
            ],
            rows=list(self._decode(played)),
            price=self.few * best.changes,
        )

    def _find_obstacle(self, runner: Runner, index: int, finished: Sequence[Trial]) -> Obstacle:
        """Return how near to an aim any trial came, and the number that stands in the way: of those at an end of their
        range in the nearest trial, the one whose way to that end goes with the smallest losses."""
        aim = self.aims[index]
        nearest = min(finished, key=lambda one: (_get_loss(one, index), one.number))
        (seen,) = self._play(runner, [self.space.build_design(nearest.numbers)], self._games)
        measured = measure_aim(aim, seen.__getitem__)
        losses = [_get_loss(one, index) for one in finished]
        best: tuple[float, FreeValue] | None = None
        for free in self.space.free:
            value = nearest.numbers[free.path]
            if not free.is_number or len(free.values) < 2 or value not in (free.values[0], free.values[-1]):
                continue
            towards = 1 if value == free.values[-1] else -1
            gain = -towards * _correlate([float(one.numbers[free.path]) for one in finished], losses)
            if gain > 0.1 and (best is None or gain > best[0]):
                best = gain, free
        if best is None or measured.met:
            return Obstacle(aim.text, measured, None, None)
        return Obstacle(aim.text, measured, best[1].path, int(nearest.numbers[best[1].path]))


def _get_loss(trial: Trial, index: int) -> float:
    assert trial.losses is not None
    return trial.losses[index]


def _correlate(one: Sequence[float], two: Sequence[float]) -> float:
    """Return Pearson's correlation, 0 where one of both does not vary."""
    try:
        return correlation(one, two)
    except StatisticsError:
        return 0.0


# ---------------------------------------------------------------------------------------------- which values are tried


class _Proposer:
    """Says which values are tried next, and hears what came of them."""

    def ask(self, count: int) -> list[dict[str, Value]]:
        """Return the values of the next trials, by their paths."""
        raise NotImplementedError

    def tell(self, played: Sequence[Trial]) -> None:
        """Take in the trials of the values that were asked for last."""


class _EveryProposer(_Proposer):
    """Every combination once, where there are few; the base first."""

    def __init__(self, search: Search) -> None:
        start = search.space.start()
        every = [dict(zip(start, one, strict=True)) for one in product(*(free.values for free in search.space.free))]
        self._left = [start, *(one for one in every if one != start)]

    def ask(self, count: int) -> list[dict[str, Value]]:
        asked, self._left = self._left[:count], self._left[count:]
        return asked


class _RandomProposer(_Proposer):
    """The values of the base, then random ones."""

    def __init__(self, search: Search) -> None:
        self._space = search.space
        self._chance = Random(search.seed)
        self._is_first = True

    def ask(self, count: int) -> list[dict[str, Value]]:
        found = []
        for _ in range(count):
            drawn = {one.path: self._chance.choice(one.values) for one in self._space.free}
            found.append(self._space.start() if self._is_first else drawn)
            self._is_first = False
        return found


class _OptunaProposer(_Proposer):
    """A sampler of Optuna. It hears the price of a trial, or with ``tpe-front`` and ``nsga2`` the loss of each aim."""

    def __init__(self, search: Search, sampler: Sampler, batch: int) -> None:
        optuna = _load_optuna()
        self._search = search
        self._several = sampler in ("tpe-front", "nsga2")
        make = optuna.distributions
        self._space = {
            one.path: make.IntDistribution(int(one.values[0]), int(one.values[-1]))
            if one.is_number
            else make.CategoricalDistribution(one.values)
            for one in search.space.free
        }
        seed = search.seed
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            if sampler == "nsga2":
                made = optuna.samplers.NSGAIISampler(seed=seed, population_size=2 * batch)
            else:
                # Multivariate, because the effects of the numbers depend on each other.
                made = optuna.samplers.TPESampler(seed=seed, n_startup_trials=2 * batch, multivariate=True)
        directions = ["minimize"] * (len(search.aims) if self._several else 1)
        self._study = optuna.create_study(directions=directions, sampler=made)
        self._study.enqueue_trial(search.space.start())
        self._failed = optuna.trial.TrialState.FAIL
        self._asked: list[Any] = []

    def ask(self, count: int) -> list[dict[str, Value]]:
        self._asked = [self._study.ask(self._space) for _ in range(count)]
        return [{path: one.params[path] for path in self._space} for one in self._asked]

    def tell(self, played: Sequence[Trial]) -> None:
        for one, tried in zip(self._asked, played, strict=True):
            if tried.losses is None:
                self._study.tell(one, state=self._failed)
            elif self._several:
                self._study.tell(one, tried.losses)
            else:
                self._study.tell(one, sum(tried.losses) + self._search.few * tried.changes)


class _StepProposer(_Proposer):
    """Steps from the best trial: one value put back, or one or a few changed by a step. It begins at the base."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._chance = Random(search.seed)
        self._best: Trial | None = None
        self._seen: set[tuple[Value, ...]] = set()

    def ask(self, count: int) -> list[dict[str, Value]]:
        found: list[dict[str, Value]] = []
        if self._best is None:
            found.append(self._search.space.start())
        while len(found) < count:
            found.append(self._step())
        return found

    def tell(self, played: Sequence[Trial]) -> None:
        for trial in played:
            self._seen.add(tuple(trial.numbers.values()))
            if trial.state == "finished" and (
                self._best is None or self._search.price(trial) < self._search.price(self._best)
            ):
                self._best = trial

    def _step(self) -> dict[str, Value]:
        free = self._search.space.free
        here = self._search.space.start() if self._best is None else self._best.numbers
        for attempt in range(50):  # few steps first; more where all near ones are known
            moved = dict(here)
            most = 1 + attempt // 10 + int(len(free) * MANY_CHANGES)
            for one in self._chance.sample(free, min(len(free), self._chance.randint(1, most))):
                back = self._search.now[one.path]
                near = [*one.steps(moved[one.path]), *([back] if back in one.values else [])]
                near = [value for value in near if value != moved[one.path]]
                if near:
                    moved[one.path] = self._chance.choice(near)
            if tuple(moved.values()) not in self._seen:
                break
        self._seen.add(tuple(moved.values()))
        return moved


class _InTurn(_Proposer):
    """One proposer for so many trials, then another, which hears all of them."""

    def __init__(self, first: _Proposer, second: _Proposer, count: int) -> None:
        self._first, self._second, self._left = first, second, count
        self._is_first = True

    def ask(self, count: int) -> list[dict[str, Value]]:
        self._is_first = self._left > 0
        self._left -= count
        return (self._first if self._is_first else self._second).ask(count)

    def tell(self, played: Sequence[Trial]) -> None:
        if self._is_first:
            self._first.tell(played)
        self._second.tell(played)


def find_pareto_front(finished: Sequence[Trial]) -> list[Trial]:
    """Return the trials that no other trial dominates; of equal trials the first."""

    def beats(one: Trial, other: Trial) -> bool:
        assert one.losses is not None
        assert other.losses is not None
        pairs = list(zip(one.losses, other.losses, strict=True))
        if one.losses == other.losses:
            return one.number < other.number
        return all(own <= theirs for own, theirs in pairs)

    return [one for one in finished if not any(beats(other, one) for other in finished if other is not one)]


def _load_optuna() -> ModuleType:
    try:
        optuna = import_module("optuna")
    except ImportError:
        raise refuse("lab.extra", package="optuna") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


def check_extra() -> None:
    """Raise Refused early if optuna is not installed."""
    _load_optuna()
