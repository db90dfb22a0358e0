"""Sharing a box: as a small TOML file or as a code in a link; and comparing another box with one's own.

A box from elsewhere is not trusted: it is measured, read and checked whole before anything of it is shown, and nothing
of it is kept before the person has chosen.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Collection, Iterator

import msgspec

from automarium.box import box
from automarium.box.box import (
    ABOUT,
    About,
    Box,
    Fact,
    Packs,
    checked_pack,
    list_facts,
    parse_about,
    parse_box,
    replay_record,
)
from automarium.engine.content.component import Component, Kind, is_asked, value_of
from automarium.engine.content.pack import HOLE, Entries, Pack, fact_at, with_fact
from automarium.engine.definition import AnyDefinition
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.game.record import REPLAY_SECONDS, check_length, decode
from automarium.engine.message import Message, Refused, message, refuse, term
from automarium.engine.strict_toml import parse_toml
from automarium.games import plugins
from automarium.i18n.translator import Translator

MOST_BYTES = 256 * 1024  # of a file; a whole box of any game has some 40,000
MOST_CODE = 64 * 1024  # letters of a code
REST = "rest"  # facts of no component: corrections of what is published


class ItemNews(msgspec.Struct, frozen=True):
    """What another box knows of one item. ``half``: how many facts are missing, so that it cannot be taken."""

    id: str
    name: Message
    new: tuple[Fact, ...] = ()
    others: tuple[tuple[str, object, object], ...] = ()  # path, theirs, mine
    half: int = 0


# ----------------------------------------------------------------------------------------------------------------- out


def format_file(definition: AnyDefinition, kept: Box, translator: Translator) -> str:
    """Return the facts as TOML, with the game's name and what kind of file this is."""
    import tomli_w

    note = translator.say("box.file")
    about = msgspec.to_builtins(About(game=definition.name, note=note)) | {"format": box.FORMAT}
    heading = "".join(
        f"# {line}\n" for line in (translator.say("box.file-title", game=term("game", definition.name)), note)
    )
    return f"{heading}\n{tomli_w.dumps({ABOUT: about, **kept.facts})}"


def encode_facts(definition: AnyDefinition, facts: Entries) -> str:
    """Return facts as a short text for an address; ``read_code`` reads it."""
    packed = zlib.compress(msgspec.json.encode([definition.name, facts], order="deterministic"), 9)
    return base64.urlsafe_b64encode(packed).rstrip(b"=").decode()


def facts_of_kind(kind: Kind, facts: Entries) -> Entries:
    """Return the facts of the components of one kind."""
    found: Entries = {}
    for component in kind.components:
        for path, value in _facts_on(component, facts):
            found = with_fact(found, path, value)
    return found


# ------------------------------------------------------------------------------------------------------------------ in


def read_file(content: bytes, game: str | None = None) -> tuple[AnyDefinition, Entries]:
    """Return the game and the facts of a box file, or of a record. Raise Refused if it is not of ``game``."""
    if len(content) > MOST_BYTES:
        raise refuse("box.large", count=MOST_BYTES // 1024)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise refuse("box.no-file") from None
    if text.lstrip().startswith("{"):
        return _of_record(content, game)
    try:
        data = parse_toml(text)
    except ValueError:
        raise refuse("box.toml") from None
    return _checked(parse_about(data).game or game or "", game, parse_box(data).facts)


def read_code(code: str, game: str | None = None) -> tuple[AnyDefinition, Entries]:
    """Return the game and the facts of a link's code. Raise Refused if it is not of ``game``."""
    if len(code) > MOST_CODE:
        raise refuse("box.large", count=MOST_CODE // 1024)
    try:
        packed = base64.b64decode(code + "=" * (-len(code) % 4), b"-_", validate=True)
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, MOST_BYTES)
        if unpacking.unconsumed_tail:
            raise refuse("box.large", count=MOST_BYTES // 1024)
        if not unpacking.eof:
            raise refuse("box.code")
        name, facts = msgspec.json.decode(text, type=tuple[str, dict[str, object]])
    except (binascii.Error, ValueError, zlib.error, msgspec.MsgspecError, RecursionError):
        raise refuse("box.code") from None
    return _checked(name, game, facts)


def _of_record(content: bytes, game: str | None) -> tuple[AnyDefinition, Entries]:
    check_length(content)
    record = decode(content)
    if record.header.document:
        plugins.load_recorded(record.header.game, record.header.document)
    definition, _ = _checked(record.header.game, game, record.header.own)
    return definition, facts_of_game(replay_record(record, REPLAY_SECONDS)[0], record.header.own)


def facts_of_game(game: Playthrough, own: Entries) -> Entries:
    """Return the facts of the owner's components that a game began with, and those answered in it."""
    answered = Box(own)
    for run in game.runs:
        for answer in run.answers:
            if not answer.ours:
                answered = answered.with_facts(box.find_answered_facts(game.find_question(answer), answer.to))
    return answered.facts


def find_news(packs: Packs, definition: AnyDefinition, facts: Entries) -> list[Message]:
    """Return a message for the person who opened a record, if it has facts that their box has not."""
    if not facts or not definition.content.components(checked_pack(definition, {})):
        return []
    new = [one for one in compare_boxes(definition, packs.own(definition.name), facts) if one.new and not one.half]
    return [message("box.record-facts", count=len(new))] if new else []


def _checked(name: str, game: str | None, facts: Entries) -> tuple[AnyDefinition, Entries]:
    if not name or (name not in plugins.names() and not plugins.is_document(name)):
        raise refuse("box.elsewhere", options=plugins.names())
    if game is not None and name != game:
        raise refuse("box.other-game", game=term("game", name), wanted=term("game", game))
    definition = plugins.load_definition(name)
    if not facts:
        raise refuse("box.empty")
    checked_pack(definition, facts)
    return definition, facts


# ----------------------------------------------------------------------------------------------------------- comparing


def compare_boxes(definition: AnyDefinition, own: Entries, theirs: Entries) -> list[ItemNews]:
    """Return what another box knows, item by item: what is new, what differs, what is only half there."""
    pack, known = checked_pack(definition, theirs), checked_pack(definition, own)
    found, seen = [], set[str]()
    for kind in definition.content.components(pack):
        for component in kind.components:
            facts = list(_facts_on(component, theirs))
            seen |= {path for path, _ in facts}
            if one := _compared(f"{kind.name}/{component.id}", component.name, facts, known, own):
                found.append(msgspec.structs.replace(one, half=_missing(kind, component, pack)))
    rest = [(path, value) for path, value in list_facts(theirs) if not _is_on(path, seen)]
    if other := _compared(REST, message("box.rest"), rest, known, own):
        found.append(other)
    return found


def _facts_on(component: Component, facts: Entries) -> Iterator[Fact]:
    for path in [component.entry] if component.entry else [part.path for part in component.parts]:
        if (value := fact_at(facts, path)) is not None:
            yield path, value


def _is_on(path: str, seen: Collection[str]) -> bool:
    return path in seen or any(path.startswith(f"{one}.") for one in seen)


def _compared(id_: str, name: Message, facts: list[Fact], known: Pack, own: Entries) -> ItemNews | None:
    """Compare the facts of one item. A fact that is published counts as known."""
    here = {path: fact_at(own, path) for path, _ in facts}
    here = {path: value_of(known, path) if value is None else value for path, value in here.items()}
    new = tuple((path, value) for path, value in facts if here[path] is None or _is_open(here[path]))
    others = tuple((path, value, here[path]) for path, value in facts if (path, value) not in new)
    others = tuple(one for one in others if one[1] != one[2])
    return ItemNews(id_, name, new, others) if new or others else None


def _is_open(entry: object) -> bool:
    """Return whether something of a whole entry is not known."""
    return isinstance(entry, dict) and HOLE in entry.values()


def _missing(kind: Kind, component: Component, pack: Pack) -> int:
    if not kind.whole or component.entry:
        return 0
    return sum(is_asked(part, pack) and value_of(pack, part.path) is None for part in component.parts)


def take_items(packs: Packs, definition: AnyDefinition, theirs: Entries, chosen: Collection[str]) -> int:
    """Take the chosen items into the box and return how many facts that changes."""
    changed = 0

    def edit(own_box: Box) -> Box:
        nonlocal changed
        facts: dict[str, object] = {}
        for one in compare_boxes(definition, own_box.facts, theirs):
            if one.id in chosen:
                if one.half:
                    raise refuse("box.half", what=one.name, many=one.half)
                facts |= dict(one.new) | {path: value for path, value, _ in one.others}
        changed = len(facts)
        after = own_box.corrected(facts)
        checked_pack(definition, after.facts)
        return after

    packs.change(definition.name, edit)
    return changed


# ------------------------------------------------------------------------------------------------------------ checking


def find_oddities(definition: AnyDefinition, facts: Entries) -> list[Message]:
    """Return what a person should look at again in a valid box: items that are only half entered, and two that are
    alike though each exists once."""
    pack = checked_pack(definition, facts)
    found: list[Message] = []
    for kind in definition.content.components(pack):
        alike: dict[str, Message] = {}
        for component in kind.components:
            entered = {path.rpartition(".")[2]: value for path, value in _facts_on(component, facts)}
            if not entered:
                continue
            found += _odd_board(definition, component, pack)
            if missing := _missing(kind, component, pack):
                found.append(message("box.half", what=component.name, many=missing))
            same = msgspec.json.encode(entered, order="deterministic").decode()
            if kind.unnumbered and not missing and same in alike:
                found.append(message("box.alike", what=component.name, other=alike[same]))
            alike.setdefault(same, component.name)
    return found


def _odd_board(definition: AnyDefinition, component: Component, pack: Pack) -> list[Message]:
    if not component.entry or definition.content.boards is None:
        return []
    name = component.entry.rpartition(".")[2]
    try:
        return list(definition.content.boards.check(name, definition.content.boards.entry(name, pack)))
    except Refused as fault:
        return [fault.message]
