"""Golden games: one whole game per level of every room, as its record and as it is told, with all reasons.

``make golden`` plays and tells them anew. A difference is either a mistake or a change worth looking at line by line.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from automarium.cli import main as automarium
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.game.record import begin, encode, make_header
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond, find_missing_field
from automarium.engine.question import Field, Pick
from automarium.games import plugins

FOLDER = Path(__file__).parent
SEED = 1  # of the Automa's deck; the stand-in for the human has its own


def cases() -> Iterator[tuple[str, str | int]]:
    """Every room with each of its levels."""
    for name in plugins.names():
        field = _option(plugins.load_definition(name), {"own": "house"})
        assert field is not None
        assert field.name == "level"
        assert isinstance(field.question, Pick)
        yield from ((name, level) for level in field.question.options)


def record_file(game: str, level: str | int) -> Path:
    return FOLDER / f"{game}-level-{level}.jsonl"


def told_file(game: str, level: str | int) -> Path:
    return FOLDER / f"{game}-level-{level}.txt"


def play(game: str, level: str | int) -> bytes:
    """A whole live game against the room's random stand-in, as the bytes of its record."""
    definition = plugins.load_definition(game)
    pack = _pack(definition.folder)
    header = make_header(definition, _options(definition, level), {}, SEED, pack)
    header = msgspec.structs.replace(header, app="golden")
    playing = begin(definition, header, pack)
    rival = definition.lab.rival(pack, Chance(SEED + 1))
    lines = [encode(header)]
    while not definition.status(playing.position).over:
        for input_ in rival.turn(lambda: playing.position):
            playing.put(input_)
            lines.append(encode(input_, playing.digest()))
            while playing.question is not None:
                answer = Respond(rival.answer(playing.question))
                playing.put(answer)
                lines.append(encode(answer, playing.digest()))
            if definition.status(playing.position).over:
                break
    return b"".join(lines)


def _options(definition: AnyDefinition, level: str | int) -> dict[str, Any]:
    options: dict[str, Any] = {"level": level}
    while (field := _option(definition, options)) is not None:
        options[field.name] = field.question.default
    options.pop("own", None)  # games from before there was the option: they come out as they did
    return options


def _option(definition: AnyDefinition, given: dict[str, Any]) -> Field | None:
    return find_missing_field(
        definition.setup.option_fields(given, settle(definition.rulings, {}), _pack(definition.folder)), given
    )


@cache
def _pack(folder: str) -> Pack:
    return Pack.of_folder(str(Path(folder) / "pack"))


def told(file: Path) -> str:
    """The game told again with all its reasons, then the board and the score."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        automarium(["replay", str(file), "--why", "--lang", "en"])
        automarium(["show", str(file), "--lang", "en"])
    return output.getvalue()
