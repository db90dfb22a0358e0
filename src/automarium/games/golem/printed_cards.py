"""Automa cards and character cards, put together from the facts on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from automarium.games.golem.facts import QUESTIONS, fact, house_facts, learn
from automarium.games.golem.position import Card, Character, Desk
from automarium.kernel.pack import HOLE, Pack


def automa_card(desk: Desk, id_: int) -> Card:
    """One of the 20 cards; of the person's own deck it is entered once, all columns on one screen (GOL-CARD-04)."""
    position = desk.position
    if not (position.own_cards or position.learned) and id_ in (ours := desk.pack.once(_house_cards)):
        return ours[id_]
    learn(desk, "form.card", id_, [f"card.{id_}.{field}" for section, field in QUESTIONS if section == "card"])
    return _card(id_, lambda field: fact(desk, f"card.{field}", id_))


def _house_cards(pack: Pack) -> dict[int, Card]:
    """The cards of which the house knows everything, made once."""
    facts = house_facts(pack)
    fields = [field for section, field in QUESTIONS if section == "card"]
    whole = [id_ for id_ in pack.printed["card"] if all(facts[f"card.{id_}.{field}"] != HOLE for field in fields)]
    told = {id_: {field: facts[f"card.{id_}.{field}"] for field in fields} for id_ in whole}
    return {int(id_): _card(int(id_), card.__getitem__) for id_, card in told.items()}


def _card(id_: int, told: Callable[[str], Any]) -> Card:
    bonus = told("bonus")
    return Card(
        id=id_,
        bonus=bonus,
        level=told("level") if bonus != "none" else 1,
        first=told("first"),
        marble=tuple(told("marble")),
        rabbi=tuple(told("rabbi")),
        books=tuple(told("books")),
        left_half=told("left_half") == "yes",
        right_half=told("right_half") == "yes",
    )


def character_card(desk: Desk, id_: int) -> Character:
    """The character card of a round; of the person's own cards what is not known is entered once."""
    position = desk.position
    own = position.own_board or position.own_characters
    if not (own or position.learned) and id_ in (ours := desk.pack.once(_house_characters)):
        return ours[id_]
    learn(desk, "form.character", id_, [f"character.{id_}.{field}" for field in ("left", "right", "steps")])
    return _character(id_, lambda field: fact(desk, f"character.{field}", id_))


def _house_characters(pack: Pack) -> dict[int, Character]:
    """The characters of whom the house knows everything, made once."""
    facts = house_facts(pack)
    cards = {id_: {field: facts[f"character.{id_}.{field}"] for field in SEEN} for id_ in pack.printed["character"]}
    return {
        int(id_): _character(int(id_), card.__getitem__) for id_, card in cards.items() if HOLE not in card.values()
    }


SEEN = ("left", "right", "steps", "cost", "effects")


def _character(id_: int, told: Callable[[str], Any]) -> Character:
    left, right, steps, cost, effects = map(told, SEEN)
    return Character(id=id_, left=left, right=right, steps=steps, cost=cost, effects=tuple(effects))
