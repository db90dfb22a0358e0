"""``automarium pack``: what is known of the printed components, and designers' packs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec

from automarium.box import box
from automarium.box.box import Packs
from automarium.engine.content.pack import ABOUT, NEW_LEVELS, fact_at
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import message, refuse, term
from automarium.games import plugins
from automarium.interfaces.terminal.commands.lab_configuration import load_game
from automarium.interfaces.terminal.commands.records import open_packs
from automarium.interfaces.terminal.screen import INDENT, Screen
from automarium.lab.configuration import find_latest_packs
from automarium.lab.designer_packs import KINDS, check_pack, find_line, new_pack, read_game, read_pack


def show_pack(parsed: argparse.Namespace, screen: Screen) -> int:
    """Print what is known of the printed components, how reliably, and what is missing; or set one fact of the owner's
    pack."""
    if parsed.game in ("new", "check"):  # verbs, never names of games
        return (write_new_pack if parsed.game == "new" else check_packs)(list(parsed.set), screen)
    if parsed.game == "use":
        return use_levels(list(parsed.set), open_packs(parsed), screen)
    definition = plugins.load_definition(parsed.game)
    if parsed.set:
        return _set_fact(definition, open_packs(parsed), parsed.set, screen)
    packs = open_packs(parsed)
    pack = box.pack_of(definition, packs)
    for section, entries in pack.printed.items():
        if not isinstance(entries, dict) or section == "sources":
            continue
        for id_, fields in entries.items():
            own = id_ in pack.own.get(section, {})
            sure = screen.translator.term("confidence", "own" if own else fields.get("confidence", ""))
            screen.line(f"{section}.{id_}: {sure}. {fields.get('note', '')}".rstrip(), "bold")
            screen.line(_format_facts(fields), indent=INDENT)
    for path in pack.holes():
        screen.say("pack.hole", "yellow", path=path)
    screen.say("pack.file", file=packs.where(definition.name))
    return 0


def _format_facts(fields: dict[str, object]) -> str:
    plain = {name: value for name, value in fields.items() if name not in ABOUT}
    return msgspec.json.encode(plain).decode().replace('"', "").replace(",", ", ").replace(":", ": ")


def _set_fact(definition: AnyDefinition, packs: Packs, words: Sequence[str], screen: Screen) -> int:
    import tomllib

    from automarium.engine.strict_toml import parse_toml

    if len(words) != 2:
        raise refuse("pack.usage")
    path, text = words
    try:
        value = parse_toml(f"value = {text}", path)["value"]
    except tomllib.TOMLDecodeError as error:
        raise refuse("pack.value", path, detail=str(error)) from None
    box.correct(packs, definition, {path: value})
    screen.say("pack.kept", path=path, value=text, file=packs.where(definition.name))
    return 0


def write_new_pack(words: list[str], screen: Screen) -> int:
    """Write a commented copy of Automarium's pack to a new file, or print it."""
    kind = next((word for word in words if word in KINDS), None)
    named = [word for word in words if word not in KINDS]
    if not 1 <= len(named) <= 2:
        raise refuse("lab.pack-usage")
    text = new_pack(named[0], kind)
    if len(named) == 1:
        screen.raw(text.splitlines())
        return 0
    file = Path(named[1])
    try:
        with file.open("x", encoding="utf-8") as target:
            target.write(text)
    except FileExistsError:
        raise refuse("lab.exists", file=str(file)) from None
    except OSError as error:
        raise refuse("store.unwritable", file=str(file), detail=error.strerror) from None
    screen.say("lab.pack-new", file=str(file))
    return 0


def check_packs(words: list[str], screen: Screen) -> int:
    """Check packs and print what looks wrong in them. Raise Refused with the line and the field of a fault."""
    if not words:
        raise refuse("lab.pack-usage")
    for word in words:
        file = Path(word)
        design = read_pack(file)
        definition = load_game(read_game(file), screen)
        screen.say("lab.pack-good", file=str(file), name=design.name, game=definition.name)
        odd = list(definition.content.find_oddities(check_pack(definition, design)))
        if odd:
            screen.say("lab.pack-odd", "yellow", count=len(odd))
        text = file.read_text("utf-8")
        for where, what in odd:
            line = find_line(text, where)
            key = "lab.pack-odd.ours" if line is None else "lab.pack-odd.line"
            said = screen.translator.say(key, where=where, what=screen.translator.sentence(what), line=line)
            screen.line(said, indent=INDENT)
    return 0


def use_levels(words: list[str], packs: Packs, screen: Screen) -> int:
    """Save the levels that a designer's pack adds in the owner's pack, so that new games offer them, and print which
    other levels they replace."""
    if len(words) != 1:
        raise refuse("lab.pack-usage")
    file = Path(words[0])
    design = read_pack(file)
    definition = load_game(read_game(file), screen)
    levels = design.facts.get(NEW_LEVELS, {})
    if not levels:
        raise refuse("lab.pack-no-levels", file=str(file))
    facts = {f"{NEW_LEVELS}.{id_}": {**fields, "pack": design.name} for id_, fields in levels.items()}
    before = packs.own(definition.name)
    box.correct(packs, definition, facts)
    screen.say(
        "lab.pack-used", levels=list(levels), game=term("game", definition.name), file=packs.where(definition.name)
    )
    house = find_latest_packs(definition)["house"]
    replaced = [
        message("added-level", level=path.removeprefix(f"{NEW_LEVELS}."), pack=fact_at(before, f"{path}.pack") or house)
        for path, fields in facts.items()
        if fact_at(before, path) not in (None, fields)
    ]
    if replaced:
        screen.say("lab.pack-replaced", "yellow", levels=replaced)
    pack = check_pack(definition, design)
    if rest := [name for name in design.facts if name != NEW_LEVELS and pack.house[name] != pack.as_house[name]]:
        screen.say("lab.pack-used.rest", "yellow", sections=rest)
    return 0
