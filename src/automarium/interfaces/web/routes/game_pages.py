"""The routes of the pages of a game. They run in threads."""

from __future__ import annotations

import platform
from collections.abc import Callable

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from automarium import __version__
from automarium.engine.drawing.result_picture import PictureShape, draw_result
from automarium.engine.message import Refused, clean, refuse
from automarium.interfaces.web.board import board_picture
from automarium.interfaces.web.errors import accepts_html, find_status
from automarium.interfaces.web.forms.command_form import can_leave, fill_command, find_commands_at, find_movable
from automarium.interfaces.web.lan import Network
from automarium.interfaces.web.page import Notice
from automarium.interfaces.web.pages import game_info
from automarium.interfaces.web.pages import table as tables
from automarium.interfaces.web.pages.command_entry import render_command, render_place
from automarium.interfaces.web.pages.game_frame import FIELD, GameContext, need_table
from automarium.interfaces.web.pages.game_info import render_setup
from automarium.interfaces.web.pages.result import PastGames
from automarium.interfaces.web.pages.share import SharedResult, render_report, render_share
from automarium.interfaces.web.preferences import make_page_context, remember_game, strip_prefix
from automarium.interfaces.web.routes.game_request import (
    PageRoute,
    check_input,
    draw_board,
    find_host,
    get_key,
    is_only_here,
    make_game_context,
    need_board,
    render_refused,
)
from automarium.interfaces.web.shared_result import build_picture, list_sides, make_bg_stats_url, make_text
from automarium.sessions.session import FEWEST, collect_results
from automarium.sessions.session_cache import Sessions
from automarium.storage.store import Missing, StoredGame
from automarium.views.turn import find_turn_to_show

SVG = "image/svg+xml"
MOST_AGENT = 300  # characters of a browser's name
HUMAN = "human"


class GamePageRoutes:
    """``network``: access from the local network; ``find_kept``: the games that a request may see."""

    def __init__(self, sessions: Sessions, network: Network, find_kept: Callable[[Request], list[StoredGame]]) -> None:
        self.sessions = sessions
        self.network = network
        self._find_kept = find_kept

    def routes(self) -> list[Route]:
        return [
            PageRoute("/g/{key}", self.table),
            PageRoute("/g/{key}/tell/{name}", self.tell),
            PageRoute("/g/{key}/at/{place}", self.at),
            PageRoute("/g/{key}/my-turn", self.my_turn),
            PageRoute("/g/{key}/her-turn", self.automa_turn),
            PageRoute("/g/{key}/mine", self.mine),
            PageRoute("/g/{key}/board.svg", self.board),
            PageRoute("/g/{key}/signs", self.signs),
            PageRoute("/g/{key}/why/{run:int}/{step:int}", self.why),
            PageRoute("/g/{key}/why/{run:int}/{step:int}.svg", self.decision),
            PageRoute("/g/{key}/log", self.log),
            PageRoute("/g/{key}/odds", self.odds),
            PageRoute("/g/{key}/score", self.score),
            PageRoute("/g/{key}/setup", self.setup),
            PageRoute("/g/{key}/share", self.share),
            PageRoute("/g/{key}/result.svg", self.result_picture),
            PageRoute("/g/{key}/report", self.report),
            PageRoute("/g/{key}/report.txt", self.report_file),
            PageRoute("/g/{key}/record.jsonl", self.record),
        ]

    def table(self, request: Request) -> Response:
        def render(context: GameContext) -> str:
            context = msgspec.structs.replace(context, results=self._find_results(request, context))
            notice = Notice(context.say("web.note.saved")) if "noted" in request.query_params else None
            return tables.render_table(context, draw_board(context), notice, self._find_past(request, context))

        return self._answer(request, render, words=True)

    def _find_past(self, request: Request, context: GameContext) -> PastGames | None:
        """Return the person's games of this kind, once this one is over."""
        game = context.game
        if game.position is None or not game.definition.is_over(game.position):
            return None
        others = [one.summary for one in self._find_kept(request) if one.key != context.key]
        same = [one for one in others if one.game == game.definition.name and one.over]
        best = max((one.totals[HUMAN] for one in same if HUMAN in one.totals), default=None)
        won = sum(one.winner == HUMAN for one in same)
        return PastGames(self._find_stored(context), best, won, len(same))

    def _find_stored(self, context: GameContext) -> StoredGame:
        found = self.sessions.store.games([context.key])
        if not found:
            raise Missing
        return found[0]

    def _find_results(self, request: Request, context: GameContext) -> tuple[int, ...]:
        """Return the points of the owner's finished games of this kind, if they are enough and this one is over."""
        game = context.game
        if game.position is None or not game.definition.is_over(game.position):
            return ()
        found = collect_results(self._find_kept(request), game.definition.name).points
        return found if len(found) >= FEWEST else ()

    def my_turn(self, request: Request) -> Response:
        def render(context: GameContext) -> Response | str:
            game = context.game
            if game.question is not None or game.position is None or game.definition.is_over(game.position):
                return RedirectResponse(context.url(), 303)
            threatened = "threats" in request.query_params
            return tables.render_my_turn(context, need_board(context), threatened=threatened)

        return self._answer(request, render)

    def automa_turn(self, request: Request) -> Response:
        """Show the Automa's last turn again."""

        def render(context: GameContext) -> Response | str:
            index = find_turn_to_show(context.view, automas_turn=True)
            if index is None or context.game.question is not None:
                return RedirectResponse(context.url(), 303)
            return tables.render_automa_turn(context, need_board(context), index)

        return self._answer(request, render)

    def tell(self, request: Request) -> Response:
        name = request.path_params["name"]
        sent = strip_prefix(request.query_params.items(), FIELD)
        asked = request.query_params.get("ask")

        def render(context: GameContext) -> Response | str:
            check_input(context, name)
            filled = fill_command(context.view, name, sent, asked)
            if filled.missing is None and not filled.fields:
                return RedirectResponse(context.url(), 303)
            return render_command(context, filled, draw_board(context))

        return self._answer(request, render)

    def at(self, request: Request) -> Response:
        place = request.path_params["place"]

        def render(context: GameContext) -> Response | str:
            if context.game.question is not None or context.game.position is None:
                return RedirectResponse(context.url(), 303)
            board = need_board(context)
            if place not in board.places:
                raise refuse("web.no-input")
            pieces = find_movable(context.view, place)
            if len(pieces) == 1 and can_leave(pieces[0][1]) and "all" not in request.query_params:
                return render_command(context, pieces[0][1], board, lifted=pieces[0][0])  # show its targets at once
            return render_place(context, place, pieces, list(find_commands_at(context.view, place)), board)

        return self._answer(request, render)

    def why(self, request: Request) -> Response:
        index, number = int(request.path_params["run"]), int(request.path_params["step"])
        return self._answer(request, lambda context: game_info.render_why_page(context, index, number))

    def decision(self, request: Request) -> Response:
        """Return a narrowing as SVG."""
        index, number = int(request.path_params["run"]), int(request.path_params["step"])
        dark = request.query_params.get("theme") == "dark"

        def render(context: GameContext) -> Response:
            run, _ = game_info.find_step(context, index, number)
            drawn = board_picture.draw_decision(context.view, run, number, dark=dark)
            if drawn is None:
                raise refuse("web.no-step")
            return Response(drawn, media_type=SVG, headers={"cache-control": "private, max-age=3600"})

        return self._answer(request, render)

    def board(self, request: Request) -> Response:
        def render(context: GameContext) -> Response:
            need_table(context)
            drawn = board_picture.draw_board(context.view, dark=request.query_params.get("theme") == "dark")
            return Response(drawn, media_type=SVG, headers={"cache-control": "private, max-age=3600"})

        return self._answer(request, render)

    def signs(self, request: Request) -> Response:
        return self._answer(request, game_info.render_signs)

    def log(self, request: Request) -> Response:
        reasons, last = request.query_params.get("why") == "1", request.query_params.get("last", "")
        from_ = int(last) if last.isdecimal() and len(last) < 9 else None
        return self._answer(request, lambda context: game_info.render_log(context, reasons=reasons, last=from_))

    def odds(self, request: Request) -> Response:
        return self._answer(request, game_info.render_odds)

    def score(self, request: Request) -> Response:
        return self._answer(request, game_info.render_score)

    def setup(self, request: Request) -> Response:
        return self._answer(request, lambda context: render_setup(context, need_board(context, at_start=True)))

    def mine(self, request: Request) -> Response:
        return self._answer(request, lambda context: game_info.render_layout(context, need_board(context)))

    def share(self, request: Request) -> Response:
        def render(context: GameContext) -> str:
            address = f"{request.url.scheme}://{find_host(request, self.network)}{context.url()}"
            only_here = is_only_here(request, self.network)
            return render_share(context, address, self._find_result(request, context), only_here=only_here)

        return self._answer(request, render)

    def _find_result(self, request: Request, context: GameContext) -> SharedResult | None:
        """Return what is shared of a game that is over and counted; the note only if it was ticked."""
        past = self._find_past(request, context)
        if past is None or (score := context.view.score()).winner is None:
            return None
        kept, sent = past.kept, request.query_params
        with_note = sent.get("note") == "1"
        return SharedResult(
            make_text(context, score, kept, with_note=with_note),
            make_bg_stats_url(context, score, kept, with_note=with_note),
            f"{context.definition.name}-{'-'.join(str(score.totals[side]) for side in list_sides(score))}",
            kept.note,
            with_note,
            "upright" if sent.get("shape") == "upright" else "wide",
            str(context.revision),
        )

    def result_picture(self, request: Request) -> Response:
        def render(context: GameContext) -> Response:
            past = self._find_past(request, context)
            if past is None or (score := context.view.score()).winner is None:
                raise refuse("web.no-result")
            shape: PictureShape = "upright" if request.query_params.get("shape") == "upright" else "wide"
            drawn = draw_result(build_picture(context, score, past.kept, past.best), shape)
            return Response(drawn, media_type=SVG, headers={"cache-control": "private, max-age=3600"})

        return self._answer(request, render)

    def report(self, request: Request) -> Response:
        return self._answer(request, lambda context: render_report(context, self._make_report(request, context)))

    def report_file(self, request: Request) -> Response:
        def render(context: GameContext) -> Response:
            headers = {"content-disposition": f'attachment; filename="automarium-{context.definition.name}-report.txt"'}
            return Response(
                self._make_report(request, context), media_type="text/plain; charset=utf-8", headers=headers
            )

        return self._answer(request, render)

    def _make_report(self, request: Request, context: GameContext) -> str:
        """Return version, browser and record. The key of the game is in none of them; it is looked for all the same."""
        about = {
            "Automarium": __version__,
            "Python": platform.python_version(),
            "System": "browser" if context.page.offline else platform.system(),
            "Browser": clean(request.headers.get("user-agent", "?")[:MOST_AGENT]),
            "Language": context.page.lang,
            "Theme": "dark" if context.page.dark else "light",
            "Game": f"{context.definition.name}, line {context.revision}",
        }
        lines = [*(f"{name}: {value}" for name, value in about.items()), "Record:"]
        record = self.sessions.store.rest(context.key).decode("utf-8", "replace")
        return "\n".join([*lines, record]).replace(context.key, "(key)")

    def record(self, request: Request) -> Response:
        """Return the journal for download."""
        with self.sessions.using(get_key(request)) as session:
            content, name = session.journal().content, session.name
        safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "-" for letter in name)
        headers = {"content-disposition": f'attachment; filename="{safe or "game"}.jsonl"'}
        return Response(content, media_type="application/jsonl", headers=headers)

    def _answer(
        self, request: Request, render: Callable[[GameContext], Response | str], *, words: bool = False
    ) -> Response:
        """Return a page of the game. ``words``: it shows the messages about the record, once."""
        key = get_key(request)
        with self.sessions.using(key) as session:
            page = make_page_context(request, session.definition.name)
            try:
                answer = render(make_game_context(session, page))
                if words:
                    session.words.clear()
            except Refused as refused:
                if find_status(refused) == 404 or not accepts_html(request):
                    raise
                answer = render_refused(page, session, refused)
        response = answer if isinstance(answer, Response) else HTMLResponse(answer)
        remember_game(request, response, key)
        return response
