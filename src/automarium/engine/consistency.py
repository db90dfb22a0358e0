"""Findings: what does not fit in the files of a game (clauses, rulings, cited ids, packs, version of the SDK).

This is the part of ``automarium check`` that is cheap enough to run whenever a game of another package is loaded. The
games of this repository are checked only by the tests.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
import traceback
from collections.abc import Iterator, Sequence

import msgspec

from automarium.engine.content.clauses import Catalogue, OpenPoint, Text, load_catalogue
from automarium.engine.content.pack import Pack, load_file
from automarium.engine.definition import SDK_VERSION, AnyDefinition
from automarium.engine.message import Message, Refused, message

MOST_SHOWN = 5


class Finding(msgspec.Struct, frozen=True):
    """A fault: what is wrong and what would be right, as a message, and where. ``line`` is 0 for a file as a whole."""

    text: Message
    file: str
    line: int = 0

    def describe(self) -> Message:
        """Return the finding with its place."""
        return message("finding.line" if self.line else "finding.file", file=self.file, line=self.line, text=self.text)


def finding(key: str, file: str, line: int = 0, /, **params: object) -> Finding:
    return Finding(message(f"finding.{key}", **params), file, line)


def join_findings(findings: Sequence[Finding]) -> Message:
    """Return the first findings as one message."""
    more = len(findings) - MOST_SHOWN
    shown = [one.describe() for one in findings[:MOST_SHOWN]]
    if more > 0:
        shown.append(message("finding.more", count=more))
    joined = shown.pop()
    for one in reversed(shown):
        joined = message("finding.both", one=one, other=joined)
    return joined


def shorten_path(path: str, folder: str) -> str:
    """Return a file of a package with the package's name before it: ``heron/definition.py``."""
    return os.path.relpath(path, os.path.dirname(os.path.abspath(folder))).replace(os.sep, "/")


def locate_error(error: BaseException, package: str) -> tuple[str, int] | None:
    """Return the last line of a package that led to an error, or None."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return os.path.basename(error.filename), error.lineno
    top = getattr(sys.modules.get(package), "__file__", None)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if top and os.path.abspath(frame.filename).startswith(os.path.dirname(os.path.abspath(top)) + os.sep):
            return shorten_path(frame.filename, os.path.dirname(top)), frame.lineno or 0
    return None


def find_line(path: str, text: str, last: bool = False) -> int:
    """Return the number of the first (or last) line that contains a text, 0 if there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            found = [number for number, line in enumerate(file, 1) if text in line]
    except (OSError, UnicodeDecodeError):
        return 0
    return found[-1 if last else 0] if found else 0


_LINE = re.compile(r"at line (\d+)")


def find_contradictions(definition: AnyDefinition) -> list[Finding]:
    """Return what does not fit together in the package of a game."""
    checks = (_check_version, _check_clauses, _check_packs)
    return [one for check in checks for one in check(definition)]


def list_sources(folder: str) -> list[str]:
    """Return the Python files of a package."""
    return sorted(
        os.path.join(where, name) for where, _, names in os.walk(folder) for name in names if name.endswith(".py")
    )


def _check_version(definition: AnyDefinition) -> Iterator[Finding]:
    written, ours = _parse_version(definition.sdk), _parse_version(SDK_VERSION)
    source = os.path.join(definition.folder, "definition.py")
    place = shorten_path(source, definition.folder), find_line(source, "sdk =")
    if written is None:
        yield finding("sdk-unreadable", *place, given=definition.sdk, ours=SDK_VERSION)
    elif ours is not None and (written[0] != ours[0] or written > ours):
        yield finding("sdk-newer" if written > ours else "sdk-older", *place, given=definition.sdk, ours=SDK_VERSION)


def _parse_version(text: object) -> tuple[int, int] | None:
    found = re.fullmatch(r"(\d+)\.(\d+)", text) if isinstance(text, str) else None
    return (int(found[1]), int(found[2])) if found else None


def _check_clauses(definition: AnyDefinition) -> Iterator[Finding]:
    path = os.path.join(definition.folder, "clauses.toml")
    file = shorten_path(path, definition.folder)
    try:
        catalogue = load_catalogue(definition.folder)
    except FileNotFoundError:
        yield finding("no-clauses", file)
        return
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        yield finding("toml", file, int(found[1]) if found else 0, detail=str(error))
        return
    except Refused as refused:
        yield finding("clauses-shape", file, 0, where=refused.where, what=refused.message)
        return
    if catalogue.prefix != definition.prefix:
        yield finding("prefix", file, find_line(path, "prefix"), given=catalogue.prefix, wanted=definition.prefix)
    yield from _check_texts(catalogue, path, file)
    yield from _check_rulings(definition, catalogue, path, file)
    yield from _check_citations(definition, catalogue)


def _check_texts(catalogue: Catalogue, path: str, file: str) -> Iterator[Finding]:
    chapters = {chapter.id for chapter in catalogue.chapters}
    texts: list[tuple[str, str, Text]] = [(one.id, "title", one.title) for one in catalogue.chapters]
    for entry in catalogue.entries.values():
        if entry.chapter not in chapters:
            yield finding("chapter", file, find_line(path, f'"{entry.id}"'), id=entry.id, chapter=entry.chapter)
        texts.append((entry.id, "text", entry.text))
        if isinstance(entry, OpenPoint):
            texts.append((entry.id, "reason", entry.reason))
            for choice in entry.choice:
                texts += [(entry.id, f"choice {choice.id}", choice.text), (entry.id, "changes", choice.changes)]
    for id_, field, text in texts:
        if not text.get("en"):
            yield finding("no-english", file, find_line(path, f'"{id_}"'), id=id_, field=field)


def _check_rulings(definition: AnyDefinition, catalogue: Catalogue, path: str, file: str) -> Iterator[Finding]:
    book = definition.rulings
    known = {ruling.id: ruling for ruling in book.rulings()}
    for ruling in known.values():
        field = ruling.id.removeprefix(f"{book.prefix}-").lower().replace("-", "_")
        at = _find_in_sources(definition, f"{field}:")
        listed = catalogue.rulings.get(ruling.id)
        if listed is None:
            yield finding("ruling-unlisted", *at, id=ruling.id)
            continue
        choices = tuple(choice.id for choice in listed.choice)
        if choices != ruling.choices:
            where = find_line(path, f'"{ruling.id}"', last=True)
            yield finding("choices", file, where, id=ruling.id, given=list(choices), wanted=list(ruling.choices))
        for clause in ruling.clauses:
            if clause not in catalogue.clauses:
                yield finding("clause-unknown", *at, id=clause)
            elif clause not in listed.clauses:
                yield finding("rests", *at, id=ruling.id, clause=clause)
    for id_, listed in catalogue.rulings.items():
        if id_ not in known and listed.kind != "differ":
            yield finding("ruling-unused", file, find_line(path, f'"{id_}"', last=True), id=id_)


def _check_citations(definition: AnyDefinition, catalogue: Catalogue) -> Iterator[Finding]:
    cited = re.compile(rf"""["']({re.escape(definition.prefix)}-[A-Z]+-?\d+[a-z]?)["']""")
    for source in list_sources(definition.folder):
        with open(source, encoding="utf-8") as opened:
            for number, line in enumerate(opened, 1):
                for id_ in cited.findall(line):
                    if id_ not in catalogue.entries:
                        yield finding("clause-unknown", shorten_path(source, definition.folder), number, id=id_)


def _find_in_sources(definition: AnyDefinition, text: str) -> tuple[str, int]:
    """Return the first line of the code that contains a text."""
    for source in list_sources(definition.folder):
        if line := find_line(source, text):
            return shorten_path(source, definition.folder), line
    return os.path.basename(definition.folder), 0


def _check_packs(definition: AnyDefinition) -> Iterator[Finding]:
    folder = os.path.join(definition.folder, "pack")
    names = {"printed": "printed-1", "house": "house-1", **definition.content.packs}
    for name in names.values():
        file = shorten_path(os.path.join(folder, f"{name}.toml"), definition.folder)
        try:
            load_file(os.path.join(folder, name))
        except FileNotFoundError:
            yield finding("no-pack", file)
            return
        except tomllib.TOMLDecodeError as error:
            found = _LINE.search(str(error))
            yield finding("toml", file, int(found[1]) if found else 0, detail=str(error))
            return
    printed = os.path.join(folder, f"{names['printed']}.toml")
    file = shorten_path(printed, definition.folder)
    try:
        definition.content.check_pack(Pack.of_folder(folder, names=definition.content.packs))
    except Refused as refused:
        section = refused.where.split("[")[0].rpartition(".")[0]
        house = os.path.join(folder, f"{names['house']}.toml")
        for path in (printed, house):
            if line := find_line(path, f"[{section}]"):
                file = shorten_path(path, definition.folder)
                yield finding("pack", file, line, where=refused.where, what=refused.message)
                return
        yield finding("pack", file, 0, where=refused.where, what=refused.message)
    except Exception as error:
        at = locate_error(error, type(definition).__module__.partition(".")[0]) or (file, 0)
        yield finding("pack-error", *at, detail=f"{type(error).__name__}: {error}")
