"""Looking at one game: each page of it. Every function here runs in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from automarium.engine.message import Refused, refuse
from automarium.interfaces.web.board import board_svg
from automarium.interfaces.web.errors import status_of, wants_page
from automarium.interfaces.web.forms.command_form import filled, lifted, ways_at
from automarium.interfaces.web.lan import Network, own_address
from automarium.interfaces.web.page import PageContext
from automarium.interfaces.web.pages import game_info
from automarium.interfaces.web.pages import table as tables
from automarium.interfaces.web.pages.game_frame import FIELD, GameContext, need_table
from automarium.interfaces.web.pages.move_entry import at as at_page
from automarium.interfaces.web.pages.move_entry import tell as tell_page
from automarium.interfaces.web.pages.setup import setup as setup_page
from automarium.interfaces.web.pages.share import share as share_page
from automarium.interfaces.web.request_preferences import keep_game, page_context, pairs
from automarium.interfaces.web.routes.game_request import (
    board_at,
    check_input,
    game_context,
    key_of,
    need_board,
    shown_again,
)
from automarium.interfaces.web.security.ownership import is_near
from automarium.sessions.session_cache import Sessions
from automarium.storage.store import StoredGame
from automarium.views.turn import find_turn_to_show

SVG = "image/svg+xml"
HUMAN = "human"


class GamePages:
    """``network``: whether others in it can reach us; ``kept``: the games that whoever asks may see."""

    def __init__(self, sessions: Sessions, network: Network, kept: Callable[[Request], list[StoredGame]]) -> None:
        self.sessions = sessions
        self.network = network
        self._kept = kept

    def routes(self) -> list[Route]:
        return [
            Route("/g/{key}", self.table),
            Route("/g/{key}/tell/{name}", self.tell),
            Route("/g/{key}/at/{place}", self.at),
            Route("/g/{key}/my-turn", self.my_turn),
            Route("/g/{key}/her-turn", self.her_turn),
            Route("/g/{key}/mine", self.mine),
            Route("/g/{key}/board.svg", self.board),
            Route("/g/{key}/signs", self.signs),
            Route("/g/{key}/why/{run:int}/{step:int}", self.why),
            Route("/g/{key}/why/{run:int}/{step:int}.svg", self.decision),
            Route("/g/{key}/log", self.log),
            Route("/g/{key}/odds", self.odds),
            Route("/g/{key}/score", self.score),
            Route("/g/{key}/setup", self.setup),
            Route("/g/{key}/share", self.share),
            Route("/g/{key}/record.jsonl", self.record),
        ]

    def table(self, request: Request) -> Response:
        def shown(look: PageContext, seat: GameContext) -> str:
            return tables.table(look, seat, board_at(look, seat), best=self._best(request, seat))

        return self._seen(request, shown, words=True)

    def _best(self, request: Request, seat: GameContext) -> int | None:
        """The most points that the person had in another game of this kind, asked for when this one is over."""
        game = seat.game
        if game.position is None or not game.definition.is_over(game.position):
            return None
        others = [
            one for one in self._kept(request) if one.key != seat.key and one.summary.game == game.definition.name
        ]
        return max(
            (one.summary.totals[HUMAN] for one in others if one.summary.over and HUMAN in one.summary.totals),
            default=None,
        )

    def my_turn(self, request: Request) -> Response:
        """The person's own turn, with her hands done."""

        def shown(look: PageContext, seat: GameContext) -> Response | str:
            game = seat.game
            if game.question is not None or game.position is None or game.definition.is_over(game.position):
                return RedirectResponse(seat.url(), 303)
            threatened = "threats" in request.query_params
            return tables.my_turn(look, seat, need_board(look, seat), threatened=threatened)

        return self._seen(request, shown)

    def her_turn(self, request: Request) -> Response:
        """Her last turn once more, whatever was told since."""

        def shown(look: PageContext, seat: GameContext) -> Response | str:
            index = find_turn_to_show(seat.view, hers=True)
            if index is None or seat.game.question is not None:
                return RedirectResponse(seat.url(), 303)
            return tables.her_turn(look, seat, need_board(look, seat), index)

        return self._seen(request, shown)

    def tell(self, request: Request) -> Response:
        name = request.path_params["name"]
        sent = pairs(request.query_params.items(), FIELD)
        asked = request.query_params.get("ask")

        def shown(look: PageContext, seat: GameContext) -> Response | str:
            check_input(seat, name)
            told = filled(seat.view, name, sent, asked)
            if told.missing is None and not told.fields:
                return RedirectResponse(seat.url(), 303)
            return tell_page(look, seat, told, board_at(look, seat))

        return self._seen(request, shown)

    def at(self, request: Request) -> Response:
        place = request.path_params["place"]

        def shown(look: PageContext, seat: GameContext) -> Response | str:
            if seat.game.question is not None or seat.game.position is None:
                return RedirectResponse(seat.url(), 303)
            board = need_board(look, seat)
            if place not in board.places:
                raise refuse("web.no-input")
            pieces = lifted(seat.view, place)
            if len(pieces) == 1 and "all" not in request.query_params:  # the piece is lifted, and where it can go glows
                return tell_page(look, seat, pieces[0][1], board, lifted=pieces[0][0])
            return at_page(look, seat, place, pieces, list(ways_at(seat.view, place)), board)

        return self._seen(request, shown)

    def why(self, request: Request) -> Response:
        index, number = int(request.path_params["run"]), int(request.path_params["step"])
        return self._seen(request, lambda look, seat: game_info.why(look, seat, index, number))

    def decision(self, request: Request) -> Response:
        """A narrowing as a picture."""
        index, number = int(request.path_params["run"]), int(request.path_params["step"])
        dark = request.query_params.get("theme") == "dark"

        def shown(look: PageContext, seat: GameContext) -> Response:
            run, _ = game_info.step_of(seat, index, number)
            drawn = board_svg.decision(seat.view, run, number, dark=dark)
            if drawn is None:
                raise refuse("web.no-step")
            return Response(drawn, media_type=SVG, headers={"cache-control": "private, max-age=3600"})

        return self._seen(request, shown)

    def board(self, request: Request) -> Response:
        """The board as it lies now, as a picture."""

        def shown(look: PageContext, seat: GameContext) -> Response:
            need_table(seat)
            drawn = board_svg.drawn(seat.view, dark=request.query_params.get("theme") == "dark")
            return Response(drawn, media_type=SVG, headers={"cache-control": "private, max-age=3600"})

        return self._seen(request, shown)

    def signs(self, request: Request) -> Response:
        """The whole board, large, with what its signs mean."""
        return self._seen(request, game_info.signs)

    def log(self, request: Request) -> Response:
        reasons, last = request.query_params.get("why") == "1", request.query_params.get("last", "")
        from_ = int(last) if last.isdecimal() and len(last) < 9 else None
        return self._seen(request, lambda look, seat: game_info.log(look, seat, reasons=reasons, last=from_))

    def odds(self, request: Request) -> Response:
        return self._seen(request, game_info.odds)

    def score(self, request: Request) -> Response:
        return self._seen(request, game_info.score)

    def setup(self, request: Request) -> Response:
        return self._seen(request, lambda look, seat: setup_page(look, seat, need_board(look, seat, at_start=True)))

    def mine(self, request: Request) -> Response:
        return self._seen(request, lambda look, seat: game_info.mine(look, seat, need_board(look, seat)))

    def share(self, request: Request) -> Response:
        def shown(look: PageContext, seat: GameContext) -> str:
            host = request.headers["host"]
            if is_near(request) and self.network.is_open:  # the name of this machine says nothing to others
                host = f"{own_address()}:{request.scope['server'][1]}"
            address = f"{request.url.scheme}://{host}{seat.url()}"
            return share_page(look, seat, address, only_here=self.network.offered and not self.network.is_open)

        return self._seen(request, shown)

    def record(self, request: Request) -> Response:
        """The journal as it is."""
        with self.sessions.using(key_of(request)) as session:
            content, name = session.journal().content, session.name
        safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "-" for letter in name)
        headers = {"content-disposition": f'attachment; filename="{safe or "game"}.jsonl"'}
        return Response(content, media_type="application/jsonl", headers=headers)

    def _seen(
        self, request: Request, shown: Callable[[PageContext, GameContext], Response | str], *, words: bool = False
    ) -> Response:
        """A page of a game as it stands now. ``words``: what is to be said about its record is said there, once."""
        key = key_of(request)
        with self.sessions.using(key) as session:
            look = page_context(request, session.definition.name)
            try:
                page = shown(look, game_context(session, look))
                if words:
                    session.words.clear()
            except Refused as refused:
                if status_of(refused) == 404 or not wants_page(request):
                    raise
                page = shown_again(look, session, refused)
        response = page if isinstance(page, Response) else HTMLResponse(page)
        keep_game(request, response, key)
        return response
