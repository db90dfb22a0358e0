"""The messages of a document: stock sentences with the document's own names, and the sentences that it replaces."""

from __future__ import annotations

import os
import re
import string
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from automarium.documents import schema
from automarium.documents.expressions import suggest
from automarium.documents.rules import DocumentEvent
from automarium.engine.message import Refused, refuse
from automarium.i18n.languages import BASE, load_catalogue

if TYPE_CHECKING:
    from automarium.documents.document import Document

Messages = dict[str, str | list[str]]
# The names that a parameter of a sentence can hold, for the forms that it asks for: ``{piece:acc}``.
FAMILIES = {
    "piece": "piece",
    "what": "counter",
    "track": "track",
    "at": "place",
    "from": "place",
    "to": "place",
    "deck": "pile",
    "phase": "phase",
}
OTHERS = ("card", "count", "number", "round")  # parameters without a family
OWN = ("say.", "ask.", "card-field.", "option.", "place.")  # messages that a document may add
FORM = re.compile(r"[a-z]{1,12}")
STOCK = os.path.dirname(__file__)


def build_messages(document: Document, lang: str) -> Messages:
    """Return the document's own messages in a language; what it does not say there is found in English."""
    found: Messages = {}
    for _, keys, noun in list_nouns(document):
        for key in keys:
            found |= _build_forms(key, noun, lang)
    for cards in document.decks.values() if lang == BASE else ():
        for name in cards.fields:
            found.setdefault(f"card-field.{name}", _escape(name.replace("_", " ")))
    for _, key, text in list_texts(document):
        if key and (said := get_text(text, lang)):
            found[key] = _escape(said)
    for key, words in document.file.words.get(lang, {}).items():
        found[key] = words if isinstance(words, str) else list(words)
    return found


def get_text(text: schema.WrittenText, lang: str) -> str:
    """Return a text in a language; a plain string is English."""
    if isinstance(text, str):
        return text if lang == BASE else ""
    return text.get(lang, "")


def get_forms(noun: schema.Noun, lang: str) -> dict[str, str]:
    """Return the forms of a noun in a language, ``nom`` among them; none if it is not given there."""
    given = (noun if lang == BASE else "") if isinstance(noun, str) else noun.get(lang, "")
    return given if isinstance(given, dict) else {"nom": given} if given else {}


def _build_forms(key: str, noun: schema.Noun, lang: str) -> Messages:
    forms = get_forms(noun, lang)
    return {key if form == "nom" else f"{key}@{form}": _escape(text) for form, text in forms.items()}


def _escape(text: str) -> str:
    """A name has no parameters."""
    return text.replace("{", "{{").replace("}", "}}")


def list_nouns(document: Document) -> Iterator[tuple[str, tuple[str, ...], schema.Noun]]:
    """Yield the names in a document: the path, the keys of its messages, the noun."""
    file = document.file
    yield "game.title", (f"game.{document.name}", "draw.title"), file.game.title
    for name, piece in file.pieces.items():
        yield f"pieces.{name}.name", (f"piece.{name}", f"thing.{name}", f"piece.{piece.side}.{name}"), piece.name
    for name, counter in file.counters.items():
        keys = (f"counter.{name}", f"thing.{name}", f"piece.{counter.side}.{name}")
        yield f"counters.{name}.name", keys, counter.name
        for mat, noun in counter.mats.items():
            yield f"counters.{name}.mats.{mat}", (f"place.{mat}",), noun
    for name, track in file.tracks.items():
        tracks = (f"track.{name}", f"thing.{name}", f"track.{track.side}.{name}", f"gauge.{name}")
        yield f"tracks.{name}.name", tracks, track.name
    for name, noun in (file.places.names if file.places else {}).items():
        yield f"places.names.{name}", (f"place.{name}",), noun
    for name, phase in file.phases.items():
        yield f"phases.{name}.name", (f"phase.{name}",), phase.name
    for name, level in file.levels.items():
        yield f"levels.{name}.name", (f"level.{name}",), level.name
    for index, line in enumerate(file.score):
        yield f"score[{index}].name", (f"score.line{index}",), line.name
    for deck, cards in document.decks.items():
        section = f"decks.{deck}" if deck in file.decks else "cards"
        if deck in file.decks or cards.name:
            yield f"{section}.name", (f"pile.{deck}", f"thing.{deck}"), cards.name
        for name, noun in cards.names.items():
            yield f"{section}.names.{name}", (f"card-field.{name}", f"option.{name}"), noun


def list_texts(document: Document) -> Iterator[tuple[str, str, schema.WrittenText]]:
    """Yield the texts of a document: the path, the key of the message (or ""), the text."""
    file = document.file
    yield "game.about", "game.about", file.game.about
    for name, title in file.chapters.items():
        yield f"chapters.{name}", "", title
    for index, clause in enumerate(file.clause):
        key = f"clause.{clause.id}"
        yield f"clause[{index}].text", "" if clause.short else key, clause.text
        yield f"clause[{index}].short", key if clause.short else "", clause.short
    for index, ruling in enumerate(file.ruling):
        yield f"ruling[{index}].question", "", ruling.question
        yield f"ruling[{index}].reason", "", ruling.reason
        for number, choice in enumerate(ruling.choices):
            where, key = f"ruling[{index}].choices[{number}]", f"ruling.{ruling.id}.{choice.id}"
            yield f"{where}.text", "" if choice.short else key, choice.text
            yield f"{where}.changes", "", choice.changes
            yield f"{where}.short", key if choice.short else "", choice.short


def check_words(document: Document) -> Iterator[tuple[str, Refused]]:
    """Yield what is wrong with sentences of a document: one that replaces nothing, and braces with anything but a name
    that the sentence can have and a form of it (``{piece:acc}``). Nothing else may ever be formatted."""
    stock = load_catalogue(STOCK, BASE)
    events = [str(event.__struct_config__.tag) for event in DocumentEvent.__subclasses__()]
    for lang, messages in document.file.words.items():
        for key, words in messages.items():
            where, counted = f"words.{lang}.{key}", stock.ngettext(key, key, 1)
            replaced = counted if counted != key else stock.gettext(key)  # before 3.11.4 gettext finds no plurals
            known = {*FAMILIES, *OTHERS}
            if not key.startswith(OWN):
                if replaced == key:
                    yield where, suggest(key, events)
                    continue
                known = {part[1] for part in _split(replaced) if part[1]} | {"count", "number"}
            for text in (words,) if isinstance(words, str) else words:
                try:
                    yield from [(where, fault) for part in _split(text) if (fault := _check_part(text, part, known))]
                except ValueError:
                    yield where, refuse("document.braces", given=text)


def _split(text: str) -> list[tuple[str, str | None, str | None, str | None]]:
    return list(string.Formatter().parse(text))


def _check_part(
    text: str, part: tuple[str, str | None, str | None, str | None], known: Collection[str]
) -> Refused | None:
    _, name, form, conversion = part
    if name is None:
        return None
    if name not in known:
        return suggest(name, sorted(known))
    if conversion or (form and (name not in FAMILIES or not FORM.fullmatch(form))):
        return refuse("document.braces", given=text)
    return None


def list_forms(document: Document, lang: str) -> list[tuple[str, str, str]]:
    """Return the forms of nouns (``{piece:acc}``) that sentences of the document use: family, form, message."""
    return [
        (FAMILIES[name], form, key)
        for key, words in document.file.words.get(lang, {}).items()
        for text in ((words,) if isinstance(words, str) else words)
        for _, name, form, _ in _split(text)
        if name in FAMILIES and form
    ]


def build_clauses(document: Document) -> dict[str, object]:
    """Return the catalogue of clauses, as ``clauses.toml`` of a game has it."""
    file = document.file
    resting = {clause: ruling.id for ruling in file.ruling for clause in ruling.clauses}
    chapters = dict.fromkeys(_find_chapter(entry.id) for entry in (*file.clause, *file.ruling))
    return {
        "prefix": file.game.prefix,
        "chapter": [{"id": id_, "title": _translate(file.chapters.get(id_, id_.capitalize()))} for id_ in chapters],
        "clause": [
            {
                "id": clause.id,
                "basis": ["stated", "ruling"] if clause.id in resting else ["stated"],
                "rests_on": [resting[clause.id]] if clause.id in resting else [],
                "text": _translate(clause.text),
            }
            for clause in file.clause
        ],
        "ruling": [
            {
                "id": ruling.id,
                "chapter": _find_chapter(ruling.id),
                "kind": "silent",
                "question": _translate(ruling.question),
                "reason": _translate(ruling.reason),
                "clauses": list(ruling.clauses),
                "choice": [
                    {"id": choice.id, "text": _translate(choice.text), "changes": _translate(choice.changes)}
                    for choice in ruling.choices
                ],
            }
            for ruling in file.ruling
        ],
    }


def _find_chapter(clause: str) -> str:
    return clause.split("-")[1].rstrip("0123456789")


def _translate(text: schema.WrittenText) -> dict[str, str]:
    """Return a text by language, as the catalogue of clauses has it."""
    return {BASE: text} if isinstance(text, str) else dict(text)
