"""A single decision: the person enters only the facts that it needs. The answers are in the address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automarium.box import box
from automarium.box.box import Packs
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import capitalise, refuse
from automarium.interfaces.web.forms.form_data import encode_answer, is_sent, read_answer
from automarium.interfaces.web.forms.widgets import FORM, make_widget
from automarium.interfaces.web.html import Inside, Markup, h, hidden, link
from automarium.interfaces.web.page import PageContext, render_page
from automarium.interfaces.web.pages.game_frame import link_clauses
from automarium.interfaces.web.pages.new_game import RULING, read_rulings
from automarium.interfaces.web.preferences import game_name
from automarium.views.question import PersonDecision, build_question, describe_answer

MOST_ANSWERS = 300


def render_asks(page: PageContext, definition: AnyDefinition) -> str:
    rows = [link(get_title(page, name), f"/ask/{definition.name}/{name}", "b") for name in definition.decisions]
    return render_page(
        page,
        page.say("web.ask-of", game=game_name(page.translator, definition.name)),
        h("p", page.say("web.ask.about"), class_="lead"),
        h("h2", page.say("ask.which")),
        h("div", *rows, class_="tellers"),
        game=definition.name,
        class_="ask-page",
    )


def get_title(page: PageContext, name: str) -> str:
    return capitalise(page.translator.term("ask", name))


def render_asking(
    page: PageContext, definition: AnyDefinition, name: str, sent: Mapping[str, str], packs: Packs
) -> str:
    """Return the next question or the decision. The n-th answer is sent as ``a<n>``."""
    chosen = read_rulings(definition, sent)
    going = PersonDecision(definition, name, box.pack_of(definition, packs), chosen)
    while going.question is not None and is_sent(going.question, sent, _get_name(going)):
        if len(going.answered) == MOST_ANSWERS:
            raise refuse("web.long", _get_name(going))
        going.answer(read_answer(going.question, sent, _get_name(going)))
    again = link(page.say("web.ask-again"), f"/ask/{definition.name}/{name}", "go")
    inside: Inside
    if going.question is not None:
        question, button = _render_next(page, name, going, chosen)
        inside = [_render_steps(page, going), question]
    else:
        inside, button = _render_decision(page, going), again
    return render_page(
        page,
        get_title(page, name),
        _render_facts(page, going),
        inside,
        back=(f"/ask/{definition.name}", page.say("web.ask")),
        game=definition.name,
        bar=button,
        class_="ask-page",
    )


def _get_name(going: PersonDecision) -> str:
    """Return the name under which the open question is answered."""
    return f"a{len(going.answered)}"


def _render_next(
    page: PageContext, name: str, going: PersonDecision, chosen: Mapping[str, str]
) -> tuple[Markup, Markup]:
    assert going.question is not None
    before = [
        hidden(key, text)
        for number, (_, answer) in enumerate(going.answered)
        for key, text in encode_answer(answer, f"a{number}").items()
    ]
    in_words = build_question(going.question, page.translator)
    widget = make_widget(in_words, _get_name(going), page, going.definition)
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
    if in_words.text == get_title(page, name):  # it is the title of the page
        return h("section", form, class_="question", aria_label=in_words.text), widget.button
    return h(
        "section", h("h2", in_words.text, id="asked"), form, class_="question", aria_labelledby="asked"
    ), widget.button


def _render_steps(page: PageContext, going: PersonDecision) -> Markup | None:
    if not going.steps:
        return None
    return h(
        "ol", *(h("li", page.translator.sentence(step.event), class_="step") for step in going.steps), class_="steps"
    )


def _render_decision(page: PageContext, going: PersonDecision) -> list[Inside]:
    if going.steps:
        rows = [
            h(
                "li",
                h("p", page.translator.sentence(step.event), class_="sentence"),
                _render_reasons(page, going.definition, going.reasons(page.translator, step)),
                class_="step current",
            )
            for step in going.steps
        ]
        return [h("ol", *rows, class_="steps decided")]
    said = [h("p", sentence, class_="sentence") for sentence in going.sentences(page.translator)]
    return [
        h("div", *said, class_="step current"),
        _render_reasons(page, going.definition, going.reasons(page.translator)),
    ]


def _render_reasons(page: PageContext, definition: AnyDefinition, lines: Sequence[str]) -> Markup | None:
    if not lines:
        return None
    return h(
        "details",
        h("summary", page.say("web.why")),
        h("ul", *(h("li", link_clauses(line, definition)) for line in lines), class_="narrowing"),
    )


def _render_facts(page: PageContext, going: PersonDecision) -> Markup | None:
    if not going.answered:
        return None
    rows = [
        h(
            "li",
            h("span", build_question(question, page.translator).text, class_="quiet"),
            " ",
            describe_answer(question, answer, page.translator),
        )
        for question, answer in going.answered
    ]
    title = h("summary", page.say("web.facts", count=len(rows)))
    return h("details", title, h("ul", *rows, class_="facts"))
