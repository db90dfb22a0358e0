"""The position as text: the Automa's board, and the words of a card."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from automarium.engine.content.pack import Pack
from automarium.engine.definition import GameWords
from automarium.engine.message import Message, Say, capitalise, message, term
from automarium.engine.play.event import Event
from automarium.games.golem.events import Reveal
from automarium.games.golem.position import (
    AREAS,
    DISTRICTS,
    ROMAN,
    ROWS,
    SECTIONS,
    TOLLS,
    UPGRADES,
    Card,
    District,
    Position,
)
from automarium.games.golem.rulings import Rulings

CELL = 6
STREET_WIDTH = 10 + CELL * SECTIONS


class GolemWords(GameWords[Position, Rulings]):
    def overview(self, position: Position) -> Sequence[Message]:
        """Return the lines of the position, the districts first."""
        said: list[Message] = []
        for district in DISTRICTS:
            golems = [golem.describe() for golem in position.golems if golem.district == district]
            section = ROMAN[position.students[district]]
            key = "overview.district" if golems else "overview.district.empty"
            said.append(message(key, district=term("district", district), golems=golems, section=section))
        return said + describe_board(position)

    def text(self, position: Position, rulings: Rulings, say: Say, width: int) -> list[str]:
        """Return districts as streets of ten sections, then the rest; on a narrow screen the overview."""
        if width < STREET_WIDTH:
            return [capitalise(say(one.key, **one.params)) for one in self.overview(position)]
        lines = ["".ljust(10) + "".join(ROMAN[section].ljust(CELL) for section in range(1, SECTIONS + 1)).rstrip()]
        for district in position.order:
            lines.append(say(f"letter-name.{district}").ljust(10) + _street(position, district, say))
        lines += [*textwrap.wrap(say("board.key"), width), ""]
        for one in describe_board(position):
            lines += textwrap.wrap(capitalise(say(one.key, **one.params)), width, subsequent_indent="   ")
        return lines

    def details(self, event: Event, pack: Pack) -> Sequence[Message]:
        return describe_card(event.card) if isinstance(event, Reveal) else ()


def _street(position: Position, district: District, say: Say) -> str:
    """Return a street: ``G`` a standing golem, ``g`` a lying one, ``s`` the student."""
    cells = []
    for section in range(1, SECTIONS + 1):
        golems = [golem for golem in position.golems if (golem.district, golem.section) == (district, section)]
        marks = "".join(say("mark.lying" if golem.lying else "mark.standing") for golem in golems)
        student = say("mark.student") if position.students[district] == section else ""
        cells.append((marks + student or ("." if section < TOLLS[0] else ":")).ljust(CELL))
    return "".join(cells).rstrip()


def describe_board(position: Position) -> list[Message]:
    """Return what is on and beside the Automa's board."""
    said = [
        message("overview.level", level=term("level", position.level), round=ROMAN[position.round] or "–"),
        message("overview.column", district=term("district", list(position.order))),
        message("overview.track", marker=position.marker, vp=position.vp),
        message("overview.golems", count=position.supply, buried=position.buried),
        message("overview.tracks", golem=position.golem_track, study=position.study_track),
        message("overview.artifacts", count=position.artifacts, ingots=position.ingots),
        message("overview.goals", count=position.goals),
    ]
    if position.artifact_tile is not None and not position.own_board:
        said.insert(6, message("overview.artifact-tile", number=position.artifact_tile))
    for area in AREAS:
        kinds = position.cells
        made = [f"{name}-{kinds[name]}" if name in kinds else name for name in position.upgrades[area]]
        if made:
            named = term("upgrade", made)
            said.append(message(f"overview.upgrades.{area}", upgrade=named, count=len(made), all=UPGRADES))
    for number, column in enumerate(position.columns, 1):
        if column:
            said.append(message("overview.shelf", number=number, book=term("book", [one.colour for one in column])))
    if position.menorahs:
        said.append(message("overview.menorahs", district=term("district", list(position.menorahs))))
    if position.character is not None:
        card = position.character
        colours = term("marble", list(card.colours))
        said.append(message("overview.character", character=term("character", card.id), marble=colours))
    if position.taken:
        said.append(message("overview.taken", marble=term("marble", list(position.taken))))
    if position.rows is not None:
        for row in ROWS:
            there = list(position.rows.get(row, ()))
            key = "overview.row" if there else "overview.row.empty"
            said.append(message(key, row=term("row", row), marble=term("marble", there)))
    return said


def describe_card(shown: Card) -> list[Message]:
    """Return the four columns, in their order."""
    marble = message("card.marble", criterion=term("criterion", list(shown.marble)))
    rabbi = message("card.rabbi", numbers=list(shown.rabbi))
    lines = []
    if shown.bonus != "none":
        lines.append(message("card.bonus", bonus=term("bonus", shown.bonus), number=shown.level))
    lines += [marble, rabbi] if shown.first == "marble" else [rabbi, marble]
    lines.append(message("card.books", numbers=list(shown.books)))
    halves = [side for side, there in (("left", shown.left_half), ("right", shown.right_half)) if there]
    if halves:
        lines.append(message("card.halves", edge=term("edge", halves)))
    return lines
