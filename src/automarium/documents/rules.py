"""How a document is played: the position, the state of a turn, and what each step does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from automarium.documents import events
from automarium.documents.expressions import Expression
from automarium.engine.choice.choose import FIRST, IN_TURN, LEAST, MOST, ONLY, PREFER, choose, for_rest
from automarium.engine.choice.choose import Rule as EngineRule
from automarium.engine.definition import AnyDesk
from automarium.engine.message import refuse, term
from automarium.engine.play.deck import Deck
from automarium.engine.question import Count

if TYPE_CHECKING:
    from automarium.documents.document import Document

BUDGET = 600_000  # parts of expressions that one turn, or the odds of all cards, may compute
VERBS = {"only": ONLY, "prefer": PREFER, "most": MOST, "least": LEAST, "first": FIRST}
MOST_ON_MAT = 9999
POINTS = "points"  # the track that ``score`` advances


class Position(msgspec.Struct):
    """``counts`` has the numbers of each counter by place or mat; None where it is not known. ``moved`` is the turn in
    which a piece last moved."""

    level: str
    at: dict[str, str] = {}
    counts: dict[str, dict[str, int | None]] = {}
    tracks: dict[str, int] = {}
    moved: dict[str, int] = {}
    deck: Deck = msgspec.field(default_factory=lambda: Deck(cards=()))
    turn: int = 0
    over: bool = False


class TurnState:
    """What expressions and steps look at during a turn. Without a ``desk`` nothing can be asked: an unknown number
    counts as 0."""

    __slots__ = ("budget", "card", "desk", "document", "names", "position")

    def __init__(self, document: Document, position: Position, desk: AnyDesk | None = None) -> None:
        self.document = document
        self.position = position
        self.desk = desk
        self.card: dict[str, Any] = {}
        self.names: dict[str, Any] = {}
        self.budget = BUDGET

    def spend(self, amount: int) -> None:
        """Count work of this turn. Raise Refused if it is too much: the document has a loop."""
        self.budget -= amount
        if self.budget < 0:
            raise refuse("document.endless", count=BUDGET)

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

    def card_field(self, field: str) -> Any:
        """Return what is printed on the card of this turn; ask for what was never published."""
        value = self.card.get(field)
        if value is None and self.desk is not None and "" in self.card:
            value = self.desk.pack.fact(self.document.card_question(self.card[""], field), self.desk)
        return value


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
    run: StepRunner
    when: Expression | None = None
    cost: int = 1


def run_steps(state: TurnState, steps: Sequence[CompiledStep]) -> str:
    """Carry out steps in order. Return how they ended: ``GO_ON``, ``AGAIN`` or ``END``."""
    for step in steps:
        state.spend(step.cost)
        if step.when is None or step.when.run(state, None):
            ended = step.run(state)
            if ended:
                return ended
    return GO_ON


def play_turn(state: TurnState, card: int | None = None) -> None:
    """Play the steps of a turn, again from the first one after ``again``. ``card`` is drawn instead of the top one."""
    document = state.document
    if card is not None:
        state.names["card"] = card
    while run_steps(state, document.turn) == AGAIN:
        state.names.clear()


def finish_turn(state: TurnState) -> None:
    """Play the end of a round, if this was its last turn, and end the game if it is over."""
    document, position, desk = state.document, state.position, state.desk
    assert desk is not None
    game = document.file.game
    if game.round and position.turn % game.round == 0:
        desk.emit(events.RoundOver, game.clause, position.turn // game.round)
        run_steps(state, document.round)
    ended = game.turns and position.turn >= game.turns
    if not position.over and (ended or document.end.run(state, None)):
        position.over = True
    if position.over:
        desk.emit(events.Over, game.clause)


# -------------------------------------------------------------------------------------------------------------- choices


def make_rules(state: TurnState, rules: Iterable[CompiledRule]) -> Iterable[EngineRule[Any]]:
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


# --------------------------------------------------------------------------------------------------------- what is done


def move_piece(state: TurnState, piece: str, to: str, clause: str, words: str) -> None:
    """Move a piece; nothing happens if it is there already."""
    position, here = state.position, state.position.at[piece]
    if to != here:
        position.at[piece] = to
        position.moved[piece] = position.turn
        state.get_desk().emit(events.Moved, clause, state.document.pieces[piece].side, piece, here, to, words=words)


def take(state: TurnState, counter: str, place: str, to: str, most: int, clause: str, words: str) -> None:
    """Move up to ``most`` things from a place to another place or a mat; later steps read how many as ``taken``."""
    known = state.count_at(counter, place)
    state.names["taken"] = number = max(0, min(most, known))
    if number:
        counts = state.position.counts[counter]
        counts[place] = known - number
        counts[to] = min((counts.get(to) or 0) + number, MOST_ON_MAT)
        state.get_desk().emit(events.Took, clause, counter, number, place, to, words=words)


def put(state: TurnState, counter: str, place: str, number: int, clause: str, words: str) -> None:
    """Put things from the supply on a place, at most as many as fit there."""
    change_count(state, events.Put, counter, place, number, clause, words)


def remove(state: TurnState, counter: str, place: str, number: int, clause: str, words: str) -> None:
    """Take things off a place, back to the supply."""
    change_count(state, events.Removed, counter, place, -number, clause, words)


def change_count(
    state: TurnState,
    event: Callable[..., events.DocumentEvent],
    counter: str,
    place: str,
    by: int,
    clause: str,
    words: str,
) -> None:
    known = state.count_at(counter, place)
    after = max(0, min(known + by, state.document.counters[counter].most))
    if after != known:
        state.position.counts[counter][place] = after
        state.get_desk().emit(event, clause, counter, abs(after - known), place, words=words)


def reveal(state: TurnState, counter: str, place: str, clause: str, words: str) -> None:
    """Ask how many things there are, if it is not known."""
    state.count_at(counter, place)


def advance(state: TurnState, track: str, by: int, clause: str, words: str) -> None:
    """Move the marker of a track, within its bounds."""
    found, limits = state.position.tracks, state.document.tracks[track]
    before = found[track]
    after = found[track] = max(limits.low, min(limits.high, before + by))
    if after != before:
        state.get_desk().emit(events.Advanced, clause, track, before, after, words=words)


def draw(state: TurnState, clause: str, words: str) -> None:
    """Draw a card, after a shuffle if none is left; without cards the turn goes on without one."""
    desk, position, document = state.get_desk(), state.position, state.document
    known = state.names.pop("card", None)
    if known is None:
        deck = position.deck
        if deck.left == 0 and document.file.cards is not None and document.file.cards.reshuffle:
            deck.shuffle_all(desk.chance)
        if deck.left == 0:
            state.card = {}
            return
        known = deck.draw(desk, "ask.card")
        desk.emit(events.Drew, clause, known, words=words)
    state.card = desk.pack.once(document.read_cards)[known]
