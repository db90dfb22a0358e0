"""The board in a page: the part that is shown, and the places of numbers and arrows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from math import dist

import pytest

from automarium.engine.drawing.svg import place
from automarium.engine.layout import Hand
from automarium.games.scythe.map import BASE, MAT
from automarium.interfaces.web.board.board_frame import render_board
from automarium.interfaces.web.board.board_picture import PHONE, BoardPicture, crop, load_board
from automarium.interfaces.web.board.move_arrows import RADIUS, find_corner, render_marks
from automarium.interfaces.web.pages.table import HEIGHTS
from automarium.interfaces.web.preferences import get_translator
from automarium.views.game import View
from automarium.views.turn_lines import Line
from tests.games.scythe.kit import game


def board_of_scythe() -> BoardPicture:
    board = load_board(View(game(), get_translator("en", "scythe")), dark=False)
    assert board is not None
    return board


def lines(*hands: Hand) -> Sequence[Line]:
    return [Line(number, (hand,), "", "") for number, hand in enumerate(hands, 1)]


def test_board_above_a_long_list_is_low_with_readable_letters() -> None:
    board = board_of_scythe()
    spread = [spot for place in ("r1c1", "r7c6", "r4c3") if (spot := board.spot(place)) is not None]
    assert len(spread) == 3
    heights = [pixels for most, pixels in HEIGHTS if 6 < most <= 11]
    assert heights == [180.0]
    _, _, width, height = crop(board, spread, heights[0])
    assert height / width * PHONE <= 180.5
    assert board.letter * PHONE / width >= 12 - 0.01
    assert crop(board, spread, 256.0) == board.box  # a short list has room for all of it


def test_base_at_the_edge_of_a_crop_is_shown_whole() -> None:
    """Regression: the edge went through the plate with the name, and pieces stood on half a disc."""
    board = board_of_scythe()
    here, base = board.spot("r4c3"), board.bases[0]
    assert here is not None
    left, top, width, height = crop(board, [here], 440.0)
    assert (left, top, width, height) != board.box
    assert left <= base.x - base.reach
    assert base.x + base.reach <= left + width
    assert top <= base.y - base.reach
    assert left < here.x < left + width


def test_numbers_of_a_base_are_below_its_name() -> None:
    board = board_of_scythe()
    base = board.spot(BASE, "automa")
    assert base is not None
    come = [Hand(side="automa", piece=piece, from_=MAT, to=BASE) for piece in ("character", "mech", "worker")]
    drawn = render_marks(board, lines(*come), board.box[2] / PHONE, board.box)
    heights = [float(y) for y in re.findall(r'<circle [^>]*?cy="([\d.]+)"', drawn)]
    assert len(heights) == 3
    assert min(heights) > base.y


def test_numbers_of_a_slot_do_not_cover_its_name() -> None:
    """Regression: the second number of a slot of Penumbra lay on the name of the slot."""
    drawn = place("slot-4", "slot 4", (30.0, 50.0), 40.0, data_abreast="1")
    board = BoardPicture(f'<svg viewBox="0 0 300 100">{drawn}</svg>')
    spot = board.spot("slot-4")
    assert spot is not None
    assert spot.in_a_row
    (first, level), (second, also) = find_corner(spot, 0, 1.0), find_corner(spot, 1, 1.0)
    assert level == also
    assert second - first >= 2 * RADIUS
    assert first > spot.x


def test_base_in_a_question_is_outlined() -> None:
    board = board_of_scythe()
    drawn = render_board(board, marked=[BASE])
    assert re.findall(r'<g class="marked" data-place="base"[^>]*data-side="(\w+)"', drawn) == ["human"]
    assert 'class="ring"' not in drawn
    assert 'class="ring"' in render_board(board, marked=["r4c3"])


def _row_of_four() -> BoardPicture:
    drawn = "".join(place(f"N{n}", "", (n * 100.0, 60.0), 50.0, data_lane="36 1") for n in (1, 2, 3, 4))
    return BoardPicture(f'<svg viewBox="0 0 500 200">{drawn}</svg>')


def _paths(drawn: str) -> list[str]:
    return re.findall(r'<path d="([^"]*)" class="shaft"', drawn)


def test_arrow_runs_along_the_lane_of_a_row() -> None:
    """Regression: the arrows of Expeditions hid the names of the locations and the mechs that they passed."""
    board = _row_of_four()
    there = lines(Hand(side="automa", piece="mech", from_="N1", to="N3"))
    (path,) = _paths(render_marks(board, there, 1.0, board.box))
    assert re.fullmatch(r"M121 29V92Q121 96 125 96H290", path), path
    round_the_end = lines(Hand(side="automa", piece="mech", from_="N4", to="N2"))
    (path,) = _paths(render_marks(board, round_the_end, 1.0, board.box))
    assert path.endswith("H500M0 96H190"), "it leaves on one side and comes again on the other"
    (path,) = _paths(render_marks(board, round_the_end, 1.0, board.box, back=True))
    assert path.startswith("M379 29"), "what is taken back goes the way it came"
    assert path.endswith("H210")
    mine = lines(Hand(side="human", piece="mech", from_="N2", to="N4"))
    (path,) = _paths(render_marks(board, mine, 1.0, board.box, back=True))
    assert path.endswith("Q221 96 225 96H390"), "a person goes as they like"
    assert 'class="ring"' not in render_board(board, marked=["N2"]), "its outline is marked"


def test_numbers_of_neighbours_do_not_overlap() -> None:
    board = _row_of_four()
    here = [Hand(side="table", piece="map", from_=at, to="mat") for at in ("N1", "N2", "N2")]
    drawn = render_marks(board, lines(*here), 2.2, board.box)
    spots = [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', drawn)]
    assert len(spots) == 3
    assert all(dist(one, other) >= 1.6 * RADIUS * 2.2 for one, other in combinations(spots, 2))


def test_removed_piece_is_crossed_out_at_its_place() -> None:
    """Regression: a piece that went to the supply was gone from the picture, its number stood at nothing."""
    board = board_of_scythe()
    stays = Hand(side="automa", piece="worker", from_="r1c1", to="r1c2")
    leaves = Hand(side="automa", piece="worker", from_="r1c1", to=MAT)
    drawn = str(render_marks(board, lines(stays, leaves), 1.0, board.box))
    assert drawn.count('class="gone"') == 1
    assert '<g class="gone" data-line="2">' in drawn.replace("'", '"')


def test_removed_piece_in_a_row_leaves_others_visible() -> None:
    """Regression: she took the map token of the place where her mech stood, and the mech was crossed out."""
    board = _row_of_four()
    spot = board.spot("N2")
    assert spot is not None
    assert spot.lane is not None
    drawn = str(render_marks(board, lines(Hand(side="table", piece="map", from_="N2", to=MAT)), 1.0, board.box))
    (first, *_) = re.findall(r'<path d="M[-\d.]+ ([-\d.]+)L[-\d.]+ ([-\d.]+)', drawn)
    assert sum(map(float, first)) / 2 == pytest.approx(spot.y + spot.lane.below)


def test_overview_does_not_cover_an_offered_place() -> None:
    """Regression: at 320 pixels it lay on the piece that was lifted, in the right upper corner."""
    drawn = render_board(board_of_scythe(), marked=["r1c6"], offered=["r1c5", "r2c6"], leads=str, height=440)
    assert re.search(r'class="over script (right|left) low up-left"', drawn)
