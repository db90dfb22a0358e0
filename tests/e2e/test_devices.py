"""Several devices, Back, double taps and lost connections."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from automarium.games import plugins
from tests.e2e.kit import LAPTOP, PHONE, Player, Site, watched

GAME = plugins.names()[0]


@pytest.fixture
def phone(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def player(site: Site, phone: BrowserContext) -> Player:  # the page is closed before the server ends
    player = Player(phone.new_page(), site, "devices")
    player.sit(GAME)
    return player


def test_a_double_tap_draws_one_card(player: Player) -> None:
    """The second tap comes while the first is still on its way, which is held up until both are done."""
    page = player.page
    sent: list[Route] = []
    page.route("**/do", lambda route: sent.append(route))
    page.dblclick(".go-on button:not(.asleep)")
    while not sent:
        page.wait_for_timeout(10)
    sent[0].continue_()
    player.wait_for(2)
    assert page.locator("#notice").count() == 0
    page.unroute("**/do")
    player.undo()
    assert len(sent) == 1
    assert player.session().game.inputs == []


def test_button_pauses_after_a_change(chromium: Browser, site: Site) -> None:
    """Two taps 200 ms apart play one turn of hers: the second falls on a button that sleeps."""
    context = chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce")
    page = context.new_page()
    page.clock.install()
    page.goto(site.new(GAME))
    page.clock.run_for(700)
    page.click("#bar .go")
    page.wait_for_selector(".checklist")
    page.clock.run_for(700)
    page.click("#bar .go")
    page.wait_for_selector(".go-on .asleep")
    page.click(".go-on button", force=True)
    assert page.get_attribute("main", "data-revision") == "1"
    page.clock.run_for(700)
    page.click(".go-on button:not(.asleep)")
    page.wait_for_selector('main[data-revision="2"]', state="attached")
    context.close()


def test_back_points_to_undo(player: Player) -> None:
    page = player.page
    player.begin(GAME)
    player.go_on()
    player.wait_for(2)
    page.go_back()
    expect(page.locator("#notice")).to_contain_text("The browser's Back button doesn't undo anything")
    expect(page.locator("#undo")).to_be_focused()
    assert player.session().revision == 2, "nothing was sent again and nothing is lost"
    page.keyboard.press("Enter")
    player.wait_for(3)
    assert player.session().game.inputs == []
    page.go_back()
    page.go_back()
    expect(page.locator(".checklist, .front")).to_be_visible()
    page.go_forward()
    page.wait_for_selector(".at-table")
    assert player.session().revision == 3


def test_two_clients_press_at_once(chromium: Browser, player: Player) -> None:
    """The second press comes from a page that has not heard of the first: it is told so and changes nothing."""
    laptop = chromium.new_context(viewport=LAPTOP, locale="en", reduced_motion="reduce")
    other = laptop.new_page()
    other.route("**/events*", lambda route: route.abort())
    faults = watched(other)
    other.goto(player.page.url)
    player.go_on()
    player.wait_for(2)
    other.click(".go-on button:not(.asleep)")
    expect(other.locator("#notice")).to_contain_text("your tap was ignored")
    player.wait_for(2, other)
    assert player.session().revision == 2
    assert faults == []
    laptop.close()


def test_devices_are_synchronised(chromium: Browser, player: Player) -> None:
    laptop = chromium.new_context(viewport=LAPTOP, locale="uk", reduced_motion="reduce")
    other = laptop.new_page()
    other.goto(player.page.url)
    for revision, press in enumerate((".go-on button", "#undo", "#redo", "#undo"), 2):
        player.page.click(f"{press}:not(.asleep)")
        player.wait_for(revision)
        player.wait_for(revision, other)
        expect(other.locator("#notice")).to_be_visible()
    other.click(".go-on button:not(.asleep)")
    player.wait_for(6, other)
    player.wait_for(6)
    laptop.close()


def test_devices_of_different_workers_are_synchronised(chromium: Browser, tmp_path: Path, seed: int) -> None:
    """Two processes share the database and nothing else."""
    site = Site(tmp_path / "workers", seed, "--workers", "2")
    site.start()
    try:
        contexts = [chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce") for _ in range(4)]
        player = Player(contexts[0].new_page(), site, "workers")
        player.sit(GAME)
        others = [context.new_page() for context in contexts[1:]]
        for other in others:
            other.goto(player.page.url)
        for revision, press in enumerate((".go-on button", "#undo", "#redo"), 2):
            player.page.click(f"{press}:not(.asleep)")
            for one in (player.page, *others):
                player.wait_for(revision, one)
        for context in contexts:
            context.close()
    finally:
        site.stop()


def test_lost_connection_is_restored(player: Player, phone: BrowserContext) -> None:
    """What was pressed while it was away is done once when it is back."""
    page = player.page
    phone.set_offline(True)
    player.go_on()
    expect(page.locator("#offline")).to_be_visible()
    assert player.session().revision == 1
    phone.set_offline(False)
    player.wait_for(2)
    expect(page.locator("#offline")).to_be_hidden()
    assert player.session().revision == 2


def test_lost_answer_is_not_applied_twice(player: Player) -> None:
    """The change was made, but the connection broke before the answer came: the same request again changes nothing."""
    page = player.page
    broken: list[int] = []

    def break_once(route: Route) -> None:
        if not broken:
            broken.append(route.fetch(max_redirects=0).status)
            route.abort()
        else:
            route.continue_()

    page.route("**/do", break_once)
    player.go_on()
    player.wait_for(2)
    assert broken == [303]
    assert player.session().revision == 2


def test_language_and_theme_change_during_a_game(player: Player) -> None:
    page = player.page
    player.go_on()
    player.wait_for(2)
    for lang in ("uk", "ru", "en"):
        page.click(".menu > summary")
        page.click(f'.menu button[value="{lang}"]')
        expect(page.locator("html")).to_have_attribute("lang", lang)
        player.wait_for(2)
    light = page.locator(".board svg").first.inner_html()
    page.click(".menu > summary")
    page.click('.menu button[value="dark"]')
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.locator(".board svg").first.inner_html() != light, "the picture is drawn for the theme"


def test_first_page_without_a_board_is_drawn_for_a_dark_system(chromium: Browser, site: Site) -> None:
    """Regression: only a page with a board was drawn again, so that a combat or the home page stayed light."""
    context = chromium.new_context(viewport=PHONE, locale="en", color_scheme="dark")
    page = context.new_page()
    page.goto(site.url)
    page.wait_for_selector('html[data-drawn="dark"]', state="attached", timeout=10_000)
    context.close()


def test_pictures_follow_the_colour_scheme(chromium: Browser, site: Site) -> None:
    papers = set()
    for scheme in ("light", "dark"):
        context = chromium.new_context(viewport=PHONE, locale="en", color_scheme=scheme, reduced_motion="reduce")
        player = Player(context.new_page(), site, f"system-{scheme}")
        player.sit(GAME)
        papers.add(player.page.locator(".board svg").first.inner_html())
        # A browser that is only told to look dark forgets to say so after a redirect: the page finds out itself.
        player.page.goto(f"{site.url}/g/{player.key}/tell/star")
        player.page.wait_for_selector(f'html[data-drawn="{scheme}"]', state="attached")
        context.close()
    assert len(papers) == 2


def test_refusal_is_visible_on_a_laptop(chromium: Browser, site: Site) -> None:
    """Regression: beside a board it came under everything else, out of sight."""
    context = chromium.new_context(viewport=LAPTOP, locale="en", reduced_motion="reduce")
    player = Player(context.new_page(), site, "refused")
    player.sit("scythe")
    player.page.goto(f"{site.url}/g/{player.key}/tell/fight")
    notice, board = (player.page.locator(one).bounding_box() for one in ("#notice", ".board"))
    assert notice is not None
    assert board is not None
    assert notice["y"] + notice["height"] <= board["y"] < LAPTOP["height"] / 2
    context.close()


def test_record_is_downloaded_and_opened_in_the_browser(player: Player, tmp_path: Path) -> None:
    page = player.page
    player.go_on()
    player.wait_for(2)
    player.look("share")
    page.wait_for_selector('.notice a[href="/phone"]')
    assert not page.locator(".qr").count(), "no other device knows this address"
    player.shoot("share")
    with page.expect_download() as download:
        page.click("a[download]")
    file = tmp_path / "record.jsonl"
    download.value.save_as(file)
    page.goto(player.site.url)
    page.set_input_files("#record", file)
    page.locator(".open").evaluate("form => { form.closest('details').open = true; }")
    page.click(".open button")
    page.wait_for_selector(".at-table")
    assert player.key in page.url, "it is there already, and not there twice"
    player.wait_for(2)


def test_tap_on_a_place_offers_its_commands(chromium: Browser, site: Site) -> None:
    for game in plugins.names():
        context = chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce", has_touch=True)
        player = Player(context.new_page(), site, f"tap-{game}", album=True)
        player.sit(game)
        places = player.page.locator(".board [data-place]")
        if places.count():
            places.nth(places.count() // 2).tap()
            player.page.wait_for_selector(".telling")
            assert player.page.locator(".tellers a, .tellers button").count()
            player.shoot("at")
            player.page.go_back()
            player.page.wait_for_selector(".at-table")
        context.close()
