"""The offline app: without a network, in several windows, with a dying worker, a full storage, a new version. No input
is lost, and its records equal those of a server.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import struct
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Worker, expect
from tools.screens import RivalGame, fill_score

from automarium.cli import main as automarium
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.sessions.backup import import_file
from automarium.storage.store_factory import open_store
from tests.e2e.kit import PATIENCE, PHONE, watched
from tests.e2e.offline_kit import BUILT, NO_SITE, READY, Host, OfflinePlayer
from tests.proof import PROOF

GAME = plugins.names()[0]
FOR_PROOF = "part of make proof"

pytestmark = pytest.mark.skipif(not (BUILT / "service.js").exists(), reason=NO_SITE)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("offline"), 5)
    host.start()
    yield host
    host.stop()


def context_of(chromium: Browser, lang: str = "en") -> BrowserContext:
    context = chromium.new_context(viewport=PHONE, locale=lang, reduced_motion="reduce", accept_downloads=True)
    context.set_default_timeout(PATIENCE)
    return context


@pytest.fixture(scope="module")
def visited(chromium: Browser, host: Host) -> Iterator[BrowserContext]:
    """A browser that has been there: everything is fetched."""
    context = context_of(chromium)
    page = context.new_page()
    page.goto(f"{host.url}/")
    page.wait_for_selector(READY)
    page.close()
    yield context
    context.close()


@pytest.fixture
def page(visited: BrowserContext) -> Iterator[Page]:
    """The one window; what else a test has opened is closed with it."""
    yield visited.new_page()
    for page in visited.pages:
        page.close()


@pytest.fixture
def player(page: Page, host: Host, seed: int) -> OfflinePlayer:
    host.seed = seed  # games that began alike would be taken for one
    player = OfflinePlayer(page, host, "offline")
    player.begin(GAME)
    return player


def press(player: OfflinePlayer) -> None:
    """One change, by the one button."""
    before = player.revision
    player.go_on()
    player.page.wait_for_selector(f'main:not([data-revision="{before}"])', state="attached")


# ------------------------------------------------------------------------------------------------------------ playing


@pytest.mark.parametrize("game", plugins.names() if PROOF else [GAME])
def test_game_goes_on_without_the_host(page: Page, host: Host, game: str, seed: int, tmp_path: Path) -> None:
    faults = watched(page)
    host.seed = seed
    player = OfflinePlayer(page, host, f"offline-{game}")
    player.begin(game)
    try:
        for number, input_ in enumerate(islice(player.whole_game(), None if PROOF else 5)):
            player.tell(input_)
            if number == 1:
                host.kill()
                page.reload()
                page.wait_for_selector(".at-table")
            if number == 3:
                page.goto("about:blank")  # no window is left: the next one starts Python anew
                page.goto(f"{host.url}{player.path}")
                page.wait_for_selector(".at-table")
        assert player.same()
    finally:
        host.start()
    record = tmp_path / "game.jsonl"
    record.write_bytes(player.record())
    assert automarium(["verify", str(record)]) == 0
    assert faults == []


@pytest.mark.skipif(not PROOF, reason=FOR_PROOF)
def test_result_is_shared_without_the_host(page: Page, host: Host, tmp_path: Path) -> None:
    """Picture, note and report of a finished game that was brought along as a record."""
    faults = watched(page)
    store = open_store(f"sqlite:{tmp_path / 'played.db'}")
    played = RivalGame(store, GAME)
    for _ in played.inputs:
        pass
    fill_score(played.session)
    record = tmp_path / "game.jsonl"
    record.write_bytes(played.session.journal().content)
    page.goto(f"{host.url}/")
    page.wait_for_selector(READY)
    host.kill()
    try:
        page.click(".fold > summary")
        page.set_input_files("#record", record)
        page.click(".open button")
        page.wait_for_selector(".result-page")
        page.fill("#note", "Offline.")
        page.click(".note button")
        page.wait_for_selector("#notice")
        key = page.url.partition("/g/")[2].partition("?")[0]
        page.click('.tellers a[href$="/share"]')
        page.wait_for_selector("[data-ready]")
        with page.expect_download() as saved:
            page.click(".shared a[download]")
        picture = Path(saved.value.path()).read_bytes()
        assert picture.startswith(b"\x89PNG")
        assert struct.unpack(">II", picture[16:24]) == (1200, 630)
        page.locator("input[name=note]").check()
        expect(page.locator("#result-text")).to_have_value(re.compile(r"\nOffline\.$"))
        page.click(".menu > summary")
        page.click('.menu nav a[href$="/report"]')
        page.wait_for_selector(".report-page")
        report = page.input_value("#report")
        assert page.evaluate("() => navigator.userAgent") in report
        assert key not in report
        assert report.endswith(record.read_text("utf-8"))
    finally:
        host.start()
    assert faults == []


def test_options_of_a_new_game_are_kept(page: Page, host: Host) -> None:
    """Regression: a tap on an option loaded the whole page anew, and the choice was lost."""
    page.goto(f"{host.url}/new/{GAME}")
    page.wait_for_selector(READY)
    page.evaluate("() => { window.same_page = true; }")
    field = page.locator("form.choosing input[type=radio]:not(:checked)").first
    name, value = field.get_attribute("name"), field.get_attribute("value")
    page.locator(f'form.choosing label:has(input[name="{name}"][value="{value}"])').click()
    chosen = page.locator(f'form.choosing input[name="{name}"][value="{value}"][checked]')  # as the form came back
    expect(chosen).to_be_checked()
    assert page.evaluate("() => window.same_page")


def test_two_windows_are_synchronised(player: OfflinePlayer, visited: BrowserContext) -> None:
    other = visited.new_page()
    other.goto(f"{player.site.url}{player.path}")
    other.wait_for_selector(".at-table")
    press(player)
    player.wait_for(player.revision, other)
    player.page.close()  # it ran Python for both
    player.page = other
    press(player)
    assert player.record().count(b"\n") == player.revision


def test_forced_reload(page: Page, host: Host) -> None:
    """Such a page comes from the host, and the service worker has let it pass by."""
    page.goto(f"{host.url}/")
    with page.expect_navigation():
        page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    page.wait_for_selector(READY)


# ---------------------------------------------------------------------------------------------------- what goes wrong


def test_worker_dies_before_a_change(player: OfflinePlayer) -> None:
    before = player.record()
    list_pythons(player.page)[-1].evaluate("() => { onmessage = () => close(); }")
    press(player)
    assert player.record().startswith(before)
    assert player.record().count(b"\n") == before.count(b"\n") + 1


def test_worker_dies_after_a_change_before_its_answer(player: OfflinePlayer) -> None:
    """The request is made again and finds that the game has moved on: it is done once."""
    before = player.record()
    list_pythons(player.page)[-1].evaluate("() => { postMessage = () => close(); }")
    player.go_on()
    player.page.wait_for_selector(".at-table .notice")
    player.wait_for(before.count(b"\n") + 1)
    assert player.record().count(b"\n") == before.count(b"\n") + 1


def test_another_window_takes_over_from_a_frozen_one(player: OfflinePlayer, visited: BrowserContext) -> None:
    """A phone freezes hidden windows; a debugger does the same here. When it goes on it must not write over
    what came after it."""
    frozen = player.page
    other = visited.new_page()
    other.goto(f"{player.site.url}{player.path}")
    other.wait_for_selector(".at-table")
    debugger = visited.new_cdp_session(frozen)
    debugger.send("Debugger.enable")
    debugger.send("Debugger.pause")
    player.page = other
    press(player)
    assert len(list_pythons(other)) == 1, "Python runs here now"
    debugger.send("Debugger.resume")
    debugger.detach()
    player.wait_for(player.revision, frozen)
    player.page = frozen
    press(player)
    assert list_pythons(frozen) == []
    kept = player.record()
    assert kept.count(b"\n") == player.revision
    for window in (frozen, other):
        window.goto("about:blank")
    other.goto(f"{player.site.url}{player.path}")
    other.wait_for_selector(".at-table")
    player.page = other
    assert player.record() == kept


def list_pythons(page: Page) -> list[Worker]:
    """Return the workers that answer requests; another one may still be saving Python's memory."""
    return [worker for worker in page.workers if not worker.url.endswith("&snapshot")]


# What a browser thinks of a site it decides by itself; this one does as it is told.
def keeping(keeps: bool) -> str:
    said = "true" if keeps else "false"
    return f"""
      navigator.storage.persist = async () => {{ window.was_asked = true; return {said}; }};
      navigator.storage.persisted = async () => {said};
    """


def test_persistent_storage_is_requested(page: Page, host: Host, seed: int) -> None:
    """What it says is said at home, where the way to a file is."""
    page.add_init_script(keeping(False))
    host.seed = seed
    player = OfflinePlayer(page, host, "persist")
    player.begin(GAME)
    page.wait_for_function("() => window.was_asked")
    for keeps in (False, True):
        page.add_init_script(keeping(keeps))
        page.goto(f"{host.url}/")
        page.wait_for_selector(READY)
        page.click("details:has(.fleeting) > summary")
        expect(page.locator(".fleeting")).to_be_visible(visible=not keeps)


# A browser looks at its quota when it likes; this one looks at once.
FULL = """() => {
  self.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""


def test_full_storage_is_reported_with_a_backup(player: OfflinePlayer, tmp_path: Path) -> None:
    page = player.page
    engine = list_pythons(page)[-1]
    engine.evaluate(FULL)
    press(player)
    expect(page.locator("#offline-notices .unsaved")).to_be_visible()
    press(player)
    played = player.record()
    with page.expect_download() as download:
        page.click("#offline-notices .unsaved a[download]")
    store = open_store(f"sqlite:{tmp_path / 'other.db'}")
    came = list(import_file(store, io.BytesIO(download.value.path().read_bytes()), "saved"))
    assert store.read(player.there).content == played, came
    engine.evaluate("() => { IDBObjectStore.prototype.put = self.put; }")
    player.undo()
    expect(page.locator("#offline-notices .unsaved")).to_be_hidden()
    kept = player.record()
    page.goto("about:blank")
    page.goto(f"{player.site.url}{player.path}")
    page.wait_for_selector(".at-table")
    assert player.record() == kept


def test_refused_storage_is_reported(page: Page, host: Host, seed: int, tmp_path: Path) -> None:
    """As in some private windows. Here another version holds it, which no browser lets us open."""
    page.goto(f"{host.url}/alone/theme_and_language.js")
    page.evaluate(HELD)
    host.seed = seed
    player = OfflinePlayer(page, host, "refused")
    player.begin(GAME)
    expect(page.locator("#offline-notices .unsaved")).to_be_visible()
    press(player)
    with page.expect_download() as download:
        page.click("#offline-notices .unsaved a[download]")
    store = open_store(f"sqlite:{tmp_path / 'other.db'}")
    list(import_file(store, io.BytesIO(download.value.path().read_bytes()), "saved"))
    assert store.read(player.there).content == player.record()
    page.evaluate("() => { document.documentElement.removeAttribute('data-unsaved'); }")  # it would ask before it goes
    page.goto(f"{host.url}/alone/theme_and_language.js")
    page.evaluate("() => new Promise((done) => { indexedDB.deleteDatabase('automarium').onsuccess = done; })")


HELD = """() => new Promise((done) => {
  const asked = indexedDB.deleteDatabase("automarium");
  asked.onsuccess = () => {
    indexedDB.open("automarium", 2).onsuccess = ({ target }) => { target.result.close(); done(); };
  };
})"""


# ------------------------------------------------------------------------------------------- first visits, new versions


@pytest.fixture
def own_host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path, 5)
    host.start()
    yield host
    host.stop()


def test_new_version_waits_for_the_user(chromium: Browser, own_host: Host) -> None:
    context = context_of(chromium)
    player = OfflinePlayer(context.new_page(), own_host, "update")
    player.begin(GAME)
    page = player.page
    change(own_host.files, "alone/theme_and_language.js", b"// another version\n")
    engine = list_pythons(page)[-1]
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((found) => found.update())")
    expect(page.locator("#offline-notices .newer")).to_be_visible()
    press(player)
    assert list_pythons(page) == [engine], "nothing is swapped under a running game"
    assert "another version" not in fetched(page, "/alone/theme_and_language.js")
    before = player.record()
    with page.expect_navigation() as reload:
        page.click("#offline-notices .newer button")
    assert 'id="loading"' in reload.value.text(), "the Python of the old version answers no more"
    page.wait_for_selector(".at-table")
    assert "another version" in fetched(page, "/alone/theme_and_language.js")
    assert player.record() == before
    press(player)
    expect(page.locator("#offline-notices .newer")).to_be_hidden()
    context.close()


def fetched(page: Page, path: str) -> str:
    text: str = page.evaluate("path => fetch(path).then((answer) => answer.text())", path)
    return text


def change(files: Path, name: str, more: bytes, before: bytes = b"") -> None:
    """As if a newer site had been put there."""
    replace_file(files, name, before + (files / name).read_bytes() + more)


def replace_file(files: Path, name: str, after: bytes) -> None:
    file, service = files / name, files / "service.js"
    old, new = (hashlib.sha256(content).hexdigest()[:16] for content in (file.read_bytes(), after))
    file.write_bytes(after)
    service.write_text(service.read_text("utf-8").replace(old, new), "utf-8")


@pytest.fixture
def host_of_many(tmp_path: Path) -> Iterator[Host]:
    """A host with a folder for each of its sites."""
    host = Host(tmp_path, 5, "/some/folder/")
    host.start()
    yield host
    host.stop()


@pytest.mark.parametrize("lang", LANGUAGES if PROOF else LANGUAGES[-1:])
def test_first_visit_shows_progress_and_errors(chromium: Browser, host_of_many: Host, lang: str) -> None:
    """In a folder of its host, by an address that only the page knows. The network is lost while everything is fetched;
    a reload goes on with what is there, and then needs no host any more."""
    host = host_of_many
    context = context_of(chromium, lang)
    page = context.new_page()
    wasm = host.files / "pyodide" / "pyodide.asm.wasm"
    away = wasm.rename(wasm.with_suffix(".away"))
    page.goto(f"{host.url}/rules/{GAME}?about=1")
    expect(page.locator(f'[data-lang="{lang}"]')).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator(f'[data-lang="{lang}"] [data-say="no-network"]')).to_be_visible()
    assert page.locator("progress:visible").evaluate("bar => bar.value") < 0.8
    away.rename(wasm)
    page.click("[data-reload]:visible")  # an app on the home screen has no other way
    page.wait_for_selector(READY)
    assert page.url == f"{host.url}/rules/{GAME}?about=1"
    assert json.loads(fetched(page, page.locator("link[rel=manifest]").evaluate("link => link.href")))["lang"] == lang
    player = OfflinePlayer(page, host, "folder")
    player.begin(GAME)
    press(player)
    host.kill()
    page.reload()
    page.wait_for_selector(".at-table")
    press(player)
    assert page.url == f"{host.url}{player.path}"
    assert player.record().count(b"\n") == player.revision
    context.close()


def test_missing_service_worker_is_reported(chromium: Browser, own_host: Host) -> None:
    context = context_of(chromium)
    context.add_init_script("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })")
    page = context.new_page()
    page.goto(f"{own_host.url}/")
    expect(page.locator('[data-lang="en"] [data-say="no-worker"]')).to_be_visible()
    expect(page.locator("progress:visible, [data-reload]:visible")).to_have_count(0)  # nothing comes of waiting
    context.close()


# ------------------------------------------------------------------------------------- what the browser takes away


def test_cleared_cache_without_a_network_is_explained(chromium: Browser, own_host: Host) -> None:
    """The browser's own error page would not say that a reload with a network is enough."""
    context = context_of(chromium)
    page = context.new_page()
    page.goto(f"{own_host.url}/")
    page.wait_for_selector(READY)
    page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name); }")
    page.goto("about:blank")
    own_host.kill()
    away = own_host.files.rename(own_host.files.with_name("away"))  # an open connection would still be served
    page.goto(f"{own_host.url}/rules/{GAME}")
    for lang in LANGUAGES:
        expect(page.locator(f"section[lang={lang}] p").first).to_be_visible()
    away.rename(own_host.files)
    own_host.start()
    page.locator("section[lang=en] a").click()
    page.wait_for_selector(READY)
    assert page.url == f"{own_host.url}/rules/{GAME}"
    context.close()


@pytest.mark.skipif(not PROOF, reason="one of several ways: make proof")
def test_cleared_storage_under_an_open_page_is_reported(chromium: Browser, own_host: Host, tmp_path: Path) -> None:
    """The game goes on in memory and can be saved as a file; nothing is loaded again and again."""
    context = context_of(chromium)
    player = OfflinePlayer(context.new_page(), own_host, "cleared")
    player.begin(GAME)
    page = player.page
    page.evaluate("() => { window.same_page = true; }")
    session = context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": own_host.url, "storageTypes": "all"})
    before = player.revision
    player.go_on()
    page.wait_for_selector(f'main:not([data-revision="{before}"])', state="attached")
    expect(page.locator("#offline-notices .unsaved")).to_be_visible()
    expect(page.locator("#offline-notices .stopped")).to_be_hidden()  # a reload would lose the game
    with page.expect_download() as download:
        page.click("#offline-notices .unsaved a[download]")
    store = open_store(f"sqlite:{tmp_path / 'other.db'}")
    list(import_file(store, io.BytesIO(download.value.path().read_bytes()), "saved"))
    assert store.read(player.there).content.count(b"\n") == before + 1
    assert page.evaluate("() => window.same_page")
    context.close()


@pytest.mark.skipif(not PROOF, reason="one of several ways: make proof")
def test_python_that_does_not_start_ends_in_words(chromium: Browser, own_host: Host) -> None:
    change(own_host.files, "alone/python_worker.js", b"", before=b"throw new Error('broken');\n")
    context = context_of(chromium)
    page = context.new_page()
    loaded: list[str] = []
    page.goto(f"{own_host.url}/")
    page.on("framenavigated", lambda frame: loaded.append(frame.url))
    expect(page.locator('[data-lang="en"] [data-say="slow"]')).to_be_visible()
    expect(page.locator("[data-reload]:visible")).to_have_count(1)
    assert loaded == []
    context.close()


@pytest.mark.skipif(not PROOF, reason="one of several ways: make proof")
def test_missing_feature_is_named(chromium: Browser, own_host: Host) -> None:
    context = context_of(chromium)
    context.add_init_script("delete window.DecompressionStream")
    page = context.new_page()
    page.goto(f"{own_host.url}/")
    expect(page.locator('[data-lang="en"] [data-say="old"]')).to_contain_text("It lacks: DecompressionStream")
    context.close()


@pytest.mark.skipif(not PROOF, reason="one of several ways: make proof")
def test_update_removes_what_the_old_version_has_stored(chromium: Browser, own_host: Host) -> None:
    context = context_of(chromium)
    page = context.new_page()
    page.goto(f"{own_host.url}/rules/{GAME}")
    page.wait_for_selector(READY)
    page.evaluate(WAIT_FOR, "snapshot")
    old = set(page.evaluate(STORED))
    window = (own_host.files / "alone" / "window.js").read_bytes()
    replace_file(
        own_host.files, "alone/window.js", re.sub(rb'const VERSION = "[^"]+"', b'const VERSION = "another"', window)
    )
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((found) => found.update())")
    expect(page.locator("#offline-notices .newer")).to_be_visible()
    with page.expect_navigation():
        page.click("#offline-notices .newer button")
    page.wait_for_selector(READY)
    page.evaluate(WAIT_FOR, "snapshot-another")
    new = set(page.evaluate(STORED))
    assert len(new) == len(old), "as many files as before, none of them twice"
    assert len([path for path in new if "snapshot" in path]) == 1
    assert not {path for path in old if "snapshot" in path} & new
    context.close()


# Paths of everything in the caches.
STORED = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
  (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname)))).flat()"""
# Return when a path has these words, or after a long time.
WAIT_FOR = f"""async (words) => {{
  const look = {STORED};
  for (let count = 0; count < 600 && !(await look()).some((path) => path.includes(words)); count++)
    await new Promise((done) => setTimeout(done, 200));
}}"""


def test_empty_home_offers_a_file_licences_and_installation(host: Host, chromium: Browser) -> None:
    context = context_of(chromium)
    own = context.new_page()
    own.goto(f"{host.url}/")
    own.wait_for_selector(READY)
    expect(own.get_by_text("Restore your games from a file")).to_be_visible()
    own.locator("#guide").evaluate_all("all => all.forEach((one) => one.remove())")  # the introduction covers the page
    own.locator(".install > summary").click()
    expect(own.locator(".install li:visible")).to_have_count(1)
    link = own.locator('.menu a[href$="licences.txt"]')
    told = fetched(own, link.evaluate("link => link.href"))
    assert all(name in told for name in ("CPython", "SQLite", "msgspec-", "starlette-"))
    manifest = json.loads(fetched(own, own.locator("link[rel=manifest]").evaluate("link => link.href")))
    assert manifest["id"] == "automarium"
    assert [one["url"] for one in manifest["shortcuts"]] == [f"./new/{name}" for name in plugins.names()]
    for picture in manifest["screenshots"]:
        assert (host.files / picture["src"]).exists()
    context.close()
