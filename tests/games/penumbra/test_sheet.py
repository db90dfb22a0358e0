"""The form of a board: what its chips can say, names of slots, and remarks at their lines."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from automarium.box.box import Box, checked_pack
from automarium.engine.content.board_editor import SheetLine
from automarium.engine.content.clauses import load_catalogue
from automarium.engine.content.pack import Pack
from automarium.engine.message import Refused
from automarium.games.penumbra.boards.board import read_board
from automarium.games.penumbra.boards.editor import BoardEditor
from automarium.games.penumbra.boards.line import read_line
from automarium.games.penumbra.boards.sheet import CHIPS, NUMBERS, split_entry
from automarium.games.penumbra.position import PRINTED
from automarium.i18n.languages import LANGUAGES
from automarium.i18n.translator import Translator
from tests.games.penumbra.kit import DEFINITION, TRANSLATOR, board, position, turn

EDITOR = BoardEditor()
DOCS = Path(__file__).parents[3] / "docs" / "box.md"
ROW = re.compile(r"^\| (PEN-[A-Z]+-\d+) \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
SHEET: dict[str, Any] = {
    **{f"slot-{index}": name for index, name in enumerate(("helm", "coat", "conduit", "blade"))},
    "lines-0": "=1 first: contract\narcana",
    "lines-1": "2+: to $1\narcana, arcana",
    "lines-2": "=1@$1: card\nfill",
    "lines-3": "L3: trial\njoker",
    "tome": 3,
    "marks": 6,
    "scoring": ["contract", "trial"],
    "first": 1,
    "later": 2,
}


def review(**changed: Any) -> list[tuple[str, str, int | None, str]]:
    found = EDITOR.review({**SHEET, **changed}, TRANSLATOR.say)
    return [(one.kind, one.part, one.line, one.words.key) for one in found]


def has_chip(text: str) -> bool:
    for chip in (chip for group in CHIPS for chip in group.chips):
        before, _, after = chip.text.partition("…")
        if chip.text == text or (chip.typed and text.startswith(before) and text.endswith(after)):
            return True
    return False


def test_every_printed_fact_can_be_entered() -> None:
    """Clause by clause, as docs/box.md lists them."""
    rows = ROW.findall(DOCS.read_text("utf-8"))
    assert len(rows) > 30
    parts = {part.name for part in EDITOR.sheet(EDITOR.entry("ruby", PRINTED), {})}
    clauses = set(load_catalogue(DEFINITION.folder).clauses)
    for clause, ways in rows:
        assert clause in clauses
        for way in re.findall(r"`([^`]+)`", ways):
            if way not in parts:
                line = split_entry(read_line(way, NUMBERS))
                assert all(has_chip(text) for text in (*line.when, *line.do)), way


def test_a_sheet_makes_a_board_that_is_shown_again() -> None:
    assert review() == []
    entry: dict[str, Any] = EDITOR.entered(SHEET, TRANSLATOR.say)
    made = read_board("x", entry)
    assert [one.per for one in made.scoring.all] == ["contract", "trial"]
    assert entry["lists"]["conduit"] == ["=1@helm: card", "fill"]
    parts = {part.name: part for part in EDITOR.sheet(entry, {})}
    assert parts["lines-1"].lines == (SheetLine(("2+",), ("to $1",)), SheetLine((), ("arcana", "arcana")))
    assert parts["scoring"].question.default == ["contract", "trial"]
    assert parts["tome"].question.default == 3


@pytest.mark.clause("PEN-INSTR-03")
def test_steps_by_level_can_be_saved() -> None:
    """Regression: they were a tuple, which a box refuses, so that such a board could not be saved."""
    entry = EDITOR.entered({**SHEET, "level-0": 4, "count-0": 3}, TRANSLATOR.say)
    box = Box({}).corrected({"board.ruby": entry})
    assert checked_pack(DEFINITION, box.facts).entry("board", "ruby")["instructions"] == {
        "first": 1,
        "later": 2,
        "levels": [{"level": 4, "count": 3}],
    }


def test_lines_keep_the_slot_when_it_is_renamed() -> None:
    """Regression: a slot that was named after a line spoke of it left ``to $3``, which could not be saved."""
    entry: dict[str, Any] = EDITOR.entered({**SHEET, "slot-0": "hat"}, TRANSLATOR.say)
    assert entry["lists"]["coat"] == ["2+: to hat", "arcana, arcana"]
    given: dict[str, Any] = {"slots": "cap, coat, conduit, blade"}
    known = EDITOR.answers(entry)
    while (field := EDITOR.field(given, known)) is not None:
        given[field.name] = "" if field.question.default is None else field.question.default
    assert EDITOR.made(given)["lists"]["coat"] == ["2+: to cap", "arcana, arcana"], "question by question as well"


def test_the_same_effect_twice_happens_twice() -> None:
    on = position(board(["arcana, arcana"]), turn=0)
    turn(on, "red a")
    assert on.arcana == 2


@pytest.mark.parametrize(
    ("changed", "remark"),
    [
        ({"slot-1": ""}, ("missing", "slot-1", None, "sheet.name-missing")),
        ({"slot-1": "Helm"}, ("wrong", "slot-1", None, "board.slot-twice")),
        ({"slot-1": "a, b"}, ("wrong", "slot-1", None, "board.slot-name")),
        ({"lines-0": ""}, ("missing", "lines-0", None, "sheet.no-lines")),
        ({"lines-0": "first:\narcana"}, ("missing", "lines-0", 0, "sheet.no-effect")),
        ({"lines-0": "first: arcana"}, ("missing", "lines-0", 0, "sheet.no-end")),
        ({"lines-0": "arcana\nfill"}, ("wrong", "lines-0", 0, "sheet.early-end")),
        ({"lines-0": "abracadabra"}, ("wrong", "lines-0", 0, "board.effect")),
        ({"lines-0": "L3: trial, arcana\nfill"}, ("odd", "lines-0", 0, "sheet.after-trial")),
        ({"lines-0": "L9: card\nfill"}, ("odd", "lines-0", 0, "sheet.level")),
        ({"lines-0": "=1: card\n=1: fill\narcana"}, ("odd", "lines-0", 1, "sheet.unreached")),
        ({"level-0": 4}, ("missing", "count-0", None, "sheet.half-level")),
        ({"lines-2": "to $4", "lines-3": "to $3"}, ("wrong", "lines-2", 0, "board.circle")),
    ],
)
def test_a_remark_stands_at_its_line(changed: dict[str, Any], remark: tuple[str, str, int | None, str]) -> None:
    assert review(**changed) == [remark]


def test_an_odd_line_is_remarked_while_other_lists_are_empty() -> None:
    found = review(**{"lines-0": "L3: trial, arcana\nL9: card", "lines-1": "", "lines-2": "", "lines-3": "abracadabra"})
    assert {key for kind, part, _, key in found if part == "lines-0"} == {
        "sheet.no-end",
        "sheet.after-trial",
        "sheet.level",
    }


def test_ways_out_of_a_remark() -> None:
    (odd,) = EDITOR.review({**SHEET, "lines-0": "L3: trial, arcana\nfill"}, TRANSLATOR.say)
    last, ends = (way.lines[0].do for way in odd.ways)
    assert (last, ends) == (("arcana", "trial"), ("trial",))
    (wrong,) = EDITOR.review({**SHEET, "lines-0": "arcana\n=1: fill"}, TRANSLATOR.say)[:1]
    assert wrong.ways[0].lines == (SheetLine(("=1",), ("fill",)), SheetLine((), ("arcana",)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_chips_and_remarks_have_words(lang: str) -> None:
    translator = Translator(lang, [DEFINITION.folder])
    for group in CHIPS:
        for said in (group.tab, group.title, *(one.words for one in group.chips)):
            words = translator.say(said.key, **said.params)
            assert words != said.key
            assert not re.search(r"mark_and_card|later\b.*:|==", words)


def test_names_of_slots_are_offered_to_the_next_board() -> None:
    entry = EDITOR.entered(SHEET, TRANSLATOR.say)
    pack = Pack(PRINTED.printed, PRINTED.house, {"board": {"ruby": entry}})
    offered = EDITOR.offered("emerald", pack)
    parts = EDITOR.sheet(EDITOR.entry("emerald", pack), offered)
    assert [part.offer for part in parts if part.heading] == ["helm", "coat", "conduit", "blade"]
    assert EDITOR.offered("ruby", Pack(PRINTED.printed, PRINTED.house, {})) == {}


def test_nothing_is_preselected_that_was_not_stated() -> None:
    parts = {part.name: part for part in EDITOR.sheet(EDITOR.entry("ruby", PRINTED), {})}
    known = {name for name, part in parts.items() if part.question.default not in (None, "")}
    assert known == {"first", "later"}, "PEN-INSTR-01, PEN-INSTR-02"


@pytest.mark.parametrize("also", [{"per": "contract", "vp": 1}, {"per": "other", "vp": 1}])
def test_further_conditions_of_scoring_are_checked(also: dict[str, Any]) -> None:
    entry = EDITOR.entered(SHEET, TRANSLATOR.say)
    with pytest.raises(Refused):
        read_board("x", {**entry, "scoring": {"per": "contract", "vp": 1, "also": [also]}})
