"""The Automa's turn plays on the board and is read aloud: order, end, tap, switches, voices."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize
from tools.layout_faults import find_faults
from tools.screens import AppServer, open_store

from automarium.games import plugins
from tests.boards import find_lively_turn
from tests.e2e.kit import PATIENCE, watched
from tests.proof import PROOF

SEED = 5
PHONE: ViewportSize = {"width": 390, "height": 844}
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
NARROW: ViewportSize = {"width": 320, "height": 640}
LAPTOP: ViewportSize = {"width": 1280, "height": 900}
GAMES = plugins.names() if PROOF else ("penumbra", "scythe")
WAYS = [(window, scheme) for window in (PHONE, ON_ITS_SIDE, NARROW, LAPTOP) for scheme in ("light", "dark")]

# Notes what happens: a line is lit, the button wakes, the turn has been played.
WATCH = """(tap) => {
  window.noted = [];
  let played = false;
  const note = (what) => { if (noted.at(-1) !== what) noted.push(what); };
  new MutationObserver((changes) => {
    for (const { target, oldValue } of changes) {
      const now = target.classList, before = (oldValue ?? "").split(" ");
      if (target.matches(".hand.lit") && !before.includes("lit")) {
        played = true;
        note(`line ${target.dataset.line}`);
        if (!("heard_first" in window)) {
          window.heard_first = document.getElementById("said").textContent;
          window.listed_first = document.querySelectorAll(".hands .what").length;
          window.moving_first = document.querySelectorAll(".board .gliding").length;
          if (tap) document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
        }
      }
      if (target.matches("#bar .go") && before.includes("asleep") && !now.contains("asleep")) note("awake");
      if (played && target.matches(".playback.ended") && !before.includes("ended")) note("ended");
    }
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"], attributeOldValue: true });
}"""
AT_REST = "() => !document.querySelector('.lit, .waiting, .coming, .fewer, .gliding')"
BOARD = """() => [...document.querySelectorAll(".board > svg [data-box]")]
  .map((one) => [one.dataset.box, one.className.baseVal, one.textContent, getComputedStyle(one).visibility].join())"""

# A device with one English voice, which speaks as fast as asked to, or never ends.
VOICE = """{
  window.spoken = [];
  window.cancelled = 0;
  const synthesis = {
    getVoices: () => [{ lang: "en-GB", name: "Test" }],
    addEventListener() {},
    cancel() { cancelled += 1; },
    speak(utterance) {
      const lit = [...document.querySelectorAll(".hand.lit")].map((one) => one.dataset.line).join();
      spoken.push([lit, utterance.text, utterance.lang]);
      if (!window.endless) setTimeout(() => utterance.onend(), 0);
    },
  };
  Object.defineProperty(window, "speechSynthesis", { value: synthesis });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
}"""


@pytest.fixture(scope="module")
def turns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The address of a turn of each game. Tests leave it as it was."""
    with open_store(tmp_path_factory.mktemp("playback")) as store:
        keys = {game: find_lively_turn(store, game, SEED).key for game in plugins.names()}
        with AppServer(store) as url:
            yield {game: f"{url}/g/{key}" for game, key in keys.items()}


def context_of(chromium: Browser, window: ViewportSize = PHONE, **options: Any) -> BrowserContext:
    context = chromium.new_context(viewport=window, locale=options.pop("locale", "en"), **options)
    context.set_default_timeout(PATIENCE)
    return context


def play_again(page: Page, tap: bool = False) -> None:
    """Take the turn back and carry it out again."""
    page.click("#undo:not(.asleep)")
    page.wait_for_selector("#redo:not(.asleep)")
    page.evaluate(WATCH, tap)
    page.click("#redo")
    page.wait_for_selector(".hands:not(.back) .hand[data-line]")


def lines_of(page: Page) -> list[str]:
    """The lines that are played: those that are not done yet."""
    return [
        f"line {line.get_attribute('data-line')}"
        for line in page.locator(".hands > .hand[data-line]").all()
        if not line.locator(".n.done").count()
    ]


@pytest.mark.parametrize(("window", "scheme"), WAYS if PROOF else [(PHONE, "light")])
@pytest.mark.parametrize("game", GAMES)
def test_turn_is_played_in_the_order_of_the_list(
    chromium: Browser, turns: dict[str, str], game: str, window: ViewportSize, scheme: Any
) -> None:
    context = context_of(chromium, window, color_scheme=scheme)
    page = context.new_page()
    faults = watched(page)
    page.goto(turns[game])
    page.wait_for_selector(".playback.ended")
    assert page.evaluate(AT_REST), "what one comes back to is not played"
    play_again(page)
    page.wait_for_function("() => noted.includes('ended') && noted.includes('awake')")
    noted = page.evaluate("noted")
    lines = lines_of(page)
    assert [one for one in noted if one.startswith("line")] == lines
    assert noted.index("awake") < noted.index("ended"), "the button does not wait"
    assert noted[-1] == "ended"
    assert page.evaluate("listed_first") >= len(lines), "the list is complete from the start"
    told = page.locator(".hands .what").all_text_contents()
    assert page.evaluate("heard_first") == ". ".join(told), "and heard at once"
    assert page.evaluate("moving_first") > 0, "pieces are where they were"
    assert page.evaluate(AT_REST)
    drawn = page.evaluate(BOARD)
    page.reload()
    page.wait_for_selector(".playback.ended")
    assert page.evaluate(BOARD) == drawn, "in the end everything is where it belongs"
    assert [one for one in find_faults(page) if window == PHONE or "px in a picture" not in one] == []
    assert faults == []
    context.close()


def test_tap_shows_the_end(chromium: Browser, turns: dict[str, str]) -> None:
    context = context_of(chromium)
    page = context.new_page()
    page.goto(turns["scythe"])
    page.wait_for_selector(".playback.ended")
    play_again(page, tap=True)
    page.wait_for_function("() => noted.includes('ended')")
    assert page.evaluate(AT_REST)
    assert [one for one in page.evaluate("noted") if one != "awake"] == ["line 1", "ended"]
    page.click("[data-again]")  # and it can be seen again
    page.wait_for_function("() => noted.filter((one) => one === 'ended').length === 2")
    assert [one for one in page.evaluate("noted") if one.startswith("line")] == ["line 1", *lines_of(page)]
    ticked = page.locator(".hand .n").first
    ticked.evaluate("one => { one.classList.add('done'); one.innerHTML = '<svg class=sign></svg>1'; }")
    box = ticked.bounding_box()
    assert box is not None
    assert box["width"] == pytest.approx(box["height"], abs=0.5), "the disc of a done line stays round"
    context.close()


def test_switch_and_reduced_motion_turn_it_off(chromium: Browser, turns: dict[str, str]) -> None:
    context = context_of(chromium)
    page = context.new_page()
    page.goto(turns["scythe"])
    page.wait_for_selector(".playback.ended")
    page.click(".menu > summary")
    page.click('.menu button[name="motion"][value="off"]')
    page.wait_for_selector('html[data-motion="off"]')
    play_again(page)
    page.wait_for_function("() => noted.includes('awake')")
    assert page.evaluate("noted") == ["awake"]
    assert not page.locator(".playback").is_visible(), "without a voice there is nothing to offer"
    page.reload()
    page.wait_for_selector('html[data-motion="off"]', state="attached")  # it is remembered
    context.close()
    context = context_of(chromium, reduced_motion="reduce")
    page = context.new_page()
    page.goto(turns["scythe"])
    page.wait_for_selector(".hands")
    play_again(page)
    page.wait_for_function("() => noted.includes('awake')")
    assert page.evaluate("noted") == ["awake"]
    assert page.evaluate(AT_REST)
    context.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"] if PROOF else ["no-preference"])
def test_lines_are_read_aloud(chromium: Browser, turns: dict[str, str], motion: Any) -> None:
    context = context_of(chromium, reduced_motion=motion)
    context.add_init_script(VOICE)
    page = context.new_page()
    page.goto(turns["scythe"])
    page.wait_for_selector('button[name="aloud"][aria-pressed="false"]')
    play_again(page)
    page.wait_for_function("() => noted.includes('awake')")
    assert page.evaluate("spoken") == [], "off by default"
    page.keyboard.press("Escape")
    page.evaluate("() => { noted.length = 0; }")
    page.click('button[name="aloud"]')
    page.wait_for_function("() => noted.at(-1) === 'ended'")
    lines = lines_of(page)
    texts = [line.text_content() or "" for line in page.locator(".hands > .hand .what").all()]
    expected = [
        [one.removeprefix("line "), text.replace("→", "to"), "en-GB"] for one, text in zip(lines, texts, strict=True)
    ]
    assert page.evaluate("spoken") == expected, "each line is lit while it is read"
    page.evaluate("() => { spoken.length = 0; }")
    page.click("[data-again]")
    page.wait_for_function(f"() => spoken.length === {len(lines)}")
    page.reload()
    page.wait_for_selector('button[name="aloud"][aria-pressed="true"]')  # it is remembered
    assert page.evaluate("spoken") == [], "a page that one comes back to is silent"
    page.evaluate("() => { endless = true; }")
    page.click("[data-again]")
    page.wait_for_function("() => spoken.length === 1")
    page.mouse.click(5, 300)
    assert page.evaluate("cancelled") >= 1
    assert page.evaluate(AT_REST)
    assert page.evaluate("spoken.length") == 1, "a tap stops it"
    context.close()


def test_without_a_voice_of_the_language_nothing_is_offered(chromium: Browser, turns: dict[str, str]) -> None:
    for lang, offered in (("uk", False), ("en", True)):
        context = context_of(chromium, locale=lang)
        context.add_init_script(VOICE)
        page = context.new_page()
        page.goto(turns["scythe"])
        page.wait_for_selector(".playback.ended")
        assert page.locator('button[name="aloud"]').is_visible() == offered
        context.close()


@pytest.mark.parametrize("game", GAMES)
def test_phone_on_its_side_shows_board_and_list(chromium: Browser, turns: dict[str, str], game: str) -> None:
    context = context_of(chromium, ON_ITS_SIDE, reduced_motion="reduce")
    page = context.new_page()
    page.goto(turns[game])
    boxes = {name: page.locator(name).first.bounding_box() for name in (".board", ".hands", ".top", "#bar", "#bar .go")}
    found = {name: box for name, box in boxes.items() if box is not None}
    assert len(found) == len(boxes)
    board, hands, top, bar, go = found.values()
    assert board["x"] + board["width"] <= hands["x"]
    assert board["x"] + board["width"] <= bar["x"], "the bar covers nothing of the board"
    assert board["y"] + board["height"] <= 390
    assert hands["y"] < 160
    assert top["height"] <= 48
    assert bar["height"] <= 66
    assert go["y"] + go["height"] <= 390
    assert find_faults(page) == []
    context.close()


VIOLATIONS = """async () => (await axe.run()).violations
  .map((one) => [one.id, one.nodes.map((node) => node.html)])"""


@pytest.mark.skipif(not PROOF, reason="the slice looks at every kind of page elsewhere")
@pytest.mark.parametrize(("window", "scheme"), WAYS)
def test_playback_is_accessible(
    chromium: Browser, turns: dict[str, str], axe: Path, window: ViewportSize, scheme: Any
) -> None:
    context = context_of(chromium, window, color_scheme=scheme)
    context.add_init_script(VOICE)
    page = context.new_page()
    page.goto(turns["scythe"])
    page.wait_for_selector('button[name="aloud"]')
    page.click('button[name="aloud"]')
    page.wait_for_selector('button[name="aloud"][aria-pressed="true"]')
    page.wait_for_selector(".playback.ended")
    page.evaluate("() => { endless = true; }")
    page.click("[data-again]")
    page.wait_for_selector(".hand.lit")
    page.evaluate(axe.read_text("utf-8"))
    for _ in ("while it is played", "at its end"):
        found = page.evaluate(
            "async () => (await axe.run()).violations.map((one) => [one.id, one.nodes.map((node) => node.html)])"
        )
        assert found == []
        page.mouse.click(5, 300)
        page.wait_for_selector(".playback.ended")
    context.close()


def test_screen_stays_awake_at_the_table(chromium: Browser, turns: dict[str, str]) -> None:
    context = context_of(chromium, reduced_motion="reduce")
    context.add_init_script(
        """{
          window.locks = [];
          const lock = () => ({ released: false, async release() { this.released = true; locks.push("released"); } });
          const request = async (what) => { locks.push(what); return lock(); };
          Object.defineProperty(navigator, "wakeLock", { value: { request } });
        }"""
    )
    page = context.new_page()
    page.goto(turns["scythe"])
    page.wait_for_function("() => locks.length === 1")
    page.click("#bar .go:not(.asleep)")
    page.wait_for_selector(".my-turn")
    assert page.evaluate("locks") == ["screen"], "one lock for the whole game"
    page.click("header a")
    page.wait_for_selector("main:not(.at-table)")
    page.wait_for_function("() => locks.at(-1) === 'released'")
    context.close()


MEASURE = """() => {
  const wrong = [];
  for (const one of document.querySelectorAll(".board > svg [data-box]")) {
    const [kind, ...numbers] = one.dataset.box.split(" "), [left, top, width, height] = numbers.map(Number);
    const real = one.getBBox(), spare = Math.max(1.5, (kind === "label" ? 0.15 : 0.06) * width); // fonts differ
    const wide = real.x >= left - spare && real.x + real.width <= left + width + spare;
    const high = real.y >= top - spare && real.y + real.height <= top + height + spare;
    // the height of a text is that of its font
    if (!wide || (!high && kind !== "label")) wrong.push([one.dataset.box, one.textContent, real.x, real.width]);
  }
  return wrong;
}"""


@pytest.mark.parametrize("game", plugins.names())
def test_boxes_are_as_large_as_what_is_drawn(chromium: Browser, turns: dict[str, str], game: str) -> None:
    """The layout test compares boxes: they must be those of the drawing."""
    context = context_of(chromium, reduced_motion="reduce")
    page = context.new_page()
    page.goto(turns[game])
    assert page.locator(".board > svg [data-box]").count() > 10
    assert page.evaluate(MEASURE) == []
    context.close()
