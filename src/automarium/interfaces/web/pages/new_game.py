"""A new game: its options in plain words, the open points of the rulebook behind "house rules"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automarium.engine.content.clauses import load_catalogue, text_in
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import Ruling, RulingBook, settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, capitalise
from automarium.engine.play.command import find_missing_field
from automarium.engine.question import Answer, Count, Field
from automarium.interfaces.web.forms.command_form import offered
from automarium.interfaces.web.forms.form_data import read_answer
from automarium.interfaces.web.forms.widgets import FORM, entry
from automarium.interfaces.web.html import Inside, Markup, h, link
from automarium.interfaces.web.page import Notice, PageContext, page
from automarium.interfaces.web.pages.game_frame import without_ids
from automarium.interfaces.web.translations import game_name
from automarium.views.question import build_question

RULING = "r."  # before the name of a ruling, in addresses and forms
SEED = "seed"  # as in the terminal: a game that can be repeated; asked of nobody, taken from the address


def filled_options(
    definition: AnyDefinition, sent: Mapping[str, str], rulings: RulingBook, pack: Pack
) -> tuple[list[tuple[Field, Answer | None]], Refused | None]:
    """Every option with what was sent for it, or what is offered; and the first thing that was not right."""
    given: dict[str, object] = {}
    found: list[tuple[Field, Answer | None]] = []
    fault: Refused | None = None
    while (field := find_missing_field(definition.setup.option_fields(given, rulings, pack), given)) is not None:
        answer: Answer | None = offered(field)
        if field.name in sent:
            try:
                answer = read_answer(field.question, sent, field.name)
            except Refused as refused:
                fault = fault or refused
        found.append((field, answer))
        if answer is None:
            break
        given[field.name] = answer
    return found, fault


def sent_rulings(definition: AnyDefinition, sent: Mapping[str, str]) -> dict[str, str]:
    """The rulings that differ from the catalogue's; refused if there is no such ruling or choice."""
    chosen = {name.removeprefix(RULING): choice for name, choice in sent.items() if name.startswith(RULING)}
    settle(definition.rulings, chosen)
    return {
        ruling.id: chosen[ruling.id]
        for ruling in definition.rulings.rulings()
        if chosen.get(ruling.id, ruling.default) != ruling.default
    }


def sent_seed(sent: Mapping[str, str]) -> int | None:
    """The seed of chance, if one was sent; refused if it is none."""
    if SEED not in sent:
        return None
    seed = read_answer(Count(about="cli.seed", low=0, high=2**48 - 1), sent, SEED)
    assert isinstance(seed, int)
    return seed


def new_game(
    look: PageContext,
    definition: AnyDefinition,
    sent: Mapping[str, str],
    pack: Pack,
    notice: Notice | None = None,
) -> str:
    rulings = sent_rulings(definition, sent)
    options, fault = filled_options(definition, sent, settle(definition.rulings, rulings), pack)
    seed = sent_seed(sent)
    if fault is not None and notice is None:
        notice = Notice(look.translator.refusal(fault), wrong=True)
    form = h(
        "form",
        *(_option(look, definition, field, answer) for field, answer in options if not field.aside),
        *(h("input", type="hidden", name=name, value=sent[name]) for name in _named_aside(options, sent)),
        _box(look, definition) if ("own", "mine") in [(field.name, answer) for field, answer in options] else None,
        _house_rules(look, definition, rulings),
        None if seed is None else h("input", type="hidden", name=SEED, value=seed),
        h("button", look.say("web.update"), type="submit", formmethod="get", class_="b noscript"),
        method="post",
        action=f"/new/{definition.name}",
        id=FORM,
        class_="choosing",
        data_again=f"/new/{definition.name}",
    )
    begin = h("button", look.say("web.begin"), type="submit", form=FORM, class_="go")
    title = game_name(look.translator, definition.name)
    about = h("p", look.say("game.about"), class_="quiet")
    under = look.say("web.new")
    return page(look, title, about, form, notice=notice, game=definition.name, under=under, bar=begin, class_="new")


def _box(look: PageContext, definition: AnyDefinition) -> Markup:
    """Who has the game on the table may enter it before."""
    way = link(look.say("web.box"), f"/box/{definition.name}")
    return h("p", look.say("web.box.enter-first"), " ", way, class_="quiet")


def _named_aside(options: Sequence[tuple[Field, Answer | None]], sent: Mapping[str, str]) -> list[str]:
    """What follows from other options, and was named in the address all the same."""
    return [field.name for field, _ in options if field.aside and field.name in sent]


def _option(look: PageContext, definition: AnyDefinition, field: Field, answer: Answer | None) -> Markup:
    in_words = build_question(field.question, look.translator)
    return h("fieldset", h("legend", in_words.text), entry(in_words, field.name, look, definition, answer))


def _radio(name: str, value: str | int, words: Inside, *, chosen: bool) -> Markup:
    return h(
        "label",
        h("input", type="radio", name=name, value=value, checked=chosen),
        h("span", words),
        class_="b seg",
    )


def _house_rules(look: PageContext, definition: AnyDefinition, rulings: Mapping[str, str]) -> Markup:
    """Only what can be switched; opened if something is switched already."""
    switches = [
        _ruling(look, definition, ruling, rulings.get(ruling.id, ruling.default))
        for ruling in definition.rulings.rulings()
        if len(ruling.choices) > 1
    ]
    changed = look.say("web.changed", count=len(rulings)) if rulings else ""
    return h(
        "details",
        h("summary", look.say("web.house-rules"), h("span", " ", changed, class_="quiet") if changed else None),
        h("p", look.say("web.house-rules.about"), class_="quiet"),
        *switches,
        class_="house-rules",
        open=bool(rulings),
        id="house-rules",
    )


def _ruling(look: PageContext, definition: AnyDefinition, ruling: Ruling, chosen: str) -> Markup:
    """A plain question, and what each answer changes."""
    asked_ = load_catalogue(definition.folder).rulings[ruling.id]
    words = {choice.id: choice for choice in asked_.choice}
    choices = []
    for choice in ruling.choices:
        said = (
            text_in(words[choice].text, look.lang)
            if choice in words
            else capitalise(look.translator.term(f"ruling.{ruling.id}", choice))
        )
        usual = h("em", look.say("web.usual"), class_="quiet") if choice == ruling.default else None
        changes = h("small", without_ids(text_in(words[choice].changes, look.lang))) if choice in words else None
        choices.append(
            _radio(RULING + ruling.id, choice, [without_ids(said), " ", usual, changes], chosen=choice == chosen)
        )
    legend = h("legend", without_ids(text_in(asked_.text, look.lang)))
    return h("fieldset", legend, h("div", *choices, class_="segments lines"))
