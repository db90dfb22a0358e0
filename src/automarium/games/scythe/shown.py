"""What of Scythe is shown on a page: her card as one sees it, her numbers, how a thing is corrected, and signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from automarium.games.scythe.atlas import BASE
from automarium.games.scythe.events import Draw
from automarium.games.scythe.position import STARS, Gain, Position, Symbol, automa_cards, expansion_cards
from automarium.games.scythe.text import gain, symbol
from automarium.kernel.hands import MAT, Lies, Reads
from automarium.kernel.pack import Pack
from automarium.kernel.room import Card, Cell, Gauge, Icon
from automarium.kernel.saying import saying
from automarium.kernel.table import Event

SIGNS = {
    "game": "mech",
    "mech": "mech",
    "worker": "worker",
    "character": "character",
    "structure": "structure",
    "encounter": "encounter",
    "factory-card": "factory",
    "power": "power",
    "combat-cards": "cards",
    "combat-card": "cards",
    "coins": "coin",
    "stars": "star",
    "tracker": "cube",
    "scheme": "cards",
    "shuffles": "cards",
    "resources": "resource",
    "cleared": "resource",
    "popularity": "glory",
    "recruit": "worker",
    "next": "forward",
    "go": "mech",
    "fight": "fight",
    "add": "worker",
    "unlock": "level",
    "enlist": "worker",
    "build": "structure",
    "star": "star",
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
# How a track or a piece is called where it is corrected.
TRACKS = {
    ("automa", "power"): "power",
    ("automa", "combat-cards"): "combat-cards",
    ("automa", "coins"): "coins",
    ("automa", "tracker"): "tracker",
    ("automa", "stars"): "stars",
    ("human", "stars"): "your-stars",
    ("table", "scheme"): "scheme",
}
PIECES = {
    ("automa", "character"): "character",
    ("automa", "mech"): "mech",
    ("automa", "worker"): "worker",
    ("human", "character"): "your-character",
    ("human", "mech"): "your-mech",
    ("human", "worker"): "your-worker",
    ("human", "structure"): "structure",
    ("table", "encounter"): "token",
    ("automa", "factory-card"): "factory-card",
}


def card(event: Event, position: Position, pack: Pack) -> Card | None:
    """Her Automa card: the half of the active scheme, without what is only for factions that do not play."""
    if not isinstance(event, Draw):
        return None
    drawn = pack.once(expansion_cards if event.expansion else automa_cards)[event.card]
    half = drawn.scheme(event.scheme)
    playing = (None, position.automa.faction)
    cells = [
        Cell(saying("cell.moves"), tuple(_move(one) for one in half.moves if one.faction in playing)),
        Cell(saying("cell.gains"), tuple(_gain(one) for one in half.gains if one.faction in playing)),
        Cell(
            saying("cell.star"),
            (Icon(saying("card.golden"), "cube", "+1"),) if drawn.golden else (Icon(saying("cell.none")),),
        ),
        Cell(saying("cell.left", count=event.left), (Icon(saying("cell.left", count=event.left), "cards"),)),
    ]
    return Card(str(event.card), saying("cell.scheme", scheme=event.scheme), tuple(cells))


def _move(one: Symbol) -> Icon:
    beside = "" if one.min_power is None else f"{one.min_power}+"
    return Icon(symbol(one), MOVES[one.action], beside)


def _gain(one: Gain) -> Icon:
    return Icon(gain(one), GAINS[one.gain], f"+{one.amount}")


def gauges(position: Position) -> Sequence[Gauge]:
    """Power, combat cards, coins, stars and the cube on the star card."""
    automa = position.automa

    def read(name: str, at: int, most: int | None = None) -> Gauge:
        return Gauge(name, at, Reads("automa", name, at), most)

    return (
        read("power", automa.power),
        read("coins", automa.coins),
        read("combat-cards", automa.combat_cards),
        read("stars", position.stars, STARS),
        read("tracker", position.tracker, position.star_card.spaces - 1),
    )


def corrects(position: Position, thing: Lies | Reads) -> Mapping[str, Any] | None:
    """What ``adjust`` is told first; a piece also where it stands."""
    if isinstance(thing, Reads):
        what = TRACKS.get((thing.side, thing.track))
        return None if what is None else {"what": what}
    what = PIECES.get((thing.side, thing.piece))
    if what is None:
        return None
    several = thing.piece in ("mech", "worker") and thing.at not in (MAT, BASE)
    return {"what": what, "at": thing.at} if several else {"what": what}
