"""A Dask cluster gives the same bytes, even if a worker dies."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from automarium.engine.message import Refused
from automarium.lab.simulation import Progress, SerialRunner, open_runner, simulate
from automarium.lab.tuner import check_extra
from tests.lab.kit import read_results, small_plan
from tests.lab.test_tuner import tuned
from tests.proof import PROOF, scale


def test_a_worker_that_dies_costs_only_its_chunk(tmp_path: Path) -> None:
    """A real scheduler and two worker processes; one is killed after the first chunk."""
    distributed = pytest.importorskip("distributed")
    asked = small_plan(scale(300, 5000), explain=0)
    whole = read_results(asked, tmp_path / "alone.csv")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
            victim = sorted(client.run(os.getpid).values())[0]
        killed = False

        def kill(progress: Progress) -> None:
            nonlocal killed
            if not killed:
                os.kill(victim, signal.SIGKILL)
                killed = True

        with open_runner(cluster=cluster.scheduler_address) as two:
            assert two.workers == 2
            simulate(asked, tmp_path / "cluster.csv", two, listen=kill)
            if PROOF:
                assert tuned(two) == tuned(SerialRunner())
    assert killed
    assert (tmp_path / "cluster.csv").read_bytes() == whole


def test_a_cluster_that_does_not_answer_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("automarium.lab.simulation.PATIENCE", 0.5)
    with pytest.raises(Refused, match=r"lab\.cluster"), open_runner(cluster="tcp://127.0.0.1:9"):
        pass
    with pytest.raises(Refused, match=r"lab\.cluster"), open_runner(cluster="nonsense://x"):
        pass


@pytest.mark.parametrize("package", ["distributed", "optuna", "pyarrow"])
def test_a_missing_package_is_named(package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    wanted: dict[str, Callable[[], object]] = {
        "distributed": lambda: open_runner(cluster="tcp://127.0.0.1:9").__enter__(),
        "optuna": check_extra,
        "pyarrow": lambda: read_results(small_plan(20), tmp_path / "a.parquet"),
    }
    with pytest.raises(Refused) as refused:
        wanted[package]()
    assert refused.value.message.key == "lab.extra"
    assert refused.value.message.params["package"] == package
