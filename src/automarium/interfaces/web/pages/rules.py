"""The rules of a game: its clauses by chapter, with search."""

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
from automarium.interfaces.web.page import PageContext, render_page
from automarium.interfaces.web.preferences import game_name
from automarium.views.rules import list_basis, search_clauses


def render_rules(page: PageContext, definition: AnyDefinition, wanted: str) -> str:
    """Return the chapters, or the clauses that contain every wanted word."""
    found = {entry.id for entry in search_clauses(definition, wanted, page.translator.lang)}
    book = load_catalogue(definition.folder)
    sections = []
    for chapter in book.chapters:
        entries = [entry for entry in book.of_chapter(chapter.id) if entry.id in found]
        if entries:
            sections.append(_render_chapter(page, definition, chapter, entries, opened=bool(wanted.split())))
    return render_page(
        page,
        page.say("web.rules-of", game=game_name(page.translator, definition.name)),
        _render_search(page, definition, wanted),
        h("p", page.say("web.found", count=len(found)), role="status") if wanted.split() else None,
        h("p", page.say("web.rules.about"), class_="quiet"),
        *sections,
        class_="rules-page",
    )


def _render_search(page: PageContext, definition: AnyDefinition, wanted: str) -> Markup:
    return h(
        "form",
        h("label", page.say("web.search"), for_="q"),
        h("input", type="search", id="q", name="q", value=wanted, maxlength=100, autocomplete="off"),
        h("button", page.say("web.search-do"), type="submit", class_="b"),
        method="get",
        action=f"/rules/{definition.name}",
        class_="search",
        role="search",
    )


def _render_chapter(
    page: PageContext, definition: AnyDefinition, chapter: Chapter, entries: Sequence[Entry], *, opened: bool
) -> Markup:
    rows = [_render_row(page, definition, entry) for entry in entries]
    title = h("summary", h("h2", text_in(chapter.title, page.lang)), h("span", f" {len(rows)}", class_="quiet"))
    return h("details", title, h("ul", *rows, class_="clauses-list"), open=opened, id=chapter.id)


def _render_row(page: PageContext, definition: AnyDefinition, entry: Entry) -> Markup:
    return h(
        "li",
        link_references(text_in(entry.text, page.lang), definition),
        " ",
        link(entry.id, f"/rules/{definition.name}/{entry.id}", "clause quiet"),
    )


def link_references(text: str, definition: AnyDefinition) -> Markup:
    """Return a text with its references to clauses linked."""
    parts: list[Inside] = []
    end = 0
    for found in REFERENCE.finditer(text):
        parts += [text[end : found.start()], link(found[1], f"/rules/{definition.name}/{found[1]}", "clause")]
        end = found.end()
    return h("span", *parts, text[end:])


def render_rule(page: PageContext, definition: AnyDefinition, id_: str) -> str:
    """Return one clause or open point with its basis and its neighbours. Raise Refused if it is unknown."""
    book = load_catalogue(definition.folder)
    entry = book.entries.get(id_)
    if entry is None:
        raise refuse("rules.unknown", given=id_, options=[f"{definition.prefix}-{one.id}" for one in book.chapters])
    lang = page.translator.lang
    chapter = next(one for one in book.chapters if one.id == entry.chapter)
    basis = " ".join(page.translator.sentence(said) for said in list_basis(entry))
    return render_page(
        page,
        text_in(chapter.title, lang),
        h("blockquote", link_references(text_in(entry.text, lang), definition), class_="clause-text"),
        h("p", basis, class_="quiet"),
        _render_choices(page, definition, entry)
        if isinstance(entry, OpenPoint)
        else _render_rests_on(page, definition, entry),
        h("p", h("small", entry.id), class_="quiet"),
        _render_neighbours(page, definition, id_),
        back=(f"/rules/{definition.name}#{chapter.id}", page.say("web.rules")),
        class_="rule-page",
    )


def _render_choices(page: PageContext, definition: AnyDefinition, ruling: OpenPoint) -> Markup:
    """Return the choices of an open point, what each changes, and why ours is the default."""
    lang = page.translator.lang
    rows = [_render_choice(page, definition, choice, usual=not number) for number, choice in enumerate(ruling.choice)]
    resting = [_render_row(page, definition, load_catalogue(definition.folder).clauses[one]) for one in ruling.clauses]
    return h(
        "section",
        h("ul", *rows, class_="choices-list"),
        h("p", link_references(text_in(ruling.reason, lang), definition)),
        h("p", link_references(text_in(ruling.other, lang), definition), class_="quiet") if ruling.other else None,
        _render_folded(page.say("web.rests"), resting) if resting else None,
    )


def _render_folded(title: str, rows: Sequence[Markup]) -> Markup:
    head = h("summary", title, h("span", f" {len(rows)}", class_="quiet"))
    return h("details", head, h("ul", *rows, class_="clauses-list"))


def _render_choice(page: PageContext, definition: AnyDefinition, choice: RulingChoice, *, usual: bool) -> Markup:
    lang = page.translator.lang
    return h(
        "li",
        h("strong", link_references(text_in(choice.text, lang), definition)),
        f" ({page.say('web.usual')})" if usual else None,
        h("br"),
        link_references(text_in(choice.changes, lang), definition),
    )


def _render_rests_on(page: PageContext, definition: AnyDefinition, clause: Clause) -> Markup | None:
    rows = [_render_row(page, definition, load_catalogue(definition.folder).entries[one]) for one in clause.rests_on]
    return h("section", h("h2", page.say("web.ruling")), h("ul", *rows, class_="clauses-list")) if rows else None


def _render_neighbours(page: PageContext, definition: AnyDefinition, id_: str) -> Markup:
    before, after = load_catalogue(definition.folder).beside(id_)
    links = [
        link(page.say(key), f"/rules/{definition.name}/{one}", "b")
        for key, one in (("web.before", before), ("web.after", after))
        if one is not None
    ]
    return h("nav", *links, class_="doors", aria_label=page.say("web.beside-this"))
