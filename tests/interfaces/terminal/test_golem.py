"""Golem at the prompt: a whole game through a pipe, corrections, own components, and every question of "just ask"."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from automarium import decide
from automarium.box.box import find_answered_facts, find_holes, pack_of
from automarium.engine.content.clauses import load_catalogue
from automarium.engine.content.pack import Pack, with_fact
from automarium.engine.content.rulings import settle
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.question import Answer, AnyQuestion
from automarium.games import plugins
from automarium.games.golem.commands import Next
from automarium.games.golem.position import PRINTED
from automarium.storage.own_packs import FilePacks
from tests.interfaces.terminal.kit import format_answer, get_record, play_lines, run_command
from tests.protocol.golem_requests import ASKS

DEFINITION = plugins.load_definition("golem")

NEW = ["play", "golem", "--seed", "3", "--set", "level=2"]
OWN = [*NEW, "--set", "board=printed", "--set", "cards=printed"]
HOUSE: dict[str, Any] = {"own": "house", "level": 2, "humans": 1, "cards": "house", "board": "house", "deck": "app"}


def at_table(*lines: str, lang: str = "en", new: list[str] = NEW) -> str:
    return play_lines(*lines, lang=lang, new=new)


class Typist:
    """Plays a game next to the terminal and collects what is typed for it."""

    def __init__(self, options: dict[str, Any], seed: int, pack: Pack = PRINTED) -> None:
        self.game = Playthrough(DEFINITION, options, {}, seed, pack)
        self.rival = DEFINITION.lab.rival(pack, Chance(seed + 1))
        self.lines: list[str] = []
        self.holes: dict[str, Answer] = {}
        self._answer()

    def _answer(self) -> None:
        while (question := self.game.question) is not None:
            answer = self.answer(question)
            if find_holes(question):
                self.holes.update(find_answered_facts(question, answer))
            self.game.put(Respond(answer))
            self.lines.append(format_answer(question, answer))

    def answer(self, question: AnyQuestion) -> Answer:
        return self.rival.answer(question)

    def next(self, times: int = 1) -> Typist:
        for _ in range(times):
            self.game.put(Next())
            self.lines.append("next")
            self._answer()
        return self

    def to_the_end(self) -> Typist:
        while not self.game.position.over:
            self.next()
        return self


# ------------------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize(("lang", "wins"), [("en", "You win!"), ("uk", "Перемога за вами."), ("ru", "Победа за вами.")])
def test_a_whole_game_by_pipe(lang: str, wins: str, home: Path) -> None:
    whole = Typist(HOUSE, 3).to_the_end()
    told = at_table(*whole.lines, "tally 300", "score", "log", lang=lang)
    vp = DEFINITION.scoring.score(whole.game.position, settle(DEFINITION.rulings, {})).totals["automa"]
    assert f" {vp} " in told
    assert wins in told
    assert told.count("#") >= 21, "four rounds of five inputs, in the log"
    assert "Traceback" not in told
    assert run_command("verify", str(get_record(home))).returncode == 0


def test_a_whole_game_with_ones_own_components(home: Path) -> None:
    """Every hole is asked once, stored in the own pack, and not asked in the next game."""
    own = {**HOUSE, "cards": "printed", "board": "printed"}
    first = Typist(own, 3).to_the_end()
    told = at_table(*first.lines, "score", new=OWN)
    vp = DEFINITION.scoring.score(first.game.position, settle(DEFINITION.rulings, {})).totals["automa"]
    assert f"The Automa scores {vp} VP." in told
    kept = tomllib.loads((home / "own" / "golem.toml").read_text("utf-8"))
    flat = {
        f"{section}.{id_}.{field}": value
        for section, entries in kept.items()
        if section != "box"
        for id_, fields in entries.items()
        for field, value in fields.items()
    }
    assert flat == first.holes
    box: dict[str, Any] = {}
    for path, value in first.holes.items():
        box = with_fact(box, path, value)
    again = Typist(own, 3, Pack(PRINTED.printed, PRINTED.house, box)).to_the_end()
    assert not set(again.holes) & set(first.holes), "what the box has is not asked again"
    told = at_table(*again.lines, "score", new=OWN)
    vp = DEFINITION.scoring.score(again.game.position, settle(DEFINITION.rulings, {})).totals["automa"]
    assert f"The Automa scores {vp} VP." in told, "the terminal asks the same with the same box"


def test_a_wrong_own_pack_is_refused_with_its_path(home: Path) -> None:
    for text, where in (
        ("[red_zone.2]\nspaces = [3, 1]\n", "red_zone.2.spaces"),
        ("[red_zone.2]\nspaces = [1, 99]\n", "red_zone.2.spaces[1]"),
        ('[card.4]\nmarble = ["most", "red"]\n', "card.4.marble[1]"),
        ("[card.21]\nlevel = 1\n", "card.21"),
        ('[book.red-1]\nleft = ["books-1"]\n', "book.red-1.left[0]"),
        ("[toll.8]\nprice = 1\n", "toll.8.price"),
        ("[weather.1]\nrain = 1\n", "weather"),
    ):
        file = home / "own" / "golem.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        with pytest.raises(Refused) as refused:
            pack_of(DEFINITION, FilePacks())
        assert refused.value.where == where
    done = run_command(*NEW)
    assert done.returncode == 2
    assert "weather:" in done.stderr
    assert "golem.toml" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_fact_by_hand(home: Path) -> None:
    assert run_command("pack", "golem", "red_zone.1.spaces", "[-5, -4]").returncode == 0
    assert "red_zone.1: your own value" in run_command("pack", "golem").stdout
    wrong = run_command("pack", "golem", "toll.8.knowledge", "11")
    assert wrong.returncode == 2
    assert "toll.8.knowledge" in wrong.stderr
    assert "11" not in (home / "own" / "golem.toml").read_text("utf-8")


# ------------------------------------------------------------------------------------------------- looking and undoing


def test_why_names_the_clauses_and_who_fell_out() -> None:
    told = at_table(*Typist(HOUSE, 3).next(2).lines, "why", "list", "why 1")
    why = told.split("] why")[1]
    assert "GOL-TURN-02 in turn 1, the column further left decides: rules out rabbi" in why
    assert "GOL-MARBLE-06 the row of the highest coloured tile" in why
    assert "ruling GOL-A03" in why
    one = told.split("] why 1")[1]
    assert "GOL-" in one
    assert "GOL-TURN-02" not in one, "only what the first line comes from"


def test_undo_and_redo_bring_the_same_card() -> None:
    lines = Typist(HOUSE, 3).next(2).lines
    told = at_table(*lines, "story", "undo", "undo", "redo", "redo", "story")
    assert told.count("Undone: Answer:") == 1
    assert told.count("Undone: Automa's turn 1 of round I") == 1, "the rows were one answer"
    assert "Type “redo” to bring it back: Answer: " in told
    assert told.count("Redone: Answer:") == 1
    first, again = (one.split("\n[")[0] for one in told.split("] story")[1:])
    assert "Reveal card 5" in first
    assert first == again


def test_commands_that_look_while_a_question_is_open() -> None:
    told = at_table("next", "board", "overview", "odds", "log", "score", "rulings", "rules MARBLE-14", "1", "board")
    assert told.count("Which character card is face up for round I?") > 6
    assert "Answer the open question first (or undo)." in told
    assert "GOL-MARBLE-14" in told
    assert "The Automa scores " in told
    assert "red       s     .     G " in told


def test_odds_count_the_cards_that_can_come() -> None:
    told = at_table(*Typist(HOUSE, 3).next(2).lines, "odds")
    assert "The next card is one of 19: 1, 2, 3, 4, 6," in told
    assert "15 of 19: marble action" in told
    assert re.search(r"Cards? [\d, ]*\b17\b[\d, ]*: rabbi action; rabbi on tile 1", told)
    assert "The game is over" in at_table(*Typist(HOUSE, 3).to_the_end().lines, "odds").split("] odds")[1]


CORRECTIONS = (
    ("adjust marker −5", "Automa's resource marker → −5"),
    ("adjust golem_track 7", "→ 7"),
    ("adjust study_track 9", "→ 9"),
    ("adjust ingots 3", "→ 3"),
    ("adjust goals 5", "→ 5"),
    ("adjust buried 1", "→ 1"),
    ("adjust order_place 2", "→ 2"),
    ("adjust vp 25", "→ 25"),
    ("adjust student-red 4", "→ 4"),
    ("adjust order blue red yellow", "→ blue, red, yellow"),
    ("adjust golem-upgrade leg-3", "the leg for 3 clay"),
    ("adjust artifact-upgrade right-1-grey", "grey"),
    ("adjust study-upgrade track", "track"),
    ("adjust menorah blue", "blue"),
    ("adjust column-1 red-1 black-2", "red"),
    ("adjust taken red white", "red, white"),
    ("adjust row-work 2red white", "red, red, white"),
    ("adjust neighbourhood red-1 2", "2"),
    ("adjust drawn 5 6", "5, 6"),
    ("adjust golem supply blue 8 lying", "blue"),
    ("adjust golem blue 8 lying cemetery", "cemetery"),
)


def test_corrections_of_every_kind() -> None:
    lines = [line for line, _ in CORRECTIONS]
    told = at_table(*Typist(HOUSE, 3).next(2).lines, *lines, "overview", "undo", "redo")
    for line, words in CORRECTIONS:
        behind = told.split(f"] {line}\n")[1].split("\n")[0]
        assert behind.startswith("Correction: "), f"{line}: {behind}"
        assert words in behind, behind
    assert "Strategy column: main tile, then blue, red, yellow" in told
    assert "Resource marker on −5; 25 VP" in told
    assert "2 artifacts completed, ingots: 3" in told
    assert "Undone: Correction: " in told


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("adjust marker 21", "a whole number from −5 to 20"),
        ("adjust order red blue", "Enter exactly 3."),
        ("adjust order red red blue", "Red can only appear once."),
        ("adjust golem red 1 red 11", "“red” could mean several things: red I, standing; red I, lying down; red II, "),
        ("adjust golem green 1 red 2", "“green” isn't one of the options"),
        ("adjust weather 1", "“weather” isn't one of the options"),
        ("adjust row-work red", "“row-work” isn't one of the options"),
        ("tally 90", "ended"),
        ("tie human", "ended"),
    ],
)
def test_bad_input_says_what_would_be_right_and_changes_nothing(home: Path, line: str, words: str) -> None:
    told = run_command(*NEW, typed=f"{line}\nquit\n").stdout
    assert words in told.split(line)[1], told
    assert len(get_record(home).read_text().splitlines()) == 1, "nothing was recorded"


def test_a_tie_asks_whose_rabbi_is_higher() -> None:
    """Where the order of round IV does not tell: with two humans the Automa may be second of three."""
    whole = Typist({**HOUSE, "humans": 2}, 3).to_the_end()
    vp = DEFINITION.scoring.score(whole.game.position, settle(DEFINITION.rulings, {})).totals["automa"]
    ended = [*whole.lines, "adjust order_place 2", f"tally you {vp}", "tally human-2 3"]
    told = at_table(*ended, "tie automa", "undo", "tie human", new=[*NEW, "--set", "humans=2"])
    asked, rest = told.split("] tally human-2 3")[1].split("] tie automa")
    automa, human = rest.split("] tie human")
    assert "uppermost" in asked
    assert "The rabbis break the tie. The Automa wins." in automa.split("Undone")[0]
    assert "The rabbis break the tie. You win!" in human


@pytest.mark.parametrize(
    ("place", "words"), [(1, "The rabbis break the tie. The Automa wins."), (2, "The rabbis break the tie. You win!")]
)
def test_a_tie_is_broken_by_the_order_of_the_last_round(place: int, words: str) -> None:
    whole = Typist(HOUSE, 3).to_the_end()
    vp = DEFINITION.scoring.score(whole.game.position, settle(DEFINITION.rulings, {})).totals["automa"]
    told = at_table(*whole.lines, f"adjust order_place {place}", f"tally {vp}", "tie human")
    assert words in told.split(f"] tally {vp}")[1].split("] tie human")[0]
    assert "have already settled the tie" in told.split("] tie human")[1]


@pytest.mark.parametrize(
    "arguments",
    [("level=5",), ("humans=4",), ("cards=mine",), ("deck=printed",), ("level=2", "colour=red"), ("board=1",)],
)
def test_wrong_options_are_refused(arguments: tuple[str, ...]) -> None:
    done = run_command("play", "golem", *[word for pair in arguments for word in ("--set", pair)])
    assert done.returncode == 2
    assert "--set" in done.stderr


# --------------------------------------------------------------------------------------------------------- just ask


@pytest.mark.parametrize("ask", ASKS)
def test_just_ask(ask: str) -> None:
    """The same facts at the prompt, as far as the decision needs them, give the oracle's sentence."""
    good = ASKS[ask]
    done = run_command("ask", "golem", ask, typed="\n".join(good.typed.split("|")) + "\n")
    assert done.returncode == 0, done.stderr
    text = "The Automa buys this development: the leg for 2 clay (ignore the character's steps)."
    if ask != "upgrade":  # a player names the upgrades of the board, a program its own
        text = decide({"game": "golem", "ask": ask, "facts": good.facts})["text"]
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    assert text in lines, done.stdout
    reasons = "\n".join(lines[lines.index(text) :])
    for clause in set(good.clauses) & {"GOL-TURN-04", "GOL-MARBLE-11", "GOL-MOVE-10", "GOL-KILL-01", "GOL-GOLEM-06"}:
        assert clause in reasons


@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_just_ask_in_the_other_languages(lang: str) -> None:
    for ask in ("marble", "step", "book"):
        good = ASKS[ask]
        done = run_command("ask", "golem", ask, typed="\n".join(good.typed.split("|")) + "\n", lang=lang)
        assert decide({"game": "golem", "ask": ask, "facts": good.facts, "lang": lang})["text"] in done.stdout


def test_just_ask_asks_only_what_counts() -> None:
    told = run_command("ask", "golem", "turn-type", typed="1\n").stdout
    assert told.count("\n? ") == 1
    told = run_command("ask", "golem", "slash", typed="no yes\n").stdout
    assert "right alternative" in told
    assert "last card" not in told, "where only one side can be applied no criteria are needed"
    wrong = run_command("ask", "golem", "everything")
    assert wrong.returncode == 2
    assert "turn-type" in wrong.stderr


def test_just_ask_listens_to_rulings() -> None:
    lines = "-4 -3\n"
    assert "VP: −2" in run_command("ask", "golem", "pay", typed=lines).stdout
    told = run_command("ask", "golem", "pay", "--ruling", "GOL-A26=per-payment", typed=lines).stdout
    assert "VP: −1" in told


def test_the_set_up_can_be_read_again_when_a_starting_golem_is_dead() -> None:
    """Regression: the checklist was built from the current table, where a starting golem may be missing."""
    told = at_table(
        "adjust golem", "red 1", "cemetery", "setup", new=["play", "golem", "--seed", "7", "--set", "level=2"]
    )
    assert "Result of the setup:" in told
    assert told.count("Its two starting golems: red I, blue I") == 2


def test_an_answer_is_undone_in_the_words_of_its_question() -> None:
    told = at_table("далі", "3", "назад", lang="uk")
    assert "golem step" not in told
    undone = next(line for line in told.splitlines() if "1 крок ґолема" in line and line.startswith("Скасовано"))
    assert "Відповідь" in undone


def test_an_edition_of_the_rulebook_is_a_set_of_rulings(home: Path) -> None:
    """A line of the set-up in Ukrainian names the editions; the record has the rulings alone."""
    assert "--edition" not in at_table()
    assert "розходяться в шести місцях" in at_table(lang="uk")
    told = at_table("rulings", lang="uk", new=[*NEW, "--edition", "ua", "--ruling", "GOL-C12=ru"])
    assert "розходяться в шести місцях" not in told
    header = get_record(home).read_text().splitlines()[0]
    assert [f'"GOL-{id_}":"ua"' in header for id_ in ("C03", "C04", "C05", "C07", "C08", "C12")] == [True] * 5 + [False]
    assert "edition" not in header
    refused = run_command("play", "golem", "--edition", "nowhere")
    assert (refused.returncode, "ru, ua" in refused.stderr) == (2, True)
    assert "By the letter of the Ukrainian book" in run_command("rules", "golem", "--rulings").stdout


def test_editions_name_rulings_and_choices_that_exist() -> None:
    editions = load_catalogue(DEFINITION.folder).editions
    assert list(editions) == ["ru", "ua"]
    assert settle(DEFINITION.rulings, editions["ru"].rulings) == settle(DEFINITION.rulings, {}), "the default"
    other = settle(DEFINITION.rulings, editions["ua"].rulings).chosen()
    usual = settle(DEFINITION.rulings, {}).chosen()
    assert {id_: choice for id_, choice in other.items() if choice != usual[id_]} == editions["ua"].rulings
    assert len(editions["ua"].rulings) == 6
    for edition in editions.values():
        assert edition.text.keys() == edition.reason.keys() == {"en", "uk", "ru"}


def test_a_correction_asks_once_what_to_correct_then_for_the_value() -> None:
    """The present value is the default, so that nothing would change without the question; also after “adjust vp”."""
    told = at_table("adjust", "4", "3", "adjust vp", "12")
    assert told.count("What do you want to correct?") == 1
    assert "ingots → 3" in told
    assert "VP → 12" in told
