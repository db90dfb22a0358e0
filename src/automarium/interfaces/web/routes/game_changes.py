"""Changing one game, each change at the revision it was made for. Every function here runs in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from automarium.engine.game.playthrough import parse_input
from automarium.engine.message import Refused, refuse
from automarium.engine.play.command import Input, Respond
from automarium.interfaces.web.errors import problem, status_of, wants_page, without_folders
from automarium.interfaces.web.forms.command_form import filled
from automarium.interfaces.web.forms.form_data import as_sent, told_answer
from automarium.interfaces.web.html import Markup
from automarium.interfaces.web.page import Notice, PageContext
from automarium.interfaces.web.pages import answer_preview as previews
from automarium.interfaces.web.pages import table as tables
from automarium.interfaces.web.pages.game_frame import FIELD, GameContext, need_table
from automarium.interfaces.web.pages.move_entry import tell as tell_page
from automarium.interfaces.web.pages.result import verdict
from automarium.interfaces.web.pages.score_table import COUNT, entered
from automarium.interfaces.web.request_preferences import page_context, pairs
from automarium.interfaces.web.routes.game_request import board_at, check_input, game_context, key_of, shown_again
from automarium.interfaces.web.routes.handler import Endpoint, GameChange, changing
from automarium.interfaces.web.security.ownership import Ownership
from automarium.sessions.session import Session
from automarium.sessions.session_cache import Sessions
from automarium.storage.store import Conflict
from automarium.views.score_sheet import build_sheet, make_inputs


class GameChanges:
    def __init__(self, sessions: Sessions, ownership: Ownership) -> None:
        self.sessions = sessions
        self.ownership = ownership

    def routes(self, moving: Callable[[GameChange], Endpoint]) -> list[Route]:
        return [
            Route("/g/{key}/do", moving(self.do), methods=["POST"]),
            Route("/g/{key}/try", changing(self.try_out), methods=["POST"]),
            Route("/g/{key}/drop", moving(self.drop), methods=["POST"]),
        ]

    def do(self, request: Request, sent: Mapping[str, str]) -> tuple[Response, int]:
        """One change, at the revision it was made for; the answer, and where the game stands now."""
        with self.sessions.using(key_of(request), owner=self.ownership.owns(request)) as session:
            look = page_context(request, session.definition.name)
            try:
                session.expect(sent_revision(sent))
                response = self._change(look, session, sent)
            except Refused as refused:
                if not wants_page(request):
                    response = self._problem(look, session, refused)
                elif isinstance(refused, Conflict):
                    session.refresh()
                    response = shown_again(look, session, refused)
                else:
                    response = self._told_again(look, session, sent, refused)
            return response, session.revision

    def _change(self, look: PageContext, session: Session, sent: Mapping[str, str]) -> Response:
        do = sent.get("do", "")
        seat = game_context(session, look)
        game = session.game
        setting_up = game.position is None
        if do == "undo":
            _undo(session)
        elif do == "undo-answer":
            session.undo()
        elif do == "not-now":
            session.use_house_once()
        elif do == "redo":
            _redo(session)
        elif do == "answer":
            if game.question is None:
                raise refuse("answer.unasked")
            session.put(Respond(told_answer(game.question, sent, "to")))
        elif do == COUNT:
            for input_ in _counted(seat, sent):
                session.put(input_)
        else:
            check_input(seat, do)
            filled_in = filled(seat.view, do, pairs(sent.items(), FIELD))
            if filled_in.missing is not None:
                more = {
                    name: text
                    for field, answer in filled_in.fields
                    for name, text in as_sent(answer, FIELD + field.name).items()
                }
                return RedirectResponse(f"{seat.url(f'tell/{do}')}?{urlencode(more)}", 303)
            session.put(parse_input(session.definition, {"do": do, **filled_in.given}))
        # once everything is known of it, the set-up is what there is to do
        return RedirectResponse(seat.url("setup" if setting_up and game.position is not None else ""), 303)

    def _told_again(self, look: PageContext, session: Session, sent: Mapping[str, str], refused: Refused) -> Response:
        """What was refused, above the same question."""
        seat = game_context(session, look)
        notice = Notice(look.translator.sentence(without_folders(refused.message)), wrong=True)
        do = sent.get("do", "")
        fields = pairs(sent.items(), FIELD)
        if do in seat.definition.commands and fields and seat.game.question is None:
            *before, last = fields
            try:
                again = filled(seat.view, do, {name: fields[name] for name in before}, last)
            except Refused:
                again = None
            if again is not None and again.missing is not None:
                page = tell_page(look, seat, again, board_at(look, seat), notice)
                return HTMLResponse(page, status_of(refused))
        return HTMLResponse(tables.table(look, seat, board_at(look, seat), notice), status_of(refused))

    def _problem(self, look: PageContext, session: Session, refused: Refused) -> Response:
        words = look.translator.sentence(without_folders(refused.message))
        return problem(status_of(refused), words, where=refused.where or None, revision=session.revision)

    def try_out(self, request: Request, sent: Mapping[str, str]) -> Response:
        """What an answer would bring; nothing changes."""
        with self.sessions.using(key_of(request)) as session:
            look = page_context(request, session.definition.name)
            seat = game_context(session, look)
            question = session.game.question
            try:
                session.expect(sent_revision(sent))
                if sent.get("do") == COUNT:
                    return HTMLResponse(_would_count(look, seat, sent))
                if question is None:
                    raise refuse("answer.unasked")
                shown = previews.preview(look, seat, question, Respond(told_answer(question, sent, "to")))
            except Refused as fault:
                shown = previews.nothing() if isinstance(fault, Conflict) else previews.refused(look, seat, fault)
        return HTMLResponse(shown)

    def drop(self, request: Request, sent: Mapping[str, str]) -> tuple[Response, int]:
        """Away for good, if it is still the game that was looked at."""
        key = key_of(request)
        with self.sessions.using(key) as session:
            session.expect(sent_revision(sent))
            session.store.delete(key)
        return RedirectResponse("/", 303), 0


def _counted(seat: GameContext, sent: Mapping[str, str]) -> list[Input]:
    """What a score sheet tells, all of it looked at before any of it is put."""
    need_table(seat)
    sheet = build_sheet(seat.view, seat.view.score(), telling=True)
    return list(make_inputs(seat.view, sheet.parts, entered(sheet, sent)))


def _would_count(look: PageContext, seat: GameContext, sent: Mapping[str, str]) -> Markup:
    """The result as the sheet would give it; as it stands if something in it is wrong."""
    with ExitStack() as stack:
        try:
            for input_ in _counted(seat, sent):
                stack.enter_context(seat.game.tried(input_))
        except Refused as refused:
            return verdict(look, seat, seat.view.score(), missing=look.translator.sentence(refused.message))
        return verdict(look, seat, seat.view.score())


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


def sent_revision(sent: Mapping[str, str]) -> int:
    text = sent.get("revision", "")
    if not text.isdecimal() or len(text) > 9:
        raise refuse("web.revision", "revision")
    return int(text)
