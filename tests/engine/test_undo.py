"""Legs of a run, and the changes of each step."""

from __future__ import annotations

import pytest

from automarium.check.playing import list_changes
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.game.undo import find_undo_hands
from automarium.engine.layout import Change, Layout
from automarium.engine.play.command import Respond
from automarium.games.expeditions.commands import Go, Next
from tests.games.expeditions.kit import game


def turns(seed: int, count: int) -> Playthrough:
    played = game(seed=seed)
    for _ in range(count):
        played.put(Next())
        while played.question is not None:
            played.put(Respond([5, 4]))
    return played


def added_up(start: Layout, steps: list[tuple[Change, ...]]) -> Layout:
    for changes in steps:
        start = start.with_changes(changes)
    return start


@pytest.mark.parametrize("seed", range(6))
def test_the_changes_of_all_steps_are_the_change_of_the_run(seed: int) -> None:
    played = turns(seed, 5)
    ends = [*(run.start for run in played.runs[2:]), played.position]
    for run, end in zip(played.runs[1:], ends, strict=True):
        assert len(run.changes) == len(run.steps)
        assert any(run.changes)
        layout_of = played.definition.table.layout
        after, layout = added_up(layout_of(run.start), run.changes), layout_of(end)
        assert (after.pieces, after.tracks) == (layout.pieces, layout.tracks)


def test_the_changes_of_a_run_that_waits_for_an_answer_lead_to_the_table_as_it_is_shown() -> None:
    played = game(seed=4)
    while played.question is None:
        played.put(Next())
    run, layout_of = played.runs[-1], played.definition.table.layout
    after, shown = added_up(layout_of(run.start), run.changes), layout_of(played.shown)
    assert (after.pieces, after.tracks) == (shown.pieces, shown.tracks)
    played.put(Respond([4, 3]))
    whole = played.runs[-1].changes
    assert len(whole) == len(played.runs[-1].steps) > len(run.changes)
    played.undo()
    assert played.runs[-1].changes == run.changes
    played.redo()
    assert played.runs[-1].changes == whole


def test_a_run_remembers_its_hands_by_segment() -> None:
    played = game(seed=4)
    while played.question is None:
        played.put(Next())
    first = played.runs[-1].segments
    assert [list(segment.hands) for segment in first] == [played.hands]
    played.put(Respond([4, 3]))
    whole = played.runs[-1].segments
    assert whole[:1] == first
    assert list(whole[1].hands) == played.hands
    assert whole[1].steps == len(played.runs[-1].steps)
    played.undo()
    assert played.runs[-1].segments == first
    played.redo()
    assert played.runs[-1].segments == whole, (
        "done again, a segment is what it was; what the person told is no part of it"
    )


def test_what_the_person_told_is_in_no_segment() -> None:
    played = game()
    played.put(Go("N3"))
    assert played.runs[-1].segments[0].hands == ()
    played.undo()
    played.redo()
    assert played.runs[-1].segments[0].hands == ()
    assert played.hands, "after redo it has to be put there again"


def test_what_is_put_back_after_undo() -> None:
    """A whole turn with its answers, as if it were done again backwards; the game does not change by looking."""
    played = game(seed=4)
    while played.question is None:
        played.put(Next())
    played.put(Respond([4, 3]))
    after = played.layout()
    answer, turn = played.undo(), played.undo()
    assert isinstance(turn, Next)
    assert isinstance(answer, Respond)
    digest, undone = played.digest(), list(played.undone)
    back = find_undo_hands(played)
    assert after.with_changes(list_changes(back)).lines() == played.layout().lines()
    assert (played.digest(), played.undone) == (digest, undone)
