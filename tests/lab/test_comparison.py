"""Comparisons with the same seeds: the figures are those of the pairs, and the verdict says how sure it is."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean, stdev

import msgspec
import pytest

from automarium.cli import main
from automarium.engine.message import Refused
from automarium.lab import result_files
from automarium.lab.result_files import Row
from automarium.lab.simulation import SerialRunner, simulate
from automarium.lab.statistics import Z
from automarium.lab.summary import Difference, compare
from tests.lab.kit import small_plan

GAMES = 30


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    out = tmp_path_factory.mktemp("compared") / "pairs.csv"
    simulate(small_plan(GAMES, paired=True), out, SerialRunner())
    return list(result_files.read(out))


def _by_measure(rows: list[Row]) -> dict[str, Difference]:
    return {one.measure: one for one in compare(rows)}


def test_the_figures_are_those_of_the_pairs(rows: list[Row]) -> None:
    first, second = rows[:GAMES], rows[GAMES:]
    assert [row.seed for row in first] == [row.seed for row in second]
    more = [two.automa - one.automa for one, two in zip(first, second, strict=True)]
    half = Z * stdev(more) / GAMES**0.5
    points = _by_measure(rows)["automa"]
    assert points.games == GAMES
    assert points.first == pytest.approx(fmean(row.automa for row in first))
    assert points.second == pytest.approx(fmean(row.automa for row in second))
    assert points.difference.value == pytest.approx(fmean(more))
    assert points.difference.low == pytest.approx(fmean(more) - half)
    assert points.difference.high == pytest.approx(fmean(more) + half)
    wins = [
        float(two.winner == "automa") - float(one.winner == "automa") for one, two in zip(first, second, strict=True)
    ]
    assert _by_measure(rows)["wins"].difference.value == pytest.approx(fmean(wins))


def test_pairs_that_never_differ_in_a_few_games_may_still_differ(rows: list[Row]) -> None:
    """The interval of wins is never of no width; the figures are those of Agresti and Min."""
    first = [msgspec.structs.replace(row, winner="automa") for row in rows[:GAMES]]
    for lost, low, high in ((0, -0.0613, 0.0613), (7, -0.3745, -0.0630), (GAMES, -1.0, -0.8336)):
        other = [
            msgspec.structs.replace(row, configuration="other", winner="human" if row.index < lost else "automa")
            for row in first
        ]
        wins = _by_measure(first + other)["wins"].difference
        assert wins.value == pytest.approx(-lost / GAMES)
        assert [wins.low, wins.high] == pytest.approx([low, high], abs=1e-3)


def test_a_difference_is_settled_open_or_none(rows: list[Row]) -> None:
    first = rows[:GAMES]
    other = [msgspec.structs.replace(row, configuration="other") for row in first]
    same = _by_measure(first + other)["automa"]
    assert (same.difference.value, same.more) == (0, None)
    surely = [msgspec.structs.replace(row, automa=row.automa + 5 + row.index % 2) for row in other]
    assert _by_measure(first + surely)["automa"].more == 0
    hardly = [msgspec.structs.replace(row, automa=row.automa + (9 if row.index % 2 else -8)) for row in other]
    doubtful = _by_measure(first + hardly)["automa"]
    assert not doubtful.difference.settled
    assert doubtful.more is not None
    assert doubtful.more > GAMES


def test_what_nobody_knows_is_left_out_of_its_measure(rows: list[Row]) -> None:
    unknown = [msgspec.structs.replace(row, human=None, winner="") if row.index % 3 == 0 else row for row in rows]
    found = _by_measure(unknown)
    assert (found["automa"].games, found["human"].games, found["wins"].games) == (GAMES, 20, 20)
    unknown = [msgspec.structs.replace(row, human=None, winner="") for row in rows]
    assert set(_by_measure(unknown)) == {"automa", "turns"}


def test_sides_of_different_length_are_refused(rows: list[Row]) -> None:
    with pytest.raises(Refused, match=r"lab\.unpaired"):
        compare(rows[: GAMES - 1] + rows[GAMES:])


def test_the_command_tells_both_sides_and_the_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "pairs.csv"
    run = ["compare", "expeditions", "level=1", "level=5", "--games", "12", "--seed", "3", "--workers", "1"]
    run += ["--rival", "regular"]
    assert main([*run, "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "level=5" in told
    assert "12 games each" in told
    assert "significant: higher" in told
    assert told.count("an estimate: glory") == 1, "what the wins rest on"
    points = _by_measure(list(result_files.read(out)))["automa"]
    assert f"A {points.first:.1f}, B {points.second:.1f}, B − A {points.difference.value:+.2f}" in told
    assert main(["--lang", "uk", *run]) == 0
    assert f"{points.first:.1f}" in capsys.readouterr().out.replace(",", ".")


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        (["level=1", "level=1"], "the same configuration"),
        (["level=1", "level=5", "--games", "1"], "from 2 to"),
        (["level=1", "level=9"], "9"),
    ],
)
def test_what_cannot_be_compared_is_said(wrong: list[str], word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "expeditions", *wrong]) != 0
    assert word in capsys.readouterr().err
