"""The signs of our board: mechs, tokens, the backs of tiles, each by its shape, pattern or letter, not colour alone."""

from __future__ import annotations

from collections.abc import Callable

from automarium.games.expeditions.picture import SHOWN_TOKENS
from automarium.kernel.hexes import Point
from automarium.kernel.svg import Theme, circle, element, pattern, polygon, text

Say = Callable[..., str]


def mech(at: Point, hers: bool, say: Say, colours: Theme) -> str:
    """Hers filled, the human's outlined."""
    x, y = at
    fill, ink = (colours.automa, colours.on_automa) if hers else (colours.human, colours.ink)
    edge = colours.paper if hers else colours.ink
    box = element("rect", x=x - 18, y=y - 16, width=36, height=32, rx=6, fill=fill, stroke=edge, stroke_width=2.5)
    return box + text(say("mark.automa" if hers else "mark.human"), x, y + 7, 19, ink, bold=True, fit=31)


def map_token(at: Point, say: Say, colours: Theme) -> str:
    """A small sheet with a folded corner."""
    x, y = at
    sheet = [(x - 13, y - 15), (x + 6, y - 15), (x + 13, y - 8), (x + 13, y + 15), (x - 13, y + 15)]
    return polygon(sheet, fill=colours.paper, stroke=colours.ink, stroke_width=2, stroke_linejoin="round") + text(
        say("mark.map"), x, y + 7, 19, colours.ink, bold=True
    )


def stack(tokens: list[int], at: Point, colours: Theme) -> str:
    """Corruption from the top, left to right; of a high stack the rest is counted."""
    shown = tokens if len(tokens) <= SHOWN_TOKENS else tokens[: SHOWN_TOKENS - 1]
    signs = [str(token) for token in shown] + ([f"+{len(tokens) - len(shown)}"] if len(shown) < len(tokens) else [])
    drawn = []
    for n, sign in enumerate(signs):
        x = at[0] + (n - (len(signs) - 1) / 2) * 19
        if not sign.startswith("+"):
            drawn.append(circle(x, at[1], 9.5, fill=colours.ink, stroke=colours.paper, stroke_width=1.5))
        ink = colours.ink if sign.startswith("+") else colours.paper
        drawn.append(text(sign, x, at[1] + 5.5, 15, ink, bold=True, fit=15))
    return element("g", *drawn, data_stack=" ".join(map(str, tokens)))


def star(at: Point, r: float, colour: str) -> str:
    """Five points: every second corner lies inside."""
    outer = [(0, -1), (0.951, -0.309), (0.588, 0.809), (-0.588, 0.809), (-0.951, -0.309)]
    inner = [(0.225, -0.309), (0.363, 0.118), (0, 0.382), (-0.363, 0.118), (-0.225, -0.309)]
    points = [point for pair in zip(outer, inner, strict=True) for point in pair]
    return polygon([(at[0] + x * r, at[1] + y * r) for x, y in points], fill=colour)


def back(colours: Theme) -> str:
    """The pattern of a closed tile."""
    data = "M0 8L8 0L16 8L8 16Z"
    return pattern(
        f"closed-{colours.name}",
        16,
        element("path", d=data, fill="none", stroke=colours.faint, stroke_width=1.2, opacity=0.7),
    )
