"""docs/rules is built from the current catalogues."""

from __future__ import annotations

from tools.build_rules import FOLDER, render_pages


def test_the_pages_are_those_of_the_catalogues() -> None:
    for name, text in render_pages().items():
        assert (FOLDER / name).read_text("utf-8") == text, f"{name}: run `make rules`"
