"""Gold and artifacts (GOL-ART-07…14)."""

from __future__ import annotations

from automarium.games.golem.effects import Effect
from automarium.games.golem.facts import effects_of, fact
from automarium.games.golem.position import ARTIFACTS, Desk, cell_name
from automarium.games.golem.rewards import ArtifactDone, ArtifactYields, Gold
from automarium.games.golem.rules.carrying import carry_out, deed
from automarium.games.golem.rules.resources import pay
from automarium.games.golem.rules.strategy import look_at_artifacts

GOLD_PRICE = 3  # GOL-ART-10
GREY_SIDE = ("gain-1", "vp-1")  # GOL-ART-03: the side with 1 resource and 1 VP


def places_up_to(desk: Desk, artifact: int) -> int:
    """Ingot places of the artifacts from the lowest up to this one."""
    return sum(int(fact(desk, f"cauldron.{number}.ingots")) for number in range(1, artifact + 1))


def count_completed(desk: Desk) -> int:
    """Artifacts whose places are all covered; ingots fill them from the lowest (GOL-ART-09, GOL-ART-11)."""
    ingots = desk.position.ingots
    done = 0
    while done < ARTIFACTS and ingots and places_up_to(desk, done + 1) <= ingots:
        done += 1
    return done


@deed("gold")
def _gold(desk: Desk, part: Effect, _: str) -> bool:
    taken = [take_ingot(desk) for _number in range(part.amount)]
    return any(taken)


def take_ingot(desk: Desk, *clauses: str) -> bool:
    """One ingot on the lowest free place; it may complete an artifact (GOL-ART-09, GOL-ART-11)."""
    position = desk.position
    if position.artifacts == ARTIFACTS:
        return False
    position.ingots += 1
    desk.tell(Gold(position.ingots), *clauses, "GOL-ART-09")
    if count_completed(desk) > position.artifacts:
        position.artifacts += 1
        desk.tell(ArtifactDone(position.artifacts), "GOL-ART-11")
        yield_artifact(desk, position.artifacts)
        look_at_artifacts(desk)
    return True


def buy_gold(desk: Desk) -> bool:
    """The main action of the Artifact action: one ingot for 3 coins (GOL-ART-10, GOL-A11)."""
    if desk.position.artifacts == ARTIFACTS:
        return False
    pay(desk, GOLD_PRICE, "gold", "GOL-ART-10")
    return take_ingot(desk, "GOL-ART-10")


def yield_artifact(desk: Desk, artifact: int, *, income: bool = False) -> bool:
    """What an artifact gives, grey tiles included; a special tile doubles it in phase 6 only (GOL-ART-07, -08)."""
    tiles = [desk.position.cells.get(cell_name(side, artifact)) for side in ("left", "right")]
    effects = effects_of(desk, f"artifact_tile.{desk.position.artifact_tile}.benefit_{artifact}")
    effects += GREY_SIDE * tiles.count("grey")
    double = income and "special" in tiles
    clause = "GOL-INCOME-04" if double else "GOL-INCOME-03" if income else "GOL-ART-11"
    desk.tell(ArtifactYields(artifact, effects, double), clause)
    return carry_out(desk, effects * 2 if double else effects, "artifact")


@deed("artifact")
def _artifact(desk: Desk, _: Effect, __: str) -> bool:
    """Activate one: the highest completed (GOL-A42)."""
    done = desk.position.artifacts
    return done > 0 and yield_artifact(desk, done)
