"""The table: her turn with what to move, the question that is open, or the person's own turn; the one button."""

from __future__ import annotations

from collections.abc import Mapping

from automarium.box.box import find_holes, find_house_answer
from automarium.engine.message import capitalise
from automarium.engine.play.command import NEXT
from automarium.engine.question import Form, Several
from automarium.interfaces.web.board.board_svg import BoardPicture, zooms
from automarium.interfaces.web.board.framed_board import framed
from automarium.interfaces.web.forms.command_form import ADJUST
from automarium.interfaces.web.forms.form_data import as_text, places_offered
from automarium.interfaces.web.forms.rows import alike
from automarium.interfaces.web.forms.widgets import Widget, ask
from automarium.interfaces.web.html import Inside, Markup, h, link
from automarium.interfaces.web.icons import sign
from automarium.interfaces.web.page import Notice, PageContext
from automarium.interfaces.web.pages.answer_preview import nothing
from automarium.interfaces.web.pages.game_frame import FIELD, GameContext, bar, change, game_page, strip, together
from automarium.interfaces.web.pages.result import more_to_tell, result
from automarium.interfaces.web.pages.turn_lines import card_strip, hands, put_back, remarks_of, story
from automarium.views.game import CommandView
from automarium.views.question import Asked
from automarium.views.turn import Turn, build_gauges, build_turn, find_remarks, find_turn_to_show, list_put_back

ROWS = 4  # so many rows of things in one form want the screen for themselves
FORM_HEIGHT = 130.0  # pixels of the board over a form, so that what it brings is in sight too
HEIGHTS = ((4, 256.0), (6, 200.0), (11, 180.0), (99, 150.0))  # pixels of the board, by the lines that must fit under it


def table(
    look: PageContext,
    seat: GameContext,
    board: BoardPicture | None,
    notice: Notice | None = None,
    best: int | None = None,
) -> str:
    """Whatever is next for the person. ``best``: the most points that they had in another game of this kind."""
    game = seat.game
    index = find_turn_to_show(seat.view)
    if game.question is None and game.position is not None and game.definition.is_over(game.position):
        return result(look, seat, board, notice, best)
    if board is None or game.question is not None:
        return asked_page(look, seat, board, notice)
    if index is None or index < len(game.runs) - 1 or game.undone or _only_told(seat):
        return my_turn(look, seat, board, notice)
    return her_turn(look, seat, board, index, notice)


def _only_told(seat: GameContext) -> bool:
    """Whether the person has told something last, and nothing is to be moved for it: their turn goes on."""
    last = len(seat.game.runs) - 1
    return not _is_hers(seat, last) and not any(segment.hands for segment in seat.game.runs[last].segments)


def her_turn(
    look: PageContext, seat: GameContext, board: BoardPicture, index: int, notice: Notice | None = None
) -> str:
    """The card, the board with what changes on it, the list of hands, the story folded, her numbers. What is done
    already and folded away is no more on the picture."""
    told = build_turn(seat.view, index)
    height, lines = _height(told.at_once), list(told.segments[-1]) if told.folds else told.lines
    return game_page(
        look,
        seat,
        card_strip(look, told.cards),
        framed(board, lines=lines, height=height, overview=look.say("web.whole")),
        h(
            "div",
            hands(look, seat, told, story(look, seat, told), zooms(board, told.lines, height)),
            strip(seat, build_gauges(seat.view, lines)),
            class_="col",
        ),
        notice=notice,
        bar=bar(look, seat, _done(look, seat, told)),
        stage=seat.view.stage_of_run(seat.game.runs[index]),
        class_="at-table wide",
        data_back=look.say("web.back-is-no-undo"),
    )


def _height(lines: int) -> float:
    return next(pixels for most, pixels in HEIGHTS if lines <= most)


def _done(look: PageContext, seat: GameContext, told: Turn) -> Markup | None:
    """After her turn it is the person's, where it is; otherwise what comes next."""
    status = seat.definition.status(seat.game.position)
    if status.to_move != "human" or status.does is not None:
        return go(look, seat)
    hers = _is_hers(seat, told.index)
    words = look.say("web.my-turn" if not told.lines else "web.done-my-turn" if hers else "web.ok")
    return link(words, seat.url("my-turn"), "go")


def go(look: PageContext, seat: GameContext) -> Markup | None:
    """The one button that goes on; nothing at the end."""
    if seat.view.coming is None:
        return None
    does = dict(seat.definition.status(seat.game.position).does or {"do": NEXT})
    do = str(does.pop("do"))
    fields = {FIELD + name: as_text(value) for name, value in does.items()}
    return change(
        seat, do, h("button", together(seat.view.coming), type="submit", class_="go"), class_="go-on", **fields
    )


# --------------------------------------------------------------------------------------------------------- a question


def asked_page(look: PageContext, seat: GameContext, board: BoardPicture | None, notice: Notice | None = None) -> str:
    """A question in its place: what must be done first, then the question, its button below."""
    game, asked = seat.game, seat.view.question
    assert asked is not None
    index = len(game.runs) - 1
    told = build_turn(seat.view, index)
    lines = list(told.segments[-1]) if told.segments and game.runs[index].input is not None else []
    question = asked.question
    offered = places_offered(question, board.places) if board else []
    marked = [question.place] if question.place else []
    widget = ask(asked, "to", look, seat.definition)
    picture = None
    alone = _fills_the_screen(asked, seat) and not lines
    if board is not None and game.runs[index].input is not None and not alone:
        leads = (lambda place: f"#{place}") if offered else None
        height = FORM_HEIGHT if isinstance(question, Form) else 180
        picture = framed(board, lines=lines, offered=offered, marked=marked, leads=leads, height=height)
    return game_page(
        look,
        seat,
        None if alone else card_strip(look, told.cards),
        picture,
        h(
            "div",
            hands(look, seat, told) if lines or told.lines else None,
            _question(look, seat, widget),
            _fold(look, seat, told) if told.story else None,
            class_="col",
        ),
        strip(seat) if board is not None else None,
        notice=notice,
        bar=bar(look, seat, widget.button),
        class_="at-table asking-page wide",
        data_back=look.say("web.back-is-no-undo"),
    )


def _fills_the_screen(asked: Asked, seat: GameContext) -> bool:
    """Rows of things want the screen for themselves, those that lie there and those that are laid out now."""
    inner = [one.question for _, one in asked.fields]
    return len(alike(asked)) >= ROWS or any(
        isinstance(one, Several) and one.family in seat.definition.page.rows for one in inner
    )


def _fold(look: PageContext, seat: GameContext, told: Turn) -> Markup:
    return h("div", story(look, seat, told), class_="hands")


def _question(look: PageContext, seat: GameContext, widget: Widget) -> Markup:
    asked = seat.view.question
    assert asked is not None
    return h(
        "section",
        h("h2", asked.text, id="asked"),
        *(h("p", hint, class_="quiet") for hint in seat.view.hints),
        h("p", look.say("web.hole"), class_="quiet") if asked.question.hole else None,
        change(seat, "answer", widget.inside, class_="asking", id_="asking", tries=seat.url("try")),
        nothing(),
        _not_now(look, seat),
        class_="question",
        aria_labelledby="asked",
        id="question",
        tabindex="-1",
    )


def _not_now(look: PageContext, seat: GameContext) -> Markup | None:
    """A component that is not at hand: our value for this once."""
    question = seat.game.question
    if question is None or not find_holes(question) or find_house_answer(question, seat.game.pack) is None:
        return None
    return change(seat, "not-now", h("button", look.say("web.not-now"), type="submit", class_="b"))


# ------------------------------------------------------------------------------------------------------------ my turn


def my_turn(
    look: PageContext, seat: GameContext, board: BoardPicture, notice: Notice | None = None, *, threatened: bool = False
) -> str:
    """The board to tap on with her numbers under it, what can be told, what was told since her turn; ``threatened``:
    with the places where her next card may strike, on the whole board. What was to move stood on the page before."""
    view = seat.view
    back = list_put_back(view)
    threats = view.threats() if threatened and view.can_threaten else None
    return game_page(
        look,
        seat,
        put_back(look, seat, back),
        framed(
            board,
            lines=back if threats is None else (),
            back=True,
            leads=lambda place: seat.url(f"at/{place}"),
            threats={place: f"{many}/{total}" for place, (many, total) in (threats or {}).items()},
            height=300,
            overview=look.say("web.whole"),
        ),
        strip(seat, build_gauges(view, back)),
        h(
            "div",
            None if threats is None else _threats(look, seat, threats),
            _since(look, seat, threatened=threats is not None),
            _tellers(look, seat),
            class_="col",
        ),
        notice=notice,
        bar=bar(look, seat, go(look, seat)),
        class_="at-table my-turn wide",
        data_back=look.say("web.back-is-no-undo"),
        data_at=seat.url("at/"),
    )


def _threats(look: PageContext, seat: GameContext, threats: Mapping[str, tuple[int, int]]) -> Markup:
    """Where she can strike next and how likely: a layer on the board, and in words."""
    rows = [
        h(
            "li",
            h("b", capitalise(look.translator.term("place", place))),
            ": ",
            look.say("web.threats.cards", many=many, total=of),
        )
        for place, (many, of) in threats.items()
    ]
    told = h("ul", *rows, class_="threats") if rows else h("p", look.say("threats.none"))
    less = link(look.say("web.threats.less"), seat.url("my-turn"), "b")
    return h("section", h("h2", look.say("threats")), told, less, class_="panel")


def _since(look: PageContext, seat: GameContext, *, threatened: bool) -> Markup:
    """What was told since her turn, the last first; beside it the ways to her turn and to where she can strike."""
    game = seat.game
    first = next((n for n in range(len(game.runs) - 1, 0, -1) if _is_hers(seat, n)), 0)
    told = [seat.view.title(run) for run in game.runs[first + 1 :]]
    ways = []
    if first:
        ways.append(link([sign("eye"), h("span", look.say("web.her-turn"))], seat.url("her-turn"), "b"))
    if seat.view.can_threaten and not threatened:
        words = h("span", look.say("threats"))
        ways.append(link([sign("die"), words], seat.url("my-turn", threats="1"), "b"))
    hint = "web.no-telling" if _nothing_to_tell(seat) else "web.tap" if game.inputs else "web.first"
    if (seat.definition.status(game.position).does or {}).get("do") == NEXT:
        hint = "web.not-my-turn"
    since: Markup = h("p", look.say(hint), class_="quiet")
    if told:
        rows = [h("li", sign("check"), words) for words in told]
        since = h("ul", *rows, class_="told", aria_label=look.say("web.since"))
    heard = remarks_of(find_remarks(seat.view, game.runs[-1])) if told else None
    return h("div", since, heard, h("div", *ways, class_="ways") if ways else None, class_="lr")


def _is_hers(seat: GameContext, index: int) -> bool:
    input_ = seat.game.runs[index].input
    return input_ is not None and input_.name() == NEXT


def _tellers(look: PageContext, seat: GameContext) -> Markup:
    """Everything the person may tell now; what belongs to no turn (the score, corrections) is folded away where it is
    more than one thing."""
    now = _tellable(seat)
    if _nothing_to_tell(seat):
        mine = link([sign("eye"), h("span", look.say("web.mine"))], seat.url("mine"), "b")
        return h("section", h("div", *(_teller(seat, one) for one in now), mine, class_="tellers"), class_="tell")
    rarely = [one for one in now if seat.definition.commands[one.name].when != "play"]
    folded = rarely if len(rarely) > 1 else []
    buttons = [_teller(seat, one) for one in now if one not in folded]
    return h(
        "section",
        h("h2", look.say("web.tell"), id="tell"),
        h("div", *buttons, class_="tellers"),
        more_to_tell(look, [_teller(seat, one) for one in folded]) if folded else None,
        class_="tell",
    )


def _tellable(seat: GameContext) -> list[CommandView]:
    does = seat.definition.status(seat.game.position).does or {}
    return [one for one in seat.view.commands() if one.name not in (NEXT, does.get("do"))]


def _nothing_to_tell(seat: GameContext) -> bool:
    """Whether a game looks at nothing that the person does: all that is left are corrections."""
    return all(one.name == ADJUST for one in _tellable(seat))


def _teller(seat: GameContext, command: CommandView) -> Markup:
    name = seat.definition.page.signs.get(command.name, "")
    inside: list[Inside] = [sign(name) if name else None, h("span", command.text)]
    if seat.view.next_field(command.name, {}) is None:
        return change(seat, command.name, h("button", *inside, type="submit", class_="b"))
    return link(inside, seat.url(f"tell/{command.name}"), "b")
