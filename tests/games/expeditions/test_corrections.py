"""Corrections: progress and glory are corrected together, and the impossible is refused."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused
from automarium.engine.play.command import find_next_field
from automarium.engine.question import Count
from automarium.games.expeditions.corrections import Adjust
from automarium.games.expeditions.position import Position
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from tests.games.expeditions.kit import DEFINITION, LEVELS, game, let_play


def hers(live: Playthrough) -> tuple[int, int]:
    position: Position = live.position
    return position.progress, position.glory


def offered(live: Playthrough, **given: Any) -> tuple[str, Any] | None:
    """Return the next field that a correction asks for, and its options."""
    field = find_next_field(Adjust, live.position, given)
    return None if field is None else (field.name, field.question.default)


@pytest.mark.clause("EXP-PROG-01", "EXP-PROG-05")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_progress_corrected_brings_the_glory_that_the_track_has_given(level: int) -> None:
    """Regression: the token moved alone, and her glory stayed what it was."""
    card = LEVELS[level]
    live = game({"level": level})
    for space in range(card.last_space, -1, -1):
        given = sum(1 for glory_space in card.glory_spaces if glory_space <= space)
        assert offered(live, what="progress", to=space) == ("glory", given)
        live.put(Adjust("progress", space))
        assert hers(live) == (space, given)
        assert live.hands == [], "the tokens lie there already"


@pytest.mark.clause("EXP-PROG-01", "EXP-PROG-05")
def test_glory_corrected_brings_the_token_to_where_it_can_stand() -> None:
    """Level 2 gives glory on the spaces 2, 6, 11 and so on."""
    live = game()
    assert offered(live, what="glory", to=2) == ("progress", 6), "where the second token was given"
    live.put(Adjust("glory", 2))
    assert hers(live) == (6, 2)
    assert offered(live, what="glory", to=0) == ("progress", 0)
    live.put(Adjust("glory", 2, progress=10))
    assert hers(live) == (10, 2), "on any space before the third"
    assert offered(live, what="glory", to=2) == ("progress", 10), "where it stands is as good as any"


@pytest.mark.clause("EXP-PROG-01", "EXP-PROG-05")
@pytest.mark.parametrize(
    "wrong",
    [
        Adjust("progress", 6, glory=1),
        Adjust("progress", 6, glory=3),
        Adjust("progress", 0, glory=8),
        Adjust("glory", 2, progress=5),
        Adjust("glory", 2, progress=11),
        Adjust("glory", 8, progress=0),
    ],
)
def test_what_the_track_cannot_have_given_is_refused(wrong: Adjust) -> None:
    live = game()
    with pytest.raises(Refused) as refused:
        live.put(wrong)
    assert refused.value.message.key == "facts.glory"
    assert refused.value.where == ("glory" if wrong.what == "progress" else "progress")
    assert hers(live) == (0, 0)


@pytest.mark.clause("EXP-AMB-10")
def test_a_token_that_started_again_may_have_given_all_before() -> None:
    live = game(AMB_10="start-again")
    live.put(Adjust("progress", 1, glory=8))
    assert hers(live) == (1, 8)
    with pytest.raises(Refused):
        live.put(Adjust("progress", 6, glory=1))


def test_only_these_two_are_corrected_together() -> None:
    live = game()
    for wrong in (Adjust("maps", 3, glory=1), Adjust("progress", 3, progress=3), Adjust("N4", "open", glory=1)):
        with pytest.raises(Refused) as refused:
            live.put(wrong)
        assert refused.value.message.key == "command.unused"


def test_numbers_of_a_correction_come_filled_in() -> None:
    live = game()
    let_play(live)
    for what in ("glory", "progress", "maps", "corruption", "human-glory"):
        field = find_next_field(Adjust, live.position, {"what": what})
        assert field is not None
        assert isinstance(field.question, Count)
        assert field.question.default == getattr(live.position, what.replace("-", "_"))
    for what, now in (("north", live.position.mechs["north"]), ("human", live.position.human), ("turn", "human")):
        field = find_next_field(Adjust, live.position, {"what": what})
        assert field is not None
        assert field.question.default == now


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_second_number_is_named_when_it_is_undone(lang: str) -> None:
    translator = Translator(lang, [DEFINITION.folder])
    plain, both = (
        translator.sentence(told.describe()) for told in (Adjust("progress", 7), Adjust("progress", 7, glory=2))
    )
    assert both.startswith(plain)
    assert "2" in both
