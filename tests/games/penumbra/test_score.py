"""PEN-SCORE: the seven categories, the extra condition of the board, who wins."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.content.rulings import settle
from automarium.engine.message import Refused
from automarium.engine.play.command import find_next_field
from automarium.engine.play.score import ScoreSheet
from automarium.games.penumbra.commands import Counted, Ended, Next, Total
from automarium.games.penumbra.position import PRINTED, Position, Tally
from automarium.games.penumbra.score import COUNTED
from tests.games.penumbra.kit import DEFINITION, TRANSLATOR, board, position, tell


def sheet(on: Position, **rulings: str) -> ScoreSheet:
    chosen = {f"PEN-{name.replace('_', '-')}": choice for name, choice in rulings.items()}
    return DEFINITION.scoring.score(on, settle(DEFINITION.rulings, chosen))


def points(on: Position) -> dict[str, int]:
    return {line.what: line.points for line in sheet(on).lines}


def ended(**fields: Any) -> Position:
    return position(fields.pop("on", board()), tally=Tally(1, 2, 3, 4, 5), **fields)


@pytest.mark.clause("PEN-SCORE-01")
def test_the_end_is_told_and_the_points_are_counted_by_the_normal_rules() -> None:
    on = position()
    played = tell(on, Ended())
    assert on.over
    assert DEFINITION.status(on).over
    assert "by the normal rules" in played.said(type(played.events[0]))
    with pytest.raises(Refused):
        tell(on, Next())


@pytest.mark.clause("PEN-SCORE-02")
def test_all_seven_categories() -> None:
    on = position(contracts=[3, 2], trials=[7])
    tell(on, Counted(arcana=1, experience=2, goals=3, board=4, alignment=5))
    found = points(on)
    assert {what: found[what] for what in COUNTED} == {
        "arcana": 1,
        "experience": 2,
        "goals": 3,
        "board": 4,
        "alignment": 5,
    }
    assert (found["contracts"], found["trials"]) == (5, 7)
    assert sheet(on).totals["automa"] == 15 + 5 + 7 + 2
    assert len([what for what in found if not what.startswith("extra")]) == 7


@pytest.mark.clause("PEN-SCORE-03", "PEN-SCORE-04", "PEN-SCORE-08")
def test_one_additional_condition_as_vp_of_the_board() -> None:
    for scoring in (("discipline_card", 1), ("contract", 1), ("trial", 3)):
        on = position(board(scoring=scoring), contracts=[1, 1], trials=[1], cards=4)
        extras = [line for line in sheet(on).lines if line.what.startswith("extra")]
        assert len(extras) == 1
        assert TRANSLATOR.say(f"score.{extras[0].what}").startswith("Board")


@pytest.mark.clause("PEN-SCORE-05")
def test_one_vp_for_each_discipline_card() -> None:
    assert points(position(board(scoring=("discipline_card", 1)), cards=4))["extra.cards"] == 5


@pytest.mark.clause("PEN-SCORE-06")
def test_one_vp_for_each_contract() -> None:
    assert points(position(board(scoring=("contract", 1)), contracts=[6, 0, 2]))["extra.contracts"] == 3


@pytest.mark.clause("PEN-SCORE-07")
def test_three_vp_for_each_trial() -> None:
    assert points(position(board(scoring=("trial", 3)), trials=[6, 0, 2]))["extra.trials"] == 9


@pytest.mark.clause("PEN-SCORE-09")
def test_which_board_has_which_condition() -> None:
    boards = PRINTED.printed["board"]
    assert {name: (boards[name]["scoring"]["per"], boards[name]["scoring"]["vp"]) for name in boards} == {
        "emerald": ("discipline_card", 1),
        "jasper": ("discipline_card", 1),
        "ruby": ("contract", 1),
        "amethyst": ("trial", 3),
    }


@pytest.mark.clause("PEN-SCORE-10")
def test_cards_in_slots_score_nothing() -> None:
    assert sheet(position(slots=[5, 4, 3, 2])).totals == sheet(position()).totals


@pytest.mark.clause("PEN-SCORE-11")
def test_kept_cards_bring_their_experience_symbols() -> None:
    field = find_next_field(Counted, position(cards=4), {"arcana": 0})
    assert field is not None
    assert field.name == "experience"
    asked = TRANSLATOR.say(field.question.about, **field.question.params)
    assert "the 5 cards it keeps" in asked, "the starting spell among them"


@pytest.mark.clause("PEN-SCORE-12")
@pytest.mark.parametrize(
    ("human", "verdict"), [(14, "verdict.automa"), (15, "verdict.tie.normal"), (16, "verdict.human")]
)
def test_more_vp_wins(human: int, verdict: str) -> None:
    on = ended(contracts=[], trials=[])
    tell(on, Total(human))
    assert sheet(on).totals == {"automa": 15, "human": human}
    found = sheet(on).verdict
    assert found is not None
    assert found.key == verdict


def test_no_verdict_before_both_sides_are_counted() -> None:
    assert sheet(position()).verdict is None
    assert sheet(position(human_vp=4)).verdict is None
    assert sheet(ended()).verdict is None


def test_points_can_be_told_again_after_the_end() -> None:
    on = ended(human_vp=3)
    tell(on, Ended())
    tell(on, Total(99))
    assert on.human_vp == 99
