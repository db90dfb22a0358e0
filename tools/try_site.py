"""Play one turn on a static site in an empty browser, once with the host and once after it was left, and print the
seconds until it is there: python -m tools.try_site ADDRESS."""

from __future__ import annotations

import sys
import time

from playwright.sync_api import Page, sync_playwright

from tools.browser import ARGUMENTS, find_browser

PATIENCE = 120_000  # ms
GO = "#bar .go:not(.asleep)"  # the one button


def play_turn(page: Page, address: str) -> None:
    """Begin a game with what is offered and let the Automa take a turn."""
    page.goto(address)  # a host need not know other addresses before the first visit
    page.wait_for_selector("main:not(:has(#loading))")
    page.goto(f"{address}new/expeditions?seed=7")
    page.click(GO)
    page.wait_for_selector(".checklist, .at-table")
    if page.locator(".checklist").count():
        page.click(GO)
    before = page.locator(".at-table").get_attribute("data-revision")
    page.click(GO)
    page.wait_for_selector(f'main:not([data-revision="{before}"])', state="attached")


def main(address: str) -> None:
    program = find_browser()
    if program is None:
        print("site                       not tried: there is no browser")
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        for name in ("site, first visit", "site, next visit"):
            began = time.perf_counter()
            play_turn(page, address)
            print(f"{name:26} {time.perf_counter() - began:5.1f} s", flush=True)
            page.goto("about:blank")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
