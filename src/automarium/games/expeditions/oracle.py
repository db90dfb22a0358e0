"""The oracle's two questions, ``turn`` and ``score``: facts in, one decision out."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from automarium.games.expeditions.events import ORACLE_STEPS, Stay
from automarium.games.expeditions.position import (
    PRINTED,
    ROWS,
    SPECIAL,
    DecisionCard,
    GloryCount,
    Mech,
    Position,
    ProgressCard,
    Tile,
    decision_cards,
)
from automarium.games.expeditions.score import automa_lines
from automarium.games.expeditions.setup import COIN_CHANGE, UNPUBLISHED
from automarium.games.expeditions.turn import play_card
from automarium.kernel.chance import Chance
from automarium.kernel.room import Verdict
from automarium.kernel.saying import refuse, saying
from automarium.kernel.table import Table

North = Literal["N1", "N2", "N3", "N4", "N5", "N6", "N7"]
Central = Literal["C1", "C2", "C3", "C4", "C5", "C6", "C7"]
South = Literal["S1", "S2", "S3", "S4", "S5", "S6"]
Level = Annotated[int, msgspec.Meta(ge=1, le=5)]
Token = Annotated[int, msgspec.Meta(ge=1)]
Tokens = Annotated[int, msgspec.Meta(ge=0)]


class MechPlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    north: North
    central: Central


class Lying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies on a location: a map token on its closed tile, or corruption from the top."""

    map: bool = False
    corruption: list[Token] = []


class TurnFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: Annotated[int, msgspec.Meta(ge=1, le=14)] | DecisionCard
    glory: GloryCount
    progress: Annotated[int, msgspec.Meta(ge=0)]
    level: Level | ProgressCard
    mechs: MechPlaces
    human: North | Central | South | Literal["basecamp"]
    locations: dict[North | Central | South, Lying]


class ScoreFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: Level | ProgressCard
    glory: GloryCount
    maps: Tokens
    corruption: Tokens
    coin_change: int = 0


def turn(facts: TurnFacts, rulings: dict[str, str]) -> Verdict:
    position = _position(facts, rulings)
    card = facts.card if isinstance(facts.card, DecisionCard) else PRINTED.once(decision_cards)[facts.card]
    table = Table(Chance(0), rulings, stand_in=lambda _: [])
    play_card(position, card, table)
    told = [step for step in table.steps if isinstance(step.event, (*ORACLE_STEPS, Stay))]
    traces = [trace for step in table.steps for trace in step.traces]
    return Verdict(
        answer=[msgspec.to_builtins(step.event) for step in told if not isinstance(step.event, Stay)],
        traces=(*traces, *(table.notes or ())),
        said=tuple(step.event for step in told),
    )


def score(facts: ScoreFacts, rulings: dict[str, str]) -> Verdict:
    low, high = COIN_CHANGE
    if rulings["EXP-AMB-13"] == "recommended" and not low <= facts.coin_change <= high:
        raise refuse("read.range", "facts.coin_change", given=facts.coin_change, low=low, high=high)
    position = Position(
        card=_progress_card(facts.level),
        tiles={},
        mechs={},
        glory=facts.glory,
        maps=facts.maps,
        corruption=facts.corruption,
        coin_change=facts.coin_change,
    )
    coins = sum(line.points for line in automa_lines(position, rulings))
    return Verdict(answer=coins, traces=(), said=(saying("score.coins", count=coins),))


def _position(facts: TurnFacts, rulings: dict[str, str]) -> Position:
    """The facts as a position; what contradicts itself is refused."""
    card = _progress_card(facts.level)
    if facts.progress > card.last_space:
        raise refuse("read.range", "facts.progress", given=facts.progress, low=0, high=card.last_space)
    given = card.glory_at(facts.progress)
    # A token that starts again (EXP-AMB-10, switched) may have passed more glory spaces than lie before it.
    if facts.glory < given or (facts.glory > given and rulings["EXP-AMB-10"] == "ignore"):
        raise refuse("facts.glory", "facts.glory", glory=facts.glory, progress=facts.progress, given=given)
    mechs: dict[Mech, str] = {"north": facts.mechs.north, "central": facts.mechs.central}
    for mech, at in mechs.items():
        if facts.human == at:
            raise refuse("facts.human", "facts.human", mech=mech, at=at)
    tiles = {place: Tile(closed=False, map=False) for place in ROWS}
    special_at = None
    for place, lying in facts.locations.items():
        where = f"facts.locations.{place}"
        if lying.map and lying.corruption:
            raise refuse("facts.closed", where, at=place)
        if place not in tiles:
            if lying.map or lying.corruption:
                raise refuse("facts.south", where, at=place)
            continue
        specials = lying.corruption.count(SPECIAL)
        if specials and (special_at or specials > 1):
            raise refuse("facts.special", f"{where}.corruption", at=special_at or place)
        if specials:
            special_at = place
        tiles[place] = Tile(closed=lying.map, map=lying.map, corruption=list(lying.corruption))
    return Position(
        card=card,
        tiles=tiles,
        mechs=mechs,
        human=facts.human,
        glory=facts.glory,
        progress=facts.progress,
    )


def _progress_card(level: int | ProgressCard) -> ProgressCard:
    """By number: the printed card, or the house card where the printed one is not known."""
    if isinstance(level, int):
        return PRINTED.typed(ProgressCard, "progress", level, "house" if level in UNPUBLISHED else "printed")
    for index, space in enumerate(level.glory_spaces):
        if space > level.last_space:
            where = f"facts.level.glory_spaces[{index}]"
            raise refuse("read.range", where, given=space, low=1, high=level.last_space)
    return level
