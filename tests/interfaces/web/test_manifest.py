"""The web app manifest: every page links it, and its icons exist."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from automarium.i18n.languages import LANGUAGES
from automarium.interfaces.web.security.request_guard import POLICY
from automarium.storage.store import Store
from tests.interfaces.web.kit import browser


def size_of(png: bytes) -> str:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", png[16:24])
    return f"{wide}x{high}"


def test_every_page_links_the_manifest_with_its_icons(store: Store) -> None:
    client = browser(store)
    page = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert "manifest-src 'self'" in POLICY
    found = client.get("/manifest.webmanifest")
    assert found.headers["content-type"] == "application/manifest+json"
    icons = found.json()["icons"]
    assert {(icon["sizes"], icon.get("purpose", "any")) for icon in icons} == {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in icons:
        answer = client.get(icon["src"])
        assert (answer.status_code, answer.headers["content-type"]) == (200, icon["type"])
        assert size_of(answer.content) == icon["sizes"]
    apple = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
    assert apple is not None
    assert size_of(client.get(apple[1]).content) == "180x180"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_manifest_is_in_the_language_of_the_client(store: Store, lang: str) -> None:
    client = browser(store)
    told = client.get("/manifest.webmanifest", headers={"accept-language": lang}).json()
    assert told["lang"] == lang
    assert told["description"] in client.get("/", headers={"accept-language": lang}).text
    assert Path(told["start_url"]) == Path(told["scope"])
