"""The form of a component in its own shape: a card with columns and edges, a strip of fields, rows of spaces.

The *face* shows what is entered; a tap on a part opens its keys. Without script there are plain fields only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from automarium.box.box import checked_pack
from automarium.engine.content.component import HEAD, LEFT, RIGHT, Kind, Part
from automarium.engine.definition import AnyDefinition
from automarium.engine.question import Answer, Pick, Series, Several
from automarium.interfaces.web.forms.form_data import INSIDE
from automarium.interfaces.web.forms.options import render_composer
from automarium.interfaces.web.forms.rows import render_channel
from automarium.interfaces.web.forms.widgets import render_entry
from automarium.interfaces.web.html import Inside, Markup, h
from automarium.interfaces.web.page import PageContext
from automarium.views.question import Asked

NOTHING = "-"  # sent for "nothing is printed"; an empty field is unknown


class ThingField(msgspec.Struct, frozen=True):
    """One fact of a component: the name of its field, and its known or usual value."""

    part: Part
    asked: Asked
    name: str
    value: Answer | None
    needed: bool = True


def render_thing(kind: Kind, fields: Sequence[ThingField], page: PageContext, definition: AnyDefinition) -> Markup:
    face = _render_face(kind, fields, page)
    shared = [one for one in fields if _is_composed(one, definition)]
    keys = render_composer(shared[0].asked, _get_several(shared[0]), page, definition) if shared else None
    names = {one.part.path: one.name for one in fields}
    panels = [_render_panel(one, names, page, definition) for one in fields]
    inside = h("div", *panels, keys, class_="th-panels fields rows" if shared else "th-panels fields")
    return h("div", face, inside, class_=f"thing as-{kind.shape}" if face else "thing all", data_thing=True)


def render_as_thing(
    asked: Asked, name: str, given: Mapping[str, Answer], page: PageContext, definition: AnyDefinition
) -> Markup | None:
    """Return a question for a whole component in the shape of that component, or None."""
    inner = {field.question.hole: (name_, field) for name_, field in asked.fields}
    if None in inner:
        return None
    for kind in definition.content.components(checked_pack(definition, {})):
        for component in kind.components:
            parts = [part for part in component.parts if part.path in inner]
            if kind.whole and len(parts) == len(inner):
                fields = []
                for part in parts:
                    field, one = inner[part.path]
                    known = given.get(field, get_usual(part))
                    fields.append(ThingField(part, one, f"{name}{INSIDE}{field}", known))
                return render_thing(kind, fields, page, definition)
    return None


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
    more: dict[str, str | bool | None] = {"data_panel": one.name, "data_unneeded": not one.needed}
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


def _render_face(kind: Kind, fields: Sequence[ThingField], page: PageContext) -> Markup | None:
    if kind.shape == "card":
        return _render_card(kind, fields, page)
    if kind.shape == "strip" and len(fields) > 1:
        return h("div", *(_render_cell(one, page) for one in fields), class_="th-face script")
    rows = list(dict.fromkeys(one.part.at for one in fields if one.part.at not in ("", HEAD)))
    if kind.shape != "rows" or not rows:
        return None
    head = [_render_cell(one, page) for one in fields if one.part.at == HEAD]
    lines = [_render_line(at, [one for one in fields if one.part.at == at], page) for at in rows]
    return h("div", h("div", *head, class_="th-line") if head else None, *lines, class_="th-face script")


def _render_line(at: str, fields: Sequence[ThingField], page: PageContext) -> Markup:
    return h("div", h("b", at), *(_render_cell(one, page) for one in fields), class_="th-line")


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
        class_="th-cell",
        data_part=one.name,
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
        )
        for column in kind.columns
    ]
    edges = [h("div", *at(side), class_="th-edge") for side in (LEFT, RIGHT)]
    return h("div", h("div", *at(HEAD), class_="th-head"), edges[0], *columns, edges[1], class_="th-face script")
