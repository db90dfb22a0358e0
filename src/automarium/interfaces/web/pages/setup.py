"""The set-up in three parts: the board with numbered places, what to do with boxes to tick, what is good to know."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.content.clauses import load_catalogue, text_in
from automarium.engine.message import Message, Term, capitalise
from automarium.interfaces.web.board.board_svg import BoardPicture
from automarium.interfaces.web.board.framed_board import framed
from automarium.interfaces.web.html import Markup, h, link
from automarium.interfaces.web.page import PageContext
from automarium.interfaces.web.pages.game_frame import GameContext, clauses_of, game_page, need_table, without_ids
from automarium.views.game import SetupItem
from automarium.views.reasons import find_reason


def setup(look: PageContext, seat: GameContext, board: BoardPicture) -> str:
    """The ticks are the page's own affair."""
    game = need_table(seat)
    items = seat.view.setup()
    to_do, know = [one for one in items if one.to_do], [one for one in items if not one.to_do]
    numbered = [(number, place) for number, item in enumerate(to_do, 1) for place in _places(item.said)]
    words = look.say("web.table" if game.inputs else "web.to-table")
    return game_page(
        look,
        seat,
        framed(board, numbered=numbered, height=200, overview=look.say("web.whole")),
        h(
            "div",
            h(
                "ol",
                *(_row(look, seat, n, item) for n, item in enumerate(to_do, 1)),
                class_="checklist",
                data_ticks=seat.key,
            ),
            _brought(look, seat),
            _fold(look, seat, "web.good-to-know", know),
            _rulings(look, seat),
            class_="col",
        ),
        title=look.say("web.setup"),
        bar=link(words, seat.url(), "go"),
        class_="setup-page wide",
    )


def _places(said: Message) -> list[str]:
    """The places that an item names: they get its number on the board."""
    found = []
    for value in said.params.values():
        if isinstance(value, Term) and value.family == "place":
            found += [str(one) for one in value.value] if isinstance(value.value, (list, tuple)) else [str(value.value)]
    return found


def _row(look: PageContext, seat: GameContext, number: int, item: SetupItem) -> Markup:
    tick = h("input", type="checkbox", id=f"tick-{number}", data_tick=number)
    label = h("label", tick, h("span", str(number), class_="n"), h("span", item.text), class_="tick")
    return h("li", label, _rules(look, seat, item.clauses))


def _rules(look: PageContext, seat: GameContext, clauses: Sequence[str]) -> Markup | None:
    if not clauses:
        return None
    name = h("summary", "§", h("span", look.say("web.rules-behind"), class_="unseen"))
    return h("details", name, clauses_of(clauses, seat.definition), class_="rules")


def _brought(look: PageContext, seat: GameContext) -> Markup | None:
    """What the set-up brought her."""
    steps = seat.game.runs[0].steps
    if not steps:
        return None
    rows = [
        h("li", look.translator.sentence(step.event), h("small", f" {find_reason(seat.view, step)}")) for step in steps
    ]
    return h("details", h("summary", look.say("setup.happened")), h("ul", *rows), class_="fold panel", open=True)


def _fold(look: PageContext, seat: GameContext, key: str, items: Sequence[SetupItem]) -> Markup | None:
    if not items:
        return None
    rows = [h("li", item.text, " ", _rules(look, seat, item.clauses)) for item in items]
    return h("details", h("summary", look.say(key)), h("ul", *rows), class_="fold panel")


def _rulings(look: PageContext, seat: GameContext) -> Markup:
    """How this game settles the open points, each under its question; what cannot be switched is left out."""
    asked = load_catalogue(seat.definition.folder).rulings
    open_points = {ruling.id for ruling in seat.definition.rulings.rulings() if len(ruling.choices) > 1}
    rows = []
    for id_, choice in seat.game.rulings.chosen().items():
        if id_ not in open_points:
            continue
        words = next((text_in(one.text, look.lang) for one in asked[id_].choice if one.id == choice), "")
        said = words or capitalise(look.translator.term(f"ruling.{id_}", choice))
        question = h("span", without_ids(text_in(asked[id_].text, look.lang)), class_="quiet")
        rows.append(h("li", question, " ", without_ids(said)))
    return h("details", h("summary", look.say("web.house-rules")), h("ul", *rows), class_="fold panel")
