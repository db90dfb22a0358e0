"""Just ask: one decision with only the facts that it needs. The answers stand in the address; nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automarium.companion import box, home
from automarium.companion.store import Packs
from automarium.faces.web.html import Inside, Markup, h, hidden, link
from automarium.faces.web.page import Look, page
from automarium.faces.web.pages.new import RULING, sent_rulings
from automarium.faces.web.pages.parts import linked
from automarium.faces.web.pages.tell import as_text
from automarium.faces.web.widgets import ask, read_answer
from automarium.faces.web.words import answer_words, asked, capital, game_name
from automarium.kernel.chance import Chance
from automarium.kernel.room import Room, Verdict
from automarium.kernel.ruling import settle
from automarium.kernel.saying import refuse
from automarium.kernel.table import Answer, AnyQuestion, Step, Table, Unanswered
from automarium.voice.why import explain, narrowing

MOST_ANSWERS = 300


def asks(look: Look, room: Room) -> str:
    """What can be asked in a game."""
    rows = [link(capital(look.voice.term("ask", name)), f"/ask/{room.name}/{name}", "option") for name in room.asks]
    return page(
        look,
        look.say("web.ask-of", game=game_name(look.voice, room)),
        h("p", look.say("web.ask.about"), class_="lead"),
        h("h2", look.say("ask.which")),
        h("div", *rows, class_="tellers"),
        class_="ask-page",
    )


def asking(look: Look, room: Room, name: str, texts: Sequence[str], sent: Mapping[str, str], packs: Packs) -> str:
    """The next fact that is needed, or the decision."""
    if name not in room.asks:
        raise refuse("oracle.ask", "ask", given=name, options=sorted(room.asks))
    if len(texts) > MOST_ANSWERS:
        raise refuse("web.long", "a")
    chosen = sent_rulings(room, sent)
    rulings = settle(room.rulings, chosen)
    pack = box.pack_of(room, packs)
    answers: list[Answer] = []
    questions: list[AnyQuestion] = []
    inside: Markup | list[Inside]
    while True:
        table = Table(Chance(0), rulings, answers)
        try:
            verdict = room.asks[name].gather(table, pack)
        except Unanswered as unanswered:
            question = unanswered.question
            if len(answers) == len(texts):
                inside = _next(look, room, name, question, answers, chosen)
                break
            answers.append(read_answer(question, texts[len(answers)], f"a[{len(answers)}]"))
            questions.append(question)
            continue
        inside = _decided(look, room, table.steps, verdict, rulings)
        break
    return page(
        look,
        capital(look.voice.term("ask", name)),
        _facts(look, questions, answers),
        _told(look, table.steps) if isinstance(inside, Markup) else None,
        inside,
        h("p", link(look.say("web.ask-again"), f"/ask/{room.name}/{name}", "button")) if answers else None,
        back=(f"/ask/{room.name}", look.say("web.ask")),
        class_="ask-page",
    )


def _next(
    look: Look,
    room: Room,
    name: str,
    question: AnyQuestion,
    answers: Sequence[Answer],
    chosen: Mapping[str, str],
) -> Markup:
    form = h(
        "form",
        *(hidden("a", as_text(answer)) for answer in answers),
        *(hidden(RULING + id_, choice) for id_, choice in chosen.items()),
        ask(question, "a", look.voice),
        method="get",
        action=f"/ask/{room.name}/{name}",
        class_="asking",
    )
    return h(
        "section", h("h2", asked(look.voice, question), id="asked"), form, class_="question", aria_labelledby="asked"
    )


def _told(look: Look, steps: Sequence[Step]) -> Markup | None:
    """What is settled already."""
    if not steps:
        return None
    return h("ol", *(h("li", look.voice.sentence(step.event), class_="step") for step in steps), class_="steps")


def _decided(
    look: Look, room: Room, steps: Sequence[Step], verdict: Verdict, rulings: Mapping[str, str]
) -> list[Inside]:
    """The decision, large, and why."""
    if steps:
        rows = [
            h(
                "li",
                h("p", look.voice.sentence(step.event), class_="sentence"),
                _reasons(look, room, explain(step, room.rulings, rulings, look.voice)),
                class_="step current",
            )
            for step in steps
        ]
        return [h("ol", *rows, class_="steps decided")]
    lines = [line for trace in verdict.traces for line in narrowing(trace, room.rulings, rulings, look.voice)]
    said = [h("p", look.voice.sentence(one), class_="sentence") for one in verdict.said]
    return [h("div", *said, class_="step current"), _reasons(look, room, lines)]


def _reasons(look: Look, room: Room, lines: Sequence[str]) -> Markup | None:
    if not lines:
        return None
    return h(
        "details",
        h("summary", look.say("web.why")),
        h("ul", *(h("li", linked(line, room)) for line in lines), class_="narrowing"),
    )


def _facts(look: Look, questions: Sequence[AnyQuestion], answers: Sequence[Answer]) -> Markup | None:
    """What was answered; the browser's Back takes the last one back."""
    if not answers:
        return None
    rows = [
        h("li", h("span", asked(look.voice, question), class_="quiet"), " ", answer_words(look.voice, question, answer))
        for question, answer in zip(questions, answers, strict=True)
    ]
    title = h("summary", look.say("web.facts", count=len(rows)))
    return h("details", title, h("ul", *rows, class_="facts"))
