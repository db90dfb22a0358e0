"""TOML from outside: names, their parts and the nesting are counted before anything is built.

``tomllib`` keeps every prefix of a dotted key, so that ``a.a.a…`` of 40 kB would take more than a gigabyte.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from automarium.engine.message import refuse

DEEPEST = 16  # parts of a name, or brackets within brackets
MOST_NAMES = 10_000  # names, their parts, lists and tables; a whole box of any game has some two thousand
LONGEST_WORD = 300  # letters of a bare name or number

# A string, a comment, a bare word, or a sign that joins or ends them. Strings are possessive (``*+``): there is no
# backtracking into them. One that is not closed is an error for ``tomllib`` too, which reads nothing after it.
_PARTS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
    r"|[\w+-]++"
    r"|[.=,\[\]{}\n]",
    re.DOTALL,
)


def parse_toml(text: str, where: str = "") -> dict[str, Any]:
    """Return the content of a TOML text. Raise Refused if it is too large to be parsed, TOMLDecodeError if it is not
    TOML. ``where`` names the text in the refusal."""
    _check_size(text, where)
    return tomllib.loads(text)


def _check_size(text: str, where: str) -> None:
    names = parts = depth = 0
    for found in _PARTS.finditer(text):
        sign = found[0]
        match sign[0]:
            case ".":
                parts += 1
                names += 1
            case "=" | "," | "\n" | "]" | "}":
                parts = 0
                names += sign == "="
                depth = max(0, depth - (sign in "]}"))
            case "[" | "{":
                parts = 0
                names += 1
                depth += 1
            case '"' | "'" | "#":
                continue
            case _ if len(sign) > LONGEST_WORD:
                raise refuse("toml.long", where, line=_count_line(text, found), most=LONGEST_WORD)
        if parts >= DEEPEST or depth > DEEPEST:
            raise refuse("toml.deep", where, line=_count_line(text, found), most=DEEPEST)
        if names > MOST_NAMES:
            raise refuse("toml.many", where, line=_count_line(text, found), most=MOST_NAMES)


def _count_line(text: str, found: re.Match[str]) -> int:
    return text.count("\n", 0, found.start()) + 1
