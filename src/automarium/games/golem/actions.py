"""The four actions of the synagogue, and the mirror (GOL-WORK, GOL-ACT, GOL-MIRROR)."""

from __future__ import annotations

from automarium.games.golem.artifacts import buy_gold
from automarium.games.golem.carrying import console
from automarium.games.golem.choices import WORK_PRICES, choose_worker, golems_to_pay_for
from automarium.games.golem.decisions import mirror_action
from automarium.games.golem.events import NoWork, Works
from automarium.games.golem.facts import Desk
from automarium.games.golem.golems import activate, create
from automarium.games.golem.library import buy_book
from automarium.games.golem.position import COLOUR_OF, Action, Area
from automarium.games.golem.resources import gain, in_red, pay, useless
from automarium.games.golem.rewards import NoUpgrade, OnlyResources
from automarium.games.golem.upgrades import upgrade, upgrades_left

MIRROR_PRICE = 1  # GOL-MIRROR-01


def perform(desk: Desk, action: Action, strength: int) -> None:
    if action == "work":
        work(desk, strength)
    else:
        make(desk, action, strength)


def mirrored(desk: Desk) -> Action:
    """What the mirror performs; the 3 coins for the research track are never paid (GOL-MIRROR-05)."""
    return mirror_action(desk.position.golems, desk.position.order, desk.table.notes)


def pay_for_mirror(desk: Desk) -> None:
    pay(desk, MIRROR_PRICE, "mirror", "GOL-MIRROR-01")


# ---------------------------------------------------------------------------------------------------------------- work


def work(desk: Desk, strength: int) -> None:
    """As many standing golems as cost no more than 2 knowledge, each resolved before the next (GOL-WORK)."""
    position, table = desk.position, desk.table
    number = golems_to_pay_for(len(position.standing), strength, table.notes)
    if not number:
        no_work(desk)
        return
    table.tell(Works(number, strength), "GOL-WORK-01", "GOL-WORK-02", "GOL-WORK-03")
    settle_price(desk, WORK_PRICES[number] - strength)
    free = 1 if "work" in position.upgrades["golem"] else 0
    at_the_start = {golem.number for golem in position.golems}  # one created on the way does not work: GOL-WORK-11
    brought = []
    for turn in range(number + free):
        able = [golem for golem in position.golems if golem.number in at_the_start]
        golem = choose_worker(able, position.order, table.notes)
        if golem is None:  # GOL-A40: no refund
            break
        brought.append(activate(desk, golem, "GOL-WORK-05" if turn < number else "GOL-WORK-12"))
        if not brought[-1] and table.rulings["GOL-C04"] == "ru":
            console(desk, "work")  # GOL-FAIL-03, GOL-FAIL-04: 2 VP each, and it lies
    if not any(brought) and table.rulings["GOL-C04"] == "ua":
        console(desk, "work")


def settle_price(desk: Desk, price: int) -> None:
    """The price after the strength is taken off; what is left of the strength is gained (GOL-WORK-09, GOL-A08)."""
    if price >= 0:
        pay(desk, price, "work", "GOL-WORK-03", "GOL-WORK-04")
    elif desk.table.rulings["GOL-A08"] == "surplus":
        gain(desk, -price, "work", "GOL-WORK-09", "GOL-DISC-03")


def no_work(desk: Desk) -> None:
    """No golem on the board, or none that stands: not performed, 2 VP (GOL-FAIL-05, GOL-FAIL-09)."""
    if not desk.position.golems:
        useless(desk, NoWork(lying=False), "GOL-FAIL-05")
    elif desk.table.rulings["GOL-A09"] == "two-vp":
        useless(desk, NoWork(lying=True), "GOL-FAIL-09")
    else:
        desk.table.tell(NoWork(lying=True), "GOL-A09")


# -------------------------------------------------------------------------------------------- golem, artifact, study


def make(desk: Desk, area: Area, strength: int) -> None:
    """Resources, upgrade, main action, in this order (GOL-ACT-01)."""
    gain(desk, strength, area, "GOL-ACT-02")
    if COLOUR_OF[area] in desk.position.exhausted:  # GOL-GOLEM-13, GOL-ART-13
        desk.table.tell(OnlyResources(area), "GOL-GOLEM-13" if area == "golem" else "GOL-ART-13")
        return
    if in_red(desk):  # GOL-ACT-03, GOL-ACT-04
        desk.table.tell(NoUpgrade("red-zone"), "GOL-ACT-03")
    elif upgrades_left(desk)[area]:
        upgrade(desk, area, 0, "GOL-ACT-06")
    else:
        desk.table.tell(NoUpgrade("none-left"), "GOL-ACT-07")
    main_action(desk, area)


def main_action(desk: Desk, area: Area) -> None:
    """Whatever the marker says (GOL-ACT-05): a golem, an ingot, a book."""
    match area:
        case "golem":
            create(desk)
        case "artifact":
            buy_gold(desk)
        case "study":
            buy_book(desk, 0, "GOL-RESEARCH-05")
