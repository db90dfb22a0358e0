"""The main board (synagogue with marbles and action tiles, three districts) and the Automa's own board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from automarium.engine.drawing.hexes import Point
from automarium.engine.drawing.svg import SvgValue, Theme, group, shift, text
from automarium.engine.message import Say, term
from automarium.games.golem.picture import icons
from automarium.games.golem.picture.canvas import Canvas
from automarium.games.golem.picture.icons import (
    CANVAS,
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
from automarium.games.golem.position import (
    AREA_OF,
    ARTIFACTS,
    COLUMN_LIMIT,
    COLUMNS,
    DISPLAY,
    PRINTED,
    ROMAN,
    ROWS,
    SECTIONS,
    TOLLS,
    Area,
    District,
    Golem,
    Row,
    name_cell,
)

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


BOOK = 19.0
CELL_WIDE = 20.0  # a cell of an artifact
# Upgrades go by their names, but two types have one called "plain": the chapter of the first rule tells them apart.
UPGRADES_OF = {"GOL-GOLEM": "golem", "GOL-RESEARCH": "study"}


def draw_pieces(canvas: Canvas, y: float) -> Drawn:
    """Draw golem and research track; what is left, what is buried, what the Automa has."""
    position, say, colours = canvas.position, canvas.say, canvas.colours
    drawn, y = draw_heading(say("draw.board"), y, colours)
    for n, (name, value) in enumerate((("golem", position.golem_track), ("study", position.study_track))):
        spaces = canvas.fact(f"{name}_track.whole.spaces")
        drawn += _meter(say(f"draw.{name}-track"), value, spaces, MARGIN + n * 196, y, 184, colours)
    counts = {"golem": position.supply, "grave": position.buried, "ingot": position.ingots, "bonus": position.goals}
    for n, (sign, count) in enumerate(counts.items()):
        drawn += _counted(sign, count, MARGIN + n * INNER / 4, y + 50, INNER / 4, say, colours)
    return drawn, y + 66


def _meter(words: str, value: int, spaces: int | None, x: float, y: float, wide: float, colours: Theme) -> str:
    """Draw a short track with its name; if its length is not known, only the place of the Automa's marker."""
    drawn = text(words, x, y + 11, 12, colours.ink, anchor="start", fit=wide - 26)
    drawn += text(str(value), x + wide, y + 12, 14, colours.ink, bold=True, anchor="end")
    step = wide / spaces if spaces else 0
    for n in range(spaces or 0):
        here = n + 1 == value
        fill = colours.automa if here else get_ground("none", colours)
        look: dict[str, SvgValue] = {"stroke": colours.ink, "stroke_width": 2 if here else 0.8}
        drawn += draw_rect(x + n * step + 1, y + 18 - 2 * here, step - 2, 10 + 4 * here, 2, fill=fill, **look)
    return group(f"{words}: {value}", drawn, data_track=value)


def _counted(sign: str, count: int, x: float, y: float, wide: float, say: Say, colours: Theme) -> str:
    """Draw how many the Automa has of something."""
    words = say(f"draw.count.{sign}", count=count)
    drawn = shift(draw_shape(sign, colours.ink, 0.8), x + 10, y)
    drawn += text(str(count), x + 28, y + 5, 14, colours.ink, bold=True)
    drawn += text(words, x + 38, y + 4, 11, colours.ink, anchor="start", fit=wide - 42)
    return group(f"{words}: {count}", drawn, data_count=sign)


def draw_upgrades(canvas: Canvas, y: float) -> Drawn:
    """Draw upgrades of three types, made ones filled; those of artifacts are in cells beside them."""
    position, say, colours, drawn = canvas.position, canvas.say, canvas.colours, ""
    for area in map(AREA_OF.__getitem__, position.order):
        name, below = draw_heading(say(f"draw.upgrades.{area}", number=position.menorah_count[area]), y, colours)
        drawn += canvas.marked(f"area:{area}", name, (CANVAS / 2, y + 11), (INNER + 8, 22))
        y = below + (48 if area == "artifact" else 30)
        if area == "artifact":
            drawn += "".join(_artifact(level, below, canvas) for level in range(1, ARTIFACTS + 1))
            drawn += _upgrade("large", area, (FAR - 29, below + 16), 54, canvas)
            continue
        ids = list(PRINTED.printed[f"{area}_upgrade"])
        wide = INNER / len(ids)
        for n, id_ in enumerate(ids):
            drawn += _upgrade(id_, area, (MARGIN + (n + 0.5) * wide, below + 12), wide - 5, canvas)
    return drawn, y


def _upgrade(id_: str, area: Area, at: Point, wide: float, canvas: Canvas) -> str:
    position, say = canvas.position, canvas.say
    made, kind = id_ in position.upgrades[area], position.cells.get(id_)
    words = say(f"draw.cell.{kind}") if kind else icons.name_upgrade(id_, say) if wide > CELL_WIDE else ""
    item = shift(draw_place(words, wide, 24, canvas.colours, made=made), *at)
    if canvas.kind == "upgrade" and canvas.trace is not None:
        chapter = canvas.trace.stages[0].clause.rpartition("-")[0]
        if area == UPGRADES_OF.get(chapter, "artifact"):
            item = canvas.marked(f"upgrade:{id_}", item, at, (wide + 3, 27))
    title = say(f"upgrade.{id_}-{kind}" if kind else f"upgrade.{id_}")
    return group(f"{title}; {say('draw.made')}" if made else title, item, data_upgrade=f"{area} {id_}")


def _artifact(level: int, y: float, canvas: Canvas) -> str:
    """Draw a goblet, filled when it is completed, between the cells of the Automa's artifact tile."""
    position, say, colours = canvas.position, canvas.say, canvas.colours
    x, done = MARGIN + (level - 0.5) * 80 - 2, level <= position.artifacts
    drawn = draw_rect(x - 38, y, 76, 42, fill=get_ground("none", colours)) + shift(
        icons.draw_goblet(done, colours), x, y + 14
    )
    for side, aside in (("left", -25), ("right", 25)):
        if canvas.fact(f"artifact_tile.{position.artifact_tile}.{side}_{level}") != "none":
            drawn += _upgrade(name_cell(side, level), "artifact", (x + aside, y + 16), CELL_WIDE, canvas)
    words = say("draw.done" if done else "draw.not-done", number=level)
    return group(words, drawn, text(str(level), x, y + 38, 11, colours.ink), data_artifact=level)


def draw_books(canvas: Canvas, y: float) -> Drawn:
    """Draw the Automa's columns, the first book lowest; over them the display if a book is to be bought."""
    position, say, colours = canvas.position, canvas.say, canvas.colours
    drawn, y = draw_heading(say("draw.books"), y, colours)
    if canvas.kind == "display":
        for n in range(1, DISPLAY + 1):
            at = (MARGIN + (n - 0.5) * INNER / DISPLAY, y + 14)
            item = shift(draw_place(say("draw.display", number=n), 66, 24, colours), *at)
            drawn += canvas.marked(f"display:{n}", item, at, (70, 28))
        y += 36
    for n in range(COLUMNS):
        x, foot = MARGIN + (n + 0.5) * INNER / COLUMNS, y + COLUMN_LIMIT * BOOK
        item = draw_rect(x - 36, y - 2, 72, COLUMN_LIMIT * BOOK + 4, fill=get_ground("none", colours))
        item += text(str(n + 1), x, foot + 17, 12, colours.ink, bold=True)
        for level, one in enumerate(position.columns[n]):
            at = (x, foot - level * BOOK - 9)
            sign = shift(icons.draw_book(one.colour, icons.name_book(one, say), 64, 17, colours), *at)
            item += group(
                say(one.describe().key, **one.describe().params),
                canvas.marked(f"book:{one}", sign, at, (68, 20)),
                data_book=str(one),
            )
        marked = canvas.marked(f"column:{n + 1}", item, (x, (y + foot) / 2 + 8), (82, COLUMN_LIMIT * BOOK + 26))
        drawn += group(say("draw.column", number=n + 1), marked, data_column=n + 1)
    return drawn, y + COLUMN_LIMIT * BOOK + 26
