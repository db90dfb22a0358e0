"""Helpers for the contract tests: a translator that refuses missing messages, and seeded games of every game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from automarium.box.box import checked_pack
from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition, fill_options
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.game.record import begin, make_header
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Input, Respond
from automarium.engine.question import Pick
from automarium.games import plugins
from automarium.i18n.translator import Translator
from automarium.views.game import View

CODE = re.compile(r"-?[A-Z]{0,3}-?[0-9]+[a-z]?")  # N4, 12, EXP-AMB-01: the same in every language
SEED = 5


class MissingMessage(AssertionError):
    """A message or a term that the language does not have."""


class StrictTranslator(Translator):
    """Has only the game's own messages and the common ones; a missing message is an error."""

    def __init__(self, lang: str, definition: AnyDefinition) -> None:
        super().__init__(lang, [definition.folder])

    def _find(self, key: str, count: int | None, lang: str) -> str:
        return super()._find(key, count, lang) if lang == self.lang else ""

    def say(self, key: str, /, **params: Any) -> str:
        if not self.look_up(key, params.get("count") if isinstance(params.get("count"), int) else None):
            raise MissingMessage(f"{self.lang}: no message {key!r}")
        try:
            return super().say(key, **params)
        except KeyError as missing:
            raise MissingMessage(f"{self.lang}: message {key!r} wants {missing}") from None

    def term(self, family: str, value: object) -> str:
        if family and not self.look_up(f"{family}.{value}") and not CODE.fullmatch(str(value)):
            raise MissingMessage(f"{self.lang}: no term {family}.{value}")
        return super().term(family, value)


def list_levels(definition: AnyDefinition) -> list[str | int]:
    fields = definition.setup.option_fields({}, settle(definition.rulings, {}), load_pack(definition))
    field = next(field for field in fields if field.name == "level")
    assert isinstance(field.question, Pick)
    return list(field.question.options)


def load_pack(definition: AnyDefinition) -> Pack:
    return checked_pack(definition, {})


def new_game(definition: AnyDefinition, level: str | int, seed: int = SEED, **options: Any) -> Playthrough:
    pack = load_pack(definition)
    chosen = fill_options(definition, {"level": level, **options}, settle(definition.rulings, {}), pack)
    return begin(definition, make_header(definition, chosen, {}, seed, pack), pack)


def play_inputs(
    definition: AnyDefinition, level: str | int, seed: int = SEED
) -> Iterator[tuple[Playthrough, Input | None]]:
    """Play a whole live game against the first rival. Yield the game after the set-up and after each input."""
    game = new_game(definition, level, seed)
    rival = definition.lab.rival(game.pack, Chance(seed + 1))
    yield game, None
    while game.question is not None:
        yield game, _put(game, Respond(rival.answer(game.question)))
    while not definition.is_over(game.position):
        for told in rival.turn(lambda: game.position):
            assert isinstance(told, Command)
            yield game, _put(game, told)
            while game.question is not None:
                yield game, _put(game, Respond(rival.answer(game.question)))
            if definition.is_over(game.position):
                break


def _put(game: Playthrough, input_: Input) -> Input:
    game.put(input_)
    return input_


def list_sources(definition: AnyDefinition) -> list[Path]:
    return sorted(Path(definition.folder).rglob("*.py"))


@cache
def definitions() -> tuple[str, ...]:
    return tuple(plugins.names())


def make_view(game: Playthrough, lang: str) -> View:
    return View(game, StrictTranslator(lang, game.definition))


SPEAKING = ("say", "saying", "Saying", "refuse", "asks")


def find_first_arguments(files: Iterable[Path]) -> Iterator[tuple[ast.expr, str]]:
    """Return the first argument of every call that names a message, and where it is."""
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in SPEAKING:
                for key in node.args[:1]:
                    place = f"{file.name}:{node.lineno}"
                    yield from (
                        (one, place) for one in ((key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,))
                    )


def find_message_keys(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Return the message keys that the code names, and where."""
    for key, place in find_first_arguments(files):
        if isinstance(key, ast.Constant):
            yield str(key.value), place


def find_key_prefixes(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Return the keys of which only the beginning is in the code."""
    for key, place in find_first_arguments(files):
        if isinstance(key, ast.JoinedStr) and isinstance(start := key.values[0], ast.Constant):
            yield str(start.value), place
