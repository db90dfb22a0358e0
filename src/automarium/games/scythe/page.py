"""What the page shows of Scythe: the Automa's card and numbers, icons and colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from automarium.engine.content.pack import Pack
from automarium.engine.definition import Page
from automarium.engine.display import Card, Cell, Combat, DrawnTrack, Gauge, Icon, News, Standing, map_to_same
from automarium.engine.layout import Side, TrackValue
from automarium.engine.message import Message, Say, message, term
from automarium.engine.play.event import Event
from automarium.engine.question import AnyQuestion
from automarium.games.scythe.events import (
    Attack,
    Battle,
    CombatCard,
    Draw,
    Encounter,
    Factory,
    Move,
    Outcome,
    Raid,
    Skip,
)
from automarium.games.scythe.layout import describe_next_mark
from automarium.games.scythe.map import TERRAIN
from automarium.games.scythe.odds import find_hints
from automarium.games.scythe.position import (
    COMBAT_VALUES,
    LEVELS,
    MOST_DIAL,
    MOST_POWER,
    STAR_CARDS,
    STARS,
    Automa,
    Gain,
    Human,
    Position,
    Symbol,
    get_cards,
)
from automarium.games.scythe.rulings import Rulings
from automarium.games.scythe.score import MOST_POPULARITY
from automarium.games.scythe.text import count_pieces, describe_gain, describe_symbol

if TYPE_CHECKING:
    from automarium.engine.drawing.scene import Scene
    from automarium.engine.drawing.svg import LegendEntry

BONUS_SIGNS = {"power": "power", "coin": "coin", "popularity": "heart", "combat_card": "cards"}
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
    "territories": "tile",
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


# The colours of the factions: fill, letters on it, and a line on paper and terrain; by day and by night.
PALETTE = {
    "nordic": (("#1f5fae", "#ffffff", "#1f5fae"), ("#6fb0f5", "#0a1a2c", "#6fb0f5")),
    "rusviet": (("#a81c34", "#ffffff", "#a81c34"), ("#f0788b", "#2a0609", "#f0788b")),
    "crimea": (("#f0c332", "#221d18", "#7d6200"), ("#f0c93a", "#221d18", "#f0c93a")),
    "saxony": (("#26262b", "#ffffff", "#26262b"), ("#050506", "#ffffff", "#f4eee2")),
    "polania": (("#ffffff", "#221d18", "#6b6257"), ("#ffffff", "#221d18", "#ffffff")),
    "albion": (("#2c7a3c", "#ffffff", "#2c7a3c"), ("#7fce8c", "#06210d", "#7fce8c")),
    "togawa": (("#7b3f8c", "#ffffff", "#7b3f8c"), ("#cf9be2", "#28062f", "#cf9be2")),
}
NOTES = {"power": MOST_POWER, "popularity": MOST_POPULARITY}
IN_COMBAT = ("ask.ready", "ask.ready.own", "ask.changed", "ask.reckoning", "ask.reckoning.power")


class ScythePage(Page[Position, Rulings]):
    accent = ("#8c2f1b", "#f2997f")
    signs = SIGNS
    palette = PALETTE
    strengths: Mapping[str, int] = {level: number for number, level in enumerate(LEVELS, 1)}
    colours: Mapping[str, Mapping[str, str]] = {"faction": map_to_same(*PALETTE)}

    def svg(self, scene: Scene[Position, Rulings]) -> str:
        from automarium.games.scythe.picture import draw

        return draw(scene)

    def legend(self, position: Position, say: Say, dark: bool) -> list[LegendEntry]:
        from automarium.games.scythe.page_board import build_legend

        return build_legend(position, say, dark)

    def hints(self, position: Position, question: AnyQuestion, pack: Pack, rulings: Rulings) -> Sequence[Message]:
        return find_hints(position, question, pack)

    def standings(self, position: Position) -> Sequence[Standing]:
        automa, human = position.automa, position.human
        humans = (_make_gauge("human", "stars", human.stars, STARS),)
        automas = (
            _make_gauge("automa", "stars", position.stars, STARS),
            _make_gauge("automa", "power", automa.power),
            _make_gauge("automa", "coins", automa.coins),
            _make_gauge("automa", "combat-cards", automa.combat_cards),
        )
        return (
            Standing("human", humans, term("faction", human.faction), human.faction, NOTES),
            Standing("automa", automas, term("faction", automa.faction), automa.faction),
        )

    def news(self, before: Position, after: Position) -> Sequence[News]:
        """A star of the human's, the fifth star of either side, scheme II, and the end of the water restriction."""
        found = []
        stars, automa = after.human.stars, after.stars
        if stars > before.human.stars:
            left = STARS - stars
            words = message("news.star", number=stars, all=STARS)
            found.append(News("human", words, message("news.star.more", count=left), "star"))
        if automa > before.stars and automa == STARS - 1:
            found.append(News("automa", message("news.her-fifth"), message("news.her-fifth.more"), "star"))
        if (before.scheme, after.scheme) == ("I", "II"):
            found.append(News("automa", message("news.scheme"), message("news.scheme.more")))
        if before.restricted and not after.restricted:
            found.append(News("automa", message("news.water"), message("news.water.more")))
        return found

    def combat(self, position: Position, question: AnyQuestion | None, turn: Sequence[Event]) -> Combat | None:
        battle = next((one for one in reversed(turn) if isinstance(one, Battle)), None)
        if battle is None or (question is not None and question.about not in IN_COMBAT):
            return None
        from automarium.games.scythe.picture import TINT

        since = turn[turn.index(battle) :]
        card = next((one for one in since if isinstance(one, CombatCard)), None)
        outcome = next((one for one in since if isinstance(one, Outcome)), None)
        automa = position.automa
        return Combat(
            at=battle.at,
            attacker=battle.attacker,
            ground=TERRAIN[battle.at],
            tint=TINT[TERRAIN[battle.at]],
            human=_list_fighters(position.human, battle.at),
            automa=_list_fighters(automa, battle.at),
            remark=message("combat.has", power=automa.power, count=automa.combat_cards),
            dial=MOST_DIAL,
            values=tuple(COMBAT_VALUES),
            card="" if card is None else str(card.card),
            power=0 if card is None else card.power,
            used=0 if card is None else card.cards,
            winner=None if outcome is None else outcome.winner,
            totals=(0, 0) if outcome is None else (outcome.human, outcome.automa),
        )

    def level_track(self, level: str) -> DrawnTrack | None:
        card = STAR_CARDS[level]
        return DrawnTrack(
            card.spaces,
            signs=dict.fromkeys(card.stars, "star"),
            says=message("level.last-star", space=card.stars[-1]),
        )

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
        return (
            _make_gauge("automa", "power", automa.power),
            _make_gauge("automa", "coins", automa.coins),
            _make_gauge("automa", "combat-cards", automa.combat_cards),
            _make_gauge("automa", "stars", position.stars, STARS),
            Gauge(
                "tracker",
                position.tracker,
                TrackValue("automa", "tracker", position.tracker),
                track=_make_track(position),
            ),
        )


def _make_gauge(side: Side, name: str, at: int, most: int | None = None) -> Gauge:
    return Gauge(name, at, TrackValue(side, name, at), most)


def _list_fighters(owner: Automa | Human, at: str) -> tuple[str, ...]:
    """Return the combat units of a side in a place."""
    return tuple(kind for kind, count in count_pieces(owner, at).items() if kind != "worker" for _ in range(count))


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
