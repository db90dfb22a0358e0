"""What a finished game gives to others: picture, text, BG Stats, note; and the report of a problem."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import UTC, datetime
from html import unescape
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from automarium import __version__
from automarium.engine.game.record import decode
from automarium.interfaces.web.app import Settings
from automarium.interfaces.web.preferences import get_translator
from automarium.interfaces.web.shared_result import BG_STATS
from automarium.sessions.session import open_session
from automarium.storage.store import LONGEST_NOTE, Store
from automarium.views.game import View
from automarium.views.score_sheet import build_sheet, list_totals, make_inputs
from tests.interfaces.web.kit import GAMES, begin, browser, do, whole_game, words
from tests.interfaces.web.test_pages import check_page

LANGS = ("en", "uk", "ru")
NOTE = 'Bought maps too late; <b>10 % more</b> & "cards"'
BGG = {"scythe": 169786, "expeditions": 379078, "golem": 298383, "penumbra": None}
NAMES = {"scythe": "Scythe", "expeditions": "Expeditions", "golem": "Golem", "penumbra": "Penumbra"}
PLAY = {"sourceName", "sourcePlayId", "playDate", "durationMin", "comments", "game", "players"}
PLAYER = {"name", "sourcePlayerId", "startPlayer", "winner", "score", "role"}


@pytest.fixture
def database() -> None:
    """SQLite only: pages do not depend on the store. The note is tested on both in tests/storage."""


@pytest.fixture
def client(store: Store) -> TestClient:
    return browser(store)


def finish(client: TestClient, store: Store, game: str, amount: int = 8, **options: str) -> str:
    """Play a whole game, count its score, and return its key."""
    key = begin(client, game, seed="3", **options)
    session = open_session(store, key)
    for input_ in whole_game(store, key):
        if session.game.position is None or not session.definition.is_over(session.game.position):
            session.put(input_)
    view = View(session.game, get_translator("en", game))
    sheet = build_sheet(view, view.score(), telling=True)
    numbers = [
        {one.name: amount if one.question.default is None else None for one in part.fields} for part in sheet.parts
    ]
    for input_ in make_inputs(view, sheet.parts, numbers):
        session.put(input_)
    return key


def find_play(page: str) -> dict[str, Any]:
    """Return what the link to BG Stats says."""
    [url] = re.findall(rf'href="({re.escape(BG_STATS)}[^"]*)"', page)
    data: dict[str, Any] = json.loads(unquote(unescape(url).removeprefix(BG_STATS)))
    return data


def find_text(page: str) -> str:
    found = re.search(r'<textarea id="result-text"[^>]*>([^<]*)</textarea>', page)
    assert found is not None
    return unescape(found[1])


@pytest.mark.parametrize("game", GAMES)
def test_bg_stats_gets_every_field_in_every_language(client: TestClient, store: Store, game: str) -> None:
    key = finish(client, store, game)
    [kept] = store.games([key])
    played = open_session(store, key).game
    score = played.definition.scoring.score(played.position, played.rulings)
    plays = []
    for lang in LANGS:
        client.cookies.set("lang", lang)
        result, share = client.get(f"/g/{key}").text, client.get(f"/g/{key}/share").text
        check_page(result)
        check_page(share)
        play = find_play(share)
        assert play == find_play(result)
        assert key not in json.dumps(play)
        assert set(play) == PLAY
        assert play["sourceName"] == "Automarium"
        assert play["sourcePlayId"]
        begun = datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
        assert begun.timestamp() == int(kept.created)
        assert play["durationMin"] == 0, "a game of seconds has no length"
        assert str(played.definition.status(played.position).turn) in play["comments"]
        about = {"name": NAMES[game], "highestWins": True, "noPoints": False, "sourceGameId": game}
        assert play["game"] == about | ({} if BGG[game] is None else {"bggId": BGG[game]})
        assert [one["sourcePlayerId"] for one in play["players"]] == ["human", "automa"]
        for one in play["players"]:
            side = one["sourcePlayerId"]
            assert set(one) == PLAYER
            assert one["name"]
            assert one["score"] == score.totals[side]
            assert one["winner"] is (score.winner in (side, "both"))
            assert one["startPlayer"] is (played.definition.find_starter(played.position) == side)
            assert bool(one["role"]) == (game == "scythe"), "only Scythe has factions"
        plays.append(play)
    assert len({one["sourcePlayId"] for one in plays}) == 1
    assert len({one["players"][0]["name"] for one in plays}) == len({"You", "Ви", "Вы"})


def test_bg_stats_says_how_long_an_evening_took(client: TestClient, store: Store) -> None:
    key = finish(client, store, "expeditions")
    lines, kept = store.read(key).lines, store.games([key])[0]
    created = 1_700_000_000.0
    for minutes, expected in ((95, 95), (3 * 24 * 60, 0)):
        again = store.create(lines, kept.summary, times=(created, created + 60 * minutes))
        play = find_play(client.get(f"/g/{again}/share").text)
        assert play["durationMin"] == expected
        assert play["playDate"] == "2023-11-14 22:13:20"


def test_all_humans_of_golem_are_players(client: TestClient, store: Store) -> None:
    key = finish(client, store, "golem", humans="3")
    play = find_play(client.get(f"/g/{key}/share").text)
    assert [one["sourcePlayerId"] for one in play["players"]] == ["human", "human-2", "human-3", "automa"]
    assert len({one["name"] for one in play["players"]}) == 4
    assert client.get(f"/g/{key}/result.svg").status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_picture_and_text_tell_the_result_without_the_key(client: TestClient, store: Store, game: str) -> None:
    key = finish(client, store, game)
    played = open_session(store, key).game
    totals = played.definition.scoring.score(played.position, played.rulings).totals
    texts = set()
    for lang in LANGS:
        client.cookies.set("lang", lang)
        text = find_text(client.get(f"/g/{key}/share").text)
        texts.add(text)
        assert key not in text
        assert str(totals["human"]) in text
        assert str(totals["automa"]) in text
        for shape, width, height in (("wide", 1200, 630), ("upright", 1080, 1920)):
            answer = client.get(f"/g/{key}/result.svg?shape={shape}")
            assert answer.headers["content-type"].startswith("image/svg+xml")
            assert key not in answer.text
            root = ElementTree.fromstring(answer.text)
            assert (root.get("width"), root.get("height")) == (str(width), str(height))
            shown = ["".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text")]
            assert {str(totals["human"]), str(totals["automa"]), "Automarium"} <= set(shown)
            links = [value for one in root.iter() for name, value in one.attrib.items() if name.endswith("href")]
            assert links == [], "a picture that loads something cannot be drawn on a canvas"
    assert len(texts) == len(LANGS)


def test_lost_and_won_games_are_told_apart(client: TestClient, store: Store) -> None:
    for amount, heading in ((0, "Lost by"), (400, "Won by")):
        key = finish(client, store, "golem", amount)
        assert heading in client.get(f"/g/{key}/result.svg").text
        assert heading in find_text(client.get(f"/g/{key}/share").text)


def test_no_picture_before_the_result_is_known(client: TestClient) -> None:
    key = begin(client, "expeditions", seed="3")
    assert client.get(f"/g/{key}/result.svg").status_code == 422
    page = client.get(f"/g/{key}/share").text
    assert BG_STATS not in page
    assert "data-picture" not in page


def test_a_score_counted_during_play_is_no_result(client: TestClient) -> None:
    key = begin(client, "scythe", seed="3")
    numbers = {"coins": "9", "popularity": "5", "territories": "4", "resources": "2", "bonus": "0", "stars": "1"}
    assert do(client, key, {"do": "tally", **{f"f.{name}": text for name, text in numbers.items()}}).is_success
    assert client.get(f"/g/{key}/result.svg").status_code == 422
    assert BG_STATS not in client.get(f"/g/{key}/share").text + client.get(f"/g/{key}").text


def test_a_tie_and_a_new_best_are_said(client: TestClient, store: Store) -> None:
    finish(client, store, "golem", 1)
    [lost] = store.games()
    key = finish(client, store, "golem", lost.summary.totals["automa"])
    if store.games([key])[0].summary.winner is None:  # the rabbis decide
        assert do(client, key, {"do": "tie", "f.side": "human"}).is_success
    winner = store.games([key])[0].summary.winner
    for lang in LANGS:
        client.cookies.set("lang", lang)
        say = get_translator(lang).say
        picture = client.get(f"/g/{key}/result.svg").text
        assert say(f"web.result.{winner}.tie") in picture
        assert say("web.best.chip") in picture
        assert say("web.best.chip") not in client.get(f"/g/{lost.key}/result.svg").text


@pytest.mark.parametrize("lang", LANGS[1:])
def test_note_is_saved_and_sent_only_if_ticked(client: TestClient, store: Store, lang: str) -> None:
    client.cookies.set("lang", lang)
    key = finish(client, store, "expeditions")
    before = store.read(key)
    answer = do(client, key, {"do": "note", "note": NOTE})
    assert answer.status_code == 200
    check_page(answer.text)
    assert get_translator(lang, "expeditions").say("web.note.saved") in words(answer.text)
    assert store.games([key])[0].note == NOTE
    assert store.read(key) == before, "the record stays as it is"
    result, page = client.get(f"/g/{key}").text, client.get(f"/g/{key}/share").text
    check_page(page)
    assert unescape(result).count(NOTE) == 1
    assert NOTE not in find_text(page)
    assert NOTE not in find_play(page)["comments"]
    assert NOTE not in find_play(result)["comments"]
    assert NOTE not in unescape(client.get(f"/g/{key}/result.svg").text)
    ticked = client.get(f"/g/{key}/share?note=1").text
    assert NOTE in find_text(ticked)
    assert NOTE in find_play(ticked)["comments"]
    assert NOTE in unescape(client.get("/games").text)
    assert NOTE in [row["note"] for row in csv.DictReader(io.StringIO(client.get("/games.csv").text))]
    do(client, key, {"do": "note", "note": " "})
    assert store.games([key])[0].note == ""


def test_note_does_not_depend_on_the_revision_and_has_a_longest_length(client: TestClient, store: Store) -> None:
    key = finish(client, store, "expeditions")
    assert do(client, key, {"do": "note", "note": "kept"}, at="1").status_code == 200
    assert store.games([key])[0].note == "kept"
    refused = do(client, key, {"do": "note", "note": "x" * (LONGEST_NOTE + 1)})
    assert refused.status_code == 422
    assert str(LONGEST_NOTE) in words(refused.text)
    assert store.games([key])[0].note == "kept"


@pytest.mark.parametrize("lang", LANGS)
def test_report_holds_record_version_and_browser_but_no_key(client: TestClient, store: Store, lang: str) -> None:
    client.cookies.set("lang", lang)
    key = begin(client, "scythe", seed="3")
    agent = {"user-agent": f"Firefox/999 {key}"}
    page = client.get(f"/g/{key}/report", headers=agent)
    check_page(page.text)
    found = re.search(r'<textarea id="report"[^>]*>([^<]*)</textarea>', page.text)
    assert found is not None
    report = unescape(found[1])
    file = client.get(f"/g/{key}/report.txt", headers=agent)
    assert file.text == report
    assert "attachment" in file.headers["content-disposition"]
    assert key not in file.headers["content-disposition"]
    assert key not in report
    assert f"Automarium: {__version__}" in report
    assert "Firefox/999" in report
    record = report.partition("Record:\n")[2].encode()
    assert decode(record).texts == list(store.read(key).lines)
    assert f'href="/g/{key}/report"' in client.get(f"/g/{key}").text, "it is in the menu"


def test_best_result_and_wins_are_those_of_the_same_game(client: TestClient, store: Store) -> None:
    finish(client, store, "golem", 90)
    other = finish(client, store, "expeditions", 9)
    key = finish(client, store, "expeditions", 2)
    [best] = store.games([other])
    won = sum(one.summary.winner == "human" for one in store.games([other, key]))
    page = words(client.get(f"/g/{key}").text)
    assert f"your best so far: {best.summary.totals['human']}" in page
    assert f"Won {won} of 2" in page


@pytest.mark.parametrize("game", GAMES)
def test_curve_has_both_sides_as_far_as_they_are_known(client: TestClient, store: Store, game: str) -> None:
    key = finish(client, store, game)
    view = View(open_session(store, key).game, get_translator("en", game))
    points = list_totals(view)
    assert all("automa" in one.totals for one in points)
    assert {"human", "automa"} <= set(points[-1].totals)
    assert all("human" not in one.totals for one in points[:-1]), "what was not counted yet is no total"
    known = [one.known["human"] for one in points if "human" in one.known]
    assert bool(known) == (game in ("scythe", "expeditions")), "the others do not hear of it before the end"
    caption = get_translator("en", game).say("web.course.known")
    assert (caption in words(client.get(f"/g/{key}").text)) == bool(known)


def test_known_points_are_those_of_the_position_at_the_final_rates(client: TestClient, store: Store) -> None:
    session = open_session(store, finish(client, store, "expeditions"))
    last = session.game.position
    scoring = session.definition.scoring
    counted = scoring.score(last, session.game.rulings)
    parts = {line.what: line.points for line in counted.lines if line.side == "human"}
    assert scoring.known_points(last, last) == parts["glory"] + parts["corruption"]


def test_sheet_says_what_a_rate_depends_on(client: TestClient, store: Store) -> None:
    shown = {game: words(client.get(f"/g/{finish(client, store, game)}").text) for game in ("expeditions", "scythe")}
    assert "8 quests: 10 each" in shown["expeditions"]
    assert "Popularity 8" in shown["scythe"]


@pytest.mark.parametrize("lang", LANGS)
def test_home_says_whose_turn_it_is_and_its_button_goes_to_the_table(
    client: TestClient, store: Store, lang: str
) -> None:
    client.cookies.set("lang", lang)
    say = get_translator(lang).say
    key = begin(client, "expeditions", seed="3", starts="human")
    assert f'<p class="whose">{say("web.turn-of.human")}' in client.get("/").text
    store.delete(key)
    begin(client, "expeditions", seed="3", starts="automa")
    home = client.get("/").text.replace("&#x27;", "'")
    assert f'<p class="whose">{say("web.turn-of.automa")}' in home
    assert words(home).count(say("web.turn-of.automa")) == 1, "it is said once"
    assert f'<span class="b strong">{say("web.go-on")}</span>' in home


def test_guests_of_a_public_server_have_it_too(store: Store) -> None:
    guest = browser(store, Settings(rate=0, public=True, names=("localhost",)))
    key = finish(guest, store, "expeditions")
    assert find_play(guest.get(f"/g/{key}").text) == find_play(guest.get(f"/g/{key}/share").text)
    assert do(guest, key, {"do": "note", "note": "mine"}).status_code == 200
    assert store.games([key])[0].note == "mine"
