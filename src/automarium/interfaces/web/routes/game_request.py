"""Whoever sits at a game: their seat, the board before them, and the table as it stands if something was refused."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from automarium.engine.message import Refused, refuse
from automarium.interfaces.web.board import board_svg
from automarium.interfaces.web.board.board_svg import BoardPicture
from automarium.interfaces.web.errors import status_of, without_folders
from automarium.interfaces.web.page import Look, Notice
from automarium.interfaces.web.pages import table as tables
from automarium.interfaces.web.pages.game_frame import Seat, need_table
from automarium.sessions.session import Session
from automarium.storage.store import Conflict, Missing, is_key
from automarium.views.game import View


def key_of(request: Request) -> str:
    key: str = request.path_params["key"]
    if not is_key(key):
        raise Missing
    return key


def seat_of(session: Session, look: Look) -> Seat:
    return Seat(session.key, session.revision, View(session.game, look.voice), tuple(session.words))


def board_at(look: Look, seat: Seat) -> BoardPicture | None:
    return board_svg.board_of(seat.view, dark=look.dark)


def need_board(look: Look, seat: Seat, *, at_start: bool = False) -> BoardPicture:
    need_table(seat)
    board = board_svg.board_of(seat.view, dark=look.dark, at_start=at_start)
    assert board is not None
    return board


def check_input(seat: Seat, name: str) -> None:
    if name not in seat.room.commands:
        raise refuse("web.no-input")
    if seat.game.question is not None or seat.game.position is None:
        raise refuse("answer.first")


def shown_again(look: Look, session: Session, refused: Refused) -> Response:
    """The table as it stands now, with a calm sentence above it."""
    seat = seat_of(session, look)
    moved_on = isinstance(refused, Conflict)
    words = look.say("web.conflict") if moved_on else look.voice.sentence(without_folders(refused.message))
    page = tables.table(look, seat, board_at(look, seat), Notice(words, wrong=not moved_on))
    return HTMLResponse(page, status_of(refused))
