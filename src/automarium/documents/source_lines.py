"""Where in a TOML text a value is written: ``tomllib`` does not tell."""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_SIGNS = re.compile(r"""\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\#[^\n]*|[\[\]{},\n]""", re.DOTALL)


def split_path(path: str) -> list[str | int]:
    """Return the keys and indexes of a path: ``turn[2].rules[1].only``."""
    return [int(index) if index else key for key, index in re.findall(r"([^.\[\]]+)(?!\])|\[(\d+)\]", path)]


def find_line(text: str, path: str) -> int:
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
