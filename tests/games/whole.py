"""What must hold for the whole games of every room: repeatable records, undo and redo, one engine for table and lab."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from automarium.kernel.chance import Chance
from automarium.kernel.game import Game, Respond
from automarium.kernel.pack import Pack
from automarium.kernel.record import VERSION, Header, decode, encode, replay
from automarium.kernel.room import Input, Room
from automarium.kernel.ruling import settle
from automarium.kernel.saying import Refused
from automarium.kernel.table import Answer, AnyQuestion, Count, Pick, Series, Several, SilentTable


def answer_to(question: AnyQuestion, data: st.DataObject) -> Answer:
    """Any answer that the question allows, the ends of long ranges left out."""
    match question:
        case Pick():
            return data.draw(st.sampled_from(question.options))
        case Count():
            return data.draw(st.integers(question.low, min(question.high, question.low + 15)))
        case Series():
            numbers = st.integers(question.low, min(question.high, 19))
            if question.exactly is None and not question.rising:
                return data.draw(st.lists(numbers, max_size=4))
            least, most = question.exactly or 0, question.exactly or min(question.most, 4)
            found = data.draw(st.lists(numbers, unique=True, min_size=least, max_size=most))
            return sorted(found) if question.rising else found
        case Several():
            there = [one for one in question.options for _ in range(question.limits.get(one, question.most))]
            mixed = data.draw(st.permutations(there)) if len(there) <= 20 else there
            count = data.draw(st.integers(0, min(question.most, 4))) if question.exactly is None else question.exactly
            return list(mixed[:count])


def check_any_run_of_inputs(
    room: Room,
    pack: Pack,
    options: dict[str, Any],
    chosen: dict[str, str],
    seed: int,
    inputs: st.SearchStrategy[Any],
    data: st.DataObject,
) -> None:
    """Whatever a person does (``inputs``, "undo" and "redo" among them): a refusal changes nothing, undo then redo is
    nothing, and the record gives the same positions again."""
    game = Game(room, dict(options), chosen, seed, pack)
    lines = [encode(Header(VERSION, room.name, options, chosen, seed, {}, "test"))]
    for step in data.draw(st.lists(inputs, max_size=25)):
        todo: Any = step
        if game.question is not None and step not in ("undo", "redo"):
            todo = Respond(answer_to(game.question, data))
        digest, undone = game.digest(), list(game.undone)
        try:
            _ = game.undo() if todo == "undo" else game.redo() if todo == "redo" else game.put(todo)
        except Refused:
            assert (game.digest(), game.undone) == (digest, undone), "a refusal changes nothing"
            continue
        lines.append(encode({"do": todo} if isinstance(todo, str) else todo, game.digest()))
        if todo not in ("undo", "redo"):
            after = game.digest()
            game.undo()
            assert game.digest() == digest
            game.redo()
            assert game.digest() == after, "undo then redo draws the same card"
    again, differs = replay(decode(b"".join(lines)), room, pack)
    assert differs is None
    assert again.digest() == game.digest()


def check_live_game_is_the_labs(room: Room, pack: Pack, options: dict[str, Any], seed: int) -> None:
    """The companion and the simulator are one engine: the same inputs lead to the same position, and the record of
    the whole game gives it once more."""
    rival = room.rival(pack, Chance(seed + 1))
    answers: list[Answer] = []

    def answer(question: AnyQuestion) -> Answer:
        answers.append(rival.answer(question))
        return answers[-1]

    table = SilentTable(Chance(seed), settle(room.rulings, {}), stand_in=answer, explain=False)
    position = room.set_up(options, pack, table)
    game = Game(room, options, {}, seed, pack)
    lines = [encode(Header(VERSION, room.name, options, {}, seed, {}, "test"))]

    def put(input_: Input) -> None:
        game.put(input_)
        lines.append(encode(input_, game.digest()))

    for given_answer in answers:
        put(Respond(given_answer))
    while not room.status(position).over:
        for input_ in rival.turn(lambda: position):
            answers.clear()
            room.apply(position, input_, pack, table)
            put(input_)
            for given_answer in answers:
                put(Respond(given_answer))
    assert game.position == position
    again, differs = replay(decode(b"".join(lines)), room, pack)
    assert differs is None
    assert again.position == position
