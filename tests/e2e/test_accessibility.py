"""Accessibility: axe-core on every page in both themes, keyboard, no script, announcements."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tools.layout_faults import SET_FONT_SIZE

from automarium.engine.question import Several
from automarium.games import plugins
from automarium.interfaces.web.forms.widgets import make_widget
from automarium.interfaces.web.html import h
from automarium.interfaces.web.page import PageContext
from automarium.interfaces.web.page import render_page as html_page
from automarium.interfaces.web.preferences import get_translator
from automarium.views.question import build_question
from tests.e2e.kit import AWAKE, GO, LAPTOP, PHONE, SCREENSHOTS, Player, Site, watched
from tests.proof import PROOF, scale

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


# A picture is one image to axe: what is inside it has its own words in title and description. So the rest of it is
# taken out while axe looks, which would otherwise measure hundreds of shapes and then leave them out.
RUN = """async wanted => {
  const inside = [];
  for (const picture of document.querySelectorAll(".board svg"))
    for (const shape of picture.querySelectorAll(":scope > :not(title, desc)")) {
      const place = document.createComment("");
      shape.replaceWith(place);
      inside.push([place, shape]);
    }
  const exclude = [[".board svg > *"]];
  const found = await axe.run({ exclude }, { runOnly: wanted, resultTypes: ["violations"] });
  for (const [place, shape] of inside) place.replaceWith(shape);
  return found;
}"""

# To axe whatever lies half under the bar is too small a target, and what does is up to the height of the window. That
# each of them can be brought clear of the bar is a test of its own; here those are left out that touch the bar now.
UNDER_THE_BAR = """target => {
  const bar = document.querySelector(".bar")?.getBoundingClientRect(), one = document.querySelector(target);
  const box = one?.getBoundingClientRect();
  return Boolean(bar && box && !one.closest(".bar") && box.bottom > bar.top && box.top < bar.bottom);
}"""


def violations(page: Page) -> list[str]:
    """What axe finds, a line each: everything in the light theme, and then the contrasts of the dark one."""
    found = []
    page.evaluate("() => scrollTo(0, 0)")
    for theme, wanted in (("light", TAGS), ("dark", {"type": "rule", "values": ["color-contrast"]})):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        answer: dict[str, Any] = page.evaluate(RUN, wanted)
        assert len(answer["passes"]) > (15 if theme == "light" else 0), "axe has looked"
        found += [
            f"{theme}: {one['id']}: {one['help']}: {node['target']} {node['html'][:160]}"
            for one in answer["violations"]
            for node in one["nodes"]
            if one["id"] != "target-size" or not page.evaluate(UNDER_THE_BAR, node["target"][0])
        ]
    return found


@pytest.mark.parametrize("game", plugins.names())
def test_axe_finds_no_violation_on_any_page(chromium: Browser, site: Site, axe: Path, game: str) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce")
    context.add_init_script(path=axe)
    page = context.new_page()
    player = Player(page, site, f"axe-{game}")
    found: dict[str, list[str]] = {}

    def look(what: str) -> None:
        if wrong := violations(page):
            found[what] = wrong

    player.sit(game)
    look("table at first")
    table, questions = page.url.removesuffix("/setup"), 0
    for number, input_ in enumerate(player.whole_game()):
        player.elsewhere(input_)
        asked = player.session().game.question is not None
        enough = number > 30 or (number > 10 and questions)
        if enough and not asked:
            page.goto(table)
            if page.locator(".hand").count():
                break
        if asked and questions < 3:
            questions += 1
            page.goto(table)
            expect(page.locator("#question")).to_be_visible()
            look(f"question {questions}")
    for fold in page.locator(".before > summary").all():  # of a long turn, what is done already
        fold.click()
    for line in page.locator(".hand > summary").all()[:4]:
        line.click()
    look("table with reasons")
    page.screenshot(path=SCREENSHOTS / f"dark-{game}-table.png", full_page=True)
    places = [place.get_attribute("data-place") for place in page.locator(".board [data-place]").all()]
    definition = plugins.load_definition(game)
    alike = [f"{table}/{name}" for name in ("log", "log?why=1", "odds", "score", "share")]
    alike += [f"{table}/why/{len(player.session().game.runs) - 1}/1", f"{site.url}/ask/{game}"]
    alike += [f"{site.url}/rules/{game}{'' if PROOF else '?q=setup'}", f"{site.url}/nowhere", f"{site.url}/"]
    # Pages that are laid out alike in every game: the slice looks at each of them in one.
    addresses = alike if PROOF else alike[plugins.names().index(game) :: len(plugins.names())]
    addresses += [f"{table}/tell/{name}" for name in definition.commands if name != "next"][: scale(3, 100)]
    addresses += [f"{table}/at/{place}" for place in places[: scale(1, 2)]]
    addresses += [f"{table}/setup", f"{site.url}/new/{game}"]
    addresses += [f"{site.url}/ask/{game}/{ask}" for ask in definition.decisions][: scale(1, 100)]
    for address in addresses:
        page.goto(address)
        folds = page.locator("main details:not([open]) > summary:visible")
        for _ in range(min(3, folds.count())):
            folds.first.click()
        player.fits()
        look(address.replace(table, ""))
    page.click(".menu > summary")
    look("settings")
    assert found == {}
    context.close()


PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

# Everything that can be reached, as far as the bar or the head lies over it once it is reached.
COVERED = """() => {
  const covers = [...document.querySelectorAll(".bar, .top")], found = [];
  const reached = "a[href]:not([tabindex='-1']), button:not(:disabled), input:not([type=hidden]), summary";
  for (const one of document.querySelectorAll(`main :is(${reached})`)) {
    one.focus();
    if (document.activeElement !== one) continue;
    const box = one.getBoundingClientRect();
    for (const cover of covers) {
      const over = cover.getBoundingClientRect();
      if (box.top < over.bottom - 1 && over.top + 1 < box.bottom) found.push(one.outerHTML.slice(0, 120));
    }
  }
  return found;
}"""


def test_focused_elements_are_not_covered_by_the_bar(chromium: Browser, site: Site) -> None:
    """With the bar where it is, on a low window, with usual letters and larger ones."""
    context = chromium.new_context(viewport={"width": 360, "height": 560}, locale="en", reduced_motion="reduce")
    page = context.new_page()
    for game in plugins.names():
        player = Player(page, site, f"clear-{game}")
        player.sit(game)
        table = page.url
        for address in (f"{table}/setup", f"{table}/my-turn", f"{table}/tell/adjust", f"{site.url}/new/{game}"):
            page.goto(address)
            for percent in (100, 150):
                page.evaluate(SET_FONT_SIZE, percent)
                page.evaluate(PAINTED)
                assert page.evaluate(COVERED) == [], (address, percent)
    context.close()


# As the machine has it; letters that are wide (as WCAG 1.4.12 asks for) or narrow; small ones.
FONTS = (
    "",
    "* { letter-spacing: .12em; word-spacing: .16em; }",
    "* { letter-spacing: -.1em; }",
    "html { font-size: 9px; }",
)
# Every target that is not a link within a sentence, with its size, if that is too little for a finger.
SMALL = """font => {
  const style = document.head.appendChild(document.createElement("style"));
  style.textContent = font;
  const small = [];
  const targets = "a[href]:not(.skip), button, input:not([type=hidden]), summary, label.choice";
  for (const one of document.querySelectorAll(targets)) {
    const { width, height } = one.getBoundingClientRect();
    const least = one.matches("button, .b, .primary, .option, .chip, .key, .choice, summary") ? 44 : 24;
    const in_a_sentence = one.matches("a") && getComputedStyle(one).display === "inline";
    if (width && height && !in_a_sentence && (width < 24 || height < least))
      small.push(`${one.outerHTML}: ${width} × ${height}`);
  }
  style.remove();
  return small;
}"""


def test_every_target_is_large_enough_with_any_font(chromium: Browser, site: Site) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    player = Player(page, site, "sizes")
    player.sit(plugins.names()[0])
    table = page.url
    addresses = [table, *(f"{table}/{name}" for name in ("setup", "log?why=1", "tell/adjust", "share"))]
    addresses += [f"{site.url}/", *(f"{site.url}/new/{game}" for game in plugins.names())]
    for address in addresses:
        page.goto(address)
        for fold in page.locator("main details:not([open]) > summary").all():
            if not fold.is_visible():  # inside another that was not opened
                continue
            fold.click()
        for font in FONTS:
            assert page.evaluate(SMALL, font) == [], (address.replace(table, ""), font)
    context.close()


def test_keyboard_only(chromium: Browser, site: Site) -> None:
    """From the first page to an undone turn without a pointer; the focus is always to be seen."""
    for game in plugins.names():
        context = chromium.new_context(viewport=LAPTOP, locale="en", reduced_motion="reduce")
        context.add_init_script(AWAKE)
        page = context.new_page()
        page.goto(f"{site.url}/")
        press_to(page, f'a[href="/new/{game}"]')
        page.wait_for_selector("form[data-again]")
        page.goto(site.new(game))
        press_to(page, GO)
        page.wait_for_selector(".checklist")
        press_to(page, GO)
        page.wait_for_selector(".at-table")
        before = page.get_attribute("main", "data-revision")
        press_to(page, ".go-on button")
        expect(page.locator("main")).not_to_have_attribute("data-revision", before or "")
        press_to(page, "#undo")
        expect(page.locator("#redo")).to_be_visible()
        context.close()


def unfold(page: Page) -> None:
    """The list of options lies folded where the picture offers the places."""
    page.evaluate("() => document.querySelectorAll('#question details').forEach(one => { one.open = true; })")


def press_to(page: Page, selector: str) -> None:
    """Tab until it has the focus, see that the focus shows, press Enter."""
    page.wait_for_selector(f"{selector}:not(.asleep)")
    wanted = page.locator(selector).first
    for _ in range(200):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            assert wanted.evaluate("one => getComputedStyle(one).outlineStyle") != "none"
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


def test_typing_focuses_an_option(chromium: Browser, site: Site) -> None:
    """Arrow keys and letters find one of many places."""
    context = chromium.new_context(viewport=LAPTOP, locale="en", reduced_motion="reduce")
    page = context.new_page()
    page.clock.install()
    for game in plugins.names():
        player = Player(page, site, f"keys-{game}")
        player.sit(game)
        page.goto(f"{site.url}/g/{player.key}/tell/adjust")
        unfold(page)
        options = page.locator(".asking button.option")
        options.first.focus()
        page.keyboard.press("ArrowRight")
        assert options.nth(1).evaluate("one => one === document.activeElement")
        last = options.last.inner_text()
        page.clock.pause_at(page.evaluate("() => Date.now()") / 1000 + 1)  # however slowly the letters come
        page.keyboard.type(last)
        focused = page.evaluate("() => document.activeElement.textContent")
        assert last.startswith(focused)
        page.clock.resume()
    context.close()


def test_forms_work_without_script(chromium: Browser, site: Site) -> None:
    for game in plugins.names():
        context = chromium.new_context(viewport=PHONE, locale="en", java_script_enabled=False)
        page = context.new_page()
        player = Player(page, site, f"plain-{game}", plain=True)
        player.begin(game)
        for input_ in player.whole_game():
            player.tell(input_)
            if page.locator(".hand").count() and not page.locator("#question").count():
                break
        table = page.url
        player.undo()
        player.redo()
        page.goto(table)
        page.locator(".hand > summary:visible").first.click()
        expect(page.locator(".hand[open] > .inside .reasons").first).to_be_visible()
        page.goto(f"{site.url}/g/{player.key}/tell/adjust")
        if not page.locator(".asking button.option").first.is_visible():
            page.locator("#question details:has(.asking) > summary").click()
        page.locator(".asking button.option").first.click()
        page.locator(".asking button:visible, .asking input:visible").first.wait_for()
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"no-script-{game}.png", full_page=True)
        context.close()


def test_hands_are_numbered_and_announced(chromium: Browser, site: Site) -> None:
    """The lines of hands are counted from 1, spoken, explained on a tap, and still there after a reload."""
    for game in plugins.names():
        context = chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce")
        page = context.new_page()
        faults = watched(page)
        player = Player(page, site, f"hands-{game}")
        player.sit(game)
        for input_ in player.whole_game():
            player.tell(input_)
            if page.locator(".hand").count() > 1 and not page.locator("#question").count():
                break
        numbers = [text for text in page.locator(".hand > summary > .n").all_inner_texts() if text.strip()]
        counted = [int(number) for number in numbers]  # those of her strip of numbers count too
        assert counted == sorted(set(counted))
        lines = page.locator(".hand .what").all_inner_texts()
        page.locator(".hand > summary:visible").first.click()
        expect(page.locator(".hand[open] > .inside .reasons").first).to_be_visible()
        page.reload()
        assert page.locator(".hand .what").all_inner_texts() == lines
        assert faults == []
        context.close()


def test_wake_lock_is_held_and_released(chromium: Browser, site: Site) -> None:
    context = chromium.new_context(viewport=PHONE, locale="en", reduced_motion="reduce")
    context.add_init_script(
        """let held = 0;
        const lock = () => { let released = false; held++;
          return { get released() { return released; }, release: async () => { released = true; held--; } }; };
        Object.defineProperty(navigator, "wakeLock", { value: { request: async () => lock() } });
        Object.defineProperty(window, "held", { get: () => held });"""
    )
    page = context.new_page()
    game = plugins.names()[0]
    player = Player(page, site, f"awake-{game}")
    player.sit(game)
    page.wait_for_function("() => window.held === 1")
    player.go_on()
    player.wait_for(2)
    assert page.evaluate("() => window.held") == 1, "one lock, however many turns"
    player.look("log")
    page.wait_for_function("() => window.held === 0")
    context.close()


def test_row_is_entered_by_taps(chromium: Browser, site: Site) -> None:
    """No matter which game asks so: a tap adds one, a tap on what lies there takes it away, and no more than fit."""
    question = Several(about="play.game", options=("red", "blue"), most=3, limits={"blue": 1})
    words = get_translator("en")
    asking = make_widget(
        build_question(question, words), "to", PageContext(words), plugins.load_definition("expeditions")
    )
    form = h("form", asking.inside, asking.button, method="get", action="/nowhere", class_="asking")
    context = chromium.new_context(viewport=PHONE, reduced_motion="reduce")
    page = context.new_page()
    faults = watched(page)
    page.route(
        "**/several",
        lambda route: route.fulfill(body=html_page(PageContext(words), "?", form), content_type="text/html"),
    )
    page.goto(f"{site.url}/several")
    for tap in ("red", "blue", "red"):
        page.click(f'[data-add="{tap}"]')
    expect(page.locator('[data-add="red"]')).to_be_disabled()  # no more than three
    value = page.locator("[data-several]")
    expect(value).to_have_value("red blue red")
    page.locator(".channel button").first.click()
    expect(value).to_have_value("blue red")
    expect(page.locator(".channel button")).to_have_count(2)
    assert faults == []
    context.close()
