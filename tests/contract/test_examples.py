"""Every command that a message quotes as an example works as it is written, in every language."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from automarium.box.box import checked_pack
from automarium.engine.content.clauses import load_catalogue
from automarium.engine.content.rulings import settle
from automarium.engine.definition import fill_options
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Input, Respond
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.command_names import COMMANDS, CommandNames
from automarium.interfaces.terminal.game_prompt import GamePrompt
from automarium.interfaces.terminal.screen import Screen
from automarium.sessions.session import Session, new_session
from automarium.storage.store import Store
from automarium.storage.store_factory import open_store
from tests.contract.kit import SEED, list_levels, new_game
from tests.i18n.test_translator import SOURCE, messages, texts
from tests.interfaces.terminal.kit import type_lines

QUOTED = re.compile("“([^”]+)”|«([^»]+)»")
LETTER = re.compile(r"[^\W\d_]")
CLASSES = ("red", "orange", "yellow", "green", "violet")


class State(NamedTuple):
    """A game with these options after these lines were typed in English, or at its end."""

    lines: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    is_over: bool = False


OVER = State(is_over=True)
STATES = {
    "expeditions": (
        State((), (("starts", "human"),)),
        State(("go N4 4 3",), (("starts", "human"),)),
        State(("explore C2 4 3",), (("starts", "human"),)),
        State(("go N3", "next", "undo"), (("starts", "human"),)),
        OVER,
    ),
    "golem": (State(), OVER, State((), (("humans", 2),), is_over=True)),
    "penumbra": (
        State(("next",), (("starts", "human"),)),
        State((), (("starts", "automa"), ("deck", "mine"), ("dice", "mine"), ("classes", CLASSES))),
        OVER,
    ),
    "scythe": (
        State(),
        State(
            (
                "adjust your-mech away c5",
                "adjust your-worker away c5",
                "adjust your-worker away c5",
                "adjust mech mat c5",
                "adjust your-worker away f5",
                "adjust your-worker away b3",
            )
        ),
        State(("adjust your-mech away d4", "adjust mech mat d4")),
        OVER,
    ),
}


class WatchingScreen(Screen):
    """Notes what is refused."""

    def __init__(self, translator: Translator) -> None:
        super().__init__(translator, plain=True)
        self.refused: list[str] = []

    def line(self, text: str = "", style: str = "", indent: str = "") -> None:
        if style == "bold red":
            self.refused.append(text)


def type_line(session: Session, lang: str, line: str) -> list[str]:
    """Type a line at the prompt; return what is refused. A question that it leaves open is not."""
    screen = WatchingScreen(Translator(lang, [session.definition.folder]))
    with type_lines(f"{line}\n"), redirect_stdout(io.StringIO()):
        GamePrompt(session, screen).run()
    return screen.refused


@cache
def play_to_end(name: str, options: tuple[tuple[str, Any], ...]) -> tuple[Input, ...]:
    definition = plugins.load_definition(name)
    game = new_game(definition, list_levels(definition)[0], **dict(options))
    rival = definition.lab.rival(game.pack, Chance(SEED + 1))
    inputs: list[Input] = []

    def put(told: Input) -> None:
        inputs.append(told)
        game.put(told)
        while game.question is not None:
            put(Respond(rival.answer(game.question)))

    while not definition.is_over(game.position):
        for told in rival.turn(lambda: game.position):
            if not definition.is_over(game.position):
                put(told)
    return tuple(inputs)


def start_game(name: str, state: State, store: Store) -> Session:
    definition = plugins.load_definition(name)
    given = {name: list(value) if isinstance(value, tuple) else value for name, value in state.options}
    given["level"] = list_levels(definition)[0]
    options = fill_options(definition, given, settle(definition.rulings, {}), checked_pack(definition, {}))
    session = new_session(store, definition, options, {}, SEED)
    for line in state.lines:
        assert type_line(session, "en", line) == [], line
    for told in play_to_end(name, state.options) if state.is_over else ():
        session.put(told)
    return session


def find_examples(folder: Path, name: str, lang: str) -> Iterator[tuple[str, str]]:
    """Return the key and text of every quotation that begins with the name of a command, and of every one in the help
    for a command."""
    definition = plugins.load_definition(name)
    names = CommandNames(definition, Translator(lang, [definition.folder]))
    clause = next(iter(load_catalogue(definition.folder).clauses)).removeprefix(f"{definition.prefix}-")
    group = clause.rpartition("-")[0]
    helps = {f"help.{command}" for command in (*definition.commands, *COMMANDS)}
    for key, entry in messages(folder, lang).items():
        for text in texts(entry):
            for found in QUOTED.finditer(text):
                quoted = (found[1] or found[2]).replace("{clause}", clause).replace("{group}", group)
                is_command = names.find_exact(quoted.split()[0].removeprefix("!")) is not None
                if "{" not in quoted and LETTER.search(quoted) and (is_command or key in helps):
                    yield key, quoted


def find_refusal(
    examples: set[str], games: dict[str, tuple[State, ...]], lang: str, folder: Path
) -> dict[str, list[str]]:
    """Return the examples that every game and state refuses, each with the refusals."""
    left: dict[str, list[str]] = {example: [] for example in examples}
    store = open_store(f"sqlite:{folder / 'games.db'}")
    for name, states in games.items():
        for state in states:
            for example in sorted(left):
                refused = type_line(start_game(name, state, store), lang, example)
                if refused:
                    left[example] += refused
                else:
                    del left[example]
    return left


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", STATES)
def test_examples_of_a_game_work(name: str, lang: str, tmp_path: Path) -> None:
    """Regression: «виправити маркер 7» (Golem) and «виправити додати червоний» (Penumbra) were refused."""
    examples = {quoted for _, quoted in find_examples(Path(plugins.load_definition(name).folder), name, lang)}
    assert len(examples) >= 4
    assert find_refusal(examples, {name: STATES[name]}, lang, tmp_path) == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_examples_in_common_messages_work(lang: str, tmp_path: Path) -> None:
    examples = {quoted for _, quoted in find_examples(SOURCE / "i18n", "expeditions", lang)}
    assert len(examples) >= 12
    assert find_refusal(examples, STATES, lang, tmp_path) == {}
