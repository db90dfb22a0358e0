"""Views as plain JSON data, for the table protocol, the oracle and the Python package."""

from __future__ import annotations

from typing import Any

import msgspec

from automarium.engine.choice.trace import Trace
from automarium.engine.message import refuse
from automarium.engine.question import Count, Form, Pick, Series, Several, Words
from automarium.views.question import Asked
from automarium.views.score import ScoreView

Plain = dict[str, Any]


def encode_trace(trace: Trace) -> list[Plain]:
    return [
        {
            "clause": stage.clause,
            "kept": [str(candidate) for candidate in stage.kept],
            "scores": {str(candidate): score for candidate, score in stage.scores.items()},
        }
        for stage in trace.stages
    ]


def encode_score(score: ScoreView) -> Plain:
    """Return a score as plain data; ``winner`` is null for a draw and while the verdict is open."""
    winner = score.winner if score.winner in ("automa", "human") else None
    lines = msgspec.to_builtins(score.lines)
    return {"lines": lines, "totals": dict(score.totals), "verdict": score.verdict, "winner": winner}


def encode_question(one: Asked) -> Plain:
    """Return a question as plain data; keys without content are null, not missing."""
    question = one.question
    data: Plain = {
        "kind": question.__struct_config__.tag,
        "about": question.about,
        "text": one.text,
        "place": question.place,
        "default": question.default,
    }
    match question:
        case Pick():
            data["options"] = msgspec.to_builtins(one.options)
        case Count():
            data |= {"low": question.low, "high": question.high}
        case Series():
            data |= {"low": question.low, "high": question.high, "most": question.most, "once": list(question.once)}
            data |= {"rising": question.rising, "exactly": question.exactly}
        case Several():
            data |= {"options": msgspec.to_builtins(one.options), "most": question.most}
            data |= {"limits": dict(question.limits), "exactly": question.exactly}
        case Words():
            data["most"] = question.most
        case Form():
            needs = {field.name: field.needs for field in question.fields}
            data["fields"] = [
                {"name": name, **_encode_needs(needs[name]), **encode_question(field)} for name, field in one.fields
            ]
    return data


def _encode_needs(needs: tuple[str, tuple[str, ...]] | None) -> dict[str, object]:
    return {} if needs is None else {"needs": {"field": needs[0], "answers": list(needs[1])}}


def check_json(value: object, where: str = "") -> None:
    """Raise Refused if a value from Python is not JSON data."""
    if isinstance(value, dict):
        for key, element in value.items():
            if not isinstance(key, str):
                raise refuse("oracle.object", where)
            check_json(element, f"{where}.{key}" if where else key)
    elif isinstance(value, list):
        for index, element in enumerate(value):
            check_json(element, f"{where}[{index}]")
    elif value is not None and type(value) not in (str, int, float, bool):
        raise refuse("oracle.plain", where, type=type(value).__name__)
