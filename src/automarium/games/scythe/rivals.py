"""Simulated players for the lab: they move, fight now and then, and place stars at a player's pace. And what the lab
can take away from the Automa."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec

from automarium.engine.content.pack import Entries, Pack
from automarium.engine.definition import AutomaPart, Lab
from automarium.engine.message import Message, message
from automarium.engine.play.chance import Chance
from automarium.engine.play.command import Given, Input
from automarium.engine.question import Answer, AnyQuestion, Count, Form, Pick
from automarium.games.scythe.commands import (
    BONUSES,
    KINDS,
    MOVEMENT,
    OTHER,
    Added,
    Built,
    Enlisted,
    Fought,
    Go,
    Next,
    PlacedStar,
    Tally,
    TieBreak,
    Unlocked,
    find_fights,
    find_reach,
    find_sites,
    list_locked,
)
from automarium.games.scythe.events import Draw
from automarium.games.scythe.map import BASE, FACTORY, JOINED, NEAR_FREE, TERRAIN
from automarium.games.scythe.position import (
    COMBAT_VALUES,
    MECHS,
    MOST_POWER,
    STRUCTURES,
    WORKERS,
    Kind,
    Position,
    SchemeName,
    find_occupied,
    get_cards,
    get_places,
)
from automarium.games.scythe.rules.combat import is_automa_winner
from automarium.games.scythe.text import describe_gain

NEXT = Next()
NEW_MECH, NEW_WORKER = Added("mech", BASE), Added("worker", BASE)
# Where a step over the map leads, from a territory or a faction's base.
LAND_NEAR = {
    here: tuple(there for there in near if TERRAIN[there] != "lake")
    for here, near in [*((here, near[1:]) for here, near in NEAR_FREE.items()), *JOINED.items()]
}
# What can be moved, by whether there are mechs and workers.
MOVABLE: dict[tuple[bool, bool], tuple[Kind, ...]] = {
    (False, False): ("character",),
    (False, True): ("character", "worker"),
    (True, False): ("character", "mech"),
    (True, True): ("character", "mech", "worker"),
}
STAR_EVERY = 6  # a random human places a star about every sixth turn


def _is_won(form: Form, answers: dict[str, Any]) -> bool:
    """Return whether the human wins a combat with the answers so far."""
    return not is_automa_winner(
        form.params["attacker"], form.params["power"] + answers.get("cards", 0), answers["total"]
    )


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
        """Answer a form: unchanged fields are left out, and only a winner places a star."""
        answers: dict[str, Answer] = {}
        for field in form.fields:
            if field.name == "star" and not _is_won(form, answers):
                continue
            if field.name != "stolen":
                answers[field.name] = self.answer(field.question)
        return answers

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        yield self.step(look())
        position = look()
        for at in find_fights(position):
            if not position.over:
                yield Fought(at)
                position = look()
        if not position.over and self._chance.below(3) == 0:
            yield from self.grow(position)
            position = look()
        if not position.over and self.star_is_due(position):
            yield PlacedStar()
            position = look()
        if not position.over:
            yield NEXT

    def star_is_due(self, position: Position) -> bool:
        return self._chance.below(STAR_EVERY) == 0

    def step(self, position: Position) -> Input:
        """Return any piece one step over the map, water or not; workers avoid the Automa's pieces."""
        human, chance = position.human, self._chance
        kind = chance.pick(MOVABLE[bool(human.mechs), bool(human.workers)])
        here = chance.pick(human.workers if kind == "worker" else human.mechs if kind == "mech" else (human.character,))
        options = LAND_NEAR[human.faction if here == BASE else here]
        if kind == "worker":
            occupied = find_occupied(position.automa)
            options = tuple([there for there in options if there not in occupied])
        return Go(kind, here, self.destination(position, options) if options else here)

    def destination(self, position: Position, options: tuple[str, ...]) -> str:
        return self._chance.pick(options)

    def grow(self, position: Position) -> Iterator[Input]:
        human = position.human
        if len(human.mechs) < MECHS and self._chance.below(2):
            yield NEW_MECH
        elif len(human.workers) < WORKERS:
            yield NEW_WORKER
        elif not human.riverwalk:
            yield Unlocked(MOVEMENT[human.faction][0])  # how they cross rivers


class StillRival(RandomRival):
    """Does nothing: for timing the Automa's turns alone."""

    def turn(self, look: Callable[[], Position]) -> Iterator[Input]:
        return iter((NEXT,))


Natural: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class Estimate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``about`` so many, at most ``spread`` more or fewer."""

    about: Natural
    spread: Natural


class Earnings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    start: Natural
    in_ten_turns: Natural
    spread: Natural


class Assumptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the points of a rival are assumed to be."""

    star_every: Annotated[int, msgspec.Meta(ge=1)]
    popularity: Natural
    coins: Earnings
    resources: Estimate
    bonus: Estimate
    power: Estimate


def read_assumptions(pack: Pack) -> dict[str, Assumptions]:
    return {name: pack.typed(Assumptions, "rival", name, "house") for name in pack.house["rival"]}


class Novice(RandomRival):
    """Avoids the Automa and places a star every few turns. Its points are assumed: see the house pack."""

    name: ClassVar[str] = "novice"

    def __init__(self, pack: Pack, chance: Chance) -> None:
        super().__init__(pack, chance)
        self._assumed = pack.once(read_assumptions)[self.name]

    def star_is_due(self, position: Position) -> bool:
        return position.turn > 0 and position.turn % self._assumed.star_every == 0

    def destination(self, position: Position, options: tuple[str, ...]) -> str:
        """Return an empty place if there is one."""
        human, automa = position.human, position.automa
        taken = {human.character, *human.mechs, *human.workers, automa.character, *automa.mechs, *automa.workers}
        return self._chance.pick([at for at in options if at not in taken] or options)

    def end(self, look: Callable[[], Position]) -> Iterator[Input]:
        position, chance, assumed = look(), self._chance, self._assumed
        held = _find_standing(position)[0] - {BASE}
        territories = len(held) + 2 * (FACTORY in held)
        coins = assumed.coins
        made = chance.around(coins.start + position.turn * coins.in_ten_turns // 10, coins.spread)
        resources, bonus = (chance.around(one.about, one.spread) for one in (assumed.resources, assumed.bonus))
        yield Tally(max(made, 0), assumed.popularity, territories, max(resources, 0), max(bonus, 0))
        yield self.break_tie(position)

    def break_tie(self, position: Position) -> Input:
        human, power = position.human, self._assumed.power
        return TieBreak(len(human.workers) + len(human.mechs), max(self._chance.around(power.about, power.spread), 0))


class Regular(Novice):
    name = "regular"


class Owner(Regular):
    """Plays like the regular, and makes the points of one of the owner's finished games."""

    def __init__(self, pack: Pack, chance: Chance, results: Sequence[int]) -> None:
        super().__init__(pack, chance)
        self._results = results

    def end(self, look: Callable[[], Position]) -> Iterator[Input]:
        yield Tally(self._chance.pick(self._results), 0, 0, 0, 0, stars=0)
        yield self.break_tie(look())


class Expert(Novice):
    """Attacks where it can, goes to the Factory otherwise, and places stars quickly."""

    name = "expert"

    def destination(self, position: Position, options: tuple[str, ...]) -> str:
        theirs, occupied = _find_standing(position)
        wanted = [at for at in options if at in occupied] or [
            at for at in options if at == FACTORY and at not in theirs
        ]
        return self._chance.pick(wanted) if wanted else super().destination(position, options)


def _find_standing(position: Position) -> tuple[set[str], set[str]]:
    """Return where the human's pieces are, and the Automa's."""
    human, automa = position.human, position.automa
    return {human.character, *human.mechs, *human.workers}, {automa.character, *automa.mechs, *automa.workers}


DIAL = 7
COMBAT_DECK = [value for value, many in COMBAT_VALUES.items() for _ in range(many)]
OFTEN, SOMETIMES = 2, 4  # one turn in so many brings power and a combat card; a piece, a recruit, a structure


class Keeper(RandomRival):
    """Keeps a real table: its own cards, combat cards, power and resources."""

    def __init__(self, pack: Pack, chance: Chance) -> None:
        super().__init__(pack, chance)
        self._automa_cards: list[int] = []
        self._combat_cards: list[int] = []
        self._resources: dict[str, int] = {}
        self._power = 3
        self._hand = [self._combat_card(), self._combat_card()]

    # -------------------------------------------------------------------------------------------------------- the table

    def _combat_card(self) -> int:
        """Return the top combat card; a new deck is shuffled when none is left."""
        if not self._combat_cards:
            self._combat_cards = list(COMBAT_DECK)
            self._chance.shuffle(self._combat_cards)
        return self._combat_cards.pop()

    def _automa_card(self, options: Sequence[str | int]) -> int:
        """Return the top Automa card; the deck is shuffled anew when the app expects other cards."""
        if set(self._automa_cards) != set(options):
            self._automa_cards = [int(card) for card in options]
            self._chance.shuffle(self._automa_cards)
        return self._automa_cards.pop()

    def _committed(self) -> int:
        """Return what the dial and one card show; both are spent."""
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
        """Return the answer to a field; the default where the table has nothing else."""
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
        for at in find_fights(look()):
            if not look().over:
                yield Fought(at)
        if not look().over:
            yield from self.grow(look())
        if not look().over and self.star_is_due(look()):
            yield PlacedStar()
        if not look().over:
            yield Next()

    def _moved(self, position: Position) -> Input | None:
        """Return a move of a random piece within reach, a mech with some workers; None if it has none."""
        human, chance = position.human, self._chance
        kind = chance.pick([kind for kind in KINDS if get_places(human, kind)])
        here = chance.pick(get_places(human, kind))
        reach = find_reach(position, kind, here)
        if not reach:
            return None
        carried = human.workers.count(here) if kind == "mech" else 0
        return Go(kind, here, chance.pick(reach), chance.below(carried + 1) if carried else None)

    def grow(self, position: Position) -> Iterator[Input]:
        human, chance = position.human, self._chance
        places = [*find_sites(position), BASE]
        buildable = [at for at in find_sites(position) if at not in human.structures]
        if chance.below(SOMETIMES) == 0 and len(human.mechs) < MECHS:
            yield Added("mech", chance.pick(places), chance.pick([*list_locked(human), OTHER]))
        if chance.below(SOMETIMES) == 0 and len(human.workers) < WORKERS:
            yield Added("worker", chance.pick(places))
        if chance.below(SOMETIMES) == 0 and buildable and len(human.structures) < STRUCTURES:
            yield Built(chance.pick(buildable))
        left = [bonus for bonus in BONUSES if bonus not in human.recruits]
        if chance.below(SOMETIMES) == 0 and left:
            yield Enlisted(chance.pick(left))


class ScytheLab(Lab[Position]):
    rivals = {
        "random": RandomRival,
        "novice": Novice,
        "regular": Regular,
        "expert": Expert,
        "still": StillRival,
        "table": Keeper,
    }

    owner = Owner

    def assumptions(self, pack: Pack, rival: str) -> Message | None:
        assumed = pack.once(read_assumptions).get(rival)
        if assumed is None:
            return None
        return message(
            "assumed.points",
            stars=assumed.star_every,
            start=assumed.coins.start,
            coins=assumed.coins.in_ten_turns,
            spread=assumed.coins.spread,
            popularity=assumed.popularity,
            resources=assumed.resources.about,
            bonus=assumed.bonus.about,
        )

    def parts(self, pack: Pack, options: Given) -> list[AutomaPart]:
        return list(list_parts(pack, options))

    def pace(self, position: Position) -> int:
        """Return the Automa's stars."""
        return position.stars


SCHEMES: tuple[SchemeName, ...] = ("I", "II")


def list_parts(pack: Pack, options: Given) -> Iterator[AutomaPart]:
    expansion = options.get("cards") == "expansion"
    cards = get_cards(pack, expansion)
    for id_ in cards:
        facts: Entries = {}
        for scheme in SCHEMES:
            facts.setdefault(_find_section(pack, id_, scheme, expansion), {str(id_): {}})[str(id_)][scheme] = NOTHING
        yield AutomaPart("card", str(id_), message("taken.card", card=id_), facts, shown=Draw(id_, 0, "II", expansion))
    for id_, card in cards.items():
        for scheme in SCHEMES:
            section = _find_section(pack, id_, scheme, expansion)
            printed = pack.printed[section][str(id_)][scheme]["gains"]
            for index, gain in enumerate(card.scheme(scheme).gains):
                if gain.faction in (None, options.get("faction")):
                    left = {"gains": [*printed[:index], *printed[index + 1 :]]}
                    words = message("taken.gain", card=id_, scheme=scheme, what=describe_gain(gain))
                    shown = Draw(id_, 0, scheme, expansion)
                    yield AutomaPart(
                        "line", f"{id_}.{scheme}.{index + 1}", words, {section: {str(id_): {scheme: left}}}, shown=shown
                    )


NOTHING: Entries = {"gains": []}


def _find_section(pack: Pack, id_: int, scheme: SchemeName, expansion: bool) -> str:
    """Return where a half of a card is in the pack."""
    replaced = expansion and scheme in pack.printed["expansion_card"].get(str(id_), {})
    return "expansion_card" if replaced else "card"
