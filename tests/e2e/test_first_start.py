"""The guide of the first start: three taps, once in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.kit import PATIENCE, Site, watched
from tests.e2e.test_combat import LOOKS, SIZES, clean
from tests.proof import PROOF

STEP = "#guide section:not([hidden])"


@pytest.mark.parametrize(("size", "scheme", "lang"), LOOKS if PROOF else LOOKS[:1])
def test_three_taps_and_never_again(
    chromium: Browser, site: Site, axe: Path, size: str, scheme: str, lang: str
) -> None:
    context = chromium.new_context(
        viewport=SIZES[size],
        locale=lang,
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(path=axe)
    page = context.new_page()
    faults = watched(page)
    page.goto(f"{site.url}/")
    expect(page.locator("#guide")).to_be_visible()
    for step in (1, 2, 3):
        expect(page.locator(f'{STEP}[data-step-of-guide="{step}"] h2')).to_be_visible()
        clean(page)
        page.click(f"{STEP} .go")
    expect(page.locator("#guide")).to_be_hidden()
    page.reload()
    page.wait_for_selector(".shelf")
    expect(page.locator("#guide")).to_be_hidden()
    page.goto(f"{site.url}/new/scythe")
    expect(page.locator(".bar .go")).to_be_visible()
    clean(page)
    assert faults == []
    context.close()


def test_skipped_by_the_button_or_the_keyboard(chromium: Browser, site: Site) -> None:
    for by_key in (False, True):
        context = chromium.new_context(viewport=SIZES["phone"], locale="en")
        page = context.new_page()
        page.goto(f"{site.url}/")
        expect(page.locator("#guide")).to_be_visible()
        page.keyboard.press("Escape") if by_key else page.click(f'{STEP} [data-guide="end"]')
        expect(page.locator("#guide")).to_be_hidden()
        page.reload()
        page.wait_for_selector(".shelf")
        expect(page.locator("#guide")).to_be_hidden()
        context.close()
