"""What the page shows of Golem: the Automa's card and numbers, icons and colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from automarium.engine.content.pack import Pack
from automarium.engine.definition import Page
from automarium.engine.display import Card, Cell, DrawnTrack, Gauge, Icon, map_to_same
from automarium.engine.layout import TrackValue
from automarium.engine.message import Message, Say, message, term
from automarium.engine.play.event import Event
from automarium.engine.question import AnyQuestion
from automarium.games.golem.components import STEMS
from automarium.games.golem.corrections import SHELVES
from automarium.games.golem.effects import parse_effect
from automarium.games.golem.events import BonusFails, BonusTaken, BuyBook, Reveal, SpaceShown, TurnKind
from automarium.games.golem.position import BOOK_COLOURS, COLOURS, DISTRICTS, HIGH, LOW, Position
from automarium.games.golem.printed_facts import find_known
from automarium.games.golem.rulings import Rulings
from automarium.games.golem.score import LEVELS

if TYPE_CHECKING:
    from automarium.engine.drawing.scene import Scene
    from automarium.engine.drawing.svg import LegendEntry

BONUS = {
    "gold": ("artifact", "+1"),
    "study": ("track", "+1"),
    "student": ("student", "+1"),
    "golem-1": ("golem", "≤1"),
    "golem-2": ("golem", "≤2"),
    "shuffle": ("redo", ""),
}
CRITERIA = {
    "most": "most",
    "work": "hammer",
    "strategy": "order",
    "black": "black",
    "white": "white",
    "left": "left",
    "right": "right",
    "neither": "neither",
}
SIGNS = {
    **map_to_same("golem", "student", "rabbi", "marble", "book", "order", "character", "artifact", "mirror"),
    "game": "golem",
    "menorah": "lantern",
    "card": "cards",
    "golem-upgrade": "golem",
    "artifact-upgrade": "artifact",
    "study-upgrade": "book",
    "grey-tile": "artifact",
    "special-tile": "artifact",
    "neighbourhood": "structure",
    "action-tile": "list",
    "resources": "resource",
    "vp": "trophy",
    "golem-track": "track",
    "study-track": "book",
    "ingots": "artifact",
    "goals": "star",
    "strategy": "order",
    "round": "sun",
    "work": "hammer",
    "study": "book",
    "marker": "resource",
    "golem_track": "track",
    "study_track": "book",
    "order_place": "order",
    "buried": "golem",
    "taken": "marble",
    **{f"student-{district}": "student" for district in DISTRICTS},
    **dict.fromkeys(SHELVES, "book"),
    "start": "trophy",
    "told": "trophy",
    "tally": "trophy",
    "tie": "trophy",
    "golems": "golem",
    "artifacts": "artifact",
    "columns": "book",
    "street": "student",
    "cemetery": "tomb",
    "overflow": "resource",
    "shortage": "resource",
    "useless": "neither",
    "bonus": "star",
    "starting-tile": "tile",
    "unused-steps": "move",
    "upgrade": "level",
    "exchange": "redo",
    "study-space": "track",
    "adjusted": "pen",
    "adjust": "pen",
    **{f"bonus.{bonus}": sign for bonus, (sign, _) in BONUS.items()},
    **{f"criterion.{criterion}": sign for criterion, sign in CRITERIA.items()},
}
COLOUR_FAMILIES: dict[str, dict[str, str]] = {
    "marble": {str(colour): colour for colour in COLOURS},
    "district": {str(one): one for one in DISTRICTS},
    "book": {**{str(colour): colour for colour in BOOK_COLOURS}, "none": "none"},
}


READ = 3  # entries of a column that are in sight; the Automa seldom reads further


class GolemPage(Page[Position, Rulings]):
    accent = ("#7a4a0a", "#ecb860")
    signs = SIGNS
    colours = COLOUR_FAMILIES
    strengths: Mapping[str, int] = {str(level): level for level in LEVELS}
    rows = {"marble-in-row": ("row", "marble")}
    undrawn = (  # the picture is the street with the golems
        *("mat", "out", "supply", "artifact", "cemetery", "column-*", "golem", "left-*", "mirror"),
        *("right-*", "study", "synagogue", "tile-*", "work"),
    )

    def svg(self, scene: Scene[Position, Rulings]) -> str:
        from automarium.games.golem.picture.drawing import draw

        return draw(scene)

    def legend(self, position: Position, say: Say, dark: bool) -> list[LegendEntry]:
        from automarium.games.golem.page_board import build_legend

        return build_legend(position, say, dark)

    def card(self, event: Event, position: Position, pack: Pack, turn: Sequence[Event]) -> Card | None:
        """Return the columns of an Automa card. A turn uses either the rabbi's or the marbles'. Or return a space of
        the golem track."""
        if isinstance(event, SpaceShown):
            income = Cell(message("taken.space", number=event.number), tuple(map(_build_effect, event.income)))
            return Card(str(event.number), None, (income,))
        if not isinstance(event, Reveal):
            return None
        shown = event.card
        kind = next((one.kind for one in turn if isinstance(one, TurnKind)), None)
        cells = []
        if shown.bonus != "none":
            sign, beside = BONUS[shown.bonus]
            due = not any(isinstance(one, BonusFails) or (isinstance(one, BonusTaken) and not one.due) for one in turn)
            cells.append(Cell(message("cell.bonus"), (Icon(_words("bonus", shown.bonus), sign, beside, used=due),)))
        by_marble, by_rabbi = kind in (None, "marble"), kind in (None, "rabbi")
        criteria = [Icon(_words("criterion", one), CRITERIA[one], used=by_marble) for one in shown.marble[:READ]]
        tiles = Icon(message("card.rabbi", numbers=list(shown.rabbi)), "rabbi", _first(shown.rabbi), used=by_rabbi)
        bought = kind is None or any(isinstance(one, BuyBook) for one in turn)
        books = Icon(message("card.books", numbers=list(shown.books)), "book", _first(shown.books), used=bought)
        columns = {
            "marble": Cell(message("cell.marble"), tuple(criteria)),
            "rabbi": Cell(message("cell.rabbi"), (tiles,)),
        }
        cells += [columns.pop(shown.first), *columns.values(), Cell(message("cell.books"), (books,))]
        return Card(str(shown.id), message("cell.number", number=event.number), tuple(cells))

    def hints(self, position: Position, question: AnyQuestion, pack: Pack, rulings: Rulings) -> Sequence[Message]:
        return (message("ask.card.enter"),) if question.about == "component.card.one" else ()

    def gauges(self, position: Position, pack: Pack) -> Sequence[Gauge]:
        read = {
            "vp": position.vp,
            "golem-track": position.golem_track,
            "study-track": position.study_track,
            "ingots": position.ingots,
        }
        marker = position.marker
        resources = Gauge(
            "resources", marker, TrackValue("automa", "resources", marker), track=_resources(position, pack)
        )
        return [*(Gauge(name, at, TrackValue("automa", name, at)) for name, at in read.items()), resources]


def _build_effect(effect: str) -> Icon:
    """Return the sign of an effect with its number."""
    sign = next(stem.sign for stem in STEMS if effect in stem.options)
    return Icon(_words("effect", effect), sign, str(parse_effect(effect).amount))


def _words(family: str, value: str) -> Message:
    return Message("cell.words", {"what": term(family, value)})


def _first(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers[:READ]))


def _resources(position: Position, pack: Pack) -> DrawnTrack:
    """Return the track of resources with the red zone of the Automa's level, where it is known."""
    added = position.added
    zone = added.red_zone if added else find_known(position, pack, f"red_zone.{position.level}.spaces")
    names = {space: str(space) for space in (0, 10, HIGH)} | {LOW: f"−{-LOW}"}
    red = tuple(zone) if isinstance(zone, (list, tuple)) else ()
    says = message("track.red" if position.marker in red else "track.not-red", count=position.marker) if red else None
    return DrawnTrack(HIGH - LOW + 1, LOW, {position.marker: "resource"}, names, red, says=says)
