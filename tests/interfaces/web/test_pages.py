"""The pages: every page of every game in every language, by plain requests."""

from __future__ import annotations

import csv
import io
import re
from html import unescape
from html.parser import HTMLParser

import pytest
from starlette.testclient import TestClient

from automarium.box import box
from automarium.engine.content.clauses import load_catalogue, text_in
from automarium.engine.content.rulings import settle
from automarium.engine.definition import fill_options
from automarium.engine.layout import PLENTY, SUPPLY, PlacedPieces, TrackValue
from automarium.engine.message import Refused
from automarium.engine.play.command import Respond, find_next_field, is_available
from automarium.engine.question import Answer, check
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.interfaces.web.app import Settings
from automarium.interfaces.web.forms.form_data import encode_answer
from automarium.interfaces.web.pages.game_frame import minus, strip_ids
from automarium.interfaces.web.preferences import get_translator
from automarium.interfaces.web.shared_result import BG_STATS
from automarium.sessions.session import Session, new_session, open_session
from automarium.storage.store import Store
from automarium.views.game import View
from automarium.views.question import PersonDecision, describe_answer
from automarium.views.turn import build_gauges, build_turn, find_correction
from automarium.views.turn_lines import describe_thing, list_layout
from tests.answers import pick_lowest
from tests.interfaces.web.kit import GAMES, begin, browser, do, form_of, revision, whole_game, words
from tests.proof import PROOF

KEYS = re.compile(r"\b(?:web|ask|input|help|command|option|tell|score|clause|ruling|family|place)\.[a-z][\w.-]*")
VOID = {"meta", "link", "input", "img", "br", "hr"}


class Strict(HTMLParser):
    """Every element is closed in order, and nothing is in it that the content security policy would stop."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            assert name != "style", f"style on {tag}"
            assert not name.startswith("on"), f"{name} on {tag}"
            if name == "id" and "svg" not in self.open:
                assert value not in self.ids, f"id {value} twice"
                self.ids.add(str(value))
            if name in ("href", "src", "action") and value:
                away = tag == "a" and value.startswith(BG_STATS)  # followed by a tap, never loaded
                assert away or value.startswith(("/", "#")), f"{tag} leads outside: {value}"
        assert tag != "style"
        if tag == "script":
            assert dict(attrs).get("src"), "inline script"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, _ in attrs:
            assert name != "style"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(page: str) -> None:
    strict = Strict()
    strict.feed(page)
    assert strict.open == []
    assert not KEYS.search(words(page)), KEYS.search(words(page))


@pytest.fixture(params=["sqlite", "postgres"] if PROOF else ["sqlite"])
def database(request: pytest.FixtureRequest) -> str | None:
    """What a page shows does not depend on the database: the slice looks at it on one."""
    return None if request.param == "sqlite" else request.getfixturevalue("postgres").new_place()


@pytest.fixture
def client(store: Store) -> TestClient:
    return browser(store)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_a_game_in_every_language(client: TestClient, store: Store, game: str, lang: str) -> None:
    client.cookies.set("lang", lang)
    key = begin(client, game)
    for input_, _ in zip(whole_game(store, key), range(14), strict=False):
        answer = do(client, key, form_of(input_))
        assert answer.status_code == 200, words(answer.text)
        check_page(answer.text)
    session = open_session(store, key)
    pages = ["", "/log", "/log?why=1", "/score", "/setup", "/share"]
    pages += [
        f"/why/{index}/{number}" for index, run in enumerate(session.game.runs) for number, _ in enumerate(run.steps, 1)
    ][:8]
    if session.game.question is None:
        pages += ["/odds", *(f"/tell/{name}" for name in session.definition.commands)]
    for path in pages:
        answer = client.get(f"/g/{key}{path}")
        if path.startswith("/tell") and answer.status_code == 422:
            continue  # a refusal in words: nothing of this kind can be told now
        assert answer.status_code == 200, path
        assert f'lang="{lang}"' in answer.text
        check_page(answer.text)
    for path in ("/", f"/new/{game}", f"/ask/{game}", f"/rules/{game}", f"/rules/{game}?q=1"):
        check_page(client.get(path).text)


@pytest.mark.parametrize("game", GAMES)
def test_pictures_of_decisions(client: TestClient, store: Store, game: str) -> None:
    key = begin(client, game)
    drawn = 0
    for input_, _ in zip(whole_game(store, key), range(30), strict=False):
        do(client, key, form_of(input_))
    session = open_session(store, key)
    for index, run in enumerate(session.game.runs):
        for number, step in enumerate(run.steps, 1):
            answer = client.get(f"/g/{key}/why/{index}/{number}.svg?theme=dark")
            if step.traces and run.input is not None:
                assert answer.status_code == 200
                assert answer.headers["content-type"].startswith("image/svg+xml")
                drawn += 1
            else:
                assert answer.status_code == 404
    assert drawn


@pytest.mark.parametrize("game", GAMES)
def test_whole_game_by_forms_gives_the_record_of_the_rival(client: TestClient, store: Store, game: str) -> None:
    key = begin(client, game)
    for input_ in whole_game(store, key):
        answer = do(client, key, form_of(input_), follow_redirects=False)
        assert answer.status_code == 303, words(answer.text)
        assert answer.headers["location"] == f"/g/{key}"
    session = open_session(store, key)
    assert session.definition.is_over(session.game.position)
    page = client.get(f"/g/{key}").text
    assert 'data-over="yes"' in page
    assert 'class="go-on"' not in page
    check_page(page)
    score = session.definition.scoring.score(session.game.position, session.game.rulings)
    sheet = words(client.get(f"/g/{key}/score").text)
    for line in score.lines:
        assert str(line.points).replace("-", "−") in sheet
        assert line.each in (0, 1) or f"{line.amount} × {line.each}".replace("-", "−") in sheet


def name_of(do: str, page: str) -> str:
    """What the button says that it would take back or bring back."""
    button = re.search(rf'<button[^>]* id="{do}" title="([^"]*)"', page)
    assert button is not None
    return unescape(button[1])


@pytest.mark.parametrize("game", GAMES)
def test_undo_names_the_question_of_the_answer(client: TestClient, store: Store, game: str) -> None:
    client.cookies.set("lang", "uk")
    translator = get_translator("uk", game)
    checked = 0
    while not checked:  # a game may pass without a question
        key = begin(client, game)
        session = open_session(store, key)
        for input_ in whole_game(store, key):
            session.refresh()
            question = session.game.question
            if question is None:
                session.put(input_)
                continue
            page = do(client, key, form_of(input_)).text
            session.refresh()
            still_asked = session.game.question is not None
            if isinstance(input_, Respond):
                expected = describe_answer(question, check(question, input_.to), translator)
                assert not still_asked or expected in name_of("undo", page)
                page = do(client, key, {"do": "undo-answer"}).text
                assert expected in name_of("redo", page)
                do(client, key, {"do": "redo"})
                checked += 1
            if checked == 6:
                break


@pytest.mark.parametrize("game", GAMES)
def test_undo_and_redo_are_labelled(client: TestClient, store: Store, game: str) -> None:
    key = begin(client, game)
    for input_, _ in zip(whole_game(store, key), range(4), strict=False):
        do(client, key, form_of(input_))
    before = open_session(store, key).game
    page = client.get(f"/g/{key}").text
    last = name_of("undo", page)
    page = do(client, key, {"do": "undo"}).text
    assert name_of("redo", page) == last
    page = do(client, key, {"do": "redo"}).text
    assert name_of("undo", page) == last
    assert open_session(store, key).game.digest() == before.digest()


@pytest.mark.parametrize("game", GAMES)
def test_every_place_can_be_tapped(client: TestClient, store: Store, game: str) -> None:
    key = begin(client, game)
    for input_ in whole_game(store, key):
        session = open_session(store, key)
        if session.game.question is None and len(session.game.runs) > 3:
            break
        do(client, key, form_of(input_))
    page = client.get(f"/g/{key}").text
    places = set(re.findall(r'data-place="([^"]+)"', page))
    offered = 0
    for place in sorted(places):
        answer = client.get(f"/g/{key}/at/{place}")
        assert answer.status_code == 200
        check_page(answer.text)
        offered += answer.text.count('<div class="tellers">') > 0
        for onward in re.findall(r'href="(/g/[^"]+/tell/[^"]+)"', answer.text):
            leads = client.get(onward.replace("&amp;", "&"))
            assert leads.status_code == 200, onward
            check_page(leads.text)
    assert not places or offered > len(places) / 2
    assert client.get(f"/g/{key}/at/nowhere").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_single_decision_by_forms(client: TestClient, game: str) -> None:
    definition = plugins.load_definition(game)
    pack = box.checked_pack(definition, {})
    for ask in definition.decisions:
        asking = PersonDecision(definition, ask, pack, {})
        sent: dict[str, str] = {}
        while True:
            answer = client.get(f"/ask/{game}/{ask}", params=sent)
            assert answer.status_code == 200, words(answer.text)
            check_page(answer.text)
            if asking.question is None:
                break
            assert 'class="question"' in answer.text
            headings = re.findall(r"<h[12][^>]*>(.*?)</h[12]>", answer.text)
            assert len(headings) == len(set(headings)), "the page says its title once"
            chosen = pick_lowest(asking.question)
            sent |= encode_answer(chosen, f"a{len(asking.answered)}")
            asking.answer(chosen)
            assert len(asking.answered) < 200
        assert 'class="question"' not in answer.text
        assert "current" in answer.text, ask


def test_dependent_options_are_checked(client: TestClient) -> None:
    for game in GAMES:
        definition = plugins.load_definition(game)
        first = next(
            iter(definition.setup.option_fields({}, settle(definition.rulings, {}), box.checked_pack(definition, {})))
        )
        answer = client.get(f"/new/{game}", params={first.name: "no such thing"})
        assert "no such thing" in words(answer.text)
        answer = client.post(f"/new/{game}", data={first.name: "no such thing"})
        assert answer.status_code == 422
        ruling = next(one for one in definition.rulings.rulings() if len(one.choices) > 1)
        key = begin(client, game, **{f"r.{ruling.id}": ruling.choices[1]})
        said = next(
            one for one in load_catalogue(definition.folder).rulings[ruling.id].choice if one.id == ruling.choices[1]
        )
        assert strip_ids(text_in(said.text, "en")) in words(client.get(f"/g/{key}/setup").text)
        assert client.post(f"/new/{game}", data={f"r.{ruling.id}": "no"}).status_code == 422
        assert client.post(f"/new/{game}", data={"r.no": "no"}).status_code == 422


def test_seed_repeats_a_game(client: TestClient, store: Store) -> None:
    """The address of a new game may contain it; it is not asked for, and a change of options keeps it."""
    page = client.get("/new/expeditions?seed=5&level=3").text
    assert '<input type="hidden" name="seed" value="5">' in page
    check_page(page)
    assert "seed" not in client.get("/new/expeditions").text
    assert open_session(store, begin(client, "expeditions", seed="5")).header.seed == 5
    for wrong in ("five", "-1", str(2**48), ""):
        assert client.get("/new/expeditions", params={"seed": wrong}).status_code == 422
        assert client.post("/new/expeditions", data={"seed": wrong}).status_code == 422


def test_every_cited_clause_is_linked(client: TestClient, store: Store) -> None:
    for game in GAMES:
        key = begin(client, game)
        for input_, _ in zip(whole_game(store, key), range(25), strict=False):
            do(client, key, form_of(input_))
        log = client.get(f"/g/{key}/log?why=1").text
        cited = set(re.findall(rf'href="(/rules/{game}/[^"]+)"', log))
        assert len(cited) > 5
        for path in cited:
            answer = client.get(path)
            assert answer.status_code == 200, path
            check_page(answer.text)
        prefix = plugins.load_definition(game).prefix
        bare = re.sub(r"<a [^>]*>[^<]*</a>", "", log)
        assert not re.search(rf"\b{prefix}-[A-Z]+-\d+", bare), "a clause without its link"


def test_search_in_the_rules(client: TestClient) -> None:
    for game in GAMES:
        everything = client.get(f"/rules/{game}").text.count("<li>")
        found = client.get(f"/rules/{game}", params={"q": "automa mech"}).text.count("<li>")
        assert 0 <= found < everything
        assert client.get(f"/rules/{game}", params={"q": "<script>"}).text.count("<script>") == 0
        assert client.get(f"/rules/{game}/XXX-1").status_code == 404


def test_record_is_downloaded_and_opened(client: TestClient, store: Store) -> None:
    for game in GAMES:
        key = begin(client, game)
        for input_, _ in zip(whole_game(store, key), range(10), strict=False):
            do(client, key, form_of(input_))
        record = client.get(f"/g/{key}/record.jsonl")
        assert record.headers["content-disposition"].startswith("attachment; filename=")
        answer = client.post("/open", files={"record": ("game.jsonl", record.content)}, follow_redirects=False)
        assert answer.status_code == 303
        other = answer.headers["location"].removeprefix("/g/")
        assert other != key
        assert open_session(store, other).game.digest() == open_session(store, key).game.digest()


def test_language_and_theme_are_stored(client: TestClient) -> None:
    answer = client.post("/settings", data={"lang": "uk", "back": "/rules/" + GAMES[0]})
    assert answer.url.path == f"/rules/{GAMES[0]}"
    assert '<html lang="uk"' in answer.text
    assert 'data-theme="dark"' in client.post("/settings", data={"theme": "dark", "back": "/"}).text
    for back in ("//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"):
        answer = client.post("/settings", data={"lang": "en", "back": back}, follow_redirects=False)
        assert answer.headers["location"] == "/", back
    assert (
        '<html lang="ru"'
        in TestClient(client.app, base_url="http://localhost", headers={"accept-language": "ru-RU,en"}).get("/").text
    )


def test_other_clients_do_not_see_the_list_of_games(store: Store) -> None:
    at_home = browser(store)
    key = begin(at_home, GAMES[0])
    at_home.cookies.clear()
    phone = browser(store, Settings(rate=0, lan=True), client=("192.0.2.7", 4000))
    proxied = {"x-forwarded-for": "192.0.2.7"}
    public = browser(store, Settings(rate=0, public=True))
    assert (key in at_home.get("/").text) is not store.shared
    for stranger in (phone, public):
        assert key not in stranger.get("/").text
    assert key not in at_home.get("/", headers=proxied).text
    phone.get(f"/g/{key}")
    assert key in phone.get("/").text, "a browser that has opened a game sees it"


def test_game_is_deleted_only_at_its_current_revision(client: TestClient, store: Store) -> None:
    key = begin(client, GAMES[0])
    assert client.post(f"/g/{key}/drop", data={"revision": "0"}).status_code == 409
    now = revision(client.get(f"/g/{key}").text)
    assert client.post(f"/g/{key}/drop", data={"revision": now}).status_code == 200
    assert client.get(f"/g/{key}").status_code == 404
    assert store.games([key]) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_is_described_before_it_begins(client: TestClient, lang: str) -> None:
    client.cookies.set("lang", lang)
    for game in GAMES:
        about = get_translator(lang, game).look_up("game.about")
        assert about, f"{game} has no message game.about in {lang}"
        assert words(about) in words(client.get(f"/new/{game}").text)


def test_setup_is_a_checklist(client: TestClient, store: Store) -> None:
    """What is done by hand has a box to tick; what is good to know lies folded, and nothing is lost."""
    for game in GAMES:
        key = begin(client, game)
        session = open_session(store, key)
        page = client.get(f"/g/{key}/setup").text
        table, rulings = session.game.position, session.game.rulings
        items = session.definition.setup.checklist(table, rulings)
        know = list(session.definition.setup.reminders(table, rulings))
        assert know
        assert page.count('type="checkbox"') == len([item for item in items if item not in know])
        for saying, _ in items:
            assert get_translator("en", game).sentence(saying) in words(page)


# ---------------------------------------------------------------------------------------------------------- her turn


def after_a_turn(client: TestClient, store: Store, game: str, count: int = 3) -> tuple[str, Session]:
    """A game after a turn of hers with something to move."""
    key = begin(client, game, seed="7")
    session = open_session(store, key)
    for input_ in whole_game(store, key):
        do(client, key, form_of(input_))
        session.refresh()
        run = session.game.runs[-1]
        if session.game.question is None and isinstance(run.input, session.definition.commands["next"]):
            count -= any(segment.hands for segment in run.segments)
        if count == 0:
            return key, session
    raise AssertionError("the game is over before that")


@pytest.mark.parametrize("game", GAMES)
def test_turn_has_hands_with_numbers_and_reasons(client: TestClient, store: Store, game: str) -> None:
    key, session = after_a_turn(client, store, game)
    page = client.get(f"/g/{key}").text
    view = View(session.game, get_translator("en", game))
    lines = build_turn(view, len(session.game.runs) - 1).lines
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    for line in lines:
        assert minus(line.text) in words(page), line.text
        assert f'data-line="{line.number}"' in page
    assert any(line.steps for line in lines)
    assert page.count('<details class="hand"') == sum(bool(line.steps) for line in lines)
    assert page == client.get(f"/g/{key}").text, "after a reload the same hands are there"
    surface = re.sub(r'<details class="rules">.*?</details>', "", page)
    assert not re.search(rf"\b{session.definition.prefix}-[A-Z]*-?\d", words(surface)), "ids are details"


@pytest.mark.parametrize("game", GAMES)
def test_undo_takes_back_a_whole_turn(client: TestClient, store: Store, game: str) -> None:
    key, session = after_a_turn(client, store, game)
    before, runs = session.game.digest(), len(session.game.runs)
    page = do(client, key, {"do": "undo"}).text
    session.refresh()
    assert len(session.game.runs) == runs - 1
    assert session.game.question is None
    assert get_translator("en", game).say("web.put-back") in words(page)
    page = do(client, key, {"do": "redo"}).text
    session.refresh()
    assert (session.game.digest(), session.game.undone) == (before, [])


@pytest.mark.parametrize("game", GAMES)
def test_layout_is_shown_and_corrected(client: TestClient, store: Store, game: str) -> None:
    key, session = after_a_turn(client, store, game, 2)
    page = client.get(f"/g/{key}/mine").text
    check_page(page)
    view = View(session.game, get_translator("en", game))
    shown = list_layout(view)
    told = words(page)
    for one in shown:  # several of a name are one line, each with its place
        name, _, value = describe_thing(view, one).rpartition(": ")
        assert f"{name}: " in told
        assert value.replace("-", "−") in told or value in told
    assert len({describe_thing(view, one).rpartition(": ")[0] for one in shown}) <= page.count('class="hand row"')
    left_out = [one for one in session.game.layout().lines() if one not in shown]  # what only the app counts
    tracks = [one for one in left_out if isinstance(one, TrackValue)]
    assert all(find_correction(view, one) is None for one in tracks)
    assert all(one.at == SUPPLY and one.count > PLENTY // 2 for one in left_out if isinstance(one, PlacedPieces))
    corrections = [path.replace("&amp;", "&") for path in re.findall(r'href="(/g/[^"]+/tell/adjust[^"]*)"', page)]
    assert corrections
    for path in set(corrections):
        answer = client.get(path)
        assert answer.status_code == 200, path
        check_page(answer.text)


@pytest.mark.parametrize("game", GAMES)
def test_automa_numbers_are_on_every_table_page(client: TestClient, store: Store, game: str) -> None:
    key, session = after_a_turn(client, store, game)
    shown = build_gauges(View(session.game, get_translator("en", game)))
    assert shown
    for path in ("", "/my-turn"):
        assert 'id="strip"' in client.get(f"/g/{key}{path}").text
    for one in shown:
        assert one.text in words(client.get(f"/g/{key}").text)


def test_finished_games_are_listed_and_exported(client: TestClient, store: Store) -> None:
    for game in GAMES:
        key = begin(client, game, seed="3")
        session = open_session(store, key)
        for input_ in whole_game(store, key):
            session.put(input_)
        tell_the_score(client, store, key)
        check_page(client.get(f"/g/{key}").text)
    page = client.get("/games")
    assert page.status_code == 200
    check_page(page.text)
    table = client.get("/games.csv")
    assert table.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(table.text)))
    assert {row["game"] for row in rows} == set(GAMES)
    assert all(row["winner"] in ("human", "automa", "both") for row in rows)
    home = words(client.get("/").text)
    assert all(get_translator("en", game).term("game", game) in home for game in GAMES)


def tell_the_score(client: TestClient, store: Store, key: str) -> None:
    """Whatever the game wants to know at its end, with the lowest numbers there are."""
    session = open_session(store, key)
    for name, command in session.definition.commands.items():
        session.refresh()
        if session.definition.scoring.score(session.game.position, session.game.rulings).verdict is not None:
            return
        given: dict[str, Answer] = {}
        try:
            while (field := find_next_field(command, session.game.position, given)) is not None:
                given[field.name] = pick_lowest(field.question)
        except (Refused, IndexError):  # nothing of this kind can be told now
            continue
        if is_available(command, over=True) and name != "adjust":
            sent = {key: text for field, one in given.items() for key, text in encode_answer(one, f"f.{field}").items()}
            do(client, key, {"do": name, **sent})


@pytest.mark.parametrize("game", GAMES)
def test_new_game_offers_the_last_options_and_rulings(client: TestClient, game: str) -> None:
    ruling = next(one for one in plugins.load_definition(game).rulings.rulings() if len(one.choices) > 1)
    other = next(one for one in ruling.choices if one != ruling.default)
    usual = client.get(f"/new/{game}").text
    assert re.search(rf'name="r.{ruling.id}" value="{ruling.default}" checked', usual)
    begin(client, game, **{f"r.{ruling.id}": other})
    again = client.get(f"/new/{game}").text
    assert re.search(rf'name="r.{ruling.id}" value="{other}" checked', again)
    assert '<details class="house-rules" open' in again  # what is not as usual is seen


def test_an_edition_of_the_rulebook_fills_in_the_rulings_and_nothing_else(client: TestClient) -> None:
    """One line leads a Ukrainian reader to the switch; in other languages it is only among the rulings."""
    assert 'href="#editions"' not in client.get("/new/golem").text
    page = client.get("/new/golem?level=3", headers={"accept-language": "uk"}).text
    assert "розходяться в шести місцях" in page
    assert page.count('href="#editions"') == 1
    way = next(one for one in re.findall(r'href="(/new/golem[^"]*)"', page) if one.endswith("edition=ua"))
    switched = client.get(way.replace("&amp;", "&")).text
    assert '<details class="house-rules" open' in switched
    assert re.search(r'name="level" value="3" checked', switched)
    checked = re.findall(r'name="r\.(GOL-\w+)" value="([\w-]+)" checked', switched)
    usual = {one.id: one.default for one in plugins.load_definition("golem").rulings.rulings()}
    changed = {id_: choice for id_, choice in checked if choice != usual[id_]}
    assert changed == dict.fromkeys(("GOL-C03", "GOL-C04", "GOL-C05", "GOL-C07", "GOL-C08", "GOL-C12"), "ua")
    back = client.get("/new/golem?edition=ru&r.GOL-C03=ua&r.GOL-A07=mirror").text
    left = re.findall(r'name="r\.(GOL-\w+)" value="([\w-]+)" checked', back)
    assert {id_: choice for id_, choice in left if choice != usual[id_]} == {"GOL-A07": "mirror"}
    assert client.get("/new/golem?edition=nowhere").status_code == 422
    assert "editions" not in client.get("/new/scythe", headers={"accept-language": "uk"}).text


@pytest.mark.parametrize("game", GAMES)
def test_rulings_are_shown_without_ids(game: str) -> None:
    for ruling in load_catalogue(plugins.load_definition(game).folder).rulings.values():
        for lang in LANGUAGES:
            texts = [text for one in ruling.choice for text in (text_in(one.text, lang), text_in(one.changes, lang))]
            for shown in map(strip_ids, (text_in(ruling.text, lang), *texts)):
                assert not re.search(r"\(\W*\)|\[|[A-Z]{3}-[A-Z]*-?\d", shown), shown


@pytest.mark.parametrize("game", ["penumbra", "golem"])
def test_dependent_options_are_not_offered_again(client: TestClient, game: str) -> None:
    """Who played on our board and has the game on the table today must get their own."""
    begin(client, game, own="house")
    assert 'name="board"' not in client.get(f"/new/{game}").text
    assert 'name="board"' in client.get(f"/new/{game}?board=house").text  # who names it is heard


def test_rematch_leaves_out_dependent_options(client: TestClient, store: Store) -> None:
    key = begin(client, "penumbra", own="house")
    do(client, key, {"do": "end"})
    tell_the_score(client, store, key)
    again = re.search(r'href="(/new/penumbra[^"]*)"', client.get(f"/g/{key}").text)
    assert again is not None
    assert "own=house" in again[1]
    assert "board=" not in again[1]


def test_missing_number_is_refused_in_plain_words(client: TestClient) -> None:
    key = begin(client, "expeditions", seed="3")
    answer = do(client, key, {"do": "total", "f.coins": ""})
    assert answer.status_code == 422
    assert "“”" not in words(answer.text)


SET_UP_PAGES = ["", "/log", "/odds", "/score", "/setup", "/mine", "/my-turn", "/her-turn", "/signs", "/share"]
SET_UP_PAGES.append("/board.svg")


def test_pages_of_a_game_that_is_not_set_up_are_pages(client: TestClient, store: Store) -> None:
    """At the questions of the set-up and after undo into it there is no position to be looked at."""
    definition = plugins.load_definition("golem")
    rulings, own = settle(definition.rulings, {}), box.pack_of(definition, store.packs)
    options = fill_options(definition, {"own": "mine", "level": 1, "facts": "single"}, rulings, own)
    session = new_session(store, definition, options, {}, seed=1)
    answers: list[Answer] = [["gold-1"], 2]
    for to in answers:
        for path in SET_UP_PAGES:
            assert client.get(f"/g/{session.key}{path}").status_code < 500, path
        assert f'href="/g/{session.key}/report"' in client.get(f"/g/{session.key}").text
        assert client.get(f"/g/{session.key}/report").is_success, "a fault in the set-up can be reported"
        session.put(Respond(to))
    assert session.game.hands == []
    assert do(client, session.key, {"do": "undo"}).status_code == 200
    assert session.refresh() == 1
    assert session.game.position is None
    for path in SET_UP_PAGES:
        assert client.get(f"/g/{session.key}{path}").status_code < 500, path
