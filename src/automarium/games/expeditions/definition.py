"""The definition of Expeditions from its parts, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

from automarium.engine.content.component import Kind
from automarium.engine.content.pack import Pack
from automarium.engine.definition import Content, GameDefinition, Status
from automarium.engine.message import Message, message, term
from automarium.engine.play.command import collect_commands
from automarium.engine.play.odds import Odds, Threat
from automarium.games.expeditions import commands, corrections
from automarium.games.expeditions.components import list_components
from automarium.games.expeditions.decisions import ASKS
from automarium.games.expeditions.layout import ExpeditionsTable
from automarium.games.expeditions.odds import compute_odds, find_threats
from automarium.games.expeditions.page import ExpeditionsPage
from automarium.games.expeditions.position import NewLevel, Position
from automarium.games.expeditions.rivals import ExpeditionsLab, read_assumptions, read_house_bag
from automarium.games.expeditions.rulings import Rulings
from automarium.games.expeditions.score import ExpeditionsScoring
from automarium.games.expeditions.setup import ExpeditionsSetup, check_pack
from automarium.games.expeditions.text import ExpeditionsWords


class ExpeditionsContent(Content):
    own_sections = ("decision", "progress")
    packs = {"house": "house-2"}
    new_level = NewLevel

    def check_pack(self, pack: Pack) -> None:
        check_pack(pack)
        read_assumptions(pack)
        read_house_bag(pack)

    def components(self, pack: Pack) -> Sequence[Kind]:
        return list_components(pack)


class Expeditions(GameDefinition[Position, Rulings]):
    name = "expeditions"
    rulings = Rulings
    commands = collect_commands(commands, corrections)
    decisions = ASKS
    bgg_id = 379078

    setup = ExpeditionsSetup()
    table = ExpeditionsTable()
    scoring = ExpeditionsScoring()
    words = ExpeditionsWords()
    page = ExpeditionsPage()
    lab = ExpeditionsLab()
    content = ExpeditionsContent()

    def status(self, position: Position) -> Status:
        side, at, does = position.to_move, position.human, None
        coming = _find_coming(position)
        if at in position.entered and side == "human" and not position.over:  # what is there is reported first
            coming, does = message("coming.entered", at=term("place", at)), {"do": "explore", "at": at}
        return Status(side, position.over, position.turn, _find_stage(position), coming, does)

    def is_over(self, position: Position) -> bool:
        return position.over

    def count_turns(self, position: Position) -> int:
        return position.turn

    def find_starter(self, position: Position) -> str | None:
        return position.starts

    def odds(self, position: Position, pack: Pack, rulings: Rulings) -> Odds:
        return compute_odds(position, pack, rulings)

    def threats(self, position: Position, odds: Odds) -> Sequence[Threat]:
        return find_threats(position, odds)


def _find_stage(position: Position) -> Message:
    side = position.to_move
    if side in position.final_turns:
        return message(f"stage.final.{side}")
    if side == "automa":
        return message("stage.turn.automa")
    # Only the Automa's turns are counted; the human has had as many, or one fewer if it began.
    return message("stage.turn.human", turn=position.turn + (position.starts == "human"))


def _find_coming(position: Position) -> Message:
    if position.final_turns == ["human"]:
        return message("coming.end")
    return message("coming.automa" if position.ended_by is None else "coming.final")
