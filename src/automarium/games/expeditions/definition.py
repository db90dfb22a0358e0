"""Expeditions as the parts of its definition, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from automarium.engine.content.component import Kind
from automarium.engine.content.pack import Pack
from automarium.engine.definition import Content, GameDefinition, Status
from automarium.engine.message import Message, message, term
from automarium.engine.play.command import registry
from automarium.engine.play.odds import Odds, Threat
from automarium.games.expeditions import commands, corrections
from automarium.games.expeditions.components import list_components
from automarium.games.expeditions.decisions import ASKS
from automarium.games.expeditions.layout import ExpeditionsTable
from automarium.games.expeditions.odds import compute_odds, find_threats
from automarium.games.expeditions.page import ExpeditionsPage
from automarium.games.expeditions.position import Position
from automarium.games.expeditions.rivals import ExpeditionsLab
from automarium.games.expeditions.rulings import Rulings
from automarium.games.expeditions.score import ExpeditionsScoring
from automarium.games.expeditions.setup import ExpeditionsSetup, check_pack
from automarium.games.expeditions.text import ExpeditionsWords

HER_STAGE, HER_FINAL_STAGE = message("stage.turn.automa"), message("stage.final.automa")
YOUR_FINAL_STAGE = message("stage.final.human")
HER_TURN, HER_FINAL_TURN, THE_END = message("coming.automa"), message("coming.final"), message("coming.end")


class ExpeditionsContent(Content):
    own_sections = ("decision", "progress")
    packs = {"house": "house-2"}

    def check_pack(self, pack: Pack) -> None:
        check_pack(pack)

    def components(self, pack: Pack) -> Sequence[Kind]:
        return list_components(pack)


class Expeditions(GameDefinition[Position, Rulings]):
    name = "expeditions"
    rulings = Rulings
    commands = registry(commands, corrections)
    decisions = ASKS

    setup = ExpeditionsSetup()
    table = ExpeditionsTable()
    scoring = ExpeditionsScoring()
    words = ExpeditionsWords()
    page = ExpeditionsPage()
    lab = ExpeditionsLab()
    content = ExpeditionsContent()

    def status(self, position: Position) -> Status:
        stage = _stage(position)
        if position.human in position.entered and position.to_move == "human" and not position.over:
            at = position.human  # a closed tile was entered: what lies there is told before she plays
            does = {"do": "explore", "at": at}
            coming = message("coming.entered", at=term("place", at))
            return Status(position.to_move, position.over, position.turn, stage, coming, does)
        return Status(position.to_move, position.over, position.turn, stage, _coming(position))

    def is_over(self, position: Position) -> bool:
        return position.over

    def odds(self, position: Position, pack: Pack, rulings: Rulings) -> Odds:
        return compute_odds(position, pack, rulings)

    def threats(self, position: Position, odds: Odds) -> Sequence[Threat]:
        return find_threats(position, odds)


def _stage(position: Position) -> Message:
    side = position.to_move
    if side in position.final_turns:
        return YOUR_FINAL_STAGE if side == "human" else HER_FINAL_STAGE
    if side == "automa":
        return HER_STAGE
    # Only her turns are counted; the human has had as many, or one fewer if she began.
    return _your_turn(position.turn + (position.starts == "human"))


@cache
def _your_turn(turn: int) -> Message:
    return message("stage.turn.human", turn=turn)


def _coming(position: Position) -> Message:
    if position.final_turns == ["human"]:
        return THE_END
    return HER_TURN if position.ended_by is None else HER_FINAL_TURN
