"""Ctrl-C or kill -9 at the real command: finished chunks are kept, and --resume gives the same bytes."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from automarium.cli import main


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_run_keeps_what_is_done(sent: signal.Signals, tmp_path: Path) -> None:
    words = ["simulate", "expeditions", "--level", "3", "--games", "800", "--explain", "0", "--workers", "1"]
    whole, out = tmp_path / "whole.csv", tmp_path / "stopped.csv"
    command = [sys.executable, "-m", "automarium", "--lang", "en", *words, "--out", str(out)]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    parts = tmp_path / "stopped.csv.parts"
    while not list(parts.glob("0*.csv")) and run.poll() is None:
        time.sleep(0.01)
    run.send_signal(sent)
    _, said = run.communicate()
    if run.returncode in (130, -signal.SIGKILL):  # a fast machine may be done already
        assert ("with --resume continues" in said) == (sent == signal.SIGINT)
        assert not out.exists()
        assert list(parts.glob("0*.csv"))
        assert main([*words, "--out", str(out), "--resume"]) == 0
    assert main([*words, "--out", str(whole)]) == 0
    assert out.read_bytes() == whole.read_bytes()
    assert main([*words, "--out", str(out), "--resume"]) == 0, "nothing is left to do"
