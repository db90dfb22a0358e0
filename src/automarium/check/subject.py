"""The game that is checked, with its files, and whole games of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cached_property
from inspect import getsourcelines
from pathlib import Path
from typing import Any

from automarium.box.box import checked_pack
from automarium.engine.choice.choose import Undecided
from automarium.engine.consistency import Finding, find_line, finding, list_sources, locate_error, shorten_path
from automarium.engine.content.clauses import Catalogue, load_catalogue
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition, fill_options
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.game.record import begin, make_header
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Input, Respond
from automarium.engine.question import Pick
from automarium.games import plugins
from automarium.i18n.languages import BASE, LANGUAGES
from automarium.views.rules import find_tests

SEED = 5
MOST_TURNS = 300


class Subject:
    """One game. ``tests`` is the folder with the tests of its package, if it was found."""

    def __init__(self, definition: AnyDefinition, tests: Path | None = None) -> None:
        self.definition = definition
        self.folder = definition.folder
        self.tests = tests or (None if definition.document else find_tests(definition))
        self.fits = True  # its files fit together, so that it can be played
        self.is_endless = False  # a game without an end cannot be looked at any further

    @property
    def is_ours(self) -> bool:
        return Path(self.folder).is_relative_to(Path(plugins.__file__).parent)

    @cached_property
    def catalogue(self) -> Catalogue:
        return load_catalogue(self.folder)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages that the game has, English first: those that it states, or those with a file."""
        stated = self.catalogue.languages
        if not stated and not self.is_ours:
            stated = tuple(lang for lang in LANGUAGES if os.path.exists(self.po_path(lang)))
        return (BASE, *(lang for lang in stated or LANGUAGES if lang != BASE))

    @cached_property
    def sources(self) -> dict[str, str]:
        """The text of the package's code by the paths of its files."""
        return {path: Path(path).read_text("utf-8") for path in list_sources(self.folder)}

    @cached_property
    def pack(self) -> Pack:
        return checked_pack(self.definition, {})

    @cached_property
    def levels(self) -> list[str | int]:
        """The levels to play: all of them, or none if the first option is no choice of a level."""
        return list_levels(self.definition, self.pack)

    def po_path(self, lang: str) -> str:
        return os.path.join(self.folder, "locale", f"{lang}.po")

    def shorten(self, path: str) -> str:
        return shorten_path(path, self.folder)

    def find_in_code(self, *texts: str) -> tuple[str, int]:
        """Return the first line of the code that contains one of these texts, else the package."""
        for text in texts:
            for path in self.sources:
                if line := find_line(path, text):
                    return self.shorten(path), line
        return self.shorten(os.path.join(self.folder, "definition.py")), 0

    def find_function(self, function: Callable[..., Any]) -> tuple[str, int]:
        """Return where a function of the game is written."""
        return self.shorten(function.__code__.co_filename), getsourcelines(function)[1]

    def find_message(self, lang: str, key: str) -> tuple[str, int]:
        """Return where a message of the game is written, or would be."""
        return self.shorten(self.po_path(lang)), find_line(self.po_path(lang), f'msgid "{key}"')

    def describe_error(self, error: Exception) -> Finding:
        """Return an error inside the game as a finding, at the last line of the package that led to it."""
        at = locate_error(error, type(self.definition).__module__.rpartition(".")[0])
        at = at or (self.shorten(os.path.join(self.folder, "definition.py")), 0)
        if isinstance(error, Refused):
            return finding("refused", *at, what=error.message, where=error.where)
        if isinstance(error, Undecided):
            return finding("undecided", *at, candidates=[str(one) for one in error.args[0]])
        return finding("error", *at, detail=f"{type(error).__name__}: {error}")


def list_levels(definition: AnyDefinition, pack: Pack | None = None) -> list[str | int]:
    """Return the options of the first option of a new game, its level."""
    facts = checked_pack(definition, {}) if pack is None else pack
    fields = definition.setup.option_fields({}, settle(definition.rulings, {}), facts)
    field = next((one for one in fields if one.name == "level"), None)
    return list(field.question.options) if field is not None and isinstance(field.question, Pick) else []


def new_game(definition: AnyDefinition, level: str | int, seed: int = SEED, **options: Any) -> Playthrough:
    pack = checked_pack(definition, {})
    chosen = fill_options(definition, {"level": level, **options}, settle(definition.rulings, {}), pack)
    return begin(definition, make_header(definition, chosen, {}, seed, pack), pack)


def play_inputs(
    definition: AnyDefinition, level: str | int, seed: int = SEED
) -> Iterator[tuple[Playthrough, Input | None]]:
    """Play a whole live game against the first rival. Yield the game after the setup and after each input."""
    game = new_game(definition, level, seed)
    rival = definition.lab.rival(game.pack, Chance(seed + 1))
    yield game, None
    while game.question is not None:
        yield game, _put(game, Respond(rival.answer(game.question)))
    for _ in range(MOST_TURNS):
        if definition.is_over(game.position):
            return
        for entered in rival.turn(lambda: game.position):
            assert isinstance(entered, Command)
            yield game, _put(game, entered)
            while game.question is not None:
                yield game, _put(game, Respond(rival.answer(game.question)))
            if definition.is_over(game.position):
                break
    raise EndlessGame(f"level {level}, seed {seed}")


class EndlessGame(Exception):
    """A game did not end after very many turns."""


def _put(game: Playthrough, input_: Input) -> Input:
    game.put(input_)
    return input_
