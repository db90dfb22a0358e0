"""The Python package: the examples of docs/api.md run, and the public names are the documented ones."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import automarium
from automarium import api

DOCS = Path(__file__).parent.parent / "docs"


def test_the_examples_of_the_docs_run() -> None:
    failed, tried = doctest.testfile(str(DOCS / "api.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 10
    assert failed == 0
    assert doctest.testmod(api).failed == 0


def test_what_is_promised_is_there() -> None:
    assert set(automarium.__all__) == {"Game", "GameError", "__version__", "decide", "new", "table"}
    assert all(hasattr(automarium, name) for name in automarium.__all__)
    with pytest.raises(AttributeError):
        _ = automarium.nothing


def test_a_whole_turn_with_a_question_undo_and_record() -> None:
    game = automarium.new("expeditions", level=2, starts="human", deck="mine", seed=7, lang="uk")
    game.next()
    assert game.question is not None
    assert game.question["kind"] == "pick"
    with pytest.raises(automarium.GameError) as refused:
        game.answer(99)
    assert refused.value.where == "to"
    game.answer(8)
    assert [hand.data["piece"] for hand in game.hands] == ["mech-north", "mech-central"]
    told, steps = game.record(), [str(step) for step in game.steps]
    assert len(steps) > 2
    game.undo()
    assert game.steps == []
    with pytest.raises(automarium.GameError):
        game.odds()  # the card that is being played would be counted
    game.redo()
    assert [str(step) for step in game.steps] == steps, "all that the answer brought, not only the last"
    assert told.splitlines()[-1] == '{"do":"answer","to":8}'
    assert (game._repr_svg_() or "").startswith("<svg")
    assert set(game.score()) == {"lines", "totals", "verdict", "winner"}


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        ({"game": "chess"}, "game"),
        ({"game": "scythe", "level": "hard"}, "options.level"),
        ({"game": "scythe", "colour": 1}, "options.colour"),
        ({"game": "scythe", "rulings": {"SCY-A01": "x"}}, "rulings.SCY-A01"),
        ({"game": "scythe", "lang": "xx"}, "lang"),
        ({"game": "golem", "own_": "yours"}, "options.own"),
    ],
)
def test_what_cannot_begin_says_why(arguments: dict[str, object], where: str) -> None:
    with pytest.raises(automarium.GameError) as refused:
        automarium.new(**arguments)  # type: ignore[arg-type]
    assert refused.value.where == where


def test_an_option_named_like_an_argument_has_an_underscore() -> None:
    game = automarium.new("golem", own_="mine", level=1, facts="single", seed=1)
    assert '"own":"mine"' in game.record()
    assert game.question is not None


def test_the_score_names_the_winner() -> None:
    game = automarium.new("expeditions", level=2, starts="human", seed=7)
    assert game.score()["winner"] is None
    winners = []
    for coins in (0, 999):
        stream = automarium.table()
        stream.send({"game": "expeditions", "options": {"level": 2, "starts": "human"}, "seed": 7})
        last = stream.send({"do": "adjust", "what": "last-turns", "to": "automa"})
        while not last["over"]:
            last = stream.send({"do": "answer", "to": []} if last["question"] else {"do": "next"})
        assert stream.send({"look": "score"})["score"]["winner"] is None, "not counted yet"
        assert "error" not in stream.send({"do": "total", "coins": coins})
        winners.append(stream.send({"look": "score"})["score"]["winner"])
    assert winners == ["automa", "human"]
