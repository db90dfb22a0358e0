"""Every kind of screen of the page: seeded games played by rivals, and the addresses in them.

The contact sheet shows them and the browser tests measure them. The same version always has the same screens.
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
from automarium.box.items import has_items
from automarium.engine.content.component import is_thing_form
from automarium.engine.content.rulings import settle
from automarium.engine.definition import fill_options
from automarium.engine.layout import MAT, OUT, SUPPLY, PlacedPieces
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.engine.question import UNKNOWN, AnyQuestion, Form, Pick
from automarium.games import plugins
from automarium.interfaces.web.app import Settings, make_app
from automarium.interfaces.web.preferences import get_translator
from automarium.sessions.session import Session, new_session
from automarium.storage.sql_store import SqlStore
from automarium.storage.sqlite import SqliteDatabase
from automarium.storage.store import Store
from automarium.views.game import View
from automarium.views.score_sheet import build_sheet, make_inputs
from automarium.views.turn import build_turn

SEED = 5
TURNS = 5  # of the Automa before most screens
MOST_QUESTIONS = 24  # of one game
ENOUGH, MOST = 4, 5  # hands of a turn that is worth a picture
SOME = 8  # amount entered for each source of points
LATEST = 20  # last turn for a picture
NOT_ON_BOARD = (MAT, OUT, SUPPLY)
PAGES = ("my-turn", "her-turn", "mine", "odds", "score", "log", "log?why=1", "signs", "share")
Screens = dict[str, str]  # the address of each screen by its name


@contextlib.contextmanager
def open_store(folder: Path) -> Iterator[Store]:
    """Yield a store with its own boxes and home folder, so that nothing depends on or changes the user's."""
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


class AppServer:
    """Runs the application on a free port as a context manager."""

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


class RivalGame:
    """A game played by a rival up to a chosen point."""

    def __init__(self, store: Store, game: str, options: Mapping[str, Any] | None = None) -> None:
        definition = plugins.load_definition(game)
        self.session: Session = new_session(store, definition, dict(options or find_options(game)), {}, SEED)
        self.rival = definition.lab.rival(self.session.game.pack, Chance(SEED))
        self.inputs = self._inputs()

    def _inputs(self) -> Iterator[None]:
        session = self.session
        yield from self._answers()
        while not session.definition.is_over(session.game.position):
            for input_ in self.rival.turn(lambda: session.game.position):
                session.put(input_)
                yield from self._answers()
                yield

    def _answers(self) -> Iterator[None]:
        while self.session.game.question is not None:
            yield
            self.session.put(Respond(self.rival.answer(self.session.game.question)))

    def until(self, turn: int) -> bool:
        """Play until the Automa's turn of this number is shown. Return False if the game ended before."""
        game = self.session.game
        for _ in self.inputs:
            last = game.runs[-1].input
            hers = game.question is None and last is not None and last.name() == "next"
            if hers and game.definition.status(game.position).turn >= turn:
                return True
        return False

    def until_question(self, seen: set[str]) -> AnyQuestion | None:
        """Play until a question of a kind that is not in ``seen`` is open."""
        for _ in self.inputs:
            question = self.session.game.question
            if question is not None and name_question(question) not in seen:
                return question
        return None


def name_question(question: AnyQuestion) -> str:
    """Return what a question is about; of one for printed facts, also which must be entered."""
    if not is_thing_form(question) or not isinstance(question, Form):
        return question.about.removeprefix("ask.")
    needed = [box.find_section(one.question) for one in question.fields[:-1] if one.question.default != UNKNOWN]
    return "-".join(dict.fromkeys((question.about, *needed)))


def find_options(game: str, **given: Any) -> dict[str, Any]:
    """Return the default options, overridden by those given."""
    definition = plugins.load_definition(game)
    return fill_options(definition, given, settle(definition.rulings, {}), box.checked_pack(definition, {}))


def list_common() -> Screens:
    return {"home": "/", "my-games": "/games", "phone": "/phone", "nowhere": "/nowhere"}


def build_screens(store: Store, game: str, *, few: bool = False) -> Screens:
    """Return every kind of screen of a game, from start to result, with each question on the way. ``few``: only the
    questions of the default options."""
    definition = plugins.load_definition(game)
    found = {"new": f"/new/{game}", "asks": f"/ask/{game}", "rules": f"/rules/{game}"}
    found |= {f"ask-{name}": f"/ask/{game}/{name}" for name in definition.decisions}
    if has_items(definition):
        found |= list_box(game)
    fresh = RivalGame(store, game)
    fresh.until(0)
    found["setup"] = f"/g/{fresh.session.key}/setup"
    played = RivalGame(store, game)
    played.until(TURNS)
    here = f"/g/{played.session.key}"
    found["turn"] = here
    found |= {name.replace("?", "-"): f"{here}/{name}" for name in PAGES}
    mine = [
        one.at for one in played.session.game.layout().lines() if isinstance(one, PlacedPieces) and one.side == "human"
    ]
    found |= {f"at-{place}": f"{here}/at/{place}" for place in dict.fromkeys(mine) if place not in NOT_ON_BOARD}
    found |= {f"tell-{name}": f"{here}/tell/{name}" for name in definition.commands if name != "next"}
    found |= build_questions(store, game, few=few)
    ended = RivalGame(store, game)
    for _ in ended.inputs:
        pass
    found["result"] = f"/g/{ended.session.key}"
    ended = RivalGame(store, game)
    for _ in ended.inputs:
        pass
    fill_score(ended.session)
    found["counted"] = f"/g/{ended.session.key}"
    return found


def list_box(game: str) -> Screens:
    """Return the box, how it is shared, and every form of a component; of forms that ask for the same, the first."""
    definition = plugins.load_definition(game)
    found = {"box": f"/box/{game}", "box-share": f"/box/{game}/share"}
    for kind in definition.content.components(box.checked_pack(definition, {})):
        seen = set()
        for one in kind.components:
            asks = (bool(one.entry), tuple(part.question.about for part in one.parts))
            if asks not in seen:
                seen.add(asks)
                found[f"box-{kind.name}-{one.id}"] = f"/box/{game}/{kind.name}/{one.id}"
    return found


def list_forms(store: Store, game: str) -> Screens:
    """Return every form: those of the box, those in the middle of a turn, and those of a single decision."""
    definition = plugins.load_definition(game)
    found = build_questions(store, game, few=False)
    if has_items(definition):
        found |= list_box(game)
    return found | {f"ask-{name}": f"/ask/{game}/{name}" for name in definition.decisions}


def fill_score(session: Session) -> None:
    """Fill in a score sheet with known values and ``SOME`` of everything else."""
    view = View(session.game, get_translator("en", session.definition.name))
    sheet = build_sheet(view, view.score(), telling=True)
    numbers = [
        {one.name: SOME if one.question.default is None else None for one in part.fields} for part in sheet.parts
    ]
    for input_ in make_inputs(view, sheet.parts, numbers):
        session.put(input_)


def find_vivid_turn(store: Store, game: str) -> str:
    """Return the address of a turn in which a piece moves over the board and several hands are needed."""
    played = RivalGame(store, game)
    for number in range(2, LATEST):
        if not played.until(number):
            break
        session = played.session
        shown = build_turn(View(session.game, get_translator("en", game)), len(session.game.runs) - 1)
        places = [(hand.from_, hand.to) for line in shown.lines for hand in line.hands if hand.piece and not hand.at]
        if ENOUGH <= len(shown.lines) <= MOST and any(not {*ends} & {*NOT_ON_BOARD} for ends in places):
            return f"/g/{session.key}"
    return f"/g/{played.session.key}"


def build_questions(store: Store, game: str, *, few: bool) -> Screens:
    """Return the first question of each kind, each in its own game."""
    found: Screens = {}
    seen: set[str] = set()
    for options in [find_options(game)] if few else list_options(game):
        while len(found) < MOST_QUESTIONS:
            played = RivalGame(store, game, options)
            question = played.until_question(seen)
            if question is None:
                break
            seen.add(name_question(question))
            found[f"question-{name_question(question)}"] = f"/g/{played.session.key}"
    return found


def list_options(game: str) -> Iterator[dict[str, Any]]:
    """Yield the default options, then variants with each option changed: they lead to other questions."""
    usual = find_options(game)
    yield usual
    definition = plugins.load_definition(game)
    for field in definition.setup.option_fields(
        usual, settle(definition.rulings, {}), box.checked_pack(definition, {})
    ):
        others = field.question.options if isinstance(field.question, Pick) else ()
        for other in others:
            if other != usual[field.name] and field.name in ("level", "deck", "own", "dice"):
                yield find_options(game, **{field.name: other})
