"""Write the templates for translators, ``locale/messages.pot`` of every package, from its English texts."""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent


def list_templates() -> dict[Path, bytes]:
    """Return the content of every template: the keys, with the English text as a comment and no translation."""
    found = {}
    for file in sorted((ROOT / "src" / "automarium").rglob("locale/en.po")):
        with file.open("rb") as source:
            english = read_po(source, locale="en")
        template = Catalog(header_comment="", project="Automarium", charset="utf-8")
        for message in english:
            if message.id:
                texts = [message.string] if isinstance(message.string, str) else list(message.string or ())
                template.add(message.id, auto_comments=[text.replace("\n", " ") for text in texts])
        target = io.BytesIO()
        write_po(target, template, omit_header=True, width=0)
        found[file.with_name("messages.pot")] = target.getvalue()
    return found


if __name__ == "__main__":
    for path, content in list_templates().items():
        path.write_bytes(content)
