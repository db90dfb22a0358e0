"""Printed facts, and what is asked for their holes. A fact is named by its path: ``toll.8.knowledge``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, TypeAlias

import msgspec

from automarium.engine.content.component import HOUSE, HOUSE_FOR, find_entered_facts
from automarium.engine.content.pack import HOLE, Entries, Pack
from automarium.engine.message import refuse
from automarium.engine.play.command import Given
from automarium.engine.question import AnyQuestion, Field, Form, check
from automarium.games.golem.components import build_thing_form, is_missing, list_near
from automarium.games.golem.effects import Effects
from automarium.games.golem.events import HouseUsed
from automarium.games.golem.fact_questions import QUESTIONS, build_question
from automarium.games.golem.position import DISTRICTS, Desk, Position


def get_fact(desk: Desk, name: str, id_: int | str | None) -> Any:
    """Return a fact of the house or of the owner's components, named by section and field and by its entry:
    ``toll.knowledge`` of 8. A hole is asked for once, with what is printed beside it, and remembered."""
    try:
        return (desk.facts or find_settled(desk))[name][id_]
    except KeyError:
        return _own(desk, _path(name, id_))


def find_fact(desk: Desk, name: str, id_: int | str | None) -> Any:
    """Return a fact without asking; a hole if it is not known."""
    try:
        return (desk.facts or find_settled(desk))[name][id_]
    except KeyError:
        return find_known(desk.position, desk.pack, _path(name, id_))


# Where the type of a fact is known: a list of effects, a number.
get_effects: Callable[[Desk, str, int | str | None], Effects] = get_fact
get_number: Callable[[Desk, str, int | str | None], int] = get_fact


def _path(name: str, id_: int | str | None) -> str:
    section, _, field = name.partition(".")
    return f"{section}.{id_}.{field}"


def _own(desk: Desk, path: str) -> Any:
    position = desk.position
    value = find_known(position, desk.pack, path)
    if value == HOLE and position.asks_things:
        ask_things(desk, [path])
        value = find_known(position, desk.pack, path)
    elif value == HOLE:
        value = desk.ask(build_question(path))
        position.learned[path] = value
    return tuple(value) if isinstance(value, list) else value


Settled: TypeAlias = dict[str, dict[int | str | None, Any]]  # by their names, then by what they are facts about


def find_settled(desk: Desk) -> Settled:
    """Return the facts that are known from the start: all of the house if no component is the owner's, else none."""
    position = desk.position
    own = position.learned or position.own_board or position.own_cards or position.own_characters
    found: Settled = {} if own else get_house(desk.pack)
    desk.facts = found
    return found


def get_house(pack: Pack) -> Settled:
    """Return the facts of the house by name and entry; lists are tuples."""
    return pack.once(_house)


def _house(pack: Pack) -> Settled:
    facts: Settled = {}
    for path, value in get_house_facts(pack).items():
        if value != HOLE:
            section, id_, field = path.split(".")
            of_them = facts.setdefault(f"{section}.{field}", {})
            of_them[int(id_) if id_.isdigit() else id_] = tuple(value) if isinstance(value, list) else value
    return facts


def find_known(position: Position, pack: Pack, path: str) -> Any:
    """Return a fact as far as it is known: entered, or of the house if that is played with."""
    value = find_entered(position, pack, path)
    return get_house_facts(pack)[path] if value == HOLE and position.uses_house else value


def find_entered(position: Position, pack: Pack, path: str) -> Any:
    """Return a fact as far as it is learned in this game, of the house if no own component has it, or printed."""
    learned = position.learned
    if path in learned:
        return learned[path]
    if path.startswith("card."):
        own = position.own_cards
    else:
        own = position.own_board or (position.own_characters and path.startswith("character."))
    return pack.once(_printed if own else _with_house)[path]


def ask_things(desk: Desk, needed: Iterable[str], beside: Collection[str] = ()) -> None:
    """Ask for facts that are not known on one screen, as the components on which they are printed, with those near them
    (``list_near``). Other unknown facts of these components, and of those ``beside`` them, can be entered as well."""
    position = desk.position
    find = partial(find_known, position, desk.pack)
    unknown = [path for path in needed if is_missing(path, find)]
    if not unknown:
        return
    if position.stage == "evening":  # its income phase is going to read the streets and tracks
        unknown.append(f"street.{DISTRICTS[0]}-1.income")
    near = [one for path in unknown for one in list_near(path, position.artifact_tile, find)]
    form = build_thing_form({path for path in (*unknown, *near) if is_missing(path, find)}, beside, find)
    answers: Given = desk.ask(form)
    position.learned |= find_entered_facts(form, answers)
    if (used := answers[HOUSE]) != HOUSE_FOR[0]:
        position.uses_house = used == "game"
        desk.emit(HouseUsed, "GOL-A01", used)


def learn(desk: Desk, about: str, id_: int, paths: Sequence[str]) -> None:
    """Ask for the unknown facts of a card on one screen. Those ``LEFT_OPEN`` may not be on the card."""
    if desk.position.asks_things:
        ask_things(desk, paths)
        return
    unknown = [path for path in paths if find_known(desk.position, desk.pack, path) == HOLE]
    if len(unknown) < 2:
        return
    fields = tuple(Field(path.rpartition(".")[2], _with_default(build_question(path))) for path in unknown)
    answers: Given = desk.ask(Form(about=about, params={"id": id_}, fields=fields))
    desk.position.learned |= {path: answers[field.name] for path, field in zip(unknown, fields, strict=True)}


LEFT_OPEN = {"fact.card.level": 1}  # without a bonus there is no number on it


def _with_default(asked: AnyQuestion) -> AnyQuestion:
    return msgspec.structs.replace(asked, default=LEFT_OPEN.get(asked.about, asked.default))


def _printed(pack: Pack) -> dict[str, object]:
    """Return every fact by its path."""
    return {f"{section}.{id_}.{field}": value for section, id_, field, value in _facts(pack.printed)}


def get_house_facts(pack: Pack) -> dict[str, object]:
    """Return the facts by their paths as they are if no component is the owner's."""
    return pack.once(_with_house)


def _with_house(pack: Pack) -> dict[str, object]:
    """Return the printed facts with the values of the house over them."""
    ours = {f"{section}.{id_}.{field}": value for section, id_, field, value in _facts(pack.house)}
    return {**_printed(pack), **ours}


def _facts(layer: Entries) -> Iterator[tuple[str, str, str, Any]]:
    for section, entries in layer.items():
        for id_, fields in entries.items() if isinstance(entries, dict) else ():
            for field, value in fields.items() if isinstance(fields, dict) else ():
                yield section, id_, field, value


def check_facts(pack: Pack) -> None:
    """Raise Refused if a fact that was entered or designed is no answer to its question, or there are more books of a
    colour than are known; holes may stay."""
    _check_layer(pack.own)
    _check_house(msgspec.json.encode(pack.house))
    for colour, books in pack.printed["books"].items():
        known = sum(book.startswith(f"{colour}-") for book in pack.printed["book"])
        if not 1 <= books["cards"] <= known:
            raise refuse("read.range", f"books.{colour}.cards", given=books["cards"], low=1, high=known)


@lru_cache(maxsize=8)
def _check_house(house: bytes) -> None:
    """Check the house design, which is the same for nearly every box, once."""
    _check_layer(msgspec.json.decode(house))


def _check_layer(layer: Entries) -> None:
    for section, id_, field, value in _facts(layer):
        if (section, field) in QUESTIONS and value != HOLE:
            path = f"{section}.{id_}.{field}"
            check(build_question(path), value, path)
