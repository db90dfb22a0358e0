"""Compile the message catalogues (.po → .mo). Runs as hatchling's build hook and, by hand, as `make messages`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(root: Path) -> int:
    """Write every .mo that is missing or older than its .po; return how many there are."""
    catalogues = sorted(root.glob("src/automarium/**/locale/*.po"))
    for po in catalogues:
        mo = po.with_suffix(".mo")
        if mo.exists() and mo.stat().st_mtime >= po.stat().st_mtime:
            continue
        with po.open("rb") as source:
            catalogue = read_po(source, locale=po.stem, abort_invalid=True)
        with mo.open("wb") as target:
            write_mo(target, catalogue)
    return len(catalogues)


class MessagesHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues(Path(self.root))


if __name__ == "__main__":
    print(f"{compile_catalogues(Path(__file__).parent.parent)} catalogues", file=sys.stderr)
