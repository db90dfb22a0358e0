"""Rules that look at nothing but the candidate make one order for every table.

What such rules say of a candidate never changes. So all that can ever be candidates are ranked once, and whichever of
them there are, the rules leave the one with the lowest rank: :func:`automarium.kernel.choice.choose` is needed only
where somebody wants to hear why.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from automarium.kernel.choice import MOST, ONLY, PREFER, Rule

T = TypeVar("T")


def ranks(candidates: Iterable[T], *rules: Rule[T]) -> dict[T, int]:
    """The rank of each by ``only``, ``prefer``, ``most``, ``least`` and ``first``; equal where they make no difference.
    If the lowest does not pass (:func:`passes`), the rules leave nobody: one that passes would be lower."""
    standings = {one: tuple([_standing(verb, key(one)) for verb, key, _ in rules]) for one in candidates}
    order = {standing: rank for rank, standing in enumerate(sorted(set(standings.values())))}
    return {one: order[standing] for one, standing in standings.items()}


def _standing(verb: int, score: Any) -> Any:
    return not score if verb in (ONLY, PREFER) else -score if verb == MOST else score


def passes(one: T, *rules: Rule[T]) -> bool:
    """Whether all rules allow this one that throw out whoever does not pass."""
    return all(key(one) for verb, key, _ in rules if verb == ONLY)
