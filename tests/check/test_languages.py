"""A language that a game lacks falls back to English, and never stops anything."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from automarium.i18n.languages import _load_catalogue, load_catalogue
from automarium.i18n.po_file import compile_po, read_po
from tests.check.kit import EXAMPLE, REPOSITORY, installed
from tests.interfaces.terminal.kit import run_command

NEW = ("play", "heron", "--new", "--level", "calm", "--seed", "3")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AUTOMARIUM_HOME", str(tmp_path / "home"))
    return Path(shutil.copytree(EXAMPLE, tmp_path / "project", ignore=shutil.ignore_patterns("__pycache__", "*.mo")))


def test_a_stated_language_without_its_file_is_named_once(project: Path) -> None:
    """Regression: every command of every game ended in a traceback."""
    (project / "heron" / "locale" / "uk.po").unlink()
    with installed(project, "heron"):
        rules = run_command("rules", "golem", "MOVE", lang="uk")
        assert rules.returncode == 0
        assert rules.stderr.count("heron has no messages in 'uk'") == 1
        assert str(Path("heron", "locale", "uk.po")) in rules.stderr
        played = run_command(*NEW, typed="next\nquit\n", lang="uk")
        assert (played.returncode, "Fish: P4" in played.stdout) == (0, True)


def test_a_language_that_a_game_does_not_state_is_no_fault(project: Path) -> None:
    with installed(project, "heron"):
        played = run_command(*NEW, typed="next\nquit\n", lang="ru")
    assert (played.returncode, played.stderr) == (0, "")
    assert "Fish: P4" in played.stdout
    assert "Партия сохранена" in played.stdout


def test_a_damaged_file_is_named_with_its_line(project: Path) -> None:
    file = project / "heron" / "locale" / "uk.po"
    file.write_text(file.read_text("utf-8").replace('msgstr "Чапля"', 'msgstr "Чапля', 1), "utf-8")
    with installed(project, "heron"):
        done = run_command("rules", "heron", "MOVE", lang="uk")
        assert (done.returncode, "line " in done.stderr) == (0, True)
        checked = run_command("check", "heron")
    number = file.read_text("utf-8").splitlines().index('msgstr "Чапля') + 1
    assert f"heron/locale/uk.po:{number}: " in checked.stdout


def test_an_edited_message_is_seen_without_a_new_installation(project: Path) -> None:
    file = project / "heron" / "locale" / "en.po"
    compiled = file.with_suffix(".mo")
    compiled.write_bytes(compile_po(str(file)))
    os.utime(compiled, (1, 1))
    file.write_text(file.read_text("utf-8").replace("The heron turns over", "The bird turns over"), "utf-8")
    with installed(project, "heron"):
        assert "The bird turns over" in run_command(*NEW, typed="next\nstory\nquit\n").stdout
        _load_catalogue.cache_clear()
        os.utime(compiled, (1 << 32, 1 << 32))
        assert "The heron turns over" in run_command(*NEW, typed="next\nstory\nquit\n").stdout
    _load_catalogue.cache_clear()


@pytest.mark.parametrize("lang", ["en", "uk", "ru"])
def test_a_catalogue_that_is_read_says_the_same_as_a_compiled_one(lang: str, tmp_path: Path) -> None:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po as read_with_babel

    path = REPOSITORY / "src" / "automarium" / "games" / "golem" / "locale" / f"{lang}.po"
    for name, content in (("one", compile_po(str(path))), ("two", b"")):
        (tmp_path / name / "locale").mkdir(parents=True)
        with (tmp_path / name / "locale" / f"{lang}.mo").open("wb") as target, path.open("rb") as source:
            target.write(content) if content else write_mo(target, read_with_babel(source, locale=lang))
    one, two = (load_catalogue(str(tmp_path / name), lang) for name in ("one", "two"))
    entries = read_po(str(path))
    assert len(entries) > 100
    for key in entries:
        if key:
            assert one.gettext(key) == two.gettext(key)
            for count in (1, 2, 5, 21):
                assert one.ngettext(key, key, count) == two.ngettext(key, key, count)


def test_a_message_that_does_not_fit_its_parameters_stops_nothing(project: Path) -> None:
    """Regression: a parameter that an event does not have ended the turn in a traceback."""
    for lang, old, new in (("uk", "карту {card}", "карту {number}"), ("en", "goes from {from}", "goes from {start}")):
        file = project / "heron" / "locale" / f"{lang}.po"
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new), "utf-8")
    with installed(project, "heron"):
        played = run_command(*NEW, typed="next\nstory\nquit\n", lang="uk")
        assert (played.returncode, "The heron turns over card" in played.stdout) == (0, True)
        other = ("play", "heron", "--new", "--level", "calm", "--seed", "2")
        assert "goes from {start}" in run_command(*other, typed="next\nstory\nquit\n").stdout
