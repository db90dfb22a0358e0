"""Oracle requests with impossible facts: every number huge or odd."""

from __future__ import annotations

import random
from typing import Any

from automarium.protocol.oracle import decide
from tests.attack.attack_result import AttackResult
from tests.attack.kit import fail_if_late
from tests.attack.mutations import find_spots, mutate, replace_at
from tests.protocol import golem_requests, test_oracle_penumbra, test_oracle_scythe

HUGE = (-1, 10**6, 10**9, 10**30)


def good_requests() -> list[dict[str, Any]]:
    scythe = test_oracle_scythe
    facts: dict[str, dict[str, Any]] = {
        "golem": {name: one.facts for name, one in golem_requests.ASKS.items()},
        "penumbra": test_oracle_penumbra.ALL,
        "scythe": {
            "combat": scythe.COMBAT,
            "score": scythe.SCORE,
            "turn": scythe.TURN,
            "move": scythe.MOVE,
        },
        "expeditions": {"score": {"level": 2, "glory": 6, "maps": 5, "corruption": 7}},
    }
    return [{"game": game, "ask": ask, "facts": plain} for game, asks in facts.items() for ask, plain in asks.items()]


def attack(count: int, seed: int = 16) -> AttackResult:
    """Replace each number of each request by each huge one, then anything anywhere."""
    result = AttackResult("odd decisions")
    dice = random.Random(seed)
    requests = good_requests()
    for request in requests:
        for spot in find_spots(request):
            if isinstance(_at(request, spot), int):
                for huge in HUGE:
                    asked = replace_at(request, spot, huge)
                    result.attempt(f"{request['game']} {request['ask']} {spot} {huge}", _fault, asked)
    for number in range(count):
        asked = mutate(dice.choice(requests), dice)
        result.attempt(f"decision {number}: {str(asked)[:300]}", _fault, asked)
    return result


def _fault(asked: Any) -> str | None:
    with fail_if_late(20):
        answer = decide(asked)
    return None if ("answer" in answer) != ("error" in answer) else f"neither answer nor error: {answer}"


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value
