"""A document is opened by its file on a phone and played by touch: own moves on the board, questions, the end."""

from __future__ import annotations

from itertools import islice

from playwright.sync_api import Browser, Page

from automarium.engine.play.command import Respond
from automarium.games import plugins
from tests.documents.kit import EXAMPLES, read_example
from tests.e2e.kit import PHONE, Player, Site, watched
from tests.proof import PROOF

SLICE = 6  # inputs outside of make proof


def open_document(page: Page, url: str, name: str) -> str:
    """Open the file of an example by the page and return the name of its game."""
    page.goto(f"{url}/document")
    page.set_input_files("#document", EXAMPLES / name / "automa.toml")
    page.click(".open button[type=submit]")
    game = plugins.add_document(read_example(name))
    page.wait_for_url(f"**/new/{game}")
    return game


class Reader(Player):
    def begin_document(self, name: str) -> None:
        self.sit_down(open_document(self.page, self.site.url, name), "level=normal")


def test_whole_game_of_a_document_by_touch(chromium: Browser, site: Site) -> None:
    context = chromium.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    player = Reader(context.new_page(), site, "document")
    faults = watched(player.page)
    player.begin_document("ferry")
    done = set()
    for input_ in player.whole_game() if PROOF else islice(player.whole_game(), SLICE):
        player.tell(input_)
        done.add(input_.name())
    assert {"move", "take", "next"} <= done
    if PROOF:
        assert Respond.name() in done or any(run.answers for run in player.session().game.runs)
        player.page.goto(f"{site.url}/g/{player.key}/score")
        player.page.wait_for_selector(".score-page")
    assert faults == []
    context.close()
