"""PEN-SETUP: options, the table before the first turn, the checklist."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import find_missing_field
from automarium.engine.play.desk import Table
from automarium.engine.question import Pick
from automarium.games.penumbra.boards.board import read_house_boards
from automarium.games.penumbra.position import HOUSE_CARDS, PRINTED, Position
from automarium.games.penumbra.setup import Options
from tests.games.penumbra.kit import DEFINITION, HOUSE, TRANSLATOR, board, position, turn
from tests.games.whole_games import check_hands

RULINGS = settle(DEFINITION.rulings, {})
ENTERED: dict[str, Any] = {
    "slots": ["conduit", "mantle", "ring", "amulet"],
    "tome_slot": "ring",
    "mark_places": 6,
    "lists": {"conduit": ["card"], "mantle": ["arcana"], "ring": ["fill"], "amulet": ["contract", "card"]},
}


def set_up(own: dict[str, Any] | None = None, **options: Any) -> Position:
    pack = PRINTED if own is None else Pack(PRINTED.printed, PRINTED.house, own)
    table: Position = DEFINITION.setup.set_up(options, pack, RULINGS, Table(Chance(1)))
    return table


def checklist(**options: Any) -> dict[str, str]:
    """Every clause of the checklist with what is said for it."""
    listed = DEFINITION.setup.checklist(set_up(**options), RULINGS)
    return {clause: TRANSLATOR.sentence(saying) for saying, clauses in listed for clause in clauses}


@pytest.mark.clause("PEN-SETUP-01", "PEN-SETUP-02", "PEN-SETUP-03")
def test_the_table_is_prepared_as_for_two_players() -> None:
    said = checklist()
    assert said["PEN-SETUP-01"] == said["PEN-SETUP-02"] == said["PEN-SETUP-03"]
    assert "Fate deck and the common area as for two players" in said["PEN-SETUP-02"]


@pytest.mark.clause("PEN-SETUP-04")
def test_the_human_prepares_before_the_automa() -> None:
    clauses = [clauses for _, clauses in DEFINITION.setup.checklist(set_up(), RULINGS)]
    assert clauses.index(("PEN-SETUP-04",)) < min(n for n, found in enumerate(clauses) if "PEN-SETUP-05" in found)


@pytest.mark.clause("PEN-SETUP-05", "PEN-SETUP-06")
def test_a_board_other_than_the_humans_is_turned_over() -> None:
    listed = DEFINITION.setup.checklist(position(board()), RULINGS)
    (said,) = [TRANSLATOR.sentence(saying) for saying, clauses in listed if "PEN-SETUP-05" in clauses]
    assert "its back" in said
    assert "can't be the board you play on" in said
    assert "that you don't play on" in checklist()["PEN-SETUP-06"]


@pytest.mark.clause("PEN-SETUP-07")
def test_choosing_the_board_chooses_opponent_and_difficulty() -> None:
    boards = {set_up(level=level).board.id for level in HOUSE}
    assert len(boards) == 4
    for level in HOUSE:
        assert set_up(level=level).board == read_house_boards(PRINTED)[level]


@pytest.mark.clause("PEN-SETUP-08", "PEN-SETUP-09", "PEN-SETUP-10", "PEN-SETUP-11")
@pytest.mark.parametrize(
    ("level", "printed", "house", "difficulty"),
    [
        ("beginner", "emerald", "wick", 1),
        ("standard", "jasper", "lantern", 2),
        ("contracts", "ruby", "ledger", 3),
        ("trials", "amethyst", "gauntlet", 3),
    ],
)
def test_four_rivals(level: str, printed: str, house: str, difficulty: int) -> None:
    assert PRINTED.printed["board"][printed]["difficulty"] == PRINTED.house["board"][house]["difficulty"] == difficulty
    assert set_up(level=level).board.id == house
    entered = set_up({"board": {printed: ENTERED}}, level=level, board="printed")
    assert entered.board.id == printed
    assert not entered.board.house
    assert entered.board.slots == ("conduit", "mantle", "ring", "amulet")


@pytest.mark.clause("PEN-SETUP-12")
def test_the_beginners_rival_is_proposed_first() -> None:
    _, field, *_ = DEFINITION.setup.option_fields({}, RULINGS, PRINTED)
    assert isinstance(field.question, Pick)
    assert field.question.options == ("beginner", "standard", "contracts", "trials")
    assert field.question.default == "beginner"


def test_a_printed_board_that_nobody_entered_is_refused_with_the_way_to_enter_it() -> None:
    with pytest.raises(Refused) as refused:
        set_up(level="contracts", board="printed")
    assert refused.value.where == "options.board"
    assert "enter it once" in TRANSLATOR.refusal(refused.value)


@pytest.mark.clause("PEN-SETUP-13", "PEN-SETUP-14", "PEN-SETUP-15", "PEN-SETUP-16", "PEN-SETUP-19")
def test_a_spark_mark_a_talent_a_mark_and_a_spell() -> None:
    start = set_up(start="violet")
    assert (start.sparks, start.marks, start.level, start.start) == (1, ["violet"], 1, "violet")
    said = checklist(start="violet")
    assert "first Spark mark" in said["PEN-SETUP-13"]
    assert "random Talent" in said["PEN-SETUP-14"]
    assert "violet" in said["PEN-SETUP-15"]
    assert "starting spell" in said["PEN-SETUP-16"]


@pytest.mark.clause("PEN-AMB-22")
def test_where_the_classes_are_told_the_talent_is_said_to_have_one_or_none() -> None:
    unknown, there, missing = (
        checklist(start="violet", classes=classes)["PEN-AMB-22"] for classes in ([], ["violet", "red"], ["red"])
    )
    assert "If there's no Class of that colour" in unknown
    assert "Class" not in there
    assert missing.startswith("There's no violet Class. Deal the Automa another random Talent card")


@pytest.mark.clause("PEN-SETUP-17", "PEN-SETUP-18")
def test_no_dice_and_no_ingredients() -> None:
    said = checklist()
    assert said["PEN-SETUP-17"] == said["PEN-SETUP-18"] == "The Automa gets no dice and no Ingredients."


@pytest.mark.clause("PEN-SETUP-20")
def test_empty_slots_no_arcana_no_alignment() -> None:
    start = set_up()
    assert start.slots == [[], [], [], []]
    assert (start.arcana, start.alignment, start.light, start.dark) == (0, None, 0, 0)
    assert (start.contracts, start.trials, start.cards) == ([], [], 0)


def test_the_house_deck_is_shuffled_whole_and_the_persons_own_is_not_looked_into() -> None:
    assert sorted(set_up(deck="app").artifacts.pile) == sorted(HOUSE_CARDS)
    assert set_up(deck="app").artifacts.pile != sorted(HOUSE_CARDS)
    assert set_up(deck="mine").artifacts.pile == []


def test_options_are_asked_one_after_the_other() -> None:
    given: dict[str, Any] = {}
    while (field := find_missing_field(DEFINITION.setup.option_fields(given, RULINGS, PRINTED), given)) is not None:
        given[field.name] = field.question.default
    assert list(given) == list(DEFINITION.setup.option_names)
    assert Options(**given) == Options(own="house", board="house")


@pytest.mark.parametrize("options", [{"start": "pink"}, {"level": "easy"}, {"deck": "yours"}, {"nonsense": 1}])
def test_options_that_cannot_be_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        set_up(**options)
    assert refused.value.where == f"options.{next(iter(options))}"


def test_the_first_game_begins_with_one_instruction() -> None:
    start = set_up(level="beginner", starts="automa")
    assert start.to_move == "automa"
    start.board = board()
    assert len(turn(start, "a", "b").position.slots[1]) == 0


@pytest.mark.clause("PEN-SETUP-14", "PEN-AMB-22")
def test_the_talent_is_dealt_before_its_discipline_is_asked() -> None:
    (field,) = [one for one in DEFINITION.setup.option_fields({}, RULINGS, PRINTED) if one.name == "start"]
    asked = TRANSLATOR.say(field.question.about)
    assert asked.startswith("Deal the Automa a random Talent card")
    assert "another one if there's no Class of its colour" in asked
    assert "Deal her" not in checklist()["PEN-SETUP-14"], "it has been dealt by then"


@pytest.mark.clause("PEN-SETUP-15")
@pytest.mark.parametrize("deck", ["mine", "app"])
def test_own_colours_are_offered_and_begin(deck: str) -> None:
    """Regression: the shipped colours were offered, and a list without them could not begin at all."""
    own = {"dice": {"colours": {"list": ["azure", "crimson"]}}}
    pack = Pack(PRINTED.printed, PRINTED.house, own)
    (field,) = [one for one in DEFINITION.setup.option_fields({}, RULINGS, pack) if one.name == "start"]
    assert isinstance(field.question, Pick)
    assert field.question.options == ("azure", "crimson")
    assert field.question.default == "azure"
    assert set_up(own, deck=deck).start == "azure"
    assert set_up(own, deck=deck, start="crimson").marks == ["crimson"]
    with pytest.raises(Refused):
        set_up(own, deck=deck, start="red")
    for game in check_hands(DEFINITION, pack, {"deck": deck, "level": "standard"}, 3):
        assert game.shown is not None
