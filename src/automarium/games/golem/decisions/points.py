"""Decisions about the character and payments, and VP for level and resources."""

from __future__ import annotations

from typing import Annotated

import msgspec

from automarium.engine.choice.trace import Notes
from automarium.engine.content.pack import Pack
from automarium.engine.message import message
from automarium.engine.play.decision import Facts, Verdict, asks, build_fields
from automarium.engine.play.desk import Table
from automarium.engine.question import Count, Field, Pick, Several
from automarium.games.golem.decisions.shared import (
    Level,
    Pair,
    Whole,
    ask_form,
    build_pair_fields,
    build_yes_no_field,
    make_verdict,
)
from automarium.games.golem.position import COLOURS, GOALS, HIGH, LOW, MOST_GOALS, Colour
from automarium.games.golem.rules.evening import choose_influence
from automarium.games.golem.rules.resources import move_marker
from automarium.games.golem.rulings import Rulings
from automarium.games.golem.score import LEVELS, count_level_vp


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
    told = ask_form(
        table,
        "ask.character",
        Field("marbles", marbles),
        *build_pair_fields(),
        build_yes_no_field("red-zone", "just.red-zone"),
    )
    return CharacterFacts(told["marbles"], Pair(told["left"], told["right"]), told["red-zone"] == "yes")


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
    told = ask_form(
        table,
        "ask.score",
        Field("level", Pick(about="option.level", options=LEVELS, family="level")),
        *build_fields(ScoreFacts, "marker"),
        Field("goals", Count(about="just.goals", low=0, high=MOST_GOALS, default=GOALS)),
    )
    return ScoreFacts(told["level"], told["marker"], told["goals"])
