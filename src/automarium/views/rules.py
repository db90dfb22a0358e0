"""The catalogue of a game: clauses found by id, chapter or word in one language, and their coverage by tests."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from automarium.engine.content.clauses import (
    Coverage,
    Entry,
    OpenPoint,
    load_catalogue,
    measure_coverage,
    text_in,
)
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Message, message, refuse
from automarium.i18n.languages import fold_letters

PACKAGE = Path(__file__).parent.parent
REPOSITORY = PACKAGE.parent.parent
MOST_WORDS = 8
SHORTEST_STEM, ENDING = 4, 2


def find_clauses(definition: AnyDefinition, wanted: str, lang: str = "en") -> list[Entry]:
    """Return the clause with an id, or those whose ids begin so (``EXP-MOVE``; the game's prefix may be left out), or
    those whose texts contain the words. Raise Refused if there are none."""
    entries = load_catalogue(definition.folder).entries
    id_ = f"{definition.prefix}-{wanted.upper().removeprefix(f'{definition.prefix}-')}"
    found = [entries[id_]] if id_ in entries else [one for one in entries.values() if one.id.startswith(id_)]
    found = found or search_clauses(definition, wanted, lang)
    if not found:
        raise refuse(
            "rules.unknown",
            given=wanted,
            options=[f"{definition.prefix}-{one.id}" for one in load_catalogue(definition.folder).chapters],
        )
    return found


def search_clauses(definition: AnyDefinition, wanted: str, lang: str) -> list[Entry]:
    """Return the clauses in which every wanted word occurs in any form; an id is a word as well."""
    stems = [find_stem(word) for word in re.findall(r"[\w-]+", wanted.casefold())[:MOST_WORDS]]
    if not stems:
        return list(load_catalogue(definition.folder).entries.values())
    index = _build_index(definition.folder, lang)
    return [
        entry
        for entry in load_catalogue(definition.folder).entries.values()
        if all(any(word.startswith(one) for word in index[entry.id]) for one in stems)
    ]


def find_stem(word: str) -> str:
    """Return the beginning that the forms of a word share: кулька, кульки and кульок all begin with куль."""
    folded = fold_letters(word)
    if any(letter.isdigit() for letter in folded):
        return folded
    return folded[: max(SHORTEST_STEM, len(folded) - ENDING)]


@lru_cache(maxsize=64)
def _build_index(folder: str, lang: str) -> dict[str, frozenset[str]]:
    """Return the folded words of each entry in one language, and its id."""
    index = {}
    for id_, entry in load_catalogue(folder).entries.items():
        choices = entry.choice if isinstance(entry, OpenPoint) else ()
        texts = [entry.text, *(text for choice in choices for text in (choice.text, choice.changes))]
        words = " ".join((id_, *(text_in(text, lang) for text in texts)))
        index[id_] = frozenset(re.findall(r"[\w-]+", fold_letters(words)))
    return index


def list_basis(entry: Entry) -> list[Message]:
    """Return the sources of an entry as messages."""
    if isinstance(entry, OpenPoint):
        return [message(f"basis.{entry.kind}")]
    said = [message(f"basis.{one}") for one in entry.basis]
    return said + [message("basis.page", page=page, language=lang) for lang, page in entry.page.items()]


def find_tests(definition: AnyDefinition) -> Path | None:
    """Return the folder with the tests of a game's package: beside the package, beside its ``src``, or in the current
    folder if that is the package's project. None for an installed package without its tests."""
    here = Path(definition.folder).resolve()
    if here.is_relative_to(PACKAGE):
        return REPOSITORY / "tests" if (REPOSITORY / "tests").is_dir() else None
    for near in (here.parent, here.parent.parent):
        if (near / "tests").is_dir() and (near / "pyproject.toml").exists():
            return near / "tests"
    project = Path.cwd()
    if (project / "tests").is_dir() and any((project / one / here.name).is_dir() for one in (".", "src")):
        return project / "tests"
    return None


def measure_game_coverage(definition: AnyDefinition, tests: Path | None = None) -> list[Coverage]:
    """Return clause → code → test from the tests of the game's package. Raise Refused if there are none."""
    tests = tests or find_tests(definition)
    if tests is None:
        raise refuse("rules.no-tests")
    here = Path(definition.folder).resolve()
    code = PACKAGE if here.is_relative_to(PACKAGE) else here
    return measure_coverage(load_catalogue(definition.folder).entries, _read_sources(code), _read_sources(tests))


def _read_sources(folder: Path) -> dict[str, str]:
    root = REPOSITORY if folder.is_relative_to(REPOSITORY) else folder.parent
    return {str(file.relative_to(root)): file.read_text("utf-8") for file in sorted(folder.rglob("*.py"))}
