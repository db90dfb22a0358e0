"""Every message that the code, the clauses and the commands name is in every language of the game, with the right
parameters."""

from __future__ import annotations

import ast
import os
import re
import string
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from automarium.check.subject import Subject, new_game
from automarium.engine.consistency import Finding, find_line, finding
from automarium.engine.content.clauses import REFERENCE, Entry, OpenPoint, Text
from automarium.engine.definition import AnyDefinition
from automarium.engine.play.event import Event
from automarium.i18n.languages import LANGUAGES, load_catalogue
from automarium.i18n.po_file import PoEntry, read_po
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.command_names import COMMANDS

CODE = re.compile(r"-?[A-Z]{0,3}-?[0-9]+[a-z]?")  # N4, 12, EXP-AMB-01: the same in every language


class MissingMessage(AssertionError):
    """A message or a term that a language does not have, or a parameter that a message has no value for."""

    def __init__(self, lang: str, key: str, parameter: str = "", given: tuple[str, ...] = ()) -> None:
        super().__init__(f"{lang}: message {key!r} wants {parameter}" if parameter else f"{lang}: no message {key!r}")
        self.lang, self.key, self.parameter, self.given = lang, key, parameter, given


class StrictTranslator(Translator):
    """Has only the game's own messages and the common ones. What is missing is raised, or noted if there is a list for
    it."""

    def __init__(self, lang: str, definition: AnyDefinition, noted: list[MissingMessage] | None = None) -> None:
        super().__init__(lang, [definition.folder])
        self._noted = noted

    def _find(self, key: str, count: int | None, lang: str) -> str:
        return super()._find(key, count, lang) if lang == self.lang else ""

    def _note(self, missing: MissingMessage) -> None:
        if self._noted is None:
            raise missing
        self._noted.append(missing)

    def say(self, key: str, /, **params: Any) -> str:
        if not self.look_up(key, params.get("count") if isinstance(params.get("count"), int) else None):
            self._note(MissingMessage(self.lang, key))
            return key
        return super().say(key, **params)

    def _mend(self, key: str, values: dict[str, object], error: Exception) -> str:
        self._note(MissingMessage(self.lang, key, str(error.args[0]), tuple(values)))
        return key

    def term(self, family: str, value: object) -> str:
        if family and not self.look_up(f"{family}.{value}") and not CODE.fullmatch(str(value)):
            self._note(MissingMessage(self.lang, f"{family}.{value}"))
        return super().term(family, value)


SPEAKING = ("say", "saying", "Saying", "refuse", "asks", "message")
QUESTIONS = ("Pick", "Count", "Series", "Several", "Words", "Form")


def check_messages(subject: Subject) -> Iterator[Finding]:
    for lang in subject.languages:
        if lang not in LANGUAGES:
            at = subject.shorten(os.path.join(subject.folder, "clauses.toml"))
            line = find_line(os.path.join(subject.folder, "clauses.toml"), "languages")
            yield finding("language-unknown", at, line, given=lang, options=list(LANGUAGES))
            continue
        file = subject.shorten(subject.po_path(lang))
        try:
            entries = read_po(subject.po_path(lang))
        except FileNotFoundError:
            if subject.is_ours or os.path.exists(subject.po_path(lang).replace(".po", ".mo")):
                entries = {}
            else:
                yield finding("no-catalogue", file, 0, lang=lang)
                continue
        except ValueError as error:
            number, _, detail = str(error).removeprefix("line ").partition(": ")
            yield finding("catalogue-damaged", file, int(number) if number.isdecimal() else 0, detail=detail)
            continue
        yield from _check_keys(subject, lang)
        yield from _check_command_names(subject, lang)
        if subject.fits:
            yield from _check_options(subject, lang)
        yield from _check_parameters(subject, lang, entries)
    yield from _check_clause_texts(subject)


# ------------------------------------------------------------------------------------------------------------- the keys


def _check_keys(subject: Subject, lang: str) -> Iterator[Finding]:
    """Yield a finding for each key without a message; ``verdict.*`` stands for any that begins so."""
    translator = StrictTranslator(lang, subject.definition)
    for keys, at in list_keys(subject):
        if not any(
            has_key(subject.folder, lang, key[:-1])
            if key.endswith("*")
            else translator.look_up(key) or has_key(subject.folder, lang, f"{key}.")
            for key in keys
        ):
            yield missing_message(subject, lang, keys[0], at)


def missing_message(subject: Subject, lang: str, key: str, at: tuple[str, int]) -> Finding:
    file = subject.shorten(subject.po_path(lang))
    return finding("message-missing", *at, key=key, file=file)


@cache
def list_keys(subject: Subject) -> tuple[tuple[tuple[str, ...], tuple[str, int]], ...]:
    """Return the keys that need a message, each with the others that would do, and where it is named."""
    return tuple(_list_keys(subject))


def _list_keys(subject: Subject) -> Iterator[tuple[tuple[str, ...], tuple[str, int]]]:
    definition = subject.definition
    place = subject.find_in_code(f'name = "{definition.name}"')
    yield (f"game.{definition.name}",), place
    yield ("game.about",), place
    for name in definition.commands:
        at = subject.find_in_code(f'tag="{name}"')
        yield from (((f"{kind}.{name}",), at) for kind in ("command", "tell", "help", "input"))
    for event in list_events(subject):
        tag = str(event.__struct_config__.tag)
        yield (tag,), subject.find_in_code(f'tag="{tag}"', f"class {event.__name__}(")
    for about, at in find_arguments(subject, ("choose", "search", "read_down"), "about"):
        yield (f"why.about.{about}",), at
    for about, at in find_arguments(subject, QUESTIONS, "about"):
        yield (about,), at
    for key, at in find_message_keys(subject.sources.items()):
        yield (key, f"why.about.{key}"), (subject.shorten(at[0]), at[1])
    for start, at in find_key_prefixes(subject.sources.items()):
        yield (f"{start}*",), (subject.shorten(at[0]), at[1])
    for ruling in definition.rulings.rulings():
        path = os.path.join(subject.folder, "clauses.toml")
        at = subject.shorten(path), find_line(path, f'"{ruling.id}"', last=True)
        yield from (((f"ruling.{ruling.id}.{choice}",), at) for choice in ruling.choices)
    for rival in definition.lab.rivals:
        yield (f"rival.{rival}",), subject.find_in_code(f'"{rival}"', "rivals")
    yield ("pace.mark",), subject.find_in_code("def pace", "(Lab[")


def has_key(folder: str, lang: str, beginning: str) -> bool:
    catalogue = load_catalogue(folder, lang)
    keys = (key[0] if isinstance(key, tuple) else key for key in getattr(catalogue, "_catalog", ()))
    return any(key.startswith(beginning) for key in keys)


def list_events(subject: Subject) -> Iterator[type[Event]]:
    """Yield the events that the package defines, without those that are base classes."""
    package = type(subject.definition).__module__.rpartition(".")[0]
    for path in subject.sources:
        parts = Path(path).relative_to(subject.folder).with_suffix("").parts
        name = ".".join((package, *parts)).removesuffix(".__init__")
        for thing in vars(import_module(name)).values():
            is_event = isinstance(thing, type) and issubclass(thing, Event) and thing.__module__ == name
            if is_event and not thing.__subclasses__():
                yield thing


def find_arguments(subject: Subject, functions: Iterable[str], argument: str) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield every text that calls of these functions pass for an argument, and where."""
    for path, source in subject.sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and get_called(node) in functions:
                for keyword in node.keywords:
                    if keyword.arg == argument and isinstance(keyword.value, ast.Constant) and keyword.value.value:
                        yield str(keyword.value.value), (subject.shorten(path), keyword.value.lineno)


def get_called(node: ast.Call) -> str:
    return str(getattr(node.func, "id", getattr(node.func, "attr", "")))


def _find_first_arguments(files: Iterable[tuple[str, str]]) -> Iterator[tuple[ast.expr, tuple[str, int]]]:
    """Yield the first argument of every call that names a message, and where it is."""
    for path, source in files:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and get_called(node) in SPEAKING:
                for key in node.args[:1]:
                    for one in (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,):
                        yield one, (path, node.lineno)


def find_message_keys(files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield the message keys that the code of these files (path, text) names, and where."""
    for key, at in _find_first_arguments(files):
        if isinstance(key, ast.Constant):
            yield str(key.value), at


def find_key_prefixes(files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield the keys of which only the beginning is in the code (``f"verdict.{winner}"``), and where."""
    for key, at in _find_first_arguments(files):
        if isinstance(key, ast.JoinedStr) and isinstance(start := key.values[0], ast.Constant):
            yield str(start.value), at


# ------------------------------------------------------------------------------------------------ names and parameters


def _check_command_names(subject: Subject, lang: str) -> Iterator[Finding]:
    translator = StrictTranslator(lang, subject.definition)
    seen: dict[str, str] = {}
    for name in (*COMMANDS, *subject.definition.commands):
        word = translator.look_up(f"command.{name}")
        path = subject.po_path(lang)
        at = subject.shorten(path), find_line(path, f'"command.{name}"')
        if " " in word:
            yield finding("command-spaces", *at, key=f"command.{name}", given=word)
        if word and word in seen:
            yield finding("command-twice", *at, key=f"command.{name}", given=word, other=f"command.{seen[word]}")
        seen[word] = name


def _check_options(subject: Subject, lang: str) -> Iterator[Finding]:
    """Yield a finding for each option of a new game without words."""
    noted: list[MissingMessage] = []
    translator = StrictTranslator(lang, subject.definition, noted)
    for level in subject.levels:
        game = new_game(subject.definition, level)
        for field in subject.definition.setup.option_fields(game.options, game.rulings, game.pack):
            translator.say(field.question.about, **field.question.params)
            for option in getattr(field.question, "options", ()):
                translator.term(getattr(field.question, "family", ""), option)
    for one in noted:
        yield missing_message(subject, lang, one.key, subject.find_in_code("def option_fields"))


def _check_parameters(subject: Subject, lang: str, entries: dict[str, PoEntry]) -> Iterator[Finding]:
    """Yield a finding for each message with a parameter that neither its event nor the English message has."""
    file = subject.shorten(subject.po_path(lang))
    fields = {str(one.__struct_config__.tag): one for one in list_events(subject)}
    english = read_po(subject.po_path("en")) if lang != "en" and os.path.exists(subject.po_path("en")) else {}
    for key, entry in entries.items():
        try:
            wanted = {name for text in entry.texts for name in list_parameters(text)}
        except ValueError as error:
            yield finding("message-braces", file, entry.line, key=key, detail=str(error))
            continue
        known: set[str] | None = None
        if key in fields and "params" not in vars(fields[key]):
            known = {*fields[key].__struct_encode_fields__, "count"}
        elif key in english:
            known = {name for text in english[key].texts for name in list_parameters(text)}
        if known is not None and wanted - known:
            yield finding(
                "parameter", file, entry.line, key=key, given=sorted(wanted - known), options=sorted(known) or "–"
            )


def list_parameters(text: str) -> list[str]:
    """Return the names in braces. Raise ValueError if a brace is not closed."""
    return [name for _, name, _, _ in string.Formatter().parse(text) if name]


def _check_clause_texts(subject: Subject) -> Iterator[Finding]:
    path = os.path.join(subject.folder, "clauses.toml")
    file = subject.shorten(path)
    for entry in subject.catalogue.entries.values():
        at = file, find_line(path, f'id = "{entry.id}"')
        for field, text in _list_texts(entry):
            for lang in subject.languages:
                if not text.get(lang):
                    yield finding("clause-text", *at, id=entry.id, field=field, lang=lang)
        found = {lang: sorted(REFERENCE.findall(text)) for lang, text in entry.text.items()}
        for lang, references in found.items():
            if references != found.get("en", references):
                yield finding("references", *at, id=entry.id, lang=lang)
            for id_ in references:
                if id_ not in subject.catalogue.entries:
                    yield finding("clause-unknown", *at, id=id_)
    cited = {id_ for id_, _ in _list_cited(subject)}
    translators = [StrictTranslator(lang, subject.definition) for lang in subject.languages if lang in LANGUAGES]
    for id_, at in _list_cited(subject):
        if id_ in cited and id_ in subject.catalogue.clauses:
            cited.discard(id_)
            for translator in translators:
                if not translator.look_up(f"clause.{id_}"):
                    yield missing_message(subject, translator.lang, f"clause.{id_}", at)


def _list_texts(entry: Entry) -> Iterator[tuple[str, Text]]:
    if isinstance(entry, OpenPoint):
        yield "question", entry.question
        yield "reason", entry.reason
        for choice in entry.choice:
            yield f"choice {choice.id}", choice.text
            yield f"choice {choice.id}: changes", choice.changes
    else:
        yield "text", entry.text


def _list_cited(subject: Subject) -> Iterator[tuple[str, tuple[str, int]]]:
    """Yield the clauses that rules of choices and events cite, which are shown as reasons: in calls of a choice's rules
    and of ``emit``."""
    for path, source in subject.sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and get_called(node) in RULES:
                for argument in node.args[1:2]:
                    for one in ast.walk(argument):
                        if isinstance(one, ast.Constant) and isinstance(one.value, str):
                            yield one.value, (subject.shorten(path), one.lineno)


RULES = ("only", "prefer", "most", "least", "first", "given", "emit")
