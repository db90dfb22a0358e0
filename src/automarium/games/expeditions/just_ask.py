"""Just ask: one decision, with only the facts that it needs, and no game kept.

The rules are those of the game itself; only the looking is different: a location is asked about when the search comes
to it, nearest first, and not at all if a nearer one matches.
"""

from __future__ import annotations

from typing import Any

from automarium.games.expeditions.events import Cleanse20, Explore
from automarium.games.expeditions.oracle import ScoreFacts, score
from automarium.games.expeditions.position import (
    CENTRAL,
    GLORY_TOKENS,
    NORTH,
    PRINTED,
    ROWS,
    SPECIAL,
    Mech,
    Position,
    ProgressCard,
    Section,
    Target,
    Tile,
    decision_cards,
)
from automarium.games.expeditions.setup import COIN_CHANGE, UNPUBLISHED, Options, progress_card
from automarium.games.expeditions.turn import REACH, act, glory_needed, search
from automarium.kernel.pack import Pack
from automarium.kernel.room import Verdict
from automarium.kernel.table import Count, Event, Pick, Table

YES_NO = ("yes", "no")
ELSEWHERE = "basecamp"  # any place outside the two rows will do


class ProgressByHand(Event, frozen=True, tag="by-hand.progress"):
    """The person advances the progress token and looks what its space shows."""


class CleanseUpTo(Event, frozen=True, tag="by-hand.cleanse"):
    mech: Mech
    at: str
    count: int


class AskedTiles(dict[str, Tile]):
    """Tiles that are asked about when somebody looks at them: does this one have what the target line wants?"""

    def __init__(self, kind: str, table: Table) -> None:
        super().__init__()
        self._kind, self._table = kind, table

    def __missing__(self, place: str) -> Tile:
        answer = self._table.ask(
            Pick(about=f"ask.has.{self._kind}", params={"at": place}, place=place, options=YES_NO, family="answer")
        )
        tile = self[place] = _tile_with(self._kind) if answer == "yes" else Tile(closed=False, map=False)
        return tile


def _tile_with(kind: str) -> Tile:
    match kind:
        case "map_token":
            return Tile(closed=True, map=True)
        case "corruption":
            return Tile(closed=False, map=False, corruption=[1])
        case _:
            return Tile(closed=False, map=False, corruption=[SPECIAL])


def ask_turn(table: Table, pack: Pack) -> Verdict:
    cards = pack.once(decision_cards)
    card = cards[table.ask(Pick(about="ask.card", options=tuple(cards)))]
    position = Position(card=PRINTED.typed(ProgressCard, "progress", 1), tiles={}, mechs={})
    if card.advances_progress:
        table.tell(ProgressByHand(), "EXP-PROG-02", "EXP-PROG-05")
    targets = [section.target for section in (card.north, card.central) if section.target]
    if any(glory_needed(target, table) for target in targets):
        position.glory = table.ask(Count(about="ask.glory", low=0, high=GLORY_TOKENS))
    ask_mech(position, "north", card.north, table)
    ask_mech(position, "central", card.central, table)
    traces = tuple(trace for step in table.steps for trace in step.traces)
    return Verdict(None, traces, tuple(step.event for step in table.steps))


def ask_mech(position: Position, mech: Mech, section: Section, table: Table) -> None:
    row = NORTH if mech == "north" else CENTRAL
    position.mechs[mech] = here = table.ask(Pick(about="ask.mech", params={"mech": mech}, options=row))
    elsewhere = (*(place for place in row if place != here), ELSEWHERE)
    if position.human not in ROWS:  # somebody in the other row cannot be in this one too
        position.human = table.ask(
            Pick(about="ask.human", params={"mech": mech}, options=elsewhere, family="place", default=ELSEWHERE)
        )
    if section.target:
        position.tiles = AskedTiles(section.target.kind, table)
    act(position, mech, section, table, find=look_ahead, deeds=DEEDS)


def look_ahead(position: Position, mech: Mech, target: Target, table: Table) -> str | None:
    """One location more at a time, so that nothing behind the nearest match is asked about (EXP-TARGET-16)."""
    if position.glory < glory_needed(target, table):
        return search(position, mech, target, table)  # looks at no location: EXP-MECH-15
    noted = len(table.notes or ())
    for reach in range(REACH + 1):
        if table.notes is not None:
            del table.notes[noted:]
        found = search(position, mech, target, table, reach)
        if found is not None:
            return found
    return None


def _explore(position: Position, mech: Mech, _: Target, table: Table) -> None:
    table.tell(Explore(mech, position.mechs[mech]), "EXP-EXPLORE-01", "EXP-EXPLORE-02", "EXP-EXPLORE-03")


def _cleanse(position: Position, mech: Mech, target: Target, table: Table) -> None:
    table.tell(CleanseUpTo(mech, position.mechs[mech], target.count), "EXP-CLEANSE-01", "EXP-CLEANSE-04")


def _cleanse_special(position: Position, mech: Mech, _: Target, table: Table) -> None:
    table.tell(Cleanse20(mech, position.mechs[mech]), "EXP-LAIR-01")


DEEDS = {"map_token": _explore, "corruption": _cleanse, "corruption20": _cleanse_special}


def ask_score(table: Table, pack: Pack) -> Verdict:
    low, high = COIN_CHANGE
    level = table.ask(Pick(about="ask.level", options=(1, 2, 3, 4, 5), family="level"))
    source: Any = "printed"
    if level in UNPUBLISHED:
        source = table.ask(
            Pick(about="option.card", options=("house", "printed"), family="card-source", default="house")
        )
    facts: dict[str, Any] = {
        "level": progress_card(Options(level=level, card=source), pack, table),
        "glory": table.ask(Count(about="ask.glory", low=0, high=GLORY_TOKENS)),
        "maps": table.ask(Count(about="ask.maps", low=0, high=99)),
        "corruption": table.ask(Count(about="ask.automa-corruption", low=0, high=37)),
        "coin_change": table.ask(Count(about="option.coin_change", low=low, high=high, default=0)),
    }
    return score(ScoreFacts(**facts), table.rulings)
