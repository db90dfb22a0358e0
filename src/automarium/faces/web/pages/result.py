"""The end: the result in large figures, the sheet, the course of the game, and what comes after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from automarium.companion.course import course
from automarium.companion.questions import asked, line_of_sheet
from automarium.companion.reckoning import ScoreView
from automarium.companion.session import unusual_rulings
from automarium.companion.turn import turn, turn_to_show
from automarium.faces.web.answers import as_sent
from automarium.faces.web.board_picture import BoardPicture
from automarium.faces.web.chart import chart
from automarium.faces.web.filling import offered, together
from automarium.faces.web.html import Markup, h, link
from automarium.faces.web.page import Look, Notice
from automarium.faces.web.pages.frame import FIELD, Seat, bar, change, clause_link, game_page, minus, without_ids
from automarium.faces.web.pages.hands import hands, story
from automarium.faces.web.pages.new import RULING
from automarium.faces.web.picture import framed
from automarium.faces.web.signs import sign
from automarium.faces.web.voices import short_term
from automarium.faces.web.widgets import FORM, entry
from automarium.kernel.question import Answer, Field, Pick
from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import capital

SIDES = ("human", "automa")
LEVEL = "level"  # the option of that name, in every room that has levels
LAST = 180  # pixels of the board that shows what the last turn did


def result(
    look: Look, seat: Seat, board: BoardPicture | None, notice: Notice | None = None, best: int | None = None
) -> str:
    """``best``: the most points that the person had in another game of this kind."""
    score = seat.view.score()
    points = course(seat.view)
    own = own_sheet(seat)
    count = h("button", look.say("web.count"), type="submit", form=FORM, class_="go")
    return game_page(
        look,
        seat,
        _verdict(look, seat, score, best),
        *_last_hands(look, seat, board),
        h("div", *_sheets(look, seat, score, own), class_="col"),
        h("section", h("h2", look.say("web.course")), chart(look, points), class_="panel") if len(points) > 1 else None,
        _after(look, seat, score),
        notice=notice,
        bar=bar(look, seat, count if own is not None and score.verdict is None else _rematch(look, seat)),
        class_="at-table result-page",
        data_over="yes",
    )


def _sheets(look: Look, seat: Seat, score: ScoreView, own: OwnSheet | None) -> list[Markup | None]:
    """Before it is counted the person's own sheet, filled in; afterwards both sides side by side, and what was
    told behind a fold, to be corrected."""
    both = sheet(look, seat.room, score)
    told = _own_sheet(look, seat, own, counted=score.verdict is not None) if own is not None else None
    telling = _telling(look, seat, score, own)
    if score.verdict is None:
        return [told, both, h("div", *telling, class_="tellers") if telling else None]
    return [both, told, more_to_tell(look, telling) if telling else None]


def more_to_tell(look: Look, buttons: Sequence[Markup]) -> Markup:
    """What is told rarely, folded away."""
    listed = h("div", *buttons, class_="tellers")
    return h("details", h("summary", look.say("web.more-to-tell")), listed, class_="rarely")


def _last_hands(look: Look, seat: Seat, board: BoardPicture | None) -> list[Markup | None]:
    """What the last turn left to move, on the board and in words, as long as nothing was told since."""
    index = turn_to_show(seat.view)
    if index is None or index < len(seat.game.runs) - 1 or seat.game.undone:
        return []
    told = turn(seat.view, index)
    if not told.lines:
        return []
    on_board = board is not None and any(
        spot is not None for line in told.lines for hand in line.hands for spot in board.spots_of(hand)
    )
    picture = (
        framed(board, lines=told.lines, height=LAST, overview=look.say("web.whole"))
        if board is not None and on_board
        else None
    )
    return [picture, hands(look, seat, told, story(look, seat, told))]


def _verdict(look: Look, seat: Seat, score: ScoreView, best: int | None) -> Markup:
    """Who has won and by how much, as large as it deserves."""
    figures = [
        h("div", h("b", minus(str(score.totals[side]))), h("span", look.say(f"web.side.{side}")))
        for side in SIDES
        if side in score.totals
    ]
    if score.verdict is None:
        words = look.say("web.tell-score")
    else:
        words = look.say(f"web.won-by.{score.winner}", count=score.lead) if score.lead else score.verdict
    under = [look.say("web.turns", count=seat.room.status(seat.game.position).turn), _best(look, score, best)]
    mark = sign("trophy" if score.winner == "human" else "robot") if score.verdict else None
    title = h("h2", mark, without_ids(words), class_="verdict")
    small = h("p", " · ".join(filter(None, under)))
    return h("section", title, h("div", *figures, class_="figures"), small, class_="verdict-panel")


def _best(look: Look, score: ScoreView, best: int | None) -> str:
    """How it compares with the games before."""
    if best is None or score.verdict is None or "human" not in score.totals:
        return ""
    record = "web.best.new" if score.totals["human"] > best else "web.best"
    return look.say(record, points=minus(str(best)))


OwnSheet = tuple[str, Sequence[Field]]  # the command that tells it, and its lines


def own_sheet(seat: Seat) -> OwnSheet | None:
    """The command that tells the person's side of the score, if all its lines can stand on one page."""
    found = [
        (name, fields)
        for name in seat.view.command_names()
        if seat.room.commands[name].when != "play" and (fields := together(seat.view, name, {}))
    ]
    return max(found, key=lambda one: len(one[1]), default=None)


def _own_sheet(look: Look, seat: Seat, own: OwnSheet, *, counted: bool) -> Markup:
    """Line by line, filled in with what is known; every line can be corrected, before and after it is counted: before,
    the button at the bottom counts it."""
    name, fields = own
    rows = []
    for field in fields:
        inner = asked(field.question, look.voice)
        known = field.question.default if field.question.default is not None else offered(field)
        mark = seat.room.signs.get(field.name, "")
        legend = h("legend", sign(mark) if mark else None, h("span", line_of_sheet(field, look.voice)))
        rows.append(h("fieldset", legend, entry(inner, FIELD + field.name, look, seat.room, known)))
    again = h("button", look.say("web.count"), type="submit", class_="b") if counted else None
    form = change(seat, name, *rows, again, class_="asking own-sheet", id_=FORM)
    if counted:
        return h("details", h("summary", look.say("web.own-sheet.again")), form, class_="panel fold counted")
    return h("section", h("h2", look.say("web.own-sheet")), form, class_="panel")


def _telling(look: Look, seat: Seat, score: ScoreView, own: OwnSheet | None) -> list[Markup]:
    """What else can still be told: other parts of the sheet, corrections."""
    buttons = []
    for one in seat.view.commands():
        if own is not None and one.name == own[0]:
            continue
        mark = seat.room.signs.get(one.name, "")
        inside = [sign(mark) if mark else None, h("span", one.text)]
        primary = "b strong" if score.verdict is None and seat.room.commands[one.name].when == "end" else "b"
        if seat.view.field(one.name, {}) is None:
            buttons.append(change(seat, one.name, h("button", *inside, type="submit", class_=primary)))
        else:
            buttons.append(link(inside, seat.url(f"tell/{one.name}"), primary))
    return buttons


def sheet(look: Look, room: AnyRoom, score: ScoreView) -> Markup:
    """Every line of the score, both sides side by side; the rules behind a fold."""
    kinds = list(dict.fromkeys(line.what for line in score.lines))
    sides = [side for side in SIDES if side in score.totals]
    head = h("tr", h("td"), *(h("th", look.say(f"web.side.{side}"), scope="col", class_="r") for side in sides))
    rows = []
    for kind in kinds:
        cells = []
        for side in sides:
            found = [line for line in score.lines if line.what == kind and line.side == side]
            parts = [
                [h("small", minus(f"{line.amount} × {line.each}")), " ", h("b", minus(str(line.points)))]
                if line.each not in (0, 1) or line.amount != line.points
                else [h("b", minus(str(line.points)))]
                for line in found
            ]
            cells.append(h("td", *(parts or [["–"]]), class_="r"))
        text = next(line.text for line in score.lines if line.what == kind)
        rows.append(h("tr", h("th", capital(text), scope="row"), *cells))
    totals = [h("td", h("b", minus(str(score.totals[side]))), class_="r") for side in sides]
    foot = h("tr", h("th", look.say("web.sum"), scope="row"), *totals)
    clauses = list(dict.fromkeys(line.clause for line in score.lines if line.clause))
    behind = h(
        "details",
        h("summary", look.say("web.rules-behind")),
        h("p", *([clause_link(one, room), " "] for one in clauses)),
        class_="rules",
    )
    table = h("table", h("thead", head), h("tbody", *rows), h("tfoot", foot), class_="score")
    return h("section", table, behind if clauses else None, class_="panel")


def _after(look: Look, seat: Seat, score: ScoreView) -> Markup:
    return h(
        "div",
        _harder(look, seat) if score.winner == "human" else None,
        link([sign("share"), look.say("web.share")], seat.url("share"), "b"),
        link([sign("list"), look.say("web.log")], seat.url("log"), "b"),
        link([sign("chart"), look.say("web.my-games")], "/games", "b"),
        class_="tellers",
    )


def _rematch(look: Look, seat: Seat) -> Markup:
    """The same game again; every choice can be changed before it begins."""
    return link(look.say("web.rematch"), _again(seat, seat.game.options), "go")


def _harder(look: Look, seat: Seat) -> Markup | None:
    """After a win the next level, if there is one: levels are offered from the easiest to the hardest."""
    game = seat.game
    fields = seat.room.option_fields(game.options, game.rulings, game.pack)
    levels = next((one.question for one in fields if one.name == LEVEL and isinstance(one.question, Pick)), None)
    if levels is None or game.options.get(LEVEL) not in levels.options[:-1]:
        return None
    higher = levels.options[levels.options.index(game.options[LEVEL]) + 1]
    words = look.say("web.harder", level=short_term(look.voice, LEVEL, higher))
    return link([sign("trophy"), words], _again(seat, {**game.options, LEVEL: higher}), "b")


def _again(seat: Seat, options: Mapping[str, Answer]) -> str:
    """A new game with these choices and the rulings of this one; what followed from them is not named."""
    game = seat.game
    fields = seat.room.option_fields(game.options, game.rulings, game.pack)
    followed = {one.name for one in fields if one.aside and game.options.get(one.name) == offered(one)}
    named = {option: value for option, value in options.items() if option not in followed}
    sent = {name: text for option, value in named.items() for name, text in as_sent(value, option).items()}
    rulings = {RULING + id_: choice for id_, choice in unusual_rulings(game).items()}
    return f"/new/{seat.room.name}?{urlencode({**sent, **rulings})}"
