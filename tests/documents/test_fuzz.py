"""Damaged documents: a fault with its line, or a game that can be played within its bounds."""

from __future__ import annotations

import random
import re

import pytest

from automarium.documents.document import find_faults, load_document
from automarium.documents.game import make_definition, remove_files
from automarium.engine.content.pack import Pack
from automarium.engine.message import Refused
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.lab.simulated_game import play_game
from tests.documents.kit import NAMES, read_example
from tests.proof import scale

TRANSLATORS = [Translator(lang) for lang in LANGUAGES]
WORDS = re.compile(r"[\w.'\"-]+")
STRANGE = (
    "",
    "0",
    "-1",
    "99999999999",
    "it",
    "yes",
    "'P1'",
    '"?"',
    "[]",
    "{}",
    "true",
    "1.5",
    "nan",
    "\x00",
    "x" * 400,
)


def mutate(text: str, chance: random.Random) -> str:
    lines = text.splitlines()
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(lines))
        match chance.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, chance.choice(lines))
            case 2:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3 | 4:
                words = WORDS.findall(lines[at])
                if words:
                    others = WORDS.findall(chance.choice(lines)) or ["x"]
                    new = chance.choice([*STRANGE, *others])
                    lines[at] = lines[at].replace(chance.choice(words), new, 1)
            case 5:
                cut = chance.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:cut] + chance.choice("()[]{}\"'=,.<>!+*-/% \t") + lines[at][cut:]
    return "\n".join(lines)


@pytest.mark.parametrize("name", NAMES)
def test_damaged_documents(name: str) -> None:
    text, chance = read_example(name), random.Random(f"fuzz {name}")
    playable = 0
    for number in range(scale(100, 3_400)):
        damaged = mutate(text, chance)
        faults = find_faults(damaged)
        for fault in faults:
            for translator in TRANSLATORS:
                said = translator.refusal(fault)
                assert re.search(r"\d", said), said  # a line, or the bound
                assert not said.startswith("document."), said
        if faults:
            continue
        definition = make_definition(load_document(damaged))
        pack = Pack.of_folder(f"{definition.folder}/pack")
        level = next(iter(definition.setup.option_fields({}, None, pack))).question.default
        try:
            position = play_game(definition, {"level": level, "deck": "app"}, number, pack, most_turns=30, explain=True)
        except Refused as refused:
            if refused.message.key != "document.budget":
                raise
        except RuntimeError as error:
            if "no end" not in str(error):
                raise
        else:
            playable += 1
            for overview in definition.words.overview(position):
                TRANSLATORS[0].sentence(overview)
        finally:
            remove_files(definition.folder)
    assert playable > scale(5, 200)
