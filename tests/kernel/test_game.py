"""A game is its inputs: undo, redo, answers, and a record that gives the same game again."""

from __future__ import annotations

import msgspec
import pytest

from automarium.games.expeditions.inputs import Boasted, Go, Next
from automarium.games.expeditions.position import PRINTED
from automarium.games.expeditions.room import ROOM
from automarium.kernel.game import Game, Respond, essence, read_input
from automarium.kernel.record import Header, decode, encode, replay
from automarium.kernel.saying import Refused
from tests.games.expeditions.kit import game


def drawn_until_question(played: Game) -> Game:
    """Play on until the Automa explores, so that a question is open."""
    while played.question is None:
        played.put(Next())
    return played


def test_undo_takes_back_and_redo_brings_the_same_card() -> None:
    played = game()
    before = played.digest()
    played.put(Go("N3"))
    steps = played.put(Next())
    after = played.digest()
    assert isinstance(played.undo(), Next)
    assert isinstance(played.undo(), Go)
    assert played.digest() == before
    played.redo()
    played.redo()
    assert played.digest() == after
    assert played.runs[-1].steps == steps
    with pytest.raises(Refused) as refused:
        played.redo()
    assert refused.value.message.key == "redo.nothing"


def test_a_new_input_forgets_what_was_undone() -> None:
    played = game()
    played.put(Go("N3"))
    played.undo()
    played.put(Go("N4"))
    assert played.undone == []


def test_nothing_is_left_to_undo_at_the_set_up() -> None:
    with pytest.raises(Refused) as refused:
        game().undo()
    assert refused.value.message.key == "undo.nothing"


def test_a_question_stops_the_turn_and_the_answer_runs_it_whole() -> None:
    played = drawn_until_question(game(seed=4))
    told = list(played.runs[-1].steps)
    assert played.shown != played.position, "the person sees the table as it lies, in the middle of the turn"
    start = msgspec.json.encode(played.position)
    new = played.put(Respond([4, 3]))
    assert played.runs[-1].steps[: len(told)] == told, "what was told before is told again, word for word"
    assert played.runs[-1].steps[len(told) :] == new
    assert played.shown is played.position
    assert msgspec.json.encode(played.position) != start
    undone = played.undo()
    assert undone == Respond([4, 3])
    assert played.question is not None
    assert msgspec.json.encode(played.position) == start, "an open question leaves the table as it was before the turn"


def test_while_a_question_is_open_nothing_else_is_taken() -> None:
    played = drawn_until_question(game(seed=4))
    digest = played.digest()
    for wrong, key in ((Next(), "answer.first"), (Respond([99]), "answer.number"), (Respond("x"), "answer.list")):
        with pytest.raises(Refused) as refused:
            played.put(wrong)
        assert refused.value.message.key == key
        assert played.digest() == digest
        assert played.question is not None


def test_an_answer_nobody_asked_for_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        game().put(Respond(1))
    assert refused.value.message.key == "answer.unasked"


def test_a_refused_input_changes_nothing() -> None:
    played = game()
    digest = played.digest()
    with pytest.raises(Refused):
        played.put(Go("N1"))  # the north mech stands there
    assert played.digest() == digest
    assert len(played.runs) == 1


def test_earlier_positions_are_not_touched_by_later_turns() -> None:
    """No state leaks: what a run started from is still what it was."""
    played = game(seed=4)
    kept = []
    for _ in range(10):
        played.put(Next())
        if played.question is not None:
            played.put(Respond([5, 4]))
        kept.append(msgspec.json.encode(played.runs[-1].start))
    assert [msgspec.json.encode(run.start) for run in played.runs[1:]] == kept


def test_inputs_are_read_strictly() -> None:
    assert read_input(ROOM, {"do": "go", "to": "N4"}) == Go("N4")
    assert read_input(ROOM, {"do": "answer", "to": [4, 3]}) == Respond([4, 3])
    with pytest.raises(Refused) as refused:
        read_input(ROOM, {"do": "go", "two": "N4"})
    assert refused.value.where == "two"
    with pytest.raises(Refused) as refused:
        read_input(ROOM, {"do": "fly"})
    assert refused.value.where == "do"


HEADER = Header(1, "expeditions", {"level": 2, "starts": "human"}, {}, 4, {}, "0")


def recorded() -> tuple[bytes, Game]:
    """A short game as the bytes of its record."""
    played = Game(ROOM, dict(HEADER.options), {}, HEADER.seed, PRINTED)
    lines = [encode(HEADER)]
    for input_ in (Go("N3"), Next(), Boasted(), Next()):
        if played.question is not None:
            played.put(Respond([]))
            lines.append(encode(Respond([]), played.digest()))
        played.put(input_)
        lines.append(encode(input_, played.digest()))
    played.undo()
    lines.append(encode({"do": "undo"}, played.digest()))
    return b"".join(lines), played


def test_a_record_gives_the_same_game() -> None:
    content, played = recorded()
    again, differs = replay(decode(content), ROOM, PRINTED)
    assert differs is None
    assert again.digest() == played.digest()
    assert again.inputs == played.inputs
    assert again.undone == played.undone


def test_a_torn_last_line_is_left_out() -> None:
    content, _ = recorded()
    whole = decode(content)
    for cut in range(1, len(content.splitlines(keepends=True)[-1])):
        torn = decode(content[:-cut])
        assert torn.torn
        assert torn.lines == whole.lines[:-1]


def test_damage_is_refused_with_its_line() -> None:
    content, _ = recorded()
    lines = content.splitlines(keepends=True)
    for index in range(1, len(lines) - 1):
        for wrong in (b"{]\n", b"\xff\n", b"7\n", b"\n", b'{"do": 7}\n', b'{"then": "x"}\n'):
            with pytest.raises(Refused) as refused:
                replay(decode(b"".join([*lines[:index], wrong, *lines[index + 1 :]])), ROOM, PRINTED)
            assert refused.value.message.params["line"] == index + 1


def test_an_input_that_cannot_be_is_refused_with_its_line_and_field() -> None:
    content, _ = recorded()
    with pytest.raises(Refused) as refused:
        replay(decode(content.replace(b'"to":"N3"', b'"to":"N9"')), ROOM, PRINTED)
    assert refused.value.message.key == "record.fault"
    assert refused.value.message.params["line"] == 2
    assert refused.value.message.params["where"] == "to"


def test_a_changed_input_is_found_by_the_fingerprints() -> None:
    content, _ = recorded()
    _, differs = replay(decode(content.replace(b'"to":"N3"', b'"to":"N4"')), ROOM, PRINTED)
    assert differs == 2


def test_a_record_of_a_newer_version_is_a_clear_error() -> None:
    content, _ = recorded()
    newer = content.replace(b'"automarium":1', b'"automarium":2')
    with pytest.raises(Refused) as refused:
        decode(newer)
    assert refused.value.message.key == "record.newer"
    with pytest.raises(Refused) as refused:
        decode(content.replace(b'"automarium":1', b'"automarium":0'))
    assert refused.value.message.key == "record.version"


@pytest.mark.parametrize("content", [b"", b'{"automarium":1'])
def test_a_file_without_a_whole_header_holds_no_game(content: bytes) -> None:
    with pytest.raises(Refused) as refused:
        decode(content)
    assert refused.value.message.key == "record.empty"


def test_a_field_that_a_later_version_adds_leaves_old_fingerprints_alone() -> None:
    class Old(msgspec.Struct):
        places: list[str]
        power: int = 0

    class New(msgspec.Struct):
        places: list[str]
        power: int = 0
        tokens: list[int] = []
        house: bool = False

    assert essence(Old(["N1"], 3)) == essence(New(["N1"], 3)) == {"places": ["N1"], "power": 3}
    assert essence(New(["N1"], 3, house=True)) != essence(Old(["N1"], 3))


def test_a_position_may_have_numbered_places() -> None:
    """A fingerprint is made of JSON, where every key is a text."""
    assert essence({"tiles": {3: [1], 1: []}}) == {"tiles": {"3": [1], "1": []}}


def test_an_answer_is_known_by_its_question_even_when_undone() -> None:
    live = game({"deck": "mine"})
    live.put(Next())
    question = live.question
    assert question is not None
    first, second = Respond(5), Respond(5)
    live.put(first)
    assert live.question_of(first) is question
    assert live.question_of(second) is None, "the same words said elsewhere are another answer"
    live.undo()
    assert live.question_of(first) is question
    assert live.question_of(live.runs[-1].input or Next()) is None
