"""A part of the browser tests in Safari's engine: a turn of each game, a form, a move by tapping, dark, offline."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from automarium.games import plugins

if TYPE_CHECKING:
    from tests.e2e.kit import Site

PATIENCE = 120
GO = "#bar .go:not(.asleep):not(.missing)"
ANSWER = "#asking button[type=submit][data-option]"  # answers at once


def wait_for(browser: Any, selector: str) -> Any:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support import expected_conditions
    from selenium.webdriver.support.ui import WebDriverWait

    found = expected_conditions.presence_of_element_located((By.CSS_SELECTOR, selector))
    return WebDriverWait(browser, PATIENCE).until(found)


def wait_until(browser: Any, script: str) -> Any:
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(browser, PATIENCE).until(lambda driver: driver.execute_script(f"return {script}"))


def open_page(browser: Any, url: str) -> None:
    """Open a page and close the introduction."""
    browser.get(url)
    browser.execute_script("document.getElementById('guide')?.remove()")


def tap(browser: Any, selector: str) -> None:
    """Press and release in the middle of an element. (The driver's own click knows no parts of SVG.)"""
    from selenium.webdriver.common.actions.action_builder import ActionBuilder

    element = wait_for(browser, selector)
    x, y = browser.execute_script(MIDDLE, element)
    finger = ActionBuilder(browser)
    finger.pointer_action.move_to_location(round(x), round(y)).pointer_down().pointer_up()
    finger.perform()


MIDDLE = """
arguments[0].scrollIntoView({ block: "center", behavior: "instant" });
const { x, y, width, height } = arguments[0].getBoundingClientRect();
return [x + width / 2, y + height / 2];
"""


def begin(browser: Any, url: str, game: str, seed: int = 7) -> None:
    open_page(browser, f"{url}/new/{game}?seed={seed}")
    tap(browser, GO)
    wait_for(browser, ".checklist, .at-table")
    if browser.execute_script("return Boolean(document.querySelector('.checklist'))"):
        tap(browser, GO)
    wait_for(browser, ".at-table")


def get_revision(browser: Any) -> int:
    return int(browser.execute_script("return document.getElementById('main').dataset.revision ?? -1"))


def advance(browser: Any) -> None:
    """Press the one button, or the first answer of a question, until the game has moved on: from what the Automa did to
    my turn, and from there on."""
    before = get_revision(browser)
    for _ in range(5):
        browser.execute_script(FILL)
        shown = browser.execute_script(f"return {STATE}")
        tap(browser, f"{GO}, {ANSWER}")
        wait_until(browser, f"{STATE} !== {shown!r}")
        if get_revision(browser) > before:
            return
    raise AssertionError("the game does not move on")


STATE = "`${location.pathname} ${document.getElementById('main')?.dataset.revision}`"

# The first option of everything that is not chosen yet.
FILL = """
for (const group of document.querySelectorAll("#asking fieldset")) {
  if (group.querySelector("input:checked")) continue;
  const buttons = "button[data-take], button[data-add]";
  (group.querySelector("input[type=radio], input[type=checkbox]") ?? group.querySelector(buttons))?.click();
}
"""


@pytest.mark.parametrize("game", plugins.names())
def test_turn_of_each_game(browser: Any, site: Site, game: str) -> None:
    begin(browser, site.url, game)
    for _ in range(3):
        advance(browser)
    assert get_revision(browser) >= 3
    assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth"), "nothing is cut"


def test_form_saves_settings(browser: Any, site: Site) -> None:
    open_page(browser, site.url)
    wait_for(browser, ".menu summary").click()
    wait_for(browser, '.menu button[name="lang"][value="uk"]').click()
    wait_until(browser, "document.documentElement.lang === 'uk'")
    wait_for(browser, ".menu summary").click()
    wait_for(browser, '.menu button[name="lang"][value="en"]').click()
    wait_until(browser, "document.documentElement.lang === 'en'")


def test_dark(browser: Any, site: Site) -> None:
    open_page(browser, site.url)
    light = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    wait_for(browser, ".menu summary").click()
    wait_for(browser, '.menu button[name="theme"][value="dark"]').click()
    wait_until(browser, "document.documentElement.dataset.theme === 'dark'")
    assert browser.execute_script("return getComputedStyle(document.body).backgroundColor") != light
    begin(browser, site.url, plugins.names()[0])
    assert browser.execute_script("return document.documentElement.dataset.drawn") == "dark"


def test_my_move_by_tapping(browser: Any, site: Site) -> None:
    """My move on the board: the entry, then the places that the board offers, each by a tap."""
    begin(browser, site.url, "expeditions", 5)
    before = get_revision(browser)
    if browser.execute_script("return !document.querySelector('.tellers')"):
        tap(browser, GO)
    tap(browser, '.tellers a[href*="/tell/"]')
    for _ in range(4):
        wait_until(browser, "document.querySelector('.telling .board g.offered, .at-table')")
        if get_revision(browser) > before:
            break
        shown = browser.execute_script("return document.getElementById('question')?.innerText")
        tap(browser, ".board g.offered[data-place]")
        wait_until(browser, f"document.getElementById('question')?.innerText !== {shown!r}")
    assert get_revision(browser) == before + 1


def test_offline_start(browser: Any, tmp_path: Path) -> None:
    """As far as this engine allows: the service worker, Python in a worker, and a start without the host."""
    from tests.e2e.offline_kit import BUILT, NO_SITE, Host

    if not (BUILT / "service.js").exists():
        pytest.skip(NO_SITE)
    host = Host(tmp_path, 5)
    host.start()
    try:
        browser.get(f"{host.url}/")
        wait_until(browser, "!document.getElementById('loading') || !['fetch', 'wake'].includes(loading.dataset.now)")
        if browser.execute_script("return Boolean(document.getElementById('loading'))"):
            pytest.skip(browser.execute_script("return document.getElementById('loading').innerText"))
        begin(browser, host.url, plugins.names()[0])
        advance(browser)
        before = get_revision(browser)
        host.kill()
        browser.refresh()
        wait_for(browser, ".at-table")
        assert get_revision(browser) == before
    finally:
        host.stop()
