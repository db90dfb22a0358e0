"""A stand-in with a table of its own: an Automa deck, combat cards, power. It moves by the rules as far as the app
knows them, tells everything once, and answers every question from its table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from automarium.games.scythe.atlas import BASE
from automarium.games.scythe.commands import (
    BONUSES,
    KINDS,
    OTHER,
    Added,
    Built,
    Enlisted,
    Fought,
    Go,
    Next,
    PlacedStar,
    locked,
    pending_fights,
)
from automarium.games.scythe.position import COMBAT_VALUES, MECHS, MOST_POWER, STRUCTURES, WORKERS, Position
from automarium.games.scythe.reach import in_reach, places_of, where_built
from automarium.games.scythe.rival import RandomRival
from automarium.kernel.chance import Chance
from automarium.kernel.command import Input
from automarium.kernel.pack import Pack
from automarium.kernel.question import Answer, AnyQuestion, Count, Form, Pick

DIAL = 7
COMBAT_DECK = [value for value, many in COMBAT_VALUES.items() for _ in range(many)]
OFTEN, SOMETIMES = 2, 4  # one turn in so many brings power and a combat card; a piece, a recruit, a structure


class Keeper(RandomRival):
    """Keeps a real table beside the app."""

    def __init__(self, pack: Pack, chance: Chance) -> None:
        super().__init__(pack, chance)
        self._automa_cards: list[int] = []
        self._combat_cards: list[int] = []
        self._resources: dict[str, int] = {}
        self._power = 3
        self._hand = [self._combat_card(), self._combat_card()]

    # -------------------------------------------------------------------------------------------------------- the table

    def _combat_card(self) -> int:
        """The top of the combat cards; the discard is shuffled when they run out."""
        if not self._combat_cards:
            self._combat_cards = list(COMBAT_DECK)
            self._chance.shuffle(self._combat_cards)
        return self._combat_cards.pop()

    def _automa_card(self, options: Sequence[str | int]) -> int:
        """The top of one's own deck, shuffled whenever the app says so."""
        if set(self._automa_cards) != set(options):
            self._automa_cards = [int(card) for card in options]
            self._chance.shuffle(self._automa_cards)
        return self._automa_cards.pop()

    def _committed(self) -> int:
        """What the dial and one card show; both are spent."""
        dial = min(DIAL, self._power, self._chance.below(DIAL + 1))
        self._power -= dial
        return dial + (self._hand.pop() if self._hand and self._chance.below(2) else 0)

    # -------------------------------------------------------------------------------------------------------- questions

    def answer(self, question: AnyQuestion) -> Answer:
        if isinstance(question, Form):
            known = {field.name: self._field(field.question) for field in question.fields}
            return {name: answer for name, answer in known.items() if answer is not None}
        answer = self._field(question)
        assert answer is not None, question
        return answer

    def _field(self, question: AnyQuestion) -> Answer | None:
        """What lies there; None for what is as the app knows it."""
        match question:
            case Pick(about="ask.card" | "ask.combat-card", options=options):
                return self._automa_card(options)
            case Count(about="ask.her-cards", params=params):
                return sum(self._combat_card() for _ in range(int(params["count"])))
            case Count(about="ask.your-total"):
                return self._committed()
            case Count(about="ask.gate"):
                return self._combat_card()
            case Count(about="ask.resources", place=str(place)):
                return self._resources.setdefault(place, self._chance.below(4))
        return question.default

    # --------------------------------------------------------------------------------------------------------- its turn

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        if self._chance.below(OFTEN) == 0:
            self._power = min(MOST_POWER, self._power + 2)
            self._hand.append(self._combat_card())
        moved = self._moved(look())
        if moved is not None:
            yield moved
        for at in pending_fights(look()):
            if not look().over:
                yield Fought(at)
        if not look().over:
            yield from self.grow(look())
        if not look().over and self.star_is_due(look()):
            yield PlacedStar()
        if not look().over:
            yield Next()

    def _moved(self, position: Position) -> Input | None:
        """A piece to where it can go; a mech with the workers that stand beside it."""
        human, chance = position.human, self._chance
        kind = chance.pick([kind for kind in KINDS if places_of(human, kind)])
        here = chance.pick(places_of(human, kind))
        reach = in_reach(position, kind, here)
        if not reach:
            return None
        carried = human.workers.count(here) if kind == "mech" else 0
        return Go(kind, here, chance.pick(reach), chance.below(carried + 1) if carried else None)

    def grow(self, position: Position) -> Iterator[Input]:
        human, chance = position.human, self._chance
        places = [*where_built(position), BASE]
        buildable = [at for at in where_built(position) if at not in human.structures]
        if chance.below(SOMETIMES) == 0 and len(human.mechs) < MECHS:
            yield Added("mech", chance.pick(places), chance.pick([*locked(human), OTHER]))
        if chance.below(SOMETIMES) == 0 and len(human.workers) < WORKERS:
            yield Added("worker", chance.pick(places))
        if chance.below(SOMETIMES) == 0 and buildable and len(human.structures) < STRUCTURES:
            yield Built(chance.pick(buildable))
        left = [bonus for bonus in BONUSES if bonus not in human.recruits]
        if chance.below(SOMETIMES) == 0 and left:
            yield Enlisted(chance.pick(left))
