"""The messages of a document: stock sentences with the document's own names, and the sentences that it replaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from automarium.documents import schema

if TYPE_CHECKING:
    from automarium.documents.document import Document

Messages = dict[str, str | list[str]]
BASE = "en"


def build_messages(document: Document, lang: str) -> Messages:
    """Return the document's own messages in a language; what it does not say there is found in English."""
    found: Messages = {}
    for key, noun in _list_nouns(document):
        found |= _forms(key, noun, lang)
    for key, text in _list_texts(document):
        if said := text_in(text, lang):
            found[key] = _escape(said)
    for key, words in document.file.words.get(lang, {}).items():
        found[key] = words if isinstance(words, str) else list(words)
    return found


def text_in(text: schema.WrittenText, lang: str) -> str:
    """Return a text in a language; a plain string is English."""
    if isinstance(text, str):
        return text if lang == BASE else ""
    return text.get(lang, "")


def all_languages(text: schema.WrittenText) -> dict[str, str]:
    """Return a text by language, as the catalogue of clauses has it."""
    return {BASE: text} if isinstance(text, str) else dict(text)


def _forms(key: str, noun: schema.Noun, lang: str) -> Messages:
    given = noun if isinstance(noun, str) and lang == BASE else "" if isinstance(noun, str) else noun.get(lang, "")
    if isinstance(given, str):
        return {key: _escape(given)} if given else {}
    found: Messages = {f"{key}@{form}": _escape(text) for form, text in given.items() if form != "nom"}
    if "nom" in given:
        found[key] = _escape(given["nom"])
    return found


def _escape(text: str) -> str:
    """A name has no parameters."""
    return text.replace("{", "{{").replace("}", "}}")


def _list_nouns(document: Document) -> Iterator[tuple[str, schema.Noun]]:
    file = document.file
    yield f"game.{document.name}", file.game.title
    for name, piece in file.pieces.items():
        for key in (f"piece.{name}", f"thing.{name}", f"piece.{piece.side}.{name}"):
            yield key, piece.name
    for name, counter in file.counters.items():
        for key in (f"counter.{name}", f"thing.{name}", f"piece.{counter.side}.{name}"):
            yield key, counter.name
        for mat, noun in counter.mats.items():
            yield f"place.{mat}", noun
    for name, track in file.tracks.items():
        for key in (f"track.{name}", f"thing.{name}", f"track.{track.side}.{name}", f"gauge.{name}"):
            yield key, track.name
    for name, noun in (file.places.names if file.places else {}).items():
        yield f"place.{name}", noun
    for name, level in file.levels.items():
        yield f"level.{name}", level.name
    for index, line in enumerate(file.score):
        yield f"score.line{index}", line.name
    if file.cards is not None:
        for name in file.cards.fields:
            yield f"card-field.{name}", file.cards.names.get(name, name.replace("_", " "))
        for name, noun in file.cards.names.items():
            yield f"option.{name}", noun


def _list_texts(document: Document) -> Iterator[tuple[str, schema.WrittenText]]:
    file = document.file
    yield "game.about", file.game.about
    for clause in file.clause:
        yield f"clause.{clause.id}", clause.short or clause.text
    for ruling in file.ruling:
        for choice in ruling.choices:
            yield f"ruling.{ruling.id}.{choice.id}", choice.short or choice.text


def build_clauses(document: Document) -> dict[str, object]:
    """Return the catalogue of clauses, as ``clauses.toml`` of a game has it."""
    file, prefix = document.file, document.file.game.prefix
    ids = [clause.id for clause in file.clause]
    chapters = dict.fromkeys(id_.split("-")[1].rstrip("0123456789") for id_ in ids)
    points = [
        {
            "id": ruling.id,
            "chapter": ruling.id.split("-")[1].rstrip("0123456789"),
            "kind": "silent",
            "question": all_languages(ruling.question),
            "reason": all_languages(ruling.reason),
            "clauses": list(ruling.clauses),
            "choice": [
                {"id": choice.id, "text": all_languages(choice.text), "changes": all_languages(choice.changes)}
                for choice in ruling.choices
            ],
        }
        for ruling in file.ruling
    ]
    chapters |= dict.fromkeys(str(point["chapter"]) for point in points)
    resting = {clause: ruling.id for ruling in file.ruling for clause in ruling.clauses}
    return {
        "prefix": prefix,
        "chapter": [{"id": id_, "title": all_languages(file.chapters.get(id_, id_.capitalize()))} for id_ in chapters],
        "clause": [
            {
                "id": clause.id,
                "basis": ["stated", "ruling"] if clause.id in resting else ["stated"],
                "rests_on": [resting[clause.id]] if clause.id in resting else [],
                "text": all_languages(clause.text),
            }
            for clause in file.clause
        ],
        "ruling": points,
    }
