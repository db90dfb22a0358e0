"""The signs of our board, each drawn around (0, 0): told by shape, pattern or letter, not by colour alone."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.games.expeditions.text import SHOWN_TOKENS
from automarium.kernel.drawing.svg import Theme, circle, element, pattern, polygon, text
from automarium.kernel.saying import Say


def back(colours: Theme) -> str:
    """The pattern of a closed tile, to be defined once."""
    grain = element("path", d="M0 8L8 0L16 8L8 16Z", fill="none", stroke=colours.faint, stroke_width=1.2, opacity=0.7)
    return pattern(f"closed-{colours.name}", 16, grain)


def mech(hers: bool, say: Say, colours: Theme) -> str:
    """Hers filled, the human's outlined."""
    fill, ink = (colours.automa, colours.on_automa) if hers else (colours.human, colours.ink)
    edge = colours.paper if hers else colours.ink
    box = element("rect", x=-17, y=-15, width=34, height=30, rx=6, fill=fill, stroke=edge, stroke_width=2.5)
    return box + text(say("mark.automa" if hers else "mark.human"), 0, 7, 19, ink, bold=True, fit=29)


def map_token(say: Say, colours: Theme) -> str:
    """A small sheet with a folded corner."""
    sheet = [(-13, -15), (6, -15), (13, -8), (13, 15), (-13, 15)]
    body = polygon(sheet, fill=colours.paper, stroke=colours.ink, stroke_width=2, stroke_linejoin="round")
    return body + text(say("mark.map"), 0, 7, 19, colours.ink, bold=True)


def stack(tokens: Sequence[int], r: float, colours: Theme) -> str:
    """Corruption from the top, left to right; of a high stack the rest is counted."""
    shown = tokens if len(tokens) <= SHOWN_TOKENS else tokens[: SHOWN_TOKENS - 1]
    rest = len(tokens) - len(shown)
    step = r * 2
    left = -(len(shown) - (0 if rest else 1)) / 2 * step
    drawn = []
    for n, token in enumerate(shown):
        drawn.append(circle(left + n * step, 0, r, fill=colours.ink, stroke=colours.paper, stroke_width=1.5))
        drawn.append(text(str(token), left + n * step, r * 0.5, r * 1.4, colours.paper, bold=True, fit=r * 1.6))
    if rest:
        drawn.append(text(f"+{rest}", left + len(shown) * step, r * 0.5, r * 1.4, colours.ink, bold=True, fit=r * 1.9))
    return element("g", *drawn, data_stack=" ".join(map(str, tokens)))


def star(r: float, colour: str) -> str:
    """Five points: every second corner lies inside."""
    outer = [(0, -1), (0.951, -0.309), (0.588, 0.809), (-0.588, 0.809), (-0.951, -0.309)]
    inner = [(0.225, -0.309), (0.363, 0.118), (0, 0.382), (-0.363, 0.118), (-0.225, -0.309)]
    points = [point for pair in zip(outer, inner, strict=True) for point in pair]
    return polygon([(x * r, y * r) for x, y in points], fill=colour)
