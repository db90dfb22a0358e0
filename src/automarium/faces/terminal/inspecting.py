"""What can be looked at in a game at the prompt: the commands that change nothing."""

from __future__ import annotations

from automarium.companion.session import Session
from automarium.companion.turn import Turn, turn, turn_to_show
from automarium.companion.view import View
from automarium.faces.terminal.names import COMMANDS, Commands
from automarium.faces.terminal.rules import print_clauses
from automarium.faces.terminal.screen import Screen
from automarium.kernel.catalogue import catalogue_of
from automarium.kernel.game import Game
from automarium.kernel.saying import refuse


class Inspecting:
    def __init__(self, session: Session, screen: Screen) -> None:
        self.session = session
        self.screen = screen

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def view(self) -> View:
        return View(self.game, self.screen.voice)

    @property
    def commands(self) -> Commands:
        return Commands(self.session.room, self.screen.voice)

    def _do_list(self, _: list[str]) -> None:
        self.screen.lines(self._turn().lines)

    def _do_why(self, words: list[str]) -> None:
        """Of one line, or of the whole turn."""
        shown = self._turn()
        number = self._number(words, 1, max(1, len(shown.lines)))
        if number is None:
            self.screen.why(self.view, [told.step for told in shown.story])
            return
        if not shown.lines:
            raise refuse("hand.nothing")
        line = shown.lines[number - 1]
        self.screen.lines([line])
        behind = [shown.story[step - 1].step for step in line.steps]
        self.screen.why(self.view, behind or [told.step for told in shown.story if told.has_reasons])

    def _do_story(self, words: list[str]) -> None:
        shown = self._turn()
        self.screen.story(self.view, shown, self._number(words, 1, len(shown.story)))

    def _turn(self) -> Turn:
        """The turn (or combat) that lies on the table."""
        index = turn_to_show(self.view)
        if index is None:
            raise refuse("why.nothing")
        return turn(self.view, index)

    def _do_board(self, _: list[str]) -> None:
        self.screen.board(self._set_up_game())

    def _do_overview(self, _: list[str]) -> None:
        self._set_up_game()
        for sentence in self.view.overview():
            self.screen.line(sentence)

    def _do_log(self, words: list[str]) -> None:
        self.screen.log(self.view, self._number(words, 1, 9999))

    def _do_odds(self, _: list[str]) -> None:
        self.screen.odds(self.view.odds())

    def _do_score(self, _: list[str]) -> None:
        self._set_up_game()
        self.screen.score(self.view)

    def _do_setup(self, _: list[str]) -> None:
        self._set_up_game()
        self.screen.checklist(self.view, whole=True)

    def _do_rulings(self, _: list[str]) -> None:
        voice = self.screen.voice
        chosen = self.game.rulings.chosen()
        for ruling in self.session.room.rulings.rulings():
            words = {choice: voice.term(f"ruling.{ruling.id}", choice) for choice in ruling.choices}
            choice = words.pop(chosen[ruling.id])
            key = "rulings.line" if words else "rulings.line.only"
            self.screen.line(voice.say(key, ruling=ruling.id, choice=choice, others="; ".join(words.values())))

    def _do_rules(self, words: list[str]) -> None:
        if not words:
            raise refuse("rules.which", prefix=self.session.room.prefix, **self._a_clause())
        print_clauses(self.screen, self.session.room, words[0])

    def _do_help(self, words: list[str]) -> None:
        voice = self.screen.voice
        names = self.commands.like(words[0]) if words else [*self.session.room.commands, *COMMANDS]
        if not words:
            self.screen.say("help.head")
        for name in names:
            what = voice.say(f"help.{name}", **self._a_clause())
            self.screen.line(voice.say("help.line", name=voice.say(f"command.{name}"), what=what))
        if not words:
            self.screen.say("help.typing")

    # --------------------------------------------------------------------------------------------------------- pieces

    def _set_up_game(self) -> Game:
        """Most commands need a table; before the set-up questions are answered there is none."""
        if self.game.position is None:
            raise refuse("answer.first")
        return self.game

    def _a_clause(self) -> dict[str, str]:
        """A clause of this game and its group, to show how they are named."""
        first = next(iter(catalogue_of(self.session.room.folder).clauses))
        clause = first.removeprefix(f"{self.session.room.prefix}-")
        return {"clause": clause, "group": clause.rpartition("-")[0]}

    def _number(self, words: list[str], low: int, high: int) -> int | None:
        if not words:
            return None
        if not words[0].isdecimal() or not low <= int(words[0]) <= high:
            raise refuse("answer.number", given=words[0], low=low, high=high)
        return int(words[0])
