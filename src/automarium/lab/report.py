"""The report: one self-contained HTML file, without scripts or external resources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from automarium.engine.content.clauses import Catalogue, load_catalogue, text_in
from automarium.engine.definition import AnyDefinition
from automarium.engine.drawing.svg import element, escape_text
from automarium.engine.message import Say, Term, refuse, term
from automarium.games import plugins
from automarium.lab import charts
from automarium.lab.charts import Curve
from automarium.lab.result_rows import Row
from automarium.lab.statistics import Distribution, format_interval, format_percent
from automarium.lab.summary import RunSummary, summarise

Cells = Sequence[object]
SHARES = (5, 25, 50, 75, 95)
LONGEST = 160  # characters of a clause in a table
STYLE = """
:root { color-scheme: light dark; --paper: #fffdf8; --ink: #1d1d1f; --quiet: #5c574f; --line: #cfc8bc; --soft: #f3eee4 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #17181b; --ink: #f2efe9; --quiet: #b9b3a8; --line: #45474c; --soft: #222429 }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.5 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 1rem 1.25rem 4rem }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 1.5rem 0 .5rem } h2 { font-size: 1.25rem; margin: 2.5rem 0 .25rem }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem } p { margin: .25rem 0 1rem; color: var(--quiet); max-width: 44rem }
svg { display: block; width: 100%; min-width: 36rem; height: auto; color: var(--ink); margin: .5rem 0 }
.wide { overflow-x: auto } table { border-collapse: collapse; font-size: .9rem; margin: .5rem 0 1rem }
th, td { text-align: right; padding: .3rem .7rem; border-bottom: 1px solid var(--line); vertical-align: top }
td { white-space: nowrap } th { font-weight: 600 }
td.words, th.words { text-align: left } thead th { background: var(--soft) }
details { margin: .25rem 0 1rem } summary { cursor: pointer; color: var(--quiet); padding: .35rem 0 }
code { font-size: .85em } nav a { margin-right: 1rem } a { color: inherit }
@media print { details { display: none } }
"""


def render_report(rows: Iterable[Row], lang: str, say: Say) -> str:
    """Return the whole file. ``say`` has the messages of the lab and of the game."""
    summaries = summarise(rows)
    if not summaries:
        raise refuse("lab.empty")
    definition = plugins.load_definition(summaries[0].game)
    _shorten_labels(summaries)
    title = say("report.title", game=say(f"game.{definition.name}"))
    sections = [
        _render_overview(summaries, say),
        _render_distribution("points", [(one.label, one.automa) for one in summaries], say),
        _render_distribution("length", [(one.label, one.turns) for one in summaries], say),
        _render_pace(definition, summaries, say),
        _render_points(summaries, say),
        _render_cards(summaries, say),
        render_rules(load_catalogue(definition.folder), summaries, lang, say),
        _render_upkeep(summaries, say),
    ]
    games_ = sum(one.games for one in summaries)
    intro = element("p", escape_text(say("report.intro", count=games_)))
    body = element("main", element("h1", escape_text(title)), intro, *sections)
    head = "".join(
        (
            '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
            element("title", escape_text(title)),
            f"<style>{STYLE}</style>",
        )
    )
    return f'<!doctype html><html lang="{lang}"><head>{head}</head><body>{body}</body></html>\n'


def _shorten_labels(summaries: Sequence[RunSummary]) -> None:
    """Remove from each label the words that all labels have in common."""
    words = [one.label.split() for one in summaries]
    common = set(words[0]).intersection(*words) if len(words) > 1 else set()
    for one, mine in zip(summaries, words, strict=True):
        one.label = " ".join(word for word in mine if word not in common) or one.label or one.configuration


def _render_overview(summaries: Sequence[RunSummary], say: Say) -> str:
    head = [say(f"report.col.{name}") for name in ("what", "games", "points", "median", "turns", "wins", "human")]
    rows = []
    for one in summaries:
        wins = format_percent(one.wins) if one.has_winners else "–"
        human = format_interval(one.human.moments.interval()) if one.human.count else "–"
        points, turns = format_interval(one.automa.moments.interval()), format_interval(one.turns.moments.interval())
        rows.append([one.label, one.games, points, one.automa.quantile(0.5), turns, wins, human])
    return render_section(say("report.overview"), say("report.overview.about"), render_table(head, rows))


def _render_distribution(name: str, spreads: Sequence[tuple[str, Distribution]], say: Say) -> str:
    """Return a section with the distribution of each configuration as a chart and as a table."""
    title = say(f"report.{name}")
    chart = render_scrollable(charts.draw_histograms(title, spreads, _format_median(say)), title)
    head = [say("report.col.what"), *(f"{share} %" for share in SHARES)]
    rows = [[label, *(spread.quantile(share / 100) for share in SHARES)] for label, spread in spreads]
    return render_section(title, say(f"report.{name}.about"), chart, render_figures(say, render_table(head, rows)))


def _render_pace(definition: AnyDefinition, summaries: Sequence[RunSummary], say: Say) -> str:
    found = build_pace_curves(summaries)
    if not found:
        return ""
    title = say("report.pace")
    packs = [found[start : start + charts.MOST_CURVES] for start in range(0, len(found), charts.MOST_CURVES)]
    drawn = [render_scrollable(charts.draw_curves(title, lines, say("report.turn")), title) for lines in packs]
    marks = max(point[0] for line in found for point in line.points)
    head = [say("report.col.what"), *(say("pace.mark", number=mark) for mark in range(1, marks + 1))]
    rows = []
    for line in found:
        turns = {mark: f"{middle} ({early}–{late})" for mark, early, middle, late in line.points}
        rows.append([line.name, *(turns.get(mark, "–") for mark in range(1, marks + 1))])
    about = say("report.pace.about", mark=say("pace.mark", number=1))
    return render_section(title, about, *drawn, render_figures(say, render_table(head, rows)))


def build_pace_curves(summaries: Sequence[RunSummary]) -> list[Curve]:
    """Return when each mark was reached, for marks that at least half of the games reached."""
    found = []
    for one in summaries:
        points = tuple(
            (mark, spread.quantile(0.1), spread.quantile(0.5), spread.quantile(0.9))
            for mark, spread in sorted(one.pace.items())
            if spread.count * 2 >= one.games
        )
        if points:
            found.append(Curve(one.label, points))
    return found


def _render_points(summaries: Sequence[RunSummary], say: Say) -> str:
    title = say("report.decided")
    names = list(dict.fromkeys(what for one in summaries for what in one.points))
    worded = {what: say(f"score.{what}") for what in names}
    chart = render_scrollable(charts.draw_stacks(title, *_split_points(summaries, worded, say)), title)
    made = render_table(
        [say("report.col.what"), *worded.values()],
        [[one.label, *(f"{one.points[what] / one.games:.1f}" for what in names)] for one in summaries],
    )
    verdicts = list(dict.fromkeys(key for one in summaries for key in one.verdicts if key))
    ended = ""
    if verdicts:
        head = [say("report.col.what"), *(say(key, side=_find_side(key)) for key in verdicts)]
        shares = [
            [one.label, *(f"{100 * one.verdicts[key] / one.games:.1f} %" for key in verdicts)] for one in summaries
        ]
        ended = element("h3", escape_text(say("report.verdicts"))) + render_table(head, shares)
    return render_section(title, say("report.decided.about"), chart, render_figures(say, made), ended)


def _split_points(
    summaries: Sequence[RunSummary], worded: Mapping[str, str], say: Say
) -> tuple[list[tuple[str, list[tuple[str, float]]]], list[str]]:
    """Return the Automa's points by source, the largest first; sources beyond the number of colours are one part."""
    ranked = sorted(worded, key=lambda what: -sum(one.points[what] for one in summaries))
    most = len(charts.COLOURS)
    shown = ranked if len(ranked) <= most else ranked[: most - 1]
    other = say("report.other")
    rows = []
    for one in summaries:
        parts = [(worded[what], one.points[what] / one.games) for what in shown]
        rest = sum(one.points[what] for what in ranked[len(shown) :])
        rows.append((one.label, [*parts, (other, rest / one.games)] if rest else parts))
    return rows, [*(worded[what] for what in shown), *([other] if len(shown) < len(ranked) else [])]


def _render_cards(summaries: Sequence[RunSummary], say: Say) -> str:
    drawn: list[str] = []
    for one in summaries:
        if not one.cards:
            continue
        cards = sorted(one.cards.items(), key=lambda pair: -pair[1].points.mean)
        never = [card for card, tally in cards if not tally.times]
        cards = [pair for pair in cards if pair[1].times]
        title = say("report.cards.of", what=one.label)
        points = [(say("report.card", card=card), tally.points.interval()) for card, tally in cards]
        chart = render_scrollable(charts.draw_dots(title, points), title)
        decides = one.tells_decisive_cards
        head = [say(f"report.col.{name}") for name in ("card", "times", "gain", *(("decides",) if decides else ()))]
        rows: list[Cells] = [
            [
                say("report.card", card=card),
                f"{tally.times / one.games:.2f}",
                format_interval(tally.points.interval(), 2),
                *([f"{100 * tally.decided / one.games:.1f} %"] if decides else []),
            ]
            for card, tally in cards
        ]
        left = say("report.cards.never", cards=never) if never else say("report.cards.all", count=len(cards))
        inside = (
            element("h3", escape_text(title))
            + chart
            + element("p", escape_text(left))
            + render_figures(say, render_table(head, rows))
        )
        drawn.append(inside if not drawn else render_details(title, inside))
    return render_section(say("report.cards"), say("report.cards.about"), *drawn) if drawn else ""


def render_rules(catalogue: Catalogue, summaries: Sequence[RunSummary], lang: str, say: Say) -> str:
    """Return a section that counts how often each clause was applied and in how many narrowings it removed
    candidates."""
    explained = sum(one.explained for one in summaries)
    if not explained:
        return ""
    applied: Counter[str] = Counter()
    considered: Counter[str] = Counter()
    threw: Counter[str] = Counter()
    for one in summaries:
        applied.update(one.clauses)
        considered.update(one.looked)
        threw.update(one.threw)
    texts = {entry.id: text_in(entry.text, lang) for entry in catalogue.entries.values()}
    never = [id_ for id_ in texts if not applied[id_] and not considered[id_]]
    idle = [id_ for id_ in texts if considered[id_] and not threw[id_]]
    head = [say(f"report.col.{name}") for name in ("clause", "told", "looked", "threw")]
    rows = [
        [f"{id_} {_short(text)}", *(f"{count[id_] / explained:.2f}" for count in (applied, considered, threw))]
        for id_, text in texts.items()
        if applied[id_] or considered[id_]
    ]
    return render_section(
        say("report.rules"),
        say("report.rules.about", count=explained),
        render_details(say("report.rules.often", count=len(rows)), render_table(head, rows)),
        _render_list(say("report.rules.idle", count=len(idle)), idle, texts),
        _render_list(say("report.rules.never", count=len(never)), never, texts),
    )


def _render_list(title: str, ids: Sequence[str], texts: Mapping[str, str]) -> str:
    if not ids:
        return element("p", escape_text(title))
    lines = [element("li", element("code", escape_text(id_)), " ", escape_text(_short(texts[id_]))) for id_ in ids]
    return render_details(title, element("ul", *lines))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _render_upkeep(summaries: Sequence[RunSummary], say: Say) -> str:
    head = [say(f"report.col.{name}") for name in ("what", "questions", "steps", "hands")]
    rows: list[Cells] = [
        [
            one.label,
            *(
                format_interval(each.interval(), 2) if each.count else "–"
                for each in (one.questions, one.steps, one.hands)
            ),
        ]
        for one in summaries
    ]
    return render_section(say("report.upkeep"), say("report.upkeep.about"), render_table(head, rows))


def _format_median(say: Say) -> Callable[[int], str]:
    return lambda number: say("report.median", number=number)


def _find_side(verdict: str) -> Term:
    return term("side", "automa" if verdict.endswith(("automa", "automa-wins")) else "human")


def render_section(title: str, about: str, *inside: str) -> str:
    return element("section", element("h2", escape_text(title)), element("p", escape_text(about)), *inside)


def render_figures(say: Say, made: str) -> str:
    return render_details(say("report.figures"), made)


def render_details(title: str, inside: str) -> str:
    return element("details", element("summary", escape_text(title)), inside)


def render_table(head: Sequence[str], rows: Sequence[Cells]) -> str:
    """Return a table whose first column has row headers."""
    top = [
        element("th", escape_text(name), scope="col", class_=None if at else "words") for at, name in enumerate(head)
    ]
    lines = []
    for first, *rest in rows:
        cells = [element("td", escape_text(str(cell))) for cell in rest]
        lines.append(element("tr", element("th", escape_text(str(first)), scope="row", class_="words"), *cells))
    made = element("table", element("thead", element("tr", *top)), element("tbody", *lines))
    return render_scrollable(made, head[0])


def render_scrollable(inside: str, name: str) -> str:
    """Return a container that scrolls sideways, also by keyboard."""
    return element("div", inside, class_="wide", tabindex="0", role="group", aria_label=name)
