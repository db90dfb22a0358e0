"""Why, for a person at the table: one sentence, then the two that were compared. The rules and ids behind it are
details for whoever wants them (:mod:`automarium.i18n.explanation`).
"""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.choice.trace import Trace, compares, deciding
from automarium.engine.content.clauses import load_catalogue
from automarium.engine.message import capital, message, term
from automarium.engine.play.event import Step
from automarium.i18n.explanation import Compared, compared, decided, settled
from automarium.views.game import View
from automarium.views.turn import Turn

MOST_WORDS = 300  # of a rule that stands for a reason in one sentence


def reason(view: View, step: Step) -> str:
    """Why, in one sentence without an id: what settled each choice, or the rule that the step follows."""
    game, translator, chosen = view.game, view.translator, view.chosen
    told = _told(view, step)
    if told:
        return " ".join(told)
    words = [settled(clause, chosen, translator) for clause in step.clauses]
    if any(words):
        return f"{capital('; '.join(dict.fromkeys(word for word in words if word)))}."
    entries = load_catalogue(game.definition.folder).clauses
    texts = [entries[clause].in_(translator.lang) for clause in step.clauses if clause in entries]
    return texts[0][:MOST_WORDS] if texts else ""


def _told(view: View, step: Step) -> list[str]:
    """What settled each choice. A piece that stays has no better place; that it is the first in an order is said once,
    of the piece or of the place."""
    translator, chosen, made = view.translator, view.chosen, _made(step)
    if not made or not _stays(step):
        return [*dict.fromkeys(words for trace in made if (words := decided(trace, chosen, translator)))]
    *before, last = made
    told = [decided(one, chosen, translator) for one in before if not (_is_by_order(one) and _is_by_order(last))]
    told.append(decided(last, chosen, translator, translator.say("why.name", name=term(last.family, last.chosen))))
    return [words for words in told if words]


def _is_by_order(trace: Trace) -> bool:
    return all(stage.verb == "first" for stage in deciding(trace))


def _stays(step: Step) -> bool:
    return any(way.from_ == way.to for way in step.event.ways())


def two_compared(view: View, step: Step) -> Compared | None:
    """The chosen one and the runner-up of the last choice of a step."""
    made = [trace for trace in _made(step) if deciding(trace)]
    return compared(made[-1], view.chosen, view.translator) if made else None


def headline(view: View, turn: Turn) -> str:
    """How she decided, in one sentence: the choice of the turn that had the most to it. Empty without a step."""
    if not turn.story:
        return ""
    moved = {step for line in turn.lines for step in line.steps}
    best: tuple[tuple[int, ...], str] = ((), "")
    for number, told in enumerate(turn.story, 1):
        stays = _stays(told.step)
        for trace in _made(told.step):
            last = trace is told.step.traces[-1]  # where to rather than with which piece
            words = decided(trace, view.chosen, view.translator, told.text if stays and last else "")
            weight = (number in moved, compares(trace), last, len(deciding(trace)), len(trace.candidates))
            if words and weight > best[0]:
                best = (weight, words)
    return best[1] or view.translator.sentence(message("why.no-choice"))


def _made(step: Step) -> Sequence[Trace]:
    """The choices that came to something; attempts before them that came to nothing explain nothing."""
    failed = [n for n, trace in enumerate(step.traces) if trace.chosen is None]
    return step.traces[failed[-1] + 1 :] if failed else step.traces
