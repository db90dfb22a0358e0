"""Hands: applied literally they give the table of the app; each has words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from automarium.engine.game.playthrough import Playthrough
from automarium.engine.layout import Hand, find_changes
from automarium.engine.play.command import Command, Input, Respond
from automarium.engine.question import Answer
from automarium.games.penumbra.commands import Next, Sparked
from automarium.games.penumbra.corrections import Adjust
from automarium.games.penumbra.position import PRINTED, Position
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.views.game import View
from automarium.views.turn_lines import build_line, group_hands
from tests.games.penumbra.kit import DEFINITION, HOUSE, Played, app_deck, board, position, turn
from tests.games.whole_games import check_hands

TRANSLATORS = {lang: Translator(lang, [DEFINITION.folder]) for lang in LANGUAGES}
SWITCHED = {
    "PEN-AMB-02": "all-cards",
    "PEN-AMB-07": "hers",
    "PEN-AMB-13": "reveal",
    "PEN-AMB-24": "every-turn",
    "PEN-AMB-25": "end-of-turn",
}


def said(shown: Position, hand: Hand, translator: Translator) -> str:
    own = DEFINITION.table.hand_words(shown, hand)
    if own is not None:
        return translator.sentence(own)
    name = f"{hand.side}.{hand.track}"
    assert translator.term("track", name) != name, f"{translator.lang}: no words for {hand}"
    return f"{translator.term('track', name)}: {hand.from_} → {hand.to}"


def assert_words(text: str) -> None:
    assert text
    assert not re.search(r"[a-z-]+\.[a-z]|[{}]|\b(automa|table)\.", text), text


# --------------------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("level", sorted(HOUSE))
@pytest.mark.parametrize("deck", ["app", "mine"])
@pytest.mark.parametrize("seed", range(3))
def test_hands_done_literally_give_the_same_table(level: str, deck: str, seed: int) -> None:
    """Over a whole game, undo and redo among its lines; and every hand has its words in every language."""
    options = {"level": level, "deck": deck, "dice": "mine" if seed == 1 else "app"}
    for live in check_hands(DEFINITION, PRINTED, options, seed, SWITCHED if seed == 2 else {}):
        for hand in live.hands:
            for translator in TRANSLATORS.values():
                assert_words(said(live.shown, hand, translator))


def test_every_track_is_there_from_the_beginning() -> None:
    """No counter appears later, and undo leaves none behind."""
    for level in sorted(HOUSE):
        live = Playthrough(DEFINITION, {"level": level}, {}, 7, PRINTED)
        before = set(live.layout().tracks)
        for shown in check_hands(DEFINITION, PRINTED, {"level": level}, 7):
            assert set(shown.layout().tracks) == before


# ---------------------------------------------------------------------------------------------------- what must be done


def hands_of(played: Played, before: Position) -> list[str]:
    found = find_changes(DEFINITION.table.layout(before), DEFINITION.table.layout(played.position))
    tables = DEFINITION.table.layout(before)
    return [
        said(
            played.position,
            Hand(side=one.thing[0], track=one.thing[1], from_=tables.tracks[one.thing], to=one.to),
            TRANSLATORS["en"],
        )
        for one in found
        if len(one.thing) == 2
    ]


def done(lists: list[str], *cards: str, **said: Any) -> list[str]:
    """What the person does in her first turn, with this list under slot a."""
    fields = {name: said.pop(name) for name in ("level", "slots", "artifacts", "alignment") if name in said}
    on = position(board(lists), turn=0, **fields)
    before = position(board(lists), turn=0, **fields)
    return hands_of(turn(on, *cards, **said), before)


@pytest.mark.parametrize(
    ("effect", "said", "hands"),
    [
        ("arcana", {}, ["Automa's Arcana: 0 → 1"]),
        (
            "mark_and_card",
            {"rolls": [2]},
            [
                "Automa's red Marks: 0 → 1; Level 2",
                "Red Class, left card → Automa (2 in all)",
                "Spark die, 2 → Spark space of the red Class",
                "Refill the Class",
            ],
        ),
        (
            "mark_and_card",
            {"spark_place": "occupied"},
            [
                "Automa's red Marks: 0 → 1; Level 2",
                "Red Class, right card → Automa (2 in all)",
                "Red die, set to 6 → red Class, “Gain Mark”",
                "Refill the Class",
            ],
        ),
        (
            "card",
            {"rolls": [5]},
            [
                "Red Class, right card → Automa (2 in all)",
                "Red die, 5 → red Class",
                "Refill the Class",
            ],
        ),
        (
            "refresh_potions",
            {"rolls": [5]},
            ["Red die, rolled → Brewery", "Refresh the Brewery"],
        ),
        (
            "contract",
            {"level": 4, "contracts": [1, 3, 4], "sides": "dark", "rolls": [1], "amount": 2},
            [
                "Automa's Darkness: 0 → 2",
                "Contract 2 from the left (3 VP) → Automa",
                "Red die, rolled → Guild",
                "Refill the Contracts",
            ],
        ),
        (
            "trial",
            {"level": 4, "trials": [5, 1], "trial_vps": [6]},
            [
                "Trial 2 from the left (6 VP) → Automa",
                "Reveal a new Fate card and refresh the Guild; if an Event appears, you resolve it",
            ],
        ),
        ("unique bow", {}, ["Follow the Automa's board: “bow”"]),
    ],
)
def test_everything_an_effect_asks_of_the_person_shows(effect: str, said: dict[str, Any], hands: list[str]) -> None:
    lines = [effect] if effect not in ("contract", "trial") else [effect, "unique x"]
    assert done(lines, "red a", **said) == ["A: red card", *hands]


def test_a_bought_artifact_comes_from_the_shop() -> None:
    found = done(["buy_artifact"], "red a", "violet b", rolls=[2])
    assert found == [
        "A: red card",
        "B: violet card",
        "Automa's Arcana: 0 → 1",
        "Red die, 2 → Shop",
        "Take the left Artifact from the Shop",
        "Refill the Shop",
    ]


def test_a_moved_card_is_named_once_where_it_ends() -> None:
    assert done(["to c"], "red tome", "red a") == ["D: red Tome", "Automa's Arcana: 0 → 1"]
    assert done(["to c"], "red a") == ["C: red card", "Automa's Arcana: 0 → 1"]


def test_a_rest_takes_dice_and_cards_away() -> None:
    assert done(["arcana"], slots=[2, 1, 1, 1], level=3) == [
        "A: empty",
        "B: empty",
        "C: empty",
        "D: empty",
        "Refresh Contracts and Fate; you resolve an Event",
        "Return 3 dice (bone or coloured, no matter whose) from the locations to the supply",
        "Return 1 Spark die from the locations to the supply",
        "Put 5 Automa cards under the Artifact deck",
    ]


def test_cards_of_the_apps_deck_are_nobodys_to_move() -> None:
    assert done(["arcana"], artifacts=app_deck(1)) == ["Automa's Arcana: 0 → 1"]


# ------------------------------------------------------------------------------------------------------------ a game


RED = {"colour": "red", "symbol": "1", "classes": ["red", "green"]}


def live() -> Playthrough:
    return Playthrough(DEFINITION, {"level": "beginner"}, {}, 8, PRINTED)


def put(game: Playthrough, *told: Input | Answer) -> list[str]:
    """The hands that the last of these leaves."""
    for one in told:
        game.put(one if isinstance(one, (Command, Respond)) else Respond(one))  # type: ignore[arg-type]
    return [said(game.shown, hand, TRANSLATORS["en"]) for hand in game.hands]


def test_what_was_told_is_not_to_be_done_again() -> None:
    game = live()
    assert put(game, Sparked()) == []
    assert put(game, Adjust("arcana", 4)) == []
    assert put(game, Adjust("put", "1", "red", "1"), Adjust("contracts", [3, 2])) == []
    assert game.layout().tracks["automa", "contracts"] == "3, 2"


def test_hands_come_with_the_answers_that_bring_them() -> None:
    game = live()
    assert put(game, Next()) == []
    assert put(game, RED) == ["Slot 1: red card"], "the card lies there while the next question is open"
    told = put(game, {})
    assert told[0] == "Automa's red Marks: 1 → 2; Level 2"
    assert len(told) == 4


def test_a_card_that_comes_to_others_is_said_alone() -> None:
    """And what was said of a slot stays as it was when more comes in the same turn."""
    first = Hand(side="automa", track="slot-1", from_="", to="red 1")
    then = Hand(side="automa", track="slot-1", from_="red 1", to="red 1, green tome")
    taken = Hand(side="automa", track="slot-1", from_="red 1, green tome", to="")
    assert [said(position(), hand, TRANSLATORS["en"]) for hand in (first, then, taken)] == [
        "A: red card",
        "A: + green Tome",
        "A: empty",
    ]


def test_what_is_done_in_one_go_is_one_line() -> None:
    """A card that is taken and the market that is filled up; slots that are cleared; dice that come back."""
    told = [
        Hand(side="automa", track="slot-1", from_="red 1", to=""),
        Hand(side="automa", track="slot-2", from_="red 2", to=""),
        Hand(side="table", track="shop-left", from_=0, to=1),
        Hand(side="table", track="refill-shop", from_=0, to=1),
        Hand(side="table", track="rest-dice", from_=1, to=3),
        Hand(side="table", track="rest-spark", from_=0, to=1),
        Hand(side="table", track="under", from_=0, to=2),
    ]
    game = live()
    for lang in LANGUAGES:
        view = View(game, TRANSLATORS[lang])
        lines = [build_line(view, 1, those, view.game.shown) for those in group_hands(view, told, view.game.shown)]
        assert [len(line.hands) for line in lines] == [3, 2, 2]
        for line in lines:
            assert_words(line.text)
        if lang == "en":
            assert [line.text for line in lines] == [
                "Now empty: slot 1, slot 2, their 2 cards go under the Artifact deck",
                "Take the left Artifact from the Shop, refill the Shop",
                "Return dice from the locations to the supply: 2 bone or coloured ones (no matter whose), 1 Spark die",
            ]
    back = [Hand(side="table", track=one.track, from_=one.to, to=one.from_) for one in told[2:]]
    taken = group_hands(View(game, TRANSLATORS["en"]), back, game.shown)
    assert all(len(those) == 1 for those in taken), "taken back one by one"


def test_undo_and_redo_say_what_is_taken_back_and_done_again() -> None:
    game = live()
    told = put(game, Next(), RED, {})
    game.undo()
    back = [said(game.shown, hand, TRANSLATORS["en"]) for hand in game.hands]
    assert "Automa's red Marks: 2 → 1; Level 1" in back, "the first thing she did, so it is one of the last"
    assert "1 card back to the red Class (1 in all)" in back
    assert "Undone: refill the Class" in back
    assert any(text.startswith("Undone: Spark die") for text in back)
    game.redo()
    assert [said(game.shown, hand, TRANSLATORS["en"]) for hand in game.hands] == told


# ---------------------------------------------------------------------------------------------------------------- stage


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_the_game_stands_and_what_comes(lang: str) -> None:
    translator = TRANSLATORS[lang]
    tables = {
        "stage.start": position(turn=0),
        "stage.human": position(turn=3),
        "stage.automa": position(to_move="automa"),
        "stage.instruction": position(to_move="automa", ordinal=2),
        "stage.over": position(over=True),
    }
    for key, on in tables.items():
        stage = DEFINITION.status(on).stage
        assert stage is not None
        assert stage.key == key
        assert_words(translator.sentence(stage))
    for key, filled, exactly in (
        ("coming.turn", [1, 1, 1, 0], False),
        ("coming.rest", [2, 1, 1, 1], False),
        ("coming.turn", [2, 1, 1, 1], True),
        ("coming.rest", [1, 1, 1, 1], True),
    ):
        coming = DEFINITION.status(position(slots=filled, exactly_one=exactly)).coming
        assert coming is not None
        assert coming.key == key
        assert_words(translator.sentence(coming))
    assert DEFINITION.status(position(over=True)).coming is None


def test_the_ruling_on_rests_is_known_from_the_set_up_on() -> None:
    assert Playthrough(DEFINITION, {}, {"PEN-AMB-06": "exactly-one"}, 1, PRINTED).position.exactly_one
    assert not Playthrough(DEFINITION, {}, {}, 1, PRINTED).position.exactly_one


@pytest.mark.parametrize(
    ("track", "old", "new", "seen"),
    [
        ("slot-1", "", "red 1", ("red", "1", "upright")),
        ("slot-4", "red 1", "red 1, green tome", ("green", "T", "upright")),
        ("guild", "red 2", "red 2, bone 5", ("bone", "5", "square")),
        ("class-violet", "", "card 3", ("violet", "3", "square")),
        ("brewery", "", "yellow ?", ("yellow", "", "square")),
        ("slot-1", "red 1", "", None),
        ("slot-1", "", "unseen", None),
        ("slot-1", "", "red 1, red 2", None),
        ("class-violet", "", "spark 3", None),
        ("contracts", "", "2", None),
        ("arcana", 0, 1, None),
    ],
)
def test_a_card_or_a_die_has_its_colour_and_what_stands_on_it(
    track: str, old: str | int, new: str | int, seen: tuple[str, str, str] | None
) -> None:
    found = DEFINITION.table.chip(Hand(side="automa", track=track, from_=old, to=new))
    assert (found and (found.colour.value, found.on, found.shape)) == seen
