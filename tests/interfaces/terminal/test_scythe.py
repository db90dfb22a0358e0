"""Scythe at the prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interfaces.terminal.kit import get_record, play_lines, run_command

NEW = ["play", "scythe", "--seed", "3", "--set", "level=automa", "--set", "human=crimea", "--set", "faction=nordic"]


def at_table(*lines: str, lang: str = "en", more: tuple[str, ...] = ()) -> str:
    return play_lines(*lines, lang=lang, new=[*NEW, *more])


def test_a_turn_says_the_exact_hex_and_why() -> None:
    told = at_table("next", "why 1", "story")
    assert "\n1. Automa's worker: A4 → B4\n" in told
    assert "Card 5, Scheme I; 18 left." in told.split("] story")[1]
    assert "The Automa's worker moves from A4 (forest) to B4 (mountain)." in told
    assert "SCY-WORKER-03" in told
    assert "SCY-MOVE-13 the closest to the Factory: rules out A4 (forest)" in told


def test_the_map_is_drawn_and_told() -> None:
    told = at_table("board", "overview")
    assert "D3 *" in told
    assert "A4 w" in told
    assert "The Automa's 2 workers: A4 (forest), A5 (tundra)." in told
    assert "The Automa's units can't cross rivers or enter lakes yet." in told


def test_the_human_moves_by_piece_and_place() -> None:
    moves = ("go character r7c4", "go ch g3", "go worker r7c3 g4", "add mech base", "go mech base r1c4")
    told = at_table(*moves, "overview")
    assert "Your character: the home base → G4 (mountain)" in told
    assert "1. Encounter token: G4 → off the board" in told
    assert "Automa's worker: A4 → base" in told
    assert "Your mech: A4 (forest)." in told


def test_a_combat_is_a_dialogue() -> None:
    prepared = ("adjust combat-cards 0", "adjust mech mat r4c4", "add mech base", "go mech base r4c4", "next")
    told = at_table(*prepared, "fight r4c4", "ready", "9", "yes", "why 2", "overview")
    assert "An Automa combat unit is on D4" in told
    assert "Resolve the combat first: D4 (mountain)." in told
    assert "Combat on D4 (mountain): you attack." in told
    assert "set your power dial" in told
    assert "You win, 9 to" in told
    assert "2. Automa's mech: D4 → mat" in told
    assert "1. Automa's power: 4 → 2" in told, "totals, not differences"
    assert "SCY-COMBAT-12" in told.split("] why 2")[1]
    assert "Stars: the Automa's 0, yours 1 of 6." in told


def test_before_the_dial_is_set_the_chances_are_said_and_a_fight_is_one_line() -> None:
    prepared = ("adjust combat-cards 1", "adjust mech mat r4c4", "add mech base", "go mech base r4c4")
    told = at_table(*prepared, "fight r4c4 ready 3 9")
    assert "Your total → your chance of winning: " not in told, "who types ahead has made up their mind"
    assert "You win, 9 to 5." in told
    told = at_table(*prepared, "fight r4c4", "", "3 9 no", "overview")
    assert "Your total → your chance of winning: 4 → 40 %" in told.replace("\xa0", " ")
    assert "Stars: the Automa's 0, yours 0 of 6." in told


def test_a_mech_carries_its_workers_and_only_places_in_reach_are_listed() -> None:
    told = at_table("go worker g3 h3", "add mech h3 riverwalk", "go mech h3 g3 +2", "go mech g3", "a4", "overview")
    assert "Your mech with 2 workers: H3 (village) → G3 (farm)" in told
    assert "Your 2 workers: G3 (farm), G3 (farm)." in told
    assert "Where to? (F3 (tundra), G4 (mountain), H3 (village))" in told
    assert "Your mech: G3 (farm) → A4 (forest)" in told, "elsewhere can be told all the same"


def test_what_cannot_be_says_why() -> None:
    told = at_table("go worker g3 g3", "unlock burrow", "build g2", "enlist coin", "enlist coin")
    assert "It's already on G3 (farm)." in told
    assert "Crimea has no such ability; it has: Riverwalk, lakes, Speed." in told
    assert "You can't build on a lake: G2 (lake)." in told
    assert "Your recruit: a coin, for deploying" in told


def test_the_tally_is_looked_through_line_by_line() -> None:
    told = at_table("adjust your-stars 5", "star", "adjust coins 20", "tally", "12", "14", "", "4", "3", "5", "score")
    assert "How many stars have you placed? (0 to 6) [Enter: 6]" in told
    assert "Stars: 5 × 5 = 25" in told


def test_to_the_end_and_the_score_of_both(home: Path) -> None:
    told = at_table("adjust your-stars 5", "star", "next", "tally 20 14 9 7 6", "score")
    assert "You have placed your sixth star, so the game is over." in told
    assert "The game is over." in told
    assert "Stars: 6 × 5 = 30" in told
    assert "Territories: 9 × 4 = 36" in told
    assert "Pairs of resources: 3 × 3 = 9" in told
    assert "Your total is 101 coins." in told
    assert "You win!" in told
    assert "The record replays to the same positions" in run_command("verify", str(get_record(home))).stdout


def test_the_optional_rules_and_my_own_cards() -> None:
    more = ("--set", "options=yes", "--set", "move_gate=yes", "--set", "deck=mine")
    told = at_table("next", "5", "4", "why", more=more)
    assert "Which Automa card was drawn?" in told
    assert "Reveal a combat card" in told
    assert "The combat card shows 4, so the Automa doesn't move." in told


@pytest.mark.parametrize(
    "arguments",
    [
        ("faction=crimea",),
        ("faction=mars",),
        ("coins=3", "options=yes"),
        ("level=simple",),
        ("level=autometta", "options=yes", "skipping=yes"),
        ("move_gate=yes",),
    ],
)
def test_wrong_options_are_refused(arguments: tuple[str, ...]) -> None:
    given = [word for pair in arguments for word in ("--set", pair)]
    done = run_command("play", "scythe", "--set", "human=crimea", *given)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_odds_and_just_ask() -> None:
    assert "of 19: cube moves" in at_table("odds")
    told = run_command("ask", "scythe", "combat", typed="12 12 4\n").stdout
    assert "The Automa uses 5 power and 2 combat cards." in told
    lines = "12 I automa crimea\n4 base / - / g3 h3 / 14\nnordic base / / a4 a5\n"
    told = run_command("ask", "scythe", "turn", typed=lines).stdout
    assert "The Automa's power rises by 2.\nThe Automa's power reaches 16, so it places a star." in told
    lines = "2 I automa crimea\n4 base / - / g3 h3\nnordic base / / a4 a5\n"
    told = run_command("ask", "scythe", "turn", typed=lines).stdout
    assert "The Automa gains 1 coin.\nThe Automa gains 1 coin." in told
    assert "encounter tokens" not in told, "in brackets for others"
    lines = "worker 0 automa\n0 nordic base / - / a4 a5\ncrimea base / / g3 h3\n"
    told = run_command("ask", "scythe", "move", typed=lines).stdout
    assert "The Automa's worker moves from A4 (forest) to B4 (mountain)." in told


@pytest.mark.parametrize(("lang", "words"), [("uk", "B4"), ("ru", "B4")])
def test_in_the_other_languages(lang: str, words: str) -> None:
    told = at_table("next", "why", "board", "odds", "help", "setup", "score", "log", lang=lang)
    assert words in told
    assert "Traceback" not in told


def test_redo_at_an_open_question_asks_the_next_one() -> None:
    prepared = ("adjust combat-cards 0", "adjust mech mat r4c4", "add mech base", "go mech base r4c4", "fight r4c4")
    told = at_table(*prepared, "ready", "undo", "redo", "9", "no", "why")
    after = told.split("Redone:")[1]
    assert after.index("What is your total, dial and cards together?") < after.index("You win, 9 to")
    assert "set your power dial" not in after
    assert "SCY-COMBAT-10" in after, "and a combat of one's own has its why"


def test_a_level_by_its_exact_name_and_the_other_keyboard_layout() -> None:
    told = run_command("play", "scythe", typed="Автома\ncrimea\nnordic\n\n\nlfks\nquit\n", lang="uk").stdout
    assert "1. " in told


def test_what_is_missing_is_said() -> None:
    told = at_table("fight", "go mech r4c4", "tie", "build b4", "build b4", "overview")
    assert "No territory has combat units of both sides." in told
    assert "You have no such unit on the board: mech." in told
    assert "Enter your score first." in told
    assert "You already have a structure on B4 (mountain)." in told
    assert "Your structures: B4 (mountain)." in told


def test_the_checklist_names_optional_rules_and_replacement_cards() -> None:
    told = at_table("setup", more=("--set", "options=yes", "--set", "move_gate=yes", "--set", "coins=-1"))
    assert "Optional rules: coins -1, reveal a combat card before each Automa move." in told
    told = play_lines("setup", new=["play", "scythe", "--set", "human=albion", "--set", "faction=togawa"])
    assert "Use cards 5, 8, 18 and 19 of Invaders from Afar" in told


def test_what_cannot_be_meant_names_what_can() -> None:
    told = at_table("go ch", "a9", "", "g3")
    assert "“a9” isn't one of the options. Choose from: G3 (farm), H3 (village)." in told
    assert "Choose one of these: G3 (farm), H3 (village)." in told
    assert "Your character: the home base → G3 (farm)" in told
