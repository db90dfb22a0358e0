"""The decisions that can be asked alone, ``turn`` and ``score``: facts in, one decision out.

A program gives all facts. A person is asked for less: not the tokens of every location, but how far ahead the first
match of the target line is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from automarium.engine.content.pack import Pack
from automarium.engine.definition import level_field
from automarium.engine.message import message, refuse, term
from automarium.engine.play.decision import Decision, Decisions, Facts, Verdict, asks, build_fields
from automarium.engine.play.desk import Desk as AnyDesk
from automarium.engine.play.desk import Table
from automarium.engine.question import Count, Field, Form, Pick
from automarium.games.expeditions.components import UNPUBLISHED
from automarium.games.expeditions.events import ORACLE_STEPS, Cleanse20, CleanseUpTo, Explore, ProgressByHand, Stay
from automarium.games.expeditions.position import (
    BASECAMP,
    CENTRAL,
    GLORY_TOKENS,
    MOST_CORRUPTION,
    NORTH,
    PRINTED,
    ROWS,
    SPECIAL,
    DecisionCard,
    Desk,
    Mech,
    NewLevel,
    Position,
    ProgressCard,
    Section,
    Target,
    Tile,
    read_cards,
)
from automarium.games.expeditions.rules.movement import REACH, list_windows
from automarium.games.expeditions.rules.targets import get_glory_needed
from automarium.games.expeditions.rules.turn import act, play_card
from automarium.games.expeditions.rulings import Rulings
from automarium.games.expeditions.score import build_lines
from automarium.games.expeditions.setup import CARD_SOURCES, CARDS, COIN_CHANGE, LEVELS, read_printed_rates

North = Literal["N1", "N2", "N3", "N4", "N5", "N6", "N7"]
Central = Literal["C1", "C2", "C3", "C4", "C5", "C6", "C7"]
South = Literal["S1", "S2", "S3", "S4", "S5", "S6"]
Level = Annotated[int, msgspec.Meta(ge=LEVELS[0], le=LEVELS[-1])]
Token = Annotated[int, msgspec.Meta(ge=1)]


class MechPlaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    north: North
    central: Central


class Lying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tokens of a location: a map token on its closed tile, or corruption from the top."""

    map: bool = False
    corruption: list[Token] = []


class TurnFacts(Facts, frozen=True):
    card: Annotated[int, msgspec.Meta(ge=CARDS[0], le=CARDS[-1])] | DecisionCard
    glory: Annotated[int, asks("ask.glory.turn", low=0, high=GLORY_TOKENS, default=0)]
    progress: Annotated[int, msgspec.Meta(ge=0)]
    level: Level | ProgressCard
    mechs: MechPlaces
    human: North | Central | South | Literal["basecamp"]
    locations: dict[North | Central | South, Lying]


class ScoreFacts(Facts, frozen=True):
    level: Level | ProgressCard
    glory: Annotated[int, asks("ask.glory", low=0, high=GLORY_TOKENS)]
    maps: Annotated[int, asks("ask.maps", low=0, up_to=len(ROWS))]
    corruption: Annotated[int, asks("ask.automa-corruption", low=0, up_to=MOST_CORRUPTION)]
    coin_change: int = 0


# ---------------------------------------------------------------------------------------------------------------- turn


def settle_turn(facts: TurnFacts, rulings: Rulings, table: Table) -> Verdict:
    card = facts.card if isinstance(facts.card, DecisionCard) else PRINTED.once(read_cards)[facts.card]
    desk = AnyDesk(_build_position(facts, rulings), PRINTED, rulings, table)
    play_card(desk, card)
    decided = [step for step in desk.steps if isinstance(step.event, (*ORACLE_STEPS, Stay))]
    traces = [trace for step in desk.steps for trace in step.traces]
    return Verdict(
        answer=[msgspec.to_builtins(step.event) for step in decided if not isinstance(step.event, Stay)],
        traces=(*traces, *(desk.notes or ())),
        sentences=tuple(step.event for step in decided),
    )


def _build_position(facts: TurnFacts, rulings: Rulings) -> Position:
    """Return the facts as a position; raise Refused if they contradict each other."""
    card = _get_progress_card(facts.level)
    if facts.progress > card.last_space:
        raise refuse("read.range", "facts.progress", given=facts.progress, low=0, high=card.last_space)
    given = card.glory_at(facts.progress)
    # A token that starts again (EXP-AMB-10, switched) may have passed more glory spaces than are before it.
    if facts.glory < given or (facts.glory > given and rulings.amb_10 == "ignore"):
        raise refuse("facts.glory", "facts.glory", glory=facts.glory, progress=facts.progress, given=given)
    mechs: dict[Mech, str] = {"north": facts.mechs.north, "central": facts.mechs.central}
    for mech, at in mechs.items():
        if facts.human == at:
            raise refuse("facts.human", "facts.human", mech=term("mech", mech), at=term("place", at))
    return Position(
        card=card,
        tiles=_build_tiles(facts.locations.items()),
        mechs=mechs,
        human=facts.human,
        glory=facts.glory,
        progress=facts.progress,
    )


def _build_tiles(locations: Iterable[tuple[str, Lying]]) -> dict[str, Tile]:
    tiles = {place: Tile(closed=False, map=False) for place in ROWS}
    special_at = None
    for place, lying in locations:
        where, at = f"facts.locations.{place}", term("place", place)
        if lying.map and lying.corruption:
            raise refuse("facts.closed", where, at=at)
        if place not in tiles:
            if lying.map or lying.corruption:
                raise refuse("facts.south", where, at=at)
            continue
        specials = lying.corruption.count(SPECIAL)
        if specials and (special_at or specials > 1):
            raise refuse("facts.special", f"{where}.corruption", at=term("place", special_at or place))
        if specials:
            special_at = place
        tiles[place] = Tile(closed=lying.map, map=lying.map, corruption=list(lying.corruption))
    return tiles


# ------------------------------------------------------------------------------------------------- turn, for a person

NOWHERE = "none"
AHEAD = (*map(str, range(REACH + 1)), NOWHERE)


def ask_turn(table: Table, pack: Pack, rulings: Rulings) -> Verdict:
    """Ask for card and glory, then for each mech's location and how far ahead its first match is."""
    cards = pack.once(read_cards)
    drawn = Field("card", Pick(about="ask.card", options=tuple(cards)))
    first = table.ask(Form(about="ask.turn", fields=(drawn, *build_fields(TurnFacts, "glory"))))
    card = cards[first["card"]]
    position = Position(card=PRINTED.typed(ProgressCard, "progress", 1), tiles={}, mechs={}, glory=first["glory"])
    desk = AnyDesk(position, pack, rulings, table)
    if card.advances_progress:
        desk.emit(ProgressByHand, ("EXP-PROG-02", "EXP-PROG-05"))
    ask_mech(desk, "north", card.north)
    ask_mech(desk, "central", card.central)
    traces = tuple(trace for step in table.steps for trace in step.traces)
    return Verdict(None, traces, tuple(step.event for step in table.steps))


def ask_mech(desk: Desk, mech: Mech, section: Section) -> None:
    row = NORTH if mech == "north" else CENTRAL
    named = {"mech": term("mech", mech)}
    fields = [
        Field("at", Pick(about="ask.mech", params=named, options=row, family="place")),
        Field("human", Pick(about="ask.human", options=(*row, BASECAMP), family="elsewhere", default=BASECAMP)),
    ]
    target = section.target
    if target is not None and desk.position.glory >= get_glory_needed(desk, target):
        about = _find_match_key(target.kind, desk.rulings)
        fields.append(Field("match", Pick(about=about, options=AHEAD, family="ahead", default=NOWHERE)))
    answers = desk.ask(Form(about="ask.mech.form", params=named, fields=tuple(fields)))
    if answers["human"] == answers["at"]:
        raise refuse("facts.human", "to.human", mech=named["mech"], at=term("place", answers["at"]))
    position = desk.position
    position.mechs[mech], position.human = answers["at"], answers["human"]
    position.tiles = {place: Tile(closed=False, map=False) for place in row}
    if answers.get("match", NOWHERE) != NOWHERE and target is not None:
        position.tiles[list_windows(answers["at"], answers["human"])[int(answers["match"])][-1]] = _build_tile(
            target.kind
        )
    act(desk, mech, section, BY_HAND)


def _find_match_key(kind: str, rulings: Rulings) -> str:
    """Return the key of the question how far ahead the target line matches."""
    if (kind == "map_token" and rulings.amb_11 == "any") or (kind == "corruption20" and rulings.amb_01 == "any"):
        return f"ask.match.{kind}.any"
    return f"ask.match.{kind}"


def _build_tile(kind: str) -> Tile:
    match kind:
        case "map_token":
            return Tile(closed=True, map=True)
        case "corruption":
            return Tile(closed=False, map=False, corruption=[1])
        case _:
            return Tile(closed=False, map=False, corruption=[SPECIAL])


def _explore(desk: Desk, mech: Mech, _: Target) -> None:
    desk.emit(Explore, ("EXP-EXPLORE-01", "EXP-EXPLORE-02", "EXP-EXPLORE-03"), mech, desk.position.mechs[mech])


def _cleanse(desk: Desk, mech: Mech, target: Target) -> None:
    desk.emit(CleanseUpTo, ("EXP-CLEANSE-01", "EXP-CLEANSE-04"), mech, desk.position.mechs[mech], target.count)


def _cleanse_special(desk: Desk, mech: Mech, _: Target) -> None:
    desk.emit(Cleanse20, "EXP-LAIR-01", mech, desk.position.mechs[mech])


BY_HAND = {"map_token": _explore, "corruption": _cleanse, "corruption20": _cleanse_special}


# --------------------------------------------------------------------------------------------------------------- score


def settle_score(facts: ScoreFacts, rulings: Rulings, table: Table) -> Verdict:
    low, high = COIN_CHANGE
    if rulings.amb_13 == "recommended" and not low <= facts.coin_change <= high:
        raise refuse("read.range", "facts.coin_change", given=facts.coin_change, low=low, high=high)
    rates = _get_progress_card(facts.level).coins
    lines = build_lines(rates, facts.glory, facts.maps, facts.corruption, facts.coin_change)
    coins = sum(line.points for line in lines)
    return Verdict(answer=coins, traces=(), sentences=(message("score.coins", count=coins),))


def ask_score(table: Table, pack: Pack, rulings: Rulings) -> ScoreFacts:
    low, high = COIN_CHANGE
    added = pack.new_levels(NewLevel)
    answers = table.ask(
        Form(
            about="ask.score",
            fields=(
                level_field(LEVELS, None, added, pack, "ask.level"),
                Field("card", Pick(about="option.card", options=CARD_SOURCES, family="card-source", default="house")),
                *build_fields(ScoreFacts, "glory", "maps", "corruption"),
                Field("coin_change", Count(about="option.coin_change", low=low, high=high, default=0)),
            ),
        )
    )
    level, source = answers.pop("level"), answers.pop("card")
    if level in added:
        return ScoreFacts(level=added[level].make_card(level), **answers)
    if level in UNPUBLISHED and source == "house":
        return ScoreFacts(level=_get_progress_card(level), **answers)
    # Of a printed card, with its owner's values, only the rates matter, not the track.
    return ScoreFacts(level=ProgressCard(level, 2, (1,), read_printed_rates(level, pack, table)), **answers)


def _get_progress_card(level: int | ProgressCard) -> ProgressCard:
    """Return a level's card, the house card if the printed one is not known; raise Refused if a given card is wrong."""
    if isinstance(level, int):
        return PRINTED.typed(ProgressCard, "progress", level, "house" if level in UNPUBLISHED else "printed")
    for index, space in enumerate(level.glory_spaces):
        if space > level.last_space:
            where = f"facts.level.glory_spaces[{index}]"
            raise refuse("read.range", where, given=space, low=1, high=level.last_space)
    return level


ASKS: Decisions = {
    "turn": Decision(TurnFacts, settle_turn, ask_turn),
    "score": Decision(ScoreFacts, settle_score, ask_score),
}
