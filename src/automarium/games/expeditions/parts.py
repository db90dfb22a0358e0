"""What the lab can take away from the Automa: what a decision card does beside its distances, or a rate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from automarium.engine.content.pack import Pack
from automarium.engine.definition import AutomaPart
from automarium.engine.message import message
from automarium.engine.play.command import Given
from automarium.games.expeditions.events import Draw
from automarium.games.expeditions.position import NO_TARGET

RATES = {"glory_token": "glory", "map_token": "maps", "corruption_token": "corruption"}


def list_parts(pack: Pack, options: Given) -> Iterator[AutomaPart]:
    nothing = {"sweep": False, "target": NO_TARGET}
    for id_ in pack.printed["decision"]:
        without = {"advances_progress": False, "north": nothing, "central": nothing}
        yield AutomaPart(
            "card", id_, message("taken.card", card=int(id_)), {"decision": {id_: without}}, shown=Draw(int(id_), 0)
        )
    level = str(options["level"])
    layer: Literal["house", "printed"] = "house" if level in pack.house["progress"] else "printed"
    known = level in pack.house["progress"] or level in pack.printed["progress"]  # otherwise a pack adds it
    for rate, what in RATES.items() if known else ():
        without = {"coins": {rate: 0}}
        yield AutomaPart("number", rate, message(f"taken.rate.{what}"), {"progress": {level: without}}, layer)
