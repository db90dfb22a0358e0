"""Documents on the page: opened from a file, a text or a link, played, and found again after a restart."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from automarium.engine.play.command import Command
from automarium.games import plugins
from automarium.interfaces.web.routes.document import decode_link, encode_link
from automarium.storage.store_factory import open_store
from tests.documents.kit import NAMES, read_example
from tests.interfaces.web.kit import browser, do, words


@pytest.fixture
def client() -> TestClient:
    return browser(open_store(None))


@pytest.mark.parametrize("name", NAMES)
def test_document_is_opened_and_played(client: TestClient, name: str) -> None:
    opened = client.post("/document", files={"document": ("automa.toml", read_example(name))}, follow_redirects=False)
    assert opened.status_code == 303
    assert "automarium" not in opened.headers["location"]
    at = opened.headers["location"]
    page = client.get(at).text
    assert client.get(at.replace("/new/", "/rules/")).status_code == 200
    link = re.search(r"/document#([\w-]+)", client.get(at.replace("/new/", "/document/")).text)
    assert link is not None
    assert decode_link(link[1]) == read_example(name)
    begun = client.post(f"{at}?seed=1", data={"seed": "1"}, follow_redirects=False)
    assert begun.status_code == 303, words(page)
    key = begun.headers["location"].split("/")[2]
    table = client.get(f"/g/{key}").text
    assert "data-place" in table
    assert do(client, key, {"do": "next"}).status_code == 200
    assert "card" in words(client.get(f"/g/{key}").text)


def test_text_and_link_are_opened(client: TestClient) -> None:
    text = read_example("heron")
    for sent in ({"text": text}, {"code": encode_link(text)}):
        opened = client.post("/document", data=sent, follow_redirects=False)
        assert opened.headers["location"] == f"/new/{plugins.add_document(text)}"


def test_faults_are_listed_with_their_lines(client: TestClient) -> None:
    wrong = read_example("heron").replace("fish(it) > 0", "fsih(it) > 0").replace('start = "P4"', 'start = "P9"')
    answer = client.post("/document", data={"text": wrong})
    assert answer.status_code == 422
    said = words(answer.text)
    assert "Did you mean “fish”?" in said
    assert "2 lines cannot be understood" in said
    for sent in ({"code": "%%%"}, {"code": "eJw"}, {"text": ""}, {"text": "\x00"}, {}):
        assert client.post("/document", data=sent).status_code == 422
    assert client.post("/document", files={"document": ("x", b"\xff\xfe")}).status_code == 422


def test_link_does_not_unpack_more_than_a_document_may_have(client: TestClient) -> None:
    assert client.post("/document", data={"code": encode_link("x" * 50_000_000)}).status_code == 422


def test_document_is_known_again_after_a_restart() -> None:
    store = open_store(None)
    client = browser(store)
    at = client.post("/document", data={"text": read_example("ferry")}, follow_redirects=False).headers["location"]
    client.post(at, data={"seed": "3"})
    name = at.rpartition("/")[2]
    plugins._documents.clear()
    assert "Ferry" in words(browser(store).get("/").text)
    assert plugins.load_definition(name).document == read_example("ferry")


def test_document_of_a_game_survives_many_others(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "MOST_DOCUMENTS", 2)
    text = read_example("heron")
    at = client.post("/document", data={"text": text}, follow_redirects=False).headers["location"]
    key = client.post(at, data={"seed": "3"}, follow_redirects=False).headers["location"].split("/")[2]
    for number in range(4):
        plugins.add_document(f"{text}\n# {number}\n")
    assert client.get(f"/g/{key}").status_code == 200
    assert len(plugins._documents) <= 2
    assert issubclass(plugins.load_definition(at.rpartition("/")[2]).commands["next"], Command)
