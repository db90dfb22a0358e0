"""The oracle of Golem, to the letter of docs/oracle.md: sixteen asks, and errors with their paths."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from automarium import decide
from automarium.games import plugins
from automarium.i18n.languages import LANGUAGES
from tests.protocol.golem_requests import ASKS, ORDER, Plain, edges, golems, tiles

DEFINITION = plugins.load_definition("golem")


def request(ask: str, facts: Any, **rest: Any) -> Plain:
    return {"game": "golem", "ask": ask, "facts": facts, **rest}


def asked(ask: str, rulings: dict[str, str] | None = None, /, **changed: Any) -> Any:
    said = decide(request(ask, {**ASKS[ask].facts, **changed}, rulings=rulings or {}))
    assert set(said) == {"answer", "trace", "text"}, said
    return said["answer"]


def test_the_sixteen_questions_are_those_of_the_contract() -> None:
    assert set(DEFINITION.decisions) == set(ASKS)


@pytest.mark.parametrize("ask", ASKS)
def test_answer_trace_and_text(ask: str) -> None:
    good = ASKS[ask]
    before = copy.deepcopy(good.facts)
    for lang, words in zip(LANGUAGES, good.text, strict=True):
        said = decide(request(ask, good.facts, lang=lang))
        assert said["answer"] == good.answer
        assert [stage["clause"] for stage in said["trace"]][: len(good.clauses)] == good.clauses
        assert bool(said["trace"]) == bool(good.clauses)
        assert all(set(stage) == {"clause", "kept", "scores"} for stage in said["trace"])
        assert words in said["text"].replace("\N{NO-BREAK SPACE}", " "), said["text"]
    assert good.facts == before


# --------------------------------------------------------------------------------------------------- more good facts


def test_null_means_she_cannot_do_it() -> None:
    assert asked("marble", rows={}) is None
    assert asked("rabbi", tiles=tiles(3, 1, 2, 3)) is None
    assert asked("rabbi", numbers=[]) is None
    assert asked("step", golems=[]) is None
    assert asked("step", golems=golems("red 10"), direction="forward") is None
    assert asked("step", golems=golems("red 1"), direction="backward") is None
    assert asked("step", golems=golems("red 4"), direction="forward-or-stay") is None
    assert asked("work", golems=golems("red 4 lying")) is None
    assert asked("kill", golems=[]) is None
    assert asked("student", students=dict.fromkeys(ORDER, 10)) is None
    assert asked("student", students=dict.fromkeys(ORDER, 1), direction="backward") is None
    assert asked("book", display=[None] * 5) is None
    assert asked("upgrade-type", left={"golem": 0, "artifact": 0, "study": 0}) is None
    assert asked("upgrade", open=[]) is None
    no = {"possible": False, "kills": True}
    assert asked("slash", left=no, right=no) is None


def test_null_is_told_in_a_sentence_and_the_trace_shows_where_it_failed() -> None:
    said = decide(request("step", {**ASKS["step"].facts, "golems": golems("red 10"), "direction": "forward"}))
    assert said["answer"] is None
    assert said["trace"] == [{"clause": "GOL-MOVE-20", "kept": [], "scores": {}}]
    assert " " in said["text"]


def test_either_is_a_step_that_must_be_made() -> None:
    assert asked("step", golems=golems("red 1")) == {"district": "red", "from": 1, "to": 2}
    assert asked("step", golems=golems("red 1 lying", "blue 9 lying")) == {"district": "red", "from": 1, "to": 2}


def test_a_row_left_out_is_empty_and_one_may_be_chosen_although_it_brings_nothing() -> None:
    facts = {"column": [], "rows": {"work": ["red"]}, "golems": []}
    assert asked("marble", **facts) == {"row": "work", "colour": "red", "performs": "work"}
    empty: Plain = {row: [] for row in ("golem", "artifact", "study", "mirror")}
    assert asked("marble", **{**facts, "rows": {"work": ["red"], **empty}})["row"] == "work"


def test_the_lowest_space_is_named() -> None:
    assert asked("rabbi", golems=golems("red 8"), tiles=tiles(5, 3, kills=3)) == {"tile": "lowest"}
    assert asked("rabbi", golems=golems("red 8"), tiles=tiles(5, kills=3)) == {"tile": 3}
    assert asked("rabbi", tiles=[]) is None


def test_a_surplus_is_negative() -> None:
    assert asked("work", strength=6)["paid"] == -1
    assert asked("work", strength=0) == {"golems": [{"district": "red", "section": 5}], "paid": 1}


def test_upgrades_of_the_other_types() -> None:
    study = [
        {"id": "t", "cost": 4, "place": "track", "menorahs": 1},
        {"id": "c", "cost": 4, "place": "column-3", "menorahs": 1},
        {"id": "m", "cost": 9, "place": "other", "menorahs": 3},
    ]
    assert asked("upgrade", type="study", open=study) == "c"
    assert asked("upgrade", type="study", open=study, round=4) == "m"
    artifact = [
        {"id": "l1", "level": 1, "side": "left", "menorahs": 1},
        {"id": "r1", "level": 1, "side": "right", "menorahs": 1},
        {"id": "r2", "level": 2, "side": "right", "menorahs": 3},
    ]
    assert asked("upgrade", type="artifact", open=artifact) == "r1"
    assert asked("upgrade", type="artifact", open=artifact[::2]) == "l1"
    assert asked("upgrade", type="artifact", open=artifact, round=4) == "r2"


def test_the_three_turns_of_a_round() -> None:
    cards = [edges("marble"), edges("marble"), edges("marble")]
    assert [asked("turn-type", cards=cards[:n]) for n in (1, 2, 3)] == ["marble", "marble", "rabbi"]


def test_goals_are_three_if_left_out() -> None:
    assert asked("score", level=4, marker=0) == asked("score", level=4, marker=0, goals=3) == 21
    assert asked("score", level=4, marker=-5, goals=0) == -1


@pytest.mark.parametrize(
    ("ask", "ruling", "choice", "changed", "default", "switched"),
    [
        ("work", "GOL-A08", "no-surplus", {"strength": 6}, -1, 0),
        ("pay", "GOL-A26", "per-payment", {}, 3, 1),
        ("slash", "GOL-A14", "right", {"column": []}, "left", "right"),
        (
            "step", "GOL-C08", "ua", {"golems": golems("red 4"), "direction": "forward-or-stay"},
            None, {"district": "red", "from": 4, "to": 5},
        ),
        (
            "marble", "GOL-A07", "mirror",
            {"column": [], "rows": {"work": ["red"], "mirror": ["red"]}},
            {"row": "work", "colour": "red", "performs": "work"},
            {"row": "mirror", "colour": "red", "performs": "golem"},
        ),
        (
            "rabbi", "GOL-C12", "ua", {"golems": golems("red 8", "red 9"), "tiles": tiles(3)},
            {"tile": "lowest"}, {"tile": 2},
        ),
        (
            "book", "GOL-C07", "ua",
            {"display": ["green"] + [None] * 4, "columns": [["red"], ["yellow"], ["blue"], ["black"]]},
            {"position": 1, "column": 4}, None,
        ),
    ],
)  # fmt: skip
def test_rulings_are_heard(ask: str, ruling: str, choice: str, changed: Plain, default: Any, switched: Any) -> None:
    def part(answer: Any) -> Any:
        return answer["paid"] if ask == "work" else answer["vp"] if ask == "pay" else answer

    assert part(asked(ask, **changed)) == default
    assert part(asked(ask, {ruling: choice}, **changed)) == switched


# ---------------------------------------------------------------------------------------------------------- bad facts


def where(ask: str, facts: Any) -> str:
    said = decide(request(ask, facts))
    assert set(said) == {"error"}, f"answered: {said}"
    assert said["error"]["message"].strip()
    return str(said["error"]["where"])


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    if isinstance(value, dict):
        for key, element in value.items():
            yield from places(element, (*path, key))
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from places(element, (*path, index))


def named(path: tuple[str | int, ...]) -> str:
    return "facts" + "".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in path)


def at(facts: Any, path: tuple[str | int, ...]) -> Any:
    for one in path:
        facts = facts[one]
    return facts


def changed(facts: Plain, path: tuple[str | int, ...], value: Any) -> Plain:
    found = copy.deepcopy(facts)
    at(found, path[:-1])[path[-1]] = value
    return found


@pytest.mark.parametrize("ask", ASKS)
def test_every_fact_is_needed(ask: str) -> None:
    facts = ASKS[ask].facts
    for path in places(facts):
        if not path or isinstance(path[-1], int) or (path[0] == "rows" and len(path) > 1):
            continue  # elements of lists, and rows, may be left out
        without = copy.deepcopy(facts)
        del at(without, path[:-1])[path[-1]]
        assert where(ask, without) == named(path)


@pytest.mark.parametrize("ask", ASKS)
def test_every_unknown_field_is_an_error(ask: str) -> None:
    facts = ASKS[ask].facts
    for path in places(facts):
        if isinstance(at(facts, path), dict):
            assert where(ask, changed(facts, (*path, "typo"), 1)) == named((*path, "typo"))


@pytest.mark.parametrize("ask", ASKS)
def test_everything_of_the_wrong_kind_is_an_error(ask: str) -> None:
    facts = ASKS[ask].facts
    wrong: dict[type, tuple[Any, ...]] = {
        int: (True, 8.5, "8", None, [], {}, float("nan")),
        bool: (1, 0, "yes", None, []),
        str: (1, True, None, [], {}, "nonsense"),
        list: (1, "red", None, {}, True),
        dict: (1, "red", None, [], True),
    }
    for path in places(facts):
        if not path:
            continue
        value = at(facts, path)
        for bad in wrong.get(type(value), ()):
            if (bad == "nonsense" and path[-1] == "id") or (bad is None and path[0] == "display"):
                continue  # an id is any text, a place of the display may be empty
            assert where(ask, changed(facts, path, bad)) == named(path), (path, bad)


RANGES: dict[str, dict[tuple[str | int, ...], tuple[int, ...]]] = {
    "rabbi": {("numbers", 0): (0, 6), ("golems", 0, "section"): (0, 11)},
    "step": {("golems", 1, "section"): (0, 11)},
    "work": {("strength",): (-1,)},
    "student": {("students", "red"): (0, 11)},
    "book": {("numbers", 4): (0, 6), ("students", "blue"): (0, 11)},
    "upgrade-type": {
        ("created",): (-1, 5),
        ("columns",): (-1, 5),
        ("artifacts",): (-1, 5),
        ("left", "study"): (-1, 7),
    },
    "upgrade": {("round",): (0, 5), ("open", 0, "cost"): (-1,), ("open", 2, "menorahs"): (-1,)},
    "pay": {("marker",): (-6, 21), ("amount",): (-101, 101)},
    "score": {("level",): (0, 5), ("marker",): (-6, 21)},
}


@pytest.mark.parametrize("ask", RANGES)
def test_out_of_range(ask: str) -> None:
    for path, values in RANGES[ask].items():
        for value in values:
            assert where(ask, changed(ASKS[ask].facts, path, value)) == named(path), (path, value)
    assert where("score", {**ASKS["score"].facts, "goals": -1}) == "facts.goals"


@pytest.mark.parametrize("ask", [ask for ask, good in ASKS.items() if "order" in good.facts])
@pytest.mark.parametrize(
    "order", [[], ["red"], ["red", "yellow"], ["red", "red", "blue"], ["blue", "blue", "blue"], [*ORDER, "red"]]
)
def test_an_order_that_is_no_permutation(ask: str, order: list[str]) -> None:
    assert where(ask, {**ASKS[ask].facts, "order": order}) == "facts.order"


@pytest.mark.parametrize(
    ("ask", "name", "value"),
    [
        ("book", "display", ["red"] * 4),
        ("book", "display", ["red"] * 6),
        ("book", "columns", [[], [], []]),
        ("book", "columns", [[], [], [], [], []]),
        ("character", "marbles", ["red"]),
        ("character", "marbles", ["red"] * 3),
        ("character", "marbles", []),
        ("turn-type", "cards", []),
        ("turn-type", "cards", [edges("marble")] * 4),
        ("rabbi", "tiles", tiles(6)),
    ],
)
def test_lists_of_the_wrong_length(ask: str, name: str, value: list[Any]) -> None:
    assert where(ask, {**ASKS[ask].facts, name: value}) == f"facts.{name}"


def test_a_column_of_six_books() -> None:
    assert where("book", {**ASKS["book"].facts, "columns": [[], ["red"] * 6, [], []]}) == "facts.columns[1]"


def test_colours_where_they_do_not_belong() -> None:
    assert where("marble", changed(ASKS["marble"].facts, ("rows", "work", 1), "green")) == "facts.rows.work[1]"
    assert where("book", changed(ASKS["book"].facts, ("display", 2), "white")) == "facts.display[2]"
    assert where("create", changed(ASKS["create"].facts, ("golems", 0, "district"), "green")) == (
        "facts.golems[0].district"
    )
    assert where("marble", changed(ASKS["marble"].facts, ("character", "left"), "green")) == "facts.character.left"


def test_the_type_of_an_upgrade_says_what_its_tiles_look_like() -> None:
    facts = ASKS["upgrade"].facts
    assert where("upgrade", {**facts, "type": "research"}) == "facts.type"
    assert where("upgrade", {**facts, "type": None}) == "facts.type"
    assert where("upgrade", {**facts, "type": 3}) == "facts.type"
    assert where("upgrade", {**facts, "type": "study"}) == "facts.open[0].part"
    assert where("upgrade", {**facts, "type": "artifact"}) == "facts.open[0].cost"
    place = {"id": "x", "cost": 3, "place": "column-5", "menorahs": 1}
    assert where("upgrade", {**facts, "type": "study", "open": [place]}) == "facts.open[0].place"
    cell = {"id": "x", "level": 0, "side": "left", "menorahs": 1}
    assert where("upgrade", {**facts, "type": "artifact", "open": [cell]}) == "facts.open[0].level"
    twice = [facts["open"][0], facts["open"][0]]
    assert where("upgrade", {**facts, "open": twice}) == "facts.open[1].id"


def test_the_request_itself() -> None:
    assert decide(request("moves", {}))["error"]["where"] == "ask"
    assert decide({"game": "golem", "ask": "pay"})["error"]["where"] == "facts"
    assert decide(request("pay", ASKS["pay"].facts, rulings={"GOL-A99": "x"}))["error"]["where"] == "rulings.GOL-A99"
    assert decide(request("pay", ASKS["pay"].facts, rulings={"GOL-A26": "x"}))["error"]["where"] == "rulings.GOL-A26"
    assert decide(request("pay", [], lang="uk"))["error"]["where"] == "facts"


def test_errors_are_said_in_the_language_of_the_request() -> None:
    facts = {**ASKS["create"].facts, "order": ["red"]}
    said = {lang: decide(request("create", facts, lang=lang))["error"]["message"] for lang in LANGUAGES}
    assert len(set(said.values())) == 3
    assert "red, yellow and blue" in said["en"]


def test_lines_on_the_command_line() -> None:
    lines = [json.dumps(request(ask, good.facts)) for ask, good in ASKS.items()]
    lines.insert(3, json.dumps(request("character", {**ASKS["character"].facts, "red_zone": 1})))
    done = subprocess.run(
        [sys.executable, "-m", "automarium", "decide", "--lines"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers.pop(3)["error"]["where"] == "facts.red_zone"
    assert [answer["answer"] for answer in answers] == [good.answer for good in ASKS.values()]
