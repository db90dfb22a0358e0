"""Choices among the places of a board: the verbs of :mod:`automarium.kernel.choice` on sets.

    destination = choose_place(
        MAP,
        in_reach,
        only(~taken, "SCY-UNIT-03"),
        least(rings_of_the_enemy, "SCY-UNIT-05"),
        first(MAP, "SCY-UNIT-09"),
        notes=table.notes,
    )

Who passes is a set, who scores what is sums or tiers, and the last word is the board's own order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias, cast

from automarium.kernel.choice import (
    GIVEN,
    LEAST,
    ONLY,
    PREFER,
    SCORING,
    VERBS,
    Notes,
    PlaceRule,
    Rule,
    Stage,
    Trace,
    narrow,
    nobody,
    the_one,
)
from automarium.kernel.later import written_later
from automarium.kernel.places import NOWHERE, Board, Places, fewest, highest

PlaceRules: TypeAlias = tuple[Rule[str] | PlaceRule, ...]


def choose_place(
    board: Board,
    candidates: Places,
    *rules: Rule[str] | PlaceRule,
    notes: Notes | None = None,
    about: str = "",
    family: str = "place",
) -> str | None:
    """The one place that the rules leave, or None if the choice is impossible. Rules are sets where sets are known, and
    functions of a place where somebody must be asked about each."""
    return place_chosen_by(rules, board, candidates, notes, about, family)


def place_chosen_by(
    rules: PlaceRules,
    board: Board,
    candidates: Places,
    notes: Notes | None,
    about: str,
    family: str = "place",
) -> str | None:
    """The same where the rules are already together."""
    if notes is None:
        return _chosen(rules, board, candidates)
    if any(map(_must_ask, rules)):
        trace = _written(board, candidates, rules, about, family)
    else:
        chosen = _chosen(rules, board, candidates)
        trace = written_later(about, chosen, family, _read_again, board, candidates, rules, about, family)
    notes.append(trace)
    return cast("str | None", trace.chosen)


def _chosen(rules: PlaceRules, board: Board, kept: Places) -> str | None:
    for verb, key, _ in rules:
        if verb == ONLY:  # may throw out who is left alone
            kept = kept & key if type(key) is int else _narrow_places(board, verb, key, kept)
        elif key is board:
            return board.first(kept)
        elif verb == GIVEN:
            if key is nobody:
                return None
        elif kept & (kept - 1):  # one alone needs no comparing
            kept = _narrow_places(board, verb, key, kept)
    return the_one(board.places(kept))


def _must_ask(rule: Rule[str] | PlaceRule) -> bool:
    """Whether a rule looks at each place by a function: who may be asked then is asked at once."""
    return callable(rule[1]) and rule[0] != GIVEN


def _narrow_places(board: Board, verb: int, key: Any, kept: Places) -> Places:
    """Those of ``kept`` that a rule keeps."""
    best: Places
    if type(key) is int:
        if verb == ONLY:
            return kept & key
        if verb == PREFER:
            return kept & key or kept
        return fewest(kept, key) if verb == LEAST else highest(kept, key)
    if type(key) is tuple:
        for tier in key if verb == LEAST else reversed(key):
            best = kept & tier
            if best:
                return best
        return kept
    if key is board:
        return kept & -kept
    if verb == GIVEN:
        return NOWHERE if key is nobody else kept
    left = board.places(kept)
    return board.holding(narrow(verb, left, [key(one) for one in left])) if left else kept


def _written(board: Board, candidates: Places, rules: PlaceRules, about: str, family: str) -> Trace:
    """The trace of a choice among these places."""
    kept = candidates
    stages: list[Stage] = []
    for rule in rules:
        if not kept and stages:  # even where nobody is a candidate the first rule speaks
            break
        kept, stage = _asked(board, rule, kept) if _must_ask(rule) else _stage(board, rule, kept)
        stages.append(stage)
    return Trace(about, board.places(candidates), tuple(stages), the_one(board.places(kept)), family)


_read_again = lru_cache(1 << 8)(_written)  # whoever looks at a trace looks at all of it


@lru_cache(1 << 14)
def _stage(board: Board, rule: PlaceRule, kept: Places) -> tuple[Places, Stage]:
    """Whom a rule keeps, and the stage that says so; the same rules meet the same places again and again."""
    verb, key, clause = rule
    scores: dict[str, int] = {}
    if isinstance(key, tuple):
        scores = board.scores(kept, key, verb == LEAST)
    elif isinstance(key, Board):
        scores = board.places_before(kept)
    elif verb in SCORING:
        scores = board.counts(kept, key)
    left = _narrow_places(board, verb, key, kept)
    return left, Stage(VERBS[verb], clause, board.places(left), scores)


def _asked(board: Board, rule: Any, kept: Places) -> tuple[Places, Stage]:
    """The same by a function of a place: whoever must be asked about a place is asked once."""
    verb, key, clause = rule
    found = {place: key(place) for place in board.places(kept)}
    left = _narrow_places(board, verb, found.__getitem__, kept)
    return left, Stage(VERBS[verb], clause, board.places(left), found if verb in SCORING else {})
