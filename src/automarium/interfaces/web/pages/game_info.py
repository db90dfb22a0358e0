"""Pages of a game that only look: why, the log, the odds, the score sheet, everything on the table."""

from __future__ import annotations

from automarium.engine.game.playthrough import Run
from automarium.engine.layout import SUPPLY, PlacedPieces, TrackValue
from automarium.engine.message import capitalise, refuse
from automarium.engine.play.event import Step
from automarium.interfaces.web.board.board_svg import BoardPicture, board_of
from automarium.interfaces.web.board.framed_board import framed
from automarium.interfaces.web.html import Inside, Markup, h, link
from automarium.interfaces.web.icons import piece
from automarium.interfaces.web.page import PageContext
from automarium.interfaces.web.pages.game_frame import GameContext, game_page, minus, need_table
from automarium.interfaces.web.pages.score_table import rules_behind, score_table
from automarium.interfaces.web.pages.turn_lines import rules_of, why_of
from automarium.views.reasons import find_reason
from automarium.views.score_sheet import build_sheet
from automarium.views.turn import build_turn, find_correction
from automarium.views.turn_lines import describe_thing, find_sign, list_layout

GROUPS = ("automa", "human", "table")


def why(look: PageContext, seat: GameContext, index: int, number: int) -> str:
    """The narrowing behind a step, on the picture and in words."""
    run, _ = step_of(seat, index, number)
    return game_page(
        look,
        seat,
        h("p", seat.view.title(run), class_="quiet"),
        h("section", why_of(look, seat, build_turn(seat.view, index), number), class_="panel", id="reasons"),
        title=look.say("web.why"),
        class_="why-page",
    )


def step_of(seat: GameContext, index: int, number: int) -> tuple[Run, Step]:
    runs = seat.game.runs
    if not 0 <= index < len(runs) or not 1 <= number <= len(runs[index].steps):
        raise refuse("web.no-step")
    return runs[index], runs[index].steps[number - 1]


# ----------------------------------------------------------------------------------------------------------- the log


RUNS_A_PAGE = 60  # of the log: a long game comes in pages


def log(look: PageContext, seat: GameContext, *, reasons: bool, last: int | None = None) -> str:
    """What happened, the last first, a page of it: from the run ``last`` back, or from the end."""
    runs = seat.game.runs
    end = len(runs) - 1 if last is None else min(last, len(runs) - 1)
    start = max(end - RUNS_A_PAGE + 1, 0)
    turns = [_run(look, seat, index, runs[index], reasons=reasons) for index in range(end, start - 1, -1)]
    switch = (
        link(look.say("web.log-short"), _log_url(seat, end, reasons=False), "b")
        if reasons
        else link(look.say("web.log-why"), _log_url(seat, end, reasons=True), "b")
    )
    later = min(end + RUNS_A_PAGE, len(runs) - 1)
    ways = [
        link(look.say("web.log-later"), _log_url(seat, later, reasons=reasons), "b") if later > end else None,
        " ",
        link(look.say("web.log-earlier"), _log_url(seat, start - 1, reasons=reasons), "b") if start else None,
    ]
    return game_page(
        look,
        seat,
        h("p", switch),
        h("ol", *turns, class_="log", reversed=True, start=end),
        h("p", *ways) if later > end or start else None,
        title=look.say("web.log"),
        class_="log-page",
    )


def _log_url(seat: GameContext, last: int, *, reasons: bool) -> str:
    query = {"why": "1"} if reasons else {}
    return seat.url("log", **query, **({} if last == len(seat.game.runs) - 1 else {"last": str(last)}))


def _run(look: PageContext, seat: GameContext, index: int, run: Run, *, reasons: bool) -> Markup:
    told = seat.view.steps(run.steps)
    shown = build_turn(seat.view, index) if reasons and run.steps else None
    rows = []
    for number, step in enumerate(told, 1):
        more: list[Inside] = []
        if shown is not None and step.has_reasons:
            more = [h("p", find_reason(seat.view, step.step), class_="quiet"), rules_of(look, seat, shown, number)]
        elif step.has_reasons:
            name = [look.say("web.why"), h("span", f" {step.text}", class_="unseen")]
            more = [" ", link(name, seat.url(f"why/{index}/{number}"), "why")]
        rows.append(h("li", step.text, *more))
    return h("li", h("b", seat.view.title(run)), h("ul", *rows) if rows else None)


# ---------------------------------------------------------------------------------------------------- odds and score


def odds(look: PageContext, seat: GameContext) -> str:
    """What the cards that can still come would do now."""
    found = seat.view.odds()
    total = len(found.cards)
    rows = [
        h(
            "li",
            h("meter", min=0, max=total, value=len(one.cards), aria_hidden="true"),
            h("b", look.say("web.of", many=len(one.cards), total=total)),
            h("span", " ", one.text),
        )
        for one in found.outcomes
    ]
    cards = [h("li", *(h("b", str(card)) for card in those), h("span", " ", told)) for those, told in found.alike]
    return game_page(
        look,
        seat,
        h("p", look.say("odds.head", count=total, cards=list(found.cards)), class_="lead"),
        h("ul", *rows, class_="odds panel"),
        h("h2", look.say("web.by-card")),
        h("ul", *cards, class_="by-card panel"),
        title=look.say("web.odds"),
        class_="odds-page",
    )


def score(look: PageContext, seat: GameContext) -> str:
    need_table(seat)
    found = seat.view.score()
    verdict = h("p", found.verdict, class_="verdict") if found.verdict else None
    table = score_table(look, seat, found, build_sheet(seat.view, found, telling=False))
    listed = h("section", table, rules_behind(look, seat, found), class_="panel")
    return game_page(look, seat, verdict, listed, title=look.say("web.score"), class_="score-page")


def signs(look: PageContext, seat: GameContext) -> str:
    """The whole board, and what its signs mean."""
    game = need_table(seat)
    board = board_of(seat.view, dark=look.dark)
    entries = seat.definition.page.legend(game.shown, seat.view.translator.say, look.dark)
    rows = [h("li", _sample(one.sign), h("span", capitalise(one.words))) for one in entries]
    return game_page(
        look,
        seat,
        framed(board) if board is not None else None,
        h("ul", *rows, class_="legend panel") if rows else None,
        title=look.say("web.signs"),
        class_="signs-page wide",
    )


def _sample(drawing: str) -> Markup | None:
    """A sign of the board, alone."""
    box = "-32 -24 64 48"
    return h("svg", Markup(drawing), viewBox=box, class_="sample", aria_hidden="true") if drawing else None


# --------------------------------------------------------------------------------------------------- the whole table


def mine(look: PageContext, seat: GameContext, board: BoardPicture) -> str:
    """Everything on the table as the app sees it; a tap corrects."""
    need_table(seat)
    things = list_layout(seat.view)
    sections = []
    for side in GROUPS:
        hers = [one for one in things if one.side == side]
        if hers:
            rest = _rows(look, seat, [one for one in hers if _is_put_away(one)])
            sections.append(
                h(
                    "section",
                    h("h2", look.say(f"web.of.{side}"), class_="group"),
                    *_rows(look, seat, [one for one in hers if not _is_put_away(one)]),
                    h("details", h("summary", look.say("web.put-away")), *rest, class_="put-away") if rest else None,
                    class_="hands",
                )
            )
    return game_page(
        look,
        seat,
        h("p", look.say("web.mine.about"), class_="quiet"),
        framed(board, leads=lambda place: seat.url(f"at/{place}"), height=300),
        h("div", *sections, class_="col"),
        title=look.say("web.mine"),
        class_="mine-page wide",
        data_at=seat.url("at/"),
    )


def _is_put_away(thing: PlacedPieces | TrackValue) -> bool:
    """What nobody looks at: it is in the supply."""
    return isinstance(thing, PlacedPieces) and thing.at == SUPPLY


def _rows(look: PageContext, seat: GameContext, things: list[PlacedPieces | TrackValue]) -> list[Markup]:
    """A line a thing; several of a name are one, each with its own place."""
    named: dict[str, list[PlacedPieces | TrackValue]] = {}
    for one in things:
        named.setdefault(_name_and_value(seat, one)[0], []).append(one)
    return [
        _thing(look, seat, alike[0]) if len(alike) == 1 else _several(seat, name, alike)
        for name, alike in named.items()
    ]


def _name_and_value(seat: GameContext, thing: PlacedPieces | TrackValue) -> tuple[str, str]:
    name, _, value = describe_thing(seat.view, thing).rpartition(": ")
    return name, value


def _several(seat: GameContext, name: str, things: list[PlacedPieces | TrackValue]) -> Markup:
    mark = find_sign(seat.view, things[0].piece if isinstance(things[0], PlacedPieces) else things[0].track)
    places = []
    for one in things:
        value, given = minus(_name_and_value(seat, one)[1]), find_correction(seat.view, one)
        places.append(h("b", value) if given is None else link(value, seat.telling("adjust", given), "b"))
    words = h("span", f"{name}: ", h("span", *places, class_="places"), class_="what")
    return h("div", piece(mark, things[0].side), words, class_="hand row")


def _thing(look: PageContext, seat: GameContext, thing: PlacedPieces | TrackValue) -> Markup:
    mark = find_sign(seat.view, thing.track if isinstance(thing, TrackValue) else thing.piece)
    name, value = _name_and_value(seat, thing)
    side = "" if isinstance(thing, TrackValue) else thing.side
    inside = [piece(mark, side), h("span", f"{name}: ", h("b", minus(value)), class_="what")]
    given = find_correction(seat.view, thing)
    if given is None:
        return h("div", *inside, class_="hand row")
    change = h("span", look.say("web.change"), class_="why")
    return link([*inside, change], seat.telling("adjust", given), "hand row")
