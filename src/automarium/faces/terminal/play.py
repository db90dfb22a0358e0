"""The companion in the terminal: one prompt that names the stage, and every game kept by itself.

A command is typed by its name, in English or the person's language, or by the beginning of it:

- what only looks, by any beginning that nothing else has;
- what changes the game by at least three letters of it; ``undo`` and ``redo`` by the whole word;
- right after a question a word that could have answered it is taken for a late answer: only the whole word of a command
  is one then.

So nothing that was meant as an answer ever becomes a command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from automarium.companion import home
from automarium.companion.session import Session
from automarium.companion.store import Conflict, Missing
from automarium.companion.view import ToDo, View
from automarium.faces.terminal.answers import parse, take_fields
from automarium.faces.terminal.prompt import GONE, LOOKED, NO_COMMAND, Leave, Prompt, could_answer, read_line
from automarium.faces.terminal.records import teller
from automarium.faces.terminal.rules import print_clauses
from automarium.faces.terminal.screen import Screen
from automarium.faces.terminal.words import folded, meant, whole
from automarium.kernel.command import NEXT, Input, Respond
from automarium.kernel.game import Game, Run, read_input
from automarium.kernel.saying import Refused, refuse
from automarium.kernel.table import Field, Pick
from automarium.voice import LANGUAGES, Voice

# Commands that every game has; the room's own come on top. The order is that of the help.
COMMANDS = (
    "list", "why", "story", "board", "overview", "log", "odds", "score", "undo", "redo",
    "setup", "rulings", "rules", "language", "help", "quit",
)  # fmt: skip
TAKING_BACK = ("undo", "redo")
ALONE = ("quit", "help", "language")  # need no game
LEAST_LETTERS = 3


class Play:
    """A game at the prompt. ``hands`` are those of the run that goes on, as they were numbered."""

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session = session
        self.screen = screen
        self.prompt = Prompt(screen)
        self.hands: list[ToDo] = []
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
                    self.prompt.drop_rest()
                    self._command(read_line(f"[{self.view.stage}] "))
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
        self.prompt.ahead.clear()
        return False

    def _answer(self) -> None:
        question = self.game.question
        assert question is not None
        setting_up, known = self.game.position is None, len(self.game.runs[-1].steps)
        answer = self.prompt.ask(question, self._at_a_question)
        if answer is None or not self._caught_up():
            return
        try:
            self.session.put(Respond(answer))
        except Conflict:
            self._caught_up()
            return
        except Refused as refused:
            self.prompt.ahead.clear()
            self.screen.line(self.screen.voice.sentence(refused.message), "bold red")
            return
        if not setting_up:
            self._happened(known)
        elif self.game.position is not None:
            self.screen.checklist(self.view)

    def _at_a_question(self, text: str) -> str:
        """While a question is open: commands that only look, and those that take it away, by their whole names."""
        words = text.split()
        names = whole(words[0], self._command_names()) if words else []
        if len(names) != 1:
            return NO_COMMAND
        if names[0] in self.session.room.commands:
            self.screen.say("answer.first", "bold red")
            return LOOKED
        question = self.game.question
        self._run(names[0], words[1:])
        return LOOKED if self.game.question is question and not self.leaving else GONE

    def _in_a_command(self, text: str) -> str:
        """While a command of the person's own is being filled in: the same, but ``undo`` drops only that command."""
        names = whole(text.split()[0], self._command_names()) if text.split() else []
        if names == ["undo"]:
            self.screen.say("prompt.dropped", "green")
            return GONE
        if len(names) == 1 and names[0] in self.session.room.commands:
            self.screen.say("prompt.finish", "bold red")
            return LOOKED
        return self._at_a_question(text)

    # ------------------------------------------------------------------------------------------------- which command

    def _command(self, text: str) -> None:
        words = text.split()
        if not words:
            return
        try:
            name = self._named(words[0])
        except Refused as refused:
            self.screen.line(self.screen.voice.sentence(refused.message), "bold red")
            return
        self.prompt.asked.clear()
        self._run(name, words[1:])

    def _run(self, name: str, words: list[str]) -> None:
        """A command, with what is wrong about it in words."""
        try:
            changes = name in TAKING_BACK or name in self.session.room.commands
            if name not in ALONE and not self._caught_up() and changes:
                return  # it was meant for a table that no longer lies there
            if name in self.session.room.commands:
                self._tell(name, words)
            else:
                getattr(self, f"_do_{name}")(words)
        except Conflict:  # in the very moment
            self._caught_up()
        except Missing:
            raise
        except Refused as refused:  # where in the input it was is plain enough here
            self.screen.line(self.screen.voice.sentence(refused.message), "bold red")

    def _named(self, word: str) -> str:
        """The command that a word means at the game's prompt; refused if it may mean anything else."""
        names, voice = self._command_names(), self.screen.voice
        in_full = whole(word, names)
        found = in_full or meant(word, names)
        if not found:
            raise refuse("prompt.unknown", given=word)
        if len(found) > 1:
            raise refuse("prompt.ambiguous", given=word, options=[voice.say(f"command.{name}") for name in found])
        name = found[0]
        if in_full:
            return name
        command = voice.say(f"command.{name}")
        if could_answer(word, self.prompt.asked, voice):
            raise refuse("prompt.late", given=word, command=command)
        if name in TAKING_BACK:
            raise refuse("prompt.in-full", given=word, command=command)
        if name in self.session.room.commands and len(folded(word)) < LEAST_LETTERS:
            raise refuse("prompt.short", given=word, command=command, count=LEAST_LETTERS)
        return name

    def _command_names(self) -> dict[str, str]:
        """Every name of every command, English and in the person's language, and what else is understood
        (``command.help@also``)."""
        voice = self.screen.voice
        names = {name: name for name in (*self.session.room.commands, *COMMANDS)}
        for name in tuple(names):
            for word in (voice.say(f"command.{name}"), *voice.look_up(f"command.{name}@also").split()):
                names.setdefault(word, name)
        return names

    # ------------------------------------------------------------------------------------------- what the person tells

    def _tell(self, name: str, words: Sequence[str]) -> None:
        """A command of the room: its fields from the line, what is missing asked; words that are left answer what it
        asks, and are too much if it asks nothing."""
        if self.game.question is not None:
            raise refuse("answer.first")
        input_, left = self._filled(name, words)
        if input_ is None or not self._caught_up():
            return
        if left:
            with self.game.tried(input_):
                asks = self.game.question is not None
            if not asks:
                raise refuse("prompt.too-much", given=" ".join(left))
        self.session.put(input_)
        self.prompt.ahead = left
        self.hands = []
        if name != NEXT:
            self.screen.line(self.view.said(input_), "green")
        self._happened(0)

    def _filled(self, name: str, words: Sequence[str]) -> tuple[Input | None, list[str]]:
        """What is known is not asked; but a command that would then change nothing asks for it after all."""

        def next_field(given: Mapping[str, Any]) -> Field | None:
            return self.view.field(name, given)

        typed, left = take_fields(words, next_field, self.screen.voice)
        told = self.prompt.fill(next_field, dict(typed), self._in_a_command, ask_known=False)
        if told is None:
            return None, left
        input_ = read_input(self.session.room, {"do": name, **told})
        if set(told) != set(typed) and self._changes_nothing(input_):
            told = self.prompt.fill(next_field, dict(typed), self._in_a_command)
            if told is None:
                return None, left
            input_ = read_input(self.session.room, {"do": name, **told})
        return input_, left

    def _changes_nothing(self, input_: Input) -> bool:
        before = self.game.digest()
        with self.game.tried(input_):
            return self.game.question is None and self.game.digest() == before

    def _happened(self, known: int) -> None:
        """What to move now, what else there is to know, and the score at the end. ``known``: steps told before."""
        run, todos = self.game.runs[-1], self.view.hands()
        self.screen.hands(todos, len(self.hands) + 1)
        self.hands += todos
        for remark in self.view.remarks(run, known):
            self.screen.line(remark, "bold")
        if self.game.question is not None:
            return
        if run.input is not None and run.input.name() == NEXT and not self.hands:
            self.screen.say("hand.nothing", "bold")
        if self.session.room.is_over(self.game.position):
            self._say_result()

    def _say_result(self) -> None:
        score = self.view.score()
        self.screen.score(score)
        if score.verdict is None:
            ending = [one for one, command in self.session.room.commands.items() if command.when == "end"]
            words = [self.screen.voice.say(f"command.{name}") for name in ending]
            self.screen.say("play.tell-result", "bold yellow", commands=words)

    # ------------------------------------------------------------------------------------------------------- commands

    def _do_list(self, _: list[str]) -> None:
        run = self._turn()
        todos = self._numbered(run)
        self.screen.hands(todos)
        if not todos:
            self.screen.say("hand.nothing", "bold")

    def _do_why(self, words: list[str]) -> None:
        """Of one hand, or of the whole turn."""
        run = self._turn()
        todos = self._numbered(run)
        number = self._number(words, 1, max(1, len(todos)))
        if number is None:
            self.screen.why(self.view, run.steps)
        elif not todos:
            raise refuse("hand.nothing")
        else:
            self.screen.line(f"{number}. {todos[number - 1].text}", "bold cyan")
            self.screen.why(self.view, self.view.steps_behind(todos[number - 1].hand, run))

    def _do_story(self, words: list[str]) -> None:
        run = self._turn()
        self.screen.story(self.view, run, self._number(words, 1, len(run.steps)))

    def _turn(self) -> Run:
        """The turn (or combat) that can be asked about."""
        run = self.view.run_with_reasons()
        if run is None:
            raise refuse("why.nothing")
        return run

    def _numbered(self, run: Run) -> list[ToDo]:
        """The hands of a turn as they were numbered on the screen."""
        return self.hands if run is self.game.runs[-1] and self.hands else self.view.hands_of(run)

    def _do_board(self, _: list[str]) -> None:
        self.screen.board(self._set_up_game())

    def _do_overview(self, _: list[str]) -> None:
        self.screen.overview(self._set_up_game())

    def _do_log(self, words: list[str]) -> None:
        self.screen.log(self.view, self._number(words, 1, 9999))

    def _do_odds(self, _: list[str]) -> None:
        game = self._set_up_game()
        if game.question is not None:  # the card that is being played would be counted
            raise refuse("answer.first")
        if game.room.is_over(game.position):
            raise refuse("odds.over")
        self.screen.odds(self.view.odds(game.room.odds(game.position, game.pack, game.rulings)))

    def _do_score(self, _: list[str]) -> None:
        self._set_up_game()
        self.screen.score(self.view.score())

    def _do_undo(self, _: list[str]) -> None:
        undone = self.session.undo()
        self.hands = []
        self.screen.say("undo.done", "green", what=self.view.said(undone))
        if self.game.position is not None:
            self.screen.moves_back(self.view.hands())
        self.screen.say("undo.redo", "dim", what=self.view.redo)

    def _do_redo(self, _: list[str]) -> None:
        redone = self.session.redo()
        self.screen.say("redo.done", "green", what=self.view.said(redone))
        self.hands = [] if self.game.position is None else self.view.hands()
        self.screen.hands(self.hands)

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
        names = meant(words[0], self._command_names()) if words else [*self.session.room.commands, *COMMANDS]
        if not names:
            raise refuse("prompt.unknown", given=words[0])
        if not words:
            self.screen.say("help.head")
        for name in names:
            self.screen.line(voice.say("help.line", name=voice.say(f"command.{name}"), what=voice.say(f"help.{name}")))
        if not words:
            self.screen.say("help.typing")

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
