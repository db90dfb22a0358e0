"""The report of a run. The answer comes first."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from automarium.engine.content.clauses import REFERENCE, Catalogue, Entry, load_catalogue, text_in
from automarium.engine.content.pack import Entries
from automarium.engine.definition import AutomaPart
from automarium.engine.drawing import svg
from automarium.engine.drawing.svg import element, escape_text
from automarium.engine.message import Refused, Say, Term, capitalise, message, refuse, term
from automarium.engine.play.event import Event
from automarium.games import plugins
from automarium.lab import charts
from automarium.lab.answer import (
    RunAnswer,
    build_answer,
    find_packs,
    list_names,
    name_configurations,
    name_option,
    name_value,
)
from automarium.lab.blame import (
    FACT,
    FIRST,
    WITHOUT,
    Blame,
    Figures,
    add_figures,
    list_all_parts,
    rank_worths,
    set_up_game,
)
from automarium.lab.charts import Course, CourseTurn
from automarium.lab.configuration import Configuration, make_configuration
from automarium.lab.html import (
    Cells,
    Html,
    render_details,
    render_document,
    render_figures,
    render_section,
    render_table,
)
from automarium.lab.result_files import Row
from automarium.lab.simulated_game import PreparedGame, follow_game, record_game
from automarium.lab.statistics import (
    BAND,
    Distribution,
    Moments,
    compute_share,
    format_interval,
    format_number,
    format_percent,
)
from automarium.lab.summary import EXTREMES, FOLLOWED, NamedSummaries, RunSummary, summarise

FindReady = Callable[[Row], PreparedGame | None]
SHARES = (5, 25, 50, 75, 95)
LENGTHS = ("longest", "shortest")
LONGEST = 160  # characters of a clause in a table
DECK_CELL = "cell.left"  # of a card: how many are left in the deck
MOST_COURSES = 2  # that are shown at once; the others are folded
DRAWN_KINDS = ("card", "line", "slot")  # parts whose drawing needs no words
NO_BREAK = "\u00a0"
MOST_WORTHS = 12  # parts that are shown at once; the others are folded


def render_report(
    rows: Iterable[Row],
    lang: str,
    say: Say,
    *,
    missing: int = 0,
    find_ready: FindReady = lambda _: None,
    target: tuple[float, float] | None = None,
    measure: str = "automa",
) -> str:
    """Return the whole file. ``say`` has the messages of the lab and of the game; ``missing`` is how many games an
    unfinished run has left; ``find_ready`` returns what a row was played with, if that is known; ``target`` is the
    share of games that the Automa should win; ``measure`` ranks the parts of a run of ``automarium blame``."""
    figures: Figures = {}
    everything = summarise(_collect_figures(rows, figures), cards=True)
    if not everything:
        raise refuse("lab.empty")
    summaries = leave_out_parts(everything)
    definition = plugins.load_definition(summaries[0].game)
    named = name_configurations(summaries, say)
    base = find_ready(summaries[0].extremes["most"]) or _guess_ready(summaries[0])
    blame = find_blame(base, everything, figures, measure)
    answer = build_answer(
        named,
        say,
        blame=blame,
        games=sum(one.games for one in everything),
        missing=missing,
        target=target,
        played=find_played(summaries, find_ready),
    )
    title = say("report.title", game=say(f"game.{definition.name}"))
    lengths = [(name, one.turns) for name, one in named]
    sections = [
        render_answer(answer, say),
        _render_worths(base, blame, say, is_sure=not missing) if blame is not None else "",
        _render_chart("sides", charts.draw_sides(named, say), say),
        _render_courses(named, say, find_ready),
        _render_chart("leads", charts.draw_leads(named, say), say),
        _render_bands(named, answer, say),
        _render_overview(named, answer, say),
        _render_distribution("points", [(name, one.automa) for name, one in named], say),
        *([_render_distribution("length", lengths, say)] if _differ_in_length(named) else []),
        _render_pace(named, say),
        _render_lines(named, say, find_ready),
        _render_points(named, answer, say),
        _render_extremes(named, say, find_ready),
        _render_cards(named, answer, say),
        render_rules(load_catalogue(definition.folder), summaries, lang, say),
        render_upkeep(named, say),
    ]
    return render_document(title, list_names([name for name, _ in named]), sections, lang)


def leave_out_parts(summaries: Sequence[RunSummary]) -> list[RunSummary]:
    """Return the summaries of a run of ``automarium blame`` without those of games without a part."""
    return [one for one in summaries if WITHOUT not in one.label] or [summaries[0]]


def _collect_figures(rows: Iterable[Row], figures: Figures) -> Iterator[Row]:
    """Yield the rows; keep the figures of the games of a blame run, which are compared one by one."""
    first = ""
    for row in rows:
        first = first or row.configuration
        if WITHOUT in row.label or row.configuration == first:
            add_figures(figures, row)
        yield row


def find_played(summaries: Sequence[RunSummary], find_ready: FindReady) -> dict[str, Configuration]:
    """Return what was played, by its digest, where that is known."""
    found = ((one.configuration, find_ready(one.extremes["most"])) for one in summaries)
    return {digest: ready.configuration for digest, ready in found if ready is not None}


def find_blame(
    ready: PreparedGame | None, summaries: Sequence[RunSummary], figures: Figures, measure: str
) -> Blame | None:
    """Return what the parts are worth in a run of ``automarium blame``, None if this is no such run. ``ready`` is what
    was played with, if that is known."""
    without = [(one.label.partition(WITHOUT)[2], one.configuration) for one in summaries if WITHOUT in one.label]
    if not without:
        return None
    every = [] if ready is None else list_all_parts(ready.definition, ready.configuration)
    named = {f"{part.kind} {part.id}": part for part in every}
    parts = []
    for id_, digest in without:
        kind, _, plain = id_.partition(" ")
        path, equals, value = plain.partition("=")
        if kind != FACT:
            words = message("report.part", kind=kind, id=plain)
        elif equals:
            words = message("taken.fact", path=path, value=value)
        else:
            words = message("report.fact", path=path)
        unknown = AutomaPart(kind, plain, words, shown=find_shown(every, path.split(".")))
        parts.append((named.get(id_, unknown), digest))
    return rank_worths(figures, summaries[0].configuration, parts, measure)


def find_shown(parts: Sequence[AutomaPart], path: Sequence[str]) -> Event | None:
    """Return what the last part that changes the fact at a path is drawn from; None if there is no such part."""
    return next((part.shown for part in reversed(parts) if part.shown is not None and _holds(part.without, path)), None)


def _holds(facts: Entries, path: Sequence[str]) -> bool:
    inner: object = facts
    for key in path:
        if not isinstance(inner, dict):
            return True
        if key not in inner:
            return False
        inner = inner[key]
    return True


def _guess_ready(one: RunSummary) -> PreparedGame | None:
    """Return a game with the same packs and level; None if these are not Automarium's."""
    _, unknown = find_packs(one)
    level: object = int(one.level) if one.level.isdecimal() else one.level
    try:
        made = make_configuration(one.game, {"level": level} if one.level else {})  # type: ignore[dict-item]
    except Refused:
        return None
    return None if unknown else PreparedGame(made)


def render_answer(answer: RunAnswer, say: Say) -> str:
    """Return the first section: what was asked, what came out, how sure it is, what to do next."""
    chips = [element("li", escape_text(one)) for one in answer.rests]
    chips += [element("li", escape_text(one), class_="guess") for one in answer.guesses]
    next_ = element("b", escape_text(say("answer.next"))) + " " + escape_text(answer.next)
    return element(
        "section",
        element("p", escape_text(answer.asked), class_="asked"),
        element("h2", escape_text(answer.headline)),
        element("p", escape_text(" ".join(answer.sentences).replace(" %", f"{NO_BREAK}%")), " ", next_),
        element("ul", *chips, class_="chips"),
        class_="answer whole",
    )


def _render_worths(ready: PreparedGame | None, blame: Blame, say: Say, *, is_sure: bool) -> str:
    """Return what each part is worth, drawn as it looks, with a bar and its 95 % interval; below it, how many more
    games would settle a worth that is not certain. ``is_sure``: all games were played."""
    intervals = [blame.get_figure(worth) for worth in blame.worths]
    low, high = min(one.low for one in intervals), max(one.high for one in intervals)
    draw = _make_card_drawer(ready, say) if ready is not None else lambda _: ""
    cards = [draw(worth.part) for worth in blame.worths]
    are_alike = len(set(cards)) < len(cards)  # several parts of a card
    rows: list[str] = []
    nothing: list[str] = []
    for worth, interval, drawn in zip(blame.worths, intervals, cards, strict=True):
        words = say(worth.part.words.key, **worth.part.words.params)
        if worth.more is None:
            nothing.append(words)
            continue
        says_all = worth.part.kind in DRAWN_KINDS and not are_alike
        said = format_interval(interval, say, sign="+")
        bar = charts.draw_bar(interval, low, high, f"{words}: {said}")
        beyond = interval.low > max((one.high for one in intervals[FIRST:]), default=0)
        clear = is_sure and worth in blame.first and (blame.more == 0 or beyond)
        open_ = element("small", escape_text(say("blame.open", count=worth.more))) if worth.more else ""
        rows.append(
            element(
                "li",
                element("span", str(len(rows) + 1), class_="place"),
                element("div", drawn, "" if drawn and says_all else escape_text(words)),
                element("div", escape_text(said), bar, open_, class_="figure"),
                class_="first" if clear else None,
            )
        )
    kind = "worths" if all(worth.part.kind == "card" for worth in blame.worths) else "worths lines"
    shown = element("ol", *rows[:MOST_WORTHS], class_=kind)
    rest = element("ol", *rows[MOST_WORTHS:], class_=kind)
    more_ = render_details(say("report.worths.more", count=len(rows) - MOST_WORTHS), rest) if rows[MOST_WORTHS:] else ""
    none = capitalise(say("blame.none", count=len(nothing), parts=nothing)) if nothing else ""
    about = say("report.worths.about", unit=say(f"blame.unit.{blame.measure}"))
    return render_section(say("report.worths"), about, shown, more_, element("p", escape_text(none)) if none else "")


def _make_card_drawer(base: PreparedGame, say: Say) -> Callable[[AutomaPart], str]:
    """Return a function that draws the card of a part; it returns nothing for a part that is on no card."""
    definition, pack, position = base.definition, base.pack, set_up_game(base)

    def draw(part: AutomaPart) -> str:
        card = definition.page.card(part.shown, position, pack, ()) if part.shown is not None else None
        if card is None:
            return ""
        cells = []
        for cell in card.cells:
            for icon in cell.icons if cell.about.key != DECK_CELL else ():
                words = say(icon.words.key, **icon.words.params)
                sign = element("svg", svg.get_shape(icon.sign), viewBox="0 0 24 24", aria_hidden="true")
                seen = sign + escape_text(icon.beside) if icon.sign else escape_text(words)
                unseen = element("span", escape_text(f" {words}"), class_="unseen") if icon.sign else ""
                class_ = "icon" if icon.used else "icon aside"
                cells.append(element("span", seen, unseen, class_=class_, title=words))
        has_signs = any(icon.sign for cell in card.cells for icon in cell.icons)
        inside = element("div", *cells, class_="cells" if has_signs else "cells list")
        return element("div", element("b", escape_text(card.corner)), inside, class_="card")

    return draw


def _render_chart(name: str, chart: str, say: Say, *inside: str) -> str:
    """Return a section with a chart and what belongs to it; empty if there is nothing to draw."""
    return render_section(say(f"report.{name}"), say(f"report.{name}.about"), chart, *inside) if chart else ""


def _render_courses(named: NamedSummaries, say: Say, find_ready: FindReady) -> str:
    """Return the points of both sides turn by turn, in the first games of each configuration, which are played again
    for it."""
    found = [(name, course) for name, one in named if (course := find_course(one, find_ready)) is not None]
    title = say("report.course")
    drawn: list[str] = []
    for name, course in found:
        chart = charts.draw_course(f"{title}: {name}", course, say)
        named_ = element("h3", escape_text(name)) + chart if len(found) > 1 else chart
        drawn.append(named_ if len(drawn) < MOST_COURSES else render_details(name, chart))
    if not drawn:
        return ""
    is_known = any(one.sides[1] is not None for _, course in found for one in course.turns)
    about = say("report.course.known" if is_known else "report.course.unknown", count=FOLLOWED)
    return render_section(title, about, *drawn)


def find_course(one: RunSummary, find_ready: FindReady) -> Course | None:
    """Return the course of points in the first games of a configuration; None if it is not known what was played.
    Turns that fewer than half of these games reached are left out."""
    ready = find_ready(one.extremes["most"])
    if ready is None:
        return None
    turns: dict[int, tuple[Distribution, Distribution]] = {}
    for seed in one.first_seeds:
        for points in {points.turn: points for points in follow_game(ready, seed)}.values():
            both = turns.setdefault(points.turn, (Distribution(), Distribution()))
            for spread, value in zip(both, (points.automa, points.human), strict=True):
                if value is not None:
                    spread.add(value)
    seen = [
        CourseTurn(turn, (automas.reach(), humans.reach() if humans.count else None))
        for turn, (automas, humans) in sorted(turns.items())
        if automas.count * 2 >= len(one.first_seeds)
    ]
    human = one.human.quantile(0.5) if one.human.count else None
    return Course(tuple(seen), one.automa.quantile(0.5), human) if len(seen) > 1 else None


def render_guesses(answer: RunAnswer) -> str:
    """Return what the percentages of a section rest on."""
    return "".join(element("p", escape_text(one), class_="guess") for one in answer.guesses)


def _render_bands(named: NamedSummaries, answer: RunAnswer, say: Say) -> str:
    rows = [(name, band) for name, one in named if (band := one.win_band) is not None]
    head = [say("report.col.what"), say("report.even.col"), *(f"{part:+.0%}".replace("-", "−") for part in BAND)]
    cells = [
        [
            name,
            format_interval(band.even, say, 0),
            *(f"{one.points:.0f}: {format_percent(one.wins, say)}" for one in band.strengths),
        ]
        for name, band in rows
    ]
    table = render_figures(say, render_table(head, cells))
    return _render_chart("bands", charts.draw_bands(named, say), say, render_guesses(answer), table)


def _render_overview(named: NamedSummaries, answer: RunAnswer, say: Say) -> str:
    swept = list(dict.fromkeys(name for _, one in named for name in one.more))
    columns = ("games", "points", "median", "turns", "wins", "human")
    options = (name_option(named[0][1].game, option, say) for option in swept)
    head = [say("report.col.what"), *options, *(say(f"report.col.{name}") for name in columns)]
    rows = []
    for name, one in named:
        points, turns, wins = one.format_figures(say)
        human = format_interval(one.human.moments.interval(), say) if one.human.count else "–"
        values = [
            name_value(one.game, option, one.more[option], say) if option in one.more else "–" for option in swept
        ]
        rows.append([name, *values, one.games, points, one.automa.quantile(0.5), turns, wins, human])
    about, guesses = say("report.overview.about"), render_guesses(answer)
    return render_section(say("report.overview"), about, render_table(head, rows), guesses, whole=True)


def _render_distribution(name: str, spreads: Sequence[tuple[str, Distribution]], say: Say) -> str:
    """Return a section with the distribution of each configuration as a chart and as a table."""
    chart = charts.draw_histograms(say(f"report.{name}"), spreads, say)
    head = [say("report.col.what"), *(f"{share} %" for share in SHARES)]
    rows = [[label, *(spread.quantile(share / 100) for share in SHARES)] for label, spread in spreads]
    return _render_chart(name, chart, say, render_figures(say, render_table(head, rows)))


def _differ_in_length(named: NamedSummaries) -> bool:
    return len({turns for _, one in named for turns in one.turns.counts}) > 1


def _render_pace(named: NamedSummaries, say: Say) -> str:
    reached = [(name, one.marks) for name, one in named if one.marks]
    if not reached:
        return ""
    marks = range(1, max(max(turns) for _, turns in reached) + 1)
    head = [say("report.col.what"), *(say("pace.mark", number=mark) for mark in marks)]
    rows = []
    for name, turns in reached:
        cells = {mark: f"{middle} ({early}–{late})" for mark, (early, middle, late) in turns.items()}
        rows.append([name, *(cells.get(mark, "–") for mark in marks)])
    about = say("report.pace.about", mark=say("pace.mark", number=1))
    table = render_figures(say, render_table(head, rows))
    return render_section(say("report.pace"), about, charts.draw_pace(named, say), table)


def _render_lines(named: NamedSummaries, say: Say, find_ready: FindReady) -> str:
    """Return how often the lines of the Automa's lists were read, carried out and passed over."""
    drawn = []
    for name, one in named:
        if not one.lines:
            continue
        shares = [
            (say("report.slot", slot=slot), compute_share(one.count_reads(slot), one.readings)) for slot in one.slots
        ]
        words = _name_lines(find_ready(one.extremes["most"]), say)
        rows = []
        for line, tally in one.lines.items():
            counts = {"read": tally.read, "fired": tally.fired, "passed": tally.read - tally.fired}
            figures = " · ".join(f"{say(f'report.col.{what}')} {count}" for what, count in counts.items())
            share = compute_share(tally.fired, one.count_reads(line.rpartition(".")[0]))
            said = format_percent(share, say)
            rows.append(
                element(
                    "li",
                    element("span", line, class_="place"),
                    element("span", escape_text(words.get(line, "")), element("small", escape_text(figures))),
                    element("div", said, charts.draw_bar(share, 0, 1, f"{line}: {said}"), class_="figure"),
                )
            )
        left = say("report.lines.dead", lines=one.dead_lines) if one.dead_lines else say("report.lines.all")
        heading = element("h3", escape_text(name)) if len(named) > 1 else ""
        chart = charts.draw_shares(name, shares, say)
        drawn.append(heading + chart + element("p", escape_text(left)) + element("ol", *rows, class_="worths lines"))
    return render_section(say("report.lines"), say("report.lines.about"), *drawn) if drawn else ""


def _name_lines(ready: PreparedGame | None, say: Say) -> dict[str, str]:
    """Return the words of each line of a list; none if it is not known what was played."""
    parts = [] if ready is None else ready.definition.lab.parts(ready.pack, ready.configuration.options)
    return {part.id: say(part.words.key, **part.words.params) for part in parts if part.kind == "line"}


def _render_extremes(named: NamedSummaries, say: Say, find_ready: FindReady) -> str:
    """Return the games at the ends, each with its record to open, where that can be made."""
    games: dict[tuple[str, int], tuple[str, Row, list[str]]] = {}
    for kind, of in EXTREMES.items():
        found = [(name, one.extremes[kind]) for name, one in named if kind in one.extremes]
        if not found or (kind in LENGTHS and not _differ_in_length(named)):
            continue
        name, row = max(found, key=lambda pair: of(pair[1]) or 0.0)
        games.setdefault((row.configuration, row.seed), (name, row, []))[2].append(say(f"report.extreme.{kind}"))
    rows = []
    for name, row, kinds in games.values():
        human = "–" if row.human is None else row.human
        words = say("report.extreme", what=name, automa=row.automa, human=human, count=row.turns, seed=str(row.seed))
        rows.append(element("li", link_record(row, ", ".join(kinds), find_ready), ": ", escape_text(words)))
    has_records = any(find_ready(row) is not None for _, row, _ in games.values())
    about = say("report.extremes.about" if has_records else "report.extremes.seeds")
    return render_section(say("report.extremes"), about, element("ul", *rows))


def link_record(row: Row, text: str, find_ready: FindReady) -> Html:
    """Return a text that links to the record of a game, which it holds; without a link if it is not known what was
    played."""
    words, ready = element("b", escape_text(text)), find_ready(row)
    if ready is None:
        return Html(words)
    data = base64.b64encode(record_game(ready, row.seed)).decode()
    link = {"href": f"data:application/x-ndjson;base64,{data}", "download": f"{row.game}-{row.seed}.jsonl"}
    return Html(element("a", words, **link))


def _render_points(named: NamedSummaries, answer: RunAnswer, say: Say) -> str:
    verdicts = list(dict.fromkeys(key for _, one in named for key in one.verdicts if key))
    ended = ""
    if verdicts:
        head = [say("report.col.what"), *(say(key, side=_find_side(key)) for key in verdicts)]
        shares = [
            [name, *(f"{format_number(100 * one.verdicts[key] / one.games, say)} %" for key in verdicts)]
            for name, one in named
        ]
        ended = element("h3", escape_text(say("report.verdicts"))) + render_table(head, shares)
        ended += render_guesses(answer)
    return render_section(say("report.decided"), say("report.decided.about"), render_sources(named, say), ended)


def render_sources(named: NamedSummaries, say: Say) -> str:
    """Return where the Automa's points come from, as a chart and as a table."""
    names = list(dict.fromkeys(what for _, one in named for what in one.points))
    worded = {what: say(f"score.{what}") for what in names}
    chart = charts.draw_stacks(say("report.decided"), *_split_points(named, worded, say), say)
    head = [say("report.col.what"), *worded.values()]
    rows = [[name, *(format_number(one.points[what] / one.games, say) for what in names)] for name, one in named]
    return chart + render_figures(say, render_table(head, rows))


def _split_points(
    named: NamedSummaries, worded: Mapping[str, str], say: Say
) -> tuple[list[tuple[str, list[tuple[str, float]]]], list[str]]:
    """Return the Automa's points by source, the largest first; sources beyond the number of colours are one part."""
    ranked = sorted(worded, key=lambda what: -sum(one.points[what] for _, one in named))
    most = len(charts.COLOURS)
    shown = ranked if len(ranked) <= most else ranked[: most - 1]
    other = say("report.other")
    rows = []
    for label, one in named:
        parts = [(worded[what], one.points[what] / one.games) for what in shown]
        rest = sum(one.points[what] for what in ranked[len(shown) :])
        rows.append((label, [*parts, (other, rest / one.games)] if rest else parts))
    return rows, [*(worded[what] for what in shown), *([other] if len(shown) < len(ranked) else [])]


def _render_cards(named: NamedSummaries, answer: RunAnswer, say: Say) -> str:
    drawn: list[str] = []
    for label, one in named:
        if not one.cards:
            continue
        cards = sorted(one.cards.items(), key=lambda pair: -pair[1].points.mean)
        never = [card for card, tally in cards if not tally.times]
        cards = [pair for pair in cards if pair[1].times]
        title = say("report.cards.of", what=label)
        points = [(say("report.card", card=card), tally.points.interval()) for card, tally in cards]
        chart = charts.draw_bars(title, points, say)
        decides = one.tells_decisive_cards
        head = [say(f"report.col.{name}") for name in ("card", "times", "gain", *(("decides",) if decides else ()))]
        rows: list[Cells] = [
            [
                say("report.card", card=card),
                format_number(tally.times / one.games, say, 2),
                format_interval(tally.points.interval(), say, 2),
                *([f"{format_number(100 * one.decisive[card] / one.games, say)} %"] if decides else []),
            ]
            for card, tally in cards
        ]
        left = say("report.cards.never", cards=never) if never else say("report.cards.all", count=len(cards))
        inside = chart + element("p", escape_text(left)) + render_figures(say, render_table(head, rows))
        inside += render_guesses(answer) if decides else ""
        drawn.append(element("h3", escape_text(title)) + inside if not drawn else render_details(title, inside))
    return render_section(say("report.cards"), say("report.cards.about"), *drawn) if drawn else ""


def render_rules(catalogue: Catalogue, summaries: Sequence[RunSummary], lang: str, say: Say) -> str:
    """Return a section that counts how often each clause was applied and in how many narrowings it removed
    candidates."""
    explained = sum(one.explained for one in summaries)
    if not explained:
        return ""
    applied, considered, threw = _count_rules(summaries)
    never, idle = find_idle_rules(catalogue, summaries)
    head = [say(f"report.col.{name}") for name in ("clause", "told", "looked", "threw")]
    rows = [
        [
            f"{id_} {_quote(entry, lang)}",
            *(format_number(count[id_] / explained, say, 2) for count in (applied, considered, threw)),
        ]
        for id_, entry in catalogue.entries.items()
        if applied[id_] or considered[id_]
    ]
    return render_section(
        say("report.rules"),
        say("report.rules.about", count=explained),
        render_details(say("report.rules.often", count=len(rows)), render_table(head, rows)),
        render_rule_list(catalogue, idle, lang, say("report.rules.idle", count=len(idle))),
        render_rule_list(catalogue, never, lang, say("report.rules.never", count=len(never))),
    )


def _count_rules(summaries: Sequence[RunSummary]) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Return how often clauses were applied, considered in a narrowing, and decisive there."""
    applied: Counter[str] = Counter()
    considered: Counter[str] = Counter()
    threw: Counter[str] = Counter()
    for one in summaries:
        applied.update(one.clauses)
        considered.update(one.looked)
        threw.update(one.threw)
    return applied, considered, threw


def find_idle_rules(catalogue: Catalogue, summaries: Sequence[RunSummary]) -> tuple[list[str], list[str]]:
    """Return the clauses that never came up, and those that were considered but never decided."""
    applied, considered, threw = _count_rules(summaries)
    never = [id_ for id_ in catalogue.entries if not applied[id_] and not considered[id_]]
    return never, [id_ for id_ in catalogue.entries if considered[id_] and not threw[id_]]


def render_rule_list(catalogue: Catalogue, ids: Sequence[str], lang: str, title: str, *, is_open: bool = False) -> str:
    if not ids:
        return element("p", escape_text(title))
    lines = [
        element(
            "li",
            element("code", escape_text(id_)),
            " ",
            escape_text(_quote(catalogue.entries[id_], lang)),
        )
        for id_ in ids
    ]
    return render_details(title, element("ul", *lines), is_open=is_open)


def _quote(entry: Entry, lang: str) -> str:
    """Return the text of a clause or an open point, shortened; in a report its references are no links."""
    text = REFERENCE.sub(r"\1", text_in(entry.text, lang))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def render_upkeep(named: NamedSummaries, say: Say) -> str:
    columns = ["questions", "steps"]
    if any(one.hands.count for _, one in named):  # some games were explained
        columns.append("hands")
    head = [say("report.col.what"), *(say(f"report.col.{name}") for name in columns)]
    rows: list[Cells] = []
    for name, one in named:
        found: list[Moments] = [getattr(one, column) for column in columns]
        rows.append([name, *(format_interval(each.interval(), say, 2) if each.count else "–" for each in found)])
    return render_section(say("report.upkeep"), say("report.upkeep.about"), render_table(head, rows))


def _find_side(verdict: str) -> Term:
    return term("side", "automa" if verdict.endswith(("automa", "automa-wins")) else "human")
