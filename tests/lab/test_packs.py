"""Designers' packs: copied with their comments, changed, checked with line and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from automarium.cli import main
from automarium.engine.message import Message, Refused
from automarium.games import plugins
from automarium.lab.configuration import Design, make_configuration
from automarium.lab.designer_packs import format_pack, new_pack, parse_pack, read_pack
from automarium.lab.simulated_game import PreparedGame, simulate_game
from tests.contract.kit import definitions


@pytest.mark.parametrize("name", definitions())
def test_a_copy_is_good_and_plays_as_ours(name: str) -> None:
    design = parse_pack(new_pack(name), name)
    assert design.name == f"my-{name}"
    ours, copied = (PreparedGame(make_configuration(name, design=one)) for one in (None, design))
    first, second = (simulate_game(ready, 7, 0, 0, explain=False) for ready in (ours, copied))
    for column in ("automa", "turns", "points", "cards"):
        assert getattr(first, column) == getattr(second, column)
    assert "my-" in second.packs


def test_the_printed_part_can_be_copied_too() -> None:
    assert "[decision.1]" in new_pack("expeditions", "printed")
    assert parse_pack(new_pack("expeditions", "printed")).kind == "printed"


# The faults of the pack below: line, field and message.
GOOD = """\
game = "expeditions"
kind = "house"
name = "mine"

[progress.4]
spaces_including_start = 23
glory_spaces = [2, 4, 7, 10, 13, 16, 19, 21]
coins = { map_token = 2, corruption_token = 2, glory_token = 6 }
"""
FAULTS = {
    "glory_token = 6": ("glory_token = 'six'", 8, "progress.4.coins.glory_token", "read.kind"),
    "spaces_including_start = 23": ("spaces_including_start = 100", 6, "progress.4.spaces_including_start", ""),
    "glory_spaces = [2, 4,": ("glory_spaces = [5, 4,", 7, "progress.4.glory_spaces", "answer.rising"),
    "coins = {": ("coin = {", 8, "progress.4.coin", "read.unknown"),
    "[progress.4]": ("[progress.6]", 5, "progress.6", "pack.entry"),
    'game = "expeditions"': ('game = "golem"', 1, "game", "lab.pack-game"),
    'kind = "house"': ('kind = "mine"', 2, "kind", "read.choice"),
    'name = "mine"': ('name = "My pack!"', 3, "name", "lab.pack-name"),
    'kind = "house"\nname = "mine"': ('name = 5\nkind = "house"', 2, "name", "read.kind"),
}


@pytest.mark.parametrize("good", FAULTS)
def test_a_fault_is_told_with_its_line_and_field(good: str, tmp_path: Path) -> None:
    bad, line, where, key = FAULTS[good]
    file = tmp_path / "pack.toml"
    file.write_text(GOOD, "utf-8")
    assert read_pack(file, "expeditions").name == "mine"
    file.write_text(GOOD.replace(good, bad, 1), "utf-8")
    with pytest.raises(Refused) as refused:
        read_pack(file, "expeditions")
    told = refused.value
    assert told.where == where
    assert told.message.params["line"] == line
    fault = told.message.params["fault"]
    assert isinstance(fault, Message)
    assert fault.key == key or not key


# Facts that only the lab's stand-ins read, the place that is named, and what is said of it.
IMPOSSIBLE: list[tuple[str, str, str, str]] = [
    ("expeditions", "[board.corruption]\ntile_values = { central = [] }", "tile_values.central", "read.short"),
    ("expeditions", "[board.corruption]\nvalues = { a = 1 }", "values.a", "read.range"),
    ("expeditions", "[rival.expert]\nquests = -7", "rival.expert.quests", "read.low"),
    ("scythe", "[rival.novice]\nstar_every = 0", "rival.novice.star_every", "read.low"),
    ("golem", "[rival.novice]\nspread = -1", "rival.novice.spread", "read.low"),
    ("penumbra", "[rival.novice]\nrests = 0", "rival.novice.rests", "read.low"),
    ("penumbra", "[deck.artifacts]\ncolours = []", "deck.artifacts.colours", "read.short"),
    ("penumbra", "[table.contracts]\nvp = [1]", "table.contracts.alignment", "read.long"),
    ("penumbra", "[table.trials]\ndifficulty = [1]", "table.trials.difficulty", "read.short"),
    ("penumbra", "[table.trials]\nevents = 9999", "table.trials.events", "read.range"),
]


@pytest.mark.parametrize(("game", "facts", "where", "key"), IMPOSSIBLE)
def test_facts_that_no_stand_in_can_play_with_are_refused(game: str, facts: str, where: str, key: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_pack(f'game = "{game}"\nkind = "house"\nname = "mine"\n{facts}\n')
    assert refused.value.where.endswith(where)
    assert refused.value.message.key == key


def test_what_is_no_pack_is_told(tmp_path: Path) -> None:
    file = tmp_path / "pack.toml"
    for content, key in ((b"a = [", "lab.pack-fault"), (b"\xff", "lab.unreadable"), (b"x" * 500_000, "lab.pack-large")):
        file.write_bytes(content)
        with pytest.raises(Refused, match=key):
            read_pack(file)
    with pytest.raises(Refused, match=r"lab\.unreadable"):
        read_pack(tmp_path / "none.toml")


def test_golem_s_designed_facts_answer_their_questions() -> None:
    text = new_pack("golem").replace('bonus = "gold"', 'bonus = "silver"', 1)
    with pytest.raises(Refused) as refused:
        parse_pack(text)
    assert refused.value.where == "card.1.bonus"


def test_a_design_is_written_and_read_again() -> None:
    design = Design("house", "harder", {"progress": {"4": {"coins": {"glory_token": 8}}}})
    text = format_pack("expeditions", design, {"seed": 3}, "Found by tuning.\nTwo lines.")
    assert text.startswith("# Found by tuning.\n# Two lines.\n")
    assert parse_pack(text) == design
    changed = make_configuration("expeditions", {"level": 4}, design=design)
    assert changed.pack.house["progress"]["4"]["coins"]["glory_token"] == 8
    assert changed.digest != make_configuration("expeditions", {"level": 4}).digest
    assert plugins.load_definition("expeditions").lab.rivals


def test_the_commands_copy_and_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    assert main(["--lang", "en", "pack", "new", "expeditions", str(file)]) == 0
    assert main(["--lang", "en", "pack", "check", str(file)]) == 0
    assert "is a valid pack" in capsys.readouterr().out
    assert main(["--lang", "en", "pack", "new", "expeditions", str(file)]) == 2
    file.write_text(file.read_text("utf-8").replace("glory_token = ", "glory_token = 9"), "utf-8")
    assert main(["--lang", "en", "pack", "check", str(file)]) == 2
    assert f"progress.4.coins.glory_token: In {file}, line " in capsys.readouterr().err
