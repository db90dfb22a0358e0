"""The seven phases of a round, as far as she has a part in them (GOL-GEN-05)."""

from __future__ import annotations

from automarium.games.golem.artifacts import yield_artifact
from automarium.games.golem.cards import put_away
from automarium.games.golem.carrying import carry_out, deed, whole
from automarium.games.golem.decisions import LOWEST, influence
from automarium.games.golem.effects import Effect
from automarium.games.golem.events import CharacterSeen, NoStep, Refresh, RoundBegins, Steps
from automarium.games.golem.facts import Desk, character_card
from automarium.games.golem.golems import make_step
from automarium.games.golem.pieces import value_study_track
from automarium.games.golem.position import CARDS_A_ROUND, DISTRICTS, ROUNDS, SECTIONS
from automarium.games.golem.resources import gain, in_red, pay, score
from automarium.games.golem.rewards import Control, Controlled, IncomeOf, Influence, NoUpgrade, Over, TurnOrder
from automarium.games.golem.turn import automa_turn
from automarium.games.golem.upgrades import choose_type, upgrade
from automarium.kernel.table import Count, Pick

UNUSED_STEP = 5  # VP, at most once a golem: GOL-MOVE-22
TAKEN_COINS = 3  # GOL-CHAR-02
CONTROL_LIMIT = 2  # of the golem upgrade "control"


def go_on(desk: Desk) -> None:
    """What comes next: the morning of a round, one of her turns, or the evening."""
    position = desk.position
    if position.stage == "round":
        morning(desk)
    elif position.stage == "turns":
        automa_turn(desk)
        if len(position.types) == CARDS_A_ROUND:
            position.stage = "evening"
    else:
        evening(desk)


# ------------------------------------------------------------------------------------------------------ phases 1 and 2


def morning(desk: Desk) -> None:
    """Refresh, then golem movement."""
    position, table = desk.position, desk.table
    position.round += 1
    table.tell(RoundBegins(position.round), "GOL-GEN-05")
    if position.round > 1:
        table.tell(Refresh(), "GOL-PHASE-01")
    forget_the_round(desk)
    meet_character(desk)
    move_golems(desk)
    position.stage = "turns"


def forget_the_round(desk: Desk) -> None:
    """A new round: new marbles, new tiles, and what she took is forgotten (GOL-MARBLE-31)."""
    position = desk.position
    position.taken = []
    position.rows = None
    position.occupied = []
    position.actions = {}
    position.rabbi = None
    position.control_free = False


def meet_character(desk: Desk) -> None:
    """The character card of the round."""
    position = desk.position
    wanted = "IV" if position.round == ROUNDS else "I-III"
    cards = desk.pack.printed["character"]
    options = tuple(int(id_) for id_ in cards if cards[id_]["deck"] == wanted and int(id_) not in position.characters)
    params = {"count": position.round}
    id_ = desk.table.ask(Pick(about="ask.character-card", params=params, options=options, family="character"))
    position.characters.append(id_)
    position.character = card = character_card(desk, id_)
    desk.table.tell(CharacterSeen(id_, card.left, card.right, card.steps), "GOL-PHASE-02")


def move_golems(desk: Desk) -> None:
    """All steps of the golem track and of the character card, forward, one at a time (GOL-MOVE-01…04, -22)."""
    position, table = desk.position, desk.table
    assert position.character is not None
    ignores = "leg-2" in position.upgrades["golem"]
    track = int(desk.fact(f"golem_space.{position.golem_track}.steps"))
    card = 0 if ignores else position.character.steps
    table.tell(Steps(track, card), "GOL-MOVE-02" if ignores else "GOL-MOVE-01")
    for step in range(track + card):
        if make_step(desk, "forward", clause="GOL-MOVE-05") is None:
            lose_steps(desk, track + card - step)
            return


def lose_steps(desk: Desk, unused: int) -> None:
    """Every golem in X: 5 VP a step, at most once a golem. A step that a lying golem loses costs nothing (GOL-A36)."""
    golems = desk.position.golems
    if any(golem.section < SECTIONS for golem in golems):
        desk.table.tell(NoStep(unused), "GOL-A36")
        return
    desk.table.tell(NoStep(unused), "GOL-MOVE-22")
    score(desk, -UNUSED_STEP * min(unused, len(golems)), "unused-steps", "GOL-MOVE-22")


# ------------------------------------------------------------------------------------------------------ phases 4 to 7


def evening(desk: Desk) -> None:
    """Turn order, character influence, income and upgrade, golem control; then the cards are put away."""
    position = desk.position
    turn_order(desk)
    influence_character(desk)
    income(desk)
    control(desk)
    put_away(desk)
    position.stage = "over" if position.round == ROUNDS else "round"
    if position.over:
        value_study_track(desk)
        desk.table.tell(Over(position.vp), "GOL-SCORE-01")


def turn_order(desk: Desk) -> None:
    """By the rabbis from top to bottom; it is asked only if it is not clear (GOL-ORDER-01, GOL-SETUP-06)."""
    position = desk.position
    spot = position.rabbi
    last = position.participants if spot in (None, LOWEST) else min(position.participants, int(spot or 1))
    place = 1
    if last > 1:
        place = desk.table.ask(Count(about="ask.order", low=1, high=last))
    position.order_place = place
    desk.table.tell(TurnOrder(place), "GOL-ORDER-01")


def influence_character(desk: Desk) -> None:
    position, table = desk.position, desk.table
    card = position.character
    assert card is not None
    red = in_red(desk)
    what = influence(position.taken, card.colours, in_red=red, notes=table.notes)
    clause = {"nothing": "GOL-CHAR-05", "coins": "GOL-CHAR-02", "bonus": "GOL-CHAR-03"}[what]
    if what == "coins" and table.rulings["GOL-C03"] == "ua":  # the other text: it needs 3 coins, and she pays
        table.tell(Influence("ua"), "GOL-C03")
        pay(desk, TAKEN_COINS, "character", "GOL-C03")
        whole(desk, card.effects, "character")
        return
    table.tell(Influence(what), clause)
    if what == "coins":
        gain(desk, TAKEN_COINS, "character", "GOL-CHAR-02")
    elif what == "bonus":
        pay(desk, card.cost, "character", "GOL-CHAR-03", "GOL-CHAR-04")
        whole(desk, card.effects, "character")


def income(desk: Desk) -> None:
    """Artifacts from the top, then the others, then the upgrade of the phase (GOL-INCOME)."""
    for artifact in range(desk.position.artifacts, 0, -1):  # GOL-INCOME-02, GOL-INCOME-03
        yield_artifact(desk, artifact, income=True)
    order = [student_income, study_income, golem_income]  # GOL-INCOME-07
    if desk.table.rulings["GOL-A38"] == "golem-track-first":
        order.reverse()
    for part in order:
        part(desk)
    if in_red(desk):  # GOL-INCOME-06: after all income
        desk.table.tell(NoUpgrade("red-zone"), "GOL-INCOME-05")
        return
    area = choose_type(desk)
    if area is None:
        desk.table.tell(NoUpgrade("none-left"), "GOL-UPGRADE-05")
    else:
        upgrade(desk, area, 0, "GOL-INCOME-05", "GOL-UPGRADE-04")


def student_income(desk: Desk) -> None:
    desk.table.tell(IncomeOf("students"), "GOL-INCOME-07")
    _student_income(desk)


def _student_income(desk: Desk) -> bool:
    students = desk.position.students
    brought = [
        carry_out(desk, desk.effects(f"street.{district}-{students[district]}.income"), "street")
        for district in DISTRICTS
    ]
    return any(brought)


@deed("income-students")
def _income_students(desk: Desk, _: Effect, __: str) -> bool:
    return _student_income(desk)


def study_income(desk: Desk) -> None:
    position = desk.position
    if position.study_track:
        desk.table.tell(IncomeOf("study"), "GOL-INCOME-07")
        field = "better" if "track" in position.upgrades["study"] else "income"
        carry_out(desk, desk.effects(f"study_space.{position.study_track}.{field}"), "study-track")


def golem_income(desk: Desk) -> None:
    desk.table.tell(IncomeOf("golem"), "GOL-INCOME-07")
    carry_out(desk, desk.effects(f"golem_space.{desk.position.golem_track}.income"), "golem-track")


def control(desk: Desk) -> None:
    """One knowledge for each section a golem is ahead of her student (GOL-CONTROL-01, GOL-A27)."""
    position = desk.position
    ahead = [golem for golem in position.golems if golem.section > position.students[golem.district]]
    if not ahead or position.control_free:
        desk.table.tell(Controlled(), "GOL-CONTROL-01")
        return
    limited = "control" in position.upgrades["golem"]
    for golem in ahead:
        cost = golem.section - position.students[golem.district]
        cost = min(cost, CONTROL_LIMIT) if limited else cost
        desk.table.tell(Control(golem.district, golem.section, cost), "GOL-CONTROL-01")
        pay(desk, cost, "control", "GOL-A27")
