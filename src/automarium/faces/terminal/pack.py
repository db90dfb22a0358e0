"""``automarium pack``: what is known of the printed components, and the person's own values."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import msgspec

from automarium import games
from automarium.companion import box
from automarium.companion.store import Packs
from automarium.faces.terminal.records import packs_of
from automarium.faces.terminal.screen import INDENT, Screen
from automarium.kernel.pack import ABOUT
from automarium.kernel.room import AnyRoom
from automarium.kernel.saying import refuse


def show_pack(parsed: argparse.Namespace, screen: Screen) -> int:
    """What is known of the printed components, how surely, and what is not; or one more fact for the own pack."""
    if parsed.game in ("new", "check"):  # no games, and never names of any
        from automarium.faces.terminal.lab.packs import run

        return run(parsed, screen)
    room = games.room(parsed.game)
    if parsed.set:
        return _set_fact(room, packs_of(parsed), parsed.set, screen)
    packs = packs_of(parsed)
    pack = box.pack_of(room, packs)
    for section, entries in pack.printed.items():
        if not isinstance(entries, dict) or section == "sources":
            continue
        for id_, fields in entries.items():
            own = id_ in pack.own.get(section, {})
            sure = screen.voice.term("confidence", "own" if own else fields.get("confidence", ""))
            screen.line(f"{section}.{id_}: {sure}. {fields.get('note', '')}".rstrip(), "bold")
            screen.line(_facts(fields), indent=INDENT)
    for path in pack.holes():
        screen.say("pack.hole", "yellow", path=path)
    screen.say("pack.file", file=packs.where(room.name))
    return 0


def _facts(fields: dict[str, object]) -> str:
    """The facts of an entry in one line, to compare with the real component."""
    plain = {name: value for name, value in fields.items() if name not in ABOUT}
    return msgspec.json.encode(plain).decode().replace('"', "").replace(",", ", ").replace(":", ": ")


def _set_fact(room: AnyRoom, packs: Packs, words: Sequence[str], screen: Screen) -> int:
    import tomllib

    if len(words) != 2:
        raise refuse("pack.usage")
    path, text = words
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError as error:
        raise refuse("pack.value", path, detail=str(error)) from None
    box.correct(packs, room, {path: value})
    screen.say("pack.kept", path=path, value=text, file=packs.where(room.name))
    return 0
