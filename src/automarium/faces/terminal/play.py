"""The companion in the terminal: one prompt, commands by their shortest unique beginning, every game by itself kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from automarium.companion import home
from automarium.companion.session import Session
from automarium.companion.store import Conflict, Missing
from automarium.companion.view import View
from automarium.faces.terminal.prompt import (
    GONE,
    LOOKED,
    NO_COMMAND,
    Leave,
    Prompt,
    parse,
    parse_fields,
    pick_by_word,
    read_line,
)
from automarium.faces.terminal.records import teller
from automarium.faces.terminal.rules import print_clauses
from automarium.faces.terminal.screen import Screen
from automarium.kernel.command import NEXT, Respond
from automarium.kernel.game import Game, read_input
from automarium.kernel.saying import Refused, refuse
from automarium.kernel.table import Field, Pick
from automarium.voice import LANGUAGES, Voice

# Commands that every game has; the room's own inputs come on top. The order is that of the help.
COMMANDS = (
    "board", "overview", "why", "log", "odds", "score", "undo", "redo",
    "setup", "rulings", "rules", "language", "help", "quit",
)  # fmt: skip
CHANGING = ("undo", "redo")
ALONE = ("quit", "help", "language")  # need no game


class Play:
    """A game at the prompt."""

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session = session
        self.screen = screen
        self.prompt = Prompt(screen)
        self.leaving = False

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def view(self) -> View:
        return View(self.game, self.screen.voice)

    # ------------------------------------------------------------------------------------------------------ the loop

    def run(self) -> None:
        """Until the person leaves. Nothing is lost by leaving: every input is on disk already."""
        complete_with(self._completions)
        try:
            while not self.leaving:
                self._say_words()
                if self.game.question is not None:
                    self._answer()
                else:
                    self.prompt.ahead.clear()
                    self._command(read_line(self._prompt_text()))
        except Leave:
            pass
        except Missing as gone:
            self.screen.refuse(gone)
            return
        self.screen.say("play.left", name=self.session.name)

    def _say_words(self) -> None:
        for word in self.session.words:
            self.screen.sentence(word, "yellow")
        self.session.words.clear()

    def _caught_up(self) -> bool:
        """Whether nobody else has moved this game on; if somebody has, it is told and carried out here as well."""
        if not self.session.behind():
            return True
        self.screen.say("play.moved-on", "bold yellow")
        self.session.refresh(teller(self.screen))
        return False

    def _prompt_text(self) -> str:
        status = self.session.room.status(self.game.position)
        key = "play.prompt.over" if status.over else f"play.prompt.{status.to_move}"
        return self.screen.voice.say(key, turn=status.turn) + " "

    def _answer(self) -> None:
        question = self.game.question
        assert question is not None
        shown = len(self.game.runs[-1].steps)
        answer = self.prompt.ask(question, self._at_a_question)
        if answer is None:
            return
        setting_up = self.game.position is None
        if not self._caught_up():
            return
        try:
            steps = self.session.put(Respond(answer))
        except Conflict:
            self._caught_up()
            return
        except Refused as refused:
            self.screen.refuse(refused)
            return
        self._happened(steps, shown + 1)
        if setting_up and self.game.position is not None:
            self.screen.checklist(self.view)

    def _at_a_question(self, text: str) -> str:
        """While the Automa's question is open: commands that only look, and those that take it away."""
        names = [name for name in self._meant(text.split()[0]) if name in COMMANDS]
        if len(names) != 1:
            return NO_COMMAND
        question = self.game.question
        self._command(text)
        return LOOKED if self.game.question is question and not self.leaving else GONE

    def _in_a_command(self, text: str) -> str:
        """While a command of the person's own is being filled in: the same, but ``undo`` drops only that command."""
        names = self._meant(text.split()[0])
        if names == ["undo"]:
            self.screen.say("prompt.dropped", "green")
            return GONE
        if len(names) == 1 and names[0] in self.session.room.commands:
            self.screen.say("prompt.finish", "bold red")
            return LOOKED
        return self._at_a_question(text)

    def _command(self, text: str) -> None:
        words = text.split()
        if not words:
            return
        try:
            self._dispatch(words[0], words[1:])
        except Conflict:  # in the very moment
            self._caught_up()
        except Missing:
            raise
        except Refused as refused:  # where in the input it was is plain enough here
            self.screen.line(self.screen.voice.sentence(refused.message), "bold red")

    def _meant(self, word: str) -> list[str]:
        return pick_by_word(word, self._command_names())

    def _command_names(self) -> dict[str, str]:
        """Every name of every command, English and in the person's language."""
        names = {name: name for name in (*self.session.room.commands, *COMMANDS)}
        for name in tuple(names):
            names.setdefault(self.screen.voice.say(f"command.{name}"), name)
        return names

    def _dispatch(self, word: str, rest: list[str]) -> None:
        meant = self._meant(word)
        if not meant:
            raise refuse("prompt.unknown", given=word)
        if len(meant) > 1:
            options = [self.screen.voice.say(f"command.{name}") for name in meant]
            raise refuse("prompt.ambiguous", given=word, options=options)
        name = meant[0]
        if name not in ALONE and not self._caught_up() and (name in CHANGING or name in self.session.room.commands):
            return  # it was meant for a table that no longer lies there
        if name in self.session.room.commands:
            self._input(name, rest)
        else:
            getattr(self, f"_do_{name}")(rest)

    # ------------------------------------------------------------------------------------------- what the person tells

    def _input(self, name: str, words: Sequence[str]) -> None:
        def next_field(given: dict[str, Any]) -> Field | None:
            return self.view.field(name, given)

        if self.game.question is not None:
            raise refuse("answer.first")
        given, left = parse_fields(words, next_field, self.screen.voice)
        if left:
            raise refuse("prompt.too-much", given=" ".join(left))
        told = self.prompt.fill(next_field, given, self._in_a_command)
        if told is None or not self._caught_up():
            return
        input_ = read_input(self.session.room, {"do": name, **told})
        steps = self.session.put(input_)
        if name != NEXT:
            self.screen.line(self.view.said(input_), "green")
        self._happened(steps)

    def _happened(self, steps: Sequence[Any], first: int = 1) -> None:
        self.screen.steps(self.view, steps, first)
        if self.game.position is None or self.game.question is not None:
            return
        if self.session.room.is_over(self.game.position):
            score = self.view.score()
            self.screen.score(score)
            if score.verdict is None:
                self.screen.say("play.tell-coins", "bold yellow")

    # ------------------------------------------------------------------------------------------------------- commands

    def _do_board(self, _: list[str]) -> None:
        self.screen.board(self._set_up_game())

    def _do_overview(self, _: list[str]) -> None:
        self.screen.overview(self._set_up_game())

    def _do_why(self, words: list[str]) -> None:
        run = self.view.run_with_reasons()
        if run is None:
            raise refuse("why.nothing")
        self.screen.why(self.view, run, self._number(words, 1, len(run.steps)))

    def _do_log(self, words: list[str]) -> None:
        self.screen.log(self.view, self._number(words, 1, 9999))

    def _do_odds(self, _: list[str]) -> None:
        game = self._set_up_game()
        if game.question is not None:  # the card that is being played would be counted
            raise refuse("answer.first")
        if game.room.status(game.position).over:
            raise refuse("odds.over")
        self.screen.odds(self.view.odds(game.room.odds(game.position, game.pack, game.rulings)))

    def _do_score(self, _: list[str]) -> None:
        self._set_up_game()
        self.screen.score(self.view.score())

    def _do_undo(self, _: list[str]) -> None:
        undone = self.session.undo()
        self.screen.say("undo.done", "green", what=self.view.said(undone))
        self._say_what_is_next()

    def _do_redo(self, _: list[str]) -> None:
        redone = self.session.redo()
        self.screen.say("redo.done", "green", what=self.view.said(redone))
        self._happened(self.game.runs[-1].steps)

    def _say_what_is_next(self) -> None:
        if self.game.undone:
            self.screen.say("undo.redo", "dim", what=self.view.redo)

    def _do_setup(self, _: list[str]) -> None:
        self._set_up_game()
        self.screen.checklist(self.view)

    def _do_rulings(self, _: list[str]) -> None:
        voice = self.screen.voice
        chosen = self.game.rulings.chosen()
        for ruling in self.session.room.rulings.rulings():
            choice = voice.term(f"ruling.{ruling.id}", chosen[ruling.id])
            self.screen.line(voice.say("rulings.line", ruling=ruling.id, choice=choice, options=list(ruling.choices)))

    def _do_rules(self, words: list[str]) -> None:
        if not words:
            raise refuse("rules.which", prefix=self.session.room.prefix)
        print_clauses(self.screen, self.session.room, words[0])

    def _do_language(self, words: list[str]) -> None:
        which = Pick(about="lang.which", options=LANGUAGES, family="language")
        lang = str(parse(which, words[0], self.screen.voice) if words else self.prompt.ask(which))
        home.remember_language(lang)
        self.screen.voice = Voice(lang, [self.session.room.folder])
        self.screen.say("lang.changed")

    def _do_help(self, words: list[str]) -> None:
        voice = self.screen.voice
        names = self._meant(words[0]) if words else [*self.session.room.commands, *COMMANDS]
        if not names:
            raise refuse("prompt.unknown", given=words[0])
        if not words:
            self.screen.say("help.head")
        for name in names:
            self.screen.line(voice.say("help.line", name=voice.say(f"command.{name}"), what=voice.say(f"help.{name}")))

    def _do_quit(self, _: list[str]) -> None:
        self.leaving = True

    # --------------------------------------------------------------------------------------------------------- pieces

    def _set_up_game(self) -> Game:
        """Most commands need a table; before the set-up questions are answered there is none."""
        if self.game.position is None:
            raise refuse("answer.first")
        return self.game

    def _number(self, words: list[str], low: int, high: int) -> int | None:
        if not words:
            return None
        if not words[0].isdecimal() or not low <= int(words[0]) <= high:
            raise refuse("answer.number", given=words[0], low=low, high=high)
        return int(words[0])

    def _completions(self, text: str) -> list[str]:
        return [name for name in self._command_names() if name.startswith(text)]


def complete_with(completions: Callable[[str], list[str]]) -> None:
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
