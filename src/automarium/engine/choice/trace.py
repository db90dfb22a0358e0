"""What decided a narrowing: the rules that settled it, and the two that were left for the last of them to tell apart.

A trace has every rule; a person who asks "why there?" wants the one or two that made the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import msgspec

COMPARING = ("prefer", "most", "least", "first")


class Stage(msgspec.Struct, frozen=True, gc=False):
    """What one rule did: who was kept, and what each candidate scored (only rules that score)."""

    verb: str
    clause: str
    kept: tuple[Any, ...]
    scores: dict[Any, Any]


class Trace(msgspec.Struct, frozen=True, gc=False):
    """A whole narrowing: who was in, and stage by stage who fell out. ``chosen`` is None if nobody was left.

    ``family`` is that of candidates that are plain ids (places above all); others say their name themselves."""

    about: str
    candidates: tuple[Any, ...]
    stages: tuple[Stage, ...]
    chosen: Any
    family: str = ""


Notes: TypeAlias = list[Trace]


class Measure(msgspec.Struct, frozen=True):
    """What a rule saw in the two that were left: what it counted, where each stood in an order (from 1), or whether it
    held."""

    stage: Stage
    chosen: object
    second: object


class Finalists(msgspec.Struct, frozen=True):
    """The chosen one and the runner-up, and the measures of both, in order; the last one told them apart."""

    chosen: object
    second: object
    measures: tuple[Measure, ...]


def deciding(trace: Trace) -> list[Stage]:
    """The rules that settled it: from the first comparison that threw somebody out; where nothing was compared, the
    condition that only one met. None where there was nothing to choose."""
    if trace.chosen is None or len(trace.candidates) < 2:
        return []
    if _was_read_down(trace):
        return [trace.stages[-1]]
    cuts = [stage for stage, _ in _cuts(trace)]
    compared = [n for n, stage in enumerate(cuts) if stage.verb in COMPARING]
    return cuts[compared[0] :] if compared else cuts[-1:]


def finalists(trace: Trace) -> Finalists | None:
    """The two that the last comparison told apart; None if nothing was compared, or a condition had the last word."""
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
    """Whether somebody was better than somebody else, not only the one that fits."""
    return any(stage.verb in COMPARING for stage in deciding(trace))


def _cuts(trace: Trace) -> Iterator[tuple[Stage, list[object]]]:
    """The rules that threw somebody out, and whom."""
    before: Sequence[object] = trace.candidates
    for stage in trace.stages:
        out = [one for one in before if one not in stage.kept]
        if out:
            yield stage, out
        before = stage.kept


def _was_read_down(trace: Trace) -> bool:
    """A list read from the top: the last that was read is chosen, by its place."""
    last = trace.stages[-1]
    end = len(trace.candidates) - 1
    placed = last.verb == "first" and len(last.scores) == 1 and trace.chosen == trace.candidates[end]
    score = last.scores.get(trace.chosen)
    return placed and type(score) is int and score == end


def _best(stage: Stage, out: Sequence[object]) -> object:
    """Of those that a rule threw out the one that came nearest."""
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


class LaterTrace(Trace, frozen=True, gc=False, eq=False):
    """``write`` makes the whole trace of ``values``, the same every time. The fields of a trace that it makes are empty
    here; mypy takes them for those of a dataclass, which cannot be read in another way."""

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
        return self.written == (other.written if isinstance(other, LaterTrace) else other)

    def __hash__(self) -> int:
        return hash(self.written.chosen)


def written_later(about: str, chosen: object, family: str, write: Callable[..., Trace], *values: object) -> Trace:
    """What was chosen, and the values from which ``write`` makes the whole trace."""
    return LaterTrace(about, (), (), chosen, family, write, values)
