"""The person's own things that have no number are found by what is on them, or entered then."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.box.box import checked_pack, find_holes
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.question import Answer, Form, Pick
from automarium.i18n.translator import Translator
from automarium.views.game import View
from tests.games.golem.kit import DEFINITION

HOUSE = checked_pack(DEFINITION, {}).house
CARDS = {"card": HOUSE["card"]}


def game(own: dict[str, Any], **options: Any) -> Playthrough:
    return Playthrough(DEFINITION, {"own": "mine", "level": 1, **options}, {}, 5, checked_pack(DEFINITION, own))


def played(own: dict[str, Any], inputs: int, **options: Any) -> list[Any]:
    """The questions of a game against the stand-in."""
    live = game(own, **options)
    rival = DEFINITION.lab.rival(live.pack, Chance(6))
    asked = []
    for _ in range(inputs):
        for input_ in [None] if live.question is not None else rival.turn(lambda: live.position):
            if input_ is not None:
                live.put(input_)
            while live.question is not None:
                asked.append(live.question)
                live.put(Respond(rival.answer(live.question)))
            if live.definition.is_over(live.position):
                return asked
    return asked


def first_cards(count: int) -> dict[str, Any]:
    return {"card": dict(list(HOUSE["card"].items())[:count])}


def cards_named(asked: list[Any]) -> list[Any]:
    """The questions which card it is: each stands on one screen with the marbles."""
    forms = [one for one in asked if isinstance(one, Form) and one.about in ("form.turn", "form.marbles")]
    return [field.question for form in forms for field in form.fields if field.name == "card"]


@pytest.mark.clause("GOL-CARD-04")
def test_a_card_is_entered_when_it_comes_and_from_then_on_found() -> None:
    asked = played({}, 4, board="house")
    assert cards_named(asked) == [], "while none is known nothing is to choose"
    whole = next(one for one in asked if isinstance(one, Form) and one.about == "form.card")
    assert {field.question.hole for field in whole.fields} >= {"card.1.bonus", "card.1.marble", "card.1.right_half"}
    which = cards_named(played(first_cards(3), 4, board="house"))[0]
    assert isinstance(which, Pick)
    assert set(which.options) == {1, 2, 3, "other"}


def test_whoever_enters_a_drawn_card_is_told_to_reveal_it() -> None:
    """Regression: with an empty box the screen said only "Card 1"."""
    live = game({}, board="house", facts="things")
    rival = DEFINITION.lab.rival(live.pack, Chance(6))
    while live.question is None or live.question.about != "component.card.one":
        if live.question is not None:
            live.put(Respond(rival.answer(live.question)))
        else:
            live.put(next(iter(rival.turn(lambda: live.position))))
    assert View(live, Translator("en", [DEFINITION.folder])).hints == [
        "Reveal the Automa's next card, if you haven't yet, and enter what is printed on it."
    ]


def test_a_card_that_is_not_in_the_box_takes_the_first_free_number() -> None:
    live = game(first_cards(3), board="house")
    rival = DEFINITION.lab.rival(live.pack, Chance(6))
    while not (isinstance(live.question, Form) and live.question.about in ("form.turn", "form.marbles")):
        live.put(
            Respond(rival.answer(live.question)) if live.question else next(iter(rival.turn(lambda: live.position)))
        )
    told = rival.answer(live.question)
    assert isinstance(told, dict)
    live.put(Respond({**told, "card": "other"}))
    assert isinstance(live.question, Form)
    assert live.question.fields[0].question.hole == "card.4.bonus"


def test_what_is_offered_is_what_is_on_the_card() -> None:
    question = cards_named(played(CARDS, 4, board="house", deck="mine"))[0]
    assert set(question.options) == set(range(1, 21)), "the whole deck is known, so there is no other"
    for lang in ("en", "uk", "ru"):
        translator = Translator(lang, [DEFINITION.folder])
        looks = question.looks["2"]
        assert "1, 2, 3" in translator.say(looks.key, **looks.params)


@pytest.mark.parametrize(("known", "deck", "physical"), [(20, "app", False), (19, "app", True), (20, "mine", True)])
def test_we_draw_only_from_a_deck_that_we_know(known: int, deck: str, physical: bool) -> None:
    """Never "card 12" of a deck that is not entered."""
    assert game(first_cards(known), board="house", deck=deck).position.deck.physical is physical


def test_a_game_that_says_nothing_of_its_owner_draws() -> None:
    options: dict[str, Answer] = {"level": 1, "cards": "printed", "deck": "app"}
    assert not Playthrough(DEFINITION, options, {}, 5, checked_pack(DEFINITION, {})).position.deck.physical


def test_tiles_of_the_set_up_are_found_by_what_they_give() -> None:
    tiles: dict[str, Any] = {"starting_tile": {"3": {"effects": ["vp-2"]}, "9": {"effects": []}}}
    live = game(tiles)
    question = live.question
    assert question is not None
    assert question.about == "ask.starting-tile.looks", "no artifact tile is known: nothing to choose"
    assert isinstance(question, Pick)
    assert question.options == (3, 9, "other") or question.options == (9, 3, "other")
    live.put(Respond("other"))
    assert live.question is not None
    assert live.question.hole == "starting_tile.1.effects", "entered then, under the first number that is free"
    again = game(tiles)
    again.put(Respond(3))
    assert again.question is None


def test_a_whole_known_deck_asks_for_no_component() -> None:
    asked = played(CARDS, 100, board="house", deck="app")
    assert cards_named(asked) == []
    assert {path.split(".")[0] for one in asked for path in find_holes(one)} <= {"character"}, "a real one lies open"
