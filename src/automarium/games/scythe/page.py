"""What the page shows of Scythe: the Automa's card and numbers, icons and colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from automarium.engine.content.pack import Pack
from automarium.engine.definition import Page
from automarium.engine.display import Card, Cell, DrawnTrack, Gauge, Icon, map_to_same
from automarium.engine.layout import TrackValue
from automarium.engine.message import Message, Say, message
from automarium.engine.play.event import Event
from automarium.engine.question import AnyQuestion
from automarium.games.scythe.events import Attack, Draw, Encounter, Factory, Move, Raid, Skip
from automarium.games.scythe.layout import describe_next_mark
from automarium.games.scythe.odds import find_hints
from automarium.games.scythe.position import STARS, Gain, Position, Symbol, get_cards
from automarium.games.scythe.rulings import Rulings
from automarium.games.scythe.text import describe_gain, describe_symbol

if TYPE_CHECKING:
    from automarium.engine.drawing.scene import Scene
    from automarium.engine.drawing.svg import LegendEntry

BONUS_SIGNS = {"power": "power", "coin": "coin", "popularity": "glory", "combat_card": "cards"}
SIGNS = {
    **map_to_same("mech", "worker", "character", "structure", "encounter", "fight", "star"),
    "game": "mech",
    "factory-card": "factory",
    "combat-cards": "cards",
    "combat-card": "cards",
    "coins": "coin",
    "stars": "star",
    "tracker": "cube",
    "scheme": "cards",
    "shuffles": "cards",
    "resources": "resource",
    "cleared": "resource",
    **{f"recruit-{bonus}": sign for bonus, sign in BONUS_SIGNS.items()},
    **BONUS_SIGNS,
    "next": "forward",
    "go": "move",
    "add": "worker",
    "unlock": "level",
    "enlist": "worker",
    "build": "structure",
    "bonus": "trophy",
    "tally": "trophy",
    "tie": "trophy",
    "adjust": "pen",
}
MOVES = {
    "worker_move": "worker",
    "mech_move": "mech",
    "character_move": "character",
    "encounter_or_factory": "encounter",
    "attack_combat_unit": "fight",
    "attack_workers": "worker",
}
GAINS = {"coin": "coin", "power": "power", "combat_card": "cards", "worker": "worker", "character_or_mech": "mech"}


class ScythePage(Page[Position, Rulings]):
    accent = ("#8c2f1b", "#f2997f")
    signs = SIGNS

    def svg(self, scene: Scene[Position, Rulings]) -> str:
        from automarium.games.scythe.picture import draw

        return draw(scene)

    def legend(self, position: Position, say: Say, dark: bool) -> list[LegendEntry]:
        from automarium.games.scythe.page_board import build_legend

        return build_legend(position, say, dark)

    def hints(self, position: Position, question: AnyQuestion, pack: Pack, rulings: Rulings) -> Sequence[Message]:
        return find_hints(position, question, pack)

    def card(self, event: Event, position: Position, pack: Pack, turn: Sequence[Event]) -> Card | None:
        """Return the half of the active scheme, without what is for factions not in play. Of the moves, those made are
        used; of a skipped card, nothing is."""
        if not isinstance(event, Draw):
            return None
        drawn = get_cards(pack, event.expansion)[event.card]
        half = drawn.scheme(event.scheme)
        playing = (None, position.automa.faction)
        skipped = any(isinstance(one, Skip) for one in turn)
        golden = (
            Icon(message("card.golden"), "cube", "+1", used=not skipped) if drawn.golden else Icon(message("cell.none"))
        )
        cells = [
            Cell(
                message("cell.moves"), tuple(_make_move_icon(one, turn) for one in half.moves if one.faction in playing)
            ),
            Cell(
                message("cell.gains"),
                tuple(_make_gain_icon(one, skipped) for one in half.gains if one.faction in playing),
            ),
            Cell(message("cell.star"), (golden,)),
            Cell(message("cell.left", count=event.left), (Icon(message("cell.left", count=event.left), "cards"),)),
        ]
        return Card(str(event.card), message("cell.scheme", scheme=event.scheme), tuple(cells))

    def gauges(self, position: Position, pack: Pack) -> Sequence[Gauge]:
        automa = position.automa

        def read(name: str, at: int, most: int | None = None) -> Gauge:
            return Gauge(name, at, TrackValue("automa", name, at), most)

        return (
            read("power", automa.power),
            read("coins", automa.coins),
            read("combat-cards", automa.combat_cards),
            read("stars", position.stars, STARS),
            Gauge(
                "tracker",
                position.tracker,
                TrackValue("automa", "tracker", position.tracker),
                track=_make_track(position),
            ),
        )


def _make_move_icon(one: Symbol, turn: Sequence[Event]) -> Icon:
    beside = "" if one.min_power is None else f"{one.min_power}+"
    return Icon(describe_symbol(one), MOVES[one.action], beside, used=not turn or one.action in _list_moves(turn))


def _list_moves(turn: Sequence[Event]) -> set[str]:
    """Return the moves of a turn as the card names them. Both symbols of the character may move it (SCY-ULTRA-02); of
    one move alone, what it found says which symbol it was."""
    made = {"attack_combat_unit" for one in turn if isinstance(one, Attack)}
    made |= {"attack_workers" for one in turn if isinstance(one, Raid)}
    made |= {f"{one.unit}_move" for one in turn if isinstance(one, Move) and one.unit != "character"}
    walks = [n for n, one in enumerate(turn) if isinstance(one, Move) and one.unit == "character"]
    if len(walks) > 1:
        return made | {"encounter_or_factory", "character_move"}
    return made | {"encounter_or_factory" if _has_found(turn[n + 1 :]) else "character_move" for n in walks}


def _has_found(after: Sequence[Event]) -> bool:
    """Return whether a move of the character ended on a token or on the Factory."""
    arrival = next((one for one in after if isinstance(one, (Encounter, Factory, Move, Attack, Raid))), None)
    return isinstance(arrival, (Encounter, Factory))


def _make_gain_icon(one: Gain, skipped: bool) -> Icon:
    return Icon(describe_gain(one), GAINS[one.gain], f"+{one.amount}", used=not skipped)


def _make_track(position: Position) -> DrawnTrack:
    card = position.star_card
    return DrawnTrack(
        card.spaces,
        signs={**dict.fromkeys(card.stars, "star"), position.tracker: "cube"},
        names={card.scheme_two: "II"},
        says=describe_next_mark(position),
    )
