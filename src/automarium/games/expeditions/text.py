"""The position as text: a board, an overview in sentences, and the words of a card."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from automarium.engine.content.pack import Pack
from automarium.engine.definition import GameWords
from automarium.engine.message import Message, Say, capitalise, message, term
from automarium.engine.play.event import Event
from automarium.games.expeditions.events import Draw
from automarium.games.expeditions.position import CENTRAL, NORTH, ROWS, SOUTH, DecisionCard, Position, read_cards
from automarium.games.expeditions.rulings import Rulings

CELL = 9  # characters a location takes on the board
MARGIN = 11
BOARD_WIDTH = MARGIN + CELL * len(NORTH)
TRACK_LINE = 8  # spaces in a line of the progress track, as printed on level 1
SHOWN_TOKENS = 3  # the rest of a higher stack is a number


class ExpeditionsWords(GameWords[Position, Rulings]):
    def overview(self, position: Position) -> Sequence[Message]:
        """Return sentences that name every location that is not open and empty."""
        card = position.card
        to_glory = card.to_glory(position.progress)
        is_house = position.house and not card.is_added
        said = [
            message("overview.level.house" if is_house else "overview.level", level=card.level),
            message("overview.mech", mech=term("mech", "north"), at=term("place", position.mechs["north"])),
            message("overview.mech", mech=term("mech", "central"), at=term("place", position.mechs["central"])),
            message("overview.human", at=term("place", position.human)),
            message("overview.progress", at_space=position.progress, last=card.last_space),
            message("overview.glory", count=position.glory),
        ]
        if to_glory is not None:
            said.append(message("overview.next-glory", count=to_glory))
        said.append(message("overview.maps", count=position.maps))
        said.append(message("overview.corruption", count=position.corruption + position.special))
        said.append(message("overview.human-glory", count=position.human_glory))
        for holder, holds in (("automa", position.special), ("human", position.human_special)):
            if holds:
                said.append(message(f"overview.special.{holder}"))
        said.append(message("overview.deck", count=position.deck.left))
        tiles = position.tiles
        bare = [place for place in ROWS if tiles[place].closed and not tiles[place].map]
        turned = [place for place in ROWS if not tiles[place].closed and tiles[place].map]
        closed = [place for place in ROWS if tiles[place].closed and tiles[place].map]
        if bare:
            said.append(message("overview.bare", places=term("place", bare)))
        if turned:
            said.append(message("overview.open-map", places=term("place", turned)))
        if closed:
            said.append(message("overview.closed", places=term("place", closed)))
        said += [
            message("overview.tokens", at=term("place", place), tokens=tiles[place].corruption)
            for place in ROWS
            if tiles[place].corruption
        ]
        return said

    def text(self, position: Position, rulings: Rulings, say: Say, width: int) -> list[str]:
        """Return the three rows from west to east, then the progress track; the overview if ``width`` is too small."""
        if width < BOARD_WIDTH:
            return [capitalise(say(one.key, **one.params)) for one in self.overview(position)]
        lines: list[str] = []
        for name, row in (("north", NORTH), ("central", CENTRAL), ("south", SOUTH)):
            indent = " " * (CELL // 2) if row is SOUTH else ""
            head = say(f"row.{name}").ljust(MARGIN)
            lines.append((head + indent + "".join(place.center(CELL) for place in row)).rstrip())
            if row is not SOUTH:
                lines.append(
                    " " * MARGIN + "".join(_render_tile(position, place, say).center(CELL) for place in row).rstrip()
                )
            standing = "".join(_render_mech(position, place, say).center(CELL) for place in row).rstrip()
            lines.append((" " * MARGIN + indent + standing).rstrip() if standing else "")
        lines += [*textwrap.wrap(say("board.key"), width), ""]
        lines += render_track(position, rulings, say)
        return lines

    def details(self, event: Event, pack: Pack) -> Sequence[Message]:
        return describe_card(pack.once(read_cards)[event.card]) if isinstance(event, Draw) else ()


def _render_tile(position: Position, place: str, say: Say) -> str:
    tile = position.tiles[place]
    if tile.closed:
        return f"[{say('mark.map') if tile.map else ' '}]"
    stack = "·".join(str(token) for token in tile.corruption[:SHOWN_TOKENS])
    more = len(tile.corruption) - SHOWN_TOKENS
    shown = f"{stack}+{more}" if more > 0 else stack
    return (say("mark.map") + shown if tile.map else shown) or "·"


def _render_mech(position: Position, place: str, say: Say) -> str:
    if place in position.mechs.values():
        return f"<{say('mark.automa')}>"
    return f"({say('mark.human')})" if place == position.human else ""


def render_track(position: Position, rulings: Rulings, say: Say) -> list[str]:
    """Return the progress track in reading order, or snaking if that ruling is switched (EXP-PROG-04, EXP-AMB-09)."""
    head = say("board.track")
    cells = [_render_space(position, space) for space in range(position.card.spaces_including_start)]
    lines = []
    for start in range(0, len(cells), TRACK_LINE):
        line = cells[start : start + TRACK_LINE]
        if rulings.amb_09 == "snake" and (start // TRACK_LINE) % 2:
            line += [" " * len(cells[0])] * (TRACK_LINE - len(line))
            line.reverse()
        lines.append((head if start == 0 else "").ljust(MARGIN) + "".join(line).rstrip())
    return lines


def _render_space(position: Position, space: int) -> str:
    star = "*" if space in position.card.glory_spaces else " "
    if space == position.progress:
        return f"[{star.strip()}{space}]".rjust(5) + " "
    return f"{star}{space}".rjust(4) + "  "


def describe_card(drawn: DecisionCard) -> list[Message]:
    """Return what is on a decision card, section by section."""
    lines = [message("card.progress" if drawn.advances_progress else "card.no-progress")]
    for mech, section in (("north", drawn.north), ("central", drawn.central)):
        if section.sweep:
            lines.append(message("card.sweep", mech=term("mech", mech)))
        target = section.target
        if target is None:
            lines.append(message("card.distance", mech=term("mech", mech), count=section.distance))
        else:
            key = f"card.{target.kind}" if target.glory_required else f"card.{target.kind}.free"
            glory, times = target.glory_required or 0, target.count
            lines.append(message(key, mech=term("mech", mech), glory=glory, times=times, count=section.distance))
    return lines
