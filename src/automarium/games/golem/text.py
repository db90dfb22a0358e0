"""The table as text: her board for those who look, sentences for those who listen, and what stands on a card."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence

from automarium.games.golem.position import (
    AREAS,
    DISTRICTS,
    ROMAN,
    ROWS,
    SECTIONS,
    TOLLS,
    UPGRADES,
    Card,
    Position,
)
from automarium.kernel.saying import Saying, saying

Say = Callable[..., str]
CELL = 6
STREET_WIDTH = 10 + CELL * SECTIONS


def board(position: Position, _: Mapping[str, str], say: Say, width: int) -> list[str]:
    """Districts as streets of ten sections, then everything else; a narrow screen gets sentences."""
    if width < STREET_WIDTH:
        return [_capital(say(one.key, **one.params)) for one in overview(position)]
    lines = ["".ljust(10) + "".join(ROMAN[section].ljust(CELL) for section in range(1, SECTIONS + 1)).rstrip()]
    for district in position.order:
        lines.append(say(f"letter-name.{district}").ljust(10) + _street(position, district, say))
    lines += [*textwrap.wrap(say("board.key"), width), ""]
    for one in beside(position):
        lines += textwrap.wrap(_capital(say(one.key, **one.params)), width, subsequent_indent="   ")
    return lines


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _street(position: Position, district: str, say: Say) -> str:
    """``G`` a standing golem, ``g`` a lying one, ``s`` the student."""
    cells = []
    for section in range(1, SECTIONS + 1):
        golems = [golem for golem in position.golems if (golem.district, golem.section) == (district, section)]
        marks = "".join(say("mark.lying" if golem.lying else "mark.standing") for golem in golems)
        student = say("mark.student") if dict(position.students).get(district) == section else ""  # type: ignore[call-overload]
        cells.append((marks + student or ("." if section < TOLLS[0] else ":")).ljust(CELL))
    return "".join(cells).rstrip()


def beside(position: Position) -> list[Saying]:
    """What lies on and beside her board."""
    said = [
        saying("overview.level", level=str(position.level), round=ROMAN[position.round] or "–"),
        saying("overview.column", district=list(position.order)),
        saying("overview.track", marker=position.marker, vp=position.vp),
        saying("overview.golems", count=position.supply, buried=position.buried),
        saying("overview.tracks", golem=position.golem_track, study=position.study_track),
        saying("overview.artifacts", count=position.artifacts, ingots=position.ingots),
        saying("overview.goals", count=position.goals),
    ]
    for area in AREAS:
        kinds = position.cells
        made = [f"{name}-{kinds[name]}" if name in kinds else name for name in position.upgrades[area]]
        if made:
            said.append(saying(f"overview.upgrades.{area}", upgrade=made, count=len(made), all=UPGRADES))
    for number, column in enumerate(position.columns, 1):
        if column:
            said.append(saying("overview.shelf", number=number, book=[one.colour for one in column]))
    if position.menorahs:
        said.append(saying("overview.menorahs", district=list(position.menorahs)))
    if position.character is not None:
        card = position.character
        said.append(saying("overview.character", character=str(card.id), marble=list(card.colours)))
    if position.taken:
        said.append(saying("overview.taken", marble=list(position.taken)))
    if position.rows is not None:
        for row in ROWS:
            there = list(position.rows.get(row, ()))
            said.append(saying("overview.row" if there else "overview.row.empty", row=row, marble=there))
    return said


def overview(position: Position) -> Sequence[Saying]:
    """The same in sentences, the districts first."""
    said: list[Saying] = []
    for district in DISTRICTS:
        golems = [golem.said() for golem in position.golems if golem.district == district]
        section = ROMAN[position.students[district]]
        key = "overview.district" if golems else "overview.district.empty"
        said.append(saying(key, district=district, golems=golems, section=section))
    return said + beside(position)


def card(shown: Card) -> list[Saying]:
    """The four columns, in their order."""
    marble = saying("card.marble", criterion=list(shown.marble))
    rabbi = saying("card.rabbi", numbers=list(shown.rabbi))
    lines = [] if shown.bonus == "none" else [saying("card.bonus", bonus=shown.bonus, number=shown.level)]
    lines += [marble, rabbi] if shown.first == "marble" else [rabbi, marble]
    lines.append(saying("card.books", numbers=list(shown.books)))
    halves = [side for side, there in (("left", shown.left_half), ("right", shown.right_half)) if there]
    if halves:
        lines.append(saying("card.halves", edge=halves))
    return lines
