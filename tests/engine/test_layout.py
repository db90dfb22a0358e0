"""Hands: the net change between two layouts; applied literally they give the second one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from automarium.check.playing import list_changes
from automarium.engine.layout import (
    MAT,
    PLENTY,
    SUPPLY,
    Change,
    Hand,
    Layout,
    PieceMove,
    PlacedPieces,
    Side,
    TrackKey,
    TrackValue,
    find_changes,
    find_hands,
    find_hands_back,
    to_data,
)
from tests.games.whole_games import Books

Pile = tuple[Side, str, str, int] | tuple[Side, str, str, int, str]


def laid(*piles: Pile, **tracks: int | str) -> Layout:
    """Return a layout of pieces (side, piece, place, count, state); tracks are the Automa's."""
    layout = Layout()
    for pile in piles:
        layout.lay(*pile)
    for track, at in tracks.items():
        layout.mark("automa", track, at)
    return layout


def workers(**places: int) -> list[Pile]:
    return [("automa", "worker", at, count) for at, count in places.items()]


def went(start: str, end: str, count: int = 1) -> Hand:
    return Hand(side="automa", piece="worker", from_=start, to=end, count=count)


def test_a_table_is_a_sorted_list_pieces_first() -> None:
    table = laid(("table", "tile", "N1", 1, "open"), *workers(b=1, a=2), ("automa", "worker", "a", 1), power=3)
    assert table.lines() == [
        PlacedPieces("automa", "worker", "a", count=3),
        PlacedPieces("automa", "worker", "b"),
        PlacedPieces("table", "tile", "N1", "open"),
        TrackValue("automa", "power", 3),
    ]
    assert [to_data(line) for line in table.lines()] == [
        {"side": "automa", "piece": "worker", "at": "a", "count": 3},
        {"side": "automa", "piece": "worker", "at": "b"},
        {"side": "table", "piece": "tile", "at": "N1", "state": "open"},
        {"side": "automa", "track": "power", "at": 3},
    ]


def test_nothing_lies_where_no_piece_is() -> None:
    assert laid(*workers(a=0)).lines() == []


def test_a_piece_that_went_is_one_hand() -> None:
    assert find_hands(laid(*workers(a=1)), laid(*workers(b=1))) == [went("a", "b")]
    assert to_data(went("a", "b")) == {"side": "automa", "piece": "worker", "from": "a", "to": "b"}


def test_like_pieces_with_the_same_way_are_one_hand() -> None:
    assert find_hands(laid(*workers(a=3)), laid(*workers(a=1, b=2))) == [went("a", "b", 2)]


def test_what_came_back_is_no_hand() -> None:
    ways = [PieceMove("automa", "worker", "a", "b"), PieceMove("automa", "worker", "b", "a")]
    assert find_hands(laid(*workers(a=1)), laid(*workers(a=1)), ways) == []


def test_ways_say_which_piece_went_where() -> None:
    before, after = laid(*workers(a=1, b=1)), laid(*workers(c=1, d=1))
    crossed = [PieceMove("automa", "worker", "a", "d"), PieceMove("automa", "worker", "b", "c")]
    assert find_hands(before, after, crossed) == [went("a", "d"), went("b", "c")]
    assert find_hands(before, after, crossed[::-1]) == [went("b", "c"), went("a", "d")], "in the order they were told"


def test_a_piece_that_went_on_is_shown_from_its_first_place_to_its_last() -> None:
    before, after = laid(*workers(a=1, b=1)), laid(*workers(c=1, d=1))
    ways = [PieceMove("automa", "worker", start, end) for start, end in ("ax", "bc", "xd")]
    assert find_hands(before, after, ways) == [went("a", "d"), went("b", "c")]


def test_ways_that_tell_of_more_than_is_different_do_no_harm() -> None:
    ways = [
        PieceMove("automa", "worker", "a", "b"),
        PieceMove("human", "worker", "a", "b"),
        PieceMove("automa", "mech", "a", "b"),
    ]
    assert find_hands(laid(*workers(c=1)), laid(*workers(d=1)), ways) == [went("c", "d")]


def test_a_piece_that_only_turns_stays_where_it_is() -> None:
    before, after = laid(("table", "tile", "N1", 2, "closed")), laid(("table", "tile", "N1", 2, "open"))
    turned = Hand(side="table", piece="tile", at="N1", from_="closed", to="open", count=2)
    assert find_hands(before, after) == [turned]
    assert to_data(turned) == {
        "side": "table",
        "piece": "tile",
        "at": "N1",
        "from": "closed",
        "to": "open",
        "count": 2,
    }


def test_a_piece_that_turns_and_goes_does_one_after_the_other() -> None:
    before, after = laid(("human", "unit", "a", 1, "up")), laid(("human", "unit", "b", 1, "down"))
    assert find_hands(before, after) == [
        Hand(side="human", piece="unit", at="a", from_="up", to="down"),
        Hand(side="human", piece="unit", from_="a", to="b", state="down"),
    ]


def test_what_is_in_no_pile_comes_from_the_supply_and_goes_there() -> None:
    assert find_hands(laid(), laid(*workers(a=2))) == [went(SUPPLY, "a", 2)]
    assert find_hands(laid(*workers(a=2)), laid()) == [went("a", SUPPLY, 2)]


def test_tracks_tell_both_values_and_a_new_counter_begins_at_nothing() -> None:
    assert find_hands(laid(power=1, coins=2, order="last"), laid(power=5, coins=2, swept=1, order="first")) == [
        Hand(side="automa", track="power", from_=1, to=5),
        Hand(side="automa", track="swept", from_=0, to=1),
        Hand(side="automa", track="order", from_="last", to="first"),
    ]
    gone = find_hands(laid(swept=1), laid())
    assert [to_data(hand) for hand in gone] == [{"side": "automa", "track": "swept", "from": 1, "to": 0}]


def test_what_was_told_is_taken_out_of_what_is_left_to_do() -> None:
    before = laid(*workers(a=2), ("table", "map", "a", 1), power=3)
    told = laid(*workers(a=1, b=1), ("table", "map", "a", 1), power=4)
    after = laid(*workers(b=1), ("automa", "worker", MAT, 1), ("table", "map", MAT, 1), power=6)
    known = before.with_changes(find_changes(before, told))
    assert known.lines() == told.lines()
    assert find_hands(known, after) == [
        went("a", MAT),
        Hand(side="table", piece="map", from_="a", to=MAT),
        Hand(side="automa", track="power", from_=4, to=6),
    ]


def test_changes_are_what_became_different() -> None:
    before, after = laid(*workers(a=2), power=3), laid(*workers(a=1, b=1), power=4)
    assert find_changes(before, after) == [
        Change(("automa", "worker", "a", ""), -1),
        Change(("automa", "worker", "b", ""), 1),
        Change(("automa", "power"), 4),
    ]
    assert find_changes(before, before) == []


PART = st.lists(st.tuples(st.sampled_from(["tile", "token"]), st.sampled_from("ab")), max_size=4)
COUNTERS: dict[TrackKey, int] = {("table", "swept"): 0, ("table", "cleared"): 0}


@given(st.lists(st.tuples(PART, PART), max_size=4), st.data())
def test_parts_compare_like_one_layout(drawn: Sequence[Any], data: st.DataObject) -> None:
    """Each part has kinds of its own; some are shared by both layouts. The same pieces laid one by one give the same
    hands and changes, in the same order."""
    in_parts, singly = (Layout(), Layout()), (Layout(), Layout())
    for number, both in enumerate(drawn):
        shared = data.draw(st.booleans())
        parts = []
        for pieces in both[:1] if shared else both:
            part = Layout()
            for piece, at in pieces:
                part.lay("table", f"{piece}-{number}", at)
            parts.append(part)
        for whole, plain, part in zip(in_parts, singly, parts * 2 if shared else parts, strict=True):
            whole.lay_all(part)
            for thing, count in part.pieces.items():
                plain.lay(*thing[:3], count)
    for layouts in (in_parts, singly):
        for layout in layouts:
            layout.mark_zero(COUNTERS)
    for name in ("swept", "cleared"):
        for index in (0, 1):
            if (value := data.draw(st.integers(0, 2))) > 0:
                in_parts[index].mark("table", name, value)
                singly[index].mark("table", name, value)
    assert in_parts[0].lines() == singly[0].lines()
    changes = find_changes(*in_parts)
    assert changes == find_changes(*singly)
    assert find_hands(*in_parts) == find_hands(*singly)
    before = in_parts[0].lines()
    assert in_parts[0].with_changes(changes).lines() == in_parts[1].lines()
    assert in_parts[0].lines() == before, "a changed layout is another one"


def test_a_supply_is_what_is_left_of_a_stock() -> None:
    table = Layout()
    table.lay_supply("table", "coin", 2, 5)
    table.lay_supply("table", "gem", 1, 1)
    table.lay_supply("table", "token", 4)
    table.mark("automa", "power", 3)
    table.mark_zero({("automa", "power"): 0, ("automa", "swept"): 0})
    assert table.lines() == [
        PlacedPieces("table", "coin", SUPPLY, count=3),
        PlacedPieces("table", "token", SUPPLY, count=PLENTY - 4),
        TrackValue("automa", "power", 3),
        TrackValue("automa", "swept", 0),
    ]


PIECES = st.lists(st.tuples(st.sampled_from(["worker", "mech"]), st.sampled_from(["up", "down"])), max_size=6)
PLACES = ["a", "b", "c", MAT]


@given(st.data(), PIECES)
def test_hands_applied_literally_give_the_second_table(data: st.DataObject, pieces: Sequence[tuple[str, str]]) -> None:
    """Any pieces anywhere, any ways told: as long as none is lost, hands done literally lead from one to the other."""
    before, after = Layout(), Layout()
    ways: list[PieceMove] = []
    for piece, state in pieces:
        start, end = data.draw(st.sampled_from(PLACES)), data.draw(st.sampled_from(PLACES))
        before.lay("automa", piece, start, state=state)
        after.lay("automa", piece, end, state=data.draw(st.sampled_from(["up", "down"])))
        if data.draw(st.booleans()):
            ways.append(PieceMove("automa", piece, start, data.draw(st.sampled_from(PLACES))))
    for layout in (before, after):
        layout.mark("automa", "power", data.draw(st.integers(0, 3)))
    books = Books(before)
    found = find_hands(before, after, ways)
    for hand in found:
        books.do(hand)
    assert (books.pieces, books.tracks) == (after.pieces, after.tracks)
    assert len(found) == len(set(found))
    assert all(hand.at or hand.from_ != hand.to for hand in found), "nothing is done for nothing"


@pytest.mark.parametrize("wrong", [went("a", "b", 3), went("c", "b")])
def test_the_books_take_no_piece_that_is_not_there(wrong: Hand) -> None:
    with pytest.raises(AssertionError, match="nothing is there"):
        Books(laid(*workers(a=2))).do(wrong)


def test_taken_back_what_was_done_last_comes_first() -> None:
    before = laid(*workers(a=1, b=0), ("automa", "mech", "c", 1), ("table", "token", "d", 1), power=1, coins=5)
    after = laid(*workers(a=0, b=1), ("automa", "mech", "e", 1), ("table", "token", "out", 1), power=3, coins=6)
    ways = [PieceMove("automa", "worker", "a", "b"), PieceMove("automa", "mech", "c", "e")]
    forward = find_hands(before, after, ways)
    back = find_hands_back(after, before, ways)
    assert [one.piece or one.track for one in forward] == ["worker", "mech", "token", "power", "coins"]
    assert [one.piece or one.track for one in back] == ["coins", "power", "token", "mech", "worker"]
    assert after.with_changes(list_changes(back)).lines() == before.lines()
