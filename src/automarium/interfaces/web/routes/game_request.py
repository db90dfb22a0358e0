"""Whoever sits at a game: their seat, the board before them, and the table as it stands if something was refused."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from automarium.engine.message import Refused, refuse
from automarium.interfaces.web.board import board_svg
from automarium.interfaces.web.board.board_svg import BoardPicture
from automarium.interfaces.web.errors import status_of, without_folders
from automarium.interfaces.web.page import Notice, PageContext
from automarium.interfaces.web.pages import table as tables
from automarium.interfaces.web.pages.game_frame import GameContext, need_table
from automarium.sessions.session import Session
from automarium.storage.store import Conflict, Missing, is_key
from automarium.views.game import View


def key_of(request: Request) -> str:
    key: str = request.path_params["key"]
    if not is_key(key):
        raise Missing
    return key


def game_context(session: Session, look: PageContext) -> GameContext:
    return GameContext(session.key, session.revision, View(session.game, look.translator), tuple(session.words))


def board_at(look: PageContext, seat: GameContext) -> BoardPicture | None:
    return board_svg.board_of(seat.view, dark=look.dark)


def need_board(look: PageContext, seat: GameContext, *, at_start: bool = False) -> BoardPicture:
    need_table(seat)
    board = board_svg.board_of(seat.view, dark=look.dark, at_start=at_start)
    assert board is not None
    return board


def check_input(seat: GameContext, name: str) -> None:
    if name not in seat.definition.commands:
        raise refuse("web.no-input")
    if seat.game.question is not None or seat.game.position is None:
        raise refuse("answer.first")


def shown_again(look: PageContext, session: Session, refused: Refused) -> Response:
    """The table as it stands now, with a calm sentence above it."""
    seat = game_context(session, look)
    moved_on = isinstance(refused, Conflict)
    words = look.say("web.conflict") if moved_on else look.translator.sentence(without_folders(refused.message))
    page = tables.table(look, seat, board_at(look, seat), Notice(words, wrong=not moved_on))
    return HTMLResponse(page, status_of(refused))
