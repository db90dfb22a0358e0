"""Everything that lies on the table, in words: for "does it still agree?"."""

from __future__ import annotations

import re

from automarium.companion.view import View
from automarium.kernel.hands import Lies, Reads
from automarium.kernel.saying import capital
from automarium.voice import Voice

NONE = "–"


def thing_words(view: View, thing: Lies | Reads) -> str:
    """A thing on the table: what it is, how many there are and where, or what it reads."""
    voice = view.voice
    if isinstance(thing, Reads):
        name = _track_name(voice, thing) or voice.term("track", f"{thing.side}.{thing.track}")
        reads = view.game.room.reads(thing)
        value = (str(thing.at) if reads is None else voice.say(reads.key, **reads.params)) or NONE
    else:
        name = voice.term("piece", f"{thing.side}.{thing.piece}")
        many = f"{thing.count} × " if thing.count > 1 else ""
        state = f", {voice.term('state', thing.state)}" if thing.state else ""
        place = voice.look_up(f"place.{thing.at}@alone") or voice.term("place", thing.at)  # no article after a number
        value = f"{many}{place}{state}"
    return f"{capital(name)}: {value}"


def layout_lines(view: View) -> list[Lies | Reads]:
    """Everything that lies on the table, tile 2 before tile 10; not what only the app counts, for which the table has
    no name."""
    lines = view.game.layout().lines()
    pieces = [one for one in lines if isinstance(one, Lies)]
    pieces.sort(key=lambda one: (one.side, *(_counting(part) for part in (one.piece, one.at, one.state))))
    return [*pieces, *(one for one in lines if isinstance(one, Reads) and _track_name(view.voice, one))]


def _counting(name: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdecimal() else -1, part) for part in re.split(r"(\d+)", name)]


def _track_name(voice: Voice, read: Reads) -> str:
    """A track has a name of its own, or that of the place where its things lie; empty if it has neither."""
    return voice.look_up(f"track.{read.side}.{read.track}") or voice.look_up(f"place.{read.track}")
