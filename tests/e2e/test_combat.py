"""A combat of Scythe is a scene on one screen: set, turned over, decided."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from automarium.box.box import checked_pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import fill_options
from automarium.engine.game.playthrough import parse_input
from automarium.games import plugins
from automarium.sessions.session import Session, new_session
from automarium.storage.store_factory import open_store
from tests.e2e.kit import AWAKE, DONE, GO, PATIENCE, Site, watched
from tests.e2e.test_accessibility import violations
from tests.proof import PROOF

PLACE = "r3c4"
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "on its side": {"width": 844, "height": 390},
    "narrow": {"width": 320, "height": 640},
    "laptop": {"width": 1280, "height": 900},
}
LOOKS = [(size, scheme, lang) for size in SIZES for scheme in ("light", "dark") for lang in ("en", "uk", "ru")]
ORDER = """parts => {
  const found = parts.map((one) => document.querySelector(one));
  return found.slice(1).every((one, n) => found[n].compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
}"""
HEARD = ["#scene .side-human", "#scene .side-automa", "#my-sum", "#her-sum", ".outcome", ".cost.human", ".cost.automa"]


def begin(site: Site, inputs: list[dict[str, object]], **options: str) -> Session:
    definition = plugins.load_definition("scythe")
    chosen = fill_options(definition, options, settle(definition.rulings, {}), checked_pack(definition, {}))
    session = new_session(open_store(f"sqlite:{site.folder / 'games.db'}"), definition, chosen, {}, site.seed)
    for one in inputs:
        session.put(parse_input(definition, one))
    return session


def attack(site: Site, *, cards: int = 4, **options: str) -> Session:
    """A mech of the human's meets one of the Automa's."""
    moves: list[dict[str, object]] = [
        {"do": "adjust", "what": "mech", "at": "mat", "to": PLACE},
        {"do": "adjust", "what": "power", "to": 10},
        {"do": "adjust", "what": "combat-cards", "to": cards},
        {"do": "add", "unit": "mech", "at": "base", "ability": "other"},
        {"do": "go", "unit": "mech", "from": "base", "to": PLACE},
    ]
    return begin(site, moves, **options)


def be_attacked(site: Site) -> Session:
    """The Automa attacks with card 17 of the person's own deck."""
    moves: list[dict[str, object]] = [
        {"do": "adjust", "what": "mech", "at": "mat", "to": "r5c4"},
        {"do": "adjust", "what": "power", "to": 15},
        {"do": "add", "unit": "mech", "at": "r4c4", "ability": "other"},
        {"do": "next"},
        {"do": "answer", "to": 17},
    ]
    return begin(site, moves, deck="mine", level="automa")


def clean(page: Page) -> None:
    """The page is accessible and nothing is wider than the window."""
    page.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))")
    assert violations(page) == []
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"scrolls sideways by {wide}"


def choose(page: Page, name: str, value: int) -> None:
    page.click(f'label:has(input[name="{name}"][value="{value}"])')


@pytest.mark.parametrize(("size", "scheme", "lang"), LOOKS if PROOF else LOOKS[:1])
def test_scene(chromium: Browser, site: Site, axe: Path, size: str, scheme: str, lang: str) -> None:
    session = attack(site)
    context = chromium.new_context(
        viewport=SIZES[size],
        locale=lang,
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    context.add_init_script(AWAKE)
    context.add_init_script(path=axe)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    faults = watched(page)
    page.goto(f"{site.url}/g/{session.key}/my-turn")
    page.click(GO)
    page.wait_for_selector("#scene")
    choose(page, "dial", 7)
    choose(page, "card-1", 5)
    expect(page.locator("#my-sum")).to_have_text("12")
    clean(page)
    page.reload()  # the numbers are kept in this browser
    expect(page.locator("#my-sum")).to_have_text("12")
    session.refresh()
    assert "12" not in str(session.game.runs[-1].answers)
    page.click("#odds > summary")  # the odds are one tap away
    expect(page.locator("#odds p")).to_be_visible()
    page.click(GO)
    page.wait_for_selector("#her-card.turned")
    expect(page.locator("#her-card .backside")).to_be_hidden()
    expect(page.locator("#my-sum")).to_have_text("12")
    used = page.locator('input[name="to.cards"]')
    if used.count():
        page.locator('label:has(input[name="to.cards"])').first.click()
        page.wait_for_selector(".outcome")
        page.reload()
        expect(used.first).to_be_checked()
    expect(page.locator(".outcome b")).to_contain_text(re.compile("12 (?::|to)"))
    expect(page.locator(".cost.automa li")).not_to_have_count(0)
    expect(page.locator("#paid .tag")).to_have_count(2)
    clean(page)
    if size == "phone":  # who wins is on the screen without scrolling
        bottom = page.locator(".outcome").bounding_box()
        assert bottom is not None
        assert bottom["y"] + bottom["height"] < 844 - 90
    page.click(DONE)
    page.wait_for_selector("main.my-turn")
    session.refresh()
    assert session.game.question is None
    assert faults == []
    context.close()


def test_lost_to_an_attack_with_the_own_deck(chromium: Browser, site: Site, axe: Path) -> None:
    session = be_attacked(site)
    context = chromium.new_context(viewport=SIZES["phone"], locale="en", reduced_motion="reduce")
    context.add_init_script(AWAKE)
    context.add_init_script(path=axe)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{site.url}/g/{session.key}")
    expect(page.locator(".side-automa")).to_contain_text("attacking")
    choose(page, "dial", 0)
    duration = page.locator("#her-card .face").evaluate("one => getComputedStyle(one).transitionDuration")
    assert duration == "0s"  # nothing turns for those who want no motion
    keys, bar = page.locator('label:has(input[name="to.card"])'), page.locator("#bar").bounding_box()
    last = keys.last.bounding_box()
    assert bar is not None
    assert last is not None
    assert last["y"] + last["height"] <= bar["y"], "everything is set on one screen"
    keys.first.click()
    expect(page.locator(DONE)).to_have_text("Flip the Automa's card")
    clean(page)
    page.click(DONE)
    page.wait_for_selector("#her-card.turned")
    used = page.locator('input[name="to.cards"]')
    if used.count():
        page.locator('label:has(input[name="to.cards"])').first.click()
    expect(page.locator(".outcome.lost b")).to_contain_text("You lose, 0 to")
    clean(page)
    page.click("#correct > summary")  # not so: the total is another one
    choose(page, "dial", 7)
    choose(page, "card-1", 5)
    expect(page.locator("#my-sum")).to_have_text("12")
    expect(page.locator(".outcome b")).to_contain_text(re.compile("12 (?::|to)"))
    context.close()


def test_by_keyboard_and_in_order(chromium: Browser, site: Site) -> None:
    session = attack(site, cards=0)
    context = chromium.new_context(viewport=SIZES["laptop"], locale="en")
    context.add_init_script(AWAKE)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{site.url}/g/{session.key}/my-turn")
    page.fill('[data-note="power"]', "6")  # noted in this browser: the dial goes as far
    page.keyboard.press("Tab")
    page.click(GO)
    page.wait_for_selector("#scene")
    expect(page.locator('input[name="dial"]:disabled')).to_have_count(1)
    turning = page.locator("#her-card .face").evaluate("one => getComputedStyle(one).transitionDuration")
    assert turning.startswith("0.45s")
    page.focus('input[name="dial"]')
    page.keyboard.press("Space")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#my-sum")).to_have_text("6")
    page.focus(GO)
    page.keyboard.press("Enter")
    page.wait_for_selector("#her-card.turned")
    expect(page.locator("#said")).to_contain_text("power")  # heard: what the Automa uses
    expect(page.locator(".outcome")).to_be_visible()
    assert page.evaluate(ORDER, HEARD)
    page.focus(DONE)
    page.keyboard.press("Enter")
    page.wait_for_selector("main.my-turn")
    expect(page.locator('[data-note="power"]')).to_have_value("0")
    context.close()


def test_without_a_script_the_total_is_asked_for(chromium: Browser, site: Site) -> None:
    session = attack(site, cards=0)
    context = chromium.new_context(viewport=SIZES["phone"], locale="en", java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.url}/g/{session.key}/my-turn")
    page.click(GO)
    expect(page.locator("#setting")).to_be_hidden()
    page.click(GO)
    page.fill('input[name="to.total"]', "9")
    page.click(GO)
    expect(page.locator(".hands")).to_be_visible()
    context.close()


# An answer is tried 250 ms after it was changed.
COUNT_TRIES = """{
  window.tries = 0;
  const later = window.setTimeout;
  window.setTimeout = (done, ms, ...more) => { window.tries += ms === 250; return later(done, ms, ...more); };
}"""


def test_the_button_stays_awake_when_the_dial_is_set(chromium: Browser, site: Site) -> None:
    """Regression: an answer that only the button holds was tried without it, and refused on the button."""
    session = attack(site)
    page = chromium.new_context(viewport=SIZES["phone"], reduced_motion="reduce").new_page()
    page.add_init_script(COUNT_TRIES)
    page.goto(f"{site.url}/g/{session.key}")
    page.click(DONE)
    page.wait_for_selector("#scene")
    choose(page, "dial", 3)
    expect(page.locator("#my-sum")).to_contain_text("3")
    assert page.evaluate("window.tries") == 0
    page.context.close()
