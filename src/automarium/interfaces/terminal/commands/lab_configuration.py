"""Build configurations from what was typed: ``level=4,rival=expert`` and the options of a command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import TypeAlias

from automarium import lab
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.message import Refused, refuse
from automarium.engine.play.command import find_missing_field
from automarium.engine.question import Answer
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.answer_parser import parse_answer
from automarium.interfaces.terminal.arguments import parse_pair
from automarium.interfaces.terminal.screen import Screen
from automarium.lab.configuration import OWNER, Configuration, Design, get_lab_default, list_levels, make_configuration
from automarium.lab.designer_packs import make_level_designs, read_pack

Choices: TypeAlias = dict[str, str]  # typed values by name: level, rival, pack, an option, a ruling
Results: TypeAlias = tuple[tuple[int, ...], tuple[str, ...]]  # points of finished games, and their levels
NO_RESULTS: Results = ((), ())
OURS = "-"  # instead of the name of a pack: Automarium's


def load_game(name: str, screen: Screen) -> AnyDefinition:
    """Load a game, and give the screen the messages of the game and of the lab."""
    definition = plugins.load_definition(name)
    screen.translator = Translator(screen.translator.lang, [definition.folder, lab.FOLDER])
    return definition


def collect_choices(parsed: argparse.Namespace) -> Choices:
    """Return what the options of a command choose."""
    found: Choices = {}
    found |= (parse_pair(text, "--set") for text in parsed.set)
    found |= (parse_pair(text, "--ruling") for text in parsed.ruling)
    for name in ("level", "rival", "pack"):
        if getattr(parsed, name) is not None:
            found[name] = getattr(parsed, name)
    return found


def parse_variant(text: str, where: str) -> Choices:
    """Parse ``level=4,rival=expert``, one side of a comparison."""
    return dict(parse_pair(one, where) for one in text.split(","))


def parse_label(label: str) -> Choices:
    """Return the choices of a label: ``level=4 rival=expert``."""
    return dict(parse_pair(one, "label") for one in label.split(" ") if one)


def parse_grid(texts: Sequence[str]) -> list[Choices]:
    """Return every combination of ``level=3,4`` and ``rival=novice,expert``."""
    axes = [parse_pair(text, "--over") for text in texts]
    names = [name for name, _ in axes]
    for name in names:
        if names.count(name) > 1:
            raise refuse("lab.over-twice", "--over", given=name)
    values = product(*(value.split(",") for _, value in axes))
    return [dict(zip(names, one, strict=True)) for one in values]


def build_configuration(
    definition: AnyDefinition, wanted: Mapping[str, str], translator: Translator, database: str | None = None
) -> Configuration:
    """Return the configuration that was typed, complete and checked. For the rival ``me`` the owner's finished games
    are read from the store at ``database``, for a level that is none of the game's the levels of the owner's pack."""
    rulings = {name: value for name, value in wanted.items() if name.startswith(f"{definition.prefix}-")}
    texts = {name: value for name, value in wanted.items() if name not in rulings and name not in ("rival", "pack")}
    for name in texts:
        if name not in definition.setup.option_names:
            raise refuse("lab.what", name, given=name, options=["rival", "pack", *definition.setup.option_names])
    design = _read_design(definition, wanted.get("pack"))
    if "pack" not in wanted and "level" in wanted:
        design = _find_own_level(definition, wanted["level"], translator, database)
    own = _find_results(definition, translator, database) if wanted.get("rival") == OWNER else NO_RESULTS
    blank = make_configuration(
        definition.name, rulings=rulings, rival=wanted.get("rival"), design=design, results=own[0]
    )
    options = _parse_options(definition, texts, settle(definition.rulings, rulings), blank.pack, translator)
    level = options.get("level", blank.options.get("level", ""))
    plain = {
        name: str(options[name]) if " " in text else text for name, text in texts.items()
    }  # labels are split at spaces
    named = {"level": str(level), "rival": blank.rival, **plain, **rulings}
    if design is not None:
        named["pack"] = design.name
    label = " ".join(f"{name}={value}" for name, value in named.items() if value)
    return make_configuration(
        definition.name, options, rulings, blank.rival, design, label=label, results=own[0], levels=own[1]
    )


def find_database(parsed: argparse.Namespace) -> str | None:
    """Return the address of the store that a command names; None if it names none."""
    return getattr(parsed, "database", None)


@cache
def _find_results(definition: AnyDefinition, translator: Translator, database: str | None) -> Results:
    """Return the results of the owner's finished games. The first time, print how many they are and at which level."""
    if definition.lab.owner is None:
        raise refuse("lab.rival", "rival", given=OWNER, options=list(definition.lab.rivals))
    from automarium.sessions.session import find_own_results  # a store: only for this rival
    from automarium.storage.store_factory import database_url, open_store

    store = open_store(database_url(database))
    try:
        found = find_own_results(store, definition.name)
    finally:
        store.close()
    levels = [translator.term("level", level) for level in found.levels]
    print(translator.say("lab.me", count=len(found.points), levels=levels), file=sys.stderr)
    return found.points, found.levels


def _read_design(definition: AnyDefinition, file: str | None) -> Design | None:
    return None if file in (None, OURS) else read_pack(Path(str(file)), definition.name)


def _find_own_level(
    definition: AnyDefinition, text: str, translator: Translator, database: str | None
) -> Design | None:
    """Return the typed level as a design if it is one that the owner's pack adds."""
    ours = list_levels(definition, make_configuration(definition.name).pack)
    if definition.content.new_level is None or text in map(str, ours):
        return None
    from automarium.box import box  # a store: only for these levels
    from automarium.storage.store_factory import open_packs

    pack = box.pack_of(definition, open_packs(database))
    options = _parse_options(definition, {"level": text}, settle(definition.rulings, {}), pack, translator)
    return make_level_designs(pack).get(str(options["level"]))


def _parse_options(
    definition: AnyDefinition, texts: Mapping[str, str], rulings: object, pack: Pack, translator: Translator
) -> dict[str, Answer | None]:
    """Parse the typed options as answers to their questions. Options before them take the lab's defaults."""
    given: dict[str, Answer | None] = {}
    while (field := find_missing_field(definition.setup.option_fields(given, rulings, pack), given)) is not None:
        text = texts.get(field.name)
        if text is None:
            given[field.name] = get_lab_default(field)
            continue
        try:
            given[field.name] = parse_answer(field.question, text, translator, listed=False)
        except Refused as refused:
            raise Refused(refused.message, field.name) from None
    for name in texts:
        if name not in given:
            raise refuse("option.unused", name)
    return {name: given[name] for name in texts}
