"""A document in an installed package may have steps in Python; any other may not."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from automarium.box.box import checked_pack
from automarium.documents.document import find_faults
from automarium.games import plugins
from automarium.lab.simulated_game import play_game
from tests.check.kit import CACHED
from tests.documents.kit import read_example

CODE = """
from automarium.sdk import load_document_game

Otter = load_document_game(__file__)
"""
STEPS = """
def splash(state):
    state.position.tracks["points"] += 1
"""


def test_package_offers_a_document_with_a_step_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = read_example("ferry").replace('name = "ferry"', 'name = "otter"')
    text = text.replace(
        "[[turn]]\ndraw = true", '[[turn]]\npython = "otter_game.steps:splash"\n\n[[turn]]\ndraw = true', 1
    )
    assert [fault.message.params["fault"].key for fault in find_faults(text)] == ["document.python"]
    package = tmp_path / "otter_game"
    package.mkdir()
    (package / "__init__.py").write_text(CODE)
    (package / "steps.py").write_text(STEPS)
    (package / "automa.toml").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    point = EntryPoint("otter", "otter_game:Otter", plugins.GROUP)
    monkeypatch.setattr(plugins, "_others", lambda: {"otter": point})
    for cached in CACHED:
        cached.cache_clear()
    definition = plugins.load_definition("otter")
    assert definition.name == "otter"
    assert "otter" in plugins.names()
    last = play_game(definition, {"level": "calm", "deck": "app"}, 3, checked_pack(definition, {}))
    assert last.tracks["points"] >= 12
    for cached in CACHED:
        cached.cache_clear()
