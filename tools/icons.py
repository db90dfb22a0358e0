"""Render the icons of the page as PNG (`python tools/icons.py`; needs the extra `pictures`)."""

from __future__ import annotations

import re
from pathlib import Path

import resvg_py

STATIC = Path(__file__).parent.parent / "src" / "automarium" / "interfaces" / "web" / "static"
GROUND = "#ece3d2"  # background of the page, see static/style


def draw(size: int, share: float = 1.0, ground: str | None = None) -> bytes:
    """Return the icon on a square. ``share`` is its part of the width: systems that crop icons (maskable) keep only the
    inner four fifths for certain and need a background up to the edge."""
    inside = re.sub(r"</?svg[^>]*>", "", (STATIC / "icon.svg").read_text("utf-8").strip())
    edge = 32 * (1 - share)
    below = f'<rect width="64" height="64" fill="{ground}"/>' if ground else ""
    sign = f'<g transform="translate({edge:.2f} {edge:.2f}) scale({share})">{inside}</g>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">{below}{sign}</svg>'
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))


if __name__ == "__main__":
    (STATIC / "icon-192.png").write_bytes(draw(192))
    (STATIC / "icon-512.png").write_bytes(draw(512))
    (STATIC / "icon-maskable.png").write_bytes(draw(512, 0.66, GROUND))
    (STATIC / "icon-apple.png").write_bytes(draw(180, 0.76, GROUND))
