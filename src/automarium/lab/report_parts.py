"""The parts that a report is made of: sections, tables, things to unfold, figures."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.kernel.drawing.svg import element, in_xml
from automarium.kernel.saying import Say

Cells = Sequence[object]


def section(title: str, about: str, *inside: str) -> str:
    return element("section", element("h2", in_xml(title)), element("p", in_xml(about)), *inside)


def figures(say: Say, made: str) -> str:
    return folded(say("report.figures"), made)


def folded(title: str, inside: str) -> str:
    return element("details", element("summary", in_xml(title)), inside)


def table(head: Sequence[str], rows: Sequence[Cells]) -> str:
    """The first column names its row."""
    top = [element("th", in_xml(name), scope="col", class_=None if at else "words") for at, name in enumerate(head)]
    lines = []
    for first, *rest in rows:
        cells = [element("td", in_xml(str(cell))) for cell in rest]
        lines.append(element("tr", element("th", in_xml(str(first)), scope="row", class_="words"), *cells))
    made = element("table", element("thead", element("tr", *top)), element("tbody", *lines))
    return _wide(made, head[0])


def picture(drawn: str, title: str) -> str:
    return _wide(drawn, title)


def _wide(inside: str, name: str) -> str:
    """What is wider than the screen is moved within it, with the keys as well."""
    return element("div", inside, class_="wide", tabindex="0", role="group", aria_label=name)
