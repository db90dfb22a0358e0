"""``make attack``: all attacks at full size, and a table of what was tried and survived.

On this machine only (loopback), in a temporary folder, bounded in number and time. ``make test`` runs a sample of each.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable

from tests.attack import (
    broken_streams,
    crawl,
    crowds,
    damaged_stores,
    double_headers,
    faults,
    foreign_records,
    hostile_documents,
    imports,
    kills,
    locked_store,
    oracle_requests,
    parser_bombs,
    quotas,
    slow_clients,
    web_requests,
)
from tests.attack.attack_result import MOST_TOLD, AttackResult

ATTACKS: dict[str, Callable[[float], AttackResult]] = {
    "kills": lambda size: kills.attack(_of(900, size), _of(100, size)),
    "requests": lambda size: web_requests.attack(_of(100_000, size)),
    "oracle": lambda size: oracle_requests.attack(_of(50_000, size)),
    "packs": lambda size: foreign_records.attack_packs(_of(3_000, size)),
    "records": lambda size: foreign_records.attack_records(_of(5_000, size)),
    "bombs": lambda size: foreign_records.attack_bombs(_of(1_000, size)),
    "documents": lambda size: hostile_documents.attack(_of(300, size, 40)),
    "parsers": lambda size: parser_bombs.attack(size),
    "quotas": lambda size: quotas.attack(_of(2_000, size, 40)),
    "imports": lambda size: imports.attack(_of(30, size), _of(100, size)),
    "streams": lambda size: broken_streams.attack(_of(100, size)),
    "stores": lambda size: damaged_stores.attack(_of(1_000, size)),
    "clients": lambda size: slow_clients.attack(_of(500, size), _of(200, size, 2), timed=size >= 1),
    "crowds": lambda size: crowds.attack(_of(50, size, 2), _of(3_000, size, 40), timed=size >= 1),
    "headers": lambda size: double_headers.attack(_of(5_000, size)),
    "log": lambda size: faults.attack(_of(50, size)),
    "locks": lambda size: locked_store.attack(_of(500, size, 20), timed=size >= 1),
    "crawl": lambda size: crawl.attack(_of(2_000, size)),
}


def _of(whole: int, size: float, least: int = 1) -> int:
    return max(least, round(whole * size))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"which attacks, of {', '.join(ATTACKS)}; all if none is named")
    parser.add_argument("--size", type=float, default=1.0, help="a part of the full size, such as 0.1")
    parsed = parser.parse_args()
    if unknown := [name for name in parsed.names if name not in ATTACKS]:
        parser.error(f"there is no attack {unknown[0]!r}; there are {', '.join(ATTACKS)}")
    print(f"{'attack':22} {'tried':>8} {'survived':>9} {'seconds':>8}")
    broken = 0
    for name in parsed.names or ATTACKS:
        with tempfile.TemporaryDirectory(prefix="automarium-attack-") as folder:
            os.environ["AUTOMARIUM_HOME"] = folder
            begun = time.monotonic()
            result = ATTACKS[name](parsed.size)
        took = time.monotonic() - begun
        print(f"{result.name:22} {result.tried:8} {result.survived:9} {took:8.0f}  {result.note}", flush=True)
        for fault in result.faults[:MOST_TOLD]:
            print(fault, file=sys.stderr)
        broken += len(result.faults)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
