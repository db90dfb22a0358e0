"""The end: the result in large figures, the sheet, the course of the game, and what comes after."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from urllib.parse import urlencode

from automarium.companion.course import course
from automarium.companion.reckoning import ScoreView
from automarium.companion.session import unusual_rulings
from automarium.companion.sheet import HER, Sheet, sheet_of
from automarium.companion.turn import turn, turn_to_show
from automarium.faces.web.answers import as_sent
from automarium.faces.web.board_picture import BoardPicture
from automarium.faces.web.chart import chart
from automarium.faces.web.filling import offered
from automarium.faces.web.html import Inside, Markup, h, link
from automarium.faces.web.page import Look, Notice
from automarium.faces.web.pages.frame import Seat, bar, change, game_page, minus, without_ids
from automarium.faces.web.pages.hands import hands, story
from automarium.faces.web.pages.new import RULING
from automarium.faces.web.pages.preview import PREVIEW
from automarium.faces.web.pages.score_table import COUNT, rules_behind, score_table, side_words
from automarium.faces.web.picture import framed
from automarium.faces.web.signs import sign
from automarium.faces.web.voices import short_term
from automarium.faces.web.widgets import FORM
from automarium.kernel.question import Answer, Pick

LEVEL = "level"  # the option of that name, in every room that has levels
LAST = 180  # pixels of the board that shows what the last turn did


def result(
    look: Look, seat: Seat, board: BoardPicture | None, notice: Notice | None = None, best: int | None = None
) -> str:
    """``best``: the most points that the person had in another game of this kind."""
    score = seat.view.score()
    points = course(seat.view)
    told = sheet_of(seat.view, score, telling=True)
    return game_page(
        look,
        seat,
        verdict(look, seat, score, best),
        *_last_hands(look, seat, board),
        h("div", *_sheet(look, seat, score, told), class_="col"),
        h("section", h("h2", look.say("web.course")), chart(look, points), class_="panel") if len(points) > 1 else None,
        _after(look, seat, score),
        notice=notice,
        bar=bar(look, seat, _count(look) if told.parts and score.verdict is None else _rematch(look, seat)),
        class_="at-table result-page",
        data_over="yes",
    )


def _count(look: Look) -> Markup:
    """The button that counts; it sleeps as long as a number is missing, and says so."""
    words = look.say("web.count")
    open_, one = look.say("web.still-open", count="#"), look.say("web.one-number")
    return h("button", words, type="submit", form=FORM, class_="go", data_done=words, data_still=open_, data_number=one)


def _sheet(look: Look, seat: Seat, score: ScoreView, told: Sheet) -> list[Markup | None]:
    """Both sides in one table, filled in as far as it is known; every line can be corrected, before and after it is
    counted: before, the button at the bottom counts it."""
    counted, settled = score.verdict is not None, score.winner is not None  # a tie may still be to be broken
    inside: list[Inside] = [score_table(look, seat, score, told)]
    if told.parts and counted:
        inside.append(h("button", look.say("web.count-again"), type="submit", class_="b again"))
    table = (
        change(seat, COUNT, *inside, class_="own-sheet", id_=FORM, tries=seat.url("try"))
        if told.parts
        else h("div", *inside)
    )
    telling = _telling(look, seat, score, {part.counting.command for part in told.parts})
    more = None if not telling else more_to_tell(look, telling) if settled else h("div", *telling, class_="tellers")
    return [h("section", table, rules_behind(look, seat, score), class_="panel"), more]


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


def verdict(look: Look, seat: Seat, score: ScoreView, best: int | None = None, missing: str = "") -> Markup:
    """Who has won and by how much, as large as it deserves; ``missing``: what is wrong with the sheet so far."""
    figures = [
        h("div", h("b", minus(str(score.totals[side])), data_total=side), h("span", side_words(look, side)))
        for side in sorted(score.totals, key=lambda side: (side == HER, side))
    ]
    if score.verdict is None:
        words = look.say("web.tell-score")
    else:
        words = look.say(f"web.won-by.{score.winner}", count=score.lead) if score.lead else score.verdict
    under = [look.say("web.turns", count=seat.room.status(seat.game.position).turn), _best(look, score, best)]
    mark = sign("trophy" if score.winner == "human" else "robot") if score.verdict else None
    title = h("h2", mark, without_ids(words), class_="verdict")
    small = h("p", " · ".join(filter(None, under)))
    large = h("div", *figures, class_="figures")
    why = missing or None
    return h("section", title, large, small, class_="verdict-panel", id=PREVIEW, role="status", data_missing=why)


def _best(look: Look, score: ScoreView, best: int | None) -> str:
    """How it compares with the games before."""
    if best is None or score.verdict is None or "human" not in score.totals:
        return ""
    record = "web.best.new" if score.totals["human"] > best else "web.best"
    return look.say(record, points=minus(str(best)))


def _telling(look: Look, seat: Seat, score: ScoreView, in_sheet: Collection[str]) -> list[Markup]:
    """What else can still be told: other parts of the score, corrections."""
    buttons = []
    for one in seat.view.commands():
        command = seat.room.commands[one.name]
        if one.name in in_sheet or not command.matters(seat.game.position):
            continue
        mark = seat.room.signs.get(one.name, "")
        inside = [sign(mark) if mark else None, h("span", one.text)]
        alone = not in_sheet and score.verdict is None and command.when == "end"
        class_ = "b strong" if alone else "b"
        if seat.view.field(one.name, {}) is None:
            buttons.append(change(seat, one.name, h("button", *inside, type="submit", class_=class_)))
        else:
            buttons.append(link(inside, seat.url(f"tell/{one.name}"), class_))
    return buttons


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
    return link([sign("trophy"), words], _again(seat, {**game.options, LEVEL: higher}), "b harder")


def _again(seat: Seat, options: Mapping[str, Answer]) -> str:
    """A new game with these choices and the rulings of this one; what followed from them is not named."""
    game = seat.game
    fields = seat.room.option_fields(game.options, game.rulings, game.pack)
    followed = {one.name for one in fields if one.aside and game.options.get(one.name) == offered(one)}
    named = {option: value for option, value in options.items() if option not in followed}
    sent = {name: text for option, value in named.items() for name, text in as_sent(value, option).items()}
    rulings = {RULING + id_: choice for id_, choice in unusual_rulings(game).items()}
    return f"/new/{seat.room.name}?{urlencode({**sent, **rulings})}"
