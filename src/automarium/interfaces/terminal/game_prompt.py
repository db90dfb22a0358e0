"""The prompt of a game: questions, commands and what they print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from automarium.box.box import find_house_answer
from automarium.engine.content.clauses import load_catalogue
from automarium.engine.game.playthrough import Playthrough, parse_input
from automarium.engine.game.undo import find_last_undo_hands, find_redo_hands
from automarium.engine.layout import Hand
from automarium.engine.message import Refused, message, refuse
from automarium.engine.play.command import NEXT, Given, Input, Respond
from automarium.engine.question import Field, Pick, is_silent
from automarium.i18n.languages import LANGUAGES, language_name
from automarium.i18n.translator import Translator
from automarium.interfaces.terminal.answer_parser import parse_answer, parse_fields, split_words
from automarium.interfaces.terminal.command_names import COMMANDS, UNDO_COMMANDS, CommandNames, install_completion
from automarium.interfaces.terminal.commands.records import make_printer
from automarium.interfaces.terminal.commands.rules import print_clauses
from automarium.interfaces.terminal.question_prompt import (
    GONE,
    LOOKED,
    NO_COMMAND,
    Prompt,
    build_legends,
    read_line,
)
from automarium.interfaces.terminal.screen import InputEnded, Screen
from automarium.sessions.session import Session
from automarium.storage import user_folder
from automarium.storage.store import Conflict, Missing
from automarium.views.game import View
from automarium.views.turn import Turn, build_turn, find_turn_to_show

WITHOUT_GAME = ("quit", "help", "language")  # allowed while another client has changed the game
SPACE_TO_TYPE = 24  # least number of columns beside the prompt


class GameInspector:
    """The commands that look at a game and change nothing."""

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session = session
        self.screen = screen

    @property
    def game(self) -> Playthrough:
        return self.session.game

    @property
    def view(self) -> View:
        return View(self.game, self.screen.translator)

    @property
    def commands(self) -> CommandNames:
        return CommandNames(self.session.definition, self.screen.translator)

    def _do_list(self, _: list[str]) -> None:
        self.screen.lines(self._find_turn().lines)

    def _do_why(self, words: list[str]) -> None:
        """Print the reasons for one line or for the whole turn."""
        shown = self._find_turn()
        number = self._parse_number(words, 1, max(1, len(shown.lines)))
        if number is None:
            self.screen.why(self.view, [step.step for step in shown.story])
            return
        if not shown.lines:
            raise refuse("hand.nothing")
        line = shown.lines[number - 1]
        self.screen.lines([line])
        behind = [shown.story[step - 1].step for step in line.steps]
        self.screen.why(self.view, behind or [step.step for step in shown.story if step.has_reasons])

    def _do_story(self, words: list[str]) -> None:
        shown = self._find_turn()
        self.screen.story(self.view, shown, self._parse_number(words, 1, len(shown.story)))

    def _find_turn(self) -> Turn:
        """Return the turn (or combat) to show. Raise Refused if there is none."""
        index = find_turn_to_show(self.view)
        if index is None:
            raise refuse("why.nothing")
        return build_turn(self.view, index)

    def _do_board(self, _: list[str]) -> None:
        self.screen.board(self._require_position())

    def _do_overview(self, _: list[str]) -> None:
        self._require_position()
        for sentence in self.view.overview():
            self.screen.line(sentence)

    def _do_log(self, words: list[str]) -> None:
        self.screen.log(self.view, self._parse_number(words, 1, 9999))

    def _do_odds(self, _: list[str]) -> None:
        self.screen.odds(self.view.odds())

    def _do_score(self, _: list[str]) -> None:
        self._require_position()
        self.screen.score(self.view)

    def _do_setup(self, _: list[str]) -> None:
        self._require_position()
        self.screen.checklist(self.view, whole=True)

    def _do_rulings(self, _: list[str]) -> None:
        translator = self.screen.translator
        chosen = self.game.rulings.chosen()
        for ruling in self.session.definition.rulings.rulings():
            words = {choice: translator.term(f"ruling.{ruling.id}", choice) for choice in ruling.choices}
            choice = words.pop(chosen[ruling.id])
            key = "rulings.line" if words else "rulings.line.only"
            self.screen.line(translator.say(key, ruling=ruling.id, choice=choice, others="; ".join(words.values())))

    def _do_rules(self, words: list[str]) -> None:
        if not words:
            raise refuse("rules.which", prefix=self.session.definition.prefix, **self._find_example())
        print_clauses(self.screen, self.session.definition, words[0])

    def _do_help(self, words: list[str]) -> None:
        translator = self.screen.translator
        names = self.commands.find_all(words[0]) if words else [*self.session.definition.commands, *COMMANDS]
        if not words:
            self.screen.say("help.head")
        for name in names:
            what = translator.say(f"help.{name}", **self._find_example())
            self.screen.line(translator.say("help.line", name=translator.say(f"command.{name}"), what=what))
        if not words:
            self.screen.say("help.typing")

    # --------------------------------------------------------------------------------------------------------- helpers

    def _require_position(self) -> Playthrough:
        """Return the game. Raise Refused while the setup questions are open and there is no position."""
        if self.game.position is None:
            raise refuse("answer.first")
        return self.game

    def _find_example(self) -> dict[str, str]:
        """Return a clause of this game and its group as examples for messages."""
        first = next(iter(load_catalogue(self.session.definition.folder).clauses))
        clause = first.removeprefix(f"{self.session.definition.prefix}-")
        return {"clause": clause, "group": clause.rpartition("-")[0]}

    def _parse_number(self, words: list[str], low: int, high: int) -> int | None:
        if not words:
            return None
        if not words[0].isdecimal() or not low <= int(words[0]) <= high:
            raise refuse("answer.number", given=words[0], low=low, high=high)
        return int(words[0])


class GamePrompt(GameInspector):
    """Asks the questions of a game and runs the typed commands until the player quits."""

    def __init__(self, session: Session, screen: Screen) -> None:
        super().__init__(session, screen)
        self.prompt = Prompt(screen)
        self.prompt.legends = build_legends(session.definition, screen.translator)
        self.leaving = False
        self._typed_instead = ""  # a command typed where a follow-up was asked

    # -------------------------------------------------------------------------------------------------------- the loop

    def run(self) -> None:
        """Read and run commands until the player quits. Every input is stored at once, so quitting loses nothing."""
        install_completion(lambda text: self.commands.complete(text))
        try:
            while not self.leaving:
                self._show_notices()
                if self.game.question is not None:
                    self._ask_question()
                elif self._typed_instead:
                    text, self._typed_instead = self._typed_instead, ""
                    self._run_line(text)
                else:
                    self.prompt.drop_rest()
                    self._run_line(read_line(self._format_prompt()))
        except InputEnded:
            pass
        except Missing as gone:
            self.screen.refuse(gone)
            return
        self.screen.say("play.left", name=self.session.name)

    def _format_prompt(self) -> str:
        """Return the stage of the game as a prompt. A long stage is printed on its own line instead."""
        stage = f"[{self.view.stage}]"
        if self.screen.tty and len(stage) > self.screen.width - SPACE_TO_TYPE:
            self.screen.line(stage)
            stage = ">"
        return f"{stage} "

    def _show_notices(self) -> None:
        for word in self.session.words:
            self.screen.sentence(word, "yellow")
        self.session.words.clear()

    def _catch_up(self) -> bool:
        """Return True if the session is current, else print and carry out what another client did."""
        if not self.session.behind():
            return True
        self.screen.say("play.moved-on", "bold yellow")
        self.session.refresh(make_printer(self.screen))
        self.prompt.clear_ahead()
        return False

    def _ask_question(self) -> None:
        question = self.game.question
        assert question is not None
        setting_up, known = self.game.position is None, len(self.game.runs[-1].steps)
        if not self.prompt.ahead:
            for hint in self.view.hints:
                self.screen.line(hint, "dim")
            if find_house_answer(question, self.game.pack) is not None:
                say = self.screen.translator.say
                self.screen.say("play.ours-hint", "dim", word=say("command.ours"), all=say("command.ours.all"))
        answer = self.prompt.ask(question, self._command_at_question)
        if answer is None or not self._catch_up():
            return
        try:
            self.session.put(Respond(answer))
        except Conflict:
            self._catch_up()
            return
        except Refused as refused:
            self.prompt.keep_ahead()
            self.screen.line(self.screen.translator.sentence(refused.message), "bold red")
            return
        self._show_progress(setting_up, known)

    def _show_progress(self, setting_up: bool, known: int) -> None:
        if not setting_up:
            self._show_run(known)
        elif self.game.position is not None:
            self.screen.checklist(self.view)

    def _do_ours(self, words: Sequence[str]) -> None:
        """Answer a question about a component with Automarium's value, this time only; ``house all``: in the whole
        game."""
        setting_up, known = self.game.position is None, len(self.game.runs[-1].steps)
        everything = words[:1] in (["all"], [self.screen.translator.say("command.ours.all")])
        self.session.use_house(everywhere=everything)
        self._show_notices()
        self._show_progress(setting_up, known)

    def _command_at_question(self, text: str) -> str:
        """Run a command typed by its whole name at an open question, unless it is one of the game."""
        words = text.split()
        name = self.commands.find_exact(words[0]) if words else None
        if name is None:
            return NO_COMMAND
        if name in self.session.definition.commands:
            self.screen.say("answer.first", "bold red")
            return LOOKED
        question = self.game.question
        self._run_command(name, words[1:])
        return LOOKED if self.game.question is question and not self.leaving else GONE

    def _command_in_form(self, text: str) -> str:
        """The same while a game command is filled in, but ``undo`` drops that command."""
        name = self.commands.find_exact(text.split()[0]) if text else None
        if name == "undo":
            self.screen.say("prompt.dropped", "green")
            return GONE
        if name in self.session.definition.commands:
            self.screen.say("prompt.finish", "bold red")
            return LOOKED
        return self._command_at_question(text)

    # ------------------------------------------------------------------------------------------------ running commands

    def _run_line(self, text: str) -> None:
        words = split_words(text)
        if not words:
            return
        try:
            name = self.commands.find(words[0], self.prompt.asked)
        except Refused as refused:
            self.screen.line(self.screen.translator.sentence(refused.message), "bold red")
            return
        self.prompt.asked.clear()
        self._run_command(name, words[1:])

    def _run_command(self, name: str, words: list[str]) -> None:
        """Run a command and print its refusal, if any."""
        try:
            changes = name in UNDO_COMMANDS or name in self.session.definition.commands
            if name not in WITHOUT_GAME and not self._catch_up() and changes:
                return  # it was meant for an earlier position
            if name in self.session.definition.commands:
                self._run_game_command(name, words)
            else:
                getattr(self, f"_do_{name}")(words)
        except Conflict:  # another client wrote in between
            self._catch_up()
        except Missing:
            raise
        except Refused as refused:  # without the path of the field
            self.screen.line(self.screen.translator.sentence(refused.message), "bold red")

    # -------------------------------------------------------------------------------------------- commands of the game

    def _run_game_command(self, name: str, words: Sequence[str]) -> None:
        """Run a command of the game. Missing fields are asked; words left over answer the questions that follow."""
        if self.game.question is not None:
            raise refuse("answer.first")
        input_, left = self._build_input(name, words)
        if input_ is None or not self._catch_up():
            return
        if left:
            with self.game.tried(input_):
                asks = self.game.question is not None
            if not asks:
                raise refuse("prompt.too-much", given=" ".join(left))
        open_before = self._find_follow_up()
        self.session.put(input_)
        self.prompt.ahead = left or self.prompt.ahead
        if name != NEXT:
            self.screen.line(self.view.describe_input(input_), "green")
        self._show_run(0)
        follows = self._find_follow_up()
        if follows is not None and follows != open_before:
            self._ask_follow_up(**follows)

    def _find_follow_up(self) -> Given | None:
        """Return the command due before the Automa's turn if it lacks a field: what lies on a tile that was entered."""
        game = self.game
        if game.question is not None or game.definition.is_over(game.position):
            return None
        does = game.definition.status(game.position).does
        given = {} if does is None else {name: value for name, value in does.items() if name != "do"}
        return None if does is None or self.view.next_field(does["do"], given) is None else does

    def _ask_follow_up(self, do: str, **given: object) -> None:
        """Ask for the follow-up command at once; another command may be typed instead."""
        fields = self.prompt.fill_fields(
            lambda so_far: self.view.next_field(do, so_far), given, self._command_instead, ask_known=False
        )
        if fields is not None and self._catch_up():
            input_ = parse_input(self.session.definition, {"do": do, **fields})
            self.session.put(input_)
            self.screen.line(self.view.describe_input(input_), "green")
            self._show_run(0)

    def _command_instead(self, text: str) -> str:
        """Handle a command typed at a follow-up. One that changes the game ends the follow-up and runs next."""
        name = self.commands.find_exact(text.split()[0]) if text else None
        if name is not None and (name in UNDO_COMMANDS or name in self.session.definition.commands):
            self._typed_instead = text
            return GONE
        return self._command_at_question(text)

    def _build_input(self, name: str, words: Sequence[str]) -> tuple[Input | None, list[str]]:
        """Return the input of a command and the words left over. Defaults are asked only if nothing would change."""

        def next_field(given: Mapping[str, object]) -> Field | None:
            return self.view.next_field(name, given)

        typed, left = parse_fields(words, lambda given: self.view.next_optional(name, given), self.screen.translator)
        ask_known = self.session.definition.commands[name].asks_known and not words
        fields = self.prompt.fill_fields(next_field, dict(typed), self._command_in_form, ask_known=ask_known)
        if fields is None:
            return None, left
        input_ = parse_input(self.session.definition, {"do": name, **fields})
        if self.prompt.taken_as_known and self._has_no_effect(input_):
            entered = {name: value for name, value in fields.items() if name not in self.prompt.taken_as_known}
            fields = self.prompt.fill_fields(next_field, entered, self._command_in_form)
            if fields is None:
                return None, left
            input_ = parse_input(self.session.definition, {"do": name, **fields})
        return input_, left

    def _has_no_effect(self, input_: Input) -> bool:
        before = self.game.digest()
        with self.game.tried(input_):
            return self.game.question is None and self.game.digest() == before

    def _show_run(self, known: int) -> None:
        """Print what to move, remarks and a final score. ``known``: number of steps printed before."""
        run = self.game.runs[-1]
        segments = build_turn(self.view, len(self.game.runs) - 1).segments
        is_automas_turn = run.input is not None and run.input.name() == NEXT
        if segments[-1] or (is_automas_turn and not any(segments) and self.game.question is None):
            self.screen.lines(segments[-1])
        for remark in self.view.remarks(run.steps[known:]):
            self.screen.line(remark, "bold")
        if self.game.question is not None:
            return
        if self.session.definition.is_over(self.game.position):
            self._show_result()

    def _show_result(self) -> None:
        score = self.screen.score(self.view)
        if score.verdict is None:
            known, position = self.game.definition.commands, self.game.position
            words = [one.word for one in self.view.commands() if known[one.name].matters(position)]
            self.screen.say("play.tell-result", "bold yellow", commands=words)

    # -------------------------------------------------------------------------------------------------------- commands

    def _do_undo(self, _: list[str]) -> None:
        undone = self.session.undo_answer()
        self.screen.say("undo.done", "green", what=self.view.describe_input(undone))
        self._show_moves(find_last_undo_hands(self.game) if self.game.position is not None else ())
        self.screen.say("undo.redo", "dim", what=self.view.redo)

    def _do_redo(self, _: list[str]) -> None:
        setting_up = self.game.position is None
        redone = self.session.redo()
        while self.game.undone and self.game.question is not None and is_silent(self.game.question):
            self.session.redo()
        self.screen.say("redo.done", "green", what=self.view.describe_input(redone))
        if setting_up and self.game.position is not None:
            self.screen.checklist(self.view)
        elif not setting_up:
            self._show_moves(find_redo_hands(self.game))

    def _show_moves(self, hands: Iterable[Hand]) -> None:
        """Print what has to be moved back or again, also of the player's own pieces."""
        for hand in hands:
            self.screen.line(f"– {self.view.describe_hand(hand)}", "bold")

    def _do_language(self, words: list[str]) -> None:
        names = {lang: message("why.name", name=language_name(lang)) for lang in LANGUAGES}
        which = Pick(about="lang.which", options=LANGUAGES, looks=names)
        lang = str(parse_answer(which, words[0], self.screen.translator) if words else self.prompt.ask(which))
        user_folder.remember_language(lang)
        self.screen.translator = Translator(lang, [self.session.definition.folder])
        self.screen.say("lang.changed")

    def _do_quit(self, _: list[str]) -> None:
        self.leaving = True
