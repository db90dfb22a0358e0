"""The rules: every clause of a game in the person's language, by chapter, to be searched; each reason leads here."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.content.clauses import REFERENCE, Chapter, Clause, Entry, OpenPoint, RulingChoice
from automarium.engine.definition import AnyRoom
from automarium.engine.message import refuse
from automarium.interfaces.web.html import Inside, Markup, h, link
from automarium.interfaces.web.page import Look, page
from automarium.interfaces.web.translations import game_name
from automarium.views.rules import basis_of, catalogue, search


def rules(look: Look, room: AnyRoom, wanted: str) -> str:
    """The chapters in the order of the rulebook, or the clauses in which every wanted word occurs."""
    found = {entry.id for entry in search(room, wanted, look.voice.lang)}
    book = catalogue(room)
    sections = []
    for chapter in book.chapters:
        entries = [entry for entry in book.of_chapter(chapter.id) if entry.id in found]
        if entries:
            sections.append(_chapter(look, room, chapter, entries, opened=bool(wanted.split())))
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
        h("button", look.say("web.search-do"), type="submit", class_="b"),
        method="get",
        action=f"/rules/{room.name}",
        class_="search",
        role="search",
    )


def _chapter(look: Look, room: AnyRoom, chapter: Chapter, entries: Sequence[Entry], *, opened: bool) -> Markup:
    rows = [_row(look, room, entry) for entry in entries]
    title = h("summary", h("h2", chapter.title.in_(look.voice.lang)), h("span", f" {len(rows)}", class_="quiet"))
    return h("details", title, h("ul", *rows, class_="clauses-list"), open=opened, id=chapter.id)


def _row(look: Look, room: AnyRoom, entry: Entry) -> Markup:
    return h(
        "li",
        written(entry.in_(look.voice.lang), room),
        " ",
        link(entry.id, f"/rules/{room.name}/{entry.id}", "clause quiet"),
    )


def written(text: str, room: AnyRoom) -> Markup:
    """A text with the clauses that it refers to linked."""
    parts: list[Inside] = []
    end = 0
    for found in REFERENCE.finditer(text):
        parts += [text[end : found.start()], link(found[1], f"/rules/{room.name}/{found[1]}", "clause")]
        end = found.end()
    return h("span", *parts, text[end:])


def rule(look: Look, room: AnyRoom, id_: str) -> str:
    """One clause or one open question, with what it rests on and what comes before and after it."""
    book = catalogue(room)
    entry = book.entries.get(id_)
    if entry is None:
        raise refuse("rules.unknown", given=id_, options=[f"{room.prefix}-{one.id}" for one in book.chapters])
    lang = look.voice.lang
    chapter = next(one for one in book.chapters if one.id == entry.chapter)
    basis = " ".join(look.voice.sentence(said) for said in basis_of(entry))
    return page(
        look,
        chapter.title.in_(lang),
        h("blockquote", written(entry.in_(lang), room), class_="clause-text"),
        h("p", basis, class_="quiet"),
        _choices(look, room, entry) if isinstance(entry, OpenPoint) else _rests_on(look, room, entry),
        h("p", h("small", entry.id), class_="quiet"),
        _neighbours(look, room, id_),
        back=(f"/rules/{room.name}#{chapter.id}", look.say("web.rules")),
        class_="rule-page",
    )


def _choices(look: Look, room: AnyRoom, ruling: OpenPoint) -> Markup:
    """How an open point can be settled, what each way changes, and why ours is the default."""
    lang = look.voice.lang
    rows = [_choice(look, room, choice, usual=not number) for number, choice in enumerate(ruling.choice)]
    resting = [_row(look, room, catalogue(room).clauses[one]) for one in ruling.clauses]
    return h(
        "section",
        h("ul", *rows, class_="choices-list"),
        h("p", written(ruling.reason.in_(lang), room)),
        h("p", written(ruling.other.in_(lang), room), class_="quiet") if ruling.other else None,
        _folded(look.say("web.rests"), resting) if resting else None,
    )


def _folded(title: str, rows: Sequence[Markup]) -> Markup:
    head = h("summary", title, h("span", f" {len(rows)}", class_="quiet"))
    return h("details", head, h("ul", *rows, class_="clauses-list"))


def _choice(look: Look, room: AnyRoom, choice: RulingChoice, *, usual: bool) -> Markup:
    lang = look.voice.lang
    return h(
        "li",
        h("strong", written(choice.in_(lang), room)),
        f" ({look.say('web.usual')})" if usual else None,
        h("br"),
        written(choice.changes.in_(lang), room),
    )


def _rests_on(look: Look, room: AnyRoom, clause: Clause) -> Markup | None:
    """The open questions that a clause depends on."""
    rows = [_row(look, room, catalogue(room).entries[one]) for one in clause.rests_on]
    return h("section", h("h2", look.say("web.ruling")), h("ul", *rows, class_="clauses-list")) if rows else None


def _neighbours(look: Look, room: AnyRoom, id_: str) -> Markup:
    before, after = catalogue(room).beside(id_)
    links = [
        link(look.say(key), f"/rules/{room.name}/{one}", "b")
        for key, one in (("web.before", before), ("web.after", after))
        if one is not None
    ]
    return h("nav", *links, class_="doors", aria_label=look.say("web.beside-this"))
