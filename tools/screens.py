"""Every kind of screen that the page has: games played by the stand-ins from a seed, and the addresses in them.

The contact sheet shows them, and the tests of the browser measure them; the same version always has the same screens.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import uvicorn

from automarium.box import box
from automarium.box.items import has_things
from automarium.engine.content.rulings import settle
from automarium.engine.definition import filled_options
from automarium.engine.layout import MAT, OUT, SUPPLY, PlacedPieces
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.question import AnyQuestion, Pick
from automarium.games import plugins
from automarium.interfaces.web.app import Settings, make_app
from automarium.interfaces.web.translations import get_translator
from automarium.sessions.session import Session, new_session
from automarium.storage.sql_store import SqlStore
from automarium.storage.sqlite import SqliteDatabase
from automarium.storage.store import Store
from automarium.views.game import View
from automarium.views.score_sheet import counted, sheet_of
from automarium.views.turn import turn

SEED = 5
TURNS = 5  # of hers, before most screens are looked at
MOST_QUESTIONS = 24  # of one game
ENOUGH, MOST = 4, 5  # hands of a turn that is worth a picture
SOME = 8  # of what a person counts at the end
LATEST = 20  # turns: the picture is taken before
NOT_ON_BOARD = (MAT, OUT, SUPPLY)
PAGES = ("my-turn", "her-turn", "mine", "odds", "score", "log", "log?why=1", "signs", "share")
Screens = dict[str, str]  # the address of each screen by its name


@contextlib.contextmanager
def store_in(folder: Path) -> Iterator[Store]:
    """A store with boxes of its own, in a home of its own: whose machine this is shows nowhere, and what the stand-ins
    say of printed components comes into nobody's real box."""
    before = os.environ.get("AUTOMARIUM_HOME")
    os.environ["AUTOMARIUM_HOME"] = str(folder)
    store = SqlStore(SqliteDatabase(folder / "games.db"))
    try:
        yield store
    finally:
        store.close()
        if before is None:
            del os.environ["AUTOMARIUM_HOME"]
        else:
            os.environ["AUTOMARIUM_HOME"] = before


class Serving:
    """The application on a port of its own, as long as it is looked at."""

    def __init__(self, store: Store) -> None:
        config = uvicorn.Config(make_app(Settings(rate=0), store), port=0, log_level="warning", access_log=False)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    def __enter__(self) -> str:
        self.thread.start()
        while not self.server.started:
            self.thread.join(0.05)
        return f"http://127.0.0.1:{self.server.servers[0].sockets[0].getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()


class Played:
    """A game that a stand-in plays, and where to stop."""

    def __init__(self, store: Store, game: str, options: Mapping[str, Any] | None = None) -> None:
        definition = plugins.load_definition(game)
        self.session: Session = new_session(store, definition, dict(options or options_of(game)), {}, SEED)
        self.rival = definition.lab.rival(self.session.game.pack, Chance(SEED))
        self.inputs = self._inputs()

    def _inputs(self) -> Iterator[None]:
        session = self.session
        yield from self._answers()
        while not session.definition.is_over(session.game.position):
            for told in self.rival.turn(lambda: session.game.position):
                session.put(told)
                yield from self._answers()
                yield

    def _answers(self) -> Iterator[None]:
        while self.session.game.question is not None:
            yield
            self.session.put(Respond(self.rival.answer(self.session.game.question)))

    def until(self, turn: int) -> bool:
        """Until her turn of this number is on the table; False if the game ended before."""
        game = self.session.game
        for _ in self.inputs:
            last = game.runs[-1].input
            hers = game.question is None and last is not None and last.name() == "next"
            if hers and game.definition.status(game.position).turn >= turn:
                return True
        return False

    def until_question(self, seen: set[str]) -> AnyQuestion | None:
        """Until a question of a new kind is open."""
        for _ in self.inputs:
            question = self.session.game.question
            if question is not None and question.about not in seen:
                return question
        return None


def options_of(game: str, **given: Any) -> dict[str, Any]:
    """What Enter chooses, but for what is given."""
    definition = plugins.load_definition(game)
    return filled_options(definition, given, settle(definition.rulings, {}), box.checked_pack(definition, {}))


def common() -> Screens:
    return {"home": "/", "my-games": "/games", "phone": "/phone", "nowhere": "/nowhere"}


def screens_of(store: Store, game: str, *, few: bool = False) -> Screens:
    """Every kind of screen of a game: from its beginning to its result, with each question that came up on the way;
    ``few``: only with those that come up in the usual way to play."""
    definition = plugins.load_definition(game)
    found = {"new": f"/new/{game}", "asks": f"/ask/{game}", "rules": f"/rules/{game}"}
    found |= {f"ask-{name}": f"/ask/{game}/{name}" for name in definition.decisions}
    if has_things(definition):
        found["box"] = f"/box/{game}"
    fresh = Played(store, game)
    fresh.until(0)
    found["setup"] = f"/g/{fresh.session.key}/setup"
    played = Played(store, game)
    played.until(TURNS)
    here = f"/g/{played.session.key}"
    found["turn"] = here
    found |= {name.replace("?", "-"): f"{here}/{name}" for name in PAGES}
    mine = [
        one.at for one in played.session.game.layout().lines() if isinstance(one, PlacedPieces) and one.side == "human"
    ]
    found |= {f"at-{place}": f"{here}/at/{place}" for place in dict.fromkeys(mine) if place not in NOT_ON_BOARD}
    found |= {f"tell-{name}": f"{here}/tell/{name}" for name in definition.commands if name != "next"}
    found |= questions(store, game, few=few)
    ended = Played(store, game)
    for _ in ended.inputs:
        pass
    found["result"] = f"/g/{ended.session.key}"
    ended = Played(store, game)
    for _ in ended.inputs:
        pass
    count(ended.session)
    found["counted"] = f"/g/{ended.session.key}"
    return found


def count(session: Session) -> None:
    """A sheet filled in with whatever is known, and so many of everything else."""
    view = View(session.game, get_translator("en", session.definition.name))
    sheet = sheet_of(view, view.score(), telling=True)
    numbers = [
        {one.name: SOME if one.question.default is None else None for one in part.fields} for part in sheet.parts
    ]
    for input_ in counted(view, sheet.parts, numbers):
        session.put(input_)


def telling_turn(store: Store, game: str) -> str:
    """The address of a turn of hers with something to see: a piece that goes over the board, and several hands."""
    played = Played(store, game)
    for number in range(2, LATEST):
        if not played.until(number):
            break
        session = played.session
        shown = turn(View(session.game, get_translator("en", game)), len(session.game.runs) - 1)
        places = [(hand.from_, hand.to) for line in shown.lines for hand in line.hands if hand.piece and not hand.at]
        if ENOUGH <= len(shown.lines) <= MOST and any(not {*ends} & {*NOT_ON_BOARD} for ends in places):
            return f"/g/{session.key}"
    return f"/g/{played.session.key}"


def questions(store: Store, game: str, *, few: bool) -> Screens:
    """The first question of each kind, each in a game of its own that waits there."""
    found: Screens = {}
    seen: set[str] = set()
    for options in [options_of(game)] if few else ways_to_play(game):
        while len(found) < MOST_QUESTIONS:
            played = Played(store, game, options)
            question = played.until_question(seen)
            if question is None:
                break
            seen.add(question.about)
            found[f"question-{question.about.removeprefix('ask.')}"] = f"/g/{played.session.key}"
    return found


def ways_to_play(game: str) -> Iterator[dict[str, Any]]:
    """What Enter chooses, then each of its options chosen otherwise: other questions come up there."""
    usual = options_of(game)
    yield usual
    definition = plugins.load_definition(game)
    for field in definition.setup.option_fields(
        usual, settle(definition.rulings, {}), box.checked_pack(definition, {})
    ):
        others = field.question.options if isinstance(field.question, Pick) else ()
        for other in others:
            if other != usual[field.name] and field.name in ("level", "deck", "own", "dice"):
                yield options_of(game, **{field.name: other})
