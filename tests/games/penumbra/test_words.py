"""Every event, input, clause and ruling of Penumbra has its words, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from automarium.engine.play.event import Event, SidedEvent
from automarium.games.penumbra import events
from automarium.games.penumbra.boards.line import EFFECTS
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from tests.games.penumbra.kit import DEFINITION

FOLDER = Path(DEFINITION.folder)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_input_clause_and_ruling_has_its_words(lang: str) -> None:
    translator = Translator(lang, [DEFINITION.folder])
    for one in vars(events).values():
        if isinstance(one, type) and issubclass(one, Event) and one not in (Event, SidedEvent):
            tag = str(one.__struct_config__.tag)
            keys = (tag, f"{tag}.human", f"{tag}.anybodys", f"{tag}.rest", f"{tag}.joker")
            assert any(translator.look_up(key) or translator.look_up(key, 1) for key in keys), tag
    for name in DEFINITION.commands:
        for key in (f"input.{name}", f"command.{name}", f"help.{name}"):
            assert translator.look_up(key), key
    for ruling in DEFINITION.rulings.rulings():
        for choice in ruling.choices:
            assert translator.look_up(f"ruling.{ruling.id}.{choice}"), (ruling.id, choice)
    for effect in EFFECTS:
        assert translator.look_up(f"effect.{effect}")
        assert translator.look_up(f"effect-short.{effect}")
    for name in DEFINITION.decisions:
        assert translator.look_up(f"ask.{name}"), name
    told_at_setup = ("setup.py", "score.py", "rulings.py")
    for file in FOLDER.rglob("*.py"):
        if file.name not in told_at_setup:
            for clause in re.findall(r'"(PEN-(?!AMB)[A-Z]+-\d+)"', file.read_text("utf-8")):
                assert translator.look_up(f"clause.{clause}"), f"{file.name} cites {clause} without words for it"
