"""The components of Golem whose print is not published: their fields, their shape, and how effects are entered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache

from automarium.engine.content.component import (
    HEAD,
    LEFT,
    RIGHT,
    Column,
    Component,
    Kind,
    Part,
    Shape,
    Stem,
    build_form,
    value_of,
)
from automarium.engine.content.pack import HOLE, Pack
from automarium.engine.message import Message, message, term
from automarium.engine.question import Form
from automarium.games.golem.effects import VOCABULARY
from automarium.games.golem.fact_questions import QUESTIONS, build_question
from automarium.games.golem.position import DISTRICTS, PRINTED, ROMAN

OWN_SECTIONS = tuple(dict.fromkeys(section for section, _ in QUESTIONS))

_CARD = {  # the place of a field on a card
    "bonus": "bonus",
    "level": "bonus",
    "first": HEAD,
    "marble": "marble",
    "rabbi": "rabbi",
    "books": "books",
    "left_half": LEFT,
    "right_half": RIGHT,
}
_COLOURS = {"bonus": "brown", "marble": "yellow", "rabbi": "grey", "books": "blue"}
_LEVELS = range(4, 0, -1)  # artifacts, the lowest at the bottom


def list_components(pack: Pack) -> tuple[Kind, ...]:
    golem, study = (value_of(pack, f"{which}_track.whole.spaces") or 0 for which in ("golem", "study"))
    return _components(golem, study)


def list_every_component() -> tuple[Kind, ...]:
    """Return the components with tracks of as many spaces as there may be."""
    return _components(MOST_SPACES, MOST_SPACES)


@lru_cache(maxsize=8)
def _components(golem_spaces: int, study_spaces: int) -> tuple[Kind, ...]:
    """Return all components; only the lengths of the two tracks differ between boxes."""
    return (
        Kind(
            "card",
            message("component.card"),
            message("component.card.where"),
            "cards",
            "card",
            tuple(_card(id_) for id_ in _ids("card")),
            tuple(Column(name, message(f"cell.{name}"), colour) for name, colour in _COLOURS.items()),
            whole=True,
            unnumbered=True,
        ),
        _kind("street", "structure", "strip", [_street(district) for district in DISTRICTS]),
        _kind("tracks", "track", "rows", [_track("golem", golem_spaces), _track("study", study_spaces)]),
        _kind("places", "list", "strip", _places()),
        _kind("upgrade", "hammer", "grid", [_upgrades("golem_upgrade"), _upgrades("study_upgrade")]),
        _kind("artifact_tile", "artifact", "rows", [_artifacts(id_) for id_ in _ids("artifact_tile")], unnumbered=True),
        _kind("starting_tile", "star", "tile", _simple("starting_tile"), unnumbered=True),
        _kind("character", "character", "tile", _simple("character")),
        _kind("book", "book", "tile", _simple("book")),
        _kind("neighbourhood", "structure", "tile", _simple("neighbourhood")),
        _kind("action_tile", "list", "tile", _simple("action_tile")),
    )


def _kind(name: str, sign: str, shape: Shape, things: Iterable[Component], *, unnumbered: bool = False) -> Kind:
    title, where = message(f"component.{name}"), message(f"component.{name}.where")
    return Kind(name, title, where, sign, shape, tuple(things), unnumbered=unnumbered)


def _ids(section: str) -> list[str]:
    return list(PRINTED.printed[section])


def _fields(section: str) -> list[str]:
    return [field for known, field in QUESTIONS if known == section]


def _card(id_: str) -> Component:
    parts = []
    for field, at in _CARD.items():
        path = f"card.{id_}.{field}"
        label = message("component.half") if at in (LEFT, RIGHT) else None
        parts.append(Part(build_question(path), at, label, find_unless(path)))
    return Component(id_, message("component.card.one", id=id_), tuple(parts))


def find_unless(path: str) -> tuple[str, str] | None:
    """Return the fact and its value with which this one is not printed: a card without a bonus has no number, a cell
    that takes nothing no price."""
    if path.startswith("card."):
        return (path.replace(".level", ".bonus"), "none") if path.endswith(".level") else None
    return (path.replace("_cost", ""), "none") if "_cost_" in path else None


def _simple(section: str) -> list[Component]:
    """Return a component for each entry of a section, with all its facts."""
    found = []
    for id_ in _ids(section):
        parts = tuple(Part(build_question(f"{section}.{id_}.{one}"), label=_label(one)) for one in _fields(section))
        found.append(Component(id_, _name(section, id_), parts))
    return found


def _upgrades(section: str) -> Component:
    """Return the row of upgrades of one type, with what is not published of them."""
    parts = [
        Part(build_question(f"{section}.{id_}.{field}"), id_, _label(field))
        for id_ in _ids(section)
        for field in _fields(section)
    ]
    titles = {id_: message("component.upgrade.one", upgrade=term("upgrade", id_)) for id_ in _ids(section)}
    return Component(section, message(f"component.{section}.one"), tuple(parts), titles=titles)


def _label(field: str) -> Message:
    return message(f"part.{field.rstrip('_1234')}")


def _name(section: str, id_: str) -> Message:
    first, _, number = id_.partition("-")
    match section:
        case "book":
            return message("component.book.one", book=term("book", first), number=number)
        case "neighbourhood":
            return message("component.neighbourhood.one", district=term("district", first), number=number)
        case _:
            return message(f"component.{section}.one", id=id_)


def _street(district: str) -> Component:
    ids = [id_ for id_ in _ids("street") if id_.startswith(f"{district}-")]
    parts = _beside("street", "income", ids, lambda id_: ROMAN[int(id_.partition("-")[2])])
    return Component(district, message("component.street.one", district=term("district", district)), parts)


def _beside(section: str, field: str, ids: Iterable[str], label: Callable[[str], str]) -> tuple[Part, ...]:
    """Return one field of several entries, side by side."""
    return tuple(Part(build_question(f"{section}.{id_}.{field}"), label=_plain(label(id_))) for id_ in ids)


def _plain(label: str) -> Message:
    return message("component.label", label=label)


def _places() -> list[Component]:
    """Return what is printed on the board besides the streets."""
    return [
        _place("red_zone", "spaces", ROMAN.__getitem__),
        _place("toll", "knowledge", ROMAN.__getitem__),
        _place("library", "cost", int),
        _place("cemetery", "reward", int),
        _place("cauldron", "ingots", int),
        _place("lowest", "effects", lambda _: ""),
    ]


def _place(section: str, field: str, label: Callable[[int], object]) -> Component:
    parts = _beside(section, field, _ids(section), lambda id_: str(label(int(id_) if id_.isdecimal() else 0)))
    return Component(section, message(f"component.{section}.one"), parts)


def _track(which: str, spaces: int) -> Component:
    """Return a track; before its owner has counted the spaces, only their number is asked."""
    length = Part(build_question(f"{which}_track.whole.spaces"), HEAD, message("part.spaces"))
    rows = [
        Part(build_question(f"{which}_space.{number}.{field}"), str(number), _label(field))
        for number in range(1, spaces + 1)
        for field in _fields(f"{which}_space")
    ]
    return Component(f"{which}_track", message(f"component.{which}_track.one"), (length, *rows))


def _artifacts(id_: str) -> Component:
    fields = ("left", "left_cost", "benefit", "right", "right_cost")
    parts = []
    for level in _LEVELS:
        for field in fields:
            path = f"artifact_tile.{id_}.{field}_{level}"
            parts.append(Part(build_question(path), str(level), _label(field), find_unless(path)))
    return Component(id_, message("component.artifact_tile.one", id=id_), tuple(parts))


# ------------------------------------------------------------------------------------------------- asked for in a game

TOGETHER = ("tracks", "places", "upgrade", "street")  # kinds of which every table has all
MOST_SPACES = 20  # of a track, before its owner has counted them


def list_near(path: str, artifact_tile: int | None, find: Callable[[str], object]) -> list[str]:
    """Return the facts that are asked for with this one, so that its component is not opened again: all streets, a
    track that has been counted, the Automa's mat with its artifact tile."""
    kinds = {kind.name: kind.components for kind in _components(*_find_lengths(find))}
    golem, study = ([track] if find(track.parts[0].path) != HOLE else [] for track in kinds["tracks"])
    match path.partition(".")[0]:
        case "golem_space":
            near = golem
        case "study_space":
            near = study
        case "street":
            near = [*kinds["street"], *golem, *study]
        case "artifact_tile" | "golem_upgrade" | "study_upgrade":
            near = [*kinds["upgrade"], _artifacts(str(artifact_tile))]
        case _:
            near = []
    return [part.path for one in near for part in one.parts]


def build_thing_form(needed: Collection[str], beside: Collection[str], find: Callable[[str], object]) -> Form:
    """Return the question for the components on which the ``needed`` facts are printed and for those ``beside`` them
    (``upgrade``, or ``book.red-1`` for one of a kind), without what is known of them (``find``)."""
    now: list[Component] = []
    later: list[Component] = []
    for kind in _components(*_find_lengths(find)):
        touched = any(part.path in needed for one in kind.components for part in one.parts)
        whole = kind.name in beside or (touched and kind.name in TOGETHER)
        for one in kind.components:
            if any(part.path in needed for part in one.parts):
                now.append(one)
            elif whole or f"{kind.name}.{one.id}" in beside:
                later.append(one)
    things = (*now, *later)
    name = things[0].name if len(things) == 1 else message("form.things")
    parts = [part for one in things for part in one.parts if is_missing(part.path, find)]
    return build_form(name, parts, needed)


def _find_lengths(find: Callable[[str], object]) -> list[int]:
    """Return how many spaces the golem track and the research track have, as far as is known."""
    lengths = [find(f"{which}_track.whole.spaces") for which in ("golem", "study")]
    return [length if isinstance(length, int) else MOST_SPACES for length in lengths]


def is_missing(path: str, find: Callable[[str], object]) -> bool:
    """Return whether a fact is printed, as far as is known, and not entered."""
    unless = find_unless(path)
    return find(path) == HOLE and (unless is None or find(unless[0]) != unless[1])


# ------------------------------------------------------------------------------------------------------------- effects


def _words(*beginnings: str) -> tuple[str, ...]:
    return tuple(word for word in VOCABULARY if word.startswith(beginnings))


def _counted(kind: str) -> tuple[str, ...]:
    """Return the words that are this kind and a number."""
    return tuple(word for word in _words(f"{kind}-") if word.removeprefix(f"{kind}-").isdecimal())


# About a dozen signs, and under each its amounts: every word of the vocabulary is two taps away.
STEMS: tuple[Stem, ...] = (
    Stem("gain", "resource", _counted("gain")),
    Stem("vp", "trophy", _counted("vp")),
    Stem("gold", "artifact", _counted("gold")),
    Stem("study", "book", _counted("study")),
    Stem("track", "track", (*_counted("track"), "goal-1")),
    Stem("student", "student", (*_counted("student"), *(f"{colour}-student-1" for colour in DISTRICTS))),
    Stem("golem", "golem", (*_counted("create"), "kill", "control-free")),
    Stem("upgrade", "hammer", _words("upgrade-")),
    Stem("book", "cards", (*_counted("book"), "book-card-free", *_counted("books"))),
    Stem("step", "order", (*_words("step-"), "rush-4")),
    Stem("vp-per", "star", tuple(word for word in _words("vp-") if "-per-" in word)),
    Stem("gain-per", "chart", tuple(word for word in _words("gain-") if "-per-" in word)),
    Stem("price", "erase", (*_counted("pay"), *(f"{colour}-student-back" for colour in DISTRICTS), "study-back")),
    Stem("again", "mirror", (*_counted("activate"), "tile", "artifact", "income-students")),
)
