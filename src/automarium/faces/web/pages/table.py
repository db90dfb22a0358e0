"""The table: the Automa's steps, the open question, what the person tells, and the picture."""

from __future__ import annotations

from automarium.companion.view import Tellable, has_reasons
from automarium.faces.web import picture
from automarium.faces.web.html import Inside, Markup, h, link
from automarium.faces.web.page import Look, Notice, page
from automarium.faces.web.pages.parts import (
    Seat,
    change,
    doors,
    score_tables,
)
from automarium.faces.web.widgets import ask, places_offered
from automarium.faces.web.words import game_name
from automarium.kernel.command import NEXT
from automarium.kernel.game import Game, Run


def table(look: Look, seat: Seat, svg: str | None, notice: Notice | None = None) -> str:
    game = seat.game
    set_up = game.position is not None
    over = set_up and game.room.is_over(game.shown)
    offered = places_offered(game.question, picture.places(svg)) if game.question else []
    return page(
        look,
        game_name(look.voice, game.room.name),
        _words(look, seat),
        h("p", seat.view.stage, class_="standing") if set_up else None,
        h(
            "div",
            h(
                "div",
                _end(look, seat) if over and game.question is None else None,
                _happened(look, seat),
                _question(look, seat),
                class_="play",
            ),
            _board(seat, svg, offered),
            _told(look, seat) if set_up and game.question is None else None,
            class_="table",
        ),
        doors(look, seat) if set_up else None,
        h("p", look.say("web.awake"), class_="quiet", id="awake", hidden=True),
        _bar(look, seat),
        notice=notice,
        back=("/", look.say("web.home")),
        class_="at-table",
        data_game=seat.key,
        data_revision=seat.revision,
        data_over="yes" if over else None,
        data_new=look.say("web.moved-on"),
        data_back=look.say("web.back-is-no-undo"),
        data_at=None if game.question or not set_up else seat.url("at/"),
    )


def _words(look: Look, seat: Seat) -> list[Markup]:
    return [h("p", look.voice.sentence(word), class_="notice") for word in seat.words]


def _board(seat: Seat, svg: str | None, offered: list[str]) -> Markup | None:
    if svg is None:
        return None
    question = seat.game.question
    marked = [question.place] if question and question.place else []
    return picture.framed(picture.inline(svg, offered, marked), tappable=bool(offered) or question is None)


# ------------------------------------------------------------------------------------------------- what the Automa does


def shown_run(game: Game) -> int | None:
    """The run whose steps are on the table: the last with reasons, or else the last with anything to say."""
    with_steps = [index for index, run in enumerate(game.runs) if run.steps and run.input is not None]
    with_reasons = [index for index in with_steps if any(has_reasons(step) for step in game.runs[index].steps)]
    return next(reversed(with_reasons), next(reversed(with_steps), None))


def _happened(look: Look, seat: Seat) -> Markup | None:
    """Her last turn step by step, and what the person told since."""
    game = seat.game
    index = shown_run(game)
    if index is None:
        return _first(look, seat) if game.position is not None and game.question is None else None
    run = game.runs[index]
    since = game.runs[index + 1 :]
    return h(
        "section",
        h("h2", seat.view.title(run), id="turn"),
        steps(look, seat, index, run),
        h("ul", *(_since(seat, one) for one in since), class_="since", aria_label=look.say("web.since"))
        if since
        else None,
        aria_labelledby="turn",
        class_="turn done" if since else "turn",
    )


def _first(look: Look, seat: Seat) -> Markup:
    """Nothing has happened yet."""
    return h(
        "section",
        h("p", look.say("web.first"), class_="lead"),
        h("p", link(look.say("web.setup"), seat.url("setup"), "button")),
    )


def steps(look: Look, seat: Seat, index: int, run: Run) -> Markup:
    """Sentences, one under the other; the script makes the current one large and goes from one to the next."""
    rows = []
    for number, step in enumerate(seat.view.steps(run.steps), 1):
        why = (
            link(
                [look.say("web.why"), h("span", f" {look.say('web.step', number=number)}", class_="unseen")],
                seat.url(f"why/{index}/{number}"),
                "why",
                data_unfold=True,
            )
            if step.has_reasons
            else None
        )
        ready = h("button", look.say("web.done"), type="button", class_="ready script")
        sentence = h("p", step.text, class_="sentence")
        card = h("ul", *(h("li", line) for line in step.details), class_="automa-card") if step.details else None
        rows.append(h("li", sentence, card, h("p", why, ready, class_="about"), class_="step"))
    return h("ol", *rows, class_="steps", data_steps=f"{index}.{len(run.answers)}")


def _since(seat: Seat, run: Run) -> Markup:
    said = "; ".join(step.text for step in seat.view.steps(run.steps))
    return h("li", seat.view.title(run), h("span", f" {said}", class_="quiet") if said else None)


def _question(look: Look, seat: Seat) -> Markup | None:
    asked = seat.view.question
    if asked is None:
        return None
    return h(
        "section",
        h("h2", asked.text, id="asked"),
        h("p", look.say("web.hole"), class_="quiet") if asked.question.hole else None,
        change(seat, "answer", ask(asked, "to", look.voice), class_="asking"),
        class_="question",
        aria_labelledby="asked",
        id="question",
        tabindex="-1",
    )


# --------------------------------------------------------------------------------------------- what the person does


def _end(look: Look, seat: Seat) -> Markup:
    score = seat.view.score()
    return h(
        "section",
        h("h2", look.say("web.score"), id="end"),
        score_tables(look, seat.room, score),
        h("p", look.say("web.tell-score"), class_="lead") if score.verdict is None else None,
        aria_labelledby="end",
    )


def _told(look: Look, seat: Seat) -> Markup:
    """Everything the person may tell now, as buttons."""
    now = [one for one in seat.view.commands() if one.name != NEXT]
    return h(
        "section",
        h("h2", look.say("web.tell"), id="tell"),
        h("div", *(_teller(seat, one) for one in now), class_="tellers"),
        h("p", look.say("web.tap"), class_="quiet script"),
        aria_labelledby="tell",
        class_="tell",
    )


def _teller(seat: Seat, command: Tellable) -> Markup:
    if seat.view.field(command.name, {}) is None:
        return change(seat, command.name, h("button", command.text, type="submit", class_="option"))
    return link(command.text, seat.url(f"tell/{command.name}"), "option")


def _bar(look: Look, seat: Seat) -> Markup:
    """What is always at hand: going on, undo and redo with the names of what they do."""
    view = seat.view
    inside: list[Inside] = []
    if view.undo is not None:
        inside.append(_named(look, seat, "undo", view.undo))
    if view.redo is not None:
        inside.append(_named(look, seat, "redo", view.redo))
    if view.coming is not None:
        button = h("button", view.coming, type="submit", class_="primary large")
        inside.append(change(seat, NEXT, button, class_="go-on"))
    return h("div", *inside, class_="hand", role="group", aria_label=look.say("web.hand"))


def _named(look: Look, seat: Seat, do: str, what: str) -> Markup:
    sign = h("span", "↶" if do == "undo" else "↷", aria_hidden="true", class_="sign")
    words = h("span", look.say(f"web.{do}", what=what), class_="what")
    return change(seat, do, h("button", sign, words, type="submit", class_="button", id=do))
