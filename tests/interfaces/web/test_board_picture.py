"""The board in a page: the part that is shown, and the places of numbers and ways."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from math import dist

from automarium.engine.drawing.svg import disc, place
from automarium.engine.layout import Hand
from automarium.games.scythe.map import BASE, MAT
from automarium.interfaces.web.board.board_frame import render_board
from automarium.interfaces.web.board.board_picture import PHONE, BoardPicture, DrawnBox, crop, find_boxes, load_board
from automarium.interfaces.web.board.marks import RADIUS, FreeSpace, find_number_place, render_marks
from automarium.interfaces.web.pages.table import HEIGHTS
from automarium.interfaces.web.preferences import get_translator
from automarium.views.game import View
from automarium.views.turn_lines import Line
from tests.boards import measure_overview
from tests.games.scythe.kit import game


def board_of_scythe() -> BoardPicture:
    board = load_board(View(game(), get_translator("en", "scythe")), dark=False)
    assert board is not None
    return board


def lines(*hands: Hand) -> Sequence[Line]:
    return [Line(number, (hand,), "", "") for number, hand in enumerate(hands, 1)]


def marks(board: BoardPicture, *hands: Hand, unit: float = 1.0, back: bool = False) -> str:
    return str(render_marks(board, lines(*hands), board.box, FreeSpace(board, board.box, unit), back=back))


def test_board_above_a_long_list_is_low_with_readable_letters() -> None:
    board = board_of_scythe()
    spread = [spot for place in ("r1c1", "r7c6", "r4c3") if (spot := board.spot(place)) is not None]
    assert len(spread) == 3
    heights = [pixels for most, pixels in HEIGHTS if 6 < most <= 11]
    assert heights == [160.0]
    _, _, width, height = crop(board, spread, heights[0])
    assert height / width * PHONE <= 160.5
    assert board.letter * PHONE / width >= 12 - 0.01
    assert crop(board, spread, 228.0) == board.box  # a short list has room for all of it


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
    drawn = marks(board, *come, unit=board.box[2] / PHONE)
    heights = [float(y) for y in re.findall(r'<circle [^>]*?cy="([\d.]+)"', drawn)]
    assert len(heights) == 3
    assert min(heights) > base.y


def test_numbers_of_a_slot_are_side_by_side() -> None:
    """Regression: the second number of a slot of Penumbra lay on the name of the slot."""
    drawn = place("slot-4", "slot 4", (30.0, 50.0), 40.0, data_abreast="1")
    board = BoardPicture(f'<svg viewBox="0 0 300 100">{drawn}</svg>')
    spot, space = board.spot("slot-4"), FreeSpace(board, board.box, 1.0)
    assert spot is not None
    first, second = find_number_place(board, spot, space), find_number_place(board, spot, space)
    assert first is not None
    assert second is not None
    assert first[1] == second[1]
    assert second[0] - first[0] >= 2 * RADIUS
    assert first[0] > spot.x


def test_base_in_a_question_is_outlined() -> None:
    board = board_of_scythe()
    drawn = render_board(board, marked=[BASE])
    assert re.findall(r'<g class="marked" data-place="base"[^>]*data-side="(\w+)"', drawn) == ["human"]
    assert 'class="ring"' not in drawn
    assert 'class="ring"' in render_board(board, marked=["r4c3"])


def _row_of_four() -> BoardPicture:
    drawn = "".join(place(f"N{n}", "", (n * 100.0, 60.0), 50.0, data_lane="36 1") for n in (1, 2, 3, 4))
    return BoardPicture(f'<svg viewBox="0 0 500 200">{drawn}</svg>')


def _ways(drawn: str) -> list[str]:
    return re.findall(r'data-way="([^"]*)"', drawn)


def test_way_runs_along_the_lane_of_a_row() -> None:
    """Regression: the ways of Expeditions hid the names of the locations and the mechs that they passed."""
    board = _row_of_four()
    there = Hand(side="automa", piece="mech", from_="N1", to="N3")
    assert _ways(marks(board, there)) == ["100 60 100 96 300 96 300 60"]
    round_the_end = Hand(side="automa", piece="mech", from_="N4", to="N2")
    (way,) = _ways(marks(board, round_the_end))
    assert way == "400 60 400 96 500 96 / 0 96 200 96 200 60", "it leaves on one side and comes again on the other"
    (way,) = _ways(marks(board, round_the_end, back=True))
    assert way == "400 60 400 96 200 96 200 60", "what is taken back goes the way it came"
    (way,) = _ways(marks(board, Hand(side="human", piece="mech", from_="N2", to="N4"), back=True))
    assert way == "200 60 200 96 400 96 400 60", "a person goes as they like"
    assert 'class="ring"' not in render_board(board, marked=["N2"]), "its outline is marked"


def test_numbers_of_neighbours_do_not_overlap() -> None:
    board = _row_of_four()
    here = [Hand(side="table", piece="map", from_=at, to="mat") for at in ("N1", "N2", "N2")]
    drawn = marks(board, *here, unit=2.2)
    spots = [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', drawn)]
    assert len(spots) == 3
    assert all(dist(one, other) >= 2 * RADIUS * 2.2 - 0.1 for one, other in combinations(spots, 2))


def test_removed_piece_is_crossed_out_at_its_place() -> None:
    """Regression: a piece that went to the supply was gone from the picture, its number stood at nothing."""
    board = board_of_scythe()
    stays = Hand(side="automa", piece="worker", from_="r1c1", to="r1c2")
    leaves = Hand(side="automa", piece="worker", from_="r1c1", to=MAT)
    drawn = marks(board, stays, leaves)
    assert drawn.count('class="gone"') == 1
    assert re.search(r'<g class="way" data-line="2"|<g [^>]*data-line="2"[^>]*data-piece="automa.worker"', drawn)


def test_removed_piece_covers_no_other() -> None:
    """Regression: her removed piece was crossed out on top of the person's own mech after a won fight."""
    mine = disc("piece", (200.0, 62.0), 14.0)
    drawn = place("N2", "", (200.0, 60.0), 50.0, mine)
    board = BoardPicture(f'<svg viewBox="0 0 500 200">{drawn}</svg>')
    removed = marks(board, Hand(side="automa", piece="mech", from_="N2", to=MAT))
    (piece,) = board.boxes
    assert 'class="gone"' in removed
    assert len(find_boxes(removed)) == 2
    assert not any(piece.overlaps(box) for box in find_boxes(removed))


def test_boxes_with_round_corners_overlap_where_they_are_drawn() -> None:
    square, round_ = DrawnBox("", 0, 0, 10, 10), DrawnBox("", 9, 9, 10, 10, 5)
    assert square.overlaps(DrawnBox("", 9, 9, 10, 10))
    assert not square.overlaps(round_), "the corner of the square is outside of the disc"
    assert DrawnBox("", 12, 12, 2, 2).overlaps(round_)
    assert round_.overlaps(DrawnBox("", 12, 12, 2, 2)), "one within the other"
    assert not square.overlaps(DrawnBox("", 10, 0, 10, 10)), "they touch"


def test_fight_is_written_where_an_enemy_waits() -> None:
    there = place("A", "", (100.0, 100.0), 50.0, data_fight="fight") + place("B", "", (250.0, 100.0), 50.0)
    board = BoardPicture(f'<svg viewBox="0 0 400 200">{there}</svg>')
    assert render_board(board, offered=["A", "B"], moving=True).count(">fight<") == 1
    assert ">fight<" not in render_board(board, offered=["B"], moving=True)
    assert ">fight<" not in render_board(board, offered=["A", "B"])


def test_offered_places_glow_above_everything_that_is_drawn() -> None:
    """Regression: a neighbour that was drawn later covered half of the glow."""
    board = board_of_scythe()
    drawn = render_board(board, offered=["r4c3", BASE], leads=str)
    assert drawn.count('class="glows"') == 2
    assert drawn.index('class="glows"') > drawn.rindex("data-place=")
    outline = board.find_outline("r4c3")
    assert outline.startswith("polygon points=")
    assert "fill" not in outline
    assert drawn.count(f"<{outline}") == 3, "the place itself, a rim and the glow"


def test_overview_does_not_cover_an_offered_place() -> None:
    """Regression: at 320 pixels it lay on the piece that was lifted, in the right upper corner."""
    drawn = render_board(board_of_scythe(), marked=["r1c6"], offered=["r1c5", "r2c6"], leads=str, height=440)
    assert re.search(r'class="over script (right|left) low up-left"', drawn)


def test_overview_is_left_out_where_each_corner_has_an_offered_place() -> None:
    """Regression: in a low window it lay on the middle of a place, which could not be tapped there."""
    board = board_of_scythe()
    middles = {place: (spot.x, spot.y) for place in board.places if (spot := board.spot(place, "human")) is not None}
    with_overview = set()
    for name, here in sorted(middles.items()):
        offered = sorted(middles, key=lambda other: (dist(middles[other], here), other))
        for count in (3, 10, 13):
            drawn = render_board(board, offered=offered[:count], leads=str, height=440, overview="all")
            for window in (drawn, re.sub(r"\w+ low up-", "", drawn)):  # a high one and a low one
                overview = measure_overview(window, 320)
                if overview is None:
                    continue
                with_overview.add((name, count))
                covered = [one for one in offered[:count] if overview.overlaps(DrawnBox("", *middles[one], 0, 0))]
                assert covered == [], (name, count)
    assert {("r2c4", 3), ("r2c4", 10)} & with_overview == {("r2c4", 3)}
