"""Results depend on the plan alone: not on workers, shards, interruptions or the kind of file."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from automarium.box.box import checked_pack
from automarium.engine.game.record import decode, replay
from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.lab import result_files
from automarium.lab.configuration import Plan, make_configuration, make_plan
from automarium.lab.result_files import Row, Shard
from automarium.lab.simulated_game import PreparedGame, simulate_game
from automarium.lab.simulation import (
    Progress,
    RunStopped,
    SerialRunner,
    choose_start,
    encode_plan,
    open_runner,
    record_chunk,
    simulate,
)
from automarium.lab.summary import summarise
from tests.contract.kit import definitions, list_levels
from tests.lab.kit import InterruptedRunner, read_results, small_plan
from tests.proof import scale

ONLY_EXPLAINED = {"hands", "clauses", "narrowed"}


@pytest.mark.parametrize("name", definitions())
def test_a_silent_game_is_the_explained_one(name: str) -> None:
    """Every rival of every game, at the first and the last level."""
    definition = plugins.load_definition(name)
    for level in (list_levels(definition)[0], list_levels(definition)[-1]):
        for rival in definition.lab.rivals:
            ready = PreparedGame(make_configuration(name, {"level": level}, rival=rival))
            for seed in range(scale(1, 20)):
                silent, explained = (simulate_game(ready, seed, 0, 0, explain=explain) for explain in (False, True))
                for column in silent.__struct_fields__:
                    if column not in ONLY_EXPLAINED:
                        assert getattr(silent, column) == getattr(explained, column), (level, rival, column)
                assert explained.clauses
                assert silent.hands is None


@pytest.mark.parametrize("name", definitions())
def test_a_simulated_game_leaves_no_garbage(name: str) -> None:
    """The command hardly ever runs the collector."""
    ready = PreparedGame(make_configuration(name, {"level": list_levels(plugins.load_definition(name))[0]}))
    for explain in (False, True):
        simulate_game(ready, 1, 0, 0, explain=explain)
        gc.collect()
        simulate_game(ready, 2, 0, 0, explain=explain)
        assert gc.collect() == 0, explain


def test_a_game_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a designer's numbers the Automa may never end it."""
    monkeypatch.setattr("automarium.lab.simulated_game.MOST_TURNS", 3)
    ready = PreparedGame(make_configuration("expeditions"))
    with pytest.raises(Refused, match=r"lab\.endless"):
        simulate_game(ready, 1, 0, 0, explain=False)


def test_workers_are_no_copies_beside_other_threads() -> None:
    assert choose_start(apart=True) == "spawn"
    stop = threading.Event()
    other = threading.Thread(target=stop.wait)
    other.start()
    try:
        assert choose_start(apart=False) == "spawn"
    finally:
        stop.set()
        other.join()


@pytest.mark.parametrize("name", definitions())
def test_stand_ins_are_of_different_strength(name: str) -> None:
    definition = plugins.load_definition(name)
    if "expert" not in definition.lab.rivals:  # a plug-in
        return
    lead = []
    for rival in ("novice", "regular", "expert"):
        ready = PreparedGame(make_configuration(name, {"level": list_levels(definition)[1]}, rival=rival))
        rows = [simulate_game(ready, seed, 0, 0, explain=False) for seed in range(30)]
        assert all(row.winner for row in rows)
        lead.append(sum(row.automa - (row.human or 0) for row in rows))
    assert lead == sorted(lead, reverse=True)


def test_workers_shards_and_interruptions_change_no_byte(tmp_path: Path) -> None:
    asked = small_plan(120)
    whole = read_results(asked, tmp_path / "whole.csv")
    assert asked.chunks == 3
    with open_runner(2) as two:
        simulate(asked, tmp_path / "two.csv", two)
    assert (tmp_path / "two.csv").read_bytes() == whole
    shards = [tmp_path / f"shard-{number}.csv" for number in (1, 2)]
    for number, out in enumerate(shards, 1):
        simulate(asked, out, SerialRunner(), shard=Shard(number, 2))
    assert result_files.merge(shards[::-1], tmp_path / "merged.csv") == 240
    assert (tmp_path / "merged.csv").read_bytes() == whole
    out = tmp_path / "stopped.csv"
    with pytest.raises(RunStopped) as stopped:
        simulate(asked, out, InterruptedRunner(after=1))
    assert (stopped.value.done, stopped.value.total) == (40, 240)
    assert not out.exists()
    assert len(list(result_files.read(out))) == 40, "what is done can be looked at"
    heard: list[Progress] = []
    simulate(asked, out, SerialRunner(), resume=True, listen=heard.append)
    assert [one.done for one in heard] == [140, 240]
    assert out.read_bytes() == whole
    assert not result_files.get_parts_folder(out).exists()


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    asked = small_plan(scale(120, 250))
    read_results(asked, tmp_path / "a.csv")
    first = read_results(asked, tmp_path / "a.parquet")
    assert list(result_files.read(tmp_path / "a.csv")) == list(result_files.read(tmp_path / "a.parquet"))
    shards = [tmp_path / f"{number}.parquet" for number in (1, 2, 3)]
    for number, out in enumerate(shards, 1):
        simulate(asked, out, SerialRunner(), shard=Shard(number, 3))
    result_files.merge(shards, tmp_path / "merged.parquet")
    assert (tmp_path / "merged.parquet").read_bytes() == first


def test_seeds_belong_to_the_configuration_and_pairs_share_them(tmp_path: Path) -> None:
    apart, paired = small_plan(20), small_plan(20, paired=True)
    first = [row.seed for row in _rows(tmp_path / "apart.csv", apart)]
    second = [row.seed for row in _rows(tmp_path / "paired.csv", paired)]
    assert len(set(first)) == 40
    assert second[:20] == second[20:] == first[:20]
    assert [row.seed for row in _rows(tmp_path / "more.csv", small_plan(30))][:20] == first[:20]


def _rows(out: Path, asked: Plan) -> list[Row]:
    simulate(asked, out, SerialRunner())
    return list(result_files.read(out))


@pytest.mark.parametrize("name", definitions())
def test_records_of_the_lab_open_in_the_terminal(name: str) -> None:
    definition = plugins.load_definition(name)
    asked = make_plan([make_configuration(name, rival=list(definition.lab.rivals)[1])], 1, 5)
    ((number, content),) = record_chunk(encode_plan(asked), 0)
    assert number == 0
    record = decode(content)
    game, differs = replay(record, definition, checked_pack(definition, record.header.own, record.header.packs))
    assert differs is None
    assert definition.is_over(game.position)


def test_what_is_wrong_is_refused_before_a_game_is_played(tmp_path: Path) -> None:
    asked = small_plan(20)
    out = tmp_path / "a.csv"
    read_results(asked, out)
    tries: dict[str, Callable[[], object]] = {
        "lab.exists": lambda: simulate(asked, out, SerialRunner()),
        "lab.kind": lambda: simulate(asked, tmp_path / "a.txt", SerialRunner()),
        "lab.rival": lambda: make_configuration("golem", rival="nobody"),
        "option.unknown": lambda: make_configuration("golem", {"size": 1}),
        "answer.option": lambda: make_configuration("golem", {"level": 9}),
        "ruling.unknown": lambda: make_configuration("golem", rulings={"GOL-X": "yes"}),
        "answer.number": lambda: make_plan(asked.configurations, 0, 1),
        "lab.unreadable": lambda: list(result_files.read(tmp_path / "none.csv")),
        "lab.gap": lambda: result_files.merge([_shard(tmp_path)], tmp_path / "m.csv"),
        "lab.twice": lambda: result_files.merge([out, out], tmp_path / "m.csv"),
    }
    for key, attempt in tries.items():
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.message.key == key


def _shard(folder: Path) -> Path:
    out = folder / "shard.csv"
    simulate(small_plan(120), out, SerialRunner(), shard=Shard(2, 3))
    return out


def test_unfinished_shards_are_counted_and_not_merged(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.csv" for number in (1, 2)]
    for number, out in enumerate(files, 1):
        with pytest.raises(RunStopped):
            simulate(small_plan(430), out, InterruptedRunner(after=1), shard=Shard(number, 2))
    assert [result_files.count_missing(out) for out in files] == [200, 100]
    with pytest.raises(Refused, match=r"lab\.unfinished"):
        result_files.merge(files, tmp_path / "all.csv")


@pytest.mark.parametrize("damage", [("glory:", "glory:x"), (",1:", ",1:x")])  # of the points, of the cards
def test_a_damaged_cell_is_refused(tmp_path: Path, damage: tuple[str, str]) -> None:
    text = read_results(small_plan(5), tmp_path / "a.csv").decode().replace(*damage, 1)
    (tmp_path / "b.csv").write_text(text)
    with pytest.raises(Refused, match=r"lab\.game-broken .*'number': 0"):
        summarise(result_files.read(tmp_path / "b.csv"), cards=True)


def test_results_of_another_game_or_run_are_refused(tmp_path: Path) -> None:
    read_results(small_plan(20), tmp_path / "a.csv")
    read_results(make_plan([make_configuration("penumbra")], 3, 1), tmp_path / "b.csv")
    with pytest.raises(Refused, match=r"lab\.other-game"):
        list(result_files.read_all([tmp_path / "a.csv", tmp_path / "b.csv"]))
    with pytest.raises(RunStopped):
        simulate(small_plan(120), tmp_path / "c.csv", InterruptedRunner(after=1))
    with pytest.raises(Refused, match=r"lab\.unfinished"):
        simulate(small_plan(120), tmp_path / "c.csv", SerialRunner())
    with pytest.raises(Refused, match=r"lab\.other-run"):
        simulate(small_plan(120, seed=4), tmp_path / "c.csv", SerialRunner(), resume=True)
    with pytest.raises(Refused, match=r"lab\.other-run"):
        simulate(small_plan(20, seed=9), tmp_path / "a.csv", SerialRunner(), resume=True)
    simulate(small_plan(20), tmp_path / "a.csv", SerialRunner(), resume=True)
    (tmp_path / "d.csv").write_text("a,b\n1,2\n")
    with pytest.raises(Refused, match=r"lab\.no-results"):
        list(result_files.read(tmp_path / "d.csv"))
    broken = (tmp_path / "a.csv").read_text().replace(",expeditions,", ",expeditions,x,", 1)
    (tmp_path / "e.csv").write_text(broken)
    with pytest.raises(Refused, match=r"lab.columns .*'line': 2"):
        list(result_files.read(tmp_path / "e.csv"))
