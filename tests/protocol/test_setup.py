"""A set-up with questions: there is no table and nothing to move until it is complete, then the checklist is given."""

from __future__ import annotations

from typing import Any

import pytest

import automarium
from tests.protocol.mirror_table import Plain

CASES: list[tuple[Plain, list[Any]]] = [
    (
        {"game": "expeditions", "options": {"level": 4, "card": "printed", "starts": "human"}, "seed": 1},
        [15, [1, 2, 3, 4, 5, 6, 7, 8], 1, 1, 4],
    ),
    ({"game": "golem", "options": {"own": "mine", "level": 1, "facts": "single"}, "seed": 1}, [["gold-1"], 2]),
]
LOOKS = ("table", "position", "odds", "score", "record", "board", "inputs")


@pytest.mark.parametrize(("header", "answers"), CASES)
def test_the_person_lays_out_by_the_checklist(header: Plain, answers: list[Any]) -> None:
    stream = automarium.table()
    last = stream.send(header)
    for to in answers:
        assert last["question"] is not None
        assert last["hands"] == []
        assert "setup" not in last
        assert stream.send({"look": "table"}) == {"table": []}
        tried = stream.send({"look": "try", "answer": to})
        last = stream.send({"do": "answer", "to": to})
        assert last == tried
    assert last["question"] is None
    assert last["hands"] == []
    assert len(last["setup"]) > 3
    table = stream.send({"look": "table"})["table"]
    assert table
    back = stream.send({"do": "undo"})
    assert back["question"] is not None
    assert back["hands"] == []
    assert stream.send({"look": "table"}) == {"table": []}
    again = stream.send({"do": "redo"})
    assert {**again, "revision": last["revision"]} == last
    assert stream.send({"look": "table"})["table"] == table
    assert "setup" not in stream.send({"do": "next"})


@pytest.mark.parametrize(("header", "answers"), CASES)
def test_nothing_looks_at_a_position_that_is_not_there(header: Plain, answers: list[Any]) -> None:
    """At every question of the set-up, before and after undo, each query has an answer or a proper refusal."""
    stream = automarium.table()
    stream.send(header)
    for to in answers:
        for _ in range(2):
            for look in LOOKS:
                answer = stream.send({"look": look})
                assert "program" not in answer.get("error", {}).get("message", ""), answer
            assert "error" in stream.send({"look": "board"})
            assert "error" in stream.send({"do": "next"})
            assert "error" not in stream.send({"do": "answer", "to": to})
            assert "error" not in stream.send({"do": "undo"})
        stream.send({"do": "redo"})


@pytest.mark.parametrize(("header", "answers"), CASES)
def test_a_game_of_the_package_has_no_board_before_it_is_set_up(header: Plain, answers: list[Any]) -> None:
    options = {f"{name}_": value for name, value in header["options"].items()}
    game = automarium.new(header["game"], seed=header["seed"], **options)
    for to in answers:
        assert (game.table, game.hands, game.setup, game.commands, game.over) == ([], [], [], [], False)
        assert game._repr_svg_() is None
        assert "Set" in repr(game)
        for look in (game.score, game.odds):
            with pytest.raises(automarium.GameError):
                look()
        game.answer(to)
    assert game.hands == []
    assert game.setup
    assert game._repr_svg_()
    game.undo()
    assert (game.table, game.hands) == ([], [])


def test_a_header_without_questions_has_the_checklist_at_once() -> None:
    answer = automarium.table().send({"game": "expeditions", "seed": 7})
    assert answer["hands"] == []
    assert answer["setup"]


def test_an_owner_of_golem_lays_the_table_out_before_anything_is_asked() -> None:
    """What is printed is asked for on one screen when round I begins: a form, whose fields that may stay unknown have
    the default "?"."""
    stream = automarium.table()
    begun = stream.send({"game": "golem", "options": {"own": "mine", "level": 1}, "seed": 1})
    assert begun["question"] is None
    assert begun["setup"]
    for look in LOOKS:
        assert "error" not in stream.send({"look": look}), look
    question = stream.send({"do": "next"})["question"]
    fields = {field["name"]: field for field in question["fields"]}
    assert fields["toll-8-knowledge"]["default"] is None
    assert fields["street-red-1-income"]["default"] == "?"
    needed = {
        "starting_tile-1-effects": ["gold-1"],
        "golem_track-whole-spaces": 12,
        "study_track-whole-spaces": 12,
        "golem_space-3-level": 1,
        "golem_space-3-steps": 2,
        "red_zone-1-spaces": [-5, -4],
        **{f"toll-{section}-knowledge": 2 for section in (8, 9, 10)},
        **{f"library-{place}-cost": 1 for place in range(1, 6)},
        **{f"cauldron-{artifact}-ingots": 2 for artifact in range(1, 5)},
        **{f"cemetery-{space}-reward": [] for space in range(1, 9)},
        "lowest-space-effects": [],
    }
    mat = {name: field for name, field in fields.items() if name.startswith(("artifact_tile", "golem_up", "study_up"))}
    asked = {name for name, field in fields.items() if field["default"] is None}
    assert {*needed, *mat} == asked
    needed |= {name: [] if field["kind"] == "several" else 1 for name, field in mat.items()}
    needed |= {name: field["options"][0]["value"] for name, field in mat.items() if field["kind"] == "pick"}
    assert needed["artifact_tile-1-left_1"] == "none"
    del needed["artifact_tile-1-left_cost_1"]  # a cell that takes nothing has no price
    assert "error" in stream.send({"do": "answer", "to": {**needed, "toll-8-knowledge": "?"}})
    told = stream.send({"do": "answer", "to": {**needed, "street-red-1-income": "?", "street-red-2-income": []}})
    assert told["question"]["about"] == "form.round"
