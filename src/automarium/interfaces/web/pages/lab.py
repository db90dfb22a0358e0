"""The pages of the lab: list of runs, new run, run."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence

from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Say, capitalise
from automarium.games import plugins
from automarium.interfaces.web.html import Attribute, Markup, h, link, sign
from automarium.interfaces.web.page import PageContext, render_page
from automarium.interfaces.web.pages.home import format_age
from automarium.interfaces.web.preferences import game_name
from automarium.lab import charts
from automarium.lab.answer import RunAnswer, build_answer, name_configurations, name_level
from automarium.lab.configuration import OWNER, Design, list_levels, make_configuration
from automarium.lab.result_files import Row
from automarium.lab.run_folder import LabRun
from automarium.lab.summary import RunSummary, summarise
from automarium.sessions.session import FEWEST, OwnResults

USUAL = "regular"  # the default rival


def render_lab(page: PageContext, runs: Sequence[LabRun]) -> str:
    names = plugins.names()
    tiles = [
        h("li", link([h("b", game_name(page.translator, name))], f"/lab/new/{name}", "b"), data_game=name)
        for name in names
    ]
    rows = [h("li", link(_render_line(page, run), f"/lab/run/{run.id}", "row")) for run in runs]
    before = h("section", h("h2", page.say("web.lab.before")), h("ul", *rows, class_="rows")) if rows else None
    return render_page(
        page,
        page.say("web.lab"),
        h("p", page.say("web.lab.about"), class_="lead"),
        h("section", h("h2", page.say("web.lab.new")), h("ul", *tiles, class_="lab-games")),
        before,
        colours=names,
        class_="lab",
    )


def _render_line(page: PageContext, run: LabRun) -> list[Markup]:
    name = h("b", game_name(page.translator, run.plan.game), " ", _format_levels(run, page.say))
    progress = page.say("web.lab.done", done=run.done, total=run.total)
    return [sign("chart"), h("span", name, h("small", progress)), h("small", format_age(page, time.time() - run.begun))]


def _format_levels(run: LabRun, say: Say) -> str:
    return ", ".join(name_level(str(one.options.get("level", "")), say) for one in run.plan.configurations)


def render_new_run(
    page: PageContext, definition: AnyDefinition, counts: Sequence[int], own: OwnResults, added: Mapping[str, Design]
) -> str:
    """Return the form of a new run: levels, rival, number of games. ``own`` are the results of the owner's games,
    ``added`` the levels of the owner's pack."""
    ours = list_levels(definition, make_configuration(definition.name).pack)
    levels = {str(level): page.translator.term("level", level) for level in ours}
    levels |= {level: page.say("added-level", level=level, pack=one.name) for level, one in added.items()}
    ticks = [
        _render_choice([capitalise(words)], type="checkbox", name=f"level.{level}", checked=True)
        for level, words in levels.items()
    ]
    known = list(definition.lab.rivals)
    usual = USUAL if USUAL in known else known[0]
    rivals = [
        _render_choice(
            [h("b", page.translator.term("rival-name", name)), h("small", page.say(f"rival.{name}"))],
            type="radio",
            name="rival",
            value=name,
            checked=name == usual,
        )
        for name in known
    ]
    if definition.lab.owner is not None:
        rivals.append(_render_owner(page, own))
    amounts = [
        _render_choice([str(count)], type="radio", name="games", value=count, checked=not at)
        for at, count in enumerate(counts)
    ]
    form = h(
        "form",
        h("fieldset", h("legend", page.say("web.lab.levels")), *ticks),
        h("fieldset", h("legend", page.say("web.lab.rival")), *rivals),
        h("fieldset", h("legend", page.say("web.lab.games")), *amounts),
        h("button", page.say("web.lab.start"), type="submit", class_="b strong"),
        method="post",
        action=f"/lab/new/{definition.name}",
        class_="panel",
    )
    title = page.say("web.lab.of", game=game_name(page.translator, definition.name))
    return render_page(page, title, form, back=("/lab", page.say("web.lab")), game=definition.name, class_="lab")


def _render_owner(page: PageContext, own: OwnResults) -> Markup:
    """Return the rival that has the owner's own points, and which games these are from; it cannot be chosen if there
    are too few."""
    count, levels = len(own.points), [page.translator.term("level", level) for level in own.levels]
    has_enough = count >= FEWEST
    based_on = page.say("lab.me", count=count, levels=levels) if has_enough else page.say("web.lab.me.few", count=count)
    words = [h("b", page.translator.term("rival-name", OWNER)), h("small", page.say(f"rival.{OWNER}"), " ", based_on)]
    return _render_choice(words, type="radio", name="rival", value=OWNER, disabled=not has_enough)


def _render_choice(words: Sequence[str], **attributes: Attribute) -> Markup:
    return h("label", h("input", **attributes), " ", *words, class_="lab-choice")


def render_run(page: PageContext, run: LabRun, rows: Iterable[Row]) -> str:
    """Return a run with its charts; the script reloads the page while the run goes on."""
    found = summarise(rows)
    progress = page.say("web.lab.done", done=run.done, total=run.total)
    meter = h("progress", progress, value=run.done, max=run.total, aria_label=progress)
    return render_page(
        page,
        page.say("web.lab.of", game=game_name(page.translator, run.plan.game)),
        h("p", progress, role="status"),
        meter,
        *(_render_found(page, run, found) if found else ()),
        _render_actions(page, run, bool(found)),
        back=("/lab", page.say("web.lab")),
        game=run.plan.game,
        class_="lab",
        data_again=1 if run.going else None,
    )


def render_damaged_run(page: PageContext, run: LabRun, words: str) -> str:
    """Return a run whose rows cannot be read; ``words`` say why. It can be removed."""
    return render_page(
        page,
        page.say("web.lab.of", game=game_name(page.translator, run.plan.game)),
        h("p", words, class_="lead", role="alert"),
        _render_actions(page, run, any_rows=False),
        back=("/lab", page.say("web.lab")),
        game=run.plan.game,
        class_="lab",
    )


def _render_found(page: PageContext, run: LabRun, found: Sequence[RunSummary]) -> list[Markup]:
    """Return the answer, the charts and the figures of what was played so far."""
    named = name_configurations(found, page.say)
    played = {one.digest: one for one in run.plan.configurations}
    answer = build_answer(named, page.say, missing=run.total - sum(one.games for one in found), played=played)
    say = page.say
    points = [(name, one.automa) for name, one in named]
    drawn = {
        "sides": charts.draw_sides(named, say),
        "leads": charts.draw_leads(named, say),
        "bands": charts.draw_bands(named, say),
        "points": charts.draw_histograms(say("report.points"), points, say),
        "pace": charts.draw_pace(named, say),
    }
    guesses = [h("p", one, class_="lab-guess") for one in answer.guesses]
    sections = [
        h(
            "section",
            h("h2", say(f"report.{name}")),
            Markup(chart),
            *(guesses if name == "bands" else ()),
            class_="panel",
        )
        for name, chart in drawn.items()
        if chart
    ]
    return [
        _render_answer(page, answer),
        h("div", *sections, class_="lab-charts"),
        _render_figures(page, named, guesses),
    ]


def _render_answer(page: PageContext, answer: RunAnswer) -> Markup:
    chips = [h("li", one) for one in answer.rests] + [h("li", one, class_="guess") for one in answer.guesses]
    return h(
        "section",
        h("p", answer.asked),
        h("h2", answer.headline),
        h("p", " ".join(answer.sentences), " ", h("b", page.say("answer.next")), " ", answer.next),
        h("ul", *chips, class_="lab-rests"),
        class_="panel lab-answer",
    )


def _render_figures(page: PageContext, named: Sequence[tuple[str, RunSummary]], guesses: Sequence[Markup]) -> Markup:
    names = [page.say(f"report.col.{name}") for name in ("what", "points", "turns", "wins")]
    rows = [
        h(
            "tr",
            h("th", name, scope="row"),
            *(
                h("td", cell, class_="r", data_name=column)
                for column, cell in zip(names[1:], one.format_figures(page.say), strict=True)
            ),
        )
        for name, one in named
    ]
    head = [h("th", column, scope="col", class_="r" if at else None) for at, column in enumerate(names)]
    table = h("table", h("thead", h("tr", *head)), h("tbody", *rows), class_="score")
    title = page.say("report.overview")
    wide = h("div", table, class_="lab-wide", tabindex="0", role="group", aria_label=title)
    return h("section", h("h2", title), wide, *guesses)


def _render_actions(page: PageContext, run: LabRun, any_rows: bool) -> Markup:
    at = f"/lab/run/{run.id}"
    found: list[Markup] = []
    if any_rows:
        found.append(link([sign("share"), page.say("web.lab.report")], f"{at}/report.html", "b strong", download=True))
        found.append(link(page.say("web.lab.audit"), f"{at}/audit.html", "b", download=True))
    if run.finished:
        found.append(link(page.say("web.lab.csv"), f"{at}/results.csv", "b", download=True))
    if run.going:
        found.append(link(page.say("web.lab.again"), at, "b"))
        found.append(_render_button(page, f"{at}/stop", "web.lab.stop"))
    else:
        if not run.finished:
            found.append(_render_button(page, f"{at}/resume", "web.lab.resume"))
        found.append(_render_button(page, f"{at}/remove", "web.lab.remove"))
    return h("div", *found, class_="lab-doors")


def _render_button(page: PageContext, action: str, words: str) -> Markup:
    return h("form", h("button", page.say(words), type="submit", class_="b"), method="post", action=action)
