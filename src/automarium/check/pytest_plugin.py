"""The checks of ``automarium check`` as tests: ``automarium_games = ["heron"]`` in ``[tool.pytest.ini_options]``, or
``pytest --automarium heron``. The plug-in also knows the mark ``clause``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from automarium.check.subject import Subject


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("automarium_games", "games to check as `automarium check` does", type="args", default=[])
    parser.addoption("--automarium", action="append", default=[], metavar="GAME", help="check a game of Automarium")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses that this test proves")


def list_games(config: pytest.Config) -> list[str]:
    return list(dict.fromkeys([*config.getini("automarium_games"), *config.getoption("--automarium")]))


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    for name in list_games(config):
        items.extend(GameChecks.from_parent(session, name=f"automarium check {name}", game=name).collect())


class GameChecks(pytest.Collector):
    """All areas of one game."""

    def __init__(self, game: str = "", **options: Any) -> None:
        super().__init__(**options)
        self.game = game

    def collect(self) -> Iterator[pytest.Item]:
        from automarium.check import AREAS
        from automarium.check.subject import Subject
        from automarium.games import plugins

        tests = self.config.rootpath / "tests"
        subject = Subject(plugins.load_unchecked(self.game), tests if tests.is_dir() else None)
        for area in AREAS:
            yield AreaCheck.from_parent(self, name=area, subject=subject)


class AreaCheck(pytest.Item):
    """One area of ``automarium check``; it fails with the findings."""

    def __init__(self, subject: Subject | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.subject = subject

    def runtest(self) -> None:
        from automarium.check import check_area
        from automarium.check.command import write_finding
        from automarium.i18n.translator import Translator

        assert self.subject is not None
        found = [write_finding(one, Translator("en")) for one in check_area(self.name, self.subject)]
        if found:
            pytest.fail("\n".join(found), pytrace=False)

    def reportinfo(self) -> tuple[str, int | None, str]:
        parent = self.parent.name if self.parent is not None else ""
        return self.path.name, None, f"{parent}: {self.name}"
