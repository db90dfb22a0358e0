"""The check of a document: one file, ``automa.toml``, which has no code, no catalogues and no tests of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from automarium.check.subject import Subject
from automarium.documents.document import Document, load_document
from automarium.documents.words import get_forms, get_text, list_forms, list_nouns, list_texts
from automarium.engine.consistency import Finding, finding
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Message, Refused, message
from automarium.engine.strict_toml import find_value_line
from automarium.i18n.languages import LANGUAGES


def finding_of_fault(fault: Refused, file: str) -> Finding:
    """Return a fault of a document as a finding."""
    params = fault.message.params
    inner, line = params.get("fault"), params.get("line")
    text = message("document.file", file=params["where"], fault=inner) if isinstance(inner, Message) else fault.message
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
        return self.file, find_value_line(self.document.text, where)

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
    document, words = subject.document, subject.document.file.words
    for lang in subject.languages:
        if lang not in LANGUAGES:
            at = subject.locate("game.languages")
            yield finding("language-unknown", *at, given=lang, options=list(LANGUAGES))
            continue
        wanted, missing = list_forms(document, lang), []
        for where, keys, noun in list_nouns(document):
            forms = get_forms(noun, lang)
            missing += [] if forms else [(where, where)]
            for family, form, key in wanted if forms else ():
                if form not in forms and any(one.startswith(f"{family}.") for one in keys):
                    yield finding("form-missing", *subject.locate(where), where=where, form=form, lang=lang, key=key)
        missing += [(where, where) for where, _, text in list_texts(document) if text and not get_text(text, lang)]
        missing += [(f"words.en.{k}", f"words.{lang}.{k}") for k in words.get("en", {}) if k not in words.get(lang, {})]
        for at_path, where in missing:
            yield finding("text-missing", *subject.locate(at_path), where=where, lang=lang)
