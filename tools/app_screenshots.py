"""Take the two pictures that a browser shows before it installs the page: python -m tools.app_screenshots."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright
from tests.e2e.kit import AWAKE, Site

from tools.browser import ARGUMENTS, find_browser
from tools.try_site import PATIENCE, play_turn

STATIC = Path(__file__).parent.parent / "src" / "automarium" / "interfaces" / "web" / "static"
SIZES: dict[str, ViewportSize] = {"phone": {"width": 390, "height": 844}, "wide": {"width": 1280, "height": 800}}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder), 7)
        site.start()
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        for name, size in SIZES.items():
            context = browser.new_context(viewport=size, locale="en", reduced_motion="reduce")
            context.set_default_timeout(PATIENCE)
            context.add_init_script(AWAKE)
            page = context.new_page()
            play_turn(page, f"{site.url}/")
            page.wait_for_load_state("networkidle")
            page.screenshot(path=STATIC / f"screenshot-{name}.png")
            context.close()
        browser.close()
        site.stop()


if __name__ == "__main__":
    main()
