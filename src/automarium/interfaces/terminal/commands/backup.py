"""``automarium export`` and ``import``: all games in one backup file."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from automarium.box.items import describe_fact
from automarium.engine.message import refuse
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.commands.records import open_store
from automarium.interfaces.terminal.screen import Screen
from automarium.sessions.backup import ImportResult, export, import_file
from automarium.storage import user_folder


def export_games(parsed: argparse.Namespace, screen: Screen) -> int:
    """Write a backup into a new file, or to standard output for ``-``."""
    store = open_store(parsed, screen)
    if parsed.file == "-":
        export(store, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return 0
    path = Path(parsed.file or time.strftime("automarium-%Y%m%d-%H%M%S.backup"))
    if path.exists():  # never overwrite a backup
        raise refuse("export.exists", file=str(path))
    with user_folder.replacing(path, 0o600) as target:  # it holds the keys of all games
        count = export(store, target)
    screen.say("export.done", count=count, file=str(path))
    return 0


def import_games(parsed: argparse.Namespace, screen: Screen) -> int:
    """Import backups and records. Return 1 if anything was left out."""
    store = open_store(parsed, screen)
    bad = 0
    for file in parsed.files:
        path = Path(file)
        try:
            with path.open("rb") as source:
                for came in import_file(store, source, path.stem):
                    _print_import(screen, came)
                    bad += came.what == "bad"
        except OSError as error:
            raise refuse("file.unreadable", file=file, detail=error.strerror) from None
    return 1 if bad else 0


def _print_import(screen: Screen, came: ImportResult) -> None:
    if came.fault is not None:
        screen.say("import.bad", "bold red", name=came.name, fault=screen.translator.refusal(came.fault))
    else:
        screen.say(f"import.{came.what}", name=came.name)
    if came.game:
        _print_facts(screen, came)


def _print_facts(screen: Screen, came: ImportResult) -> None:
    """Print the facts that the import added to the box and those that differ; a board with many facts is one line."""
    definition = plugins.load_definition(came.game)
    translator = Translator(screen.translator.lang, [definition.folder])
    lines = []
    for path, value in came.facts:
        what, (words,) = describe_fact(definition, path, [value], translator)
        lines.append(translator.say("import.fact", what=what, value=words))
    for path, value, known in came.others:
        what, (words, mine) = describe_fact(definition, path, [value, known], translator)
        key = "import.other-fact" if words != mine else "import.other-board"
        lines.append(translator.say(key, what=what, value=words, known=mine))
    for line in dict.fromkeys(lines):
        screen.line(line)
