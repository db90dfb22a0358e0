"""An answer to any question, for a check without a person."""

from __future__ import annotations

from automarium.engine.question import Answer, AnyQuestion, Count, Form, Pick, Series, Several, Words


def pick_offered(question: AnyQuestion) -> Answer:
    """Return the default, or the lowest answer."""
    return pick_lowest(question) if question.default is None else question.default


def pick_lowest(question: AnyQuestion) -> Answer:
    """Return the first option, the lowest number or the shortest list; of a form what its fields offer."""
    match question:
        case Pick():
            return question.options[0]
        case Count():
            return question.low
        case Series():
            return list(range(question.low, question.low + (question.exactly or 0)))
        case Several():
            there = [one for one in question.options for _ in range(question.limits.get(one, question.most))]
            return there[: question.exactly or 0]
        case Words():
            return "x"
        case Form():
            return {field.name: pick_offered(field.question) for field in question.fields}
