"""The pages of a game answer, and the picture of its board shows every place, so that each can be tapped."""

from __future__ import annotations

import asyncio
import logging
import re
import tempfile
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from automarium.check.subject import SEED, Subject, play_inputs
from automarium.engine.consistency import Finding, finding
from automarium.engine.content.rulings import settle
from automarium.engine.definition import fill_options
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import NEXT, Respond, find_next_field
from automarium.engine.question import Pick
from automarium.i18n.languages import LANGUAGES
from automarium.interfaces.web.app import Settings, make_app
from automarium.sessions.session import Session, new_session
from automarium.storage.store_factory import open_store

TURNS = 3  # of the Automa before the pages are read
PAGES = ("", "/my-turn", "/mine", "/log?why=1", "/odds", "/score", "/setup")
FOUND = 200
MAY_REFUSE = (["tell"], ["odds"])  # a command that is not possible now, a deck of the player's own


def check_pages(subject: Subject) -> Iterator[Finding]:
    if not subject.levels:
        return
    definition = subject.definition
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(f"sqlite:{Path(folder) / 'games.db'}")
        app = make_app(Settings(rate=0), store)
        rulings = settle(definition.rulings, {})
        options = fill_options(definition, {"level": subject.levels[-1]}, rulings, subject.pack)
        session = new_session(store, definition, options, {}, SEED)
        _play_turns(session)
        commands = [f"/tell/{name}" for name in definition.commands if name != NEXT]
        for lang in (one for one in subject.languages if one in LANGUAGES):
            for path in (f"/rules/{definition.name}", *(f"/g/{session.key}{one}" for one in (*PAGES, *commands))):
                status, logged = asyncio.run(_get(app, path, lang))
                if status != FOUND and not (status < 500 and path.split("/")[3:4] in MAY_REFUSE):
                    at = subject.find_in_code("(Page[")
                    yield finding("page", *at, path=path.replace(session.key, "…"), status=status, detail=logged)


def _play_turns(session: Session) -> None:
    """Play a few turns of both sides."""
    game = session.game
    rival = session.definition.lab.rival(game.pack, Chance(SEED + 1))
    turns = 0
    while turns < TURNS and not (game.question is None and session.definition.is_over(game.position)):
        while session.game.question is not None:
            session.put(Respond(rival.answer(session.game.question)))
        for entered in rival.turn(lambda: session.game.position):
            session.put(entered)
            while session.game.question is not None:
                session.put(Respond(rival.answer(session.game.question)))
            turns += entered.name() == NEXT
            if session.definition.is_over(session.game.position):
                return


class _LastError(logging.Handler):
    text = ""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.text = self.text or (f"{type(error).__name__}: {error}" if error else record.getMessage())


async def _get(app: Any, path: str, lang: str) -> tuple[int, str]:
    """Return the status of a page, and the error that was logged for it."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    where, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": where,
        "raw_path": where.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost"), (b"cookie", f"lang={lang}".encode())],
        "client": ("127.0.0.1", 0),
        "server": ("localhost", 80),
    }
    last = _LastError()
    logger = logging.getLogger("automarium")
    logger.addHandler(last)
    try:
        await app(scope, receive, send)
    except Exception as error:
        return 500, f"{type(error).__name__}: {error}"
    finally:
        logger.removeHandler(last)
    return int(sent[0]["status"]) if sent else 500, last.text


PLACE = re.compile(r'<g [^>]*data-place="([^"]*)"[^>]*>')
TAPPED = re.compile(r'<g data-place="([^"]*)" data-at="([-\d. ]+)"')
BOX = re.compile(r'viewBox="([-\d. ]+)"')
EVERY = 5  # inputs between two pictures


def check_board(subject: Subject) -> Iterator[Finding]:
    if not subject.levels:
        return
    definition = subject.definition
    at = subject.find_function(type(definition.page).svg)
    for count, (game, _) in enumerate(play_inputs(definition, subject.levels[0])):
        if game.position is None or game.question is not None or count % EVERY:
            continue
        pictures = [definition.draw(game.position, game.rulings, _say, bare=bare) for bare in (True, False)]
        for picture in pictures:
            try:
                ElementTree.fromstring(picture)
            except ElementTree.ParseError as error:
                yield finding("svg", *at, detail=str(error))
                return
        found = list(_check_places(subject, game, pictures[0], at))
        yield from found
        if found:
            return


def _say(key: str, /, **params: object) -> str:
    return key


def _check_places(subject: Subject, game: Playthrough, picture: str, at: tuple[str, int]) -> Iterator[Finding]:
    drawn = set(PLACE.findall(picture))
    tapped = dict(TAPPED.findall(picture))
    box = BOX.search(picture)
    left, top, width, height = map(float, box[1].split()) if box else (0.0, 0.0, 0.0, 0.0)
    away = subject.definition.page.undrawn
    for place in list_places(game):
        if any(fnmatch(place, one) for one in away):
            continue
        if place not in drawn:
            yield finding("undrawn", *at, place=place)
        elif place not in tapped:
            yield finding("untappable", *at, place=place)
        else:
            x, y, _ = map(float, tapped[place].split())
            if not (left <= x <= left + width and top <= y <= top + height):
                yield finding("outside", *at, place=place)


def list_places(game: Playthrough) -> list[str]:
    """Return the places where pieces are, and those that a command asks for."""
    found = {place: None for _, _, place, _ in game.layout().pieces}
    for command in game.definition.commands.values():
        try:
            field = find_next_field(command, game.position, {})
        except Refused:
            continue
        if field is not None and isinstance(field.question, Pick) and field.question.family == "place":
            found |= {str(option): None for option in field.question.options}
    return list(found)
