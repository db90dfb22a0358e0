"""``automarium pack new GAME [FILE]`` and ``automarium pack check FILE``: designers change numbers, not code."""

from __future__ import annotations

import argparse
from pathlib import Path

from automarium import games
from automarium.faces.terminal.screen import Screen
from automarium.kernel.saying import refuse
from automarium.lab.packs import KINDS, game_of, new_pack, read_pack


def new(words: list[str], screen: Screen) -> int:
    """A commented copy of our pack, into a new file or onto the screen."""
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


def check(words: list[str], screen: Screen) -> int:
    """Whether a pack is good; what is wrong is told with its line and field."""
    if not words:
        raise refuse("lab.pack-usage")
    for word in words:
        file = Path(word)
        design = read_pack(file)
        room = games.room(game_of(file))
        screen.say("lab.pack-good", file=str(file), name=design.name, game=room.name)
    return 0


COMMANDS = {"new": new, "check": check}


def run(parsed: argparse.Namespace, screen: Screen) -> int:
    return COMMANDS[parsed.game](list(parsed.set), screen)
