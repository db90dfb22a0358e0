"""The commands by their names.

A command is typed by its name, in English or the person's language, or by the beginning of it:

- what only looks, by any beginning that nothing else has;
- what changes the game by at least three letters of it; ``undo`` and ``redo`` by the whole word;
- right after a question a word that could have answered it is taken for a late answer: only the whole word of a command
  is one then.

So nothing that was meant as an answer ever becomes a command.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from automarium.engine.definition import AnyDefinition
from automarium.engine.message import refuse
from automarium.engine.question import AnyQuestion
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.option_names import find_exact, find_matches, normalize
from automarium.interfaces.terminal.question_text import could_answer

# Commands that every game has; the room's own come on top. The order is that of the help.
COMMANDS = (
    "list", "why", "story", "board", "overview", "log", "odds", "score", "undo", "redo", "ours",
    "setup", "rulings", "rules", "language", "help", "quit",
)  # fmt: skip
UNDO_COMMANDS = ("undo", "redo")
LEAST_LETTERS = 3


class CommandNames:
    """Every name of every command, in English and in the person's language, and what else is understood
    (``command.help@also``)."""

    def __init__(self, definition: AnyDefinition, translator: Translator) -> None:
        self.definition, self.translator = definition, translator
        self._names = {name: name for name in (*definition.commands, *COMMANDS)}
        for name in tuple(self._names):
            for word in (self._word(name), *translator.look_up(f"command.{name}@also").split()):
                self._names.setdefault(word, name)

    def _word(self, name: str) -> str:
        return self.translator.say(f"command.{name}")

    def find_exact(self, word: str) -> str | None:
        """The command whose whole name this is."""
        found = find_exact(word, self._names)
        return found[0] if len(found) == 1 else None

    def find_all(self, word: str) -> list[str]:
        """All commands that a word may mean."""
        found = find_matches(word, self._names)
        if not found:
            raise refuse("prompt.unknown", given=word)
        return found

    def complete(self, text: str) -> list[str]:
        """The names that a line may go on with."""
        return [name for name in self._names if name.startswith(text)]

    def find(self, word: str, asked: Sequence[AnyQuestion]) -> str:
        """The command that a word means at the game's prompt; refused if it may mean anything else. ``asked``: the
        questions since the last command."""
        found = self.find_all(word)
        if len(found) > 1:
            raise refuse("prompt.ambiguous", given=word, options=[self._word(name) for name in found])
        name = found[0]
        if self.find_exact(word) is not None:
            return name
        if could_answer(word, asked, self.translator):
            raise refuse("prompt.late", given=word, command=self._word(name))
        if name in UNDO_COMMANDS:
            raise refuse("prompt.in-full", given=word, command=self._word(name))
        if name in self.definition.commands and len(normalize(word)) < LEAST_LETTERS:
            raise refuse("prompt.short", given=word, command=self._word(name), count=LEAST_LETTERS)
        return name


def install_completion(completions: Callable[[str], list[str]]) -> None:
    """History and completion, where the system has readline."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        found = completions(text)
        return found[state] + " " if state < len(found) else None

    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
