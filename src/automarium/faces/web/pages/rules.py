"""The rules: every clause of a game, to be searched; each reason leads here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from automarium import games
from automarium.companion.catalogue import catalogue
from automarium.companion.view import capital
from automarium.faces.web.html import Inside, Markup, h, link
from automarium.faces.web.page import Look, page
from automarium.faces.web.pages.parts import linked
from automarium.faces.web.words import game_name
from automarium.kernel.clause import Clause
from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import refuse

MOST_WORDS = 8
_STRESSED = re.compile(r"\*\*(.+?)\*\*|`([^`]+)`")


@lru_cache(maxsize=16)
def clauses_of(name: str) -> Mapping[str, Clause]:
    """The catalogue of a game, read once."""
    return catalogue(games.room(name))


def rules(look: Look, room: AnyRoom, wanted: str) -> str:
    """All clauses, or those in which every wanted word occurs."""
    clauses = clauses_of(room.name)
    words = wanted.casefold().split()[:MOST_WORDS]
    found = [clause for clause in clauses.values() if _holds(look, clause, words)]
    groups: dict[str, list[Clause]] = {}
    for clause in found:
        groups.setdefault(clause.group, []).append(clause)
    sections: list[Inside] = [_group(look, room, name, those, opened=bool(words)) for name, those in groups.items()]
    return page(
        look,
        look.say("web.rules-of", game=game_name(look.voice, room.name)),
        _search(look, room, wanted),
        h("p", look.say("web.found", count=len(found)), role="status") if words else None,
        h("p", look.say("web.rules.about"), class_="quiet"),
        *sections,
        class_="rules-page",
    )


def _holds(look: Look, clause: Clause, words: list[str]) -> bool:
    """In the catalogue's own text, its id, or what we call it in short."""
    text = f"{clause.id} {clause.text} {look.voice.look_up(f'clause.{clause.id}')}".casefold()
    return all(word in text for word in words)


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


def _group(look: Look, room: AnyRoom, name: str, clauses: list[Clause], *, opened: bool) -> Markup:
    rows = [_row(look, room, clause) for clause in clauses]
    title = h("summary", h("h2", f"{room.prefix}-{name}"), h("span", f" {len(rows)}", class_="quiet"))
    return h("details", title, h("ul", *rows, class_="clauses-list"), open=opened)


def _row(look: Look, room: AnyRoom, clause: Clause) -> Markup:
    return h(
        "li",
        link(clause.id, f"/rules/{room.name}/{clause.id}", "clause"),
        " ",
        _short(look, clause),
        h("span", written(clause.text, room), class_="text", lang="en"),
    )


def _short(look: Look, clause: Clause) -> Markup | None:
    words = look.voice.look_up(f"clause.{clause.id}")
    return h("strong", capital(words), ". ") if words else None


def written(text: str, room: AnyRoom) -> Markup:
    """The little that a catalogue's text has of markup, and its clauses linked."""
    parts: list[Inside] = []
    end = 0
    for found in _STRESSED.finditer(text):
        parts.append(linked(text[end : found.start()], room))
        parts.append(h("strong", found[1]) if found[1] else h("code", found[2]))
        end = found.end()
    return h("span", *parts, linked(text[end:], room))


def rule(look: Look, room: AnyRoom, id_: str) -> str:
    """One clause, with what is beside it."""
    clauses = clauses_of(room.name)
    clause = clauses.get(id_)
    if clause is None:
        raise refuse("rules.unknown", given=id_, options=sorted({f"{room.prefix}-{c.group}" for c in clauses.values()}))
    short = look.voice.look_up(f"clause.{clause.id}")
    basis = h("p", look.say("web.basis", basis=clause.basis), class_="quiet")
    return page(
        look,
        clause.id,
        h("h2", capital(short)) if short else None,
        h("blockquote", written(clause.text, room), lang="en", class_="clause-text"),
        basis,
        _ruling(look, room, clause.id),
        _neighbours(look, room, clause, clauses),
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


def _neighbours(look: Look, room: AnyRoom, clause: Clause, clauses: Mapping[str, Clause]) -> Markup:
    near = [one for one in clauses.values() if one.group == clause.group and one.id != clause.id]
    rows = [_row(look, room, one) for one in near]
    title = h("summary", look.say("web.beside", group=f"{room.prefix}-{clause.group}"))
    return h("details", title, h("ul", *rows, class_="clauses-list"))
