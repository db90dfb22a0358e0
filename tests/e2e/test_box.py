"""The box on a phone: components entered by taps, shared with a second home, and used in a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from automarium.box.box import checked_pack, find_holes
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.games import plugins
from tests.e2e.kit import Player, Site, watched
from tests.proof import scale

PHONE: ViewportSize = {"width": 390, "height": 844}
MOST_TAPS = 25  # a card
MOST_BOARD_TAPS = 120  # a board, at four seconds a tap: eight minutes
GOLEM = checked_pack(plugins.load_definition("golem"), {}).house["card"]
PENUMBRA = plugins.load_definition("penumbra")
BOARD = {  # invented: lines of every kind
    "helm": ["=1 first: contract", "2+ L3: mark_and_card", "arcana"],
    "armour": ["=2: to helm", "first: card, arcana, arcana", "buy_artifact"],
    "weapon": ["=1: trial", "later L2: refresh_potions", "fill"],
    "charm": ["2+: joker", "discard_all"],
}


class Hand:
    """A finger on a page that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.taps += 1

    def choose_tab(self, number: str) -> None:
        """One of the three groups of keys, if it is not shown."""
        if self.page.get_attribute(f'[data-tab="{number}"]', "aria-pressed") != "true":
            self.tap(f'[data-tab="{number}"]')

    def keep(self) -> None:
        """The one button, once it is awake."""
        before = self.page.url
        self.tap("#bar .go:not(.asleep):not(.missing)")
        self.page.wait_for_url(lambda url: url != before)
        self.page.wait_for_selector("#notice:not(.wrong)")


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    faults = watched(page)
    yield page
    assert faults == []
    context.close()


def enter_card(hand: Hand, url: str, id_: str, card: dict[str, Any]) -> int:
    """A card as one reads it, column by column."""
    hand.page.goto(f"{url}/box/golem/card/{id_}")
    hand.taps = 0
    panel = ".th-panel.sel"
    hand.tap(f'{panel} [data-option="{card["bonus"]}"]')
    if card["bonus"] != "none":
        hand.tap(f'{panel} [data-option="{card["level"]}"]')
    for symbol in card["marble"]:
        hand.tap(f'{panel} [data-add="{symbol}"]')
    hand.tap(f'[data-part="card-{id_}-rabbi"]')
    for column in ("rabbi", "books"):
        for number in card[column]:
            hand.tap(f'{panel} [data-add="{number}"]')
    if card["first"] == "rabbi":
        hand.tap(f'[data-part="card-{id_}-first"]')
    for side in ("left", "right"):
        if card[f"{side}_half"] == "yes":
            hand.tap(f'[data-part="card-{id_}-{side}_half"]')
    hand.keep()
    return hand.taps


def name_slots(hand: Hand, names: list[str]) -> None:
    for index, name in enumerate(names):
        hand.tap(f'[data-choose="{index}"]')
        hand.page.fill(f'[name="slot-{index}"]', name)
        hand.page.keyboard.press("Enter")


def enter_line(hand: Hand, line: str, *, first: bool) -> None:
    """A line of ``BOARD`` by its chips; a condition begins the next line, an effect needs a new one."""
    when, _, effects = line.rpartition(": ")
    if not first and not when:
        hand.tap(".sheet-column.sel [data-new-line]")
    for condition in when.split():
        hand.choose_tab("0")
        hand.tap(f'[data-chip="{condition}"]')
    for effect in effects.split(", "):
        hand.choose_tab("2" if effect.startswith("to ") else "1")
        slot = list(BOARD).index(effect.removeprefix("to ")) + 1 if effect.startswith("to ") else 0
        hand.tap(f'[data-chip="to ${slot}"]' if slot else f'[data-chip="{effect}"]')


def enter_board(hand: Hand, url: str) -> int:
    """Every line by taps; the first slot is renamed after lines speak of it."""
    page = hand.page
    page.goto(f"{url}/box/penumbra/board/emerald")
    page.wait_for_selector("[data-choose]")
    hand.taps = 0
    name_slots(hand, ["hat", *list(BOARD)[1:]])
    for index, lines in enumerate(BOARD.values()):
        hand.tap(f'[data-choose="{index}"]')
        for number, line in enumerate(lines):
            enter_line(hand, line, first=number == 0)
    name_slots(hand, list(BOARD)[:1])
    expect(page.locator("[data-renamed]")).to_contain_text("“hat” is now “helm”")
    page.emulate_media(color_scheme="dark")  # dusk falls: nothing is lost
    expect(page.locator("html")).to_have_css("color-scheme", "dark")
    hand.tap('[data-choose="1"]')
    expect(page.locator(".sheet-column.sel li").first).to_contain_text("card to “helm”")
    expect(page.locator('[data-beside="tome"] [data-option="1"]')).to_have_text("helm")
    expect(page.locator('[data-chip="to $2"]')).to_be_hidden()  # the card lies there
    expect(page.locator("#bar .go")).to_contain_text("Still missing")
    hand.tap('[data-beside="tome"] [data-option="1"]')
    hand.tap('[data-beside="marks"] [data-figure="6"]')
    for kind in ("contract", "trial"):
        hand.tap(f'[data-beside="scoring"] [data-option="{kind}"]')
    page.fill('[name="level-0"]', "4")
    page.fill('[name="count-0"]', "3")
    page.keyboard.press("Enter")
    expect(page.locator("#preview")).to_contain_text("playable")
    shown = page.locator("main").inner_text()
    assert not [code for code in ("$", "mark_and_card", "later:", "lists.") if code in shown]
    hand.keep()
    return hand.taps


def test_box_is_entered_shared_and_used(phone: Page, site: Site, tmp_path: Path, seed: int) -> None:
    hand = Hand(phone)
    cards = dict(list(GOLEM.items())[: scale(2, 20)])
    taps = [enter_card(hand, site.url, id_, card) for id_, card in cards.items()]
    assert max(taps) <= MOST_TAPS, taps
    assert enter_board(hand, site.url) <= MOST_BOARD_TAPS
    files = [_download(phone, site.url, game, tmp_path) for game in ("golem", "penumbra")]
    assert all("text or art" in file.read_text("utf-8") for file in files)
    second = Site(tmp_path / "second", seed)
    second.start()
    try:
        for game, file in zip(("golem", "penumbra"), files, strict=True):
            _import(phone, second.url, game, file)
        _compare(site, second, cards)
        _play(phone, second, "golem", "own=mine&cards=printed&board=house&deck=app" if len(cards) == 20 else "")
        _play(phone, second, "penumbra", "own=mine&deck=app")
    finally:
        second.stop()


COUNT_TAPS = """document.addEventListener("click", (event) => {
  if (event.isTrusted) sessionStorage.setItem("taps", Number(sessionStorage.getItem("taps") ?? 0) + 1);
}, true);"""
SCREENS_A_TURN = 3  # questions of her turn, on average
TAPS_A_TURN = 14


def test_first_game_of_an_owner_of_penumbra(phone: Page, site: Site, seed: int) -> None:
    """Own board and own deck on a phone: few screens and taps a turn."""
    phone.context.add_init_script(COUNT_TAPS)
    enter_board(Hand(phone), site.url)
    player = Player(phone, site, "owner")
    player.sit_down("penumbra", "own=mine&level=beginner&deck=mine")
    rival = PENUMBRA.lab.rival(player.session().game.pack, Chance(seed))
    phone.evaluate("sessionStorage.setItem('taps', 0)")
    screens = 0
    while (session := player.session()).game.position.turn < scale(2, 20):
        if session.game.question is not None:
            player.tell(Respond(rival.answer(session.game.question)))
            screens += 1
            continue
        for input_ in rival.turn(lambda: player.session().game.position):
            player.tell(input_)
            if player.session().game.question is not None:
                break
    turns = player.session().game.position.turn
    assert player.session().game.position.board.slots == tuple(BOARD)
    assert screens <= SCREENS_A_TURN * turns
    assert int(phone.evaluate("sessionStorage.getItem('taps')")) <= TAPS_A_TURN * turns


def _download(page: Page, url: str, game: str, folder: Path) -> Path:
    page.goto(f"{url}/box/{game}/share")
    with page.expect_download() as download:
        page.click("a[download]")
    file = folder / f"{game}.toml"
    download.value.save_as(file)
    return file


def _import(page: Page, url: str, game: str, file: Path) -> None:
    page.goto(f"{url}/box/{game}")
    page.click("#import > summary")
    page.set_input_files('input[type="file"]', file)
    page.click('#import button[type="submit"]')
    page.wait_for_selector(".box-import form")
    page.click('.box-import form button[type="submit"]')
    page.wait_for_selector("main.box #notice")


def _compare(first: Site, second: Site, cards: dict[str, Any]) -> None:
    one, other = (_own(site, "golem") for site in (first, second))
    wanted = {
        id_: {name: value for name, value in card.items() if name != "level" or card["bonus"] != "none"}
        for id_, card in cards.items()
    }
    assert one == other == {"card": wanted}
    board = _own(second, "penumbra")["board"]["emerald"]
    assert board["lists"] == BOARD
    assert board["instructions"] == {"first": 1, "later": 2, "levels": [{"level": 4, "count": 3}]}
    assert board["scoring"] == {"per": "contract", "vp": 1, "also": [{"per": "trial", "vp": 3}]}
    assert _own(first, "penumbra") == _own(second, "penumbra")


def _own(site: Site, game: str) -> dict[str, Any]:
    import tomllib

    kept = tomllib.loads((site.folder / "own" / f"{game}.toml").read_text("utf-8"))
    kept.pop("box", None)
    return kept


def _play(page: Page, site: Site, game: str, options: str) -> None:
    """A game by the page, the stand-in's inputs through the store: it asks for no component."""
    if not options:
        return
    player = Player(page, site, game)
    player.sit_down(game, options)
    session = player.session()
    assert session.game.options["own"] == "mine"
    rival = session.definition.lab.rival(session.game.pack, Chance(site.seed))
    for _ in range(scale(3, 12)):
        if session.definition.is_over(session.game.position):
            break
        for input_ in rival.turn(lambda: session.game.position):
            session.put(input_)
            while session.game.question is not None:
                assert not [path for path in find_holes(session.game.question) if not path.startswith("character")]
                session.put(Respond(rival.answer(session.game.question)))
    page.goto(f"{site.url}/g/{player.key}")
    page.wait_for_selector(".at-table")


def test_card_editor_keeps_its_keys_in_place_and_what_was_entered(phone: Page, site: Site) -> None:
    """A column of four numbers stays one of four; the button that is not ready leads to what is missing."""
    phone.goto(f"{site.url}/box/golem/card/1")
    hand, panel = Hand(phone), ".th-panel.sel"
    hand.tap('[data-part="card-1-rabbi"]')
    key = phone.locator(f'{panel} [data-add="4"]')
    place = key.bounding_box()
    for number in (1, 3, 2, 5):
        hand.tap(f'{panel} [data-add="{number}"]')
        assert key.bounding_box() == place, "the keys stay where they are"
    assert phone.input_value('[name="card-1-rabbi"]') == "1 3 2 5", "nothing is filled in"
    expect(phone.locator('[data-panel="card-1-rabbi"].sel')).to_have_count(1)
    phone.locator("#bar .go.missing").click(force=True)
    expect(phone.locator('[data-panel="card-1-bonus"].sel')).to_have_count(1)
    columns = phone.locator("[data-column-of]")
    assert [one.get_attribute("data-column-of") for one in columns.all()] == ["bonus", "marble", "rabbi", "books"]
    hand.tap('[data-part="card-1-first"]')
    assert [one.get_attribute("data-column-of") for one in columns.all()] == ["bonus", "rabbi", "marble", "books"]


def test_error_of_a_slot_leaves_room_for_its_name(phone: Page, site: Site) -> None:
    """Regression: the remark stood beside the field, which was a letter wide; undo had no words."""
    phone.goto(f"{site.url}/box/penumbra/board/emerald")
    hand = Hand(phone)
    name_slots(hand, ["a:b"])
    expect(phone.locator(".sheet-name .line-remark")).to_be_visible()
    box = phone.locator('[name="slot-0"]').bounding_box()
    assert box is not None
    assert box["width"] > PHONE["width"] / 2
    name_slots(hand, [""])
    expect(phone.locator('[data-editor="undo"]')).to_contain_text("Undo")


def test_own_cards_are_narrowed_by_what_is_on_them(phone: Page, site: Site) -> None:
    folder = site.folder / "own"
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        f"[card.{id_}]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in card.items())
        for id_, card in GOLEM.items()
    ]
    (folder / "golem.toml").write_text("\n".join(lines), "utf-8")
    phone.goto(f"{site.url}/ask/golem/rabbi")
    begins = [id_ for id_, card in GOLEM.items() if card["rabbi"][0] == 2]
    phone.click('[data-criterion="rabbi:2"]')
    left = phone.locator(".small-card:visible")
    expect(left).to_have_count(len(begins))
    assert sorted(str(one.get_attribute("data-option")) for one in left.all()) == sorted(begins)
    expect(phone.locator('[data-criterion="rabbi:2"]')).to_have_attribute("aria-pressed", "true")
    phone.click('[data-criterion="rabbi:2"]')
    expect(left).to_have_count(len(GOLEM))
    heights = [one.bounding_box() for one in left.all()[:12]]
    assert all(box is not None and box["height"] <= 130 for box in heights), "twelve fit on a screen"
