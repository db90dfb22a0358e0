"""One decision without a game: a person is asked only for the facts that it needs. Nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping

from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse
from automarium.engine.play.chance import Chance
from automarium.engine.play.decision import Verdict
from automarium.engine.play.desk import Table, Unanswered
from automarium.engine.play.event import Step
from automarium.engine.question import Answer, AnyQuestion
from automarium.i18n.explanation import explain, explain_trace
from automarium.i18n.translator import Translator


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
