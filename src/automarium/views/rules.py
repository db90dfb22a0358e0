"""The catalogue of a game for people: found by id, chapter or word, in the person's language; and what proves it."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from automarium.engine.content.clauses import (
    Catalogue,
    Clause,
    Coverage,
    Entry,
    OpenPoint,
    load_catalogue,
    measure_coverage,
)
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Message, message, refuse

PACKAGE = Path(__file__).parent.parent
REPOSITORY = PACKAGE.parent.parent
MOST_WORDS = 8
SHORTEST_STEM, ENDING = 4, 2


def catalogue(definition: AnyDefinition) -> Catalogue:
    return load_catalogue(definition.folder)


def found_clauses(definition: AnyDefinition, wanted: str, lang: str = "en") -> list[Entry]:
    """One clause, or all that begin so (``EXP-MOVE``); the game's prefix may be left out, and nothing is all. What is
    no id is searched for in the texts."""
    entries = catalogue(definition).entries
    id_ = f"{definition.prefix}-{wanted.upper().removeprefix(f'{definition.prefix}-')}"
    found = [entries[id_]] if id_ in entries else [one for one in entries.values() if one.id.startswith(id_)]
    found = found or search(definition, wanted, lang)
    if not found:
        raise refuse(
            "rules.unknown",
            given=wanted,
            options=[f"{definition.prefix}-{one.id}" for one in catalogue(definition).chapters],
        )
    return found


def search(definition: AnyDefinition, wanted: str, lang: str) -> list[Entry]:
    """The clauses in which every wanted word occurs, in whatever form; an id is a word as well."""
    stems = [stem(word) for word in re.findall(r"[\w-]+", wanted.casefold())[:MOST_WORDS]]
    if not stems:
        return list(catalogue(definition).entries.values())
    index = _index(definition.folder, lang)
    return [
        entry
        for entry in catalogue(definition).entries.values()
        if all(any(word.startswith(one) for word in index[entry.id]) for one in stems)
    ]


def stem(word: str) -> str:
    """The beginning that the forms of a word share: кулька, кульки and кульок all begin with куль. Rather one entry
    too many is found than one too few."""
    folded = fold(word)
    if any(letter.isdigit() for letter in folded):
        return folded
    return folded[: max(SHORTEST_STEM, len(folded) - ENDING)]


def fold(text: str) -> str:
    return text.casefold().replace("ё", "е").replace("ґ", "г").replace("’", "'")


@lru_cache(maxsize=64)
def _index(folder: str, lang: str) -> dict[str, frozenset[str]]:
    """The words of each entry, folded, in one language; ids as they are and in their parts."""
    index = {}
    for id_, entry in load_catalogue(folder).entries.items():
        text = " ".join((id_, entry.in_(lang), *_more(entry, lang)))
        words = re.findall(r"[\w-]+", fold(text))
        index[id_] = frozenset(words)
    return index


def _more(entry: Entry, lang: str) -> list[str]:
    if isinstance(entry, Clause):
        return []
    return [part for choice in entry.choice for part in (choice.in_(lang), choice.changes.in_(lang))]


def basis_of(entry: Entry) -> list[Message]:
    """What an entry rests on, in words."""
    if isinstance(entry, OpenPoint):
        return [message(f"basis.{entry.kind}")]
    said = [message(f"basis.{one}") for one in entry.basis]
    return said + [message("basis.page", page=page, language=lang) for lang, page in entry.page.items()]


def proved(definition: AnyDefinition) -> list[Coverage]:
    """Clause → code → test, from the checkout."""
    tests = REPOSITORY / "tests"
    if not tests.is_dir():
        raise refuse("rules.no-tests")
    return measure_coverage(catalogue(definition).entries, _texts(PACKAGE), _texts(tests))


def _texts(folder: Path) -> dict[str, str]:
    return {str(file.relative_to(REPOSITORY)): file.read_text("utf-8") for file in sorted(folder.rglob("*.py"))}
