"""Inspect a picture: its marked parts, its letters and their contrast."""

from __future__ import annotations

import re
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def having(picture: ElementTree.Element, name: str) -> dict[str, ElementTree.Element]:
    return {value: one for one in picture.iter() if (value := one.get(f"data-{name}")) is not None}


def texts(part: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in part.iter(f"{SVG}text")]


def title(part: ElementTree.Element) -> str:
    return part.findtext(f"{SVG}title") or ""


def brightness(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of the WCAG guidelines: 21 is black on white."""
    light, dark = sorted((brightness(one), brightness(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def check_alone(picture: str) -> None:
    """Check that the picture is standalone: no style sheet, script, image or link, and only its own patterns."""
    root = ElementTree.fromstring(picture)
    assert not re.search(r"href|@import|<style|style=|<script|<image|<foreignObject|data:", picture)
    assert re.findall(r"https?://[^\"]*", picture) == ["http://www.w3.org/2000/svg"]
    assert set(re.findall(r"url\(#([^)]*)\)", picture)) <= {one.get("id") for one in root.iter()}
    assert picture.count("url(") == picture.count("url(#")
    assert set(re.findall(r'font-family="([^"]*)"', picture)) == {"system-ui, sans-serif"}


def check_heard(picture: str, families: str) -> None:
    """Check the title and the description: no word may be a message key of these families."""
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    assert title(root)
    assert root.findtext(f"{SVG}desc")
    words = [one.text for one in root.iter() if one.text]
    assert not [word for word in words if re.search(rf"\b({families})\.[a-z]", word)]
