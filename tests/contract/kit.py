"""What the contract of rooms is tested with: a voice that never shrugs, and seeded games of every room."""

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


class NoWords(AssertionError):
    """A message or a term that the language does not have."""


class StrictVoice(Translator):
    """Only the room's own messages and the common ones; whatever is missing is an error, not a key on the screen."""

    def __init__(self, lang: str, definition: AnyDefinition) -> None:
        super().__init__(lang, [definition.folder])

    def _find(self, key: str, count: int | None, lang: str) -> str:
        return super()._find(key, count, lang) if lang == self.lang else ""

    def say(self, key: str, /, **params: Any) -> str:
        if not self.look_up(key, params.get("count") if isinstance(params.get("count"), int) else None):
            raise NoWords(f"{self.lang}: no message {key!r}")
        try:
            return super().say(key, **params)
        except KeyError as missing:
            raise NoWords(f"{self.lang}: message {key!r} wants {missing}") from None

    def term(self, family: str, value: object) -> str:
        if family and not self.look_up(f"{family}.{value}") and not CODE.fullmatch(str(value)):
            raise NoWords(f"{self.lang}: no term {family}.{value}")
        return super().term(family, value)


def levels(definition: AnyDefinition) -> list[str | int]:
    fields = definition.setup.option_fields({}, settle(definition.rulings, {}), pack_of(definition))
    field = next(field for field in fields if field.name == "level")
    assert isinstance(field.question, Pick)
    return list(field.question.options)


def pack_of(definition: AnyDefinition) -> Pack:
    return checked_pack(definition, {})


def new_game(definition: AnyDefinition, level: str | int, seed: int = SEED, **options: Any) -> Playthrough:
    pack = pack_of(definition)
    chosen = fill_options(definition, {"level": level, **options}, settle(definition.rulings, {}), pack)
    return begin(definition, make_header(definition, chosen, {}, seed, pack), pack)


def played(definition: AnyDefinition, level: str | int, seed: int = SEED) -> Iterator[tuple[Playthrough, Input | None]]:
    """A whole live game against the first stand-in: the game after the set-up and after each input."""
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


def sources(definition: AnyDefinition) -> list[Path]:
    return sorted(Path(definition.folder).rglob("*.py"))


@cache
def definitions() -> tuple[str, ...]:
    return tuple(plugins.names())


def view_of(game: Playthrough, lang: str) -> View:
    return View(game, StrictVoice(lang, game.definition))


SPEAKING = ("say", "saying", "Saying", "refuse", "asks")


def first_words(files: Iterable[Path]) -> Iterator[tuple[ast.expr, str]]:
    """The first argument of everything that speaks in the code, and where it stands."""
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in SPEAKING:
                for key in node.args[:1]:
                    place = f"{file.name}:{node.lineno}"
                    yield from (
                        (one, place) for one in ((key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,))
                    )


def spoken(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """The message keys that code names, and where."""
    for key, place in first_words(files):
        if isinstance(key, ast.Constant):
            yield str(key.value), place


def begun(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Keys of which only the beginning stands in the code."""
    for key, place in first_words(files):
        if isinstance(key, ast.JoinedStr) and isinstance(start := key.values[0], ast.Constant):
            yield str(start.value), place
