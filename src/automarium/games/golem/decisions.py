"""Her decisions about a turn: rabbi or marble, the tile, the mirror, a "/", a character, the type of an upgrade."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from automarium.games.golem.choices import Order, Rulings
from automarium.games.golem.position import AREA_OF, Action, Area, Colour, Golem, Side, TurnType
from automarium.kernel.choice import Notes, Rule, choose, first, most, only, prefer

MIRROR_STANDING = 2  # GOL-MIRROR-02


class Edge(NamedTuple):
    """What decides the kind of a turn: a card's more left column and its two edges."""

    first: TurnType
    left_half: bool
    right_half: bool


def turn_types(cards: Sequence[Edge], rulings: Rulings, notes: Notes | None) -> list[TurnType]:
    """Rabbi or marble, for every card of the round so far; the narrowing of the last one is noted (GOL-TURN)."""
    types: list[TurnType] = []
    for number in range(1, len(cards) + 1):
        listen = notes if number == len(cards) else None
        types.append(next_type(types, cards[:number], (), rulings, listen))
    return types


def next_type(
    types: Sequence[TurnType],
    cards: Sequence[Edge],
    golems: Sequence[Golem],
    rulings: Rulings,
    notes: Notes | None,
) -> TurnType:
    """The kind of this turn, after turns of these ``types``; the last card is the one of this turn."""
    kind, clause = _turn_type(types, cards[:-1], cards[-1], golems, rulings)
    kinds: tuple[TurnType, ...] = ("marble", "rabbi")
    found = choose(kinds, only(kind.__eq__, clause), notes=notes, about="turn-type")
    assert found is not None
    return found


def _turn_type(
    types: Sequence[TurnType], before: Sequence[Edge], card: Edge, golems: Sequence[Golem], rulings: Rulings
) -> tuple[TurnType, str]:
    if "rabbi" in types:  # one rabbi action a round: GOL-TURN-01, GOL-TURN-06, GOL-TURN-08
        return "marble", "GOL-TURN-03" if len(types) == 1 else "GOL-TURN-07"
    if len(types) == 2:
        return "rabbi", "GOL-TURN-07"
    if rulings["GOL-A21"] == "yes" and any(golem.far for golem in golems):
        return "rabbi", "GOL-A21"
    if not types:
        return card.first, "GOL-TURN-02"
    if before[0].right_half and card.left_half:
        return "rabbi", "GOL-TURN-04"
    return card.first, "GOL-TURN-05"


class ActionSpot(NamedTuple):
    """An action tile, as far as the rabbi looks at it."""

    occupied: bool
    kills: bool


LOWEST = "lowest"


def seeks_kill(golems: Iterable[Golem], rulings: Rulings) -> bool:
    """A golem in VIII–X: she seeks to kill it (GOL-RABBI-02, GOL-KILL-07); the other text says exactly one (C12)."""
    far = sum(1 for golem in golems if golem.far)
    return far == 1 if rulings["GOL-C12"] == "ua" else far >= 1


def choose_tile(
    numbers: Sequence[int], tiles: Sequence[ActionSpot], golems: Sequence[Golem], rulings: Rulings, notes: Notes | None
) -> int | str | None:
    """Where the rabbi goes: a position counted from 1, the lowest space, or nowhere (GOL-RABBI)."""
    positions = range(1, len(tiles) + 1)
    free = {position for position in positions if not tiles[position - 1].occupied}
    if seeks_kill(golems, rulings):
        killing = {position for position in free if tiles[position - 1].kills}
        order = _by_numbers(numbers) if rulings["GOL-A20"] == "grey-order" else int
        return choose(
            (*positions, LOWEST),
            only(lambda spot: spot in free or spot == LOWEST, "GOL-RABBI-11"),
            only(lambda spot: spot in killing or (not killing and spot == LOWEST), "GOL-RABBI-02"),
            first(lambda spot: 0 if spot == LOWEST else order(int(spot)), "GOL-A20" if killing else "GOL-RABBI-03"),
            notes=notes,
            about="rabbi",
        )
    return choose(
        tuple(dict.fromkeys(numbers)),
        only(positions.__contains__, "GOL-RABBI-08"),
        only(free.__contains__, "GOL-RABBI-07"),
        first(numbers.index, "GOL-RABBI-05"),
        notes=notes,
        about="rabbi",
    )


def _by_numbers(numbers: Sequence[int]) -> Callable[[int], int]:
    return lambda position: numbers.index(position) if position in numbers else len(numbers) + position


def mirror_action(golems: Iterable[Golem], order: Order, notes: Notes | None) -> Action:
    """What the mirror performs: Work with two standing golems, else the action of the top tile (GOL-MIRROR-02/03)."""
    actions: tuple[Action, ...] = ("work", *(AREA_OF[colour] for colour in order))
    standing = sum(1 for golem in golems if not golem.lying)
    rules: list[Rule[Action]] = []
    if standing >= MIRROR_STANDING:
        rules = [only("work".__eq__, "GOL-MIRROR-02")]
    else:
        rules = [only("work".__ne__, "GOL-MIRROR-02"), first(actions.index, "GOL-MIRROR-03")]
    found = choose(actions, *rules, notes=notes, about="mirror")
    assert found is not None
    return found


class Alternative(NamedTuple):
    """One side of a "/": can it be applied, and does it kill a golem?"""

    possible: bool
    kills: bool


def choose_side(
    column: Sequence[str],
    golems: Sequence[Golem],
    left: Alternative,
    right: Alternative,
    rulings: Rulings,
    notes: Notes | None,
) -> Side | None:
    """The alternative of a "/" on a book (GOL-BOOK-20…23)."""
    sides: dict[Side, Alternative] = {"left": left, "right": right}
    rules: list[Rule[Side]] = [only(lambda side: sides[side].possible, "GOL-BOOK-21")]
    if any(golem.far for golem in golems):
        rules.insert(0, prefer(lambda side: sides[side].kills and sides[side].possible, "GOL-BOOK-20"))
    shown = [criterion for criterion in column if criterion in sides]
    fallback = rulings["GOL-A14"]
    preferred = shown[0] if shown else fallback
    clause = "GOL-BOOK-22" if len(set(shown)) == 2 else "GOL-A14"
    rules.append(first(lambda side: side != preferred, clause))
    return choose(("left", "right"), *rules, notes=notes, about="slash")


def influences(marbles: Sequence[Colour], character: tuple[Colour, Colour]) -> bool:
    """Do two marbles match a character card: in any order, a white one as any colour (GOL-CHAR-01)?"""
    left, right = character
    if len(marbles) != 2:
        return False
    pairs = (marbles, marbles[::-1])
    return any(all(had in (wanted, "white") for had, wanted in zip(pair, (left, right), strict=True)) for pair in pairs)


def influence(
    marbles: Sequence[Colour], character: tuple[Colour, Colour], *, in_red: bool, notes: Notes | None
) -> Literal["nothing", "coins", "bonus"]:
    """What she does with the round's character (GOL-CHAR-01…05)."""
    outcomes: tuple[Literal["nothing", "coins", "bonus"], ...] = ("nothing", "coins", "bonus")
    matches = influences(marbles, character)
    rules = [only("nothing".__ne__ if matches else "nothing".__eq__, "GOL-CHAR-01" if matches else "GOL-CHAR-05")]
    if matches:
        rules.append(only("coins".__eq__, "GOL-CHAR-02") if in_red else only("bonus".__eq__, "GOL-CHAR-03"))
    found = choose(outcomes, *rules, notes=notes, about="influence")
    assert found is not None
    return found


def choose_upgrade_type(
    counts: Mapping[Area, int], left: Mapping[Area, int], order: Order, notes: Notes | None
) -> Area | None:
    """The type worth the most at the end; a type without an upgrade left is no option (GOL-UPGRADE-01…06)."""
    areas = tuple(AREA_OF[colour] for colour in order)
    return choose(
        areas,
        only(lambda area: left[area] > 0, "GOL-UPGRADE-05"),
        most(counts.__getitem__, "GOL-UPGRADE-02"),
        first(areas.index, "GOL-UPGRADE-03"),
        notes=notes,
        about="upgrade-type",
    )
