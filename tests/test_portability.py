"""Other systems: modules that only POSIX has, folders and line ends of Windows."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from automarium.engine.message import Refused
from automarium.interfaces.web import serve
from automarium.storage import user_folder

ONLY_POSIX = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "readline", "syslog", "curses")

WITHOUT = f"""
import importlib, pkgutil, sys, warnings
warnings.filterwarnings("error", category=EncodingWarning, module="automarium")  # the system's encoding
for name in {ONLY_POSIX!r}:
    sys.modules[name] = None
import automarium
failed = []
for module in pkgutil.walk_packages(automarium.__path__, "automarium."):
    if module.name.endswith("__main__"):
        continue
    try:
        importlib.import_module(module.name)
    except ImportError as error:
        if error.name in {ONLY_POSIX!r} or "None in sys.modules" in str(error):
            failed.append(f"{{module.name}}: {{error}}")
print("failed", failed)
from automarium.interfaces.web.security.connection_limits import raise_descriptor_limit
print(raise_descriptor_limit() > 0)
from automarium.cli import main
sys.exit(main(["play", "expeditions", "--new", "--set", "level=2", "--seed", "7", "--plain"]))
"""


def test_every_module_works_without_those_of_posix(tmp_path: Path) -> None:
    home = {**os.environ, "AUTOMARIUM_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-c", WITHOUT],
        env=home,
        input="next\nquit\n",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "failed []" in ran.stdout
    assert "True" in ran.stdout


def test_folder_of_windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("AUTOMARIUM_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert user_folder.folder() == tmp_path / "automarium"
    monkeypatch.delenv("LOCALAPPDATA")
    assert user_folder.folder().parts[-3:] == ("AppData", "Local", "automarium")


def test_files_are_opened_without_translation_of_line_ends(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    binary = 1 << 30
    asked: list[int] = []
    real = os.open

    def spy(path: str, flags: int, mode: int = 0o777) -> int:
        asked.append(flags)
        return real(path, flags & ~binary, mode)

    monkeypatch.setattr(os, "O_BINARY", binary, raising=False)
    monkeypatch.setattr(os, "open", spy)
    user_folder.write_atomically(tmp_path / "x", "a\nb\n")
    assert asked
    assert asked[0] & binary
    assert (tmp_path / "x").read_bytes() == b"a\nb\n"


@pytest.mark.parametrize(("busy", "works"), [(2, True), (9, False)])
def test_file_that_another_program_has_open_is_replaced_later(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, busy: int, works: bool
) -> None:
    """Windows refuses to replace it in that moment."""
    file, real, tries = tmp_path / "x", Path.replace, []

    def replace(draft: Path, target: Path) -> Path:
        tries.append(draft)
        if len(tries) <= busy:
            raise PermissionError(13, "in use")
        return real(draft, target)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    if works:
        user_folder.write_atomically(file, "new")
        assert file.read_text("utf-8") == "new"
        return
    with pytest.raises(Refused):
        user_folder.write_atomically(file, "new")
    assert list(tmp_path.iterdir()) == [], "no draft is left"


def test_port_of_another_server_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """SO_REUSEADDR lets a second server have the same port on Windows."""
    asked: list[int] = []

    class Spied(socket.socket):
        def setsockopt(self, *options: Any) -> None:
            asked.append(options[1])

    monkeypatch.setattr(socket, "socket", Spied)
    for platform, wanted in (("linux", [socket.SO_REUSEADDR]), ("win32", [])):
        asked.clear()
        monkeypatch.setattr(sys, "platform", platform)
        assert serve.find_port("127.0.0.1", 0) > 0
        assert asked == wanted


UTF8 = """
import sys, types
sys.modules["automarium.cli"] = cli = types.ModuleType("cli")
cli.main = lambda arguments: print(input())
sys.platform = "win32"
from automarium.__main__ import main
main()
"""


def test_input_and_output_are_utf8_where_the_code_page_is_not() -> None:
    """A pipe in a code page of Windows would lose the letters of Ukrainian: the command asks for UTF-8 there."""
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252:replace"}
    ran = subprocess.run(
        [sys.executable, "-c", UTF8], env=environment, input="чапля\n".encode(), capture_output=True, check=False
    )
    assert ran.stdout.decode("utf-8").strip() == "чапля", ran.stderr
