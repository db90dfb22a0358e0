"""``automarium box``: enter, share and use a box in the terminal; other files are refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from automarium.box import box
from automarium.games import plugins
from automarium.sessions.session import open_session
from automarium.storage.own_packs import FilePacks, own_pack_file
from automarium.storage.store_factory import open_store
from tests.interfaces.terminal.kit import run_command
from tests.proof import scale

GOLEM = plugins.load_definition("golem")
CARDS = dict(list(box.checked_pack(GOLEM, {}).house["card"].items())[: scale(2, 20)])
BOARD = [
    "helm, armour, weapon, charm",
    "helm",
    "5",
    "contract",
    "1",
    "2",
    "",
    "=1: contract",
    "arcana",
    *["arcana"] * 3,
]


def list_answers(card: dict[str, Any]) -> str:
    level = [str(card["level"])] if card["bonus"] != "none" else []
    columns = [" ".join(map(str, card[name])) for name in ("marble", "rabbi", "books")]
    return "\n".join([card["bonus"], *level, card["first"], *columns, card["left_half"], card["right_half"], ""])


def enter_card() -> None:
    for id_, card in CARDS.items():
        done = run_command("box", "golem", "card", id_, typed=list_answers(card))
        assert f"Card {id_}: saved" in done.stdout, done.stdout + done.stderr
    done = run_command("box", "penumbra", "board", "ruby", typed="\n".join([*BOARD, ""]))
    assert done.returncode == 0, done.stdout + done.stderr


def read_box(file: Path) -> dict[str, Any]:
    facts = tomllib.loads(file.read_text("utf-8"))
    facts.pop("box", None)
    return facts


def test_entered_handed_on_to_a_second_home_and_played_with(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_card()
    known = f"{len(CARDS)} of 20"
    assert known in run_command("box", "golem").stdout
    files = {game: tmp_path / f"{game}.toml" for game in ("golem", "penumbra")}
    for game, file in files.items():
        assert run_command("box", "export", game, str(file)).returncode == 0
        assert "none of the publisher's text or art" in file.read_text("utf-8")
        assert run_command("box", "check", str(file)).returncode == 0
    monkeypatch.setenv("AUTOMARIUM_HOME", str(tmp_path / "second"))
    told = run_command("box", "import", str(files["golem"]), typed="\n" * (len(CARDS) + 1)).stdout
    assert "Card 1: new" in told
    assert run_command("box", "import", str(files["penumbra"]), "--take", "new").returncode == 0
    assert read_box(own_pack_file("golem")) == read_box(files["golem"])
    assert read_box(own_pack_file("golem"))["card"]["1"]["rabbi"] == CARDS["1"]["rabbi"]
    assert "already contains all of this" in run_command("box", "import", str(files["golem"])).stdout
    options = ["--set", "own=mine", "--set", "level=contracts", "--seed", "3"]
    run_command("play", "penumbra", "--new", *options, typed="quit\n")
    [one] = open_store().games()
    session = open_session(open_store(), one.key)
    assert session.game.options["board"] == "printed"
    assert session.game.question is None, "nothing about a component"


def test_ours_in_the_box_and_for_this_once(home: Path) -> None:
    options = ("own=mine", "level=4", "facts=single")
    new = ["play", "expeditions", "--new", "--seed", "3", *(word for one in options for word in ("--set", one))]
    told = run_command(*new, typed="ours\n!ours\n2\n2\n2\nquit\n").stdout
    assert told.count("Automarium's value was used this time") == 2
    assert FilePacks().own("expeditions") == {"progress": {"4": {"coins": dict.fromkeys(_COINS, 2)}}}
    assert run_command("box", "expeditions", "progress", "5", "--ours").returncode == 0
    assert "Automarium's value: 5" in run_command("box", "expeditions").stdout


_COINS = ("map_token", "corruption_token", "glory_token")


def test_half_a_card_is_not_kept(home: Path) -> None:
    done = run_command("box", "golem", "card", "1", typed="gold\n1\n?\n?\n?\n?\n?\n?\n")
    assert done.returncode == 2
    assert "is incomplete" in done.stderr
    assert FilePacks().own("golem") == {}


def test_effects_are_not_listed_one_by_one(home: Path) -> None:
    told = run_command("box", "golem", "street", "red", typed="gain-2\n1 VP\n-\n" + "?\n" * 7).stdout
    assert "1 resource … 8 resources" in told
    assert len(told.splitlines()) < 45
    assert FilePacks().box("golem").get("street.red-2.income") == ["vp-1"]
    assert FilePacks().box("golem").get("street.red-3.income") == []


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xff\xfe", "isn't text"),
        (b"[tool.black]\nx = 1\n", "wasn't made by Automarium"),
        (b'[box]\ngame = "golem"\n[card.1]\nmarble = ["dragon"]\n', "dragon"),
        (b"# " + b"x" * 10_000_000, "too large"),
        (b"not a box", "isn't a box file"),
    ],
)
def test_what_is_no_box_gets_a_clear_word(home: Path, tmp_path: Path, content: bytes, told: str) -> None:
    file = tmp_path / "file.toml"
    file.write_bytes(content)
    for verb in ("import", "check"):
        done = run_command("box", verb, str(file))
        assert done.returncode in (1, 2)
        assert told in done.stdout + done.stderr
    assert FilePacks().own("golem") == {}
    assert run_command("box", "import", str(tmp_path / "nothing.toml")).returncode == 2
    assert run_command("box").returncode == 2


def test_boxes_are_merged_the_first_counts(home: Path, tmp_path: Path) -> None:
    one, other, both = (tmp_path / f"{name}.toml" for name in ("one", "other", "both"))
    card = CARDS["1"]
    for file, facts in ((one, {"1": card}), (other, {"1": {**card, "level": 4}, "2": CARDS["2"]})):
        box.correct(FilePacks(), GOLEM, {"card": facts})
        run_command("box", "export", "golem", str(file))
    told = run_command("box", "merge", str(one), str(other), "--to", str(both)).stdout
    assert "the first one is used: Card 1" in told
    assert read_box(both) == {"card": {"1": card, "2": CARDS["2"]}}
    assert run_command("box", "merge", str(one)).returncode == 2


def test_two_that_are_alike_are_told(home: Path) -> None:
    box.correct(FilePacks(), GOLEM, {"card": {"1": CARDS["1"], "7": CARDS["1"], "8": {"bonus": "gold"}}})
    done = run_command("box", "check", "golem")
    assert done.returncode == 1
    assert "Card 7 has the same values as Card 1" in done.stdout
    assert "Card 8 is incomplete" in done.stdout


def test_house_values_are_a_command_and_no_field(home: Path) -> None:
    """Regression: a form listed the house values as its last field; whoever chose them was asked for every fact."""
    new = ["play", "golem", "--new", "--set", "own=mine", "--level", "1", "--seed", "3"]
    told = run_command(*new, typed="next\nours\nquit\n").stdout
    assert "Use Automarium's values?" not in told
    assert "Automarium's value was used" in told
