"""Strict JSON for untrusted input: UTF-8, no key twice, no NaN, no number of thousands of digits, not too deep.

Length and depth are checked before anything is built, so that hostile input costs little.
"""

from __future__ import annotations

import json
import re

from automarium.engine.message import refuse

DEEPEST = 64
LONGEST = 1_000_000  # bytes of one line or body


def parse(text: bytes, longest: int | None = None) -> object:
    """Return the value of a JSON text; raise Refused if it is not strict JSON or longer than ``longest`` bytes."""
    if longest is not None and len(text) > longest:
        raise refuse("json.long", count=longest)
    try:
        decoded = text.decode("utf-8")
    except UnicodeDecodeError:
        raise refuse("oracle.utf8") from None
    if is_too_deep(decoded):
        raise refuse("oracle.deep")
    try:
        found: object = json.loads(decoded, object_pairs_hook=_make_object, parse_constant=_refuse_constant)
    except RecursionError:
        raise refuse("oracle.deep") from None
    except json.JSONDecodeError as error:
        raise refuse("oracle.json", detail=f"{error.msg.partition(' (')[0]}, {error.lineno}:{error.colno}") from None
    except ValueError:  # Python reads no whole number of thousands of digits
        raise refuse("oracle.digits") from None
    return found


# A string (to the end, if it is not closed), or a bracket. The string is possessive (``*+``): with backtracking into
# it, sixteen thousand letters would take seconds. Compiled when it is first needed.
_PARTS = r'(?s)"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[{]|[\]}]'


def is_too_deep(text: str) -> bool:
    """Return whether lists and objects are nested deeper than ``DEEPEST``; brackets inside strings do not count."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for part in re.finditer(_PARTS, text):
        if part[0] in "[{":
            depth += 1
            if depth > DEEPEST:
                return True
        elif part[0] in "]}":
            depth -= 1
    return False


def _make_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise refuse("oracle.twice", key=key)
            seen.add(key)
    return found


def _refuse_constant(name: str) -> None:
    raise refuse("oracle.json", detail=name)


def encode(answer: object) -> bytes:
    """Return a value as JSON. Half of a surrogate pair, which can come in as an escape, goes out as one."""
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace")
