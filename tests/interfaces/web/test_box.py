"""The pages of the box: owner, refusals, words."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from automarium.box import box, sharing
from automarium.box.box import Box
from automarium.box.items import describe_difference
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.interfaces.web.preferences import get_translator
from automarium.interfaces.web.routes.box import BoxRoutes
from automarium.sessions.session import new_session, open_session
from automarium.storage.store import Store
from automarium.storage.store_factory import open_store
from tests.interfaces.web.kit import begin, browser, words
from tests.interfaces.web.test_pages import check_page

GOLEM = plugins.load_definition("golem")
CARD: dict[str, Any] = {
    "bonus": "gold",
    "level": 1,
    "first": "marble",
    "marble": ["work", "most", "left"],
    "rabbi": [2, 1, 3, 5, 4],
    "books": [1, 3],
    "left_half": "yes",
    "right_half": "no",
}


@pytest.fixture
def store() -> Iterator[Store]:
    """The person's own: boxes are files there. Both databases keep them alike, see ``tests/companion/test_box.py``."""
    opened = open_store(None)
    yield opened
    opened.close()


@pytest.fixture
def client(store: Store) -> TestClient:
    return browser(store)


def sent(card: dict[str, Any], id_: str = "1") -> dict[str, str]:
    return {
        f"card-{id_}-{name}": " ".join(map(str, value)) if isinstance(value, list) else str(value)
        for name, value in card.items()
    }


def test_every_box_page_is_valid(client: TestClient) -> None:
    for game in plugins.names():
        definition = plugins.load_definition(game)
        check_page(client.get(f"/box/{game}").text)
        check_page(client.get(f"/box/{game}/share").text)
        for kind in definition.content.components(box.checked_pack(definition, {})):
            first = kind.components[0]
            check_page(client.get(f"/box/{game}/{kind.name}/{first.id}").text)
    assert client.get("/box/golem/card/99").status_code in (404, 422)
    assert client.get("/box/golem/dragon/1").status_code in (404, 422)
    assert client.get("/box/chess").status_code in (404, 422)


def test_card_is_saved_and_corrected(client: TestClient, store: Store) -> None:
    answer = client.post("/box/golem/card/1", data=sent(CARD), follow_redirects=False)
    assert answer.headers["location"] == "/box/golem/card/2?kept=1", "the next that waits"
    assert store.packs.own("golem") == {"card": {"1": CARD}}
    client.post("/box/golem/card/1", data=sent({**CARD, "rabbi": [5, 4]}))
    assert store.packs.box("golem").get("card.1.rabbi") == [5, 4]
    assert "Marble" in words(client.get("/box/golem/card/1").text)
    client.post("/box/golem/card/1", data={"do": "clear"})
    assert store.packs.own("golem") == {}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"books": ""}, "half"),
        ({"marble": "work dragon"}, "dragon"),
        ({"rabbi": "1 1"}, "1"),
        ({"rabbi": "9"}, "9"),
        ({"bonus": "treasure"}, "treasure"),
    ],
)
def test_incomplete_card_and_unknown_symbols_are_refused(
    client: TestClient, store: Store, changed: dict[str, Any], told: str
) -> None:
    answer = client.post("/box/golem/card/1", data=sent({**CARD, **changed}))
    assert answer.status_code == 422
    assert told in words(answer.text)
    assert store.packs.own("golem") == {}


def test_no_effects_and_unknown_effects_differ(client: TestClient, store: Store) -> None:
    client.post("/box/golem/street/red", data={"street-red-1-income": "gain-2 vp-1", "street-red-2-income": "-"})
    assert store.packs.own("golem") == {
        "street": {"red-1": {"income": ["gain-2", "vp-1"]}, "red-2": {"income": []}},
    }


def test_track_has_the_entered_length(client: TestClient, store: Store) -> None:
    where = "/box/golem/tracks/golem_track"
    answer = client.post(where, data={"golem_track-whole-spaces": "5"}, follow_redirects=False)
    assert answer.headers["location"] == f"{where}?kept=1", "now its spaces can be entered"
    assert "golem_space-5-income" in client.get(where).text
    assert "golem_space-6-income" not in client.get(where).text
    progress = {"progress-4-spaces_including_start": "60", "progress-4-glory_spaces": "2 4 6 9 12 15 18 55"}
    coins = {f"progress-4-coins-{kind}_token": "2" for kind in ("map", "corruption", "glory")}
    assert client.post("/box/expeditions/progress/4", data={**progress, **coins}).status_code == 200
    assert store.packs.box("expeditions").get("progress.4.glory_spaces") == [2, 4, 6, 9, 12, 15, 18, 55]
    wrong = {**progress, **coins, "progress-4-spaces_including_start": "20"}
    assert client.post("/box/expeditions/progress/4", data=wrong).status_code == 422
    assert store.packs.box("expeditions").get("progress.4.spaces_including_start") == 60


def test_unknown_component_uses_our_values(client: TestClient, store: Store) -> None:
    client.post("/box/expeditions/progress/4", data={"do": "ours"})
    assert "progress.4.glory_spaces" in store.packs.box("expeditions").house
    key = begin(client, "expeditions", own="mine", level="4")
    assert client.get(f"/g/{key}").status_code == 200
    assert store.packs.own("expeditions") == {}
    client.post("/box/expeditions/progress/4", data={"do": "ask"})
    assert store.packs.box("expeditions").house == ()


def test_not_now_in_a_game(client: TestClient, store: Store) -> None:
    key = begin(client, "expeditions", own="mine", level="4")
    page = client.get(f"/g/{key}").text
    assert 'name="do" value="not-now"' in page
    answer = client.post(f"/g/{key}/do", data={"revision": "1", "do": "not-now"})
    assert "Automarium's value was used this time" in words(answer.text)
    assert store.packs.own("expeditions") == {}


def test_refused_answer_about_a_component_keeps_what_was_entered(client: TestClient) -> None:
    key = begin(client, "expeditions", own="mine", level="4")
    entered = {"to.progress-4-spaces_including_start": "999", "to.progress-4-coins-map_token": "7"}
    page = client.post(f"/g/{key}/do", data={"revision": "1", "do": "answer", **entered}).text
    assert "data-thing" in page
    assert re.search(r'name="to.progress-4-spaces_including_start"[^>]*value="999"', page)
    assert re.search(r'name="to.progress-4-coins-map_token"[^>]*value="7"', page)


def test_question_for_a_card_has_the_shape_of_the_card(client: TestClient, store: Store) -> None:
    playing = new_session(store, GOLEM, {"own": "mine", "level": 1, "board": "house"}, {}, 5)
    rival = GOLEM.lab.rival(playing.game.pack, Chance(6))
    while playing.game.question is None or playing.game.question.about != "form.card":
        asked = playing.game.question
        told = next(iter(rival.turn(lambda: playing.game.position))) if asked is None else Respond(rival.answer(asked))
        playing.put(told)
    page = client.get(f"/g/{playing.key}").text
    assert "data-thing" in page
    assert page.count("th-column") == 4
    form = {name.replace("card-1-", "to."): value for name, value in sent(CARD).items()}
    answering = {"revision": str(playing.revision), "do": "answer", **form}
    for column in ("marble", "rabbi", "books"):
        forgotten = {**answering, f"to.{column}": ""}
        tried = client.post(f"/g/{playing.key}/try", data=forgotten).text
        assert "column" in unescape(re.findall(r'data-missing="([^"]*)"', tried)[0]), "the button asks for it"
        refused = client.post(f"/g/{playing.key}/do", data=forgotten)
        assert "Nothing has been entered here yet." in words(refused.text)
        assert "card" not in store.packs.own("golem")
    client.post(f"/g/{playing.key}/do", data=answering)
    assert store.packs.own("golem")["card"] == {"1": CARD}


@pytest.mark.parametrize(("own", "said"), [("house", True), ("mine", False)])
def test_game_with_our_components_says_so_on_every_page(client: TestClient, own: str, said: bool) -> None:
    key = begin(client, "golem", own=own, board="house", cards="house")
    for page in ("", "/setup", "/log", "/score", "/share", "/mine"):
        assert ("values in this game are Automarium's own" in words(client.get(f"/g/{key}{page}").text)) is said, page


def test_new_game_asks_first_whose_components_are_used(client: TestClient) -> None:
    page = client.get("/new/golem").text
    assert page.index("Use your own copy's printed values?") < page.index("Which level?")
    assert "Which Automa cards?" not in page, "that follows"
    assert "/box/golem" in client.get("/new/golem?own=mine").text


def test_only_the_owner_changes_a_box(client: TestClient, store: Store) -> None:
    """A stranger in the Wi-Fi looks, and their answers stay in their game."""
    elsewhere = {"x-forwarded-for": "192.0.2.7"}
    assert client.post("/box/golem/card/1", data=sent(CARD), headers=elsewhere).status_code == 403
    code = sharing.encode_facts(GOLEM, {"card": {"1": CARD}})
    assert client.post("/box/golem/take", data={"code": code, "take.card/1": "1"}, headers=elsewhere).status_code == 403
    page = client.get("/box/golem/card/1", headers=elsewhere).text
    assert "owner's box" in words(page)
    assert store.packs.own("golem") == {}
    assert "Save this link" in words(client.get(f"/box/golem/import?code={code}", headers=elsewhere).text)


# ------------------------------------------------------------------------------------------------------------- sharing


def upload(client: TestClient, content: bytes, game: str = "golem") -> Any:
    return client.post(f"/box/{game}/import", files={"box": ("box.toml", content)})


def test_differences_are_described_in_words(client: TestClient, store: Store) -> None:
    """Regression: "card.1.bonus: study there, gold in your box"."""
    file = sharing.format_file(GOLEM, box.Box({"card": {"1": {**CARD, "bonus": "study"}}}), Translator("en")).encode()
    box.correct(store.packs, GOLEM, {"card.1": {**CARD, "bonus": "gold"}})
    told = words(upload(client, file).text)
    assert "1 gold ingot in your box, move up 1 on the research track here" in told
    assert "card.1" not in told


def test_imported_file_is_shown_before_it_is_saved(client: TestClient, store: Store) -> None:
    file = sharing.format_file(GOLEM, box.Box({"card": {"1": CARD, "2": CARD}}), Translator("en")).encode()
    box.correct(store.packs, GOLEM, {"card.2": {**CARD, "level": 3}})
    page = upload(client, file)
    told = words(page.text)
    assert "New to your box" in told
    assert "Different from yours" in told
    assert "3 in your box, 1 here" in told
    assert "card.2" not in told, "no id on the surface"
    assert store.packs.box("golem").get("card.1") is None, "nothing is taken yet"
    code = page.text.split('name="code" value="')[1].split('"')[0]
    answer = client.post("/box/golem/take", data={"code": code, "take.card/1": "1"})
    assert "were added to your box" in words(answer.text)
    assert store.packs.box("golem").get("card.1") == CARD
    assert store.packs.box("golem").get("card.2.level") == 3, "what was not ticked stays"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\x89PNG\r\n\x1a\n\xff\xfe", "isn't a box file"),
        (b"<html>", "isn't a box file"),
        (b"[tool.black]\nline-length = 88\n", "tool"),
        (b'[box]\ngame = "scythe"\n[decision.1]\nx = 1\n', "not for Golem"),
        (b'[box]\ngame = "golem"\n', "no facts"),
        (b'[box]\ngame = "golem"\nformat = 9\n[card.1]\nlevel = 1\n', "newer Automarium"),
        (b'[box]\ngame = "golem"\n[card.1]\nmarble = ["dragon"]\n', "dragon"),
        (b'[box]\ngame = "golem"\n[card.99]\nlevel = 1\n', "99"),
        (b'{"automarium": 3}\n', ""),
        (b"a = " + b"[" * 5000, "Line 1 is nested too deeply. The limit is 16 levels."),
        (b".".join([b"a"] * 6_000) + b" = 1", "Line 1 is nested too deeply. The limit is 16 levels."),
        (b"# " + b"x" * 10_000_000, "too large"),
    ],
)
def test_file_that_is_no_box_is_refused(client: TestClient, store: Store, content: bytes, told: str) -> None:
    before = store.packs.box("golem")
    answer = upload(client, content)
    assert answer.status_code == 422
    assert told in words(answer.text)
    assert store.packs.box("golem") == before


def test_incomplete_card_is_shown_and_not_imported(client: TestClient, store: Store) -> None:
    half = {"card": {"1": {"bonus": "gold", "level": 2}}}
    page = upload(client, sharing.format_file(GOLEM, box.Box(half), Translator("en")).encode())
    assert "Card 1 is incomplete. Values still missing: 6." in words(page.text)
    answer = client.post("/box/golem/take", data={"code": sharing.encode_facts(GOLEM, half), "take.card/1": "1"})
    assert answer.status_code == 422
    assert store.packs.own("golem") == {}


def test_facts_without_a_question_are_described_without_paths(store: Store) -> None:
    translator = get_translator("en", "penumbra")
    lists = {"slots": ["spell"], "lines": [["rest"]]}
    board = describe_difference(
        plugins.load_definition("penumbra"), "board.emerald", lists, {**lists, "lines": [["arcana"]]}, translator
    )
    assert board == "its lists differ from those in your box"
    published = describe_difference(
        plugins.load_definition("expeditions"), "progress.2.coins.map_token", 3, 1, translator
    )
    assert published == "a corrected printed value: 1 in your box, 3 here"


def test_truncated_link_is_refused(client: TestClient) -> None:
    code = sharing.encode_facts(GOLEM, {"card": {"1": CARD}})
    assert client.get(f"/box/golem/import?code={code}").status_code == 200
    for wrong in (code[:-7], "", "!", code[::-1], "A" * 60_000):
        assert client.get("/box/golem/import", params={"code": wrong}).status_code == 422


def test_opened_record_offers_its_facts(client: TestClient, store: Store) -> None:
    box.correct(store.packs, GOLEM, {"card.1": CARD})
    options = {"own": "mine", "board": "house", "level": 1}
    record = new_session(store, GOLEM, options, {}, 4).journal().content
    store.packs.change("golem", lambda _: Box({}))
    answer = client.post("/open", files={"record": ("friend.jsonl", record)})
    assert "This record has 1 fact" in words(answer.text)
    key = str(answer.url).rpartition("/")[2]
    page = client.get(f"/box/golem?from={key}").text
    assert "has 1 fact that your box doesn't have" in words(page)
    assert upload(client, record).status_code == 200, "the record itself is a box, too"
    store.delete(key)
    again = client.post("/backup", files={"record": ("friend.jsonl", record)})
    assert "that your box doesn't have" in words(again.text)


def test_whole_deck_fits_into_one_link() -> None:
    house = box.checked_pack(GOLEM, {}).house
    code = sharing.encode_facts(GOLEM, {"card": house["card"]})
    assert len(code) < 1200
    assert sharing.read_code(code) == (GOLEM, {"card": house["card"]})


def test_keeping_one_card_builds_that_one_card(
    client: TestClient, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted in calls of Python functions: all cards and tiles in words took 31,000."""
    client.get("/box/golem/card/1")
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    keep = BoxRoutes.save

    def counted(boxes: BoxRoutes, *args: Any) -> Any:
        sys.setprofile(count)
        try:
            return keep(boxes, *args)
        finally:
            sys.setprofile(None)

    monkeypatch.setattr(BoxRoutes, "save", counted)
    client = browser(store)
    client.post("/box/golem/card/1", data=sent(CARD))
    assert store.packs.box("golem").get("card.1.books") == CARD["books"]
    assert 500 < calls < 3000


def test_new_game_offers_own_components_first_to_an_owner(client: TestClient, store: Store) -> None:
    """Once the box has anything in it, or if the last game was played with own components."""

    def first_choice() -> str:
        shown = re.findall(r'<input[^>]*name="own"[^>]*>', client.get("/new/golem").text)
        assert len(shown) == 2
        assert "checked" in shown[0], "the first choice is the likely one"
        return str(re.findall(r'value="(\w+)"', shown[0])[0])

    assert first_choice() == "house"
    store.packs.change("golem", lambda kept: kept.with_facts([("toll.8.knowledge", 2)]))
    assert first_choice() == "mine"
    store.packs.change("golem", lambda _: Box())
    assert first_choice() == "house"
    begin(client, "golem", own="mine")
    assert first_choice() == "mine"


def test_drawn_card_is_chosen_among_pictures_of_ones_own(client: TestClient, store: Store) -> None:
    house = box.checked_pack(GOLEM, {}).house["card"]
    facts = [(f"card.{id_}.{name}", value) for id_ in ("1", "2", "3") for name, value in house[id_].items()]
    store.packs.change("golem", lambda kept: kept.with_facts(facts))
    asking = client.get("/ask/golem/rabbi").text
    assert asking.count('class="small-card"') == 3
    assert asking.count("data-criterion") >= 4, "one row of criteria for each column"
    assert "None of these" in asking
    playing = new_session(store, GOLEM, {"own": "mine", "level": 1, "board": "house", "deck": "mine"}, {}, 5)
    rival = GOLEM.lab.rival(playing.game.pack, Chance(6))
    while playing.game.question is None or playing.game.question.about != "form.turn":
        asked = playing.game.question
        told = next(iter(rival.turn(lambda: playing.game.position))) if asked is None else Respond(rival.answer(asked))
        playing.put(told)
    page = client.get(f"/g/{playing.key}").text
    assert page.count('class="small-card"') == 3
    assert 'name="to.card"' in page


def test_screen_for_what_is_printed_offers_the_values_of_the_app(client: TestClient, store: Store) -> None:
    key = begin(client, "golem", own="mine", seed="5")
    playing = open_session(store, key)
    client.post(f"/g/{key}/do", data={"revision": str(playing.revision), "do": "next"})
    page = client.get(f"/g/{key}").text
    assert "data-thing" in page
    assert "for everything in this game" in page
    playing.refresh()
    client.post(f"/g/{key}/do", data={"revision": str(playing.revision), "do": "never"})
    playing.refresh()
    assert playing.game.shown.uses_house
    assert store.packs.own("golem") == {}
    assert "values are used" in words(client.get(f"/g/{key}/log").text)


def test_a_refused_card_is_shown_again_as_it_was_entered(client: TestClient) -> None:
    answer = client.post("/box/golem/card/1", data={"do": "keep", "card-1-bonus": "gold", "card-1-rabbi": "2 1"})
    assert answer.status_code == 422
    assert re.search(r'name="card-1-bonus" value="gold" checked', answer.text)
    assert re.search(r'name="card-1-rabbi" value="2 1"|value="2 1"[^>]* name="card-1-rabbi"', answer.text)
