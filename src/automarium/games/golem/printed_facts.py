"""Printed facts, and the questions for their holes. A fact is named by its path: ``toll.8.knowledge``. The same
question asks an owner for a fact and checks it in a pack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from automarium.engine.content.pack import HOLE, Entries, Pack
from automarium.engine.message import term
from automarium.engine.play.command import Given
from automarium.engine.play.decision import YES_NO
from automarium.engine.question import AnyQuestion, Count, Field, Form, Pick, Series, Several, check
from automarium.games.golem.effects import PLAIN_VOCABULARY, TILE_VOCABULARY, VOCABULARY, Effects
from automarium.games.golem.position import (
    BONUSES,
    COLOURS,
    CRITERIA,
    HIGH,
    LOW,
    ROMAN,
    TURN_TYPES,
    Desk,
    Position,
)

Asked = Callable[[str, dict[str, object], str], AnyQuestion]  # about, params, path → the question


def _count(low: int, high: int) -> Asked:
    return lambda about, params, path: Count(about=about, params=params, hole=path, low=low, high=high)


def _pick(options: tuple[str, ...], family: str) -> Asked:
    return lambda about, params, path: Pick(about=about, params=params, hole=path, options=options, family=family)


def _numbers(low: int, high: int) -> Asked:
    """Return a question for numbers of a column, each at most once."""
    once = tuple(range(low, high + 1))
    return lambda about, params, path: Series(
        about=about, params=params, hole=path, low=low, high=high, most=len(once), once=once, filled=True
    )


def _words(options: Effects) -> Asked:
    return lambda about, params, path: Several(
        about=about, params=params, hole=path, options=options, most=6, family="effect", default=[]
    )


_effects = _words(PLAIN_VOCABULARY)


def _criteria(about: str, params: dict[str, object], path: str) -> AnyQuestion:
    once: dict[str, int] = dict.fromkeys(CRITERIA, 1)
    return Several(
        about=about,
        params=params,
        hole=path,
        options=CRITERIA,
        most=len(CRITERIA),
        limits=once,
        family="criterion",
        filled=True,
    )


def _red_spaces(about: str, params: dict[str, object], path: str) -> AnyQuestion:
    return Series(about=about, params=params, hole=path, low=LOW, high=HIGH, most=HIGH - LOW + 1, rising=True)


UpgradePlace: TypeAlias = Literal["column-1", "column-2", "column-3", "column-4", "track", "other"]
UpgradePart: TypeAlias = Literal["leg", "torso", "other"]
_kinds = ("none", "grey", "special", "either")
_levels = range(1, 5)

# Section and field of every fact that may be unknown.
QUESTIONS: dict[tuple[str, str], Asked] = {
    ("card", "bonus"): _pick(BONUSES, "bonus"),
    ("card", "level"): _count(1, 4),
    ("card", "first"): _pick(TURN_TYPES, "turn-type"),
    ("card", "marble"): _criteria,
    ("card", "rabbi"): _numbers(1, 5),
    ("card", "books"): _numbers(1, 5),
    ("card", "left_half"): _pick(YES_NO, "answer"),
    ("card", "right_half"): _pick(YES_NO, "answer"),
    ("red_zone", "spaces"): _red_spaces,
    ("toll", "knowledge"): _count(0, 10),
    ("golem_track", "spaces"): _count(4, 20),
    ("golem_space", "level"): _count(0, 12),
    ("golem_space", "steps"): _count(0, 12),
    ("golem_space", "income"): _effects,
    ("study_track", "spaces"): _count(3, 20),
    ("study_space", "income"): _effects,
    ("study_space", "better"): _effects,
    ("study_space", "vp"): _count(0, 30),
    ("street", "income"): _effects,
    ("golem_upgrade", "cost"): _count(0, 12),
    ("golem_upgrade", "part"): _pick(get_args(UpgradePart), "part"),
    ("study_upgrade", "cost"): _count(0, 12),
    ("study_upgrade", "place"): _pick(get_args(UpgradePlace), "upgrade-place"),
    ("study_upgrade", "menorahs"): _count(0, 3),
    **{("artifact_tile", f"benefit_{level}"): _effects for level in _levels},
    **{("artifact_tile", f"{side}_{level}"): _pick(_kinds, "cell") for level in _levels for side in ("left", "right")},
    **{("artifact_tile", f"{side}_cost_{level}"): _count(0, 12) for level in _levels for side in ("left", "right")},
    ("cauldron", "ingots"): _count(1, 6),
    ("book", "cost"): _count(0, 12),
    ("book", "immediate"): _effects,
    ("book", "left"): _effects,
    ("book", "right"): _effects,
    ("library", "cost"): _count(0, 6),
    ("cemetery", "reward"): _effects,
    ("character", "left"): _pick(COLOURS, "marble"),
    ("character", "right"): _pick(COLOURS, "marble"),
    ("character", "steps"): _count(0, 9),
    ("character", "cost"): _count(0, 12),
    ("character", "effects"): _effects,
    ("neighbourhood", "effects"): _words(TILE_VOCABULARY),
    ("action_tile", "effects"): _words(VOCABULARY),
    ("lowest", "effects"): _effects,
    ("starting_tile", "effects"): _effects,
}


@lru_cache(4096)
def build_question(path: str) -> AnyQuestion:
    """Return the question for a fact."""
    section, id_, field = path.split(".")
    return QUESTIONS[section, field](f"fact.{section}.{field.rstrip('_1234')}", _params(section, id_, field), path)


def _params(section: str, id_: str, field: str) -> dict[str, object]:
    """Return what the words of a question may name: the entry, and the level of an artifact tile."""
    name, _, number = id_.partition("-")
    params: dict[str, object] = {"id": id_}
    if section == "street":
        params = {"district": term("district", name), "section": ROMAN[int(number)]}
    elif section == "toll":
        params = {"section": ROMAN[int(id_)]}
    elif section == "neighbourhood":
        params = {"district": term("district", name), "number": number}
    elif section == "book":
        params = {"book": term("book", name), "number": number}
    elif section.endswith("_upgrade"):
        params = {"upgrade": term("upgrade", id_)}
    if field[-1].isdigit():
        params["artifact"] = int(field[-1])
    return params


def get_fact(desk: Desk, name: str, id_: int | str | None) -> Any:
    """Return a fact of the house or of the owner's components, named by section and field and by its entry:
    ``toll.knowledge`` of 8. A hole is asked for once and remembered."""
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
    if value == HOLE:
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
    """Return a fact as far as it is known: learned in this game, of the house if that is played with, or printed."""
    learned = position.learned
    if path in learned:
        return learned[path]
    if path.startswith("card."):
        own = position.own_cards
    else:
        own = position.own_board or (position.own_characters and path.startswith("character."))
    return pack.once(_printed if own else _with_house)[path]


def learn(desk: Desk, about: str, id_: int, paths: Sequence[str]) -> None:
    """Ask for the unknown facts of a card on one screen. Those ``LEFT_OPEN`` may not be on the card."""
    unknown = [path for path in paths if find_known(desk.position, desk.pack, path) == HOLE]
    if len(unknown) < 2:
        return
    fields = tuple(Field(path.rpartition(".")[2], _with_default(build_question(path))) for path in unknown)
    told: Given = desk.ask(Form(about=about, params={"id": id_}, fields=fields))
    desk.position.learned |= {path: told[field.name] for path, field in zip(unknown, fields, strict=True)}


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
    """Raise Refused if a fact that was entered or designed is no answer to its question; holes may stay."""
    _check_layer(pack.own)
    _check_house(msgspec.json.encode(pack.house))


@lru_cache(maxsize=8)
def _check_house(house: bytes) -> None:
    """Check the house design, which is the same for nearly every box, once."""
    _check_layer(msgspec.json.decode(house))


def _check_layer(layer: Entries) -> None:
    for section, id_, field, value in _facts(layer):
        if (section, field) in QUESTIONS and value != HOLE:
            path = f"{section}.{id_}.{field}"
            check(build_question(path), value, path)
