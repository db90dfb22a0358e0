"""Damaged catalogues and files of exports. Closed streams and full disks: ``tests/attack/broken_streams.py``."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from automarium.i18n import languages


@pytest.mark.parametrize("content", [b"", b"\xde\x12\x04", b"not a catalogue", b"\xde\x12\x04\x95" + b"\xff" * 60])
def test_a_damaged_catalogue_counts_as_missing_and_says_so(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "en.mo").write_bytes(content)
    assert languages.load_catalogue(str(tmp_path), "en").gettext("a.key") == "a.key"
    assert "en.mo is damaged" in capsys.readouterr().err


# ------------------------------------------------------------------------------------------------------------- exports


def export(file: Path) -> int:
    from automarium.cli import main

    return main(["export", str(file), "--lang", "en"])


def test_only_the_owner_can_read_an_export(tmp_path: Path) -> None:
    """Regression: it holds the keys of all games, and everybody could read it."""
    before = os.umask(0o022)
    try:
        assert export(tmp_path / "all.backup") == 0
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "all.backup").stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.glob("*.backup")] == ["all.backup"]


def test_an_export_never_replaces_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "all.backup").write_text("mine")
    assert export(tmp_path / "all.backup") == 2
    assert (tmp_path / "all.backup").read_text() == "mine"
    assert "all.backup" in capsys.readouterr().err
