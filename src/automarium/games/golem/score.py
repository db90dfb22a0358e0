"""VP at the end: what the Automa has, its menorahs, goal cards and resources (GOL-SCORE)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from automarium.engine.definition import Scoring
from automarium.engine.message import Message, message, term
from automarium.engine.play.score import TOTAL, Counting, ScoreLine, ScoreSheet
from automarium.games.golem.position import LOW, PRINTED, START_VP, Position
from automarium.games.golem.rulings import Rulings

LEVELS = (1, 2, 3, 4)  # GOL-SETUP-01
GOAL_VP: dict[int, int] = {level: PRINTED.printed["goals"]["level"][str(level)] for level in LEVELS}
A_SET = 5  # GOL-SCORE-04: resources for 1 VP
RESOURCE_CLAUSES = {False: "GOL-SCORE-04", True: "GOL-SCORE-05"}  # on the last space


def count_resource_vp(marker: int) -> int:
    """Return 1 VP for every full 5 resources, −1 on the last space (GOL-SCORE-04…06)."""
    return -1 if marker == LOW else max(marker, 0) // A_SET


def get_goal_vp(position: Position) -> int:
    return position.added.goal_vp if position.added else GOAL_VP[position.strength]


def count_level_vp(level: int, marker: int, goals: int) -> int:
    """Return what the clauses GOL-SCORE-02…06 alone give."""
    return goals * GOAL_VP[level] + count_resource_vp(marker)


def score_automa(position: Position) -> list[ScoreLine]:
    """Return the VP by their reasons, then the final scoring; sets of goal cards score nothing (GOL-SCORE-08)."""
    lines = [ScoreLine("automa", "start", START_VP, 1, "GOL-SETUP-02")]
    reasons: dict[str, tuple[int, str]] = {}
    for entry in position.ledger:
        vp, clause = reasons.get(entry.what, (0, entry.clause))
        reasons[entry.what] = (vp + entry.vp, clause)
    lines += [ScoreLine("automa", what, vp, 1, clause) for what, (vp, clause) in reasons.items()]
    menorahs = position.menorah_count
    return [
        *lines,
        ScoreLine("automa", "golems", position.built, menorahs["golem"], "GOL-SCORE-01"),
        ScoreLine("automa", "artifacts", position.artifacts, menorahs["artifact"], "GOL-SCORE-01"),
        ScoreLine("automa", "columns", position.book_columns, menorahs["study"], "GOL-SCORE-01"),
        ScoreLine("automa", "study-space", position.study_vp, 1, "GOL-SCORE-01"),
        ScoreLine("automa", "goals", position.goals, get_goal_vp(position), "GOL-SCORE-02"),
        ScoreLine(
            "automa", "resources", count_resource_vp(position.marker), 1, RESOURCE_CLAUSES[position.marker == LOW]
        ),
    ]


def list_lines(position: Position) -> list[ScoreLine]:
    humans = [ScoreLine(side, "told", vp, 1, "GOL-SCORE-01") for side, vp in position.human_vp.items()]
    return score_automa(position) + humans


def count_totals(position: Position) -> dict[str, int]:
    return _add_up(list_lines(position))


def _add_up(lines: Iterable[ScoreLine]) -> dict[str, int]:
    """Return the VP of each side."""
    totals: dict[str, int] = {}
    for line in lines:
        totals[line.side] = totals.get(line.side, 0) + line.points
    return totals


class GolemScoring(Scoring[Position, Rulings]):
    def score(self, position: Position, _: Rulings) -> ScoreSheet:
        lines = tuple(list_lines(position))
        totals = _add_up(lines)
        if not position.over or len(position.human_vp) < position.humans:
            return ScoreSheet(lines, totals)
        verdict = find_winner(position, totals)
        return ScoreSheet(lines, totals, verdict, WINNERS.get(verdict.key))

    def rates(self, position: Position, rulings: Rulings) -> dict[tuple[str, str], Message]:
        if position.marker <= 0:
            return {}
        return {("automa", "resources"): message("rate.resources", count=position.marker, each=A_SET)}

    def count_automa(self, position: Position, _: Rulings) -> int:
        menorahs = position.menorah_count
        return (
            position.vp
            + position.built * menorahs["golem"]
            + position.artifacts * menorahs["artifact"]
            + position.book_columns * menorahs["study"]
            + position.study_vp
            + position.goals * get_goal_vp(position)
            + count_resource_vp(position.marker)
        )

    def countings(self, position: Position) -> tuple[Counting, ...]:
        return (
            *(Counting("tally", side, {"vp": TOTAL}, {"side": side}) for side in list_humans(position)),
            *(Counting("adjust", "automa", {"to": line}, {"what": what}) for line, what in CORRECTED.items()),
        )


# The winner by the verdict; None while a tie is to be broken.
WINNERS = {
    "verdict.human": "human",
    "verdict.tie.human": "human",
    "verdict.automa": "automa",
    "verdict.tie.automa": "automa",
}


def find_leaders(totals: Mapping[str, int]) -> list[str]:
    best = max(totals.values())
    return [side for side, vp in totals.items() if vp == best]


def find_winner(position: Position, totals: Mapping[str, int]) -> Message:
    """Return the verdict: most VP, then the rabbi in the uppermost space (base game)."""
    first = find_leaders(totals)
    if len(first) == 1:
        return message(f"verdict.{'automa' if first[0] == 'automa' else 'human'}", side=term("side", first[0]))
    highest = break_tie(position, first) or (position.tie if position.tie in first else None)
    if highest is None:
        return message("verdict.tie-asked")
    return message(f"verdict.tie.{'automa' if highest == 'automa' else 'human'}", side=term("side", highest))


def break_tie(position: Position, tied: Sequence[str]) -> str | None:
    """Return whose rabbi is the uppermost of the tied, as far as its own place in the order of round IV decides it."""
    if "automa" not in tied or len(tied) == 1:
        return None
    if position.order_place == 1:
        return "automa"
    if position.order_place == position.participants and len(tied) == 2:
        return next(side for side in tied if side != "automa")
    return None


CORRECTED = {
    "goals": "goals",
    "resources": "marker",
    "study-space": "study_track",
}  # lines, and as what they are corrected


def list_humans(position: Position) -> tuple[str, ...]:
    """Return the names of the humans; the first is "human"."""
    return ("human", "human-2", "human-3")[: position.humans]
