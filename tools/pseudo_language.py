"""Write the pseudo-language ``qps``: every text 40 % longer, accented and in brackets, made from the English one.

It finds texts that are cut on a page, and text that is not translatable. ``python -m tools.pseudo_language`` writes the
catalogues, ``--remove`` removes them.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from tools.build_messages import compile_catalogues

SOURCE = Path(__file__).parent.parent / "src" / "automarium"
CODE = "qps"
LONGER = 0.4
ACCENTS = str.maketrans("AEIOUaeiouyNnCc", "ÅÉÎÖÛåéîöûýÑñÇç")
FORMATS = ("language.", "letters.", "number.", "date.", "keyboard.")  # keys of what is not a text
_KEPT = re.compile(r"(\{[^{}]*\}|%[a-z%]|<[^<>]*>|\\n)")


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
        if key != "language.name" and key.startswith(
            ("language.", "letters.", "number.", "date.", "keyboard.")
        ):  # formats, not texts
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


def main(arguments: list[str]) -> None:
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
