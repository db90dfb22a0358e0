"""The room of Scythe: its parts, put together for the faces."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from automarium.games.scythe import inputs, just_ask, odds, oracle, picture, rival, score, setup
from automarium.games.scythe.atlas import FOLDER
from automarium.games.scythe.events import Draw
from automarium.games.scythe.position import Card, Position, automa_cards, expansion_cards
from automarium.games.scythe.rulings import RULINGS
from automarium.kernel.chance import Chance
from automarium.kernel.choice import Trace
from automarium.kernel.pack import Pack
from automarium.kernel.room import Ask, Field, Input, Odds, Room, ScoreSheet, Status
from automarium.kernel.saying import Saying
from automarium.kernel.table import Event, Table


class Scythe:
    name = "scythe"
    prefix = "SCY"
    folder = FOLDER
    rulings = RULINGS
    option_names = setup.OPTION_NAMES
    inputs = inputs.INPUTS
    asks: Mapping[str, Ask] = {
        "move": Ask(oracle.MoveFacts, oracle.move, just_ask.ask_move),
        "turn": Ask(oracle.TurnFacts, oracle.turn, just_ask.ask_turn),
        "combat": Ask(oracle.CombatFacts, oracle.combat, just_ask.ask_combat),
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
        inputs.apply(position, input_, _cards(position, pack), table)

    def status(self, position: Position) -> Status:
        return Status(position.to_move, position.over, position.turn)

    def score(self, position: Position, rulings: Mapping[str, str]) -> ScoreSheet:
        return score.score_sheet(position, rulings)

    def odds(self, position: Position, pack: Pack, rulings: dict[str, str]) -> Odds:
        return odds.odds(position, _cards(position, pack), rulings)

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
        from automarium.games.scythe.drawing import draw_map  # only who wants a picture pays for it

        return draw_map(position, say, trace, origin=origin, rulings=rulings, dark=dark)

    def details(self, event: Event, pack: Pack) -> Sequence[Saying]:
        if isinstance(event, Draw):
            return picture.card(
                pack.once(expansion_cards if event.expansion else automa_cards)[event.card], event.scheme
            )
        return ()

    own_sections = ("card", "expansion_card")

    def check_pack(self, pack: Pack) -> None:
        expansion_cards(pack)

    def overview(self, position: Position) -> Sequence[Saying]:
        return picture.overview(position)

    def rival(self, pack: Pack, chance: Chance) -> rival.RandomRival:
        return rival.RandomRival(pack, chance)


def _cards(position: Position, pack: Pack) -> dict[int, Card]:
    return pack.once(expansion_cards if position.expansion else automa_cards)


ROOM: Room = Scythe()
