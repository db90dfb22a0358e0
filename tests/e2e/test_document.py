"""A document is opened by its file on a phone and played by touch: own moves on the board, questions, the end; also in
the offline app, without a host."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from automarium.cli import main as automarium
from automarium.engine.play.command import Respond
from automarium.games import plugins
from automarium.sessions.session import add_record
from tests.documents.kit import EXAMPLES, read_example
from tests.e2e.kit import PATIENCE, PHONE, Player, Site, watched
from tests.e2e.offline_kit import BUILT, NO_SITE, READY, Host, OfflinePlayer
from tests.proof import PROOF

SLICE = 6  # inputs outside of make proof
LEVELS = {"ferry": "normal", "ember": "summer"}


def open_document(page: Page, url: str, name: str) -> str:
    """Open the file of an example by the page and return the name of its game."""
    page.goto(f"{url}/document")
    page.set_input_files("#document", EXAMPLES / name / "automa.toml")
    page.tap(".open button[type=submit]")
    game = plugins.add_document(read_example(name))
    page.wait_for_url(f"**/new/{game}")
    return game


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    faults = watched(page)
    yield page
    assert faults == []
    context.close()


@pytest.mark.parametrize("name", list(LEVELS) if PROOF else ["ferry"])
def test_whole_game_of_a_document_by_touch(phone: Page, site: Site, name: str) -> None:
    player = Player(phone, site, "document")
    player.sit_down(open_document(phone, site.url, name), f"level={LEVELS[name]}")
    done = set()
    for input_ in player.whole_game() if PROOF else islice(player.whole_game(), SLICE):
        player.tell(input_)
        done.add(input_.name())
    assert {"move", "take", "next"} <= done
    if PROOF:
        assert Respond.name() in done or any(run.answers for run in player.session().game.runs)
        phone.goto(f"{site.url}/g/{player.key}/score")
        phone.wait_for_selector(".score-page")


def test_printed_fact_of_a_document_is_entered_in_the_box_by_touch(phone: Page, site: Site) -> None:
    """Card 6 of Ember does not say how much the wind rises; once that is entered, no game asks for it."""
    game = open_document(phone, site.url, "ember")
    phone.goto(f"{site.url}/box/{game}")
    phone.tap(f'a[href$="/box/{game}/card/6"]')
    phone.tap('.th-panel.sel [data-figure="3"]')
    phone.tap("#bar .go:not(.asleep):not(.missing)")
    phone.wait_for_selector("#notice:not(.wrong)")
    player = Player(phone, site, "document")
    player.sit_down(game, "level=summer&deck=mine")
    player.go_on()
    phone.wait_for_selector("#question")
    phone.tap('#question [value="6"]')
    expect(phone.locator(".hands")).to_contain_text("Wind")
    run = player.session().game.runs[-1]
    assert [answer.to for answer in run.answers] == [6]
    assert player.session().game.position.tracks["wind"] == 3


@pytest.mark.skipif(not (BUILT / "service.js").exists(), reason=NO_SITE)
@pytest.mark.skipif(not PROOF, reason="part of make proof")
@pytest.mark.parametrize("name", list(LEVELS))
def test_document_is_opened_and_played_offline(phone: Page, tmp_path: Path, seed: int, name: str) -> None:
    """Opened, begun and played to its end while the host is gone; the record equals that of this side."""
    host = Host(tmp_path, seed)
    host.start()
    phone.goto(f"{host.url}/")
    phone.wait_for_selector(READY)
    host.kill()
    player = OfflinePlayer(phone, host, "document")
    player.sit_down(open_document(phone, host.url, name), f"level={LEVELS[name]}")
    player.there, player.key = player.key, add_record(player.store, _read_record(player)).key
    for input_ in player.whole_game():
        player.tell(input_)
    assert player.same()
    record = tmp_path / "game.jsonl"
    record.write_bytes(player.record())
    assert automarium(["verify", str(record)]) == 0
    phone.goto(f"{host.url}{player.path}/score")
    phone.wait_for_selector(".score-page")
    host.stop()


def _read_record(player: OfflinePlayer) -> bytes:
    player.there = player.key
    return player.record()
