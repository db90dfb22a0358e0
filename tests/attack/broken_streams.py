"""Closed pipes, full disks, long lines and damaged catalogues, for the program as it is run in a shell."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import automarium
from automarium.engine.strict_json import LONGEST
from tests.attack.attack_result import AttackResult

COMMANDS = (
    "play <&-",
    "ask expeditions <&-",
    "decide <&-",
    "table <&-",
    "games >&-",
    "--version >&-",
    "decide >&- <<<'{}'",
    "games <&- >&- 2>&-",
    "export - >/dev/full",
    "games >/dev/full",
    "--version >/dev/full",
    "decide --lines >/dev/full <<<'{}'",
    "table >/dev/full <<<'{}'",
    "rules expeditions >/dev/full",
    "rules expeditions | head -c 1",
)
MOST_MEMORY = 100 << 20  # address space of a process that reads a long line
PACKAGE = Path(automarium.__file__).parent


def attack(catalogues: int, seed: int = 29) -> AttackResult:
    """Run every command with its broken stream, and the program with damaged catalogues."""
    result = AttackResult("streams and catalogues")
    for command in COMMANDS:
        result.attempt(command, try_command, command)
    for command in ("decide --lines", "decide", "table"):
        result.attempt(f"a long line for {command}", try_long_line, command, 60 * LONGEST)
    with tempfile.TemporaryDirectory() as folder:
        result.attempt("an export to a full disk", try_small_disk, Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "automarium"
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        dice = random.Random(seed)
        for number in range(catalogues):
            result.attempt(f"catalogue {number}", _try_catalogue, copy, dice)
    return result


def try_command(command: str, source: Path = PACKAGE.parent) -> str | None:
    """Run a command line and return its fault: a traceback, or an end by a signal."""
    environment = {**os.environ, "PYTHONPATH": str(source), "AUTOMARIUM_LANG": "en"}
    program = f"{sys.executable} -m automarium {command}"
    done = subprocess.run(["bash", "-c", program], capture_output=True, timeout=120, env=environment, text=True)
    if "Traceback" in done.stderr or "Exception ignored" in done.stderr:
        return done.stderr[-500:]
    if done.returncode not in (0, 1, 2):
        return f"exit status {done.returncode}"
    if ("/dev/full" in command or ">&-" in command.replace("2>&-", "")) and done.returncode == 0:
        return "it says that all went well"
    silent = "2>&-" in command
    return None if done.returncode == 0 or silent or done.stderr or done.stdout else "no words"


def try_long_line(command: str, size: int) -> str | None:
    """Send one line of ``size`` bytes to a process with little memory."""
    limit = f"ulimit -v {MOST_MEMORY >> 10}"
    text = f"head -c {size} /dev/zero | tr '\\0' 'x'; echo '{{'"
    program = f"{limit}; ({text}) | {sys.executable} -m automarium {command}"
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run(["bash", "-c", program], capture_output=True, timeout=120, env=environment, text=True)
    if "Traceback" in done.stderr or done.returncode not in (1, 2):
        return f"exit status {done.returncode}: {done.stderr[-500:]}"
    return None if f"limit is {LONGEST} bytes" in done.stdout else f"no words: {done.stdout[:300]}"


def try_small_disk(folder: Path) -> str | None:
    """Export to where no file may be longer than a kilobyte; the process gets an error instead of the signal."""
    program = (
        "import resource, signal, sys\n"
        "from automarium.games import plugins\n"
        "from automarium.sessions.session import new_session\n"
        "from automarium.storage.store_factory import open_store\n"
        "from automarium.cli import main\n"
        "store = open_store()\n"
        "for seed in range(5):\n"
        "    new_session(store, plugins.load_definition('expeditions'), {'level': 2, 'starts': 'human'}, {}, seed)\n"
        "store.close()\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))\n"
        "sys.exit(main(['export', sys.argv[1], '--database', sys.argv[2]]))\n"
    )
    out, home = folder / "out", folder / "home"
    out.mkdir()
    environment = {
        **os.environ,
        "PYTHONPATH": str(PACKAGE.parent),
        "AUTOMARIUM_HOME": str(home),
        "AUTOMARIUM_LANG": "en",
    }
    command = [sys.executable, "-c", program, str(out / "all.backup"), f"sqlite:{home / 'games.db'}"]
    done = subprocess.run(command, capture_output=True, timeout=120, env=environment, text=True)
    if done.returncode != 2 or "Traceback" in done.stderr or "Can't write" not in done.stderr:
        return f"exit status {done.returncode}: {done.stderr[-500:]}"
    left = [file.name for file in out.iterdir()]
    return f"it leaves {left}" if left else None


def _try_catalogue(package: Path, dice: random.Random) -> str | None:
    """Damage one catalogue of a copy of the program, run a command, and repair it."""
    file = dice.choice(sorted(package.rglob("*.mo")))
    whole = file.read_bytes()
    damaged = bytearray(whole[: dice.choice((0, 3, 19, len(whole) // 2, len(whole)))])
    for _ in range(dice.randint(0, 5) if damaged else 0):
        damaged[dice.randrange(min(len(damaged), 400))] = dice.randrange(256)  # its head and its table of texts
    file.write_bytes(damaged)
    try:
        command = dice.choice(("games", "rules expeditions EXP-GEN-01", "--help", "decide <<<'{}'"))
        return try_command(f"{command} {'' if '<' in command else f'--lang {file.stem}'}", package.parent)
    finally:
        file.write_bytes(whole)
