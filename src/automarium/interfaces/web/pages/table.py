"""The table: the Automa's turn, an open question, or the person's turn, with one main button."""

from __future__ import annotations

from collections.abc import Mapping

from automarium.box.box import find_holes, find_house_answer
from automarium.engine.content.component import is_thing_form
from automarium.engine.message import capitalise
from automarium.engine.play.command import NEXT
from automarium.engine.question import Answer, Form, Several
from automarium.interfaces.web.board.board_frame import render_board
from automarium.interfaces.web.board.board_picture import BoardPicture, find_zooms
from automarium.interfaces.web.forms.command_form import ADJUST
from automarium.interfaces.web.forms.form_data import find_tappable, format_answer
from automarium.interfaces.web.forms.rows import find_alike
from automarium.interfaces.web.forms.widgets import Widget, make_widget
from automarium.interfaces.web.html import Inside, Markup, h, link, sign
from automarium.interfaces.web.page import Notice
from automarium.interfaces.web.pages.combat import find_combat, render_combat
from automarium.interfaces.web.pages.command_entry import render_empty
from automarium.interfaces.web.pages.game_frame import (
    FIELD,
    GameContext,
    keep_together,
    render_bar,
    render_change,
    render_game_page,
    render_news,
    render_strip,
)
from automarium.interfaces.web.pages.result import PastGames, render_more, render_result
from automarium.interfaces.web.pages.turn_lines import (
    render_cards,
    render_hands,
    render_put_back,
    render_remarks,
    render_story,
)
from automarium.views.game import CommandView
from automarium.views.question import Asked
from automarium.views.turn import Turn, build_turn, find_remarks, find_turn_to_show, list_put_back

FEW_HANDS = 2  # after an input of the person's: they are shown on the page of their turn
ROWS = 4  # rows of things in one form that need the whole screen
FORM_HEIGHT = 130.0  # pixels of the board above a form, so that the preview is visible
HEIGHTS = ((4, 228.0), (6, 180.0), (11, 160.0), (99, 130.0))  # pixels of the board, by the number of lines below it


def render_table(
    context: GameContext,
    board: BoardPicture | None,
    notice: Notice | None = None,
    past: PastGames | None = None,
    entered: Answer | None = None,
) -> str:
    """Return the page of what is next. ``past``: for the result, the person's games of this kind;
    ``entered``: an answer that was refused."""
    game = context.game
    index = find_turn_to_show(context.view)
    if game.question is None and game.position is not None and game.definition.is_over(game.position):
        return render_result(context, board, notice, past)
    if board is None or game.question is not None:
        return render_question(context, board, notice, entered)
    if index is None or index < len(game.runs) - 1 or game.undone or _is_command_only(context):
        return render_my_turn(context, board, notice)
    return render_automa_turn(context, board, index, notice)


def _is_command_only(context: GameContext) -> bool:
    """Return whether the last input was the person's and leaves little to move: their turn goes on, and the page shows
    it there."""
    last = len(context.game.runs) - 1
    run = context.game.runs[last]
    few = sum(len(segment.hands) for segment in run.segments) <= FEW_HANDS and not run.answers
    return not _is_automas_turn(context, last) and few


def render_automa_turn(context: GameContext, board: BoardPicture, index: int, notice: Notice | None = None) -> str:
    """Return the Automa's turn: card, board with its changes, list of hands, story, numbers. Folded hands are not on
    the board."""
    turn = build_turn(context.view, index)
    height, lines = find_height(turn.at_once), list(turn.segments[-1]) if turn.folds else turn.lines
    return render_game_page(
        context,
        render_cards(context.page, turn.cards),
        render_board(board, lines=lines, height=height, overview=context.say("web.whole")),
        h(
            "div",
            render_hands(context, turn, render_story(context, turn), find_zooms(board, turn.lines, height)),
            render_news(context) if index == len(context.game.runs) - 1 else None,
            render_strip(context, lines),
            class_="col",
        ),
        notice=notice,
        bar=render_bar(context, _render_done(context, turn)),
        stage=context.view.stage_of_run(context.game.runs[index]),
        class_="at-table wide",
        data_back=context.say("web.back-is-no-undo"),
    )


def find_height(lines: int) -> float:
    return next(pixels for most, pixels in HEIGHTS if lines <= most)


def _render_done(context: GameContext, turn: Turn) -> Markup | None:
    """Return the button after the Automa's turn: to the person's turn, or to what comes next."""
    status = context.definition.status(context.game.position)
    if status.to_move != "human" or status.does is not None:
        return render_go(context)
    automas_turn = _is_automas_turn(context, turn.index)
    words = context.say("web.my-turn" if not turn.lines else "web.done-my-turn" if automas_turn else "web.ok")
    return link(words, context.url("my-turn"), "go")


def render_go(context: GameContext) -> Markup | None:
    """Return the button that goes on, None at the end."""
    if context.view.coming is None:
        return None
    does = dict(context.definition.status(context.game.position).does or {"do": NEXT})
    do = str(does.pop("do"))
    fields = {FIELD + name: format_answer(value) for name, value in does.items()}
    return render_change(
        context,
        do,
        h("button", keep_together(context.view.coming), type="submit", class_="go"),
        class_="go-on",
        **fields,
    )


def render_question(
    context: GameContext, board: BoardPicture | None, notice: Notice | None = None, entered: Answer | None = None
) -> str:
    """Return the open question: first what must be moved, then the question."""
    game, asked = context.game, context.view.question
    assert asked is not None
    index = len(game.runs) - 1
    turn = build_turn(context.view, index)
    lines = list(turn.segments[-1]) if turn.segments and game.runs[index].input is not None else []
    if (combat := find_combat(context)) is not None:
        return render_combat(context, combat, turn, lines, notice)
    question = asked.question
    offered = find_tappable(question, board.places) if board else []
    marked = [question.place] if question.place else []
    widget = make_widget(asked, "to", context.page, context.definition, entered)
    picture = None
    alone = is_thing_form(question) or (_is_full_screen(asked, context) and not lines)
    if board is not None and game.runs[index].input is not None and not alone:
        leads = (lambda place: f"#{place}") if offered else None
        height = FORM_HEIGHT if isinstance(question, Form) else 180
        picture = render_board(board, lines=lines, offered=offered, marked=marked, leads=leads, height=height)
    return render_game_page(
        context,
        None if alone else render_cards(context.page, turn.cards),
        picture,
        h(
            "div",
            render_hands(context, turn) if lines or turn.lines else None,
            _render_question(context, widget),
            _render_fold(context, turn) if turn.story else None,
            class_="col",
        ),
        render_strip(context) if board is not None else None,
        notice=notice,
        bar=render_bar(context, widget.button),
        class_="at-table asking-page wide",
        data_back=context.say("web.back-is-no-undo"),
    )


def _is_full_screen(asked: Asked, context: GameContext) -> bool:
    """Return whether the question has rows of things, which need the whole screen."""
    inner = [one.question for _, one in asked.fields]
    return len(find_alike(asked)) >= ROWS or any(
        isinstance(one, Several) and one.family in context.definition.page.rows for one in inner
    )


def _render_fold(context: GameContext, turn: Turn) -> Markup:
    return h("div", render_story(context, turn), class_="hands")


def _render_question(context: GameContext, widget: Widget) -> Markup:
    asked = context.view.question
    assert asked is not None
    printed = is_thing_form(asked.question)
    tries = None if printed else context.url("try")  # there is nothing to preview
    house = _render_house(context)
    is_long = len(asked.fields) > LONG
    return h(
        "section",
        h("h2", asked.text, id="asked"),
        *(h("p", hint, class_="quiet") for hint in context.view.hints),
        h("p", context.say("web.hole"), class_="quiet") if asked.question.hole else None,
        h("p", context.say("web.thing.hint"), class_="quiet") if printed else None,
        house if is_long else None,
        render_change(context, "answer", widget.inside, class_="asking", id_="asking", tries=tries),
        render_empty(),
        None if is_long else house,
        class_="question",
        aria_labelledby="asked",
        id="question",
        tabindex="-1",
    )


LONG = 24  # fields of a form below which the house values would not be found
HOUSE = ("not-now", "never")  # what the buttons send with which the house values are used: for this, for everything


def _render_house(context: GameContext) -> Markup | None:
    """Return the buttons that take the house values for a component that is not at hand."""
    question = context.game.question
    if question is None or not find_holes(question) or find_house_answer(question, context.game.pack) is None:
        return None
    if not is_thing_form(question):
        return render_change(context, HOUSE[0], h("button", context.say("web.not-now"), type="submit", class_="b"))
    words = ("web.house.these", "web.house.game")
    ways = [
        render_change(context, do, h("button", context.say(key), type="submit", class_="b"))
        for do, key in zip(HOUSE, words, strict=True)
    ]
    hint = h("p", context.say("web.house.hint"), class_="quiet")
    return h(
        "div", h("b", context.say("web.house.title")), h("div", *ways, class_="tellers"), hint, class_="panel house"
    )


def render_my_turn(
    context: GameContext, board: BoardPicture, notice: Notice | None = None, *, threatened: bool = False
) -> str:
    """Return the person's turn: the board to tap, the commands, and what was entered since the Automa's turn.
    ``threatened``: with the places that the next Automa card may attack."""
    view = context.view
    back = list_put_back(view)
    last = len(context.game.runs) - 1
    turn = build_turn(view, last) if not context.game.undone and last and not _is_automas_turn(context, last) else None
    due = turn if turn is not None and turn.lines and not context.game.runs[last].answers else None
    threats = view.threats() if threatened and view.can_threaten else None
    return render_game_page(
        context,
        render_put_back(context, back),
        render_hands(context, due) if due is not None else None,
        render_board(
            board,
            lines=back if threats is None else (),
            back=True,
            leads=lambda place: context.url(f"at/{place}"),
            threats={place: f"{many}/{total}" for place, (many, total) in (threats or {}).items()},
            height=300,
            overview=context.say("web.whole"),
        ),
        render_strip(context, back),
        h(
            "div",
            render_news(context),
            None if threats is None else _render_threats(context, threats),
            _render_since(context, threatened=threats is not None),
            _render_commands(context),
            class_="col",
        ),
        notice=notice,
        bar=render_bar(context, render_go(context)),
        class_="at-table my-turn wide",
        data_back=context.say("web.back-is-no-undo"),
        data_at=context.url("at/"),
    )


def _render_threats(context: GameContext, threats: Mapping[str, tuple[int, int]]) -> Markup:
    rows = [
        h(
            "li",
            h("b", capitalise(context.translator.term("place", place))),
            ": ",
            context.say("web.threats.cards", many=many, total=of),
        )
        for place, (many, of) in threats.items()
    ]
    listed = h("ul", *rows, class_="threats") if rows else h("p", context.say("threats.none"))
    less = link(context.say("web.threats.less"), context.url("my-turn"), "b")
    return h("section", h("h2", context.say("threats")), listed, less, class_="panel")


def _render_since(context: GameContext, *, threatened: bool) -> Markup:
    """Return what was entered since the Automa's turn, and links to its turn and the threats."""
    game = context.game
    first = next((n for n in range(len(game.runs) - 1, 0, -1) if _is_automas_turn(context, n)), 0)
    entered = [context.view.title(run) for run in game.runs[first + 1 :]]
    ways = []
    if first:
        ways.append(link([sign("eye"), h("span", context.say("web.her-turn"))], context.url("her-turn"), "b"))
    if context.view.can_threaten and not threatened:
        words = h("span", context.say("threats"))
        ways.append(link([sign("die"), words], context.url("my-turn", threats="1"), "b"))
    hint = "web.no-telling" if _has_only_corrections(context) else "web.tap" if game.inputs else "web.first"
    if (context.definition.status(game.position).does or {}).get("do") == NEXT:
        hint = "web.not-my-turn"
    since: Markup = h("p", context.say(hint), class_="quiet")
    if entered:
        rows = [h("li", sign("check"), words) for words in entered]
        since = h("ul", *rows, class_="told", aria_label=context.say("web.since"))
    heard = render_remarks(find_remarks(context.view, game.runs[-1])) if entered else None
    return h("div", since, heard, h("div", *ways, class_="ways") if ways else None, class_="lr")


def _is_automas_turn(context: GameContext, index: int) -> bool:
    input_ = context.game.runs[index].input
    return input_ is not None and input_.name() == NEXT


def _render_commands(context: GameContext) -> Markup:
    """Return every command that is possible now; several that belong to no turn are folded."""
    now = _find_tellable(context)
    if _has_only_corrections(context):
        sides = link([sign("eye"), h("span", context.say("web.mine"))], context.url("mine"), "b")
        return h(
            "section", h("div", *(_render_command(context, one) for one in now), sides, class_="tellers"), class_="tell"
        )
    rarely = [one for one in now if context.definition.commands[one.name].when != "play"]
    folded = rarely if len(rarely) > 1 else []
    buttons = [_render_command(context, one) for one in now if one not in folded]
    return h(
        "section",
        h("h2", context.say("web.tell"), id="tell"),
        h("div", *buttons, class_="tellers"),
        render_more(context.page, [_render_command(context, one) for one in folded]) if folded else None,
        class_="tell",
    )


def _find_tellable(context: GameContext) -> list[CommandView]:
    does = context.definition.status(context.game.position).does or {}
    return [one for one in context.view.commands() if one.name not in (NEXT, does.get("do"))]


def _has_only_corrections(context: GameContext) -> bool:
    """Return whether corrections are the only commands of the game."""
    return all(one.name == ADJUST for one in _find_tellable(context))


def _render_command(context: GameContext, command: CommandView) -> Markup:
    name = context.definition.page.signs.get(command.name, "")
    why = context.translator.look_up(f"tell.{command.name}@why")
    words = h("span", command.text, h("small", why) if why else None)
    inside: list[Inside] = [sign(name) if name else None, words]
    if context.view.next_field(command.name, {}) is None:
        return render_change(context, command.name, h("button", *inside, type="submit", class_="b"))
    return link(inside, context.url(f"tell/{command.name}"), "b")
