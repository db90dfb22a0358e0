"""Asks about a turn: rabbi or marble, which marble, which tile, what the mirror performs."""

from __future__ import annotations

from typing import Annotated

import msgspec

from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.message import message, term
from automarium.engine.play.decision import Facts, Verdict
from automarium.engine.play.desk import Table
from automarium.engine.question import Count, Field, Pick, Series, Several
from automarium.games.golem.decisions.shared import (
    Golems,
    GolemsFacts,
    Number,
    Order,
    Pair,
    criteria,
    far_golem,
    fill,
    golems_of,
    nothing,
    numbers,
    order,
    order_of,
    pair,
    standing,
    standing_golems,
    verdict,
    yes_no,
)
from automarium.games.golem.position import (
    ACTION_POSITIONS,
    CARDS_A_ROUND,
    COLOURS,
    MOST_MARBLES,
    ROWS,
    TURN_TYPES,
    Colour,
    Criterion,
    Row,
    TurnType,
)
from automarium.games.golem.rules.actions import mirror_action
from automarium.games.golem.rules.marbles import Synagogue, choose_marble, performed
from automarium.games.golem.rules.rabbi import LOWEST, ActionSpot, choose_tile
from automarium.games.golem.rules.turn import Edge, turn_types
from automarium.games.golem.rulings import Rulings

# ---------------------------------------------------------------------------------------------------- rabbi or marble


class CardFact(Facts, frozen=True):
    first: TurnType
    left_half: bool
    right_half: bool


class TurnTypeFacts(Facts, frozen=True):
    cards: Annotated[list[CardFact], msgspec.Meta(min_length=1, max_length=CARDS_A_ROUND)]


def turn_type(facts: TurnTypeFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    kind = turn_types([Edge(one.first, one.left_half, one.right_half) for one in facts.cards], rulings, notes)[-1]
    return verdict(kind, notes, message(f"turn.{kind}"))


def ask_turn_type(table: Table, pack: Pack, rulings: Rulings) -> TurnTypeFacts:
    """Edges count only where cards 1 and 2 meet; card 3 brings what is missing (GOL-TURN-04, GOL-TURN-07)."""
    firsts = [
        Pick(about="just.first", params={"count": number}, options=TURN_TYPES, family="turn-type", default="marble")
        for number in (1, 2)
    ]
    told = fill(
        table,
        "ask.turn-type",
        Field("turn", Count(about="just.turn", low=1, high=CARDS_A_ROUND)),
        *(Field(f"first-{number}", asked) for number, asked in enumerate(firsts, 1)),
        yes_no("silhouette", "just.silhouette"),
    )
    whole = told["silhouette"] == "yes"
    cards = [
        CardFact(told["first-1"], left_half=False, right_half=whole),
        CardFact(told["first-2"], left_half=whole, right_half=False),
        CardFact("marble", left_half=False, right_half=False),
    ]
    return TurnTypeFacts(cards[: told["turn"]])


# -------------------------------------------------------------------------------------------------------- which marble


class MarbleFacts(Facts, frozen=True):
    column: list[Criterion]
    rows: dict[Row, list[Colour]]
    order: Order
    golems: Golems
    character: Pair
    taken: list[Colour]


def marble(facts: MarbleFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    golems, order = golems_of(facts.golems), order_of(facts.order)
    number = sum(1 for golem in golems if not golem.lying)
    card = facts.character
    synagogue = Synagogue(facts.rows, order, number, card.left, card.right, facts.taken, rulings)
    taken = choose_marble(facts.column, synagogue, notes)
    if taken is None:
        return nothing(notes)
    row, colour = taken.marble.row, taken.marble.colour
    mirror: Notes = []
    action = mirror_action(golems, order, mirror, under_work=taken.works) if row == "mirror" else performed(row)
    said = message("oracle.marble", row=term("row", row), colour=term("marble", colour), action=term("action", action))
    # What the mirror performs by itself is told first, as it always has been; what K-WORK settles follows the marble.
    traces = [*notes, *mirror] if taken.works else [*mirror, *notes]
    return verdict({"row": row, "colour": colour, "performs": action}, traces, said)


def ask_marble(table: Table, pack: Pack, rulings: Rulings) -> MarbleFacts:
    """The card and the character on one screen, the synagogue on another."""
    taken = Several(about="just.taken", options=COLOURS, most=1, family="marble", default=[])
    told = fill(table, "ask.marble", criteria(), order(), standing(), *pair(), Field("taken", taken))
    rows = fill(table, "form.rows", *map(_row, ROWS))
    return MarbleFacts(
        column=told["column"],
        rows={row: rows[row] for row in ROWS},
        order=told["order"],
        golems=standing_golems(told["standing"]),
        character=Pair(told["left"], told["right"]),
        taken=told["taken"],
    )


def _row(row: Row) -> Field:
    params = {"row": term("row", row)}
    asked = Several(
        about="ask.row", params=params, place=row, options=COLOURS, most=MOST_MARBLES, family="marble", default=[]
    )
    return Field(row, asked)


# ---------------------------------------------------------------------------------------------------------- which tile


class SpotFact(Facts, frozen=True):
    occupied: bool
    kills: bool


class RabbiFacts(Facts, frozen=True):
    numbers: list[Number]
    tiles: Annotated[list[SpotFact], msgspec.Meta(max_length=ACTION_POSITIONS)]
    golems: Golems


def rabbi(facts: RabbiFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    tiles = [ActionSpot(one.occupied, one.kills) for one in facts.tiles]
    spot = choose_tile(facts.numbers, tiles, golems_of(facts.golems), rulings, notes)
    if spot is None:
        return nothing(notes)
    said = message("rabbi.lowest") if spot == LOWEST else message("rabbi.tile", tile=spot)
    return verdict({"tile": spot}, notes, said)


def ask_rabbi(table: Table, pack: Pack, rulings: Rulings) -> RabbiFacts:
    most = ACTION_POSITIONS
    told = fill(
        table,
        "ask.rabbi",
        numbers("just.rabbi"),
        Field("tiles", Count(about="just.tiles", low=3, high=most)),
        Field("occupied", Series(about="ask.occupied", low=1, high=most, most=3, rising=True, default=[])),
        yes_no("far", "just.far"),
        Field("kills", Count(about="ask.kill-tile", low=0, high=most, default=0)),
    )
    tiles = [SpotFact(at in told["occupied"], at == told["kills"]) for at in range(1, told["tiles"] + 1)]
    return RabbiFacts(told["numbers"], tiles, far_golem(told))


# ---------------------------------------------------------------------------------------------------------- the mirror


def mirror(facts: GolemsFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    action = mirror_action(golems_of(facts.golems), order_of(facts.order), notes)
    return verdict(action, notes, message("oracle.mirror", action=term("action", action)))


def ask_mirror(table: Table, pack: Pack, rulings: Rulings) -> GolemsFacts:
    told = fill(table, "ask.mirror", standing(), order())
    return GolemsFacts(standing_golems(told["standing"]), told["order"])
