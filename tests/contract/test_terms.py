"""One term for one thing, in every language: clauses, rulings and messages follow docs/terms, and docs/rules is
current."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tools.build_rules import FOLDER, render_pages

from automarium.engine.content.clauses import OpenPoint, load_catalogue, text_in
from automarium.engine.definition import AnyDefinition
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from tests.i18n.test_translator import FOLDERS, PLACEHOLDER, SOURCE, messages, texts

TERMS = Path(__file__).parents[2] / "docs" / "terms"
APP = "app"  # the terms of all messages, games' or not
SHORTHAND = re.compile(r"K-RIGHT|K-LEFT|\b[SIR]-\d|RU>UA|UA>RU|\bUA\+RU\b|\bC\d\d\b(?!\w)")


def read_terms(name: str) -> dict[str, dict[str, Any]]:
    file = TERMS / f"{name}.toml"
    if (
        name != APP
        and not file.exists()
        and not Path(plugins.load_definition(name).folder).is_relative_to(Path(plugins.__file__).parent)
    ):
        return {}
    return tomllib.loads(file.read_text("utf-8"))


def list_messages(folder: Path, lang: str) -> Iterator[tuple[str, str]]:
    for key, message in messages(folder, lang).items():
        for text in texts(message):
            yield key, PLACEHOLDER.sub("", text)


def list_texts(definition: AnyDefinition, lang: str) -> Iterator[tuple[str, str]]:
    yield from list_messages(Path(definition.folder), lang)
    for entry in load_catalogue(definition.folder).entries.values():
        yield entry.id, text_in(entry.text, lang)
        if isinstance(entry, OpenPoint):
            for choice in entry.choice:
                yield entry.id, text_in(choice.text, lang)
                yield entry.id, text_in(choice.changes, lang)
            yield entry.id, text_in(entry.reason, lang)
            if entry.other is not None:
                yield entry.id, text_in(entry.other, lang)


def find_wrong_words(listed: dict[str, dict[str, Any]], lang: str, shown: list[tuple[str, str]]) -> str:
    """Return a line for each text with a word that must not stand for a term."""
    wrong = []
    for id_, entry in listed.items():
        for never in entry.get("never", {}).get(lang, ()):
            found = re.compile(rf"(?<!\w){never}", re.IGNORECASE)
            wrong += [f"{where}: “{never}” for {id_}: {text}" for where, text in shown if found.search(text)]
    return "\n".join(wrong)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", plugins.names())
def test_clauses_and_messages_obey_the_list_of_terms(name: str, lang: str) -> None:
    shown = list(list_texts(plugins.load_definition(name), lang))
    assert find_wrong_words(read_terms(name), lang, shown) == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_messages_obey_the_terms_of_the_app(lang: str) -> None:
    """Synonyms of commands are typed, never shown."""
    folders = [*FOLDERS, SOURCE / "documents"]
    shown = [one for folder in folders for one in list_messages(folder, lang) if not one[0].endswith("@also")]
    assert find_wrong_words(read_terms(APP), lang, shown) == ""


def test_words_that_must_not_be_used_are_found() -> None:
    shown = [("web.undo.word", "Назад"), ("direction.backward", "назад"), ("web.log-short", "Без причин")]
    wrong = find_wrong_words(read_terms(APP), "uk", shown).splitlines()
    assert [line.partition(":")[0] for line in wrong] == ["web.undo.word", "web.log-short"]
    english = {
        "player": "The human's card",
        "save": "It kept a card.",
        "automa": "Where is her mech?",
        "enter": "Tell me where it is.",
        "is-there": "It lies on the board.",
        "anyone": "Nobody is there.",
        "apps-values": "our own values",
        "keeps": "The Automa keeps the other card.",
        "golems": "A golem stands in section I.",
        "redo": "Type “redo” to bring it back.",
    }
    wrong = find_wrong_words(read_terms(APP), "en", list(english.items())).splitlines()
    assert {line.partition(":")[0] for line in wrong} == english.keys() - {"keeps", "golems", "redo"}


@pytest.mark.parametrize("name", [*plugins.names(), APP])
def test_every_term_has_a_word_in_every_language(name: str) -> None:
    listed = read_terms(name)
    assert all(entry.get(lang) for entry in listed.values() for lang in LANGUAGES)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", plugins.names())
def test_no_shorthand_of_ours_in_a_text_for_people(name: str, lang: str) -> None:
    definition = plugins.load_definition(name)
    for where, text in list_texts(definition, lang):
        plain = re.sub(rf"\[{definition.prefix}-[A-Z]+-?\d+[a-z]?\]", "", text)
        assert not SHORTHAND.search(plain), f"{where}: {text}"


def test_the_pages_of_docs_are_those_of_the_catalogues() -> None:
    for name, text in render_pages().items():
        assert (FOLDER / name).read_text("utf-8") == text, f"{name}: run `make rules`"
