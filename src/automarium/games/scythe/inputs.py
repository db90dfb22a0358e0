"""What the human may tell: their pieces, combats, stars, the turn, and their score at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from automarium.games.scythe.adjust import Adjust, adjust_fields
from automarium.games.scythe.atlas import BASE, TERRITORIES
from automarium.games.scythe.combat import fight, human_enters, take_token
from automarium.games.scythe.events import BonusCoins, MustFight
from automarium.games.scythe.position import MECHS, WORKERS, Card, HumanScore, Kind, Position
from automarium.games.scythe.score import STRUCTURE_BONUS, structure_bonus
from automarium.games.scythe.stars import SixthStar, end, human_star
from automarium.games.scythe.turn import automa_turn
from automarium.kernel.filling import check_filled, next_missing
from automarium.kernel.room import Field, Input
from automarium.kernel.saying import refuse
from automarium.kernel.table import Count, Pick, Table

KINDS: tuple[Kind, ...] = ("mech", "character", "worker")
ABILITIES = ("riverwalk", "lakes")


class Next(Input, frozen=True, tag="next"):
    """The human's turn is over: the Automa plays hers."""


class Go(Input, frozen=True, tag="go"):
    """A piece of the human's went from one place to another."""

    unit: Kind
    from_: str = msgspec.field(name="from")
    to: str


class Fought(Input, frozen=True, tag="fight"):
    """The human attacks: the combat on a territory where both sides have combat units."""

    at: str


class Added(Input, frozen=True, tag="add"):
    """A new worker or mech of the human's."""

    unit: Kind
    at: str


class Unlocked(Input, frozen=True, tag="unlock"):
    """A mech ability that changes where the human's combat units can go."""

    ability: str


class Built(Input, frozen=True, tag="build"):
    """A structure of the human's."""

    at: str


class PlacedStar(Input, frozen=True, tag="star"):
    """The human placed a star (not for a combat: that is asked there)."""


class Tally(Input, frozen=True, tag="tally"):
    """The human's side of the score sheet."""

    coins: int
    popularity: int
    territories: int
    resources: int
    bonus: int


class Bonus(Input, frozen=True, tag="bonus"):
    """The structure bonus tile of this game, and how many of what it counts the human has."""

    tile: str
    counted: int


class TieBreak(Input, frozen=True, tag="tie"):
    """What decides a tie: workers, mechs and structures together, then power."""

    units: int
    power: int


INPUTS: dict[str, type[Input]] = {
    "next": Next,
    "go": Go,
    "fight": Fought,
    "add": Added,
    "unlock": Unlocked,
    "build": Built,
    "star": PlacedStar,
    "bonus": Bonus,
    "tally": Tally,
    "tie": TieBreak,
    "adjust": Adjust,
}


def input_field(position: Position, name: str, given: Mapping[str, Any]) -> Field | None:
    """The next thing an input must say."""
    return next_missing(_fields(position, name, given), given)


def _fields(position: Position, name: str, given: Mapping[str, Any]) -> list[Field]:
    human = position.human
    match name:
        case "go":
            standing = places_of(position, given.get("unit", "character"))
            if not standing:
                raise refuse("go.none", "unit", unit=given["unit"])
            only = standing[0] if len(standing) == 1 else None
            return [
                Field("unit", Pick(about="ask.go.unit", options=KINDS, family="unit")),
                Field("from", Pick(about="ask.go.from", options=standing, family="place", default=only)),
                Field("to", Pick(about="ask.go.to", options=(*TERRITORIES, BASE), family="place")),
            ]
        case "fight":
            if not pending_fights(position):
                raise refuse("fight.none")
            return [Field("at", Pick(about="ask.fight", options=pending_fights(position), family="place"))]
        case "add":
            return [
                Field("unit", Pick(about="ask.add", options=("worker", "mech"), family="unit")),
                Field("at", Pick(about="ask.add.at", options=(*TERRITORIES, BASE), family="place")),
            ]
        case "unlock":
            locked = tuple(name for name in ABILITIES if not getattr(human, name))
            return [Field("ability", Pick(about="ask.unlock", options=locked, family="ability"))]
        case "build":
            return [Field("at", Pick(about="ask.build", options=TERRITORIES, family="place"))]
        case "bonus":
            return [
                Field("tile", Pick(about="ask.bonus.tile", options=tuple(STRUCTURE_BONUS), family="bonus-tile")),
                Field("counted", Count(about="ask.bonus.counted", low=0, high=7)),
            ]
        case "tally":
            return [
                Field("coins", Count(about="ask.coins", low=0, high=999)),
                Field("popularity", Count(about="ask.popularity", low=0, high=18)),
                Field("territories", Count(about="ask.territories", low=0, high=49)),
                Field("resources", Count(about="ask.counted-resources", low=0, high=282)),
                Field("bonus", Count(about="ask.bonus", low=0, high=9, default=human.bonus)),
            ]
        case "tie":
            if position.human_score is None:
                raise refuse("tie.tally")
            return [
                Field("units", Count(about="ask.units", low=0, high=16)),
                Field("power", Count(about="ask.power", low=0, high=16)),
            ]
        case "adjust":
            return adjust_fields(position, given)
        case _:
            return []


def check_fields(position: Position, input_: Input) -> None:
    name = str(input_.__struct_config__.tag)
    check_filled(input_, lambda given: input_field(position, name, given))


def places_of(position: Position, unit: str) -> tuple[str, ...]:
    """Where the human has pieces of a kind, each place once."""
    human = position.human
    places = {"character": [human.character], "mech": human.mechs, "worker": human.workers}[unit]
    return tuple(dict.fromkeys(places))


def pending_fights(position: Position) -> tuple[str, ...]:
    """Territories where both sides have combat units."""
    theirs = [at for at in (position.human.character, *position.human.mechs) if at != BASE]
    if not theirs:
        return ()
    hers = {position.automa.character, *position.automa.mechs}
    return tuple(at for at in dict.fromkeys(theirs) if at in hers)


def apply(position: Position, input_: Input, cards: dict[int, Card], table: Table) -> None:
    if position.over and not isinstance(input_, (Bonus, Tally, TieBreak, Adjust)):
        raise refuse("next.over")
    try:
        _apply(position, input_, cards, table)
    except SixthStar as sixth:
        end(position, sixth, table)


def _apply(position: Position, input_: Input, cards: dict[int, Card], table: Table) -> None:
    if isinstance(input_, Next):
        go_on(position, cards, table)
        return
    if not isinstance(input_, Adjust):
        check_fields(position, input_)
    match input_:
        case Go():
            go(position, input_, table)
        case Fought(at):
            fight(position, at, "human", cards, table)
        case Added():
            add(position, input_)
        case Unlocked(ability):
            setattr(position.human, ability, True)
        case Built(at):
            if at in position.human.structures:
                raise refuse("build.there", "at", at=at)
            position.human.structures.append(at)
        case PlacedStar():
            human_star(position)
        case Bonus(tile, counted):
            position.human.bonus = structure_bonus(tile, counted)
            table.tell(BonusCoins(tile, position.human.bonus))
        case Tally(coins, popularity, territories, resources, bonus):
            position.human_score = HumanScore(coins, popularity, territories, resources, bonus)
        case TieBreak(units, power):
            if position.human_score is None:
                raise refuse("tie.tally")
            position.human_score = msgspec.structs.replace(position.human_score, units=units, power=power)
        case Adjust():
            input_.carry_out(position, table)


def go_on(position: Position, cards: dict[int, Card], table: Table) -> None:
    waiting = pending_fights(position)
    if waiting:
        raise refuse("next.fight", places=list(waiting))
    position.to_move = "automa"
    automa_turn(position, cards, table, lambda now, at, heard: fight(now, at, "automa", cards, heard))
    position.to_move = "human"


def go(position: Position, move: Go, table: Table) -> None:
    """Their own move; what it does to her workers, and to a token under their character, follows at once."""
    human, automa = position.human, position.automa
    to = move.to
    her_units = to != BASE and to in (automa.character, *automa.mechs)
    her_workers = to != BASE and to in automa.workers
    escorted = to in (human.character, *human.mechs)  # carried into a combat by a mech
    if move.unit == "worker" and (her_units or her_workers) and not escorted:
        raise refuse("go.worker", "to", to=to)
    if move.unit == "character":
        human.character = to
    else:
        places = human.mechs if move.unit == "mech" else human.workers
        places[places.index(move.from_)] = to
    if move.unit == "worker":
        return
    if her_units:
        table.tell(MustFight(to), "SCY-COMBAT-01")
    elif her_workers:
        human_enters(position, to, table)
    if move.unit == "character" and not her_units:
        take_token(position, table)


def add(position: Position, added: Added) -> None:
    automa = position.automa
    if added.at != BASE and added.at in (automa.character, *automa.mechs, *automa.workers):
        raise refuse("add.occupied", "at", at=added.at)
    places, most = (position.human.mechs, MECHS) if added.unit == "mech" else (position.human.workers, WORKERS)
    if len(places) >= most:
        raise refuse("add.all", "unit", count=most, unit=added.unit)
    places.append(added.at)
