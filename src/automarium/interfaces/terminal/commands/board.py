"""``automarium board``: enter, check and show printed boards whose facts were not published."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import msgspec

from automarium.box import box
from automarium.box.box import Packs
from automarium.engine.content.board_editor import BoardEditor, BoardField
from automarium.engine.content.pack import Pack
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse, term
from automarium.engine.question import Answer, Pick, Words
from automarium.engine.strict_toml import parse_toml
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.commands.records import open_packs, read_file
from automarium.interfaces.terminal.question_prompt import GONE, NO_COMMAND, Prompt, read_line
from automarium.interfaces.terminal.screen import INDENT, Screen
from automarium.storage import user_folder

BACK = "<"
END = "-"
VERBS = ("check", "show", "schema")


def board(parsed: argparse.Namespace, screen: Screen) -> int:
    """Run a verb of ``board``. Without one, enter the named board or ask which."""
    definition, editor = _find_game(parsed.game)
    screen.translator = Translator(screen.translator.lang, [definition.folder])
    verb = parsed.words[0] if parsed.words[:1] and parsed.words[0] in VERBS else ""
    rest = parsed.words[1:] if verb else parsed.words
    match verb:
        case "check":
            files = [] if parsed.file is None else [str(parsed.file)]
            return _check(definition, editor, open_packs(parsed), [*rest, *files], screen)
        case "show":
            return _show(definition, editor, open_packs(parsed), rest, screen)
        case "schema":
            print(json.dumps(editor.schema(), indent=2))
            return 0
        case _:
            return _enter(definition, editor, open_packs(parsed), rest, parsed.file, screen)


def _find_game(wanted: str | None) -> tuple[AnyDefinition, BoardEditor]:
    """Return the named game, or the only one that has boards."""
    named = [wanted] if wanted is not None else plugins.names()
    found = [
        (definition, definition.content.boards)
        for definition in map(plugins.load_definition, named)
        if definition.content.boards is not None
    ]
    if len(found) != 1:
        options = [
            term("game", name) for name in plugins.names() if plugins.load_definition(name).content.boards is not None
        ]
        raise refuse("board.game", "--game", options=options)
    return found[0]


# ------------------------------------------------------------------------------------------------------ show and check


def _known_board(name: str, editor: BoardEditor, pack: Pack, *, printed: bool = False) -> str:
    options = [*editor.names(pack), *(() if printed else editor.house(pack))]
    if name not in options:
        raise refuse("board.unknown", given=name, options=options)
    return name


def _show(definition: AnyDefinition, editor: BoardEditor, packs: Packs, words: list[str], screen: Screen) -> int:
    pack = box.pack_of(definition, packs)
    for name in words or editor.house(pack):
        entry = editor.entry(_known_board(name, editor, pack), pack)
        editor.check(name, entry)
        screen.line(screen.translator.term(editor.family, name), "bold")
        for line in editor.show(name, entry, screen.translator.say):
            screen.line(line, indent=INDENT)
    return 0


def _check(definition: AnyDefinition, editor: BoardEditor, packs: Packs, words: list[str], screen: Screen) -> int:
    """Check boards by name or in files; without words, all that were entered. Return 1 if one cannot be played."""
    pack = box.pack_of(definition, packs)
    entered = [name for name, there in editor.names(pack).items() if there]
    boards: list[tuple[str, dict[str, object]]] = []
    for word in words or entered:
        if word in (*editor.names(pack), *editor.house(pack)):
            boards.append((word, editor.entry(word, pack)))
        elif words and ("." in word or "/" in word or Path(word).is_file()):
            boards += _read_file(Path(word), editor)
        else:
            _known_board(word, editor, pack)
    if not boards:
        screen.say("board.none-entered")
    failed = False
    for name, entry in boards:
        try:
            odd = editor.check(name, entry)
        except Refused as refused:
            screen.refuse(refused)
            failed = True
            continue
        named = term(editor.family, name)
        screen.say("board.odd" if odd else "board.fine", "yellow" if odd else "green", board=named)
        for one in odd:
            screen.sentence(one, indent=INDENT)
    return 1 if failed else 0


def _read_file(path: Path, editor: BoardEditor) -> list[tuple[str, dict[str, object]]]:
    """Return the boards of a file: a single one, or several as in a pack (``[board.emerald]``)."""
    try:
        data = parse_toml(read_file(path).decode("utf-8"), str(path))
    except ValueError as error:
        raise refuse("board.toml", file=str(path), detail=str(error)) from None
    section = data.get(editor.section)
    if isinstance(section, dict):
        return [(str(name), entry if isinstance(entry, dict) else {}) for name, entry in section.items()]
    return [(path.stem, data)]


def _read_board(path: Path, name: str, editor: BoardEditor) -> dict[str, object]:
    """Return the board of this name in a file, or the only one of a file without sections."""
    found = dict(_read_file(path, editor))
    if name in found:
        return found[name]
    if list(found) != [path.stem]:
        raise refuse("board.unknown", str(path), given=name, options=list(found))
    return found[path.stem]


# --------------------------------------------------------------------------------------------------------------- enter


def _enter(
    definition: AnyDefinition, editor: BoardEditor, packs: Packs, words: list[str], file: Path | None, screen: Screen
) -> int:
    pack = box.pack_of(definition, packs)
    prompt = Prompt(screen)
    if words:
        name = _known_board(words[0], editor, pack, printed=True)
    else:
        for one, there in editor.names(pack).items():
            screen.say("board.entered" if there else "board.missing", board=term(editor.family, one))
        which = Pick(about="board.which", options=tuple(editor.names(pack)), family=editor.family)
        name = str(prompt.ask(which))
    if file is not None:
        return _check_and_save(definition, editor, packs, name, _read_board(file, name, editor), screen)
    return enter_board(definition, editor, packs, name, screen)


def enter_board(definition: AnyDefinition, editor: BoardEditor, packs: Packs, name: str, screen: Screen) -> int:
    """Ask for a board question by question. Given answers are kept as a draft."""
    pack = box.pack_of(definition, packs)
    draft = _Draft(definition, name)
    known = {**editor.offered(name, pack), **editor.answers(editor.entry(name, pack)), **draft.read()}
    given = _ask_fields(editor, known, screen, Prompt(screen), draft)
    return _check_and_save(definition, editor, packs, name, editor.made(given), screen)


def _check_and_save(
    definition: AnyDefinition, editor: BoardEditor, packs: Packs, name: str, entry: dict[str, object], screen: Screen
) -> int:
    whole = {**editor.entry(name, box.pack_of(definition, packs)), **entry}
    odd = editor.check(name, whole)
    box.correct(packs, definition, {f"{editor.section}.{name}": entry})
    for line in editor.show(name, whole, screen.translator.say):
        screen.line(line, indent=INDENT)
    for strange in odd:
        screen.sentence(strange, "yellow")
    screen.say("board.kept", "green", board=term(editor.family, name), file=packs.where(definition.name))
    _Draft(definition, name).drop()
    return 0


class _Draft:
    """Answers of an unfinished board, offered as defaults the next time."""

    def __init__(self, definition: AnyDefinition, name: str) -> None:
        self._file = user_folder.folder() / "drafts" / f"{definition.name}-{name}.json"

    def read(self) -> dict[str, object]:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=dict[str, object])
        except (OSError, msgspec.MsgspecError):
            return {}

    def save(self, given: dict[str, object]) -> None:
        user_folder.write_atomically(self._file, json.dumps(given))

    def drop(self) -> None:
        self._file.unlink(missing_ok=True)


def _ask_fields(
    editor: BoardEditor, known: dict[str, object], screen: Screen, prompt: Prompt, draft: _Draft
) -> dict[str, object]:
    """Ask for every field; ``<`` goes back one. A refused answer is asked again."""
    given: dict[str, object] = {}
    headed: set[str] = set()
    while (field := editor.field(given, known)) is not None:
        if field.heading is not None and field.name not in headed:
            screen.sentence(field.heading, "dim")
            headed.add(field.name)
        answer = _ask_field(field, screen, prompt)
        if answer is None:
            if given:
                given.popitem()
            continue
        try:
            answer = editor.heard(field.name, answer, given, screen.translator.say)
            editor.field({**given, field.name: answer}, known)
        except Refused as refused:
            screen.line(screen.translator.sentence(refused.message), "bold red")
            continue
        given[field.name] = answer
        draft.save({**known, **given})
    return given


def _ask_field(field: BoardField, screen: Screen, prompt: Prompt) -> Answer | None:
    """Return the answer, or None to go back."""
    question = field.question
    if not isinstance(question, Words):
        return prompt.ask(question, lambda text: GONE if text == BACK else NO_COMMAND)
    translator = screen.translator
    text = translator.say(question.about, **question.params)
    if question.default is not None:
        text = translator.say("prompt.default", question=text, default=str(question.default))
    elif field.may_end:
        text = translator.say("prompt.default", question=text, default=translator.say("prompt.none"))
    screen.line(text, "bold yellow")
    while True:
        typed = read_line("? ")
        if typed == BACK:
            return None
        if typed == END and field.may_end:
            return ""
        if typed or question.default is not None or field.may_end:
            return typed or str(question.default or "")
