"""A PostgreSQL server of the tests' own, from Debian's packages: started when the first test needs it, stopped after
the last one. The server refuses to run as root, so there it runs as Debian's user for it."""

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

NO_DRIVER = "PostgreSQL's driver is not installed: pip install 'automarium[postgres]'"


def _programs() -> Path | None:
    """Where the newest server lies; Debian keeps them apart by version."""
    if versions := [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").exists()]:
        return max(versions, key=lambda path: int(path.parent.name))
    found = shutil.which("initdb")
    return Path(found).parent if found else None


class Server:
    """One server in a folder of its own, on a unix socket alone."""

    @staticmethod
    def missing() -> str:
        """What there would have to be, if there is something."""
        if importlib.util.find_spec("psycopg") is None:
            return NO_DRIVER
        if _programs() is None or shutil.which("setpriv") is None:
            return "PostgreSQL is not installed: apt-get install postgresql util-linux"
        return ""

    def __init__(self) -> None:
        programs = _programs()
        assert programs is not None, self.missing()
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="automarium-postgres-"))
        self._data = self._folder / "data"
        self._log = self._folder / "log"
        self._process: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:
            import pwd  # a page's Python has none, and imports this module all the same

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
        """Returns when the server answers."""
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
        """As a power cut would, as far as processes are concerned."""
        assert self._process is not None
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        for process in (self._process.pid, *map(int, children)):
            with suppress(ProcessLookupError):  # a helper of the server's may have ended meanwhile
                os.kill(process, signal.SIGKILL)
        self._process.wait()
        (self._data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(30)
        shutil.rmtree(self._folder, ignore_errors=True)

    def new_place(self) -> str:
        """The address of an empty place for one test."""
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
