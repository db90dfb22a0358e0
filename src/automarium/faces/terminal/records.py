"""Records that are only looked at."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from automarium import games
from automarium.companion import home
from automarium.companion.session import read_record, words_about
from automarium.faces.terminal.screen import Screen
from automarium.kernel.game import Game
from automarium.kernel.record import replay
from automarium.kernel.room import Input
from automarium.voice import Voice


def opened(path: Path, screen: Screen, told: Callable[[Game, str, Input | None], None] | None = None) -> Game:
    """A record's game, with a word about anything odd; from here on the screen speaks with the game's words."""
    record = read_record(path)
    room = games.room(record.header.game)
    screen.voice = Voice(screen.voice.lang, [room.folder])
    game, differs = replay(record, room, home.checked_pack(room, record.header.own), told)
    for word in words_about(record, differs):
        print(screen.voice.sentence(word), file=sys.stderr)
    return game
