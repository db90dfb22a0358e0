"""Summaries of rows by configuration with their names, and the comparison of two configurations with the same seeds."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import msgspec

from automarium.engine.message import Say, refuse
from automarium.lab.result_files import LINES, Row, parse_counts
from automarium.lab.statistics import (
    Distribution,
    Interval,
    Moments,
    Reach,
    WinBand,
    compute_share,
    find_win_band,
    format_interval,
    format_percent,
)

FOLLOWED = 40  # games of each configuration
NOTHING = float("-inf")
UNUSED = 0.01  # of the readings: a slot that is read less often is hardly used


class CardStatistics:
    """How often a card was played, and the Automa's points in its turns."""

    def __init__(self) -> None:
        self.times = 0
        self.points = Moments()  # per turn, of each game


class LineStatistics:
    """How often a line of a list was read and how often it was carried out; otherwise it was passed over."""

    def __init__(self) -> None:
        self.read = self.fired = 0

    def add(self, read: int, fired: int) -> None:
        self.read += read
        self.fired += fired


EXTREMES: dict[str, Callable[[Row], float | None]] = {  # the first game with the most of it is kept
    "most": lambda row: row.automa,
    "least": lambda row: -row.automa,
    "longest": lambda row: row.turns,
    "shortest": lambda row: -row.turns,
    "ahead": lambda row: None if row.human is None else row.automa - row.human,
    "behind": lambda row: None if row.human is None else row.human - row.automa,
    "busiest": lambda row: row.steps / max(row.turns, 1),
}


class RunSummary:
    """The figures of all games of one configuration."""

    def __init__(self, first: Row) -> None:
        self.label = first.label
        self.game, self.level, self.rival, self.packs = first.game, first.level, first.rival, first.packs
        self.configuration = first.configuration
        self.games = 0
        self.explained = 0
        self.automa, self.human, self.turns = Distribution(), Distribution(), Distribution()
        self.leads = Distribution()  # the Automa's points minus the human's
        self.tied = 0  # games with equal scores that the Automa won
        self.winners: Counter[str] = Counter()
        self.verdicts: Counter[str] = Counter()
        self.points: Counter[str] = Counter()  # of the Automa, by source
        self.pace: defaultdict[int, Distribution] = defaultdict(Distribution)
        self.cards: defaultdict[str, CardStatistics] = defaultdict(CardStatistics)  # if they were added
        self.decisive: Counter[str] = Counter()  # games that a card decided, by the card
        self.questions, self.steps, self.hands = Moments(), Moments(), Moments()  # per turn
        self.clauses: Counter[str] = Counter()
        self.looked: Counter[str] = Counter()
        self.threw: Counter[str] = Counter()
        self.more = {name: value for name, value in first.more.items() if name != LINES}
        self.lines: dict[str, LineStatistics] = {}
        self.extremes: dict[str, Row] = {}
        self.first_seeds: list[int] = []  # of the games that are played again for the course of points
        self._most: dict[str, float] = {}

    def add(self, row: Row) -> None:
        self.games += 1
        if len(self.first_seeds) < FOLLOWED:
            self.first_seeds.append(row.seed)
        for name, of in EXTREMES.items():
            value = of(row)
            if value is not None and value > self._most.get(name, NOTHING):
                self.extremes[name], self._most[name] = row, value
        self.automa.add(row.automa)
        self.turns.add(row.turns)
        if row.human is not None:
            self.human.add(row.human)
            self.leads.add(row.automa - row.human)
            self.tied += row.automa == row.human and row.winner == "automa"
        self.winners[row.winner] += 1
        self.verdicts[row.verdict] += 1
        for what, (points,) in parse_counts(row.points):
            self.points[what] += points
        for mark, turn in enumerate(row.pace.split(), 1):
            self.pace[mark].add(int(turn))
        self.decisive.update(row.decided.split())
        turns = max(row.turns, 1)
        self.questions.add(row.questions / turns)
        self.steps.add(row.steps / turns)
        if row.hands is not None:
            self.explained += 1
            self.hands.add(row.hands / turns)
            for clause, (times,) in parse_counts(row.clauses):
                self.clauses[clause] += times
            for clause, (times, threw) in parse_counts(row.narrowed):
                self.looked[clause] += times
                self.threw[clause] += threw
        for line, (read, fired) in parse_counts(row.more.get(LINES, "")):
            self.lines.setdefault(line, LineStatistics()).add(read, fired)

    def add_cards(self, row: Row) -> None:
        """Add what each card did in a game."""
        for card, (times, points) in parse_counts(row.cards):
            statistics = self.cards[card]
            statistics.times += times
            if times:
                statistics.points.add(points / times)

    @property
    def marks(self) -> dict[int, Reach]:
        """The turns in which each mark was reached, of the marks that at least half of the games reached."""
        return {mark: turns.reach() for mark, turns in sorted(self.pace.items()) if turns.count * 2 >= self.games}

    def count_reads(self, slot: str) -> int:
        """Return how often the list of a slot was read."""
        first = self.lines.get(f"{slot}.1")
        return 0 if first is None else first.read

    @property
    def readings(self) -> int:
        """How often any list was read."""
        return sum(self.count_reads(slot) for slot in self.slots)

    def share(self, slot: str) -> float:
        """Return the share of all readings of lists in which the list of a slot was read."""
        return self.count_reads(slot) / max(self.readings, 1)

    @property
    def slots(self) -> list[str]:
        """The slots whose lists were counted."""
        return list(dict.fromkeys(line.rpartition(".")[0] for line in self.lines))

    def list_lines(self, slot: str) -> list[str]:
        """Return the lines of the list of a slot: ``3.2`` is the second of slot 3."""
        return [line for line in self.lines if line.rpartition(".")[0] == slot]

    @property
    def unused_slots(self) -> list[str]:
        """The slots whose lists are hardly ever read."""
        return [slot for slot in self.slots if self.share(slot) < UNUSED]

    @property
    def dead_lines(self) -> list[str]:
        """The lines that were never carried out."""
        return [line for line, one in self.lines.items() if not one.fired]

    def fired(self, line: str) -> float:
        """Return the share of the readings of its list in which a line was carried out."""
        return self.lines[line].fired / max(self.count_reads(line.rpartition(".")[0]), 1) if line in self.lines else 0.0

    @property
    def wins(self) -> Interval:
        """The Automa's share of the games that have a winner."""
        played = sum(count for winner, count in self.winners.items() if winner)
        return compute_share(self.winners["automa"], played)

    @property
    def win_band(self) -> WinBand | None:
        """The wins over a range of human strength; None if the human has no points."""
        if not self.leads.count:
            return None
        ties = self.leads.counts[0]
        return find_win_band(self.leads, self.human.moments.mean, self.tied / ties if ties else 0.5)

    @property
    def has_winners(self) -> bool:
        return any(self.winners[winner] for winner in self.winners if winner)

    def format_figures(self, say: Say) -> tuple[str, str, str]:
        """Return the Automa's points, the turns and its wins with their intervals, as every table shows them."""
        points, turns = (format_interval(one.moments.interval(), say) for one in (self.automa, self.turns))
        return points, turns, format_percent(self.wins, say) if self.has_winners else "–"

    @property
    def tells_decisive_cards(self) -> bool:
        """Whether some cards decided more games than others, beyond chance."""
        shares = [compute_share(self.decisive[card], self.games) for card, one in self.cards.items() if one.times]
        return bool(shares) and max(share.low for share in shares) > min(share.high for share in shares)

    def decided(self) -> float:
        """Return the share of games that the most decisive card decided."""
        return max(self.decisive.values(), default=0) / max(self.games, 1)


NamedSummaries: TypeAlias = Sequence[tuple[str, RunSummary]]


def summarise(rows: Iterable[Row], *, cards: bool = False) -> list[RunSummary]:
    """Return a summary of each configuration, in the order of their first rows. ``cards``: also of what each card did,
    which takes as long as all the rest and which only the report shows."""
    found: dict[str, RunSummary] = {}
    for row in rows:
        if row.configuration not in found:
            found[row.configuration] = RunSummary(row)
        summary = found[row.configuration]
        try:
            summary.add(row)
            if cards:
                summary.add_cards(row)
        except ValueError as error:  # a cell with several values
            raise refuse("lab.game-broken", number=row.number, detail=str(error)) from None
    return list(found.values())


MEASURES = ("automa", "wins", "turns", "human")


class Difference(msgspec.Struct, frozen=True):
    """A measure of both configurations and its difference. ``more``: games that would settle it, None if unknown."""

    measure: str
    first: float
    second: float
    difference: Interval
    games: int
    more: int | None


def compare(rows: Iterable[Row]) -> list[Difference]:
    """Return the differences from the rows of a paired plan: all games of the first configuration, then all of the
    second."""
    first: dict[str, array[float]] = {measure: array("d") for measure in MEASURES}
    pairs = {measure: (Moments(), Moments(), Moments()) for measure in MEASURES}
    configuration = ""
    place = 0
    for row in rows:
        configuration = configuration or row.configuration
        place = place + 1 if row.index else 0
        for measure in MEASURES:
            value = _value(row, measure)
            if row.configuration == configuration:
                first[measure].append(value)
                continue
            if place >= len(first[measure]):
                raise refuse("lab.unpaired")
            before = first[measure][place]
            if value == value and before == before:  # NaN: unknown in this game
                one, two, more = pairs[measure]
                one.add(before)
                two.add(value)
                more.add(value - before)
    return [_difference(measure, *pairs[measure]) for measure in MEASURES if pairs[measure][0].count]


def _value(row: Row, measure: str) -> float:
    match measure:
        case "automa":
            return row.automa
        case "turns":
            return row.turns
        case "wins":
            return float(row.winner == "automa") if row.winner else float("nan")
        case _:
            return row.human if row.human is not None else float("nan")


def find_interval(more: Moments, measure: str) -> Interval:
    """Return the interval of the differences of a measure."""
    return more.interval_of_wins() if measure == "wins" else more.interval()


def _difference(measure: str, one: Moments, two: Moments, more: Moments) -> Difference:
    interval = find_interval(more, measure)
    needed = None if interval.settled else more.games_to_settle()
    left = None if needed is None else max(needed - more.count, 1)
    return Difference(measure, one.mean, two.mean, interval, more.count, 0 if interval.settled else left)
