"""The room of Expeditions: its parts, put together for the faces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from automarium.games.expeditions import inputs, just_ask, odds, oracle, picture, rival, score, setup
from automarium.games.expeditions.events import Draw
from automarium.games.expeditions.position import FOLDER, Position, decision_cards
from automarium.games.expeditions.rulings import RULINGS
from automarium.kernel.chance import Chance
from automarium.kernel.choice import Trace
from automarium.kernel.pack import Pack
from automarium.kernel.room import Ask, Field, Input, Odds, Room, ScoreSheet, Status
from automarium.kernel.saying import Saying
from automarium.kernel.table import Event, Table


class Expeditions:
    name = "expeditions"
    prefix = "EXP"
    folder = FOLDER
    rulings = RULINGS
    option_names = setup.OPTION_NAMES
    inputs = inputs.INPUTS
    asks: Mapping[str, Ask] = {
        "turn": Ask(oracle.TurnFacts, oracle.turn, just_ask.ask_turn),
        "score": Ask(oracle.ScoreFacts, oracle.score, just_ask.ask_score),
    }

    def option_field(self, given: Mapping[str, Any], rulings: Mapping[str, str]) -> Field | None:
        return setup.option_field(given, rulings)

    def set_up(self, options: Mapping[str, Any], pack: Pack, table: Table) -> Position:
        return setup.set_up(options, pack, table)

    def checklist(self, position: Position, rulings: Mapping[str, str]) -> Sequence[tuple[Saying, tuple[str, ...]]]:
        return setup.checklist(position, rulings)

    def input_field(self, position: Position, name: str, given: Mapping[str, Any]) -> Field | None:
        return inputs.input_field(position, name, given)

    def apply(self, position: Position, input_: Input, pack: Pack, table: Table) -> None:
        inputs.apply(position, input_, pack.once(decision_cards), table)

    def status(self, position: Position) -> Status:
        return Status(position.to_move, position.over, position.turn)

    def score(self, position: Position, rulings: Mapping[str, str]) -> ScoreSheet:
        return score.score_sheet(position, rulings)

    def odds(self, position: Position, pack: Pack, rulings: dict[str, str]) -> Odds:
        return odds.odds(position, pack.once(decision_cards), rulings)

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
        from automarium.games.expeditions.drawing import draw_board  # only who wants a picture pays for it

        return draw_board(position, rulings, say, trace, origin=origin, dark=dark)

    def details(self, event: Event, pack: Pack) -> Sequence[Saying]:
        return picture.card(pack.once(decision_cards)[event.card]) if isinstance(event, Draw) else ()

    own_sections = ("decision", "progress")

    def check_pack(self, pack: Pack) -> None:
        decision_cards(pack)
        setup.check_levels(pack)

    def overview(self, position: Position) -> Sequence[Saying]:
        return picture.overview(position)

    def rival(self, pack: Pack, chance: Chance) -> rival.RandomRival:
        return rival.RandomRival(pack, chance)


ROOM: Room = Expeditions()
