"""The templates for translators have every message."""

from __future__ import annotations

from tools.build_templates import list_templates


def test_templates_are_up_to_date() -> None:
    made = list_templates()
    old = [path.parent.parent.name for path, text in made.items() if not path.exists() or path.read_bytes() != text]
    assert old == [], "make templates"
