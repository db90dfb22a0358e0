"""What the page shows of Penumbra: the Automa's numbers, icons and colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from automarium.engine.content.component import Stem
from automarium.engine.content.pack import Pack
from automarium.engine.definition import Page
from automarium.engine.display import Card, Cell, DrawnTrack, Gauge, Icon, map_to_same
from automarium.engine.layout import TrackValue
from automarium.engine.message import Say, message, term
from automarium.engine.play.event import Event
from automarium.games.penumbra.events import ListShown
from automarium.games.penumbra.layout import TOTALS
from automarium.games.penumbra.position import BONE, Position
from automarium.games.penumbra.rules.rows import KINDS, MORE, NAMED_VP, OTHER
from automarium.games.penumbra.rulings import Rulings

if TYPE_CHECKING:
    from automarium.engine.drawing.scene import Scene
    from automarium.engine.drawing.svg import LegendEntry

SIGNS = {
    **map_to_same("mark", "arcana", "cards", "level"),
    "game": "lantern",
    "slot": "cards",
    "sparks": "spark",
    "light": "sun",
    "dark": "moon",
    "card": "cards",
    "other-cards": "cards",
    "contracts": "contract",
    "trials": "trial",
    "guild": "die",
    "shop": "die",
    "shop-left": "cards",
    "shop-right": "cards",
    "brewery": "die",
    "class": "die",
    "refill": "cards",
    "refresh": "redo",
    "rest": "die",
    "under": "cards",
    "unique": "star",
    "experience": "school",
    "goals": "star",
    "board": "mark",
    "alignment": "left",
    **dict.fromkeys(("extra", "extra.other"), "star"),
    "extra.cards": "cards",
    "extra.contracts": "contract",
    "extra.trials": "trial",
    "spark": "spark",
    "end": "trophy",
    "total": "trophy",
    "vp": "trophy",
    "tally": "trophy",
    "adjust": "pen",
}
COLOURS = ("red", "orange", "yellow", "green", "violet", "blue", BONE)
COLOUR_FAMILIES = {"colour": {colour: "purple" if colour == "violet" else colour for colour in COLOURS}}
_contracts = {kind: tuple(f"{kind}-{vp}" for vp in range(NAMED_VP)) for kind in KINDS}
CONTRACTS = (
    Stem("light", "sun", _contracts["light"]),
    Stem("dark", "moon", _contracts["dark"]),
    Stem(OTHER, "contract", (*_contracts[OTHER], MORE)),
)


class PenumbraPage(Page[Position, Rulings]):
    accent = ("#14586b", "#7fd0e4")
    signs = SIGNS
    colours = COLOUR_FAMILIES
    strengths: Mapping[str, int] = {"beginner": 1, "standard": 2, "contracts": 3, "trials": 3}

    def svg(self, scene: Scene[Position, Rulings]) -> str:
        from automarium.games.penumbra.picture import draw

        return draw(scene)

    def legend(self, position: Position, say: Say, dark: bool) -> list[LegendEntry]:
        from automarium.games.penumbra.page_board import build_legend

        return build_legend(position, say, dark)

    def card(self, event: Event, position: Position, pack: Pack, turn: Sequence[Event]) -> Card | None:
        """Return a list of the board, in which one line is meant or all of them."""
        if not isinstance(event, ListShown):
            return None
        lines = [Icon(line, used=event.number in (None, number)) for number, line in enumerate(event.lines, 1)]
        return Card(event.slot, None, (Cell(message("taken.slot", slot=term("slot", event.slot)), tuple(lines)),))

    def gauges(self, position: Position, pack: Pack) -> Sequence[Gauge]:
        """Return its Marks on their places, as many as its Level; Sparks, Arcana, the points of what it completed."""
        marks = tuple(term("colour", colour) for colour in position.marks)
        says = message("track.level", level=position.level)
        track = DrawnTrack(max(position.board.mark_places, len(marks)), filled=True, laid=marks, says=says)
        found = [Gauge("level", position.level, TrackValue("automa", "mark", position.level), track=track)]
        for name in TOTALS:
            at = getattr(position, name)
            if at or name in ("sparks", "arcana"):
                found.append(Gauge(name, at, TrackValue("automa", name, at)))
        for name in ("contracts", "trials"):
            vps: list[int] = getattr(position, name)
            found.append(Gauge(name, sum(vps), TrackValue("automa", name, ", ".join(map(str, vps)))))
        return found
