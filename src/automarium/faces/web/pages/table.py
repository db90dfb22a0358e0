"""The table: the Automa's steps, the open question, what the person tells, and the picture."""

from __future__ import annotations

from collections.abc import Callable

from automarium.faces.web import picture
from automarium.faces.web.filling import last_answered, scoring
from automarium.faces.web.html import Inside, Markup, h, link
from automarium.faces.web.page import Look, Notice, page
from automarium.faces.web.pages.parts import (
    Seat,
    change,
    doors,
    has_reasons,
    run_title,
    score_tables,
    status_words,
)
from automarium.faces.web.widgets import ask, places_offered
from automarium.faces.web.words import answer_words, asked, capital, done, game_name, input_name
from automarium.kernel.game import Game, Respond, Run
from automarium.kernel.room import Input
from automarium.kernel.saying import Refused
from automarium.kernel.table import AnyQuestion, Event


def table(look: Look, seat: Seat, svg: str | None, notice: Notice | None = None) -> str:
    game = seat.game
    set_up = game.position is not None
    over = set_up and game.room.status(game.shown).over
    offered = places_offered(game.question, picture.places(svg)) if game.question else []
    return page(
        look,
        game_name(look.voice, game.room),
        _words(look, seat),
        h("p", status_words(look, game), class_="standing") if set_up else None,
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
        _bar(look, seat, over=over),
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
        h("h2", run_title(look, run), id="turn"),
        steps(look, seat, index, run),
        h("ul", *(_since(look, one) for one in since), class_="since", aria_label=look.say("web.since"))
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
    for number, step in enumerate(run.steps, 1):
        details = game_details(look, seat, step.event)
        why = (
            link(
                [look.say("web.why"), h("span", f" {look.say('web.step', number=number)}", class_="unseen")],
                seat.url(f"why/{index}/{number}"),
                "why",
                data_unfold=True,
            )
            if has_reasons(step)
            else None
        )
        ready = h("button", look.say("web.done"), type="button", class_="ready script")
        sentence = h("p", look.voice.sentence(step.event), class_="sentence")
        rows.append(h("li", sentence, details, h("p", why, ready, class_="about"), class_="step"))
    return h("ol", *rows, class_="steps", data_steps=f"{index}.{len(run.answers)}")


def game_details(look: Look, seat: Seat, event: Event) -> Markup | None:
    """The Automa's card, with what stands on it."""
    lines = seat.room.details(event, seat.game.pack)
    if not lines:
        return None
    return h("ul", *(h("li", look.voice.sentence(line)) for line in lines), class_="automa-card")


def _since(look: Look, run: Run) -> Markup:
    said = "; ".join(look.voice.sentence(step.event) for step in run.steps)
    return h("li", run_title(look, run), h("span", f" {said}", class_="quiet") if said else None)


def _question(look: Look, seat: Seat) -> Markup | None:
    question = seat.game.question
    if question is None:
        return None
    return h(
        "section",
        h("h2", asked(look.voice, question), id="asked"),
        h("p", look.say("web.hole"), class_="quiet") if question.hole else None,
        change(seat, "answer", ask(question, "to", look.voice), class_="asking"),
        class_="question",
        aria_labelledby="asked",
        id="question",
        tabindex="-1",
    )


# --------------------------------------------------------------------------------------------- what the person does


def _end(look: Look, seat: Seat) -> Markup:
    sheet = seat.room.score(seat.game.position, seat.game.rulings)
    return h(
        "section",
        h("h2", look.say("web.score"), id="end"),
        score_tables(look, seat.room, sheet),
        h("p", look.say("web.tell-score"), class_="lead") if sheet.verdict is None else None,
        aria_labelledby="end",
    )


def _told(look: Look, seat: Seat) -> Markup:
    """Everything the person may tell, as buttons; what makes no sense now is left out."""
    room = seat.room
    over = room.status(seat.game.position).over
    at_the_end = scoring(room.name)
    now = [name for name in room.inputs if name not in ("next", "adjust") and (name in at_the_end) is over]
    now += [name for name in room.inputs if name == "adjust"]
    later = [name for name in room.inputs if name in at_the_end and not over]
    return h(
        "section",
        h("h2", look.say("web.tell"), id="tell"),
        h("div", *(_teller(look, seat, name) for name in now), class_="tellers"),
        h("p", look.say("web.tap"), class_="quiet script"),
        h(
            "details",
            h("summary", look.say("web.at-the-end")),
            h("div", *(_teller(look, seat, name) for name in later), class_="tellers"),
        )
        if later
        else None,
        aria_labelledby="tell",
        class_="tell",
    )


def _teller(look: Look, seat: Seat, name: str) -> Markup | None:
    words = input_name(look.voice, name)
    try:
        field = seat.room.input_field(seat.game.position, name, {})
    except Refused:
        return None
    if field is None:
        return change(seat, name, h("button", words, type="submit", class_="option"))
    return link(words, seat.url(f"tell/{name}"), "option")


def _bar(look: Look, seat: Seat, *, over: bool) -> Markup:
    """What is always at hand: going on, undo and redo with the names of what they do."""
    game = seat.game
    inside: list[Inside] = []
    if game.inputs:
        inside.append(_named(look, seat, "undo", _called(look, game.inputs[-1], lambda: last_answered(game))))
    if game.undone:
        inside.append(_named(look, seat, "redo", _called(look, game.undone[-1], lambda: game.question)))
    if game.question is None and game.position is not None and not over:
        button = h("button", capital(look.say("input.next")), type="submit", class_="primary large")
        inside.append(change(seat, "next", button, class_="go-on"))
    return h("div", *inside, class_="hand", role="group", aria_label=look.say("web.hand"))


def _called(look: Look, input_: Input, question: Callable[[], AnyQuestion | None]) -> str:
    """The name of what is undone or done again; an answer in the words of its question."""
    if isinstance(input_, Respond) and (asked_ := question()) is not None:
        return capital(look.say("input.answer", answer=answer_words(look.voice, asked_, input_.to)))
    return done(look.voice, input_)


def _named(look: Look, seat: Seat, do: str, what: str) -> Markup:
    sign = h("span", "↶" if do == "undo" else "↷", aria_hidden="true", class_="sign")
    words = h("span", look.say(f"web.{do}", what=what), class_="what")
    return change(seat, do, h("button", sign, words, type="submit", class_="button", id=do))
