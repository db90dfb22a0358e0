"""A second count of her side: from the events alone, and against what the rules allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from automarium.engine.play.event import Event, Step
from automarium.games.golem import events
from automarium.games.golem import events as rewards
from automarium.games.golem.position import (
    COLOURS,
    COLUMN_LIMIT,
    DISTRICTS,
    GOLEMS,
    HIGH,
    LOW,
    PRINTED,
    SECTIONS,
    START_VP,
    District,
    Position,
)
from tests.games.golem.strategies import completed


class Recount:
    """Her side counted from the log. ``start`` is the position where the log begins."""

    def __init__(self, start: Position | None = None) -> None:
        self.vp = start.vp if start else START_VP
        self.marker = start.marker if start else 0
        self.golems = Counter((golem.district, golem.section) for golem in start.golems) if start else Counter()
        self.supply = start.supply if start else 4
        self.buried = start.buried if start else 0
        self.students = dict(start.students) if start else dict.fromkeys(DISTRICTS, 1)
        self.tracks = {"golem": start.golem_track, "study": start.study_track} if start else {"golem": 3, "study": 0}
        self.ingots = start.ingots if start else 0
        self.artifacts = start.artifacts if start else 0
        self.books = [len(column) for column in start.columns] if start else [0, 0, 0, 0]
        self.upgrades = {area: len(made) for area, made in start.upgrades.items()} if start else {}
        self.goals = start.goals if start else 3
        self.order = list(start.order) if start else []
        self.menorahs = set(start.menorahs) if start else set()

    def read(self, steps: Iterable[Step]) -> None:
        for step in steps:
            assert step.clauses, f"without a clause: {step.event}"
            self._read(step.event)

    def _read(self, event: Event) -> None:
        match event:
            case events.Points():
                self.vp += event.vp
                assert event.total == self.vp
            case events.Resources():
                self.vp += event.vp
                self.marker += event.by - event.vp
                assert event.marker == self.marker
                assert not event.vp or self.marker in (LOW, HIGH)
            case events.GolemMoves():
                self._take(event.district, event.from_)
                assert abs(event.to - event.from_) == 1
                self.golems[event.district, event.to] += 1
            case events.Kill():
                self._take(event.district, event.section)
                self.buried += 1
            case events.Create():
                self.golems[event.district, 1] += 1
                self.supply -= 1
                assert event.left == self.supply
            case rewards.StartingGolem():
                self.golems[event.district, 1] += 1
            case events.StudentMoves():
                self.students[event.district] += -1 if event.back else 1
                assert event.to == self.students[event.district]
            case events.TrackMoves():
                assert (event.to > self.tracks[event.track]) is event.up
                self.tracks[event.track] = event.to
            case rewards.Gold():
                self.ingots += 1
                assert event.ingots == self.ingots
            case rewards.ArtifactDone():
                self.artifacts += 1
                assert event.artifact == self.artifacts
            case rewards.BuyBook():
                self.books[event.column - 1] += 1
            case rewards.Upgrade():
                self.upgrades[event.area] = self.upgrades.get(event.area, 0) + 1
            case rewards.Goal():
                self.goals += 1
            case rewards.Column():
                self.order = list(event.order)
            case rewards.Exhausted():
                self.order.remove(event.district)
                self.order.append(event.district)
            case events.Menorah():
                assert event.district not in self.menorahs
                self.menorahs.add(event.district)

    def _take(self, district: District, section: int) -> None:
        assert self.golems[district, section], "a golem that nobody saw there"
        self.golems[district, section] -= 1

    def agrees_with(self, position: Position) -> None:
        """Check that the log explains every VP and every piece."""
        assert self.vp == position.vp
        assert self.marker == position.marker
        assert +self.golems == Counter((golem.district, golem.section) for golem in position.golems)
        assert (self.supply, self.buried) == (position.supply, position.buried)
        assert self.students == position.students
        assert self.tracks == {"golem": position.golem_track, "study": position.study_track}
        assert (self.ingots, self.artifacts) == (position.ingots, position.artifacts)
        assert self.books == [len(column) for column in position.columns]
        assert {area: n for area, n in self.upgrades.items() if n} == {
            area: len(made) for area, made in position.upgrades.items() if made
        }
        assert self.goals == position.goals
        assert self.order == position.order
        assert self.menorahs == set(position.menorahs)


def check_table(position: Position, *, house: bool = True) -> None:
    """Check what holds on every table."""
    assert len(position.golems) + position.supply + position.buried == GOLEMS
    assert len({golem.number for golem in position.golems}) == len(position.golems), "each a piece of its own"
    assert all(1 <= golem.section <= SECTIONS for golem in position.golems)
    assert sorted(position.order) == sorted(DISTRICTS)
    assert LOW <= position.marker <= HIGH, "GOL-RES-05"
    assert position.vp == START_VP + sum(entry.vp for entry in position.ledger)
    assert set(position.students) == set(DISTRICTS)
    assert all(1 <= at <= SECTIONS for at in position.students.values())
    if house:
        assert position.artifacts == completed(position.ingots), "GOL-ART-11"
    for column in position.columns:
        assert len(column) <= COLUMN_LIMIT, "GOL-BOOK-13"
        assert len({book.colour for book in column} - {"black"}) <= 1, "GOL-BOOK-15"
    assert all(len(made) == len(set(made)) <= 6 for made in position.upgrades.values())
    assert set(position.cells) <= set(position.upgrades["artifact"])
    deck = position.deck
    assert sorted(deck.pile + deck.drawn) == list(range(1, 21)), "20 cards"
    assert len(position.taken) <= 2
    assert position.types.count("marble") <= 2, "GOL-TURN-01"
    assert position.types.count("rabbi") <= 1, "GOL-TURN-01"
    if position.rows is not None:
        thrown = PRINTED.printed["marbles"][str(position.participants)]
        there = Counter(colour for row in position.rows.values() for colour in row) + Counter(position.taken)
        assert all(there[colour] <= thrown[colour] for colour in COLOURS)
