"""Entering answers by taps: corrections in place, and fields that are not needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from benchmarks.questions import list_options
from playwright.sync_api import Browser, Page, expect

from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.question import AnyQuestion, Form
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


def asked(site: Site, wanted: Callable[[AnyQuestion], bool], game: str = "golem", **options: object) -> Session:
    """A game up to a question."""
    definition = plugins.load_definition(game)
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


PANEL = ".th-panel.sel"  # the part of a card that is filled in


def fill_card(phone: Page, second: str) -> None:
    """Enter a card of Golem without a bonus; ``second`` is its part with the rabbi's numbers."""
    phone.click(f'{PANEL} [data-option="none"]')
    for criterion in ("most", "work", "left", "right", "black"):
        phone.click(f'{PANEL} [data-add="{criterion}"]')
    phone.click(f'[data-part="{second}"]')
    for _ in ("rabbi", "books"):
        for number in "12345":
            phone.click(f'{PANEL} [data-add="{number}"]')


def test_card_without_bonus_needs_no_number(phone: Page, site: Site) -> None:
    """Regression: in a game the button slept until the number of no bonus was chosen."""
    session = asked(site, lambda question: question.about == "form.card", own="mine", facts="single")
    phone.goto(f"{site.url}/g/{session.key}")
    fill_card(phone, "to.rabbi")
    phone.click(GO)
    expect(phone.locator('[data-part="to.rabbi"]')).to_have_count(0)


def test_refused_card_keeps_its_button_asleep_until_it_changes(phone: Page, site: Site) -> None:
    """Regression: the button of a refused form could be tapped again with the same entries."""
    phone = phone.context.new_page()  # the refusal is noted in its console
    phone.goto(f"{site.url}/box/golem/card/1")
    fill_card(phone, "card-1-rabbi")
    phone.locator('[name="card-1-rabbi"]').evaluate("field => { field.value = '1 1 2 3 4'; }")  # by no tap
    phone.click(GO)
    expect(phone.locator("#notice.wrong")).to_contain_text("grey column")
    expect(phone.locator("#notice.wrong")).not_to_contain_text("card.1")
    expect(phone.locator("#bar .go")).to_have_class("go missing")  # after the pause of every change
    expect(phone.locator("#bar .go")).to_be_disabled()
    phone.click('[data-part="card-1-books"]')  # a look at another part changes nothing
    expect(phone.locator("#bar .go")).to_be_disabled()
    phone.click('[data-part="card-1-rabbi"]')
    phone.click(f"{PANEL} [data-drop='1']")
    phone.click(f'{PANEL} [data-add="5"]')
    phone.click(GO)
    phone.wait_for_url("**?kept=1*")


def test_answer_refused_in_a_game_sleeps_until_it_changes(phone: Page, site: Site) -> None:
    """Regression: a tap on another part of the card woke the button of a refused answer."""
    phone = phone.context.new_page()
    session = asked(site, lambda question: question.about == "form.card", own="mine", facts="single")
    phone.goto(f"{site.url}/g/{session.key}")
    fill_card(phone, "to.rabbi")
    phone.locator('[name="to.rabbi"]').evaluate("field => { field.value = '1 1 2 3 4'; }")
    phone.click(GO)
    expect(phone.locator("#notice.wrong")).to_be_visible()
    expect(phone.locator("#bar .go.missing:not(.asleep)")).to_be_disabled()
    phone.click('[data-part="to.books"]')
    expect(phone.locator("#bar .go")).to_be_disabled()


def test_keys_come_with_their_rows_and_not_behind_the_bar(phone: Page, site: Site) -> None:
    """Regression: number keys without a row were shown first, and with their rows they were under the bar."""

    def has_trials(question: AnyQuestion) -> bool:
        return isinstance(question, Form) and {"trials", "trials-vp"} <= {field.name for field in question.fields}

    *_, options = list_options(plugins.load_definition("penumbra"))
    session = asked(site, has_trials, "penumbra", **options)
    phone.goto(f"{site.url}/g/{session.key}")
    expect(phone.locator(".rows > .pad")).to_be_hidden()
    phone.locator('label:has(input[name$="symbol"][value="3"])').last.click()
    expect(phone.locator(".rows > .pad")).to_be_visible()
    bottom = phone.locator(".rows > .pad").evaluate("pad => pad.getBoundingClientRect().bottom")
    assert bottom <= phone.locator("#bar").evaluate("bar => bar.getBoundingClientRect().top")


def test_keys_of_effects_stay_in_place_while_effects_are_entered(phone: Page, site: Site) -> None:
    """Regression: the keys moved down with each effect, and what was entered last was out of sight."""
    phone.goto(f"{site.url}/box/golem/starting_tile/1")
    stems = phone.locator(".composer [data-stem]")
    find_top = "key => key.getBoundingClientRect().top"
    before = stems.first.evaluate(find_top)
    for number in (2, 5, 7):
        stems.nth(number).click()
        phone.locator(".composer [data-amounts]:not([hidden]) [data-add]").last.click()
        assert stems.first.evaluate(find_top) == pytest.approx(before, abs=1)
    ends = "list => list.scrollLeft + list.clientWidth >= list.scrollWidth - 1"
    assert phone.locator(".th-panel.sel .channel").evaluate(ends)


def test_each_level_of_the_red_zone_shows_its_spaces_on_the_keys(phone: Page, site: Site) -> None:
    """Regression: only the keys of the first level were marked."""
    phone.goto(f"{site.url}/box/golem/places/red_zone")
    for part in phone.locator("[data-part]").all()[:2]:
        part.click()
        for number in (3, 5):
            phone.click(f'{PANEL} [data-add="{number}"]')
        for number in (3, 4, 5):
            key = phone.locator(f'{PANEL} [data-add="{number}"]')
            expect(key).to_have_attribute("aria-pressed", str(number != 4).lower())


def test_marbles_of_a_card_are_black_and_white_in_the_dark(phone: Page, site: Site) -> None:
    """Regression: the sign of the black marble was light in the dark, like that of the white one."""
    phone.emulate_media(color_scheme="dark")
    phone.goto(f"{site.url}/box/golem/card/1")
    for name, style in (("black", "fill"), ("white", "backgroundImage")):
        sign = phone.locator(f".th-panel .sign.{name}").first
        found = sign.evaluate("(one, style) => getComputedStyle(one)[style]", style)
        assert ("rgb(34, 29, 24)" if name == "black" else "rgb(255, 255, 255)") in found


def test_a_tap_on_a_row_that_rests_removes_what_was_tapped(phone: Page, site: Site) -> None:
    """Regression: the keys of another row went as soon as the finger was down, and the tap hit nothing."""

    def has_known_rows(question: AnyQuestion) -> bool:
        if not isinstance(question, Form) or question.about != "ask.card":
            return False
        return {"contracts", "trials"} <= {field.name for field in question.fields if field.question.default}

    session = asked(site, has_known_rows, "penumbra", level="trials", own="house", deck="mine")
    phone.goto(f"{site.url}/g/{session.key}")
    phone.locator('label:has(input[name="to.colour"])').first.tap()
    for symbol in phone.locator('label:has(input[name="to.symbol"])').all():
        symbol.tap()
        if all(phone.locator(f'.several:has([name="to.{row}"])').is_visible() for row in ("contracts", "trials")):
            break
    field = phone.locator('[name="to.trials"]')
    _, *left = field.input_value().split()
    phone.locator('.several:has([name="to.trials"]) [data-drop]').first.tap()
    expect(field).to_have_value(" ".join(left))
