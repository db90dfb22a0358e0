"""A whole game of a package that ``automarium new-game`` wrote, on the page of a phone, by tapping the board."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from automarium.engine.play.chance import Chance
from automarium.games import plugins
from automarium.interfaces.terminal.commands.new_game import BOARDS, render_package
from tests.check.kit import REPOSITORY, installed
from tests.e2e.kit import PHONE, Player, Site, watched
from tests.proof import PROOF

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SEED = 5


@pytest.mark.skipif(not PROOF, reason="a whole game in the browser: make proof")
@pytest.mark.parametrize("board", BOARDS)
def test_a_new_game_is_played_on_the_page(
    board: str, chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    for path, text in render_package("stones", ["en", "uk"], board).items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text, "utf-8")
    info = project / "automarium_stones-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: automarium-stones\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[automarium.games]\nstones = stones.definition:Stones\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(project), str(REPOSITORY / "src"))))
    site = Site(tmp_path / "home", SEED)
    site.start()
    context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    try:
        with installed(project, "stones"):
            player = Player(context.new_page(), site, f"new-game-{board}", album=True)
            faults = watched(player.page)
            player.begin("stones")
            definition = plugins.load_definition("stones")
            rival = definition.lab.rival(player.session().game.pack, Chance(SEED))
            tapped = 0
            while not definition.is_over(player.session().game.position):
                for told in rival.turn(lambda: player.session().game.position):
                    player.taps = 0  # the next place is tapped in the picture
                    player.tell(told)
                    tapped += told.name() == "go"
                    if tapped == 2:
                        player.shoot(told.name())
            player.shoot("end")
            assert tapped > 2
            assert faults == []
    finally:
        context.close()
        site.stop()
