"""Pages of a game that only show something: setup, reasons, log, odds, score, legend, layout."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.content.clauses import load_catalogue, text_in
from automarium.engine.game.playthrough import Run
from automarium.engine.layout import SUPPLY, PlacedPieces, TrackValue
from automarium.engine.message import Message, Term, capitalise, refuse
from automarium.engine.play.event import Step
from automarium.interfaces.web.board.board_frame import render_board
from automarium.interfaces.web.board.board_picture import BoardPicture, load_board
from automarium.interfaces.web.html import Inside, Markup, h, link, render_piece
from automarium.interfaces.web.pages.game_frame import (
    GameContext,
    minus,
    need_table,
    render_clauses,
    render_game_page,
    strip_ids,
)
from automarium.interfaces.web.pages.score_table import render_rules_behind, render_score_table
from automarium.interfaces.web.pages.turn_lines import render_rules, render_why
from automarium.views.game import SetupItem
from automarium.views.score_sheet import build_sheet
from automarium.views.turn import build_turn, find_correction, find_reason
from automarium.views.turn_lines import describe_thing, find_sign, list_layout

GROUPS = ("automa", "human", "table")


def render_why_page(context: GameContext, index: int, number: int) -> str:
    """Return the narrowing behind a step, as a picture and in words."""
    run, _ = find_step(context, index, number)
    return render_game_page(
        context,
        h("p", context.view.title(run), class_="quiet"),
        h("section", render_why(context, build_turn(context.view, index), number), class_="panel", id="reasons"),
        title=context.say("web.why"),
        class_="why-page",
    )


def find_step(context: GameContext, index: int, number: int) -> tuple[Run, Step]:
    runs = context.game.runs
    if not 0 <= index < len(runs) or not 1 <= number <= len(runs[index].steps):
        raise refuse("web.no-step")
    return runs[index], runs[index].steps[number - 1]


RUNS_A_PAGE = 60  # of the log


def render_log(context: GameContext, *, reasons: bool, last: int | None = None) -> str:
    """Return a page of the log, the last run first: from the run ``last`` back, or from the end."""
    runs = context.game.runs
    end = len(runs) - 1 if last is None else min(last, len(runs) - 1)
    start = max(end - RUNS_A_PAGE + 1, 0)
    turns = [_render_run(context, index, runs[index], reasons=reasons) for index in range(end, start - 1, -1)]
    switch = (
        link(context.say("web.log-short"), _make_log_url(context, end, reasons=False), "b")
        if reasons
        else link(context.say("web.log-why"), _make_log_url(context, end, reasons=True), "b")
    )
    later = min(end + RUNS_A_PAGE, len(runs) - 1)
    ways = [
        link(context.say("web.log-later"), _make_log_url(context, later, reasons=reasons), "b")
        if later > end
        else None,
        " ",
        link(context.say("web.log-earlier"), _make_log_url(context, start - 1, reasons=reasons), "b")
        if start
        else None,
    ]
    return render_game_page(
        context,
        h("p", switch),
        h("ol", *turns, class_="log", reversed=True, start=end),
        h("p", *ways) if later > end or start else None,
        title=context.say("web.log"),
        class_="log-page",
    )


def _make_log_url(context: GameContext, last: int, *, reasons: bool) -> str:
    query = {"why": "1"} if reasons else {}
    return context.url("log", **query, **({} if last == len(context.game.runs) - 1 else {"last": str(last)}))


def _render_run(context: GameContext, index: int, run: Run, *, reasons: bool) -> Markup:
    steps = context.view.steps(run.steps)
    shown = build_turn(context.view, index) if reasons and run.steps else None
    rows = []
    for number, step in enumerate(steps, 1):
        more: list[Inside] = []
        if shown is not None and step.has_reasons:
            more = [h("p", find_reason(context.view, step.step), class_="quiet"), render_rules(context, shown, number)]
        elif step.has_reasons:
            name = [context.say("web.why"), h("span", f" {step.text}", class_="unseen")]
            more = [" ", link(name, context.url(f"why/{index}/{number}"), "why")]
        rows.append(h("li", step.text, *more))
    return h("li", h("b", context.view.title(run)), h("ul", *rows) if rows else None)


def render_odds(context: GameContext) -> str:
    """Return what the Automa may do next, and how likely."""
    found = context.view.odds()
    total = len(found.cards)
    if not total:
        none = h("p", context.say("odds.none"), class_="lead")
        return render_game_page(context, none, title=context.say("web.odds"), class_="odds-page")
    rows = [
        h(
            "li",
            h("meter", min=0, max=total, value=len(one.cards), aria_hidden="true"),
            h("b", context.say("web.of", many=len(one.cards), total=total)),
            h("span", " ", one.text),
        )
        for one in found.outcomes
    ]
    cards = [h("li", *(h("b", str(card)) for card in those), h("span", " ", words)) for those, words in found.alike]
    return render_game_page(
        context,
        h("p", context.say("odds.head", count=total, cards=list(found.cards)), class_="lead"),
        h("ul", *rows, class_="odds panel"),
        h("h2", context.say("web.by-card")),
        h("ul", *cards, class_="by-card panel"),
        title=context.say("web.odds"),
        class_="odds-page",
    )


def render_score(context: GameContext) -> str:
    need_table(context)
    found = context.view.score()
    verdict = h("p", found.verdict, class_="verdict") if found.verdict else None
    table = render_score_table(context, found, build_sheet(context.view, found, telling=False))
    listed = h("section", table, render_rules_behind(context, found), class_="panel")
    return render_game_page(context, verdict, listed, title=context.say("web.score"), class_="score-page")


def render_signs(context: GameContext) -> str:
    """Return the whole board and its legend."""
    game = need_table(context)
    board = load_board(context.view, dark=context.page.dark)
    entries = context.definition.page.legend(game.shown, context.translator.say, context.page.dark)
    rows = [h("li", _render_sample(one.sign), h("span", capitalise(one.words))) for one in entries]
    return render_game_page(
        context,
        render_board(board) if board is not None else None,
        h("ul", *rows, class_="legend panel") if rows else None,
        title=context.say("web.signs"),
        class_="signs-page wide",
    )


def _render_sample(drawing: str) -> Markup | None:
    box = "-32 -24 64 48"
    return h("svg", Markup(drawing), viewBox=box, class_="sample", aria_hidden="true") if drawing else None


def render_layout(context: GameContext, board: BoardPicture) -> str:
    """Return everything on the table; a tap corrects it."""
    need_table(context)
    things = list_layout(context.view)
    sections = []
    for side in GROUPS:
        found = [one for one in things if one.side == side]
        if found:
            rest = _render_rows(context, [one for one in found if _is_put_away(one)])
            sections.append(
                h(
                    "section",
                    h("h2", context.say(f"web.of.{side}"), class_="group"),
                    *_render_rows(context, [one for one in found if not _is_put_away(one)]),
                    h("details", h("summary", context.say("web.put-away")), *rest, class_="put-away") if rest else None,
                    class_="hands",
                )
            )
    return render_game_page(
        context,
        h("p", context.say("web.mine.about"), class_="quiet"),
        render_board(board, leads=lambda place: context.url(f"at/{place}"), height=300),
        h("div", *sections, class_="col"),
        title=context.say("web.mine"),
        class_="mine-page wide",
        data_at=context.url("at/"),
    )


def _is_put_away(thing: PlacedPieces | TrackValue) -> bool:
    return isinstance(thing, PlacedPieces) and thing.at == SUPPLY


def _render_rows(context: GameContext, things: list[PlacedPieces | TrackValue]) -> list[Markup]:
    """Return a line per thing; several of one name share a line."""
    named: dict[str, list[PlacedPieces | TrackValue]] = {}
    for one in things:
        named.setdefault(_split_words(context, one)[0], []).append(one)
    return [
        _render_thing(context, alike[0]) if len(alike) == 1 else _render_several(context, name, alike)
        for name, alike in named.items()
    ]


def _split_words(context: GameContext, thing: PlacedPieces | TrackValue) -> tuple[str, str]:
    name, _, value = describe_thing(context.view, thing).rpartition(": ")
    return name, value


def _render_several(context: GameContext, name: str, things: list[PlacedPieces | TrackValue]) -> Markup:
    mark = find_sign(context.view, things[0].piece if isinstance(things[0], PlacedPieces) else things[0].track)
    places = []
    for one in things:
        value, given = minus(_split_words(context, one)[1]), find_correction(context.view, one)
        places.append(h("b", value) if given is None else link(value, context.tell_url("adjust", given), "b"))
    words = h("span", f"{name}: ", h("span", *places, class_="places"), class_="what")
    return h("div", render_piece(mark, things[0].side), words, class_="hand row")


def _render_thing(context: GameContext, thing: PlacedPieces | TrackValue) -> Markup:
    mark = find_sign(context.view, thing.track if isinstance(thing, TrackValue) else thing.piece)
    name, value = _split_words(context, thing)
    side = "" if isinstance(thing, TrackValue) else thing.side
    inside = [render_piece(mark, side), h("span", f"{name}: ", h("b", minus(value)), class_="what")]
    given = find_correction(context.view, thing)
    if given is None:
        return h("div", *inside, class_="hand row")
    change = h("span", context.say("web.change"), class_="why")
    return link([*inside, change], context.tell_url("adjust", given), "hand row")


def render_setup(context: GameContext, board: BoardPicture) -> str:
    """Return the page. The script stores the ticks."""
    game = need_table(context)
    items = context.view.setup()
    to_do, know = [one for one in items if one.to_do], [one for one in items if not one.to_do]
    numbered = [(number, place) for number, item in enumerate(to_do, 1) for place in _find_places(item.said)]
    words = context.say("web.table" if game.inputs else "web.to-table")
    return render_game_page(
        context,
        render_board(board, numbered=numbered, height=200, overview=context.say("web.whole")),
        h(
            "div",
            h(
                "ol",
                *(_render_row(context, n, item) for n, item in enumerate(to_do, 1)),
                class_="checklist",
                data_ticks=context.key,
            ),
            _render_gains(context),
            _render_fold(context, "web.good-to-know", know),
            _render_rulings(context),
            class_="col",
        ),
        title=context.say("web.setup"),
        bar=link(words, context.url(), "go"),
        class_="setup-page wide",
    )


def _find_places(said: Message) -> list[str]:
    """Return the places that an item names; they get its number on the board."""
    found = []
    for value in said.params.values():
        if isinstance(value, Term) and value.family == "place":
            found += [str(one) for one in value.value] if isinstance(value.value, (list, tuple)) else [str(value.value)]
    return found


def _render_row(context: GameContext, number: int, item: SetupItem) -> Markup:
    tick = h("input", type="checkbox", id=f"tick-{number}", data_tick=number)
    label = h("label", tick, h("span", str(number), class_="n"), h("span", item.text), class_="tick")
    return h("li", label, _render_rules(context, item.clauses))


def _render_rules(context: GameContext, clauses: Sequence[str]) -> Markup | None:
    if not clauses:
        return None
    name = h("summary", "§", h("span", context.say("web.rules-behind"), class_="unseen"))
    return h("details", name, render_clauses(clauses, context.definition), class_="rules")


def _render_gains(context: GameContext) -> Markup | None:
    steps = context.game.runs[0].steps
    if not steps:
        return None
    rows = [
        h("li", context.translator.sentence(step.event), h("small", f" {find_reason(context.view, step)}"))
        for step in steps
    ]
    return h("details", h("summary", context.say("setup.happened")), h("ul", *rows), class_="fold panel", open=True)


def _render_fold(context: GameContext, key: str, items: Sequence[SetupItem]) -> Markup | None:
    if not items:
        return None
    rows = [h("li", item.text, " ", _render_rules(context, item.clauses)) for item in items]
    return h("details", h("summary", context.say(key)), h("ul", *rows), class_="fold panel")


def _render_rulings(context: GameContext) -> Markup:
    """Return the chosen rulings that could be switched."""
    asked = load_catalogue(context.definition.folder).rulings
    open_points = {ruling.id for ruling in context.definition.rulings.rulings() if len(ruling.choices) > 1}
    rows = []
    for id_, choice in context.game.rulings.chosen().items():
        if id_ not in open_points:
            continue
        words = next((text_in(one.text, context.page.lang) for one in asked[id_].choice if one.id == choice), "")
        said = words or capitalise(context.translator.term(f"ruling.{id_}", choice))
        question = h("span", strip_ids(text_in(asked[id_].text, context.page.lang)), class_="quiet")
        rows.append(h("li", question, " ", strip_ids(said)))
    return h("details", h("summary", context.say("web.house-rules")), h("ul", *rows), class_="fold panel")
