"""The commands of docs/lab.md print what the guide says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from automarium.cli import main
from tests.proof import PROOF

GUIDE = Path(__file__).parents[2] / "docs" / "lab.md"
CHEAP = ("simulate expeditions --rivals", "pack new", "pack check")  # the others play thousands of games


def read_commands() -> Iterator[tuple[str, list[str]]]:
    """Yield the commands of the guide, each with the lines below it."""
    command, lines = "", list[str]()
    for line in [*GUIDE.read_text("utf-8").splitlines(), "end"]:
        is_code = line.startswith("    ")
        is_over = not is_code if not command.startswith("cat") else not is_code and line != ""
        if command and (is_over or line.startswith("    $ ")):
            yield command, lines
            command, lines = "", []
        if line.startswith("    $ "):
            command = line.removeprefix("    $ ")
        elif command and not lines and line.startswith("        --"):
            command += " " + line.strip()
        elif command:
            lines.append(line.removeprefix("    "))


def make_pattern(lines: list[str]) -> str:
    """Return a regular expression of the output, wherever its lines are broken. A line with ``…`` stands for any."""
    words = [[r"(?:.*\n)*?.*"] if line.strip() == "…" else map(re.escape, line.split()) for line in lines]
    return r"\s+".join(word for line in words for word in line).replace("…/", r"\S*/")


def test_the_commands_print_what_the_guide_says(
    tmp_path: Path, home: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = 0
    for command, lines in read_commands():
        verb, words = command.split(" ", 1)
        if verb == "cat":
            Path(words).write_text("\n".join(lines), "utf-8")
        elif PROOF or words.startswith(CHEAP):
            main(["--lang", "en", *shlex.split(words, comments=True)])
            out, err = capsys.readouterr()
            assert re.fullmatch(make_pattern(lines), out.strip() or err.strip()), command
            done += 1
        if words.startswith("pack new"):
            text = Path("my.toml").read_text("utf-8")
            before, level, after = text.partition("[progress.5]")
            Path("my.toml").write_text(before + level + after.replace("glory_token = 7", "glory_token = 6"), "utf-8")
            Path("bad.toml").write_text(text.replace("glory_spaces = [2, 4", "glory_spaces = [5, 4", 1), "utf-8")
    assert done > 4
