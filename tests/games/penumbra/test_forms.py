"""What is asked, and how often: one form at a time, rows that stay known, and nothing twice."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest

from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.game.record import begin, make_header
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond, find_missing_field
from automarium.engine.question import AnyQuestion, Field, Form
from automarium.games.penumbra.events import Buys, Completes, NoDie, Passes, Placed, Rolled
from automarium.games.penumbra.position import PRINTED, Position
from automarium.games.penumbra.rules.dice import find_side
from automarium.games.penumbra.rules.rows import keep_reported
from automarium.games.penumbra.rules.turn import play_turn
from tests.games.penumbra.kit import DEFINITION, Person, Played, board, card, desk_for, position, turn
from tests.proof import scale

LEVELS = ("beginner", "standard", "contracts", "trials")
EITHER_SIDE = ["red", "orange", "yellow", "green", "violet"]


def names(form: Form) -> list[str]:
    return [field.name for field in form.fields]


def asked(played: Played) -> list[list[str]]:
    """The forms of a turn, each by its fields."""
    return [names(form) for form in played.person.forms]


# ------------------------------------------------------------------------------------------------------------- moments


def test_a_card_is_one_form_and_the_next_comes_with_the_die_of_the_first() -> None:
    on = position(board(["card"]), classes={"red": True})
    played = turn(on, "red a", "red a", rolls=[1, 1])
    assert asked(played)[:2] == [["colour", "symbol"], ["card", "shows", "next-colour", "next-symbol"]]
    assert on.cards == 2
    assert on.ahead == []


def test_a_card_is_not_revealed_before_it_is_sure_to_come() -> None:
    """A Trial ends the turn, a bought Artifact comes first, and what follows in the line may reveal one."""
    trial = position(board(["trial", "card"]), level=3, classes={"red": True})
    assert asked(turn(trial, "red a", trials=[1], trial_vps=[2]))[0] == ["colour", "symbol", "trials", "trials-vp"]
    assert asked(turn(trial, "red a", trials=[1], trial_vps=[2]))[1] == ["side", "amount"]
    shop = position(board(["first: buy_artifact", "arcana"]), classes={"red": True})
    assert asked(turn(shop, "red a", "red a", "red a", rolls=[1])) == [
        ["colour", "symbol"],
        ["shop", "shows", "colour", "symbol"],
        ["colour", "symbol"],
    ]
    longer = position(board(["card, fill"]), classes={"red": True}, slots=[0, 0, 0, 0])
    assert asked(turn(longer, "red a", "red b", "red a", rolls=[1, 1]))[1] == ["card", "shows"]
    quiet = position(board(["card, arcana"]), classes={"red": True})
    assert "next-colour" in asked(turn(quiet, "red a", "red a", rolls=[1, 1]))[1], "Arcana touches nothing"
    switched = position(board(["first: card", "arcana"]), classes={"red": True})
    forms = asked(turn(switched, "red a", "red a", rolls=[1, 1], rulings={"PEN-AMB-03": "next-line"}))
    assert "next-colour" not in forms[1], "without the die it would be another line"


def test_an_empty_deck_is_told_ahead_too() -> None:
    on = position(board(["card"]), classes={"red": True})
    played = turn(on, "red a", rolls=[1])
    assert played.tags[-1] == "deck-empty"


@pytest.mark.clause("PEN-SHOP-02", "PEN-GEN-29", "PEN-GEN-30")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("place", ["yes", "full"])
def test_with_the_apps_dice_the_side_is_named_before_it_is_asked(seed: int, place: str) -> None:
    on = position(board(["first: buy_artifact", "arcana"]), turn=0, classes={"red": True})
    person = Person([card("red a"), card("red b")], [], {"ask.place": place})
    desk = desk_for(on, seed=seed, stand_in=person.answer)
    play_turn(desk)
    (named,) = [one.params["side"].value for one in person.asked if one.about == "ask.shop.colour"]
    (buys,) = [step.event for step in desk.steps if isinstance(step.event, Buys)]
    (rolled,) = [step.event for step in desk.steps if isinstance(step.event, (Placed, Rolled))]
    assert rolled.value is not None
    assert named == buys.side == find_side(rolled.value)


@pytest.mark.clause("PEN-SHOP-10")
def test_without_a_die_nothing_was_rolled() -> None:
    on = position(board(["first: buy_artifact", "arcana"]), turn=0, classes={"red": True})
    person = Person([card("red a"), card("red b")], [], {"ask.place": "none"})
    desk = desk_for(on, seed=5, stand_in=person.answer)
    before = desk.chance.state()
    play_turn(desk)
    assert [step.event for step in desk.steps if isinstance(step.event, NoDie)]
    following = desk.chance.below(1000)
    desk.chance.restore(before)
    assert desk.chance.below(1000) == following


# ---------------------------------------------------------------------------------------------------------------- rows

CONTRACT = board(["contract", "arcana"], ["arcana"])


def test_the_row_of_contracts_stays_known_and_only_changes_are_told() -> None:
    on = position(CONTRACT, level=4, turn=0, classes={"red": True})
    first = turn(on, "red a", contracts=["light-3", "dark-2", "light-4"])
    assert first.the(Completes).number == 1
    assert "ask.contract.side" not in first.asked, "it was told with the row"
    assert on.rows.contracts == ["dark-2", "light-4"]
    offered: list[Any] = []

    def unchanged(question: AnyQuestion) -> Any:
        if isinstance(question, Form):
            answer = {"colour": "red", "symbol": "b"} if "colour" in names(question) else {}
            for field in question.fields:
                if field.name == "contracts":
                    offered.append(field.question.default)
                    assert not field.is_asked(answer), "the list under b does not look at it"
                    assert field.is_asked({**answer, "symbol": "a"})
            return answer
        raise AssertionError(question.about)

    play_turn(desk_for(on, stand_in=unchanged))
    assert offered == [["dark-2", "light-4"]] * 2, "with what was told last"


def test_what_was_told_in_a_turn_is_not_asked_again_in_it() -> None:
    on = position(CONTRACT, level=2, classes={"red": True})
    played = turn(on, "red a", "red a", contracts=["light-4"])
    assert played.asked.count("ask.contracts.row") == 1
    assert on.rows.told == [], "after the human's turn it is offered again"


def test_a_contract_of_another_side_is_asked_for_when_it_decides() -> None:
    on = position(CONTRACT, level=4, turn=0, alignment="dark", classes={"red": True})
    played = turn(on, "red a", contracts=["other-3", "dark-2"], sides="either")
    assert played.the(Completes).number == 1
    assert played.asked.count("ask.contract.side") == 1


def test_a_contract_of_too_many_points_is_never_hers() -> None:
    on = position(CONTRACT, level=4, turn=0, classes={"red": True})
    assert turn(on, "red a", contracts=["more", "light-1"]).the(Completes).number == 2


def test_a_long_turn_puts_the_filled_row_into_the_same_form() -> None:
    """After a bought Artifact: the die, what the Contract brings, the next card and the row as it is then."""
    lists = board(["first: buy_artifact", "contract", "arcana"], ["contract", "arcana"])
    on = position(lists, level=5, classes={"red": True})
    played = turn(on, "red a", "red b", "red b", contracts=(["light-3", "light-4"], ["light-3", "light-2"]), rolls=[1])
    assert [(event.number, event.vp) for event in played.all(Completes)] == [(2, 4), (1, 3)]
    assert ["guild", "amount", "next-colour", "next-symbol", "contracts-then"] in asked(played)
    assert len(played.person.forms) == 4
    no_die = position(lists, level=5, classes={"red": True})
    told = (["light-3", "light-4"], ["light-1"])
    played = turn(no_die, "red a", "red b", "red c", contracts=told, rolls=[1], place=("yes", "none"))
    assert no_die.rows.contracts == ["light-3", "light-4"], "nothing was taken, so nothing is there instead"


def test_trials_with_the_points_of_all_or_of_those_that_she_can_pass() -> None:
    on = position(board(["trial", "mark_and_card"]), level=2, turn=0, classes={"red": True})
    turn(on, "red a", trials=[2, 3], trial_vps=[], rolls=[1])
    assert on.rows.trials == [(2, None), (3, None)]
    assert on.level == 3
    played = turn(on, "red a", trials=[2, 3], trial_vps=[5])
    assert played.the(Passes).vp == 5
    assert on.rows.trials == [(3, None)]


def test_a_trial_that_comes_within_reach_in_the_same_turn_is_asked_for_its_points() -> None:
    on = position(board(["mark_and_card"], ["trial", "arcana"], ["first: trial", "arcana"]), level=2, classes={})
    said: dict[str, Any] = {"trials": [2], "trial_vps": ([], [7])}
    played = turn(on, "red a", "red b", rolls=[1], **said)
    assert played.the(Passes).vp == 7


# --------------------------------------------------------------------------------------------------------- whole games


def live(level: str, **options: Any) -> tuple[Playthrough, Pack]:
    pack = Pack.of_folder(os.path.join(DEFINITION.folder, "pack"))
    given: dict[str, Any] = {"level": level, **options}
    while (field := _missing(given)) is not None:
        given[field.name] = field.question.default
    return begin(DEFINITION, make_header(DEFINITION, given, {}, 1, pack), pack), pack


def _missing(given: dict[str, Any]) -> Field | None:
    return find_missing_field(DEFINITION.setup.option_fields(given, settle(DEFINITION.rulings, {}), PRINTED), given)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("deck", "dice"), [("mine", "app"), ("mine", "mine"), ("app", "app")])
def test_the_budget_of_a_turn(level: str, deck: str, dice: str) -> None:
    """At most 3 questions a turn on average, and 99 of 100 turns have no more than 4."""
    counts: list[int] = []
    for seed in range(scale(2, 30)):
        game, pack = live(level, deck=deck, dice=dice)
        rival = DEFINITION.lab.rival(pack, Chance(seed))
        while not game.position.over:
            for told in rival.turn(lambda: game.position):  # noqa: B023
                game.put(told)
                counts.append(0)
                while game.question is not None:
                    counts[-1] += 1
                    game.put(Respond(rival.answer(game.question)))
                if told.name() != "next":
                    assert counts.pop() == 0
    found = Counter(counts)
    assert sum(counts) / len(counts) <= 3
    assert sum(times for count, times in found.items() if count > 4) <= len(counts) / 100, found


def test_the_classes_are_told_at_set_up_or_in_the_first_form() -> None:
    game, _ = live("beginner", classes=["red", "green"])
    assert game.position.classes == {colour: colour in ("red", "green") for colour in EITHER_SIDE}
    game, _ = live("beginner")
    game.put(DEFINITION.commands["next"]())
    assert isinstance(game.question, Form)
    assert names(game.question) == ["colour", "symbol", "classes"]
    with pytest.raises(Refused) as refused:
        live("beginner", classes=["blue"])
    assert refused.value.where == "options.classes[0]"


@pytest.mark.parametrize(
    ("answer", "where"),
    [
        ({"colour": "red", "symbol": "none", "classes": []}, "to.symbol"),
        ({"colour": "red", "classes": []}, "to.symbol"),
        ({"colour": "pink", "symbol": "1", "classes": []}, "to.colour"),
    ],
)
def test_a_card_without_its_symbol_is_refused(answer: dict[str, Any], where: str) -> None:
    game, _ = live("beginner")
    game.put(DEFINITION.commands["next"]())
    with pytest.raises(Refused) as refused:
        game.put(Respond(answer))
    assert refused.value.where == where
    assert game.question is not None, "it is still open"


def test_a_table_with_rows_is_a_position_like_any_other() -> None:
    on = position(CONTRACT, level=4, turn=0, classes={"red": True})
    turn(on, "red a", contracts=["light-3"])
    assert isinstance(on, Position)
    assert on.rows.contracts == []


def test_trials_without_their_vp_are_kept_or_refused() -> None:
    """Regression: a program that reported a row of Trials without the field for their VP got an internal error."""
    on = position(board(["trial"]), level=3)
    keep_reported(on, {"trials": [5, 6]})
    assert on.rows.trials == [(5, None), (6, None)]
    with pytest.raises(Refused) as refused:
        keep_reported(on, {"trials": [1, 6]})
    assert refused.value.where == "to.trials-vp"
