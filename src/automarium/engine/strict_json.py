"""Strict JSON from strangers: UTF-8, no key given twice, no NaN, no number of thousands of digits, not too deep.

Length and depth are looked at before anything is built, so that hostile input costs little.
"""

from __future__ import annotations

import json
import re

from automarium.engine.message import refuse

DEEPEST = 64
LONGEST = 1_000_000  # bytes of one line or body


def parse(text: bytes, longest: int | None = None) -> object:
    """The value that a text holds; refused if it is not JSON as we take it."""
    if longest is not None and len(text) > longest:
        raise refuse("json.long", count=longest)
    try:
        decoded = text.decode("utf-8")
    except UnicodeDecodeError:
        raise refuse("oracle.utf8") from None
    if too_deep(decoded):
        raise refuse("oracle.deep")
    try:
        found: object = json.loads(decoded, object_pairs_hook=_object, parse_constant=_no_constant)
    except RecursionError:
        raise refuse("oracle.deep") from None
    except json.JSONDecodeError as error:
        raise refuse("oracle.json", detail=f"{error.msg.partition(' (')[0]}, {error.lineno}:{error.colno}") from None
    except ValueError:  # Python reads no whole number of thousands of digits
        raise refuse("oracle.digits") from None
    return found


# A text (to the end, if nobody closed it), or a bracket. The text gives nothing back once it is read (``*+``): tried
# again from every quotation mark inside it, sixteen thousand letters would take seconds.
_PARTS = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[{]|[\]}]', re.DOTALL)


def too_deep(text: str) -> bool:
    """Whether lists and objects lie deeper in each other than anybody needs; brackets inside texts do not count."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for part in _PARTS.finditer(text):
        if part[0] in "[{":
            depth += 1
            if depth > DEEPEST:
                return True
        elif part[0] in "]}":
            depth -= 1
    return False


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise refuse("oracle.twice", key=key)
            seen.add(key)
    return found


def _no_constant(name: str) -> None:
    raise refuse("oracle.json", detail=name)


def encode(answer: object) -> bytes:
    """One line out. Half of a surrogate pair can come in as an escape and must go out as one."""
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace")
