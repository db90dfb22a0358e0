"""Hands: applied literally they always give the shown table, and each has its words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from automarium.engine.game.playthrough import Playthrough
from automarium.engine.layout import MAT, OUT, PLENTY, SUPPLY, Hand, PlacedPieces, TrackValue
from automarium.engine.play.command import Respond
from automarium.games.expeditions.commands import Boasted, Drew, Explored, Go, Next, Vanquished
from automarium.games.expeditions.corrections import Adjust
from automarium.games.expeditions.position import PRINTED, ROWS, SPECIAL
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from automarium.views.game import View
from automarium.views.turn import build_turn, list_put_back
from automarium.views.turn_lines import list_layout
from tests.games.expeditions.kit import DEFINITION, game, let_play
from tests.games.whole_games import Books, check_hands

VOICES = {lang: Translator(lang, [DEFINITION.folder]) for lang in LANGUAGES}


OUR_OWN = re.compile(r"hand\.|piece\.|track\.|state\.|corruption-|swept-|\b(mat|out|supply)\b")


def words(live: Playthrough, lang: str = "en") -> list[str]:
    return [todo.text for todo in View(live, VOICES[lang]).hands()]


@pytest.mark.parametrize("deck", ["app", "mine"])
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_the_table_kept_by_hand_agrees_throughout_a_game(level: int, deck: str) -> None:
    """And whatever there is to do is said in three languages, without a key or an id that only we know."""
    for live in check_hands(DEFINITION, PRINTED, {"level": level, "deck": deck}, seed=level):
        kinds = {"tile": len(ROWS), "map": len(ROWS) + PLENTY, "mech": 1, "mech-north": 1, f"corruption-{SPECIAL}": 1}
        for piece, count in kinds.items():
            assert sum(n for thing, n in live.layout().pieces.items() if thing[1] == piece) == count
        for lang in LANGUAGES:
            for text in words(live, lang):
                assert not OUR_OWN.search(text), text
                assert lang == "en" or re.search(r"[а-яіїєґ]", text, re.IGNORECASE), text


@pytest.mark.parametrize("chosen", [{"EXP-AMB-10": "start-again"}, {"EXP-AMB-06": "end-of-turn", "EXP-AMB-11": "any"}])
def test_it_agrees_with_switched_rulings_too(chosen: dict[str, str]) -> None:
    assert list(check_hands(DEFINITION, PRINTED, {"level": 1}, 7, chosen))


def test_corrections_are_told_and_what_follows_is_consistent() -> None:
    """Whatever is corrected is done already; undone and put back it is all to do."""
    live = game({"deck": "mine"})
    books = Books(live.layout())
    told: list[Any] = [
        Adjust("N4", "open", [4, SPECIAL]),
        Adjust("maps", 3),
        Adjust("corruption", 4),
        Adjust("special", "automa"),
        Adjust("glory", 2),
        Adjust("progress", 6),
        Adjust("north", "N3"),
        Adjust("human", "S2"),
        Adjust("C2", "closed-bare"),
        Adjust("C3", "open-map"),
        Adjust("human-glory", 2),
        Adjust("corruption", 1),
        Adjust("drawn", [1, 2]),
        Explored("N5", [3]),
        Vanquished("N4", 1),
        Boasted(),
    ]
    for input_ in told:
        live.put(input_)
        assert live.hands == [], input_
        books.told(live.runs[-1].reported_changes)
        for again in (live.undo, live.redo):
            again()
            for hand in live.hands:
                books.do(hand)
            assert books.pieces == live.layout().pieces
            assert books.tracks == live.layout().tracks


def test_everything_that_lies_on_the_table_has_a_name() -> None:
    live = game({"deck": "mine"})
    live.put(Explored("N4", [SPECIAL, *range(1, 11)]))
    live.put(Explored("N5", list(range(11, 20))))
    live.put(Adjust("corruption", 1))
    live.position.swept = dict.fromkeys(ROWS, 1)
    layout = live.layout()
    for translator in VOICES.values():
        for side, piece, at, state in layout.pieces:
            assert translator.look_up(f"piece.{side}.{piece}"), piece
            assert not state or translator.look_up(f"state.{state}")
            assert re.fullmatch(r"[NCS]\d", at) or translator.look_up(f"place.{at}"), at
        for side, track in layout.tracks:
            counted = track.startswith("swept-") or track == "shuffled"  # it lies nowhere: only the app counts it
            assert bool(translator.look_up(f"track.{side}.{track}")) is not counted, track


# -------------------------------------------------------------------------------------------------- the special token


def special_at(live: Playthrough) -> list[str]:
    """Return where the layout has the special token, a place per token."""
    found = {at: count for (_, piece, at, _), count in live.layout().pieces.items() if piece == f"corruption-{SPECIAL}"}
    return [at for at, count in found.items() for _ in range(count)]


@pytest.mark.clause("EXP-EXPLORE-08", "EXP-LAIR-04")
@pytest.mark.parametrize("told", [Go("N3", [SPECIAL]), Explored("N3", [SPECIAL]), Adjust("N3", "open", [3, SPECIAL])])
def test_the_special_token_is_in_one_place_and_never_in_the_bag(told: Any) -> None:
    """Regression: undo said "N3 → the bag", and reported again the token was on N3 and in the supply."""
    live = game()
    assert special_at(live) == [SUPPLY]
    live.put(told)
    assert (special_at(live), live.hands) == (["N3"], [])
    live.undo()
    assert special_at(live) == [SUPPLY]
    assert "The 20-value corruption token: N3 → beside the map" in words(live)
    live.redo()
    assert special_at(live) == ["N3"]
    assert "The 20-value corruption token: beside the map → N3" in words(live)
    live.undo()
    live.put(told)
    assert (special_at(live), live.hands) == (["N3"], [])


@pytest.mark.clause("EXP-LAIR-01", "EXP-LAIR-04")
@pytest.mark.parametrize(("holder", "place"), [("automa", MAT), ("human", OUT), ("map", SUPPLY)])
def test_the_special_token_is_where_a_correction_says(holder: str, place: str) -> None:
    live = game()
    live.put(Adjust("special", holder))
    assert special_at(live) == [place]
    thing = PlacedPieces("table", f"corruption-{SPECIAL}", place)
    assert DEFINITION.table.corrects(live.position, thing) == {"what": "special"}
    live.undo()
    assert special_at(live) == [SUPPLY]


# ------------------------------------------------------------------------------------------------- what a turn leaves


def test_a_turn_is_told_by_what_there_is_to_do() -> None:
    live = game({"deck": "mine"})
    live.put(Next())
    live.put(Respond(14))  # north goes three, central explores where it stands
    assert live.question is not None
    assert words(live) == [
        "Automa's north mech: N1 → N4",
        "Map token: C7 → Automa (now 1)",
        "Flip the tile at C7 face up",
        "Progress token: advance 1 space (1 to the next glory token)",
    ]
    live.put(Respond([4, 3]))
    assert words(live) == [], "the tokens were laid before they were named"


def test_what_she_takes_goes_to_her_with_the_total() -> None:
    live = game({"deck": "mine"})
    for told in (Adjust("N1", "open", [4, 4, 5]), Adjust("glory", 3), Adjust("corruption", 2)):
        live.put(told)
    let_play(live, 8)  # north takes two
    assert "Corruption token 4 × 2: N1 → Automa (now 4)" in words(live)
    live.undo()
    assert "2 × corruption token 4: the Automa → N1" in words(live)


def test_the_progress_token_is_told_by_what_is_left_never_by_our_numbers() -> None:
    """Level 2 gives glory on the spaces 2, 6, … counted from START; the printed spaces have no numbers."""
    live = game({"deck": "mine"})
    let_play(live, 2)
    assert "Progress token: advance 1 space (1 to the next glory token)" in words(live)
    live.undo()
    live.undo()
    assert live.hands == []
    live.put(Adjust("progress", 1))
    let_play(live, 2)
    assert "Progress token: advance 1 space, onto glory" in words(live)
    assert "Put glory token 1 on the top left corner of the Basecamp board" in words(live)
    live.put(Adjust("progress", 27))
    live.put(Next())
    live.put(Respond(3))
    assert "Progress token: advance 1 space, no glory token ahead" in words(live)


def test_undone_the_progress_token_goes_back() -> None:
    live = game({"deck": "mine"})
    live.put(Adjust("progress", 5))
    live.undo()
    assert words(live) == ["Automa's placed glory tokens: 1 → 0", "Progress token: back to START"]
    live.redo()
    assert words(live)[0] == "Progress token: 5 spaces forward"
    live.put(Adjust("progress", 2))
    live.undo()
    live.redo()
    assert words(live) == ["Progress token: 3 spaces back"], "the first glory comes on the second space"


def test_a_house_card_has_no_token_to_move() -> None:
    """EXP-SETUP-10 is about a printed card; of our own design nothing lies on the table."""
    live = game({"deck": "mine", "level": 4, "card": "house"})
    let_play(live, 2)
    assert live.position.progress == 1
    assert [hand for hand in live.hands if hand.track] == []
    assert ("automa", "progress") not in live.layout().tracks


def test_an_own_deck_is_shuffled_by_hand_and_the_apps_is_not() -> None:
    for deck, found in (("mine", 1), ("app", 0)):
        live = game({"deck": deck})
        shuffled = []
        for _ in range(13):
            live.put(Next())
            shuffled += [text for text in words(live) if text.startswith("Shuffle")]
            while live.question is not None:
                answer: Any = live.question.options[0] if live.question.about == "ask.card" else []  # type: ignore[union-attr]
                live.put(Respond(answer))
        assert shuffled == ["Shuffle all 14 decision cards and set 2 aside without looking"] * found


def test_swept_cards_and_boxed_cards_are_to_do() -> None:
    live = game({"deck": "mine"})
    let_play(live, 1)
    sweeping = [text for text in words(live) if "Sweep" in text]
    assert sweeping == ["Sweep all face-up cards adjacent to N1"] or sweeping == []
    live.put(Drew(17))
    assert words(live) == ["Return card 017 to the box and draw another"]
    live.undo()
    assert words(live) == ["Main deck cards returned to the box: 1 → 0"]
    live.put(Drew(18))
    assert words(live) == []


def test_where_tokens_are_held_is_data_of_the_protocol() -> None:
    live = game()
    live.put(Go("N2"))
    live.put(Explored("N2", [5, 3]))
    live.put(Vanquished("N2", 1))
    pieces = live.layout().pieces
    assert pieces["table", "map", OUT, ""] == 1, "the human took it"
    assert (pieces["table", "corruption-5", OUT, ""], pieces["table", "corruption-3", "N2", ""]) == (1, 1)
    assert ("table", "map", MAT, "") not in pieces
    assert sum(count for (_, piece, _, _), count in pieces.items() if piece == "map") == len(ROWS) + PLENTY
    assert Hand(side="human", piece="mech", from_="basecamp", to="N2") not in live.hands


@pytest.mark.clause("EXP-AMB-06")
@pytest.mark.parametrize("choice", ["at-once", "end-of-turn"])
def test_gaps_that_were_swept_are_refilled_and_a_person_is_told_so(choice: str) -> None:
    """Regression: the main deck is not the app's, so no hand shows it, and only the story said it."""
    live = game({"deck": "mine"}, AMB_06=choice)
    let_play(live, 12)  # central sweeps
    view = View(live, VOICES["en"])
    assert build_turn(view, len(live.runs) - 1).remarks == ("Refill the gaps left by the sweep.",)
    let_play(live, 2)
    assert build_turn(view, len(live.runs) - 1).remarks == ()


@pytest.mark.clause("EXP-AMB-06")
def test_gaps_refilled_at_once_are_said_beside_the_question_that_follows() -> None:
    """Regression: the page lost the line, as the question came before the end of the turn."""
    live = game({"deck": "mine"})
    view = View(live, VOICES["en"])
    live.put(Adjust("glory", 1))
    live.put(Next())
    live.put(Respond(12))  # central sweeps, then opens a tile
    assert live.question is not None
    assert live.question.about.startswith("ask.turned-up")
    assert build_turn(view, len(live.runs) - 1).remarks == ("Refill the gaps left by the sweep.",)
    live.put(Respond([]))
    assert build_turn(view, len(live.runs) - 1).remarks == (), "it is done already"


def test_each_line_says_the_total_of_its_own_moment() -> None:
    """Regression: two tokens that were taken in one turn both said how many she had in the end."""
    live = game({"deck": "mine"})
    live.put(Adjust("corruption", 3))
    live.put(Adjust("glory", 7))
    live.put(Adjust("N4", "open", [4, 3]))
    live.put(Next())
    live.put(Respond(11))  # north vanquishes two tokens
    lines = build_turn(View(live, VOICES["en"]), len(live.runs) - 1).lines
    taken = [line.text for line in lines if line.sign == "corruption"]
    assert taken == ["Corruption token 4: N4 → Automa (now 4)", "Corruption token 3: N4 → Automa (now 5)"]


def test_the_table_shows_nothing_that_only_the_app_counts() -> None:
    live = game({"deck": "mine"})
    let_play(live, 12)
    shown = [one.track for one in list_layout(View(live, VOICES["en"])) if isinstance(one, TrackValue)]
    assert shown == ["glory", "progress", "glory", "boxed"]


def test_what_was_turned_or_shuffled_is_taken_back_in_words() -> None:
    live = game({"deck": "mine"})
    live.put(Next())
    live.put(Respond(14))
    live.put(Respond([4, 3]))
    live.undo()
    live.undo()
    live.undo()
    view = View(live, VOICES["en"])
    assert "Flip the tile at C7 face down again" in [line.text for line in list_put_back(view)]
