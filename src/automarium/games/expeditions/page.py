"""What the page shows of Expeditions: the Automa's card and numbers, icons and colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from automarium.engine.content.pack import Pack
from automarium.engine.definition import Page
from automarium.engine.display import Card, Cell, DrawnTrack, Gauge, Icon, News, Standing, map_to_same
from automarium.engine.layout import MAT, PlacedPieces, TrackValue
from automarium.engine.message import Say, message
from automarium.engine.play.event import Event
from automarium.games.expeditions.events import Cleanse, Cleanse20, Draw, Explore, RateShown
from automarium.games.expeditions.position import (
    BASECAMP,
    GLORY_TOKENS,
    HUMAN_GLORY_TO_END,
    Position,
    ProgressCard,
    Section,
    read_cards,
)
from automarium.games.expeditions.rulings import Rulings
from automarium.games.expeditions.setup import LEVELS

if TYPE_CHECKING:
    from automarium.engine.drawing.scene import Scene
    from automarium.engine.drawing.svg import LegendEntry

SIGNS = {
    **map_to_same("mech", "tile", "map", "corruption", "glory"),
    "game": "tile",
    "mech-north": "mech",
    "mech-central": "mech",
    "swept": "sweep",
    "progress": "track",
    "maps": "map",
    "shuffled": "cards",
    "boxed": "box",
    "go": "mech",
    "explore": "tile",
    "vanquish": "corruption",
    "boast": "glory",
    "drew": "cards",
    "coins": "coin",
    "coins-in-hand": "coin",
    "quests": "contract",
    "items": "hammer",
    "total": "trophy",
    "tally": "trophy",
    "adjust": "pen",
}
TARGETS = {"map_token": "map", "corruption": "corruption", "corruption20": "corruption"}


class ExpeditionsPage(Page[Position, Rulings]):
    accent = ("#4b3a94", "#b9abff")
    signs = SIGNS
    strengths: Mapping[str, int] = {str(level): level for level in LEVELS}
    undrawn = ("supply", "out", "mat", BASECAMP)  # the base camp is drawn only while the human is there

    def svg(self, scene: Scene[Position, Rulings]) -> str:
        from automarium.games.expeditions.picture import draw

        return draw(scene)

    def legend(self, position: Position, say: Say, dark: bool) -> list[LegendEntry]:
        from automarium.games.expeditions.page_board import build_legend

        return build_legend(position, say, dark)

    def card(self, event: Event, position: Position, pack: Pack, turn: Sequence[Event]) -> Card | None:
        """Return a decision card: progress, then for each mech its target and its distance. Or return the rates of the
        progress card."""
        if isinstance(event, RateShown):
            return _build_progress_card(position.card, event.rate)
        if not isinstance(event, Draw):
            return None
        drawn = pack.once(read_cards)[event.card]
        step = Icon(message("card.progress"), "track", "+1") if drawn.advances_progress else Icon(message("cell.none"))
        cells = [
            Cell(message("cell.progress"), (step,)),
            _build_cell("north", drawn.north, turn),
            _build_cell("central", drawn.central, turn),
        ]
        return Card(str(event.card), message("cell.left", count=event.left), tuple(cells))

    def standings(self, position: Position) -> Sequence[Standing]:
        human, automa = position.human_glory, position.glory
        return (
            Standing("human", (Gauge("glory", human, TrackValue("human", "glory", human), HUMAN_GLORY_TO_END),)),
            Standing("automa", (Gauge("glory", automa, TrackValue("automa", "glory", automa), GLORY_TOKENS),)),
        )

    def news(self, before: Position, after: Position) -> Sequence[News]:
        """A glory token of the human's, and the Automa's last but one."""
        found = []
        if after.human_glory > before.human_glory:
            words = message("news.glory", number=after.human_glory, all=HUMAN_GLORY_TO_END)
            found.append(News("human", words, message("news.glory.more"), "glory"))
        if after.glory > before.glory and after.glory == GLORY_TOKENS - 1:
            found.append(News("automa", message("news.her-glory"), message("news.her-glory.more"), "glory"))
        return found

    def gauges(self, position: Position, pack: Pack) -> Sequence[Gauge]:
        progress, glory = position.progress, position.glory
        return (
            Gauge("progress", progress, TrackValue("automa", "progress", progress), track=_build_track(position)),
            Gauge("glory", glory, TrackValue("automa", "glory", glory), GLORY_TOKENS),
            Gauge("maps", position.maps, PlacedPieces("table", "map", MAT)),
            Gauge("corruption", position.corruption + position.special, PlacedPieces("table", "corruption", MAT)),
        )


def _build_progress_card(card: ProgressCard, meant: str) -> Card:
    coins = card.coins
    rates = {"glory": coins.glory_token, "maps": coins.map_token, "corruption": coins.corruption_token}
    icons = [
        Icon(message(f"taken.rate.{rate}"), SIGNS[rate], f"×{number}", used=rate == meant)
        for rate, number in rates.items()
    ]
    return Card(str(card.level), None, (Cell(message(f"taken.rate.{meant}"), tuple(icons)),))


def _build_cell(mech: str, section: Section, turn: Sequence[Event]) -> Cell:
    icons = [Icon(message("cell.sweep"), "sweep")] if section.sweep else []
    target = section.target
    found = any(isinstance(one, (Explore, Cleanse, Cleanse20)) and one.mech == mech for one in turn)
    glory = 0
    if target is not None:
        glory = target.glory_required or 0
        times = f"×{target.count}" if target.kind == "corruption" else "20" if target.kind == "corruption20" else ""
        words = message(f"cell.{target.kind}", count=target.count)
        icons.append(Icon(words, TARGETS[target.kind], times, used=found or not turn))
    words = message("cell.distance", count=section.distance)
    icons.append(Icon(words, "forward", str(section.distance), used=not found))
    about = message(f"cell.{mech}.glory", glory=glory) if glory else message(f"cell.{mech}")
    return Cell(about, tuple(icons))


def _build_track(position: Position) -> DrawnTrack:
    card, at = position.card, position.progress
    left = card.to_glory(at)
    says = message("track.end") if left is None else message("track.glory", left=left)
    return DrawnTrack(card.last_space + 1, signs={**dict.fromkeys(card.glory_spaces, "glory"), at: "track"}, says=says)
