"""Run the command line in this process, which is faster; tests that need their own process start one."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from subprocess import CompletedProcess

from automarium.cli import main
from automarium.engine.question import Answer, AnyQuestion, Form
from automarium.storage.store_factory import open_store

NEW = ["play", "expeditions", "--seed", "5", "--set", "level=2", "--set", "starts=human"]


@contextmanager
def type_lines(text: str) -> Iterator[None]:
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = stdin


def run_command(*arguments: str, typed: str = "", lang: str = "en") -> CompletedProcess[str]:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with type_lines(typed), redirect_stdout(out), redirect_stderr(err):
        try:
            code = main([*arguments, "--lang", lang])
        except SystemExit as leaving:  # argparse
            code = int(leaving.code or 0)
    told, said = (one.buffer.getvalue().decode().replace("\N{NO-BREAK SPACE}", " ") for one in (out, err))
    return CompletedProcess([*arguments], code, told, said)


def play_lines(*lines: str, lang: str = "en", new: list[str] = NEW) -> str:
    done = run_command(*new, typed="\n".join([*lines, "quit", ""]), lang=lang)
    assert done.returncode == 0, done.stderr
    return done.stdout


def get_record(home: Path) -> Path:
    store = open_store()
    file = home / "record.jsonl"
    file.write_bytes(store.read(store.games()[0].key).content)
    store.close()
    return file


def count_inputs(home: Path) -> int:
    return len(get_record(home).read_text().splitlines()) - 1


def format_answer(question: AnyQuestion, answer: Answer) -> str:
    if isinstance(question, Form) and isinstance(answer, dict):
        rows = [
            format_answer(field.question, answer[field.name]) if field.name in answer else ""
            for field in question.fields
        ]
        return " / ".join(rows)
    if isinstance(answer, list):
        return " ".join(map(str, answer)) or "-"
    return str(answer)
