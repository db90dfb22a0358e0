"""Pages of a game that only look: why, the log, the odds, the score sheet, the set-up."""

from __future__ import annotations

from automarium.companion.view import has_reasons
from automarium.faces.web import picture
from automarium.faces.web.html import Markup, h, link
from automarium.faces.web.page import Look, page
from automarium.faces.web.pages.parts import (
    Seat,
    clauses_of,
    doors,
    linked,
    score_tables,
)
from automarium.kernel.game import Game, Run
from automarium.kernel.saying import refuse
from automarium.kernel.table import Step


def why(look: Look, seat: Seat, index: int, number: int) -> str:
    """The narrowing behind a step, on the picture and in words."""
    run, step = step_of(seat, index, number)
    reasons = reasons_of(look, seat, index, number)
    return page(
        look,
        look.say("web.why"),
        h("h2", look.voice.sentence(step.event)),
        h("p", seat.view.title(run), " · ", look.say("web.step", number=number), class_="quiet"),
        h("div", reasons, class_="reasons", id="reasons"),
        back=(seat.url(), look.say("web.table")),
        class_="why-page",
    )


def step_of(seat: Seat, index: int, number: int) -> tuple[Run, Step]:
    runs = seat.game.runs
    if not 0 <= index < len(runs) or not 1 <= number <= len(runs[index].steps):
        raise refuse("web.no-step")
    return runs[index], runs[index].steps[number - 1]


def reasons_of(look: Look, seat: Seat, index: int, number: int) -> list[Markup]:
    game = seat.game
    step = game.runs[index].steps[number - 1]
    lines = seat.view.reasons(step)
    words = h("ul", *(h("li", linked(line, game.room)) for line in lines), class_="narrowing")
    if not step.traces or game.runs[index].start is None or not picture.pictured(game, look.voice):
        return [words]
    theme = "dark" if look.dark else "light"
    source = seat.url(f"why/{index}/{number}.svg", lang=look.lang, theme=theme, revision=str(seat.revision))
    drawn = h("img", src=source, alt=look.say("web.narrowing"), loading="lazy", class_="decision")
    return [drawn, words]


def log(look: Look, seat: Seat, *, reasons: bool) -> str:
    """Everything that happened, the last first."""
    runs = list(enumerate(seat.game.runs))
    turns = [_turn(look, seat, index, run, reasons=reasons) for index, run in reversed(runs)]
    switch = (
        link(look.say("web.log-short"), seat.url("log"), "button")
        if reasons
        else link(look.say("web.log-why"), seat.url("log", why="1"), "button")
    )
    return page(
        look,
        look.say("web.log"),
        h("p", switch),
        h("ol", *turns, class_="log", reversed=True, start=len(runs) - 1),
        doors(look, seat, "log"),
        back=(seat.url(), look.say("web.table")),
        class_="log-page",
    )


def _turn(look: Look, seat: Seat, index: int, run: Run, *, reasons: bool) -> Markup:
    rows = []
    for number, step in enumerate(run.steps, 1):
        sentence = look.voice.sentence(step.event)
        if not has_reasons(step):
            rows.append(h("li", sentence))
        elif reasons:
            rows.append(h("li", sentence, h("div", reasons_of(look, seat, index, number), class_="reasons")))
        else:
            name = [look.say("web.why"), h("span", f" {sentence}", class_="unseen")]
            more = link(name, seat.url(f"why/{index}/{number}"), "why", data_unfold=True)
            rows.append(h("li", sentence, " ", more))
    return h("li", h("strong", seat.view.title(run)), h("ul", *rows) if rows else None)


def odds(look: Look, seat: Seat) -> str:
    """What the cards that can still come would do now."""
    game = seat.game
    if game.position is None or game.question is not None:
        raise refuse("answer.first")
    if game.room.is_over(game.position):
        raise refuse("odds.over")
    found = seat.view.odds(game.room.odds(game.position, game.pack, game.rulings))
    total = len(found.cards)
    tallies = [
        h(
            "li",
            h("meter", min=0, max=total, value=len(one.cards), aria_hidden="true"),
            h("strong", look.say("web.of", many=len(one.cards), total=total)),
            h("span", " ", one.text),
        )
        for one in found.outcomes
    ]
    cards = [h("li", *(h("strong", str(card)) for card in those), h("span", " ", told)) for those, told in found.alike]
    return page(
        look,
        look.say("web.odds"),
        h("p", look.say("odds.head", count=total, cards=list(found.cards)), class_="lead"),
        h("ul", *tallies, class_="odds"),
        h("h2", look.say("web.by-card")),
        h("ul", *cards, class_="by-card"),
        doors(look, seat, "odds"),
        back=(seat.url(), look.say("web.table")),
        class_="odds-page",
    )


def score(look: Look, seat: Seat) -> str:
    need_table(seat)
    return page(
        look,
        look.say("web.score"),
        score_tables(look, seat.room, seat.view.score()),
        doors(look, seat, "score"),
        back=(seat.url(), look.say("web.table")),
        class_="score-page",
    )


def setup(look: Look, seat: Seat, svg: str | None) -> str:
    """The set-up as a checklist; the ticks are the page's own affair."""
    game = need_table(seat)
    items = [
        h(
            "li",
            h(
                "label",
                h("input", type="checkbox", id=f"tick-{number}", data_tick=number),
                h("span", words),
                class_="tick",
            ),
            clauses_of(clauses, game.room),
        )
        for number, (words, clauses) in enumerate(seat.view.setup())
    ]
    brought = [h("li", look.voice.sentence(step.event)) for step in game.runs[0].steps]
    happened = [h("h2", look.say("setup.happened")), h("ul", *brought)] if brought else []
    begun = bool(game.inputs)
    return page(
        look,
        look.say("web.setup"),
        h(
            "div",
            h(
                "div",
                h("p", look.say("web.setup.about"), class_="lead"),
                h("ol", *items, class_="checklist", data_ticks=seat.key),
                *happened,
                h("p", link(look.say("web.table" if begun else "web.to-table"), seat.url(), "primary large")),
            ),
            picture.framed(Markup(svg), tappable=False) if svg else None,
            class_="table",
        ),
        _rulings(look, seat),
        doors(look, seat, "setup"),
        back=(seat.url(), look.say("web.table")),
        class_="setup-page",
    )


def _rulings(look: Look, seat: Seat) -> Markup:
    """How this game settles the open points."""
    game = seat.game
    rows = [
        h("li", linked(id_, game.room), ": ", look.voice.term(f"ruling.{id_}", choice))
        for id_, choice in game.rulings.chosen().items()
    ]
    return h("details", h("summary", look.say("web.house-rules")), h("ul", *rows))


def need_table(seat: Seat) -> Game:
    """Most pages need a table; before the set-up questions are answered there is none."""
    if seat.game.position is None:
        raise refuse("answer.first")
    return seat.game
