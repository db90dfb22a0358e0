"""Valid answers to any question, for tests without a table."""

from __future__ import annotations

from typing import TypeVar

from automarium.check.playing import pick_lowest, pick_offered
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.question import Answer, AnyQuestion, Count, Form, Pick, Series, Several, Words, check

T = TypeVar("T")

__all__ = ["is_valid", "pick_any", "pick_lowest", "pick_offered"]


def is_valid(question: AnyQuestion, answer: Answer) -> bool:
    """Return whether this could be the answer."""
    try:
        check(question, answer)
    except Refused:
        return False
    return True


FEW = 5  # items of a list


def pick_any(question: AnyQuestion, chance: Chance) -> Answer:
    """Return any answer of the right form, without the ends of long ranges; the rules may still refuse it."""
    match question:
        case Pick():
            return chance.pick(question.options)
        case Count():
            return question.low + chance.below(min(question.high - question.low, 15) + 1)
        case Series():
            found = _some(list(range(question.low, min(question.high, 19) + 1)), question, chance)
            return sorted(found) if question.rising else found
        case Several():
            there = [one for one in question.options for _ in range(question.limits.get(one, FEW))]
            return _some(there, question, chance)
        case Words():
            return "x"
        case Form():
            told = [one for one in question.fields if one.question.default is None or chance.below(3)]
            return {field.name: pick_any(field.question, chance) for field in told}


def _some(things: list[T], question: Series | Several, chance: Chance) -> list[T]:
    chance.shuffle(things)
    most = min(question.most, FEW, len(things))
    return things[: chance.below(most + 1) if question.exactly is None else question.exactly]
