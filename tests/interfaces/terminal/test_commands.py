"""The terminal as a user meets it: through a pipe, on a small screen, in three languages."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from automarium.engine.game.playthrough import parse_input
from automarium.engine.message import message
from automarium.engine.play.command import Respond
from automarium.games import plugins
from automarium.sessions.session import open_session
from automarium.storage.store import Summary
from automarium.storage.store_factory import open_store
from tests.databases import Server
from tests.interfaces.terminal.kit import NEW, count_inputs, get_record, play_lines, run_command

COMMAND = [sys.executable, "-m", "automarium"]


def test_after_her_turn_comes_what_to_move_and_nothing_else() -> None:
    told = play_lines("go N3 4", "next").split("] next")[1]
    assert told.startswith(
        "\n1. Progress token: advance 1 space (1 to the next glory token)"
        "\n2. Automa's north mech: N1 → N4"
        "\n3. Sweep all face-up cards adjacent to C7"
        "\n4. Automa's central mech: C7 → C4"
        "\nRefill the gaps left by the sweep."
    ), told
    assert "Card 13" not in told
    assert "EXP-" not in told, "no ids on the surface"


def test_why_gives_the_reason_of_a_line_and_story_the_whole_turn() -> None:
    told = play_lines("go N3 4", "next", "why 2", "why", "story", "story 3", "list")
    _, why_two, why, story, story_three, again, _ = told.split("] next")[1].split("\n[")
    assert "The north mech moves from N1 to N4." in why_two
    assert "EXP-MOVE-12 your mech's location is skipped: rules out N3" in why_two
    assert "ruling EXP-AMB-05: your mech's location doesn't count as a step" in why_two
    assert "→ N4" in why_two
    assert "C4" not in why_two
    assert "EXP-MOVE-12" in why
    assert "EXP-TURN-09 one card decides the whole turn" in why
    assert "1. Card 13; 11 left." in story
    assert "3. The north mech moves from N1 to N4." in story
    assert "EXP-" not in story
    assert "EXP-MOVE-12" in story_three
    assert "2. Automa's north mech: N1 → N4" in again


def test_the_prompt_names_the_stage() -> None:
    told = play_lines("adjust last-turns human", "next", "next")
    assert "[Your turn 1] adjust" in told
    assert "[Your final turn] next" in told
    assert "[The game is over] quit" in told


def test_undo_and_redo_name_what_they_do() -> None:
    told = play_lines("go N3", "undo", "redo", "undo", "undo")
    assert "Undone: Your move to N3" in told
    assert "Type “redo” to bring it back: Your move to N3" in told
    assert "Redone: Your move to N3" in told
    assert "There is nothing to undo." in told


def test_undo_and_redo_say_what_to_move() -> None:
    told = play_lines("go N3", "next", "undo", "redo", "why 2")
    undone, redone = told.split("Undone: Automa's turn")[1].split("Redone:")
    assert "– Automa's north mech: N4 → N1" in undone
    assert "2. Automa's north mech: N1 → N4" in redone
    assert "EXP-MOVE-12" in redone


def test_the_humans_own_changes_and_corrections() -> None:
    told = play_lines(
        "go C3", "explore 4 3", "vanquish", "boast", "drew 017", "drew 17", "drew 012", "adjust N4 open 5 4 3",
        "adjust glory 3", "adjust north N6", "go N6", "explore", "C4", "", "adjust special automa", "overview",
    )  # fmt: skip
    assert "On C3, from the top" not in told, "what was just told is not said twice"
    assert "1. Return card 017 to the box and draw another" in told
    assert "Card 017 is already in the box" in told
    assert "Card 012 stays in play." in told
    assert "Corruption on N4, from the top: 5, 4, 3." in told
    assert "The Automa has placed 3 glory tokens." in told
    assert "An Automa mech is on N6" in told
    assert "Which location did you explore?" in told
    assert "You explored C4, no corruption" in told
    assert "The Automa has 1 corruption token." in told


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("go N9", "“N9” isn't one of the options"),
        ("go S3 S4", "Too many words: S4"),
        ("next 3", "Too many words: 3"),
        ("vanquish N4", "There is nothing to choose from here."),
        ("adjust glory 9", "Enter a whole number from 0 to 8."),
        ("adjust N4 open 21", "a whole number from 1 to 20"),
        ("drew many", "a whole number from 1 to 999"),
        ("why 99", "Nothing has happened yet."),
        ("log x", "“x” isn't valid. Enter a whole number"),
        ("language de", "“de” isn't one of the options"),
        ("rules XYZ", "There is no clause “XYZ”"),
        ("total -1", "a whole number from 0 to 999"),
        ("redo", "There is nothing to redo."),
    ],
)
def test_bad_input_says_what_would_be_right_and_changes_nothing(home: Path, line: str, answer: str) -> None:
    told = play_lines(line)
    assert answer in told
    assert count_inputs(home) == 0, "nothing was recorded"


def test_a_whole_game_to_the_final_score() -> None:
    lines = ["adjust progress 26", "adjust glory 7"]
    # One more glory space triggers the end, then each side has a turn.
    lines += ["next", "", "next", "", "next", "", "next", "", "tally 20 2 4 9", "score"]
    told = play_lines(*lines)
    assert "That is the Automa's eighth glory token" in told
    assert "[Your final turn] next" in told
    assert "The game is over" in told
    assert "Coins in hand: 20 × 1 = 20" in told
    assert "Your total is 37 coins." in told
    assert "The Automa wins." in told or "You win!" in told


def test_i_draw_my_own_cards() -> None:
    told = play_lines("next", "15", "13", "next", "13", "1", "story", new=[*NEW, "--set", "deck=mine"])
    assert "Which decision card was drawn?" in told
    assert "“15” isn't one of the options" in told
    assert "“13” isn't one of the options" in told
    assert "Card 1; 10 left." in told


def test_just_ask_needs_few_facts() -> None:
    """Card and glory on one line, then a line for each mech."""
    told = run_command("ask", "expeditions", "turn", typed="8 3\nN1 N2 2\nC7\n").stdout
    assert told.count("\n? ") == 3
    assert "The north mech moves from N1 to N4." in told
    assert "gains up to 2 corruption tokens" in told
    assert "The central mech moves from C7 to C6." in told
    assert "How many steps ahead" not in told.split("The central mech\n")[1], "card 8 has no target line for it"
    told = run_command("ask", "expeditions", "turn", typed="8 3 N1 N2 2 C7\n").stdout
    assert "The central mech moves from C7 to C6." in told, "everything on one line"
    score = run_command("ask", "expeditions", "score", typed="2 6 5 7\n").stdout
    assert "The Automa has 43 coins." in score


def test_a_refused_fact_is_asked_again() -> None:
    told = run_command("ask", "expeditions", "turn", typed="1\nN1 N1\nN1 N2\nC7\n").stdout
    assert told.count("The north mech\n") == 2, "the form is put again"
    assert "The north mech moves" in told


def test_the_language_changes_in_the_middle_of_a_game(home: Path) -> None:
    told = play_lines("go N3", "language uk", "next", "language ru", "why 2", "language en", "log")
    assert "Північний мех" in told
    assert "Северный мех" in told
    assert "#1 Your move to N3" in told
    assert (home / "settings.json").exists()
    assert "help" not in run_command("play", "expeditions", typed="", lang="uk").stderr


@pytest.mark.parametrize(("lang", "word"), [("uk", "далі"), ("ru", "дал")])
def test_commands_have_names_in_the_persons_language(lang: str, word: str) -> None:
    told = play_lines(word, lang=lang)
    assert "→" in told
    assert "1. " in told


def test_play_offers_to_go_on(home: Path) -> None:
    play_lines("go N3")
    told = run_command("play", typed="1\nlog\n").stdout
    assert "Games in progress:" in told
    assert "#1 Your move to N3" in told
    told = run_command("play", typed="new\nexpeditions\nno\n1\n0\n\nyou\nquit\n").stdout
    assert "A new game of Expeditions." in told
    assert run_command("games").stdout.splitlines() == [
        "2. Expeditions · Your turn 1 (expeditions-2)",
        "1. Expeditions · Your turn 1 (expeditions-1)",
    ]


def test_a_game_that_is_not_installed_any_more_is_listed(home: Path) -> None:
    store = open_store()
    store.create([b"{}\n"], Summary("chess", 2, stage=message("stage.human", turn=3)))
    store.close()
    done = run_command("games")
    assert done.returncode == 0
    assert "Automa turn 2 (chess-1)" in done.stdout


def test_replay_verify_and_show(home: Path) -> None:
    play_lines("go N3", "next", "undo", "redo")
    file = str(get_record(home))
    content = get_record(home).read_bytes()
    for named in ("1", "expeditions-1", file):
        assert "Undone: Automa's turn" in run_command("replay", named).stdout
        assert "The record replays to the same positions: 4 lines" in run_command("verify", named).stdout
        assert '"human": "N3"' in run_command("show", named, "--json").stdout
        assert run_command("draw", named).stdout.startswith("<svg")
    told = run_command("replay", file, "--why").stdout
    assert "Undone: Automa's turn" in told
    assert "EXP-MOVE-12" in told
    assert "The record replays to the same positions: 4 lines" in run_command("verify", file).stdout
    shown = run_command("show", file).stdout
    assert "North →" in shown
    assert '"human": "N3"' in run_command("show", file, "--json").stdout
    Path(file).write_bytes(content.replace(b'"to":"N3"', b'"to":"N4"'))
    changed = run_command("verify", file)
    assert changed.returncode == 1
    assert "From line 2 on" in changed.stdout
    Path(file).write_bytes(content[:-1])
    assert "The record replays to the same positions: 4 lines" in run_command("verify", file).stdout
    Path(file).write_bytes(content[:-5])
    torn = run_command("verify", file)
    assert torn.returncode == 0
    assert "Line 5 was cut off" in torn.stdout
    Path(file).write_bytes(content.replace(b'"do":"next"', b'"do":"nxet"'))
    damaged = run_command("replay", file)
    assert damaged.returncode == 2
    assert "Line 3 is damaged" in damaged.stderr
    Path(file).write_bytes(content.replace(b'"automarium":3', b'"automarium":9'))
    newer = run_command("show", file)
    assert newer.returncode == 2
    assert "Install a newer Automarium" in newer.stderr
    for nothing in ("/nowhere", "nowhere.jsonl", "7", "expeditions"):
        missing = run_command("show", nothing)
        assert missing.returncode == 2
        assert nothing in missing.stderr


def test_the_same_game_in_two_windows() -> None:
    """What another client does is printed here, and a command meant for the earlier position is not run."""
    play_lines("go N3")
    with subprocess.Popen(
        [*COMMAND, "play", "1", "--lang", "en"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as window:
        assert window.stdin is not None
        assert window.stdout is not None
        while "Your game is saved as you play" not in window.stdout.readline():
            pass
        store = open_store()
        elsewhere = open_session(store, store.games()[0].key)
        elsewhere.put(parse_input(elsewhere.definition, {"do": "next"}))
        told, _ = window.communicate("go N5\nlog\nundo\nquit\n")
    before, _, after = told.partition("Someone else changed this game in the meantime")
    assert "Your move to N5" not in told, "it was not done"
    assert "Card 13; 11 left." in after
    assert "Card 13" not in before
    assert told.count("Someone else") == 1, "from then on the window is up to date"
    assert "Undone: Automa's turn" in after
    assert elsewhere.refresh() == 1


def test_an_answer_to_a_question_that_somebody_else_has_answered() -> None:
    play_lines("adjust glory 5")
    store = open_store()
    elsewhere = open_session(store, store.games()[0].key)
    while elsewhere.game.question is None:
        elsewhere.put(parse_input(elsewhere.definition, {"do": "next"}))
    with subprocess.Popen(
        [*COMMAND, "play", "1", "--lang", "en"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as window:
        assert window.stdout is not None
        shown = ""
        while not shown.endswith("\n? "):
            shown += window.stdout.read(1)
        elsewhere.put(Respond([]))
        told, _ = window.communicate("3 2\nquit\n")
    assert "Someone else changed this game in the meantime" in told
    assert elsewhere.refresh() == 0, "the second answer was not kept"


def test_a_game_that_was_deleted_meanwhile_is_left() -> None:
    play_lines("go N3")
    with subprocess.Popen(
        [*COMMAND, "play", "1", "--lang", "en"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as window:
        assert window.stdout is not None
        while "Your game is saved as you play" not in window.stdout.readline():
            pass
        assert "Deleted permanently: expeditions-1" in run_command("games", "--delete", "expeditions-1").stdout
        told, _ = window.communicate("board\nnext\n")
    assert window.returncode == 0
    assert "There is no such game, or it was deleted." in told
    assert run_command("games").stdout == "There are no saved games yet.\n"


def test_a_record_file_is_gone_on_with_as_a_kept_game(home: Path, tmp_path: Path) -> None:
    play_lines("go N3")
    file = tmp_path / "friend's.jsonl"
    file.write_bytes(get_record(home).read_bytes() + b'{"do":"go","to":"S')
    assert run_command("games", "--delete", "1").returncode == 0
    content = file.read_bytes()
    told = run_command("play", "--resume", str(file), typed="go N4\nlog\n")
    assert "Line 3 was cut off" in told.stderr
    assert "#2 Your move to N4" in told.stdout
    assert file.read_bytes() == content, "the file stays as it is"
    told = run_command("play", "--resume", str(file), typed="log\n")
    assert "#2 Your move to N4" in told.stdout, "the second time it is the game that was made of it"
    assert len(run_command("games").stdout.splitlines()) == 1


def test_games_on_a_shared_server(postgres: Server) -> None:
    at = ("--database", postgres.new_place())
    told = play_lines("go N3", "next", new=[*NEW, *at])
    assert "Game saved: expeditions-1" in told
    assert "1. Expeditions · Your turn 2 (expeditions-1)" in run_command("games", *at).stdout
    assert "The record replays to the same positions: 2 lines" in run_command("verify", "1", *at).stdout
    assert run_command("pack", "expeditions", "decision.1.north.distance", "3", *at).returncode == 0
    told = run_command("ask", "expeditions", "turn", *at, typed="1 0\nN1\nC7\n").stdout
    assert "The north mech moves from N1 to N4." in told, "own packs lie beside the games there"
    assert run_command("games").stdout == "There are no saved games yet.\n"


def test_rules_rulings_and_packs() -> None:
    assert "EXP-MOVE-12. While moving" in run_command("rules", "expeditions", "MOVE-12").stdout
    assert run_command("rules", "expeditions", "EXP-MOVE").stdout.count("EXP-MOVE-") >= 23
    rulings = run_command("rules", "--rulings").stdout
    assert "EXP-AMB-01. " in rulings
    assert "alone (" in rulings
    assert run_command("rules").returncode == 2
    assert "progress.4.glory_spaces isn't published" in run_command("pack", "expeditions").stdout
    kept = run_command("pack", "expeditions", "decision.14.central.sweep", "true")
    assert kept.returncode == 0
    assert "decision.14: your own value" in run_command("pack", "expeditions").stdout
    for path, value in (("decision.14.central.sweep", "7"), ("decision.99.id", "1"), ("decision.14.id", "nonsense")):
        wrong = run_command("pack", "expeditions", path, value)
        assert wrong.returncode == 2
        assert path.rsplit(".", 1)[0] in wrong.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "chess"),
        ("play", "expeditions", "--set", "level=9"),
        ("play", "expeditions", "--set", "level"),
        ("play", "expeditions", "--set", "colour=red"),
        ("play", "expeditions", "--set", "coin_change=9"),
        ("play", "expeditions", "--set", "level=2", "--ruling", "EXP-AMB-01=maybe"),
        ("play", "--resume", "/nowhere.jsonl"),
        ("play", "--resume", "7"),
        ("play", "7"),
        ("play", "--database", "mysql://nowhere/games"),
        ("games", "--delete", "7"),
        ("ask", "expeditions", "everything"),
        ("rules", "expeditions", "EXP-NOTHING-1"),
    ],
)
def test_a_wrong_command_line_is_refused_clearly(arguments: tuple[str, ...]) -> None:
    done = run_command(*arguments)
    assert done.returncode == 2
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr


def test_the_help_lists_every_command_those_for_programs_too(tmp_path: Path) -> None:
    """Regression: ``table`` worked, but no help named it, and not after an option."""
    told = run_command("--help").stdout
    assert all(f"\n    {name} " in told for name in ("play", "ask", "decide", "table", "simulate"))
    lines = tmp_path / "lines.jsonl"
    lines.write_text('{"game": "expeditions", "seed": 7}\n')
    done = run_command("--plain", "table", str(lines))
    assert done.returncode == 0
    assert done.stdout.startswith('{"revision": 1')


def test_a_switched_ruling_may_widen_an_option() -> None:
    told = play_lines("score", new=[*NEW, "--set", "coin_change=9", "--ruling", "EXP-AMB-13=free"])
    assert "Glory tokens: 0 × 13 = 0" in told


def test_random_lines_never_end_in_a_traceback() -> None:
    lines = (
        "| |\t|next next|go|N4 N4|é|1|-1|?|adjust|N1|open|x|explore N2 x|tally 1 2|3|4|why -1|rules|undo undo|"
        f"help help|language|score 3|drew|{'x' * 300}"
    ).split("|")
    told = run_command(*NEW, typed="\n".join(lines))
    assert told.returncode == 0
    assert "Traceback" not in told.stderr


def test_the_last_glory_token_by_a_correction_triggers_the_end() -> None:
    told = play_lines("adjust human-glory 4", "next", "", "next")
    assert "your fourth glory token, which triggers the end" in told
    assert "The game is over" in told


def test_odds_are_about_cards_that_can_come() -> None:
    told = play_lines(
        "next", "odds", "", "adjust last-turns human", "next", "odds", new=[*NEW[:2], "--seed", "1", *NEW[4:]]
    )
    assert "The game is over, so no more cards will be drawn." in told


def test_house_cards_are_named(home: Path) -> None:
    told = play_lines("overview", new=[*NEW[:4], "--set", "level=5"])
    assert told.count("Automarium's own card") == 2
    told = play_lines(
        "24", "2 4 6 9 12 15 18 21", "2", "3", "8", new=[*NEW[:4], "--set", "level=5", "--set", "card=printed"]
    )
    assert "Lay out the progress card of level 5" in told, "the checklist comes when the card is known"
    score = run_command("ask", "expeditions", "score", typed="5 printed 8 1 1\n").stdout
    assert f"The Automa has {8 * 8 + 2 + 3} coins." in score


def test_just_ask_knows_the_owners_own_cards() -> None:
    assert run_command("pack", "expeditions", "decision.1.north.distance", "3").returncode == 0
    told = run_command("ask", "expeditions", "turn", typed="1 0\nN1\nC7\n").stdout
    assert "The north mech moves from N1 to N4." in told


def test_going_on_shows_where_the_game_stands() -> None:
    play_lines("go N3", "next")
    told = run_command("play", typed="1\nquit\n").stdout
    assert "North →" in told
    assert "Last time: Automa's turn\n1. Progress token: advance 1 space" in told


def test_a_finished_game_waits_for_its_winner() -> None:
    play_lines("adjust last-turns human", "next")
    assert "Games in progress" in run_command("play", typed="1\ntotal 10\nquit\n").stdout
    assert "Games in progress" not in run_command("play", typed="").stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1251", "latin-1"])
def test_an_old_console_shows_what_it_can(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    done = subprocess.run([*COMMAND, *NEW, "--lang", "uk"], input=b"board\n", capture_output=True, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_a_home_that_cannot_be_made_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("AUTOMARIUM_HOME", str(tmp_path / "file" / "home"))
    for arguments in (NEW, ["pack", "expeditions", "decision.1.north.distance", "3"]):
        done = run_command(*arguments)
        assert done.returncode == 2
        assert "home" in done.stderr
        assert "Traceback" not in done.stderr


def test_all_rules_and_plain_before_the_command() -> None:
    assert run_command("rules", "expeditions").stdout.count("EXP-MOVE-") >= 23
    told = subprocess.run(
        [*COMMAND, "--plain", *NEW], input="board\n", capture_output=True, text=True, check=False
    ).stdout
    assert "[M]" not in told
    assert "The north mech is on N1." in told


def test_the_own_pack_takes_only_what_the_game_can_play() -> None:
    for path, value in (
        ("progress.2.coins.map_token", "500"),
        ("removed.cards.numbers", '["001"]'),
        ("board.rows", "1"),
    ):
        wrong = run_command("pack", "expeditions", path, value)
        assert wrong.returncode == 2, path
    assert "distance: 3" in run_command("pack", "expeditions").stdout, "the values are shown"


# ------------------------------------------------------------------------------------------------------- a real screen


PROMPT = re.compile(rb"(\] |\n[?>] )(\x1b\[[0-9;?]*[a-zA-Z])*$")


def run_on_terminal(
    *typed: str, columns: int = 80, env: dict[str, str] | None = None, arguments: list[str] = NEW
) -> str:
    """Run at a terminal of 24 lines and return everything it shows."""
    pid, screen = pty.fork()
    if pid == 0:  # pragma: no cover
        os.environ.update({"TERM": "xterm", "COLUMNS": str(columns), "LINES": "24", **(env or {})})
        os.execv(sys.executable, [*COMMAND, *arguments, "--lang", "en"])
    shown = b""
    waiting = list(typed)
    typed_at = 0
    while select.select([screen], [], [], 300)[0]:
        try:
            shown += os.read(screen, 65536)
        except OSError:  # the process has ended
            break
        if waiting and PROMPT.search(shown, typed_at):
            typed_at = len(shown)
            os.write(screen, waiting.pop(0).encode() + b"\n")
    else:
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(screen)
    return shown.decode()


def test_everything_fits_80_columns_and_colour_can_be_switched_off() -> None:
    shown = run_on_terminal("next", "board", "odds", "help", "why", "quit")
    assert "\x1b[1m" in shown, "bold where the screen can do it"
    for line in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).replace("\r", "").split("\n"):
        assert len(line) <= 80, line
    assert "\x1b[3" not in run_on_terminal("next", "quit", env={"NO_COLOR": "1"}).split("2. Automa's north")[1]


def test_a_stage_that_leaves_no_room_to_type_has_a_line_of_its_own() -> None:
    """Regression: in the evening of Golem the prompt itself was as wide as the screen."""
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", run_on_terminal("next", "quit", columns=34)).replace("\r", "")
    assert "[Your turn 1]\n> next\n" in shown
    assert "[Your turn 2]\n> quit\n" in shown


def test_a_screen_reader_gets_sentences_without_drawings() -> None:
    shown = run_on_terminal("next", "board", "quit", arguments=[*NEW, "--plain"])
    assert "\x1b[1m" not in shown
    assert "The north mech is on N3." in shown
    assert "[M]" not in shown


@pytest.mark.parametrize("game", plugins.names())
def test_the_set_up_shows_what_to_do_and_setup_what_is_good_to_know(game: str) -> None:
    told = run_command("play", game, "--seed", "1", "--set", "deck=app", typed="setup\nquit\n").stdout
    first, again = told.split("] setup\n")
    numbered = [line for line in first.splitlines() if re.match(r" *\d+\. ", line)]
    assert 5 <= len(numbered) <= 9
    assert "Type “setup” for reminders during play." in first
    assert "Good to know:" not in first
    assert again.count("\n– ") >= 3
    assert all(line in again for line in numbered)


def test_the_table_is_laid_out_by_the_checklist_also_after_undo_and_redo() -> None:
    new = ["play", "golem", "--seed", "1", "--set", "own=mine", "--set", "facts=single", "--set", "level=1"]
    told = play_lines("gold-1", "2", "undo", "redo", new=new)
    assert told.count("Set up as usual for 2 players") == 2, told
    told = play_lines("gold-1", "2", "undo", new=new)
    assert "→" not in told.partition("Set up as usual")[2], told
