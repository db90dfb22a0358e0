"""Tuning: valid aims, ranges that make valid packs, and a search that depends on its seed alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from automarium.cli import main
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.interfaces.terminal.commands.tune import choose_kind
from automarium.lab.configuration import Configuration, Design, make_configuration
from automarium.lab.designer_packs import read_pack
from automarium.lab.search_space import SearchSpace, get_layer
from automarium.lab.simulated_game import PreparedGame, simulate_game
from automarium.lab.simulation import Runner, SerialRunner, open_runner
from automarium.lab.summary import RunSummary, summarise
from automarium.lab.tuner import Search, Trial, TuningResult, find_pareto_front
from automarium.lab.tuning_aims import Aim, Selection, parse_aims

BASE = Design("house", "tuned", {})


def summary(level: int = 4) -> RunSummary:
    ready = PreparedGame(make_configuration("expeditions", {"level": level}, rival="novice"))
    (found,) = summarise(simulate_game(ready, seed, seed, seed, explain=False) for seed in range(30))
    return found


def test_an_aim_is_as_far_off_as_its_figures_are_apart() -> None:
    one = summary()
    middle = one.automa.quantile(0.5)
    for text, off in {
        f"median(automa) == {middle}": 0,
        f"median(automa, level=4) >= {middle + 3}": 3,
        f"{middle - 5} < median(automa) <= {middle - 2}": 2,
        "wins() >= 0 %": 0,
        "wins() >= 100 %": 100 * (1 - one.wins.value),
        "quantile(turns, 0.5) == quantile(turns, 50 %)": 0,
        "mean(lead) + 1 == mean(automa) - mean(human) + 1": 0,
        "mark(8) - mark(1) >= 1": 0,
        "decided() <= 100 %": 0,
    }.items():
        (aim,) = parse_aims([text])
        assert aim.loss(lambda _: one) == pytest.approx(off), text
        assert aim.is_share == (text.startswith(("wins", "decided"))), "told in per cent"
    assert list(Aim("mean(turns, rival=expert, level=4) > 1").selections()) == [(("level", "4"), ("rival", "expert"))]
    for text in ("mean(turns, level=2½)==mean(human)", 'mean(turns, level = "2½") == mean(human)'):
        assert list(Aim(text).selections()) == [(("level", "2½"),), ()], "also what is no name in Python"
    assert list(Aim("fired(line=3.10, coin_change=-1) > 3 %").list_lines()) == [
        ("line", "3.10", (("coin_change", "-1"),))
    ]


@pytest.mark.parametrize(
    ("texts", "key"),
    [
        (["median(automa"], "aim.syntax"),
        (["mean(automa) + " * 2000 + "1 == 2"], "aim.syntax"),
        (["median(automa)"], "aim.comparison"),
        (["median(automa) != 3"], "aim.comparison"),
        (["1 < 2"], "aim.constant"),
        (["__import__('os') < 2"], "aim.function"),
        (["mean(automa).real < 2"], "aim.part"),
        (["wins == 50 %"], "aim.parentheses"),
        (["[mean(automa)] < 2"], "aim.part"),
        (["mean(size) < 2"], "aim.measure"),
        (["median(lead) < 2"], "aim.measure"),
        (["mean() < 2"], "aim.arguments"),
        (["mark('four') < 2"], "aim.part"),
        (["quantile(turns, mean(turns)) < 2"], "aim.part"),
        (["mean(turns, level=3, level=4) < 2"], "aim.part"),
        ([f"mean(turns) < {10**400}"], "aim.part"),
        (["mean(turns) <= 20", "mean(turns) >= 25"], "aim.contradiction"),
        (["30 < mean(turns) < 20"], "aim.contradiction"),
        (
            ["mean(turns, level=3) < mean(turns, level=4)", "mean(turns, level=4) <= mean(turns, level=3)"],
            "aim.contradiction",
        ),
        (["wins() == 40 %", "wins() + 10 % < 45 %"], "aim.contradiction"),
        (["wins() >= 25"], "aim.contradiction"),
    ],
)
def test_aims_that_say_nothing_or_contradict_each_other_are_refused(texts: list[str], key: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_aims(texts)
    assert refused.value.message.key == key


def test_aims_that_only_look_alike_are_taken() -> None:
    assert (
        len(
            parse_aims(["mean(turns, level=3) < mean(turns, level=4)", "mean(automa, level=4) < mean(automa, level=3)"])
        )
        == 2
    )
    assert len(parse_aims(["20 <= mean(turns) <= 20", "mean(turns) == 20"])) == 2


def space(*texts: str) -> SearchSpace:
    pack = make_configuration("expeditions").with_design(BASE).pack
    return SearchSpace(plugins.load_definition("expeditions"), BASE, get_layer(pack, BASE), texts)


def test_what_may_move_makes_packs() -> None:
    free = space("progress.4.glory_spaces=~2", "progress.*.coins.glory_token=4..8")
    assert [one.path for one in free.free][-2:] == ["progress.4.coins.glory_token", "progress.5.coins.glory_token"]
    assert len(free.free) == 10
    free.check(1)
    numbers = {**free.start(), "progress.4.glory_spaces.0": 4, "progress.4.glory_spaces.1": 3}
    made = free.build_design(numbers)
    assert made.facts["progress"]["4"]["glory_spaces"] == [3, 4, 7, 10, 13, 16, 19, 21], "a rising list rises"
    assert made.facts["progress"]["5"] == {"coins": {"glory_token": free.start()["progress.5.coins.glory_token"]}}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("progress.4", "free.syntax"),
        ("progress.4.coins=a..b", "free.syntax"),
        ("progress.9.coins=1..2", "free.path"),
        ("progress.4.name=1..2", "free.path"),
        ("progress.4.coins.glory_token=5..4", "free.range"),
        ("progress.4.coins.glory_token=50..60", "free.no-pack"),
    ],
)
def test_ranges_that_make_no_pack_are_refused(text: str, key: str) -> None:
    with pytest.raises(Refused) as refused:
        space(text).check(1)
    assert refused.value.message.key == key


def tuned(who: Runner) -> TuningResult:
    def make(selection: Selection, design: Design) -> Configuration:
        return make_configuration("expeditions", {"level": int(dict(selection)["level"])}, rival="regular").with_design(
            design
        )

    wanted = parse_aims(["mean(automa, level=4) == 80", "mean(turns, level=4) == 26"])
    search = Search(space("progress.4.coins.glory_token=2..9", "progress.4.glory_spaces=~1"), wanted, make, 24, 5)
    return search.run(who, 12, 4)


def test_the_search_depends_on_its_seed_and_not_on_who_plays() -> None:
    pytest.importorskip("optuna")
    alone = tuned(SerialRunner())
    with open_runner(2) as two:
        assert tuned(two) == alone
    assert alone.best.losses is not None
    first = alone.front[0].losses
    assert first is not None
    assert alone.proof[0].off < alone.before[0].off, "nearer than where it began, with seeds of its own"
    assert alone.best in alone.front or any(one.total <= alone.best.total for one in alone.front)


def test_the_front_is_what_no_other_beats() -> None:
    trials = [
        Trial(number, {}, losses) for number, losses in enumerate([(1.0, 3.0), (2.0, 2.0), (3.0, 1.0), (2.0, 3.0)])
    ]
    assert find_pareto_front(trials) == trials[:3]


def test_the_command_writes_a_pack_with_its_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("optuna")
    out = tmp_path / "easier.toml"
    words = [
        "--lang",
        "en",
        "tune",
        "expeditions",
        "--rival",
        "regular",
        "--games",
        "20",
        "--trials",
        "4",
        "--batch",
        "2",
    ]
    more = ["--free", "progress.4.coins.glory_token=2..9", "--workers", "1", "--name", "easier", "--out", str(out)]
    assert main([*words, "--target", "mean(automa, level=4) <= 80", *more]) == 0
    design = read_pack(out, "expeditions")
    assert design.name == "easier"
    assert "[[proof.aims]]" in out.read_text("utf-8")
    assert (tmp_path / "easier.csv").exists()
    assert "met" in capsys.readouterr().out
    assert main([*words, "--target", "mean(automa, level=4) <= 80", *more]) == 2, "nothing is written over"
    assert main([*words, "--target", "mean(automa, level=9) <= 80", *more[:-1], str(tmp_path / "b.toml")]) == 2
    assert "level" in capsys.readouterr().err


def make_level(selection: Selection, design: Design) -> Configuration:
    level = int(dict(selection).get("level", "4"))
    return make_configuration("expeditions", {"level": level}, rival="regular").with_design(design)


def test_a_range_around_a_number_stays_within_what_is_legal() -> None:
    (free,) = space("progress.4.coins.map_token=~3").free
    assert free.values == (0, 1, 2, 3, 4), "no coins less than none"
    spaces = space("progress.4.glory_spaces=~40")
    for one in spaces.free:
        for value in (one.values[0], one.values[-1]):
            spaces.build_design({**spaces.start(), one.path: value})


def test_trials_that_are_no_packs_are_told_from_hopeless_ones() -> None:
    pytest.importorskip("optuna")
    wanted = parse_aims(["mean(automa, level=4) == 92"])
    search = Search(space("progress.4.coins.glory_token=0..60"), wanted, make_level, 16, 5)
    trials = search.search(SerialRunner(), 40, 8)
    states = {trial.state for trial in trials}
    assert states == {"finished", "hopeless", "invalid"}
    for trial in trials:
        assert (trial.losses is None) == (trial.state == "invalid") == (trial.fault is not None)
        assert (int(trial.numbers["progress.4.coins.glory_token"]) > 20) == (trial.state == "invalid")


def test_few_combinations_are_all_tried_and_none_twice() -> None:
    wanted = parse_aims(["mean(automa, level=4) == 70"])
    small = space("progress.4.coins.glory_token=4..6", "progress.4.coins.map_token=1..2")
    search = Search(small, wanted, make_level, 8, 5)
    trials = search.search(SerialRunner(), 50, 4)
    tried = [tuple(trial.numbers.values()) for trial in trials]
    assert len(tried) == len(set(tried)) == 6
    assert trials[0].changes <= min(trial.changes for trial in trials), "the base comes first"


def test_a_change_has_a_price() -> None:
    """Of two designs that meet the aim equally the one with fewer changes is taken."""
    pytest.importorskip("optuna")
    wanted = parse_aims(["mean(automa, level=4) >= 60"])
    texts = ("progress.4.coins.glory_token=6..9", "progress.4.coins.map_token=1..3", "progress.4.glory_spaces.0=1..3")
    result = Search(space(*texts), wanted, make_level, 8, 5, few=1).run(SerialRunner(), 16, 8)
    assert result.best.changes == 0
    assert not result.is_better


def test_a_search_ends_where_no_other_pack_can_be_better() -> None:
    wanted = parse_aims(["mean(automa, level=4) >= 60"])
    search = Search(space("progress.4.coins.glory_token=5..9"), wanted, make_level, 8, 5)
    (base,) = search.search(SerialRunner(), 5, 1)
    assert search.price(base) == 0
    result = search.prove_best(SerialRunner())
    assert all(one.met for one in result.before)
    assert not result.is_better


def test_an_aim_out_of_reach_is_said_with_what_stands_in_the_way() -> None:
    wanted = parse_aims(["mean(automa, level=4) == 300"])
    result = Search(space("progress.4.coins.glory_token=5..9"), wanted, make_level, 12, 5).run(SerialRunner(), 12, 4)
    (found,) = result.obstacles
    assert (found.path, found.value) == ("progress.4.coins.glory_token", 9)
    assert found.nearest.figures[0] < 300


def test_a_search_that_is_stopped_proves_the_best_so_far(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("optuna")
    play = Search._play_batch
    batches = iter([True, False])

    def stop_in_the_second(search: Search, *arguments: Any) -> Iterator[Trial]:
        if not next(batches):
            raise KeyboardInterrupt
        return play(search, *arguments)

    monkeypatch.setattr(Search, "_play_batch", stop_in_the_second)
    out = tmp_path / "stopped.toml"
    words = ["--rival", "regular", "--games", "8", "--trials", "40", "--batch", "4", "--workers", "1"]
    aim = ["--target", "mean(automa, level=4) <= 80", "--free", "progress.4.coins.*=0..9", "--out", str(out)]
    assert main(["--lang", "en", "tune", "expeditions", *words, *aim]) == 0
    assert "trials = 4" in out.read_text("utf-8")
    told = capsys.readouterr()
    assert "Stopped" in told.err
    assert "4 packs tried" in told.out


def test_a_file_that_cannot_be_written_is_refused_before_the_search(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("optuna")
    out = tmp_path / "none" / "best.toml"
    aim = ["--target", "mean(automa, level=4) <= 80", "--free", "progress.4.coins.*=0..9", "--out", str(out)]
    assert main(["--lang", "en", "tune", "expeditions", *aim]) == 2
    told = capsys.readouterr()
    assert "Can't write" in told.err
    assert not told.out


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_a_seed_that_no_sampler_takes_is_refused(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("optuna")
    aim = ["--target", "mean(automa, level=4) <= 80", "--free", "progress.*.glory_spaces=~2"]
    words = ["--seed", str(seed), "--games", "2", "--trials", "4", "--workers", "1", "--out", str(tmp_path / "a.toml")]
    assert main(["--lang", "en", "tune", "expeditions", *aim, *words]) == 2
    assert "--seed" in capsys.readouterr().err


def test_nothing_is_written_where_nothing_better_was_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("optuna")
    out = tmp_path / "same.toml"
    words = [
        "--lang",
        "en",
        "tune",
        "expeditions",
        "--rival",
        "regular",
        "--games",
        "8",
        "--trials",
        "3",
        "--workers",
        "1",
    ]
    aim = ["--target", "mean(automa, level=4) >= 10", "--free", "progress.4.coins.glory_token=6..8"]
    assert main([*words, *aim, "--workers", "1", "--out", str(out)]) == 1
    assert not out.exists()
    assert "so none is written" in capsys.readouterr().out
    aim = ["--target", "fired(line=9.9) >= 10 %", "--free", "board.lantern.lists.3.2=card|fill"]
    assert main(["--lang", "en", "tune", "penumbra", *aim, "--out", str(out)]) == 2
    assert "line=9.9" in capsys.readouterr().err


def test_the_search_begins_in_the_pack_that_has_the_value() -> None:
    """What a game asks to vary may be printed on its cards or an assumption of the house."""
    packs = {name: make_configuration(name).pack for name in ("scythe", "golem")}
    assert choose_kind(packs["scythe"], "rival.regular.popularity=0..18") == "house"
    assert choose_kind(packs["scythe"], "card.1.I.gains.0=coin|power") == "printed"
    assert choose_kind(packs["scythe"], "nothing=1..2") == "printed"
    assert choose_kind(packs["golem"], "rival.regular.vp=90..130") == "house"
