"""Mistakes that are easily made, put into the example one by one: each is found with its file and line."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from automarium.engine.message import Refused
from automarium.games import plugins
from automarium.i18n.translator import Translator
from tests.check.kit import EXAMPLE, installed
from tests.interfaces.terminal.kit import run_command

CODE, CLAUSES, ENGLISH, UKRAINIAN = "definition.py", "clauses.toml", "locale/en.po", "locale/uk.po"


class Mistake(NamedTuple):
    """``old`` in a file becomes ``new``; then ``said`` is found at ``at``, the file and the line that contains a text.
    ``at_load``: already when the game is loaded."""

    name: str
    file: str
    old: str
    new: str
    said: str
    at: tuple[str, str]
    at_load: bool = False


MISTAKES = (
    Mistake(
        "an invented clause",
        CODE,
        'desk.emit(Waits, "HER-MOVE-08", here)',
        'desk.emit(Waits, "HER-MOVE-80", here)',
        "HER-MOVE-80 isn't in clauses.toml",
        (CODE, "HER-MOVE-80"),
        at_load=True,
    ),
    Mistake(
        "a choice named differently",
        CLAUSES,
        'id = "counts"',
        'id = "count"',
        "The choices of HER-AMB-01 are count, never here and counts, never in the class",
        (CLAUSES, 'id = "HER-AMB-01"'),
        at_load=True,
    ),
    Mistake(
        "a chapter without its English title",
        CLAUSES,
        'title = { en = "The end", uk',
        "title = { uk",
        "END has no English text (title)",
        (CLAUSES, 'id = "END"'),
        at_load=True,
    ),
    Mistake(
        "a card with a value that there is not",
        "pack/house-1.toml",
        'reach = 2\nfirst = "far"',
        'reach = 2\nfirst = "away"',
        "`check_pack` refuses card.6.first",
        ("pack/house-1.toml", "[card.6]"),
        at_load=True,
    ),
    Mistake(
        "a version of the SDK that there is not",
        CODE,
        'sdk = "1.0"',
        'sdk = "2.3"',
        "The game was written for version 2.3 of automarium.sdk",
        (CODE, 'sdk = "2.3"'),
        at_load=True,
    ),
    Mistake(
        "a missing message",
        UKRAINIAN,
        'msgid "tell.fish"',
        'msgid "tell.fich"',
        "The message “tell.fish” isn't in heron/locale/uk.po",
        (CODE, 'tag="fish"'),
    ),
    Mistake(
        "a parameter that the event does not have",
        ENGLISH,
        "The heron turns over card {card}.",
        "The heron turns over card {number}.",
        "The message “draw” uses number, which it doesn't get. It gets card, count",
        (ENGLISH, 'msgid "draw"'),
    ),
    Mistake(
        "a parameter of its own in a translation",
        UKRAINIAN,
        'msgstr "Чапля на {at}',
        'msgstr "Чапля на {place}',
        "The message “overview.heron” uses place, which it doesn't get. It gets at, count",
        (UKRAINIAN, 'msgid "overview.heron"'),
    ),
    Mistake(
        "reported forgotten",
        CODE,
        "    reported = True\n    to: Place",
        "    to: Place",
        "After `go` the player is asked to move “boat”, which they have just reported",
        (CODE, "def carry_out(self, desk: Desk) -> None:\n        desk.position.human = self.to"),
    ),
    Mistake(
        "pieces that vanish",
        CODE,
        '        table.lay("table", "fish", MAT, position.caught)\n',
        "",
        "After `next` there are 20 pieces “table fish” on the table; before, there were 21",
        (CODE, '"fish"'),
    ),
    Mistake(
        "a place that is not drawn",
        CODE,
        "            row_points(PLACES),",
        "            row_points(PLACES[:-1]),",
        "The place P7 is in the layout but not in the picture",
        (CODE, "    def svg(self"),
    ),
    Mistake(
        "no winner for the lab",
        CODE,
        'message(f"verdict.{winner}"), winner)',
        'message(f"verdict.{winner}"))',
        "A finished game has no winner in the lab",
        (CODE, "    def score(self"),
    ),
    Mistake(
        "no card of the turn for the lab",
        CODE,
        '    turns_on: ClassVar[str] = "card"  # the lab counts turns by this field\n',
        "",
        "The lab doesn't know the card of a turn",
        (CODE, "(Event"),
    ),
    Mistake(
        "a stand-in without words",
        ENGLISH,
        'msgid "rival.fisher"',
        'msgid "rival.fischer"',
        "The message “rival.fisher” isn't in heron/locale/en.po",
        (CODE, '"fisher"'),
    ),
    Mistake(
        "a choice that leaves several",
        CODE,
        '        first(PLACES.index, "HER-MOVE-06"),\n        notes',
        "        notes",
        "The rules leave several candidates",
        (CODE, "    return choose("),
    ),
    Mistake(
        "an error in a rule",
        CODE,
        "    caught = min(CATCH[position.level], position.pond[to])",
        '    caught = min(CATCH["thirsty"], position.pond[to])',
        "The game fails here: KeyError: 'thirsty'",
        (CODE, 'CATCH["thirsty"]'),
    ),
    Mistake(
        "a clause without a test",
        "../tests/test_heron.py",
        '@pytest.mark.clause("HER-MOVE-05")\n',
        "",
        "No test covers HER-MOVE-05",
        (CLAUSES, 'id = "HER-MOVE-05"'),
    ),
    Mistake(
        "the end forgotten",
        CODE,
        "            position.over = True\n",
        "",
        "A game at level calm doesn't end",
        (CODE, "    def status(self"),
    ),
    Mistake(
        "chance from elsewhere",
        CODE,
        "        if position.deck.left == 0:  # HER-TURN-01\n            position.deck.shuffle_all(desk.chance)",
        '        position.deck.shuffle_all(Chance(__import__("time").time_ns()))',
        "`desk.chance`",
        (CODE, ""),
    ),
    Mistake(
        "two commands with one name",
        ENGLISH,
        'msgid "command.fish"\nmsgstr "fish"',
        'msgid "command.fish"\nmsgstr "go"',
        "“command.fish” is “go”, and so is “command.go”",
        (ENGLISH, 'msgid "command.fish"'),
    ),
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLE, tmp_path / "project", ignore=shutil.ignore_patterns("__pycache__", "*.mo")))


def find_line(project: Path, at: tuple[str, str]) -> str:
    """Return file and line as they are shown."""
    text = (project / "heron" / at[0]).read_text("utf-8")
    return f"heron/{at[0]}:{text[: text.index(at[1])].count(chr(10)) + 1}: " if at[1] else f"heron/{at[0]}:"


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda one: one.name)
def test_a_mistake_is_found_with_file_and_line(mistake: Mistake, project: Path) -> None:
    file = project / "heron" / mistake.file
    text = file.read_text("utf-8")
    assert text.count(mistake.old) == 1
    file.write_text(text.replace(mistake.old, mistake.new), "utf-8")
    with installed(project, "heron"):
        done = run_command("check", "heron")
        found = [line for line in done.stdout.splitlines() if mistake.said in line]
        assert found, done.stdout
        assert any(find_line(project, mistake.at) in line for line in found), found
        assert (done.returncode, done.stderr) == (1, "")
        if mistake.at_load:
            with pytest.raises(Refused) as refused:
                plugins.load_definition("heron")
            said = Translator("en").refusal(refused.value)
            assert f"{find_line(project, mistake.at)}{mistake.said}" in said


def test_the_example_has_no_mistake(project: Path) -> None:
    with installed(project, "heron"):
        done = run_command("check", "heron")
    assert (done.stdout, done.returncode) == ("Heron: no findings.\n", 0)


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ("import msgspec, nonsense\n", "ModuleNotFoundError: No module named 'nonsense' (heron/definition.py:"),
        ("import msgspec as = 3\n", "SyntaxError"),
    ],
)
def test_a_module_that_cannot_be_imported_is_named_with_its_line(new: str, said: str, project: Path) -> None:
    file = project / "heron" / CODE
    text = file.read_text("utf-8")
    line = text[: text.index("import msgspec\n")].count("\n") + 1
    file.write_text(text.replace("import msgspec\n", new, 1), "utf-8")
    with installed(project, "heron"):
        done = run_command("rules", "golem", "MARBLE-02")
        assert (done.returncode, "GOL-MARBLE-02" in done.stdout) == (0, True)
        assert said in done.stderr
        assert f"definition.py:{line})" in done.stderr
        assert "heron" not in plugins.names()
        assert run_command("play", "heron").returncode == 2
