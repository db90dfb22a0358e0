"""The strategy column, the character, the resource track and the cards of the round."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.drawing.svg import Theme, circle, element, group, shift, text
from automarium.engine.message import Say, message
from automarium.games.golem.picture import icons
from automarium.games.golem.picture.canvas import Canvas
from automarium.games.golem.picture.icons import (
    FAR,
    INNER,
    MARGIN,
    SMALL,
    Drawn,
    draw_half_rabbi,
    draw_heading,
    draw_place,
    draw_rect,
    draw_shape,
    get_ground,
)
from automarium.games.golem.position import AREA_OF, CARDS_A_ROUND, HIGH, LOW, Card, TurnType

CARD = (122.0, 26.0)  # how wide, and how high above its columns
LINE = 15.0


def draw_strategy(canvas: Canvas, y: float) -> Drawn:
    """Draw the strategy column from the top, beside it the character of the round and the Automa's marbles."""
    position, say, colours = canvas.position, canvas.say, canvas.colours
    drawn, top = draw_heading(say("draw.strategy"), y, colours, wide=158)
    tiles = [("work", "none", say("draw.main"))]
    tiles += [(AREA_OF[colour], colour, say(f"action.{AREA_OF[colour]}")) for colour in position.order]
    for n, (sign, tint, words) in enumerate(tiles):
        at = top + n * 29
        tile = draw_rect(MARGIN, at, 158, 26, fill=get_ground(tint, colours), stroke=colours.ink, stroke_width=1.2)
        tile += shift(draw_shape(sign, colours.ink, 0.75), MARGIN + 46, at + 13)
        tile += text(words, MARGIN + 62, at + 17, 12, colours.ink, anchor="start", fit=92)
        label = draw_shape("bonus", colours.ink, 0.8) if tint == "none" else icons.draw_seal(tint, 9, say, colours)
        title = words if tint == "none" else f"{n}. {say(f'district.{tint}')}: {words}"
        drawn += group(title, tile, shift(label, MARGIN + 18, at + 13), data_strategy=tint)
    side, bottom = _character(canvas, 182, y)
    return drawn + side, max(top + 4 * 29, bottom) + 4


def _character(canvas: Canvas, x: float, y: float) -> Drawn:
    """Draw the character of the round, and the marbles the Automa has for it."""
    card, taken, say, colours = canvas.position.character, canvas.position.taken, canvas.say, canvas.colours
    wide = FAR - x
    name = say("draw.no-character") if card is None else say("draw.character", number=card.id)
    drawn, y = draw_heading(name, y, colours, x, wide)
    if card is not None:
        for n, (edge, colour) in enumerate((("left", card.left), ("right", card.right))):
            at, words = x + 12 + n * wide / 2, say(f"edge.{edge}")
            sign = shift(icons.draw_marble(colour, 11, say, colours), at, y + 12)
            sign += text(words, at + 16, y + 16, 12, colours.ink, anchor="start", fit=wide / 2 - 30)
            drawn += group(f"{words}: {say(f'marble.{colour}')}", sign, data_character=edge)
        effects = [message(f"effect.{one}") for one in card.effects]
        words = say("draw.brings", steps=card.steps, cost=card.cost, effects=effects)
        markup, y = icons.wrap_lines(words, x, y + 27, wide, 11, colours.ink)
        drawn += markup
    drawn += text(say("draw.taken"), x, y + 18, 12, colours.ink, bold=True, anchor="start", fit=wide - 60)
    for n, had in enumerate(reversed(taken)):
        drawn += shift(icons.draw_marble(had, 11, say, colours), FAR - 12 - n * 26, y + 14)
    if not taken:
        drawn += text("–", FAR - 8, y + 18, 12, colours.ink)
    return element("g", drawn, data_taken=" ".join(taken)), y + 30


def draw_resources(canvas: Canvas, y: float) -> Drawn:
    """Draw the resource track in two lines; the red zone is striped where it is known."""
    marker, say, colours = canvas.position.marker, canvas.say, canvas.colours
    added = canvas.position.added
    red = added.red_zone if added else canvas.fact(f"red_zone.{canvas.position.level}.spaces") or ()
    drawn, y = draw_heading(say("draw.resources"), y, colours)
    per_line = (HIGH + 1 - LOW) // 2
    wide = INNER / per_line
    for n, space in enumerate(range(LOW, HIGH + 1)):
        x, top = MARGIN + n % per_line * wide + 1, y + n // per_line * 27
        here, words = space == marker, str(space).replace("-", "−")
        fill, ink = (colours.automa, colours.on_automa) if here else (get_ground("none", colours), colours.ink)
        cell = draw_rect(x, top, wide - 2, 24, 3, fill=fill)
        if space in red and not here:
            cell += draw_rect(x, top, wide - 2, 24, 3, fill=f"url(#red-zone-{colours.name})")
        cell += draw_rect(x, top, wide - 2, 24, 3, fill="none", stroke=colours.ink, stroke_width=2.4 if here else 0.8)
        halo = None if here else get_ground("none", colours)
        cell += text(words, x + wide / 2 - 1, top + 16.5, 14 if here else 12, ink, bold=here, halo=halo)
        parts = [words, *([say("draw.red-zone")] if space in red else []), *([say("draw.marker")] if here else [])]
        drawn += group("; ".join(parts), cell, data_space=space)
    return drawn, y + 58


# -------------------------------------------------------------------------------------------------- cards of the round


def draw_cards(canvas: Canvas, y: float) -> Drawn:
    """Draw the revealed cards from left to right; the columns of the last one decide the kind of a turn."""
    position, say, colours = canvas.position, canvas.say, canvas.colours
    drawn, y = draw_heading(say("draw.cards"), y, colours)
    high, (wide, top) = _height(position.cards), CARD
    for n in range(CARDS_A_ROUND):
        x = MARGIN + n * (INNER - wide) / (CARDS_A_ROUND - 1)
        if n >= len(position.cards):
            drawn += shift(draw_place(str(n + 1), wide, high, colours, dashed=True), x + wide / 2, y + high / 2)
            continue
        card = position.cards[n]
        kind = position.types[n] if n < len(position.types) else None
        face = shift(_face(card, kind, high, say, colours), x, y)
        for name, middle, width in _columns(card) if n == len(position.cards) - 1 else ():
            at = (x + middle, y + (top + high - 4) / 2)
            face += canvas.marked(f"card-column:{name}", "", at, (width + 2, high - top - 2))
        drawn += group(say("draw.card", number=card.id), face, data_card=card.id)
    return drawn, y + high + 6


def _height(cards: Sequence[Card]) -> float:
    longest = max((len(column) for card in cards for column in (card.marble, card.rabbi, card.books)), default=3)
    return CARD[1] + 30 + max(longest, 3) * LINE


def _columns(card: Card) -> list[tuple[str, float, float]]:
    """Return kind, middle and width of its columns, in their order on the card."""
    widths = {"marble": 60.0, "rabbi": 26.0, "books": 26.0}
    order = ("marble", "rabbi") if card.first == "marble" else ("rabbi", "marble")
    found, x = [], 3.0
    for kind in (*order, "books"):
        found.append((kind, x + widths[kind] / 2, widths[kind]))
        x += widths[kind] + 2
    return found


def _face(card: Card, kind: TurnType | None, high: float, say: Say, colours: Theme) -> str:
    """Draw a revealed card from its corner: the bonus, then three columns; the unused one of marble and rabbi is
    faint."""
    wide, top = CARD
    drawn = [draw_rect(0, 0, wide, high, 6, fill=colours.paper, stroke=colours.ink, stroke_width=1.4)]
    bonus = message(f"draw.bonus.{card.bonus}")
    words = say(bonus.key) if card.bonus == "none" else say("draw.bonus", what=bonus, number=card.level)
    drawn.append(text(words, wide / 2, 17, SMALL + 0.5, colours.ink, fit=wide - 24))
    for name, x, width in _columns(card):
        tint = {"marble": "yellow", "rabbi": "grey", "books": "blue"}[name]
        lines: Sequence[str] = [say(f"draw.criterion.{one}") for one in card.marble]
        if name != "marble":
            lines = [str(one) for one in (card.rabbi if name == "rabbi" else card.books)]
        sign = circle(0, 0, 6, fill="none", stroke=colours.ink, stroke_width=1.8)
        if name != "marble":
            sign = draw_shape("study" if name == "books" else "rabbi", colours.ink, 0.66)
        column = draw_rect(x - width / 2, top, width, high - top - 4, fill=get_ground(tint, colours)) + shift(
            sign, x, top + 11
        )
        column += "".join(
            text(line, x, top + 33 + n * LINE, 11.5, colours.ink, fit=width - 5) for n, line in enumerate(lines)
        )
        idle = kind is not None and name in ("marble", "rabbi") and name != kind
        drawn.append(element("g", column, opacity=0.55 if idle else None))
    for there, x, sweep in ((card.left_half, 0.0, 1), (card.right_half, wide, 0)):
        if there:
            drawn.append(shift(draw_half_rabbi(sweep, colours), x, 13))
    return "".join(drawn)
