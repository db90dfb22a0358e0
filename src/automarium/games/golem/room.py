"""The room of Golem: its parts, put together for the faces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from automarium.games.golem import inputs, just_ask, odds, oracle, oracle_books, picture, rival, score, setup
from automarium.games.golem.events import Reveal
from automarium.games.golem.facts import QUESTIONS, Desk, check_facts
from automarium.games.golem.position import FOLDER, Position
from automarium.games.golem.rulings import RULINGS
from automarium.kernel.chance import Chance
from automarium.kernel.choice import Trace
from automarium.kernel.pack import Pack
from automarium.kernel.room import Ask, Field, Input, Odds, Room, ScoreSheet, Status
from automarium.kernel.saying import Saying
from automarium.kernel.table import Event, Table


class Golem:
    name = "golem"
    prefix = "GOL"
    folder = FOLDER
    rulings = RULINGS
    option_names = setup.OPTION_NAMES
    inputs = inputs.INPUTS
    asks: Mapping[str, Ask] = {
        "turn-type": Ask(oracle.TurnTypeFacts, oracle.turn_type, just_ask.ask_turn_type),
        "marble": Ask(oracle.MarbleFacts, oracle.marble, just_ask.ask_marble),
        "rabbi": Ask(oracle.RabbiFacts, oracle.rabbi, just_ask.ask_rabbi),
        "step": Ask(oracle.StepFacts, oracle.step, just_ask.ask_step),
        "work": Ask(oracle.WorkFacts, oracle.work, just_ask.ask_work),
        "create": Ask(oracle.GolemsFacts, oracle.create, just_ask.ask_create),
        "kill": Ask(oracle.GolemsFacts, oracle.kill, just_ask.ask_kill),
        "student": Ask(oracle.StudentFacts, oracle.student, just_ask.ask_student),
        "book": Ask(oracle_books.BookFacts, oracle_books.book, just_ask.ask_book),
        "mirror": Ask(oracle.MirrorFacts, oracle.mirror, just_ask.ask_mirror),
        "upgrade-type": Ask(oracle_books.UpgradeTypeFacts, oracle_books.upgrade_type, just_ask.ask_upgrade_type),
        "upgrade": Ask(oracle_books.UpgradeFacts, oracle_books.upgrade, just_ask.ask_upgrade),
        "slash": Ask(oracle_books.SlashFacts, oracle_books.slash, just_ask.ask_slash),
        "character": Ask(oracle.CharacterFacts, oracle.character, just_ask.ask_character),
        "pay": Ask(oracle.PayFacts, oracle.pay, just_ask.ask_pay),
        "score": Ask(oracle.ScoreFacts, oracle.score, just_ask.ask_score),
    }

    def option_field(self, given: Mapping[str, Any], _: Mapping[str, str]) -> Field | None:
        return setup.option_field(given)

    def set_up(self, options: Mapping[str, Any], pack: Pack, table: Table) -> Position:
        return setup.set_up(options, pack, table)

    def checklist(self, position: Position, rulings: Mapping[str, str]) -> Sequence[tuple[Saying, tuple[str, ...]]]:
        return setup.checklist(position, rulings)

    def input_field(self, position: Position, name: str, given: Mapping[str, Any]) -> Field | None:
        return inputs.input_field(position, name, given)

    def apply(self, position: Position, input_: Input, pack: Pack, table: Table) -> None:
        inputs.apply(Desk(position, pack, table), input_)

    def status(self, position: Position) -> Status:
        return Status("human", position.over, position.turn)

    def score(self, position: Position, rulings: Mapping[str, str]) -> ScoreSheet:
        return score.score_sheet(position, rulings)

    def odds(self, position: Position, pack: Pack, rulings: dict[str, str]) -> Odds:
        return odds.odds(position, pack, rulings)

    def board(
        self, position: Position, rulings: Mapping[str, str], say: Callable[..., str], width: int
    ) -> Sequence[str]:
        return picture.board(position, rulings, say, width)

    def draw(
        self,
        position: Position,
        rulings: Mapping[str, str],
        say: Callable[..., str],
        trace: Trace | None = None,
        origin: str | None = None,
        dark: bool = False,
    ) -> str:
        from automarium.games.golem.drawing import draw_table  # only who wants a picture pays for it

        return draw_table(position, rulings, say, trace, dark=dark)

    def details(self, event: Event, _: Pack) -> Sequence[Saying]:
        return picture.card(event.card) if isinstance(event, Reveal) else ()

    own_sections = tuple(dict.fromkeys(section for section, _ in QUESTIONS))

    def check_pack(self, pack: Pack) -> None:
        check_facts(pack)

    def overview(self, position: Position) -> Sequence[Saying]:
        return picture.overview(position)

    def rival(self, pack: Pack, chance: Chance) -> rival.RandomRival:
        return rival.RandomRival(pack, chance)


ROOM: Room = Golem()
