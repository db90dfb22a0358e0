"""A playthrough is its inputs: undo, redo, answers, and a record that gives the same game again."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import RulingBook
from automarium.engine.definition import Status
from automarium.engine.game.playthrough import Playthrough, parse_input, strip_defaults
from automarium.engine.game.record import VERSION, decode, encode, make_header, replay
from automarium.engine.layout import Hand, Layout
from automarium.engine.message import Refused
from automarium.engine.play.command import Command, Respond
from automarium.engine.play.desk import Desk
from automarium.engine.play.event import Event
from automarium.games import plugins
from automarium.games.expeditions.commands import Boasted, Go, Next
from automarium.games.expeditions.definition import Expeditions
from automarium.games.expeditions.layout import ExpeditionsTable
from automarium.games.expeditions.position import PRINTED, SPECIAL
from automarium.games.expeditions.setup import ExpeditionsSetup
from tests.games.expeditions.kit import game

DEFINITION = plugins.load_definition("expeditions")


def drawn_until_question(played: Playthrough) -> Playthrough:
    """Play until the Automa explores and a question is open."""
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


def test_an_answer_without_a_question_is_refused() -> None:
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
    assert parse_input(DEFINITION, {"do": "go", "to": "N4"}) == Go("N4")
    assert parse_input(DEFINITION, {"do": "answer", "to": [4, 3]}) == Respond([4, 3])
    with pytest.raises(Refused) as refused:
        parse_input(DEFINITION, {"do": "go", "two": "N4"})
    assert refused.value.where == "two"
    with pytest.raises(Refused) as refused:
        parse_input(DEFINITION, {"do": "fly"})
    assert refused.value.where == "do"


HEADER = make_header(DEFINITION, {"level": 2, "starts": "human"}, {}, 4, PRINTED)


def recorded() -> tuple[bytes, Playthrough]:
    """Return the record of a short game, as bytes."""
    played = Playthrough(DEFINITION, dict(HEADER.options), {}, HEADER.seed, PRINTED)
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
    again, differs = replay(decode(content), DEFINITION, PRINTED)
    assert differs is None
    assert again.digest() == played.digest()
    assert again.inputs == played.inputs
    assert again.undone == played.undone


def test_a_new_header_holds_what_could_change_under_a_game() -> None:
    assert HEADER.automarium == VERSION == 3
    assert HEADER.rulings == {ruling.id: ruling.default for ruling in DEFINITION.rulings.rulings()}
    assert HEADER.packs == {"printed": "printed-1", "house": "house-1"}
    switched = make_header(DEFINITION, {}, {"EXP-AMB-01": "any"}, 4, PRINTED)
    assert switched.rulings == {**HEADER.rulings, "EXP-AMB-01": "any"}


def test_a_missing_pack_is_a_clear_error() -> None:
    with pytest.raises(Refused) as refused:
        Pack.of_folder(str(Path(DEFINITION.folder) / "pack"), names={"house": "house-99"})
    assert (refused.value.message.key, refused.value.where) == ("pack.unknown", "packs")


def test_a_torn_last_line_is_left_out() -> None:
    content, _ = recorded()
    whole = decode(content)
    assert decode(content[:-1]) == whole, "only its line feed is missing"
    for cut in range(2, len(content.splitlines(keepends=True)[-1])):
        torn = decode(content[:-cut])
        assert torn.torn
        assert torn.lines == whole.lines[:-1]


def test_damage_is_refused_with_its_line() -> None:
    content, _ = recorded()
    lines = content.splitlines(keepends=True)
    for index in range(1, len(lines) - 1):
        for wrong in (b"{]\n", b"\xff\n", b"7\n", b"\n", b'{"do": 7}\n', b'{"then": "x"}\n'):
            with pytest.raises(Refused) as refused:
                replay(decode(b"".join([*lines[:index], wrong, *lines[index + 1 :]])), DEFINITION, PRINTED)
            assert refused.value.message.params["line"] == index + 1


def test_an_input_that_cannot_be_is_refused_with_its_line_and_field() -> None:
    content, _ = recorded()
    with pytest.raises(Refused) as refused:
        replay(decode(content.replace(b'"to":"N3"', b'"to":"N9"')), DEFINITION, PRINTED)
    assert refused.value.message.key == "record.fault"
    assert refused.value.message.params["line"] == 2
    assert refused.value.message.params["where"] == "to"


def test_a_changed_input_is_found_by_the_fingerprints() -> None:
    content, _ = recorded()
    _, differs = replay(decode(content.replace(b'"to":"N3"', b'"to":"N4"')), DEFINITION, PRINTED)
    assert differs == 2


def test_a_record_of_a_newer_version_is_a_clear_error() -> None:
    content, _ = recorded()
    newer = content.replace(b'"automarium":3', b'"automarium":4')
    with pytest.raises(Refused) as refused:
        decode(newer)
    assert refused.value.message.key == "record.newer"
    with pytest.raises(Refused) as refused:
        decode(content.replace(b'"automarium":3', b'"automarium":0'))
    assert refused.value.message.key == "record.version"


@pytest.mark.parametrize("content", [b"", b'{"automarium":3'])
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

    assert strip_defaults(Old(["N1"], 3)) == strip_defaults(New(["N1"], 3)) == {"places": ["N1"], "power": 3}
    assert strip_defaults(New(["N1"], 3, house=True)) != strip_defaults(Old(["N1"], 3))


def test_what_is_remembered_beside_leaves_fingerprints_alone() -> None:
    class Table(msgspec.Struct):
        unhashed: ClassVar[tuple[str, ...]] = ("seen",)
        at: int
        seen: list[str] = []

    assert strip_defaults(Table(3, ["a"])) == strip_defaults(Table(3)) == {"at": 3}


def test_a_position_may_have_numbered_places() -> None:
    """A fingerprint is made of JSON, where every key is a text."""
    assert strip_defaults({"tiles": {3: [1], 1: []}}) == {"tiles": {"3": [1], "1": []}}


# --------------------------------------------------------------------------------------------------------------- hands


def test_what_was_told_is_done_already_and_what_follows_is_left_to_do() -> None:
    live = game()
    assert live.hands == [], "the set-up is a checklist of its own"
    live.put(Go("N3"))
    assert live.hands == []
    live.undo()
    assert live.hands == [Hand(side="human", piece="mech", from_="N3", to="basecamp")]
    live.redo()
    assert live.hands == [Hand(side="human", piece="mech", from_="basecamp", to="N3")], "undone, it was done again"


def test_her_turn_is_all_to_do_and_a_redo_gives_the_same_list() -> None:
    live = game(seed=4)
    while live.question is None:
        live.put(Next())
        there = list(live.hands)
        assert there
        live.undo()
        assert {(hand.piece, hand.track, hand.from_, hand.to) for hand in live.hands} == {
            (hand.piece, hand.track, hand.to, hand.from_) for hand in there
        }
        live.redo()
        assert live.hands == there
    at = live.question.place
    live.put(Respond([4, 3]))
    assert [hand for hand in live.hands if hand.piece.startswith("corruption")] == [], "they laid the tokens themselves"
    live.undo()
    assert {hand.piece: hand.from_ for hand in live.hands if hand.piece.startswith("corruption")} == {
        "corruption-4": at,
        "corruption-3": at,
    }


class Rang(Event, frozen=True, tag="rang"):
    pass


class Ring(Command[dict[str, int], RulingBook], frozen=True, tag="ring"):
    def carry_out(self, desk: Desk[dict[str, int], RulingBook]) -> None:
        desk.position["rung"] = desk.position.get("rung", 0) + 1
        desk.emit(Rang, ())


def bell() -> Playthrough:
    """Return a game with one bell and the counter of its rings."""

    def layout(position: dict[str, int]) -> Layout:
        laid = Layout()
        laid.mark("table", "rung", position.get("rung", 0))
        return laid

    definition: Any = Expeditions()
    definition.rulings, definition.commands = RulingBook, {"ring": Ring}
    definition.status = lambda _: Status("human", False, 0)
    definition.is_over = lambda _: False
    definition.setup, definition.table = ExpeditionsSetup(), ExpeditionsTable()
    definition.setup.set_up = lambda *_: {}
    definition.table.layout = layout
    return Playthrough(definition, {}, {}, 0, PRINTED)


def test_the_table_depends_on_nothing_but_the_position() -> None:
    live = game()
    before = live.layout().lines()
    live.put(Go("N3", [SPECIAL, 4]))
    after = live.layout().lines()
    live.undo()
    assert live.layout().lines() == before
    assert Hand(side="table", piece="corruption-20", from_="N3", to="supply") in live.hands
    assert Hand(side="table", piece="corruption-4", from_="N3", to="supply") in live.hands
    live.put(Go("N3", [SPECIAL, 4]))
    assert live.layout().lines() == after, "the token that was put back is taken again"


def test_what_is_only_tried_leaves_no_trace() -> None:
    live = bell()
    with live.tried(Ring()) as steps:
        assert [step.event for step in steps] == [Rang()]
        assert live.hands == [Hand(side="table", track="rung", from_=0, to=1)]
    assert (live.layout().tracks, live.hands, live.undone, live.inputs) == ({("table", "rung"): 0}, [], [], [])
    asking = drawn_until_question(game(seed=4))
    digest, hands, layout = asking.digest(), list(asking.hands), asking.layout()
    with asking.tried(Respond([4, 3])):
        assert asking.question is None
    assert (asking.digest(), asking.hands, asking.layout().lines()) == (digest, hands, layout.lines())
    assert asking.question is not None
    with pytest.raises(Refused), asking.tried(Respond("x")):
        pass
    assert asking.digest() == digest
    asking.undo()
    with asking.tried(Go("S1")):
        assert asking.undone == []
    assert isinstance(asking.undone[-1], Next), "what was undone can still be put back"


def test_the_table_before_an_input_is_known_even_when_it_is_undone() -> None:
    live = game()
    first, second = Go("N3"), Go("N3")
    live.put(first)
    live.put(second)
    assert [live.find_position_before(one).human for one in (first, second)] == ["basecamp", "N3"], (
        "the same words told twice"
    )
    live.undo()
    assert live.find_position_before(second).human == "N3"
    assert live.find_position_before(Go("N3")) is None, "this one was not given"


def test_an_answer_is_known_by_its_question_even_when_undone() -> None:
    live = game({"deck": "mine"})
    live.put(Next())
    question = live.question
    assert question is not None
    first, second = Respond(5), Respond(5)
    live.put(first)
    assert live.find_question(first) is question
    assert live.find_question(second) is None, "the same words said elsewhere are another answer"
    live.undo()
    assert live.find_question(first) is question
    assert live.find_question(live.runs[-1].input or Next()) is None
