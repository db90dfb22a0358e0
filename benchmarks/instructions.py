"""``python -m benchmarks.instructions``: processor instructions of a turn and of a page.

Seeded games run under valgrind's callgrind, so other load, clock and caches change nothing. The current figures are in
``instructions.json``, with earlier ones for comparison: of 1.0.0, and of the turns of d91f647, when the targets were
set. If something costs more than 5 % more than the current figure, the exit code is 1: the commit says why, and
``--keep`` stores the new figure.

Figures are valid for one Python, named in the file; with another nothing is compared.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks import callgrind
from benchmarks.decision_cost import count_decisions
from benchmarks.workloads import GAME_NAMES, NARROWING, WORK, count_narrowings

KEPT = Path(__file__).with_suffix(".json")
MORE = 1.05
OFTEN = 3  # target: narrowings in the same time, compared with earlier figures


def count(folder: Path, definitions: Sequence[str]) -> None:
    """Inside valgrind: print a line of JSON for each workload. Each runs in its own process, because decisions are
    cached."""
    counter = callgrind.Counter(folder)
    for definition in definitions:
        for what in WORK:
            child = os.fork()
            if not child:
                print(json.dumps([f"{definition}, {what}", _count_one(counter, definition, what)]), flush=True)
                os._exit(0)
            if os.waitpid(child, 0)[1]:
                raise SystemExit(f"{definition}, {what}: not counted")


def _count_one(counter: callgrind.Counter, definition: str, what: str) -> int:
    prepare = WORK[what]
    prepare(definition, 1001)()  # warm up: what is read or drawn once is not counted
    gc.collect()
    gc.freeze()  # a full collection would look at all modules again, in one run and not in the next
    if what == NARROWING:
        return round(count_decisions(counter, definition, prepare(definition, 1)) / count_narrowings(definition, 1))
    instructions, done = counter.count(prepare(definition, 1))
    return round(instructions / done)


def _run_counts(definitions: Sequence[str]) -> dict[str, int]:
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *callgrind.command(Path(folder)),
            sys.executable,
            "-m",
            __spec__.name,
            "--inside",
            folder,
            *definitions,
        ]
        environment = os.environ | {"PYTHONHASHSEED": "0"}  # the same order of sets every time
        ran = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return dict(json.loads(line) for line in ran.stdout.splitlines())


def get_python() -> str:
    return f"{platform.python_implementation()} {platform.python_version()}, msgspec {version('msgspec')}"


def main() -> int:
    parser = argparse.ArgumentParser(prog=f"python -m {__spec__.name}", description="Instructions per turn and page.")
    parser.add_argument("games", nargs="*", metavar="game", help=f"only these games ({', '.join(GAME_NAMES)})")
    parser.add_argument("--keep", action="store_true", help="write the figures down as the present ones")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)  # the process that valgrind runs
    parsed = parser.parse_args()
    if unknown := set(parsed.games).difference(GAME_NAMES):
        parser.error(f"no such game: {', '.join(sorted(unknown))}")
    if parsed.inside is not None:
        count(parsed.inside, parsed.games or GAME_NAMES)
        return 0
    if lacking := callgrind.find_missing():
        print(f"Instructions are not counted here: that takes {lacking}.", file=sys.stderr)
        return 0
    kept: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
    if kept["python"] != get_python():
        print(f"The figures in {KEPT.name} are those of {kept['python']}; this is {get_python()}: nothing is compared.")
    found = _run_counts(parsed.games)
    more: list[str] = []
    for name, now in found.items():
        comparable = kept["python"] == get_python()
        before = kept["now"].get(name) if comparable else None
        days = {day: figures[name] for day, figures in kept["earlier"].items() if comparable and name in figures}
        since = "".join(f"  {_format_change(now, earlier):>9} since {day}" for day, earlier in days.items())
        print(f"  {name:30} {now:12,}  {_format_change(now, before):>9}{since}")
        if name.endswith(NARROWING):
            for day, earlier in days.items():
                verdict = "ok" if earlier >= OFTEN * now else "MISSED"
                print(f"  {'':30} decided {earlier / now:.2f} times as often as in {day} (target {OFTEN:g}: {verdict})")
        if before is not None and now > MORE * before:
            more.append(name)
    if parsed.keep:
        others = kept["now"] if kept["python"] == get_python() else {}
        kept |= {"python": get_python(), "now": others | found}
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        return 0
    if more:
        print(f"MORE THAN 5 % MORE: {', '.join(more)}. Say why in the commit, and keep the new figures (--keep).")
    return 1 if more else 0


def _format_change(now: int, before: int | None) -> str:
    return f"{100 * (now / before - 1):+.1f} %" if before else ""


if __name__ == "__main__":
    sys.exit(main())
