"""``automarium simulate`` as a user runs it, with all defaults but the rival: games per second beside a fixed loop.

    python -m benchmarks.lab [--quick] [--against FOLDER]

The figure is how many games are played in the time of the loop, so that a slow or busy machine changes little. For one
worker it is the processor time of the command, start-up included; for two the clock. ``BEFORE`` has the figures of
4f20432, the tree on the day when the goals were set, with one worker. The loop and the games do not slow down alike:
the ratio moves by a tenth or more with the machine. ``--against`` is the checkout of an earlier version, with its
messages built: the same commands are run with it in the place of the loop, and the goals are the targets.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from automarium.engine.content.pack import Pack
from automarium.engine.definition import AnyDefinition
from automarium.games import plugins
from automarium.lab.simulated_game import play_game
from benchmarks import Figure, Target, compute_ratios, interleave

EXAMPLES = Path(__file__).parent.parent / "examples"
GAMES = 1000
LOOP = [sys.executable, "-c", "t = 0\nfor i in range(5_000_000):\n    t += i * i % 7"]
PEER = "a loop of 5,000,000 steps"
# Games in the time of the loop: of 4f20432, and what must be reached as a multiple of that.
BEFORE = {"expeditions": (207, 2.7), "scythe": (207, 2.0), "golem": (171, 1.6), "penumbra": (253, 1.4)}
GOALS = {"expeditions": 3.0, "scythe": 2.2, "golem": 1.8, "penumbra": 1.3}  # to 4f20432 itself


def measure(rounds: int) -> list[Figure]:
    found: list[Figure] = []
    for game, (before, times) in BEFORE.items():
        one, two = (_make_command(game, workers) for workers in (1, 2))
        values = interleave(
            f"simulate {game}",
            {
                PEER: _time(LOOP, _read_processor_time),
                "1": _time(one, _read_processor_time),
                "loop by the clock": _time(LOOP, time.perf_counter),
                "2": _time(two, time.perf_counter),
            },
            rounds,
        )
        for workers, peer in (("1", PEER), ("2", "loop by the clock")):
            rates = [GAMES / seconds for seconds in values[workers]]
            ratios = compute_ratios([GAMES / before / seconds for seconds in values[workers]], _invert(values[peer]))
            target = Target(times, at_least=True) if workers == "1" else None
            found.append(
                Figure(_name(game, workers), "games/s", rates, "one worker of 4f20432 beside the loop", ratios, target)
            )
    return found


def compare(folder: Path, rounds: int) -> list[Figure]:
    """Return the speed beside that of the version in a folder."""
    source, found = str(folder.resolve() / "src"), list[Figure]()
    for game, goal in GOALS.items():
        for workers, clock in (("1", _read_processor_time), ("2", time.perf_counter)):
            command = _make_command(game, int(workers))
            measures = {"now": _time(command, clock), "before": _time(command, clock, PYTHONPATH=source)}
            values = interleave(f"simulate {game}", measures, rounds)
            rates = {name: [GAMES / seconds for seconds in all_] for name, all_ in values.items()}
            ratios = compute_ratios(rates["now"], rates["before"])
            target = Target(goal, at_least=True)
            found.append(Figure(_name(game, workers), "games/s", rates["now"], str(folder), ratios, target))
    return found


def _name(game: str, workers: str) -> str:
    return f"simulate {game}, {'one worker' if workers == '1' else 'two workers'}"


def measure_document(rounds: int) -> Figure:
    """Return the speed of Heron as a document beside Heron in Python, in one process."""
    sys.path.insert(0, str(EXAMPLES / "heron"))
    python = import_module("heron.definition").Heron()
    text = (EXAMPLES / "documents" / "heron" / "automa.toml").read_text("utf-8")
    games = {"Python": python, "document": plugins.load_definition(plugins.add_document(text))}
    values = interleave("heron", {name: _time_games(game) for name, game in games.items()}, rounds)
    rates = {name: [GAMES / seconds for seconds in found] for name, found in values.items()}
    ratios = compute_ratios(rates["document"], rates["Python"])
    target = Target(0.25, at_least=True)
    return Figure("heron as a document", "games/s", rates["document"], "Heron in Python", ratios, target)


def _time_games(definition: AnyDefinition) -> Callable[[], float]:
    pack = Pack.of_folder(os.path.join(definition.folder, "pack"))

    def seconds() -> float:
        start = time.process_time()
        for seed in range(GAMES):
            play_game(definition, {"level": "hungry", "deck": "app"}, seed, pack)
        return time.process_time() - start

    return seconds


def _make_command(game: str, workers: int) -> list[str]:
    return [
        *(sys.executable, "-m", "automarium", "simulate", game, "--rival", "regular"),
        *("--games", str(GAMES), "--workers", str(workers)),
    ]


def _invert(values: list[float]) -> list[float]:
    return [1 / value for value in values]


def _time(command: list[str], clock: Callable[[], float], **more: str) -> Callable[[], float]:
    """Return a function that runs a command and returns its time. ``more`` are further environment variables."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = {**kept, **more}

    def seconds() -> float:
        with tempfile.TemporaryDirectory() as folder:
            start = clock()
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            subprocess.run(command, check=True, env=environment, cwd=folder, **quiet)  # type: ignore[call-overload]
            return clock() - start

    return seconds


def _read_processor_time() -> float:
    """Return the processor time of all commands that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--against", type=Path)
    given = parser.parse_args()
    rounds = 3 if given.quick else 9
    figures = [measure_document(rounds), *(compare(given.against, rounds) if given.against else measure(rounds))]
    for figure in figures:
        wanted = "" if figure.target is None else f", wanted {figure.target}"
        rate = statistics.median(figure.values)
        print(f"{figure.name}: {rate:,.0f} games/s, {figure.ratio:.2f} × {figure.peer}{wanted}")
    missed = [figure.name for figure in figures if figure.missed]
    print(f"MISSED: {', '.join(missed)}" if missed else "All targets met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
