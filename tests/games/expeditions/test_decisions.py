"""Decisions asked alone: a person answers a few forms and gets the answer of a program with all facts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.engine.content.pack import Pack, with_fact
from automarium.engine.content.rulings import settle
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.decision import Verdict
from automarium.engine.play.desk import Table
from automarium.engine.question import Answer, AnyQuestion, Form, Pick
from automarium.engine.validation import convert
from automarium.games.expeditions.decisions import ASKS, NOWHERE, TurnFacts
from automarium.games.expeditions.events import Move
from automarium.games.expeditions.position import (
    AHEAD,
    BASECAMP,
    CENTRAL,
    NORTH,
    PRINTED,
    SPECIAL,
    Mech,
    Position,
    Target,
    Tile,
)
from automarium.games.expeditions.rulings import Rulings
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.views.question import build_question
from tests.games.expeditions import kit
from tests.games.expeditions.kit import CARDS, DEFINITION, LEVELS
from tests.games.expeditions.strategies import rulings, tables

DEFAULTS = settle(Rulings, {})


class Person:
    """Answers from a given position, and counts the questions."""

    def __init__(self, position: Position, card: int, chosen: Rulings) -> None:
        self.position, self.card, self.rulings = position, card, chosen
        self.asked: list[AnyQuestion] = []

    def answer(self, question: AnyQuestion) -> Answer:
        self.asked.append(question)
        assert isinstance(question, Form)
        if question.about == "ask.turn":
            return {"card": self.card, "glory": self._glory()}
        mech: Mech = question.params["mech"].value
        row = NORTH if mech == "north" else CENTRAL
        at = self.position.mechs[mech]
        human = self.position.human if self.position.human in row else BASECAMP
        told: dict[str, Any] = {"at": at, "human": human}
        section = CARDS[self.card].north if mech == "north" else CARDS[self.card].central
        if any(field.name == "match" for field in question.fields):
            assert section.target is not None
            told["match"] = self._match(at, human, section.target)
        return told

    def _glory(self) -> int:
        """Return the glory after the card's progress step, as the question says."""
        position, card = self.position, CARDS[self.card]
        step = position.progress + 1
        if step > position.card.last_space and self.rulings.amb_10 == "start-again":
            step = 0
        more = card.advances_progress and step in position.card.glory_spaces and position.glory < 8
        return position.glory + more

    def _match(self, at: str, human: str, target: Target) -> str:
        counted = [place for place in AHEAD[at] if place != human]
        for step, place in enumerate(counted[:4]):
            if self._has(self.position.tiles[place], target):
                return str(step)
        return NOWHERE

    def _has(self, tile: Tile, target: Target) -> bool:
        if target.kind == "map_token":
            return tile.map and (tile.closed or self.rulings.amb_11 == "any")
        if target.kind == "corruption":
            return any(token != SPECIAL for token in tile.corruption)
        return SPECIAL in tile.corruption and (len(tile.corruption) == 1 or self.rulings.amb_01 == "any")


def ask_person(person: Person) -> Verdict:
    return ASKS["turn"].ask_person(Table(Chance(0), stand_in=person.answer), PRINTED, person.rulings)


@given(tables(), st.sampled_from(sorted(CARDS)), rulings)
def test_a_person_gets_the_same_moves_as_a_program(position: Position, card: int, chosen: dict[str, str]) -> None:
    """And is asked at most four times."""
    settled = settle(Rulings, {**chosen, "EXP-AMB-02": "final-turns"})
    facts = convert(TurnFacts, kit.facts_of(position, card), "facts")
    program = ASKS["turn"].settle(facts, settled, Table(Chance(0), stand_in=lambda _: []))
    person = Person(position, card, settled)
    verdict = ask_person(person)
    assert [event for event in verdict.sentences if isinstance(event, Move)] == [
        event for event in program.sentences if isinstance(event, Move)
    ]
    kinds = [type(event) for event in verdict.sentences if getattr(event, "mech", None)]
    assert len(kinds) == len([event for event in program.sentences if getattr(event, "mech", None)])
    assert len(person.asked) <= 4


@pytest.mark.parametrize("card", sorted(CARDS))
@pytest.mark.parametrize("chosen", [{}, {"EXP-AMB-01": "any", "EXP-AMB-11": "any"}])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_and_every_option_has_its_words(card: int, chosen: dict[str, str], lang: str) -> None:
    position = Position(
        card=LEVELS[2],
        tiles={place: Tile(closed=False, map=False) for place in (*NORTH, *CENTRAL)},
        mechs={"north": "N3", "central": "C2"},
        glory=7,
    )
    person = Person(position, card, settle(Rulings, chosen))
    ask_person(person)
    translator = Translator(lang, [DEFINITION.folder])
    for question in person.asked:
        shown = build_question(question, translator)
        assert "ask." not in shown.text
        for (_, field), told in zip(shown.fields, question.fields if isinstance(question, Form) else (), strict=True):
            assert "ask." not in field.text
            if isinstance(told.question, Pick) and told.question.family in ("ahead", "elsewhere"):
                texts = [option.text for option in field.options]
                assert "None" not in texts
                assert "Basecamp" not in texts, "what is asked is whether it is in this row"
                assert len(set(texts)) == len(texts)


def test_the_humans_mech_is_not_where_hers_is() -> None:
    table = Table(Chance(0), [{"card": 1, "glory": 0}, {"at": "N3", "human": "N3"}])
    with pytest.raises(Refused) as refused:
        ASKS["turn"].ask_person(table, PRINTED, DEFAULTS)
    assert (refused.value.message.key, refused.value.where) == ("facts.human", "to.human")


# --------------------------------------------------------------------------------------------------------------- score


def scored(pack: Pack, *answers: Any) -> Any:
    return ASKS["score"].ask_person(Table(Chance(0), answers), pack, DEFAULTS).answer


def test_her_score_is_one_form() -> None:
    held = {"glory": 6, "maps": 5, "corruption": 4}
    assert scored(PRINTED, {"level": 2, **held}) == 6 * 4 + 5 * 1 + 4 * 2
    assert scored(PRINTED, {"level": 2, **held, "coin_change": -2}) == 6 * 2 + 5 * 1 + 4 * 2
    assert scored(PRINTED, {"level": 4, **held}) == 6 * 6 + 5 * 2 + 4 * 2, "by default the house card"


def test_of_an_unpublished_card_only_its_rates_are_asked() -> None:
    held = {"glory": 6, "maps": 5, "corruption": 4}
    assert scored(PRINTED, {"level": 5, "card": "printed", **held}, 1, 2, 3) == 6 * 3 + 5 * 1 + 4 * 2
    mine = Pack(PRINTED.printed, PRINTED.house, with_fact({}, "progress.5.coins.map_token", 4))
    assert scored(mine, {"level": 5, "card": "printed", **held}, 2, 3) == 6 * 3 + 5 * 4 + 4 * 2


def test_a_value_that_the_owner_corrected_counts() -> None:
    mine = Pack(PRINTED.printed, PRINTED.house, with_fact({}, "progress.2.coins.map_token", 3))
    assert scored(mine, {"level": 2, "glory": 0, "maps": 5, "corruption": 0}) == 15
