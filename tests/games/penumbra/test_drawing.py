"""Her board as a picture and as text: stacks, lists, the line that fired, and why those above did not."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from automarium.engine.choice.trace import Trace
from automarium.engine.content.rulings import settle
from automarium.engine.game.playthrough import strip_defaults
from automarium.games.penumbra.boards.board import read_board, read_house_boards
from automarium.games.penumbra.events import Line
from automarium.games.penumbra.position import PRINTED, Position
from automarium.games.penumbra.text import BOARD_WIDTH, get_letter
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from tests.games.penumbra import kit
from tests.games.penumbra.kit import DEFINITION
from tests.pictures import SVG, having

RULINGS = settle(DEFINITION.rulings, {})
say = kit.TRANSLATOR.say


def table(**fields: Any) -> Position:
    on = kit.board(
        ["=2: trial", "L5: contract", "=1: mark_and_card", "arcana"], ["contract", "card"], ["trial", "card"], ["joker"]
    )
    fields.setdefault("slots", [0, 0, 2, 7])
    return kit.position(on, level=3, arcana=2, **fields)


def drawn(position: Position, trace: Trace | None = None, **options: Any) -> ElementTree.Element:
    return ElementTree.fromstring(DEFINITION.draw(position, RULINGS, options.pop("say", say), trace, **options))


def texts(part: ElementTree.Element) -> str:
    return " ".join(one.text or "" for one in part.iter(f"{SVG}text"))


def fired() -> Trace:
    played = kit.turn(table(), "red a", "red b", rolls=[1, 1], contracts=[], is_class="yes")
    return next(trace for step in played.steps if isinstance(step.event, Line) for trace in step.traces)


# ------------------------------------------------------------------------------------------------------------- pictures


def test_the_four_slots_with_their_stacks_and_every_line() -> None:
    picture = drawn(table())
    words = texts(picture)
    for name in ("A", "B", "C", "D"):
        assert name in words
    assert "×2" in words
    assert "×7" in words
    lines = having(picture, "line")
    assert sorted(lines) == ["0:0", "0:1", "0:2", "0:3", "1:0", "1:1", "2:0", "2:1", "3:0"]
    assert "=2: Trial" in texts(lines["0:0"])


def test_the_fired_line_has_a_double_frame_and_those_above_their_clause() -> None:
    lines = having(drawn(table(), fired()), "line")
    assert "✕ COND-02" in texts(lines["0:0"])
    assert "✕ INSTR-11" in texts(lines["0:1"])
    assert "✕" not in texts(lines["0:2"])
    frames = {key: len(list(line.iter(f"{SVG}rect"))) for key, line in lines.items()}
    assert frames["0:2"] == 3, "the box and the double frame"
    assert frames["0:0"] == 2, "the box and the hatching"
    assert frames["0:3"] == 1, "not read"
    assert "not read" in (lines["0:3"].findtext(f"{SVG}title") or "")
    patterns = [rect.get("fill") for rect in lines["0:0"].iter(f"{SVG}rect")]
    assert "url(#out-light)" in patterns


def test_the_rules_that_did_something_are_told_below() -> None:
    words = texts(drawn(table(), fired()))
    assert "COND-02: exactly two cards in the slot" in words
    assert "INSTR-11: the Automa's Level must be high enough" in words


def test_a_choice_of_contracts_shows_the_row() -> None:
    on = table(alignment="dark")
    played = kit.turn(on, "red b", "red a", contracts=[2, 1, 5, 2], sides=("light", "dark"), rolls=[1, 1])
    offers = having(drawn(table(alignment="dark"), played.trace("contract")), "candidate")
    assert sorted(offers) == ["0", "2", "3"], "the second need not be looked at"
    assert "GUILD-01" in texts(offers["2"])
    assert "GUILD-06" in texts(offers["3"])
    assert "✕" not in texts(offers["0"])


def test_a_choice_of_slots_is_on_the_slots() -> None:
    on = kit.position(kit.board(four=["joker"]), slots=[1, 0, 0, 0], turn=0)
    played = kit.turn(on, "red d")
    picture = drawn(kit.position(kit.board(four=["joker"]), slots=[1, 0, 0, 1]), played.trace("slot"))
    assert "url(#out-light)" in ElementTree.tostring(picture, "unicode")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("dark", [False, True])
def test_it_stands_alone_in_every_language(lang: str, dark: bool) -> None:
    translator = Translator(lang, [DEFINITION.folder])
    text = DEFINITION.draw(table(), RULINGS, translator.say, fired(), dark=dark)
    picture = ElementTree.fromstring(text)
    assert picture.findtext(f"{SVG}title")
    assert picture.findtext(f"{SVG}desc")
    assert not [mark for mark in ("href", "<script", "<style", "{") if mark in text]


@pytest.mark.parametrize(("lang", "bone"), [("en", "b"), ("uk", "Кі"), ("ru", "Ко")])
def test_a_colour_has_the_letters_that_the_legend_and_the_page_give_it(lang: str, bone: str) -> None:
    """Regression: in two languages a bone card bore a letter that the legend did not know."""
    translator = Translator(lang, [DEFINITION.folder])
    assert get_letter("bone", translator.say) == bone == translator.look_up("colour.bone@letter")
    assert bone in translator.say("draw.card").split()
    assert get_letter("crimson", translator.say) == "C", "a colour that only its owner knows"


def test_words_of_a_printed_board_are_escaped() -> None:
    slots = ["<b>", "R&D", "c", "d"]
    lists = {slot: ["unique <i>&</i>"] for slot in slots}
    on = read_board(
        "x",
        {"slots": slots, "tome_slot": "c", "mark_places": 2, "scoring": {"per": "trial", "vp": 3}, "lists": lists},
    )
    assert "“<i>&</i>”" in texts(drawn(kit.position(on)))


# ----------------------------------------------------------------------------------------------------------------- text


def test_the_board_fits_a_small_screen() -> None:
    for character in kit.HOUSE.values():
        lines = DEFINITION.words.text(kit.position(character, slots=[5, 0, 1, 2]), RULINGS, say, 80)
        assert len(lines) <= 20
        assert max(map(len, lines)) <= 80
    shown = "\n".join(DEFINITION.words.text(table(), RULINGS, say, 80))
    assert "2: R R" in shown
    assert "7: … R R R R" in shown
    assert "1. =2: Trial" in shown


def test_a_narrow_screen_gets_the_sentences() -> None:
    lines = DEFINITION.words.text(table(), RULINGS, say, BOARD_WIDTH - 1)
    assert "A: empty." in lines
    assert "C: 2 cards (red, red)." in lines


def test_the_overview_tells_everything() -> None:
    on = table(
        alignment="dark", dark=2, light=1, contracts=[3, 1], trials=[6], cards=2, artifacts=kit.app_deck(1, 2, 3)
    )
    said = " ".join(kit.TRANSLATOR.sentence(one) for one in DEFINITION.words.overview(on))
    for words in (
        "Level 3 of 9 (green, green, green).",
        "1 Spark mark.",
        "2 Arcana.",
        "Alignment: Darkness.",
        "Light 1, Darkness 2.",
        "Contracts (VP): 3, 1.",
        "Trials (VP): 6.",
        "3 cards gained.",
        "3 cards are left in the app's deck.",
    ):
        assert words in said, words
    full = " ".join(kit.TRANSLATOR.sentence(one) for one in DEFINITION.words.overview(kit.position(slots=[1, 1, 1, 1])))
    assert "the Automa's next turn is a Rest" in full


def test_the_line_that_she_followed_is_framed_on_the_page() -> None:
    """For the picture alone: a game with it has the same fingerprint as without."""

    def frames(position: Position) -> int:
        return len(drawn(position, bare=True).findall(f".//{SVG}rect[@fill-opacity]"))

    before, after = table(), table(followed=[(0, 0), (2, 0)])
    assert (frames(before), frames(after)) == (0, 2)
    assert strip_defaults(before) == strip_defaults(after)


def test_the_lines_of_her_last_turn_are_remembered_as_they_were_told() -> None:
    played = kit.turn(table(), "red a", "red b", rolls=[1, 1], contracts=[], is_class="yes")
    names = played.position.board.slots
    told = [step.event for step in played.steps if isinstance(step.event, Line)]
    assert told
    assert [(names[slot], line + 1) for slot, line in played.position.followed] == [
        (one.slot, one.number) for one in told
    ]


def test_the_slots_of_a_printed_board_have_their_names_beside_their_numbers_on_the_page() -> None:
    """Its owner entered them, and what is to be moved is said with them."""
    slots = ["hat", "staff", "cloak", "conduit"]
    lists = {slot: ["arcana"] for slot in slots}
    scoring = {"per": "trial", "vp": 3}
    table = {"slots": slots, "tome_slot": "hat", "mark_places": 2, "scoring": scoring, "lists": lists}
    picture = texts(drawn(kit.position(read_board("x", table)), bare=True))
    assert "1 · T" in picture
    assert all(slot.capitalize() in picture for slot in slots)
    assert "Slot 1" not in texts(drawn(kit.position(read_house_boards(PRINTED)["trials"]), bare=True))


def test_the_letters_of_the_board_have_twelve_pixels_on_the_narrowest_phone() -> None:
    """Which gives its whole width to the board."""
    picture = drawn(table(), bare=True)
    width = float(picture.attrib["viewBox"].split()[2])
    assert min(float(one.attrib["font-size"]) for one in picture.iter(f"{SVG}text")) * 320 / width >= 12
