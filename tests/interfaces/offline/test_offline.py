"""The bridge of the offline app without a browser: requests, answers, saved files."""

from __future__ import annotations

import asyncio
import io
import re
import sys
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import anyio.to_thread
import msgspec
import pytest

from automarium.box.box import Box
from automarium.engine.play.command import find_next_field
from automarium.games import plugins
from automarium.games.plugins import load_definition, names
from automarium.i18n.languages import LANGUAGES
from automarium.interfaces.offline.bridge import AHEAD, Bridge, Reply, load_next, run_directly
from automarium.interfaces.offline.start_page import SAID, render_not_found, render_shell
from automarium.interfaces.web.forms.command_form import get_default
from automarium.interfaces.web.pages.my_games import format_csv
from automarium.sessions.backup import export, import_file
from automarium.sessions.session import new_session, open_session
from automarium.storage.store import Store
from automarium.storage.store_factory import open_store
from tests.documents.kit import read_example
from tests.interfaces.web.kit import whole_game
from tests.interfaces.web.test_box import CARD, sent
from tests.storage.test_formats import write_old_store

HOST = "cards.example"
FORM = ("content-type", "application/x-www-form-urlencoded")
PAGE = ("accept", "text/html")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's folder, as the worker gives it; and no threads."""
    monkeypatch.setenv("AUTOMARIUM_HOME", str(tmp_path))
    monkeypatch.setattr(anyio.to_thread, "run_sync", run_directly)
    return tmp_path


def ask(
    bridge: Bridge, path: str, sent: dict[str, str] | bytes | None = None, *headers: tuple[str, str], lang: str = "en"
) -> Reply:
    body = b"" if sent is None else sent if isinstance(sent, bytes) else urlencode(sent).encode()
    own = [PAGE, ("accept-language", lang), ("origin", f"https://{HOST}")]
    if isinstance(sent, dict):
        own.append(FORM)
    method = "GET" if sent is None else "POST"
    return asyncio.run(bridge.answer(method, f"https://{HOST}{path}", [*own, *headers], body))


def header(answer: Reply, name: str) -> str:
    return dict(answer.headers).get(name, "")


def begun(bridge: Bridge, game: str) -> str:
    answer = ask(bridge, f"/new/{game}", {"seed": "5"})
    assert answer.status == 303
    assert answer.changed
    return header(answer, "location").removesuffix("/setup")


@pytest.mark.parametrize("game", names())
def test_game_survives_a_restart_of_python(folder: Path, game: str) -> None:
    where = begun(Bridge(HOST), game)
    again = Bridge(HOST)
    assert ask(again, where).status == 200
    assert where in ask(again, "/").body.decode()


def test_opened_document_survives_a_restart_of_python(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page may be answered by a Python that was just started: the document is begun by such a one."""
    monkeypatch.setattr(plugins, "_documents", {})
    opened = ask(Bridge(HOST), "/document", {"text": read_example("ferry")})
    assert opened.changed
    at = header(opened, "location")
    plugins._documents.clear()
    for path in (at, at.replace("/new/", "/rules/"), at.replace("/new/", "/document/")):
        assert ask(Bridge(HOST), path).status == 200, path
        plugins._documents.clear()
    where = begun(Bridge(HOST), at.rpartition("/")[2])
    plugins._documents.clear()
    assert ask(Bridge(HOST), where).status == 200
    gone = ask(Bridge(HOST), "/new/ferry-00000000")
    assert gone.status == 404
    assert "Open its file again" in gone.body.decode()


def test_games_are_loaded_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "_load", plugins._load.__wrapped__)
    for name in names():
        monkeypatch.delitem(sys.modules, f"automarium.games.{name}.definition", raising=False)
    more = [load_next() for _ in names()]
    assert more == [True] * (len(names()) - 1) + [False]
    assert not load_next()


def test_get_requests_change_no_file(folder: Path) -> None:
    bridge = Bridge(HOST)
    where = begun(bridge, names()[0])
    for path in ("/", where, f"{where}/log", f"{where}/record.jsonl", "/games"):
        assert not ask(bridge, path).changed, path


def test_files_written_by_a_change_are_small(folder: Path) -> None:
    """A changed file is kept as a whole: SQLite's log goes into its file every few changes and starts again."""
    bridge = Bridge(HOST)
    where = begun(bridge, "expeditions")
    log = folder / "games.db-wal"
    longest = 0
    for do in ["next", "undo"] * 20:
        found = re.search(r'data-revision="(\d+)"', ask(bridge, where).body.decode())
        assert found is not None
        assert ask(bridge, f"{where}/do", {"do": do, "revision": found[1]}).changed
        longest = max(longest, log.stat().st_size)
    assert 0 < longest < 2 * AHEAD * 4096


def test_redirect_is_followed_for_scripts(folder: Path) -> None:
    for root, lang in (("/", "uk"), (FOLDER, "ru")):
        bridge = Bridge(HOST, root)
        own = [PAGE, FORM, ("origin", f"https://{HOST}")]
        url = f"https://{HOST}{root}settings"
        reply = asyncio.run(bridge.answer("POST", url, own, f"lang={lang}&back=/games".encode(), follow=True))
        assert (reply.status, reply.changed, header(reply, "content-location")) == (200, True, f"{root}games")
        assert f'lang="{lang}"' in reply.body.decode()
        refused = asyncio.run(bridge.answer("POST", url, [PAGE, FORM, ("origin", "null")], b"lang=en", follow=True))
        assert (refused.status, header(refused, "content-location")) == (403, "")


def test_change_reports_game_and_revision(folder: Path) -> None:
    bridge = Bridge(HOST)
    where = begun(bridge, "expeditions")
    page = ask(bridge, where).body.decode()
    found = re.search(r'data-revision="(\d+)"', page)
    assert found is not None
    answer = ask(bridge, f"{where}/do", {"do": "nonsense", "revision": found[1]})
    assert (answer.game, answer.revision) == (where.removeprefix("/g/"), int(found[1]))
    assert ask(bridge, where).game == ""


def test_cookies_are_stored_with_the_games(folder: Path) -> None:
    """A service worker sees none, so none go out."""
    answer = ask(Bridge(HOST), "/settings", {"lang": "uk", "back": "/"})
    assert answer.changed
    assert not header(answer, "set-cookie")
    assert b'lang="uk"' in ask(Bridge(HOST), "/").body
    (folder / "jar.json").write_bytes(b"[torn")
    assert b'lang="en"' in ask(Bridge(HOST), "/").body


def test_language_of_the_browser_is_the_default(folder: Path) -> None:
    for lang in LANGUAGES:
        assert f'lang="{lang}"' in ask(Bridge(HOST), "/", lang=lang).body.decode()


def test_no_event_stream_offline(folder: Path) -> None:
    bridge = Bridge(HOST)
    assert ask(bridge, f"{begun(bridge, names()[0])}/events?since=1").status == 204


def test_content_security_policy_allows_python(folder: Path) -> None:
    policy = header(ask(Bridge(HOST), "/"), "content-security-policy")
    assert "default-src 'none'" in policy
    for more in ("script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'", "manifest-src 'self'"):
        assert more in policy
    assert "'unsafe-eval'" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "unsafe-inline" not in policy


def test_other_origins_change_nothing(folder: Path) -> None:
    bridge = Bridge(HOST)
    sent = asyncio.run(
        bridge.answer("POST", f"https://{HOST}/settings", [FORM, ("origin", "https://else.example")], b"lang=uk")
    )
    assert sent.status == 403
    assert asyncio.run(bridge.answer("POST", f"https://{HOST}/settings", [FORM, ("origin", "null")], b"")).status == 403


def test_deeply_nested_json_is_refused(folder: Path) -> None:
    bridge = Bridge(HOST)
    deep = b"[" * 100_000 + b"]" * 100_000
    json = ("content-type", "application/json")
    assert ask(bridge, "/api/decide", deep, json).status == 400
    record = b'{"automarium":3,"game":' + deep + b"}\n"
    boundary = ("content-type", "multipart/form-data; boundary=xyz")
    body = b'--xyz\r\ncontent-disposition: form-data; name="record"; filename="a"\r\n\r\n' + record + b"\r\n--xyz--\r\n"
    for path in ("/open", "/backup"):
        assert ask(bridge, path, body, boundary).status in (400, 422), path


# ------------------------------------------------------------------------------- from a server to a page and back


def sent_file(content: bytes) -> tuple[bytes, tuple[str, str]]:
    body = b'--xyz\r\ncontent-disposition: form-data; name="record"; filename="a.jsonl"\r\n\r\n' + content
    return body + b"\r\n--xyz--\r\n", ("content-type", "multipart/form-data; boundary=xyz")


@pytest.mark.parametrize("how", ["record", "backup"])
@pytest.mark.parametrize("game", names())
def test_game_moves_between_server_and_offline_app(folder: Path, game: str, how: str, tmp_path: Path) -> None:
    elsewhere = open_store(f"sqlite:{tmp_path / 'server.db'}")
    session = new_session(elsewhere, load_definition(game), {}, {}, 7)
    before = session.journal().content
    bridge = Bridge(HOST)
    body, kind = sent_file(before if how == "record" else saved(elsewhere))
    assert ask(bridge, "/backup", body, kind).changed
    here = open_store()
    (kept,) = here.games(most=10)
    where = f"/g/{kept.key}"
    for input_ in islice(whole_game(here, kept.key, 7), 3):
        open_session(here, kept.key).put(input_)
    back = ask(bridge, f"{where}/record.jsonl").body
    assert back.startswith(before)
    assert len(back) > len(before)
    file = back if how == "record" else ask(bridge, "/backup.jsonl").body
    (came,) = [one for one in import_file(elsewhere, io.BytesIO(file), "back") if one.key]
    # A record has no key, which is the right to play the game it came from: it is a game of its own.
    assert came.what == ("new" if how == "record" else "longer")
    assert (came.key == session.key) == (how == "backup")
    assert elsewhere.read(came.key).content == back


def test_backup_and_restore(folder: Path, tmp_path: Path) -> None:
    bridge = Bridge(HOST)
    keys = [begun(bridge, game).removeprefix("/g/") for game in names()]
    saved = ask(bridge, "/backup.jsonl")
    assert "attachment" in header(saved, "content-disposition")
    file = tmp_path / "saved.jsonl"
    file.write_bytes(saved.body)
    elsewhere = open_store(f"sqlite:{tmp_path / 'server.db'}")
    with file.open("rb") as source:
        assert [came.what for came in import_file(elsewhere, source, "saved") if came.what != "there"] == ["new"] * len(
            keys
        )
    for key in keys:
        open_session(elsewhere, key)
    body, kind = sent_file(saved.body)
    again = ask(bridge, "/backup", body, kind)
    assert (again.status, again.changed) == (200, False)


def test_backup_contains_box_and_results(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a server to the page, where one game more is played and one fact more is entered, and back."""
    server = tmp_path_factory.mktemp("server")

    def at_the_server() -> Store:
        monkeypatch.setenv("AUTOMARIUM_HOME", str(server))
        return open_store()

    elsewhere = at_the_server()
    elsewhere.packs.change("golem", lambda _: Box({"card": {"1": CARD}}))
    finished(elsewhere, names()[0], 3)
    file = saved(elsewhere)
    elsewhere.close()
    monkeypatch.setenv("AUTOMARIUM_HOME", str(folder))
    bridge = Bridge(HOST)
    body, kind = sent_file(file)
    assert ask(bridge, "/backup", body, kind).status == 200
    assert open_store().packs.own("golem") == {"card": {"1": CARD}}
    (result,) = results(bridge)
    second = {**CARD, "rabbi": [5, 4]}
    assert ask(bridge, "/box/golem/card/2", sent(second, "2")).status == 303
    finished(open_store(), names()[0], 4)
    assert {as_told(one) for one in results(bridge)} > {as_told(result)}
    back = ask(bridge, "/backup.jsonl").body
    played = {as_told(one) for one in results(bridge)}
    elsewhere = at_the_server()
    for _ in range(2):  # once more brings nothing more
        list(import_file(elsewhere, io.BytesIO(back), "saved"))
        assert elsewhere.packs.own("golem") == {"card": {"1": CARD, "2": second}}
        assert {as_told(one) for one in format_csv(elsewhere.games(None, most=10)).splitlines()[1:]} == played
    elsewhere.close()


def saved(store: Store) -> bytes:
    file = io.BytesIO()
    export(store, file)
    return file.getvalue()


def finished(store: Store, game: str, seed: int) -> None:
    """A game to its end, with a score sheet of the lowest numbers."""
    session = new_session(store, load_definition(game), {}, {}, seed)
    for input_ in whole_game(store, session.key, seed):
        session.put(input_)
    for do, command in session.definition.commands.items():
        given: dict[str, Any] = {"do": do}
        while command.when == "end" and (field := find_next_field(command, session.game.position, given)) is not None:
            given[field.name] = get_default(field)
        if command.when == "end":
            session.put(msgspec.convert(given, command))


def as_told(result: str) -> tuple[str, ...]:
    """A result without the name and the time that a shelf gives it."""
    game, _, _, *rest = result.split(",")
    return (game, *rest)


def results(bridge: Bridge) -> list[str]:
    return ask(bridge, "/games.csv").body.decode().splitlines()[1:]


def test_backup_reminder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    bridge = Bridge(HOST)
    now = time.time()
    remind = "remind"
    assert remind not in ask(bridge, "/").body.decode()
    begun(bridge, names()[0])
    assert remind not in ask(bridge, "/").body.decode()
    monkeypatch.setattr(time, "time", lambda: now + 8 * 24 * 3600)
    begun(bridge, names()[0])
    assert remind in ask(bridge, "/").body.decode()
    ask(bridge, "/backup.jsonl")
    assert remind not in ask(bridge, "/").body.decode()


# ------------------------------------------------------------------------------------------------------ in a folder

FOLDER = "/some/g/"  # named like one of our own pages, on purpose


def test_addresses_below_a_folder(folder: Path) -> None:
    """What the application calls ``/g/…`` lies in the folder: links, pictures, forms, redirects, the way back."""
    bridge = Bridge(HOST, FOLDER)
    answer = ask(bridge, f"{FOLDER}new/{names()[0]}", {"seed": "5"})
    where = header(answer, "location")
    assert where.startswith(f"{FOLDER}g/")
    table = where.removesuffix("/setup")
    for path in (FOLDER, table, where, f"{table}/log", f"{FOLDER}rules/{names()[0]}", f"{FOLDER}nothing"):
        shown = ask(bridge, path)
        page = shown.body.decode()
        assert header(shown, "content-length") == str(len(shown.body))
        addresses = re.findall(r' (href|src|action|data-\w+)="(/[^"]*)"', page)
        assert addresses
        assert [one for _, one in addresses if not one.startswith(FOLDER) or one.startswith(FOLDER + FOLDER[1:])] == []
        assert f'data-offline="{FOLDER}"' in page
    back = re.search(r'name="back" value="([^"]+)"', ask(bridge, table).body.decode())
    assert back is not None
    settled = ask(bridge, f"{FOLDER}settings", {"lang": "uk", "back": back[1]})
    assert header(settled, "location") == table
    page = ask(bridge, table).body.decode()
    moved = ask(bridge, f"{table}/do", {"do": "nonsense", "revision": "1"})
    assert moved.game == table.removeprefix(f"{FOLDER}g/")
    assert f'href="{FOLDER}manifest.uk.webmanifest"' in page


def test_link_of_a_box_below_a_folder(folder: Path) -> None:
    bridge = Bridge(HOST, FOLDER)
    assert ask(bridge, f"{FOLDER}box/golem/card/1", sent(CARD)).status == 303
    page = ask(bridge, f"{FOLDER}box/golem/share").body.decode()
    assert f"https://{HOST}{FOLDER}box/golem/import" in page


# --------------------------------------------------------------------------------------------------------- the shell


def test_loading_page_has_every_language_and_no_inline_script() -> None:
    page = render_shell()
    assert not re.findall(r'(?:href|src|action)="/', page), "it does not know the folder it lies in"
    assert re.findall(r'data-lang="(\w+)"', page) == list(LANGUAGES)
    for one in SAID:
        assert page.count(f'data-say="{one}"') == len(LANGUAGES)
    for one in (page, render_not_found()):
        assert not re.search(r"<script(?![^>]*src=)|style=| on\w+=", one)


def test_games_of_an_earlier_version_stay_and_are_told_of(folder: Path) -> None:
    before = write_old_store(folder / "games.db")
    bridge = Bridge(HOST)
    assert b"only that version can open them" in ask(bridge, "/").body.lower()
    assert b"games.db" not in ask(bridge, "/").body
    assert {name: (folder / name).read_bytes() for name in before} == before
