"""Own cards as small pictures to choose from, narrowed by what is on them.

Without script every card is shown. With it a tap on a criterion leaves the cards that have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from automarium.box.box import checked_pack
from automarium.engine.content.component import HEAD, LEFT, RIGHT, Kind, Part
from automarium.engine.definition import AnyDefinition
from automarium.engine.question import Answer, Pick, Several
from automarium.interfaces.web.forms.options import find_beside, render_face
from automarium.interfaces.web.html import Inside, Markup, h
from automarium.interfaces.web.page import PageContext
from automarium.views.question import Asked, Option, build_question, describe_option

BETWEEN = " "  # the criteria of a card


def render_small_cards(
    asked: Asked, question: Pick, name: str, page: PageContext, definition: AnyDefinition, offered: Answer | None
) -> Markup:
    """Return a radio button for each card, with its print; an option without a print has its words."""
    kinds = {kind.name: kind for kind in definition.content.components(checked_pack(definition, {}))}
    drawing = _Drawing(kinds[question.component], page, definition)
    cards = [_render_option(option, question, name, drawing, offered) for option in asked.options]
    shown = h("p", h("b", data_cards_left=page.say("web.cards-left", count="#", total="##")), class_="quiet script")
    return h(
        "div", drawing.render_criteria(question.prints), shown, h("div", *cards, class_="small-cards"), data_cards=True
    )


def _render_option(option: Option, question: Pick, name: str, drawing: _Drawing, offered: Answer | None) -> Markup:
    printed = question.prints.get(str(option.value))
    radio = h("input", type="radio", name=name, value=option.value, checked=option.value == offered, required=True)
    if printed is None:
        return h("label", radio, h("span", option.text), class_="b seg other", data_option=option.value)
    return h(
        "label",
        radio,
        drawing.render_card(printed),
        h("span", option.text, class_="unseen"),
        class_="small-card",
        data_option=option.value,
        data_has=BETWEEN.join(drawing.list_criteria(printed)),
    )


class _Drawing:
    """Draws the cards of one kind from their facts, which are named by the last part of their path."""

    def __init__(self, kind: Kind, page: PageContext, definition: AnyDefinition) -> None:
        self.kind, self.page, self.definition = kind, page, definition
        self.parts: dict[str, Part] = {part.path.rpartition(".")[2]: part for part in kind.components[0].parts}

    def _find_order(self, printed: Mapping[str, Any]) -> list[str]:
        """Return the columns of a card from the left: of two that can be swapped, the one that the head names first."""
        names = [column.name for column in self.kind.columns]
        for field, part in self.parts.items():
            if part.at == HEAD and isinstance(part.question, Pick) and (first := printed.get(field)) in names:
                swapped = [name for name in names if name in part.question.options]
                at = min(names.index(name) for name in swapped)
                names.remove(first)
                names.insert(at, first)
        return names

    def render_card(self, printed: Mapping[str, Any]) -> Markup:
        colours = {column.name: column.colour for column in self.kind.columns}
        columns = [
            h("span", *self._render_column(name, printed), class_=f"t-{colours[name]}")
            for name in self._find_order(printed)
        ]
        marked = [side for side in (LEFT, RIGHT) if self._has_edge(side, printed)]
        classes = " ".join(("small-face", *(f"edge-{side}" for side in marked)))
        return h("span", *columns, class_=classes, aria_hidden="true")

    def _has_edge(self, side: str, printed: Mapping[str, Any]) -> bool:
        parts = {field: part.question for field, part in self.parts.items() if part.at == side}
        return any(isinstance(one, Pick) and printed.get(field) == one.options[-1] for field, one in parts.items())

    def _render_column(self, name: str, printed: Mapping[str, Any]) -> list[Inside]:
        cells: list[Inside] = []
        for field, part in self.parts.items():
            value = printed.get(field)
            if part.at == name and value is not None and not self._is_unneeded(part, printed):
                values = value if isinstance(value, (list, tuple)) else [value]
                cells += [h("i", *self._render_value(part, one)) for one in values]
        return cells

    def _is_unneeded(self, part: Part, printed: Mapping[str, Any]) -> bool:
        return part.unless is not None and printed.get(part.unless[0].rpartition(".")[2]) == part.unless[1]

    def _render_value(self, part: Part, value: str | int) -> list[Inside]:
        question = part.question
        if not isinstance(question, (Pick, Several)):
            return [str(value)]
        if any(other.unless == (part.path, value) for other in self.parts.values()):
            return ["–"]  # that nothing is printed
        words = Option(value, describe_option(question, value, self.page.translator))
        mark, *_ = render_face(words, question.family, self.page, self.definition)
        if mark is not None:
            return [mark, find_beside(words, question.family, self.page)]
        return [h("span", self.page.translator.look_up(f"{question.family}.{value}@short") or words.text)]

    # --------------------------------------------------------------------------------------------------------- criteria

    def list_criteria(self, printed: Mapping[str, Any]) -> list[str]:
        """Return what a card can be found by: of each column the first entry."""
        found = []
        for column in self.kind.columns:
            field = next(field for field, part in self.parts.items() if part.at == column.name)
            value = printed.get(field)
            first = value[0] if isinstance(value, (list, tuple)) and value else value
            if first not in (None, [], ()):
                found.append(f"{column.name}:{first}")
        return found

    def render_criteria(self, prints: Mapping[str, Mapping[str, Any]]) -> Markup:
        """Return a row of keys for each column, with the number of cards."""
        rows = []
        for column in self.kind.columns:
            part = next(part for part in self.parts.values() if part.at == column.name)
            firsts = [one for printed in prints.values() for one in self.list_criteria(printed)]
            found = [one for one in dict.fromkeys(firsts) if one.startswith(f"{column.name}:")]
            found.sort(key=lambda one: _find_place(part, one.partition(":")[2]))
            keys = [self._render_key(part, one) for one in found]
            title = h("b", self.page.translator.sentence(column.title))
            rows.append(h("div", title, h("div", *keys), class_=f"criteria t-{column.colour}"))
        return h("div", *rows, class_="script")

    def _render_key(self, part: Part, criterion: str) -> Markup:
        value: str | int = criterion.partition(":")[2]
        value = int(value) if isinstance(value, str) and value.isdecimal() else value
        asked = build_question(part.question, self.page.translator)
        words = next((option.text for option in asked.options if option.value == value), str(value))
        return h(
            "button",
            *self._render_value(part, value),
            h("small", class_="left"),
            h("span", words, class_="unseen"),
            type="button",
            class_="b",
            data_criterion=criterion,
            aria_pressed="false",
        )


def _find_place(part: Part, value: str) -> tuple[int, str]:
    """Return the place of a value among the options of its part."""
    options = [str(one) for one in part.question.options] if isinstance(part.question, (Pick, Several)) else []
    return (options.index(value), "") if value in options else (len(options), value)
