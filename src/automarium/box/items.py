"""The items of a box with their words, for page and terminal alike: what is known of each component."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias, cast

import msgspec

from automarium.box.box import Box, checked_pack
from automarium.engine.content.component import Component, Kind, Part, is_asked, is_known, value_of
from automarium.engine.content.pack import HOLE, Pack
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import capitalise, refuse
from automarium.engine.question import Answer, AnyQuestion
from automarium.i18n.translator import Translator
from automarium.views.question import Asked, build_question, describe_answer

# Of a fact: the person entered it, it is published, the house value stands for it, or it is not known.
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
        return build_question(self.part.question, self.translator)

    def words(self, translator: Translator) -> str:
        """What is known, in words."""
        return "–" if self.value is None else _value_words(self.part.question, self.value, translator)


class Item(msgspec.Struct, frozen=True):
    """A component with what is known of it."""

    kind: Kind
    component: Component
    name: str
    state: Literal["known", "half", "ours", "open"]
    parts: tuple[PartView, ...]

    @property
    def missing(self) -> list[PartView]:
        return [part for part in self.parts if part.needed and part.value is None]


class KindView(msgspec.Struct, frozen=True):
    """The items of one kind. ``done`` is how many need nothing more."""

    kind: Kind
    title: str
    where: str
    items: tuple[Item, ...]

    @property
    def done(self) -> int:
        return sum(item.state in ("known", "ours") for item in self.items)


class Items:
    """The components of a game with what a box knows of them, in one language."""

    def __init__(self, definition: AnyDefinition, box: Box, pack: Pack, translator: Translator) -> None:
        self.definition = definition
        self.box = box
        self.pack = pack
        self.translator = translator

    def kinds(self) -> list[KindView]:
        return [self._view(kind) for kind in self.definition.content.components(self.pack)]

    def find_kind(self, name: str) -> KindView:
        """Return the items of one kind. Raise Refused if there is no such kind."""
        return self._view(self._kind(name))

    def find_item(self, kind: str, id_: str) -> Item:
        """Return one item; no other is built. Raise Refused if there is none."""
        found = self._kind(kind)
        for component in found.components:
            if component.id == id_:
                return self._item(found, component)
        raise refuse("box.thing", given=id_, options=[one.id for one in found.components])

    def next_open(self, item: Item) -> Item | None:
        """Return the next item of the same kind, in a circle, of which something is not known."""
        kind = self._kind(item.kind.name)
        here = [component.id for component in kind.components].index(item.component.id)
        around = (*kind.components[here + 1 :], *kind.components[:here])
        following = (self._item(kind, component) for component in around)
        return next((one for one in following if one.state in ("open", "half")), None)

    def _kind(self, name: str) -> Kind:
        kinds = {kind.name: kind for kind in self.definition.content.components(self.pack)}
        if name not in kinds:
            raise refuse("box.kind", given=name, options=list(kinds))
        return kinds[name]

    def _view(self, kind: Kind) -> KindView:
        items = tuple(self._item(kind, component) for component in kind.components)
        return KindView(kind, self.translator.sentence(kind.title), self.translator.sentence(kind.where), items)

    def _item(self, kind: Kind, component: Component) -> Item:
        parts = tuple(self._part(part) for part in component.parts)
        name = capitalise(self.translator.sentence(component.name))
        return Item(kind, component, name, self._state(component, parts), parts)

    def _part(self, part: Part) -> PartView:
        value = value_of(self.pack, part.path)
        needed = is_asked(part, self.pack)
        own = self.box.get(part.path) is not None
        ours = value is None and part.path in self.box.house
        state: State = "mine" if own else "ours" if ours else "open" if value is None else "printed"
        return PartView(part, value, state, needed, self.translator)

    def _state(self, component: Component, parts: Sequence[PartView]) -> Literal["known", "half", "ours", "open"]:
        if component.entry:
            if component.entry in self.box.house:
                return "ours"
            return "known" if is_known(component, self.pack) else "open"
        states = {part.state for part in parts if part.needed}
        if "open" not in states:
            return "ours" if "ours" in states else "known"
        return "half" if states - {"open"} else "open"


def describe_difference(
    definition: AnyDefinition, path: str, theirs: object, own: object, translator: Translator
) -> str:
    """Return what another box says of a fact and what this one says, in words."""
    components = _components(definition)
    if any(path == one.entry for one in components):
        return translator.say("box.differs.board")
    for one in components:
        for part in one.parts:
            if part.path == path:
                said = [_value_words(part.question, value, translator) for value in (theirs, own)]
                what = _subject(part.question, translator)
                return translator.say("box.differs.one", path=what, theirs=said[0], mine=said[1])
    return translator.say("box.differs.published", theirs=theirs, mine=own)  # something published was corrected


def describe_fact(
    definition: AnyDefinition, path: str, values: Sequence[object], translator: Translator
) -> tuple[str, list[str]]:
    """Return what a fact is about and these values of it, in words. Of a whole board only that it is known is said; a
    published fact that was corrected has no other name than its path."""
    for one in _components(definition):
        if one.entry and f"{path}.".startswith(f"{one.entry}."):
            return capitalise(translator.sentence(one.name)), [translator.say("box.state.known")] * len(values)
        for part in one.parts:
            if part.path == path:
                said = [_value_words(part.question, value, translator) for value in values]
                return _subject(part.question, translator), said
    return path, [str(value) for value in values]


def _components(definition: AnyDefinition) -> list[Component]:
    kinds = definition.content.components(checked_pack(definition, {}))
    return [component for kind in kinds for component in kind.components]


def _subject(question: AnyQuestion, translator: Translator) -> str:
    """A question as the name of what it asks for, without how to answer it."""
    return build_question(question, translator).text.partition("?")[0]


def _value_words(question: AnyQuestion, value: object, translator: Translator) -> str:
    return translator.say("prompt.none") if value == [] else describe_answer(question, cast(Answer, value), translator)


def find_open_paths(component: Component, pack: Pack) -> list[str]:
    """Return the paths of a component's facts that are not known: the house values can stand for them."""
    if component.entry:
        return [component.entry]
    return [part.path for part in component.parts if value_of(pack, part.path) is None]


def corrections(component: Component, answers: Mapping[str, object], pack: Pack) -> dict[str, object]:
    """Return what changes in the box when a person has entered these facts of a component: None takes a fact out. A
    value that is as published is not kept in the box."""
    entries: dict[str, object] = {}
    for part in component.parts:
        if part.path not in answers:
            continue
        value = answers[part.path]
        published = find_published(pack, part.path)
        entries[part.path] = None if value is not None and value == published else value
    return entries


def find_published(pack: Pack, path: str) -> object:
    """Return a fact as it is published, None if it is not."""
    value = pack.published(path)
    return None if value == HOLE else value


@cache
def has_items(definition: AnyDefinition) -> bool:
    """Return whether a game has components with facts that are not published."""
    return bool(_components(definition))
