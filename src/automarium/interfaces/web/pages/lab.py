"""The pages of the lab: the runs there are, a new one, and one that grows."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from automarium.engine.definition import AnyDefinition
from automarium.engine.message import capitalise
from automarium.games import plugins
from automarium.interfaces.web.html import Markup, h, link
from automarium.interfaces.web.icons import sign
from automarium.interfaces.web.page import PageContext, page
from automarium.interfaces.web.pages.home import ago
from automarium.interfaces.web.translations import game_name
from automarium.lab import charts
from automarium.lab.configuration import list_levels, make_configuration
from automarium.lab.report import build_pace_curves
from automarium.lab.result_rows import Row
from automarium.lab.run_folder import LabRun
from automarium.lab.statistics import format_interval, format_percent
from automarium.lab.summary import RunSummary, summarise

USUAL = "regular"  # the stand-in that is chosen if nobody chooses


def lab_page(look: PageContext, runs: Sequence[LabRun]) -> str:
    """What the lab is for, a game to begin with, and what was played before."""
    names = plugins.names()
    tiles = [
        h("li", link([h("b", game_name(look.translator, name))], f"/lab/new/{name}", "b"), data_game=name)
        for name in names
    ]
    rows = [h("li", link(_line(look, run), f"/lab/run/{run.id}", "row")) for run in runs]
    before = h("section", h("h2", look.say("web.lab.before")), h("ul", *rows, class_="rows")) if rows else None
    return page(
        look,
        look.say("web.lab"),
        h("p", look.say("web.lab.about"), class_="lead"),
        h("section", h("h2", look.say("web.lab.new")), h("ul", *tiles, class_="lab-games")),
        before,
        colours=names,
        class_="lab",
    )


def _line(look: PageContext, run: LabRun) -> list[Markup]:
    name = h("b", game_name(look.translator, run.plan.game), " ", _levels(run))
    told = look.say("web.lab.done", done=run.done, total=run.total)
    return [sign("chart"), h("span", name, h("small", told)), h("small", ago(look, time.time() - run.begun))]


def _levels(run: LabRun) -> str:
    return ", ".join(str(one.options.get("level", "")) for one in run.plan.configurations)


def new_run_page(look: PageContext, definition: AnyDefinition, counts: Sequence[int]) -> str:
    """The levels to play, against whom, how often."""
    plain = make_configuration(definition.name)
    ticks = [
        h(
            "label",
            h("input", type="checkbox", name=f"level.{level}", checked=True),
            " ",
            capitalise(look.translator.term("level", level)),
            class_="lab-choice",
        )
        for level in list_levels(definition, plain.pack)
    ]
    known = list(definition.lab.rivals)
    usual = USUAL if USUAL in known else known[0]
    rivals = [
        h(
            "label",
            h("input", type="radio", name="rival", value=name, checked=name == usual),
            " ",
            h("b", look.translator.term("rival-name", name)),
            h("small", look.say(f"rival.{name}")),
            class_="lab-choice",
        )
        for name in known
    ]
    amounts = [
        h(
            "label",
            h("input", type="radio", name="games", value=count, checked=not at),
            f" {count}",
            class_="lab-choice",
        )
        for at, count in enumerate(counts)
    ]
    form = h(
        "form",
        h("fieldset", h("legend", look.say("web.lab.levels")), *ticks),
        h("fieldset", h("legend", look.say("web.lab.rival")), *rivals),
        h("fieldset", h("legend", look.say("web.lab.games")), *amounts),
        h("button", look.say("web.lab.start"), type="submit", class_="b strong"),
        method="post",
        action=f"/lab/new/{definition.name}",
        class_="panel",
    )
    title = look.say("web.lab.of", game=game_name(look.translator, definition.name))
    return page(look, title, form, back=("/lab", look.say("web.lab")), game=definition.name, class_="lab")


def run_page(look: PageContext, run: LabRun, rows: Iterable[Row]) -> str:
    """A run with the curves as they are by now; while it goes on the page comes again by itself."""
    found = summarise(rows)
    told = look.say("web.lab.done", done=run.done, total=run.total)
    meter = h("progress", told, value=run.done, max=run.total, aria_label=told)
    return page(
        look,
        look.say("web.lab.of", game=game_name(look.translator, run.plan.game)),
        h("p", told, role="status"),
        meter,
        *(_charts(look, found) if found else ()),
        _doors(look, run, bool(found)),
        back=("/lab", look.say("web.lab")),
        game=run.plan.game,
        class_="lab",
        data_again=1 if run.going else None,
    )


def _charts(look: PageContext, found: Sequence[RunSummary]) -> list[Markup]:
    points = [(one.label, one.automa) for one in found]
    drawn = [
        charts.draw_histograms(
            look.say("report.points"), points, lambda middle: look.say("report.median", number=middle)
        )
    ]
    lines = build_pace_curves(found)[: charts.MOST_CURVES]
    if lines:
        drawn.append(charts.draw_curves(look.say("report.pace"), lines, look.say("report.turn")))
    titles = [look.say("report.points"), look.say("report.pace")]
    sections = [
        h(
            "section",
            h("h2", title),
            h("div", Markup(one), class_="lab-wide", tabindex="0", role="group", aria_label=title),
        )
        for title, one in zip(titles, drawn, strict=False)
    ]
    return [_figures(look, found), *sections]


def _figures(look: PageContext, found: Sequence[RunSummary]) -> Markup:
    head = [h("th", look.say(f"report.col.{name}"), scope="col") for name in ("what", "points", "turns", "wins")]
    rows = [
        h(
            "tr",
            h("th", one.label, scope="row"),
            h("td", format_interval(one.automa.moments.interval()), class_="r"),
            h("td", format_interval(one.turns.moments.interval()), class_="r"),
            h("td", format_percent(one.wins) if one.has_winners else "–", class_="r"),
        )
        for one in found
    ]
    table = h("table", h("thead", h("tr", *head)), h("tbody", *rows), class_="score")
    title = look.say("report.overview")
    return h(
        "section", h("h2", title), h("div", table, class_="lab-wide", tabindex="0", role="group", aria_label=title)
    )


def _doors(look: PageContext, run: LabRun, any_rows: bool) -> Markup:
    """What can be done with a run now."""
    at = f"/lab/run/{run.id}"
    found: list[Markup] = []
    if any_rows:
        found.append(link([sign("share"), look.say("web.lab.report")], f"{at}/report.html", "b strong", download=True))
    if run.finished:
        found.append(link(look.say("web.lab.csv"), f"{at}/results.csv", "b", download=True))
    if run.going:
        found.append(link(look.say("web.lab.again"), at, "b"))
        found.append(_button(look, f"{at}/stop", "web.lab.stop"))
    else:
        if not run.finished:
            found.append(_button(look, f"{at}/resume", "web.lab.resume"))
        found.append(_button(look, f"{at}/remove", "web.lab.remove"))
    return h("div", *found, class_="lab-doors")


def _button(look: PageContext, action: str, words: str) -> Markup:
    return h("form", h("button", look.say(words), type="submit", class_="b"), method="post", action=action)
