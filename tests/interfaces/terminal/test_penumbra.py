"""Penumbra at the prompt, and the board editor: from the set-up to the score, through a pipe."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from automarium.engine.question import Pick
from automarium.games.penumbra.rules.cards import EMPTY, NONE, make_card_fields
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.option_names import OptionNames, normalize
from tests.games.penumbra.kit import DEFINITION, board, position
from tests.interfaces.terminal.kit import get_record, play_lines, run_command

NEW = ["play", "penumbra", "--seed", "8", "--set", "classes=red,green,violet", "--set", "level=beginner"]
HOUSE = [*NEW[:-1], "level=contracts", "--set", "deck=app"]

ENTER = [
    "conduit, mantle, ring, amulet",
    "ring",
    "6",
    "contract",
    "",
    "",
    "",
    "=1 first: artifact",
    "2+: to mantle",
    "arcana",
    "contract",
    "card",
    "fill",
    "=2 L3: trial",
    "unique Turn her lamp.",
]


def at_table(*lines: str, lang: str = "en", new: list[str] = NEW) -> str:
    return play_lines(*lines, lang=lang, new=new)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("nothing", "unseen"), [(EMPTY, False), (NONE, True)])
def test_every_colour_has_one_key(lang: str, nothing: str, unseen: bool) -> None:
    """Regression: in Russian a red card could not be named by its letter, because "no cards" begins with it too."""
    colour, _ = make_card_fields(position(board(["arcana"])), "ask.card", nothing, unseen=unseen)
    assert isinstance(colour.question, Pick)
    names = OptionNames(colour.question, Translator(lang, [DEFINITION.folder]))
    keys = {option: names.find_keys().get(option, normalize(words)[0]) for option, words in names.words.items()}
    assert {option: names.find_one(key) for option, key in keys.items()} == {option: option for option in keys}


# -------------------------------------------------------------------------------------------------------------- playing


def test_a_card_is_given_with_two_keys_and_the_turn_is_told_with_its_reasons() -> None:
    told = at_table("next", "r 1", "", "why", "story")
    assert "1. Slot 1: red card" in told
    story = told.split("] story")[1]
    assert "1. Instruction 1: put a red card in slot 1." in story
    assert "2. The Automa carries out line 1 of the list under slot 1: gain a Mark and a card." in story
    assert "4. The Automa gains a red Mark; its Level is now 2." in story
    assert "PEN-INSTR-06 the first line that applies" in told


def test_both_keys_on_one_line() -> None:
    told = at_table("next r 1", "", "undo", "undo", "redo")
    assert "1. Slot 1: red card" in told
    assert "? r 1" in told, "what was typed ahead is shown where it answers"
    assert "Undone: Answer: red; 1" in told, "and a form is one answer"
    slip = at_table("next", "r 9", "r 2", "", "", new=[*NEW, "--set", "start=red"])
    assert "“9” isn't one of the options." in slip
    assert "Slot 2: red card" in slip
    beyond = at_table("next", "g tome next next", "overview")
    assert beyond.count("? g") == 1
    assert "“next” isn't one of the options" in beyond, "nothing typed ahead becomes a command"


def test_a_row_is_one_word_a_contract_and_stays() -> None:
    new = [*NEW[:-1], "level=contracts"]
    told = at_table("adjust mark red", "adjust mark green", "next g 2 / 2L 1D", "", "next g 2 /", "", new=new)
    assert "Contract 1 from the left (2 VP) → Automa" in told
    assert "[Enter: 1D]" in told, "what is left of it is offered"
    cyrillic = at_table("adjust mark red", "next з 2 / 1с 3м", lang="ru", new=new)
    assert "Контракт 1" in cyrillic


def test_why_names_the_lines_that_were_passed_over() -> None:
    told = at_table("adjust turn 3", "next g 2", "= v 4", "why")
    assert "PEN-INSTR-11 the Automa's Level must be high enough" in told
    assert "out line 1" in told
    assert "PEN-COND-04 only as the first Instruction of the turn: rules out line 1" in told


def test_the_app_can_have_the_deck_and_says_the_odds() -> None:
    told = at_table("odds", "next", "", "board", new=HOUSE)
    assert "The next card is one of 49" in told
    assert "of 49: Slot 2: gain a Mark and a card" in told
    assert told.count("Cards ") >= 3
    assert "Automarium's board: Ledger." in told
    assert "odds" in at_table("odds").lower()
    assert "the app doesn't know what is left in it" in at_table("odds")


def test_undo_takes_back_an_answer_and_the_same_comes_again() -> None:
    told = at_table("next", "", "undo", "redo", new=HOUSE)
    assert "Undone: Answer: yes, it's free; yes, there is" in told or "Undone: Answer: unchanged" in told
    assert "Redone: Answer: " in told


def test_from_the_set_up_to_the_score(home: Path) -> None:
    told = at_table(
        "next", "r 1", "", "spark", "adjust mark green", "adjust contracts 3 2", "end",
        "tally 1 6 2 4 0", "total 30",
    )  # fmt: skip
    assert "Work out the points by the normal rules" in told
    assert "Contracts: 5 × 1 = 5" in told
    assert "Board bonus per Discipline card: 2 × 1 = 2" in told
    assert "Experience symbols: 6 × 1 = 6" in told
    assert "The Automa scores 20 VP." in told
    assert "You score 30 VP." in told
    assert "You win!" in told
    assert run_command("verify", str(get_record(home))).returncode == 0


def test_a_trial_and_a_rest_are_told_with_what_the_person_does() -> None:
    rest = at_table("adjust put 1 red 1", "adjust put 2 red 2", "adjust put 3 red 3", "adjust put 4 red 4", "next")
    assert "2. Now empty: slot 1, slot 2, slot 3, slot 4" in rest
    dice = "1. Return dice from the locations to the supply: 1 bone or coloured one (no matter whose), 1 Spark die"
    assert dice in rest
    assert "their 4 cards go under the Artifact deck" in rest
    assert "Refresh Contracts and Fate; you resolve an Event" in rest
    marks = ("adjust mark red", "adjust mark green", "adjust turn 2")
    trial = at_table(*marks, "next r 4 / -", "full r 3 / 2 1 5 / 4 6", "light 2", "story")
    assert "Trial 2 from the left (6 VP) → Automa" in trial
    assert "Automa's Light: 0 → 2" in trial
    assert "Reveal a new Fate card" in trial
    assert "A Trial ends the Automa's turn immediately." in trial.split("] story")[1]


@pytest.mark.parametrize(
    ("ask", "typed", "words"),
    [
        ("contract", "4 dark / 3 2 1 3 / d d d light", "The Automa completes Contract 1 from the left (3 VP)"),
        ("rest", "0,1,0,0 1 0", "The Automa doesn't rest"),
        ("trial", "5 / 4 2 3 5 / 6 8 8 1", "The Automa passes Trial 3 from the left (8 VP)"),
        ("class", "green red no", "The green Class."),
        ("take", "4", "The Automa takes the right card."),
    ],
)
def test_just_ask(ask: str, typed: str, words: str) -> None:
    """Every ask in one line."""
    done = run_command("ask", "penumbra", ask, typed=f"{typed}\n")
    assert words in done.stdout
    assert done.stdout.count("? ") - done.stdout.count("?\n") >= 1


def test_just_ask_for_an_instruction() -> None:
    done = run_command("ask", "penumbra", typed="instruction ledger 4 =\n")
    assert "The Automa carries out line 3 of the list under slot 4: gain a Mark and a card." in done.stdout
    assert "PEN-COND-05" in done.stdout


def test_a_decision_is_drawn(home: Path, tmp_path: Path) -> None:
    at_table("next", "r", "1", "")
    done = run_command("draw", str(get_record(home)), "--step", "2")
    assert done.returncode == 0, done.stderr
    assert "Which line is carried out?" in done.stdout


# --------------------------------------------------------------------------------------------------------------- boards


def entered(*lines: str) -> str:
    done = run_command("board", "ruby", typed="\n".join([*lines, ""]))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_printed_board_is_entered_once_and_played_with(home: Path) -> None:
    assert (
        "aren't public" in run_command("play", "penumbra", "--set", "level=contracts", "--set", "board=printed").stderr
    )
    told = entered(*ENTER)
    assert "Saved: Ruby" in told
    assert "2. 2+: → mantle" in told
    own = tomllib.loads((home / "own" / "penumbra.toml").read_text("utf-8"))
    assert own["board"]["ruby"]["lists"]["conduit"] == ["=1 first: buy_artifact", "2+: to mantle", "arcana"]
    assert run_command("board", "check").stdout == "Ruby has no errors.\n"
    new = [*NEW[:-1], "level=contracts", "--set", "board=printed"]
    game = at_table("next g amulet / -", "board", "story", new=new)
    assert "The Automa carries out line 2 of the list under amulet: “Turn her lamp.”." in game
    assert "Follow the Automa's board: “Turn her lamp.”" in game
    assert run_command("verify", str(get_record(home))).returncode == 0, "the record brings its board along"


def test_enter_keeps_what_was_entered_and_a_line_can_be_changed() -> None:
    entered(*ENTER)
    again = ["", "", "", "", "", "", "", "first: artifact", *[""] * 7]
    assert "1. 1st: Artifact" in entered(*again)


def test_a_slip_is_told_at_once_and_one_step_back_is_possible() -> None:
    told = entered("a, b, c", *ENTER[:7], "=1 frst: card", "card", "<", *ENTER[7:])
    assert "Enter four names with commas between them, not 3." in told
    assert "“frst” isn't a condition." in told
    assert "Saved: Ruby" in told
    assert told.count("Now the lists") == 1


def test_closing_the_window_loses_nothing(home: Path) -> None:
    done = run_command("board", "ruby", typed="\n".join([*ENTER[:9], ""]))
    assert done.returncode == 0
    assert not (home / "own").exists()
    told = entered(*[""] * 9, *ENTER[9:])
    assert "Saved: Ruby" in told
    assert not list((home / "drafts").iterdir())


def test_a_board_from_a_file(tmp_path: Path, home: Path) -> None:
    file = tmp_path / "ruby.toml"
    file.write_text(
        'slots = ["a", "b", "c", "d"]\ntome_slot = "a"\nmark_places = 5\nscoring = { per = "contract", vp = 1 }\n'
        '[lists]\na = ["=1: contract", "card"]\nb = ["card"]\n'
        'c = [{ when = { order = "first" }, do = "trial" }, "fill"]\n'
        'd = ["to b"]\n',
        "utf-8",
    )
    assert run_command("board", "check", str(file)).stdout == "Ruby has no errors.\n"
    done = run_command("board", "ruby", "--file", str(file))
    assert done.returncode == 0, done.stderr
    assert "Saved: Ruby" in done.stdout
    assert (home / "own" / "penumbra.toml").exists()


def test_a_file_is_checked_by_its_option_and_a_board_has_any_name(tmp_path: Path) -> None:
    """Regression: ``--file`` was ignored, and a board named like a message printed that message."""
    file = tmp_path / "mine.toml"
    board = 'slots = ["a", "b", "c", "d"]\ntome_slot = "a"\nmark_places = 5\nscoring = { per = "contract", vp = 1 }\n'
    lists = "".join(f'{slot} = ["card"]\n' for slot in "abcd")
    file.write_text(
        "".join(f"[board.{name}]\n{board}[board.{name}.lists]\n{lists}" for name in ("kept", "which")), "utf-8"
    )
    told = run_command("board", "check", "--file", str(file)).stdout
    assert told == "kept has no errors.\nwhich has no errors.\n"


def test_another_board_of_a_file_is_not_taken_by_mistake(tmp_path: Path, home: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[board.emerald]\nmark_places = 5\n", "utf-8")
    done = run_command("board", "ruby", "--file", str(file))
    assert done.returncode == 2
    assert "There is no board “ruby”. The boards are: emerald" in done.stderr
    file.write_text("[board]\n", "utf-8")
    assert run_command("board", "ruby", "--file", str(file)).returncode == 2
    assert not (home / "own").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('a = ["to b", "card"]', "Line 1 has no condition"),
        ('a = ["to b"]\nb = ["to a"]', "These substitutions move a card in an endless circle: a, b, a."),
        ('a = ["=1: card"]', "must have no condition"),
        ('a = ["=1: crad", "card"]', "“crad” isn't an effect."),
    ],
)
def test_the_check_finds_what_is_wrong_and_where(tmp_path: Path, text: str, words: str) -> None:
    lists = {slot: f'{slot} = ["card"]' for slot in "abcd"}
    for line in text.splitlines():
        lists[line[0]] = line
    file = tmp_path / "x.toml"
    file.write_text(
        '[board.x]\nslots = ["a", "b", "c", "d"]\ntome_slot = "a"\nmark_places = 5\n'
        'scoring = { per = "contract", vp = 1 }\n[board.x.lists]\n' + "\n".join(lists.values()),
        "utf-8",
    )
    done = run_command("board", "check", str(file))
    assert done.returncode == 1
    assert words in done.stdout
    assert "x.lists" in done.stdout


def test_the_check_tells_what_is_odd(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(
        'slots = ["a", "b", "c", "d"]\ntome_slot = "a"\nmark_places = 5\nscoring = { per = "contract", vp = 1 }\n'
        '[lists]\na = ["=1: card", "=1 first: fill", "card"]\nb = ["card"]\nc = ["card"]\nd = ["card"]\n',
        "utf-8",
    )
    done = run_command("board", "check", str(file))
    assert done.returncode == 0
    assert "A, line 2 is never reached: line 1 covers everything" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["board", "topaz"], "There is no board “topaz”."),
        (["board", "check", "topaz"], "There is no board “topaz”."),
        (["board", "check", "no/such.toml"], "Can't read no/such.toml"),
        (["board", "show", "ruby"], "The board isn't complete"),
        (["board", "wick"], "There is no board “wick”. The boards are: emerald"),
        (["board", "--game", "expeditions"], "Boards can be entered for: Penumbra"),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_be_right(arguments: list[str], words: str) -> None:
    done = run_command(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text("slots = [", "utf-8")
    done = run_command("board", "check", str(file))
    assert done.returncode == 2
    assert "isn't TOML" in done.stderr


def test_house_boards_are_shown_and_the_schema_printed() -> None:
    told = run_command("board", "show").stdout
    for name in ("Wick", "Lantern", "Ledger", "Gauntlet"):
        assert name in told
    assert json.loads(run_command("board", "schema").stdout)["$ref"] == "#/$defs/BoardTable"
    assert run_command("board", "check").stdout == "No board has been entered yet. Start with “automarium board”.\n"
    assert run_command("board", "check", "wick", "lantern", "ledger", "gauntlet").stdout.count("has no errors") == 4
