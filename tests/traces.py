"""Inspect a narrowing: which candidates were removed or stayed, and whether it is consistent."""

from __future__ import annotations

from typing import Any

from automarium.engine.choice.trace import Trace


def thrown_out(trace: Trace) -> dict[Any, str]:
    """Return the clause that removed each candidate."""
    out: dict[Any, str] = {}
    before = trace.candidates
    for stage in trace.stages:
        out |= {candidate: stage.clause for candidate in before if candidate not in stage.kept}
        before = stage.kept
    return out


def thrown_out_by_name(trace: Trace) -> dict[str, str]:
    """The same for candidates known by their names."""
    return {str(candidate): clause for candidate, clause in thrown_out(trace).items()}


def kept(trace: Trace, clause: str) -> tuple[Any, ...]:
    """Return the candidates left after the (first) stage of a clause."""
    return next(stage.kept for stage in trace.stages if stage.clause == clause)


def check_narrowing(trace: Trace) -> None:
    """Check that no candidate comes back and that the chosen one, if any, is left at the end."""
    left = trace.candidates
    for stage in trace.stages:
        assert set(stage.kept) <= set(left)
        left = stage.kept
    assert tuple(left) == (() if trace.chosen is None else (trace.chosen,))
