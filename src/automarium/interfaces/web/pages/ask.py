"""Just ask: one decision with only the facts that it needs. The answers stand in the address; nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automarium.box import box
from automarium.box.box import Packs
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import capitalise, refuse
from automarium.interfaces.web.forms.form_data import as_sent, is_sent, read_answer
from automarium.interfaces.web.forms.widgets import FORM, ask
from automarium.interfaces.web.html import Inside, Markup, h, hidden, link
from automarium.interfaces.web.page import PageContext, page
from automarium.interfaces.web.pages.game_frame import linked
from automarium.interfaces.web.pages.new_game import RULING, sent_rulings
from automarium.interfaces.web.translations import game_name
from automarium.views.decision import PersonDecision
from automarium.views.question import build_question, describe_answer

MOST_ANSWERS = 300


def asks(look: PageContext, definition: AnyDefinition) -> str:
    """What can be asked in a game."""
    rows = [link(title_of(look, name), f"/ask/{definition.name}/{name}", "b") for name in definition.decisions]
    return page(
        look,
        look.say("web.ask-of", game=game_name(look.translator, definition.name)),
        h("p", look.say("web.ask.about"), class_="lead"),
        h("h2", look.say("ask.which")),
        h("div", *rows, class_="tellers"),
        game=definition.name,
        class_="ask-page",
    )


def title_of(look: PageContext, name: str) -> str:
    """What can be asked, as a heading."""
    return capitalise(look.translator.term("ask", name))


def asking(look: PageContext, definition: AnyDefinition, name: str, sent: Mapping[str, str], packs: Packs) -> str:
    """The next fact that is needed, or the decision. The n-th answer is sent as ``a<n>``."""
    chosen = sent_rulings(definition, sent)
    going = PersonDecision(definition, name, box.pack_of(definition, packs), chosen)
    while going.question is not None and is_sent(going.question, sent, _name(going)):
        if len(going.answered) == MOST_ANSWERS:
            raise refuse("web.long", _name(going))
        going.answer(read_answer(going.question, sent, _name(going)))
    again = link(look.say("web.ask-again"), f"/ask/{definition.name}/{name}", "go")
    inside: Inside
    if going.question is not None:
        question, button = _next(look, name, going, chosen)
        inside = [_told(look, going), question]
    else:
        inside, button = _decided(look, going), again
    return page(
        look,
        title_of(look, name),
        _facts(look, going),
        inside,
        back=(f"/ask/{definition.name}", look.say("web.ask")),
        game=definition.name,
        bar=button,
        class_="ask-page",
    )


def _name(going: PersonDecision) -> str:
    """Under which the answer to the open question is sent."""
    return f"a{len(going.answered)}"


def _next(look: PageContext, name: str, going: PersonDecision, chosen: Mapping[str, str]) -> tuple[Markup, Markup]:
    """The question, and the button that answers it."""
    assert going.question is not None
    before = [
        hidden(key, text)
        for number, (_, answer) in enumerate(going.answered)
        for key, text in as_sent(answer, f"a{number}").items()
    ]
    in_words = build_question(going.question, look.translator)
    widget = ask(in_words, _name(going), look, going.definition)
    form = h(
        "form",
        *before,
        *(hidden(RULING + id_, choice) for id_, choice in chosen.items()),
        widget.inside,
        method="get",
        action=f"/ask/{going.definition.name}/{name}",
        class_="asking",
        id=FORM,
    )
    if in_words.text == title_of(look, name):  # it stands at the head of the page
        return h("section", form, class_="question", aria_label=in_words.text), widget.button
    return h(
        "section", h("h2", in_words.text, id="asked"), form, class_="question", aria_labelledby="asked"
    ), widget.button


def _told(look: PageContext, going: PersonDecision) -> Markup | None:
    """What is settled already."""
    if not going.steps:
        return None
    return h(
        "ol", *(h("li", look.translator.sentence(step.event), class_="step") for step in going.steps), class_="steps"
    )


def _decided(look: PageContext, going: PersonDecision) -> list[Inside]:
    """The decision, large, and why."""
    if going.steps:
        rows = [
            h(
                "li",
                h("p", look.translator.sentence(step.event), class_="sentence"),
                _reasons(look, going.definition, going.reasons(look.translator, step)),
                class_="step current",
            )
            for step in going.steps
        ]
        return [h("ol", *rows, class_="steps decided")]
    said = [h("p", sentence, class_="sentence") for sentence in going.sentences(look.translator)]
    return [h("div", *said, class_="step current"), _reasons(look, going.definition, going.reasons(look.translator))]


def _reasons(look: PageContext, definition: AnyDefinition, lines: Sequence[str]) -> Markup | None:
    if not lines:
        return None
    return h(
        "details",
        h("summary", look.say("web.why")),
        h("ul", *(h("li", linked(line, definition)) for line in lines), class_="narrowing"),
    )


def _facts(look: PageContext, going: PersonDecision) -> Markup | None:
    """What was answered; the browser's Back takes the last one back."""
    if not going.answered:
        return None
    rows = [
        h(
            "li",
            h("span", build_question(question, look.translator).text, class_="quiet"),
            " ",
            describe_answer(question, answer, look.translator),
        )
        for question, answer in going.answered
    ]
    title = h("summary", look.say("web.facts", count=len(rows)))
    return h("details", title, h("ul", *rows, class_="facts"))
