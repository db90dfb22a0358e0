"""Her table as a picture, and a decision on it: strategy column, tracks, synagogue, districts, board, books and cards.

Our own drawing, not the printed board, as wide as a telephone. Where a decision is drawn, the part of the table that it
is about comes first, each candidate with its mark; then the rules one by one; then the rest of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from automarium.games.golem import figures
from automarium.games.golem.facts import known
from automarium.games.golem.figures import CANVAS, FAR, INNER, MARGIN, Drawn, ground, heading, place, rect, shape
from automarium.games.golem.picture import overview
from automarium.games.golem.position import (
    AREA_OF,
    ARTIFACTS,
    CARDS_A_ROUND,
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
    Position,
    cell_name,
)
from automarium.kernel import decision
from automarium.kernel.choice import Trace
from automarium.kernel.drawing.hexes import Point
from automarium.kernel.drawing.narrowing import Mark, Say
from automarium.kernel.drawing.svg import Entry, Theme, document, element, group, legend, moved, text, theme
from automarium.kernel.pack import HOLE

WORDS = 0.52  # the legend is made for boards twice as wide
ROW = 28.0  # of the synagogue
LABEL = 40.0  # before the sections of a district
CELL = (INNER - LABEL) / SECTIONS
STREET = 64.0
BOOK = 19.0
CELL_WIDE = 20.0  # a cell of an artifact
# What the candidates of a decision are, and so where they are marked; what lies nowhere is in the strips only.
KIND = {
    **dict.fromkeys(("step-forward", "step-backward", "step-either", "step-or-stay"), "golem"),
    **dict.fromkeys(("worker", "neighbour", "victim"), "golem"),
    **dict.fromkeys(("student-forward", "student-backward"), "student"),
    "create": "district",
    "mirror": "row",
    "rabbi": "tile",
    "turn-type": "card-column",
    "upgrade-type": "area",
    "book": "display",
    "own-book": "book",
}
# Upgrades go by their names, but two types have a plain one: the chapter of the first rule says which type it is.
UPGRADES_OF = {"GOL-GOLEM": "golem", "GOL-RESEARCH": "study"}


class Scene(msgspec.Struct, frozen=True):
    """What all parts of the picture look at. Candidates go by kind and name: ``golem:red 4``, ``column:2``."""

    position: Position
    say: Say
    colours: Theme
    rulings: Mapping[str, str]
    trace: Trace | None
    marks: dict[str, list[Mark]] = {}
    counts: dict[str, int] = {}

    @property
    def candidates(self) -> Sequence[Any]:
        return self.trace.candidates if self.trace else ()

    @property
    def kind(self) -> str:
        """What the candidates are, and so where they lie."""
        return KIND.get(self.trace.about, self.trace.about) if self.trace else ""

    def marked(self, key: str, item: str, at: Point, size: Point) -> str:
        """A thing with what the decision says about it."""
        if key not in self.marks:
            return item
        count = self.counts.get(key)
        framed = decision.framed(item, at, size, self.marks[key][0], count, self.colours)
        return element("g", framed, data_mark=key, data_fate=str(count or "chosen"))

    def fact(self, path: str) -> Any:
        """A printed fact if it is known here; the person's own pack is not at hand."""
        found = known(self.position, PRINTED, path)
        return None if found == HOLE else found


def draw_table(
    position: Position, rulings: Mapping[str, str], say: Say, trace: Trace | None = None, *, dark: bool = False
) -> str:
    """Her table as SVG. With ``trace`` the decision on it."""
    colours = theme(dark)
    scene = Scene(position, say, colours, rulings, trace)
    if trace is not None:
        scene.marks.update(decision.marks(trace, lambda one: f"{scene.kind}:{one}"))
        scene.counts.update({f"{scene.kind}:{one}": count for one, count in decision.numbers(trace).items()})
    title = decision.heading(trace, say)
    drawn, y = figures.title(title, position, say, colours)
    about = [part for part, kinds in PARTS.items() if scene.kind in kinds]
    for part in (*about, *([_rules] if trace else []), *(part for part in PARTS if part not in about)):
        markup, y = part(scene, y)
        drawn += markup
    words, height = legend(_blocks(scene), 0, CANVAS / WORDS, colours)
    said = [one[:1].upper() + one[1:] for one in (say(part.key, **part.params) for part in overview(position))]
    return document(
        title,
        " ".join([*(f"{one}." for one in said), *decision.in_words(trace, say, rulings)]),
        CANVAS,
        y + height * WORDS,
        colours,
        element("defs", decision.hatches(colours), figures.patterns(colours)),
        drawn,
        moved(element("g", words, transform=f"scale({WORDS})"), 0, y),
    )


def _rules(scene: Scene, y: float) -> Drawn:
    """The rules that did something, each with those it looked at."""
    assert scene.trace is not None
    name, y = heading(scene.say("draw.rules"), y, scene.colours)
    look = figures.look_of(scene.kind, scene.say, scene.colours)
    drawn, y = decision.strips(scene.trace, look, (MARGIN, y), INNER, scene.colours, scene.say, scene.rulings, 12)
    return name + drawn, y + 4


# -------------------------------------------------------------------------------------------------- what she decides by


def _strategy(scene: Scene, y: float) -> Drawn:
    """The strategy column from the top, beside it the character of the round and her marbles."""
    position, say, colours = scene.position, scene.say, scene.colours
    drawn, top = heading(say("draw.strategy"), y, colours, wide=158)
    tiles = [("work", "none", say("draw.main"))]
    tiles += [(AREA_OF[colour], colour, say(f"action.{AREA_OF[colour]}")) for colour in position.order]
    for n, (sign, tint, words) in enumerate(tiles):
        at = top + n * 29
        tile = rect(MARGIN, at, 158, 26, fill=ground(tint, colours), stroke=colours.ink, stroke_width=1.2)
        tile += moved(shape(sign, colours.ink, 0.75), MARGIN + 46, at + 13)
        tile += text(words, MARGIN + 62, at + 17, 12, colours.ink, anchor="start", fit=92)
        label = shape("bonus", colours.ink, 0.8) if tint == "none" else figures.seal(tint, 9, say, colours)
        title = words if tint == "none" else f"{n}. {say(f'district.{tint}')}: {words}"
        drawn += group(title, tile, moved(label, MARGIN + 18, at + 13), data_strategy=tint)
    side, bottom = figures.character(position.character, position.taken, 182, y, say, colours)
    return drawn + side, max(top + 4 * 29, bottom) + 4


def _resources(scene: Scene, y: float) -> Drawn:
    red = scene.fact(f"red_zone.{scene.position.level}.spaces") or ()
    return figures.track(scene.position.marker, red, y, scene.say, scene.colours)


def _cards(scene: Scene, y: float) -> Drawn:
    """The revealed cards from left to right; the columns of the last one are what the kind of a turn is read from."""
    position, say, colours = scene.position, scene.say, scene.colours
    drawn, y = heading(say("draw.cards"), y, colours)
    high, (wide, top) = figures.card_height(position.cards), figures.CARD
    for n in range(CARDS_A_ROUND):
        x = MARGIN + n * (INNER - wide) / (CARDS_A_ROUND - 1)
        if n >= len(position.cards):
            drawn += moved(place(str(n + 1), wide, high, colours, dashed=True), x + wide / 2, y + high / 2)
            continue
        card = position.cards[n]
        kind = position.types[n] if n < len(position.types) else None
        face = moved(figures.card_face(card, kind, high, say, colours), x, y)
        for name, middle, width in figures.card_columns(card) if n == len(position.cards) - 1 else ():
            at = (x + middle, y + (top + high - 4) / 2)
            face += scene.marked(f"card-column:{name}", "", at, (width + 2, high - top - 2))
        drawn += group(say("draw.card", number=card.id), face, data_card=card.id)
    return drawn, y + high + 6


# ------------------------------------------------------------------------------------------------------ the main board


def _synagogue(scene: Scene, y: float) -> Drawn:
    """The rows as last told, and the action tiles. For a marble to be chosen: what she could choose from."""
    drawn, y = heading(scene.say("draw.synagogue"), y, scene.colours, wide=262)
    rows: Mapping[Any, Sequence[str]] | None = scene.position.rows
    if scene.kind == "marble":
        rows = {row: [one.colour for one in scene.candidates if one.row == row] for row in ROWS}
    for n, row in enumerate(ROWS):
        drawn += _row(row, None if rows is None else rows.get(row, ()), y + n * ROW, scene)
    tiles, bottom = _action_tiles(scene, y - 27)
    return drawn + tiles, max(y + len(ROWS) * ROW, bottom) + 4


def _row(row: str, there: Sequence[str] | None, y: float, scene: Scene) -> str:
    """Marbles with their letters; a row nobody told of has a question mark."""
    say, colours, left, middle = scene.say, scene.colours, MARGIN + 84, y + ROW / 2
    name = moved(shape(row, colours.ink, 0.75), MARGIN + 12, middle)
    name += text(say(f"row.{row}"), MARGIN + 25, middle + 4, 12, colours.ink, anchor="start", fit=54)
    drawn = rect(left, y + 1, 178, ROW - 2, 13, fill=ground("none", colours))
    drawn += scene.marked(f"row:{row}", name, (MARGIN + 40, middle), (82, ROW - 2))
    step = min(32.0 if scene.kind == "marble" else 25.0, 150 / max(1, len(there or ()) - 1))
    for n, colour in enumerate(there or ()):
        at = (left + 15 + n * step, middle)
        sign = moved(figures.marble(colour, 10, say, colours), *at)
        drawn += scene.marked(f"marble:{row} {colour}", sign, at, (26, 26))
    words = ", ".join(say(f"marble.{colour}") for colour in there or ()) or "–"
    if there is None:
        words = say("draw.untold")
        drawn += text("?", left + 89, middle + 5, 14, colours.faint, bold=True)
    return group(f"{say(f'row.{row}')}: {words}", drawn, data_place=row)


def _action_tiles(scene: Scene, y: float) -> Drawn:
    """The positions from the top, and the lowest space; numbers that a card names beyond them are dashed."""
    position, say, colours, x = scene.position, scene.say, scene.colours, 284.0
    drawn, y = heading(say("draw.tiles"), y, colours, x, FAR - x)
    tiles, wide = position.participants + 1, FAR - x
    named = [one for one in scene.candidates if isinstance(one, int)] if scene.kind == "tile" else []
    spots: list[int | str] = [*range(1, max([tiles, *named]) + 1), "lowest"]
    for n, spot in enumerate(spots):
        at = (x + wide / 2, y + 12 + n * 25)
        words = say("place.lowest") if isinstance(spot, str) else str(spot)
        if isinstance(spot, int) and spot in position.actions:
            words = say("draw.tile", spot=spot, number=position.actions[spot])
        if spot in position.occupied:
            words = f"{words}: {say('draw.occupied')}"
        item = place("", wide, 22, colours, dashed=isinstance(spot, int) and spot > tiles)
        item += text(words, 8 - wide / 2, 4, 11.5, colours.ink, anchor="start", fit=wide - 14)
        if spot == position.rabbi:
            item += moved(shape("rabbi", colours.automa, 0.8), wide / 2 - 13, 0)
            words = f"{words}; {say('draw.rabbi')}"
        drawn += group(words, scene.marked(f"tile:{spot}", moved(item, *at), at, (wide + 4, 24)), data_tile=str(spot))
    return drawn, y + len(spots) * 25


def _districts(scene: Scene, y: float) -> Drawn:
    """Three streets in the order of the strategy column, each with ten sections; from VIII on there is a toll."""
    say, colours = scene.say, scene.colours
    drawn, y = heading(say("draw.districts"), y, colours)
    for section in range(1, SECTIONS + 1):
        drawn += text(ROMAN[section], _middle(section), y + 9, 12, colours.ink, bold=True)
    y += 15
    for district in scene.position.order:
        label = (MARGIN + 18, y + STREET / 2)
        sign = moved(figures.seal(district, 13, say, colours), *label)
        marked = scene.marked(f"district:{district}", sign, label, (34, 34))
        drawn += group(say(f"district.{district}"), marked, data_district=district)
        drawn += "".join(_section(district, section, y, scene) for section in range(1, SECTIONS + 1))
        drawn += _way(district, y, scene)
        y += STREET + 4
    return drawn, y + 2


def _middle(section: int) -> float:
    return MARGIN + LABEL + (section - 0.5) * CELL


def _section(district: District, section: int, y: float, scene: Scene) -> str:
    """Golems above, the student below."""
    position, say, colours, x = scene.position, scene.say, scene.colours, _middle(section)
    fills = [ground(district, colours), *([f"url(#toll-{colours.name})"] if section in TOLLS else [])]
    cell = [rect(x - CELL / 2 + 1, y, CELL - 2, STREET, fill=fill) for fill in fills]
    cell.append(rect(x - CELL / 2 + 1, y, CELL - 2, STREET, fill="none", stroke=colours.faint, stroke_width=1))
    here = [one for one in position.golems if (one.district, one.section) == (district, section)]
    alike = {str(one): one for one in sorted(here, key=lambda one: one.lying)}
    for n, (key, one) in enumerate(alike.items()):
        at = (x + (n - (len(alike) - 1) / 2) * 15.5, y + 18)
        count = sum(1 for other in here if str(other) == key)
        sign = moved(figures.golem(one.lying, colours, 0.62 if len(alike) > 1 else 1.0, count), *at)
        cell.append(scene.marked(f"golem:{key}", sign, at, (15.5 if len(alike) > 1 else 29, 31)))
    words = [say("draw.section", district=district, section=ROMAN[section])]
    words += [say("draw.lying" if one.lying else "draw.standing") for one in here]
    if position.students[district] == section:
        at = (x, y + 51)
        cell.append(scene.marked(f"student:{district}", moved(figures.student(colours, 0.85), *at), at, (26, 22)))
        words.append(say("draw.student"))
    return group("; ".join(words), *cell, data_place=f"{district}-{section}")


def _way(district: District, y: float, scene: Scene) -> str:
    """The step of the golem or the student that was chosen for it."""
    chosen, about = (scene.trace.chosen, scene.trace.about) if scene.trace else (None, "")
    if about.startswith("step") and isinstance(chosen, Golem) and chosen.district == district:
        section, foot = chosen.section, y + 18
    elif scene.kind == "student" and chosen == district:
        section, foot = scene.position.students[district], y + 51
    else:
        return ""
    return figures.arrow(_middle(section), foot, -1 if about.endswith("backward") else 1, scene.colours)


# ----------------------------------------------------------------------------------------------------------- her board


def _pieces(scene: Scene, y: float) -> Drawn:
    """Golem and research track; what is left, what is buried, what she has."""
    position, say, colours = scene.position, scene.say, scene.colours
    drawn, y = heading(say("draw.board"), y, colours)
    for n, (name, value) in enumerate((("golem", position.golem_track), ("study", position.study_track))):
        spaces = scene.fact(f"{name}_track.whole.spaces")
        drawn += figures.meter(say(f"draw.{name}-track"), value, spaces, MARGIN + n * 196, y, 184, colours)
    counts = {"golem": position.supply, "grave": position.buried, "ingot": position.ingots, "bonus": position.goals}
    for n, (sign, count) in enumerate(counts.items()):
        drawn += figures.counted(sign, count, MARGIN + n * INNER / 4, y + 50, INNER / 4, say, colours)
    return drawn, y + 66


def _upgrades(scene: Scene, y: float) -> Drawn:
    """Upgrades of three types, made ones filled; those of artifacts lie in cells beside them."""
    position, say, colours, drawn = scene.position, scene.say, scene.colours, ""
    for area in map(AREA_OF.__getitem__, position.order):
        name, below = heading(say(f"draw.upgrades.{area}", number=position.menorah_count[area]), y, colours)
        drawn += scene.marked(f"area:{area}", name, (CANVAS / 2, y + 11), (INNER + 8, 22))
        y = below + (48 if area == "artifact" else 30)
        if area == "artifact":
            drawn += "".join(_artifact(level, below, scene) for level in range(1, ARTIFACTS + 1))
            drawn += _upgrade("large", area, (FAR - 29, below + 16), 54, scene)
            continue
        ids = list(PRINTED.printed[f"{area}_upgrade"])
        wide = INNER / len(ids)
        for n, id_ in enumerate(ids):
            drawn += _upgrade(id_, area, (MARGIN + (n + 0.5) * wide, below + 12), wide - 5, scene)
    return drawn, y


def _upgrade(id_: str, area: Area, at: Point, wide: float, scene: Scene) -> str:
    position, say = scene.position, scene.say
    made, kind = id_ in position.upgrades[area], position.cells.get(id_)
    words = say(f"draw.cell.{kind}") if kind else figures.upgrade_name(id_, say) if wide > CELL_WIDE else ""
    item = moved(place(words, wide, 24, scene.colours, made=made), *at)
    if scene.kind == "upgrade" and scene.trace is not None:
        chapter = scene.trace.stages[0].clause.rpartition("-")[0]
        if area == UPGRADES_OF.get(chapter, "artifact"):
            item = scene.marked(f"upgrade:{id_}", item, at, (wide + 3, 27))
    title = say(f"upgrade.{id_}-{kind}" if kind else f"upgrade.{id_}")
    return group(f"{title}; {say('draw.made')}" if made else title, item, data_upgrade=f"{area} {id_}")


def _artifact(level: int, y: float, scene: Scene) -> str:
    """A goblet, filled when it is completed, between the cells that her artifact tile has there."""
    position, say, colours = scene.position, scene.say, scene.colours
    x, done = MARGIN + (level - 0.5) * 80 - 2, level <= position.artifacts
    drawn = rect(x - 38, y, 76, 42, fill=ground("none", colours)) + moved(figures.goblet(done, colours), x, y + 14)
    for side, aside in (("left", -25), ("right", 25)):
        if scene.fact(f"artifact_tile.{position.artifact_tile}.{side}_{level}") != "none":
            drawn += _upgrade(cell_name(side, level), "artifact", (x + aside, y + 16), CELL_WIDE, scene)
    words = say("draw.done" if done else "draw.not-done", number=level)
    return group(words, drawn, text(str(level), x, y + 38, 11, colours.ink), data_artifact=level)


def _books(scene: Scene, y: float) -> Drawn:
    """Her columns, the first book lowest; over them the display if a book is to be bought."""
    position, say, colours = scene.position, scene.say, scene.colours
    drawn, y = heading(say("draw.books"), y, colours)
    if scene.kind == "display":
        for n in range(1, DISPLAY + 1):
            at = (MARGIN + (n - 0.5) * INNER / DISPLAY, y + 14)
            item = moved(place(say("draw.display", number=n), 66, 24, colours), *at)
            drawn += scene.marked(f"display:{n}", item, at, (70, 28))
        y += 36
    for n in range(COLUMNS):
        x, foot = MARGIN + (n + 0.5) * INNER / COLUMNS, y + COLUMN_LIMIT * BOOK
        item = rect(x - 36, y - 2, 72, COLUMN_LIMIT * BOOK + 4, fill=ground("none", colours))
        item += text(str(n + 1), x, foot + 17, 12, colours.ink, bold=True)
        for level, one in enumerate(position.columns[n]):
            at = (x, foot - level * BOOK - 9)
            sign = moved(figures.book(one.colour, figures.book_name(one, say), 64, 17, colours), *at)
            item += group(figures.name(one, say), scene.marked(f"book:{one}", sign, at, (68, 20)), data_book=str(one))
        marked = scene.marked(f"column:{n + 1}", item, (x, (y + foot) / 2 + 8), (82, COLUMN_LIMIT * BOOK + 26))
        drawn += group(say("draw.column", number=n + 1), marked, data_column=n + 1)
    return drawn, y + COLUMN_LIMIT * BOOK + 26


# --------------------------------------------------------------------------------------------------------------- words

# The parts of the table from the top, and what can be chosen there.
PARTS: dict[Callable[[Scene, float], Drawn], tuple[str, ...]] = {
    _strategy: (),
    _resources: (),
    _cards: ("card-column",),
    _synagogue: ("marble", "row", "tile"),
    _districts: ("golem", "student", "district"),
    _pieces: (),
    _upgrades: ("upgrade", "area"),
    _books: ("display", "column", "book"),
}


def _blocks(scene: Scene) -> list[tuple[list[Entry], int]]:
    """What the signs mean; those of the decision first."""
    say, colours = scene.say, scene.colours
    marks = decision.signs(scene.trace, say, colours, way=False, border=decision.box(110, 90)) if scene.trace else []
    return [(marks, 1), (figures.meanings(say, colours), 2), ([Entry(say("draw.letters"))], 1)]
