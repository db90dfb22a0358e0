"""Both sides of a game on the page, what changes it, the moves that sheets offer, and what buttons say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automarium.box.box import checked_pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import fill_options
from automarium.engine.game.playthrough import Playthrough, parse_input
from automarium.engine.layout import PlacedPieces
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.question import Field, Pick
from automarium.games import plugins
from automarium.games.scythe import position as scythe
from automarium.games.scythe.commands import Added, Go, PlacedStar, find_reach
from automarium.games.scythe.corrections import Adjust
from automarium.games.scythe.map import BASE, ENCOUNTERS, JOINED, TERRAIN, TERRITORIES, find_human_near
from automarium.games.scythe.position import find_occupied
from automarium.interfaces.web.board.board_picture import load_board
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
from tests.games.expeditions import strategies as of_expeditions
from tests.games.golem import strategies as of_golem
from tests.games.penumbra import strategies as of_penumbra
from tests.games.scythe import strategies as of_scythe
from tests.interfaces.web.kit import begin, browser, do, words
from tests.proof import scale

SEED = "6"
TABLES = {
    "expeditions": of_expeditions.tables,
    "golem": of_golem.tables,
    "penumbra": of_penumbra.tables,
    "scythe": of_scythe.tables,
}
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
    assert "The sixth star of either side ends the game immediately." in page
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


def find_illegal(name: str, position: Any, filled: Mapping[str, Any]) -> list[str]:
    """What speaks against a place that is offered, by the rules of the game as far as the app knows them."""
    if name == "go" and isinstance(position, scythe.Position):
        unit, here, to = filled["unit"], filled["from"], filled["to"]
        human, hers = position.human, find_occupied(position.automa)
        armed = unit != "worker"
        rivers: Any = human.riverwalk if armed else "all" if human.faction == "nordic" else False
        near = {BASE: JOINED[human.faction], **find_human_near(human.faction, rivers, human.lakes and armed, True)}
        through = [at for at in near[here] if at not in hers] if human.speed and armed else []
        reached = {*near[here], *(at for via in through for at in near[via])}
        enemies = {position.automa.character, *position.automa.mechs} - {BASE}
        held = here in enemies & {human.character, *human.mechs}
        faults = {"far": to not in reached, "hers": not armed and to in hers, "there": to == here, "fights": held}
    elif name == "go":
        faults = {"hers": filled["to"] in position.mechs.values(), "there": filled["to"] == position.human}
    elif name in ("explore", "vanquish"):
        faults = {"away": filled["at"] != position.human}
    elif name in ("add", "build"):
        at, human = filled["at"], position.human
        alone = at not in human.workers
        met = name == "add" and at == human.character and at in ENCOUNTERS
        mill = filled.get("unit") == "worker" and at in human.structures
        village = met or filled.get("unit") != "worker" or TERRAIN[at] == "village"
        faults = {"alone": alone and not met and not mill, "hers": at in find_occupied(position.automa)}
        faults |= {"base": at == BASE, "village": not village}
        faults |= {"built": name == "build" and (at in human.structures or TERRAIN[at] == "lake")}
    else:
        faults = {"place": name != "fight"}  # no other command has places
    return [fault for fault, holds in faults.items() if holds]


def make_game(name: str, seed: int = 1) -> Playthrough:
    definition = plugins.load_definition(name)
    pack = checked_pack(definition, {})
    return Playthrough(definition, fill_options(definition, {}, settle(definition.rulings, {}), pack), {}, seed, pack)


def list_sheets(view: View, place: str) -> Iterator[tuple[FilledCommand, Field]]:
    """The commands that a tap on a place begins, each with the field of its target."""
    for way in (*find_commands_at(view, place), *(way for _, way in find_movable(view, place))):
        if way.name != ADJUST:
            asked = view.next_field(way.name, way.given)
            is_target = asked is not None and isinstance(asked.question, Pick) and asked.question.family == "place"
            yield way, asked if asked and is_target else next(field for field, one in way.fields if one == place)


@pytest.mark.parametrize("name", plugins.names())
@settings(max_examples=scale(6, 100), deadline=None)
@given(st.data())
def test_sheets_offer_only_legal_places(name: str, data: st.DataObject) -> None:
    game = make_game(name)
    game.position = data.draw(TABLES[name]())
    view = View(game, get_translator("en", name))
    board = load_board(view, dark=False)
    assert board is not None
    for place in sorted(board.places):
        for way, field in list_sheets(view, place):
            assert isinstance(field.question, Pick)
            offered = [place] if field.name in way.given else list_offered(field.question)
            for at in offered:
                filled = {**way.given, field.name: at}
                assert find_illegal(way.name, game.position, filled) == [], (way.name, filled)
                complete_way = complete(view, FilledCommand(way.name, (*way.fields, (field, at)), None))
                with game.tried(parse_input(game.definition, {"do": way.name, **complete_way})):
                    pass


def test_piece_with_nothing_in_reach_says_so_and_names_the_way_out(store: Store) -> None:
    """Regression: a piece that could go nowhere was offered every place of the map as if it could go there."""
    client = browser(store)
    key = begin(client, "scythe", seed=SEED, **PAIR)
    session = open_session(store, key)
    for told in (Adjust("mech", "r3c4", "mat"), Added("mech", BASE), Go("mech", BASE, "r3c4")):
        session.put(told)
    page = client.get(f"/g/{key}/at/r3c4").text
    assert "Your attack on C4" in words(page.partition('id="question"')[2])
    sent = {FIELD + "unit": "mech", FIELD + "from": "r3c4"}
    page = client.get(f"/g/{key}/tell/go", params=sent).text
    assert "It stays where it is: nothing is in reach, or there is a combat to resolve first." in words(page)
    offered, beyond, folded = page.partition('id="question"')[2].partition('<details class="beyond"')
    assert beyond
    assert 'name="f.to"' not in offered
    assert "Another place, allowed by an ability or a card" in words(folded)
    assert f'value="{BASE}"' in folded
    assert 'class="glow"' not in page


@pytest.mark.parametrize("seed", range(scale(1, 10)))
@pytest.mark.parametrize("name", plugins.names())
def test_every_offered_move_of_a_game_is_accepted(name: str, seed: int) -> None:
    game = make_game(name, seed)
    definition = game.definition
    rival, view = definition.lab.rival(game.pack, Chance(seed)), View(game, get_translator("en", name))
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
    assert "not used against the Automa, so return it to the box" in words(client.get(f"/g/{key}/my-turn").text)
