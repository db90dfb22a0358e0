"""Gold and artifacts (GOL-ART-07…14)."""

from __future__ import annotations

from automarium.games.golem.effects import Effect
from automarium.games.golem.events import ArtifactDone, ArtifactYields, Gold
from automarium.games.golem.position import ARTIFACTS, Desk, name_cell
from automarium.games.golem.printed_facts import get_effects, get_number
from automarium.games.golem.rules.effects import carry_out, deed
from automarium.games.golem.rules.resources import pay
from automarium.games.golem.rules.strategy import look_at_strategy

GOLD_PRICE = 3  # GOL-ART-10
GREY_SIDE = ("gain-1", "vp-1")  # GOL-ART-03: the side with 1 resource and 1 VP
LEVELS = range(1, ARTIFACTS + 1)
BESIDE = {level: (name_cell("left", level), name_cell("right", level)) for level in LEVELS}  # the cells of an artifact
BENEFITS = {level: f"artifact_tile.benefit_{level}" for level in LEVELS}  # what is printed on it


def count_completed(desk: Desk) -> int:
    """Return how many artifacts have all places covered; ingots fill them from the lowest (GOL-ART-09, GOL-ART-11)."""
    left = desk.position.ingots
    for artifact in LEVELS:
        if left <= 0 and (artifact == 1 or desk.position.asks_things):  # older games asked about one artifact more
            return artifact - 1
        left -= get_number(desk, "cauldron.ingots", artifact)
        if left < 0:
            return artifact - 1
    return ARTIFACTS


@deed("gold")
def _gold(desk: Desk, part: Effect, _: str) -> bool:
    taken = False
    for _number in range(part.amount):
        taken = take_ingot(desk) or taken
    return taken


def take_ingot(desk: Desk, *clauses: str) -> bool:
    """Put one ingot on the lowest free place; it may complete an artifact (GOL-ART-09, GOL-ART-11)."""
    position = desk.position
    if position.artifacts == ARTIFACTS:
        return False
    position.ingots += 1
    desk.emit(Gold, (*clauses, "GOL-ART-09"), position.ingots)
    if count_completed(desk) > position.artifacts:
        position.artifacts += 1
        desk.emit(ArtifactDone, "GOL-ART-11", position.artifacts)
        if desk.rulings.a30 == "before-effect":
            look_at_strategy(desk, "yellow")
        yield_artifact(desk, position.artifacts)
        look_at_strategy(desk, "yellow")
    return True


def buy_gold(desk: Desk) -> bool:
    """Buy one ingot for 3 coins, the main action of the Artifact action (GOL-ART-10, GOL-A11)."""
    if desk.position.artifacts == ARTIFACTS:
        return False
    pay(desk, GOLD_PRICE, "gold", "GOL-ART-10")
    return take_ingot(desk, "GOL-ART-10")


def yield_artifact(desk: Desk, artifact: int, *, income: bool = False) -> bool:
    """Give the benefit of an artifact with its grey tiles; a special tile doubles it only in phase 6 (GOL-ART-07,
    -08)."""
    position = desk.position
    left, right = BESIDE[artifact]
    tiles = (position.cells.get(left), position.cells.get(right))
    effects = get_effects(desk, BENEFITS[artifact], position.artifact_tile)
    effects += GREY_SIDE * tiles.count("grey")
    double = income and "special" in tiles
    clause = "GOL-INCOME-04" if double else "GOL-INCOME-03" if income else "GOL-ART-11"
    desk.emit(ArtifactYields, clause, artifact, effects, double)
    return carry_out(desk, effects * 2 if double else effects, "artifact")


@deed("artifact")
def _artifact(desk: Desk, _: Effect, __: str) -> bool:
    """Activate the highest completed artifact (GOL-A42)."""
    done = desk.position.artifacts
    return done > 0 and yield_artifact(desk, done)
