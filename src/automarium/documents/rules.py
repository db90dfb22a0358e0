"""How a document is played: the position, the events, the state of a turn, and what functions and steps do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import msgspec

from automarium.documents.expressions import (
    ANY_LIST,
    COUNTER,
    DECK,
    LIST,
    NUMBER,
    PIECE,
    PLACE,
    TEXT,
    TRACK,
    TRUTH,
    BuiltIn,
    Expression,
)
from automarium.documents.schema import MOST_NUMBER, StepEntry
from automarium.engine.choice.choose import FIRST, IN_TURN, LEAST, MOST, ONLY, PREFER, choose, for_rest
from automarium.engine.choice.choose import Rule as EngineRule
from automarium.engine.definition import AnyDesk
from automarium.engine.layout import OUT, SUPPLY, PieceMove, Side
from automarium.engine.message import refuse, term
from automarium.engine.place_map import FAR
from automarium.engine.play.deck import Deck
from automarium.engine.play.event import Event, of
from automarium.engine.question import Count

if TYPE_CHECKING:
    from automarium.documents.document import Document

BUDGET = 600_000  # parts of expressions that one turn, or the odds of all cards, may compute
RULE_VERBS = {"only": ONLY, "prefer": PREFER, "most": MOST, "least": LEAST, "first": FIRST}
POINTS = "points"  # the track that ``score`` advances
MAIN_DECK = "card"  # the name of [cards] in expressions


class Position(msgspec.Struct):
    """``counts`` has the numbers of each counter by place or mat; None where it is not known. ``moved`` is the turn in
    which a piece last moved, ``hands`` the cards of each deck that the Automa keeps."""

    level: str
    at: dict[str, str] = {}
    counts: dict[str, dict[str, int | None]] = {}
    tracks: dict[str, int] = {}
    moved: dict[str, int] = {}
    decks: dict[str, Deck] = {}
    hands: dict[str, list[int]] = {}
    rulings: dict[str, str] = {}
    turn: int = 0
    over: bool = False


# --------------------------------------------------------------------------------------------------------------- events

Place: TypeAlias = Annotated[str, of("place")]
CounterName: TypeAlias = Annotated[str, of("counter")]
CardNumber: TypeAlias = Annotated[int, of("card")]
DeckName: TypeAlias = Annotated[str, of("pile")]


class DocumentEvent(Event, frozen=True, kw_only=True):
    """An event has a stock sentence under its tag; with ``words`` the message ``say.<words>`` replaces it."""

    words: str = ""

    def key(self) -> str:
        return f"say.{self.words}" if self.words else super().key()


class Drew(DocumentEvent, frozen=True, tag="drew"):
    turns_on = "card"
    card: CardNumber


class DrewFrom(DocumentEvent, frozen=True, tag="drew-from"):
    card: CardNumber
    deck: DeckName


class Kept(DocumentEvent, frozen=True, tag="kept"):
    remark = True
    card: CardNumber


class Discarded(DocumentEvent, frozen=True, tag="discarded"):
    remark = True
    card: CardNumber


class Shuffled(DocumentEvent, frozen=True, tag="shuffled"):
    remark = True
    deck: DeckName


class Moved(DocumentEvent, frozen=True, tag="moved"):
    side: Side
    piece: Annotated[str, of("piece")]
    from_: Place = msgspec.field(name="from")
    to: Place

    def moves(self) -> tuple[PieceMove]:
        return (PieceMove(self.side, self.piece, self.from_, self.to),)


class Took(DocumentEvent, frozen=True, tag="took"):
    counted = "number"
    what: CounterName
    number: int
    from_: Place = msgspec.field(name="from")
    to: Place


class Put(DocumentEvent, frozen=True, tag="put"):
    counted = "number"
    what: CounterName
    number: int
    at: Place


class Removed(Put, frozen=True, tag="removed"):
    pass


class Advanced(DocumentEvent, frozen=True, tag="advanced"):
    track: Annotated[str, of("track")]
    from_: int = msgspec.field(name="from")
    to: int


class Said(DocumentEvent, frozen=True, tag="said"):
    remark = True
    at: Place = ""


class PhaseBegins(DocumentEvent, frozen=True, tag="phase-begins"):
    remark = True
    phase: Annotated[str, of("phase")]


class RoundOver(DocumentEvent, frozen=True, tag="round-over"):
    remark = True
    round: int


class Over(DocumentEvent, frozen=True, tag="over"):
    remark = True


# --------------------------------------------------------------------------------------------------------------- a turn


class TurnState:
    """What expressions and steps look at during a turn. Without a ``desk`` nothing can be asked: an unknown number
    counts as 0. ``names`` has what steps of this turn have chosen, drawn or asked."""

    __slots__ = ("budget", "desk", "document", "names", "position")

    def __init__(self, document: Document, position: Position, desk: AnyDesk | None = None) -> None:
        self.document = document
        self.position = position
        self.desk = desk
        self.names: dict[str, Any] = {}
        self.budget = BUDGET

    def spend(self, amount: int) -> None:
        """Count work of this turn. Raise Refused if it is too much."""
        self.budget -= amount
        if self.budget < 0:
            raise refuse("document.budget", count=BUDGET)

    def get_desk(self) -> AnyDesk:
        assert self.desk is not None, "only a turn at a desk changes the table"
        return self.desk

    def count_at(self, counter: str, place: str | None) -> int:
        """Return how many things of a counter are at a place; ask if it is not known."""
        number = self.position.counts[counter].get(place or "", 0)
        return self._ask_count(counter, place or "") if number is None else number

    def _ask_count(self, counter: str, place: str) -> int:
        if self.desk is None:
            return 0
        asked = {"what": term("counter", counter), "at": term("place", place)}
        most = self.document.counters[counter].most
        number: int = self.desk.ask(Count(about="ask.number", params=asked, place=place, low=0, high=most))
        with self.desk.observed():
            self.position.counts[counter][place] = number
        return number

    def card_field(self, deck: str, card: int, field: str) -> Any:
        """Return what is printed on a card; ask for what was never published. None if nothing can be asked."""
        if self.desk is None:
            return None
        value = self.desk.pack.once(self.document.read_cards)[deck][card].get(field)
        if value is None:
            value = self.desk.pack.fact(self.document.card_question(deck, card, field), self.desk)
        return tuple(value) if isinstance(value, list) else value


StepRunner: TypeAlias = Callable[[TurnState], str]  # returns "" to go on, or how the steps end
GO_ON, AGAIN, END = "", "again", "end"


class CompiledRule(msgspec.Struct, frozen=True):
    """A rule of a choice. ``criteria`` yields names of criteria, each of which is a rule."""

    verb: int
    key: Expression
    clause: str
    when: Expression | None = None
    criteria: Mapping[str, CompiledRule] | None = None


class CompiledStep(msgspec.Struct, frozen=True):
    """A step. One of the simulated player is a report of the ``verb`` for the thing ``name``, and ``run`` its value."""

    run: Callable[[TurnState], Any]
    when: Expression | None = None
    cost: int = 1
    verb: str = ""
    name: str = ""


def run_steps(state: TurnState, steps: Sequence[CompiledStep]) -> str:
    """Carry out steps in order. Return how they ended: ``GO_ON``, ``AGAIN`` or ``END``."""
    for step in steps:
        state.spend(step.cost)
        if (step.when is None or step.when.run(state, None)) and (ended := step.run(state)):
            return str(ended)
    return GO_ON


def play_turn(state: TurnState) -> None:
    """Play the steps of a turn, again from the first one after ``again``."""
    document, position = state.document, state.position
    phase = document.find_phase(position.turn)
    if phase and phase != document.find_phase(position.turn - 1):
        state.get_desk().emit(PhaseBegins, document.file.phases[phase].clause, phase)
    while run_steps(state, document.turn) == AGAIN:
        state.names.clear()


def finish_turn(state: TurnState) -> None:
    """Play the end of a round, if this was its last turn, and end the game if it is over."""
    document, position, desk = state.document, state.position, state.get_desk()
    game, length = document.file.game, document.round_length
    if length and position.turn % length == 0:
        desk.emit(RoundOver, (), position.turn // length)
        run_steps(state, document.round)
    ended = game.turns and position.turn >= game.turns
    if not position.over and (ended or document.end.run(state, None)):
        position.over = True
    if position.over:
        desk.emit(Over, game.clause)


def make_rules(state: TurnState, rules: Iterable[CompiledRule]) -> Iterable[EngineRule[Any]]:
    """Yield the rules that apply now, as the engine narrows by them."""
    for rule in rules:
        if rule.when is not None and not rule.when.run(state, None):
            continue
        if rule.criteria is not None:
            named = [rule.criteria[name] for name in rule.key.run(state, None) if name in rule.criteria]
            key: Any = list(make_rules(state, named))
            yield (IN_TURN, key, "")
        else:
            test = partial(rule.key.run, state)
            made: EngineRule[Any] = (rule.verb, test, rule.clause)
            yield _ask_late(made) if rule.key.asks and rule.verb != ONLY else made


def _ask_late(rule: EngineRule[Any]) -> EngineRule[Any]:
    """Return a rule that is skipped if one candidate is left: then nothing has to be asked for it."""
    return for_rest(lambda left: rule if len(left) > 1 else None)


def choose_candidate(
    state: TurnState, candidates: Sequence[Any], rules: Sequence[CompiledRule], clause: str, family: str
) -> Any:
    """Return the candidate that the rules leave; of several the first one."""
    made = list(make_rules(state, rules))
    made.append((FIRST, candidates.index, clause))
    notes = None if state.desk is None else state.desk.notes
    return choose(candidates, *made, notes=notes, about="candidate", family=family)


# ----------------------------------------------------------------------------------------------- what steps do, by verb


class Verb(msgspec.Struct, frozen=True):
    """A verb of a step. ``thing`` is the kind of its own value; ``parts`` are its other fields with their kinds, and
    the value of those that may be left out. ``run`` gets the state, the step, the thing and the parts. ``silent``: it
    cites no clause."""

    run: Callable[..., str | None] | None = None
    thing: str = ""
    parts: tuple[tuple[str, str] | tuple[str, str, Any], ...] = ()
    silent: bool = False

    @property
    def fields(self) -> Sequence[str]:
        return [part[0] for part in self.parts]


def draw(state: TurnState, step: StepEntry, name: str) -> None:
    """Draw a card, after a shuffle if none is left; without cards the turn goes on without one."""
    desk, deck = state.get_desk(), state.position.decks[name]
    known = state.names.pop(f"next {name}", None)  # a card whose odds are computed
    if known is None:
        if deck.left == 0 and state.document.decks[name].reshuffle:
            deck.shuffle_all(desk.chance, state.position.hands.get(name, ()))
        if deck.left == 0:
            state.names.pop(name, None)
            return
        if name == MAIN_DECK:
            known = deck.draw(desk, "ask.card")
            desk.emit(Drew, step.clause, known, words=step.words)
        else:
            known = deck.draw(desk, "ask.card-from", deck=term("pile", name))
            desk.emit(DrewFrom, step.clause, known, name, words=step.words)
    state.names[name] = known


def keep(state: TurnState, step: StepEntry, card: tuple[str, int]) -> None:
    """Keep a drawn card in the Automa's hand; it is not shuffled again before it is discarded."""
    hand = state.position.hands.setdefault(card[0], [])
    if card[1] not in hand:
        hand.append(card[1])
        state.get_desk().emit(Kept, step.clause, card[1], words=step.words)


def discard(state: TurnState, step: StepEntry, card: tuple[str, int]) -> None:
    """Put a card of the Automa's hand on the discard pile."""
    hand = state.position.hands.get(card[0], [])
    if card[1] in hand:
        hand.remove(card[1])
        state.get_desk().emit(Discarded, step.clause, card[1], words=step.words)


def shuffle(state: TurnState, step: StepEntry, name: str) -> None:
    """Shuffle the discard pile and the cards that are left into a new deck."""
    desk = state.get_desk()
    state.position.decks[name].shuffle_all(desk.chance, state.position.hands.get(name, ()))
    desk.emit(Shuffled, step.clause, name, words=step.words)


def move(state: TurnState, step: StepEntry, piece: str, to: str) -> None:
    """Move a piece; nothing happens if it is there already."""
    position, here = state.position, state.position.at[piece]
    if to != here:
        position.at[piece] = to
        position.moved[piece] = position.turn
        side = state.document.pieces[piece].side
        state.get_desk().emit(Moved, step.clause, side, piece, here, to, words=step.words)


def take(state: TurnState, step: StepEntry, counter: str, place: str, to: str, most: int) -> None:
    """Move up to ``most`` things from a place to another place or a mat; later steps read how many as ``taken``."""
    known = state.count_at(counter, place)
    state.names["taken"] = number = max(0, min(most, known))
    if number:
        counts = state.position.counts[counter]
        counts[place] = known - number
        counts[to] = min((counts.get(to) or 0) + number, MOST_NUMBER)
        state.get_desk().emit(Took, step.clause, counter, number, place, to, words=step.words)


def change_count(state: TurnState, step: StepEntry, counter: str, place: str, number: int) -> None:
    """Put things from the supply on a place, as many as there are and fit there; or remove them to the supply."""
    known, limits = state.count_at(counter, place), state.document.counters[counter]
    counts = state.position.counts[counter]
    high = limits.most if limits.supply is None else min(limits.most, known + (counts[SUPPLY] or 0))
    after = max(0, min(known + (number if step.put else -number), high))
    if after != known:
        counts[place] = after
        if limits.supply is not None:
            counts[SUPPLY] = (counts[SUPPLY] or 0) + known - after
        event = Put if after > known else Removed
        state.get_desk().emit(event, step.clause, counter, abs(after - known), place, words=step.words)


def reveal(state: TurnState, step: StepEntry, counter: str, place: str) -> None:
    """Ask how many things there are, if it is not known."""
    state.count_at(counter, place)


def advance(state: TurnState, step: StepEntry, track: str, by: int) -> None:
    """Move the marker of a track, within its bounds."""
    found, limits = state.position.tracks, state.document.tracks[track]
    before = found[track]
    after = found[track] = max(limits.low, min(limits.high, before + by))
    if after != before:
        state.get_desk().emit(Advanced, step.clause, track, before, after, words=step.words)


def score(state: TurnState, step: StepEntry, number: int) -> None:
    advance(state, step, POINTS, number)


def say(state: TurnState, step: StepEntry, words: str, at: str) -> None:
    state.get_desk().emit(Said, step.clause, at, words=words)


def end_game(state: TurnState, step: StepEntry) -> str:
    state.position.over = True
    return END


ANY_CARD, WORDS = "a drawn or chosen card", "words"
VERBS: Mapping[str, Verb] = {
    "draw": Verb(draw, DECK),
    "keep": Verb(keep, ANY_CARD),
    "discard": Verb(discard, ANY_CARD),
    "shuffle": Verb(shuffle, DECK),
    "choose": Verb(None, parts=(("among", ANY_LIST), ("rules", "", ())), silent=True),
    "move": Verb(move, PIECE, (("to", PLACE),)),
    "take": Verb(take, COUNTER, (("from", PLACE), ("to", PLACE), ("count", NUMBER, MOST_NUMBER))),
    "put": Verb(change_count, COUNTER, (("at", PLACE), ("count", NUMBER, 1))),
    "remove": Verb(change_count, COUNTER, (("at", PLACE), ("count", NUMBER, 1))),
    "reveal": Verb(reveal, COUNTER, (("at", PLACE),), silent=True),
    "advance": Verb(advance, TRACK, (("by", NUMBER),)),
    "score": Verb(score, NUMBER),
    "ask": Verb(None, parts=(("low", NUMBER, None), ("high", NUMBER, None), ("among", ANY_LIST, None)), silent=True),
    "say": Verb(say, WORDS, (("at", PLACE, ""),)),
    "again": Verb(lambda state, step: AGAIN, silent=True),
    "end_turn": Verb(lambda state, step: END, silent=True),
    "end_game": Verb(end_game, silent=True),
    "python": Verb(None, silent=True),
}
STAND_IN_VERBS = {"choose": "", "move": "to", "take": "count", "advance": "by"}  # with the value that is reported


# --------------------------------------------------------------------------------------------- functions in expressions


def _count_pieces(state: TurnState, place: str | None, side: str = "") -> int:
    pieces = state.document.pieces
    return sum(at == place and side in ("", pieces[one].side) for one, at in state.position.at.items())


def _count_known(state: TurnState, counter: str | None, place: str | None, other: int) -> int:
    number = state.position.counts.get(counter or "", {}).get(place or "", 0)
    return other if number is None else number


def _count_all(state: TurnState, counter: str | None) -> int:
    counts = state.position.counts.get(counter or "", {})
    return sum(counts.get(place) or 0 for place in state.document.board.places)


FUNCTIONS: Mapping[str, BuiltIn] = {
    "distance": BuiltIn((PLACE, PLACE), NUMBER, lambda s, one, other: s.document.board.distance(one, other)),
    "steps": BuiltIn((PLACE, PLACE), NUMBER, lambda s, one, other: s.document.board.steps_ahead(one, other)),
    "order": BuiltIn((PLACE,), NUMBER, lambda s, place: s.document.board.order.get(place, FAR)),
    "neighbours": BuiltIn((PLACE,), LIST + PLACE, lambda s, place: s.document.board.neighbours.get(place, ())),
    "within": BuiltIn((PLACE, NUMBER), LIST + PLACE, lambda s, place, n: s.document.board.within(place, n)),
    "ahead": BuiltIn((PLACE, NUMBER), LIST + PLACE, lambda s, place, n: s.document.board.ahead(place, n)),
    "occupied": BuiltIn((PLACE, TEXT), NUMBER, _count_pieces, optional=1),
    "at": BuiltIn((PIECE,), PLACE, lambda s, piece: s.position.at.get(piece or "", OUT)),
    "age": BuiltIn((PIECE,), NUMBER, lambda s, piece: s.position.turn - s.position.moved.get(piece or "", 0)),
    "amount": BuiltIn((COUNTER, PLACE), NUMBER, lambda s, what, at: s.count_at(what, at) if what else 0, asks=True),
    "value": BuiltIn((TRACK,), NUMBER, lambda s, track: s.position.tracks.get(track or "", 0)),
    "known": BuiltIn((COUNTER, PLACE), TRUTH, lambda s, what, at: _count_known(s, what, at, -1) >= 0),
    "known_or": BuiltIn((COUNTER, PLACE, NUMBER), NUMBER, _count_known),
    "total": BuiltIn((COUNTER,), NUMBER, _count_all),
    "left": BuiltIn((DECK,), NUMBER, lambda s, deck: s.position.decks[deck].left),
    "discarded": BuiltIn(
        (DECK,), NUMBER, lambda s, deck: len(s.position.decks[deck].drawn) - len(s.position.hands.get(deck, ()))
    ),
    "hand": BuiltIn((DECK,), LIST + "{}", lambda s, deck: tuple(s.position.hands.get(deck, ()))),
    "count": BuiltIn((ANY_LIST,), NUMBER, lambda s, many: len(many)),
    "min": BuiltIn((NUMBER, NUMBER), NUMBER, lambda s, one, other: min(one, other)),
    "max": BuiltIn((NUMBER, NUMBER), NUMBER, lambda s, one, other: max(one, other)),
    "abs": BuiltIn((NUMBER,), NUMBER, lambda s, one: abs(one)),
}
