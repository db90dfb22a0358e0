"""The texts of argparse are in the user's language."""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Iterator

import pytest

from automarium.cli import main
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.arguments import WORDS

ENGLISH = ("usage:", "positional", "show this", "unrecognized", "required:", "invalid", "expected")


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    known = argparse._  # type: ignore[attr-defined]
    yield
    argparse._ = known  # type: ignore[attr-defined]


def test_these_are_words_of_argparse() -> None:
    """On every supported Python argparse still uses these texts."""
    source = re.sub(r"'\s*\n\s*'", "", inspect.getsource(argparse))
    known = [english for english in WORDS if english.replace("\n", "\\n") in source]
    assert len(known) >= len(WORDS) - 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_keeps_its_marks(lang: str) -> None:
    for english, key in WORDS.items():
        text = Translator(lang).look_up(key)
        assert text, key
        marks = re.findall(r"%\(\w+\)[sr]|%[sr]", english)
        assert sorted(set(re.findall(r"%\(\w+\)[sr]|%[sr]", text))) == sorted(set(marks)), key


@pytest.mark.parametrize("lang", ["uk", "ru"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["play", "--help"],
        ["serve", "--help"],
        ["nonsense"],
        ["replay"],
        ["play", "--seed", "x"],
        ["play", "--no"],
    ],
)
def test_no_english_words_of_argparse(lang: str, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--lang", lang, *arguments])
    shown = "".join(capsys.readouterr())
    assert not [word for word in ENGLISH if word in shown], shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_explains_itself(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["nonsense"])
    _, *commands = re.findall(r"'([\w-]+)'", capsys.readouterr().err)
    assert "tune" in commands
    for command in commands:
        with pytest.raises(SystemExit) as ended:
            main(["--lang", lang, command, "--help"])
        assert ended.value.code == 0, command
        shown = capsys.readouterr().out
        assert f"automarium {command}" in shown
        assert "%%" not in shown
