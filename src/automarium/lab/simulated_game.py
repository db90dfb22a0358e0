"""One game of the lab: its row of results, its record or its last position.

The Automa and the rival have separate random generators, both seeded by the game. So two games with the same seed stay
alike as long as possible, and the record of a game can be replayed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

import msgspec

from automarium.engine.content.clauses import load_catalogue
from automarium.engine.content.pack import NEW_LEVELS, Pack
from automarium.engine.content.rulings import RulingBook, settle
from automarium.engine.definition import AnyDefinition, AnyDesk, GameDefinition, Rival
from automarium.engine.game.playthrough import copy_mutable
from automarium.engine.game.record import begin, encode, make_header
from automarium.engine.layout import Change, Layout, find_changes, find_hands
from automarium.engine.message import Term, refuse
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import NEXT, AnyCommand, Input, Respond
from automarium.engine.play.deck import Deck
from automarium.engine.play.desk import Desk, Table
from automarium.engine.play.event import Event, Step, list_moves
from automarium.engine.play.score import ScoreSheet
from automarium.engine.question import Answer, AnyQuestion, Pick
from automarium.games import plugins
from automarium.lab.configuration import OWNER, Configuration, make_configuration
from automarium.lab.result_files import LINES, Row, format_counts, parse_counts

MOST_TURNS = 1000
OTHER_STREAM = 1 << 64  # offset of the rival's seed: seeds of games are smaller
P = TypeVar("P")
Q = ParamSpec("Q")
R = TypeVar("R", bound=RulingBook)
Plays: TypeAlias = Callable[[Callable[[], Any]], Iterator[AnyCommand]]  # what a rival does in a turn, or at the end


class PreparedGame:
    """A configuration with the objects that all its games share."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.digest = configuration.digest
        self.definition = plugins.load_definition(configuration.game)
        self.pack = configuration.pack
        self.rulings = settle(self.definition.rulings, configuration.rulings)

    def make_rival(self, chance: Chance) -> Rival:
        lab, configuration = self.definition.lab, self.configuration
        if configuration.rival != OWNER:
            return lab.rivals[configuration.rival](self.pack, chance)
        assert lab.owner is not None
        return lab.owner(self.pack, chance, configuration.results)


def simulate_game(
    ready: PreparedGame, seed: int, number: int, index: int, *, explain: bool, columns: Sequence[str] = ()
) -> Row:
    """Play a whole game and return its row, with these further columns."""
    configuration = ready.configuration
    game = _ExplainedGame(ready, seed) if explain else _SilentGame(ready, seed)
    game.statistics.counts_lines = LINES in columns
    game.play()
    position, statistics = game.position, game.statistics
    definition = game.definition
    sheet = definition.scoring.score(position, game.rulings)
    counted: Counter[str] = Counter()
    for line in sheet.lines:
        if line.side == "automa":
            counted[line.what] += line.points
    deck = getattr(position, "deck", None)  # a known deck has cards that were never drawn
    known = map(str, deck.cards) if isinstance(deck, Deck) else ()
    played = statistics.cards
    cards = [(card, *played.get(card, NOT_PLAYED)) for card in _sort_cards(frozenset((*played, *known)))]
    return Row(
        number=number,
        game=configuration.game,
        configuration=ready.digest,
        label=configuration.label,
        level=str(configuration.options.get("level", "")),
        rival=configuration.rival,
        packs=" ".join(ready.pack.names.values()),
        index=index,
        seed=seed,
        turns=definition.count_turns(position),
        winner=sheet.winner or "",
        verdict="" if sheet.verdict is None else sheet.verdict.key,
        automa=sheet.totals["automa"],
        human=sheet.totals.get("human"),
        points=format_counts(counted),
        pace=" ".join(map(str, statistics.marks)),
        cards=" ".join([f"{card}:{times}:{gained}" for card, times, gained in cards]),
        decided=" ".join(sorted(statistics.find_decisive(sheet), key=_card_order)),
        questions=game.questions,
        steps=game.steps,
        hands=game.hands,
        clauses=_format_clauses(game.clauses),
        narrowed=_format_narrowed(game.looked, game.threw),
        more={name: _format_column(name, configuration, statistics) for name in columns},
    )


def _format_clauses(cited: Sequence[str]) -> str:
    return format_counts(dict(sorted(Counter(cited).items()))) if cited else ""


def _format_narrowed(looked: Sequence[str], threw: Sequence[str]) -> str:
    if not looked:
        return ""
    removals = Counter(threw)
    return format_counts({clause: f"{times}:{removals[clause]}" for clause, times in sorted(Counter(looked).items())})


def _format_column(name: str, configuration: Configuration, statistics: TurnStatistics) -> str:
    if name == LINES:
        return format_counts({line: f"{read}:{statistics.fired[line]}" for line, read in statistics.read.items()})
    return str(configuration.options.get(name, configuration.rulings.get(name, "")))


def find_longest_turn(ready: PreparedGame, seed: int) -> LongTurn | None:
    """Play a game and return the turn with the most steps."""
    game = _MeasuredGame(ready, seed)
    game.play()
    return game.longest


def record_game(ready: PreparedGame, seed: int) -> bytes:
    """Play a game and return its record."""
    played = _RecordedGame(ready, seed)
    played.play()
    return b"".join(played.lines)


def play_game(
    definition: GameDefinition[P, R],
    options: Mapping[str, object],
    seed: int,
    pack: Pack,
    rulings: Mapping[str, str] | None = None,
    rival: Callable[[Pack, Chance], Rival] | None = None,
    *,
    explain: bool = False,
    most_turns: int = MOST_TURNS,
) -> P:
    """Play a game and return its last position. ``explain``: with all reasons, as in a live game."""
    chance = Chance(seed)
    human = (rival or definition.lab.rival)(pack, chance)
    chosen = settle(definition.rulings, rulings or {})
    table = Table(chance, stand_in=human.answer, explain=explain, listening=explain)
    position = definition.setup.set_up(options, pack, chosen, table)
    desk: AnyDesk = Desk(position, pack, chosen, table)
    is_over, turn = definition.is_over, cast("Plays", human.turn)

    def look() -> P:
        return position

    for _ in range(most_turns):
        if is_over(position):
            return position
        for input_ in turn(look):
            input_.carry_out(desk)  # not checked: a rival follows the rules
        if explain:
            table.steps.clear()
    raise RuntimeError(f"no end after {most_turns} turns: seed {seed}, options {options}")


class _SimulatedGame:
    """Base class: the rival, the position and the counters."""

    def __init__(self, ready: PreparedGame, seed: int) -> None:
        self.definition, self.pack, self.rulings = ready.definition, ready.pack, ready.rulings
        self._seed = seed
        self.rival = ready.make_rival(Chance(seed + OTHER_STREAM))
        self.statistics = TurnStatistics(self.definition, self.rulings)
        self.position: object = None
        self.questions = self.steps = 0
        self.hands: int | None = None
        self.clauses: list[str] = []  # of all steps
        self.looked: list[str] = []  # clauses of narrowings, and those that removed candidates
        self.threw: list[str] = []

    def put(self, input_: AnyCommand) -> str:
        """Carry out an input of the rival. Return the card of the Automa's turn, if it has one."""
        raise NotImplementedError

    def play(self) -> None:
        is_over, turn, put = self.definition.is_over, cast("Plays", self.rival.turn), self.put
        goes_on = self.definition.commands[NEXT]

        def look() -> object:
            return self.position

        for _ in range(MOST_TURNS):
            for input_ in turn(look):
                card = put(input_)
                if type(input_) is goes_on:
                    self.statistics.add_turn(self.position, card)
            if is_over(self.position):
                break
        else:
            raise refuse("lab.endless", turns=MOST_TURNS, seed=self._seed)
        last: Plays | None = getattr(self.rival, "end", None)
        for input_ in last(look) if last else ():
            put(input_)


class _SilentGame(_SimulatedGame):
    """A game without listeners: only the decisions are made."""

    def __init__(self, ready: PreparedGame, seed: int) -> None:
        super().__init__(ready, seed)
        table = Table(Chance(seed), stand_in=self._answer, explain=False)
        self.position = self.definition.setup.set_up(ready.configuration.options, self.pack, self.rulings, table)
        self._desk = CountingDesk(self.position, self.pack, self.rulings, table)
        self._desk.card, self._desk.step_count = "", 0

    def _answer(self, question: AnyQuestion) -> Answer:
        self.questions += 1
        return self.rival.answer(question)

    def put(self, input_: AnyCommand) -> str:
        desk = self._desk
        desk.card = ""
        input_.carry_out(desk)  # not checked: a rival follows the rules
        return desk.card

    def play(self) -> None:
        super().play()
        self.steps = self._desk.step_count
        del self._desk  # it refers to this game, and only the garbage collector would free them


class _ExplainedGame(_SimulatedGame):
    """The same game at a desk that listens: reasons are recorded, and hands counted as the companion counts them: from
    each question to the next, without what the human has moved."""

    def __init__(self, ready: PreparedGame, seed: int) -> None:
        super().__init__(ready, seed)
        self.hands = 0
        self._desk: ListeningDesk | None = None  # none during the setup, whose questions move nothing
        table = Table(Chance(seed), stand_in=self._answer)
        self.position = self.definition.setup.set_up(ready.configuration.options, self.pack, self.rulings, table)
        layout = remember_last(self.definition.table.layout)
        self._desk = ListeningDesk(self.position, self.pack, self.rulings, table, layout)

    def _answer(self, question: AnyQuestion) -> Answer:
        self.questions += 1
        if self._desk is not None:
            self._count_hands(self._desk)
        return self.rival.answer(question)

    def put(self, input_: AnyCommand) -> str:
        desk = self._desk
        assert desk is not None
        desk.begin(reported=input_.reported)
        input_.carry_out(desk)  # not checked: a rival follows the rules
        self._count_hands(desk)
        self.steps += len(desk.steps)
        for step in desk.steps:
            self._count_step(step)
        return next(filter(None, (_find_card(step.event) for step in desk.steps)), "")

    def play(self) -> None:
        super().play()
        del self._desk  # as above

    def _count_hands(self, desk: ListeningDesk) -> None:
        assert self.hands is not None
        self.hands += desk.count_hands()

    def _count_step(self, step: Step) -> None:
        self.clauses += step.clauses
        for trace in step.traces:
            written = trace.written
            before = len(written.candidates)
            for stage in written.stages:
                self.looked.append(stage.clause)
                left = len(stage.kept)
                if left < before:
                    self.threw.append(stage.clause)
                before = left


class LongTurn(msgspec.Struct, frozen=True):
    """A turn of the Automa: its number and card, and what it asks of the person."""

    number: int
    card: str
    steps: int
    hands: int
    questions: int


class _MeasuredGame(_ExplainedGame):
    """The same game; it notes its longest turn."""

    longest: LongTurn | None = None

    def put(self, input_: AnyCommand) -> str:
        steps, hands, questions = self.steps, self.hands or 0, self.questions
        card = super().put(input_)
        if input_.name() == NEXT and (self.longest is None or self.steps - steps > self.longest.steps):
            number = self.definition.count_turns(self.position)
            asked = self.questions - questions
            self.longest = LongTurn(number, card, self.steps - steps, (self.hands or 0) - hands, asked)
        return card


class TurnPoints(msgspec.Struct, frozen=True):
    """The points of both sides after a turn of the Automa. ``human`` are those that the table shows during play; None
    where nothing is known before the end."""

    turn: int
    automa: int
    human: int | None


class _FollowedGame(_SilentGame):
    """The same game; it keeps the position after each turn of the Automa."""

    def __init__(self, ready: PreparedGame, seed: int) -> None:
        super().__init__(ready, seed)
        self.positions: list[object] = []

    def put(self, input_: AnyCommand) -> str:
        card = super().put(input_)
        if input_.name() == NEXT:
            self.positions.append(copy_mutable(self.position))
        return card


def follow_game(ready: PreparedGame, seed: int) -> list[TurnPoints]:
    """Play a game and return the points after each turn of the Automa."""
    game = _FollowedGame(ready, seed)
    game.play()
    scoring, count_turns = game.definition.scoring, game.definition.count_turns
    return [
        TurnPoints(count_turns(one), scoring.count_automa(one, game.rulings), scoring.known_points(one, game.position))
        for one in game.positions
    ]


class _RecordedGame(_SimulatedGame):
    """The same game as a person plays it: inputs are checked, and each is a line of a record."""

    def __init__(self, ready: PreparedGame, seed: int) -> None:
        super().__init__(ready, seed)
        chosen = ready.configuration
        made = make_header(self.definition, chosen.options, chosen.rulings, seed, self.pack)
        name = self.pack.names["house"]  # a record names packs, and its levels say where they come from
        levels = {id_: {"pack": name, **fields} for id_, fields in self.pack.changes.get(NEW_LEVELS, {}).items()}
        house = {**made.house, NEW_LEVELS: levels} if levels else made.house
        header = msgspec.structs.replace(made, packs=dict(chosen.packs), house=house)
        self.lines = [encode(header)]
        self.game = begin(self.definition, header, self.pack)
        self._answer_questions()

    def put(self, input_: AnyCommand) -> str:
        self._put_line(input_)
        self._answer_questions()
        return ""

    def _answer_questions(self) -> None:
        game = self.game
        while game.question is not None:
            self._put_line(Respond(self.rival.answer(game.question)))
        self.position = game.position

    def _put_line(self, input_: Input) -> None:
        self.game.put(input_)
        self.lines.append(encode(input_, self.game.digest()))


class CountingDesk(AnyDesk):
    """A desk that notes the card of a turn and counts steps. Of the events it makes only those that may name a card."""

    __slots__ = ("card", "step_count")
    card: str
    step_count: int

    def emit(
        self, event: Callable[Q, Event], clauses: str | tuple[str, ...], /, *args: Q.args, **fields: Q.kwargs
    ) -> None:
        self.step_count += 1
        if not self.card and getattr(event, "turns_on", True):  # a function may make such an event
            self.card = _find_card(event(*args, **fields))


class ListeningDesk(AnyDesk):
    """A desk that keeps the steps of one input, and counts the hands since the last count. Unlike at the companion's
    desk, nothing is asked of single steps, so the table is laid out only for a count or a report.

    The hands lead from ``base``, the table of the last count, with what was reported since: first, while nothing else
    has changed, ``reported_tables``, the last of which is ``last_layout``; then ``reported_changes``."""

    __slots__ = ("base", "counted_steps", "reported_tables")
    base: Layout
    counted_steps: int
    reported_tables: list[Layout]

    def begin(self, *, reported: bool) -> None:
        """Forget the input before this one. ``reported``: all changes are the player's, so there are no hands to count,
        and the table is laid out only before the next other input."""
        assert self._layout is not None
        if reported:
            self.last_layout = None
        else:
            self.base = self.last_layout = self.last_layout or self._layout(self.position)
        self.reported_tables = []
        self.steps.clear()
        self.reported_changes.clear()
        if self.notes:
            self.notes.clear()
        self.counted_steps = 0

    def add_step(self, event: Event, clauses: tuple[str, ...]) -> None:
        Table.add_step(self, event, clauses)

    @contextmanager
    def _compare(self, layout: Callable[[object], Layout], *_: list[Change]) -> Iterator[None]:
        before = layout(self.position)
        yield
        after = layout(self.position)
        if before is after:
            return
        if before is self.last_layout:
            self.reported_tables.append(after)
            self.last_layout = after
        else:
            self.reported_changes += find_changes(before, after)

    def count_hands(self) -> int:
        """Return how many things the person has to do since the last count."""
        assert self._layout is not None
        if self.last_layout is None:  # the input is reported
            return 0
        after, found = self._layout(self.position), 0
        if after is not self.last_layout or self.reported_changes:
            base = self.base
            for table in self.reported_tables:
                base = base.with_changes(find_changes(base, table))
            if self.reported_changes:
                base = base.with_changes(self.reported_changes)
            found = len(find_hands(base, after, list_moves(self.steps[self.counted_steps :])))
        self.base = self.last_layout = after
        self.reported_tables = []
        self.reported_changes.clear()
        self.counted_steps = len(self.steps)
        return found


def remember_last(layout: Callable[[object], Layout]) -> Callable[[object], Layout]:
    """Return a function that lays out a position only if it differs from the last one: most inputs ask three times for
    the same, and to encode a position costs a fraction of laying it out."""
    known: tuple[bytes, Layout] = (b"", Layout())

    def lay_out(position: object) -> Layout:
        nonlocal known
        encoded = encode_position(position)
        if encoded != known[0]:
            known = (encoded, layout(position))
        return known[1]

    return lay_out


encode_position = msgspec.msgpack.Encoder().encode

PlayedCard: TypeAlias = tuple[int, int]  # how often, and the points gained in those turns
NOT_PLAYED: PlayedCard = (0, 0)


class TurnStatistics:
    """Points of the Automa by card, and the turns in which marks were reached. ``counts_lines``: also how often each
    line of a list was read and carried out."""

    def __init__(self, definition: AnyDefinition, rulings: object) -> None:
        self._definition = definition
        self._count_points, self._find_pace = definition.scoring.count_automa, definition.lab.pace
        self.counts_lines = False
        self._rulings = rulings
        self._points = 0
        self.marks: list[int] = []
        self.cards: dict[str, PlayedCard] = {}
        self.read: Counter[str] = Counter()
        self.fired: Counter[str] = Counter()

    def add_turn(self, position: object, card: str) -> None:
        """Count a finished turn of the Automa."""
        more = self._find_pace(position) - len(self.marks)
        if more > 0:
            self.marks += [self._definition.count_turns(position)] * more
        points = self._count_points(position, self._rulings)
        if card:
            times, gained = self.cards.get(card, NOT_PLAYED)
            self.cards[card] = times + 1, gained + points - self._points
        self._points = points
        if self.counts_lines:
            self._add_lines(position)

    def _add_lines(self, position: object) -> None:
        definition = self._definition
        for slot, line in definition.lab.list_followed(position):
            if not self.read:
                for name, count in definition.lab.list_lines(position).items():
                    self.read.update({f"{name}.{each}": 0 for each in range(1, count + 1)})
            self.read.update(f"{slot}.{each}" for each in range(1, line + 1))
            self.fired[f"{slot}.{line}"] += 1

    def find_decisive(self, sheet: ScoreSheet) -> list[str]:
        """Return the cards without whose points the other side would have won."""
        if sheet.winner != "automa" or "human" not in sheet.totals:
            return []
        lead = sheet.totals["automa"] - sheet.totals["human"]
        return [card for card, (_, gained) in self.cards.items() if gained > lead]


def _find_card(event: Event) -> str:
    if not event.turns_on:
        return ""
    if type(event).params is Event.params:  # nothing but its fields
        return str(getattr(event, event.turns_on))
    named = event.params()[event.turns_on]
    return str(named.value if isinstance(named, Term) else named)


@lru_cache(64)  # games of a configuration have the same cards
def _sort_cards(cards: frozenset[str]) -> list[str]:
    return sorted(cards, key=_card_order)


def _card_order(card: str) -> tuple[int, str]:
    return (int(card), "") if card.isdecimal() else (0, card)


PLAYED = 1000  # games


def measure_played_coverage(definition: AnyDefinition, games: int = PLAYED) -> dict[str, int]:
    """Return for each clause how often an event cited it or a choice lost candidates by it, in so many games, one level
    after the other. Those of the setup and of the score count once a game."""
    found = dict.fromkeys(load_catalogue(definition.folder).clauses, 0)
    pack, rulings = PreparedGame(make_configuration(definition.name)).pack, settle(definition.rulings, {})
    level = next(iter(definition.setup.option_fields({}, rulings, pack))).question
    assert isinstance(level, Pick)
    prepared = [PreparedGame(make_configuration(definition.name, {"level": one})) for one in level.options]
    for index in range(games):
        row = simulate_game(prepared[index % len(prepared)], index, index, index, explain=True)
        counts = [*parse_counts(row.clauses), *((clause, (less,)) for clause, (_, less) in parse_counts(row.narrowed))]
        for clause, (times,) in counts:
            if clause in found:
                found[clause] += times
    last = play_game(definition, {"level": level.options[0]}, 0, pack)
    lines = [line.clause for line in definition.scoring.score(last, rulings).lines]
    for clause in {*lines, *(one for _, clauses in definition.setup.checklist(last, rulings) for one in clauses)}:
        found[clause] += games
    return found
