"""TOML from outside: names, their parts and the nesting are counted before anything is built; and where in a text a
value is written, which ``tomllib`` does not tell.

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


# ------------------------------------------------------------------------------------------------- where a value is

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_SIGNS = re.compile(r"""\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\#[^\n]*|[\[\]{},\n]""", re.DOTALL)


def split_path(path: str) -> list[str | int]:
    """Return the keys and indexes of a path: ``turn[2].rules[1].only``."""
    return [int(index) if index else key for key, index in re.findall(r"([^.\[\]]+)(?!\])|\[(\d+)\]", path)]


def find_value_line(text: str, path: str) -> int:
    """Return the line of the value at a path, or of the innermost table around it that is found; 1 if there is none."""
    wanted = split_path(path)
    best, line_of_best, rest = 0, 1, ""
    header: list[str | int] = []
    seen: dict[tuple[str | int, ...], int] = {}
    offset = 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        found: list[str | int] | None = None
        if header_match := _HEADER.match(line):
            header = list(_split_keys(header_match[2]))
            if header_match[1] == "[[":
                key = tuple(header)
                seen[key] = seen.get(key, -1) + 1
                header.append(seen[key])
            found = header
        elif key_match := _KEY.match(line):
            found = [*header, *_split_keys(key_match[1])]
        if found is not None and found[: len(wanted)] == wanted[: len(found)] and min(len(found), len(wanted)) > best:
            best, line_of_best, rest = min(len(found), len(wanted)), number, text[offset:]
        offset += len(line)
    return line_of_best + _find_inside(rest, wanted[best:])


def _split_keys(dotted: str) -> list[str]:
    return [part.strip().strip("\"'") for part in re.findall(r"""[\w-]+|"[^"]*"|'[^']*'""", dotted)]


def _find_inside(rest: str, wanted: list[str | int]) -> int:
    """Return how many lines below its beginning an element of an inline list is written."""
    if not wanted or not isinstance(wanted[0], int):
        return 0
    depth, index, begin = 0, 0, rest.find("=")
    for found in _SIGNS.finditer(rest, max(begin, 0)):
        sign = found[0]
        if sign in "[{":
            depth += 1
            if depth == 2 and index == wanted[0]:
                return rest.count("\n", 0, found.start())
        elif sign in "]}":
            depth -= 1
            if depth == 0:
                break
        elif sign == "," and depth == 1:
            index += 1
        elif depth == 1 and index == wanted[0] and sign[0] in "\"'":
            return rest.count("\n", 0, found.start())
    return 0
