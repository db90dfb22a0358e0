"""Decisions about a turn (rabbi or marble, which marble, which tile, the mirror), payments and points."""

from __future__ import annotations

from typing import Annotated

import msgspec

from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.message import message, term
from automarium.engine.play.decision import Facts, Verdict, asks, build_fields
from automarium.engine.play.desk import Table
from automarium.engine.question import Count, Field, Pick, Series, Several
from automarium.games.golem.decisions.shared import (
    Golems,
    GolemsFacts,
    Level,
    Number,
    Order,
    Pair,
    Whole,
    ask_form,
    ask_with_card,
    build_criteria_field,
    build_numbers_field,
    build_order_field,
    build_pair_fields,
    build_standing_field,
    build_yes_no_field,
    make_empty_verdict,
    make_far_golem,
    make_golems,
    make_standing,
    make_verdict,
    parse_order,
)
from automarium.games.golem.position import (
    ACTION_POSITIONS,
    CARDS_A_ROUND,
    COLOURS,
    GOALS,
    HIGH,
    LOW,
    MOST_GOALS,
    MOST_MARBLES,
    ROWS,
    TURN_TYPES,
    Colour,
    Criterion,
    Row,
    TurnType,
)
from automarium.games.golem.rules.evening import choose_influence
from automarium.games.golem.rules.marbles import Synagogue, choose_marble, find_action
from automarium.games.golem.rules.rabbi import LOWEST, ActionSpot, choose_tile
from automarium.games.golem.rules.resources import move_marker
from automarium.games.golem.rules.synagogue import choose_mirrored
from automarium.games.golem.rules.turn import Edge, decide_types
from automarium.games.golem.rulings import Rulings
from automarium.games.golem.score import LEVELS, count_level_vp

# ---------------------------------------------------------------------------------------------------- rabbi or marble


class CardFact(Facts, frozen=True):
    first: TurnType
    left_half: bool
    right_half: bool


class TurnTypeFacts(Facts, frozen=True):
    cards: Annotated[list[CardFact], msgspec.Meta(min_length=1, max_length=CARDS_A_ROUND)]


def turn_type(facts: TurnTypeFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    kind = decide_types([Edge(one.first, one.left_half, one.right_half) for one in facts.cards], rulings, notes)[-1]
    return make_verdict(kind, notes, message(f"turn.{kind}"))


def ask_turn_type(table: Table, pack: Pack, rulings: Rulings) -> TurnTypeFacts:
    """Ask for the cards. Edges count only between cards 1 and 2; card 3 is settled by the others (GOL-TURN-04,
    GOL-TURN-07)."""
    firsts = [
        Pick(about="just.first", params={"count": number}, options=TURN_TYPES, family="turn-type", default="marble")
        for number in (1, 2)
    ]
    answers = ask_form(
        table,
        "ask.turn-type",
        Field("turn", Count(about="just.turn", low=1, high=CARDS_A_ROUND)),
        *(Field(f"first-{number}", asked) for number, asked in enumerate(firsts, 1)),
        build_yes_no_field("silhouette", "just.silhouette"),
    )
    whole = answers["silhouette"] == "yes"
    cards = [
        CardFact(answers["first-1"], left_half=False, right_half=whole),
        CardFact(answers["first-2"], left_half=whole, right_half=False),
        CardFact("marble", left_half=False, right_half=False),
    ]
    return TurnTypeFacts(cards[: answers["turn"]])


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
    golems, order = make_golems(facts.golems), parse_order(facts.order)
    number = sum(1 for golem in golems if not golem.lying)
    card = facts.character
    synagogue = Synagogue(facts.rows, order, number, card.left, card.right, facts.taken, rulings)
    taken = choose_marble(facts.column, synagogue, notes)
    if taken is None:
        return make_empty_verdict(notes)
    row, colour = taken.marble.row, taken.marble.colour
    mirror: Notes = []
    action = choose_mirrored(golems, order, mirror, under_work=taken.works) if row == "mirror" else find_action(row)
    said = message("oracle.marble", row=term("row", row), colour=term("marble", colour), action=term("action", action))
    # What the mirror performs by itself comes first in the trace; what K-WORK settles follows the marble.
    traces = [*notes, *mirror] if taken.works else [*mirror, *notes]
    return make_verdict({"row": row, "colour": colour, "performs": action}, traces, said)


def ask_marble(table: Table, pack: Pack, rulings: Rulings) -> MarbleFacts:
    """Ask for the card and the character on one screen, for the synagogue on another."""
    taken = Several(about="just.taken", options=COLOURS, most=1, family="marble", default=[])
    answers = ask_with_card(
        table,
        pack,
        "ask.marble",
        "marble",
        build_criteria_field(),
        build_order_field(),
        build_standing_field(),
        *build_pair_fields(),
        Field("taken", taken),
    )
    rows = ask_form(table, "form.rows", *map(_row, ROWS))
    return MarbleFacts(
        column=answers["column"],
        rows={row: rows[row] for row in ROWS},
        order=answers["order"],
        golems=make_standing(answers["standing"]),
        character=Pair(answers["left"], answers["right"]),
        taken=answers["taken"],
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
    spot = choose_tile(facts.numbers, tiles, make_golems(facts.golems), rulings, notes)
    if spot is None:
        return make_empty_verdict(notes)
    said = message("rabbi.lowest") if spot == LOWEST else message("rabbi.tile", tile=spot)
    return make_verdict({"tile": spot}, notes, said)


def ask_rabbi(table: Table, pack: Pack, rulings: Rulings) -> RabbiFacts:
    most = ACTION_POSITIONS
    answers = ask_with_card(
        table,
        pack,
        "ask.rabbi",
        "rabbi",
        build_numbers_field("just.rabbi"),
        Field("tiles", Count(about="just.tiles", low=3, high=most)),
        Field("occupied", Series(about="ask.occupied", low=1, high=most, most=3, rising=True, default=[])),
        build_yes_no_field("far", "just.far"),
        Field("kills", Count(about="ask.kill-tile", low=0, high=most, default=0)),
    )
    tiles = [SpotFact(at in answers["occupied"], at == answers["kills"]) for at in range(1, answers["tiles"] + 1)]
    return RabbiFacts(answers["numbers"], tiles, make_far_golem(answers))


# ---------------------------------------------------------------------------------------------------------- the mirror


def mirror(facts: GolemsFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    action = choose_mirrored(make_golems(facts.golems), parse_order(facts.order), notes)
    return make_verdict(action, notes, message("oracle.mirror", action=term("action", action)))


def ask_mirror(table: Table, pack: Pack, rulings: Rulings) -> GolemsFacts:
    answers = ask_form(table, "ask.mirror", build_standing_field(), build_order_field())
    return GolemsFacts(make_standing(answers["standing"]), answers["order"])


class CharacterFacts(Facts, frozen=True):
    marbles: Annotated[list[Colour], msgspec.Meta(min_length=2, max_length=2)]
    character: Pair
    red_zone: bool


def character(facts: CharacterFacts, rulings: Rulings, table: Table) -> Verdict:
    notes: Notes = []
    colours = (facts.character.left, facts.character.right)
    what = choose_influence(facts.marbles, colours, in_red=facts.red_zone, notes=notes)
    return make_verdict(what, notes, message(f"influence.{what}"))


def ask_character(table: Table, pack: Pack, rulings: Rulings) -> CharacterFacts:
    marbles = Several(about="just.marbles", options=COLOURS, most=2, exactly=2, family="marble")
    answers = ask_form(
        table,
        "ask.character",
        Field("marbles", marbles),
        *build_pair_fields(),
        build_yes_no_field("red-zone", "just.red-zone"),
    )
    return CharacterFacts(answers["marbles"], Pair(answers["left"], answers["right"]), answers["red-zone"] == "yes")


class PayFacts(Facts, frozen=True):
    marker: Annotated[int, asks("just.marker", low=LOW, high=HIGH)]
    amount: Annotated[int, asks("just.amount", low=-100, high=100)]


def pay(facts: PayFacts, rulings: Rulings, table: Table) -> Verdict:
    marker, vp = move_marker(facts.marker, facts.amount, rulings)
    return Verdict({"marker": marker, "vp": vp}, (), (message("oracle.pay", marker=marker, vp=vp),))


class ScoreFacts(Facts, frozen=True):
    level: Level
    marker: Annotated[int, asks("just.marker", low=LOW, high=HIGH)]
    goals: Whole = GOALS


def score(facts: ScoreFacts, rulings: Rulings, table: Table) -> Verdict:
    vp = count_level_vp(facts.level, facts.marker, facts.goals)
    return Verdict(vp, (), (message("score.total.automa", count=vp),))


def ask_score(table: Table, pack: Pack, rulings: Rulings) -> ScoreFacts:
    answers = ask_form(
        table,
        "ask.score",
        Field("level", Pick(about="option.level", options=LEVELS, family="level")),
        *build_fields(ScoreFacts, "marker"),
        Field("goals", Count(about="just.goals", low=0, high=MOST_GOALS, default=GOALS)),
    )
    return ScoreFacts(answers["level"], answers["marker"], answers["goals"])
