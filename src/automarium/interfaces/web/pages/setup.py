"""The set-up: board with numbered places, checklist, further information."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.content.clauses import load_catalogue, text_in
from automarium.engine.message import Message, Term, capitalise
from automarium.interfaces.web.board.board_frame import render_board
from automarium.interfaces.web.board.board_picture import BoardPicture
from automarium.interfaces.web.html import Markup, h, link
from automarium.interfaces.web.pages.game_frame import (
    GameContext,
    need_table,
    render_clauses,
    render_game_page,
    strip_ids,
)
from automarium.views.game import SetupItem
from automarium.views.turn import find_reason


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
