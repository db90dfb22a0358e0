"""The pseudo-language: longer, marked, with the same placeholders (docs/translating.md)."""

from __future__ import annotations

from babel.messages.catalog import Catalog
from tools.pseudo_language import make_catalogue, stretch


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
