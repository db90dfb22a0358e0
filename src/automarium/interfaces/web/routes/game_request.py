"""The kinds of routes, and what a request asks for: its body, its game and the board."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from automarium.engine.message import Refused, refuse
from automarium.interfaces.web.board import board_picture
from automarium.interfaces.web.board.board_picture import BoardPicture
from automarium.interfaces.web.errors import find_status, strip_folders
from automarium.interfaces.web.lan import Network, find_own_address
from automarium.interfaces.web.page import Notice, PageContext
from automarium.interfaces.web.pages import table as tables
from automarium.interfaces.web.pages.game_frame import GameContext, need_table
from automarium.interfaces.web.preferences import strip_prefix
from automarium.interfaces.web.security.ownership import LOCAL_NAMES, is_local
from automarium.interfaces.web.security.thread_shares import ThreadShares
from automarium.sessions.session import Session
from automarium.storage.store import Conflict, Missing, is_key
from automarium.views.game import View


def find_host(request: Request, network: Network) -> str:
    """Return the host for links to this server; other devices do not know its local name."""
    if is_local(request) and network.is_open:
        return f"{find_own_address()}:{request.scope['server'][1]}"
    return request.headers["host"]


def is_only_here(request: Request, network: Network) -> bool:
    """Return whether links to this server would hold an address that only this machine knows."""
    name = find_host(request, network).rpartition(":")[0]
    return network.is_offered and (not network.is_open or name in LOCAL_NAMES)


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


SMALL = 64 * 1024  # of a form


async def parse_form(request: Request, *, max_files: int, max_fields: int) -> FormData:
    """Return the parsed form. Raise HTTPException 400 if it cannot be decoded."""
    try:
        return await request.form(max_files=max_files, max_fields=max_fields, max_part_size=SMALL)
    except (LookupError, UnicodeError, ValueError):
        raise HTTPException(400) from None


async def read_file(request: Request, name: str, most: int = -1) -> bytes:
    """Return the content of an uploaded file, at most ``most`` bytes; empty without one."""
    form = await parse_form(request, max_files=1, max_fields=4)
    upload = form.get(name)
    content = b"" if upload is None or isinstance(upload, str) else await upload.read(most)
    await form.close()
    return content


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a plain form; of several with one name the last."""
    form = await parse_form(request, max_files=0, max_fields=200)
    return strip_prefix([(name, value) for name, value in form.multi_items() if isinstance(value, str)])


Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]
GameChange: TypeAlias = Callable[[Request, Mapping[str, str]], tuple[Response, int]]  # with its revision then


def get_threads(request: Request) -> ThreadShares:
    threads: ThreadShares = request.app.state.threads
    return threads


class PageRoute(Route):
    """A page or a picture, as people need them who play."""

    def __init__(self, path: str, work: Callable[[Request], Response]) -> None:
        async def endpoint(request: Request) -> Response:
            return await get_threads(request).run(request, work, request)

        super().__init__(path, endpoint)


class FormRoute(Route):
    """A change by a form."""

    def __init__(self, path: str, work: Callable[[Request, Mapping[str, str]], Response]) -> None:
        async def endpoint(request: Request) -> Response:
            return await get_threads(request).run(request, work, request, await read_form(request))

        super().__init__(path, endpoint, methods=["POST"])


class HeavyRoute(Route):
    """Work that can take long, in one of the few threads for it. ``read`` reads the body of a POST, which is passed to
    ``work``; without it the route takes GET."""

    def __init__(
        self, path: str, work: Callable[..., Response], read: Callable[[Request], Awaitable[object]] | None = None
    ) -> None:
        async def endpoint(request: Request) -> Response:
            return await get_threads(request).run_heavy(request, work, read)

        super().__init__(path, endpoint, methods=None if read is None else ["POST"])
