"""Fixtures of all tests: a home folder, a seed and a store; the check that every named clause exists; and a summary of
skipped tests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from zlib import crc32

import pytest
from hypothesis import settings

from automarium.engine.content.clauses import load_catalogue
from automarium.games import plugins
from automarium.sessions import session
from automarium.storage.store import Store
from automarium.storage.store_factory import open_store
from tests.databases import Server
from tests.proof import PROOF

settings.load_profile("proof" if PROOF else "test")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, help="of the games that tests begin, instead of each test's own")


@pytest.fixture(autouse=True)
def seed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """The same in every run and different for every test; games without a seed get this and the following."""
    asked: int | None = request.config.getoption("--seed")
    own = crc32(request.node.nodeid.encode()) if asked is None else asked
    request.node.add_report_section("setup", "seed", f"--seed {own}")
    seeds = count(own)
    monkeypatch.setattr(session, "secrets", SimpleNamespace(randbits=lambda _: next(seeds)))
    return own


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder and no language setting."""
    folder = tmp_path / "home"
    monkeypatch.setenv("AUTOMARIUM_HOME", str(folder))
    for name in ("AUTOMARIUM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    if missing := Server.missing():
        pytest.skip(missing)
    server = Server()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str | None:
    """The value of ``--database``: none for the user's own file, or an empty place on a server."""
    if request.param == "sqlite":
        return None
    server: Server = request.getfixturevalue("postgres")
    return server.new_place()


@pytest.fixture
def store(database: str | None) -> Iterator[Store]:
    """An empty store; a test that uses it runs on both databases."""
    opened = open_store(database)
    yield opened
    opened.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Fail on a test that claims to prove an unknown clause. Clauses of a game that cannot be loaded are not checked,
    so that the tests of other games run."""
    named = [(item.nodeid, mark.args) for item in items for mark in item.iter_markers("clause")]
    if not named:
        return  # so that browser tests need not load every catalogue
    known: dict[str, set[str]] = {}
    for name in plugins.names():
        try:
            definition = plugins.load_definition(name)
            known[definition.prefix] = set(load_catalogue(definition.folder).entries) | examples(name)
        except Exception:
            continue
    for test, clauses in named:
        unknown = [id_ for id_ in clauses if id_ not in known.get(id_.split("-")[0], {id_})]
        if unknown:
            raise pytest.UsageError(f"{test} names unknown clauses: {', '.join(unknown)}")


def examples(game: str) -> set[str]:
    """Return the worked examples and scenarios of a game's rules: tests play them, but they are no clauses."""
    text = (Path(__file__).parent.parent / "docs" / "rules" / "examples" / f"{game}.md").read_text("utf-8")
    return set(re.findall(r"^(?:\| |- )([A-Z]{3}-(?:EX|SCN)-\d+[a-z]?)\b", text, re.MULTILINE))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was skipped and why."""
    skipped = terminalreporter.getreports("skipped")
    reasons = Counter(report.longrepr[2] for report in skipped if isinstance(report.longrepr, (tuple, list)))
    if reasons:
        terminalreporter.section("skipped")
    for reason, tests in reasons.most_common():
        terminalreporter.line(f"{tests:5} {reason.removeprefix('Skipped: ')}")
