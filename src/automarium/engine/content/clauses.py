"""Which code names a clause, and which test proves it.

Code names a clause by its id, in a rule of a choice, with an event, or in a comment; a test names those it proves
with ``@pytest.mark.clause("EXP-MOVE-12")``. This module only reads texts; the command line reads the files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from automarium.engine.content.pack import load_file
from automarium.engine.message import refuse
from automarium.engine.validation import convert

Basis: TypeAlias = Literal[
    "stated", "both", "ukrainian", "russian", "differ", "derived", "research", "ruling", "base", "advice"
]
PageNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]

REFERENCE = re.compile(r"\[([A-Z]{3}-[A-Z]+-?\d+[a-z]?)\]")


Text: TypeAlias = dict[str, str]  # by language; English is always there


def text_in(text: Text, lang: str) -> str:
    """Return a text in a language, or in English where it is not translated."""
    return text.get(lang) or text.get("en", "")


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: Text


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A numbered rule. ``basis`` says where it comes from, ``rests_on`` which rulings it depends on, ``page`` where the
    rulebook of a language has it, as far as that is known."""

    id: str
    basis: tuple[Basis, ...]
    text: Text
    rests_on: tuple[str, ...] = ()
    page: dict[str, PageNumber] = {}

    @property
    def chapter(self) -> str:
        return chapter_of(self.id)

    @property
    def must_be_proved(self) -> bool:
        """Advice is shown and need not be proved."""
        return "advice" not in self.basis


class RulingChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to settle a ruling, and what it changes at the table."""

    id: str
    text: Text
    changes: Text


class OpenPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling as a question: its choices with the default first, why that is the default, where the other reading
    comes from. ``differ``: two rulebooks say different things; ``silent``: the rulebook does not say."""

    id: str
    chapter: str
    kind: Literal["silent", "differ"]
    question: Text
    choice: tuple[RulingChoice, ...]
    reason: Text
    clauses: tuple[str, ...] = ()
    other: Text | None = None

    @property
    def text(self) -> Text:
        return self.question

    @property
    def must_be_proved(self) -> bool:
        """Contradictions are settled in the clauses that rest on them, and proved there."""
        return self.kind == "silent"


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named set of choices, where two rulebooks differ. Players in the language ``lang`` are shown the ``note``."""

    id: str
    text: Text
    reason: Text
    rulings: dict[str, str]
    lang: str = ""
    note: Text = {}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``languages``: those of the game's messages; empty for all that Automarium has."""

    prefix: str
    chapter: tuple[Chapter, ...]
    clause: tuple[Clause, ...]
    ruling: tuple[OpenPoint, ...] = ()
    edition: tuple[Edition, ...] = ()
    languages: tuple[str, ...] = ()


Entry: TypeAlias = Clause | OpenPoint


class Catalogue:
    """Chapters in the order of the rulebook; entries by id."""

    def __init__(self, file: _File) -> None:
        self.prefix = file.prefix
        self.languages = file.languages
        self.chapters = file.chapter
        self.clauses = {clause.id: clause for clause in file.clause}
        self.rulings = {ruling.id: ruling for ruling in file.ruling}
        self.entries: dict[str, Entry] = {**self.clauses, **self.rulings}
        self.editions = {edition.id: edition for edition in file.edition}

    def of_chapter(self, id_: str) -> Iterator[Entry]:
        for entry in self.entries.values():
            if (entry.chapter if isinstance(entry, OpenPoint) else chapter_of(entry.id)) == id_:
                yield entry

    def get_edition(self, id_: str, where: str) -> Edition:
        """Return an edition; raise Refused if there is none of this name."""
        if id_ not in self.editions:
            raise refuse("edition.unknown", where, given=id_, options=list(self.editions))
        return self.editions[id_]

    def note_for(self, lang: str) -> str | None:
        """Return what players in a language should know of the editions; None if there is nothing."""
        return next((text_in(one.note, lang) for one in self.editions.values() if one.lang == lang), None)

    def beside(self, id_: str) -> tuple[str | None, str | None]:
        """Return the entries before and after one, in reading order."""
        order = [entry.id for chapter in self.chapters for entry in self.of_chapter(chapter.id)]
        at = order.index(id_)
        return (order[at - 1] if at else None, order[at + 1] if at + 1 < len(order) else None)


def chapter_of(id_: str) -> str:
    """MOVE of EXP-MOVE-12; A of SCY-A01."""
    return id_.split("-")[1].rstrip("0123456789")


@cache
def load_catalogue(folder: str) -> Catalogue:
    """Return the catalogue of the game in this folder."""
    return Catalogue(convert(_File, load_file(os.path.join(folder, "clauses")), "clauses.toml"))


_MENTION = re.compile(r"\b([A-Z]{3}-(?:[A-Z]+-|[AC]))(\d+)(?:…(\d+))?")


def find_mentions(source: str) -> Iterator[tuple[str, int]]:
    """Yield the clauses that a piece of code names, each with its line; ``EXP-MOVE-01…06`` names six."""
    for number, line in enumerate(source.splitlines(), 1):
        for stem, first, last in _MENTION.findall(line):
            for index in range(int(first), int(last or first) + 1):
                yield f"{stem}{index:0{len(first)}}", number


def find_proofs(source: str) -> Iterator[tuple[str, str]]:
    """Yield the clauses that the tests of a file prove, each with the test's name."""
    if "mark.clause" not in source:
        return
    import ast  # only for the coverage by tests

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.clause":
                    marks = [argument.value for argument in decorator.args if isinstance(argument, ast.Constant)]
                    yield from ((clause, node.name) for clause in marks if isinstance(clause, str))


class Coverage(msgspec.Struct, frozen=True):
    """One clause, the places that name it and the tests that prove it."""

    clause: Entry
    code: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def unproved(self) -> bool:
        return self.clause.must_be_proved and not self.tests


def measure_coverage(
    entries: Mapping[str, Entry], sources: Mapping[str, str], tests: Mapping[str, str]
) -> list[Coverage]:
    """Return for each clause the code that names it and the tests that prove it, in the order of the catalogue. The
    other mappings are file names to their text."""
    code = _gathered(
        (clause, f"{file}:{line}") for file, text in sources.items() for clause, line in find_mentions(text)
    )
    proved = _gathered(
        (clause, f"{file}::{test}") for file, text in tests.items() for clause, test in find_proofs(text)
    )
    return [Coverage(clause, code.get(id_, ()), proved.get(id_, ())) for id_, clause in entries.items()]


def _gathered(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for clause, place in pairs:
        found.setdefault(clause, {})[place] = None
    return {clause: tuple(places) for clause, places in found.items()}
