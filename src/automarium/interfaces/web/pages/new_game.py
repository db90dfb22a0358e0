"""The page of a new game: its options, the open points of the rulebook, or an Automa opened from a file or a link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from automarium.engine.content.clauses import load_catalogue, text_in
from automarium.engine.content.component import put_own_first
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import Ruling, RulingBook, settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.display import DrawnTrack
from automarium.engine.message import Refused, capitalise
from automarium.engine.play.command import find_missing_field
from automarium.engine.question import Answer, Count, Field
from automarium.interfaces.web.forms.command_form import get_default
from automarium.interfaces.web.forms.form_data import read_answer
from automarium.interfaces.web.forms.widgets import FORM, render_entry
from automarium.interfaces.web.html import Inside, Markup, h, hidden, link, sign
from automarium.interfaces.web.page import Notice, PageContext, render_page
from automarium.interfaces.web.pages.game_frame import strip_ids
from automarium.interfaces.web.pages.share import render_copy
from automarium.interfaces.web.preferences import game_name, short_term
from automarium.views.question import build_question


def render_open_document(page: PageContext, faults: Sequence[str] = (), text: str = "") -> str:
    """Return the form for a document; after a refusal with the faults, one a line, and the text."""
    form = h(
        "form",
        h("label", page.say("web.document.file"), for_="document"),
        h("input", type="file", id="document", name="document", accept=".toml,application/toml"),
        h("label", page.say("web.document.text"), for_="text"),
        h("textarea", text, id="text", name="text", rows=12, spellcheck="false"),
        hidden("code", ""),
        h("button", page.say("web.document.open"), type="submit", class_="b strong"),
        method="post",
        action="/document",
        enctype="multipart/form-data",
        class_="open",
        data_document=True,
    )
    listed = h("ol", *(h("li", fault) for fault in faults), class_="faults") if faults else None
    notice = Notice(page.say("web.document.wrong", count=len(faults)), wrong=True) if faults else None
    about = h("p", page.say("web.document.about"), class_="lead")
    return render_page(page, page.say("web.document"), about, listed, form, notice=notice, class_="document-page")


def render_document_links(page: PageContext, definition: AnyDefinition) -> Markup:
    """Return where the rules of a document are, and its file and link to pass on."""
    name = definition.name
    return h(
        "p",
        link(page.say("web.rules"), f"/rules/{name}", "b"),
        link(page.say("web.document.share"), f"/document/{name}", "b"),
        class_="tellers",
    )


def render_share_document(page: PageContext, definition: AnyDefinition, title: str, address: str) -> str:
    """Return a document's file, and the link that carries it."""
    return render_page(
        page,
        page.say("web.document.share"),
        h("label", page.say("web.document.link"), for_="link"),
        h("input", value=address, readonly=True, id="link"),
        render_copy(page, "link", page.say("web.document.copy")),
        h("p", link(page.say("web.document.download"), f"/document/{definition.name}/automa.toml", "b", download=True)),
        back=(f"/new/{definition.name}", title),
        under=title,
        class_="share-page",
    )


RULING = "r."  # before the name of a ruling, in addresses and forms
EDITION = "edition"  # of the rulebook: fills in the rulings where it differs
LEVEL = "level"
SEED = "seed"  # of a repeatable game; only in the address, as in the terminal


def fill_options(
    definition: AnyDefinition, sent: Mapping[str, str], rulings: RulingBook, pack: Pack
) -> tuple[list[tuple[Field, Answer | None]], Refused | None]:
    """Return every option with what was sent for it or its default, and the first refusal."""
    given: dict[str, object] = {}
    found: list[tuple[Field, Answer | None]] = []
    fault: Refused | None = None
    while (field := find_missing_field(definition.setup.option_fields(given, rulings, pack), given)) is not None:
        answer: Answer | None = get_default(field)
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


def read_rulings(definition: AnyDefinition, sent: Mapping[str, str]) -> dict[str, str]:
    """Return the rulings that differ from the defaults, as sent or of the sent edition. Raise Refused if one is
    unknown."""
    chosen = {name.removeprefix(RULING): choice for name, choice in sent.items() if name.startswith(RULING)}
    if EDITION in sent:
        chosen |= load_catalogue(definition.folder).get_edition(sent[EDITION], EDITION).rulings
    settle(definition.rulings, chosen)
    return {
        ruling.id: chosen[ruling.id]
        for ruling in definition.rulings.rulings()
        if chosen.get(ruling.id, ruling.default) != ruling.default
    }


def read_seed(sent: Mapping[str, str]) -> int | None:
    """Return the seed, None if none was sent. Raise Refused if it is wrong."""
    if SEED not in sent:
        return None
    seed = read_answer(Count(about="cli.seed", low=0, high=2**48 - 1), sent, SEED)
    assert isinstance(seed, int)
    return seed


def render_new_game(
    page: PageContext,
    definition: AnyDefinition,
    sent: Mapping[str, str],
    pack: Pack,
    notice: Notice | None = None,
    *,
    as_last: bool = False,
) -> str:
    """Return the form of a new game. ``as_last``: it is filled in with what was chosen last time."""
    rulings = read_rulings(definition, sent)
    options, fault = fill_options(definition, sent, settle(definition.rulings, rulings), pack)
    seed = read_seed(sent)
    if fault is not None and notice is None:
        notice = Notice(page.translator.refusal(fault), wrong=True)
    form = h(
        "form",
        *(_render_option(page, definition, field, answer) for field, answer in options if not field.aside),
        *(h("input", type="hidden", name=name, value=sent[name]) for name in _find_named_aside(options, sent)),
        _render_box_link(page, definition)
        if ("own", "mine") in [(field.name, answer) for field, answer in options]
        else None,
        _render_edition_note(page, definition),
        _render_house_rules(page, definition, sent, rulings),
        None if seed is None else h("input", type="hidden", name=SEED, value=seed),
        h("button", page.say("web.update"), type="submit", formmethod="get", class_="b noscript"),
        method="post",
        action=f"/new/{definition.name}",
        id=FORM,
        class_="choosing",
        data_again=f"/new/{definition.name}",
    )
    begin = _render_begin(page, definition, options)
    title = game_name(page.translator, definition.name)
    shared = render_document_links(page, definition) if definition.document else None
    last = h("p", sign("check"), page.say("web.as-last"), class_="as-last") if as_last else None
    about = [h("p", page.say("game.about"), class_="quiet"), shared, last]
    under = page.say("web.new")
    return render_page(
        page, title, about, form, notice=notice, game=definition.name, under=under, bar=begin, class_="new"
    )


def _render_begin(
    page: PageContext, definition: AnyDefinition, options: Sequence[tuple[Field, Answer | None]]
) -> Markup:
    """Return the button: who plays against whom, and the level."""
    given = {field.name: answer for field, answer in options}
    pairing = definition.setup.describe_pairing(given)
    words = page.say("web.begin") if pairing is None else page.say(pairing.key, **pairing.params)
    level = short_term(page.translator, LEVEL, given[LEVEL]) if given.get(LEVEL) is not None else ""
    more = h("small", page.say("web.to-setup", level=level)) if level else None
    return h("button", h("span", words), more, type="submit", form=FORM, class_="go two")


def _render_levels(page: PageContext, definition: AnyDefinition, field: Field, answer: Answer | None) -> Markup:
    """Return the levels as cards: a name, how strong, and the track that makes the level."""
    asked, look = build_question(field.question, page.translator), definition.page
    most = max(look.strengths.values())
    cards = []
    for option in asked.options:
        name, _, rest = option.text.partition(", ")
        strength = look.strengths.get(str(option.value), 0)  # unknown for a level of a designer's pack
        track = look.level_track(str(option.value))
        marks = [sign("factory", "sign" if n < strength else "sign empty") for n in range(most)]
        said = h("span", page.say("web.strength", at=strength, most=most), class_="unseen")
        shown = h("span", *marks, said, class_="strength") if strength else None
        cards.append(
            h(
                "label",
                h("input", type="radio", name=field.name, value=option.value, checked=option.value == answer),
                h("b", name),
                h("small", capitalise(rest)) if rest else None,
                shown,
                _render_bars(page, track) if track is not None else None,
                class_="b seg level",
                data_option=option.value,
            )
        )
    return h("fieldset", h("legend", asked.text), h("div", *cards, class_="segments levels"))


def _render_bars(page: PageContext, track: DrawnTrack) -> Markup:
    bars = [h("i", class_="mark" if n in track.signs else None) for n in range(track.spaces)]
    says = h("small", page.say(track.says.key, **track.says.params)) if track.says is not None else None
    return h("span", h("span", *bars, class_="bars", aria_hidden="true"), says, class_="level-track")


def _render_box_link(page: PageContext, definition: AnyDefinition) -> Markup:
    way = link(page.say("web.box"), f"/box/{definition.name}")
    return h("p", page.say("web.box.enter-first"), " ", way, class_="quiet")


def _find_named_aside(options: Sequence[tuple[Field, Answer | None]], sent: Mapping[str, str]) -> list[str]:
    """Return the options that follow from others but are named in the address."""
    return [field.name for field, _ in options if field.aside and field.name in sent]


def _render_option(page: PageContext, definition: AnyDefinition, field: Field, answer: Answer | None) -> Markup:
    if field.name == LEVEL and definition.page.strengths:
        return _render_levels(page, definition, field, answer)
    if answer == "mine":
        field = put_own_first(field)
    in_words = build_question(field.question, page.translator)
    why = page.translator.look_up(f"{field.question.about}@why")
    more = h("p", why, class_="quiet") if why else None
    return h("fieldset", h("legend", in_words.text), more, render_entry(in_words, field.name, page, definition, answer))


def _render_radio(name: str, value: str | int, words: Inside, *, chosen: bool) -> Markup:
    return h(
        "label", h("input", type="radio", name=name, value=value, checked=chosen), h("span", words), class_="b seg"
    )


def _render_edition_note(page: PageContext, definition: AnyDefinition) -> Markup | None:
    note = load_catalogue(definition.folder).note_for(page.lang)
    return None if note is None else h("p", note, " ", link(page.say("web.edition"), "#editions"), class_="quiet")


def _render_editions(
    page: PageContext, definition: AnyDefinition, sent: Mapping[str, str], rulings: Mapping[str, str]
) -> Markup | None:
    """Return a link per edition; each fills in its rulings and keeps what else was sent."""
    settled, links = settle(definition.rulings, rulings).chosen(), []
    for edition in load_catalogue(definition.folder).editions.values():
        words = h("span", text_in(edition.text, page.lang), h("small", text_in(edition.reason, page.lang)))
        way = f"/new/{definition.name}?{urlencode({**sent, EDITION: edition.id})}"
        chosen = "true" if edition.rulings.items() <= settled.items() else None
        links.append(h("a", words, href=way, class_="b seg", aria_current=chosen))
    if not links:
        return None
    legend = h("legend", page.say("web.edition"))
    return h("fieldset", legend, h("div", *links, class_="segments lines"), id="editions")


def _render_house_rules(
    page: PageContext, definition: AnyDefinition, sent: Mapping[str, str], rulings: Mapping[str, str]
) -> Markup:
    switches = [
        _render_ruling(page, definition, ruling, rulings.get(ruling.id, ruling.default))
        for ruling in definition.rulings.rulings()
        if len(ruling.choices) > 1
    ]
    changed = page.say("web.changed", count=len(rulings)) if rulings else ""
    return h(
        "details",
        h("summary", page.say("web.house-rules"), h("span", " ", changed, class_="quiet") if changed else None),
        h("p", page.say("web.house-rules.about"), class_="quiet"),
        _render_editions(page, definition, sent, rulings),
        *switches,
        class_="house-rules",
        open=bool(rulings) or EDITION in sent,
        id="house-rules",
    )


def _render_ruling(page: PageContext, definition: AnyDefinition, ruling: Ruling, chosen: str) -> Markup:
    asked_ = load_catalogue(definition.folder).rulings[ruling.id]
    words = {choice.id: choice for choice in asked_.choice}
    choices = []
    for choice in ruling.choices:
        said = (
            text_in(words[choice].text, page.lang)
            if choice in words
            else capitalise(page.translator.term(f"ruling.{ruling.id}", choice))
        )
        usual = h("em", page.say("web.usual"), class_="quiet") if choice == ruling.default else None
        changes = h("small", strip_ids(text_in(words[choice].changes, page.lang))) if choice in words else None
        choices.append(
            _render_radio(RULING + ruling.id, choice, [strip_ids(said), " ", usual, changes], chosen=choice == chosen)
        )
    legend = h("legend", strip_ids(text_in(asked_.text, page.lang)))
    return h("fieldset", legend, h("div", *choices, class_="segments lines"))
