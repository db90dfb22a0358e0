"""Parts of all drawings: elements, hexes, and the marks of a decision."""

from __future__ import annotations

from math import dist
from xml.etree import ElementTree

import pytest

from automarium.engine.choice.choose import Rule, choose, first, given, least, most, only, prefer
from automarium.engine.choice.trace import Notes, Trace
from automarium.engine.drawing import svg
from automarium.engine.drawing.hexes import SIZE, WIDTH, corners, shared_edge, wave
from automarium.engine.drawing.svg import LIGHT, LegendEntry, document, element, legend, number, text
from automarium.engine.drawing.trace_picture import build_marks, find_deciding_stages, format_reason, strip_prefix


def noted(*rules: Rule[str], candidates: tuple[str, ...] = ("a", "b", "c", "d")) -> Trace:
    notes: Notes = []
    choose(candidates, *rules, notes=notes, about="x")
    return notes[0]


def test_elements_are_escaped_and_short() -> None:
    assert element("g", stroke_width=1.5, fill=None, class_="a") == '<g stroke-width="1.5" class="a"/>'
    assert ElementTree.fromstring(element("g", title="\"<&'>")).get("title") == "\"<&'>"
    assert ElementTree.fromstring(text("<&>", 0, 0, 10, "#000")).text == "<&>"
    assert [number(value) for value in (1, 1.04, 1.25, -0.5)] == ["1", "1", "1.2", "-0.5"]


def test_what_is_too_wide_is_made_smaller_then_narrower() -> None:
    fits, smaller, narrower = (
        ElementTree.fromstring(text("abcdefgh", 50, 0, 20, "#000", fit=fit)) for fit in (100, 85, 40)
    )
    assert fits.get("font-size") == "20"
    assert 15 < float(smaller.get("font-size") or 0) < 20
    assert smaller.get("text-anchor") == "middle"
    assert narrower.get("font-size") == "20"
    assert (narrower.get("transform") or "").startswith("translate(30 0) scale(0.")


def test_a_document_has_a_title_a_description_and_whole_paper() -> None:
    root = ElementTree.fromstring(document("<t>", "d", 100, 50.2, LIGHT))
    assert [child.text for child in root][:2] == ["<t>", "d"]
    assert root.get("viewBox") == "0 0 100 51"
    assert root[2].get("height") == "51"


def test_a_legend_wraps_its_words_and_says_where_it_ends() -> None:
    entries = [LegendEntry("word " * 20, "<g/>"), LegendEntry("short", "<g/>"), LegendEntry("a sentence")]
    one, low = legend([(entries, 1)], 10, 400, LIGHT)
    two, lower = legend([(entries, 1), ([LegendEntry("more")], 1)], 10, 400, LIGHT)
    root = ElementTree.fromstring(f"<svg>{one}</svg>")
    feet = [float(line.get("y") or 0) for line in root.iter("text")]
    assert len(feet) > 4
    assert feet == sorted(feet)
    assert 10 < feet[0] < feet[-1] < low < lower
    assert two.startswith(one)
    assert legend([([], 2)], 10, 400, LIGHT)[0] == ""


def test_neighbours_share_an_edge() -> None:
    here = (0.0, 0.0)
    assert dist(corners(here)[0], corners(here)[1]) == pytest.approx(SIZE)
    assert corners(here)[0] == pytest.approx((0, -SIZE))
    for there in ((WIDTH, 0.0), (WIDTH / 2, SIZE * 1.5), (-WIDTH / 2, -SIZE * 1.5)):
        start, end = shared_edge(here, there)
        assert dist(start, end) == pytest.approx(SIZE)
        for corner in (start, end):
            assert any(dist(corner, other) < 1e-6 for other in corners(here))
            assert any(dist(corner, other) < 1e-6 for other in corners(there))
    assert wave((0, 0), (40, 0), 4).startswith("M0.0 0.0Q5.0 ")
    assert wave((0, 0), (40, 0), 4).endswith(" 40.0 0.0")


def test_marks_tell_how_each_candidate_fared() -> None:
    score = {"b": 2, "c": 2, "d": 1}
    trace = noted(
        only(lambda one: one != "a", "G-A-1"),
        most(score.__getitem__, "G-A-2"),
        least(lambda _: 7, "G-A-3"),
        first("cbd".index, "G-A-4"),
    )
    found = {place: here[0] for place, here in build_marks(trace).items()}
    assert (found["a"].short, found["a"].compared, found["a"].scores) == ("A-1", False, ())
    assert (found["d"].short, found["d"].compared, found["d"].scores) == ("A-2", True, ("1",))
    assert (found["b"].short, found["b"].compared, found["b"].scores) == ("A-4", True, ("#2", "7", "2"))
    assert found["c"].chosen
    assert found["c"].scores == ("#1", "7", "2")
    assert [stage.clause for stage in find_deciding_stages(trace)] == ["G-A-1", "G-A-2", "G-A-3", "G-A-4"]


def test_an_order_of_one_is_no_rank_and_rules_without_effect_are_not_told() -> None:
    trace = noted(prefer(lambda one: one == "b", "G-A-1"), only(bool, "G-A-2"), first(ord, "G-A-3"))
    assert build_marks(trace)["b"][0].scores == ()
    assert [stage.clause for stage in find_deciding_stages(trace)] == ["G-A-1"]
    none = noted(given(False, "G-A-1"))
    assert {here[0].short for here in build_marks(none).values()} == {"A-1"}


def test_candidates_in_one_place_are_kept_together() -> None:
    trace = noted(first(ord, "G-A-1"))
    assert [mark.candidate for mark in build_marks(trace, lambda _: "here")["here"]] == ["a", "b", "c", "d"]


def test_a_clause_without_words_is_its_id_and_a_ruling_its_choice() -> None:
    words = {"clause.G-A-1": "one", "ruling.G-R-1.yes": "two"}

    def say(key: str, /, **params: str) -> str:
        return "{id}: {short}".format(**params) if key == "draw.rule" else words.get(key, key)

    assert format_reason("G-A-1", say, {}) == "A-1: one"
    assert format_reason("G-A-2", say, {}) == "A-2"
    assert format_reason("G-R-1", say, {"G-R-1": "yes"}) == "R-1: two"
    assert strip_prefix("SCY-WORKER-07") == "WORKER-07"


def test_themes_are_two() -> None:
    assert svg.theme(dark=False) is LIGHT
    assert svg.theme(dark=True) is svg.DARK
