"""The end of a game: result, score sheet, course of the game, links."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from urllib.parse import urlencode

import msgspec

from automarium.engine.drawing.svg import number as n
from automarium.engine.question import Answer, Pick
from automarium.interfaces.web.board.board_frame import render_board
from automarium.interfaces.web.board.board_picture import BoardPicture
from automarium.interfaces.web.forms.command_form import get_default
from automarium.interfaces.web.forms.form_data import encode_answer
from automarium.interfaces.web.forms.widgets import FORM
from automarium.interfaces.web.html import Inside, Markup, h, link, sign
from automarium.interfaces.web.page import Notice, PageContext
from automarium.interfaces.web.pages.command_entry import PREVIEW
from automarium.interfaces.web.pages.game_frame import (
    GameContext,
    minus,
    render_bar,
    render_change,
    render_game_page,
    strip_ids,
)
from automarium.interfaces.web.pages.new_game import RULING
from automarium.interfaces.web.pages.score_table import COUNT, name_side, render_rules_behind, render_score_table
from automarium.interfaces.web.pages.share import render_bg_stats
from automarium.interfaces.web.pages.turn_lines import render_hands, render_story
from automarium.interfaces.web.preferences import short_term
from automarium.interfaces.web.shared_result import LEVEL, make_bg_stats_url, name_level
from automarium.lab.baseline_file import estimate_wins
from automarium.lab.configuration import list_levels
from automarium.sessions.session import unusual_rulings
from automarium.storage.store import LONGEST_NOTE, StoredGame
from automarium.views.score import ScoreView
from automarium.views.score_sheet import AUTOMA, HUMAN, Sheet, TurnTotals, build_sheet, list_totals
from automarium.views.turn import build_turn, find_turn_to_show

OF = 10  # games of which so many are won


def render_outlook(context: GameContext, points: Sequence[int]) -> Markup | None:
    """Return "a player like you wins 4 of 10 at the next level"; None without enough results or without such a
    level."""
    game = context.game
    levels = list_levels(context.definition, game.pack)
    if not points or game.options.get(LEVEL) not in levels[:-1]:
        return None
    higher = levels[levels.index(game.options[LEVEL]) + 1]
    share = estimate_wins(context.definition.name, str(higher), points)
    if share is None:
        return None
    named = short_term(context.translator, LEVEL, higher)
    words = context.say("web.outlook", won=round(OF * share), games=OF, level=named, count=len(points))
    return h("p", words, class_="quiet outlook")


NOTE = "note"  # the action of the form with the person's note
At = Callable[[int, int], tuple[float, float]]  # turn, value → point

WIDTH, HEIGHT = 366.0, 150.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 14.0, 12.0, 24.0
NAME = 84.0  # pixels that the name of a side takes
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)


def render_chart(page: PageContext, points: Sequence[TurnTotals]) -> Markup:
    """Return the points turn by turn. What is known only in part before the count is joined to the total by dots; a
    side of which nothing was known before is a level that the other one reaches or not."""
    sides = list(dict.fromkeys(side for one in points for side in one.totals))
    values = [value for one in points for value in (*one.totals.values(), *one.known.values())]
    low, high = min(0, *values), max(1, *values)
    last = max(1, len(points) - 1)

    def at(index: int, value: int) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * index / last
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    drawn = [*_render_scale(low, high, at), *_render_turns(points, at)]
    names: list[float] = []  # the height of each name
    for side in sorted(sides, key=lambda one: -points[-1].totals.get(one, 0)):
        drawn.append(_render_line(page, side, points, at, names))
    svg = h(
        "svg",
        *drawn,
        viewBox=f"0 0 {n(WIDTH)} {n(HEIGHT)}",
        class_="chart",
        role="img",
        aria_label=page.say("web.course"),
    )
    partly = any(one.known for one in points)
    late = not partly and HUMAN in points[-1].totals and not any(HUMAN in one.totals for one in points[:-1])
    words = page.say("web.course.known") if partly else page.say("web.course.level") if late else ""
    return h("div", svg, h("p", words, class_="quiet") if words else None, _render_table(page, points, sides))


def _render_scale(low: int, high: int, at: At) -> list[Markup]:
    step = next((one for one in STEPS if (high - low) / one <= 4), STEPS[-1])
    rows = []
    for value in range(low - low % step, high + 1, step):
        _, y = at(0, value)
        rows.append(h("path", d=f"M{n(LEFT)} {n(y)}H{n(WIDTH - RIGHT)}", class_="grid"))
        rows.append(h("text", str(value).replace("-", "−"), x=n(LEFT - 6), y=n(y + 4), class_="end"))
    return rows


def _render_turns(points: Sequence[TurnTotals], at: At) -> list[Markup]:
    every = max(1, round(len(points) / 6))
    return [
        h("text", str(one.turn), x=n(at(index, 0)[0]), y=n(HEIGHT - 6), class_="mid")
        for index, one in enumerate(points)
        if index % every == 0
    ]


def _render_line(page: PageContext, side: str, points: Sequence[TurnTotals], at: At, names: list[float]) -> Markup:
    """Return the line of one side; the name of the leader stands above its end, the other below."""
    known = [at(index, one.known[side]) for index, one in enumerate(points) if side in one.known]
    counted = [at(index, one.totals[side]) for index, one in enumerate(points) if side in one.totals]
    places = [*known, *counted]
    solid = known or counted
    way = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in solid)
    late = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in (known[-1], counted[0])) if known and counted else ""
    dots = [
        h("rect", x=n(x - 3.5), y=n(y - 3.5), width=7, height=7)
        if side == "automa"
        else h("circle", cx=n(x), cy=n(y), r=4)
        for x, y in places
    ]
    x = places[-1][0]
    beside = [y for at_x, y in places if at_x >= x - NAME]
    over = max(12.0, min(beside) - 9)
    under = max(max(beside) + 18, names[0] + 15 if names else 0)
    high = over if not names or (under > HEIGHT - BOTTOM and over >= names[0] + 15) else under
    names.append(high)
    words = page.say(f"web.side.{side}")
    joined = h("path", d=late, class_="counted") if late else None
    if len(places) == 1 < len(points):
        words = f"{words}: {minus(str(points[-1].totals[side]))}"
        joined = h("path", d=f"M{n(LEFT)} {n(places[0][1])}H{n(x)}", class_="counted")
    name = h("text", words, x=n(x - 9), y=n(high), class_="end")
    return h("g", h("path", d=way), joined, *dots, name, class_=f"line {side}")


def _render_table(page: PageContext, points: Sequence[TurnTotals], sides: Sequence[str]) -> Markup:
    head = h("tr", h("th", page.say("web.turn-number")), *(h("th", page.say(f"web.side.{side}")) for side in sides))
    rows = [
        h("tr", h("td", str(one.turn)), *(h("td", _format_total({**one.known, **one.totals}, side)) for side in sides))
        for one in points
    ]
    return h("div", h("table", head, *rows), class_="unseen")


def _format_total(totals: Mapping[str, int], side: str) -> str:
    return str(totals[side]) if side in totals else "–"


LAST = 180  # pixels of the board of the last turn


class PastGames(msgspec.Struct, frozen=True):
    """This game in the store, and what became of the person's other games of its kind: the most points, and how many
    were won."""

    kept: StoredGame
    best: int | None
    won: int
    played: int


def render_result(
    context: GameContext, board: BoardPicture | None, notice: Notice | None = None, past: PastGames | None = None
) -> str:
    score = context.view.score()
    points = list_totals(context.view)
    sheet = build_sheet(context.view, score, telling=True)
    return render_game_page(
        context,
        render_verdict(context, score, past),
        *_render_last_hands(context, board),
        h("div", *_render_sheet(context, score, sheet), class_="col"),
        h("section", h("h2", context.say("web.course")), render_chart(context.page, points), class_="panel")
        if len(points) > 1
        else None,
        render_outlook(context, context.results) if score.verdict is not None else None,
        _render_links(context, score, past),
        None if past is None else _render_note(context, past.kept),
        notice=notice,
        bar=render_bar(
            context,
            _render_count_button(context.page) if sheet.parts and score.verdict is None else _render_rematch(context),
        ),
        class_="at-table result-page",
        data_over="yes",
    )


def _render_count_button(page: PageContext) -> Markup:
    """Return the button that counts; the script disables it while a number is missing."""
    words = page.say("web.count")
    open_, one = page.say("web.still-open", count="#"), page.say("web.one-number")
    return h("button", words, type="submit", form=FORM, class_="go", data_done=words, data_still=open_, data_number=one)


def _render_sheet(context: GameContext, score: ScoreView, sheet: Sheet) -> list[Markup | None]:
    """Return both sides in one table. Every line can be entered or corrected, before and after counting."""
    counted, settled = score.verdict is not None, score.winner is not None  # a tie may be unresolved
    inside: list[Inside] = [render_score_table(context, score, sheet)]
    if sheet.parts and counted:
        inside.append(h("button", context.say("web.count-again"), type="submit", class_="b again"))
    table = (
        render_change(context, COUNT, *inside, class_="own-sheet", id_=FORM, tries=context.url("try"))
        if sheet.parts
        else h("div", *inside)
    )
    telling = _render_commands(context, score, {part.counting.command for part in sheet.parts})
    more = (
        None if not telling else render_more(context.page, telling) if settled else h("div", *telling, class_="tellers")
    )
    return [h("section", table, render_rules_behind(context, score), class_="panel"), more]


def render_more(page: PageContext, buttons: Sequence[Markup]) -> Markup:
    """Return rare commands, folded."""
    listed = h("div", *buttons, class_="tellers")
    return h("details", h("summary", page.say("web.more-to-tell")), listed, class_="rarely")


def _render_last_hands(context: GameContext, board: BoardPicture | None) -> list[Markup | None]:
    """Return what the last turn left to move, if nothing was entered since."""
    index = find_turn_to_show(context.view)
    if index is None or index < len(context.game.runs) - 1 or context.game.undone:
        return []
    turn = build_turn(context.view, index)
    if not turn.lines:
        return []
    on_board = board is not None and any(
        spot is not None for line in turn.lines for hand in line.hands for spot in board.spots_of(hand)
    )
    picture = (
        render_board(board, lines=turn.lines, height=LAST, overview=context.say("web.whole"))
        if board is not None and on_board
        else None
    )
    return [picture, render_hands(context, turn, render_story(context, turn))]


def render_verdict(context: GameContext, score: ScoreView, past: PastGames | None = None, missing: str = "") -> Markup:
    """Return who has won and by how much; ``missing``: what is wrong with the sheet so far."""
    figures = [
        h("div", h("b", minus(str(score.totals[side])), data_total=side), h("span", name_side(context.page, side)))
        for side in sorted(score.totals, key=lambda side: (side == AUTOMA, side))
    ]
    if score.verdict is None:
        words = context.say("web.tell-score")
    else:
        words = context.say(f"web.won-by.{score.winner}", count=score.lead) if score.lead else score.verdict
    under = [
        context.say("web.turns", count=context.definition.count_turns(context.game.position)),
        name_level(context),
        _compare_past(context.page, score, past),
    ]
    mark = sign("trophy" if score.winner == "human" else "lantern") if score.verdict else None
    title = h("h2", mark, strip_ids(words), class_="verdict")
    small = h("p", " · ".join(filter(None, under)))
    large = h("div", *figures, class_="figures")
    why = missing or None
    return h("section", title, large, small, class_="verdict-panel", id=PREVIEW, role="status", data_missing=why)


def _compare_past(page: PageContext, score: ScoreView, past: PastGames | None) -> str:
    """Return the best result so far and how many games were won, this one included."""
    if past is None or past.best is None or score.verdict is None or "human" not in score.totals:
        return ""
    record = "web.best.new" if score.totals["human"] > past.best else "web.best"
    wins = page.say("web.wins", won=past.won + (score.winner == "human"), count=past.played + 1)
    return f"{page.say(record, points=minus(str(past.best)))} · {wins}"


def _render_commands(context: GameContext, score: ScoreView, in_sheet: Collection[str]) -> list[Markup]:
    """Return the other commands: parts of the score, corrections."""
    buttons = []
    for one in context.view.commands():
        command = context.definition.commands[one.name]
        if one.name in in_sheet or not command.matters(context.game.position):
            continue
        mark = context.definition.page.signs.get(one.name, "")
        inside = [sign(mark) if mark else None, h("span", one.text)]
        alone = not in_sheet and score.verdict is None and command.when == "end"
        class_ = "b strong" if alone else "b"
        if context.view.next_field(one.name, {}) is None:
            buttons.append(render_change(context, one.name, h("button", *inside, type="submit", class_=class_)))
        else:
            buttons.append(link(inside, context.url(f"tell/{one.name}"), class_))
    return buttons


def _render_links(context: GameContext, score: ScoreView, past: PastGames | None) -> Markup:
    settled = past is not None and score.winner is not None
    return h(
        "div",
        _render_next_level(context) if score.winner == "human" else None,
        link([sign("share"), context.say("web.share")], context.url("share"), "b"),
        render_bg_stats(make_bg_stats_url(context, score, past.kept, with_note=False))
        if settled and past is not None
        else None,
        link([sign("list"), context.say("web.log")], context.url("log"), "b"),
        link([sign("chart"), context.say("web.my-games")], "/games", "b"),
        class_="tellers",
    )


def _render_note(context: GameContext, kept: StoredGame) -> Markup:
    """Return the person's note, to be written and changed. It is sent nowhere from here."""
    label = h("label", sign("pen"), h("span", context.say("web.note")), for_="note")
    text = h(
        "textarea",
        kept.note,
        id="note",
        name="note",
        rows=2,
        maxlength=LONGEST_NOTE,
        placeholder=context.say("web.note.about"),
    )
    save = h("button", context.say("web.note.save"), type="submit", class_="b")
    return render_change(context, NOTE, label, text, save, class_="panel note")


def _render_rematch(context: GameContext) -> Markup:
    return link(context.say("web.rematch"), _make_rematch_url(context, context.game.options), "go")


def _render_next_level(context: GameContext) -> Markup | None:
    """Return a link to the next level after a win; levels are ordered from easy to hard."""
    game = context.game
    fields = context.definition.setup.option_fields(game.options, game.rulings, game.pack)
    levels = next((one.question for one in fields if one.name == LEVEL and isinstance(one.question, Pick)), None)
    if levels is None or game.options.get(LEVEL) not in levels.options[:-1]:
        return None
    higher = levels.options[levels.options.index(game.options[LEVEL]) + 1]
    if str(higher) in levels.looks:  # a level that a pack adds may be easier
        return None
    words = context.say("web.harder", level=short_term(context.translator, LEVEL, higher))
    return link([sign("trophy"), words], _make_rematch_url(context, {**game.options, LEVEL: higher}), "b harder")


def _make_rematch_url(context: GameContext, options: Mapping[str, Answer]) -> str:
    """Return the address of a new game with these options, without those that follow from others."""
    game = context.game
    fields = context.definition.setup.option_fields(game.options, game.rulings, game.pack)
    followed = {one.name for one in fields if one.aside and game.options.get(one.name) == get_default(one)}
    named = {option: value for option, value in options.items() if option not in followed}
    sent = {name: text for option, value in named.items() for name, text in encode_answer(value, option).items()}
    rulings = {RULING + id_: choice for id_, choice in unusual_rulings(game).items()}
    return f"/new/{context.definition.name}?{urlencode({**sent, **rulings})}"
