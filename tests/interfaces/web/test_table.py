"""The table: the person's turn, undo, the result, finished games."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from automarium.cli import main
from automarium.engine.drawing import svg
from automarium.engine.game.playthrough import parse_input
from automarium.engine.layout import Hand
from automarium.engine.play.command import NEXT, Respond
from automarium.engine.question import Form
from automarium.games import plugins as games
from automarium.games.expeditions.commands import Go
from automarium.games.scythe.commands import Added, Fought
from automarium.games.scythe.commands import Go as ScytheGo
from automarium.games.scythe.corrections import Adjust
from automarium.games.scythe.events import Skip
from automarium.interfaces.web.board.board_picture import DrawnBox, find_boxes, load_board
from automarium.interfaces.web.board.marks import FreeSpace, render_marks
from automarium.interfaces.web.page import PageContext
from automarium.interfaces.web.pages.game_frame import FIELD
from automarium.interfaces.web.pages.result import render_chart
from automarium.interfaces.web.preferences import get_translator
from automarium.sessions.session import Session, open_session
from automarium.storage.store import Store
from automarium.views.game import View
from automarium.views.score_sheet import TurnTotals
from automarium.views.turn import Turn, list_put_back
from automarium.views.turn_lines import Line
from tests.interfaces.web.kit import GAMES, begin, browser, do, whole_game, words

SEED = 6


@pytest.fixture
def database() -> str | None:
    return None


def played(client: TestClient, store: Store, game: str, turns: int = 999, **sent: str) -> Session:
    """A game with the stand-in until so many turns of hers, or to its end."""
    key = begin(client, game, seed=str(SEED), **sent)
    session = open_session(store, key)
    for input_ in whole_game(store, key, SEED):
        session.put(input_)
        last = session.game.runs[-1].input
        hers = session.game.question is None and last is not None and last.name() == NEXT
        if hers and session.definition.status(session.game.position).turn >= turns:
            break
    return session


def test_undo_shows_what_each_turn_moved(store: Store) -> None:
    """Undo after undo: a counter that a turn before has left at nothing is not listed."""
    game = played(browser(store), store, "scythe", 9).game
    counted = 0
    while len(game.runs) > 2:
        runs = len(game.runs)
        while len(game.runs) == runs:
            game.undo()
        back = [hand for line in list_put_back(View(game, get_translator("en", "scythe"))) for hand in line.hands]
        assert all(hand.from_ != hand.to for hand in back), back
        counted += any(hand.track.startswith(("cleared-", "recruit-")) for hand in back)
    assert counted, "there are such counters in some of them"


def test_place_that_is_not_offered_has_a_reason(store: Store) -> None:
    """Regression: a tap on a place out of reach did nothing and said nothing."""
    client = browser(store)
    session = played(client, store, "scythe", 3, human="crimea", faction="nordic")
    human = session.game.position.human
    asked = {FIELD + "unit": "character", FIELD + "from": human.character}
    page = client.get(f"/g/{session.key}/tell/go", params=asked).text
    bar = page[page.index('id="bar"') :]
    assert 'data-beyond="Out of reach; if an ability allows it, choose from the list"' in bar
    closed = re.search(r'data-closed="([^"]*)"', bar)
    assert closed is not None
    assert f'"{human.character}":' in unescape(closed[1]), "it is there already"
    over = client.get(f"/g/{session.key}/at/{human.workers[0]}", params={"all": "1"}).text
    assert re.search(r'class="over script (right|left)"', over), "the sheet would lie over a lower corner"
    page = client.get(f"/g/{session.key}/tell/build").text
    assert "None of your workers is there" in page


def test_my_turn_has_numbers_below_the_board_and_folds_rare_commands(store: Store) -> None:
    client = browser(store)
    session = played(client, store, "scythe", 6)
    page = client.get(f"/g/{session.key}/my-turn").text
    assert page.index('class="board') < page.index('id="strip"') < page.index('class="tellers"')
    assert 'class="hands' not in page, "what was to be moved stood on the page before"
    folded = page[page.index('class="rarely"') :]
    for name in ("tally", "bonus", "adjust"):
        assert f'/tell/{name}"' in folded
    assert '/tell/go"' not in folded
    session = played(client, store, "expeditions", 2)
    page = client.get(f"/g/{session.key}/my-turn").text
    assert 'class="rarely"' not in page, "one thing alone is not folded"


def test_skipped_turn_strikes_out_its_card(store: Store) -> None:
    client = browser(store)
    key = begin(client, "scythe", seed=str(SEED), level="autometta")
    session = open_session(store, key)
    for input_ in whole_game(store, key, SEED):
        session.put(input_)
        if any(isinstance(step.event, Skip) for step in session.game.runs[-1].steps):
            break
    page = client.get(f"/g/{key}").text
    hands = page[page.index('class="hands') :]
    assert re.search(r'<p class="row">The Automa skips this turn\. <span class="quiet">There is nothing to move', hands)
    cells = page[page.index('class="cells"') : page.index('class="board')]
    used = [one for one in re.findall(r'class="(icon(?: unused)?)"', cells) if one == "icon"]
    assert len(used) == 1, "only how many cards are left"


def test_moving_to_her_units_announces_a_combat(store: Store) -> None:
    client = browser(store)
    session = played(client, store, "scythe", 6)
    automa = session.game.position.automa
    hers = next(at for at in (automa.character, *automa.mechs) if at != "base")
    here = session.game.position.human.character
    session.put(parse_input(session.definition, {"do": "go", "unit": "character", "from": here, "to": hers}))
    page = client.get(f"/g/{session.key}").text
    assert "resolve the combat after you finish moving" in words(page[page.index('class="remark"') :])
    assert '/tell/go"' in page, "moves that are left are entered first"
    assert "Combat on" in words(page[page.index('id="bar"') :])


def test_deployment_is_not_offered_at_an_occupied_place(store: Store) -> None:
    """Expeditions: neither its own location nor hers (EXP-AMB-17)."""
    client = browser(store)
    session = played(client, store, "expeditions", 3)
    if session.game.question is not None:
        session.put(Respond([]))
    position = session.game.position
    page = client.get(f"/g/{session.key}/at/{position.human}").text
    offered = set(re.findall(r'<g class="offered" data-place="(\w+)"', page))
    assert offered
    assert not offered & {position.human, *position.mechs.values()}
    (field,) = list(Go.fields(position, {}))
    assert position.human in getattr(field.question, "options"), "it can still be said: earlier games have it"  # noqa: B009


def test_joint_correction_is_one_button(store: Store) -> None:
    """Regression: the tile, its map token and the location itself were three buttons that led to the same page."""
    client = browser(store)
    key = begin(client, "expeditions", seed=str(SEED), starts="human")
    page = client.get(f"/g/{key}/at/N4").text
    assert len(re.findall(r'href="[^"]*/tell/adjust[^"]*"', page[page.index("<details") :])) == 1
    assert "Map token: N4" in words(page)
    assert "Tile: N4, face down" in words(page)


def test_button_is_the_same_without_entries_and_after_removing_them(store: Store) -> None:
    client = browser(store)
    key = begin(client, "expeditions", seed=str(SEED), starts="automa", deck="mine")
    session = open_session(store, key)
    session.put(parse_input(session.definition, {"do": "next"}))
    session.put(Respond(14))
    page = client.get(f"/g/{key}").text
    assert "Nothing there" in words(page[page.index('id="bar"') :])
    sent = {"revision": str(session.revision), "do": "answer", "to": ""}
    assert 'data-go="Nothing there"' in client.post(f"/g/{key}/try", data=sent).text


def test_result_is_one_sheet_before_and_after_counting(store: Store) -> None:
    client = browser(store)
    session = played(client, store, "scythe")
    before = client.get(f"/g/{session.key}").text
    assert ('class="board' in before) == ('class="hands' in before), "her last turn is shown on the board as well"
    lines = ["Coins", "Stars", "Territories", "Popularity", "Resources", "Coins"]
    assert re.findall(r'<th scope="row"><span>(?:<svg.*?</svg>)?<span>(\w+)', before) == lines
    assert "See the result" in words(client.get("/").text), "the very button that waits inside"
    sent = {f"f.{name}": "3" for name in ("coins", "popularity", "territories", "resources", "bonus", "stars")}
    page = do(client, session.key, {"do": "tally", **sent}).text
    assert re.findall(r'<th scope="row"><span>(?:<svg.*?</svg>)?<span>(\w+)', page) == lines
    assert page.count('class="score"') == 1
    assert "Add it up again" in words(page)
    assert "Break the tie" in words(page[page.index('class="rarely"') :])
    assert "The Automa wins by" in words(page)
    assert "best" not in words(page), "a first game is compared with nothing"
    games = words(client.get("/games").text)
    for said in ("Won", "Level", "Autometta", "Automa faction", "Crimea", "Your faction", "Nordic"):
        assert said in games
    assert "level=autometta" in client.get("/games.csv").text


def test_result_shows_lead_and_best_score(store: Store) -> None:
    """And leads on: to the same game with its rulings, and after a win to the next level."""
    client = browser(store)
    told = []
    for coins in (500, 400, 600):
        session = played(client, store, "scythe", 999, **{"r.SCY-A30": "one"})
        total = session.definition.scoring.score(session.game.position, session.game.rulings).totals["automa"]
        sent = {f"f.{name}": "0" for name in ("popularity", "territories", "resources", "bonus", "stars")}
        page = do(client, session.key, {"do": "tally", "f.coins": str(coins), **sent}).text
        assert f"You win by {coins - total}" in words(page)
        told.append(words(page))
    assert "best" not in told[0]
    assert "your best so far: 500" in told[1]
    assert "a new best (was 500)" in told[2]
    assert "One level up: Automa" in told[2]
    again = unescape(re.findall(r'href="(/new/scythe\?[^"]*)"', page)[-1])
    assert "r.SCY-A30=one" in again
    new = client.get(again).text
    assert re.search(r'name="r.SCY-A30" value="one" checked', new)


def test_an_added_level_is_never_one_level_up(store: Store, tmp_path: Path) -> None:
    """The levels of a pack come last, and may be easier."""
    file = tmp_path / "half.toml"
    file.write_text(
        'game = "expeditions"\nkind = "house"\nname = "half"\n\n[level."2½"]\nspaces_including_start = 27\n'
        "glory_spaces = [3, 6, 9, 12, 15, 18, 21, 24]\n"
        "coins = { map_token = 1, corruption_token = 2, glory_token = 5 }\n",
        "utf-8",
    )
    assert main(["pack", "use", str(file)]) == 0
    client = browser(store)
    for level, leads in (("4", True), ("5", False)):
        session = played(client, store, "expeditions", 999, level=level)
        sent = {f"f.{name}": "0" for name in ("quests", "corruption", "items", "glory")}
        page = words(do(client, session.key, {"do": "tally", "f.coins": "900", **sent}).text)
        assert "You win by" in page
        assert ("One level up" in page) == leads


@pytest.mark.parametrize(("yours", "hers"), [(61, 73), (73, 61), (40, 40), (0, 1), (90, 0)])
def test_names_in_the_chart_do_not_overlap(yours: int, hers: int) -> None:
    look = PageContext(get_translator("en", "scythe"))
    drawn = str(
        render_chart(look, [TurnTotals(n, {"human": yours * n // 4, "automa": hers * n // 4}) for n in range(5)])
    )
    high = [float(y) for y in re.findall(r'y="([\d.]+)" class="end">(?:You|Automa)<', drawn)]
    assert len(high) == 2
    assert abs(high[0] - high[1]) >= 12
    assert max(high) < 150


@pytest.mark.parametrize("game", GAMES)
def test_house_rules_are_in_words_before_and_in_the_game(store: Store, game: str) -> None:
    client = browser(store)
    prefix = games.load_definition(game).prefix
    page = client.get(f"/new/{game}").text
    rules = words(page[page.index('class="house-rules"') :])
    assert not re.search(rf"\b{prefix}-[A-Z]*-?\d", rules)
    page = client.get(f"/g/{begin(client, game, seed='5')}/setup").text
    if "Setup" not in words(page):  # a game that begins with a question has no table yet
        return
    listed = words(page[page.rindex('class="fold panel"') :])
    assert not re.search(rf"\b{prefix}-[A-Z]*-?\d", listed)
    assert listed.count("?") >= 10, "each under its question"


def test_turn_with_an_answer_is_shown_whole() -> None:
    lines = tuple(
        Line(n, (Hand(side="automa", track="power", from_=n, to=n + 1),), f"line {n}", "") for n in range(1, 9)
    )
    ended = Turn(1, "her turn", (), (lines, ()), ())
    assert not ended.folds, "otherwise only a fold would be left"
    assert ended.at_once == len(lines)
    assert Turn(1, "her turn", (), (lines[:7], lines[7:]), ()).folds


def test_command_form_is_below_the_board_and_a_long_one_without_it(store: Store) -> None:
    client = browser(store)
    session = played(client, store, "scythe", 6)
    page = client.get(f"/g/{session.key}/tell/add").text
    assert page.index('class="board') < page.index("sheet-over")
    form = client.get(f"/g/{session.key}/tell/tally").text
    assert 'class="board' not in form
    assert words(form).count("How many coins do you have?") == 1, "no question stands there twice"


def test_numbers_and_ways_do_not_cover_pieces_on_a_base(store: Store) -> None:
    """Regression: the number of a short way from a base lay on the pieces there, and the way on the base's name."""
    session = played(browser(store), store, "scythe", 1, human="crimea", faction="nordic")
    board = load_board(View(session.game, get_translator("en", "scythe")), dark=False)
    assert board is not None
    base = board.spot("base", "automa")
    assert base is not None
    hand = Hand(side="automa", piece="worker", from_="base", to="r1c4")
    drawn = render_marks(board, [Line(1, (hand,), "", "worker")], board.box, FreeSpace(board, board.box, 1.5))
    (mark,) = find_boxes(drawn)
    assert not any(mark.overlaps(box) for box in board.boxes)
    dots = [tuple(map(float, at)) for at in re.findall(r"M([-\d.]+) ([-\d.]+)h", drawn)]
    assert dots
    assert not any(DrawnBox("", x, y, 0.1, 0.1).overlaps(box) for x, y in dots for box in board.boxes)


def test_move_has_the_sign_of_its_piece(store: Store) -> None:
    """Regression: the move of a hero had the sign of a mech."""
    client = browser(store)
    session = played(client, store, "scythe", 1, human="crimea", faction="nordic")
    page = client.get(f"/g/{session.key}/at/base?all=1").text
    offers = page[page.index('class="question') :]
    label = offers[: offers.index("Your character")].rpartition("<svg")[2]
    assert svg.get_shape("character") in label


def test_my_turn_goes_on_after_my_combat(store: Store) -> None:
    """Regression: "Done, my turn" in the middle of it; and the button with the offered number says what it does."""
    client = browser(store)
    key = begin(client, "scythe", seed=str(SEED), human="crimea", faction="nordic")
    session = open_session(store, key)
    for told in (Added("mech", "r7c3"), Adjust("mech", "r7c4", "mat")):
        session.put(told)
    asked = {FIELD + "unit": "mech", FIELD + "from": "r7c3", FIELD + "to": "r7c4"}
    page = client.get(f"/g/{key}/tell/go", params=asked).text
    assert re.search(
        r'id="bar".*<button[^>]*name="f.workers" value="0"[^>]*>Your mech: [^<]*</button>', page, re.DOTALL
    )
    for input_ in (ScytheGo("mech", "r7c3", "r7c4", 0), Fought("r7c4"), Respond("ready")):
        session.put(input_)
    question = session.game.question
    assert isinstance(question, Form)
    answers = {"cards": 5, "total": 20, "star": "no"}
    session.put(Respond({field.name: answers[field.name] for field in question.fields}))
    bar = client.get(f"/g/{key}").text.partition('id="bar"')[2]
    assert ">Done</a>" in bar
