"""The list in ``docs/box.md``: every fact that the rulebooks say is printed has a field where its owner enters it."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from automarium.box.box import checked_pack
from automarium.engine.content.clauses import load_catalogue
from automarium.games import plugins

DOCS = Path(__file__).parent.parent.parent / "docs" / "box.md"
PREFIXES = {"GOL": "golem", "EXP": "expeditions", "SCY": "scythe"}
ROW = re.compile(r"^\| ((?:[A-Z]{3}-[A-Z0-9-]+(?:, )?)+) \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
# Penumbra's board is entered in an editor: tests/games/penumbra has its rows.
ROWS = [
    (clauses.split(", "), fields.strip())
    for clauses, fields in ROW.findall(DOCS.read_text("utf-8"))
    if clauses[:3] in PREFIXES
]
LISTED = [path for _, fields in ROWS for path in re.findall(r"`([^`]+)`", fields)]


def list_fields(game: str) -> list[str]:
    definition = plugins.load_definition(game)
    kinds = definition.content.every_component(checked_pack(definition, {}))
    return [part.path for kind in kinds for component in kind.components for part in component.parts]


@pytest.mark.parametrize(("clauses", "fields"), ROWS, ids=lambda one: one if isinstance(one, str) else one[0])
def test_each_printed_fact_has_a_field_or_is_published(clauses: list[str], fields: str) -> None:
    game = PREFIXES[clauses[0].partition("-")[0]]
    definition = plugins.load_definition(game)
    catalogue = load_catalogue(definition.folder)
    assert set(clauses) <= {*catalogue.clauses, *catalogue.rulings}
    if fields == "published":
        return
    known = list_fields(game)
    for pattern in re.findall(r"`([^`]+)`", fields):
        assert any(fnmatchcase(path, pattern) for path in known), pattern


@pytest.mark.parametrize("game", ["golem", "expeditions", "scythe"])
def test_no_hole_of_a_pack_is_missing_from_the_list_or_without_a_field(game: str) -> None:
    known = set(list_fields(game))
    definition = plugins.load_definition(game)
    for path in checked_pack(definition, {}).holes():
        if path.partition(".")[0] not in definition.content.own_sections or path.endswith(".name"):
            continue  # no rule reads it
        assert path in known, path
        assert any(fnmatchcase(path, pattern) for pattern in LISTED), path
