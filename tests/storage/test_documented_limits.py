"""The limits in docs/security.md are those of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from automarium.box import sharing
from automarium.engine import strict_json, strict_toml
from automarium.engine.content import pack
from automarium.engine.game import record
from automarium.storage.store import Limits

TEXT = (Path(__file__).parents[2] / "docs" / "security.md").read_text("utf-8")
LIMITS = Limits()
MIB = 1 << 20


@pytest.mark.parametrize(
    "row",
    [
        f"| a record | {LIMITS.size // MIB} MiB, {LIMITS.lines:,} lines;"
        f" {record.REPLAY_SECONDS:.0f} seconds to replay it if uploaded on the page |",
        f"| own facts | {pack.MOST_BYTES // 1000} kB |",
        f"| a box file | {sharing.MOST_BYTES // 1024} kB |",
        f"| TOML | {strict_toml.MOST_NAMES:,} names and values, {strict_toml.DEEPEST} levels,"
        f" {strict_toml.LONGEST_WORD} letters of a bare name or number; counted before parsing |",
        f"| a line for `decide` and `table` | {strict_json.LONGEST // 1_000_000} MB |",
        f"| guests' games | {LIMITS.guests:,} and {LIMITS.guest_size // MIB} MiB together;"
        f" {LIMITS.share} and {LIMITS.share_size // MIB} MiB per address |",
    ],
)
def test_a_documented_limit_is_the_real_one(row: str) -> None:
    assert row in TEXT
