"""Penumbra as the parts of its definition, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

from automarium.engine.content.component import Component, Kind
from automarium.engine.content.pack import Pack
from automarium.engine.definition import Content, GameDefinition, Status
from automarium.engine.message import Message, Term, message, term
from automarium.engine.play.command import collect_commands
from automarium.engine.play.odds import Odds
from automarium.games.penumbra import commands, corrections
from automarium.games.penumbra.boards.board import read_house_boards
from automarium.games.penumbra.boards.editor import BoardEditor
from automarium.games.penumbra.boards.lint import find_oddities
from automarium.games.penumbra.decisions import ASKS
from automarium.games.penumbra.layout import PenumbraTable
from automarium.games.penumbra.odds import compute_odds
from automarium.games.penumbra.page import CONTRACTS, PenumbraPage
from automarium.games.penumbra.position import Position
from automarium.games.penumbra.rivals import PenumbraLab, read_assumptions, read_house_facts
from automarium.games.penumbra.rulings import Rulings
from automarium.games.penumbra.score import PenumbraScoring
from automarium.games.penumbra.setup import PenumbraSetup, check_pack
from automarium.games.penumbra.text import PenumbraWords


class PenumbraContent(Content):
    """The boards of the rivals are not published: their owner enters them."""

    own_sections = ("board", "dice")
    stems = {"contract-card": CONTRACTS}
    boards = BoardEditor()

    def check_pack(self, pack: Pack) -> None:
        check_pack(pack)
        read_assumptions(pack)
        read_house_facts(pack)

    def find_oddities(self, pack: Pack) -> Iterator[tuple[str, Message]]:
        """Yield the warnings of every board: lines that are never reached, circles, effects after a Trial."""
        for board in read_house_boards(pack).values():
            for found in find_oddities(board):
                slot = found.params.get("slot")
                where = f"board.{board.id}.lists"
                yield f"{where}.{slot.value}" if isinstance(slot, Term) else where, found

    def components(self, pack: Pack) -> tuple[Kind, ...]:
        boards = tuple(
            Component(id_, message("component.board.one", board=term("board-name", id_)), entry=f"board.{id_}")
            for id_ in pack.printed["board"]
        )
        where = message("component.board.where")
        return (Kind("board", message("component.board"), where, "list", "board", boards, whole=True),)


class Penumbra(GameDefinition[Position, Rulings]):
    name = "penumbra"
    rulings = Rulings
    commands = collect_commands(commands, corrections)
    decisions = ASKS

    setup = PenumbraSetup()
    table = PenumbraTable()
    scoring = PenumbraScoring()
    words = PenumbraWords()
    page = PenumbraPage()
    lab = PenumbraLab()
    content = PenumbraContent()

    def status(self, position: Position) -> Status:
        coming = None if position.over else message("coming.rest" if position.will_rest else "coming.turn")
        return Status(position.to_move, position.over, position.turn, _find_stage(position), coming)

    def is_over(self, position: Position) -> bool:
        return position.over

    def count_turns(self, position: Position) -> int:
        return position.turn

    def find_starter(self, position: Position) -> str | None:
        return position.starts

    def odds(self, position: Position, pack: Pack, rulings: Rulings) -> Odds:
        return compute_odds(position, pack, rulings)


def _find_stage(position: Position) -> Message:
    if position.over:
        return message("stage.over")
    if position.ordinal:
        return message("stage.instruction", turn=position.turn, ordinal=position.ordinal)
    if position.to_move == "automa":
        return message("stage.automa")
    return message("stage.human", count=position.turn) if position.turn else message("stage.start")
