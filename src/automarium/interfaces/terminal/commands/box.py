"""``automarium box``: show, enter and share what is printed on the owner's components."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from automarium.box import box, sharing
from automarium.box.box import Packs
from automarium.box.items import Item, Items, KindView, corrections, describe_difference, find_open_paths
from automarium.box.sharing import ItemNews
from automarium.engine.content.component import is_asked
from automarium.engine.content.pack import Entries
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse, term
from automarium.engine.question import Pick
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.commands import board as boards
from automarium.interfaces.terminal.commands.records import open_packs
from automarium.interfaces.terminal.question_prompt import GONE, NO_COMMAND, Prompt, build_legends
from automarium.interfaces.terminal.screen import INDENT, Screen
from automarium.storage import user_folder

UNKNOWN = "?"


def show_box(parsed: argparse.Namespace, screen: Screen) -> int:
    """Run a verb of ``box``. Without one, show the box or enter the named component."""
    packs = open_packs(parsed)
    match parsed.words:
        case ["export", game]:
            return _export(_load_game(game, screen), packs, parsed.to, screen)
        case ["export", game, file]:
            return _export(_load_game(game, screen), packs, Path(file), screen)
        case ["import", *files] if files:
            return max(_import(Path(file), packs, parsed.take, screen) for file in files)
        case ["check", *words]:
            return _check(words or plugins.names(), packs, screen)
        case ["merge", *files]:
            return _merge([Path(file) for file in files], parsed.to, screen)
        case [game]:
            return _list(_load_things(game, packs, screen), screen)
        case [game, kind]:
            return _show_kind(_load_things(game, packs, screen).find_kind(kind), screen)
        case [game, kind, id_]:
            things = _load_things(game, packs, screen)
            return _enter(things, things.find_item(kind, id_), packs, screen, ours=parsed.ours)
        case _:
            raise refuse("box.usage")


def _load_game(game: str, screen: Screen) -> AnyDefinition:
    definition = plugins.load_definition(game)
    screen.translator = Translator(screen.translator.lang, [definition.folder])
    return definition


def _load_things(game: str, packs: Packs, screen: Screen) -> Items:
    definition = _load_game(game, screen)
    return Items(definition, *box.open_box(definition, packs), screen.translator)


# ---------------------------------------------------------------------------------------------------------------- show


def _list(things: Items, screen: Screen) -> int:
    shelves = things.kinds()
    if not shelves:
        screen.say("box.none")
    for kind_view in shelves:
        screen.line(f"{_format_heading(kind_view, screen)} ({kind_view.kind.name})", "bold")
        states: dict[str, list[str]] = {}
        for thing in kind_view.items:
            states.setdefault(thing.state, []).append(thing.component.id)
        for state, ids in states.items():
            screen.line(f"{screen.translator.say(f'box.state.{state}')}: {', '.join(ids)}", indent=INDENT)
    return 0


def _format_heading(kind_view: KindView, screen: Screen) -> str:
    progress = screen.translator.say("box.progress", done=kind_view.done, count=len(kind_view.items))
    return f"{kind_view.title}, {kind_view.where}: {progress}"


def _show_kind(kind_view: KindView, screen: Screen) -> int:
    screen.line(_format_heading(kind_view, screen), "bold")
    for thing in kind_view.items:
        screen.line(
            f"{thing.component.id}: {thing.name}, {screen.translator.say(f'box.state.{thing.state}')}", indent=INDENT
        )
        for part in thing.parts:
            if part.value is not None:
                screen.line(f"{part.asked.text} {part.words(screen.translator)}", indent=INDENT * 2)
    return 0


# --------------------------------------------------------------------------------------------------------------- enter


def _enter(things: Items, thing: Item, packs: Packs, screen: Screen, *, ours: bool) -> int:
    definition, component = things.definition, thing.component
    if ours:
        paths = find_open_paths(component, things.pack)
        packs.change(definition.name, lambda known: known.with_house(paths, ours=True))
        screen.line(f"{thing.name}: {screen.translator.say('box.state.ours')}", "green")
        return 0
    if component.entry and definition.content.boards is not None:
        return boards.enter_board(definition, definition.content.boards, packs, component.id, screen)
    screen.line(thing.name, "bold")
    screen.say("box.enter-hint", "dim")
    facts = _ask_facts(things, thing, screen)
    changed = corrections(component, facts, things.pack)
    after = things.box.corrected(changed)
    pack = box.checked_pack(definition, after.facts)
    again = Items(definition, after, pack, screen.translator).find_item(thing.kind.name, component.id)
    if thing.kind.whole and again.missing and len(again.missing) < len(again.parts):
        raise refuse("box.half", what=component.name, many=len(again.missing))
    box.correct(packs, definition, changed)
    screen.say("box.kept", "green", what=thing.name, file=packs.where(definition.name))
    if len(again.parts) > len(thing.parts):  # the length of a track decides which other facts there are
        return _enter(Items(definition, after, pack, screen.translator), again, packs, screen, ours=False)
    return 0


def _ask_facts(things: Items, thing: Item, screen: Screen) -> dict[str, object]:
    """Ask for every fact of a component; later questions see the facts given before."""
    prompt = Prompt(screen)
    prompt.legends = build_legends(things.definition, screen.translator)
    facts: dict[str, object] = {}
    pack = things.pack
    for index in range(len(thing.parts)):
        parts = (
            Items(things.definition, things.box, pack, screen.translator)
            .find_item(thing.kind.name, thing.component.id)
            .parts
        )
        if index >= len(parts) or not is_asked(parts[index].part, pack):
            continue
        view = parts[index]
        question = msgspec.structs.replace(view.part.question, default=view.value)
        facts[view.part.path] = prompt.ask(question, lambda typed: GONE if typed == UNKNOWN else NO_COMMAND)
        pack = box.checked_pack(things.definition, things.box.corrected(facts).facts)
    prompt.drop_rest()
    return facts


# --------------------------------------------------------------------------------------------------------------- share


def _export(definition: AnyDefinition, packs: Packs, file: Path | None, screen: Screen) -> int:
    text = sharing.format_file(definition, packs.box(definition.name), screen.translator)
    if file is None or str(file) == "-":
        print(text, end="")
        return 0
    user_folder.write_atomically(file, text)
    screen.say("box.exported", "green", file=str(file))
    return 0


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(sharing.MOST_BYTES + 1)
    except OSError as error:
        raise refuse("file.unreadable", file=str(file), detail=error.strerror) from None


def _import(file: Path, packs: Packs, taking: str | None, screen: Screen) -> int:
    """Show what is new and what differs in a box file, then ask for each component whether to take it."""
    definition, theirs = sharing.read_file(_read(file))
    screen.translator = Translator(screen.translator.lang, [definition.folder])
    found = sharing.compare_boxes(definition, packs.own(definition.name), theirs)
    if not found:
        screen.say("box.same")
        return 0
    prompt = Prompt(screen)
    chosen = {one.id for one in found if _ask_whether_to_take(definition, one, taking, prompt, screen)}
    screen.say("box.taken", "green", count=sharing.take_items(packs, definition, theirs, chosen))
    return 0


def _ask_whether_to_take(
    definition: AnyDefinition, one: ItemNews, taking: str | None, prompt: Prompt, screen: Screen
) -> bool:
    name = screen.translator.sentence(one.name)
    if one.half:
        screen.say("box.half", "yellow", what=name, many=one.half)
        return False
    screen.say("box.differs" if one.others else "box.new", "bold", what=name)
    for path, theirs, own in one.others:
        screen.line(describe_difference(definition, path, theirs, own, screen.translator))
    if taking is not None:
        return taking == "all" or not one.others
    default = "leave" if one.others else "take"
    return prompt.ask(Pick(about="box.take", options=("take", "leave"), family="choice", default=default)) == "take"


def _check(words: list[str], packs: Packs, screen: Screen) -> int:
    """Check the boxes of games, or box files. Return 1 if something is odd."""
    failed = False
    for word in words:
        try:
            if word in plugins.names():
                definition, facts = plugins.load_definition(word), packs.own(word)
                box.pack_of(definition, packs)
            else:
                definition, facts = sharing.read_file(_read(Path(word)))
        except Refused as refused:
            screen.refuse(refused)
            failed = True
            continue
        translator = screen.translator = Translator(screen.translator.lang, [definition.folder])
        odd = sharing.find_oddities(definition, facts)
        if not odd:
            screen.say("box.fine", "green", what=term("game", definition.name) if word in plugins.names() else word)
        for one in odd:
            screen.line(translator.sentence(one), "yellow")
        failed = failed or bool(odd)
    return 1 if failed else 0


def _merge(files: list[Path], to: Path | None, screen: Screen) -> int:
    """Merge box files of one game into one. Where they differ the first one counts, with a message."""
    if len(files) < 2 or to is None:
        raise refuse("box.merge-usage")
    definition, merged = sharing.read_file(_read(files[0]))
    screen.translator = Translator(screen.translator.lang, [definition.folder])
    for file in files[1:]:
        _, theirs = sharing.read_file(_read(file), definition.name)
        merged = _merge_facts(definition, merged, theirs, screen)
    user_folder.write_atomically(to, sharing.format_file(definition, box.Box(merged), screen.translator))
    screen.say("box.exported", "green", file=str(to))
    return 0


def _merge_facts(definition: AnyDefinition, own: Entries, theirs: Entries, screen: Screen) -> Entries:
    facts: dict[str, object] = {}
    for one in sharing.compare_boxes(definition, own, theirs):
        if one.others:
            screen.say("box.conflict", "yellow", what=screen.translator.sentence(one.name))
        elif not one.half:
            facts |= dict(one.new)
    return box.Box(own).corrected(facts).facts
