"""Questions and answers as text: of a game, an option, a command, a component, or one decision without a game."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, capitalise, refuse
from automarium.engine.play.chance import Chance
from automarium.engine.play.decision import Verdict
from automarium.engine.play.desk import Table, Unanswered
from automarium.engine.play.event import Step
from automarium.engine.question import Answer, AnyQuestion, Field, Form, Pick, Several
from automarium.i18n.explanation import explain, explain_trace
from automarium.i18n.translator import Translator


class Option(msgspec.Struct, frozen=True):
    value: int | str
    text: str


class Asked(msgspec.Struct, frozen=True):
    """A question with its text, its ``options`` if it has any, and the ``fields`` of a form."""

    question: AnyQuestion
    text: str
    options: tuple[Option, ...] = ()
    fields: tuple[tuple[str, Asked], ...] = ()


def build_question(question: AnyQuestion, translator: Translator) -> Asked:
    options: tuple[Option, ...] = ()
    fields: tuple[tuple[str, Asked], ...] = ()
    if isinstance(question, (Pick, Several)):
        options = tuple(Option(one, describe_option(question, one, translator)) for one in question.options)
    elif isinstance(question, Form):
        fields = tuple(
            (field.name, build_question(field.question, translator)) for field in question.fields if not field.aside
        )
    return Asked(question, capitalise(translator.say(question.about, **question.params)), options, fields)


def name_sheet_line(field: Field, translator: Translator) -> str:
    """Return the name of a line of a score sheet: a short one if the game has it, or the question."""
    question = field.question
    if translator.look_up(short := f"{question.about}@line"):
        return capitalise(translator.say(short, **question.params))
    return translator.look_up(f"line.{field.name}") or build_question(question, translator).text


def describe_option(question: Pick | Several, option: str | int, translator: Translator) -> str:
    return capitalise(name_option(question, option, translator))


def name_option(question: Pick | Several, option: str | int, translator: Translator) -> str:
    """Return the name of an option as in the middle of a sentence."""
    looks = question.looks.get(str(option)) if isinstance(question, Pick) else None
    if looks is not None:
        return translator.say(looks.key, **looks.params)
    return str(translator.term(question.family, option)) if question.family else str(option)


def describe_answer(question: AnyQuestion, answer: Answer, translator: Translator) -> str:
    if isinstance(question, Form) and isinstance(answer, dict):
        parts = [
            describe_answer(field.question, answer[field.name], translator)
            for field in question.fields
            if field.name in answer
        ]
        return "; ".join(parts) if parts else translator.say("prompt.unchanged")
    if isinstance(question, (Pick, Several)) and not isinstance(answer, dict):
        answers = answer if isinstance(answer, list) else [answer]
        if answers:
            return ", ".join(name_option(question, one, translator) for one in answers)
    if isinstance(answer, list):
        return ", ".join(map(str, answer)) if answer else translator.say("prompt.none")
    return str(answer)


class PersonDecision:
    """A decision in progress: the next ``question`` or the ``verdict``, and the ``steps`` so far."""

    def __init__(self, definition: AnyDefinition, name: str, pack: Pack, rulings: Mapping[str, str]) -> None:
        if name not in definition.decisions:
            raise refuse("oracle.ask", "ask", given=name, options=sorted(definition.decisions))
        self.definition = definition
        self.rulings = settle(definition.rulings, rulings)
        self.answered: list[tuple[AnyQuestion, Answer]] = []
        self.question: AnyQuestion | None = None
        self.verdict: Verdict | None = None
        self.steps: list[Step] = []
        self._ask, self._pack = definition.decisions[name], pack
        self._gather()

    def answer(self, answer: Answer) -> list[Step]:
        """Answer the open question and return the new steps. Raise Refused and keep it open if the rules refuse it."""
        assert self.question is not None
        known = len(self.steps)
        self.answered.append((self.question, answer))
        try:
            self._gather()
        except Refused:
            self.answered.pop()
            raise
        return self.steps[known:]

    def _gather(self) -> None:
        table = Table(Chance(0), [answer for _, answer in self.answered])
        try:
            verdict = self._ask.ask_person(table, self._pack, self.rulings)
        except Unanswered as unanswered:
            self.question = unanswered.question
        else:
            self.question, self.verdict = None, verdict
        self.steps = table.steps

    def sentences(self, translator: Translator) -> list[str]:
        """Return the verdict as text, unless its steps have said it already."""
        if self.verdict is None or self.steps:
            return []
        return [translator.sentence(one) for one in self.verdict.sentences]

    def reasons(self, translator: Translator, step: Step | None = None) -> list[str]:
        """Return the narrowings of the verdict as lines; of a step, with the rules that it follows."""
        rulings, chosen = self.definition.rulings.rulings(), self.rulings.chosen()
        if step is not None:
            return explain(step, rulings, chosen, translator)
        traces = () if self.verdict is None else self.verdict.traces
        return [line for trace in traces for line in explain_trace(trace, rulings, chosen, translator)]
