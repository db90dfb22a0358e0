"""The balance is unchanged: a commit that changes it updates the baseline."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from automarium.cli import main
from automarium.lab.baseline import find_moved
from automarium.lab.baseline_file import FILE, Baseline, Figure, read_baseline, write_baseline
from tests.proof import scale


def test_the_balance_has_not_moved(capsys: pytest.CaptureFixture[str]) -> None:
    """If this fails and the change is intended: run `automarium baseline` and read the difference."""
    code = main(["--lang", "en", "baseline", "--check", "--games", str(scale(60, 1000))])
    assert code == 0, capsys.readouterr().out
    assert len(read_baseline(FILE)) == 17


def test_a_figure_that_moved_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = [one for one in read_baseline(FILE) if one.game == "expeditions"]
    old = kept[0].figures["automa"]
    wrong = msgspec.structs.replace(kept[0], figures={"automa": Figure(old.mean + 4, old.deviation)})
    file = tmp_path / "baseline.json"
    write_baseline(file, [wrong])
    assert main(["--lang", "en", "baseline", "--check", "--file", str(file), "--games", "60"]) == 1
    assert "expeditions, level 1: her points" in capsys.readouterr().out
    file.write_text("[1]", "utf-8")
    assert main(["baseline", "--check", "--file", str(file)]) == 2
    assert main(["baseline", "--check", "--file", str(tmp_path / "none")]) == 2


def test_chance_is_no_move() -> None:
    def kept(mean: float, deviation: float) -> list[Baseline]:
        return [Baseline("golem", "1", "regular", 200, {"automa": Figure(mean, deviation)})]

    assert not find_moved(kept(100, 10), kept(103, 10))
    assert find_moved(kept(100, 10), kept(105, 10))
    assert not find_moved(kept(100, 0), kept(100.4, 0)), "less than anybody sees"
    assert not find_moved([], kept(100, 1)), "a new level has nothing to differ from"
