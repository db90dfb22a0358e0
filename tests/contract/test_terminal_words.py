"""Every screen of the terminal is in the user's language: no id and no English word in Ukrainian or Russian."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from benchmarks.questions import KEEPER

from automarium.engine.game.record import encode
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import NEXT, Input, Respond
from automarium.games import plugins
from tests.contract.kit import definitions, list_levels, new_game
from tests.interfaces.terminal.kit import format_answer, run_command
from tests.proof import scale

LATIN = re.compile(r"[A-Za-z][a-z][A-Za-z0-9-]*")
SAME_EVERYWHERE = {"Enter", "uk", "ru", "en", "edition", "ua"}  # a key, the names of languages, an option to type
LOOKS = ("list", "why", "story", "board", "overview", "odds", "score")
AT_THE_END = ("log", "setup", "rulings", "rules", "help", "?!", "quit")


def list_typed(name: str, options: dict[str, Any], turns: int) -> Iterator[str]:
    """Return what is typed in the first turns of a game, including every command that shows something."""
    definition = plugins.load_definition(name)
    game = new_game(definition, **options)
    rival = (definition.lab.rivals.get(KEEPER) or definition.lab.rival)(game.pack, Chance(6))
    left = turns
    while left and not definition.is_over(game.position):
        for told in rival.turn(lambda: game.position):
            yield _command_line(told)
            game.put(told)
            while game.question is not None:
                answer = rival.answer(game.question)
                yield format_answer(game.question, answer)
                game.put(Respond(answer))
            if told.name() == NEXT:
                yield from LOOKS
                left -= 1
            if definition.is_over(game.position):
                break
    yield from AT_THE_END


def _command_line(told: Input) -> str:
    fields: dict[str, Any] = json.loads(encode(told))
    words = [" ".join(map(str, value)) if isinstance(value, list) else str(value) for value in fields.values()]
    return " ".join(words)


def find_foreign(shown: str) -> set[str]:
    """Return the Latin words on the screen, except typed words, clauses, and the names of places and stored games."""
    found: set[str] = set()
    for line in shown.splitlines():
        text = re.sub(r"^(\[[^\]]*\]|\?) .*", r"\1", line)
        found |= set(LATIN.findall(re.sub(rf"\b({'|'.join(definitions())})-\d+", "", text)))
    return found - SAME_EVERYWHERE


@pytest.mark.parametrize("deck", ["app", "mine"])
@pytest.mark.parametrize("lang", ["uk", "ru"])
@pytest.mark.parametrize(
    "name", [name for name in definitions() if "deck" in plugins.load_definition(name).setup.option_names]
)
def test_no_english_on_any_screen_of_a_game(name: str, lang: str, deck: str) -> None:
    """Regression: the rows of Penumbra offered `light-0…9`, `rulings` the names of choices in the record."""
    definition = plugins.load_definition(name)
    options = {"level": list_levels(definition)[-1 if deck == "mine" else 0], "deck": deck}
    new = [
        "play",
        name,
        "--new",
        "--seed",
        "5",
        *(part for one in options.items() for part in ("--set", "=".join(map(str, one)))),
    ]
    lines = list_typed(name, options, scale(5, 60))
    done = run_command(*new, typed="\n".join([*lines, ""]), lang=lang)
    assert (done.returncode, done.stderr) == (0, "")
    assert find_foreign(done.stdout) == set()


def test_what_is_looked_for_is_found() -> None:
    assert find_foreign("[Хід 1] next\n? red\nEnter – light-0…9, EXP-MOVE-12, N4, golem-3 (any)") == {"light-0", "any"}
