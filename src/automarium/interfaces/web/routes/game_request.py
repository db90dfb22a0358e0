"""The game of a request: its key, its context, its board, and the table after a refusal."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from automarium.engine.message import Refused, refuse
from automarium.interfaces.web.board import board_picture
from automarium.interfaces.web.board.board_picture import BoardPicture
from automarium.interfaces.web.errors import find_status, strip_folders
from automarium.interfaces.web.page import Notice, PageContext
from automarium.interfaces.web.pages import table as tables
from automarium.interfaces.web.pages.game_frame import GameContext, need_table
from automarium.sessions.session import Session
from automarium.storage.store import Conflict, Missing, is_key
from automarium.views.game import View


def get_key(request: Request) -> str:
    key: str = request.path_params["key"]
    if not is_key(key):
        raise Missing
    return key


def make_game_context(session: Session, page: PageContext) -> GameContext:
    return GameContext(page, session.key, session.revision, View(session.game, page.translator), tuple(session.words))


def draw_board(context: GameContext) -> BoardPicture | None:
    return board_picture.load_board(context.view, dark=context.page.dark)


def need_board(context: GameContext, *, at_start: bool = False) -> BoardPicture:
    need_table(context)
    board = board_picture.load_board(context.view, dark=context.page.dark, at_start=at_start)
    assert board is not None
    return board


def check_input(context: GameContext, name: str) -> None:
    if name not in context.definition.commands:
        raise refuse("web.no-input")
    if context.game.question is not None or context.game.position is None:
        raise refuse("answer.first")


def render_refused(page: PageContext, session: Session, refused: Refused) -> Response:
    """Return the current table with the refusal above it."""
    context = make_game_context(session, page)
    moved_on = isinstance(refused, Conflict)
    words = page.say("web.conflict") if moved_on else page.translator.sentence(strip_folders(refused.message))
    answer = tables.render_table(context, draw_board(context), Notice(words, wrong=not moved_on))
    return HTMLResponse(answer, find_status(refused))
