"""A PostgreSQL server for the tests, from Debian's packages: started for the first test that needs it and stopped after
the last. The server refuses to run as root, so root runs it as Debian's user for it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

NO_DRIVER = "PostgreSQL's driver is not installed: pip install 'psycopg[binary]'"


def _find_programs() -> Path | None:
    """Return the folder of the newest server; Debian keeps one for each version."""
    if versions := [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").exists()]:
        return max(versions, key=lambda path: int(path.parent.name))
    found = shutil.which("initdb")
    return Path(found).parent if found else None


class Server:
    """One server in its own folder, on a unix socket only."""

    @staticmethod
    def missing() -> str:
        """Return what is missing to run a server, if anything."""
        if importlib.util.find_spec("psycopg") is None:
            return NO_DRIVER
        if _find_programs() is None or shutil.which("setpriv") is None:
            return "PostgreSQL is not installed: apt-get install postgresql util-linux"
        return ""

    def __init__(self) -> None:
        programs = _find_programs()
        assert programs is not None, self.missing()
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="automarium-postgres-"))
        self._data = self._folder / "data"
        self._log = self._folder / "log"
        self._process: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            import pwd  # not in the page's Python, which imports this module too

            user = pwd.getpwnam("postgres")
            os.chown(self._folder, user.pw_uid, user.pw_gid)
        made: list[str | Path] = [
            "-D",
            self._data,
            "-U",
            "automarium",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
            "--no-sync",
        ]
        subprocess.run(
            [*self._nobody_special(), self._programs / "initdb", *made],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
        )
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://automarium@/postgres?host={quote(str(self._folder), safe='')}"

    def start(self) -> None:
        import psycopg

        run: list[str | Path] = ["-D", self._data, "-k", self._folder, "-c", "listen_addresses="]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*self._nobody_special(), self._programs / "postgres", *run],
                stdout=log,
                stderr=log,
                cwd="/",
            )
        deadline = time.monotonic() + 300
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
            except psycopg.OperationalError:
                assert self._process.poll() is None, self._log.read_text()
                assert time.monotonic() < deadline, self._log.read_text()
                time.sleep(0.05)
            else:
                return

    def kill(self) -> None:
        """Kill all processes, as a power cut would."""
        assert self._process is not None
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        for process in (self._process.pid, *map(int, children)):
            with suppress(ProcessLookupError):  # a child process may have ended meanwhile
                os.kill(process, signal.SIGKILL)
        self._process.wait()
        (self._data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(30)
        shutil.rmtree(self._folder, ignore_errors=True)

    def new_place(self) -> str:
        """Return the address of an empty database for one test."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            [[number]] = connection.execute("SELECT count(*) FROM information_schema.schemata").fetchall()
            connection.execute(f"CREATE SCHEMA place_{number}")
        return f"{self.url}&options={quote(f'-csearch_path=place_{number}', safe='')}"

    @staticmethod
    def _nobody_special() -> list[str]:
        """Ends with the tests, even if they are killed."""
        who = ["--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        return ["setpriv", *who, "--pdeathsig=QUIT", "--"]
