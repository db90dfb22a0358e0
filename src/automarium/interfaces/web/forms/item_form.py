"""The form of a component in its own shape: a card with columns and edges, a strip of fields, rows of spaces.

The *face* shows what is entered; a tap on a part opens its keys. Without script there are plain fields only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from automarium.box.box import checked_pack
from automarium.engine.content.component import HEAD, HOUSE, LEFT, RIGHT, Component, Kind, Part
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import capitalise
from automarium.engine.question import UNKNOWN, Answer, Pick, Series, Several
from automarium.interfaces.web.forms.form_data import INSIDE, NOTHING
from automarium.interfaces.web.forms.options import render_composer
from automarium.interfaces.web.forms.rows import render_channel
from automarium.interfaces.web.forms.widgets import render_entry
from automarium.interfaces.web.html import Inside, Markup, h, sign
from automarium.interfaces.web.page import PageContext
from automarium.views.question import Asked


class ThingField(msgspec.Struct, frozen=True):
    """One fact of a component: the name of its field, and its known or usual value. ``needed`` is false where another
    fact says that there is nothing, ``now`` where it may be entered another time."""

    part: Part
    asked: Asked
    name: str
    value: Answer | None
    needed: bool = True
    now: bool = True


class Thing(msgspec.Struct, frozen=True):
    """A component, or what is to be entered of it."""

    kind: Kind
    component: Component
    name: str
    fields: tuple[ThingField, ...]


def render_things(things: Sequence[Thing], page: PageContext, definition: AnyDefinition) -> Markup:
    """Return the faces of components with the keys for their parts. One alone has its name in the heading; of several,
    those where nothing must be entered now are folded."""
    faces = [_render_face(one, page, definition) for one in things]
    if len(things) > 1:
        faces = [_render_folded(one, face, page) for one, face in zip(things, faces, strict=True)]
    fields = [field for one in things for field in one.fields]
    shared = [one for one in fields if _is_composed(one, definition)]
    keys = render_composer(shared[0].asked, _get_several(shared[0]), page, definition) if shared else None
    names = {one.part.path: one.name for one in fields}
    panels = [_render_panel(one, names, page, definition) for one in fields]
    inside = h("div", *panels, keys, class_="th-panels fields rows" if shared else "th-panels fields")
    return h("div", *faces, inside, class_="thing", data_thing=True)


def _render_folded(one: Thing, face: Markup, page: PageContext) -> Markup:
    now = any(field.now for field in one.fields)
    head = h("summary", h("b", one.name), h("small", page.say("web.thing.now" if now else "web.thing.later")))
    return h("details", head, face, class_="th-fold script now" if now else "th-fold script", open=now)


def render_as_things(
    asked: Asked, name: str, given: Mapping[str, Answer], page: PageContext, definition: AnyDefinition
) -> Markup | None:
    """Return a question for printed facts in the shape of the components on which they are printed, or None."""
    inner = {field.question.hole: (name_, field) for name_, field in asked.fields if name_ != HOUSE}
    if None in inner or not inner:
        return None
    found: list[tuple[bool, Thing]] = []
    for kind in definition.content.every_component(checked_pack(definition, {})):
        for component in kind.components:
            fields = []
            for part in (part for part in component.parts if part.path in inner):
                field, one = inner.pop(part.path)
                known = given.get(field, get_usual(part))
                now = one.question.default != UNKNOWN
                fields.append(ThingField(part, one, f"{name}{INSIDE}{field}", known, now=now))
            if fields:
                title = capitalise(page.translator.sentence(component.name))
                now = any(one.now for one in fields)
                found.append((now, Thing(kind, component, title, tuple(fields))))
    if inner:
        return None
    things = [*(one for now, one in found if now), *(one for now, one in found if not now)]
    return render_things(things, page, definition)


def get_usual(part: Part) -> Answer | None:
    """Return the value that an unknown part is filled in with: most edges of a card are empty."""
    question = part.question
    if part.at in (LEFT, RIGHT, HEAD) and isinstance(question, Pick):
        return question.options[0]
    return None


def _get_several(one: ThingField) -> Several:
    assert isinstance(one.asked.question, Several)
    return one.asked.question


def _is_composed(one: ThingField, definition: AnyDefinition) -> bool:
    return isinstance(one.asked.question, Several) and one.asked.question.family in definition.content.stems


def _render_panel(one: ThingField, names: Mapping[str, str], page: PageContext, definition: AnyDefinition) -> Markup:
    question = one.asked.question
    legend = h("legend", h("span", one.asked.text))
    more: dict[str, str | bool | None] = {
        "data_panel": one.name,
        "data_unneeded": not one.needed,
        "data_later": not one.now,
    }
    if one.part.unless is not None:
        path, value = one.part.unless
        more["data_unless"] = f"{names.get(path, '')}={value}"
    if _is_composed(one, definition):
        known = [NOTHING] if one.value == [] else one.value
        lying = render_channel(one.asked, _get_several(one), one.name, page, known)
        return h("fieldset", legend, *lying, class_="th-panel several row", data_row=True, **more)
    more["data_track"] = isinstance(question, Series) and question.rising
    return h(
        "fieldset", legend, render_entry(one.asked, one.name, page, definition, one.value), class_="th-panel", **more
    )


def _render_face(thing: Thing, page: PageContext, definition: AnyDefinition) -> Markup:
    """Return what a component looks like, with a cell for each part."""
    kind, fields = thing.kind, thing.fields
    class_ = f"th-face as-{kind.shape} script"
    if kind.shape == "card":
        return _render_card(kind, fields, page)
    rows = list(dict.fromkeys(one.part.at for one in fields if one.part.at not in ("", HEAD)))
    if kind.shape not in ("rows", "grid") or not rows:
        return h("div", *(_render_cell(one, page) for one in fields), class_=class_)
    head = [_render_cell(one, page) for one in fields if one.part.at in ("", HEAD)]
    lines = [_render_line(thing, at, page, definition) for at in rows]
    return h("div", h("div", *head, class_="th-line") if head else None, *lines, class_=class_)


def _render_line(thing: Thing, at: str, page: PageContext, definition: AnyDefinition) -> Markup:
    """Return a row of a track, or a tile of a grid with its name."""
    title = h("b", at)
    if (name := thing.component.titles.get(at)) is not None:
        mark = definition.page.signs.get(at, "")
        title = h("b", sign(mark) if mark else None, h("span", capitalise(page.translator.sentence(name))))
    cells = [_render_cell(one, page) for one in thing.fields if one.part.at == at]
    return h("div", title, *cells, class_="th-line", data_row_of=at)


def _render_cell(one: ThingField, page: PageContext) -> Markup:
    """Return a part on the face, filled by the script."""
    words = page.translator.sentence(one.part.label) if one.part.label is not None else ""
    mark = words if _is_toggle(one) else None
    label = h("small", words) if words and mark is None else None
    return h(
        "button",
        h("span", one.asked.text, class_="unseen"),
        label,
        h("span", class_="th-cells"),
        type="button",
        class_="th-cell list" if isinstance(one.asked.question, Several) else "th-cell",
        data_part=one.name,
        data_later=not one.now,
        data_toggle=_is_toggle(one),
        data_mark=mark or None,
    )


def _is_toggle(one: ThingField) -> bool:
    return isinstance(one.asked.question, Pick) and len(one.asked.question.options) == 2


def _render_card(kind: Kind, fields: Sequence[ThingField], page: PageContext) -> Markup:
    def at(place: str) -> list[Inside]:
        return [_render_cell(one, page) for one in fields if one.part.at == place]

    columns = [
        h(
            "div",
            h("b", page.translator.sentence(column.title)),
            *at(column.name),
            class_=f"th-column t-{column.colour}",
            data_column_of=column.name,
        )
        for column in kind.columns
    ]
    edges = [h("div", *at(side), class_="th-edge") for side in (LEFT, RIGHT)]
    return h(
        "div", h("div", *at(HEAD), class_="th-head"), edges[0], *columns, edges[1], class_="th-face as-card script"
    )
