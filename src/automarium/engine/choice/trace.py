"""The trace of a narrowing, and what decided it: the rules that made the difference, and the two candidates that the
last of them compared.

A trace has every rule; the answer to "why there?" names the one or two that decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import msgspec

COMPARING = ("prefer", "most", "least", "first")


class Stage(msgspec.Struct, frozen=True):
    """What one rule did: the candidates that it kept, and the score of each (only of rules that score)."""

    verb: str
    clause: str
    kept: tuple[Any, ...]
    scores: dict[Any, Any]


class Trace(msgspec.Struct, frozen=True):
    """A complete narrowing: the candidates, and those left after each stage. ``chosen`` is None if none was left.

    ``family`` is that of candidates that are plain ids (places, for instance); others have a ``said`` method."""

    about: str
    candidates: tuple[Any, ...]
    stages: tuple[Stage, ...]
    chosen: Any
    family: str = ""

    @property
    def written(self) -> Trace:
        """The trace with all its fields: itself, unless they are made when they are read."""
        return self


Notes: TypeAlias = list[Trace]


class Measure(msgspec.Struct, frozen=True):
    """What a rule found for the two finalists: a score, a place in an order (from 1), or whether it was met."""

    stage: Stage
    chosen: object
    second: object


class Finalists(msgspec.Struct, frozen=True):
    """The chosen candidate and the runner-up, and the measures of both, in order; the last measure differs."""

    chosen: object
    second: object
    measures: tuple[Measure, ...]


def deciding(trace: Trace) -> list[Stage]:
    """Return the rules that decided: from the first comparison that threw a candidate out; without a comparison, the
    condition that only one met. Empty if there was nothing to choose."""
    if trace.chosen is None or len(trace.candidates) < 2:
        return []
    if _was_read_down(trace):
        return [trace.stages[-1]]
    cuts = [stage for stage, _ in _cuts(trace)]
    compared = [n for n, stage in enumerate(cuts) if stage.verb in COMPARING]
    return cuts[compared[0] :] if compared else cuts[-1:]


def finalists(trace: Trace) -> Finalists | None:
    """Return the two candidates that the last comparison decided between; None if a condition decided."""
    cuts = list(_cuts(trace))
    if trace.chosen is None or not cuts or cuts[-1][0].verb not in COMPARING:
        return None
    last, out = cuts[-1]
    second = _best(last, out)
    measures = []
    for stage in trace.stages:
        measure = _measured(stage, trace.chosen, second)
        if measure is not None and (stage.scores or stage is last):
            measures.append(measure)
        if stage is last:
            break
    return Finalists(trace.chosen, second, tuple(measures))


def compares(trace: Trace) -> bool:
    """Whether a comparison decided, not a condition that only one candidate met."""
    return any(stage.verb in COMPARING for stage in deciding(trace))


def _cuts(trace: Trace) -> Iterator[tuple[Stage, list[object]]]:
    """The rules that threw candidates out, and those candidates."""
    before: Sequence[object] = trace.candidates
    for stage in trace.stages:
        out = [one for one in before if one not in stage.kept]
        if out:
            yield stage, out
        before = stage.kept


def _was_read_down(trace: Trace) -> bool:
    """Whether the trace is of a list read from the top: the last candidate that was read is chosen, by its place."""
    last = trace.stages[-1]
    end = len(trace.candidates) - 1
    placed = last.verb == "first" and len(last.scores) == 1 and trace.chosen == trace.candidates[end]
    score = last.scores.get(trace.chosen)
    return placed and type(score) is int and score == end


def _best(stage: Stage, out: Sequence[object]) -> object:
    """Return the best of the candidates that a rule threw out."""
    if not stage.scores:
        return out[0]
    if stage.verb == "most":
        return max(out, key=lambda one: stage.scores[one])
    return min(out, key=lambda one: stage.scores[one])


def _measured(stage: Stage, chosen: object, second: object) -> Measure | None:
    if not stage.scores:
        return Measure(stage, chosen in stage.kept, second in stage.kept)
    if chosen not in stage.scores or second not in stage.scores:
        return None
    if stage.verb != "first":
        return Measure(stage, stage.scores[chosen], stage.scores[second])
    ranks = sorted(stage.scores.values())
    return Measure(stage, ranks.index(stage.scores[chosen]) + 1, ranks.index(stage.scores[second]) + 1)


class LazyTrace(Trace, frozen=True, eq=False):
    """A trace whose candidates and stages are made when they are read, by ``write(*values)``.

    The inherited fields of these names stay empty; mypy does not allow a property in their place."""

    write: Callable[..., Trace] | None = None
    values: tuple[Any, ...] = ()

    @property
    def written(self) -> Trace:
        assert self.write is not None
        return self.write(*self.values)

    @property  # type: ignore[misc]
    def candidates(self) -> tuple[Any, ...]:
        return self.written.candidates

    @property  # type: ignore[misc]
    def stages(self) -> tuple[Stage, ...]:
        return self.written.stages

    def __eq__(self, other: object) -> bool:
        return self.written == (other.written if isinstance(other, LazyTrace) else other)

    def __hash__(self) -> int:
        return hash(self.written.chosen)


def lazy_trace(about: str, chosen: object, family: str, write: Callable[..., Trace], *values: object) -> Trace:
    """Return a trace that knows what was chosen, and that ``write(*values)`` completes when it is read. ``write`` must
    return the same trace every time."""
    return LazyTrace(about, (), (), chosen, family, write, values)
