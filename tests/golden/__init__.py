"""Golden games: one whole game per level of every game, as its record and as text with all reasons.

``make golden`` writes them again. A difference is either a mistake or a change to be read line by line.
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
SEED = 1  # of the Automa's deck; the rival has its own


def list_cases() -> Iterator[tuple[str, str | int]]:
    for name in plugins.names():
        field = _option(plugins.load_definition(name), {"own": "house"})
        assert field is not None
        assert field.name == "level"
        assert isinstance(field.question, Pick)
        yield from ((name, level) for level in field.question.options)


def get_record_file(game: str, level: str | int) -> Path:
    return FOLDER / f"{game}-level-{level}.jsonl"


def get_text_file(game: str, level: str | int) -> Path:
    return FOLDER / f"{game}-level-{level}.txt"


def play(game: str, level: str | int) -> bytes:
    """Play a whole live game against the game's random rival and return its record."""
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
    options.pop("own", None)  # without an option that is newer than the golden game
    return options


def _option(definition: AnyDefinition, given: dict[str, Any]) -> Field | None:
    return find_missing_field(
        definition.setup.option_fields(given, settle(definition.rulings, {}), _pack(definition.folder)), given
    )


@cache
def _pack(folder: str) -> Pack:
    return Pack.of_folder(str(Path(folder) / "pack"))


def render_game(file: Path) -> str:
    """Return the game as text with all its reasons, then the board and the score."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        automarium(["replay", str(file), "--why", "--lang", "en"])
        automarium(["show", str(file), "--lang", "en"])
    return output.getvalue()
