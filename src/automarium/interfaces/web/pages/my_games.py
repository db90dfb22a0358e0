"""Results of finished games: by game and by option, as a table, a plot and a CSV file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from automarium.engine.drawing.svg import number as n
from automarium.interfaces.web.html import Markup, h, link, sign
from automarium.interfaces.web.page import PageContext, render_page
from automarium.interfaces.web.pages.game_frame import minus
from automarium.interfaces.web.preferences import game_name, get_translator, short_term
from automarium.storage.store import StoredGame

SIDES = ("human", "automa")
AGAINST = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}"
WIDTH, HEIGHT = 366.0, 80.0
# Options that results are grouped by, with the families of their values.
APART = {"level": "level", "faction": "faction", "human": "faction"}


def render_games(page: PageContext, kept: Sequence[StoredGame]) -> str:
    over = [one for one in kept if one.summary.over]
    found = list(dict.fromkeys(one.summary.game for one in over))
    sections = [_render_game(page, name, [one for one in over if one.summary.game == name]) for name in found]
    nothing = h("p", page.say("web.no-games"), class_="lead")
    export = link([sign("share"), page.say("web.csv")], "/games.csv", "b", download=True)
    return render_page(
        page,
        page.say("web.my-games"),
        *sections or [nothing, link(page.say("web.new"), "/", "b strong")],
        export if over else None,
        colours=found,
        class_="games-page",
    )


def _render_game(page: PageContext, game: str, over: Sequence[StoredGame]) -> Markup:
    title = h("h2", game_name(get_translator(page.lang, game), game))
    wins = h("p", page.say("web.wins", won=_count_wins(over), count=len(over)), class_="quiet")
    distinct = [name for name in APART if any(name in one.summary.options for one in over)]
    tables = [_render_by_option(page, name, over) for name in distinct]
    listed = h(
        "details",
        h("summary", page.say("web.each-game")),
        h("ul", *(_render_row(page, one) for one in over), class_="rows"),
    )
    return h("section", title, wins, _render_plot(page, over), *tables, listed, class_="panel", data_game=game)


def _render_by_option(page: PageContext, option: str, over: Sequence[StoredGame]) -> Markup:
    """Return the results by the values of an option, the most played first."""
    groups: dict[str, list[StoredGame]] = {}
    for one in over:
        groups.setdefault(_name_choice(page, one, option) or "–", []).append(one)
    columns = ("web.won", "web.average")
    head = [
        h("th", page.say(f"web.by.{option}"), scope="col"),
        *(h("th", page.say(key), scope="col", class_="r") for key in columns),
    ]
    rows = [
        h(
            "tr",
            h("th", words, scope="row"),
            h("td", page.say("web.of", many=_count_wins(those), total=len(those)), class_="r"),
            h("td", _format_averages(those), class_="r"),
        )
        for words, those in sorted(groups.items(), key=lambda group: -len(group[1]))
    ]
    return h("table", h("thead", h("tr", *head)), h("tbody", *rows), class_="score by")


def _name_choice(page: PageContext, one: StoredGame, option: str) -> str:
    value = one.summary.options.get(option)
    return "" if value is None else short_term(get_translator(page.lang, one.summary.game), APART[option], str(value))


def _count_wins(over: Iterable[StoredGame]) -> int:
    return sum(one.summary.winner == "human" for one in over)


def format_totals(totals: Mapping[str, int]) -> str:
    """Return the points of a game, the person's first, without line breaks."""
    return AGAINST.join(minus(str(totals[side])) for side in SIDES if side in totals)


def _format_averages(over: Sequence[StoredGame]) -> str:
    found = []
    for side in SIDES:
        known = [one.summary.totals[side] for one in over if side in one.summary.totals]
        found.append(minus(f"{sum(known) / len(known):.0f}") if known else "–")
    return AGAINST.join(found)


def _render_row(page: PageContext, one: StoredGame) -> Markup:
    totals = format_totals(one.summary.totals)
    translator = get_translator(page.lang, one.summary.game)
    names = translator.sentence(one.summary.names) if one.summary.names else ""
    names = ", ".join(words for words in (names, _name_choice(page, one, "level")) if words)
    day = page.translator.date(*datetime.fromtimestamp(one.changed, UTC).timetuple()[:3])
    mark = sign("trophy" if one.summary.winner == "human" else "robot")
    note = h("small", f"“{one.note}”", class_="own-note") if one.note else None
    label = h("span", h("b", totals), h("small", f"{names} · ", h("time", day)), note)
    return h("li", link([mark, label], f"/g/{one.key}", "row"))


def _render_plot(page: PageContext, over: Sequence[StoredGame]) -> Markup | None:
    """Return a plot of the person's lead, game by game."""
    ahead = [
        one.summary.totals["human"] - one.summary.totals["automa"]
        for one in reversed(over)
        if set(SIDES) <= set(one.summary.totals)
    ]
    if len(ahead) < 2:
        return None
    most, least = max(1, *ahead), min(-1, *ahead)
    a_point = (HEIGHT - 8) / (most - least)
    level = 4 + most * a_point  # the line of equal points
    wide = (WIDTH - 8) / len(ahead)
    bars = []
    for index, one in enumerate(ahead):
        tall = abs(one) * a_point
        top = level - tall if one > 0 else level
        size = {"width": n(max(2.0, wide - 2)), "height": n(max(1.0, tall))}
        bars.append(h("rect", x=n(4 + index * wide), y=n(top), **size, class_="ahead" if one > 0 else "behind"))
    line = h("path", d=f"M0 {n(level)}H{n(WIDTH)}", class_="grid")
    words = page.say("web.plot")
    svg = h("svg", line, *bars, viewBox=f"0 0 {n(WIDTH)} {n(HEIGHT)}", class_="chart", role="img", aria_label=words)
    return h("figure", svg, h("figcaption", words, class_="quiet"), class_="plot")


def format_csv(kept: Sequence[StoredGame]) -> str:
    """Return a line per finished game, the same in every language."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\r\n")
    lines.writerow(("game", "name", "finished", "turns", "winner", "you", "automa", "options", "note"))
    for one in kept:
        if one.summary.over:
            finished = datetime.fromtimestamp(one.changed, UTC).isoformat(timespec="seconds")
            options = " ".join(f"{name}={value}" for name, value in one.summary.options.items())
            totals = [one.summary.totals.get(side, "") for side in SIDES]
            cells = (one.name, finished, one.summary.turn, one.summary.winner or "", *totals, options, one.note)
            lines.writerow((one.summary.game, *(_quote(cell) if isinstance(cell, str) else cell for cell in cells)))
    return out.getvalue()


def _quote(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
