"""The things of a box with their words: what is known of each, for page and terminal alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias, cast

import msgspec

from automarium.box.box import Box, checked_pack
from automarium.engine.content.component import Component, Kind, Part, is_asked, is_known, value_of
from automarium.engine.content.pack import HOLE, Pack
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import capital, refuse
from automarium.engine.question import Answer, AnyQuestion
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.views.question import Asked, answer_words, asked

# Of a fact: the person entered it, it is published, they play with ours, or nobody knows it.
State: TypeAlias = Literal["mine", "printed", "ours", "open"]


class PartView(msgspec.Struct, frozen=True):
    """One fact of an item. ``needed`` is false where another fact says that there is nothing."""

    part: Part
    value: Any
    state: State
    needed: bool
    translator: Translator

    @property
    def asked(self) -> Asked:
        return asked(self.part.question, self.translator)

    def words(self, translator: Translator) -> str:
        """What is known, in words."""
        if self.value is None:
            return "–"
        return (
            translator.say("prompt.none")
            if self.value == []
            else answer_words(self.part.question, self.value, translator)
        )


class Item(msgspec.Struct, frozen=True):
    """A component as far as it is known."""

    kind: Kind
    component: Component
    name: str
    state: Literal["known", "half", "ours", "open"]
    parts: tuple[PartView, ...]

    @property
    def missing(self) -> list[PartView]:
        return [part for part in self.parts if part.needed and part.value is None]


class KindView(msgspec.Struct, frozen=True):
    """The things of one kind. ``done``: how many need nothing more."""

    kind: Kind
    title: str
    where: str
    things: tuple[Item, ...]

    @property
    def done(self) -> int:
        return sum(thing.state in ("known", "ours") for thing in self.things)


class Items:
    """A box seen in one language."""

    def __init__(self, definition: AnyDefinition, box: Box, pack: Pack, translator: Translator) -> None:
        self.definition = definition
        self.box = box
        self.pack = pack
        self.translator = translator

    def shelves(self) -> list[KindView]:
        return [self._shelf(kind) for kind in self.definition.content.components(self.pack)]

    def shelf(self, name: str) -> KindView:
        return self._shelf(self._kind(name))

    def thing(self, kind: str, id_: str) -> Item:
        """Return one item; no other is built. Raise Refused if there is none."""
        found = self._kind(kind)
        for component in found.components:
            if component.id == id_:
                return self._thing(found, component)
        raise refuse("box.thing", given=id_, options=[one.id for one in found.components])

    def next_open(self, one: Item) -> Item | None:
        """Return the next item of the same kind, in a circle, of which something is not known."""
        kind = self._kind(one.kind.name)
        here = [component.id for component in kind.components].index(one.component.id)
        around = (*kind.components[here + 1 :], *kind.components[:here])
        following = (self._thing(kind, component) for component in around)
        return next((item for item in following if item.state in ("open", "half")), None)

    def _kind(self, name: str) -> Kind:
        kinds = {kind.name: kind for kind in self.definition.content.components(self.pack)}
        if name not in kinds:
            raise refuse("box.kind", given=name, options=list(kinds))
        return kinds[name]

    def _shelf(self, kind: Kind) -> KindView:
        things = tuple(self._thing(kind, component) for component in kind.components)
        return KindView(kind, self.translator.sentence(kind.title), self.translator.sentence(kind.where), things)

    def _thing(self, kind: Kind, component: Component) -> Item:
        parts = tuple(self._part(part) for part in component.parts)
        name = capital(self.translator.sentence(component.name))
        return Item(kind, component, name, self._state(component, parts), parts)

    def _part(self, part: Part) -> PartView:
        value = value_of(self.pack, part.path)
        needed = is_asked(part, self.pack)
        mine = self.box.get(part.path) is not None
        ours = value is None and part.path in self.box.ours
        state: State = "mine" if mine else "ours" if ours else "open" if value is None else "printed"
        return PartView(part, value, state, needed, self.translator)

    def _state(self, component: Component, parts: Sequence[PartView]) -> Literal["known", "half", "ours", "open"]:
        if component.entry:
            if component.entry in self.box.ours:
                return "ours"
            return "known" if is_known(component, self.pack) else "open"
        states = {part.state for part in parts if part.needed}
        if "open" not in states:
            return "ours" if "ours" in states else "known"
        return "half" if states - {"open"} else "open"


def describe_difference(
    definition: AnyDefinition, path: str, theirs: object, mine: object, translator: Translator
) -> str:
    """What another box says of a fact and what this one says, in words."""
    things = [one for kind in definition.content.components(checked_pack(definition, {})) for one in kind.components]
    questions = {part.path: part.question for one in things for part in one.parts}
    if any(path == one.entry for one in things):
        return translator.say("box.differs.board")
    if path not in questions:  # something published that was corrected
        return translator.say("box.differs.published", theirs=theirs, mine=mine)
    question = questions[path]
    what = _about(question, translator)
    said = [_said(question, one, translator) for one in (theirs, mine)]
    return translator.say("box.differs.one", path=what, theirs=said[0], mine=said[1])


def describe_fact(
    definition: AnyDefinition, path: str, values: Sequence[object], translator: Translator
) -> tuple[str, list[str]]:
    """What a fact is about, and what was said of it, in words; of a whole board only that it is known. A published
    fact that was corrected has no other name than its path."""
    for one in (one for kind in definition.content.components(checked_pack(definition, {})) for one in kind.components):
        if one.entry and f"{path}.".startswith(f"{one.entry}."):
            return capital(translator.sentence(one.name)), [translator.say("box.state.known")] * len(values)
        for part in one.parts:
            if part.path == path:
                return _about(part.question, translator), [_said(part.question, value, translator) for value in values]
    return path, [str(value) for value in values]


def _about(question: AnyQuestion, translator: Translator) -> str:
    """A question as the name of what it asks for, without how to answer it."""
    return asked(question, translator).text.partition("?")[0]


def _said(question: AnyQuestion, value: object, translator: Translator) -> str:
    """A fact as the answer to its question: as one it was read."""
    return translator.say("prompt.none") if value == [] else answer_words(question, cast(Answer, value), translator)


def find_open_paths(component: Component, pack: Pack) -> list[str]:
    """The facts of a thing that are not known: those that ours can stand for."""
    if component.entry:
        return [component.entry]
    return [part.path for part in component.parts if value_of(pack, part.path) is None]


def corrections(component: Component, answers: Mapping[str, object], pack: Pack) -> dict[str, object]:
    """What changes in the box when a person has told these facts of a thing, None where they told nothing. What they
    say is as published needs no place in their box."""
    told: dict[str, object] = {}
    for part in component.parts:
        if part.path not in answers:
            continue
        value = answers[part.path]
        published = find_published(pack, part.path)
        told[part.path] = None if value is not None and value == published else value
    return told


def find_published(pack: Pack, path: str) -> object:
    """A fact as it is published, None if nobody published it."""
    value = pack.published(path)
    return None if value == HOLE else value


def has_items(definition: AnyDefinition) -> bool:
    """Whether a game has components that nobody published."""
    return _has_things(definition.name)


@cache
def _has_things(game: str) -> bool:
    definition = plugins.load_definition(game)
    return bool(definition.content.components(checked_pack(definition, {})))
