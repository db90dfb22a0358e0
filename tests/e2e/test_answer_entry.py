"""Entering answers by taps: corrections in place, and fields that are not needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.question import AnyQuestion
from automarium.games import plugins
from automarium.sessions.session import Session, new_session
from automarium.storage.store_factory import open_store
from tests.e2e.kit import PHONE, Site, watched

SEED = 5
GO = "#bar .go:not(.asleep):not(.missing)"


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    faults = watched(page)
    yield page
    assert faults == []
    context.close()


def asked(site: Site, wanted: Callable[[AnyQuestion], bool], **options: str) -> Session:
    """A game of Golem, up to a question."""
    definition = plugins.load_definition("golem")
    session = new_session(open_store(f"sqlite:{site.folder / 'games.db'}"), definition, dict(options), {}, SEED)
    rival = definition.lab.rival(session.game.pack, Chance(SEED))
    while True:
        while (question := session.game.question) is not None:
            if wanted(question):
                return session
            session.put(Respond(rival.answer(question)))
        session.put(next(iter(rival.turn(lambda: session.game.position))))


def test_wrong_entry_is_replaced_in_its_place(phone: Page, site: Site) -> None:
    session = asked(site, lambda question: question.about == "ask.display")
    phone.goto(f"{site.url}/g/{session.key}")
    for book in ("red", "yellow", "blue", "green", "black"):
        phone.click(f'[data-add="{book}"]')
    phone.click('[data-drop="1"]')
    expect(phone.locator('[data-drop="1"]')).to_have_attribute("aria-pressed", "true")
    phone.click('[data-add="none"]')
    expect(phone.locator('[name="to"][data-several]')).to_have_value("red none blue green black")
    phone.click('[data-drop="4"]')
    phone.click('[data-drop="4"]')  # it was right after all
    expect(phone.locator('[data-add="red"]')).to_be_disabled()
    phone.click(GO)
    expect(phone.locator(".in-places")).to_have_count(0)


def test_card_without_bonus_needs_no_number(phone: Page, site: Site) -> None:
    """Regression: in a game the button slept until the number of no bonus was chosen."""
    session = asked(site, lambda question: question.about == "form.card", own="mine", facts="single")
    phone.goto(f"{site.url}/g/{session.key}")
    panel = ".th-panel.sel"
    phone.click(f'{panel} [data-option="none"]')
    for criterion in ("most", "work", "left", "right", "black"):
        phone.click(f'{panel} [data-add="{criterion}"]')
    phone.click('[data-part="to.rabbi"]')
    for _ in ("rabbi", "books"):
        for number in "12345":
            phone.click(f'{panel} [data-add="{number}"]')
    phone.click(GO)
    expect(phone.locator('[data-part="to.rabbi"]')).to_have_count(0)
