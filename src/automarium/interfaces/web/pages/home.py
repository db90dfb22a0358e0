"""The home page: games to continue, new games, links, and the guide of the first start."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.games import plugins
from automarium.interfaces.web.html import Inside, Markup, h, link, sign
from automarium.interfaces.web.page import BACKUP, NAME, Notice, PageContext, render_page
from automarium.interfaces.web.pages.my_games import format_totals
from automarium.interfaces.web.preferences import game_name, get_translator
from automarium.interfaces.web.static_files import file_url, load_summary
from automarium.storage.store import StoredGame

PAGES = 3


def render_guide(page: PageContext) -> Markup:
    """Return the closed dialog of the guide."""
    return h(
        "dialog",
        *(_render_step(page, at) for at in range(1, PAGES + 1)),
        id="guide",
        aria_label=page.say("web.guide"),
    )


def _render_step(page: PageContext, at: int) -> Markup:
    dots = [h("i", class_="on" if n == at else None) for n in range(1, PAGES + 1)]
    skip = h("button", page.say("web.guide.skip"), type="button", class_="b", data_guide="end")
    go_on = h(
        "button",
        page.say(f"web.guide.next-{at}"),
        type="button",
        class_="go",
        data_guide="end" if at == PAGES else at + 1,
    )
    where = h("span", page.say("web.guide.step", at=at, most=PAGES), class_="unseen")
    return h(
        "section",
        h("header", h("b", "Automarium"), skip),
        h("img", src=file_url(f"guide-{at}.svg"), alt="", width=346, height=303),
        h("p", *dots, where, class_="dots"),
        h("h2", page.say(f"web.guide.{at}"), tabindex="-1"),
        h("p", page.say(f"web.guide.{at}.text")),
        go_on,
        hidden=at > 1,
        data_step_of_guide=at,
    )


MOST_GOING = 3
OVER = "stage.over"  # the play is over, the score is not entered yet
MOST_FINISHED = 3


def render_home(
    page: PageContext,
    kept: Sequence[StoredGame],
    now: float,
    *,
    all_of_them: bool,
    notice: Notice | None = None,
    remind: bool = False,
    phone: bool = False,
) -> str:
    """Return the home page. ``all_of_them``: with every game of this machine, not only this browser's. ``remind``: with
    a reminder of the backup. ``phone``: with the link for phones."""
    going = [one for one in kept if not one.summary.over]
    finished = [one for one in kept if one.summary.over]
    return render_page(
        page,
        NAME,
        h("p", page.say("web.about"), class_="quiet") if not kept else None,
        render_guide(page) if not kept else None,
        _render_reminder(page) if remind else None,
        _render_current(page, going, now),
        _render_shelf(page, finished),
        _render_finished(page, finished, now),
        link([sign("phone"), h("span", page.say("web.phone"))], "/phone", "b") if phone else None,
        _render_upload(page, everything=all_of_them, kept=bool(kept)),
        _render_install(page) if page.offline else None,
        link([sign("book"), h("span", page.say("web.document"))], "/document", "b"),
        link([sign("trial"), page.say("web.lab")], "/lab", "b") if all_of_them and not page.offline else None,
        h("p", page.say("web.all-games" if all_of_them else "web.own-games"), class_="quiet") if kept else None,
        notice=notice,
        colours=plugins.names(),
        class_="front",
    )


def _render_current(page: PageContext, kept: Sequence[StoredGame], now: float) -> Markup | None:
    if not kept:
        return None
    rows = [h("li", _render_card(page, one, now), class_="game-card", data_game=one.summary.game) for one in kept]
    title = page.say("web.more-games", count=len(rows) - MOST_GOING)
    more = h("details", h("summary", title), h("ul", *rows[MOST_GOING:], class_="going"))
    return h(
        "section",
        h("h2", page.say("web.going")),
        h("ul", *rows[:MOST_GOING], class_="going"),
        more if len(rows) > MOST_GOING else None,
    )


def _render_card(page: PageContext, one: StoredGame, now: float) -> Markup:
    translator = get_translator(page.lang, one.summary.game)
    summary = one.summary
    names = translator.sentence(summary.names) if summary.names else ""
    stage = translator.sentence(summary.stage) if summary.stage else page.say("web.begun")
    ended = summary.stage is not None and summary.stage.key == OVER
    title = h("h3", game_name(translator, summary.game))
    whose = page.say(f"web.turn-of.{summary.to_move}") if summary.to_move else ""
    if whose and stage.startswith(whose):  # "Your turn 4" says it already
        whose, stage = stage, ""
    said = [
        h("p", names) if names else None,
        h("p", whose, class_="whose") if whose else None,
        h("p", stage) if stage else None,
    ]
    button = h("span", page.say("web.to-result" if ended else "web.go-on"), class_="b strong")
    words = h("div", title, *said, h("p", format_age(page, now - one.changed), class_="quiet"), button)
    theme = "dark" if page.dark else "light"
    source = f"/g/{one.key}/board.svg?theme={theme}&revision={one.revision}&lang={page.lang}"
    board = h("img", src=source, alt="", loading="lazy", class_="glance") if summary.stage else None
    return link([words, board], f"/g/{one.key}")


def _render_shelf(page: PageContext, finished: Sequence[StoredGame]) -> Markup:
    return h(
        "section",
        h("h2", page.say("web.new")),
        h("ul", *(_render_game(page, name, finished) for name in plugins.names()), class_="shelf"),
    )


def _render_game(page: PageContext, name: str, finished: Sequence[StoredGame]) -> Markup:
    title = game_name(page.translator, name)
    front = load_summary(name)
    played = [one for one in finished if one.summary.game == name]
    won = sum(one.summary.winner == "human" for one in played)
    about = page.say("web.wins", won=won, count=len(played)) if played else ""
    badge = h("span", sign(front.sign) if front.sign else title[:1], class_="emblem", aria_hidden="true")
    inside: list[Inside] = [badge, h("span", h("b", title), h("small", about) if about else None)]
    asks = _render_link(page, "question", "ask", title, name)
    rules = _render_link(page, "book", "rules", title, name)
    box = _render_link(page, "list", "box", title, name) if front.things else None
    new = link(inside, f"/new/{name}", "new-game", aria_label=page.say("web.new-of", game=title))
    return h("li", new, h("span", asks, rules, box, class_="aside"), class_="tile", data_game=name)


def _render_link(page: PageContext, mark: str, where: str, title: str, name: str) -> Markup:
    """Return a link with an icon; screen readers hear the game too."""
    shown = h("span", page.say(f"web.{where}"), class_="under", aria_hidden="true")
    heard = h("span", page.say(f"web.{where}-of", game=title), class_="unseen")
    return link([sign(mark), shown, heard], f"/{where}/{name}", "ib")


def _render_finished(page: PageContext, finished: Sequence[StoredGame], now: float) -> Markup | None:
    if not finished:
        return None
    rows = [h("li", link(_render_result(page, one, now), f"/g/{one.key}", "row")) for one in finished[:MOST_FINISHED]]
    everything = link([sign("chart"), page.say("web.my-games")], "/games", "b")
    return h("section", h("h2", page.say("web.finished")), h("ul", *rows, class_="rows"), everything)


def _render_result(page: PageContext, one: StoredGame, now: float) -> list[Inside]:
    totals = format_totals(one.summary.totals)
    translator = get_translator(page.lang, one.summary.game)
    verdict = translator.sentence(one.summary.verdict) if one.summary.verdict else ""
    words = h("span", h("b", game_name(translator, one.summary.game), " ", totals), h("small", verdict))
    mark = sign("robot" if one.summary.winner == "automa" else "trophy")
    return [mark, words, h("small", format_age(page, now - one.changed), class_="quiet")]


def _render_reminder(page: PageContext) -> Markup:
    save = link(page.say("web.backup.do"), BACKUP, "b", download=True)
    return h("div", h("p", page.say("web.backup.due")), save, class_="panel remind", role="status")


def _render_upload(page: PageContext, *, everything: bool, kept: bool) -> Markup:
    """Return the form for a record; for the owner also for backups."""
    form = h(
        "form",
        h("label", page.say("web.backup.file" if everything else "web.open-file"), for_="record"),
        h("input", type="file", id="record", name="record", accept=".jsonl,.backup,application/jsonl", required=True),
        h("button", page.say("web.open-do"), type="submit", class_="b"),
        method="post",
        action="/backup" if everything else "/open",
        enctype="multipart/form-data",
        class_="open",
    )
    save = link(page.say("web.backup.do"), BACKUP, "b", download=True) if everything and kept else None
    fleeting = h("p", page.say("web.fleeting"), class_="quiet fleeting") if page.offline and kept else None
    title = h("summary", page.say(("web.backup" if kept else "web.bring-back") if everything else "web.open"))
    return h("details", title, form, save, fleeting, class_="fold panel")


def _render_install(page: PageContext) -> Markup:
    """Return how to put the page on the home screen; the script shows the line of this system."""
    ways = [h("li", page.say(f"web.install.{system}"), class_=system) for system in ("ios", "android", "computer")]
    return h("details", h("summary", page.say("web.install")), h("ul", *ways), class_="fold panel install")


def format_age(page: PageContext, seconds: float) -> str:
    """Return how long ago, roughly."""
    for length, key in ((86400, "web.days"), (3600, "web.hours"), (60, "web.minutes")):
        if seconds >= length:
            return page.say(key, count=int(seconds // length))
    return page.say("web.now")
