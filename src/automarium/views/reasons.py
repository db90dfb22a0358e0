"""Reasons for a person at the table: one sentence, and the two candidates that were compared last.

:mod:`automarium.i18n.explanation` has the details with rules and ids.
"""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.choice.trace import Trace, compares, deciding
from automarium.engine.content.clauses import load_catalogue, text_in
from automarium.engine.message import capitalise, message, term
from automarium.engine.play.event import Step
from automarium.i18n.explanation import Comparison, compare_finalists, describe_rule, sum_up
from automarium.views.game import View
from automarium.views.turn import Turn

MOST_WORDS = 300  # of a rule that is given as the reason


def find_reason(view: View, step: Step) -> str:
    """Return a sentence without ids: what settled each choice of a step, or the rule that it follows."""
    game, translator, chosen = view.game, view.translator, view.chosen
    settled = _describe_choices(view, step)
    if settled:
        return " ".join(settled)
    words = [describe_rule(clause, chosen, translator) for clause in step.clauses]
    if any(words):
        return f"{capitalise('; '.join(dict.fromkeys(word for word in words if word)))}."
    entries = load_catalogue(game.definition.folder).clauses
    texts = [text_in(entries[clause].text, translator.lang) for clause in step.clauses if clause in entries]
    return texts[0][:MOST_WORDS] if texts else ""


def _describe_choices(view: View, step: Step) -> list[str]:
    """Return what settled each choice. If the piece stays and both choices follow an order, only the last is named."""
    translator, chosen, made = view.translator, view.chosen, _find_choices(step)
    if not made or not _stays(step):
        return [*dict.fromkeys(words for trace in made if (words := sum_up(trace, chosen, translator)))]
    *before, last = made
    settled = [sum_up(one, chosen, translator) for one in before if not (_is_by_order(one) and _is_by_order(last))]
    settled.append(sum_up(last, chosen, translator, translator.say("why.name", name=term(last.family, last.chosen))))
    return [words for words in settled if words]


def _is_by_order(trace: Trace) -> bool:
    return all(stage.verb == "first" for stage in deciding(trace))


def _stays(step: Step) -> bool:
    return any(way.from_ == way.to for way in step.event.moves())


def compare_two(view: View, step: Step) -> Comparison | None:
    """Return the chosen candidate and the runner-up of the last choice of a step, or None."""
    made = [trace for trace in _find_choices(step) if deciding(trace)]
    return compare_finalists(made[-1], view.chosen, view.translator) if made else None


def write_headline(view: View, turn: Turn) -> str:
    """Return a sentence about the most involved choice of a turn; empty without a step."""
    if not turn.story:
        return ""
    moved = {step for line in turn.lines for step in line.steps}
    best: tuple[tuple[int, ...], str] = ((), "")
    for number, one in enumerate(turn.story, 1):
        stays = _stays(one.step)
        for trace in _find_choices(one.step):
            last = trace is one.step.traces[-1]  # where to rather than with which piece
            words = sum_up(trace, view.chosen, view.translator, one.text if stays and last else "")
            weight = (number in moved, compares(trace), last, len(deciding(trace)), len(trace.candidates))
            if words and weight > best[0]:
                best = (weight, words)
    return best[1] or view.translator.sentence(message("why.no-choice"))


def _find_choices(step: Step) -> Sequence[Trace]:
    """Return the choices after the last that found nothing."""
    failed = [n for n, trace in enumerate(step.traces) if trace.chosen is None]
    return step.traces[failed[-1] + 1 :] if failed else step.traces
