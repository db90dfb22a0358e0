"""Parts that several pages of a game share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlencode

import msgspec

from automarium.companion.view import ScoreView, View, capital
from automarium.faces.web.html import Inside, Markup, h, hidden, link
from automarium.faces.web.page import Look
from automarium.kernel.game import Game
from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import Saying

CLAUSE = re.compile(r"\b[A-Z]{3}-(?:[A-Z]+-)?A?\d+[a-z]?\b")
FIELD = "f."  # before the name of an input's field, in addresses and forms


class Seat(msgspec.Struct, frozen=True):
    """A game as a page sees it: how it is reached, where it stands, and what is to be said about its record."""

    key: str
    revision: int
    view: View
    words: Sequence[Saying] = ()

    @property
    def game(self) -> Game:
        return self.view.game

    @property
    def room(self) -> AnyRoom:
        return self.game.room

    def url(self, rest: str = "", **query: str) -> str:
        return f"/g/{self.key}{f'/{rest}' if rest else ''}{f'?{urlencode(query)}' if query else ''}"


def change(seat: Seat, do: str, *inside: Inside, class_: str | None = None, **more: str) -> Markup:
    """A form that changes the game. It carries the revision it was made at: an old one changes nothing."""
    return h(
        "form",
        hidden("revision", seat.revision),
        hidden("do", do),
        *(hidden(name, value) for name, value in more.items()),
        *inside,
        method="post",
        action=seat.url("do"),
        class_=class_,
        data_change=True,
    )


def linked(text: str, room: AnyRoom) -> Markup:
    """Words with every clause in them linked to the rules."""
    parts: list[Inside] = []
    end = 0
    for found in CLAUSE.finditer(text):
        if found[0].startswith(f"{room.prefix}-"):
            parts += [text[end : found.start()], clause_link(found[0], room)]
            end = found.end()
    return h("span", *parts, text[end:])


def clause_link(clause: str, room: AnyRoom) -> Markup:
    return link(clause, f"/rules/{room.name}/{clause}", "clause")


def clauses_of(clauses: Sequence[str], room: AnyRoom) -> Markup:
    return h("span", *([clause_link(one, room), " "] for one in clauses), class_="clauses")


def score_tables(look: Look, room: AnyRoom, score: ScoreView) -> Markup:
    """Both sides, and how each point came about."""
    tables = []
    for side, total in score.totals.items():
        rows = [
            h(
                "tr",
                h("th", capital(line.text), " ", _rule(line.clause, room), scope="row"),
                h("td", minus(f"{line.amount} × {line.each}"), class_="how"),
                h("td", minus(str(line.points)), class_="points"),
            )
            for line in score.lines
            if line.side == side
        ]
        total_cell = h("td", minus(str(total)), class_="points")
        foot = h("tr", h("th", look.say("web.sum"), scope="row"), h("td"), total_cell)
        head = h("tr", *(h("th", look.say(key), scope="col") for key in ("web.for", "web.how", "web.points")))
        caption = h("caption", capital(look.say(f"web.side.{side}")))
        tables.append(h("table", caption, h("thead", head), h("tbody", *rows), h("tfoot", foot), class_="score"))
    return h("div", h("p", score.verdict, class_="verdict") if score.verdict else None, *tables)


def minus(text: str) -> str:
    """With the sign that is as wide as a plus."""
    return text.replace("-", "−")


def _rule(clause: str, room: AnyRoom) -> Markup | None:
    return h("small", clause_link(clause, room)) if clause else None


def doors(look: Look, seat: Seat, without: str = "") -> Markup:
    """The other pages of a game."""
    pages = ("log", "odds", "score", "setup", "share")
    links = [link(look.say(f"web.{name}"), seat.url(name), "button") for name in pages if name != without]
    links.append(link(look.say("web.rules"), f"/rules/{seat.room.name}", "button"))
    return h("nav", *links, class_="doors", aria_label=look.say("web.pages"))
