"""A translator that notes what a language lacks instead of falling back to English."""

from __future__ import annotations

import re
from typing import Any

from automarium.engine.definition import AnyDefinition
from automarium.i18n.translator import Translator

CODE = re.compile(r"-?[A-Z]{0,3}-?[0-9]+[a-z]?")  # N4, 12, EXP-AMB-01: the same in every language


class MissingMessage(AssertionError):
    """A message or a term that a language does not have, or a parameter that a message has no value for."""

    def __init__(self, lang: str, key: str, parameter: str = "", given: tuple[str, ...] = ()) -> None:
        super().__init__(f"{lang}: message {key!r} wants {parameter}" if parameter else f"{lang}: no message {key!r}")
        self.lang, self.key, self.parameter, self.given = lang, key, parameter, given


class StrictTranslator(Translator):
    """Has only the game's own messages and the common ones. What is missing is raised, or noted if there is a list for
    it."""

    def __init__(self, lang: str, definition: AnyDefinition, noted: list[MissingMessage] | None = None) -> None:
        super().__init__(lang, [definition.folder])
        self._noted = noted

    def _find(self, key: str, count: int | None, lang: str) -> str:
        return super()._find(key, count, lang) if lang == self.lang else ""

    def _note(self, missing: MissingMessage) -> None:
        if self._noted is None:
            raise missing
        self._noted.append(missing)

    def say(self, key: str, /, **params: Any) -> str:
        if not self.look_up(key, params.get("count") if isinstance(params.get("count"), int) else None):
            self._note(MissingMessage(self.lang, key))
            return key
        return super().say(key, **params)

    def _mend(self, key: str, values: dict[str, object], error: Exception) -> str:
        self._note(MissingMessage(self.lang, key, str(error.args[0]), tuple(values)))
        return key

    def term(self, family: str, value: object) -> str:
        if family and not self.look_up(f"{family}.{value}") and not CODE.fullmatch(str(value)):
            self._note(MissingMessage(self.lang, f"{family}.{value}"))
        return super().term(family, value)
