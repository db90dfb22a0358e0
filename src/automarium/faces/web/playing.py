"""The pages of one game: looking at it, and changing it. Every function here runs in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from automarium.companion.session import Session
from automarium.companion.sessions import Sessions
from automarium.companion.store import Conflict, Missing, is_key
from automarium.companion.turn import turn_to_show
from automarium.companion.view import View
from automarium.faces.web import picture
from automarium.faces.web.answers import as_sent, read_answer
from automarium.faces.web.filling import filled, lifted, ways_at
from automarium.faces.web.html import Markup
from automarium.faces.web.looking import keep_game, look_of, pairs
from automarium.faces.web.network import Network, own_address
from automarium.faces.web.owner import Ownership, is_near
from automarium.faces.web.page import Look, Notice
from automarium.faces.web.pages import looks
from automarium.faces.web.pages import preview as previews
from automarium.faces.web.pages import table as tables
from automarium.faces.web.pages.parts import FIELD, Seat, need_table
from automarium.faces.web.pages.setup import setup as setup_page
from automarium.faces.web.pages.share import share as share_page
from automarium.faces.web.pages.tell import at as at_page
from automarium.faces.web.pages.tell import tell as tell_page
from automarium.faces.web.picture import Board
from automarium.faces.web.problem import problem, status_of, wants_page, without_folders
from automarium.kernel.command import Respond
from automarium.kernel.game import read_input
from automarium.kernel.saying import Refused, refuse

SVG = "image/svg+xml"


class Playing:
    """``network``: whether others in it can reach us."""

    def __init__(self, sessions: Sessions, ownership: Ownership, network: Network) -> None:
        self.sessions = sessions
        self.ownership = ownership
        self.network = network

    # ------------------------------------------------------------------------------------------------------- looking

    def table(self, request: Request) -> Response:
        return self._seen(request, lambda look, seat: tables.table(look, seat, _board(look, seat)), words=True)

    def my_turn(self, request: Request) -> Response:
        """The person's own turn, with her hands done."""

        def shown(look: Look, seat: Seat) -> Response | str:
            game = seat.game
            if game.question is not None or game.position is None or game.room.is_over(game.position):
                return RedirectResponse(seat.url(), 303)
            threatened = "threats" in request.query_params
            return tables.my_turn(look, seat, _need_board(look, seat), threatened=threatened)

        return self._seen(request, shown)

    def her_turn(self, request: Request) -> Response:
        """Her last turn once more, whatever was told since."""

        def shown(look: Look, seat: Seat) -> Response | str:
            index = turn_to_show(seat.view, hers=True)
            if index is None or seat.game.question is not None:
                return RedirectResponse(seat.url(), 303)
            return tables.her_turn(look, seat, _need_board(look, seat), index)

        return self._seen(request, shown)

    def tell(self, request: Request) -> Response:
        name = request.path_params["name"]
        sent = pairs(request.query_params.items(), FIELD)
        asked = request.query_params.get("ask")

        def shown(look: Look, seat: Seat) -> Response | str:
            _check_input(seat, name)
            told = filled(seat.view, name, sent, asked)
            if told.missing is None and not told.fields:
                return RedirectResponse(seat.url(), 303)
            return tell_page(look, seat, told, _board(look, seat))

        return self._seen(request, shown)

    def at(self, request: Request) -> Response:
        place = request.path_params["place"]

        def shown(look: Look, seat: Seat) -> Response | str:
            if seat.game.question is not None or seat.game.position is None:
                return RedirectResponse(seat.url(), 303)
            board = _need_board(look, seat)
            if place not in board.places:
                raise refuse("web.no-input")
            pieces = lifted(seat.view, place)
            if len(pieces) == 1 and "all" not in request.query_params:  # the piece is lifted, and where it can go glows
                return tell_page(look, seat, pieces[0][1], board, lifted=pieces[0][0])
            return at_page(look, seat, place, pieces, list(ways_at(seat.view, place)), board)

        return self._seen(request, shown)

    def why(self, request: Request) -> Response:
        index, number = int(request.path_params["run"]), int(request.path_params["step"])
        return self._seen(request, lambda look, seat: looks.why(look, seat, index, number))

    def decision(self, request: Request) -> Response:
        """A narrowing as a picture."""
        index, number = int(request.path_params["run"]), int(request.path_params["step"])
        dark = request.query_params.get("theme") == "dark"

        def shown(look: Look, seat: Seat) -> Response:
            run, _ = looks.step_of(seat, index, number)
            drawn = picture.decision(seat.view, run, number, dark=dark)
            if drawn is None:
                raise refuse("web.no-step")
            return Response(drawn, media_type=SVG, headers={"cache-control": "private, max-age=3600"})

        return self._seen(request, shown)

    def board(self, request: Request) -> Response:
        """The board as it lies now, as a picture."""

        def shown(look: Look, seat: Seat) -> Response:
            need_table(seat)
            drawn = picture.drawn(seat.view, dark=request.query_params.get("theme") == "dark")
            return Response(drawn, media_type=SVG, headers={"cache-control": "private, max-age=3600"})

        return self._seen(request, shown)

    def signs(self, request: Request) -> Response:
        """The whole board, large, with what its signs mean."""
        return self._seen(request, lambda look, seat: looks.signs(look, seat, _legend(look, seat)))

    def log(self, request: Request) -> Response:
        reasons, last = request.query_params.get("why") == "1", request.query_params.get("last", "")
        from_ = int(last) if last.isdecimal() and len(last) < 9 else None
        return self._seen(request, lambda look, seat: looks.log(look, seat, reasons=reasons, last=from_))

    def odds(self, request: Request) -> Response:
        return self._seen(request, looks.odds)

    def score(self, request: Request) -> Response:
        return self._seen(request, looks.score)

    def setup(self, request: Request) -> Response:
        return self._seen(request, lambda look, seat: setup_page(look, seat, _need_board(look, seat, at_start=True)))

    def mine(self, request: Request) -> Response:
        return self._seen(request, lambda look, seat: looks.mine(look, seat, _need_board(look, seat)))

    def share(self, request: Request) -> Response:
        def shown(look: Look, seat: Seat) -> str:
            host = request.headers["host"]
            if is_near(request) and self.network.is_open:  # the name of this machine says nothing to others
                host = f"{own_address()}:{request.scope['server'][1]}"
            address = f"{request.url.scheme}://{host}{seat.url()}"
            return share_page(look, seat, address, only_here=self.network.offered and not self.network.is_open)

        return self._seen(request, shown)

    def record(self, request: Request) -> Response:
        """The journal as it is."""
        with self.sessions.using(_key(request)) as session:
            content, name = session.journal().content, session.name
        safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "-" for letter in name)
        headers = {"content-disposition": f'attachment; filename="{safe or "game"}.jsonl"'}
        return Response(content, media_type="application/jsonl", headers=headers)

    def _seen(
        self, request: Request, shown: Callable[[Look, Seat], Response | str], *, words: bool = False
    ) -> Response:
        """A page of a game as it stands now. ``words``: what is to be said about its record is said there, once."""
        key = _key(request)
        with self.sessions.using(key) as session:
            look = look_of(request, session.room.name)
            try:
                page = shown(look, _seat(session, look))
                if words:
                    session.words.clear()
            except Refused as refused:
                if status_of(refused) == 404 or not wants_page(request):
                    raise
                page = _again(look, session, refused)
        response = page if isinstance(page, Response) else HTMLResponse(page)
        keep_game(request, response, key)
        return response

    # ------------------------------------------------------------------------------------------------------- changing

    def do(self, request: Request, sent: Mapping[str, str]) -> tuple[Response, int]:
        """One change, at the revision it was made for; the answer, and where the game stands now."""
        with self.sessions.using(_key(request), owner=self.ownership.owns(request)) as session:
            look = look_of(request, session.room.name)
            try:
                session.expect(_revision(sent))
                response = self._change(look, session, sent)
            except Refused as refused:
                if not wants_page(request):
                    response = self._problem(look, session, refused)
                elif isinstance(refused, Conflict):
                    session.refresh()
                    response = _again(look, session, refused)
                else:
                    response = self._told_again(look, session, sent, refused)
            return response, session.revision

    def _change(self, look: Look, session: Session, sent: Mapping[str, str]) -> Response:
        do = sent.get("do", "")
        seat = _seat(session, look)
        game = session.game
        if do == "undo":
            _undo(session)
        elif do == "undo-answer":
            session.undo()
        elif do == "not-now":
            session.not_now()
        elif do == "redo":
            _redo(session)
        elif do == "answer":
            if game.question is None:
                raise refuse("answer.unasked")
            session.put(Respond(read_answer(game.question, sent, "to")))
        else:
            _check_input(seat, do)
            told = filled(seat.view, do, pairs(sent.items(), FIELD))
            if told.missing is not None:
                more = {
                    name: text
                    for field, answer in told.fields
                    for name, text in as_sent(answer, FIELD + field.name).items()
                }
                return RedirectResponse(f"{seat.url(f'tell/{do}')}?{urlencode(more)}", 303)
            session.put(read_input(session.room, {"do": do, **told.given}))
        return RedirectResponse(seat.url(), 303)

    def _told_again(self, look: Look, session: Session, sent: Mapping[str, str], refused: Refused) -> Response:
        """What was refused, above the same question."""
        seat = _seat(session, look)
        notice = Notice(look.voice.sentence(without_folders(refused.message)), wrong=True)
        do = sent.get("do", "")
        fields = pairs(sent.items(), FIELD)
        if do in seat.room.commands and fields and seat.game.question is None:
            *before, last = fields
            try:
                told = filled(seat.view, do, {name: fields[name] for name in before}, last)
            except Refused:
                told = None
            if told is not None and told.missing is not None:
                page = tell_page(look, seat, told, _board(look, seat), notice)
                return HTMLResponse(page, status_of(refused))
        return HTMLResponse(tables.table(look, seat, _board(look, seat), notice), status_of(refused))

    def _problem(self, look: Look, session: Session, refused: Refused) -> Response:
        where: dict[str, Any] = {"where": refused.where} if refused.where else {}
        return problem(
            status_of(refused),
            look.voice.sentence(without_folders(refused.message)),
            revision=session.revision,
            **where,
        )

    def try_out(self, request: Request, sent: Mapping[str, str]) -> Response:
        """What an answer would bring; nothing changes."""
        with self.sessions.using(_key(request)) as session:
            look = look_of(request, session.room.name)
            seat = _seat(session, look)
            question = session.game.question
            try:
                session.expect(_revision(sent))
                if question is None:
                    raise refuse("answer.unasked")
                shown = previews.preview(look, seat, question, Respond(read_answer(question, sent, "to")))
            except Refused as fault:
                shown = previews.nothing() if isinstance(fault, Conflict) else previews.refused(look, seat, fault)
        return HTMLResponse(shown)

    def drop(self, request: Request, sent: Mapping[str, str]) -> tuple[Response, int]:
        """Away for good, if it is still the game that was looked at."""
        key = _key(request)
        with self.sessions.using(key) as session:
            session.expect(_revision(sent))
            session.store.delete(key)
        return RedirectResponse("/", 303), 0


def _again(look: Look, session: Session, refused: Refused) -> Response:
    """The table as it stands now, with a calm sentence above it."""
    seat = _seat(session, look)
    moved_on = isinstance(refused, Conflict)
    words = look.say("web.conflict") if moved_on else look.voice.sentence(without_folders(refused.message))
    page = tables.table(look, seat, _board(look, seat), Notice(words, wrong=not moved_on))
    return HTMLResponse(page, status_of(refused))


def _key(request: Request) -> str:
    key: str = request.path_params["key"]
    if not is_key(key):
        raise Missing
    return key


def _seat(session: Session, look: Look) -> Seat:
    return Seat(session.key, session.revision, View(session.game, look.voice), tuple(session.words))


def _board(look: Look, seat: Seat) -> Board | None:
    return picture.board_of(seat.view, dark=look.dark)


def _need_board(look: Look, seat: Seat, *, at_start: bool = False) -> Board:
    need_table(seat)
    board = picture.board_of(seat.view, dark=look.dark, at_start=at_start)
    assert board is not None
    return board


def _legend(look: Look, seat: Seat) -> Markup:
    need_table(seat)
    return Markup(picture.drawn(seat.view, dark=look.dark, bare=False))


def _undo(session: Session) -> None:
    """A whole turn in one press; while a question is open, the answer before it."""
    game = session.game
    answers = 0 if game.question is not None else len(game.runs[-1].answers)
    for _ in range(answers + 1):
        session.undo()


def _redo(session: Session) -> None:
    """What one press took back, one press brings back: an input with its answers."""
    session.redo()
    while session.game.undone and isinstance(session.game.undone[-1], Respond):
        session.redo()


def _check_input(seat: Seat, name: str) -> None:
    if name not in seat.room.commands:
        raise refuse("web.no-input")
    if seat.game.question is not None or seat.game.position is None:
        raise refuse("answer.first")


def _revision(sent: Mapping[str, str]) -> int:
    text = sent.get("revision", "")
    if not text.isdecimal() or len(text) > 9:
        raise refuse("web.revision", "revision")
    return int(text)
