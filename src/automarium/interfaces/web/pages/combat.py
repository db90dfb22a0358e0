"""A combat as a scene: both sides and the place, the Automa's card that turns over, who wins and what it costs.

The dial and the cards of the person are a secret until the Automa's card is revealed: they are entered beside the form,
kept by the script in this browser and never sent. Without the script the total is asked for afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from automarium.engine.display import Combat
from automarium.engine.message import capitalise
from automarium.engine.play.command import Respond
from automarium.engine.question import Pick
from automarium.interfaces.web.forms.options import render_buttons
from automarium.interfaces.web.forms.widgets import FORM, Widget, make_widget, render_done
from automarium.interfaces.web.html import Inside, Markup, h, render_piece, sign
from automarium.interfaces.web.page import Notice
from automarium.interfaces.web.pages.game_frame import (
    GameContext,
    keep_together,
    minus,
    render_bar,
    render_change,
    render_game_page,
)
from automarium.interfaces.web.pages.turn_lines import render_hands
from automarium.views.question import Asked
from automarium.views.turn import Turn, build_standings, build_turn
from automarium.views.turn_lines import Line, find_sign

PREVIEW = "preview"  # the id of the place where the outcome appears
SEEN = "seen"  # sent with an answer whose outcome and hands were shown: the page goes on
HEX = "M50 2 95 27v50L50 102 5 77V27z"
READY = "ready"
_CHANGE = re.compile(r"(?<=\d) → (?=\d)")  # one number after the other: not broken over two lines


def find_combat(context: GameContext) -> Combat | None:
    """Return the combat that the open question is about."""
    game = context.game
    if game.question is None or game.shown is None:
        return None
    events = [step.event for step in game.runs[-1].steps]
    return context.definition.page.combat(game.shown, game.question, events)


def render_combat(
    context: GameContext, combat: Combat, turn: Turn, lines: Sequence[Line], notice: Notice | None
) -> str:
    """Return the scene with the open question. What must be moved before it is above it."""
    asked = context.view.question
    assert asked is not None
    revealed = bool(combat.card)
    widget = _make_widget(context, asked, revealed=revealed)
    setting = _render_setting(context, combat)
    if revealed:
        title = h("summary", context.say("web.combat.correct"))
        setting = h("details", title, setting, class_="fold panel script", id="correct")
    return render_game_page(
        context,
        render_hands(context, turn) if lines else None,
        _render_scene(context, combat),
        None if revealed else setting,
        h(
            "section",
            h("h2", asked.text, id="asked", class_="unseen"),  # the scene shows it
            None if revealed else h("p", h("b", asked.text), class_="noscript", aria_hidden="true"),
            render_change(context, "answer", widget.inside, class_="asking", id_=FORM, tries=context.url("try")),
            h("div", id=PREVIEW, hidden=True),
            class_="question",
            aria_labelledby="asked",
            id="question",
            tabindex="-1",
        ),
        setting if revealed else None,
        _render_odds(context),
        notice=notice,
        bar=render_bar(context, widget.button),
        class_="at-table asking-page combat",
        data_back=context.say("web.back-is-no-undo"),
    )


def _make_widget(context: GameContext, asked: Asked, *, revealed: bool) -> Widget:
    """Return the widget of the question. To be set is the main button; other answers are buttons in the form."""
    question = asked.question
    turn_over = context.say("web.combat.turn-over")
    if not isinstance(question, Pick) or READY not in question.options:
        widget = make_widget(asked, "to", context.page, context.definition)
        return widget if revealed else Widget(widget.inside, render_done(context.page, turn_over, turn_over))
    others = Asked(question, asked.text, tuple(one for one in asked.options if one.value != READY))
    inside = render_buttons(others, question, "to", context.page, context.definition, None) if others.options else None
    words = [h("span", turn_over), h("small", context.say("web.combat.set"))]
    button = h("button", *words, type="submit", form=FORM, name="to", value=READY, class_="go two")
    return Widget(h("div", inside), button)


def _render_scene(context: GameContext, combat: Combat) -> Markup:
    place = context.translator.term("place", combat.at)
    names = {one.side: one.name for one in build_standings(context.view)}
    colours = {one.side: f" f-{one.colour}" for one in build_standings(context.view) if one.colour}
    attacks = {side: context.say(f"web.combat.{side}-attacks") for side in (combat.attacker,)}
    remark = context.translator.say(combat.remark.key, **combat.remark.params)
    human = _render_fighter(context, "human", combat.human, [names.get("human", ""), attacks.get("human", "")])
    automa = _render_fighter(context, "automa", combat.automa, [remark, attacks.get("automa", "")])
    return h(
        "section",
        h("h2", context.say("web.combat.scene", place=place), id="scene-name", class_="unseen"),
        h("div", human, _render_ground(context, combat), automa, class_="versus"),
        h(
            "div",
            h(
                "div",
                h("h3", context.say("web.combat.yours")),
                h("output", "–", id="my-sum", for_="setting"),
                h("p", id="my-parts", class_="parts"),
                class_=f"fighting mine{colours.get('human', '')}",
            ),
            h("span", ":", aria_hidden="true"),
            h(
                "div",
                _render_back(context, combat),
                _render_face(context, combat),
                class_=f"fighting hers{colours.get('automa', '')}{' turned' if combat.card else ''}",
                id="her-card",
            ),
            class_="duel",
        ),
        class_="scene",
        id="scene",
        aria_labelledby="scene-name",
        data_fight=f"{len(context.game.runs) - 1} {combat.at}",
        data_power=combat.power if combat.card else None,
        data_used=combat.used if combat.card else None,
    )


def _render_fighter(context: GameContext, side: str, pieces: Sequence[str], remarks: Sequence[str]) -> Markup:
    signs = [render_piece(find_sign(context.view, piece), side) for piece in pieces]
    lines = [h("span", words) for words in remarks if words]
    return h("div", h("div", *signs, class_="units"), h("b", context.say(f"web.{side}")), *lines, class_=f"side-{side}")


def _render_ground(context: GameContext, combat: Combat) -> Markup:
    shape = h("svg", h("path", d=HEX, fill=combat.tint[context.page.dark]), viewBox="0 0 100 104", aria_hidden="true")
    name = context.translator.look_up(f"place.{combat.at}@short") or context.translator.term("place", combat.at)
    return h("div", shape, h("b", capitalise(name)), sign("fight"), sign(combat.ground), class_="ground")


def _render_back(context: GameContext, combat: Combat) -> Markup:
    hidden_ = "true" if combat.card else None
    return h("div", sign("robot"), h("b", context.say("web.combat.hidden")), class_="backside", aria_hidden=hidden_)


def _render_face(context: GameContext, combat: Combat) -> Markup:
    """Return the face of the Automa's card, empty until it is revealed."""
    if not combat.card:
        return h("div", class_="face", aria_hidden="true")
    title = h("h3", context.say("web.combat.its"), " ", h("small", context.say("web.combat.card", card=combat.card)))
    power = h("span", sign("power"), str(combat.power), class_="tag")
    cards = [" + ", h("span", sign("cards"), h("b", "?", id="her-cards"), class_="tag")] if combat.used else []
    total = "?" if combat.used else str(combat.power)
    parts = h("p", power, *cards, class_="parts")
    return h("div", title, h("output", total, id="her-sum"), parts, class_="face")


def _render_setting(context: GameContext, combat: Combat) -> Markup:
    """Return the dial, and a row of cards for each piece that fights. Nothing of it is sent."""
    many = len(combat.human)
    dial = [_render_key("dial", number, str(number)) for number in range(combat.dial + 1)]
    rows = []
    for nth in range(1, many + 1):
        none = _render_key(f"card-{nth}", 0, context.say("web.combat.none"), chosen=True)
        keys = [none, *(_render_key(f"card-{nth}", value, str(value)) for value in combat.values)]
        name = context.say("web.combat.nth-card", number=nth) if many > 1 else context.say("web.combat.your-card")
        rows.append(
            h(
                "fieldset",
                h("legend", sign("cards"), name, data_sign="cards"),
                h("div", *keys, class_="segments values"),
            )
        )
    return h(
        "section",
        h(
            "fieldset",
            h("legend", sign("power"), context.say("web.combat.dial"), data_sign="power"),
            h("div", *dial, class_="segments dial"),
        ),
        *rows,
        h("p", context.say("web.combat.kept"), class_="quiet"),
        class_="panel script",
        id="setting",
        aria_label=context.say("web.combat.setting"),
    )


def _render_key(name: str, value: int, words: str, *, chosen: bool = False) -> Markup:
    return h(
        "label", h("input", type="radio", name=name, value=value, checked=chosen), h("span", words), class_="b seg"
    )


def _render_odds(context: GameContext) -> Markup | None:
    hints = context.view.hints
    if not hints:
        return None
    title = h("summary", context.say("web.combat.odds"))
    return h("details", title, *(h("p", one) for one in hints), class_="fold panel", id="odds")


def render_outcome(context: GameContext, answer: Respond) -> Markup | None:
    """Return who wins with this answer and what it costs each side, for the place of the preview; None if the question
    is not the last of a combat."""
    if find_combat(context) is None:
        return None
    with context.game.tried(answer):
        game, run = context.game, context.game.runs[-1]
        combat = context.definition.page.combat(game.shown, None, [step.event for step in run.steps])
        if combat is None or combat.winner is None:
            return None
        lines = build_turn(context.view, len(game.runs) - 1).segments[-1]
        news = [
            context.translator.sentence(one.words)
            for one in context.definition.page.news(run.start, game.shown)
            if one.side == "human"
        ]
        whole = game.question is None
    won = combat.winner == "human"
    human, automa = combat.totals
    tie = "-tie" if human == automa else ""
    words = context.say(f"web.combat.{'won' if won else 'lost'}{tie}", mine=human, hers=automa)
    more = h("span", " ".join(news)) if news else None
    verdict = h(
        "div",
        sign("trophy" if won else "robot"),
        h("p", h("b", words), more),
        class_="outcome" if won else "outcome lost",
    )
    pays = h("li", sign("check"), h("span", context.say("web.combat.pay"), " ", h("span", id="paid", class_="parts")))
    own = [line for line in lines if line.hand.side == "human"]
    rest = [line for line in lines if line.hand.side != "human"]
    costs = h(
        "div",
        _render_costs(context, "human", own, pays=pays),
        _render_costs(context, "automa", rest, len(own)),
        class_="costs",
    )
    seen = h("input", type="hidden", name=SEEN, value="1", form=FORM) if whole else None
    done = context.say("web.combat.done")
    return h("div", verdict, costs, seen, id=PREVIEW, class_="combat-outcome", role="status", data_go=done)


def _render_costs(
    context: GameContext, side: str, lines: Sequence[Line], first: int = 0, pays: Inside = None
) -> Markup:
    """Return what is to be done on one side, numbered after the ``first`` ones; ``pays`` is a row before them."""
    rows = [
        h(
            "li",
            h("span", str(number), class_="n"),
            h("span", _CHANGE.sub("\u00a0→\u00a0", keep_together(minus(line.text)))),
        )
        for number, line in enumerate(lines, first + 1)
    ]
    return h("section", h("h3", context.say(f"web.combat.{side}-side")), h("ul", pays, *rows), class_=f"cost {side}")
