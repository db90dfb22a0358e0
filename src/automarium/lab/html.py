"""The HTML of a report: one self-contained file, without scripts or external resources."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from automarium.engine.drawing.svg import element, escape_text
from automarium.engine.message import Say
from automarium.lab import FOLDER

STYLE = Path(FOLDER, "report.css").read_text("utf-8")
Cells: TypeAlias = Sequence[object]


class Html(str):
    """A cell that is written as it is."""

    __slots__ = ()


def render_document(title: str, about: str, sections: Sequence[str], lang: str) -> str:
    """Return the file: a title, what the report is about, and the sections."""
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head += element("title", escape_text(title)) + f"<style>{STYLE}</style>"
    top = element("header", element("h1", escape_text(title)), element("p", escape_text(about)))
    body = top + element("main", *sections)
    return f'<!doctype html><html lang="{lang}"><head>{head}</head><body>{body}</body></html>\n'


def render_section(title: str, about: str, *inside: str, whole: bool = False) -> str:
    """Return a section; ``whole``: as wide as the page."""
    heading = element("h2", escape_text(title)) + element("p", escape_text(about))
    return element("section", heading, *inside, class_="whole" if whole else None)


def render_figures(say: Say, table: str) -> str:
    """Return the table of the figures of a chart, folded."""
    return render_details(say("report.figures"), table)


def render_details(title: str, inside: str, *, is_open: bool = False) -> str:
    return element("details", element("summary", escape_text(title)), inside, open="" if is_open else None)


def render_table(head: Sequence[str], rows: Sequence[Cells]) -> str:
    """Return a table whose first column has row headers. On a phone each row is a block of its own."""
    top = [
        element("th", escape_text(name), scope="col", class_=None if at else "words") for at, name in enumerate(head)
    ]
    lines = []
    for first, *rest in rows:
        cells = [
            element("td", element("span", cell if isinstance(cell, Html) else escape_text(str(cell))), data_name=name)
            for cell, name in zip(rest, head[1:], strict=True)
        ]
        lines.append(element("tr", element("th", escape_text(str(first)), scope="row", class_="words"), *cells))
    made = element("table", element("thead", element("tr", *top)), element("tbody", *lines), class_="tall")
    return element("div", made, class_="wide", tabindex="0", role="group", aria_label=head[0])
