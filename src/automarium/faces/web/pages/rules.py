"""The rules: every clause of a game in plain words, to be searched; each reason leads here."""

from __future__ import annotations

from automarium.companion.catalogue import basis_of, catalogue, search
from automarium.companion.view import capital
from automarium.faces.web.html import Inside, Markup, h, link
from automarium.faces.web.page import Look, page
from automarium.faces.web.pages.parts import linked
from automarium.faces.web.words import game_name
from automarium.kernel.catalogue import Entry
from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import refuse


def rules(look: Look, room: AnyRoom, wanted: str) -> str:
    """All clauses, or those in which every wanted word occurs."""
    found = {entry.id for entry in search(room, wanted, look.lang)}
    sections: list[Inside] = []
    for chapter in catalogue(room).chapters:
        entries = [entry for entry in catalogue(room).of_chapter(chapter.id) if entry.id in found]
        if entries:
            sections.append(_chapter(look, room, chapter.title.in_(look.lang), entries, opened=bool(wanted.split())))
    return page(
        look,
        look.say("web.rules-of", game=game_name(look.voice, room.name)),
        _search(look, room, wanted),
        h("p", look.say("web.found", count=len(found)), role="status") if wanted.split() else None,
        h("p", look.say("web.rules.about"), class_="quiet"),
        *sections,
        class_="rules-page",
    )


def _search(look: Look, room: AnyRoom, wanted: str) -> Markup:
    return h(
        "form",
        h("label", look.say("web.search"), for_="q"),
        h("input", type="search", id="q", name="q", value=wanted, maxlength=100, autocomplete="off"),
        h("button", look.say("web.search-do"), type="submit", class_="button"),
        method="get",
        action=f"/rules/{room.name}",
        class_="search",
        role="search",
    )


def _chapter(look: Look, room: AnyRoom, title: str, entries: list[Entry], *, opened: bool) -> Markup:
    rows = [_row(look, room, entry) for entry in entries]
    name = h("summary", h("h2", title), h("span", f" {len(rows)}", class_="quiet"))
    return h("details", name, h("ul", *rows, class_="clauses-list"), open=opened)


def _row(look: Look, room: AnyRoom, entry: Entry) -> Markup:
    id_ = link(entry.id, f"/rules/{room.name}/{entry.id}", "clause")
    return h("li", id_, " ", h("span", linked(entry.in_(look.lang), room), class_="text"))


def rule(look: Look, room: AnyRoom, id_: str) -> str:
    """One clause, with what is beside it."""
    found = catalogue(room)
    entry = found.entries.get(id_)
    if entry is None:
        raise refuse("rules.unknown", given=id_, options=[f"{room.prefix}-{one.id}" for one in found.chapters])
    basis = " ".join(look.voice.sentence(one) for one in basis_of(entry))
    return page(
        look,
        entry.id,
        h("blockquote", linked(entry.in_(look.lang), room), class_="clause-text"),
        h("p", look.say("web.basis", basis=basis), class_="quiet"),
        _ruling(look, room, entry.id),
        _neighbours(look, room, entry),
        back=(f"/rules/{room.name}", look.say("web.rules")),
        class_="rule-page",
    )


def _ruling(look: Look, room: AnyRoom, id_: str) -> Markup | None:
    """How an open point can be settled."""
    for ruling in room.rulings.rulings():
        if id_ == ruling.id or (id_ in ruling.clauses and len(ruling.choices) > 1):
            rows = [
                h(
                    "li",
                    capital(look.voice.term(f"ruling.{ruling.id}", choice)),
                    f" ({look.say('web.usual')})" if choice == ruling.default else None,
                )
                for choice in ruling.choices
            ]
            return h("section", h("h2", look.say("web.ruling"), " ", linked(ruling.id, room)), h("ul", *rows))
    return None


def _neighbours(look: Look, room: AnyRoom, entry: Entry) -> Markup:
    chapter = entry.chapter
    title = next(one.title.in_(look.lang) for one in catalogue(room).chapters if one.id == chapter)
    rows = [_row(look, room, one) for one in catalogue(room).of_chapter(chapter) if one.id != entry.id]
    return h("details", h("summary", look.say("web.beside", group=title)), h("ul", *rows, class_="clauses-list"))
