"""Read message catalogues as they are edited (``.po``), for packages whose catalogues are not compiled."""

from __future__ import annotations

import ast
import re
from struct import pack

import msgspec

_FIELD = re.compile(r'(msgid|msgid_plural|msgstr(?:\[(\d+)\])?)\s+(".*")')


class PoEntry(msgspec.Struct):
    """A message: the line of its key, its plural key where it has one, and its texts, one per plural form."""

    key: str
    line: int
    plural: str = ""
    texts: list[str] = []
    fuzzy: bool = False


def read_po(path: str) -> dict[str, PoEntry]:
    """Return the entries of a file by key; the header has the key "". Raise ValueError with the line of a fault."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    entries: dict[str, PoEntry] = {}
    entry: PoEntry | None = None
    fuzzy, field = False, ""
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        found = _FIELD.fullmatch(line)
        try:
            text = str(ast.literal_eval(found[3] if found else line))
        except (SyntaxError, ValueError):
            raise ValueError(f"line {number}: not a line of a message catalogue") from None
        if found and found[1] == "msgid":
            field, entry, fuzzy = "msgid", PoEntry(text, number, fuzzy=fuzzy), False
        elif entry is None:
            raise ValueError(f"line {number}: a text without a key (msgid)")
        elif found:
            field = "msgid_plural" if found[1] == "msgid_plural" else "msgstr"
            if field == "msgid_plural":
                entry.plural = text
            else:
                if int(found[2] or 0) != len(entry.texts):
                    raise ValueError(f"line {number}: msgstr[{len(entry.texts)}] is missing before this line")
                if not entry.texts and entry.key in entries:
                    raise ValueError(
                        f"line {number}: the key {entry.key!r} is in line {entries[entry.key].line} as well"
                    )
                entry.texts.append(text)
                entries[entry.key] = entry
        elif field == "msgid":
            entry.key += text
        elif field == "msgid_plural":
            entry.plural += text
        else:
            entry.texts[-1] += text
    return entries


def compile_po(path: str) -> bytes:
    """Return a file in the compiled format (``.mo``), without untranslated and fuzzy messages."""
    pairs = sorted(
        (
            (f"{one.key}\0{one.plural}" if one.plural else one.key).encode(),
            "\0".join(one.texts).encode(),
        )
        for one in read_po(path).values()
        if any(one.texts) and not (one.fuzzy and one.key)
    )
    keys, texts, tables = b"", b"", [b"", b""]
    start = 28 + 16 * len(pairs)
    space = sum(len(key) + 1 for key, _ in pairs)
    for key, text in pairs:
        tables[0] += pack("<2I", len(key), start + len(keys))
        tables[1] += pack("<2I", len(text), start + space + len(texts))
        keys += key + b"\0"
        texts += text + b"\0"
    header = pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, start)
    return header + tables[0] + tables[1] + keys + texts
