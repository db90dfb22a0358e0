"""One browser for all tests, a server for each. Tests wait for states, with long timeouts for busy machines."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tools.browser import ARGUMENTS, find_browser

if TYPE_CHECKING:  # the driver may be missing: then these tests are skipped, and all others are not disturbed
    from playwright.sync_api import Browser

    from tests.e2e.kit import Site

NO_DRIVER = "the browser's driver is not installed: pip install playwright"
NO_BROWSER = "there is no browser: apt-get install chromium-headless-shell libatomic1"
NO_AXE = "axe-core is not installed: apt-get install npm, then make test"


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if importlib.util.find_spec("playwright") is None:
        return Undriven.from_parent(parent, path=module_path)
    return None


class Undriven(pytest.File):
    """A module that cannot be imported, so that its tests are skipped and counted."""

    def collect(self) -> Iterator[pytest.Item]:
        for node in ast.parse(self.path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield Untested.from_parent(self, name=node.name)


class Untested(pytest.Item):
    def setup(self) -> None:
        pytest.skip(NO_DRIVER)

    def runtest(self) -> None:
        raise AssertionError


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    from playwright.sync_api import expect, sync_playwright

    from tests.e2e.kit import PATIENCE

    program = find_browser()
    if program is None:
        pytest.skip(NO_BROWSER)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS, timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def axe() -> Path:
    from tests.e2e.kit import AXE

    if not AXE.exists():
        pytest.skip(NO_AXE)
    return AXE


@pytest.fixture
def site(tmp_path: Path, seed: int) -> Iterator[Site]:
    from tests.e2e.kit import Site

    site = Site(tmp_path / "site", seed)
    site.start()
    yield site
    site.stop()
