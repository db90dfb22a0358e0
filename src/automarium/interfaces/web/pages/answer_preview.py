"""The preview of an answer before it is sent, by a dry run of the engine."""

from __future__ import annotations

from automarium.engine.game.undo import find_due_hands
from automarium.engine.message import Refused, capitalise
from automarium.engine.play.command import Respond
from automarium.engine.question import AnyQuestion, Form, Series
from automarium.interfaces.web.forms.form_data import INSIDE
from automarium.interfaces.web.html import Inside, Markup, h, render_mark
from automarium.interfaces.web.pages.combat import find_combat, render_outcome
from automarium.interfaces.web.pages.game_frame import GameContext, minus
from automarium.views.question import describe_answer
from automarium.views.turn_lines import build_line

MOST_LINES = 5
MOST_WORDS = 22  # letters of an answer on the button
MOST_ANSWERS = 2  # answers of a form that are shown
MOST_OUTCOME = 36  # letters of an outcome: two lines
MOST_MISSING = 64  # letters of a refusal on the button
PREVIEW = "preview"  # the id of its element


def render_empty() -> Markup:
    """Return the empty place of the preview."""
    return h("div", id=PREVIEW, hidden=True)


def render_refused(context: GameContext, fault: Refused) -> Markup:
    """Return why the answer would be refused, for the button; of a field, its question."""
    asked = context.view.question
    fields = dict(asked.fields) if asked is not None else {}
    named = fault.where.rpartition(INSIDE)[2].partition("[")[0] if fault.where else ""
    words = (
        fields[named].text
        if named in fields and not is_rule_refusal(fault)
        else context.translator.sentence(fault.message)
    )
    if len(words) > MOST_MISSING:  # too long for a button
        words = context.say("web.still-open", count=1)
    return h("div", id=PREVIEW, hidden=True, data_missing=words)


def is_rule_refusal(fault: Refused) -> bool:
    """Return whether a rule refuses, whose words say more than the question."""
    return not fault.message.key.startswith("answer.")


def render_preview(context: GameContext, question: AnyQuestion, answer: Respond) -> Markup:
    """Return what the answer of a form would do, in a few lines, and the words for the button."""
    if (outcome := render_outcome(context, answer)) is not None:
        return outcome
    words = describe_answer(question, answer.to, context.translator)
    many = isinstance(question, Form) and len(question.fields) > MOST_ANSWERS
    with context.game.tried(answer) as steps:
        told = context.view.steps(steps[:1]) if isinstance(question, Form) else []
        run = context.game.runs[-1]
        due_now = find_due_hands(context.game, run, len(run.segments) - 1) if isinstance(question, Form) else ()
        lines = [build_line(context.view, number, [hand], context.game.shown) for number, hand in enumerate(due_now, 1)]
    rows: list[Inside] = [h("li", render_mark(line), h("span", minus(line.text))) for line in lines[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        rows.append(h("li", context.say("web.and-more", count=len(lines) - MOST_LINES), class_="quiet"))
    on_button = capitalise(_choose_words(words, told[0].text.rstrip(".") if told else "", many=many))
    go = context.say("web.answer-go", answer=on_button) if on_button else None
    if isinstance(question, Form) and find_combat(context) is not None:
        go = context.say("web.combat.turn-over")
    if isinstance(question, Series) and not answer.to:
        go = context.say("web.none")  # as before any entry
    said = [h("p", one.text, class_="because") for one in told]
    listed = h("ul", *rows, class_="brings") if rows else None
    return h("div", *said, listed, id=PREVIEW, hidden=not (said or rows), role="status", data_go=go)


def _choose_words(answer: str, outcome: str, *, many: bool) -> str:
    """Return the outcome if it is short, otherwise the answer; nothing for ``many`` answers."""
    if not 0 < len(answer) <= MOST_WORDS:
        return ""
    return outcome if 0 < len(outcome) <= MOST_OUTCOME else "" if many else answer
