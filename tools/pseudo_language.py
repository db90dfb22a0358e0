"""Write the pseudo-language ``qps``: every text 40 % longer, accented and in brackets, made from the English one.

It finds texts that are cut on a page, and text that is not translatable. ``python -m tools.pseudo_language`` writes the
catalogues and adds to the clauses, ``--remove`` takes both away.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from tools.build_package import compile_catalogues

SOURCE = Path(__file__).parent.parent / "src" / "automarium"
CODE = "qps"
LONGER = 0.4
ACCENTS = str.maketrans("AEIOUaeiouyNnCc", "ÅÉÎÖÛåéîöûýÑñÇç")
FORMATS = ("language.", "letters.", "number.", "date.", "keyboard.")  # keys of what is not a text
_KEPT = re.compile(r"(\{[^{}]*\}|%[a-z%]|<[^<>]*>|\\n|[A-Z]{3}(?:-[A-Z0-9]+)+)")
_CLAUSE = re.compile(r'^((?:\w+\.)?)en = "(.*)"\n', re.MULTILINE)  # in clauses.toml
_CHOICE = re.compile(r'(?<=[{,] )en = "((?:[^"\\]|\\.)*)"')
_ADDED = re.compile(rf'^(?:\w+\.)?{CODE} = .*\n|, {CODE} = "(?:[^"\\]|\\.)*"', re.MULTILINE)


def stretch(text: str) -> str:
    """Return a text accented, 40 % longer and in brackets; placeholders stay as they are."""
    if not text.strip():
        return text
    parts = [part if _KEPT.fullmatch(part) else part.translate(ACCENTS) for part in _KEPT.split(text)]
    letters = sum(len(part) for part in parts if not _KEPT.fullmatch(part))
    return f"[{''.join(parts)}{' ~' * round(letters * LONGER / 2)}]"


def make_catalogue(english: Catalog) -> Catalog:
    made = Catalog(locale="en")
    for message in english:
        if not message.id:
            continue
        key = message.id[0] if isinstance(message.id, (tuple, list)) else message.id
        if key != "language.name" and key.startswith(FORMATS):
            text = message.string
        else:
            text = (
                tuple(map(stretch, message.string))
                if isinstance(message.string, tuple)
                else stretch(str(message.string))
            )
        made.add(message.id, text)
    made.header_comment = ""
    return made


def add_to_clauses(text: str) -> str:
    """Return the clauses and rulings of a game with the pseudo-language beside English."""
    text = _CLAUSE.sub(lambda found: f'{found[0]}{found[1]}{CODE} = "{stretch(found[2])}"\n', text)
    return _CHOICE.sub(lambda found: f'{found[0]}, {CODE} = "{stretch(found[1])}"', text)


def remove_from_clauses(text: str) -> str:
    return _ADDED.sub("", text)


def main(arguments: list[str]) -> None:
    for file in sorted(SOURCE.rglob("clauses.toml")):
        clauses = remove_from_clauses(file.read_text("utf-8"))
        file.write_text(clauses if "--remove" in arguments else add_to_clauses(clauses), "utf-8")
    for file in sorted(SOURCE.rglob("locale/en.po")):
        target = file.with_name(f"{CODE}.po")
        if "--remove" in arguments:
            target.unlink(missing_ok=True)
            target.with_suffix(".mo").unlink(missing_ok=True)
            continue
        with file.open("rb") as source:
            made = make_catalogue(read_po(source, locale="en"))
        with target.open("wb") as written:
            write_po(written, made, omit_header=False)
    compile_catalogues(SOURCE.parent.parent)


if __name__ == "__main__":
    main(sys.argv[1:])
