"""Every kind of screen, measured: nothing scrolls sideways, no letter is too small, nothing is cut off.

`make contact-sheet` shows the same screens to people.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize
from tools.layout_faults import SET_FONT_SIZE, SMALLEST, find_faults, walk_form
from tools.screens import AppServer, Screens, build_screens, list_common, list_forms, open_store

from automarium.box.box import Box, checked_pack
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.storage.own_packs import FilePacks
from automarium.storage.user_folder import folder
from tests.proof import PROOF

# The kinds of screens of the slice; the proof looks at all of them.
SLICE = ("new", "setup", "turn", "my-turn", "signs", "result")
# The forms of the slice.
FORMS = {
    "card": "/box/golem/card/1",
    "tile": "/box/golem/artifact_tile/1",
    "board": "/box/penumbra/board/emerald",
    "ask": "/ask/golem/rabbi",
}
PHONE: ViewportSize = {"width": 390, "height": 844}
NARROW: ViewportSize = {"width": 320, "height": 640}
WIDE: ViewportSize = {"width": 1280, "height": 800}
WAYS = ((NARROW, 100), (PHONE, 100), (PHONE, 200))  # the window, and the size of letters in per cent


@pytest.fixture(scope="module")
def screens(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Screens]]:
    """The address of the application, and those of its screens."""
    with open_store(tmp_path_factory.mktemp("screens")) as store:
        found = list_common() if PROOF else {"home": "/"}
        for game in plugins.names():
            every = build_screens(store, game, few=not PROOF)
            found |= {f"{game}-{name}": address for name, address in every.items() if PROOF or name in SLICE}
        with AppServer(store) as url:
            yield url, found


@pytest.mark.parametrize("lang", LANGUAGES if PROOF else ["uk"])  # where words are longest
def test_every_screen_fits(chromium: Browser, screens: tuple[str, Screens], lang: str) -> None:
    url, addresses = screens
    context = chromium.new_context(viewport=PHONE, locale=lang, reduced_motion="reduce")
    page = context.new_page()
    found: dict[str, list[str]] = {}
    for name, address in addresses.items():
        page.goto(url + address)
        for window, percent in WAYS:
            page.set_viewport_size(window)
            page.evaluate(SET_FONT_SIZE, percent)
            # what a picture says is twelve pixels high on a phone; a narrower window shows the same picture smaller
            wrong = [one for one in find_faults(page) if window == PHONE or SMALLEST not in one]
            if wrong:
                found[f"{name} at {window['width']}, {percent} %"] = wrong
    context.close()  # also when something is found: an open page keeps the server from ending
    assert found == {}


@pytest.mark.parametrize("lang", LANGUAGES if PROOF else ["uk"])
def test_every_form_fits_in_every_state(chromium: Browser, tmp_path: Path, lang: str) -> None:
    """Opened, with each kind of keys, filled in: nothing leaves its frame, covers another or stays under the bar."""
    found: dict[str, list[str]] = {}
    with open_store(tmp_path / "forms") as store:
        house = checked_pack(plugins.load_definition("golem"), {}).house["card"]
        cards = {f"card.{id_}.{name}": value for id_, facts in house.items() for name, value in facts.items()}
        store.packs.change("golem", lambda box: box.corrected(cards))  # so that they are shown to choose from
        addresses = FORMS
        if PROOF:
            every = {game: list_forms(store, game) for game in plugins.names()}
            addresses = {f"{game}-{name}": at for game, forms in every.items() for name, at in forms.items()}
        with AppServer(store) as url:
            context = chromium.new_context(viewport=PHONE, locale=lang, reduced_motion="reduce")
            page = context.new_page()
            for name, address in addresses.items():
                page.goto(url + address)
                for state in walk_form(page):
                    for window in (NARROW, WIDE, PHONE) if PROOF else (PHONE,):
                        page.set_viewport_size(window)
                        wrong = [one for one in find_faults(page) if window == PHONE or SMALLEST not in one]
                        if wrong:
                            found[f"{name} at {window['width']}, {state}"] = wrong
            context.close()
    assert found == {}


def test_rivals_answers_stay_out_of_the_box(home: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "screens") as store:
        store.packs.change("golem", lambda box: box.with_house(["cards.1"], ours=True))
        assert store.packs.box("golem").house == ("cards.1",)
        assert FilePacks().box("golem") == Box()
        assert folder() == tmp_path / "screens"
    assert folder() == home
    assert FilePacks().box("golem") == Box()
