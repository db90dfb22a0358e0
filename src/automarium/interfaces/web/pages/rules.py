"""The rules: every clause of a game in the person's language, by chapter, to be searched; each reason leads here."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.content.clauses import (
    REFERENCE,
    Chapter,
    Clause,
    Entry,
    OpenPoint,
    RulingChoice,
    load_catalogue,
    text_in,
)
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import refuse
from automarium.interfaces.web.html import Inside, Markup, h, link
from automarium.interfaces.web.page import PageContext, page
from automarium.interfaces.web.translations import game_name
from automarium.views.rules import list_basis, search_clauses


def rules(look: PageContext, definition: AnyDefinition, wanted: str) -> str:
    """The chapters in the order of the rulebook, or the clauses in which every wanted word occurs."""
    found = {entry.id for entry in search_clauses(definition, wanted, look.translator.lang)}
    book = load_catalogue(definition.folder)
    sections = []
    for chapter in book.chapters:
        entries = [entry for entry in book.of_chapter(chapter.id) if entry.id in found]
        if entries:
            sections.append(_chapter(look, definition, chapter, entries, opened=bool(wanted.split())))
    return page(
        look,
        look.say("web.rules-of", game=game_name(look.translator, definition.name)),
        _search(look, definition, wanted),
        h("p", look.say("web.found", count=len(found)), role="status") if wanted.split() else None,
        h("p", look.say("web.rules.about"), class_="quiet"),
        *sections,
        class_="rules-page",
    )


def _search(look: PageContext, definition: AnyDefinition, wanted: str) -> Markup:
    return h(
        "form",
        h("label", look.say("web.search"), for_="q"),
        h("input", type="search", id="q", name="q", value=wanted, maxlength=100, autocomplete="off"),
        h("button", look.say("web.search-do"), type="submit", class_="b"),
        method="get",
        action=f"/rules/{definition.name}",
        class_="search",
        role="search",
    )


def _chapter(
    look: PageContext, definition: AnyDefinition, chapter: Chapter, entries: Sequence[Entry], *, opened: bool
) -> Markup:
    rows = [_row(look, definition, entry) for entry in entries]
    title = h("summary", h("h2", text_in(chapter.title, look.lang)), h("span", f" {len(rows)}", class_="quiet"))
    return h("details", title, h("ul", *rows, class_="clauses-list"), open=opened, id=chapter.id)


def _row(look: PageContext, definition: AnyDefinition, entry: Entry) -> Markup:
    return h(
        "li",
        written(text_in(entry.text, look.translator.lang), definition),
        " ",
        link(entry.id, f"/rules/{definition.name}/{entry.id}", "clause quiet"),
    )


def written(text: str, definition: AnyDefinition) -> Markup:
    """A text with the clauses that it refers to linked."""
    parts: list[Inside] = []
    end = 0
    for found in REFERENCE.finditer(text):
        parts += [text[end : found.start()], link(found[1], f"/rules/{definition.name}/{found[1]}", "clause")]
        end = found.end()
    return h("span", *parts, text[end:])


def rule(look: PageContext, definition: AnyDefinition, id_: str) -> str:
    """One clause or one open question, with what it rests on and what comes before and after it."""
    book = load_catalogue(definition.folder)
    entry = book.entries.get(id_)
    if entry is None:
        raise refuse("rules.unknown", given=id_, options=[f"{definition.prefix}-{one.id}" for one in book.chapters])
    lang = look.translator.lang
    chapter = next(one for one in book.chapters if one.id == entry.chapter)
    basis = " ".join(look.translator.sentence(said) for said in list_basis(entry))
    return page(
        look,
        text_in(chapter.title, lang),
        h("blockquote", written(text_in(entry.text, lang), definition), class_="clause-text"),
        h("p", basis, class_="quiet"),
        _choices(look, definition, entry) if isinstance(entry, OpenPoint) else _rests_on(look, definition, entry),
        h("p", h("small", entry.id), class_="quiet"),
        _neighbours(look, definition, id_),
        back=(f"/rules/{definition.name}#{chapter.id}", look.say("web.rules")),
        class_="rule-page",
    )


def _choices(look: PageContext, definition: AnyDefinition, ruling: OpenPoint) -> Markup:
    """How an open point can be settled, what each way changes, and why ours is the default."""
    lang = look.translator.lang
    rows = [_choice(look, definition, choice, usual=not number) for number, choice in enumerate(ruling.choice)]
    resting = [_row(look, definition, load_catalogue(definition.folder).clauses[one]) for one in ruling.clauses]
    return h(
        "section",
        h("ul", *rows, class_="choices-list"),
        h("p", written(text_in(ruling.reason, lang), definition)),
        h("p", written(text_in(ruling.other, lang), definition), class_="quiet") if ruling.other else None,
        _folded(look.say("web.rests"), resting) if resting else None,
    )


def _folded(title: str, rows: Sequence[Markup]) -> Markup:
    head = h("summary", title, h("span", f" {len(rows)}", class_="quiet"))
    return h("details", head, h("ul", *rows, class_="clauses-list"))


def _choice(look: PageContext, definition: AnyDefinition, choice: RulingChoice, *, usual: bool) -> Markup:
    lang = look.translator.lang
    return h(
        "li",
        h("strong", written(text_in(choice.text, lang), definition)),
        f" ({look.say('web.usual')})" if usual else None,
        h("br"),
        written(text_in(choice.changes, lang), definition),
    )


def _rests_on(look: PageContext, definition: AnyDefinition, clause: Clause) -> Markup | None:
    """The open questions that a clause depends on."""
    rows = [_row(look, definition, load_catalogue(definition.folder).entries[one]) for one in clause.rests_on]
    return h("section", h("h2", look.say("web.ruling")), h("ul", *rows, class_="clauses-list")) if rows else None


def _neighbours(look: PageContext, definition: AnyDefinition, id_: str) -> Markup:
    before, after = load_catalogue(definition.folder).beside(id_)
    links = [
        link(look.say(key), f"/rules/{definition.name}/{one}", "b")
        for key, one in (("web.before", before), ("web.after", after))
        if one is not None
    ]
    return h("nav", *links, class_="doors", aria_label=look.say("web.beside-this"))
