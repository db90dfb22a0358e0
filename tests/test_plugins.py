"""A game from another package, found by its entry point, works everywhere."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pytest

REPOSITORY = Path(__file__).parent.parent
EXAMPLE = REPOSITORY / "examples" / "heron"


def install(site: Path, *offered: str) -> dict[str, str]:
    """Return an environment in which the example is installed: its package and its entry points."""
    shutil.copytree(EXAMPLE / "heron", site / "heron", ignore=shutil.ignore_patterns("*.mo", "__pycache__"))
    info = site / "automarium_heron-1.0.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: automarium-heron\nVersion: 1.0.0\n")
    (info / "entry_points.txt").write_text("\n".join(["[automarium.games]", *offered]))
    path = os.pathsep.join((str(site), str(REPOSITORY / "src")))
    return {**os.environ, "PYTHONPATH": path, "AUTOMARIUM_HOME": str(site / "home")}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return install(tmp_path_factory.mktemp("site"), "heron = heron.definition:Heron")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Heron is installed next to a game that cannot be loaded."""
    return install(tmp_path_factory.mktemp("site"), "heron = heron.definition:Heron", "broken = heron.missing:Heron")


def run(arguments: list[str], env: dict[str, str], text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], env=env, input=text, text=True, capture_output=True, cwd=REPOSITORY, check=False
    )


def test_its_own_tests_pass(installed: dict[str, str]) -> None:
    wanted = ["-p", "no:cacheprovider", "-p", "automarium.check.pytest_plugin", "--automarium", "heron"]
    done = run(["-m", "pytest", "-q", *wanted, str(EXAMPLE / "tests")], installed)
    assert done.returncode == 0, done.stdout


def test_it_keeps_the_contract_of_every_game(alone: dict[str, str]) -> None:
    done = run(["-m", "automarium", "check", "heron", "--tests", str(EXAMPLE / "tests")], alone)
    assert (done.stdout, done.returncode) == ("Heron: nothing to complain about.\n", 0), done.stderr


def test_another_program_plays_a_whole_game(installed: dict[str, str]) -> None:
    lines = [{"game": "heron", "options": {"level": "hungry"}, "seed": 3}, *[{"do": "next"}] * 20]
    done = run(["-m", "automarium", "table"], installed, "".join(json.dumps(line) + "\n" for line in lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    over = next(answer for answer in answers if answer.get("over"))
    assert over["steps"][-1]["event"] == {"do": "over"}


def test_the_terminal_plays_it_and_knows_its_rules(installed: dict[str, str]) -> None:
    played = run(
        ["-m", "automarium", "play", "heron", "--new", "--set", "level=calm", "--seed", "3"], installed, "next\n"
    )
    assert "Fish: P4" in played.stdout
    rules = run(["-m", "automarium", "rules", "heron", "MOVE-03"], installed)
    assert "most fish" in rules.stdout


def wait_until_it_answers(browser: OpenerDirector, address: str) -> None:
    for _ in range(600):
        try:
            browser.open(address)
        except URLError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"{address} does not answer")


def test_the_page_plays_it(installed: dict[str, str]) -> None:
    """New game, set-up, both turns, an input, the table."""
    server = subprocess.Popen(
        [sys.executable, "-m", "automarium", "serve", "--no-browser", "--rate", "0", "--port", "0"],
        env=installed,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        found = (re.search(r"http://[^ ]+", line) for line in server.stdout)
        address = next(one[0].strip().rstrip("/") for one in found if one)
        browser = build_opener(HTTPCookieProcessor())
        wait_until_it_answers(browser, f"{address}/health")
        chosen = urlencode({"level": "calm", "deck": "app", "seed": "5"}).encode()
        begun = browser.open(Request(f"{address}/new/heron", chosen, {"Origin": address}))
        table = begun.geturl().removesuffix("/setup")
        told = urlencode({"revision": "1", "do": "next"}).encode()
        turn = browser.open(Request(f"{table}/do", told, {"Origin": address})).read().decode()
        assert "Fish" in turn
        for page in ("", "/my-turn", "/tell/go", "/mine", "/log", "/odds", "/score", "/setup"):
            assert browser.open(table + page).status == 200, page
        assert browser.open(f"{address}/rules/heron").status == 200
    finally:
        server.terminate()
        server.wait()


def test_a_broken_package_is_named_and_breaks_nothing_else(installed: dict[str, str]) -> None:
    broken = run(["-m", "automarium", "rules", "broken", "X"], installed)
    assert broken.returncode == 2
    assert "heron.missing" in broken.stderr
    assert "Traceback" not in broken.stderr
