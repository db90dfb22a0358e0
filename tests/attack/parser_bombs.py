"""Parser bombs: small uploads that a parser would make large. Each way in gets each of them, within its own limit."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import automarium
from automarium.box import sharing
from automarium.documents import schema
from automarium.lab.designer_packs import LARGEST
from tests.attack.attack_result import AttackResult

MOST_MEMORY = 40_000_000  # bytes that parsing one upload may take


def find_toml_bombs(size: int) -> Iterator[tuple[str, str]]:
    """Yield TOML texts of at most ``size`` letters, each with its name."""
    half = size // 2
    yield "dotted key", ".".join("a" * (half - 2)) + "=1"
    yield "dotted header", "[" + ".".join("a" * (half - 2)) + "]"
    yield "quoted dotted key", ".".join(['"a"'] * (size // 4 - 2)) + "=1"
    yield "dotted key with spaces", " . ".join("a" * (size // 4 - 2)) + "=1"
    yield "dotted key in a table", "x={" + ".".join("a" * (half - 4)) + "=1}"
    yield "dotted key after a string", "x='''\n'''''\n" + ".".join("a" * (half - 10)) + "=1"
    yield "many short keys", "\n".join(f"{number:x}=1" for number in range(size // 8))
    yield "many dotted keys", "\n".join(f"{number:x}.a.b.c.d.e=1" for number in range(size // 20))
    yield "many headers", "\n".join(f"[a.{number:x}]" for number in range(size // 12))
    yield "many tables in a list", "[[a]]\n" * (size // 6)
    yield "nested lists", "a=" + "[" * (half - 2) + "]" * (half - 2)
    yield "nested tables", "a=" + "{a=" * (size // 4 - 2) + "1" + "}" * (size // 4 - 2)
    yield "empty tables", "a=[" + "{}," * (size // 3 - 2) + "]"
    yield "a number of many digits", "a=" + "9" * (size - 2)
    yield "a hexadecimal number", "a=0x" + "f" * (size - 4)
    yield "escapes", 'a="' + "\\u0041" * (size // 6 - 1) + '"'


# Every way in for TOML, with the largest upload that it reads. ``{file}`` is the upload.
COMMANDS = {
    "box import {file}": sharing.MOST_BYTES,
    "box check {file}": sharing.MOST_BYTES,
    "box merge {file} {file} --to {file}.out": sharing.MOST_BYTES,
    "board check {file}": sharing.MOST_BYTES,
    "pack check {file}": LARGEST,
    "import {file}": 1 << 20,
    "check {file}": schema.MOST_BYTES,
    'pack expeditions progress.4.name "$(cat {file})"': 100_000,  # an argument is shorter than 128 kB
}
MOST_SPACE = 400 << 20  # address space of a process that gets a bomb


def attack(part: float) -> AttackResult:
    """Give every way in every bomb, in processes whose memory is bounded."""
    result = AttackResult("parser bombs")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bomb.toml"
        for command, most in COMMANDS.items():
            for name, text in list(find_toml_bombs(most))[:: max(1, round(1 / part))]:
                file.write_text(text)
                result.attempt(f"{command}: {name}", try_bomb, command, file)
    return result


def try_bomb(command: str, file: Path) -> str | None:
    """Run a command with a bomb in a process with little memory and return its fault."""
    program = f"ulimit -v {MOST_SPACE >> 10}; {sys.executable} -m automarium {command.format(file=file)} </dev/null"
    environment = {**os.environ, "PYTHONPATH": str(Path(automarium.__file__).parents[1]), "AUTOMARIUM_LANG": "en"}
    done = subprocess.run(["bash", "-c", program], capture_output=True, timeout=120, env=environment, text=True)
    if "Traceback" in done.stderr or done.returncode not in (1, 2):
        return f"exit status {done.returncode}: {done.stderr[-500:]}"
    return None
