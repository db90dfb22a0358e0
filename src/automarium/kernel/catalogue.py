"""The catalogue of a game: its clauses and rulings in plain words, in three languages, with what each rests on.

It is read from ``clauses.toml`` in the room's folder, the one source: the page, the terminal, the new-game questions,
``docs/rules`` and the proof that every clause has a test are made of it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from automarium.kernel.facts import facts_in
from automarium.kernel.reading import read

Basis: TypeAlias = Literal[
    "stated", "both", "ukrainian", "russian", "differ", "derived", "research", "ruling", "base", "advice"
]
Page: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]

REFERENCE = re.compile(r"\[([A-Z]{3}-[A-Z]+-?\d+[a-z]?)\]")


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing said in three languages."""

    en: str
    uk: str
    ru: str

    def in_(self, lang: str) -> str:
        text: str = getattr(self, lang)
        return text


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: Text


class Clause(Text, frozen=True, kw_only=True):
    """A numbered rule. ``basis`` says where it comes from, ``rests_on`` which rulings it depends on, ``page`` where the
    rulebook of a language has it, as far as that is known."""

    id: str
    basis: tuple[Basis, ...]
    rests_on: tuple[str, ...] = ()
    page: dict[Literal["uk", "ru"], Page] = {}

    @property
    def chapter(self) -> str:
        return chapter_of(self.id)

    @property
    def must_be_proved(self) -> bool:
        """Advice is shown and need not be proved."""
        return "advice" not in self.basis


class RulingChoice(Text, frozen=True, kw_only=True):
    """One way to settle a ruling, and what it changes at the table."""

    id: str
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

    def in_(self, lang: str) -> str:
        return self.question.in_(lang)

    @property
    def must_be_proved(self) -> bool:
        """Contradictions are settled in the clauses that rest on them, and proved there."""
        return self.kind == "silent"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    prefix: str
    chapter: tuple[Chapter, ...]
    clause: tuple[Clause, ...]
    ruling: tuple[OpenPoint, ...] = ()


Entry: TypeAlias = Clause | OpenPoint


class Catalogue:
    """Chapters in the order of the rulebook; entries by id."""

    def __init__(self, file: _File) -> None:
        self.prefix = file.prefix
        self.chapters = file.chapter
        self.clauses = {clause.id: clause for clause in file.clause}
        self.rulings = {ruling.id: ruling for ruling in file.ruling}
        self.entries: dict[str, Entry] = {**self.clauses, **self.rulings}

    def of_chapter(self, id_: str) -> Iterator[Entry]:
        for entry in self.entries.values():
            if (entry.chapter if isinstance(entry, OpenPoint) else chapter_of(entry.id)) == id_:
                yield entry

    def beside(self, id_: str) -> tuple[str | None, str | None]:
        """The entries before and after one, in reading order."""
        order = [entry.id for chapter in self.chapters for entry in self.of_chapter(chapter.id)]
        at = order.index(id_)
        return (order[at - 1] if at else None, order[at + 1] if at + 1 < len(order) else None)


def chapter_of(id_: str) -> str:
    """MOVE of EXP-MOVE-12; A of SCY-A01."""
    return id_.split("-")[1].rstrip("0123456789")


@cache
def catalogue_of(folder: str) -> Catalogue:
    """The catalogue of the room in this folder."""
    return Catalogue(read(_File, facts_in(os.path.join(folder, "clauses")), "clauses.toml"))
