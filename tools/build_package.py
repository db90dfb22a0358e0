"""Compile the message catalogues (.po → .mo) and the facts (.toml → .toml.json). Runs as hatchling's build hook and, by
hand, as `make messages`.

In Ukrainian and Russian a line must not break between a number and its noun, before a dash or inside a short label. The
.po files are written with ordinary spaces; the non-breaking ones are put in here.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BOUND_LANGUAGES = ("uk", "ru")
NO_BREAK = "\N{NO-BREAK SPACE}"
BOUND = re.compile(  # each ends with the space or is one
    r"(?<![\w.=-])(?:\d+|{count}) (?=[^\W\d_]|{)|№ "  # 3 cards, № 3
    r"|(?<=\S) (?=[–—] |→|%|\+{)"  # before a dash, an arrow, a per cent sign, +3
    r"|(?<=\w) (?={(?:count|number|ordinal|round|turn|level|total)}$)"  # a number at the end
)
LABEL = re.compile(r"(cell|gauge|chips|measure)\.|.*@(short|beside)$")  # the keys of short labels
LONGEST_LABEL = 14  # characters that fit beside each other on a phone
COMMAND = re.compile("[«“`].*?[»”`]")  # typed as it is written


def bind_words(key: str, text: str) -> str:
    """Return a message with the spaces at which no line may break."""
    if LABEL.match(key) and len(text) <= LONGEST_LABEL and "{" not in text:
        return text.replace(" ", NO_BREAK)
    commands = [found.span() for found in COMMAND.finditer(text)]
    bound = BOUND.sub(lambda found: found[0].replace(" ", NO_BREAK), text)
    for start, end in commands:
        bound = bound[:start] + text[start:end] + bound[end:]
    return bound


def bind_catalogue(catalogue: Catalog) -> None:
    for entry in catalogue:
        if entry.id and entry.string:
            key = entry.id if isinstance(entry.id, str) else entry.id[0]
            forms = entry.string
            entry.string = (
                bind_words(key, forms) if isinstance(forms, str) else tuple(bind_words(key, form) for form in forms)
            )


def compile_catalogues(root: Path) -> int:
    """Write every .mo that is missing or older than its .po or than this file; return how many there are."""
    catalogues = sorted(root.glob("src/automarium/**/locale/*.po"))
    rules = Path(__file__).stat().st_mtime
    for po in catalogues:
        mo = po.with_suffix(".mo")
        if mo.exists() and mo.stat().st_mtime >= max(po.stat().st_mtime, rules):
            continue
        with po.open("rb") as source:
            catalogue = read_po(source, locale=po.stem, abort_invalid=True)
        if po.stem in BOUND_LANGUAGES:
            bind_catalogue(catalogue)
        with mo.open("wb") as target:
            write_mo(target, catalogue)
    return len(catalogues)


def compile_facts(root: Path) -> None:
    """Write every file of facts that is missing or older than its source."""
    for source in root.glob("src/automarium/**/*.toml"):
        compiled = source.with_name(f"{source.name}.json")
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            facts = tomllib.loads(source.read_text("utf-8"))
            compiled.write_text(json.dumps(facts, ensure_ascii=False, separators=(",", ":")), "utf-8")


class PackageHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues(Path(self.root))
        compile_facts(Path(self.root))


if __name__ == "__main__":
    here = Path(__file__).parent.parent
    compile_facts(here)
    print(f"{compile_catalogues(here)} catalogues", file=sys.stderr)
