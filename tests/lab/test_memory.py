"""Memory does not grow with the number of games."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.proof import scale

MOST = 300_000  # kB of the largest process
# Of this process alone: ``ru_maxrss`` would include the one that started it.
MEASURED = """
import re, resource, sys
from automarium.cli import main
code = main(sys.argv[1:])
own = int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
print("peak", max(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(code)
"""


def test_many_games_need_little_room(tmp_path: Path) -> None:
    """A run and its report: the peak memory of their largest process."""
    out = tmp_path / "many.csv"
    games = str(scale(400, 100_000))
    for words in (
        ["simulate", "expeditions", "--games", games, "--workers", "1", "--out", str(out)],
        ["report", str(out), "--out", str(tmp_path / "many.html")],
    ):
        command = [sys.executable, "-c", MEASURED, *words]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        assert int(done.stdout.rpartition("peak ")[2]) < MOST
