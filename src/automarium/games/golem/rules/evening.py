"""Phases 4 to 7: turn order, character influence, income and upgrade, golem control (GOL-ORDER, -CHAR, -INCOME)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, TypeAlias, get_args

from automarium.engine.choice.choose import choose, decision, only
from automarium.engine.choice.trace import Notes
from automarium.engine.question import Count
from automarium.games.golem.effects import Effect
from automarium.games.golem.events import (
    Control,
    ControlFree,
    Controlled,
    IncomeOf,
    Influence,
    NoUpgrade,
    OrderOfRabbis,
    Over,
    TurnOrder,
)
from automarium.games.golem.position import DISTRICTS, ROUNDS, UPGRADES, Colour, Desk, Position, name_place
from automarium.games.golem.printed_facts import ask_things, get_effects
from automarium.games.golem.rules.artifacts import yield_artifact
from automarium.games.golem.rules.cards import put_away
from automarium.games.golem.rules.effects import carry_out, carry_out_whole, deed
from automarium.games.golem.rules.resources import gain, is_in_red, pay
from automarium.games.golem.rules.tracks import value_study_track
from automarium.games.golem.rules.upgrades import (
    choose_type,
    choose_upgrade_type,
    count_worth,
    list_upgrade_facts,
    upgrade,
)

TAKEN_COINS = 3  # GOL-CHAR-02
CONTROL_LIMIT = 2  # of the golem upgrade "control"
Outcome: TypeAlias = Literal["nothing", "coins", "bonus"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


def play_evening(desk: Desk) -> None:
    """Play phases 4 to 7, then put the cards away; after the last round the game is over."""
    position = desk.position
    settle_turn_order(desk)
    influence_character(desk)
    take_income(desk)
    pay_control(desk)
    put_away(desk)
    position.stage = "over" if position.round == ROUNDS else "round"
    if position.over:
        value_study_track(desk)
        desk.emit(Over, "GOL-SCORE-01", position.vp)


def settle_turn_order(desk: Desk) -> None:
    """Settle the turn order by the rabbis from top to bottom (GOL-ORDER-01, GOL-SETUP-06). Its place matters only in a
    tie at the end, so it is asked only then, and only if the reported rabbis leave it open."""
    position = desk.position
    first, last = find_places(position)
    final = position.round == ROUNDS
    if first < last and final:
        position.order_place = desk.ask(_automas_place(first, last))
    else:
        position.order_place = first if first == last else None
    if position.order_place is None:
        desk.emit(OrderOfRabbis, "GOL-ORDER-01")
    else:
        desk.emit(TurnOrder, "GOL-ORDER-01", position.order_place, final)


@cache
def _automas_place(first: int, last: int) -> Count:
    return Count(about="ask.order", low=first, high=last)


def find_places(position: Position) -> tuple[int, int]:
    """Return the first and the last place that the Automa's rabbi can have, given the rabbis reported this round."""
    others, spot = position.occupied, position.rabbi
    to_come = position.humans - len(others)
    if spot is None:
        return 1, position.participants
    if not isinstance(spot, int):  # the lowest space: below all tiles, and a later rabbi there comes after it
        return 1 + len(others), position.participants
    above = len([other for other in others if other < spot])
    return 1 + above, 1 + above + min(to_come, spot - 1 - above)


# ------------------------------------------------------------------------------------------------ character influence


def has_influence(marbles: Sequence[Colour], character: tuple[Colour, Colour]) -> bool:
    """Return whether two marbles match a character card: in any order, a white one as any colour (GOL-CHAR-01)."""
    if len(marbles) != 2:
        return False
    pairs = (marbles, marbles[::-1])
    return any(all(had in (wanted, "white") for had, wanted in zip(pair, character, strict=True)) for pair in pairs)


def choose_influence(
    marbles: Sequence[Colour], character: tuple[Colour, Colour], *, in_red: bool, notes: Notes | None
) -> Outcome:
    """Return what the Automa does with the round's character (GOL-CHAR-01…05)."""
    return _influence(tuple(marbles), character, in_red, notes=notes)


@decision
def _influence(
    marbles: Sequence[Colour], character: tuple[Colour, Colour], in_red: bool, *, notes: Notes | None = None
) -> Outcome:
    matches = has_influence(marbles, character)
    found = choose(
        OUTCOMES,
        only(lambda outcome: (outcome != "nothing") is matches, "GOL-CHAR-01" if matches else "GOL-CHAR-05"),
        only(lambda outcome: outcome != ("bonus" if in_red else "coins"), "GOL-CHAR-02" if in_red else "GOL-CHAR-03"),
        notes=notes,
        about="influence",
        family="outcome",
    )
    assert found is not None
    return found


def influence_character(desk: Desk) -> None:
    position = desk.position
    card = position.character
    assert card is not None
    what = choose_influence(position.taken, card.colours, in_red=is_in_red(desk), notes=desk.notes)
    clause = {"nothing": "GOL-CHAR-05", "coins": "GOL-CHAR-02", "bonus": "GOL-CHAR-03"}[what]
    if what == "coins" and desk.rulings.c03 == "ua":  # by the other text it costs 3 coins, and the Automa pays them
        desk.emit(Influence, "GOL-C03", "ua")
        pay(desk, TAKEN_COINS, "character", "GOL-C03")
        carry_out_whole(desk, card.effects, "character")
        return
    desk.emit(Influence, clause, what)
    if what == "coins":
        gain(desk, TAKEN_COINS, "character", "GOL-CHAR-02")
    elif what == "bonus":
        pay(desk, card.cost, "character", "GOL-CHAR-03", "GOL-CHAR-04")
        carry_out_whole(desk, card.effects, "character")


# ----------------------------------------------------------------------------------------------- income and upgrade


def take_income(desk: Desk) -> None:
    """Take the income of artifacts from the top, then the others, then the upgrade of the phase (GOL-INCOME)."""
    if desk.position.asks_things and desk.position.own_board:
        ask_income(desk)
    for artifact in range(desk.position.artifacts, 0, -1):  # GOL-INCOME-02, GOL-INCOME-03
        yield_artifact(desk, artifact, income=True)
    order = [take_student_income, take_study_income, take_golem_income]  # GOL-INCOME-07
    if desk.rulings.a38 == "golem-track-first":
        order.reverse()
    for part in order:
        part(desk)
    if is_in_red(desk):  # GOL-INCOME-06: after all income
        desk.emit(NoUpgrade, "GOL-INCOME-05", "red-zone")
        return
    area = choose_type(desk)
    if area is not None:
        upgrade(desk, area, 0, "GOL-INCOME-05", "GOL-UPGRADE-04")
    else:
        desk.emit(NoUpgrade, "GOL-UPGRADE-05", "none-left")


def ask_income(desk: Desk) -> None:
    """Ask on one screen for what the phase is going to need, as far as it can be seen before."""
    position = desk.position
    tile, better = position.artifact_tile, "better" if "track" in position.upgrades["study"] else "income"
    needed = [f"artifact_tile.{tile}.benefit_{level}" for level in range(1, position.artifacts + 1)]
    needed += [f"street.{name_place(district, position.students[district])}.income" for district in DISTRICTS]
    needed += [f"study_space.{position.study_track}.{better}"] if position.study_track else []
    needed += [f"golem_space.{position.golem_track}.income"]
    needed += [f"study_space.{position.study_track}.vp"] if position.round == ROUNDS and position.study_track else []
    left = {area: UPGRADES - len(made) for area, made in position.upgrades.items()}
    area = None if is_in_red(desk) else choose_upgrade_type(count_worth(desk), left, position.order, None)
    needed += [] if area is None else list_upgrade_facts(desk, area)
    ask_things(desk, needed)


def take_student_income(desk: Desk) -> None:
    desk.emit(IncomeOf, "GOL-INCOME-07", "students")
    _student_income(desk)


def _student_income(desk: Desk) -> bool:
    brought = False
    for district in DISTRICTS:
        at = name_place(district, desk.position.students[district])
        if carry_out(desk, get_effects(desk, "street.income", at), "street"):
            brought = True
    return brought


@deed("income-students")
def _income_students(desk: Desk, _: Effect, __: str) -> bool:
    return _student_income(desk)


def take_study_income(desk: Desk) -> None:
    position = desk.position
    if position.study_track:
        desk.emit(IncomeOf, "GOL-INCOME-07", "study")
        income = "study_space.better" if "track" in position.upgrades["study"] else "study_space.income"
        carry_out(desk, get_effects(desk, income, position.study_track), "study-track")


def take_golem_income(desk: Desk) -> None:
    desk.emit(IncomeOf, "GOL-INCOME-07", "golem")
    carry_out(desk, get_effects(desk, "golem_space.income", desk.position.golem_track), "golem-track")


# -------------------------------------------------------------------------------------------------------- golem control


def pay_control(desk: Desk) -> None:
    """Pay one knowledge for each section a golem is ahead of the Automa's student (GOL-CONTROL-01, GOL-A27)."""
    position = desk.position
    ahead = [golem for golem in position.golems if golem.section > position.students[golem.district]]
    if not ahead or position.control_free:
        desk.emit(Controlled, "GOL-CONTROL-01")
        return
    limited = "control" in position.upgrades["golem"]
    for golem in ahead:
        cost = golem.section - position.students[golem.district]
        cost = min(cost, CONTROL_LIMIT) if limited else cost
        desk.emit(Control, "GOL-CONTROL-01", golem.district, golem.section, cost)
        pay(desk, cost, "control", "GOL-A27")


@deed("control-free")
def _control_free(desk: Desk, _: Effect, __: str) -> bool:
    desk.position.control_free = True
    desk.emit(ControlFree, "GOL-GEN-02")
    return bool(desk.position.golems)
