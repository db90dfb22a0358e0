"""``python -m benchmarks``: run all measurements, print a table, exit with 1 if a target is missed."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks import Figure, peer_engines, startup


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Speed beside known peers, as ratios.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds: a glance, not a proof")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write all figures, round by round")
    parsed = parser.parse_args()
    if find_spec("catanatron") is None:
        print("Catanatron is not installed; `make bench` installs it.", file=sys.stderr)
        return 2
    rounds = 5 if parsed.quick else 21
    print(_describe_machine())
    if missing := peer_engines.list_absent():
        print(f"Not installed here, so left out: {', '.join(missing)}")
    tables = {
        "Turns and games per second": peer_engines.measure(rounds),
        "Start-up": startup.measure(rounds),
    }
    for title, figures in tables.items():
        print(f"\n{title} (medians of {rounds} rounds; ratio and middle half of the ratios)")
        print("\n".join(_format_table(figures)))
    if parsed.json is not None:
        parsed.json.write_text(json.dumps(_to_json(tables, rounds), indent=1) + "\n", encoding="utf-8")
    missed = [figure.name for figures in tables.values() for figure in figures if figure.missed]
    print(f"\nMISSED: {', '.join(missed)}" if missed else "\nAll targets met.")
    return 1 if missed else 0


def _describe_machine() -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    beside = ", ".join(f"{peer.package} {peer.version}" for peer in peer_engines.PEERS if peer.version)
    return f"{python}, {cores} cores{load}; {beside}"


def _format_table(figures: list[Figure]) -> list[str]:
    cells = [_format_cells(figure) for figure in figures]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    return [_format_line(row, widths) for row in cells]


def _format_cells(figure: Figure) -> list[str]:
    ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}×"
    spread = "" if figure.spread is None else f"{figure.spread[0]:.2f}–{figure.spread[1]:.2f}"
    value = f"{figure.value:,.0f}" if figure.value >= 1000 else f"{figure.value:.1f}"
    return [figure.name, value, figure.unit, ratio, spread, str(figure.target or ""), _format_verdict(figure)]


def _format_verdict(figure: Figure) -> str:
    if figure.ratio is None:
        return "the peer"
    if figure.target is None:
        return "for information"
    return "MISSED" if figure.missed else "ok"


def _format_line(row: list[str], widths: list[int]) -> str:
    """Align text to the left, numbers to the right."""
    aligned = [
        cell.rjust(width) if column in (1, 3, 4) else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  " + "  ".join(aligned).rstrip()


def _to_json(tables: dict[str, list[Figure]], rounds: int) -> dict[str, Any]:
    figures = [
        {
            "table": title,
            "name": figure.name,
            "unit": figure.unit,
            "median": figure.value,
            "peer": figure.peer or None,
            "ratio": figure.ratio,
            "spread": figure.spread,
            "target": None if figure.target is None else str(figure.target),
            "verdict": _format_verdict(figure),
            "values": list(figure.values),
            "ratios": list(figure.ratios),
        }
        for title, figures in tables.items()
        for figure in figures
    ]
    return {"machine": _describe_machine(), "rounds": rounds, "figures": figures}


if __name__ == "__main__":
    sys.exit(main())
