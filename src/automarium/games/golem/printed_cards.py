"""Automa cards and character cards, built from their printed facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace

from automarium.engine.content.pack import HOLE, Pack
from automarium.engine.message import Message, message, term
from automarium.engine.play.command import Given
from automarium.engine.question import Field, Pick
from automarium.games.golem.fact_questions import QUESTIONS, build_question
from automarium.games.golem.position import Card, Character, Desk
from automarium.games.golem.printed_facts import find_entered, get_fact, get_house_facts, learn


def get_card(desk: Desk, id_: int) -> Card:
    """Return one of the 20 cards; one of the owner's deck is asked for once, all columns on one screen
    (GOL-CARD-04)."""
    position = desk.position
    if not (position.own_cards or position.learned) and id_ in (ours := desk.pack.once(list_house_cards)):
        return ours[id_]
    learn(desk, "form.card", id_, [f"card.{id_}.{field}" for section, field in QUESTIONS if section == "card"])
    return _card(id_, lambda field: get_fact(desk, f"card.{field}", id_))


def list_house_cards(pack: Pack) -> dict[int, Card]:
    """Return the cards whose facts the house knows completely."""
    facts = get_house_facts(pack)
    fields = [field for section, field in QUESTIONS if section == "card"]
    whole = [id_ for id_ in pack.printed["card"] if all(facts[f"card.{id_}.{field}"] != HOLE for field in fields)]
    entered = {id_: {field: facts[f"card.{id_}.{field}"] for field in fields} for id_ in whole}
    return {int(id_): _card(int(id_), card.__getitem__) for id_, card in entered.items()}


def _card(id_: int, read: Callable[[str], Any]) -> Card:
    bonus = read("bonus")
    return Card(
        id=id_,
        bonus=bonus,
        level=read("level") if bonus != "none" else 1,
        first=read("first"),
        marble=tuple(read("marble")),
        rabbi=tuple(read("rabbi")),
        books=tuple(read("books")),
        left_half=read("left_half") == "yes",
        right_half=read("right_half") == "yes",
    )


def get_character(desk: Desk, id_: int) -> Character:
    """Return the character card of a round; what is not known of the owner's cards is asked for once."""
    position = desk.position
    own = position.own_board or position.own_characters
    if not (own or position.learned) and id_ in (ours := desk.pack.once(_house_characters)):
        return ours[id_]
    learn(desk, "form.character", id_, [f"character.{id_}.{field}" for field in UNPRINTED])
    return _character(id_, lambda field: get_fact(desk, f"character.{field}", id_))


UNPRINTED = ("left", "right", "steps")  # what is not published of a character card


def build_character_fields(desk: Desk, ids: Sequence[int]) -> list[Field]:
    """Return the fields for what is not published of the character card that is named in the same form. None is needed
    if all these cards are known."""
    position = desk.position
    own = position.asks_things and (position.own_board or position.own_characters) and not position.uses_house
    if not own or not any(_is_open(desk, id_) for id_ in ids):
        return []
    default = None if all(_is_open(desk, id_) for id_ in ids) else HOLE
    fields = []
    for name in UNPRINTED:
        asked = build_question(f"character.{ids[0]}.{name}")
        fields.append(Field(name, replace(asked, hole=f"character.{{character}}.{name}", default=default)))
    return fields


def _is_open(desk: Desk, id_: int) -> bool:
    return any(find_entered(desk.position, desk.pack, f"character.{id_}.{name}") == HOLE for name in UNPRINTED)


def learn_character(desk: Desk, id_: int, answers: Given) -> None:
    """Remember what was entered of a character card that was not known."""
    for name in UNPRINTED:
        path = f"character.{id_}.{name}"
        if answers.get(name, HOLE) != HOLE and find_entered(desk.position, desk.pack, path) == HOLE:
            desk.position.learned[path] = answers[name]


def _house_characters(pack: Pack) -> dict[int, Character]:
    """Return the characters whose facts the house knows completely."""
    facts = get_house_facts(pack)
    cards = {id_: {field: facts[f"character.{id_}.{field}"] for field in SEEN} for id_ in pack.printed["character"]}
    return {
        int(id_): _character(int(id_), card.__getitem__) for id_, card in cards.items() if HOLE not in card.values()
    }


SEEN = ("left", "right", "steps", "cost", "effects")


def _character(id_: int, read: Callable[[str], Any]) -> Character:
    left, right, steps, cost, effects = map(read, SEEN)
    return Character(id=id_, left=left, right=right, steps=steps, cost=cost, effects=tuple(effects))


OTHER = "other"  # none of those that are known
FIRST = 3  # symbols of a column by which a card is identified


Id = TypeVar("Id", int, str)


def recognise(desk: Desk, section: str, about: str, ids: Sequence[Id]) -> Id:
    """Ask which component it is, by what is on it."""
    which = build_choice(desk, section, about, ids)
    return find_meant(desk, section, ids, None if which is None else desk.ask(which))


def build_choice(desk: Desk, section: str, about: str, ids: Sequence[Id]) -> Pick | None:
    """Return the question for it; None if no component is entered yet, so that it must be a new one."""
    looks: Mapping[Any, Message] = _looks(desk, section, ids)
    if not looks:
        return None
    options: tuple[int | str, ...] = tuple(looks) if len(looks) == len(ids) else (*looks, OTHER)
    words = {str(id_): seen for id_, seen in looks.items()} | {OTHER: message(f"looks.{section}.other")}
    which = Pick(about=f"{about}.looks", options=options, looks=words)
    if section != "card":
        return which
    find = partial(find_entered, desk.position, desk.pack)
    return replace(which, component="card", prints={str(id_): read_card(find, id_) for id_ in looks})


def find_meant(desk: Desk, section: str, ids: Sequence[Id], answer: int | str | None) -> Id:
    """Return the id of the component that was named; a new one gets the first free number."""
    if answer not in (OTHER, None):
        return next(id_ for id_ in ids if str(id_) == str(answer))
    known = _looks(desk, section, ids)
    return next(id_ for id_ in ids if id_ not in known)


def _looks(desk: Desk, section: str, ids: Sequence[Id]) -> dict[Id, Message]:
    return {id_: seen for id_ in ids if (seen := LOOKS[section](desk, id_)) is not None}


def is_whole_deck(pack: Pack) -> bool:
    """Return whether every card of the owner's deck is entered: only then can the app draw from it."""
    return all(HOLE not in _needed(fields) for fields in pack.printed["card"].values())


def _needed(fields: Given) -> list[object]:
    """Return the facts of a card; without a bonus it has no number."""
    left_out = ("level",) if fields["bonus"] == "none" else ()
    return [value for name, value in fields.items() if name not in left_out]


def read_card(find: Callable[[str], Any], id_: int | str) -> dict[str, Any]:
    """Return the facts of a card by the names of their fields."""
    return {field: find(f"card.{id_}.{field}") for section, field in QUESTIONS if section == "card"}


def build_box_choice(pack: Pack) -> Pick | None:
    """Return the question which of the cards in the owner's box it is, or none of them; None if there is none."""
    entered = {id_: fields for id_, fields in pack.printed["card"].items() if HOLE not in _needed(fields)}
    if not entered:
        return None
    looks = {id_: _describe_card(fields) for id_, fields in entered.items()} | {OTHER: message("just.card.other")}
    prints = {id_: dict(fields) for id_, fields in entered.items()}
    options = (*entered, OTHER)
    return Pick(about="just.card", options=options, looks=looks, component="card", prints=prints, default=OTHER)


def _known_card(desk: Desk, id_: int | str) -> Message | None:
    """Return the beginning of its columns as words; None if a fact of the card is not entered."""
    facts = read_card(partial(find_entered, desk.position, desk.pack), id_)
    return None if HOLE in _needed(facts) else _describe_card(facts)


def _describe_card(facts: Given) -> Message:
    return message(
        "looks.card",
        bonus=term("bonus", facts["bonus"]),
        marble=term("criterion", facts["marble"][:FIRST]),
        rabbi=facts["rabbi"][:FIRST],
        books=facts["books"][:FIRST],
    )


def _effects(path: str) -> Callable[[Desk, int | str], Message | None]:
    """Return its effects as words."""

    def seen(desk: Desk, id_: int | str) -> Message | None:
        effects = find_entered(desk.position, desk.pack, path.format(id=id_))
        if effects == HOLE:
            return None
        return message("looks.effects", effects=term("effect", effects)) if effects else message("looks.nothing")

    return seen


def is_known_book(desk: Desk, id_: str) -> bool:
    return _known_book(desk, id_) is not None


def _known_book(desk: Desk, id_: int | str) -> Message | None:
    """Return what is on a book as words; None if a fact of it is not entered."""
    facts = {name: find_entered(desk.position, desk.pack, f"book.{id_}.{name}") for name in BOOK_FACTS}
    if HOLE in facts.values():
        return None
    words = {name: term("effect", facts[name]) for name in BOOK_FACTS[1:] if facts[name]}
    return message("looks.book", cost=facts["cost"], effects=list(words.values()))


BOOK_FACTS = ("cost", "immediate", "left", "right")
LOOKS: dict[str, Callable[[Desk, int | str], Message | None]] = {
    "card": _known_card,
    "book": _known_book,
    "starting_tile": _effects("starting_tile.{id}.effects"),
    "artifact_tile": _effects("artifact_tile.{id}.benefit_1"),
}
