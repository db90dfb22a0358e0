"""The actions of the synagogue's rows, and the mirror (GOL-ACT, GOL-MIRROR); Work is in ``work.py``."""

from __future__ import annotations

from collections.abc import Iterable

from automarium.engine.choice.choose import choose, decision, first, only
from automarium.engine.choice.trace import Notes
from automarium.games.golem.events import NoUpgrade, OnlyResources
from automarium.games.golem.position import AREA_OF, COLOUR_OF, Action, Area, Desk, Golem
from automarium.games.golem.rules.artifacts import buy_gold
from automarium.games.golem.rules.books import buy_book
from automarium.games.golem.rules.golems import create
from automarium.games.golem.rules.resources import gain, is_in_red, pay
from automarium.games.golem.rules.strategy import Order
from automarium.games.golem.rules.upgrades import count_left, upgrade
from automarium.games.golem.rules.work import work

MIRROR_PRICE = 1  # GOL-MIRROR-01
MIRROR_STANDING = 2  # GOL-MIRROR-02


def perform(desk: Desk, action: Action, strength: int) -> None:
    if action == "work":
        work(desk, strength)
    else:
        make(desk, action, strength)


# ---------------------------------------------------------------------------------------------------------- the mirror


def choose_mirrored(golems: Iterable[Golem], order: Order, notes: Notes | None, *, under_work: bool = False) -> Action:
    """Return what the mirror performs: Work with two standing golems, otherwise the action of the top tile
    (GOL-MIRROR-02, -03); always Work for a marble that was taken while K-WORK was active (GOL-MIRROR-04)."""
    enough = sum(1 for golem in golems if not golem.lying) >= MIRROR_STANDING
    return _mirror_action(enough, tuple(order), under_work, notes=notes)


@decision
def _mirror_action(enough: bool, order: Order, under_work: bool, *, notes: Notes | None = None) -> Action:
    actions: tuple[Action, ...] = ("work", *(AREA_OF[colour] for colour in order))
    found = choose(
        actions,
        only(lambda action: action == "work", "GOL-MARBLE-05")
        if under_work
        else only(lambda action: (action == "work") is enough, "GOL-MIRROR-02"),
        first(actions.index, "GOL-MIRROR-03"),
        notes=notes,
        about="mirror",
        family="action",
    )
    assert found is not None
    return found


def mirror_row(desk: Desk, *, under_work: bool = False) -> Action:
    """Return what the mirror performs; the 3 coins for the research track are never paid (GOL-MIRROR-05)."""
    return choose_mirrored(desk.position.golems, desk.position.order, desk.notes, under_work=under_work)


def pay_for_mirror(desk: Desk) -> None:
    pay(desk, MIRROR_PRICE, "mirror", "GOL-MIRROR-01")


# -------------------------------------------------------------------------------------------- golem, artifact, study


def make(desk: Desk, area: Area, strength: int) -> None:
    """Gain resources, make an upgrade, do the main action, in this order (GOL-ACT-01)."""
    gain(desk, strength, "artifact-action" if area == "artifact" else area, "GOL-ACT-02")
    if COLOUR_OF[area] in desk.position.exhausted:  # GOL-GOLEM-13, GOL-ART-13
        desk.emit(OnlyResources, "GOL-GOLEM-13" if area == "golem" else "GOL-ART-13", area)
        return
    if is_in_red(desk):  # GOL-ACT-03, GOL-ACT-04
        desk.emit(NoUpgrade, "GOL-ACT-03", "red-zone")
    elif count_left(desk, area):
        upgrade(desk, area, 0, "GOL-ACT-06")
    else:
        desk.emit(NoUpgrade, "GOL-ACT-07", "none-left")
    do_main_action(desk, area)


def do_main_action(desk: Desk, area: Area) -> None:
    """Create a golem, buy an ingot or a book, also in the red zone (GOL-ACT-05)."""
    match area:
        case "golem":
            create(desk)
        case "artifact":
            buy_gold(desk)
        case "study":
            buy_book(desk, 0, "GOL-RESEARCH-05")
