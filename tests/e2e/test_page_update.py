"""The page updated in place equals the page after a reload, and equal elements are kept."""

from __future__ import annotations

from itertools import islice

import pytest
from playwright.sync_api import Browser, expect

from automarium.games import plugins
from tests.e2e.kit import PHONE, Player, Site, watched
from tests.proof import scale

# The table as it is written, whatever the order of attributes, with what was entered. A link that sleeps is none; what
# is tried out comes when it comes.
SHOWN = """() => {
  const written = (node) => {
    if (!node.dataset) return node.data;
    const inside = [...node.childNodes].filter((one) => one.id !== "preview").flatMap(written);
    if (node.dataset.idle !== undefined) return inside;
    const named = [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort();
    return [`<${node.localName} ${named.join(" ")}>`, node.value ?? "", node.checked ?? "", ...inside, "</>"];
  };
  return ["#main", "header.top", "title"].flatMap((one) => written(document.querySelector(one)));
}"""
MARK = "() => { window.boards = new Set([...(window.boards ?? []), document.getElementById('board')]); }"
BOARDS = "() => [...window.boards].filter(Boolean).length"


@pytest.mark.parametrize("game", plugins.names())
def test_updated_page_equals_a_reload(chromium: Browser, site: Site, game: str) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce")
    page = context.new_page()
    faults = watched(page)
    player = Player(page, site, f"swapping-{game}")
    player.sit(game)
    for input_ in islice(player.whole_game(), scale(3, 40)):
        page.evaluate("() => { window.boards = undefined; }")
        page.evaluate(MARK)
        player.tell(input_)
        page.evaluate(MARK)
        swapped, boards = page.evaluate(SHOWN), page.evaluate(BOARDS)
        page.reload()
        page.wait_for_selector(".at-table")
        assert swapped == page.evaluate(SHOWN)
        assert boards <= 1, "the board lies where it lay"
    assert faults == []
    context.close()


def test_tap_on_a_place_that_is_not_offered(chromium: Browser, site: Site) -> None:
    """On a board that was swapped in, where old links sleep: the bar says it, the page stays, nothing is outlined."""
    context = chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce")
    page = context.new_page()
    player = Player(page, site, "beyond")
    player.sit("scythe")
    page.locator('[data-place="base"][data-side="human"] circle').first.click()
    beyond = page.locator("#bar [data-beyond]")
    expect(beyond).to_have_text("Tap a glowing place")
    place = page.locator('.board > svg [data-place="r3c4"]').first  # far from any base
    place.locator("polygon").first.click(force=True)
    expect(beyond).to_have_text("Out of reach; if an ability allows it, choose from the list")
    assert page.url.endswith("/at/base")
    assert place.evaluate("one => getComputedStyle(one.closest('a')).outlineStyle") == "none"
    context.close()
