"""Victory points: what the Automa has taken is known, the rest is counted and reported (PEN-SCORE)."""

from __future__ import annotations

from automarium.engine.definition import Scoring
from automarium.engine.message import message
from automarium.engine.play.score import TOTAL, Counting, ScoreLine, ScoreSheet
from automarium.games.penumbra.boards.board import Scoring as Condition
from automarium.games.penumbra.position import Position
from automarium.games.penumbra.rulings import Rulings

COUNTED = ("arcana", "experience", "goals", "board", "alignment")  # of the seven categories: PEN-SCORE-02


def count_cards(position: Position, rulings: Rulings) -> int:
    """Return the cards of Classes with the starting spell (PEN-SCORE-05, PEN-AMB-30)."""
    return position.cards + (1 if rulings.amb_30 == "counts" else 0)


def score_extra(position: Position, rulings: Rulings, scoring: Condition) -> ScoreLine:
    """Return a condition of the board in use; it counts as VP of the board (PEN-SCORE-03…09)."""
    match scoring.per:
        case "discipline_card":
            return ScoreLine("automa", "extra.cards", count_cards(position, rulings), scoring.vp, "PEN-SCORE-05")
        case "contract":
            return ScoreLine("automa", "extra.contracts", len(position.contracts), scoring.vp, "PEN-SCORE-06")
        case "trial":
            return ScoreLine("automa", "extra.trials", len(position.trials), scoring.vp, "PEN-SCORE-07")
        case "other":  # the board's own words; the person counts
            counted = 0 if position.tally is None else position.tally.extra
            return ScoreLine("automa", "extra.other", counted, scoring.vp, "PEN-SCORE-03")


def score_automa(position: Position, rulings: Rulings) -> list[ScoreLine]:
    """Return the Automa's lines. Cards in the slots score nothing; by a switched ruling their Experience symbols are
    reported with the others (PEN-SCORE-10, PEN-AMB-20)."""
    lines = [
        ScoreLine("automa", "contracts", sum(position.contracts), 1, "PEN-SCORE-02"),
        ScoreLine("automa", "trials", sum(position.trials), 1, "PEN-SCORE-02"),
        *(score_extra(position, rulings, one) for one in position.board.scoring.all),
    ]
    if position.tally is not None:
        lines += [ScoreLine("automa", what, getattr(position.tally, what), 1, "PEN-SCORE-02") for what in COUNTED]
    return lines


# Who has won by a verdict.
WINNERS = {
    "verdict.human": "human",
    "verdict.automa": "automa",
    "verdict.tie.normal": "both",
    "verdict.tie.automa-wins": "automa",
}


class PenumbraScoring(Scoring[Position, Rulings]):
    def score(self, position: Position, rulings: Rulings) -> ScoreSheet:
        lines = score_automa(position, rulings)
        totals = {"automa": sum(line.points for line in lines)}
        if position.human_vp is None:
            return ScoreSheet(tuple(lines), totals)
        totals["human"] = position.human_vp
        if position.tally is None:
            return ScoreSheet(tuple(lines), totals)
        if totals["human"] == totals["automa"]:  # PEN-AMB-31
            verdict = f"verdict.tie.{rulings.amb_31}"
        else:  # PEN-SCORE-12
            verdict = "verdict.human" if totals["human"] > totals["automa"] else "verdict.automa"
        return ScoreSheet(tuple(lines), totals, message(verdict), WINNERS[verdict])

    def countings(self, position: Position) -> tuple[Counting, ...]:
        return (
            Counting("total", "human", {"vp": TOTAL}),
            Counting("tally", "automa", {**{line: line for line in COUNTED}, "extra": "extra.other"}),
            *(Counting("adjust", "automa", {"to": what}, {"what": what}) for what in CORRECTED),
        )


CORRECTED = ("contracts", "trials")  # lines that are corrected under the same names
