"""``automarium check``, ``new-game --document`` and ``rules --coverage`` for documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from automarium.games import plugins
from automarium.lab.simulated_game import measure_played_coverage
from tests.documents.kit import EXAMPLES, NAMES, read_example
from tests.interfaces.terminal.kit import run_command


def check(path: Path) -> tuple[int, str]:
    done = run_command("check", str(path))
    return done.returncode, done.stdout + done.stderr


def write(folder: Path, text: str) -> Path:
    (folder / "automa.toml").write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_examples_have_no_findings(name: str) -> None:
    status, said = check(EXAMPLES / name)
    assert status == 0, said
    assert "no findings" in said


def test_all_faults_are_listed_with_file_and_line(tmp_path: Path) -> None:
    text = read_example("heron").replace("fish(it) > 0", "fsih(it) > 0").replace("level.catch", "level.cacth")
    status, said = check(write(tmp_path, text))
    assert status == 1
    for wrong in ("fsih", "cacth"):
        line = text[: text.index(wrong)].count("\n") + 1
        assert f"automa.toml:{line}:" in said, said
    assert "Did you mean “fish”?" in said


def test_what_is_unfinished_is_found(tmp_path: Path) -> None:
    text = read_example("ferry")
    text = text.replace('text.uk = "Карта називає пором."\n', "").replace(', uk = "Ваш пором" }', " }")
    text += '\n[[clause]]\nid = "FER-MOVE-09"\ntext = { en = "Unused.", uk = "Зайве." }\n'
    text += '\n[words.en]\n"moved" = "{piece} to {to}."\n[words.uk]\n"moved" = "Пересуньте {piece:acc} на {to}."\n'
    status, said = check(write(tmp_path, text))
    assert status == 1
    assert "cites FER-MOVE-09" in said
    assert "clause[2].text has no text in “uk”" in said
    assert "pieces.mine.name has no text in “uk”" in said
    assert "pieces.red.name has no form “acc” in “uk”" in said


@pytest.mark.parametrize("board", ["ring", "hex"])
@pytest.mark.parametrize("languages", ["en", "en,uk,ru"])
def test_new_document_passes_every_check(board: str, languages: str, tmp_path: Path) -> None:
    made = ("new-game", "night_owl", "--document", "--board", board, "--languages", languages)
    done = run_command(*made, "--folder", str(tmp_path / "owl"))
    assert done.returncode == 0, done.stderr
    assert [path.name for path in (tmp_path / "owl").iterdir()] == ["automa.toml"]
    status, said = check(tmp_path / "owl")
    assert status == 0, said


def test_clause_that_never_decides_is_found() -> None:
    text = read_example("heron").replace("fish(it) > 0", "fish(it) >= 0", 1)
    coverage = measure_played_coverage(plugins.load_definition(plugins.add_document(text)), 30)
    assert coverage["HER-MOVE-02"] == 0
    assert coverage["HER-MOVE-03"] > 0
    assert coverage["HER-SETUP-01"] == 30
