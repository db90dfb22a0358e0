"""Start-up time of the command compared with an empty run of the interpreter."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

from benchmarks import Figure, Measure, Target, compute_ratios, interleave

BIN = Path(sys.executable).parent  # not resolved: the virtual environment's links are what users start
PYTHON = [sys.executable, "-c", "pass"]
COMMAND = str(BIN / "automarium")
PEER = "python -c pass"

REQUEST = {
    "game": "expeditions",
    "ask": "turn",
    "facts": {
        "card": 1,
        "glory": 0,
        "progress": 0,
        "level": 2,
        "mechs": {"north": "N1", "central": "C7"},
        "human": "basecamp",
        "locations": {"N3": {"map": True}, "C5": {"corruption": [4, 3]}},
    },
}


def measure(rounds: int) -> list[Figure]:
    request = json.dumps(REQUEST).encode()
    found = interleave(
        "start-up",
        {
            PEER: _make_measure(PYTHON),
            "automarium --version": _make_measure([COMMAND, "--version"]),
            "automarium decide": _make_measure([COMMAND, "decide"], request),
        },
        rounds,
    )
    return [
        _make_figure("automarium --version", found, Target(3, at_least=False)),
        _make_figure("automarium decide", found, Target(6, at_least=False)),
        Figure(PEER, "ms", _to_ms(found[PEER])),
    ]


def _make_figure(name: str, found: dict[str, list[float]], target: Target | None = None) -> Figure:
    return Figure(name, "ms", _to_ms(found[name]), PEER, compute_ratios(found[name], found[PEER]), target)


def _to_ms(seconds: list[float]) -> list[float]:
    return [1000 * one for one in seconds]


def _make_measure(command: list[str], given: bytes = b"") -> Measure:
    """Return a function that times one run of a command and fails if the run fails."""

    def seconds() -> float:
        start = time.perf_counter()
        subprocess.run(command, input=given, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - start

    return seconds
