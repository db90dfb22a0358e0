"""Boards of games that rivals play, and what covers what on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from benchmarks.questions import list_options

from automarium.engine.definition import Rival
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import NEXT, Respond
from automarium.games import plugins
from automarium.interfaces.web.board.board_frame import render_board
from automarium.interfaces.web.board.board_picture import BOX, PHONE, DrawnBox, Rectangle, find_boxes, load_board
from automarium.interfaces.web.pages.table import find_height
from automarium.interfaces.web.preferences import get_translator
from automarium.sessions.session import Session, new_session
from automarium.storage.store import Store
from automarium.views.game import View
from automarium.views.turn import build_turn

TOUCH = 0.4  # pixels that two things may share
ENOUGH = 3  # lines of a lively turn
MARGIN = 12.0  # pixels beside the board of a phone


def play_turns(store: Store, game: str, seed: int) -> Iterator[Session]:
    """Play games one after the other, and stop after each turn of the Automa that leaves something to move."""
    definition = plugins.load_definition(game)
    every = list(list_options(definition))
    while True:
        session = new_session(store, definition, every[seed % len(every)], {}, seed)
        rival = definition.lab.rival(session.game.pack, Chance(seed + 1))
        seed += 1
        yield from _play_game(session, rival)


def _play_game(session: Session, rival: Rival) -> Iterator[Session]:
    def answer() -> None:
        while session.game.question is not None:
            session.put(Respond(rival.answer(session.game.question)))

    answer()
    while not session.definition.is_over(session.game.position):
        for input_ in rival.turn(lambda: session.game.position):
            session.put(input_)
            answer()
            if session.definition.is_over(session.game.position):
                break
            if input_.name() == NEXT:
                yield session


def find_lively_turn(store: Store, game: str, seed: int) -> Session:
    """Play until a turn of the Automa without a question leaves several things to do, one of them a piece to move over
    the board or to put on it."""
    for session in play_turns(store, game, seed):
        view = View(session.game, get_translator("en", game))
        turn, board = build_turn(view, len(session.game.runs) - 1), load_board(view, dark=False)
        hands = [hand for line in turn.lines for hand in line.hands]
        on_board = [hand for hand in hands if board is not None and board.spots_of(hand)[1] is not None]
        if not session.game.runs[-1].answers and len(turn.lines) >= ENOUGH and on_board:
            return session
    raise AssertionError("play_turns has no end")


def render_turn(session: Session, lang: str = "en", *, dark: bool = False) -> str:
    """Return the board of the Automa's last turn, as the page shows it."""
    view = View(session.game, get_translator(lang, session.definition.name))
    board = load_board(view, dark=dark)
    assert board is not None
    turn = build_turn(view, len(session.game.runs) - 1)
    lines = list(turn.segments[-1]) if turn.folds else turn.lines
    return render_board(board, lines=lines, height=find_height(turn.at_once), overview="all")


def find_shown(drawn: str) -> Rectangle:
    """Return the part of the board that a phone shows."""
    found = BOX.search(drawn)
    assert found is not None
    left, top, width, height = map(float, found[1].split())
    return left, top, width, height


def find_covered(drawn: str, part: Rectangle | None = None) -> list[tuple[DrawnBox, DrawnBox]]:
    """Return the pairs of labels, pieces, tokens and marks of a drawing that cover each other, in the part that is
    shown."""
    left, top, width, height = part or find_shown(drawn)
    shown = DrawnBox("", left, top, width, height)
    touch = TOUCH * width / PHONE
    boxes = [_shrink(box, touch / 2) for box in find_boxes(drawn) if box.overlaps(shown)]
    return [(one, other) for one, other in combinations(boxes, 2) if one.overlaps(other)]


def _shrink(box: DrawnBox, by: float) -> DrawnBox:
    return DrawnBox(
        box.kind, box.left + by, box.top + by, box.width - 2 * by, box.height - 2 * by, max(0.0, box.rounded - by)
    )


def measure_overview(drawn: str, width: int) -> DrawnBox | None:
    """Return what the overview covers of the drawing in a page so many pixels wide; None if there is none."""
    corner = re.search(r'class="over script ([^"]*)"', drawn)
    whole = re.search(r'data-whole="([-\d. ]+)"', drawn)
    if corner is None or whole is None:
        return None
    left, top, wide, high = find_shown(drawn)
    unit = wide / (width - 2 * MARGIN)
    _, _, all_wide, all_high = map(float, whole[1].split())
    size = 84 * unit, (min(92.0, 78 * all_high / all_wide) + 6) * unit
    words = corner[1].split(" up-")[0].split()
    x = left + 6 * unit if "left" in words else left + wide - 6 * unit - size[0]
    y = top + high - 6 * unit - size[1] if "low" in words else top + 6 * unit
    return DrawnBox("overview", x, y, *size)
