"""The list of hands: what to move, line by line, each with its number, icon and reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from automarium.interfaces.web.html import Inside, Markup, h, hidden, render_mark, sign
from automarium.interfaces.web.page import PageContext
from automarium.interfaces.web.pages.game_frame import GameContext, keep_together, link_clauses, minus, render_change
from automarium.views.game import StepView, has_reasons
from automarium.views.turn import CardIcon, CardView, Turn, compare_two, find_reason, write_headline
from automarium.views.turn_lines import Line

ARROW = " → "
NO_ZOOMS: Mapping[int, str] = MappingProxyType({})
MANY = 4  # lines: more are set closer together
FULL = 7  # lines: with more the parts of sums are hidden
PART = ", "  # between parts of one line


def render_cards(page: PageContext, cards: Sequence[CardView]) -> Markup | None:
    """Return the cards that the Automa turned up."""
    if not cards:
        return None
    return h("div", *(_render_card(page, card) for card in cards), class_="cards")


def _render_card(page: PageContext, card: CardView) -> Markup:
    cells = []
    for cell in card.cells:
        ends = [", " if not (icon.sign or after.sign) else "" for icon, after in pairwise(cell.icons)]
        icons = [_render_icon(page, icon, end) for icon, end in zip(cell.icons, (*ends, ""), strict=False)]
        cells.append(h("div", h("small", cell.about), h("div", *icons, "" if icons else "–"), class_="cell"))
    corner = h("div", h("b", card.corner), h("i", card.under) if card.under else None, class_="corner")
    return h("div", corner, h("div", *cells, class_="cells"), class_="card")


def _render_icon(page: PageContext, icon: CardIcon, end: str) -> Markup:
    """Return an icon, or its words with the comma that separates them from the next ones."""
    if not icon.sign:
        return h("span", f"{icon.words}{icon.beside}{end}", class_="icon words")
    said = icon.words if icon.used else page.say("web.unused", what=icon.words)
    words = h("span", f" {said}", class_="unseen")
    beside = h("span", icon.beside) if icon.beside else None
    return h("span", sign(icon.sign), beside, words, class_="icon" if icon.used else "icon unused", title=said)


def render_hands(
    context: GameContext, turn: Turn, story: Inside = None, zooms: Mapping[int, str] = NO_ZOOMS
) -> Markup | None:
    """Return what a turn left to move. Earlier segments are done, and folded where there are many; ``zooms`` are the
    parts of the board that lines are about."""
    if not turn.lines and not story:
        return None
    rows = _render_rows(context, turn, turn.before, zooms, done=True)
    last = turn.segments[-1] if turn.segments else ()
    if turn.folds:
        words = h("span", context.say("web.done-before", count=len(turn.before)))
        rows = [h("details", h("summary", sign("check"), words), *rows, class_="fold before")]
    rows += _render_rows(context, turn, last, zooms)
    nothing = None if turn.lines else _render_nothing(context.page, turn)
    heard = render_remarks(turn.remarks) if turn.lines else None
    class_ = "hands many full" if turn.at_once > FULL else "hands many" if turn.at_once > MANY else "hands"
    playback = _render_playback(context.page) if last else None
    return h("section", playback, nothing, *rows, heard, story, class_=class_, aria_label=context.say("web.hands"))


def _render_playback(page: PageContext) -> Markup:
    """Return the row above the list while the script plays the turn: how far it is, play it again, read it aloud."""
    again = h("button", sign("redo"), h("span", page.say("web.play.again")), type="button", class_="b", data_again=True)
    aloud = h(
        "button",
        sign("aloud"),
        h("span", page.say("web.aloud")),
        type="submit",
        name="aloud",
        value="off" if page.aloud else "on",
        class_="b on" if page.aloud else "b",
        aria_pressed="true" if page.aloud else "false",
    )
    return h(
        "div",
        h("p", page.say("web.play.done"), class_="progress"),
        h("progress", max=1, value=1, aria_hidden="true"),
        again,
        h("form", hidden("back", page.here), aloud, method="post", action="/settings"),
        class_="playback script ended",
        data_now=page.say("web.play.now", number="{number}", count="{count}"),
        data_done=page.say("web.play.done"),
        data_to=page.say("web.play.to"),
    )


def render_remarks(remarks: Sequence[str]) -> Markup | None:
    """Return what the person must know though nothing is moved."""
    return h("p", sign("bell"), h("span", " ".join(remarks)), class_="remark") if remarks else None


def _render_nothing(page: PageContext, turn: Turn) -> Markup:
    """Return what a turn did that moves nothing."""
    sentences = turn.remarks or [one.text for one in turn.story[-1:]]
    return h(
        "p", *(f"{one} " for one in sentences), h("span", page.say("web.nothing-to-move"), class_="quiet"), class_="row"
    )


def _render_rows(
    context: GameContext, turn: Turn, lines: Sequence[Line], zooms: Mapping[int, str], *, done: bool = False
) -> list[Inside]:
    rows: list[Inside] = []
    group = ""
    for line in lines:
        if line.group != group and line.group:
            rows.append(h("h2", line.group, class_="group"))
        group = line.group
        rows.append(_render_hand(context, turn, line, zooms.get(line.number), done=done))
    return rows


def render_put_back(context: GameContext, lines: Sequence[Line]) -> Markup | None:
    """Return what has to be put back after undo."""
    if not lines:
        return None
    title = h("h2", context.say("web.put-back"), class_="group")
    rows = [h("div", _render_words(line), class_="hand row") for line in lines]
    class_ = "hands back many" if len(lines) > MANY else "hands back"
    return h("section", title, *rows, class_=class_, aria_label=context.say("web.put-back"))


def _render_hand(context: GameContext, turn: Turn, line: Line, zoom: str | None, *, done: bool) -> Markup:
    if not line.steps:
        return h("div", _render_words(line, done=done), class_="hand row", data_line=line.number)
    why = h("span", context.say("web.why"), class_="why")
    alone = len(line.steps) == 1
    inside = [render_why(context, turn, number, said=not alone) for number in line.steps]
    return h(
        "details",
        h("summary", _render_words(line, done=done), why),
        h("div", *inside, class_="inside"),
        class_="hand",
        data_line=line.number,
        data_zoom=zoom,
    )


def _render_words(line: Line, *, done: bool = False) -> list[Inside]:
    """Return number, icon and words of a line; ``done``: with a tick."""
    number = h("span", sign("check") if done else None, str(line.number), class_="n done" if done else "n")
    aside = h("small", minus(line.aside)) if line.aside else None
    return [
        number,
        render_mark(line),
        h("span", _render_emphasis(keep_together(minus(line.text)), len(line.hands)), aside, class_="what"),
    ]


def _render_emphasis(text: str, many: int) -> list[Inside]:
    """Return the words with the results emphasised."""
    if many == 1:
        return _render_way(text)
    head, colon, parts = text.rpartition(": ")
    *each, last = parts.split(PART)
    listed = [inside for part in each for inside in (*_render_way(part, PART.strip()), " ")]
    return [f"{head}{colon}", *listed, *_render_way(last)]


def _render_way(text: str, end: str = "") -> list[Inside]:
    before, arrow, after = text.partition(ARROW)
    if not arrow:
        return [text + end]
    thing, colon, start = before.rpartition(": ")
    to, semicolon, more = after.partition("; ")
    way = h("em", start, h("span", ARROW, class_="arr"), h("b", to), f"{semicolon}{more}", end)
    return [f"{thing}{colon}", way] if colon else [way]


def render_why(context: GameContext, turn: Turn, number: int, *, said: bool = True) -> Markup:
    """Return one step: its text (if ``said``), its reason in one sentence, and the rules behind it."""
    shown = turn.story[number - 1]
    because = _find_reason(context, turn, number)
    step = h("p", shown.text, class_="quiet") if said or not because else None
    why = h("p", because, class_="because") if because else None
    return h("div", step, why, _render_finalists(context, shown), render_rules(context, turn, number), class_="reasons")


def _find_reason(context: GameContext, turn: Turn, number: int) -> str:
    if (turn.index, number) not in context.because:
        context.because[turn.index, number] = find_reason(context.view, turn.story[number - 1].step)
    return context.because[turn.index, number]


def _render_finalists(context: GameContext, shown: StepView) -> Markup | None:
    """Return the chosen one and the runner-up side by side with their measures."""
    two = compare_two(context.view, shown.step)
    if two is None:
        return None
    heads = [h("th", head, scope="col") for head, _, _ in two.measures]
    last = len(two.measures) - 1
    chosen = [h("td", h("b", one) if n == last else one) for n, (_, one, _) in enumerate(two.measures)]
    second = [h("td", one) for _, _, one in two.measures]
    taken = h("td", sign("check"), h("b", context.say("web.chosen")), class_="taken")
    return h(
        "table",
        h("thead", h("tr", h("td"), *heads, h("td"))),
        h(
            "tbody",
            h("tr", h("th", two.chosen, scope="row"), *chosen, taken, class_="chosen"),
            h("tr", h("th", two.second, scope="row"), *second, h("td", context.say("web.second"), class_="quiet")),
        ),
        class_="finalists",
        aria_label=context.say("web.finalists"),
    )


def render_rules(context: GameContext, turn: Turn, number: int) -> Markup | None:
    """Return the narrowing as a picture and in words, folded; None without reasons."""
    if not has_reasons(turn.story[number - 1].step):
        return None
    if (turn.index, number) not in context.rules:
        context.rules[turn.index, number] = _render_rules(context, turn, number)
    return context.rules[turn.index, number]


def _render_rules(context: GameContext, turn: Turn, number: int) -> Markup:
    step, run = turn.story[number - 1].step, context.game.runs[turn.index]
    picture = None
    if step.traces and run.start is not None:
        theme = "dark" if context.page.dark else "light"
        source = context.url(
            f"why/{turn.index}/{number}.svg", lang=context.page.lang, theme=theme, revision=str(context.revision)
        )
        picture = h("img", src=source, alt=context.say("web.narrowing"), loading="lazy", class_="decision")
    rules = [h("li", link_clauses(line, context.definition)) for line in context.view.reasons(step)]
    many = max((len(trace.candidates) for trace in step.traces), default=0)
    words = context.say("web.all-behind", count=many) if many > 1 else context.say("web.rules-behind")
    return h("details", h("summary", sign("down"), words), picture, h("ul", *rules), class_="rules")


def render_story(context: GameContext, turn: Turn) -> Markup | None:
    """Return how the Automa decided: a headline, then its steps with their reasons."""
    if not turn.story:
        return None
    rows = []
    for number, shown in enumerate(turn.story, 1):
        details = h("ul", *(h("li", line) for line in shown.details), class_="on-card") if shown.details else None
        because = _find_reason(context, turn, number) if shown.has_reasons else ""
        said = h("p", because, class_="quiet") if because else None
        rows.append(h("li", h("p", shown.text), details, said, render_rules(context, turn, number)))
    answers = context.game.runs[turn.index].answers
    last = turn.index == len(context.game.runs) - 1 and answers and context.game.question is None
    back = (
        render_change(context, "undo-answer", h("button", context.say("web.undo-answer"), type="submit", class_="b"))
        if last
        else None
    )
    summary = h("summary", sign("down"), context.say("web.story"))
    first = h("p", write_headline(context.view, turn), class_="headline")
    return h("details", summary, first, h("ol", *rows, class_="steps"), back, class_="fold", id="story")
