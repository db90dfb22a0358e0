"""Typing at the game prompt: whole turns on one line, and no answer becomes a command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interfaces.terminal.kit import NEW, count_inputs, get_record, play_lines

MINE = [*NEW, "--set", "deck=mine"]
CLASSES = "classes=red,orange,yellow,green,violet"
PENUMBRA = ["play", "penumbra", "--seed", "8", "--set", "level=beginner", "--set", CLASSES]
SCYTHE = ["play", "scythe", "--seed", "3", "--set", "level=automa", "--set", "human=crimea", "--set", "faction=nordic"]


def find_output(told: str, line: str) -> str:
    """Return the output after a typed line, up to the next prompt of the game."""
    return told.split(f"] {line}\n", 1)[1].split("\n[")[0]


# --------------------------------------------------------------------------------------------------------- on one line


def test_a_whole_turn_on_one_line(home: Path) -> None:
    told = play_lines("next r 1 =", new=PENUMBRA)
    turn = find_output(told, "next r 1 =")
    assert "? r 1\n" in turn, "what was typed ahead is shown where it answers"
    assert "? =\n" in turn
    assert "Slot 1: red card" in turn
    assert "violet" not in turn, "nobody needs a list of what they have typed already"
    assert count_inputs(home) == 3, "each form is an input of its own"


def test_ones_own_card_with_the_turn(home: Path) -> None:
    told = play_lines("next 13", new=MINE)
    assert "→" in find_output(told, "next 13")
    assert count_inputs(home) == 2


def test_a_command_takes_its_fields_and_what_they_bring_from_one_line() -> None:
    told = play_lines("go C3", "explore 4 3", "vanquish 2", "go character g4", "undo", new=NEW)
    assert "You explored C3 (4, 3)" in told
    moved = play_lines("add mech base", "go mech base c4", "go mech c4 b4", new=SCYTHE)
    assert "C4" in find_output(moved, "go mech base c4")
    assert "B4" in find_output(moved, "go mech c4 b4")


def test_words_that_nothing_asked_for_are_told_and_never_run(home: Path) -> None:
    told = play_lines("next 13 next next", new=MINE)
    assert "No question asked for this, so it was ignored: next next" in told
    assert count_inputs(home) == 2
    told = play_lines("next next", new=NEW)
    assert "Too many words: next" in told
    assert count_inputs(home) == 0, "a line that was not understood does nothing"


def test_a_slip_in_the_middle_is_asked_again_and_the_line_may_be_typed_anew() -> None:
    told = play_lines("next r 9 =", "r 2", "", new=PENUMBRA)
    assert "“9” isn't one of the options" in told
    assert "tome" in told.split("“9” isn't one")[1], "with all that can be answered"
    assert "? r 2" in told
    assert "Slot 2: red card" in told
    told = play_lines("next r 9 =", "2", "", new=PENUMBRA)
    assert "Slot 2: red card" in told, "or only what was wrong"


# ---------------------------------------------------------------------------------------- answers are never commands


def test_a_late_answer_is_not_a_command(home: Path) -> None:
    """Regression: “red”, typed one prompt late, was “redo”; “b” in a question of colours drew the board."""
    told = play_lines("next r 1 =", "undo", "redo", "next r 2", "undo", "red", "b", new=PENUMBRA)
    assert told.count("Redone") == 1, "only the whole word puts it back"
    told = play_lines("next r 1 =", "red", "b", "g", new=PENUMBRA)
    late = told.split("] red\n")[1]
    assert (
        "“b” looks like an answer, but no question is open. If you meant the command “board”, type it in full." in late
    )
    assert "Automarium's board:" not in late
    assert get_record(home).read_text().count('"do":"next"') == 1


def test_right_after_a_question_only_whole_words_are_commands() -> None:
    bone = play_lines("next bo 1", "", "bo", "boa", "board", new=PENUMBRA)
    assert "“bo” looks like an answer, but no question is open" in bone
    assert bone.count("Automarium's board:") == 2, "“boa” cannot be “bone”"


def test_at_a_question_a_beginning_is_never_a_command() -> None:
    told = play_lines("next", "boar", "und", "redo now", "board", "undo", new=PENUMBRA)
    assert told.count("isn't one of the options") == 2
    assert "Automarium's board:" in told
    assert "Undone: " in told
    assert "There is nothing to redo." in told


def test_a_command_sign_makes_any_word_a_command() -> None:
    told = play_lines("next", "!undo", "!", "next", "!board", "!nonsense", new=PENUMBRA)
    assert "Undone: " in told
    assert "Automarium's board:" in told


def test_commands_of_the_game_wait_while_a_question_is_open(home: Path) -> None:
    told = play_lines("next", "next", "spark", "r", new=PENUMBRA)
    assert told.count("Answer the open question first") == 2
    assert get_record(home).read_text().count('"do":"next"') == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("n", "“n” is too short. “next” changes the game, so type at least 3 letters of it."),
        ("ne", "“ne” is too short. “next” changes the game, so type at least 3 letters of it."),
        ("und", "“und” is too short. Type “undo” in full."),
        ("red", "“red” is too short. Type “redo” in full."),
        ("r", "“r” could mean several things: redo, rulings, rules."),
        ("fly", "There is no command “fly”. Type “help” for a list."),
        ("b", "“b” could mean several things: boast, board."),
    ],
)
def test_what_a_beginning_may_not_do(home: Path, line: str, words: str) -> None:
    assert words in play_lines(line)
    assert count_inputs(home) == 0


def test_what_a_beginning_may_do(home: Path) -> None:
    told = play_lines("nex", "boar", "ov", "li", "wh", "?", "go S1")
    assert count_inputs(home) == 2
    assert "North →" in told
    assert "Commands (" in told


@pytest.mark.parametrize(
    ("lang", "word"), [("uk", "допомога"), ("uk", "довідка"), ("uk", "підк"), ("ru", "помощь"), ("en", "hel")]
)
def test_help_is_understood(lang: str, word: str) -> None:
    assert "board" in play_lines(word, lang="en") if lang == "en" else "«" in play_lines(word, lang=lang)


@pytest.mark.parametrize(
    ("lang", "word"), [("en", "continue"), ("uk", "продовжити"), ("ru", "далее"), ("ru", "продол")]
)
def test_going_on_has_several_words(home: Path, lang: str, word: str) -> None:
    play_lines(word, lang=lang)
    assert count_inputs(home) == 1


# ------------------------------------------------------------------------------------------------ what is known already


def test_a_command_that_would_change_nothing_asks() -> None:
    """`vanquish` alone takes one token where the mech stands; a correction asks for its value."""
    told = play_lines("go C3", "explore 4 3", "vanquish", "adjust glory", "2", "overview")
    assert "The Automa has" in told
    assert "glory" in told.split("] adjust glory")[1].split("? 2")[0]


def test_what_was_asked_for_and_answered_is_not_asked_again(home: Path) -> None:
    """Regression: the second of two words answered the same question again."""
    told = play_lines("drew", "4 3")
    assert "You drew card 004" in told
    assert "No question asked for this, so it was ignored: 3" in told
    assert count_inputs(home) == 1


def test_half_a_command_can_be_looked_around_from_and_dropped() -> None:
    told = play_lines("go C3", "explore", "board", "next", "undo", "log", "explore", "4 3")
    assert "Cancelled. Nothing was changed." in told
    assert "Finish this command first" in told
    assert "Undone" not in told, "undo drops the command, not the move before it"
    assert "You explored C3 (4, 3)" in told


# -------------------------------------------------------------------------------------------------- what follows a move


def test_a_closed_tile_that_was_entered_asks_what_lies_there(home: Path) -> None:
    """`go N4` alone: the tile is turned up at once, so it is asked for at once."""
    told = play_lines("go N4", "4 3", "vanquish", "overview")
    asked = told.split("] go N4\n")[1].split("? 4 3")[0]
    assert "N4" in asked.splitlines()[-1]
    assert "You explored N4 (4, 3)" in told
    assert count_inputs(home) == 3


@pytest.mark.parametrize("instead", ["next", "explore 4 3", "undo", "go S1"])
def test_whoever_would_rather_tell_something_else_types_that(home: Path, instead: str) -> None:
    told = play_lines("go N4", instead, "log")
    assert f"? {instead}\n" in told
    assert "First finish" not in told
    assert "First answer" not in told
    assert count_inputs(home) == 2
    assert ("You explored N4 (4, 3)" in told) is instead.startswith("explore")


def test_it_is_asked_once_and_one_may_look_before(home: Path) -> None:
    told = play_lines("go N4", "board", "5", "go N4", "help")
    assert told.count("Which corruption tokens are on N4 now") == 2, "again after a look"
    assert told.count("You explored N4 (5)") == 1
    told = play_lines("go N4", "boast", "quit")
    assert told.count("Which corruption tokens are on N4 now") == 1, "another command is no reason to ask again"


def test_nothing_is_asked_where_nothing_is_new(home: Path) -> None:
    told = play_lines("go S1", "go N4 4 3", "log")
    assert "Which corruption tokens" not in told
    assert count_inputs(home) == 2


def test_what_was_typed_ahead_and_does_not_fit_is_refused_with_its_question(home: Path) -> None:
    """Regression: "a whole number from 0 to 9 is needed" without the question."""
    told = find_output(play_lines("adjust maps many"), "adjust maps many")
    assert told == "Automa's map tokens: what should it be? “many” isn't valid. Enter a whole number from 0 to 99."
    assert count_inputs(home) == 0


def test_options_that_stand_above_are_not_named_once_more_in_a_row(home: Path) -> None:
    told = find_output(play_lines("adjust", "nonsense", "!undo"), "adjust")
    assert "“nonsense” isn't one of the options in the list. Typing the start of one is" in told
    told = find_output(play_lines("adjust", "nonsense", "!undo", new=SCYTHE), "adjust")
    assert "“nonsense” isn't one of the options. Type a number from 1 to 2" in told


def test_the_table_is_drawn_by_that_word_too(home: Path) -> None:
    assert "North →" in find_output(play_lines("table"), "table")
