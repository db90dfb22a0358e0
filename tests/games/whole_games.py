"""What must hold for the whole games of every room: repeatable records, undo and redo, one engine for table and lab."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from hypothesis import strategies as st

from automarium.engine.content.pack import Pack
from automarium.engine.content.rulings import settle
from automarium.engine.definition import AnyDefinition
from automarium.engine.game.playthrough import Playthrough
from automarium.engine.game.record import decode, encode, make_header, replay
from automarium.engine.layout import SUPPLY, Change, Hand, Layout, PieceKey, Side
from automarium.engine.message import Refused
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Command, Input, Respond
from automarium.engine.play.desk import Desk, Table
from automarium.engine.question import Answer, AnyQuestion, Count, Form, Pick, Series, Several, Words


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
        case Words():
            return data.draw(st.text(max_size=min(question.most, 20)))
        case Form():
            known = [field for field in question.fields if field.question.default is not None]
            left_out = {field.name for field in known if data.draw(st.booleans())}
            return {
                field.name: answer_to(field.question, data) for field in question.fields if field.name not in left_out
            }


def check_any_run_of_inputs(
    definition: AnyDefinition,
    pack: Pack,
    options: dict[str, Any],
    chosen: dict[str, str],
    seed: int,
    inputs: st.SearchStrategy[Any],
    data: st.DataObject,
) -> None:
    """Whatever a person does (``inputs``, "undo" and "redo" among them): a refusal changes nothing, undo then redo is
    nothing, and the record gives the same positions again."""
    game = Playthrough(definition, dict(options), chosen, seed, pack)
    lines = [encode(make_header(definition, options, chosen, seed, pack))]
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
    again, differs = replay(decode(b"".join(lines)), definition, pack)
    assert differs is None
    assert again.digest() == game.digest()


def check_live_game_is_the_labs(definition: AnyDefinition, pack: Pack, options: dict[str, Any], seed: int) -> None:
    """The companion and the simulator are one engine: the same inputs lead to the same position, and the record of
    the whole game gives it once more."""
    rival = definition.lab.rival(pack, Chance(seed + 1))
    answers: list[Answer] = []

    def answer(question: AnyQuestion) -> Answer:
        answers.append(rival.answer(question))
        return answers[-1]

    rulings = settle(definition.rulings, {})
    table = Table(Chance(seed), stand_in=answer, explain=False, listening=False)
    position = definition.setup.set_up(options, pack, rulings, table)
    desk: Desk[Any, Any] = Desk(position, pack, rulings, table)
    game = Playthrough(definition, options, {}, seed, pack)
    lines = [encode(make_header(definition, options, {}, seed, pack))]

    def put(input_: Input) -> None:
        game.put(input_)
        lines.append(encode(input_, game.digest()))

    for given_answer in answers:
        put(Respond(given_answer))
    while not definition.status(position).over:
        for input_ in rival.turn(lambda: position):
            answers.clear()
            assert isinstance(input_, Command)
            input_.carry_out(desk)
            put(input_)
            for given_answer in answers:
                put(Respond(given_answer))
    assert game.position == position
    again, differs = replay(decode(b"".join(lines)), definition, pack)
    assert differs is None
    assert again.position == position


class Books:
    """A table kept by hand by somebody who does literally what they told and what they are told, and knows no game."""

    def __init__(self, layout: Layout) -> None:
        self.pieces = dict(layout.pieces)
        self.tracks = dict(layout.tracks)

    def told(self, changes: Iterable[Change]) -> None:
        """What the person did themselves: what they take away for good they put in the supply."""
        more: Counter[tuple[Side, str]] = Counter()
        state_of: dict[tuple[Side, str], str] = {}
        for change in changes:
            if len(change.thing) == 2:
                self.tracks[change.thing] = change.to
            else:
                self._add(change.thing, int(change.to))
                side, piece, _, state = change.thing
                more[side, piece] += int(change.to)
                if int(change.to) < 0:
                    state_of[side, piece] = state
        for (side, piece), count in more.items():
            if count < 0:
                self._add((side, piece, SUPPLY, state_of[side, piece]), -count)

    def do(self, hand: Hand) -> None:
        if hand.track:
            assert hand.from_ is not None, hand
            assert self.tracks.get((hand.side, hand.track), 0) == hand.from_, hand
            assert hand.to is not None, hand
            self.tracks[hand.side, hand.track] = hand.to
        elif hand.at:
            self._add((hand.side, hand.piece, hand.at, str(hand.from_)), -hand.count)
            self._add((hand.side, hand.piece, hand.at, str(hand.to)), hand.count)
        else:
            self._add((hand.side, hand.piece, str(hand.from_), hand.state), -hand.count)
            self._add((hand.side, hand.piece, str(hand.to), hand.state), hand.count)

    def _add(self, thing: PieceKey, count: int) -> None:
        there = self.pieces.pop(thing, 0) + count
        assert there >= 0, f"nothing is there to be taken: {thing}"
        if there:
            self.pieces[thing] = there


def check_hands(
    definition: AnyDefinition, pack: Pack, options: dict[str, Any], seed: int, chosen: dict[str, str] | None = None
) -> Iterator[Playthrough]:
    """A whole game with the stand-in: whoever does by hand what they are told has the same table after every line,
    undo and redo among them. The game is shown after each line, for whoever wants to look at its hands."""
    game = Playthrough(definition, dict(options), chosen or {}, seed, pack)
    rival = definition.lab.rival(pack, Chance(seed + 1))
    while game.question is not None:
        game.put(Respond(rival.answer(game.question)))
    books = Books(game.layout())

    def agree() -> Playthrough:
        for hand in game.hands:
            books.do(hand)
        layout = game.layout()
        assert books.pieces == layout.pieces
        assert books.tracks == layout.tracks
        return game

    def put(input_: Input) -> Iterator[Playthrough]:
        known = len(game.runs[-1].reported_changes) if isinstance(input_, Respond) else 0
        game.put(input_)
        books.told(game.runs[-1].reported_changes[known:])
        yield agree()
        for again in (game.undo, game.redo):
            again()
            yield agree()

    while not definition.status(game.position).over:
        for input_ in rival.turn(lambda: game.position):
            yield from put(input_)
            while game.question is not None:
                yield from put(Respond(rival.answer(game.question)))
            if definition.status(game.position).over:
                break
