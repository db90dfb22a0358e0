"""Stand-ins for the human in the lab: they move about, fight now and then, and place stars at a human's pace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from automarium.games.scythe.atlas import BASE, JOINED, NEAR_FREE, TERRAIN
from automarium.games.scythe.commands import Added, Fought, Go, Next, PlacedStar, Unlocked, pending_fights
from automarium.games.scythe.position import MECHS, WORKERS, Kind, Position
from automarium.games.scythe.rules.combat import she_wins
from automarium.kernel.chance import Chance
from automarium.kernel.command import Input
from automarium.kernel.pack import Pack
from automarium.kernel.room import Rival
from automarium.kernel.table import Answer, AnyQuestion, Count, Form, Pick

STAR_EVERY = 6  # a random human places a star about every sixth turn


def _won(form: Form, answers: dict[str, Any]) -> bool:
    """Whether the human wins a combat with what is answered so far."""
    return not she_wins(form.params["attacker"], form.params["power"] + answers.get("cards", 0), answers["total"])


class RandomRival:
    """Moves a piece one step, sometimes gains one, sometimes places a star."""

    def __init__(self, _: Pack, chance: Chance) -> None:
        self._chance = chance

    def answer(self, question: AnyQuestion) -> Answer:
        if isinstance(question, Form):
            return self.filled(question)
        if isinstance(question, Count):
            low, high = question.low, min(question.high, question.low + 12)
            return low + self._chance.below(high - low + 1)
        assert isinstance(question, Pick)
        if question.about == "ask.sixth-star":
            return "no"
        return self._chance.pick(question.options)

    def filled(self, form: Form) -> Answer:
        """What nobody changed is left out, and a star is thought about only by who has won."""
        answers: dict[str, Answer] = {}
        for field in form.fields:
            if field.name == "star" and not _won(form, answers):
                continue
            if field.name != "stolen":
                answers[field.name] = self.answer(field.question)
        return answers

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        yield self.step(look())
        for at in pending_fights(look()):
            if not look().over:
                yield Fought(at)
        if not look().over and self._chance.below(3) == 0:
            yield from self.grow(look())
        if not look().over and self._chance.below(STAR_EVERY) == 0:
            yield PlacedStar()
        if not look().over:
            yield Next()

    def step(self, position: Position) -> Input:
        """Any piece one step over the map, water or not; workers stay away from her pieces."""
        human, automa = position.human, position.automa
        places: dict[Kind, list[str]] = {"character": [human.character], "mech": human.mechs, "worker": human.workers}
        kind = self._chance.pick([kind for kind in places if places[kind]])
        here = self._chance.pick(places[kind])
        near = JOINED[human.faction] if here == BASE else NEAR_FREE[here][1:]
        hers = {automa.character, *automa.mechs, *automa.workers} if kind == "worker" else set()
        options = [there for there in near if there not in hers and TERRAIN[there] != "lake"]
        return Go(kind, here, self._chance.pick(options) if options else here)

    def grow(self, position: Position) -> Iterator[Input]:
        human = position.human
        if len(human.mechs) < MECHS and self._chance.below(2):
            yield Added("mech", BASE)
        elif len(human.workers) < WORKERS:
            yield Added("worker", BASE)
        elif not human.riverwalk:
            yield Unlocked("riverwalk")


class StillRival(RandomRival):
    """Does nothing but let the Automa play: for timing her turns alone."""

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        yield Next()


RIVALS: dict[str, Callable[[Pack, Chance], Rival]] = {"random": RandomRival, "still": StillRival}
