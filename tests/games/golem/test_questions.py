"""What the person is asked: on one screen, once, only for what is new; what was told is kept and not asked again."""

from __future__ import annotations

from typing import Any

import pytest

from automarium.box.box import find_holes
from automarium.engine.content.pack import Pack
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.message import Refused
from automarium.engine.play.command import Respond
from automarium.engine.play.deck import Deck
from automarium.engine.question import Answer, AnyQuestion, Count, Form, Pick, Series
from automarium.games.golem.commands import Next
from automarium.games.golem.position import PRINTED, ROWS, Card, Desk, Position, TurnType
from automarium.games.golem.printed_cards import get_character
from automarium.games.golem.rules.books import buy_book
from automarium.games.golem.rules.cards import draw_card
from automarium.games.golem.rules.golems import kill
from automarium.games.golem.rules.rabbi import play_rabbi_turn
from automarium.games.golem.rules.students import move_student
from automarium.games.golem.rules.synagogue import look_at_synagogue
from automarium.games.golem.rules.turn import forget_the_round
from automarium.games.golem.rules.work import find_tile
from automarium.i18n.translator import Translator
from tests.games.golem.kit import (
    DEFINITION,
    Told,
    card,
    carry,
    game,
    kept,
    nobody_asked,
    plain_books,
    position,
    replies,
    rulings,
    tell,
)


def asked_of(live: Playthrough) -> Form:
    assert isinstance(live.question, Form)
    return live.question


def names(form: AnyQuestion) -> list[str]:
    assert isinstance(form, Form)
    return [field.name for field in form.fields]


def defaults(form: AnyQuestion) -> list[Any]:
    assert isinstance(form, Form)
    return [field.question.default for field in form.fields]


class Listener:
    """Answers in order and keeps what was asked."""

    def __init__(self, *answers: Answer) -> None:
        self.asked: list[AnyQuestion] = []
        self.left = list(answers)

    def __call__(self, question: AnyQuestion) -> Answer:
        self.asked.append(question)
        return self.left.pop(0)


# ------------------------------------------------------------------------------------------------------- the synagogue


def marble_game(**options: Any) -> Playthrough:
    """A live game before her first marble."""
    for seed in range(30):
        live = game(options, seed=seed)
        tell(live, Next(), 1, Next())
        if live.question is not None and live.question.about == "form.rows":
            return live
    raise AssertionError


def test_the_synagogue_is_one_form_of_five_rows() -> None:
    live = marble_game()
    assert names(asked_of(live)) == list(ROWS)
    assert defaults(asked_of(live)) == [[]] * 5, "an empty row need not be named"
    tell(live, {"work": ["red", "white"], "mirror": ["black"]})
    assert live.shown.rows is not None
    assert sorted(map(len, live.shown.rows.values())) in ([0, 0, 0, 0, 2], [0, 0, 0, 1, 1])


@pytest.mark.parametrize(
    ("humans", "rows", "where", "count"),
    [
        (1, {"work": ["black"], "study": ["black"]}, "to.study", 1),
        (1, {"golem": ["red", "red"], "mirror": ["red"]}, "to.mirror", 2),
        (2, {"work": ["white"] * 5, "golem": ["white"]}, "to.golem", 5),
        (3, {"work": ["white"] * 4, "mirror": ["white"]}, "to.mirror", 4),
    ],
)
@pytest.mark.clause("GOL-GEN-03")
def test_more_marbles_of_a_colour_than_there_are_is_refused_at_the_question(
    humans: int, rows: dict[str, Any], where: str, count: int
) -> None:
    """Over all rows together; nothing has changed, and the question is still open."""
    live = marble_game(humans=humans)
    digest = live.digest()
    with pytest.raises(Refused) as refused:
        live.put(Respond(rows))
    assert (refused.value.message.key, refused.value.where) == ("rows.too-many", where)
    assert refused.value.message.params["count"] == count
    assert live.digest() == digest
    assert names(asked_of(live)) == list(ROWS)


def test_afterwards_only_what_was_taken_is_asked_for_and_nothing_is_the_default() -> None:
    rows: Any = {**{row: [] for row in ROWS}, "work": ["red", "red"], "study": ["white"]}
    table = position(rows=rows, turn=1)
    listener = Listener(["work-red"])
    carry(table, look_at_synagogue, stand_in=listener)
    (question,) = listener.asked
    assert (question.about, question.default) == ("ask.gone", [])
    assert table.rows == {**{row: [] for row in ROWS}, "work": ["red"], "study": ["white"]}
    carry(table, look_at_synagogue, stand_in=nobody_asked)  # what was told in this turn is not asked again


def test_with_your_own_deck_the_card_and_the_marbles_are_one_screen() -> None:
    live = game({"own": "house", "deck": "mine"})
    tell(live, Next(), 1, Next())
    assert names(asked_of(live)) == ["card", *ROWS]
    tell(live, {"card": 7, "golem": ["white"], "study": ["white"]})
    while live.question is not None:
        tell(live, replies(action_tile=11, neighbourhood=1, display=["none"] * 5)(live.question))
    tell(live, Next())
    assert names(asked_of(live)) == ["card", "gone"]
    assert defaults(asked_of(live)) == [None, []]


def test_a_game_that_says_nothing_of_its_owner_asks_for_the_card_alone() -> None:
    live = game({"deck": "mine"})
    tell(live, Next(), 1, Next())
    assert isinstance(live.question, Pick)
    assert live.question.about == "ask.card"


# --------------------------------------------------------------------------------- an own deck: the tiles named at once


def own_deck(*tiles: str) -> Playthrough:
    """A round that has begun, its action tiles named, or not."""
    live = game({"own": "house", "deck": "mine"})
    tell(live, Next())
    form = asked_of(live)
    assert (form.about, names(form), defaults(form)) == ("form.round", ["character", "tiles"], [None, []])
    tell(live, {"character": 1, "tiles": list(tiles)}, Next())
    return live


def test_whoever_names_the_tiles_of_the_round_tells_of_rabbis_with_the_card() -> None:
    live = own_deck("3", "11", "2")
    assert live.position.actions == {1: 3, 2: 11, 3: 2}
    assert names(asked_of(live)) == ["card", *ROWS, "occupied"]
    assert live.hands == [], "the person has laid them out already"


def test_whoever_leaves_the_tiles_is_asked_when_her_rabbi_goes() -> None:
    live = own_deck()
    assert names(asked_of(live)) == ["card", *ROWS]
    part = own_deck("3", "11")
    assert part.position.actions == {1: 3, 2: 11}
    assert names(asked_of(part)) == ["card", *ROWS], "not all of them"


@pytest.mark.clause("GOL-RABBI-05", "GOL-RABBI-10")
@pytest.mark.parametrize(("occupied", "spot", "tile"), [([], 1, 7), ([1], 3, 11)])
def test_of_tiles_named_in_part_only_the_others_are_asked_for(occupied: list[int], spot: int, tile: int) -> None:
    table = with_tiles("red 3", actions={1: 7, 2: 3}, neighbourhoods={"red-3": 3})
    answers: list[Answer] = [{"occupied": occupied}, *([] if spot == 1 else [11])]
    listener = Listener(*answers)
    told = carry(table, lambda desk: play_rabbi_turn(desk, card(rabbi=(1, 3, 2))), stand_in=listener)
    assert names(listener.asked[0]) == ["occupied"]
    assert [one.about for one in listener.asked[1:]] == ["ask.action-tile"] * (spot == 3)
    assert (told.data("rabbi")["tile"], told.data("tile-action")["action_tile"]) == (spot, tile)
    assert kept(told.trace("rabbi"), "GOL-RABBI-05") == (str(spot),)
    assert {**table.actions, 3: 0} == {1: 7, 2: 3, 3: 0}, "what was told stays"


def test_where_no_tile_in_question_was_named_it_is_asked_on_the_same_screen() -> None:
    table = with_tiles("red 3", actions={1: 7}, neighbourhoods={"red-3": 3})
    listener = Listener({"occupied": [], "tile": 11})
    told = carry(table, lambda desk: play_rabbi_turn(desk, card(rabbi=(3, 2, 1))), stand_in=listener)
    assert names(listener.asked[0]) == ["occupied", "tile"]
    assert told.data("tile-action")["action_tile"] == 11
    assert table.actions == {1: 7, 3: 11}


@pytest.mark.clause("GOL-RABBI-02")
def test_a_tile_that_kills_is_not_asked_for_again_if_it_was_named() -> None:
    table = with_tiles("red 8", actions={1: 7, 2: 5}, buried_at=0)
    listener = Listener({"occupied": []})
    assert rabbi(table, listener).data("rabbi")["tile"] == 2
    assert [names(one) for one in listener.asked] == [["occupied"]]
    with pytest.raises(Refused) as refused:
        rabbi(with_tiles("red 8", actions={1: 7, 2: 3}, buried_at=0), Listener({"occupied": [], "kill-tile": 1}))
    assert refused.value.message.key == "rabbi.tile-told"


def with_tiles(*golems: str, **fields: Any) -> Position:
    deck = Deck(cards=(7,), physical=True)
    actions = fields.pop("actions", {1: 3, 2: 11, 3: 5})
    return position(*golems, one_screen=True, deck=deck, actions=actions, **fields)


@pytest.mark.clause("GOL-RABBI-07")
def test_her_rabbi_goes_by_what_was_told_with_the_card() -> None:
    table = with_tiles("red 3", occupied=[2], neighbourhoods={"red-3": 3})
    told = carry(table, lambda desk: play_rabbi_turn(desk, card(rabbi=(2, 1, 3))), stand_in=nobody_asked)
    assert told.data("rabbi")["tile"] == 1
    assert told.data("tile-action")["action_tile"] == 3


@pytest.mark.clause("GOL-RABBI-02", "GOL-KILL-07")
def test_the_tile_that_kills_is_known_then() -> None:
    told = rabbi(with_tiles("red 8"), Listener(1))
    assert told.data("rabbi")["tile"] == 3, "tile 5 lies there"
    away = rabbi(with_tiles("red 8", occupied=[3]), Listener(1))
    assert away.data("rabbi")["tile"] == "lowest"


@pytest.mark.clause("GOL-TURN-07")
def test_a_last_turn_of_the_rabbi_asks_for_no_marbles_and_after_it_nobody_is_asked_for_rabbis() -> None:
    def fields_after(*types: TurnType) -> list[str]:
        asked: list[AnyQuestion] = []

        def answer(question: AnyQuestion) -> Answer:
            asked.append(question)
            return replies(card=7, gone=["work-red"], occupied=[1])(question)

        table = with_tiles(types=list(types), rows={row: ["red"] for row in ROWS}, turn=len(types))
        carry(table, draw_card, stand_in=answer)
        (form,) = asked
        assert table.rows is not None
        assert (table.rows["work"] == []) is ("gone" in names(form))
        assert (table.occupied == [1]) is ("occupied" in names(form))
        return names(form)

    assert fields_after("marble", "marble") == ["card", "occupied"]
    assert fields_after("marble") == ["card", "gone", "occupied"]
    assert fields_after("rabbi", "marble") == ["card", "gone"]


# ------------------------------------------------------------------------------------------------------ rabbi, cemetery


def rabbi(table: Position, listener: Listener, numbers: tuple[int, ...] = (2, 1, 3, 5, 4)) -> Told:
    played: Card = card(rabbi=numbers)
    return carry(table, lambda desk: play_rabbi_turn(desk, played), stand_in=listener)


@pytest.mark.clause("GOL-RABBI-07")
def test_the_tile_that_her_rabbi_comes_to_is_asked_for_on_the_same_screen() -> None:
    listener = Listener({"occupied": [2], "tile": 11})
    told = rabbi(position("red 3", humans=2), listener)
    (form,) = listener.asked
    assert names(form) == ["occupied", "tile"]
    assert isinstance(form, Form)
    assert form.fields[1].question.params == {"numbers": [2, 1, 3, 4]}, "those that lie there, in her order"
    assert told.data("rabbi")["tile"] == 1
    assert told.position.actions == {1: 11}


@pytest.mark.clause("GOL-RABBI-12")
def test_it_is_not_asked_for_where_perhaps_no_tile_is_free() -> None:
    listener = Listener({"occupied": [1, 2]})
    told = rabbi(position("red 3", humans=3), listener, (2, 1))
    assert names(listener.asked[0]) == ["occupied"]
    assert told.tags == ["rabbi.none"]
    assert type(told.events[0]).remark, "nothing moves, and it must be heard"


@pytest.mark.clause("GOL-KILL-04")
def test_the_next_grave_is_offered_and_once_only_the_unlimited_one_is_left_nobody_is_asked() -> None:
    table = position("red 5", "blue 4", "blue 3", "yellow 2", golem_track=9)
    listener = Listener(3, 8, 0)
    for _ in range(4):
        carry(table, kill, stand_in=listener)
    questions = [one for one in listener.asked if isinstance(one, Count)]
    assert [one.default for one in questions] == [None, 4, 0], "the fourth is not asked"
    assert table.buried_at == 0


def test_a_grave_told_with_the_rabbi_is_not_asked_again() -> None:
    table = position("red 8", "blue 2", humans=1, buried_at=2)
    listener = Listener({"occupied": [], "kill-tile": 0, "cemetery": 5})
    told = rabbi(table, listener)
    assert defaults(listener.asked[0]) == [[], None, 3]
    assert told.data("bury")["space"] == 5
    assert (table.buried_at, table.grave) == (5, None)


def test_a_menorah_token_that_was_taken_is_not_asked_about_again() -> None:
    def twice(desk: Desk) -> None:
        move_student(desk, "blue", "GOL-STUDENT-05")
        desk.position.students["blue"] = 7
        move_student(desk, "blue", "GOL-STUDENT-05")

    carry(position(students={"blue": 7}), twice, ["no"])


# ------------------------------------------------------------------------------------------------ books, neighbourhood


def test_the_display_is_one_row_and_remembered() -> None:
    """Told once; then the row is shifted, and only the book that came is new. A new round forgets it."""
    facts = plain_books()
    table = position(marker=20, cards=[card(books=(3, 1, 2, 4, 5))])
    first = {f"book-{number}": colour for number, colour in enumerate(("red", "blue", "green", "black", "red"), 1)}
    listener = Listener(first, {"book-5": "yellow"}, first)
    carry(table, buy_book, stand_in=listener, facts=facts)
    carry(table, buy_book, stand_in=listener, facts=facts)
    assert defaults(listener.asked[0]) == [None] * 5
    assert defaults(listener.asked[1]) == ["red", "blue", "black", "red", None]
    assert table.display == ["blue", "black", "red", "yellow", None], "no student can go back for the black one"
    carry(table, forget_the_round)
    carry(table, buy_book, stand_in=listener, facts=facts)
    assert defaults(listener.asked[2]) == [None] * 5


def test_all_neighbourhood_tiles_are_asked_about_once_a_game() -> None:
    """Three numbers are missing in each district: the others lie there in their order."""
    table = position(neighbourhoods_asked=False)
    listener = Listener({"red": [10, 3, 5], "yellow": [1, 2, 3], "blue": [8, 9, 10]})
    found: list[int] = []

    def look(desk: Desk) -> None:
        found.extend(find_tile(desk, "red", section) for section in range(1, 8))
        found.append(find_tile(desk, "yellow", 1))
        found.append(find_tile(desk, "blue", 7))

    carry(table, look, stand_in=listener)
    assert found == [1, 2, 4, 6, 7, 8, 9, 4, 7]
    (form,) = listener.asked
    assert isinstance(form, Form)
    assert all(isinstance(field.question, Series) for field in form.fields)


def test_whoever_would_rather_not_is_asked_tile_by_tile() -> None:
    table = position(neighbourhoods_asked=False)
    listener = Listener({"red": [], "yellow": [], "blue": []}, 4, 6)
    carry(table, lambda desk: [find_tile(desk, "red", section) for section in (2, 5)], stand_in=listener)
    assert [one.about for one in listener.asked] == ["form.neighbourhoods", "ask.neighbourhood", "ask.neighbourhood"]


@pytest.mark.parametrize("missing", [[1], [1, 2]])
def test_two_missing_numbers_are_no_answer(missing: list[int]) -> None:
    table = position(neighbourhoods_asked=False)
    with pytest.raises(Refused) as refused:
        carry(
            table,
            lambda desk: find_tile(desk, "red", 1),
            stand_in=Listener({"red": [1, 2, 3], "yellow": [], "blue": missing}),
        )
    assert refused.value.where == "to.blue"


# ----------------------------------------------------------------------------------------------- whose values they are


def characters(table: Position, listener: Any, facts: Pack = PRINTED) -> list[AnyQuestion]:
    carry(table, lambda desk: get_character(desk, 4), stand_in=listener, facts=facts)
    return list(getattr(listener, "asked", []))


@pytest.mark.clause("GOL-MARBLE-09", "GOL-MOVE-01")
def test_at_a_real_table_colours_and_steps_of_the_open_character_are_asked() -> None:
    """Even where everything else is ours; on one screen, and kept in the box."""
    live = game({"own": "mine", "board": "house", "cards": "house", "deck": "app"})
    tell(live, Next(), 4)
    assert find_holes(asked_of(live)) == ["character.4.left", "character.4.right", "character.4.steps"]
    tell(live, "black", "white", 0)
    assert (live.position.character.colours, live.position.character.steps) == (("black", "white"), 0)
    known = Pack(PRINTED.printed, PRINTED.house, {"character": {"4": {"left": "red", "right": "blue", "steps": 3}}})
    assert characters(position(own_characters=True), nobody_asked, known) == []
    assert characters(position(), nobody_asked) == [], "without a real table they are ours"


def test_the_set_up_says_what_is_done_by_hand() -> None:
    table = position("red 1", "yellow 1")
    translator = Translator("en", [DEFINITION.folder])
    know = DEFINITION.setup.reminders(table, rulings())
    to_do = [translator.sentence(said) for said, _ in DEFINITION.setup.checklist(table, rulings())[: -len(know)]]
    assert 6 <= len(to_do) <= 8
    text = " ".join(to_do)
    for words in ("3 white, 1 black, 2 red, 2 yellow, 2 blue", "side “1 resource + 1 VP”", "keep 3 and put 3 under"):
        assert words in text
    text = " ".join(translator.sentence(said) for said, _ in know)
    for words in (
        "only when every player has taken",
        "refill the Library",
        "draw two and keep",
        "reveal the round's character card",
    ):
        assert words in text


@pytest.mark.parametrize("own_board", [False, True])
@pytest.mark.parametrize("own_cards", [False, True])
def test_the_set_up_names_what_is_ours(own_board: bool, own_cards: bool) -> None:
    table = position("red 1", "yellow 1", level=3, own_board=own_board, own_cards=own_cards)
    translator = Translator("en", [DEFINITION.folder])
    text = " ".join(translator.sentence(said) for said, _ in DEFINITION.setup.reminders(table, rulings()))
    assert ("Automarium's own design" in text) is not own_cards
    for words in ("steps of the character cards", "(up to −1 at this level)", "(1, 2, 3)", "(0, 1, 1, 2, 3)"):
        assert (words in text) is not own_board


@pytest.mark.clause("GOL-PHASE-02")
def test_the_character_of_the_round_is_on_the_table_while_its_facts_are_asked() -> None:
    live = game({"own": "house", "deck": "mine"})
    live.position.own_characters = True
    tell(live, Next(), {"character": 3})
    assert asked_of(live).about == "form.character"
    assert live.layout().tracks["table", "character"] == 3
    assert not [hand for hand in live.hands if hand.track == "character"]


@pytest.mark.clause("GOL-CARD-02", "GOL-CARD-04")
def test_a_card_is_on_the_table_while_its_columns_are_asked() -> None:
    live = game({"own": "house", "deck": "mine"})
    live.position.own_cards = True
    tell(live, Next(), {"character": 1}, Next(), {"golem": ["white"]})
    assert asked_of(live).about == "form.card"
    assert live.layout().pieces["automa", "card", "mat", ""] == 1
    assert not [hand for hand in live.hands if hand.piece == "card"]
