"""The check of a document: one file, ``automa.toml``, which has no code, no catalogues and no tests of its own."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator
from typing import Any

from automarium.check.subject import Subject
from automarium.documents.document import Document, load_document
from automarium.documents.schema import WrittenText
from automarium.documents.source_lines import find_line
from automarium.documents.words import FAMILIES, list_nouns, text_in
from automarium.engine.definition import AnyDefinition
from automarium.engine.finding import Finding, finding
from automarium.engine.message import Message, Refused
from automarium.i18n.languages import LANGUAGES


def finding_of_fault(fault: Refused, file: str) -> Finding:
    """Return a fault of a document as a finding."""
    params = fault.message.params
    inner, line = params.get("fault"), params.get("line")
    text = inner if isinstance(inner, Message) else fault.message
    return Finding(text, file, line if isinstance(line, int) else 0)


class DocumentSubject(Subject):
    """A document that is checked. Everything is found in its one file."""

    def __init__(self, definition: AnyDefinition, file: str) -> None:
        super().__init__(definition)
        self.file = file
        self.document: Document = load_document(definition.document)
        self.languages = ("en", *(lang for lang in self.document.file.game.languages if lang != "en"))

    def locate(self, where: str) -> tuple[str, int]:
        """Return the file and the line of a path in the document."""
        return self.file, find_line(self.document.text, where)

    def shorten(self, path: str) -> str:
        return self.file

    def find_in_code(self, *texts: str) -> tuple[str, int]:
        return self.file, 0

    def find_function(self, function: Callable[..., Any]) -> tuple[str, int]:
        return self.file, 0

    def find_message(self, lang: str, key: str) -> tuple[str, int]:
        return self.locate(f"words.{lang}.{key}")


def check_clauses(subject: Subject) -> Iterator[Finding]:
    """Yield the clauses that no step, rule or line of the score follows."""
    assert isinstance(subject, DocumentSubject)
    document = subject.document
    for index, clause in enumerate(document.file.clause):
        if clause.id not in document.cited:
            yield finding("clause-uncited", *subject.locate(f"clause[{index}].id"), id=clause.id)


def check_texts(subject: Subject) -> Iterator[Finding]:
    """Yield texts that a language of the document lacks, and forms of nouns that its sentences use."""
    assert isinstance(subject, DocumentSubject)
    for lang in subject.languages:
        if lang not in LANGUAGES:
            at = subject.locate("game.languages")
            yield finding("language-unknown", *at, given=lang, options=list(LANGUAGES))
            continue
        wanted = list_forms(subject, lang)
        for where, keys, noun in list_nouns(subject.document):
            given = noun.get(lang, "") if not isinstance(noun, str) else noun if lang == "en" else ""
            if not given:
                yield finding("text-missing", *subject.locate(where), where=where, lang=lang)
                continue
            for family, form, key in wanted:
                lacks = isinstance(given, str) or form not in given
                if lacks and any(one.startswith(f"{family}.") for one in keys):
                    yield finding("form-missing", *subject.locate(where), where=where, form=form, lang=lang, key=key)
        for where, text in list_written(subject.document):
            if text and not text_in(text, lang):
                yield finding("text-missing", *subject.locate(where), where=where, lang=lang)
        for key in subject.document.file.words.get("en", {}):
            if key not in subject.document.file.words.get(lang, {}):
                yield finding(
                    "text-missing", *subject.locate(f"words.en.{key}"), where=f"words.{lang}.{key}", lang=lang
                )


def list_written(document: Document) -> Iterator[tuple[str, WrittenText]]:
    """Yield the texts of a document with their paths."""
    file = document.file
    yield "game.about", file.game.about
    for name, title in file.chapters.items():
        yield f"chapters.{name}", title
    for index, clause in enumerate(file.clause):
        yield f"clause[{index}].text", clause.text
        yield f"clause[{index}].short", clause.short
    for index, ruling in enumerate(file.ruling):
        yield f"ruling[{index}].question", ruling.question
        yield f"ruling[{index}].reason", ruling.reason
        for number, choice in enumerate(ruling.choices):
            for field in ("text", "changes", "short"):
                yield f"ruling[{index}].choices[{number}].{field}", getattr(choice, field)


def list_forms(subject: DocumentSubject, lang: str) -> list[tuple[str, str, str]]:
    """Return the forms of nouns (``{piece:acc}``) that sentences of the document use: family, form, message."""
    return [
        (family, form, key)
        for key, words in subject.document.file.words.get(lang, {}).items()
        for text in ((words,) if isinstance(words, str) else words)
        for _, name, form, _ in string.Formatter().parse(text)
        if name and form
        for family in FAMILIES.get(name, ())
    ]
