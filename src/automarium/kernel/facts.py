"""Files of facts that come with us: packs, clauses, signs. Each is read once and changed by nobody.

They are written in TOML, for people. A page that is its own server gets the same as JSON (tools/make_site.py): there
reading TOML would be half of its first page.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import msgspec


@cache
def facts_in(path: str) -> dict[str, Any]:
    """What stands in a file, named without its ending; ``FileNotFoundError`` if there is none."""
    try:
        with open(f"{path}.toml", "rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        with open(f"{path}.json", "rb") as file:
            return msgspec.json.decode(file.read(), type=dict[str, object])
