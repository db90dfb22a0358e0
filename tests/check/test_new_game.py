"""A game that ``automarium new-game`` writes is complete: it passes the checks, its own tests and those of types."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from automarium.engine import definition as parts
from automarium.interfaces.terminal.commands.new_game import BOARDS, render_package
from tests.check.kit import REPOSITORY, installed
from tests.interfaces.terminal.kit import run_command
from tests.proof import PROOF

LANGUAGES = ("en", "en,uk", "uk,ru")


def write_game(folder: Path, *arguments: str) -> Path:
    done = run_command("new-game", "stones", "--folder", str(folder / "stones"), *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "stones"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AUTOMARIUM_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.mark.parametrize("languages", LANGUAGES)
@pytest.mark.parametrize("board", BOARDS)
def test_it_passes_every_check(board: str, languages: str, home: Path) -> None:
    project = write_game(home, "--board", board, "--languages", languages)
    with installed(project, "stones"):
        done = run_command("check", "stones")
    assert (done.stdout, done.returncode) == ("Stones: no findings.\n", 0)
    files = {file.stem for file in (project / "stones" / "locale").iterdir()}
    assert files == {"en", *languages.split(",")}
    assert "@" not in (project / "stones" / "definition.py").read_text("utf-8").replace("@classmethod", "")


@pytest.mark.parametrize("board", BOARDS if PROOF else ["ring"])
def test_its_own_tests_pass_and_it_is_typed(board: str, home: Path) -> None:
    project = write_game(home, "--board", board)
    path = os.pathsep.join((str(project), str(REPOSITORY / "src")))
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "automarium.check.pytest_plugin"]
    commands = [[*tests, "-o", "automarium_games="]]
    if PROOF:
        commands.append([sys.executable, "-m", "mypy", "--strict", "stones", "tests"])
    for command in commands:
        environment = {**os.environ, "PYTHONPATH": path}
        done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("board", BOARDS)
def test_a_whole_game_in_the_terminal(board: str, home: Path) -> None:
    project = write_game(home, "--board", board, "--languages", "en,uk")
    with installed(project, "stones"):
        typed = "why\nodds\n" + "next\n" * 10 + "score\nquit\n"
        for lang, verdict in (("en", "it wins"), ("uk", "перемогла вона"), ("ru", "it wins")):
            new = ("play", "stones", "--new", "--level", "hard", "--seed", "3")
            done = run_command(*new, typed=typed, lang=lang)
            assert done.returncode == 0
            assert done.stderr == "", "a language that the game does not state is no fault"
            assert verdict in done.stdout
        coverage = run_command("rules", "stones", "--coverage")
        assert (coverage.returncode, "13 of 13" in coverage.stdout) == (0, True)


def test_the_protocol_and_the_lab_play_it(home: Path) -> None:
    project = write_game(home)
    with installed(project, "stones"):
        from automarium.protocol.stream import TableStream

        stream = TableStream()
        answers = [stream.send({"game": "stones", "options": {"level": "hard"}, "seed": 3})]
        while not answers[-1].get("over"):
            answers.append(stream.send({"do": "next"}))
        assert not any("error" in answer for answer in answers), json.dumps(answers[-1])
        out = home / "games.csv"
        done = run_command("simulate", "stones", "--games", "20", "--seed", "1", "--workers", "1", "--out", str(out))
        assert done.returncode == 0, done.stderr
        assert len(out.read_text("utf-8").splitlines()) > 20


def test_every_optional_member_of_a_part_is_in_the_template() -> None:
    text = render_package("stones", ["en"], "ring")["stones/definition.py"]
    kinds = (parts.Setup, parts.TableLayout, parts.Scoring, parts.GameWords, parts.Page, parts.Lab, parts.Content)
    given = {"option_names", "rival", "prefix", "draw", "folder", "document"}
    for kind in (*kinds, parts.GameDefinition):
        for name, member in vars(kind).items():
            if not name.startswith("_") and name not in given and (callable(member) or name in kind.__annotations__):
                assert name in text, f"{kind.__name__}.{name}"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("Ferry",), "can't be the name of a package"),
        (("golem",), "There is already a game or a module “golem”"),
        (("json",), "There is already a game or a module “json”"),
        (("ferry", "--languages", "en,xx"), "xx"),
    ],
)
def test_a_name_or_a_language_that_is_not_possible_is_refused(arguments: tuple[str, ...], said: str) -> None:
    done = run_command("new-game", *arguments)
    assert done.returncode == 2
    assert said in done.stderr


def test_a_folder_with_files_is_not_overwritten(home: Path) -> None:
    (home / "stones").mkdir()
    (home / "stones" / "mine.txt").write_text("keep")
    done = run_command("new-game", "stones", "--folder", str(home / "stones"))
    assert done.returncode == 2
    assert [file.name for file in (home / "stones").iterdir()] == ["mine.txt"]
