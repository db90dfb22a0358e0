"""``automarium serve``: where it listens, what it prints, how it stops."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from automarium.i18n.languages import LANGUAGES
from automarium.interfaces.web import serve

COMMAND = [sys.executable, "-m", "automarium", "serve", "--no-browser"]


@contextmanager
def served(home: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A server, and the port that it says it listens on."""
    home.mkdir(parents=True, exist_ok=True)
    with (home / "out").open("wb") as out, (home / "log").open("wb") as log:
        process = subprocess.Popen([*COMMAND, "--port", "0", *arguments], stdout=out, stderr=log)
    try:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and process.poll() is None:
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", (home / "out").read_text("utf-8"))
            if found and answers(int(found[1])):
                yield process, int(found[1])
                return
            time.sleep(0.05)
        raise AssertionError((home / "log").read_text())
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def answers(port: int) -> bool:
    try:
        return status(port) == 200
    except OSError:
        return False


def status(port: int, host: str | None = None, path: str = "/health") -> int:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"host": host} if host else {})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_server_on_this_machine_only(home: Path) -> None:
    with served(home) as (process, port):
        assert status(port, "192.168.1.7") == 421
        assert status(port, "evil.example") == 421
        assert status(port, path=f"/g/{'x' * 22}") == 404
        with pytest.raises(OSError, match=r"refused|timed out|unreachable"):
            socket.create_connection((own_address(), port), timeout=1).close()
        process.send_signal(signal.SIGINT)
        assert process.wait(120) in (0, 130)
        log = (home / "log").read_text("utf-8")
        assert re.search(r"^\S+ \S+ GET /health 200 [\d.]+ ms 127\.0\.0\.1$", log, re.MULTILINE)
        assert "x" * 22 not in log, "the key of a game is no matter for the log"


def test_phone_access_is_opened_by_one_request(home: Path) -> None:
    """Only the owner may; then the network reaches the same games on the same port, and Ctrl-C ends both."""
    with served(home) as (process, port):
        address = f"{own_address()}:{port}"
        here = f"http://127.0.0.1:{port}/phone"
        asked = urllib.request.Request(here, data=b"", headers={"accept": "text/html"}, method="POST")
        with urllib.request.urlopen(asked, timeout=60) as answer:
            page = answer.read().decode()
        found = re.search(rf'value="(http://{re.escape(address)}/owner/[\w-]+)"', page)
        assert found is not None
        with urllib.request.urlopen(found[1], timeout=60) as answer:
            assert answer.status == 200
        stranger = urllib.request.Request(f"http://{address}/phone", headers={"accept": "text/html"})
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(stranger, timeout=60)
        process.send_signal(signal.SIGINT)
        assert process.wait(120) in (0, 130)


def own_address() -> str:
    """An address of this machine that is not the loopback one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine is in no network")
        address: str = way.getsockname()[0]
    if address.startswith("127."):
        pytest.skip("this machine is in no network")
    return address


def test_the_local_network(home: Path) -> None:
    with served(home, "--lan") as (_, port):
        out = (home / "out").read_text("utf-8")
        address = own_address()
        assert "--lan: anyone on this network" in out
        assert f"http://{address}:{port}/" in out
        assert "█" in out or "\x1b[7m" in out or "▄" in out, "a QR code"
        assert status(port, f"{address}:{port}") == 200
        assert status(port, "evil.example") == 421


def test_taken_port_is_refused(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        answer = subprocess.run([*COMMAND, "--port", port], capture_output=True, text=True, timeout=300)
    assert answer.returncode == 2
    assert f"Port {port} can't be used" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_missing_database_is_refused(home: Path) -> None:
    answer = subprocess.run([*COMMAND, "--database", "nonsense:"], capture_output=True, text=True, timeout=300)
    assert answer.returncode == 2
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_lists_every_option(lang: str) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"}
    told = subprocess.run(
        [*COMMAND, "--lang", lang, "--help"], capture_output=True, env=env, timeout=300
    ).stdout.decode()
    for word in ("--database", "--port", "--host", "--lan", "--name", "--workers", "--rate", "--most-games"):
        assert word in told
    for word in ("/api/decide", "/openapi.json", "/health"):
        assert word in told
    assert "serve." not in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_several_workers_say_that_each_has_its_own_limits(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for workers in (1, 4):
        serve._print_addresses(serve._make_translator(lang), 1, "word", lan=False, workers=workers)
        said.append(capsys.readouterr().out.splitlines())
    [more] = set(said[1]) - set(said[0])
    assert more.count("4") == 2
    assert "serve." not in more
