"""Hands: done literally, piece by piece, they give the table that the app has; all in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from automarium.box.box import checked_pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import fill_options
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.layout import Hand, PlacedPieces
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Respond
from automarium.games.golem.commands import Next, Tally
from automarium.games.golem.corrections import Adjust
from automarium.games.golem.position import PRINTED, Position
from automarium.i18n.languages import LANGUAGES
from automarium.views.game import View
from automarium.views.turn import build_gauges, build_turn, list_put_back
from automarium.views.turn_lines import Line, build_line, group_hands
from tests.contract.kit import StrictTranslator
from tests.games.golem.kit import DEFINITION, card, game, position, replies, tell
from tests.games.whole_games import check_hands

OWN: dict[str, Any] = {"cards": "printed", "board": "printed", "deck": "mine"}
OPTIONS = [{"deck": "app"}, {"deck": "mine", "humans": 3}, {**OWN, "humans": 2}]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=["app", "mine", "own"])
def test_hands_done_literally_give_the_same_table(level: int, options: dict[str, Any]) -> None:
    """Over a whole game, undo and redo among its lines; and every hand and every thing on the table has its words."""
    translators = [StrictTranslator(lang, DEFINITION) for lang in LANGUAGES]
    for live in check_hands(DEFINITION, PRINTED, {"level": level, **options}, seed=level):
        for translator in translators:
            for todo in View(live, translator).hands():
                assert not re.search(r"[a-z]+\.[a-z]|_|\{", todo.text), todo.text
            for line in live.layout().lines():
                if isinstance(line, PlacedPieces):
                    assert translator.term("piece", f"{line.side}.{line.piece}")
                    assert translator.term("place", line.at)
                    assert not line.state or translator.term("state", line.state)
                else:
                    assert translator.term("track", f"{line.side}.{line.track}")


def hands(live: Playthrough) -> list[str]:
    """What the last input left to do, in English; what is said in one breath is said once."""
    return list(dict.fromkeys(todo.text for todo in View(live, StrictTranslator("en", DEFINITION)).hands()))


def test_what_is_done_in_one_go_is_one_line() -> None:
    """Golems that lie down, students that walk, both tracks; a golem that is buried stands alone."""
    told = [
        Hand(side="automa", piece="golem", at="red-5", from_="standing", to="lying"),
        Hand(side="automa", piece="student-red", from_="red-2", to="red-3"),
        Hand(side="automa", piece="golem", at="blue-4", from_="standing", to="lying", count=2),
        Hand(side="automa", piece="golem", from_="yellow-8", to="cemetery", state="standing"),
        Hand(side="automa", piece="student-blue", from_="blue-1", to="blue-3"),
        Hand(side="automa", track="golem-track", from_=8, to=10),
        Hand(side="automa", track="study-track", from_=4, to=3),
    ]
    view = View(at_table(position(stage="turns")), StrictTranslator("en", DEFINITION))
    lines = [build_line(view, 1, those, view.game.shown) for those in group_hands(view, told, view.game.shown)]
    assert [line.text for line in lines] == [
        "Automa's golems lie down: red V, 2 × blue IV",
        "Automa's students: red II → III, blue I → III",
        "Automa's golem: yellow VIII → the cemetery",
        "Automa's markers: golem track 8 → 10, research track 4 → 3",
    ]
    assert {hand for line in lines for hand in line.hands} == set(told)
    for lang in LANGUAGES:
        view = View(at_table(position(stage="turns")), StrictTranslator(lang, DEFINITION))
        assert all(
            build_line(view, 1, those, view.game.shown).text for those in group_hands(view, told, view.game.shown)
        )


def at_table(table: Position, **options: Any) -> Playthrough:
    """A live game that has come to this table."""
    live = game(options)
    live.position = table
    return live


def answered(live: Playthrough, **known: Any) -> list[str]:
    """All hands from one input to its end, whatever is asked on the way."""
    found = []
    tell(live, Next())
    found += hands(live)
    while live.question is not None:
        tell(live, replies(**known)(live.question))
        found += hands(live)
    return found


ROWS: dict[str, Any] = {"work": [], "golem": ["red", "white"], "artifact": [], "study": [], "mirror": ["black"]}


def test_a_marble_turn_in_hands() -> None:
    """The marble she takes, the student it moves, a new golem and what it costs; not what was told."""
    table = position("red 4", "yellow 2", marker=9, rows={row: list(there) for row, there in ROWS.items()})
    table.deck.pile[-1] = 1
    table.learned = {"card.1.first": "marble", "card.1.marble": ["left"], "card.1.bonus": "none"}
    assert answered(at_table(table), gone=["mirror-black"]) == [
        "Automa's golem: the Automa's board → blue I",
        "Automa's student: red I → red II",
        "Red marble: the Golem row → the Automa's board",
        "New golem development: the leg for 2 clay (ignore the character's steps)",
        "Automa's resource marker: 9 → 6",
        "Automa's marker on the golem track: 3 → 5",
    ]


def test_a_golem_lies_down_and_one_that_steps_stands_up() -> None:
    table = position("red 2 lying", "blue 9", stage="round", round=0, golem_track=3)
    table.learned = {"golem_space.3.steps": 1, "character.1.steps": 0}
    assert answered(at_table(table), character_card=1) == [
        "Round I: reveal its character card",
        "Automa's golem stands up: red II",
        "Automa's golem: red II → red III",
    ]


def test_a_new_round_is_refreshed_in_one_breath() -> None:
    """However many marbles and tiles were known: everything in the refresh says the same."""
    rows = {row: list(there) for row, there in ROWS.items()}
    table = position("red 2", stage="round", rows=rows, taken=["blue"], actions={2: 5}, rabbi=2, golem_track=3)
    table.learned = {"golem_space.3.steps": 0, "character.2.steps": 0}
    found = answered(at_table(table), character_card=2)
    assert found[:3] == [
        "Refresh: drop all marbles into the synagogue again, lay out new action tiles, "
        "shift the books and refill the Library",
        "Automa's rabbi: 2nd action tile from the top → the Automa's board",
        "Round II: reveal its character card",
    ]


def test_a_book_goes_from_its_place_to_its_column() -> None:
    table = position("red 2", marker=20, rows={**{row: [] for row in ROWS}, "study": ["red"]}, cards=[])
    table.deck.pile[-1] = 1
    table.learned = {"card.1.first": "marble", "card.1.bonus": "none", "card.1.books": [3, 1, 2, 4, 5]}
    table.learned |= {f"book.green-{n}.{field}": [] for n in range(1, 9) for field in ("immediate", "left", "right")}
    table.learned |= {f"book.green-{n}.cost": 2 for n in range(1, 9)}
    found = answered(at_table(table), display=["red", "red", "green", "green", "blue"])
    line = "Green book: space 3 → column 1; shift the row and refill it"
    assert line in found, "the third, although the fourth is of the same colour"


def test_the_evening_puts_the_cards_away_only_if_there_are_any() -> None:
    cards = [card(id_=n) for n in (1, 2, 3)]
    for deck, line in (("app", False), ("mine", True)):
        live = at_table(position("red 1", stage="evening", rabbi=1, cards=cards, types=["marble"] * 3))
        live.position.deck.physical = deck == "mine"
        live.position.deck.drawn = [1, 2, 3]
        assert ("Put the Automa's three cards under the deck" in answered(live)) is line


def test_what_is_corrected_or_told_at_the_end_is_not_to_be_done_again() -> None:
    live = at_table(position("red 4", stage="over", round=4, ingots=2))
    for told in (Adjust("ingots", 5), Adjust("golem", "cemetery", "red 4"), Tally("human", 70)):
        tell(live, told)
        assert hands(live) == []
    live.undo()
    assert hands(live) == ["Your VP: 70 → 0"]
    live.undo()
    assert hands(live) == ["Automa's golem: the cemetery → red IV"]


def lines(live: Playthrough) -> list[Line]:
    """What the last input left to do, as a face shows it in English."""
    return build_turn(View(live, StrictTranslator("en", DEFINITION)), len(live.runs) - 1).lines


def test_what_is_said_in_the_same_words_is_one_line() -> None:
    rows = {row: ["red", "white"] for row in ROWS}
    table = position("red 2", stage="round", rows=rows, taken=["blue"], actions={2: 5}, rabbi=2, golem_track=3)
    table.learned = {"golem_space.3.steps": 0, "character.2.steps": 0}
    live = at_table(table)
    tell(live, Next(), 2)
    texts = [line.text for line in lines(live)]
    assert len(live.runs[-1].segments[0].hands) > len(texts)
    assert sum("Refresh" in text for text in texts) == 1


def test_golems_that_stand_up_and_go_are_one_line() -> None:
    going = [("red-1", "red-3"), ("blue-3", "blue-4")]
    told = [
        hand
        for start, end in going
        for hand in (
            Hand(side="automa", piece="golem", at=start, from_="lying", to="standing"),
            Hand(side="automa", piece="golem", from_=start, to=end, state="standing"),
        )
    ]
    told.append(Hand(side="automa", piece="golem", from_="yellow-1", to="yellow-2", state="standing"))
    view = View(at_table(position(stage="turns")), StrictTranslator("en", DEFINITION))
    turned, alone = group_hands(view, told, view.game.shown)
    first = build_line(view, 1, turned, view.game.shown, turned=True)
    assert first.text == "Automa's golems: red I → III, blue III → IV, standing"
    assert build_line(view, 2, alone, view.game.shown).text == "Automa's golem: yellow I → yellow II"


def test_an_evening_is_grouped_and_its_sums_are_explained() -> None:
    table = position("red 4", stage="evening", rabbi=2, occupied=[1], marker=9, students={"red": 3}, study_track=2)
    live = at_table(table)
    tell(live, Next())
    found = lines(live)
    assert [DEFINITION.table.group(line.hand) for line in found] == sorted(
        (DEFINITION.table.group(line.hand) for line in found), key=DEFINITION.table.groups.index
    ), "what is under one head stands together, in the order of the heads"
    sums = next(line for line in found if line.hand.track == "resources")
    assert {line.group for line in found} == {""}, "so few lines need no heads"
    view = View(live, StrictTranslator("en", DEFINITION))
    assert build_line(view, 1, sums.hands, live.shown, headed=True).group == "Totals"
    parts = [int(part.split()[0]) for part in sums.aside.split(", ")]
    assert isinstance(sums.hand.from_, int)
    assert isinstance(sums.hand.to, int)
    assert len(parts) > 1
    assert sums.hand.from_ + sum(parts) == sums.hand.to


def test_while_a_question_is_open_the_turn_is_the_one_that_is_played() -> None:
    live = game()
    view = View(live, StrictTranslator("en", DEFINITION))
    assert view.stage == "Before round I"
    tell(live, Next())
    assert live.question is not None
    assert view.stage == "Start of round I"
    tell(live, 1, Next())
    assert live.question is not None
    assert view.stage == "Round I, Automa's turn 1 of 3"
    assert view.stage_of_run(live.runs[1]) == "Start of round I"
    assert view.points == f"{live.position.vp} VP"


def test_the_evening_that_asks_is_the_one_under_way() -> None:
    live = at_table(position("red 2", stage="evening", round=4, rabbi=2, humans=1))
    tell(live, Next())
    assert live.question is not None
    assert View(live, StrictTranslator("en", DEFINITION)).stage == "End of round IV"


def test_after_undo_the_marbles_lie_where_they_lay() -> None:
    """The app has forgotten what it was told, the table has not: only her marble goes back to its row."""
    table = position("red 4", "yellow 2", marker=9)
    table.deck.pile[-1] = 1
    table.learned = {"card.1.first": "marble", "card.1.marble": ["left"], "card.1.bonus": "none"}
    live = at_table(table)
    answered(live, **{f"row_{row}": there for row, there in ROWS.items()})
    while live.runs[-1].input is not None:
        live.undo()
    back = [line.text for line in list_put_back(View(live, StrictTranslator("en", DEFINITION)))]
    assert "Red marble: the Automa's board → the Golem row" in back
    assert [line for line in back if "marble" in line.lower()] == ["Red marble: the Automa's board → the Golem row"]


def test_a_golem_that_steps_stands_up_in_one_line() -> None:
    """In the data it is turned and moved; a person does both at once."""
    table = position("red 2 lying", "blue 9", stage="round", round=0, golem_track=3)
    table.learned = {"golem_space.3.steps": 1, "character.1.steps": 0}
    live = at_table(table)
    tell(live, Next(), 1)
    assert [line.text for line in lines(live)][-1] == "Automa's golem: red II → red III, standing"
    assert [hand.at for hand in live.runs[-1].segments[-1].hands] == ["red-2", ""]
    assert not any("stands up" in line.text for line in lines(live))


def test_the_sums_of_a_turn_are_moved_once_and_put_back_as_far_as_they_were_moved() -> None:
    """The sums of a turn cut by questions wait for its end; an answer taken back leaves them where they were when the
    turn began."""
    pack = checked_pack(DEFINITION, {})
    live = Playthrough(DEFINITION, filled({"level": 2, "deck": "app"}), {}, 11, pack)
    rival = DEFINITION.lab.rivals["table"](pack, Chance(12))
    view = View(live, StrictTranslator("en", DEFINITION))
    most, mended = {"evening": 0, "turns": 0}, 0
    while not live.position.over:
        for told in rival.turn(lambda: live.position):
            stage, before = live.position.stage, sums(live.position)
            live.put(told)
            moved = dict(before)
            while live.question is not None:
                assert not of_sums(build_turn(view, len(live.runs) - 1).lines)
                assert {gauge.at for gauge in build_gauges(view)} >= set(map(str, before.values()))
                live.put(Respond(rival.answer(live.question)))
            lines = build_turn(view, len(live.runs) - 1).lines
            for hand in of_sums(lines):
                assert hand.from_ == before[hand.track]
                moved[hand.track] = hand.to
            assert moved == sums(live.position)
            most[stage] = max(most.get(stage, 0), len(lines))
            if len(live.runs[-1].answers) > 1:
                for _ in range(2):
                    live.undo()
                    for hand in of_sums(list_put_back(view)):
                        assert hand.from_ == moved[hand.track]
                        moved[hand.track] = hand.to
                    assert moved == before
                live.redo()
                live.redo()
                mended += 1
            if live.position.over:
                break
    assert mended > 3
    assert most["evening"] <= 12
    assert most["turns"] <= 15


def sums(position: Position) -> dict[str, int | str | None]:
    return {"resources": position.marker, "vp": position.vp}


def of_sums(lines: Iterable[Line]) -> list[Hand]:
    return [hand for line in lines for hand in line.hands if hand.track in DEFINITION.table.waits]


def filled(options: dict[str, Any]) -> dict[str, Any]:
    return fill_options(DEFINITION, options, settle(DEFINITION.rulings, {}), checked_pack(DEFINITION, {}))


@pytest.mark.parametrize(
    ("piece", "seen"),
    [
        ("marble-black", ("round", "black")),
        ("book-green", ("square", "green")),
        ("student-red", None),
        ("study-upgrade-4", None),
        ("golem", None),
    ],
)
def test_a_marble_or_a_book_is_seen_in_its_colour(piece: str, seen: tuple[str, str] | None) -> None:
    found = DEFINITION.table.chip(Hand(side="table", piece=piece, from_="mat", to="out"))
    assert (found and (found.shape, DEFINITION.page.colours[found.colour.family][str(found.colour.value)])) == seen


@pytest.mark.clause("GOL-SETUP-11")
def test_the_artifact_tile_of_the_house_is_named_on_the_table() -> None:
    live = game()
    tile = live.position.artifact_tile
    assert live.layout().tracks["automa", "artifact-tile"] == tile
    for lang in LANGUAGES:
        view = View(live, StrictTranslator(lang, DEFINITION))
        said = view.translator.say("overview.artifact-tile", number=tile)
        assert said in [view.translator.sentence(one) for one in DEFINITION.words.overview(live.position)]
    own = position("red 1", own_board=True)
    assert ("automa", "artifact-tile") not in DEFINITION.table.layout(own).tracks, "the owner sees their own"
