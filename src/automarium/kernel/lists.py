"""Lists that are read from the top: the first candidate that meets conditions of its own is chosen.

A narrowing like :func:`automarium.kernel.choice.choose`, written down as the same :class:`Trace`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, TypeVar

from automarium.kernel.choice import FIRST, ONLY, VERBS, Notes, Stage, Trace

T = TypeVar("T")
S = TypeVar("S")  # what conditions look at

# A condition of one candidate, seeing what it looks at, and its clause.
Condition: TypeAlias = tuple[Callable[[T, S], bool], str]


def read_down(
    candidates: Iterable[tuple[T, Iterable[Condition[T, S]]]],
    sight: S,
    clause: str,
    *,
    notes: Notes | None = None,
    about: str = "",
    family: str = "",
) -> T | None:
    """Candidates are read in their order, as a list is from the top, each with conditions of its own, looked at one
    after the other; all look at ``sight``.

    The first that meets all of its own is chosen by ``clause``. Nobody looks at those after it, so nothing is asked on
    their account, and the trace knows only of those that were read.
    """
    if notes is not None:
        return _read_noting(candidates, sight, clause, notes, about, family)
    for one, conditions in candidates:
        for met, _ in conditions:
            if not met(one, sight):
                break
        else:
            return one
    return None


def _read_noting(
    candidates: Iterable[tuple[T, Iterable[Condition[T, S]]]],
    sight: S,
    clause: str,
    notes: Notes,
    about: str,
    family: str,
) -> T | None:
    read: list[T] = []
    out: dict[str, list[T]] = {}  # whom each clause threw out, in the order in which the clauses were met
    chosen: T | None = None
    for one, conditions in candidates:
        read.append(one)
        for met, reason in conditions:
            thrown = out.setdefault(reason, [])
            if not met(one, sight):
                thrown.append(one)
                break
        else:
            chosen = one
            break
    notes.append(Trace(about, tuple(read), tuple(_stages_read(read, out, chosen, clause)), chosen, family))
    return chosen


def _stages_read(read: Sequence[T], out: dict[str, list[T]], chosen: T | None, clause: str) -> list[Stage]:
    kept = list(read)
    stages: list[Stage] = []
    for reason, thrown in out.items():
        if not kept:
            break
        kept = [one for one in kept if one not in thrown]
        stages.append(Stage(VERBS[ONLY], reason, tuple(kept), {}))
    if chosen is not None:
        stages.append(Stage(VERBS[FIRST], clause, (chosen,), {chosen: len(read) - 1}))
    return stages


def first_meeting(candidates: Iterable[T], conditions: Iterable[Condition[T, S]], sight: S) -> T | None:
    """The first that meets the conditions, where all have the same ones: candidates that come in the order of the last
    rule need no further comparing."""
    # The loop of read_down once more: through it a turn of Expeditions would cost 16 % more.
    for one in candidates:
        for met, _ in conditions:
            if not met(one, sight):
                break
        else:
            return one
    return None


def stage_by_stage(
    candidates: tuple[T, ...], conditions: Iterable[Condition[T, S]], sight: S
) -> tuple[tuple[tuple[T, ...], str], ...]:
    """Who is left after each condition, with its clause."""
    stages = []
    for met, clause in conditions:
        candidates = tuple([one for one in candidates if met(one, sight)])
        stages.append((candidates, clause))
    return tuple(stages)
