"""The pseudo-language: longer, marked, with the same placeholders (docs/translating.md)."""

from __future__ import annotations

import tomllib

from babel.messages.catalog import Catalog
from tools.pseudo_language import CODE, SOURCE, add_to_clauses, make_catalogue, remove_from_clauses, stretch


def test_text_is_longer_and_marked() -> None:
    assert stretch("Move {mech:acc} to {place}") == "[Mövé {mech:acc} tö {place} ~ ~]"
    assert len(stretch("Undo the last input")) >= 1.4 * len("Undo the last input")
    assert stretch(" ") == " "


def test_catalogue_has_every_message_and_keeps_formats() -> None:
    english = Catalog(locale="en")
    english.add("web.home", "Home")
    english.add("date.format", "{year}-{month:02}")
    english.add(("web.games", "web.games"), ("{count} game", "{count} games"))
    made = make_catalogue(english)
    assert made.get("web.home").string == "[Hömé ~]"  # type: ignore[union-attr]
    assert made.get("date.format").string == "{year}-{month:02}"  # type: ignore[union-attr]
    assert made.get("web.games").string == ("[{count} gåmé ~]", "[{count} gåmés ~]")  # type: ignore[union-attr]


def test_clauses_get_it_and_lose_it_again() -> None:
    for file in sorted(SOURCE.rglob("clauses.toml")):
        text = file.read_text("utf-8")
        added = add_to_clauses(text)
        clauses = tomllib.loads(added)
        assert all(CODE in one["text"] for one in clauses["clause"])
        assert all(CODE in one["title"] for one in clauses["chapter"])
        assert remove_from_clauses(added) == text
