"""The rival ``me``: the points of the owner's own finished games, and of no other games."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from automarium.engine.message import Refused
from automarium.lab.configuration import OWNER, make_configuration
from automarium.lab.simulated_game import PreparedGame, record_game, simulate_game
from automarium.sessions.session import find_own_results
from automarium.storage.store import Store, Summary
from automarium.storage.store_factory import open_store
from tests.contract.kit import definitions
from tests.interfaces.terminal.kit import run_command

POINTS = (41, 52, 63, 74, 85)


def keep(store: Store, game: str, points: int, *, guest: bool = False, over: bool = True, level: object = 3) -> None:
    summary = Summary(game, over=over, totals={"automa": 50, "human": points}, winner="human", options={"level": level})
    store.create([json.dumps({"game": game, "points": points}).encode() + b"\n"], summary, guest=guest)


@pytest.mark.parametrize("name", definitions())
def test_the_stand_in_makes_the_points_of_those_games(name: str) -> None:
    from automarium.games import plugins

    if plugins.load_definition(name).lab.owner is None:
        with pytest.raises(Refused):
            make_configuration(name, rival=OWNER, results=POINTS)
        return
    with pytest.raises(Refused):
        make_configuration(name, rival=OWNER)
    ready = PreparedGame(make_configuration(name, rival=OWNER, results=POINTS))
    rows = [simulate_game(ready, seed, 0, 0, explain=seed % 2 == 0) for seed in range(12)]
    assert {row.human for row in rows} <= set(POINTS)
    assert len({row.human for row in rows}) > 2
    assert all(row.winner for row in rows)
    assert record_game(ready, 1)
    other = make_configuration(name, rival=OWNER, results=(1, 2, 3, 4, 5))
    assert other.digest != ready.digest
    assert msgspec.structs.replace(other, levels=("3",)).digest == other.digest, "the same games, the same seeds"


def test_only_the_owners_finished_games_count(home: object, tmp_path: Path) -> None:
    store = open_store()
    for points in POINTS:
        keep(store, "golem", points)
    keep(store, "golem", 999, guest=True)
    keep(store, "golem", 888, over=False)
    keep(store, "scythe", 777)
    found = find_own_results(store, "golem")
    assert sorted(found.points) == list(POINTS)
    assert found.levels == ("3",)
    with pytest.raises(Refused) as few:
        find_own_results(store, "scythe")
    assert few.value.message.key == "lab.me.few"
    store.close()
    done = run_command("simulate", "golem", "--rival", "me", "--games", "30", "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "your 5 finished games" in done.stderr
    assert "the points of your own 5 finished games (at level 3, hard), 41 to 85" in done.stdout
    rows, report = tmp_path / "me.csv", tmp_path / "me.html"
    run_command("simulate", "golem", "--rival", "me", "--games", "4", "--workers", "1", "--out", str(rows))
    run_command("report", str(rows), "--out", str(report))
    assert "the points of your own 5 finished games (at level 3, hard)" in report.read_text("utf-8")
    few_games = run_command("simulate", "scythe", "--rival", "me", "--games", "30", "--workers", "1")
    assert few_games.returncode == 2
    assert "needs 5" in few_games.stderr


def test_a_servers_games_are_never_used(home: object, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store()
    monkeypatch.setattr(type(store), "shared", property(lambda _: True))
    with pytest.raises(Refused) as refused:
        find_own_results(store, "golem")
    assert refused.value.message.key == "lab.me.shared"
    store.close()
