"""The end of a game in a browser: picture, text and file to share, the note, and the report of a problem."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect
from tools.screens import RivalGame, fill_score

from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.interfaces.web.preferences import get_translator
from automarium.interfaces.web.shared_result import BG_STATS
from automarium.storage.store_factory import open_store
from tests.e2e.kit import PATIENCE, Site, watched
from tests.e2e.test_accessibility import violations
from tests.proof import PROOF

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "side": {"width": 844, "height": 390},
    "small": {"width": 320, "height": 640},
    "laptop": {"width": 1280, "height": 900},
}
SCREENS = [(size, scheme) for size in SIZES for scheme in ("light", "dark")] if PROOF else [("phone", "light")]
PICTURES = {"wide": (1200, 630), "upright": (1080, 1920)}
NOTE = "Bought maps too late."

# A phone's share sheet that keeps what it was given.
SHEET = """{
  navigator.canShare = () => true;
  navigator.share = async (data) => { window.shared = data; };
}"""
# The size of the picture that was shared, and how many colours it has.
MEASURE = """async () => {
  const { files: [file], text } = window.shared, picture = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(picture.width, picture.height), context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, picture.width, picture.height), colours = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
    colours.set(colour, (colours.get(colour) ?? 0) + 1);
  }
  const most = Math.max(...colours.values()) / (picture.width * picture.height);
  return { type: file.type, name: file.name, size: [picture.width, picture.height], colours: colours.size, most, text };
}"""


def finish(site: Site, game: str) -> str:
    """A finished and counted game in the site's store, and its key."""
    store = open_store(f"sqlite:{site.folder / 'games.db'}")
    played = RivalGame(store, game)
    for _ in played.inputs:
        pass
    fill_score(played.session)
    store.close()
    return played.session.key


def context_of(chromium: Browser, size: str, scheme: str, lang: str = "en") -> BrowserContext:
    dark = scheme == "dark"
    context = chromium.new_context(
        viewport=SIZES[size],
        locale=lang,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        accept_downloads=True,
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(SHEET)
    return context


@pytest.fixture
def page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    size, scheme = getattr(request, "param", ("phone", "light"))
    context = context_of(chromium, size, scheme)
    yield context.new_page()
    context.close()


def choose(page: Page, shape: str) -> None:
    """Choose a picture and wait until it is ready to be shared."""
    page.locator(f'input[name=shape][value="{shape}"]').check(force=True)
    page.wait_for_selector(f'[data-picture*="shape={shape}"][data-ready]')


def fits(page: Page) -> bool:
    width = page.locator("html").evaluate("page => page.scrollWidth")
    assert page.viewport_size is not None
    return bool(width <= page.viewport_size["width"])


@pytest.mark.parametrize("page", SCREENS, indirect=True, ids=str)
@pytest.mark.parametrize("game", plugins.names() if PROOF else ["scythe"])
def test_result_is_shared_as_picture_and_text(page: Page, site: Site, axe: Path, game: str) -> None:
    page.context.add_init_script(path=axe)
    faults, key = watched(page), finish(site, game)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site.url}/g/{key}")
    assert fits(page)
    assert violations(page) == []
    page.fill("#note", NOTE)
    page.click(".note button")
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#note")).to_have_value(NOTE)
    page.click(f'.tellers a[href$="/g/{key}/share"]')
    page.wait_for_selector("[data-ready]")
    assert fits(page)
    assert violations(page) == []
    for shape, size in PICTURES.items():
        choose(page, shape)
        page.click("[data-send]")
        page.wait_for_function("() => window.shared")
        shared = page.evaluate(MEASURE)
        page.evaluate("() => { window.shared = null; }")
        assert shared["type"] == "image/png"
        assert shared["name"].startswith(f"{game}-")
        assert tuple(shared["size"]) == size
        assert shared["colours"] > 50, "it is drawn"
        assert shared["most"] < 0.9, "it is not blank"
        assert shared["text"] == page.input_value("#result-text")
        assert key not in shared["text"] + shared["name"]
        assert NOTE not in shared["text"]
        with page.expect_download() as saved:
            page.click(".shared a[download]")
        content = Path(saved.value.path()).read_bytes()
        assert content.startswith(b"\x89PNG")
        assert struct.unpack(">II", content[16:24]) == size
        assert key.encode() not in content
    page.locator("input[name=note]").check()
    expect(page.locator("#result-text")).to_have_value(page.input_value("#result-text").split("\n")[0] + f"\n{NOTE}")
    assert "maps" in (page.locator(f'a[href^="{BG_STATS}"]').get_attribute("href") or "")
    assert all(one.startswith((site.url, f"blob:{site.url}")) for one in asked), "nothing is fetched from elsewhere"
    assert faults == [], "the policy stops nothing"


def test_text_and_report_are_copied(page: Page, site: Site, axe: Path) -> None:
    key = finish(site, "expeditions")
    page.context.add_init_script(path=axe)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{site.url}/g/{key}/share")
    page.click('[data-copy="result-text"]')
    expect(page.locator('[data-copy="result-text"] + [role=status]')).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == page.input_value("#result-text")
    page.click(".menu > summary")
    page.click('.menu nav a[href$="/report"]')
    page.wait_for_selector(".report-page")
    assert fits(page)
    assert violations(page) == []
    page.click('[data-copy="report"]')
    expect(page.locator('[data-copy="report"] + [role=status]')).to_be_visible()
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == page.input_value("#report")
    assert page.evaluate("() => navigator.userAgent") in copied
    assert key not in copied
    with page.expect_download() as saved:
        page.click(".report-page a[download]")
    assert Path(saved.value.path()).read_text("utf-8") == copied


def test_skip_link_speaks_the_language_of_the_page(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/games")  # the home page of a new browser begins with the guide
    for lang in reversed(LANGUAGES):
        page.click(".menu > summary")
        page.click(f'.menu button[name=lang][value="{lang}"]')
        page.wait_for_selector(f'html[lang="{lang}"]')
        expect(page.locator("a.skip")).to_have_text(get_translator(lang).say("web.skip"))
        expect(page.locator("#offline")).to_have_text(get_translator(lang).say("web.offline"))
