"""Names of the commands at the game prompt.

A command is typed by its name, in English or in the user's language, or by the beginning of it:

- a command that changes nothing, by any unambiguous beginning;
- a command that changes the game, by at least three letters; ``undo`` and ``redo``, by the whole word;
- right after a question, by the whole name only if the word could have answered it.

So no answer is ever mistaken for a command.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from automarium.engine.definition import AnyDefinition
from automarium.engine.message import refuse
from automarium.engine.question import AnyQuestion
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.option_names import find_exact, find_matches, normalize
from automarium.interfaces.terminal.question_prompt import could_answer

# Commands of every game, in the order of the help; the game's own come first.
COMMANDS = (
    "list", "why", "story", "board", "overview", "log", "odds", "score", "undo", "redo", "ours",
    "setup", "rulings", "rules", "language", "help", "quit",
)  # fmt: skip
UNDO_COMMANDS = ("undo", "redo")
LEAST_LETTERS = 3


class CommandNames:
    """All names of the commands, in English and in the user's language, with synonyms (``command.help@also``)."""

    def __init__(self, definition: AnyDefinition, translator: Translator) -> None:
        self.definition, self.translator = definition, translator
        self._names = {name: name for name in (*definition.commands, *COMMANDS)}
        for name in tuple(self._names):
            for word in (self._word(name), *translator.look_up(f"command.{name}@also").split()):
                self._names.setdefault(word, name)

    def _word(self, name: str) -> str:
        return self.translator.say(f"command.{name}")

    def find_exact(self, word: str) -> str | None:
        """Return the command with this whole name."""
        found = find_exact(word, self._names)
        return found[0] if len(found) == 1 else None

    def find_all(self, word: str) -> list[str]:
        """Return all commands that a word may mean. Raise Refused if there are none."""
        found = find_matches(word, self._names)
        if not found:
            raise refuse("prompt.unknown", given=word)
        return found

    def complete(self, text: str) -> list[str]:
        """Return the names that begin with a text."""
        return [name for name in self._names if name.startswith(text)]

    def find(self, word: str, asked: Sequence[AnyQuestion]) -> str:
        """Return the command that a word means at the game prompt. Raise Refused if it is ambiguous, too short or could
        answer one of the questions ``asked`` since the last command."""
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
    """Enable history and completion where the system has readline."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        found = completions(text)
        return found[state] + " " if state < len(found) else None

    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
