"""Home: the games, those in progress to go on with, those that are finished with their scores."""

from __future__ import annotations

from collections.abc import Sequence

from automarium import games
from automarium.companion.store import Kept
from automarium.faces.web.html import Markup, h, link
from automarium.faces.web.page import NAME, Look, Notice, page
from automarium.faces.web.words import game_name, voice_for

MOST_GOING = 5
MOST_FINISHED = 20


def home(look: Look, kept: Sequence[Kept], now: float, *, all_of_them: bool, notice: Notice | None = None) -> str:
    """``all_of_them``: the list holds every game of this machine, not only this browser's."""
    going = [one for one in kept if not one.summary.over]
    finished = [one for one in kept if one.summary.over]
    return page(
        look,
        NAME,
        h("p", look.say("web.about"), class_="lead"),
        _going(look, going, now),
        _shelf(look),
        _finished(look, finished[:MOST_FINISHED], now),
        _open(look),
        h("p", look.say("web.all-games" if all_of_them else "web.own-games"), class_="quiet") if kept else None,
        notice=notice,
        class_="front",
    )


def _going(look: Look, kept: Sequence[Kept], now: float) -> Markup | None:
    if not kept:
        return None
    rows = [
        h(
            "li",
            link(
                [
                    h("strong", look.say("web.go-on", game=game_name(look.voice, one.summary.game))),
                    h("span", _standing(look, one), " · ", ago(look, now - one.changed), class_="quiet"),
                ],
                f"/g/{one.key}",
                "row",
            ),
        )
        for one in kept
    ]
    more = h(
        "details",
        h("summary", look.say("web.more-games", count=len(rows) - MOST_GOING)),
        h("ul", *rows[MOST_GOING:], class_="rows"),
    )
    return h(
        "section",
        h("h2", look.say("web.going")),
        h("ul", *rows[:MOST_GOING], class_="rows"),
        more if len(rows) > MOST_GOING else None,
    )


def _standing(look: Look, one: Kept) -> str:
    return look.say("web.turn", count=one.summary.turn) if one.summary.turn else look.say("web.begun")


def _shelf(look: Look) -> Markup:
    """The games with a sentence each, and what can be done with them."""
    return h(
        "section",
        h("h2", look.say("web.games")),
        h("ul", *(h("li", _game(look, name), class_="card") for name in games.names()), class_="shelf"),
    )


def _game(look: Look, name: str) -> list[Markup | None]:
    title = game_name(look.voice, name)
    about = voice_for(look.lang, name).look_up("game.about")
    return [
        h("h3", title),
        h("p", about) if about else None,
        h(
            "p",
            link(look.say("web.new"), f"/new/{name}", "primary", aria_label=look.say("web.new-of", game=title)),
            link(look.say("web.ask"), f"/ask/{name}", "button", aria_label=look.say("web.ask-of", game=title)),
            link(look.say("web.rules"), f"/rules/{name}", "button", aria_label=look.say("web.rules-of", game=title)),
            class_="doors",
        ),
    ]


def _finished(look: Look, kept: Sequence[Kept], now: float) -> Markup | None:
    if not kept:
        return None
    rows = []
    for one in kept:
        voice = voice_for(look.lang, one.summary.game)
        verdict = voice.sentence(one.summary.verdict) if one.summary.verdict else ""
        totals = " · ".join(
            look.say("web.total", side=look.say(f"web.side.{side}"), points=points)
            for side, points in one.summary.totals.items()
        )
        rows.append(
            h(
                "li",
                link(
                    [
                        h("strong", game_name(look.voice, one.summary.game), ": ", totals),
                        h("span", verdict, " ", ago(look, now - one.changed), class_="quiet"),
                    ],
                    f"/g/{one.key}",
                    "row",
                ),
            )
        )
    return h("section", h("h2", look.say("web.finished")), h("ul", *rows, class_="rows"))


def _open(look: Look) -> Markup:
    """A record from elsewhere."""
    return h(
        "section",
        h("h2", look.say("web.open")),
        h(
            "form",
            h("label", look.say("web.open-file"), for_="record"),
            h("input", type="file", id="record", name="record", accept=".jsonl,application/jsonl", required=True),
            h("button", look.say("web.open-do"), type="submit", class_="button"),
            method="post",
            action="/open",
            enctype="multipart/form-data",
            class_="open",
        ),
    )


def ago(look: Look, seconds: float) -> str:
    """How long ago, in one rough word."""
    for length, key in ((86400, "web.days"), (3600, "web.hours"), (60, "web.minutes")):
        if seconds >= length:
            return look.say(key, count=int(seconds // length))
    return look.say("web.now")
