"""What all tests share: a home of their own, and the check that every clause they name exists."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from automarium import games
from automarium.companion.catalogue import catalogue
from automarium.companion.keeping import open_store
from automarium.companion.store import Store
from tests.databases import Server

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nobody's real games are touched, and nobody's language is spoken."""
    folder = tmp_path / "home"
    monkeypatch.setenv("AUTOMARIUM_HOME", str(folder))
    for name in ("AUTOMARIUM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str | None:
    """What follows ``--database``: nothing for the person's own file, or an empty place on a server."""
    if request.param == "sqlite":
        return None
    server: Server = request.getfixturevalue("postgres")
    return server.new_place()


@pytest.fixture
def store(database: str | None) -> Iterator[Store]:
    """An empty store; a test that takes it runs on both databases."""
    opened = open_store(database)
    yield opened
    opened.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that claims to prove a clause nobody wrote is a mistake. The clauses of a game whose room cannot be
    loaded are left alone here: its own tests tell what is wrong, and those of the others run."""
    known: dict[str, set[str]] = {}
    for name in games.names():
        try:
            room = games.room(name)
            known[room.prefix] = set(catalogue(room).entries)
        except Exception:
            continue
    for item in items:
        for mark in item.iter_markers("clause"):
            unknown = [id_ for id_ in mark.args if id_ not in known.get(id_.split("-")[0], {id_})]
            if unknown:
                raise pytest.UsageError(f"{item.nodeid} names unknown clauses: {', '.join(unknown)}")
