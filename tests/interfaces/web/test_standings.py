"""Both sides of a game on the page, what changes it, the moves that sheets offer, and what buttons say."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given, settings

from automarium.box.box import checked_pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import fill_options
from automarium.engine.game.playthrough import Playthrough, parse_input
from automarium.engine.layout import PlacedPieces
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.question import Pick
from automarium.games import plugins
from automarium.games.scythe.commands import Added, Go, PlacedStar, find_reach, find_sites
from automarium.games.scythe.corrections import Adjust
from automarium.games.scythe.map import BASE, TERRITORIES
from automarium.games.scythe.position import Position
from automarium.interfaces.web.forms.command_form import (
    ADJUST,
    FilledCommand,
    find_commands_at,
    find_movable,
    get_default,
)
from automarium.interfaces.web.forms.form_data import list_offered
from automarium.interfaces.web.pages.game_frame import FIELD
from automarium.interfaces.web.preferences import get_translator
from automarium.interfaces.web.static_files import accent_url, load_files
from automarium.sessions.session import open_session
from automarium.storage.store import Store
from automarium.views.game import View
from tests.games.scythe.strategies import tables
from tests.interfaces.web.kit import begin, browser, do, words
from tests.proof import scale

SEED = "6"
PAIR = {"human": "nordic", "faction": "rusviet", "level": "automa"}


@pytest.fixture
def database() -> str | None:
    """These tests are about pages: SQLite is enough."""
    return None


def read_button(page: str) -> str:
    bar = page.partition('id="bar"')[2]
    found = re.search(r'<(button|p)[^>]*class="go[^>]*>(.*?)</\1>', bar, re.DOTALL)
    assert found is not None
    return unescape(re.sub(r"<[^>]+>", " ", found[2])).strip()


def test_both_sides_are_on_every_table_page(store: Store) -> None:
    client = browser(store)
    key = begin(client, "scythe", seed=SEED, **PAIR)
    session = open_session(store, key)
    session.put(Adjust("your-stars", 4))
    session.put(parse_input(session.definition, {"do": "next"}))
    while session.game.question is not None:
        session.put(Respond("ready"))
    for path in ("", "/my-turn"):
        page = client.get(f"/g/{key}{path}").text
        assert re.search(r'<main [^>]*class="[^"]*me-nordic her-rusviet', page)
        rows = re.findall(r'<li class="standing (\w+) f-(\w+)">(.*?)</li>', page, re.DOTALL)
        assert [(side, colour) for side, colour, _ in rows] == [("human", "nordic"), ("automa", "rusviet")]
        assert "stars: 4/6 4 of 6" in words(rows[0][2])
        assert f"power: {session.game.position.automa.power}" in words(rows[1][2])


def test_the_glory_of_both_sides_of_expeditions_is_shown(store: Store) -> None:
    client = browser(store)
    key = begin(client, "expeditions", seed=SEED, starts="human")
    page = client.get(f"/g/{key}/my-turn").text
    assert re.findall(r'<li class="standing (\w+)">', page) == ["human", "automa"]


def test_own_star_and_what_changes_the_game_are_said_until_the_next_press(store: Store) -> None:
    client = browser(store)
    key = begin(client, "scythe", seed=SEED, **PAIR)
    session = open_session(store, key)
    session.put(PlacedStar())
    page = words(client.get(f"/g/{key}").text)
    assert "Your star 1 of 6" in page
    assert "The sixth star of either side ends the game at once." in page
    session.put(Adjust("tracker", 4))
    assert "The Automa can now cross water" in words(client.get(f"/g/{key}/my-turn").text)
    session.put(Adjust("tracker", 9))
    assert "Scheme II is now active" in words(client.get(f"/g/{key}/my-turn").text)
    session.put(parse_input(session.definition, {"do": "next"}))
    while session.game.question is not None:
        session.put(Respond("ready"))
    page = words(client.get(f"/g/{key}/my-turn").text)
    assert "Your star" not in page
    assert "From now on" not in page


def test_every_faction_has_its_colour_in_the_style_sheet() -> None:
    definition = plugins.load_definition("scythe")
    content = load_files()[accent_url("scythe").removeprefix("/static/")][0].decode()
    for name in definition.page.palette:
        for rule in (f"--f-{name}:#", f"--f-{name}-ink:#", f"--f-{name}-edge:#", f".me-{name}{{", f".her-{name}{{"):
            assert rule in content


def complete(view: View, way: FilledCommand) -> dict[str, object]:
    """The command with something offered for every missing field."""
    filled = way.given
    while (field := view.next_field(way.name, filled)) is not None:
        offered = list_offered(field.question) if isinstance(field.question, Pick) else ()
        filled[field.name] = offered[0] if offered and field.question.default is None else get_default(field)
    return filled


@settings(max_examples=scale(6, 100))
@given(tables())
def test_sheets_offer_only_what_the_engine_accepts(position: Position) -> None:
    definition = plugins.load_definition("scythe")
    pack = checked_pack(definition, {})
    game = Playthrough(definition, fill_options(definition, {}, settle(definition.rulings, {}), pack), {}, 1, pack)
    game.position = position
    view = View(game, get_translator("en", "scythe"))
    for place in (*TERRITORIES, BASE):
        ways = [*find_commands_at(view, place), *(way for _, way in find_movable(view, place))]
        for way in ways:
            filled = complete(view, way)
            if way.name == "go":
                reach = find_reach(position, str(filled["unit"]), str(filled["from"]))
                assert filled["to"] in reach or not reach
            elif way.name == "build":
                assert filled["at"] in find_sites(position)
            elif way.name != "add":
                continue  # corrections are for any place
            with game.tried(parse_input(definition, {"do": way.name, **filled})):
                pass


@pytest.mark.parametrize("seed", range(scale(1, 10)))
@pytest.mark.parametrize("name", plugins.names())
def test_every_offered_move_of_a_game_is_accepted(name: str, seed: int) -> None:
    definition = plugins.load_definition(name)
    pack = checked_pack(definition, {})
    game = Playthrough(definition, fill_options(definition, {}, settle(definition.rulings, {}), pack), {}, seed, pack)
    rival, view = definition.lab.rival(pack, Chance(seed)), View(game, get_translator("en", name))
    turns = 0
    while turns < scale(3, 10) and not (game.position is not None and definition.is_over(game.position)):
        if game.question is not None:
            game.put(Respond(rival.answer(game.question)))
            continue
        places = {one.at for one in game.layout().lines() if isinstance(one, PlacedPieces)}
        for way in (way for place in sorted(places) for way in find_commands_at(view, place)):
            if way.name != ADJUST:  # a correction may be impossible
                with game.tried(parse_input(definition, {"do": way.name, **complete(view, way)})):
                    pass
        for input_ in rival.turn(lambda: game.position):
            game.put(input_)
            if game.question is not None or definition.is_over(game.position):
                break
        turns += 1


def test_across_a_river_is_not_offered(store: Store) -> None:
    """Regression: a tap on A3 offered the worker of B4, which cannot cross the river."""
    client = browser(store)
    key = begin(client, "scythe", seed=SEED, human="crimea", faction="rusviet")
    session = open_session(store, key)
    session.put(Adjust("your-worker", "r2c4", "away"))
    reach = find_reach(session.game.position, "worker", "r2c4")
    for place in sorted({*TERRITORIES} - {"r2c4"}):
        sheet = client.get(f"/g/{key}/at/{place}").text.partition('id="question"')[2]
        offered = re.search(r'value="go"><input[^>]*value="worker"><input[^>]*value="r2c4"', sheet)
        assert (offered is not None) == (place in reach), place


def test_button_says_what_it_does_and_presets_no_ability(store: Store) -> None:
    client = browser(store)
    key = begin(client, "scythe", seed=SEED, human="crimea", faction="nordic")
    session = open_session(store, key)
    sent = {FIELD + "unit": "mech", FIELD + "at": "r7c3"}
    page = client.get(f"/g/{key}/tell/add", params=sent).text
    assert read_button(page) == "Choose above"
    session.put(Added("mech", "r7c3"))
    sent = {FIELD + "unit": "mech", FIELD + "from": "r7c3", FIELD + "to": "r7c4"}
    page = client.get(f"/g/{key}/tell/go", params=sent).text
    assert read_button(page) == "Your mech: G3 (farm) → G4 (mountain)"
    page = client.get(f"/g/{key}/tell/adjust", params={FIELD + "what": "power"}).text
    assert read_button(page) == "Done"  # the number is that of the stepper


def test_one_line_after_an_own_move_is_on_the_page_of_the_own_turn(store: Store) -> None:
    client = browser(store)
    key = begin(client, "scythe", seed=SEED, **PAIR)
    session = open_session(store, key)
    session.put(Adjust("your-character", "r2c3"))
    session.put(Go("character", "r2c3", "r2c4"))  # there is a token
    page = client.get(f"/g/{key}").text
    assert 'class="at-table my-turn' in page
    assert page.count('class="hand') >= 1


def test_outcome_is_previewed_and_the_page_goes_on(store: Store) -> None:
    client = browser(store)
    key = begin(client, "scythe", seed=SEED, **PAIR)
    session = open_session(store, key)
    for told in (
        Adjust("mech", "r3c4", "mat"),
        Adjust("combat-cards", 0),
        Added("mech", BASE),
        Go("mech", BASE, "r3c4"),
    ):
        session.put(told)
    page = do(client, key, {"do": "fight", "f.at": "r3c4"}).text
    assert "hidden" in page.partition('id="her-card"')[2]
    assert 'name="dial"' not in page.partition('id="asking"')[2].partition("</form>")[0]  # a secret is never sent
    page = do(client, key, {"do": "answer", "to": "ready"}).text
    assert "turned" in page
    at = re.search(r'data-revision="(\d+)"', page)
    assert at is not None
    answer = {"to.total": "20", "to.star": "yes"}
    seen = client.post(f"/g/{key}/try", data={"revision": at[1], "do": "answer", **answer}).text
    assert "You win, 20 to" in words(seen)
    assert "Your star 1 of 6" in words(seen)
    assert 'name="seen"' in seen
    after = do(client, key, {"do": "answer", "seen": "1", **answer})
    assert after.url.path == f"/g/{key}/my-turn"
    do(client, key, {"do": "undo"})
    session.refresh()
    assert session.game.position.human.stars == 0


def test_new_game_shows_levels_factions_and_the_last_choice(store: Store) -> None:
    client = browser(store)
    page = client.get("/new/scythe").text
    assert page.count('class="b seg level"') == 4
    assert 'class="dot c-nordic"' in page
    assert "Same as last time" not in page
    begin(client, "scythe", seed=SEED, human="saxony", faction="albion", level="automaszyna")
    page = client.get("/new/scythe").text
    assert "Same as last time" in page
    assert read_button(page).split() == ["Saxony", "vs.", "Albion", "Automaszyna:", "go", "to", "setup"]


def test_own_components_and_boxed_cards_say_what_they_mean(store: Store) -> None:
    client = browser(store)
    assert "Some cards and boards were never published." in words(client.get("/new/expeditions").text)
    key = begin(client, "expeditions", seed=SEED, starts="human")
    assert "not used against the Automa: put it back in the box" in words(client.get(f"/g/{key}/my-turn").text)
