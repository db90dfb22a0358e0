"""Stored games and record files: ``automarium games``, ``replay``, ``verify``, ``show``, ``export``, ``import``.

A game is named by its number, its name or the path of a record file.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import msgspec

from automarium.box import box
from automarium.box.box import Packs
from automarium.box.items import describe_fact
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.game.record import MOST_BYTES, Record, check_length, decode, replay
from automarium.engine.message import Message, Refused, refuse, term
from automarium.engine.play.command import Input
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.screen import INDENT, Screen
from automarium.sessions.backup import ImportResult, export, import_file, import_record
from automarium.sessions.session import ReplayListener, record_warnings
from automarium.storage import store_factory, user_folder
from automarium.storage.store import Store, StoredGame
from automarium.storage.store_factory import database_url, find_game
from automarium.views.game import View

# -------------------------------------------------------------------------------------------------- stores and records


def open_store(parsed: argparse.Namespace, screen: Screen) -> Store:
    """Open the user's store and print notices about it."""
    store = store_factory.open_store(database_url(getattr(parsed, "database", None)))
    print_notices(screen, store.notices)
    return store


def open_packs(parsed: argparse.Namespace) -> Packs:
    return store_factory.open_packs(getattr(parsed, "database", None))


def print_notices(screen: Screen, words: list[Message]) -> None:
    """Print messages on standard error, apart from the output of the command."""
    for word in words:
        print(screen.translator.sentence(word), file=sys.stderr)


def read_record(parsed: argparse.Namespace, screen: Screen) -> bytes:
    """Return the record of the named game or file."""
    wanted: str = parsed.record
    if not _looks_like_a_file(wanted):
        store = open_store(parsed, screen)
        kept = find_game(store, wanted)
        if kept is not None:
            return store.read(kept.key).content
        if not Path(wanted).exists():
            raise refuse("games.unknown", given=wanted)
    content = read_file(Path(wanted))
    check_length(content)
    return content


def _looks_like_a_file(wanted: str) -> bool:
    return "/" in wanted or os.sep in wanted or wanted.endswith(".jsonl")


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the content of a file. Raise Refused if it cannot be read or has more than ``most`` bytes."""
    try:
        with path.open("rb") as opened:
            content = opened.read(most + 1)
    except OSError as error:
        raise refuse("file.unreadable", file=str(path), detail=error.strerror) from None
    if len(content) > most:
        raise refuse("json.long", str(path), count=most)
    return content


def find_or_import(store: Store, wanted: str, screen: Screen) -> str:
    """Return the key of a named game. A record file is imported; the file itself is not changed."""
    kept = None if _looks_like_a_file(wanted) else find_game(store, wanted)
    if kept is not None:
        return kept.key
    path = Path(wanted)
    if not path.exists() and not _looks_like_a_file(wanted):
        raise refuse("games.unknown", given=wanted)
    content = read_file(path)
    came = import_record(store, content, path.stem)
    screen.say(f"import.{came.what}", "dim", name=came.name)
    if not content.endswith(b"\n"):
        print_notices(screen, record_warnings(decode(content), None))
    return came.key


def open_game(parsed: argparse.Namespace, screen: Screen, listen: ReplayListener | None = None) -> Playthrough:
    """Return the game of a record, with notices about anything odd. Afterwards the screen uses the game's messages."""
    record = decode(read_record(parsed, screen))
    game, differs = _replay(record, screen, listen)
    print_notices(screen, record_warnings(record, differs))
    return game


def _replay(record: Record, screen: Screen, listen: ReplayListener | None = None) -> tuple[Playthrough, int | None]:
    definition = plugins.load_recorded(record.header.game, record.header.document)
    screen.translator = Translator(screen.translator.lang, [definition.folder])
    return replay(record, definition, box.pack_of_record(definition, record.header), listen)


def make_printer(screen: Screen, *, why: bool = False) -> ReplayListener:
    """Return a callback that prints what each line of a record did, undone lines included."""
    seen: dict[int, int] = {}

    def listen(game: Playthrough, done: str, input_: Input | None) -> None:
        view = View(game, screen.translator)
        if input_ is None:
            screen.say("log.setup", "bold cyan")
        elif done in ("undo", "redo"):
            screen.say(f"{done}.done", "bold cyan", what=view.describe_input(input_))
            return
        else:
            screen.line(view.describe_input(input_), "bold cyan")
        run = game.runs[-1]
        shown_before = seen.get(id(run.input), 0) if run.answers else 0
        for step in run.steps[shown_before:]:
            screen.sentence(step.event, indent=INDENT)
            for line in view.reasons(step) if why else ():
                screen.line(line, indent=INDENT * 2)
        seen[id(run.input)] = len(run.steps)

    return listen


# ------------------------------------------------------------------------------------------------------------ commands


def replay_game(parsed: argparse.Namespace, screen: Screen) -> int:
    """Print a whole game in order, undone inputs included."""
    open_game(parsed, screen, make_printer(screen, why=parsed.why))
    return 0


def verify(parsed: argparse.Namespace, screen: Screen) -> int:
    """Check that the record gives the same positions as when it was played."""
    record = decode(read_record(parsed, screen))
    game, differs = _replay(record, screen)
    for word in record_warnings(record, differs):
        screen.sentence(word)
    if differs is not None:
        return 1
    screen.say("verify.same", count=len(record.lines), digest=game.digest())
    return 0


def show(parsed: argparse.Namespace, screen: Screen) -> int:
    game = open_game(parsed, screen)
    if parsed.json:
        print(msgspec.json.format(msgspec.json.encode(game.position, order="deterministic")).decode())
    elif game.position is None:
        screen.say("show.setup")
    else:
        screen.board(game)
        screen.score(View(game, screen.translator))
    return 0


def list_games(parsed: argparse.Namespace, screen: Screen) -> int:
    """List all games, the last played first, or delete one."""
    store = open_store(parsed, screen)
    if parsed.delete is not None:
        kept = find_game(store, parsed.delete)
        if kept is None:
            raise refuse("games.unknown", given=parsed.delete)
        store.delete(kept.key)
        screen.say("games.deleted", name=kept.name)
        return 0
    kept_games = store.games(most=store.limits.all)
    if not kept_games:
        screen.say("games.none")
    for one in kept_games:
        print_game(screen, one)
    return 0


def print_game(screen: Screen, kept: StoredGame) -> None:
    """Print the number, the players and the stage of a game, as on the page."""
    if kept.damaged:
        screen.say("games.damaged-line", number=kept.number, name=kept.name)
        return
    summary = kept.summary
    if not summary.over and summary.stage is not None:
        with suppress(Refused):  # a game that is no longer installed is listed too
            translator = Translator(screen.translator.lang, [plugins.load_definition(summary.game).folder])
            said = [translator.sentence(one) for one in (summary.names, summary.stage) if one is not None]
            where = " · ".join((translator.term("game", summary.game), *said))
            screen.say("games.going", number=kept.number, where=where, name=kept.name)
            return
    key = "games.over" if summary.over else "games.line"
    screen.say(key, number=kept.number, game=term("game", summary.game), turn=summary.turn, name=kept.name)


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
        what, (words, own) = describe_fact(definition, path, [value, known], translator)
        key = "import.other-fact" if words != own else "import.other-board"
        lines.append(translator.say(key, what=what, value=words, known=own))
    for line in dict.fromkeys(lines):
        screen.line(line)
