"""The bridge between a page's worker and the application, without a browser: requests in, answers out, all kept."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from urllib.parse import urlencode

import anyio.to_thread
import pytest

from automarium.companion.backup import bring_in
from automarium.companion.keeping import open_store
from automarium.companion.session import add_record, new_session, open_session
from automarium.faces.alone.bridge import Answer, Bridge, directly
from automarium.faces.alone.shell import SAID, shell
from automarium.games import names, room
from automarium.voice import LANGUAGES

HOST = "cards.example"
FORM = ("content-type", "application/x-www-form-urlencoded")
PAGE = ("accept", "text/html")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's folder, as the worker gives it; and no threads."""
    monkeypatch.setenv("AUTOMARIUM_HOME", str(tmp_path))
    monkeypatch.setattr(anyio.to_thread, "run_sync", directly)
    return tmp_path


def ask(
    bridge: Bridge, path: str, sent: dict[str, str] | bytes | None = None, *headers: tuple[str, str], lang: str = "en"
) -> Answer:
    body = b"" if sent is None else sent if isinstance(sent, bytes) else urlencode(sent).encode()
    own = [PAGE, ("accept-language", lang), ("origin", f"https://{HOST}")]
    if isinstance(sent, dict):
        own.append(FORM)
    method = "GET" if sent is None else "POST"
    return asyncio.run(bridge.answer(method, f"https://{HOST}{path}", [*own, *headers], body))


def header(answer: Answer, name: str) -> str:
    return dict(answer.headers).get(name, "")


def begun(bridge: Bridge, game: str) -> str:
    answer = ask(bridge, f"/new/{game}", {"seed": "5"})
    assert answer.status == 303
    assert answer.changed
    return header(answer, "location").removesuffix("/setup")


@pytest.mark.parametrize("game", names())
def test_a_game_begins_and_is_there_when_python_starts_again(folder: Path, game: str) -> None:
    where = begun(Bridge(HOST), game)
    again = Bridge(HOST)
    assert ask(again, where).status == 200
    assert where in ask(again, "/").body.decode()


def test_what_only_looks_changes_nothing(folder: Path) -> None:
    bridge = Bridge(HOST)
    where = begun(bridge, names()[0])
    for path in ("/", where, f"{where}/log", f"{where}/record.jsonl", "/games"):
        assert not ask(bridge, path).changed, path


def test_a_change_says_which_game_has_moved_on(folder: Path) -> None:
    bridge = Bridge(HOST)
    where = begun(bridge, "expeditions")
    page = ask(bridge, where).body.decode()
    found = re.search(r'data-revision="(\d+)"', page)
    assert found is not None
    answer = ask(bridge, f"{where}/do", {"do": "nonsense", "revision": found[1]})
    assert (answer.game, answer.revision) == (where.removeprefix("/g/"), int(found[1]))
    assert ask(bridge, where).game == ""


def test_cookies_are_kept_with_the_games(folder: Path) -> None:
    """A service worker sees none, so none go out."""
    answer = ask(Bridge(HOST), "/settings", {"lang": "uk", "back": "/"})
    assert answer.changed
    assert not header(answer, "set-cookie")
    assert b'lang="uk"' in ask(Bridge(HOST), "/").body
    (folder / "jar.json").write_bytes(b"[torn")
    assert b'lang="en"' in ask(Bridge(HOST), "/").body


def test_the_browsers_own_language_counts_until_another_is_chosen(folder: Path) -> None:
    for lang in LANGUAGES:
        assert f'lang="{lang}"' in ask(Bridge(HOST), "/", lang=lang).body.decode()


def test_nobody_listens_for_events(folder: Path) -> None:
    bridge = Bridge(HOST)
    assert ask(bridge, f"{begun(bridge, names()[0])}/events?since=1").status == 204


def test_the_policy_lets_python_run_and_nothing_else(folder: Path) -> None:
    policy = header(ask(Bridge(HOST), "/"), "content-security-policy")
    assert "default-src 'none'" in policy
    for more in ("script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'", "manifest-src 'self'"):
        assert more in policy
    assert "'unsafe-eval'" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "unsafe-inline" not in policy


def test_a_page_of_somebody_else_changes_nothing(folder: Path) -> None:
    bridge = Bridge(HOST)
    sent = asyncio.run(
        bridge.answer("POST", f"https://{HOST}/settings", [FORM, ("origin", "https://else.example")], b"lang=uk")
    )
    assert sent.status == 403
    assert asyncio.run(bridge.answer("POST", f"https://{HOST}/settings", [FORM, ("origin", "null")], b"")).status == 403


def test_json_deeper_than_a_stack_is_refused_before_it_is_decoded(folder: Path) -> None:
    bridge = Bridge(HOST)
    deep = b"[" * 100_000 + b"]" * 100_000
    json = ("content-type", "application/json")
    assert ask(bridge, "/api/decide", deep, json).status == 400
    record = b'{"automarium":2,"game":' + deep + b"}\n"
    boundary = ("content-type", "multipart/form-data; boundary=xyz")
    body = b'--xyz\r\ncontent-disposition: form-data; name="record"; filename="a"\r\n\r\n' + record + b"\r\n--xyz--\r\n"
    for path in ("/open", "/backup"):
        assert ask(bridge, path, body, boundary).status in (400, 422), path


# ------------------------------------------------------------------------------- from a server to a page and back


def sent_file(content: bytes) -> tuple[bytes, tuple[str, str]]:
    body = b'--xyz\r\ncontent-disposition: form-data; name="record"; filename="a.jsonl"\r\n\r\n' + content
    return body + b"\r\n--xyz--\r\n", ("content-type", "multipart/form-data; boundary=xyz")


@pytest.mark.parametrize("game", names())
def test_a_game_begun_elsewhere_goes_on_here_and_back(folder: Path, game: str, tmp_path: Path) -> None:
    elsewhere = open_store(f"sqlite:{tmp_path / 'server.db'}")
    session = new_session(elsewhere, room(game), {}, {}, 7)
    bridge = Bridge(HOST)
    body, kind = sent_file(session.journal().content)
    answer = ask(bridge, "/backup", body, kind)
    assert (answer.status, answer.changed) == (303, True)
    where = header(answer, "location")
    back = ask(bridge, f"{where}/record.jsonl").body
    assert back == session.journal().content
    add_record(elsewhere, back)


def test_everything_goes_out_in_one_file_and_comes_in_again(folder: Path, tmp_path: Path) -> None:
    bridge = Bridge(HOST)
    keys = [begun(bridge, game).removeprefix("/g/") for game in names()]
    saved = ask(bridge, "/backup.jsonl")
    assert "attachment" in header(saved, "content-disposition")
    file = tmp_path / "saved.jsonl"
    file.write_bytes(saved.body)
    elsewhere = open_store(f"sqlite:{tmp_path / 'server.db'}")
    with file.open("rb") as source:
        assert [came.what for came in bring_in(elsewhere, source, "saved") if came.what != "there"] == ["new"] * len(
            keys
        )
    for key in keys:
        open_session(elsewhere, key)
    body, kind = sent_file(saved.body)
    again = ask(bridge, "/backup", body, kind)
    assert (again.status, again.changed) == (200, False)


def test_a_reminder_comes_when_there_is_something_to_lose(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


# --------------------------------------------------------------------------------------------------------- the shell


def test_the_shell_speaks_every_language_and_has_no_inline_script() -> None:
    page = shell()
    assert re.findall(r'data-lang="(\w+)"', page) == list(LANGUAGES)
    for one in SAID:
        assert page.count(f'data-say="{one}"') == len(LANGUAGES)
    assert not re.search(r"<script(?![^>]*src=)|style=| on\w+=", page)
