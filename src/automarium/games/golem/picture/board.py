"""The main board: the synagogue with its marbles and action tiles, and the three districts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automarium.engine.drawing.svg import group, shift, text
from automarium.engine.message import term
from automarium.games.golem.picture import icons
from automarium.games.golem.picture.canvas import Canvas
from automarium.games.golem.picture.icons import (
    FAR,
    INNER,
    MARGIN,
    Drawn,
    draw_heading,
    draw_place,
    draw_rect,
    draw_shape,
    get_ground,
)
from automarium.games.golem.position import ROMAN, ROWS, SECTIONS, TOLLS, District, Golem, Row

ROW = 28.0  # of the synagogue
LABEL = 40.0  # before the sections of a district
CELL = (INNER - LABEL) / SECTIONS
STREET = 64.0


def draw_synagogue(canvas: Canvas, y: float) -> Drawn:
    """Draw the rows as last reported and the action tiles; while a marble is chosen, the candidates."""
    drawn, y = draw_heading(canvas.say("draw.synagogue"), y, canvas.colours, wide=262)
    rows: Mapping[Row, Sequence[str]] | None = canvas.position.rows
    if canvas.kind == "marble":
        rows = {row: [one.colour for one in canvas.candidates if one.row == row] for row in ROWS}
    for n, row in enumerate(ROWS):
        drawn += _row(row, None if rows is None else rows.get(row, ()), y + n * ROW, canvas)
    tiles, bottom = _action_tiles(canvas, y - 27)
    return drawn + tiles, max(y + len(ROWS) * ROW, bottom) + 4


def _row(row: str, there: Sequence[str] | None, y: float, canvas: Canvas) -> str:
    """Draw marbles with their letters; a row that was not reported has a question mark."""
    say, colours, left, middle = canvas.say, canvas.colours, MARGIN + 84, y + ROW / 2
    name = shift(draw_shape(row, colours.ink, 0.75), MARGIN + 12, middle)
    name += text(say(f"row.{row}"), MARGIN + 25, middle + 4, 12, colours.ink, anchor="start", fit=54)
    drawn = draw_rect(left, y + 1, 178, ROW - 2, 13, fill=get_ground("none", colours))
    drawn += canvas.marked(f"row:{row}", name, (MARGIN + 40, middle), (82, ROW - 2))
    step = min(32.0 if canvas.kind == "marble" else 25.0, 150 / max(1, len(there or ()) - 1))
    for n, colour in enumerate(there or ()):
        at = (left + 15 + n * step, middle)
        sign = shift(icons.draw_marble(colour, 10, say, colours), *at)
        drawn += canvas.marked(f"marble:{row} {colour}", sign, at, (26, 26))
    words = ", ".join(say(f"marble.{colour}") for colour in there or ()) or "–"
    if there is None:
        words = say("draw.untold")
        drawn += text("?", left + 89, middle + 5, 14, colours.faint, bold=True)
    return group(f"{say(f'row.{row}')}: {words}", drawn, data_place=row)


def _action_tiles(canvas: Canvas, y: float) -> Drawn:
    """Draw the positions from the top and the lowest space; numbers of a card beyond them are dashed."""
    position, say, colours, x = canvas.position, canvas.say, canvas.colours, 284.0
    drawn, y = draw_heading(say("draw.tiles"), y, colours, x, FAR - x)
    tiles, wide = position.participants + 1, FAR - x
    named = [one for one in canvas.candidates if isinstance(one, int)] if canvas.kind == "tile" else []
    spots: list[int | str] = [*range(1, max([tiles, *named]) + 1), "lowest"]
    for n, spot in enumerate(spots):
        at = (x + wide / 2, y + 12 + n * 25)
        words = say("place.lowest") if isinstance(spot, str) else str(spot)
        if isinstance(spot, int) and spot in position.actions:
            words = say("draw.tile", spot=spot, number=position.actions[spot])
        if spot in position.occupied:
            words = f"{words}: {say('draw.occupied')}"
        item = draw_place("", wide, 22, colours, dashed=isinstance(spot, int) and spot > tiles)
        item += text(words, 8 - wide / 2, 4, 11.5, colours.ink, anchor="start", fit=wide - 14)
        if spot == position.rabbi:
            item += shift(draw_shape("rabbi", colours.automa, 0.8), wide / 2 - 13, 0)
            words = f"{words}; {say('draw.rabbi')}"
        drawn += group(words, canvas.marked(f"tile:{spot}", shift(item, *at), at, (wide + 4, 24)), data_tile=str(spot))
    return drawn, y + len(spots) * 25


def draw_districts(canvas: Canvas, y: float) -> Drawn:
    """Draw three streets of ten sections in the order of the strategy column; VIII and beyond cost a toll."""
    say, colours = canvas.say, canvas.colours
    drawn, y = draw_heading(say("draw.districts"), y, colours)
    for section in range(1, SECTIONS + 1):
        drawn += text(ROMAN[section], _middle(section), y + 9, 12, colours.ink, bold=True)
    y += 15
    for district in canvas.position.order:
        label = (MARGIN + 18, y + STREET / 2)
        sign = shift(icons.draw_seal(district, 13, say, colours), *label)
        marked = canvas.marked(f"district:{district}", sign, label, (34, 34))
        drawn += group(say(f"district.{district}"), marked, data_district=district)
        drawn += "".join(_section(district, section, y, canvas) for section in range(1, SECTIONS + 1))
        drawn += _way(district, y, canvas)
        y += STREET + 4
    return drawn, y + 2


def _middle(section: int) -> float:
    return MARGIN + LABEL + (section - 0.5) * CELL


def _section(district: District, section: int, y: float, canvas: Canvas) -> str:
    """Draw golems above, the student below."""
    position, say, colours, x = canvas.position, canvas.say, canvas.colours, _middle(section)
    fills = [get_ground(district, colours), *([f"url(#toll-{colours.name})"] if section in TOLLS else [])]
    cell = [draw_rect(x - CELL / 2 + 1, y, CELL - 2, STREET, fill=fill) for fill in fills]
    cell.append(draw_rect(x - CELL / 2 + 1, y, CELL - 2, STREET, fill="none", stroke=colours.faint, stroke_width=1))
    here = [one for one in position.golems if (one.district, one.section) == (district, section)]
    alike = {str(one): one for one in sorted(here, key=lambda one: one.lying)}
    for n, (key, one) in enumerate(alike.items()):
        at = (x + (n - (len(alike) - 1) / 2) * 15.5, y + 18)
        count = sum(1 for other in here if str(other) == key)
        sign = shift(icons.draw_golem(one.lying, colours, 0.62 if len(alike) > 1 else 1.0, count), *at)
        cell.append(canvas.marked(f"golem:{key}", sign, at, (15.5 if len(alike) > 1 else 29, 31)))
    words = [say("draw.section", district=term("district", district), section=ROMAN[section])]
    words += [say("draw.lying" if one.lying else "draw.standing") for one in here]
    if position.students[district] == section:
        at = (x, y + 51)
        cell.append(canvas.marked(f"student:{district}", shift(icons.draw_student(colours, 0.85), *at), at, (26, 22)))
        words.append(say("draw.student"))
    return group("; ".join(words), *cell, data_place=f"{district}-{section}")


def _way(district: District, y: float, canvas: Canvas) -> str:
    """Draw the step of the golem or the student that was chosen for it."""
    chosen, about = (canvas.trace.chosen, canvas.trace.about) if canvas.trace else (None, "")
    if about.startswith("step") and isinstance(chosen, Golem) and chosen.district == district:
        section, foot = chosen.section, y + 18
    elif canvas.kind == "student" and chosen == district:
        section, foot = canvas.position.students[district], y + 51
    else:
        return ""
    return icons.draw_arrow(_middle(section), foot, -1 if about.endswith("backward") else 1, canvas.colours)
