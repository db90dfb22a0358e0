"""Home: go on first, with the very button that waits inside; then a new game, and what else there is."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.games import plugins
from automarium.interfaces.web.game_summary import summary_of_game
from automarium.interfaces.web.html import Inside, Markup, h, link
from automarium.interfaces.web.icons import sign
from automarium.interfaces.web.page import BACKUP, NAME, Notice, PageContext, page
from automarium.interfaces.web.pages.my_games import figures
from automarium.interfaces.web.translations import game_name, translator_for
from automarium.storage.store import StoredGame

MOST_GOING = 3
OVER = "stage.over"  # nobody moves any more, and the score is still to be told
MOST_FINISHED = 3


def home(
    look: PageContext,
    kept: Sequence[StoredGame],
    now: float,
    *,
    all_of_them: bool,
    notice: Notice | None = None,
    remind: bool = False,
    phone: bool = False,
) -> str:
    """``all_of_them``: the list holds every game of this machine, not only this browser's. ``remind``: they lie in this
    browser alone, and it is time for a backup. ``phone``: the way to get the page on a phone is offered."""
    going = [one for one in kept if not one.summary.over]
    finished = [one for one in kept if one.summary.over]
    return page(
        look,
        NAME,
        h("p", look.say("web.about"), class_="quiet") if not kept else None,
        _remind(look) if remind else None,
        _going(look, going, now),
        _shelf(look, finished),
        _more(look, finished, now),
        link([sign("phone"), h("span", look.say("web.phone"))], "/phone", "b") if phone else None,
        _open(look, everything=all_of_them, kept=bool(kept)),
        link([sign("trial"), look.say("web.lab")], "/lab", "b") if all_of_them and not look.alone else None,
        h("p", look.say("web.all-games" if all_of_them else "web.own-games"), class_="quiet") if kept else None,
        notice=notice,
        colours=plugins.names(),
        class_="front",
    )


def _going(look: PageContext, kept: Sequence[StoredGame], now: float) -> Markup | None:
    if not kept:
        return None
    rows = [h("li", _card(look, one, now), class_="game-card", data_game=one.summary.game) for one in kept]
    title = look.say("web.more-games", count=len(rows) - MOST_GOING)
    more = h("details", h("summary", title), h("ul", *rows[MOST_GOING:], class_="going"))
    return h(
        "section",
        h("h2", look.say("web.going")),
        h("ul", *rows[:MOST_GOING], class_="going"),
        more if len(rows) > MOST_GOING else None,
    )


def _card(look: PageContext, one: StoredGame, now: float) -> Markup:
    """A game to go on with: who plays, where it stands, and what comes next."""
    translator = translator_for(look.lang, one.summary.game)
    summary = one.summary
    names = translator.sentence(summary.names) if summary.names else ""
    stage = translator.sentence(summary.stage) if summary.stage else look.say("web.begun")
    lines = [part for part in (names, stage) if part]
    ended = summary.stage is not None and summary.stage.key == OVER
    coming = (
        translator.sentence(summary.coming) if summary.coming else look.say("web.to-result" if ended else "web.go-on")
    )
    title = h("h3", game_name(look.translator, summary.game))
    said = [h("p", line) for line in lines]
    button = h("span", coming, class_="b strong")
    words = h("div", title, *said, h("p", ago(look, now - one.changed), class_="quiet"), button)
    theme = "dark" if look.dark else "light"
    source = f"/g/{one.key}/board.svg?theme={theme}&revision={one.revision}&lang={look.lang}"
    board = h("img", src=source, alt="", loading="lazy", class_="glance") if summary.stage else None
    return link([words, board], f"/g/{one.key}")


def _shelf(look: PageContext, finished: Sequence[StoredGame]) -> Markup:
    """The games, each with its own colour and how it went so far."""
    return h(
        "section",
        h("h2", look.say("web.new")),
        h("ul", *(_game(look, name, finished) for name in plugins.names()), class_="shelf"),
    )


def _game(look: PageContext, name: str, finished: Sequence[StoredGame]) -> Markup:
    title = game_name(look.translator, name)
    front = summary_of_game(name)
    played = [one for one in finished if one.summary.game == name]
    won = sum(one.summary.winner == "human" for one in played)
    about = look.say("web.wins", won=won, count=len(played)) if played else ""
    badge = h("span", sign(front.sign) if front.sign else title[:1], class_="emblem", aria_hidden="true")
    inside: list[Inside] = [badge, h("span", h("b", title), h("small", about) if about else None)]
    asks = _aside(look, "question", "ask", title, name)
    rules = _aside(look, "book", "rules", title, name)
    box = _aside(look, "list", "box", title, name) if front.things else None
    new = link(inside, f"/new/{name}", "new-game", aria_label=look.say("web.new-of", game=title))
    return h("li", new, h("span", asks, rules, box, class_="aside"), class_="tile", data_game=name)


def _aside(look: PageContext, mark: str, where: str, title: str, name: str) -> Markup:
    """Another page of a game: a sign with its word; who listens also hears of which game."""
    shown = h("span", look.say(f"web.{where}"), class_="under", aria_hidden="true")
    heard = h("span", look.say(f"web.{where}-of", game=title), class_="unseen")
    return link([sign(mark), shown, heard], f"/{where}/{name}", "ib")


def _more(look: PageContext, finished: Sequence[StoredGame], now: float) -> Markup | None:
    if not finished:
        return None
    rows = [h("li", link(_ended(look, one, now), f"/g/{one.key}", "row")) for one in finished[:MOST_FINISHED]]
    everything = link([sign("chart"), look.say("web.my-games")], "/games", "b")
    return h("section", h("h2", look.say("web.finished")), h("ul", *rows, class_="rows"), everything)


def _ended(look: PageContext, one: StoredGame, now: float) -> list[Inside]:
    totals = figures(one.summary.totals)
    verdict = translator_for(look.lang, one.summary.game).sentence(one.summary.verdict) if one.summary.verdict else ""
    words = h("span", h("b", game_name(look.translator, one.summary.game), " ", totals), h("small", verdict))
    mark = sign("robot" if one.summary.winner == "automa" else "trophy")
    return [mark, words, h("small", ago(look, now - one.changed), class_="quiet")]


def _remind(look: PageContext) -> Markup:
    save = link(look.say("web.backup.do"), BACKUP, "b", download=True)
    return h("div", h("p", look.say("web.backup.due")), save, class_="panel remind", role="status")


def _open(look: PageContext, *, everything: bool, kept: bool) -> Markup:
    """A record from elsewhere; for the owner also everything at once, in and out."""
    form = h(
        "form",
        h("label", look.say("web.backup.file" if everything else "web.open-file"), for_="record"),
        h("input", type="file", id="record", name="record", accept=".jsonl,.backup,application/jsonl", required=True),
        h("button", look.say("web.open-do"), type="submit", class_="b"),
        method="post",
        action="/backup" if everything else "/open",
        enctype="multipart/form-data",
        class_="open",
    )
    save = link(look.say("web.backup.do"), BACKUP, "b", download=True) if everything and kept else None
    fleeting = h("p", look.say("web.fleeting"), class_="quiet fleeting") if look.alone and kept else None
    title = h("summary", look.say("web.backup" if everything else "web.open"))
    return h("details", title, form, save, fleeting, class_="fold panel")


def ago(look: PageContext, seconds: float) -> str:
    """How long ago, in one rough word."""
    for length, key in ((86400, "web.days"), (3600, "web.hours"), (60, "web.minutes")):
        if seconds >= length:
            return look.say(key, count=int(seconds // length))
    return look.say("web.now")
