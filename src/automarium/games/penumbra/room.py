"""The room of Penumbra: its parts, put together for the faces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from automarium.games.penumbra import inputs, just_ask, odds, oracle, picture, rival, score, setup
from automarium.games.penumbra.boards import house_boards, printed_board
from automarium.games.penumbra.editor import BoardEditor
from automarium.games.penumbra.position import FOLDER, Position, colours_of
from automarium.games.penumbra.rulings import RULINGS
from automarium.kernel.chance import Chance
from automarium.kernel.choice import Trace
from automarium.kernel.pack import Pack
from automarium.kernel.reading import read
from automarium.kernel.room import Ask, Field, Input, Odds, Room, ScoreSheet, Status
from automarium.kernel.saying import Saying, refuse
from automarium.kernel.table import Event, Table


class Penumbra:
    name = "penumbra"
    prefix = "PEN"
    folder = FOLDER
    rulings = RULINGS
    option_names = setup.OPTION_NAMES
    inputs = inputs.INPUTS
    asks: Mapping[str, Ask] = {
        "rest": Ask(oracle.RestFacts, oracle.rest, just_ask.ask_rest),
        "instruction": Ask(oracle.InstructionFacts, oracle.instruction, just_ask.ask_instruction),
        "contract": Ask(oracle.ContractFacts, oracle.contract, just_ask.ask_contract),
        "trial": Ask(oracle.TrialFacts, oracle.trial, just_ask.ask_trial),
        "class": Ask(oracle.ClassFacts, oracle.school_class, just_ask.ask_class),
        "take": Ask(oracle.TakeFacts, oracle.take, just_ask.ask_take),
    }
    boards = BoardEditor()  # what `automarium board` asks for

    def option_field(self, given: Mapping[str, Any], _: Mapping[str, str]) -> Field | None:
        return setup.option_field(given)

    def set_up(self, options: Mapping[str, Any], pack: Pack, table: Table) -> Position:
        return setup.set_up(options, pack, table)

    def checklist(self, position: Position, rulings: Mapping[str, str]) -> Sequence[tuple[Saying, tuple[str, ...]]]:
        return setup.checklist(position, rulings)

    def input_field(self, position: Position, name: str, given: Mapping[str, Any]) -> Field | None:
        return inputs.input_field(position, name, given)

    def apply(self, position: Position, input_: Input, _: Pack, table: Table) -> None:
        inputs.apply(position, input_, table)

    def status(self, position: Position) -> Status:
        return Status(position.to_move, position.over, position.turn)

    def score(self, position: Position, rulings: Mapping[str, str]) -> ScoreSheet:
        return score.score_sheet(position, rulings)

    def odds(self, position: Position, _: Pack, rulings: dict[str, str]) -> Odds:
        return odds.odds(position, rulings)

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
        from automarium.games.penumbra.drawing import draw_board  # only who wants a picture pays for it

        return draw_board(position, rulings, say, trace, dark=dark)

    def details(self, event: Event, pack: Pack) -> Sequence[Saying]:
        return ()

    own_sections = ("board", "dice")

    def check_pack(self, pack: Pack) -> None:
        """Every board that was entered can be read, and there is a colour at least."""
        house_boards(pack)
        for id_ in pack.printed["board"]:
            printed_board(pack, id_)
        if not read(list[str], pack.printed["dice"]["colours"]["list"], "dice.colours.list"):
            raise refuse("pack.colours", "dice.colours.list")
        colours_of(pack)

    def overview(self, position: Position) -> Sequence[Saying]:
        return picture.overview(position)

    def rival(self, pack: Pack, chance: Chance) -> rival.RandomRival:
        return rival.RandomRival(pack, chance)


ROOM: Room = Penumbra()
