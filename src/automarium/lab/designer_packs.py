"""Designers' packs: TOML files whose facts override one of Automarium's packs.

    game = "expeditions"
    kind = "house"          # which of the two packs it overrides
    name = "my-levels"      # its name in the results

    [progress.4]
    glory_spaces = [2, 4, 7, 10, 13, 16, 19, 21]

Values that the file leaves out come from Automarium's pack.
"""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec

from automarium.engine.content.pack import NEW_LEVELS, Pack, check_kinds, check_size
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition, fill_options
from automarium.engine.message import Refused, message, refuse
from automarium.engine.play.chance import Chance
from automarium.engine.play.desk import Table
from automarium.engine.validation import convert, join_path
from automarium.games import plugins
from automarium.lab.configuration import Design, apply_design, find_latest_packs, get_lab_default, list_levels

PackKind: TypeAlias = Literal["house", "printed"]
KINDS: tuple[PackKind, ...] = get_args(PackKind)
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,59}")
LEVEL_NAME = re.compile(r"[^\s.,=]{1,20}")  # one word in labels, lists of levels and paths
PROOF = "proof"  # the section of a tuned pack that says how its numbers were found
RIVALS = "rival"  # the section of the lab's stand-ins, which every house pack has
LARGEST = 400_000  # bytes of a pack file


class PackHead(msgspec.Struct, frozen=True):
    """The keys of a pack that are no sections."""

    game: str
    kind: PackKind
    name: str


def new_pack(game: str, kind: str | None = None) -> str:
    """Return a commented copy of one of Automarium's packs to edit: the house pack if it has any facts."""
    definition = plugins.load_definition(game)
    folder = os.path.join(definition.folder, "pack")
    names = find_latest_packs(definition)
    pack = Pack.of_folder(folder, names=names)
    if kind is None:
        kind = find_kind(pack)
    if kind not in KINDS:
        raise refuse("read.choice", "kind", given=kind, options=list(KINDS))
    text = Path(folder, f"{names[kind]}.toml").read_text("utf-8")
    if kind == "printed":
        text = _keep_sections(text, definition.content.own_sections)
    head = re.sub(r"(?m)^kind = .*\n\n?", "", text, count=1)
    return f'game = "{game}"\nkind = "{kind}"\nname = "my-{game}"\n\n{head}'


def read_pack(file: Path, game: str | None = None) -> Design:
    """Read and check a designer's pack. Raise Refused with the file, the line and the field."""
    text = _text(file)
    try:
        return parse_pack(text, game)
    except Refused as fault:
        line = find_line(text, fault.where)
        if line is None:
            raise Refused(message("lab.pack-fault", file=str(file), fault=fault.message), fault.where) from None
        located = message("lab.pack-line", file=str(file), line=line, fault=fault.message)
        raise Refused(located, fault.where) from None


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            content = opened.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise refuse("lab.pack-large", str(file), count=LARGEST)
        return content.decode()
    except (OSError, UnicodeDecodeError) as error:
        detail = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise refuse("lab.unreadable", str(file), detail=detail) from None


def parse_pack(text: str, game: str | None = None) -> Design:
    """Parse a designer's pack."""
    import tomllib

    from automarium.engine.strict_toml import parse_toml  # only for own packs

    try:
        facts = parse_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise refuse("lab.toml", detail=str(error)) from None
    head = convert(PackHead, {name: facts.pop(name) for name in PackHead.__struct_fields__ if name in facts})
    facts.pop(PROOF, None)
    if game is not None and head.game != game:
        raise refuse("lab.pack-game", "game", given=head.game, game=game)
    if not NAME.fullmatch(head.name):
        raise refuse("lab.pack-name", "name", given=head.name)
    design = Design(head.kind, head.name, facts)
    check_pack(plugins.load_definition(head.game), design)
    return design


def check_pack(definition: AnyDefinition, design: Design) -> Pack:
    """Return the pack with a design applied. Raise Refused if its structure differs from ours, or if the game or a
    level refuses it."""
    ours = Pack.of_folder(os.path.join(definition.folder, "pack"), names=find_latest_packs(definition))
    check_size(design.facts)
    pack = apply_design(ours, design)
    if NEW_LEVELS in design.facts and definition.content.new_level is None:
        having = [name for name in plugins.names() if plugins.load_definition(name).content.new_level is not None]
        raise refuse("lab.pack-fixed-levels", NEW_LEVELS, games=having)
    if NEW_LEVELS in design.facts and design.kind != "house":  # they are offered under the name of the house pack
        raise refuse("lab.pack-level-kind", NEW_LEVELS)
    if design.kind == "house":
        pack.check_changes(levels=definition.content.new_level is not None)
    else:
        pack.check_own(definition.content.own_sections)
        check_kinds(design.facts, ours.as_printed)
    for id_ in design.facts.get(NEW_LEVELS, {}):
        if not LEVEL_NAME.fullmatch(id_):
            raise refuse("pack.level-name", f"{NEW_LEVELS}.{id_}", given=id_)
    definition.content.check_pack(pack)
    _set_up_every_level(definition, pack)
    return pack


def _set_up_every_level(definition: AnyDefinition, pack: Pack) -> None:
    rulings = settle(definition.rulings, {})
    for level in list_levels(definition, pack):
        options = fill_options(definition, {"level": level}, rulings, pack, get_lab_default)
        rival = definition.lab.rival(pack, Chance(1))
        definition.setup.set_up(options, pack, rulings, Table(Chance(1), stand_in=rival.answer, explain=False))


def make_level_designs(pack: Pack) -> dict[str, Design]:
    """Return the levels that an owner's pack adds, each as a design with the name of the pack that it comes from."""
    found = {}
    for id_, fields in pack.own.get(NEW_LEVELS, {}).items():
        plain = {name: value for name, value in fields.items() if name != "pack"}
        found[id_] = Design("house", fields.get("pack") or pack.names["house"], {NEW_LEVELS: {id_: plain}})
    return found


def find_kind(pack: Pack) -> PackKind:
    """Return the kind of pack that a designer changes unless told otherwise: house, if that is about the Automa."""
    sections = {name for name, entries in pack.house.items() if isinstance(entries, dict)}
    return "house" if sections - {RIVALS} else "printed"


# -------------------------------------------------------------------------------------------------------- line numbers

_TABLE = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([A-Za-z0-9_.\"'-]+)\s*=")


def find_lines(text: str) -> Iterator[tuple[str, int]]:
    """Yield the paths of the tables and keys of a TOML file with their line numbers."""
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if found := _TABLE.match(line):
            table = _plain(found[1])
            yield table, number
        elif found := _KEY.match(line):
            yield join_path(table, _plain(found[1])), number


def find_line(text: str, path: str) -> int | None:
    """Return the line of a field, or of the nearest table or key around it."""
    known = dict(find_lines(text))
    wanted = re.sub(r"\[\d+\]", "", path)
    while wanted:
        if wanted in known:
            return known[wanted]
        wanted = wanted.rpartition(".")[0]
    return None


def _plain(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def _keep_sections(text: str, sections: Container[str]) -> str:
    kept: list[str] = []
    comments: list[str] = []
    wanted = False
    for line in text.splitlines():
        if found := _TABLE.match(line):
            wanted = _plain(found[1]).split(".")[0] in sections
            if wanted:
                kept += [*comments, line]
            comments = []
        elif line.startswith("#"):
            comments.append(line)
        elif wanted:
            kept += [*comments, line]
            comments = []
        elif line.strip():
            comments = []
    return "\n".join(kept).strip() + "\n"


# ------------------------------------------------------------------------------------------------------------- writing


def format_pack(game: str, design: Design, proof: Mapping[str, object] | None = None, about: str = "") -> str:
    """Return a design as the text of a pack file; ``proof`` says how its numbers were found."""
    import tomli_w

    plain = {"game": game, "kind": design.kind, "name": design.name, **msgspec.to_builtins(design.facts)}
    comment = "".join(f"# {line}\n" for line in about.splitlines())
    proved = {PROOF: dict(proof)} if proof else {}
    return f"{comment}\n{tomli_w.dumps(plain)}\n{tomli_w.dumps(proved)}".strip() + "\n"


def read_game(file: Path) -> str:
    """Return the game of a valid pack."""
    from automarium.engine.strict_toml import parse_toml

    return str(parse_toml(_text(file))["game"])
