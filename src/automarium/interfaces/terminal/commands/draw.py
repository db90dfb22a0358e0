"""``automarium draw``: the board of a record as a picture, or one decision of the Automa on it.

Without ``--step`` the picture shows the current table. With ``--step N`` it shows the decision behind step N of the
Automa's last turn, as "story" counts them, on the table as it was then: the turn is replayed up to the step before. Of
several narrowings behind one step the last is drawn; the earlier ones led nowhere or only chose the piece.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from types import ModuleType

from automarium.engine.choice.trace import Trace
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.game.undo import rebuild_position
from automarium.engine.message import refuse
from automarium.engine.play.command import NEXT
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.commands.records import open_game
from automarium.interfaces.terminal.screen import Screen

PNG_WIDTH = 1200
# The renderer does not know "system-ui" and draws no text if it finds none of the families.
FAMILIES = "Arial, 'Helvetica Neue', 'Segoe UI', 'Liberation Sans', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"


def draw(parsed: argparse.Namespace, screen: Screen) -> int:
    """Draw the picture. Everything that can be refused is refused before a file is written."""
    ending = ".svg" if parsed.output is None else parsed.output.suffix.lower()
    if ending not in (".svg", ".png"):
        raise refuse("draw.format", "--output", file=str(parsed.output))
    renderer = _load_renderer() if ending == ".png" else None
    picture = _draw(open_game(parsed, screen), parsed.step, screen.translator, dark=parsed.dark)
    content = picture.encode() if renderer is None else _render_png(picture, renderer)
    if parsed.output is None:
        _write_stdout(content)
    else:
        _write_file(content, parsed.output)
    return 0


def _draw(game: Playthrough, step: int | None, translator: Translator, *, dark: bool) -> str:
    if game.position is None:
        raise refuse("show.setup")
    position, trace, origin = (game.shown, None, None) if step is None else _find_decision(game, step)
    return game.definition.draw(position, game.rulings, translator.say, trace, origin=origin, dark=dark) + "\n"


def _find_decision(game: Playthrough, number: int) -> tuple[object, Trace, str | None]:
    """Return the position before a step of the Automa's last turn, the trace behind it, and where the piece came
    from."""
    runs = [run for run in game.runs if run.input is not None and run.input.name() == NEXT]
    if not runs:
        raise refuse("why.nothing")
    steps = runs[-1].steps
    if not 1 <= number <= len(steps):
        raise refuse("draw.step", "--step", given=number, last=len(steps))
    step = steps[number - 1]
    if not step.traces:
        chosen = [index for index, one in enumerate(steps, 1) if one.traces]
        if not chosen:
            raise refuse("draw.no-choices", "--step")
        raise refuse("draw.no-choice", "--step", given=number, steps=chosen)
    origin = next((way.from_ for way in step.event.moves()), None)
    return rebuild_position(game, runs[-1], number), step.traces[-1], origin


def _load_renderer() -> ModuleType:
    try:
        return importlib.import_module("resvg_py")
    except ImportError:
        raise refuse("draw.extra", "--output") from None


def _render_png(picture: str, renderer: ModuleType) -> bytes:
    """Return a picture as PNG. Raise Refused if a letter leaves no pixel: then no font is installed."""

    def render(svg: str, width: int) -> bytes:
        return bytes(renderer.svg_to_bytes(svg_string=svg, width=width, style_sheet=f"text{{font-family:{FAMILIES}}}"))

    frame = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><text y="18" font-size="18">{}</text></svg>'
    if render(frame.format("M"), 20) == render(frame.format(""), 20):
        raise refuse("draw.fonts", "--output")
    return render(picture, PNG_WIDTH)


def _write_stdout(content: bytes) -> None:
    """Write bytes: a picture is UTF-8 in any locale."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def _write_file(content: bytes, path: Path) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise refuse("store.unwritable", file=str(path), detail=error.strerror or str(error)) from None
