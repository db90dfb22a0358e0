"""The routes that change a game. Each change carries its revision. They run in threads."""

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
from automarium.interfaces.web.errors import accepts_html, find_status, make_problem, strip_folders
from automarium.interfaces.web.forms.command_form import fill_command
from automarium.interfaces.web.forms.form_data import INSIDE, encode_answer, read_full_answer, read_refused
from automarium.interfaces.web.html import Markup
from automarium.interfaces.web.page import Notice, PageContext
from automarium.interfaces.web.pages import command_entry as previews
from automarium.interfaces.web.pages import table as tables
from automarium.interfaces.web.pages.combat import SEEN
from automarium.interfaces.web.pages.command_entry import render_command
from automarium.interfaces.web.pages.game_frame import FIELD, GameContext, need_table
from automarium.interfaces.web.pages.result import NOTE, render_verdict
from automarium.interfaces.web.pages.score_table import COUNT, read_entered
from automarium.interfaces.web.preferences import make_page_context, strip_prefix
from automarium.interfaces.web.routes.game_request import (
    Endpoint,
    FormRoute,
    GameChange,
    check_input,
    draw_board,
    get_key,
    make_game_context,
    render_refused,
)
from automarium.interfaces.web.security.ownership import Ownership
from automarium.sessions.session import Session
from automarium.sessions.session_cache import Sessions
from automarium.storage.store import Conflict
from automarium.views.score_sheet import build_sheet, make_inputs


class GameChangeRoutes:
    def __init__(self, sessions: Sessions, ownership: Ownership) -> None:
        self.sessions = sessions
        self.ownership = ownership

    def routes(self, as_game_change: Callable[[GameChange], Endpoint]) -> list[Route]:
        return [
            Route("/g/{key}/do", as_game_change(self.do), methods=["POST"]),
            FormRoute("/g/{key}/try", self.try_out),
            Route("/g/{key}/drop", as_game_change(self.drop), methods=["POST"]),
        ]

    def do(self, request: Request, sent: Mapping[str, str]) -> tuple[Response, int]:
        """Make one change; return the answer and the new revision."""
        with self.sessions.using(get_key(request), owner=self.ownership.owns(request)) as session:
            page = make_page_context(request, session.definition.name)
            try:
                if sent.get("do") == NOTE:  # it is no part of the record, so it does not depend on the revision
                    return self._write_note(page, session, sent), session.revision
                session.expect(read_revision(sent))
                response = self._change(page, session, sent)
            except Refused as refused:
                if not accepts_html(request):
                    response = self._make_problem(page, session, refused)
                elif isinstance(refused, Conflict):
                    session.refresh()
                    response = render_refused(page, session, refused)
                else:
                    response = self._render_again(page, session, sent, refused)
            return response, session.revision

    def _write_note(self, page: PageContext, session: Session, sent: Mapping[str, str]) -> Response:
        session.store.write_note(session.key, sent.get("note", ""))
        return RedirectResponse(f"{make_game_context(session, page).url()}?noted", 303)

    def _change(self, page: PageContext, session: Session, sent: Mapping[str, str]) -> Response:
        do = sent.get("do", "")
        context = make_game_context(session, page)
        game = session.game
        setting_up = game.position is None
        if do == "undo":
            _undo(session)
        elif do == "undo-answer":
            session.undo_answer()
        elif do in tables.HOUSE:
            session.use_house(everywhere=do == tables.HOUSE[1])
        elif do == "redo":
            _redo(session)
        elif do == "answer":
            if game.question is None:
                raise refuse("answer.unasked")
            session.put(Respond(read_full_answer(game.question, sent, "to")))
        elif do == COUNT:
            for input_ in _read_counts(context, sent):
                session.put(input_)
        else:
            check_input(context, do)
            filled_in = fill_command(context.view, do, strip_prefix(sent.items(), FIELD))
            if filled_in.missing is not None:
                more = {
                    name: text
                    for field, answer in filled_in.fields
                    for name, text in encode_answer(answer, FIELD + field.name).items()
                }
                return RedirectResponse(f"{context.url(f'tell/{do}')}?{urlencode(more)}", 303)
            session.put(parse_input(session.definition, {"do": do, **filled_in.given}))
        return RedirectResponse(context.url(_find_next_page(session, sent, setting_up=setting_up)), 303)

    def _render_again(self, page: PageContext, session: Session, sent: Mapping[str, str], refused: Refused) -> Response:
        context = make_game_context(session, page)
        notice = Notice(_describe_refusal(context, refused), wrong=True)
        do = sent.get("do", "")
        fields = strip_prefix(sent.items(), FIELD)
        if do in context.definition.commands and fields and context.game.question is None:
            *before, last = fields
            try:
                again = fill_command(context.view, do, {name: fields[name] for name in before}, last)
            except Refused:
                again = None
            if again is not None and again.missing is not None:
                answer = render_command(context, again, draw_board(context), notice)
                return HTMLResponse(answer, find_status(refused))
        question = context.game.question
        entered = read_refused(question, sent, "to") if do == "answer" and question is not None else None
        again_ = tables.render_table(context, draw_board(context), notice, entered=entered)
        return HTMLResponse(again_, find_status(refused))

    def _make_problem(self, page: PageContext, session: Session, refused: Refused) -> Response:
        words = page.translator.sentence(strip_folders(refused.message))
        return make_problem(find_status(refused), words, where=refused.where or None, revision=session.revision)

    def try_out(self, request: Request, sent: Mapping[str, str]) -> Response:
        """Preview an answer without changing anything."""
        with self.sessions.using(get_key(request)) as session:
            page = make_page_context(request, session.definition.name)
            context = make_game_context(session, page)
            question = session.game.question
            try:
                session.expect(read_revision(sent))
                if sent.get("do") == COUNT:
                    return HTMLResponse(_preview_score(context, sent))
                if question is None:
                    raise refuse("answer.unasked")
                shown = previews.render_preview(context, question, Respond(read_full_answer(question, sent, "to")))
            except Refused as fault:
                shown = (
                    previews.render_empty() if isinstance(fault, Conflict) else previews.render_refused(context, fault)
                )
        return HTMLResponse(shown)

    def drop(self, request: Request, sent: Mapping[str, str]) -> tuple[Response, int]:
        """Delete the game, if its revision is unchanged."""
        key = get_key(request)
        with self.sessions.using(key) as session:
            session.expect(read_revision(sent))
            session.store.delete(key)
        return RedirectResponse("/", 303), 0


def _find_next_page(session: Session, sent: Mapping[str, str], *, setting_up: bool) -> str:
    """Return the page after a change: the setup after its last question, the person's turn after a combat whose
    outcome they have seen, otherwise the table."""
    game = session.game
    if game.position is None:
        return ""
    if setting_up:
        return "setup"
    if SEEN not in sent or game.question is not None:
        return ""
    status = game.definition.status(game.position)
    return "" if status.over or status.to_move != "human" else "my-turn"


def _read_counts(context: GameContext, sent: Mapping[str, str]) -> list[Input]:
    """Return the inputs of a score sheet, all of them checked."""
    need_table(context)
    sheet = build_sheet(context.view, context.view.score(), telling=True)
    return list(make_inputs(context.view, sheet.parts, read_entered(sheet, sent)))


def _preview_score(context: GameContext, sent: Mapping[str, str]) -> Markup:
    """Return the result with the numbers of the sheet; without them if one is refused."""
    with ExitStack() as stack:
        try:
            for input_ in _read_counts(context, sent):
                stack.enter_context(context.game.tried(input_))
        except Refused as refused:
            return render_verdict(context, context.view.score(), missing=context.translator.sentence(refused.message))
        return render_verdict(context, context.view.score())


def _describe_refusal(context: GameContext, refused: Refused) -> str:
    """Return why an input was refused; of a form, with the field that it is about."""
    words = context.translator.sentence(strip_folders(refused.message))
    asked = context.view.question
    named = refused.where.rpartition(INSIDE)[2].partition("[")[0] if refused.where else ""
    field = dict(asked.fields).get(named) if asked is not None else None
    return words if field is None else f"{field.text.rstrip('?:')}: {words}"


def _undo(session: Session) -> None:
    """Undo a whole turn; while a question is open and of the setup, the last answer."""
    last = session.game.runs[-1]
    answers = 0 if last.question is not None or last.input is None else len(last.answers)
    for _ in range(answers):
        session.undo()
    session.undo_answer()


def _redo(session: Session) -> None:
    """Redo an input with its answers."""
    session.redo()
    while session.game.undone and isinstance(session.game.undone[-1], Respond):
        session.redo()


def read_revision(sent: Mapping[str, str]) -> int:
    text = sent.get("revision", "")
    if not text.isdecimal() or len(text) > 9:
        raise refuse("web.revision", "revision")
    return int(text)
