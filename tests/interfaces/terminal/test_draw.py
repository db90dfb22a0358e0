"""``automarium draw``: the board of a record, the decision behind a step, and every refusal."""

from __future__ import annotations

import argparse
import copy
import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from automarium.engine.game.playthrough import parse_input
from automarium.engine.game.undo import rebuild_position
from automarium.engine.message import Refused, term
from automarium.engine.play.command import Respond
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.commands import draw as command
from automarium.interfaces.terminal.screen import Screen
from automarium.sessions.session import Session, new_session
from automarium.storage.store_factory import open_store
from tests.answers import pick_lowest
from tests.golden import get_record_file

SVG = "{http://www.w3.org/2000/svg}"
COMMAND = [sys.executable, "-m", "automarium", "draw"]


def automarium(*arguments: object, lang: str = "en") -> subprocess.CompletedProcess[bytes]:
    """Run as from a shell with an old locale: a picture is UTF-8 anyway."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    return subprocess.run(
        [*COMMAND, *map(str, arguments), "--lang", lang],
        capture_output=True,
        check=False,
        timeout=300,
        env=environment,
    )


def refused(*arguments: object, lang: str = "en") -> str:
    done = automarium(*arguments, lang=lang)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr
    return done.stderr.decode()


def scythe(turns: int = 5) -> Session:
    options = {"level": "automa", "human": "crimea", "faction": "nordic"}
    session = new_session(open_store(), plugins.load_definition("scythe"), options, {}, 5)
    for _ in range(turns):
        session.put(parse_input(session.definition, {"do": "next"}))
    return session


@pytest.fixture
def record(home: Path) -> Path:
    """Five turns of a Nordic Automa; in the last the worker moves from the base to A4."""
    file = home / "record.jsonl"
    file.write_bytes(scythe().journal().content)
    return file


def title(picture: bytes) -> str:
    return ElementTree.fromstring(picture).findtext(f"{SVG}title") or ""


# --------------------------------------------------------------------------------------------------- from end to end


def test_the_position_goes_to_standard_output(record: Path) -> None:
    done = automarium(record)
    assert done.returncode == 0
    assert done.stderr == b""
    assert title(done.stdout) == "Scythe: the map"
    assert done.stdout.endswith(b"</svg>\n")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_decision_behind_a_step_goes_to_a_file(record: Path, tmp_path: Path, lang: str) -> None:
    target = tmp_path / "map.svg"
    done = automarium(record, "--step", 2, "-o", target, "--dark", lang=lang)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    say = Translator(lang, [plugins.load_definition("scythe").folder]).say
    assert (
        title(target.read_bytes())
        == f"{say('draw.title.destination')} {say('why.chosen', chosen=term('place', 'r1c4'))}"
    )
    assert "#17181b" in target.read_text("utf-8")


@pytest.mark.parametrize("level", [1, 5])
def test_expeditions_as_well(level: int) -> None:
    picture = automarium(get_record_file("expeditions", level))
    assert title(picture.stdout) == "Expeditions: the board"


def test_the_help_names_the_options() -> None:
    told = automarium("--help").stdout.decode(errors="replace")
    assert all(option in told for option in ("GAME", "--output", "--step", "--dark", "--lang"))


# ------------------------------------------------------------------------------------------------- before which step


def test_the_table_is_drawn_as_it_was_before_the_step(record: Path) -> None:
    game = scythe().game
    run = game.runs[-1]
    before = rebuild_position(game, run, 2)
    assert before.automa.workers.count("base") == 2
    assert before.automa.workers.count("r1c4") == 0
    after = rebuild_position(game, run, 3)
    assert after.automa.workers.count("r1c4") == 1
    assert rebuild_position(game, run, 1) == run.start
    pieces = {
        one.get("data-pieces"): [text.text for text in one.iter(f"{SVG}text")]
        for one in ElementTree.fromstring(automarium(record, "--step", 2).stdout).iter()
    }
    assert pieces["nordic"] == ["M", "W2"]
    assert "r1c4" not in pieces


def test_looking_back_changes_nothing() -> None:
    game = scythe().game
    digest, chance = game.digest(), copy.deepcopy(game._chance.state())
    start = copy.deepcopy(game.runs[-1].start)
    for step in range(1, len(game.runs[-1].steps) + 1):
        rebuild_position(game, game.runs[-1], step)
    assert (game.digest(), game._chance.state(), game.runs[-1].start) == (digest, chance, start)


@pytest.mark.parametrize("name", ["scythe", "expeditions", "penumbra"])
def test_every_choice_of_a_whole_game_can_be_drawn(name: str) -> None:
    """What was chosen is in the picture, drawn on the table of that moment."""
    drawn = 0
    for game in played(name):
        steps = game.runs[-1].steps
        for number, step in enumerate(steps, 1):
            if step.traces:
                position, trace, origin = command._find_decision(game, number)
                picture = game.definition.draw(
                    position, game.rulings, Translator("en", [game.definition.folder]).say, trace, origin=origin
                )
                ElementTree.fromstring(picture)
                drawn += 1
    assert drawn > 10


def played(name: str) -> Any:
    """Yield a game after each of the first Automa turns, with the first valid answers."""
    definition = plugins.load_definition(name)
    options: dict[str, dict[str, Any]] = {
        "scythe": {"level": "ultimaszyna", "human": "crimea", "faction": "nordic"},
        "expeditions": {"level": 2, "starts": "human"},
        "penumbra": {"level": "standard", "deck": "app"},
    }
    session = new_session(open_store(), definition, options[name], {}, 7)
    for _ in range(12):
        session.put(parse_input(definition, {"do": "next"}))
        while (question := session.game.question) is not None:
            session.put(Respond(pick_lowest(question)))
        yield session.game
        if definition.status(session.game.position).over:
            break


def test_with_a_question_open_it_is_the_table_of_that_moment(home: Path) -> None:
    session = new_session(open_store(), plugins.load_definition("expeditions"), {"level": 2, "starts": "human"}, {}, 7)
    session.put(parse_input(session.definition, {"do": "adjust", "what": "glory", "to": 5}))
    while session.game.question is None:
        session.put(parse_input(session.definition, {"do": "next"}))
    assert session.game.question is not None
    opened = session.game.question.place
    assert session.game.position.tiles[opened].closed
    shown = {
        one.get("data-place"): one.findtext(f"{SVG}title") or ""
        for one in ElementTree.fromstring(automarium(session.name).stdout).iter(f"{SVG}g")
    }
    assert Translator("en", [session.definition.folder]).say("draw.open") in shown[opened], "it was turned up just now"


# ----------------------------------------------------------------------------------------------------------- refusals


def test_a_step_without_a_choice_names_those_with_one(record: Path) -> None:
    assert refused(record, "--step", 1) == (
        "--step: Nothing was chosen in step 1. Steps of the Automa's last turn with a choice: 2.\n"
    )
    for number in (0, -1, 99):
        assert "--step: The Automa's last turn has steps 1 to 4;" in refused(record, f"--step={number}")


def test_nothing_has_happened_yet(home: Path) -> None:
    session = scythe(0)
    assert "Nothing has happened yet." in refused(session.name, "--step", 1)
    assert automarium(session.name).returncode == 0, "the set-up can be looked at"


def test_a_turn_without_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    session = scythe(1)
    run = session.game.runs[-1]
    run.steps = [step for step in run.steps if not step.traces]
    with pytest.raises(Refused) as refusal:
        command._find_decision(session.game, 1)
    assert refusal.value.message.key == "draw.no-choices"


def test_files_that_cannot_be_written_or_read(record: Path, tmp_path: Path) -> None:
    assert "Can't write" in refused(record, "-o", tmp_path / "no" / "map.svg")
    (tmp_path / "folder.svg").mkdir()
    assert "Can't write" in refused(record, "-o", tmp_path / "folder.svg")
    assert "Can't read" in refused(tmp_path / "no.jsonl")
    assert "must end in .svg or .png" in refused(record, "-o", record)
    assert record.read_bytes().startswith(b'{"automarium"')


def test_a_damaged_record_is_refused_before_the_picture_is_touched(record: Path, tmp_path: Path) -> None:
    target = tmp_path / "map.svg"
    target.write_text("old")
    record.write_bytes(b"nonsense\n" + record.read_bytes())
    refused(record, "-o", target)
    assert target.read_text() == "old"


def in_process(record: Path, target: Path | None, step: int | None = None) -> int:
    parsed = argparse.Namespace(record=str(record), output=target, step=step, dark=False)
    return command.draw(parsed, Screen(Translator("en", plugins.folders())))


def test_a_set_up_that_is_not_finished(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "open_game", lambda *_: SimpleNamespace(position=None))
    with pytest.raises(Refused) as refusal:
        in_process(record, None)
    assert refusal.value.message.key == "show.setup"


# ---------------------------------------------------------------------------------------------------------------- PNG


def test_png_without_its_package_names_it(record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(Refused) as refusal:
        in_process(record, tmp_path / "map.png")
    for lang in LANGUAGES:
        assert "pip install resvg-py" in Translator(lang).refusal(refusal.value)
    assert not (tmp_path / "map.png").exists()


def renderer(writes: bool) -> Any:
    def svg_to_bytes(svg_string: str, width: int, style_sheet: str) -> bytes:
        return f"{width} {svg_string if writes else ''}".encode()

    return SimpleNamespace(svg_to_bytes=svg_to_bytes)


def test_png_through_the_renderer(record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", renderer(writes=True))
    assert in_process(record, tmp_path / "map.PNG", 2) == 0
    assert (tmp_path / "map.PNG").read_bytes().startswith(b"1200 <svg ")


def test_a_png_without_letters_is_refused(record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", renderer(writes=False))
    with pytest.raises(Refused) as refusal:
        in_process(record, tmp_path / "map.png")
    assert refusal.value.message.key == "draw.fonts"


def test_a_real_png(record: Path, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    assert importlib.import_module("resvg_py")
    target = tmp_path / "map.png"
    done = automarium(record, "--step", 2, "-o", target)
    if b"font" in done.stderr:
        pytest.skip("no fonts on this machine")
    assert (done.returncode, done.stderr) == (0, b"")
    content = target.read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(content[16:20], "big") == command.PNG_WIDTH
