"""The room's picture in a page. Its markup is used as it is: our drawings have no script, style or link in them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from automarium.faces.web.html import Markup, h
from automarium.kernel.choice import Trace
from automarium.kernel.game import Game, Run, table_before
from automarium.voice import Voice

TALL = 2.0
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_PLACE = re.compile(r'<g data-place="([^"]*)"')


def drawn(game: Game, voice: Voice, *, dark: bool) -> str | None:
    """The table as it lies before the person now; None before the set-up is done, and if the room has no picture."""
    if game.shown is None:
        return None
    return game.room.draw(game.shown, game.rulings, voice.say, dark=dark)


_pictured: dict[str, bool] = {}


def pictured(game: Game, voice: Voice) -> bool:
    """Whether the room has pictures at all; asked once a room."""
    if game.room.name not in _pictured:
        _pictured[game.room.name] = drawn(game, voice, dark=False) is not None
    return _pictured[game.room.name]


def places(svg: str | None) -> frozenset[str]:
    """The places that can be tapped."""
    return frozenset(_PLACE.findall(svg or ""))


def inline(svg: str, offered: Collection[str] = (), marked: Sequence[str] = ()) -> Markup:
    """The picture in the page. ``offered`` places answer the open question, ``marked`` ones it is about."""

    def classed(found: re.Match[str]) -> str:
        names = [name for name, those in (("offered", offered), ("marked", marked)) if found[1] in those]
        return f'<g class="{" ".join(names)}" data-place="{found[1]}"' if names else found[0]

    return Markup(_PLACE.sub(classed, svg))


def framed(svg: Markup, *, tappable: bool) -> Markup:
    """A picture that is much higher than wide is not squeezed into the height of a screen."""
    size = _SIZE.search(svg)
    tall = size is not None and float(size[2]) > TALL * float(size[1])
    return h("figure", svg, class_=f"board{' tappable' if tappable else ''}{' tall' if tall else ''}")


def decision(game: Game, run: Run, number: int, which: int, voice: Voice, *, dark: bool) -> str | None:
    """One narrowing behind a step, on the table as it was when it was decided."""
    step = run.steps[number - 1]
    origin = next((way.from_ for way in step.event.ways()), None)
    before: Any = table_before(game, run, number)
    if before is None:
        return None
    trace: Trace = step.traces[which]
    return game.room.draw(before, game.rulings, voice.say, trace, origin=origin, dark=dark)
