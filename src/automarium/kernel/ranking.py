"""Rules that look at nothing but the candidate make one order for every table.

What such rules say of a candidate never changes. So all that can ever be candidates are ranked once, and whichever of
them there are, the rules leave the one with the lowest rank: :func:`automarium.kernel.choice.choose` is needed only
where somebody wants to hear why.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from automarium.kernel.choice import MOST, PREFER, Rule

T = TypeVar("T")


def ranked(candidates: Iterable[T], *rules: Rule[T]) -> list[T]:
    """Candidates in the order in which the rules would leave them, the first of them first. The rules are ``prefer``,
    ``most`` and ``least``, and ``first`` as the last word."""

    def standing(one: T) -> list[Any]:
        return [_standing(verb, key(one)) for verb, key, _ in rules]

    return sorted(candidates, key=standing)


def _standing(verb: int, score: Any) -> Any:
    return not score if verb == PREFER else -score if verb == MOST else score
