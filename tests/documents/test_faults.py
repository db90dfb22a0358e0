"""What is wrong in a document is said with its line, what was read and what would be right."""

from __future__ import annotations

import pytest

from automarium.documents.document import find_faults, load_document
from automarium.engine.message import Refused
from automarium.engine.strict_toml import find_value_line as find_line
from automarium.i18n.translator import Translator
from tests.documents.kit import NAMES, read_example

HERON = read_example("heron")

# What is replaced in Heron, by what, and words of the fault. The line is where the replacement is.
FAULTS = [
    ("fish(it) > 0", "fsih(it) > 0", "Did you mean “fish”?"),
    ("it != boat", "it != boot", "Did you mean “boat”?"),
    ("card.reach", "card.raech", "Did you mean “reach”?"),
    ("level.catch", "level.cacth", "Did you mean “catch”?"),
    ("ruling.amb_01", "ruling.amb_02", "Did you mean “amb_01”?"),
    ('most = "fish(it)", when', 'most = "fish(it) > 1", when', "expected: number"),
    ("distance(it, heron)", "distance(it, 3)", "needs a place"),
    ("distance(it, heron)", "distance(it)", "needs at least 2"),
    ("total(fish) <= 6", "total(fish <= 6", "Check brackets"),
    ("total(fish) <= 6", "total(fish) <> 6", "Use “!=” instead"),
    ("total(fish) <= 6", "total(fish) = 6", "Use “==” instead"),
    ("total(fish) <= 6", "no && yes", "Use “and” instead"),
    ("total(fish) <= 6", "fish <= 6", "is a counter"),
    ("fish(it) > 0", "it.fish > 0", "“it” has no fields"),
    ("draw = true", "draw = yes", "needs quotes"),
    ("[[turn]]\ndraw", "[turn]\ndraw", "double brackets"),
    ('start = "P4"', 'start = "P4', "a quote seems to be missing"),
    ('"say.waits" = "The heron', '"say.waits" = "{heorn} The heron', "Unknown name “heorn”"),
    ("total(fish) <= 6", "open('x')", "Unknown name “open”"),
    ("total(fish) <= 6", "fish.__class__", "Unknown name “fish”"),
    ("total(fish) <= 6", "heron.__class__", "“heron” has no fields"),
    ("total(fish) <= 6", "[x for x in places]", "can't be used"),
    ("total(fish) <= 6", "(lambda: 1)()", "can't be used"),
    ("total(fish) <= 6", "heron + 1 > 2", "is a place"),
    ("total(fish) <= 6", "not " * 30 + "yes", "too deeply nested"),
    ('start = "P4"', 'start = "P8"', "Known here: P1, P2"),
    ('kind = "line"', 'kind = "round"', "hex"),
    ('move = "heron"', 'move = "hreon"', "Did you mean “heron”?"),
    ('take = "fish"\nfrom = "target"', 'take = "fsh"\nfrom = "target"', "Did you mean “fish”?"),
    ('draw = true\nclause = "HER-TURN-01"', 'draw = true\nclause = "HER-TURN-02"', "Did you mean “HER-TURN-01”?"),
    ('draw = true\nclause = "HER-TURN-01"', "draw = true", "clause is missing"),
    ('prefix = "HER"', 'prefix = "Heron"', "three capital letters"),
    ('name = "heron"\n', 'name = "Heron!"\n', "lowercase letters"),
    ("5 = { reach = 1,", '5 = { reach = "far",', "expected: number"),
    ("5 = { reach = 1,", "5 = {", "Card 5 has no “reach”"),
    ("numbers.catch = 2", "numbers.cacth = 2", "catch"),
    ('say = "waits"', 'say = "wait"', "say.wait"),
    ('choose = "target"', 'choose = "heron"', "used twice"),
    ("end = ", "ned = ", "Did you mean “end”?"),
    ('to = "mat"\ncount', 'to = "mat"\namong = "places"\ncount', "doesn't use"),
    ('to = "target"\nclause', 'put = "fish"\nto = "target"\nclause', "exactly one of"),
    ("draw = true", 'python = "os:getcwd"', "only allowed in installed packages"),
    ('languages = ["en", "uk"]', 'languages = ["uk"]', "English"),
    ("[places]\n", "[places\n", "isn't TOML"),
]


@pytest.mark.parametrize(("old", "new", "words"), FAULTS, ids=[f"{new[:30]!r}" for _, new, _ in FAULTS])
def test_fault_is_named_with_its_line(old: str, new: str, words: str) -> None:
    assert old in HERON
    at = HERON.index(old)
    wrong = HERON.replace(old, new, 1)
    said = [Translator("en").refusal(fault) for fault in find_faults(wrong)]
    found = [one for one in said if words in one]
    assert found, said
    line = HERON.count("\n", 0, at) + 1
    lines = range(line - 4, line + 5)  # of the table, or of the next one
    assert any(f"Line {number}" in one for number in lines for one in found), (line, found)
    with pytest.raises(Refused):
        load_document(wrong)


@pytest.mark.parametrize("name", NAMES)
def test_examples_have_no_faults(name: str) -> None:
    assert not find_faults(read_example(name))


def test_every_fault_is_found_in_one_reading() -> None:
    wrong = (
        HERON.replace("fish(it) > 0", "fsih(it) > 0").replace("level.catch", "level.cacth").replace('= "P4"', '= "P9"')
    )
    assert [fault.message.params["where"] for fault in find_faults(wrong)] == [
        "pieces.heron.start",
        "turn[1].rules[2].only",
        "turn[4].count",
    ]


def test_one_mistake_is_one_fault() -> None:
    assert len(find_faults(HERON.replace("within(heron, card.reach)", "within(heorn, card.reach)"))) == 1


def test_line_of_a_value_inside_a_list_of_tables() -> None:
    text = 'a = 1\n[[b]]\nc = [\n  { d = 1 },\n  { d = "}" }, # {\n  { d = 3 },\n]\n[[b]]\nc = 2\n'
    assert [find_line(text, path) for path in ("a", "b[0].c", "b[0].c[2].d", "b[1].c", "x")] == [1, 3, 6, 9, 1]


def test_line_of_a_table_that_has_no_header_of_its_own() -> None:
    text = "[game]\nname = 1\n\n[human.reveal.fish]\nmost = 2\n\n[levels.calm]\nnumbers.catch = 1\n"
    assert [find_line(text, path) for path in ("human", "human.reveal", "levels.calm.numbers")] == [4, 4, 8]


def test_document_larger_than_its_bound_is_refused() -> None:
    assert "64" in Translator("en").refusal(find_faults(HERON + "#" * 64_000)[0])
